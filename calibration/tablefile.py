"""A table as it is kept: seats, camera, what was measured, in a TOML file that people can read and change."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.calibration.errors import TableFileError
from referee.calibration.lens import WORST

from referee.observation import Hand
from referee.timing.camera import UNMEASURED, CameraTiming, Lens
from referee.vision.patch import Box

VERSION = 1
"""Version of the format; a file of a later one is refused, not guessed at."""
MOST_SEATS = 8
SUFFIX = ".toml"
LONGEST = 60
"""Characters of a file that a message repeats at most."""
MOST_BYTES = 2**20
"""No table's file is nearly as long: a longer one is not read."""


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """A seat as it is kept.

    Attributes:
        number: the seat, from 0 at the left of the unmirrored picture.
        box: the face, pixels of the table's picture.
        hand: the hand that the player touches the nose with; ``None`` while unknown.
        rest: where that fingertip rests on the nose, right and down of the nose tip, face sizes; ``None`` as above.
    """

    number: int
    box: Box
    hand: Hand | None = None
    rest: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as it is kept.

    Attributes:
        name: of the table.
        source: the camera, as --source takes it.
        width: of its picture, pixels.
        height: of its picture, pixels.
        seats: from the left.
        timing: the camera's timing; ``None`` while it was not measured.
        lens: the camera's lens; ``None`` as above.
    """

    name: str
    source: str
    width: int
    height: int
    seats: tuple[SavedSeat, ...]
    timing: CameraTiming | None = None
    lens: Lens | None = None

    @property
    def camera(self) -> CameraTiming:
        """All that is known of the camera."""
        return replace(self.timing or UNMEASURED, lens=self.lens)


def path_of(folder: Path, name: str) -> Path:
    """Where the table of this name lies below the data folder; a file that ends in ``.toml`` is itself meant.

    Raises:
        TableFileError: the name cannot be a file's.
    """
    if name.endswith(SUFFIX):
        return Path(name)
    if not re.fullmatch(r"[\w][\w -]{0,39}", name):
        raise TableFileError(f"A table cannot be called {name!r}: use letters, digits, spaces and hyphens.")
    return folder / "tables" / f"{name}{SUFFIX}"


def timing_at(folder: Path, name: str) -> CameraTiming:
    """What is known of the camera of a table below the data folder.

    Raises:
        TableFileError: there is no such table, or a line in it is wrong.
    """
    return load(path_of(folder, name)).camera


def learn_hands(path: Path, learned: Mapping[int, tuple[Hand | None, tuple[float, float] | None]]) -> None:
    """Keep which hand each player touches the nose with, and where its fingertip rests, by seat.

    Raises:
        TableFileError: there is no such table, or a line in it is wrong.
    """
    table = load(path)
    seats = tuple(
        seat if seat.number not in learned else replace(seat, hand=hand, rest=rest)
        for seat in table.seats
        for hand, rest in [learned.get(seat.number, (None, None))]
    )
    save(replace(table, seats=seats), path)


def save(table: TableFile, path: Path) -> None:
    """Write a table; the old file stays whole until the new one is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(to_toml(table), encoding="utf-8")
    os.replace(beside, path)  # noqa: PTH105 - as in Path.replace, and atomic on every system


def to_toml(table: TableFile) -> str:
    """The file's text, with its explanations."""
    lines = [
        "# A table of the Donkey referee. It may be changed by hand; referee check-table writes it anew.",
        f"version = {VERSION}",
        f"name = {_text(table.name)}",
        f"source = {_text(table.source)}",
        "",
        "[picture]  # pixels",
        f"width = {table.width}",
        f"height = {table.height}",
    ]
    for seat in table.seats:
        lines += [
            "",
            "[[seat]]",
            f"number = {seat.number}  # from 0 at the left of the unmirrored picture",
            f"x = {seat.box.x:.1f}  # middle of the face, pixels",
            f"y = {seat.box.y:.1f}",
            f"size = {seat.box.size:.1f}",
        ]
        if seat.hand is not None:
            lines.append(f"hand = {_text(seat.hand.value)}  # the player's own hand that touches the nose")
        if seat.rest is not None:
            lines.append(
                f"rest = [{seat.rest[0]:.3f}, {seat.rest[1]:.3f}]  # its fingertip, right and down of the nose tip"
            )
    if table.timing is not None:
        lines += [
            "",
            "[camera]  # measured from the timing page, milliseconds",
            f"readout = {1000 * table.timing.readout_s:.2f}  # from the first row of the picture to the last",
            f"readout_error = {1000 * table.timing.readout_error_s:.2f}",
            f"jitter = {1000 * table.timing.jitter_s:.2f}  # of the frames' times",
        ]
        if table.timing.exposure_s is not None:
            lines.append(f"exposure = {1000 * table.timing.exposure_s:.2f}  # of a frame")
    if table.lens is not None:
        lines += ["", "[lens]  # measured with the board of squares, pixels of a picture of this size"]
        lines += [f"{name} = {getattr(table.lens, name)}" for name in ("width", "height")]
        lines += [f"{name} = {getattr(table.lens, name):.2f}" for name in ("fx", "fy", "cx", "cy")]
        lines += [f"{name} = {getattr(table.lens, name):.6f}" for name in ("k1", "k2", "p1", "p2")]
        lines.append(f"error = {table.lens.error_px:.3f}  # left over on the corners of the board")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A TOML string: JSON's is one."""
    return json.dumps("".join(c for c in text if c.isprintable()), ensure_ascii=False)


def load(path: Path) -> TableFile:
    """Read a table.

    Raises:
        TableFileError: there is none, or a line in it is wrong; the message names it.
    """
    try:
        # Anything else (a pipe, a device) might never end.
        readable = path.is_file() and path.stat().st_size <= MOST_BYTES
        # Some editors begin a file with a mark of its encoding.
        text = path.read_text(encoding="utf-8-sig") if readable else None
    except (OSError, UnicodeDecodeError):
        text = None
    if text is None and path.exists():
        raise TableFileError(
            f"{path} cannot be read: it is no text file, or larger than a table's file can be."
        )
    if text is None:
        raise TableFileError(
            f"There is no table {path.stem} that can be read: make it with referee check-table --table {path.stem}"
        )
    return from_toml(text, path.name)


def from_toml(text: str, name: str) -> TableFile:
    """Read a table from its text; ``name`` is that of the file, for messages.

    Raises:
        TableFileError: a line is wrong.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableFileError(f"{name} is not written as TOML: {_short(str(error))}.") from error
    except (ValueError, RecursionError) as error:
        raise TableFileError(
            f"{name} is not written as TOML: a number or brackets without an end."
        ) from error
    reader = _Reader(name, text)
    top = reader.part((), content, {"version", "name", "source", "picture", "seat", "camera", "lens"})
    version = top.whole("version", 1, 10**6)
    if version != VERSION:
        top.fail("version", f"this program reads version {VERSION}: update it, or make the table anew")
    picture = reader.part(("picture",), top.table("picture"), {"width", "height"})
    width, height = picture.whole("width", 16, 16384), picture.whole("height", 16, 16384)
    seats = tuple(
        _seat(
            reader.part(("seat", number), seat, {"number", "x", "y", "size", "hand", "rest"}), width, height
        )
        for number, seat in enumerate(top.tables("seat") if top.has("seat") else [])
    )
    numbers = [seat.number for seat in seats]
    for i, number in enumerate(numbers):
        if number in numbers[:i]:
            reader.fail(("seat", i), "number", f"seat {number} is there already: give each its own")
    for i, seat in enumerate(seats):
        if any(_same_place(seat.box, other.box) for other in seats[:i]):
            reader.fail(("seat", i), "x", "somebody sits there already: two faces cannot be in one place")
    source = top.text("source")
    if not source.strip() or not source.isprintable():
        top.fail("source", "write the camera as --source takes it: a number, a name or an address")
    timing = _timing(reader, top) if "camera" in content else None
    lens = _lens(reader, top) if "lens" in content else None
    return TableFile(top.text("name"), source, width, height, seats, timing, lens)


def _same_place(one: Box, other: Box) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) < min(one.size, other.size) / 2


def _short(text: str) -> str:
    """A text that fits into a line of a terminal."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _seat(part: _Part, width: int, height: int) -> SavedSeat:
    hand = part.text("hand") if part.has("hand") else None
    if hand is not None and hand not in set(Hand):
        part.fail("hand", 'write "left" or "right"')
    rest = part.pair("rest") if part.has("rest") else None
    return SavedSeat(
        number=part.whole("number", 0, MOST_SEATS - 1),
        box=Box(
            part.number("x", 0, width),
            part.number("y", 0, height),
            part.number("size", 8, max(width, height)),
        ),
        hand=None if hand is None else Hand(hand),
        rest=rest,
    )


def _timing(reader: _Reader, top: _Part) -> CameraTiming:
    names = {"readout", "readout_error", "exposure", "jitter"}
    part = reader.part(("camera",), top.table("camera"), names)
    return CameraTiming(
        readout_s=part.number("readout", -200, 200) / 1000,
        readout_error_s=part.number("readout_error", 0, 200) / 1000,
        exposure_s=part.number("exposure", 0, 1000) / 1000 if part.has("exposure") else None,
        jitter_s=part.number("jitter", 0, 1000) / 1000,
    )


def _lens(reader: _Reader, top: _Part) -> Lens:
    names = {"width", "height", "fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "error"}
    part = reader.part(("lens",), top.table("lens"), names)
    width, height = part.whole("width", 16, 16384), part.whole("height", 16, 16384)
    lens = Lens(
        width=width,
        height=height,
        fx=part.number("fx", 0.1 * width, 100.0 * width),
        fy=part.number("fy", 0.1 * width, 100.0 * width),
        cx=part.number("cx", 0, width),
        cy=part.number("cy", 0, height),
        **{name: part.number(name, -10, 10) for name in ("k1", "k2", "p1", "p2")},
        error_px=part.number("error", 0, WORST * width),
    )
    if not lens.believable:
        part.fail(
            "k1", "no lens bends like this: measure it again with check-table --lens, or leave [lens] out"
        )
    return lens


Place = tuple[str | int, ...]
"""Where a key stands: () at the top, ("picture",) in a table, ("seat", 1) in the second of a list."""


class _Reader:
    """Knows on which line each key stands, which tomllib does not tell.

    Args:
        name: of the file, for messages.
        text: its content, which tomllib could read.
    """

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._lines: dict[tuple[Place, str], int] = {}
        self._heads: dict[Place, int] = {}
        place: Place = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if head := re.match(r"\s*\[(\[?)\s*([\w-]+)\s*\]", line):
                listed, table = bool(head[1]), head[2]
                counts[table] = counts.get(table, -1) + 1
                place = (table, counts[table]) if listed else (table,)
                self._heads[place] = number
            elif key := re.match(r"\s*\"?([\w-]+)\"?\s*=", line):
                self._lines[place, key[1]] = number

    def part(self, place: Place, content: dict[str, Any], known: set[str]) -> _Part:
        """One table of the file; a key that is not known is refused: it may be a slip of the pen."""
        for key in content:
            if key not in known:
                short = _short(key)
                self.fail(place, short, f"there is no {short!r} here; known are {', '.join(sorted(known))}")
        return _Part(self, place, content)

    def fail(self, place: Place, key: str, what: str) -> None:
        """Refuse a key.

        Raises:
            TableFileError: always.
        """
        line = self._lines.get((place, key)) or self._heads.get((*place, key)) or self._heads.get(place, 1)
        raise TableFileError(f"{self._name}, line {line}: {key}: {what}.")


@dataclass(frozen=True, slots=True)
class _Part:
    """One table of the file, whose values are checked as they are read."""

    reader: _Reader
    place: Place
    content: dict[str, Any]

    def fail(self, key: str, what: str) -> None:
        self.reader.fail(self.place, key, what)

    def has(self, key: str) -> bool:
        return key in self.content

    def _get(self, key: str, right: Callable[[Any], bool], what: str) -> Any:  # noqa: ANN401 - TOML's values
        if key not in self.content:
            self.fail(key, f"is missing: write {what}")
        value = self.content[key]
        if not right(value):
            try:
                said = repr(value)
            except ValueError:  # Python does not write out numbers of thousands of digits
                said = "a number without an end"
            self.fail(key, f"write {what}, not {_short(said)}")
        return value

    def text(self, key: str) -> str:
        return str(self._get(key, lambda value: isinstance(value, str), "a text in quotes"))

    def table(self, key: str) -> dict[str, Any]:
        return dict(self._get(key, lambda value: isinstance(value, dict), f"a part [{key}]"))

    def tables(self, key: str) -> list[dict[str, Any]]:
        def right(value: object) -> bool:
            return (
                isinstance(value, list)
                and 1 <= len(value) <= MOST_SEATS
                and all(isinstance(each, dict) for each in value)
            )

        return list(self._get(key, right, f"1 to {MOST_SEATS} parts [[{key}]]"))

    def whole(self, key: str, low: int, high: int) -> int:
        def right(value: object) -> bool:
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

        return int(self._get(key, right, f"a whole number from {low} to {high}"))

    def number(self, key: str, low: float, high: float) -> float:
        return float(self._get(key, _number(low, high), f"a number from {low:g} to {high:g}"))

    def pair(self, key: str) -> tuple[float, float]:
        def right(value: object) -> bool:
            return isinstance(value, list) and len(value) == 2 and all(map(_number(-2, 2), value))

        x, y = self._get(key, right, "two numbers from -2 to 2, like [0.0, 0.03]")
        return float(x), float(y)


def _number(low: float, high: float) -> Callable[[object], bool]:
    def right(value: object) -> bool:
        return (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and low <= value <= high  # neither nan nor inf is
        )

    return right
