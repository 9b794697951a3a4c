"""A disk on which every write takes half a second: all of it is written, and nobody waits for longer than that."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.record.check import check
from referee.record.store import Store

EVENTS = 2
SLOW_S = 0.5

PLAY = """
import json, sys, threading, time
from pathlib import Path
from referee.drills.match import match
from referee.record.entry import PROGRAM, GameKind
from referee.record.log import begin
from referee.record.store import Store
from referee.service import Table

log = begin(Store(Path(sys.argv[1])), GameKind.REAL, 0.0)
events = match(1)
table = Table(log, time.time, events[0])
waits, over = [], threading.Event()

def read():
    while not over.is_set():
        started = time.monotonic()
        table.snapshot()
        waits.append(time.monotonic() - started)
        time.sleep(0.01)

reader = threading.Thread(target=read)
reader.start()
took = []
for event in events[1 : 1 + int(sys.argv[2])]:
    started = time.monotonic()
    table.apply(event, PROGRAM)
    took.append(time.monotonic() - started)
over.set()
reader.join()
print(json.dumps({"took": took, "longest_wait": max(waits), "trouble": log.trouble, "game": log.header.game}))
"""


def test_a_slow_disk_delays_and_loses_nothing(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace, which makes every write to the disk slow")
    slow = ["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"]
    slow += ["-e", f"inject=fsync,fdatasync:delay_enter={int(SLOW_S * 1e6)}"]
    done = subprocess.run(
        [strace, *slow, sys.executable, "-c", PLAY, str(tmp_path), str(EVENTS)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if "ptrace" in done.stderr.lower() and not done.stdout:
        pytest.skip("this system does not let strace trace")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert min(found["took"]) >= SLOW_S, "the disk is slow indeed"
    assert max(found["took"]) < 2 * SLOW_S + 1.0
    assert found["longest_wait"] < 2 * SLOW_S + 1.0, "a page waits for one write, not for all of them"
    assert found["trouble"] == ""
    assert len(Store(tmp_path).entries(found["game"])) == 1 + EVENTS
    assert check(tmp_path).faults == ()
