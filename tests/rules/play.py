"""Short ways to play a game, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from referee.rules import errors
from referee.rules.events import DealerDrawn, DealStarted, Event, GameCreated, VerdictGiven
from referee.rules.game import apply
from referee.rules.house import House
from referee.rules.state import Standing, State
from referee.rules.verdict import Outcome, Reason, Verdict

NAMES = ("Anna", "Ben", "Cem", "Dora")
PIG = House(word="PIG")


def letter(seat: int, initiators: tuple[int, ...] = (), order: tuple[int, ...] = ()) -> Outcome:
    """A letter for a seat; the signal came from the seat before unless said otherwise."""
    first = initiators or ((seat + 1) % 4,)
    return Outcome(Verdict.LETTER, Reason.LAST_TO_COPY, seat, first, order or (*first, seat), (), 1e-5, 0.1)


def tie(initiators: tuple[int, ...] = (0,)) -> Outcome:
    return Outcome(Verdict.REDEAL, Reason.TIE, None, initiators, initiators, (), 0.4, 0.002)


def call(initiators: tuple[int, ...] = (0,), *, first_sure: bool = True) -> Outcome:
    return Outcome(
        Verdict.CALL, Reason.UNSEEN, None, initiators, initiators, unseen=(1,), first_sure=first_sure
    )


def new(house: House = PIG, dealer: int = 0) -> State:
    return play(None, GameCreated(NAMES, house), DealerDrawn(dealer))


def play(state: State | None, *events: Event) -> State:
    for event in events:
        state = apply(state, event)
    assert state is not None
    return state


def deal(outcome: Outcome) -> Iterable[Event]:
    return DealStarted(), VerdictGiven(outcome)


def deals(state: State, *seats: int | None) -> State:
    """One deal each: a letter for the seat, or a redeal for ``None``."""
    for seat in seats:
        state = play(state, *deal(tie(_two_in(state)) if seat is None else _letter_in(state, seat)))
    return state


def _playing_seats(state: State) -> list[int]:
    return [seat for seat, player in enumerate(state.chairs) if player in state.survivors]


def _two_in(state: State) -> tuple[int, ...]:
    return (_playing_seats(state)[0],)


def _letter_in(state: State, seat: int) -> Outcome:
    first = next(other for other in _playing_seats(state) if other != seat)
    return letter(seat, (first,))


def refused(state: State | None, event: Event, error: type[errors.RefusalError], says: str) -> None:
    with pytest.raises(error, match=says):
        apply(state, event)


def current(state: State) -> Standing | None:
    assert state.deal is not None
    return state.deal.standing
