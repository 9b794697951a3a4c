"""The files of one clip, and the sheet (``deal-007.json``) that says what they are and carries their sums."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.record.entry import to_json

FORMAT = "donkey-referee-clip"
VERSION = 1

NAME = re.compile(r"deal-[0-9]{3,6}(?:-[0-9]{1,4})?", re.ASCII)
"""A clip's name without ending: the deal's number, and which verdict of the deal it was where one was cancelled."""

PACKETS, VIEWING, POSTER, STRIPS, TILES, SHEET = ".mov", ".mp4", ".png", ".strips.png", ".tiles.jpg", ".json"
"""Camera packets as they came; film for viewing; photo finish as a picture; its strips; its tiles; the sheet."""
PARTS = (PACKETS, VIEWING, POSTER, STRIPS, TILES)
"""All but the sheet, which is written last: a clip with a sheet is whole."""
MOST_SHEET_BYTES = 64 * 2**20
"""No sheet is nearly as long: a longer one is not read."""


class ClipError(RefereeError):
    """The sheet of a clip cannot be read, or does not fit the program."""


def sum_of(path: Path) -> str:
    """The SHA-256 of a file, hexadecimal.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sealed(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The sheet with its own sum: a changed byte of what it says is noticed."""
    content = {name: value for name, value in sheet.items() if name != "sum"}
    return {**content, "sum": hashlib.sha256(to_json(content).encode()).hexdigest()}


def sheet_text(sheet: Mapping[str, Any]) -> str:
    """A sheet as it is written."""
    return json.dumps(sealed(sheet), indent=1, ensure_ascii=False) + "\n"


def read_sheet(path: Path) -> dict[str, Any]:
    """Read a clip's sheet.

    Raises:
        ClipError: there is none, it is none of ours, or a newer program wrote it.
    """
    try:
        # Anything else (a pipe, a device) might never end.
        text = path.read_bytes() if path.is_file() and path.stat().st_size <= MOST_SHEET_BYTES else None
    except OSError:
        text = None
    return sheet_of(text, path.name)


def sheet_of(text: bytes | None, name: str) -> dict[str, Any]:
    """Read a clip's sheet from its bytes; ``name`` is that of its file, for messages.

    Raises:
        ClipError: there are none, they are none of ours, or a newer program wrote them.
    """
    try:
        sheet = None if text is None else json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        sheet = None
    if sheet is None:
        raise ClipError(f"{name} cannot be read: the clip it belongs to cannot be measured again.")
    if not isinstance(sheet, dict) or sheet.get("format") != FORMAT:
        raise ClipError(f"{name} is no sheet of a clip.")
    if sheet.get("version") != VERSION:
        raise ClipError(f"{name} was written by another version of the referee: install the newer one.")
    return sheet


def sheet_beside(film: Path) -> Path | None:
    """The sheet that lies beside the camera packets of a clip; ``None`` when the film is no such file."""
    if film.suffix != PACKETS or not (sheet := film.with_suffix(SHEET)).is_file():
        return None
    try:
        read_sheet(sheet)
    except ClipError:
        # Any film may have any JSON beside it; a damaged sheet of ours still says its format.
        with sheet.open("rb") as file:
            return sheet if FORMAT.encode() in file.read(MOST_SHEET_BYTES) else None
    return sheet


def looks_like_clip(film: Path) -> bool:
    """Whether a film is called as the camera packets of a clip are."""
    return film.suffix == PACKETS and NAME.fullmatch(film.stem) is not None


def faults(folder: Path, name: str, measurement: Mapping[str, Any] | None = None) -> list[str]:
    """What is wrong with one clip, in plain words; empty when all is well.

    Args:
        folder: where it lies.
        name: its name without ending.
        measurement: what the record says of the verdict, to be compared; ``None``: nothing is compared.
    """
    sheet = f"{name}{SHEET}"
    try:
        content = read_sheet(folder / sheet)
    except ClipError as error:
        return [str(error).rstrip(".")]
    sums = {path.name: sum_of(path) for path in parts_of(folder, name) if path.name != sheet}
    return sheet_faults(content, name, sums, measurement)


def sheet_faults(
    sheet: Mapping[str, Any], name: str, sums: Mapping[str, str], measurement: Mapping[str, Any] | None = None
) -> list[str]:
    """What is wrong with one clip, in plain words; empty when all is well.

    Args:
        sheet: what :func:`read_sheet` gave.
        name: the clip's name without ending.
        sums: of its parts that are there, by file name.
        measurement: see :func:`faults`.
    """
    file = f"{name}{SHEET}"
    try:
        if sealed(sheet)["sum"] != sheet.get("sum"):
            return [f"{file} was changed"]
        known = {str(part): digest for part, digest in sheet["sha256"].items()}
        said = to_json(sheet.get("measurement"))
    except (KeyError, AttributeError, TypeError, ValueError, RecursionError):
        return [f"{file} cannot be read"]
    needed = [f"{name}{ending}" for ending in (PARTS if sheet.get("finish") else (PACKETS, VIEWING))]
    found = []
    for part in dict.fromkeys((*known, *needed, *sums)):
        if part not in sums:
            found.append(f"{part} is missing")
        elif part not in known:
            found.append(f"{part} does not belong to it")
        elif sums[part] != known[part]:
            found.append(f"{part} was changed")
    if measurement is not None and said != to_json(measurement):
        found.append(f"{file} does not say what the record says")
    return found


def parts_of(folder: Path, name: str) -> list[Path]:
    """All files of a clip that are there, the sheet first: whoever removes them in this order leaves no half clip."""
    return [path for ending in (SHEET, *PARTS) if (path := folder / f"{name}{ending}").is_file()]


def names_in(folder: Path) -> list[str]:
    """The clips of a game's folder, by name; also those of which only some files are left."""
    found = {path.name.split(".", 1)[0] for path in folder.iterdir()} if folder.is_dir() else set()
    return sorted(name for name in found if NAME.fullmatch(name))
