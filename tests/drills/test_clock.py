"""The wall clock is set back and forth while a match is recorded and between two starts: order is the events'."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.drills.kill import Expected, Findings, _compare
from referee.record.check import check
from referee.record.store import Store

SHIFTS = ("+0d", "-4000d", "+9000d")


def library() -> str:
    found = next(
        (
            str(path)
            for root in ("/usr/lib", "/usr/local/lib")
            for path in Path(root).rglob("libfaketime.so.1")
        ),
        None,
    )
    if found is None or shutil.which("faketime") is None:
        pytest.skip("needs the program faketime, which shifts the clock of another")
    return found


def test_a_shifted_clock_changes_no_order_and_loses_nothing(tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    folder = tmp_path / "data"
    environment = os.environ | {
        "LD_PRELOAD": library(),
        "FAKETIME_TIMESTAMP_FILE": str(shift),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    reached, expected, found = (0, 0), Expected(5), Findings()
    for first, second in zip(SHIFTS, SHIFTS[1:] + SHIFTS[:1], strict=True):
        shift.write_text(first)
        program = subprocess.Popen(
            [sys.executable, "-m", "referee.drills.replay", str(folder), "5"],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert program.stdout is not None
        for _ in range(6):
            assert program.stdout.readline()
        shift.write_text(second)  # while it runs
        for _ in range(6):
            assert program.stdout.readline()
        program.kill()
        program.communicate()
        before, reached = reached, _compare(folder, reached, expected, found)
        assert reached > before
    assert found.faults == []
    assert check(folder).faults == ()
    store = Store(folder)
    times = [entry.wall_s for game in store.games() for entry in store.entries(game.header.game)]
    assert max(times) - min(times) > 10_000 * 86_400, "the clock was shifted indeed"
    assert any(later < earlier for earlier, later in itertools.pairwise(times))
    assert time.time() < max(times)
