"""The commands over the record: games, show, export, delete, check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli import main
from referee.record.claim import claim
from referee.record.entry import PROGRAM, GameKind
from referee.record.log import begin
from referee.record.store import FILE, Store
from referee.rules.events import GameCreated, PlayerRenamed
from referee.service import Table
from tests.record.games import Clock, stored


def run(*words: str, data: Path) -> int:
    return main([*words, "--data", str(data)])


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
        assert "Ann?[2J" in text


def test_a_game_is_exported_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = begin(Store(tmp_path / "data"), GameKind.REAL, 0.0)
    table = Table(log, Clock(), GameCreated(("<script>alert(1)</script>", "Ben & Co", "Цем", "Dana")))
    table.apply(PlayerRenamed(3, 'D"ana'), PROGRAM)
    game = log.header.game
    assert run("export", "last", "--out", str(tmp_path / "out"), data=tmp_path / "data") == 0
    assert capsys.readouterr().out.splitlines() == [
        str(tmp_path / "out" / f"{game}.json"),
        str(tmp_path / "out" / f"{game}.html"),
    ]
    content = json.loads((tmp_path / "out" / f"{game}.json").read_text(encoding="utf-8"))
    assert content["format"] == "donkey-referee-game"
    assert content["events"] == [json.loads(json.dumps(entry.to_dict())) for entry in log.entries]
    link = log.header.digest()
    for entry in log.entries:
        link = entry.digest(link)
    assert content["tip"] == link
    page = (tmp_path / "out" / f"{game}.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "Ben &amp; Co" in page
    assert "Цем" in page
    assert "http" not in page.replace("http-equiv", "")


def test_an_exported_page_shows_verdicts_and_rulings(tmp_path: Path) -> None:
    stored(tmp_path, 10_000, seed=4)
    assert run("export", "last", "--out", str(tmp_path / "out"), data=tmp_path) == 0
    (page,) = (tmp_path / "out").glob("*.html")
    text = page.read_text(encoding="utf-8")
    assert "Winners:" in text
    assert "ruled: letter to" in text
    assert "touched last" in text


def test_an_export_that_cannot_be_written_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored(tmp_path, 5)
    (tmp_path / "file").write_text("")
    assert run("export", "last", "--out", str(tmp_path / "file"), data=tmp_path) == 2
    assert "cannot be written" in capsys.readouterr().err


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


def test_check_says_what_is_wrong_by_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", data=tmp_path) == 2
    stored(tmp_path, 5)
    assert run("check", data=tmp_path) == 0
    assert "1 games with 5 events" in capsys.readouterr().out
    (tmp_path / FILE).write_bytes(b"nonsense" * 1000)
    assert run("check", data=tmp_path) == 1
    assert "the file is damaged" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_a_game_that_does_not_exist(tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):  # without a record, then with one
        assert run(command, "nobody", *(["--yes"] if command == "delete" else []), data=tmp_path) == 2
        assert capsys.readouterr().err.startswith("referee: ")
        stored(tmp_path, 3)
