"""What a deal comes to: verdict, reason and the contacts behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.observation import Touch


class Verdict(StrEnum):
    """The three ways in which a deal can end."""

    LETTER = "letter"
    """Somebody takes the next letter."""
    REDEAL = "redeal"
    """No letter; the same dealer deals again."""
    CALL = "call"
    """A person must decide. Until then it counts as a redeal."""


class Reason(StrEnum):
    """Why a deal ended as it did."""

    LAST_TO_COPY = "last-to-copy"
    """Letter: everybody touched, and this player clearly last."""
    DID_NOT_COPY = "did-not-copy"
    """Letter: everybody else had touched, and this nose was seen free until no copy could be in time any more."""
    FALSE_SIGNAL = "false-signal"
    """Letter: the initiator had no quartet."""
    TIE = "tie"
    """Redeal: who was last cannot be told from who was next to last."""
    NO_QUARTET = "no-quartet"
    """Redeal: two signalled first at once, and neither had a quartet."""
    UNSEEN = "unseen"
    """Call: the last place hangs on a stretch in which a player could not be seen."""
    DOUBTFUL = "doubtful"
    """Call: the last place hangs on something at a nose that may or may not have been an index fingertip."""
    EVIDENCE_HOLE = "evidence-hole"
    """Call: the last place hangs on a stretch in which the picture stood still or frames are missing."""
    EVIDENCE_ENDS = "evidence-ends"
    """Call: the frames end before it was sure that the last player would be last."""
    SEVERAL_DID_NOT_COPY = "several-did-not-copy"
    """Call: two or more players did not copy, so nobody is the last to copy."""
    FIRST_UNSEEN = "first-unseen"
    """Call: the signal had no quartet, and who signalled first hangs on a stretch that could not be seen."""
    CARDS_WRONG = "cards-wrong"
    """Redeal: a person said that the cards went wrong."""
    PLAYER_LEFT = "player-left"
    """Redeal: a player left the game during the deal."""
    ANNULLED = "annulled"
    """Redeal: after a ruling on an earlier deal the wrong people had played this one, and it was annulled."""
    RULED = "ruled"
    """Letter or redeal: a person decided."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict of one deal as the evidence gives it. Seats are places in the picture.

    Attributes:
        verdict: letter, redeal or call.
        reason: why.
        seat: who takes the letter; ``None`` unless ``verdict`` is letter.
        initiators: whose touch may have been the first: one, or several that cannot be told apart.
        order: the seats that touched and held, by time, beginning with the initiator.
        contacts: the touches used, in that order.
        p_reversed: chance (0…1) that the last two contacts came the other way round; ``None`` when the last
            place is not between two contacts.
        gap_s: seconds between the last two contacts, ≥ 0; ``None`` as above.
        unseen: seats with a stretch that could not be seen and on which this outcome hangs.
        first_sure: whether it is sure that nobody unseen signalled before ``initiators``.
    """

    verdict: Verdict
    reason: Reason
    seat: int | None = None
    initiators: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    contacts: tuple[Touch, ...] = ()
    p_reversed: float | None = None
    gap_s: float | None = None
    unseen: tuple[int, ...] = ()
    first_sure: bool = True

    @property
    def initiator(self) -> int | None:
        """The seat measured as the first to signal; ``None`` when nobody did."""
        return self.initiators[0] if self.initiators else None


def answer_quartet(outcome: Outcome, shown: Mapping[int, bool]) -> Outcome:
    """Turn an outcome by what people say about the quartet.

    Any initiator's quartet makes the signal good. If no initiator has one, a single initiator takes the
    letter, and two who cannot be told apart make a scoreless redeal. What is not answered changes nothing.

    Args:
        outcome: what the evidence gives.
        shown: by seat, whether that player laid a quartet open; seats that are no initiators are ignored.

    Returns:
        The outcome after the answers; ``outcome`` itself when they change nothing.
    """
    answers = [shown.get(seat) for seat in outcome.initiators]
    if not answers or any(answer is not False for answer in answers):
        return outcome
    if not outcome.first_sure:
        return replace(outcome, verdict=Verdict.CALL, reason=Reason.FIRST_UNSEEN, seat=None)
    if len(answers) > 1:
        return replace(outcome, verdict=Verdict.REDEAL, reason=Reason.NO_QUARTET, seat=None)
    return replace(outcome, verdict=Verdict.LETTER, reason=Reason.FALSE_SIGNAL, seat=outcome.initiator)
