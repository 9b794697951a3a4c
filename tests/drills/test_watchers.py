"""How long after a verdict each watcher knew of it."""

import pytest

from referee.drills.watchers import _waits


def test_the_first_word_of_it_counts_for_each_watcher() -> None:
    told = [(0, 1, 1.1), (0, 1, 1.4), (0, 2, 7.0), (1, 1, 2.0), (1, 1, 3.0)]
    assert _waits(told, [(1, 1.0), (2, 6.5)], 3) == pytest.approx([0.1, 1.0, 0.5])
