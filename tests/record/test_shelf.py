"""A second game at the same table, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.entry import PROGRAM, REFEREE, GameKind
from referee.record.errors import NoSuchGameError, RecordUnusableError
from referee.record.log import begin, latest_unfinished
from referee.record.shelf import GameShelf
from referee.record.store import Store
from referee.rules.errors import NotNowError
from referee.rules.events import DealerDrawn, DealStarted, SeatsSwapped
from referee.rules.state import Phase
from referee.service import Table
from tests.record.games import Clock, play, stored, table_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def table(store: Store) -> Table:
    clock = Clock()
    log = begin(store, GameKind.REAL, clock())
    table = table_of(log, clock)
    play(table, log, 12)
    table.shelf = GameShelf(store, GameKind.REAL, clock)
    return table


def test_the_same_people_play_again_as_they_sit_now(table: Table, store: Store) -> None:
    table.apply(SeatsSwapped(0, 2), REFEREE)
    before, version = table.state, table.version
    table.new_game(REFEREE)
    assert table.state.names == tuple(before.names[player] for player in before.chairs)
    assert table.state.house == before.house
    assert table.state.phase is Phase.DRAW
    assert table.version > version
    assert table.seating == 1
    assert len(store.games()) == 2
    assert [game.events for game in store.games()] == [13, 1]


def test_a_new_game_is_taken_back_until_somebody_has_played(table: Table, store: Store) -> None:
    game, before = table.game, table.state
    table.new_game(REFEREE)
    table.apply(DealerDrawn(1), PROGRAM)
    assert table.can_go_back
    table.go_back()
    assert (table.game, table.state) == (game, before)
    assert not table.can_go_back
    assert [one.header.game for one in store.games()] == [game]
    found = latest_unfinished(store)
    assert found is not None
    assert found.header.game == game
    with pytest.raises(NotNowError):
        table.go_back()


def test_a_game_under_way_is_not_taken_back(table: Table) -> None:
    table.new_game(REFEREE)
    table.apply(DealerDrawn(1), PROGRAM)
    table.apply(DealStarted(), REFEREE)
    assert not table.can_go_back
    with pytest.raises(NotNowError):
        table.go_back()


def test_without_a_shelf_there_is_one_game(table: Table) -> None:
    table.shelf = None
    with pytest.raises(NotNowError, match="start the referee anew"):
        table.new_game(REFEREE)


def test_what_the_disk_lacks_of_the_game_before_is_written_later(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = store.append
    clock = table._now

    def full(*_: object) -> None:
        raise RecordUnusableError("the disk is full")

    monkeypatch.setattr(store, "append", full)
    first = table.game
    table.apply(SeatsSwapped(0, 2), REFEREE)
    table.new_game(REFEREE)
    assert not table.snapshot()["record"]["ok"]
    monkeypatch.setattr(store, "append", written)
    assert isinstance(clock, Clock)
    clock.time_s += 10
    table.tend()
    assert table.snapshot()["record"]["ok"]
    assert {one.header.game: one.events for one in store.games()}[first] == 13


def test_earlier_games_can_be_looked_at_and_exported(tmp_path: Path) -> None:
    real = stored(tmp_path, 30)
    demo = stored(tmp_path, 12, 2, GameKind.DEMO)
    shelf = GameShelf(Store(tmp_path), GameKind.REAL, Clock())
    assert [one.header.game for one in shelf.games()] == [real.header.game]
    seen = shelf.snapshot(real.header.game, "de")
    assert len(seen["history"]) > 1
    assert seen["next"] != shelf.snapshot(real.header.game)["next"]
    assert len(shelf.export(real.header.game)["events"]) == 30
    for strange in (demo.header.game, "", "nonsense"):
        with pytest.raises(NoSuchGameError):
            shelf.snapshot(strange)
        with pytest.raises(NoSuchGameError):
            shelf.export(strange)
