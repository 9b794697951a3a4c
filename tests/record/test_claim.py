from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.record.claim import claim
from referee.record.errors import TableTakenError

HOLD = """
import sys, time
from pathlib import Path
from referee.record.claim import claim
with claim(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_referee_is_told_that_the_table_is_taken(tmp_path: Path) -> None:
    with claim(tmp_path), pytest.raises(TableTakenError, match="--data"), claim(tmp_path):
        pass
    with claim(tmp_path):
        pass


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_referee_frees_the_table(tmp_path: Path) -> None:
    program = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    with program:
        assert program.stdout.readline() == "held\n"
        with pytest.raises(TableTakenError), claim(tmp_path):
            pass
        program.send_signal(signal.SIGKILL)
    with claim(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with claim(tmp_path / "file" / "folder"):
        pass
