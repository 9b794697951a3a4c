"""Evidence for other eyes: one file with a deal's clip, photo finish, verdict and sums, which anybody can check.

A bundle is a ZIP that holds its files as they are, in one fixed form: the same files always give the same bytes. So a
changed byte anywhere is found, also in what only the container knows. Unpacked, ``sha256sum -c SHA256SUMS`` does
without this program.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.evidence import clipfile

MARK = "donkey-referee-bundle"
"""Stands in the first file, the sums, the list of names and at the end: one changed byte spares the others."""
README = f"{MARK}.txt"
SUMS = "SHA256SUMS"
VERDICT = "verdict.json"
MOST_FILES = 64
MOST_BYTES = 2 * 2**30
"""A bundle is held in memory, so a larger one is not read; 15 seconds of raw pictures in full HD still fit."""
EDGE_BYTES = 2**16
"""A bundle has its mark so near to its beginning and to its end."""

_README = f"""{MARK} 1

Evidence of one deal of Donkey.

  deal-*.mov          the camera's own packets with their own times: what was measured
  deal-*.mp4          the same for viewing
  deal-*.png          the photo finish
  deal-*.strips.png   its strips without labels
  deal-*.tiles.jpg    every nose in every frame
  deal-*.json         how it was measured, with which settings and models; sums
  {VERDICT}        the verdict as the record has it, with disputes and rulings
  {SUMS}          sums of all files: sha256sum -c {SUMS}

Check it with:  referee verify THIS-FILE
Measure again:  referee verify --measure THIS-FILE
"""


class BundleError(RefereeError):
    """There is nothing to make a bundle of."""


class State(StrEnum):
    """What a check of a bundle finds."""

    INTACT = "intact"
    """Every byte is as it was made."""
    CHANGED = "changed"
    """It is a bundle, and something in it is not as it was made."""
    NO_BUNDLE = "no bundle"
    """It is something else, or not there."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a check found.

    Attributes:
        state: in a word.
        faults: what is wrong, in words; empty when it is intact.
        files: its files by name.
        fingerprint: the sum of its sums: whoever has it from the sender knows that nobody made another bundle.
    """

    state: State
    faults: tuple[str, ...] = ()
    files: Mapping[str, bytes] | None = None
    fingerprint: str = ""


class ChangedClipError(BundleError):
    """The clip is not as it was written: a bundle of it would pass for intact."""


def bundle(
    folder: Path, name: str, verdict: Mapping[str, Any], measurement: Mapping[str, Any] | None = None
) -> bytes:
    """Make a bundle.

    Args:
        folder: the game's clips.
        name: the clip's name without ending.
        verdict: what the record says of the deal, JSON-able.
        measurement: what the record says of how it was measured, to be compared; ``None``: nothing is compared.

    Raises:
        BundleError: there is no such clip (any more).
        ChangedClipError: it is not as it was written.
        OSError: a file cannot be read.
    """
    parts = clipfile.parts_of(folder, name)
    if not parts or parts[0].suffix != clipfile.SHEET:
        raise BundleError(f"There is no clip {name} in {folder}: it was never written, or its time is over.")
    files = {path.name: path.read_bytes() for path in parts}
    if faults := _clip_faults(files, name, measurement):
        raise ChangedClipError(
            f"Clip {name} is no longer as it was written ({'; '.join(faults)}), so it is no evidence: "
            "no bundle was made. `referee check` looks at all clips."
        )
    files[VERDICT] = (json.dumps(verdict, indent=1, ensure_ascii=False) + "\n").encode()
    files[README] = _README.encode()
    files[SUMS] = sums_of(files)
    return packed(files)


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """The sums of all files but the sums themselves, in the form of ``sha256sum``."""
    lines = [
        f"{hashlib.sha256(content).hexdigest()}  {name}\n"
        for name, content in sorted(files.items())
        if name != SUMS
    ]
    return "".join(lines).encode()


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files as a ZIP: the same files always give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.comment = MARK.encode()
        for name in sorted(files, key=lambda name: (name != README, name)):
            entry = zipfile.ZipInfo(name)  # dated 1980
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, files[name])
    return buffer.getvalue()


def check(path: Path) -> Check:
    """Check a bundle, packed or unpacked; nothing in it is run or believed.

    Raises:
        OSError: it is there and cannot be read.
    """
    if path.is_dir():
        return _check_folder(path)
    if not path.is_file():
        return Check(State.NO_BUNDLE, (f"There is no file {path.name}.",))
    if not _marked(path):
        return Check(State.NO_BUNDLE, (f"{path.name} is no evidence bundle of this referee.",))
    if path.stat().st_size > MOST_BYTES:
        return Check(State.CHANGED, ("it is larger than any bundle",))
    data = path.read_bytes()
    try:
        files = _unpacked(data)
    except Exception as error:  # noqa: BLE001 - a damaged container makes zipfile raise nearly anything
        return Check(State.CHANGED, (f"the container is damaged ({type(error).__name__})",))
    faults = _faults(files)
    if not faults and packed(files) != data:
        faults = ("the container was changed (not the files in it)",)
    return _told(files, faults)


def _marked(path: Path) -> bool:
    """Whether the mark of a bundle stands in a file; a few bytes of it tell, however long it is."""
    with path.open("rb") as file:
        begins = file.read(EDGE_BYTES)
        file.seek(max(0, path.stat().st_size - EDGE_BYTES))
        return MARK.encode() in begins or MARK.encode() in file.read(EDGE_BYTES)


def _check_folder(path: Path) -> Check:
    found = sorted(path.iterdir())
    if not any(_marked(one) for one in (path / README, path / SUMS) if one.is_file()):
        return Check(State.NO_BUNDLE, (f"{path.name} is no unpacked evidence bundle of this referee.",))
    if sum(one.stat().st_size for one in found if one.is_file()) > MOST_BYTES:
        return Check(State.CHANGED, ("it is larger than any bundle",))
    strays = tuple(f"{one.name} does not belong to it" for one in found if not one.is_file())
    files = {one.name: one.read_bytes() for one in found[:MOST_FILES] if one.is_file()}
    return _told(files, (*_faults(files), *strays))


def _told(files: Mapping[str, bytes], faults: tuple[str, ...]) -> Check:
    fingerprint = hashlib.sha256(files.get(SUMS, b"")).hexdigest()
    return Check(State.CHANGED if faults else State.INTACT, faults, files, fingerprint)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The files of a container; they are held in memory, so none is taken at its word about its size."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_FILES or any(entry.compress_type != zipfile.ZIP_STORED for entry in entries):
            raise zipfile.BadZipFile("not in the form of a bundle")
        return {entry.filename: archive.read(entry) for entry in entries}


def _faults(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """What does not fit the sums, file by file."""
    if SUMS not in files:
        return (f"{SUMS} is missing",)
    known = {
        name: digest
        for digest, _, name in (
            line.partition("  ") for line in files[SUMS].decode("utf-8", "replace").splitlines()
        )
    }
    faults = [f"{name} is missing" for name in known if name not in files]
    for name, content in files.items():
        if name == SUMS:
            continue
        if name not in known:
            faults.append(f"{name} does not belong to it")
        elif hashlib.sha256(content).hexdigest() != known[name]:
            faults.append(f"{name} was changed")
    if not faults and sums_of(files) != files[SUMS]:
        faults.append(f"{SUMS} was changed")
    return tuple(faults or _part_faults(files))


def _part_faults(files: Mapping[str, bytes]) -> list[str]:
    """What is missing, foreign or not readable though it fits the sums: anybody can make sums of anything."""
    stems = (name.partition(".")[0] for name in sorted(files))
    clip = next((stem for stem in stems if clipfile.NAME.fullmatch(stem)), None)
    known = {README, SUMS, VERDICT}
    if clip is not None:
        known |= {f"{clip}{ending}" for ending in (clipfile.SHEET, *clipfile.PARTS)}
    faults = [f"{name} does not belong to it" for name in files if name not in known]
    faults += [f"{name} is missing" for name in (README, VERDICT) if name not in files]
    if clip is None:
        faults.append("the clip is missing")
    return faults or [*_verdict_faults(files[VERDICT]), *_clip_faults(files, clip or "")]


def _verdict_faults(text: bytes) -> list[str]:
    try:
        readable = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        readable = False
    return [] if readable else [f"{VERDICT} cannot be read"]


def _clip_faults(
    files: Mapping[str, bytes], name: str, measurement: Mapping[str, Any] | None = None
) -> list[str]:
    """What is wrong with the clip among some files: its sheet carries sums of its own."""
    sheet = f"{name}{clipfile.SHEET}"
    try:
        content = clipfile.sheet_of(files.get(sheet), sheet)
    except clipfile.ClipError as error:
        return [str(error).rstrip(".")]
    parts = [f"{name}{ending}" for ending in clipfile.PARTS]
    sums = {part: hashlib.sha256(files[part]).hexdigest() for part in parts if part in files}
    return clipfile.sheet_faults(content, name, sums, measurement)
