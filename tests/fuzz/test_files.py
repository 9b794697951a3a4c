"""Tables and evidence that somebody changed: refused by name, or noticed; never a trace, never believed."""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee.calibration.errors import TableFileError
from referee.calibration.tablefile import from_toml, to_toml

from referee.evidence.bundle import State, bundle, check
from tests.calibration.test_tablefile import KITCHEN
from tests.evidence.clips import write_fake_clip
from tests.fuzz.howmuch import cases

TABLE = to_toml(KITCHEN)
PLACES = [match.span() for match in re.finditer(r"(?<== )[^\n]+?(?=\s*(#|\n))", TABLE)]
ODD = [
    "nan",
    "inf",
    "-1",
    "9" * 400,
    "1e400",
    '""',
    "true",
    "[]",
    "[[[1]]]",
    "{}",
    '"\\u202e"',
    "1979-05-27",
    "=",
    "\0",
]
ODD += ['"' + "x" * 10_000 + '"', "[" * 2000, '"""', "\ud800", "0x10", "1_0", "[1, 2, 3]", "{a = 1, a = 2}"]


@cases(150)
@given(place=st.sampled_from(PLACES), new=st.one_of(st.sampled_from(ODD), st.text(max_size=20)))
def test_a_value_of_a_table(place: tuple[int, int], new: str) -> None:
    text = TABLE[: place[0]] + new + TABLE[place[1] :]
    with contextlib.suppress(TableFileError):
        table = from_toml(text, "kitchen.toml")
        assert from_toml(to_toml(table), "again.toml").seats == table.seats


@cases(60)
@given(at=st.integers(0, len(TABLE) - 1), length=st.integers(0, 80), new=st.text(max_size=8))
def test_a_piece_of_a_table(at: int, length: int, new: str) -> None:
    with contextlib.suppress(TableFileError):
        from_toml(TABLE[:at] + new + TABLE[at + length :], "kitchen.toml")


def bundled() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        write_fake_clip(Path(folder), "deal-001")
        return bundle(Path(folder), "deal-001", {})


BUNDLE = bundled()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evidence") / "evidence.zip"


def test_the_bundle_as_it_was_is_whole(place: Path) -> None:
    place.write_bytes(BUNDLE)
    assert check(place).state is State.INTACT


@cases(150)
@given(
    at=st.integers(0, len(BUNDLE) - 1),
    flip=st.integers(1, 255),
    cut=st.booleans(),
    more=st.binary(max_size=8),
)
def test_a_changed_bundle_is_never_taken_for_whole(
    place: Path, at: int, flip: int, cut: bool, more: bytes
) -> None:
    changed = bytearray(BUNDLE)
    changed[at] ^= flip
    place.write_bytes(bytes(changed[:at] if cut else changed) + more)
    assert check(place).state is not State.INTACT
