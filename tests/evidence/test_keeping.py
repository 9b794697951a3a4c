"""How long clips are kept, how much they take, and which go first."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.evidence import clipfile
from referee.evidence.keeping import DAY_S, Claim, Keeper, Kept, NoRoomError, to_forget
from referee.evidence.settings import Keeping
from referee.record.entry import CAMERA, REFEREE, GameKind
from referee.record.log import begin
from referee.record.store import FILE, Store
from referee.rules import events as on
from referee.service import Table
from tests.evidence.clips import write_fake_clip
from tests.record.games import Clock
from tests.web.played import NAMES, letter_to

NOW_S = 1_800_000_000.0
FOURTEEN = Keeping(14, 1)


def clip(name: str, age_days: float, size: int = 1, claim: Claim | None = None) -> Kept:
    return Kept("g", name, size, NOW_S - age_days * DAY_S, claim or Claim())


def forgotten(clips: list[Kept], keeping: Keeping = FOURTEEN) -> set[str]:
    return {gone.name for gone in to_forget(clips, NOW_S, keeping)[0]}


def test_clips_go_after_fourteen_days() -> None:
    assert Keeping().days == 14
    assert forgotten([clip("old", 14.01), clip("new", 13.99)]) == {"old"}


def test_a_disputed_one_stays_until_ruled_and_then_as_long_again() -> None:
    day = NOW_S - 14 * DAY_S
    assert forgotten([clip("open", 400, claim=Claim(open=True))]) == set()
    assert forgotten([clip("ruled", 400, claim=Claim(ruled_s=day + 60))]) == set()
    assert forgotten([clip("ruled", 400, claim=Claim(ruled_s=day - 60))]) == {"ruled"}


def test_for_room_the_oldest_undisputed_goes_first_then_calls_then_ruled_ones() -> None:
    clips = [
        clip("ruled", 9, 300, Claim(ruled_s=NOW_S)),
        clip("call", 8, 300, Claim(waits=True)),
        clip("older", 3, 300),
        clip("newer", 2, 300),
        clip("open", 10, 300, Claim(open=True)),
    ]
    order = ["older", "newer", "call", "ruled"]
    for count in range(5):
        room = Keeping(14, (1500 - 300 * count) / 1e9)
        gone, over = to_forget(clips, NOW_S, room)
        assert [one.name for one in gone] == order[:count]
        assert not over
    assert to_forget(clips, NOW_S, Keeping(14, 200 / 1e9))[1]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def game_with_clips(store: Store, clock: Clock, deals: int) -> Table:
    """A game whose deals each have a clip, written when its verdict was given, a day apart."""
    log = begin(store, GameKind.REAL, clock())
    table = Table(log, clock, on.GameCreated(NAMES))
    table.apply(on.DealerDrawn(1), REFEREE)
    for deal in range(1, deals + 1):
        name = f"deal-{deal:03d}"
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(letter_to(deal % 4), {"clip": name}), CAMERA)
        write_fake_clip(store.clips(table.game), name, written_s=clock())
        clock.time_s += DAY_S
    return table


def left(store: Store, table: Table) -> list[str]:
    return clipfile.names_in(store.clips(table.game))


def test_what_people_said_in_the_record_decides(store: Store) -> None:
    clock = Clock()
    table = game_with_clips(store, clock, 4)
    table.apply(on.DisputeRaised(1, 0), REFEREE)
    table.apply(on.DisputeRaised(2, 0), REFEREE)
    clock.time_s += 20 * DAY_S
    table.apply(on.Ruled(2, on.Choice.STANDS), REFEREE)
    Keeper(store, Keeping(14, 1), clock).tidy()
    assert left(store, table) == ["deal-001", "deal-002"]
    clock.time_s += 15 * DAY_S
    Keeper(store, Keeping(14, 1), clock).tidy()
    assert left(store, table) == ["deal-001"]


def test_of_the_running_game_memory_knows_more_than_the_disk(store: Store) -> None:
    clock = Clock()
    table = game_with_clips(store, clock, 2)
    view = table.snapshot() | {"disputes": [1]}
    clock.time_s += 30 * DAY_S
    Keeper(store, Keeping(14, 1), clock).tidy(view)
    assert left(store, table) == ["deal-001"]


def test_clips_of_no_game_go_like_others_and_those_of_a_damaged_record_stay(store: Store) -> None:
    clock = Clock()
    table = game_with_clips(store, clock, 1)
    write_fake_clip(store.folder / "clips" / "2020-01-01-gone", "deal-001", written_s=clock() - 20 * DAY_S)
    (store.folder / "clips" / "2020-01-01-gone" / "notes.txt").write_text("mine")
    clock.time_s += 30 * DAY_S
    store.close()
    (store.folder / FILE).write_bytes(b"no record any more" * 1000)
    for log in store.folder.glob("*-wal"):
        log.unlink()
    Keeper(store, Keeping(14, 1), clock).tidy()
    assert left(store, table) == ["deal-001"]
    assert (store.folder / "clips" / "2020-01-01-gone" / "notes.txt").exists()


def test_disputed_clips_that_take_all_the_room_are_said(store: Store) -> None:
    clock = Clock()
    table = game_with_clips(store, clock, 2)
    table.apply(on.DisputeRaised(1, 0), REFEREE)
    keeper = Keeper(store, Keeping(14, 1000 / 1e9), clock)
    with pytest.raises(NoRoomError, match="rule on them"):
        keeper.tidy()
    assert left(store, table) == ["deal-001"]


def test_links_are_not_followed_and_leftovers_of_a_sudden_end_go(store: Store, tmp_path: Path) -> None:
    clock = Clock(4e9)
    folder = store.folder / "clips" / "g"
    folder.mkdir(parents=True)
    (folder / ".deal-001.mov.part").write_bytes(b"half")
    other = tmp_path / "holidays"
    write_fake_clip(other, "deal-001")
    (store.folder / "clips" / "link").symlink_to(other)
    Keeper(store, Keeping(14, 1), clock).tidy()
    assert not folder.exists()
    assert clipfile.names_in(other) == ["deal-001"]
