from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.claim import claim
from referee.record.store import Store
from tests.record.games import run, stored


def test_deleting_asks_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = stored(tmp_path, 5).header.game
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert run("delete", game, data=tmp_path) == 2
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: "n")
    assert run("delete", game, data=tmp_path) == 0
    assert len(Store(tmp_path).games()) == 1
    monkeypatch.setattr("builtins.input", lambda _question: "y")
    assert run("delete", game, data=tmp_path) == 0
    assert Store(tmp_path).games() == []
    assert f"Game {game} is deleted." in capsys.readouterr().out
    assert run("delete", "another", "--yes", data=tmp_path) == 2


def test_nothing_is_deleted_under_a_running_referee(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored(tmp_path, 5)
    with claim(tmp_path):
        assert run("delete", "last", "--yes", data=tmp_path) == 2
    assert "another referee is running" in capsys.readouterr().err
    assert len(Store(tmp_path).games()) == 1
