"""Damaged and strange films, in processes of their own: no crash, no trace, bounded memory and time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz.howmuch import TIMES

if not Path("/proc/self/status").exists():
    pytest.skip("needs a system that says how much memory a process took", allow_module_level=True)

COUNT = 500 * TIMES
SHARES = 2
"""Processes, one after the other: a crash is seen in its own."""
SLOWEST_S = 10.0
"""For one film of a dozen small pictures, on a busy machine."""
MOST_MB = 700
"""The most a reading process has ever needed is 220; an 8K picture takes 100."""


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_films(tmp_path: Path, share: int) -> None:
    count = COUNT // SHARES
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.films", str(tmp_path), str(share * count), str(count)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=count * SLOWEST_S,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"it crashed after {lines[-1:]}: {done.stderr[-500:]}"
    found = [line for line in lines if line["read"] != "begins"]
    assert len(found) == 2 * count
    assert [line for line in found if line["error"]] == []
    assert max(line["took_s"] for line in found) < SLOWEST_S
    assert max(line["peak_mb"] for line in found) < MOST_MB
    said = Counter(line["said"].split(":")[0] for line in found)
    assert said["FilmError"] > 0, "some cannot be read at all"
    assert said["12 frames"] > 0, "some are hardly hurt"
