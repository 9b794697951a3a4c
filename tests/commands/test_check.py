from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.store import FILE
from tests.record.games import run, stored


def test_check_says_what_is_wrong_by_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", data=tmp_path) == 2
    stored(tmp_path, 5)
    assert run("check", data=tmp_path) == 0
    assert "1 games with 5 events" in capsys.readouterr().out
    (tmp_path / FILE).write_bytes(b"nonsense" * 1000)
    assert run("check", data=tmp_path) == 1
    assert "the file is damaged" in capsys.readouterr().out
