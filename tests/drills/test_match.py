from __future__ import annotations

from collections import Counter

import pytest

from referee.drills.match import match
from referee.rules.events import Undone, kind_of
from referee.rules.game import fold
from referee.rules.state import Phase


@pytest.mark.parametrize("seed", range(5))
def test_a_match_is_a_whole_game_and_the_same_again(seed: int) -> None:
    events = match(seed)
    assert events == match(seed)
    state = fold(events)
    assert state is not None
    assert state.phase is Phase.OVER


def test_matches_hold_every_kind_of_event_that_a_table_makes() -> None:
    kinds = Counter(kind_of(event) for seed in range(30) for event in match(seed))
    assert {
        *("game-created", "dealer-drawn", "deal-started", "verdict-given", "quartet-shown", "cards-wrong"),
        *("signal-cancelled", "ruled", "dispute-raised", "seats-swapped", "paused", "resumed"),
        kind_of(Undone()),
    } <= set(kinds)
