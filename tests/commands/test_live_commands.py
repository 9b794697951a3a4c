"""``play``, ``demo`` and ``cameras``: what they say when something is not as it should be."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest

from referee.cli import main
from referee.commands import cameras as cameras_command
from referee.commands import play
from referee.live import cameras as live_cameras
from referee.live.cameras import Camera
from referee.live.errors import SourceError
from referee.live.v4l2 import Mode
from referee.record.claim import claim
from referee.record.entry import GameKind
from referee.record.log import begin
from referee.record.store import Store
from referee.rules.events import GameCreated
from referee.service import Table

CAMERA = Camera(
    "/dev/video0", "HD Webcam", (Mode("yuyv422", 1280, 720, 10.0), Mode("mjpeg", 1280, 720, 60.0))
)


def test_cameras_lists_modes_and_marks_the_one_that_would_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(live_cameras, "cameras", lambda: (CAMERA,))
    assert main(["cameras"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "0: HD Webcam (/dev/video0)"
    assert "would be used" not in lines[1]
    assert "would be used" in lines[2]
    assert main(["cameras", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["chosen"]["fps"] == 60.0


def test_no_camera_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(live_cameras, "cameras", lambda: ())
    assert main(["cameras"]) == 0
    assert "Plug one in, or use a phone" in capsys.readouterr().out
    with pytest.raises(SourceError, match="plug one in, or use a phone: --source http"):
        live_cameras.find("0", ())
    assert "would be used" in cameras_command._describe(0, Camera("x", "Stick"))


def test_play_with_a_film_that_is_not_there_ends_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--source", str(tmp_path / "no.mp4"), "--data", str(tmp_path)]) == 2
    assert "There is no film" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_second_referee_on_the_same_games_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with claim(tmp_path):
        assert main(["play", "--data", str(tmp_path)]) == 2
    assert "another referee is running" in capsys.readouterr().err


def test_a_camera_that_was_named_and_is_not_there_begins_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(live_cameras, "cameras", lambda: (CAMERA,))
    for named in ("99", "Telescope", "/dev/video7"):
        assert main(["play", "--source", named, "--data", str(tmp_path)]) == 2
        assert f"There is no camera {named}. There are 0: HD Webcam" in capsys.readouterr().err
    assert main(["play", "--source", "", "--data", str(tmp_path)]) == 2
    assert "has no name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_demo_on_a_busy_port_ends_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["demo", "--port", port, "--no-browser", "--data", str(tmp_path)]) == 2
    assert "in use" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["65536", "-1", "9" * 400, "http"])
@pytest.mark.parametrize("command", ["play", "demo"])
def test_a_port_that_is_none_is_refused(command: str, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as found:
        main([command, f"--port={port}"])
    assert found.value.code == 2
    assert "a whole number up to 65535" in capsys.readouterr().err


def arguments(**given: object) -> object:
    from argparse import Namespace  # noqa: PLC0415 - only here

    return Namespace(**({"new": False, "names": [], "by_itself": False} | given))


def test_play_goes_on_with_the_unfinished_game_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    names = ("Ada", "Ben", "Cleo", "Dan")
    game = Table(begin(store, GameKind.REAL, time.time()), time.time, GameCreated(names)).game
    demo = Table(begin(store, GameKind.DEMO, time.time()), time.time, GameCreated(names)).game
    assert play._table(arguments(), store).game == game  # type: ignore[arg-type]
    assert "Going on with game" in capsys.readouterr().out
    fresh = play._table(arguments(new=True), store)  # type: ignore[arg-type]
    assert fresh.game not in (game, demo)
    assert fresh.state.names == play.NAMES
    named = play._table(arguments(names=["Eva", "Fil", "Gil", "Hal"], by_itself=True), store)  # type: ignore[arg-type]
    assert named.state.names[0] == "Eva"
    assert named.state.house.next_deal_by_itself
