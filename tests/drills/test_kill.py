from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.cli import main
from referee.drills.kill import Expected, Findings, _compare, _follow, drill
from referee.drills.match import match
from referee.drills.replay import digest
from referee.rules.game import fold
from tests.record.games import stored


@pytest.mark.slow
def test_twenty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    found = drill(20, 3, tmp_path)
    assert found.faults == []
    assert found.kills == 20
    assert found.shown > 20


def line(word: str, number: int, count: int, seed: int = 1) -> str:
    state = fold(match(seed + number)[:count])
    assert state is not None
    return f"{word} {number} {count} {digest(state)}\n"


def follow(*lines: str, reached: tuple[int, int] = (0, 4)) -> list[str]:
    found = Findings()
    for one in lines:
        reached = _follow(one, reached, Expected(1), found)
    return found.faults


def test_a_good_restart_is_no_fault() -> None:
    assert follow(line("start", 0, 4), line("shown", 0, 5), line("shown", 0, 6)) == []
    # The record may be one event ahead of what was shown.
    assert follow(line("start", 0, 5), line("shown", 0, 6)) == []
    whole = len(match(1))
    assert follow(line("shown", 1, 1), reached=(0, whole)) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([line("start", 0, 3)], "shown and lost"),
        ([line("start", 0, 4), line("shown", 0, 4)], "instead of (0, 5)"),
        ([line("start", 0, 4), line("shown", 0, 6)], "instead of (0, 5)"),
        ([line("shown", 1, 1)], "instead of (0, 5)"),
        ([line("start", 0, 4, seed=2)], "another state"),
    ],
    ids=["lost", "doubled", "skipped", "game left", "changed"],
)
def test_the_drill_sees_what_it_looks_for(lines: list[str], said: str) -> None:
    assert any(said in fault for fault in follow(*lines))


@pytest.mark.parametrize(
    ("seed", "reached", "said"),
    [(1, (0, 9), None), (1, (0, 10), None), (1, (0, 11), "shown and lost"), (2, (0, 9), "not a beginning")],
)
def test_the_drill_reads_the_record(
    tmp_path: Path, seed: int, reached: tuple[int, int], said: str | None
) -> None:
    stored(tmp_path, 10, seed=1)
    found = Findings()
    _compare(tmp_path, reached, Expected(seed), found)
    assert (said is None) == (found.faults == [])
    assert said is None or any(said in fault for fault in found.faults)


def test_different_states_have_different_sums() -> None:
    state = fold(match(1)[:20])
    assert state is not None
    assert digest(state) == digest(replace(state, before=None))
    assert digest(state) != digest(replace(state, paused=not state.paused))


def test_drills_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drill"]) == 0
    assert "kill the program at random moments" in capsys.readouterr().out
