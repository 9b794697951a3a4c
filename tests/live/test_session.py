"""A whole evening over a drawn film: dashboard, camera, detectors, rules, record and clips."""

from __future__ import annotations

import socket
import time
import urllib.request
from pathlib import Path

import pytest
from referee.web.server import PortBusyError

from referee.evidence.again import measure_again
from referee.evidence.clipfile import read_sheet
from referee.evidence.keeping import DAY_S, Keeper
from referee.evidence.settings import Keeping
from referee.live.session import Options, open_page, run_session, unplayed
from referee.live.sources import parse_source
from referee.record.check import check
from referee.record.entry import GameHeader, GameKind, MemoryLog
from referee.record.log import begin
from referee.record.store import Store
from referee.rules.events import GameCreated
from referee.rules.house import House
from referee.service import Table
from tests.evidence.clips import write_fake_clip
from tests.live.columns import ColumnVision, write_table_film

TOUCHES = {seat: [(2.0 + seat / 5, 3.4)] for seat in range(4)}


def evening(tmp_path: Path) -> tuple[Store, Table, Options]:
    store = Store(tmp_path / "data")
    log = begin(store, GameKind.DEMO, time.time())
    names = ("Ada", "Ben", "Cleo", "Dan")
    table = Table(log, time.time, GameCreated(names, House(next_deal_by_itself=True)))
    clips = store.clips(log.header.game)
    keeper = Keeper(store, Keeping(), time.time)
    return store, table, Options(port=0, browser=False, ends=True, clips=clips, keeper=keeper)


def test_an_evening_from_the_first_picture_to_the_clip(tmp_path: Path) -> None:
    store, table, options = evening(tmp_path)
    film = write_table_film(tmp_path / "film.mp4", 5.0, TOUCHES)
    old = tmp_path / "data" / "clips" / "2020-01-01-gone"
    write_fake_clip(old, "deal-001", written_s=time.time() - 15 * DAY_S)
    pages: list[bytes] = []
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if "http://" in line:
            address = line.split()[4]
            with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own page
                pages.append(answer.read())

    run_session(table, parse_source(str(film)), options, say, ColumnVision)
    assert b"DONKEY" in pages[0] or b"Donkey" in pages[0]
    assert [line for line in said if line.startswith("Deal 1:")] == ["Deal 1: Dan takes the D."]
    assert table.state.letters == (0, 0, 0, 1)
    assert options.clips is not None
    endings = ("json", "mov", "mp4", "png", "strips.png", "tiles.jpg")
    assert sorted(path.name for path in options.clips.iterdir()) == [f"deal-001.{end}" for end in endings]
    assert not old.exists()
    assert check(tmp_path / "data").faults == ()
    # Measured while it was captured, in portions and by several processes: the clip gives the very same.
    packets = options.clips / "deal-001.mov"
    assert measure_again(packets, read_sheet(packets.with_suffix(".json")), ColumnVision).record["same"]
    kinds = [entry.event["event"] for entry in store.entries(table.game)]
    assert kinds == ["game-created", "dealer-drawn", "deal-started", "verdict-given"]
    assert store.games(GameKind.REAL) == []


@pytest.mark.parametrize("by_itself", [False, True])
def test_a_film_without_a_deal_says_why_and_what_to_do(tmp_path: Path, by_itself: bool) -> None:
    log = MemoryLog(GameHeader("g", GameKind.REAL, 0.0, "1"))
    house = House(next_deal_by_itself=by_itself)
    table = Table(log, time.time, GameCreated(("Ada", "Ben", "Cleo", "Dan"), house))
    film = tmp_path / "our evening.mp4"
    film.touch()
    said = unplayed(table, parse_source(str(film)))
    assert said.startswith("No deal was refereed")
    assert ("check-table" in said) == by_itself
    assert (f"referee play --new --by-itself --source '{film}'" in said) != by_itself


def test_a_busy_port_is_said_in_words_before_anything_starts(tmp_path: Path) -> None:
    _, table, options = evening(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        busy = Options(port=taken.getsockname()[1], browser=False, ends=True, clips=options.clips)
        with pytest.raises(PortBusyError, match="in use"):
            run_session(table, parse_source("0"), busy, lambda _line: None, ColumnVision)


def test_without_a_screen_no_browser_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("webbrowser.open", lambda _url: pytest.fail("opened a browser"))
    assert not open_page("http://127.0.0.1:8000/")
