"""What a state is as a value; what follows from its timeline is tested in :mod:`tests.rules.test_game`."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from referee.rules.events import GameCreated, LetterCorrected, PlayerLeft
from referee.rules.state import Entry
from tests.rules.play import NAMES, deal, letter, new, play


def test_a_new_game_is_going_on_with_nothing_behind_it() -> None:
    state = play(None, GameCreated(NAMES))
    assert (state.paused, state.drawn, state.timeline, state.before) == (False, None, (), None)


def test_a_state_is_the_game_as_it_stands_and_not_the_way_there() -> None:
    state = play(new(), *deal(letter(2)))
    assert state == replace(state, before=None)
    assert "before" not in repr(state)


def test_the_timeline_holds_deals_corrections_and_departures() -> None:
    state = play(new(), *deal(letter(2)), LetterCorrected(2, 1), PlayerLeft(1))
    assert {type(entry) for entry in state.timeline} == set(get_args(Entry))
