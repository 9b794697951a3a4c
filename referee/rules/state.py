"""The state of a game: what was played, and everything that follows from it.

A state keeps the deals as they were played, with every ruling and answer beside the verdict it concerns, and
the corrections and departures between them. Letters, survivors, winners and the next dealer are never stored:
they are computed from that timeline, so a ruling on an old deal needs no repair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from referee.rules.events import Choice, DisputeRaised, Event, LetterCorrected, PlayerLeft, Ruled
from referee.rules.house import House
from referee.rules.verdict import Outcome, Reason, Verdict, answer_quartet

PLAYERS = 4
"""How many start."""
WINNERS = 2
"""How many survivors end the game."""


class Phase(StrEnum):
    """What the table is at."""

    DRAW = "draw"
    """Nobody knows yet who deals first."""
    READY = "ready"
    """The first deal can start."""
    PLAYING = "playing"
    """Cards go round; the deal has no verdict."""
    VERDICT = "verdict"
    """The last deal has its verdict; the next can start."""
    OVER = "over"
    """Two survivors: both have won."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Who played a deal and should not have, and the other way round, by the letters as they stand now.

    Attributes:
        wrongly_in: players who were out already.
        wrongly_out: players who were not out.
    """

    wrongly_in: tuple[int, ...] = ()
    wrongly_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """The referee kept or annulled a deal that the wrong people had played.

    Attributes:
        keep: whether it counts.
        mismatch: what was wrong when this was decided; if it becomes another, the question is open again.
        by: who decided.
        why: in a few words.
    """

    keep: bool
    mismatch: Mismatch
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What a deal counts for now.

    Attributes:
        verdict: letter, redeal or call; a call counts as a redeal.
        reason: why.
        player: who takes the letter; ``None`` unless ``verdict`` is letter.
    """

    verdict: Verdict
    reason: Reason
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as it was played, with everything that people said about it.

    Attributes:
        number: from 1.
        dealer: the player who dealt.
        playing: the players who took part.
        chairs: by seat, the player who sat there.
        outcome: the camera's verdict; ``None`` while there is none.
        measurement: what came with the verdict, for the record.
        quartet: by player, whether a quartet was shown.
        ended: why people ended it without a letter, if they did.
        cancelled: verdicts that were dropped because "that was no signal".
        dropped: how often people said that, also while the camera had no verdict yet.
        rulings: in the order in which they were made; the last one counts.
        disputes: all that were raised.
        disputed: whether the last of them is open.
        review: whether it was kept or annulled although the wrong people had played it.
    """

    number: int
    dealer: int
    playing: tuple[int, ...]
    chairs: tuple[int, ...]
    outcome: Outcome | None = None
    measurement: Mapping[str, Any] = field(default_factory=dict)
    quartet: tuple[tuple[int, bool], ...] = ()
    ended: Reason | None = None
    cancelled: tuple[Outcome, ...] = ()
    dropped: int = 0
    rulings: tuple[Ruled, ...] = ()
    disputes: tuple[DisputeRaised, ...] = ()
    disputed: bool = False
    review: Review | None = None

    @property
    def annulled(self) -> bool:
        """Whether the referee annulled it."""
        return self.review is not None and not self.review.keep

    @property
    def initiators(self) -> tuple[int, ...]:
        """The players who signalled first by the camera's verdict."""
        return tuple(self.chairs[seat] for seat in self.outcome.initiators) if self.outcome else ()

    @property
    def quartet_answered(self) -> bool:
        """Whether people said enough about the quartet: one initiator has it, or none has."""
        shown = dict(self.quartet)
        answers = [shown.get(player) for player in self.initiators]
        return any(answers) or (bool(answers) and None not in answers)

    @property
    def turned(self) -> Outcome | None:
        """The camera's verdict, turned by what people said about the quartet; ``None`` without one."""
        if self.outcome is None:
            return None
        return answer_quartet(
            self.outcome, {self.chairs.index(player): shown for player, shown in self.quartet}
        )

    @property
    def unruled(self) -> Standing | None:
        """What it counts for without rulings and reviews; ``None`` while there is no verdict."""
        if self.ended is not None:
            return Standing(Verdict.REDEAL, self.ended)
        turned = self.turned
        if turned is None:
            return None
        taker = None if turned.seat is None else self.chairs[turned.seat]
        return Standing(turned.verdict, turned.reason, taker)

    @property
    def standing(self) -> Standing | None:
        """What it counts for now; ``None`` while it is open."""
        if self.annulled:
            return Standing(Verdict.REDEAL, Reason.ANNULLED)
        ruling = self.rulings[-1] if self.rulings else None
        if ruling is None or ruling.choice is Choice.STANDS:
            return self.unruled
        return Standing(Verdict(ruling.choice.value), Reason.RULED, ruling.player)

    @property
    def pending(self) -> bool:
        """Whether a person still has to rule: a call that nobody ruled, or an open dispute."""
        return self.disputed or (self.standing is not None and self.standing.verdict is Verdict.CALL)


Entry = Deal | LetterCorrected | PlayerLeft
"""What the timeline of a game is made of."""


@dataclass(frozen=True, slots=True)
class Question:
    """A deal that the wrong people turned out to have played: the referee keeps or annuls it.

    Attributes:
        deal: its number.
        mismatch: who was wrongly in or out by the letters as they stand now; empty when an earlier answer was
            about something that is no longer so.
    """

    deal: int
    mismatch: Mismatch


@dataclass(frozen=True, slots=True)
class Ledger:
    """What follows from the timeline.

    Attributes:
        letters: by player, how many letters each has.
        survivors: the players still in, by number.
        at: for each deal, the letters of all players right before it was scored.
        after: for each deal, the letters of all players right after.
        questions: deals to keep or annul, in order.
        after_end: deals played although, by the letters as they stand now, the game had ended; they score
            nothing.
    """

    letters: tuple[int, ...]
    survivors: tuple[int, ...]
    at: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]
    questions: tuple[Question, ...]
    after_end: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return len(self.survivors) <= WINNERS


def reckon(timeline: Iterable[Entry], full: int) -> Ledger:
    """Compute the letters and all that follows, from the start.

    Every entry takes at most one player out, and once two are left nothing takes anybody out any more; so a
    game ends with exactly two survivors whatever is ruled later.

    Args:
        timeline: deals, corrections and departures in order.
        full: how many letters the word has.
    """
    letters, gone = [0] * PLAYERS, set[int]()
    at, after = list[tuple[int, ...]](), list[tuple[int, ...]]()
    questions, after_end = list[Question](), list[int]()

    def survivors() -> tuple[int, ...]:
        return tuple(player for player in range(PLAYERS) if letters[player] < full and player not in gone)

    def give(player: int) -> None:
        letters[player] = min(letters[player] + 1, full)

    for entry in timeline:
        left = survivors()
        over = len(left) <= WINNERS
        match entry:
            case Deal():
                at.append(tuple(letters))
                if over:
                    after_end.append(entry.number)
                else:
                    questions.extend(_question(entry, left))
                    if entry.standing is not None and entry.standing.player is not None:
                        give(entry.standing.player)
                after.append(tuple(letters))
            case LetterCorrected(player=player, change=-1):
                letters[player] = max(letters[player] - 1, 0)
            case LetterCorrected(player=player) if not over:
                give(player)
            case PlayerLeft(player=player) if not over:
                gone.add(player)
    return Ledger(tuple(letters), survivors(), tuple(at), tuple(after), tuple(questions), tuple(after_end))


def _question(deal: Deal, left: tuple[int, ...]) -> tuple[Question, ...]:
    mismatch = Mismatch(
        tuple(player for player in deal.playing if player not in left),
        tuple(player for player in left if player not in deal.playing),
    )
    answered = deal.review.mismatch if deal.review is not None else Mismatch()
    return () if mismatch == answered else (Question(deal.number, mismatch),)


@dataclass(frozen=True)
class State:
    """A game at one moment. Make the next one with :func:`referee.rules.game.apply`, never by hand.

    Attributes:
        house: the settings.
        names: by player.
        chairs: by seat, the player who sits there now.
        drawn: the player on whom the lot fell; ``None`` before.
        timeline: deals, corrections and departures in order.
        paused: whether the game is paused.
        last: the event that made this state; undo takes it back.
        before: the state before that event; ``None`` right after the game was created.
    """

    house: House
    names: tuple[str, ...]
    chairs: tuple[int, ...]
    last: Event
    drawn: int | None = None
    timeline: tuple[Entry, ...] = ()
    paused: bool = False
    before: State | None = field(default=None, compare=False, repr=False)

    @cached_property
    def ledger(self) -> Ledger:
        """Letters, survivors and open questions."""
        return reckon(self.timeline, len(self.house.word))

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """All deals; deal number n is ``deals[n - 1]``."""
        return tuple(entry for entry in self.timeline if isinstance(entry, Deal))

    @property
    def deal(self) -> Deal | None:
        """The current deal: the last one that started."""
        return self.deals[-1] if self.deals else None

    @property
    def letters(self) -> tuple[int, ...]:
        """By player, how many letters each has."""
        return self.ledger.letters

    @property
    def survivors(self) -> tuple[int, ...]:
        """The players still in, by number."""
        return self.ledger.survivors

    @property
    def winners(self) -> tuple[int, ...]:
        """The joint winners; empty while the game goes on."""
        return self.survivors if self.ledger.over else ()

    @property
    def phase(self) -> Phase:
        """What the table is at."""
        if self.ledger.over:
            return Phase.OVER
        if self.drawn is None:
            return Phase.DRAW
        if self.deal is None:
            return Phase.READY
        return Phase.PLAYING if self.deal.standing is None else Phase.VERDICT

    @property
    def provisional(self) -> bool:
        """Whether the last verdict is the camera's alone: no ruling, nothing said about the quartet."""
        deal = self.deal
        return (
            deal is not None
            and deal.outcome is not None
            and deal.ended is None
            and not deal.rulings
            and not deal.annulled
            and not deal.quartet_answered
        )

    @property
    def dealer(self) -> int | None:
        """The survivor who deals now or, once the deal has its verdict, next; ``None`` before the lot."""
        deal = self.deal
        if deal is None:
            return None if self.drawn is None else self._survivor_from(self.drawn)
        moves_on = deal.standing is not None and deal.standing.verdict is Verdict.LETTER
        return self.left_of(deal.dealer) if moves_on else self._survivor_from(deal.dealer)

    def left_of(self, player: int) -> int:
        """The next survivor to a player's left: in a higher seat, wrapping round."""
        seat = self.chairs.index(player)
        around = (self.chairs[(seat + step) % PLAYERS] for step in range(1, PLAYERS))
        return next(neighbour for neighbour in around if neighbour in self.survivors)

    def seat_of(self, player: int) -> int:
        """The seat in which a player sits now."""
        return self.chairs.index(player)

    def _survivor_from(self, player: int) -> int:
        return player if player in self.survivors else self.left_of(player)
