"""How long after a verdict each watcher knew of it."""

import pytest

from referee.drills.watchers import _events, _waits
from referee.service import mark_of


def test_a_moment_tells_its_events() -> None:
    assert _events(mark_of("2026-11-30 8:15", 12)) == 12


def test_the_first_word_of_it_counts_for_each_watcher() -> None:
    told = [(0, 4, 0.5), (0, 5, 1.1), (0, 5, 1.4), (0, 6, 3.0), (1, 4, 0.5), (1, 6, 2.0), (1, 9, 7.0)]
    assert _waits(told, [(5, 1.0), (9, 6.5)], 3) == pytest.approx([0.1, 1.0, 0.5])
