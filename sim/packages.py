"""The zip packages that office files are: opened only when they are safe, written so that equal content is equal bytes.

An office file (ECMA-376, Open Packaging Conventions) is a zip of XML parts. Its bytes would carry the time of saving
and the habits of one zlib; here every member is stored uncompressed, dated 1980-01-01, and the document properties
carry that date too.
"""

import io
import re
import zipfile
from collections.abc import Mapping

MOST_PARTS = 2_000
"""Members a package may have."""

MOST_UNPACKED = 64_000_000
"""Bytes a package may have when unpacked."""

MOST_RATIO = 200
"""How many times its size a package may unpack to, once it unpacks to more than a megabyte. Word reaches about 25."""

_DATE = (1980, 1, 1, 0, 0, 0)
_STAMP = re.compile(rb"(<dcterms:(created|modified)\b[^>]*>)[^<]*(</dcterms:\2>)")


class BadFile(ValueError):
    """Content that cannot be read or written as this kind of file. ``str()`` says why and what would do."""


def members(data: bytes) -> Mapping[str, bytes]:
    """The parts of a package by name, in their order.

    Raises :class:`BadFile` for what is no zip, is encrypted or damaged, unpacks to too much, or declares XML entities,
    which no office program writes and which can blow up when they are read.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {info.filename: part for info, part in _unpack(archive, len(data))}
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"it is not an intact office file ({error})") from None


def _unpack(archive: zipfile.ZipFile, packed: int) -> list[tuple[zipfile.ZipInfo, bytes]]:
    listing = archive.infolist()
    unpacked = sum(info.file_size for info in listing)
    if len(listing) > MOST_PARTS:
        raise BadFile(f"it has {len(listing)} parts, and {MOST_PARTS} is the most that is opened")
    if unpacked > MOST_UNPACKED or (unpacked > 1_000_000 and unpacked > MOST_RATIO * packed):
        raise BadFile(f"it would unpack from {packed} to {unpacked} bytes: files that blow up like this are not opened")
    if len({info.filename for info in listing}) != len(listing):
        raise BadFile("two of its parts have one name")
    if any(info.flag_bits & 1 for info in listing):
        raise BadFile("it is protected by a password: save it without one")
    parts = [(info, archive.read(info)) for info in listing if not info.is_dir()]
    for info, part in parts:
        if info.filename.endswith((".xml", ".rels")) and re.search(rb"<!(?:DOCTYPE|ENTITY)", part.replace(b"\0", b"")):
            raise BadFile(f"its part {info.filename} declares XML entities, which office files never do")
    return parts


def settle(data: bytes) -> bytes:
    """The same package with nothing in it that depends on when, where or by which zlib it was written."""
    settled = io.BytesIO()
    with zipfile.ZipFile(settled, "w", zipfile.ZIP_STORED) as archive:
        for name, part in members(data).items():
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = 0
            info.external_attr = 0
            if name == "docProps/core.xml":
                part = _STAMP.sub(rb"\g<1>1980-01-01T00:00:00Z\g<3>", part)
            archive.writestr(info, part)
    return settled.getvalue()
