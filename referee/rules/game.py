"""The game: ``apply(state, event) -> state`` is the only way on.

What an event may do is decided here; what follows from it (letters, survivors, dealer) is computed in
:mod:`referee.rules.state`. Nothing here knows a clock, a camera or chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatch

from referee.rules import events as on
from referee.rules.errors import (
    BadTableError,
    GameOverError,
    GamePausedError,
    NothingToUndoError,
    NotNowError,
    UnknownError,
)
from referee.rules.events import Event
from referee.rules.state import (
    PLAYERS,
    Deal,
    Entry,
    Ledger,
    Mismatch,
    Phase,
    Question,
    Review,
    Standing,
    State,
)
from referee.rules.text import can_be_seen, one_line
from referee.rules.verdict import Outcome, Reason, Verdict

__all__ = [
    "Deal",
    "Entry",
    "Ledger",
    "Mismatch",
    "Phase",
    "Question",
    "Review",
    "Standing",
    "State",
    "apply",
    "fold",
]

LONGEST_NAME = 40
"""Characters; a name must fit on the board."""


def apply(state: State | None, event: Event) -> State:
    """Let an event happen.

    Args:
        state: the state before; ``None`` before the game exists.
        event: what happens.

    Returns:
        The state after. Undo returns the very state before the last event.

    Raises:
        RefusalError: the rules do not allow it now (one of its kinds; the message says what to do instead).
    """
    if isinstance(event, on.GameCreated):
        if state is not None:
            raise NotNowError("This game has begun: create another one for a new game.")
        return _create(event)
    if state is None:
        raise NotNowError("There is no game yet: create one first.")
    if isinstance(event, on.Undone):
        if state.before is None:
            raise NothingToUndoError("There is nothing left to undo in this game.")
        return state.before
    return replace(_next(event, state), last=event, before=state)


def fold(events: Iterable[Event]) -> State | None:
    """The state after all events of a log; ``None`` for an empty one.

    Raises:
        RefusalError: when the log holds an event that the rules do not allow.
    """
    state: State | None = None
    for event in events:
        state = apply(state, event)
    return state


def _create(event: on.GameCreated) -> State:
    names = tuple(_clean(name) for name in event.names)
    if len(names) != PLAYERS:
        raise BadTableError(f"Exactly four players start; got {len(names)}.")
    _require_different(names)
    return State(house=event.house, names=names, chairs=tuple(range(PLAYERS)), last=event)


def _clean(name: str) -> str:
    name = one_line(name)
    if not (can_be_seen(name) and len(name) <= LONGEST_NAME):
        raise BadTableError(f"A player's name has 1 to {LONGEST_NAME} characters: choose another one.")
    return name


def _require_different(names: tuple[str, ...]) -> None:
    if len({name.casefold() for name in names}) < len(names):
        raise BadTableError("Two players have the same name: give one of them another.")


@singledispatch
def _next(event: Event, _state: State) -> State:
    raise TypeError(f"{event!r} is no event")


@_next.register
def _(event: on.DealerDrawn, state: State) -> State:
    _require_seats(event.seat)
    if state.drawn is not None:
        raise NotNowError("The first dealer has been drawn: undo it to draw again.")
    return replace(state, drawn=state.chairs[event.seat])


@_next.register
def _(_event: on.DealStarted, state: State) -> State:
    _require_running(state)
    match state.phase:
        case Phase.DRAW:
            raise NotNowError("Draw the first dealer by lot before the first deal.")
        case Phase.PLAYING:
            raise NotNowError(
                "This deal is still open: wait for its verdict, rule on it, or say that the cards went wrong."
            )
    last = state.deal
    if last is not None and state.house.wait_for_quartet_tap and state.provisional and last.initiators:
        raise NotNowError("Say first whether the quartet was shown; this house waits for it.")
    if last is not None and state.house.wait_for_ruling and last.pending:
        raise NotNowError(f"Rule on deal {last.number} first; this house waits for it.")
    dealer = state.dealer
    assert dealer is not None  # noqa: S101 - drawn, or the phase were DRAW
    deal = Deal(number=len(state.deals) + 1, dealer=dealer, playing=state.survivors, chairs=state.chairs)
    return replace(state, timeline=(*state.timeline, deal))


@_next.register
def _(event: on.VerdictGiven, state: State) -> State:
    _require_running(state)
    deal = _current(state)
    if event.deal is not None and event.deal != deal.number:
        raise NotNowError(
            f"This verdict is about deal {event.deal}, and deal {deal.number} is on: it came too late."
        )
    if deal.standing is not None:
        raise NotNowError(f"Deal {deal.number} has its verdict: undo it, or rule on it, to change it.")
    _require_fitting(event.outcome, deal)
    return _with(state, replace(deal, outcome=event.outcome, measurement=event.measurement))


@_next.register
def _(event: on.QuartetShown, state: State) -> State:
    deal = _unsettled(state)
    if event.player not in deal.playing:
        raise UnknownError(f"Only who plays deal {deal.number} can show a quartet in it: choose one of them.")
    if deal.outcome is not None and event.player not in deal.initiators:
        raise NotNowError(
            f"{state.names[event.player]} did not signal first: only the first signal needs a quartet."
        )
    quartet = dict(deal.quartet) | {event.player: event.shown}
    return _with(state, replace(deal, quartet=tuple(sorted(quartet.items()))))


@_next.register
def _(_event: on.SignalCancelled, state: State) -> State:
    deal = _unsettled(state)
    dropped = () if deal.outcome is None else (deal.outcome,)
    return _with(
        state,
        replace(
            deal,
            outcome=None,
            measurement={},
            quartet=(),
            disputed=False,
            cancelled=(*deal.cancelled, *dropped),
            dropped=deal.dropped + 1,
        ),
    )


@_next.register
def _(_event: on.CardsWrong, state: State) -> State:
    return _with(state, replace(_unsettled(state), ended=Reason.CARDS_WRONG, disputed=False))


@_next.register
def _(event: on.Ruled, state: State) -> State:
    deal = _numbered(state, event.deal)
    if deal.annulled:
        raise NotNowError(f"Deal {deal.number} is annulled: keep it first, then rule on it.")
    if event.choice is on.Choice.LETTER and event.player not in deal.playing:
        raise UnknownError(f"A letter goes to somebody who played deal {deal.number}: choose one of them.")
    if event.choice is not on.Choice.LETTER and event.player is not None:
        raise UnknownError("Only a letter goes to a player: leave the player out.")
    if event.choice is on.Choice.STANDS:
        standing = deal.unruled
        if standing is None or standing.verdict is Verdict.CALL:
            raise NotNowError(
                f"Deal {deal.number} has no verdict that could stand: give a letter or a redeal."
            )
    return _with(state, replace(deal, rulings=(*deal.rulings, event), disputed=False))


@_next.register
def _(event: on.DealReviewed, state: State) -> State:
    deal = _numbered(state, event.deal)
    open_now = {question.deal: question.mismatch for question in state.ledger.questions}
    if deal.number not in open_now and deal.review is None:
        raise NotNowError(
            f"The right people played deal {deal.number}: nothing is to keep or annul; rule on it instead."
        )
    answered = deal.review.mismatch if deal.review is not None else Mismatch()
    review = Review(event.keep, open_now.get(deal.number, answered), event.by, event.why)
    return _with(state, replace(deal, review=review))


@_next.register
def _(event: on.LetterCorrected, state: State) -> State:
    _require_player(event.player)
    name, letters = state.names[event.player], state.letters[event.player]
    if event.change not in {-1, 1}:
        raise UnknownError("A correction is one letter more or one fewer: make several for several.")
    if event.change == -1 and letters == 0:
        raise NotNowError(f"{name} has no letter that could be taken back.")
    if event.change == 1:
        if state.ledger.over:
            raise GameOverError(
                "The game has ended: take a letter back, or rule on a deal, to open it again."
            )
        if event.player not in state.survivors:
            raise NotNowError(f"{name} is out and takes no more letters.")
    return replace(state, timeline=(*state.timeline, event))


@_next.register
def _(event: on.DisputeRaised, state: State) -> State:
    _require_player(event.player)
    deal = _numbered(state, event.deal)
    if deal.standing is None:
        raise NotNowError(f"Deal {deal.number} has no verdict yet: there is nothing to dispute.")
    if deal.disputed:
        raise NotNowError(
            f"Deal {deal.number} is disputed already: the referee rules on it, or the dispute is withdrawn."
        )
    return _with(state, replace(deal, disputes=(*deal.disputes, event), disputed=True))


@_next.register
def _(event: on.DisputeWithdrawn, state: State) -> State:
    deal = _numbered(state, event.deal)
    if not deal.disputed:
        raise NotNowError(f"Nobody disputes deal {deal.number}: there is nothing to withdraw.")
    return _with(state, replace(deal, disputed=False))


@_next.register
def _(event: on.SeatsSwapped, state: State) -> State:
    _require_seats(event.first, event.second)
    if event.first == event.second:
        raise UnknownError("Two different seats can be swapped: choose another one.")
    chairs = list(state.chairs)
    chairs[event.first], chairs[event.second] = chairs[event.second], chairs[event.first]
    state = replace(state, chairs=tuple(chairs))
    if state.deal is not None and state.deal.standing is None:
        # The verdict that will come speaks of the chairs as they are then.
        return _with(state, replace(state.deal, chairs=state.chairs))
    return state


@_next.register
def _(event: on.PlayerLeft, state: State) -> State:
    _require_player(event.player)
    if state.ledger.over:
        raise GameOverError("The game has ended: whoever wants to may go.")
    if event.player not in state.survivors:
        raise NotNowError(f"{state.names[event.player]} is out of the game already.")
    deal = state.deal
    if deal is not None and deal.standing is None:
        # A player who is gone cannot copy, and must not be last for it.
        state = _with(state, replace(deal, ended=Reason.PLAYER_LEFT))
    return replace(state, timeline=(*state.timeline, event))


@_next.register
def _(event: on.PlayerRenamed, state: State) -> State:
    _require_player(event.player)
    names = list(state.names)
    names[event.player] = _clean(event.name)
    _require_different(tuple(names))
    return replace(state, names=tuple(names))


@_next.register
def _(event: on.SettingsChanged, state: State) -> State:
    if state.timeline and event.house.word != state.house.word:
        raise NotNowError(
            f"The word stays {state.house.word} until this game is over: change it for the next game."
        )
    return replace(state, house=event.house)


@_next.register
def _(_event: on.Paused, state: State) -> State:
    if state.paused:
        raise NotNowError("The game is paused already: resume it to go on.")
    return replace(state, paused=True)


@_next.register
def _(_event: on.Resumed, state: State) -> State:
    if not state.paused:
        raise NotNowError("The game is not paused.")
    return replace(state, paused=False)


def _with(state: State, deal: Deal) -> State:
    """The state in which this deal replaces the one of its number."""
    return replace(
        state,
        timeline=tuple(
            deal if isinstance(entry, Deal) and entry.number == deal.number else entry
            for entry in state.timeline
        ),
    )


def _current(state: State) -> Deal:
    if state.deal is None:
        raise NotNowError("No deal has started yet: start one first.")
    return state.deal


def _unsettled(state: State) -> Deal:
    """The current deal, while people at the table may still say what happened in it."""
    deal = _current(state)
    if deal.rulings or deal.review is not None:
        raise NotNowError(f"Deal {deal.number} has been ruled: undo that, or rule again.")
    if deal.ended is not None:
        raise NotNowError(f"Deal {deal.number} ended without a letter: undo that, or start the next deal.")
    return deal


def _numbered(state: State, number: int) -> Deal:
    if not 1 <= number <= len(state.deals):
        raise UnknownError(f"There is no deal {number}: choose one of the {len(state.deals)} played.")
    return state.deals[number - 1]


def _require_running(state: State) -> None:
    if state.ledger.over:
        raise GameOverError("The game has ended with two survivors: create a new game.")
    if state.paused:
        raise GamePausedError("The game is paused: resume it first.")


def _require_player(player: int) -> None:
    if not 0 <= player < PLAYERS:
        raise UnknownError(f"There is no player {player}: players are 0 to {PLAYERS - 1}.")


def _require_seats(*seats: int) -> None:
    for seat in seats:
        if not 0 <= seat < PLAYERS:
            raise UnknownError(f"There is no seat {seat}: seats are 0 to {PLAYERS - 1}.")


def _require_fitting(outcome: Outcome, deal: Deal) -> None:
    """A verdict speaks only of seats in which somebody plays, and gives a letter exactly when it says so."""
    seats = {*outcome.initiators, *outcome.order}
    if outcome.seat is not None:
        seats.add(outcome.seat)
    taken = {seat for seat, player in enumerate(deal.chairs) if player in deal.playing}
    if not seats <= taken:
        raise UnknownError(
            f"Nobody plays deal {deal.number} in seat {min(seats - taken)}: judge the players' seats only."
        )
    if (outcome.seat is None) == (outcome.verdict is Verdict.LETTER):
        raise UnknownError("A letter needs the seat that takes it, and nothing else has one.")
