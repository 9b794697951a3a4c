from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from referee.record.entry import PROGRAM, GameKind
from referee.record.log import begin
from referee.record.store import FILE, Store
from referee.rules.events import DealerDrawn, DealStarted, GameCreated, VerdictGiven
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.service import Table
from tests.record.games import Clock, run, stored


def test_games_are_listed_without_demonstrations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    going = stored(tmp_path, 20, seed=1).header.game
    over = stored(tmp_path, 10_000, seed=2).header.game
    demo = stored(tmp_path, 5, seed=3, kind=GameKind.DEMO).header.game
    assert run("games", data=tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [going, over]
    assert lines[0].endswith("not finished")
    assert "won by" in lines[1]
    assert run("games", "--all", "--json", data=tmp_path) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["game"] for game in games] == [going, over, demo]
    assert len(games[1]["winners"]) == 2


def test_a_deal_without_a_verdict_is_said_in_the_list_and_in_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    log = begin(store, GameKind.REAL, 0.0)
    table = Table(log, Clock(), GameCreated(("Ann", "Ben", "Cem", "Dana")))
    table.apply(DealerDrawn(1), PROGRAM)
    for verdict in (Outcome(Verdict.LETTER, Reason.DID_NOT_COPY, 3, (0,), (0, 1, 2)), None):
        table.apply(DealStarted(), PROGRAM)
        if verdict is not None:
            table.apply(VerdictGiven(verdict), PROGRAM)
    store.close()
    assert run("games", data=tmp_path) == 0
    assert "; 2 deals (the last without a verdict yet), not finished" in capsys.readouterr().out
    assert run("show", "last", data=tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "Deal 2 has begun and has no verdict yet."
    assert "    Dana                 not by then" in lines


def test_no_games_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", data=tmp_path / "new") == 0
    assert "There are no games" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_a_time_that_no_clock_shows_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(tmp_path, 5)
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("DROP TRIGGER games_never_change")
        db.execute("UPDATE games SET started_s = 1e300")
    assert run("games", data=tmp_path) == 0
    assert "is damaged" in capsys.readouterr().out
