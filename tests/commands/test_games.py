from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.record.entry import GameKind
from tests.record.games import run, stored


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


def test_no_games_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games", data=tmp_path / "new") == 0
    assert "There are no games" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
