"""Whatever happens to the disk: the game goes on, the page says so, nothing already stored is damaged."""

from __future__ import annotations

import errno
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.record.check import check
from referee.record.entry import GameKind
from referee.record.errors import RecordUnusableError
from referee.record.fold import fold
from referee.record.log import GameLog, begin, resume_or_begin
from referee.record.store import FILE, Store
from referee.service import TEND_EVERY_S, Table
from referee.status import LiveStatus
from tests.record.games import Clock, play, stored, table_of

HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2] == "whole":
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
db.execute("BEGIN EXCLUSIVE")
db.execute("UPDATE games SET tip_seq = tip_seq")
print("locked", flush=True)
sys.stdin.readline()
db.execute("ROLLBACK")
"""


def fill(folder: Path) -> Path:
    """Write until the disk is full; returns the file to remove."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (4096, 512, 16, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
    return filler


def new_table(folder: Path) -> tuple[Table, GameLog, Clock]:
    clock = Clock()
    log = resume_or_begin(Store(folder), GameKind.REAL, clock())
    return table_of(log, clock), log, clock


def assert_healed(table: Table, log: GameLog, clock: Clock, folder: Path) -> None:
    """The next time the live path says how it is, all that memory held is on the disk, once."""
    version = table.version
    clock.time_s += TEND_EVERY_S
    table.set_status(LiveStatus())
    assert table.snapshot()["record"] == {"ok": True, "message": ""}
    assert table.version > version
    entries = Store(folder).entries(log.header.game)
    assert entries == list(log.entries)
    assert fold(entries) == table.state
    assert check(folder).faults == ()


def test_a_disk_that_fills_up_during_a_game(small_disk: Path) -> None:
    old = stored(small_disk, 10_000, seed=5)
    table, log, clock = new_table(small_disk)
    play(table, log, 10)
    filler = fill(small_disk)
    # The log file has some room left in its pages, so the fault comes a few events later.
    play(table, log, 60)
    assert table.snapshot()["record"] == {"ok": False, "message": "in memory only: the disk is full"}
    assert len(table.state.deals) > 5
    kept = Store(small_disk).entries(log.header.game)
    assert 10 <= len(kept) < 60
    assert kept == list(log.entries)[: len(kept)]
    assert Store(small_disk).entries(old.header.game) == list(old.entries)
    filler.unlink()
    assert_healed(table, log, clock, small_disk)


def test_a_disk_that_is_full_from_the_start(small_disk: Path) -> None:
    filler = fill(small_disk)
    table, log, clock = new_table(small_disk)
    play(table, log, 20)
    assert "the disk is full" in table.snapshot()["record"]["message"]
    filler.unlink()
    assert_healed(table, log, clock, small_disk)


def test_a_game_that_was_going_on_when_the_folder_became_read_only(
    lockable: tuple[Path, Callable[[bool], None]],
) -> None:
    folder, close = lockable
    before = stored(folder, 8)
    close(True)
    table, log, clock = new_table(folder)
    assert log.header == before.header
    assert len(log.entries) == 8
    play(table, log, 20)
    assert table.snapshot()["record"]["message"] == (f"in memory only: the folder {folder} cannot be written")
    with pytest.raises(RecordUnusableError, match="cannot be written"):
        Store(folder).delete(log.header.game)
    assert Store(folder).entries(log.header.game) == list(log.entries)[:8]
    assert check(folder).faults == ()
    close(False)
    assert_healed(table, log, clock, folder)


def test_a_read_only_folder_without_a_record(lockable: tuple[Path, Callable[[bool], None]]) -> None:
    folder, close = lockable
    close(True)
    table, log, clock = new_table(folder)
    play(table, log, 20)
    assert "cannot be written" in table.snapshot()["record"]["message"]
    close(False)
    assert_healed(table, log, clock, folder)


def test_what_a_killed_referee_left_is_read_from_a_read_only_folder(
    lockable: tuple[Path, Callable[[bool], None]], tmp_path: Path
) -> None:
    folder, close = lockable
    log = begin(Store(tmp_path / "other"), GameKind.REAL, 0.0)
    play(table_of(log), log, 9)
    # As a kill leaves it: the events are in the log file beside the record.
    for path in (tmp_path / "other").iterdir():
        if not path.name.endswith("-shm"):
            (folder / path.name).write_bytes(path.read_bytes())
    assert (folder / f"{FILE}-wal").stat().st_size > 0
    close(True)
    assert Store(folder).entries(log.header.game) == list(log.entries)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("in the way")
    table, log, clock = new_table(place)
    play(table, log, 20)
    assert table.snapshot()["record"]["message"].startswith("in memory only: the folder")
    assert place.read_text() == "in the way"
    place.unlink()
    assert_healed(table, log, clock, place)


@pytest.mark.parametrize(
    "damage",
    [b"", b"not a database at all" * 100, None],
    ids=["emptied", "overwritten", "header"],
)
def test_a_file_that_is_no_record_is_left_as_it_is(tmp_path: Path, damage: bytes | None) -> None:
    stored(tmp_path, 30)
    path = tmp_path / FILE
    whole = path.read_bytes()
    path.write_bytes(b"\0" * 100 + whole[100:] if damage is None else damage)
    damaged = path.read_bytes()
    table, log, clock = new_table(tmp_path)
    play(table, log, 20)
    if damage == b"":
        # An empty file is how SQLite's own new files begin.
        assert log.trouble == ""
        return
    message = table.snapshot()["record"]["message"]
    assert message.startswith(f"in memory only: {path} is damaged")
    assert "referee check" in message
    assert path.read_bytes() == damaged
    assert check(tmp_path).faults != ()
    path.rename(tmp_path / "aside")
    assert_healed(table, log, clock, tmp_path)


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_never_break_the_table_nor_go_unnoticed(tmp_path: Path, seed: int) -> None:
    first = stored(tmp_path, 10_000, seed=7)
    stored(tmp_path, 30, seed=8)
    path = tmp_path / FILE
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    content = bytearray(path.read_bytes())
    at = rng.randrange(len(content))
    for offset in range(at, min(at + rng.choice((1, 8, 4096)), len(content))):
        content[offset] ^= rng.randrange(1, 256)
    path.write_bytes(content)
    log = resume_or_begin(Store(tmp_path), GameKind.REAL, 0.0)
    table = table_of(log, seed=8)
    play(table, log, 40, seed=8)
    assert len(log.entries) == 40
    if check(tmp_path).faults == ():
        # The byte belonged to nobody: everything is still what it was.
        assert Store(tmp_path).entries(first.header.game) == list(first.entries)


def test_another_program_locks_the_record(tmp_path: Path) -> None:
    table, log, clock = new_table(tmp_path)
    play(table, log, 10)
    with holding(tmp_path, "write") as release:
        started_s = time.monotonic()
        play(table, log, 12)
        assert time.monotonic() - started_s < 5.0
        assert table.snapshot()["record"]["message"] == (
            "in memory only: another program has locked the record"
        )
        release()
    assert_healed(table, log, clock, tmp_path)


def test_another_program_holds_the_whole_file_from_the_start(tmp_path: Path) -> None:
    stored(tmp_path, 10)
    with holding(tmp_path, "whole") as release:
        table, log, clock = new_table(tmp_path)
        play(table, log, 12)
        assert "another program has locked the record" in log.trouble
        with pytest.raises(RecordUnusableError, match="locked"):
            check(tmp_path)
        release()
    assert_healed(table, log, clock, tmp_path)


class holding:  # noqa: N801 - reads as a statement
    """Another process that holds a lock on the record until told to release it."""

    def __init__(self, folder: Path, how: str) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(folder / FILE), how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Callable[[], None]:
        assert self._program.stdout is not None
        assert self._program.stdout.readline() == "locked\n"
        return self._release

    def _release(self) -> None:
        self._program.communicate("\n", timeout=30)

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.wait()


def test_a_store_error_that_nobody_knows_is_said_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, log, clock = new_table(tmp_path)

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("strange")

    with monkeypatch.context() as patch:
        patch.setattr("referee.record.store._open", fail)
        log._store.close()
        play(table, log, 5)
    assert table.snapshot()["record"]["message"] == "in memory only: strange"
    assert_healed(table, log, clock, tmp_path)
