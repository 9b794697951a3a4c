"""What an event would change, so that a page can show it before anybody confirms it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.events import Event
from referee.rules.game import apply
from referee.rules.state import Question, State


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two states of a game.

    Attributes:
        letters: (player, letters before, letters after) for every player whose letters differ.
        out: players who are in before and out after.
        back: players who are out before and in after.
        dealer: who deals next after, if that is somebody else than before.
        over: ``True`` when the game ends, ``False`` when it had ended and goes on, else ``None``.
        winners: the joint winners after, if they are not the same as before.
        questions: deals to be kept or annulled after, and not, or for other people, before.
        settled: deals that were to be kept or annulled before, and are not asked about after.
    """

    letters: tuple[tuple[int, int, int], ...] = ()
    out: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    dealer: int | None = None
    over: bool | None = None
    winners: tuple[int, ...] = ()
    questions: tuple[Question, ...] = ()
    settled: tuple[int, ...] = ()


def preview(state: State, event: Event) -> Change:
    """What an event would change; the state stays as it is.

    Raises:
        RefusalError: as :func:`referee.rules.game.apply`.
    """
    return difference(state, apply(state, event))


def difference(before: State, after: State) -> Change:
    """The difference between two states of the same game."""
    both = enumerate(zip(before.letters, after.letters, strict=True))
    asked = {question.deal for question in after.ledger.questions}
    return Change(
        letters=tuple((player, was, now) for player, (was, now) in both if was != now),
        out=tuple(player for player in before.survivors if player not in after.survivors),
        back=tuple(player for player in after.survivors if player not in before.survivors),
        dealer=None if after.dealer == before.dealer else after.dealer,
        over=None if after.ledger.over == before.ledger.over else after.ledger.over,
        winners=() if after.winners == before.winners else after.winners,
        questions=tuple(
            question for question in after.ledger.questions if question not in before.ledger.questions
        ),
        settled=tuple(question.deal for question in before.ledger.questions if question.deal not in asked),
    )
