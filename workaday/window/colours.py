"""One colour for each person, the same on every page and in both themes.

Colours are hues at a fixed lightness of OKLCH (Ottosson 2020), so that none stands out and every one can be read: text
in a person's colour has a contrast of at least 4.5 to 1 on the background of its theme, and so has the background's
colour on it (WCAG 2.2, 1.4.3). Colour never tells anything alone: initials stand beside it.
"""

import math
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

HUES: Final = 24
"""How many hues there are: as many as can be told apart side by side, roughly."""
SEAT: Final = "who-seat"
"""The class of the seat under test: it has the one accent colour."""
LIGHT: Final = (0.50, 0.11)
"""Lightness and chroma on the light theme."""
DARK: Final = (0.78, 0.10)
"""Lightness and chroma on the dark theme."""
_ACCENT: Final = 265.0
"""The hue of the accent, in degrees; people's hues keep away from it."""
_KEPT_FREE: Final = 36.0
_STRIDE: Final = 11
"""Steps between the hues of people who follow each other: coprime to HUES, so that neighbours look different."""


def classes(people: Iterable[str], seat: str | None) -> Mapping[str, str]:
    """The CSS class of everybody in an organisation, by id, in the order of its file. ``seat`` has the accent."""
    order = [who for who in people if who != seat]
    found = {who: f"who-{index * _STRIDE % HUES}" for index, who in enumerate(order)}
    if seat is not None:
        found[seat] = SEAT
    return MappingProxyType(found)


def class_of_stranger(name: str) -> str:
    """The class of somebody who is not of the organisation, by their address."""
    return f"who-{int.from_bytes(blake2b(name.encode('utf-8', 'surrogatepass'), digest_size=4).digest()) % HUES}"


def initials(name: str) -> str:
    """Up to two letters for a name: "NW" of Noor Willems, "田" of 田中 太郎."""
    words = [word for word in name.split() if word[:1].isalnum()]
    if not words:
        return name.strip()[:1] or "?"
    first = words[0][0]
    if ord(first) > 0x2E7F or len(words) == 1:  # one sign of these scripts is wide enough
        return first.upper()
    return (first + words[-1][0]).upper()


@cache
def stylesheet() -> str:
    """CSS: each class sets ``--who``, to be used as the colour of text, lines or grounds."""
    light, dark = ([_hex(*theme, hue) for hue in _hues()] for theme in (LIGHT, DARK))
    by_theme = {
        ":root": light,
        ":root[data-theme=dark]": dark,
    }
    lines = [f"{theme} .who-{n}{{--who:{colour}}}" for theme, them in by_theme.items() for n, colour in enumerate(them)]
    own = [f":root:not([data-theme=light]) .who-{n}{{--who:{colour}}}" for n, colour in enumerate(dark)]
    return "\n".join([*lines, "@media (prefers-color-scheme:dark){", *own, "}", f".{SEAT}{{--who:var(--accent)}}", ""])


def hexes() -> Mapping[str, tuple[str, ...]]:
    """The colours as "#rrggbb", by theme, in the order of the classes."""
    return MappingProxyType(
        {name: tuple(_hex(*theme, hue) for hue in _hues()) for name, theme in (("light", LIGHT), ("dark", DARK))}
    )


def _hues() -> list[float]:
    """The hues in degrees, evenly spread over what the accent leaves."""
    span = 360.0 - 2 * _KEPT_FREE
    return [(_ACCENT + _KEPT_FREE + span * n / (HUES - 1)) % 360.0 for n in range(HUES)]


def _hex(lightness: float, chroma: float, hue: float) -> str:
    """OKLCH as sRGB; chroma is lowered until the colour can be shown."""
    while any(not -1e-4 <= channel <= 1.0001 for channel in _linear(lightness, chroma, hue)):
        chroma -= 0.005
    return "#" + "".join(f"{round(255 * _encoded(channel)):02x}" for channel in _linear(lightness, chroma, hue))


def _linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """Linear sRGB of an OKLCH colour, by the matrices of Ottosson's definition."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _encoded(channel: float) -> float:
    channel = min(max(channel, 0.0), 1.0)
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
