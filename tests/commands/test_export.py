from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.record.entry import PROGRAM, GameKind
from referee.record.log import begin
from referee.record.store import Store
from referee.rules.events import GameCreated, PlayerRenamed
from referee.service import Table
from tests.record.games import Clock, run, stored


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
