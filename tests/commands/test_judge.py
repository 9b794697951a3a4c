"""What ``referee judge`` takes and says; what it sees is tested with films in tests/test_judge.py."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from referee.calibration.tablefile import TableFile, path_of, save

import referee.judge
from referee.cli import main
from referee.film import FilmError
from referee.judge import Judgement, NobodyError, Options
from referee.observation import Hand, Instant, SeatView, Touch, TouchKind
from referee.rules.ranking import judge_recording
from referee.timing.camera import UNMEASURED, CameraTiming
from referee.vision.patch import Box

CONTACTS_S = (2.0, 2.3, 2.4, 2.6)


def view(seat: int, time_s: float | None) -> SeatView:
    contact = None if time_s is None else Instant(time_s, time_s - 0.008, time_s + 0.008, 0.004)
    return SeatView(seat, (Touch(seat, TouchKind.HELD, contact, Hand.RIGHT, 3.5),))


def judgement(options: Options, *contacts_s: float | None, partial: bool = False) -> Judgement:
    views = tuple(view(seat, time_s) for seat, time_s in enumerate(contacts_s))
    return Judgement(
        clip="round.mp4",
        frames=151,
        duration_s=5.0,
        partial=partial,
        boxes=tuple(Box(100.0 * seat, 80.0, 50.0) for seat in range(len(views))),
        views=views,
        outcomes=judge_recording(views, options.house, end_s=5.0, quartet=options.quartet),
    )


class Judge:
    """Stands in for the eyes: gives a known recording and remembers how it was asked."""

    def __init__(self) -> None:
        self.contacts_s: tuple[float | None, ...] = CONTACTS_S
        self.partial = False
        self.options = Options()

    def __call__(
        self, path: Path, options: Options, progress: Callable[[int, int], None] | None = None
    ) -> Judgement:
        self.options = options
        if progress:
            progress(1, 0)
            progress(151, 151)
        return replace(judgement(options, *self.contacts_s, partial=self.partial), clip=path.name)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    fake = Judge()
    monkeypatch.setattr(referee.judge, "judge_film", fake)
    return fake


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["judge", "round.mp4", "--json", *words]) == 0
    return dict(json.loads(capsys.readouterr().out))


def test_words_for_people(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "round.mp4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("round.mp4: 4 people, 151 frames, 5.0 s at 30.0 frames a second.")
    assert lines[1] == "  Seat 0: held nose touch at 2.000 s ± 8 ms, until 3.50 s (right hand)"
    assert len(lines) == 6
    assert lines[5].startswith("Deal 1: ")
    assert "Seat 3" in lines[5]


def test_words_when_there_is_little_to_say(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    judge.contacts_s = (None,)
    assert main(["judge", "round.mp4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("round.mp4: 1 person,")
    assert "from the first frame on" in lines[1]
    assert lines[2].startswith("No verdict: three or four take part in a deal, and here are 1")
    judge.contacts_s = ()
    assert main(["judge", "round.mp4"]) == 0
    assert "Nobody touches a nose." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_file_without_a_name_is_a_folder(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", name]) == 2
    assert f"{name or '.'} is a folder" in capsys.readouterr().err


def test_a_clip_without_a_sheet_that_can_be_read_is_not_judged_without_a_word(
    judge: Judge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for sheet in (None, b"", b"\xff", b"{}"):
        if sheet is not None:
            (tmp_path / "deal-001.json").write_bytes(sheet)
        assert main(["judge", str(tmp_path / "deal-001.mov")]) == 0
        said = capsys.readouterr()
        assert "(deal-001.json) is missing or cannot be read: judged like any film" in said.err
        assert "Deal 1: " in said.out
    for others in (["film.mov"], ["deal-001.mp4"], ["deal-001.mov", "--seats", "4"]):
        assert main(["judge", str(tmp_path / others[0]), *others[1:]]) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_too_few_or_too_many_have_touches_and_no_deal(
    judge: Judge, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    judge.contacts_s = tuple(2.0 + seat / 10 for seat in range(count))
    found = asked(capsys)
    assert len(found["touches"]) == count
    assert found["deals"] == []


def test_defaults(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys)
    assert judge.options == Options(camera=UNMEASURED)
    assert (found["deals"][0]["verdict"], found["deals"][0]["seat"]) == ("letter", 3)


def test_options_reach_the_judge(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    asked(capsys, "--seats", "5", "--out", "0, 4", "--hold", "0.5", "--readout", "20")
    asked_for = judge.options
    assert (asked_for.seats, tuple(asked_for.out), asked_for.house.hold_s) == (5, (0, 4), 0.5)
    assert asked_for.camera.readout_s == pytest.approx(0.02)


def test_no_quartet_gives_the_initiator_the_letter(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    (deal,) = asked(capsys, "--quartet", "no")["deals"]
    assert (deal["verdict"], deal["seat"], deal["reason"]) == ("letter", 0, "false-signal")
    (deal,) = asked(capsys, "--quartet", "yes")["deals"]
    assert deal["seat"] == 3


def test_a_tie_window_makes_a_redeal(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    (deal,) = asked(capsys, "--tie-window", "0.25")["deals"]
    assert (deal["verdict"], deal["seat"], deal["reason"]) == ("redeal", None, "tie")


def test_a_tie_limit_makes_a_redeal(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    judge.contacts_s = (2.0, 2.3, 2.4, 2.412)
    (deal,) = asked(capsys, "--tie-limit", "0.1")["deals"]
    assert deal["verdict"] == "letter"
    assert 0.001 < deal["p_reversed"] < 0.1
    (deal,) = asked(capsys, "--tie-limit", "0.001")["deals"]
    assert deal["verdict"] == "redeal"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answers", "seat"), [("y\n", 3), ("no\n", 0), ("perhaps\n\nN\n", 0), ("  YES \n", 3)]
)
def test_asking_on_a_terminal(
    judge: Judge,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    answers: str,
    seat: int,
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answers))
    assert main(["judge", "round.mp4", "--json", "--quartet", "ask"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["deals"][0]["seat"] == seat, "the question does not stand in the JSON"
    assert "Deal 1: did seat 0 show four of a kind? [y/n]" in output.err


def test_asking_without_an_answer(
    judge: Judge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    assert main(["judge", "round.mp4", "--quartet", "ask"]) == 2
    assert "say --quartet yes or no" in capsys.readouterr().err


def test_asking_without_a_terminal(
    judge: Judge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert main(["judge", "round.mp4", "--quartet", "ask"]) == 2
    assert capsys.readouterr().err == (
        "referee: --quartet ask needs a terminal to ask on: say --quartet yes or no.\n"
    )


def test_a_film_that_breaks_off(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    judge.partial = True
    assert main(["judge", "round.mp4", "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["partial"] is True
    assert "round.mp4 breaks off or is damaged: judged as far as it goes." in output.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "0"], "--seats: a whole number from 1 to 8, not '0'"),
        (["--seats", "9"], "--seats: a whole number from 1 to 8, not '9'"),
        (["--seats", "four"], "--seats: a whole number from 1 to 8, not 'four'"),
        (["--seats", "²"], "--seats: a whole number from 1 to 8, not '²'"),
        (["--out", "x"], "--out: numbers of seats with commas between them, like 0,3, not 'x'"),
        (["--out", ""], "--out: numbers of seats with commas between them, like 0,3, not ''"),
        (["--out", "1,"], "--out: numbers of seats with commas between them, like 0,3, not '1,'"),
        (["--hold", "-1"], "--hold: a number from 0.1 to 2 (seconds), not '-1'"),
        (["--hold", "nan"], "--hold: a number from 0.1 to 2 (seconds), not 'nan'"),
        (["--hold", "long"], "--hold: a number from 0.1 to 2 (seconds), not 'long'"),
        (["--tie-limit", "0.6"], "--tie-limit: a number from 0 to 0.5 (chance), not '0.6'"),
        (["--tie-window", "inf"], "--tie-window: a number from 0 to 1 (seconds), not 'inf'"),
        (["--readout", "-5"], "--readout: a number from 0 to 200 (milliseconds), not '-5'"),
        (["--quartet", "maybe"], "--quartet: invalid choice: 'maybe'"),
    ],
)
def test_options_that_mean_nothing(
    judge: Judge, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["judge", "round.mp4", *words])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert said in error
    assert "_" not in error.splitlines()[-1], "no name of a function stands in the message"


@pytest.mark.parametrize("error", [FilmError("no film"), NobodyError("nobody")])
def test_what_cannot_be_judged_is_said(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(referee.judge, "judge_film", refuse)
    assert main(["judge", "round.mp4", "--json"]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"referee: {error}\n")


def test_a_name_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(tmp_path / "a\x1b[2J.mp4")]) == 2
    error = capsys.readouterr().err
    assert "\x1b" not in error
    assert "a?[2J.mp4" in error


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "notes.txt").write_text("K K K Q\n")
    (tmp_path / "empty.mp4").touch()
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((1, 1, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((480, 640, 3), 120, np.uint8))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.mp4", "There is no file missing.mp4"),
        (".", "is a folder"),
        ("notes.txt", "no film or picture"),
        ("empty.mp4", "no film or picture"),
        ("dot.png", "Nobody's face was found in dot.png"),
        ("wall.png", "Nobody's face was found in wall.png"),
    ],
)
def test_files_that_show_nobody(
    files: Path, name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", str(files / name), "--json"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert said in output.err
    assert output.err.count("\n") == 1


def test_a_reader_who_goes_away(tmp_path: Path) -> None:
    """Stands for ``referee judge FILE | head -1`` with a long result."""
    code = (
        "import sys; from pathlib import Path; import referee.judge; from referee.cli import main;"
        "from tests.commands.test_judge import Judge; judge = Judge();"
        "judge.contacts_s = tuple(2 + seat / 1000 for seat in range(4000)); referee.judge.judge_film = judge;"
        "sys.exit(main(['judge', 'round.mp4', '--json']))"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(root)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_a_table_that_was_measured_lends_its_timing(
    judge: Judge, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    timing = CameraTiming(0.026, 0.0005, 0.008, 0.001)
    save(TableFile("kitchen", "0", 1280, 720, (), timing), path_of(tmp_path, "kitchen"))
    asked(capsys, "--table", "kitchen", "--data", str(tmp_path))
    assert judge.options.camera == timing
    assert main(["judge", "x.mp4", "--table", "nowhere", "--data", str(tmp_path)]) == 2
    assert "check-table" in capsys.readouterr().err
