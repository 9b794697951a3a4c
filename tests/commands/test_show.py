from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.entry import GameKind
from referee.record.log import begin
from referee.record.store import Store
from referee.rules.events import GameCreated
from referee.service import Table
from tests.record.games import Clock, run, stored


def test_a_game_is_shown_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored(tmp_path, 10_000, seed=1)
    assert run("show", "last", data=tmp_path) == 0
    text = capsys.readouterr().out
    assert "have won together" in text
    assert "Deal 1 (" in text
    assert " ms (" in text
    assert run("show", "last", "--events", data=tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "A new game: Ann, Ben, Cem and Dana." in lines[0]


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = begin(Store(tmp_path), GameKind.REAL, 0.0)
    Table(log, Clock(), GameCreated(("Ann\x1b[2J", "Ben", "Cem", "Dana")))
    for words in (["games"], ["show", "last"], ["show", "last", "--events"]):
        assert run(*words, data=tmp_path) == 0
        text = capsys.readouterr().out
        assert "\x1b" not in text
        assert "Ann [2J" in text.replace("?", " ")  # the log keeps what was said, the game a clean name


def test_after_a_demonstration_alone_the_last_game_is_none_and_it_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo = stored(tmp_path, 30, kind=GameKind.DEMO).header.game
    assert run("show", "last", data=tmp_path) != 0
    assert f"no game of your own yet; the newest demonstration is `{demo}`" in capsys.readouterr().err
    assert run("show", demo, data=tmp_path) == 0


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_a_game_that_does_not_exist(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # without a record, then with one
        assert run(command, "nobody", *(["--yes"] if command == "delete" else []), data=tmp_path) == 2
        said = capsys.readouterr().err
        assert said.startswith("referee: ")
        stored(tmp_path, 3)
    assert f"`referee games --data {tmp_path}` lists them" in said
