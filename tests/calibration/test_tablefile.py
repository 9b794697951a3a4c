from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from referee.calibration.errors import TableFileError
from referee.calibration.tablefile import (
    SavedSeat,
    TableFile,
    from_toml,
    load,
    path_of,
    save,
    timing_at,
    to_toml,
)

from referee.observation import Hand
from referee.timing.camera import UNMEASURED, CameraTiming, Lens
from referee.vision.patch import Box

KITCHEN = TableFile(
    "kitchen",
    "0",
    1280,
    720,
    (
        SavedSeat(0, Box(150.5, 270.0, 96.5), Hand.RIGHT, (0.01, 0.03)),
        SavedSeat(1, Box(480.0, 290.0, 80.0)),
    ),
    CameraTiming(0.026, 0.0005, 0.008, 0.001),
    Lens(1280, 720, 770.5, 771.25, 640.0, 355.5, -0.281234, 0.07, 0.0001, -0.0002, 0.173),
)
TEXT = to_toml(KITCHEN)


def test_a_table_comes_back_as_it_was(tmp_path: Path):
    path = path_of(tmp_path, "kitchen")
    save(KITCHEN, path)
    assert load(path) == KITCHEN
    assert [file.name for file in path.parent.iterdir()] == ["kitchen.toml"]
    assert timing_at(tmp_path, "kitchen") == replace(KITCHEN.timing, lens=KITCHEN.lens)
    assert load(path_of(tmp_path / "elsewhere", str(path))) == KITCHEN  # a file may be named, too


def test_a_table_whose_camera_was_not_measured(tmp_path: Path):
    bare = TableFile("hut", "http://phone/video", 640, 480, ())
    save(bare, path_of(tmp_path, "hut"))
    assert load(path_of(tmp_path, "hut")) == bare
    assert timing_at(tmp_path, "hut") == UNMEASURED


@given(some.text(max_size=40), some.text(max_size=80).map(lambda text: f"{text}0"))
def test_names_of_any_letters_are_written_so_that_they_can_be_read(name: str, source: str):
    again = from_toml(to_toml(TableFile(name, source, 1280, 720, ())), "x.toml")
    assert again.name == "".join(c for c in name if c.isprintable())


def line_of(text: str, wanted: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(wanted))


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("version = 1", "version = 2", "version", "version 1"),
        ("width = 1280", "width = 'wide'", "width", "a whole number"),
        ("k1 = -0.281234", "k1 = 10", "k1 = 10", "no lens bends like this"),
        ("k1 = -0.281234", "k1 = -1.9", "k1 = -1.9", "no lens bends like this"),
        ("error = 0.173", "error = 40.0", "error = 40", "a number from 0 to 1.5"),
        ("x = 480.0", "x = 160.0", "x = 160", "somebody sits there already"),
        ('source = "0"', 'source = " "', "source", "as --source takes it"),
        ('source = "0"', 'source = "\\u001b[31m"', "source", "as --source takes it"),
        ("width = 1280", f"width = 0x{'f' * 5000}", "width", "a number without an end"),
        ("width = 1280", f"width = {'9' * 4000}", "width", "9…"),
        ("size = 96.5", "size = -3", "size = -3", "a number from 8"),
        ("x = 150.5", "x = 9000.0", "x = 9000", "a number from 0 to 1280"),
        ('hand = "right"', 'hand = "both"', "hand", '"left" or "right"'),
        ("rest = [0.010, 0.030]", "rest = [0.010]", "rest", "two numbers"),
        ("number = 1", "number = 0", None, "is there already"),
        ("readout = 26.00", "readout = true", "readout = true", "a number from -200"),
        ("jitter = 1.00", "jiter = 1.00", "jiter", "no 'jiter' here"),
        ("k1 = -0.281234", "k1 = -28", "k1", "a number from -10 to 10"),
        ("fx = 770.50", "fx = 0", "fx", "a number from 128 to 128000"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: str | None, says: str):
    assert old in TEXT
    text = TEXT.replace(old, new)
    number = TEXT.splitlines().index(next(each for each in TEXT.splitlines() if each.startswith(old))) + 1
    if line is not None:
        assert line_of(text, line) == number
    with pytest.raises(TableFileError, match=re.escape(says)) as error:
        from_toml(text, "kitchen.toml")
    assert f"kitchen.toml, line {number}:" in str(error.value)


def test_a_line_that_is_missing_is_named_with_its_part():
    text = TEXT.replace("size = 80.0\n", "")
    with pytest.raises(TableFileError, match="size: is missing") as error:
        from_toml(text, "kitchen.toml")
    second = [n for n, line in enumerate(text.splitlines(), 1) if line == "[[seat]]"][1]
    assert f"line {second}:" in str(error.value)


def test_a_slip_in_the_form_has_its_line_too():
    with pytest.raises(TableFileError, match="line 3"):
        from_toml(TEXT.replace('name = "kitchen"', 'name = "kitchen'), "kitchen.toml")


def test_a_table_that_is_not_there(tmp_path: Path):
    with pytest.raises(TableFileError, match="check-table"):
        load(path_of(tmp_path, "attic"))


@pytest.mark.parametrize("name", ["../x", "", "a/b", "a" * 50])
def test_names_that_are_no_files_are_refused(tmp_path: Path, name: str):
    with pytest.raises(TableFileError, match="letters"):
        path_of(tmp_path, name)


def test_what_is_no_short_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    with (tmp_path / "long.toml").open("wb") as file:
        file.truncate(10**10)
    for name in ("pipe", "zero", "long", "nothing"):
        says = "no text file" if name != "nothing" else f"make it with referee check-table --table {name}$"
        with pytest.raises(TableFileError, match=says):
            load(tmp_path / f"{name}.toml")


def test_messages_fit_into_a_terminal():
    for bad in (
        TEXT.replace("width", "w" * 100_000, 1),
        TEXT.replace("1280", "9" * 4000, 1),
        TEXT + "\x1b[31m",
    ):
        with pytest.raises(TableFileError) as refused:
            from_toml(bad, "x.toml")
        assert len(str(refused.value)) < 250
        assert str(refused.value).isprintable()


def test_what_some_editors_write_first_does_no_harm(tmp_path: Path):
    path = tmp_path / "x.toml"
    path.write_text(TEXT, encoding="utf-8-sig")
    assert load(path) == KITCHEN


def test_what_is_there_and_cannot_be_read_is_not_called_missing(tmp_path: Path):
    (tmp_path / "dir.toml").mkdir()
    with pytest.raises(TableFileError, match="no text file"):
        load(tmp_path / "dir.toml")
