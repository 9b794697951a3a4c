"""A stored clip measured again gives the record's verdict, to the last digit; what does not is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import referee.evidence.again
from referee.cli import main
from referee.evidence import clipfile
from referee.evidence.again import Again, measure_again
from referee.evidence.clipfile import ClipError, read_sheet
from referee.service import Table
from tests.evidence.measured import clip_of, measured_table
from tests.live.columns import ColumnVision, write_table_film

TOUCHES = {0: [(1.0, 2.6)], 1: [(1.3, 2.6)], 2: [(1.2, 2.6)], 3: [(1.6, 2.6)]}


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """The clip of a drawn deal: Zoë was last."""
    film = write_table_film(tmp_path / "film.mp4", 3.0, TOUCHES)
    return clip_of(measured_table(film, tmp_path / "data", ColumnVision), tmp_path / "data")


def again(film: Path, **changes: object) -> Again:
    sheet = read_sheet(film.with_suffix(".json"))
    return measure_again(film, sheet | changes, ColumnVision)


def test_the_same_comes_out_again(drawn: Path) -> None:
    found = again(drawn)
    assert found.record["same"]
    assert found.record["whole"]
    told = found.to_dict()
    assert told["deals"][0]["order"] == [0, 2, 1, 3]
    assert told["deals"][0]["seat"] == 3
    assert [one["seat"] for one in told["seats"]] == [0, 1, 2, 3]
    assert told["touches"][0]["contact_s"] == pytest.approx(1.0, abs=0.05)
    assert found.names[3] == "Zoë"


def test_what_is_not_as_in_the_record_is_said(drawn: Path) -> None:
    sheet = read_sheet(drawn.with_suffix(".json"))
    measurement = sheet["measurement"]
    measurement["views"][1]["touches"][0]["contact"]["time_s"] += 0.002
    assert again(drawn, measurement=measurement).record["differs"] == ["instants, by 2.000 ms at most"]
    measurement["settings"]["tie_window_s"] = 1.0
    differs = again(drawn, measurement=measurement).record["differs"]
    assert differs[0] == "the verdict: redeal (tie), and the record has letter (last-to-copy)"


@pytest.mark.parametrize(
    "changes",
    [
        {"measurement": {}},
        {"file_starts_us": None},
        {"names": []},
        {"measurement": {"measuring": {"shares": "x"}}},
    ],
)
def test_a_sheet_that_lacks_something_is_refused_in_words(drawn: Path, changes: dict[str, object]) -> None:
    with pytest.raises(ClipError, match="lacks what is needed"):
        again(drawn, **changes)


@pytest.mark.parametrize(
    "change",
    [
        lambda sheet, _how: sheet.update(file_starts_us=10**400),
        lambda sheet, _how: sheet.update(file_starts_us=1e308),
        lambda sheet, _how: sheet.update(names={"x": 1}),
        lambda sheet, _how: sheet.update(outcome=float("nan")),
        lambda _sheet, how: how.update(shares=10**9),
        lambda _sheet, how: how.update(shares=0),
        lambda _sheet, how: how.update(end_s=-1e308),
        lambda _sheet, how: how.update(uncertainty_s=float("inf")),
        lambda _sheet, how: how["measure"]["seats"][0].update(face_box=[1]),
        lambda _sheet, how: how["measure"]["seats"][0].update(face_box=[0, 0, 1e9, 1e9]),
        lambda _sheet, how: how["measure"]["seats"][0].update(face_box=[0, 0, 9e3, 9e3]),
        lambda _sheet, how: how["measure"].update(seats=how["measure"]["seats"] * 100),
        lambda _sheet, how: how["measure"].update(hold_s=10**400),
    ],
)
def test_a_sheet_that_says_the_impossible_is_refused(
    drawn: Path, change: Callable[[dict[str, Any], dict[str, Any]], None]
) -> None:
    sheet = read_sheet(drawn.with_suffix(".json"))
    change(sheet, sheet["measurement"]["measuring"])
    with pytest.raises(ClipError, match="lacks what is needed"):
        measure_again(drawn, sheet, ColumnVision)


def test_another_film_under_the_same_name_is_refused(drawn: Path) -> None:
    with pytest.raises(ClipError, match="shows nothing of what was measured"):
        again(drawn, file_starts_us=10**9)
    drawn.write_bytes(b"no film")
    with pytest.raises(ClipError, match="cannot be read as a film"):
        again(drawn)


def test_judge_knows_a_clip_by_what_lies_beside_it(
    drawn: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        referee.evidence.again, "measure_again", lambda film, sheet, **_more: again(film, **sheet)
    )
    assert main(["judge", str(drawn)]) == 0
    said = capsys.readouterr().out
    assert "Zoë takes a letter" in said
    assert "Everything is as in the record, to the last digit." in said
    assert main(["judge", str(drawn), "--quartet", "no", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["deals"][0]["reason"], told["deals"][0]["seat"]) == ("false-signal", 0)
    assert told["record"]["same"]
    sheet = drawn.with_suffix(".json")
    sheet.write_text(sheet.read_text().replace('"whole": true', '"whole": false'))
    assert main(["judge", str(drawn)]) == 0
    assert "deal-001.json was changed since" in capsys.readouterr().err


def test_other_films_are_judged_like_any(tmp_path: Path) -> None:
    film = tmp_path / "film.mov"
    film.write_bytes(b"")
    assert clipfile.sheet_beside(film) is None
    for beside in ("{}", "[1, 2", '{"scene": "tie-01"}', '{"format": "donkey-referee-game"}'):
        film.with_suffix(".json").write_text(beside)
        assert clipfile.sheet_beside(film) is None
    film.with_suffix(".json").write_text('{"format": "donkey-referee-clip", "version": 9}')
    assert clipfile.sheet_beside(film) is not None
    assert main(["judge", str(film)]) == 2


def test_the_real_stopwatch_gives_the_same_to_the_last_digit(tie_game: tuple[Table, Path]) -> None:
    film = clip_of(*tie_game)
    found = measure_again(film, read_sheet(film.with_suffix(".json")))
    assert found.record["differs"] == []
    assert found.judgement.outcomes[0].reason.value == "tie"
