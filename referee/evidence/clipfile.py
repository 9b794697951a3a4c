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
        sheet = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ClipError(
            f"{path.name} cannot be read: the clip it belongs to cannot be measured again."
        ) from error
    if not isinstance(sheet, dict) or sheet.get("format") != FORMAT:
        raise ClipError(f"{path.name} is no sheet of a clip.")
    if sheet.get("version") != VERSION:
        raise ClipError(f"{path.name} was written by another version of the referee: install the newer one.")
    return sheet


def sheet_beside(film: Path) -> Path | None:
    """The sheet that lies beside the camera packets of a clip; ``None`` when the film is no such file."""
    sheet = film.with_suffix(SHEET)
    if film.suffix != PACKETS or not sheet.is_file():
        return None
    try:
        read_sheet(sheet)
    except ClipError:
        # Any film may have any JSON beside it; a damaged sheet of ours still says its format.
        return sheet if FORMAT.encode() in sheet.read_bytes() else None
    return sheet


def faults(folder: Path, name: str, measurement: Mapping[str, Any] | None = None) -> list[str]:
    """What is wrong with one clip, in plain words; empty when all is well.

    Args:
        folder: where it lies.
        name: its name without ending.
        measurement: what the record says of the verdict, to be compared; ``None``: nothing is compared.
    """
    path = folder / f"{name}{SHEET}"
    try:
        sheet = read_sheet(path)
        if sealed(sheet)["sum"] != sheet.get("sum"):
            return [f"{path.name} was changed"]
        sums = dict(sheet["sha256"])
    except (ClipError, KeyError, TypeError, ValueError) as error:
        return (
            [f"{path.name} cannot be read"] if not isinstance(error, ClipError) else [str(error).rstrip(".")]
        )
    found = []
    for part, known in sums.items():
        if Path(part).name != part or not (folder / part).is_file():
            found.append(f"{part} is missing")
        elif sum_of(folder / part) != known:
            found.append(f"{part} was changed")
    if measurement is not None and to_json(sheet.get("measurement")) != to_json(measurement):
        found.append(f"{path.name} does not say what the record says")
    return found


def parts_of(folder: Path, name: str) -> list[Path]:
    """All files of a clip that are there, the sheet first: whoever removes them in this order leaves no half clip."""
    return [path for ending in (SHEET, *PARTS) if (path := folder / f"{name}{ending}").is_file()]


def names_in(folder: Path) -> list[str]:
    """The clips of a game's folder, by name; also those of which only some files are left."""
    found = {path.name.split(".", 1)[0] for path in folder.iterdir()} if folder.is_dir() else set()
    return sorted(name for name in found if NAME.fullmatch(name))
