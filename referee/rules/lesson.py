"""The lesson: the worked example, step by step, with every card of every hand.

A (seat 0) holds K♠ K♥ K♦ Q♣, passes Q♣ to the left and only then picks up K♣: four kings, never five cards. A
touches the nose, B and C copy, D is the last and takes the D. Each step is computed by the rules of
:mod:`referee.rules.cards`; nothing in it is drawn by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.rules.cards import SUITS, Card, Place, Table
from referee.rules.house import House
from referee.rules.plain import Json
from referee.rules.sentences import Speaker

NAMES = ("A", "B", "C", "D")
"""Who sits in seats 0 to 3."""
LEARNER = 0
"""The seat that the learner plays."""


class Task(StrEnum):
    """What a learner does to get on from a step."""

    WATCH = "watch"
    """Look; a tap goes on."""
    RELEASE = "release"
    """Pass the step's card to the left."""
    PICK_UP = "pick-up"
    """Pick up the step's card, which came from the right."""
    TOUCH = "touch"
    """Touch the nose."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the lesson, as the table looks in it.

    Attributes:
        phrase: key of its text in :mod:`referee.rules.phrases`.
        table: the cards.
        task: what gets the learner on from here.
        who: the seat that the text is about.
        card: the card that the text or the task is about.
        noses: seats with a finger on the nose, in the order in which they touched.
        shown: the seat whose hand lies open; ``None`` when no hand does.
        letters: by seat, the letters taken.
    """

    phrase: str
    table: Table
    task: Task = Task.WATCH
    who: int = LEARNER
    card: Card | None = None
    noses: tuple[int, ...] = ()
    shown: int | None = None
    letters: tuple[str, ...] = ("", "", "", "")


def _card(name: str) -> Card:
    return Card(name[:-1], name[-1])


def _hand(names: str) -> tuple[Card, ...]:
    return tuple(_card(name) for name in names.split())


START = Table(
    (
        Place(0, _hand("K♠ K♥ K♦ Q♣")),
        Place(1, _hand("A♠ A♥ Q♠ J♠")),
        Place(2, _hand("A♦ Q♥ J♥ J♦")),
        Place(3, _hand("A♣ K♣ Q♦ J♣")),
    )
)
"""The hands as they are dealt: all sixteen cards."""
PASSED = (_card("Q♣"), _card("J♠"), _card("A♦"), _card("K♣"))
"""By seat, the card that is passed to the left."""
TOUCHES = (0, 1, 2, 3)
"""The seats in the order in which they touch the nose."""


def lesson(house: House | None = None) -> tuple[Step, ...]:
    """All steps in order; the word is the house's."""
    return tuple(_steps((house or House()).word))


def _steps(word: str) -> Iterator[Step]:
    step = Step("lesson-dealt", START)
    yield step
    yield replace(step, phrase="lesson-choose", task=Task.RELEASE, card=PASSED[LEARNER])
    table = START.release(LEARNER, PASSED[LEARNER])
    yield replace(step, phrase="lesson-release", table=table, card=PASSED[LEARNER])
    for seat in (1, 2, 3):
        table = table.release(seat, PASSED[seat])
    came = table.place(LEARNER).waiting[0]
    yield replace(step, phrase="lesson-others-release", table=table, task=Task.PICK_UP, card=came)
    table = table.pick_up(LEARNER)
    yield replace(step, phrase="lesson-pick-up", table=table, card=came)
    for seat in (1, 2, 3):
        table = table.pick_up(seat)
    yield replace(step, phrase="lesson-others-pick-up", table=table, task=Task.TOUCH)
    initiator, *copiers, last = TOUCHES
    step = replace(step, table=table, noses=(initiator,))
    yield replace(step, phrase="lesson-signal")
    for seat in copiers:
        step = replace(step, phrase="lesson-copy", who=seat, noses=(*step.noses, seat))
        yield step
    step = replace(step, phrase="lesson-last", who=last, noses=TOUCHES)
    yield step
    step = replace(step, phrase="lesson-show", who=initiator, noses=(), shown=initiator)
    yield step
    letters = tuple(word[0] if seat == last else "" for seat in range(len(NAMES)))
    yield replace(step, phrase="lesson-letter", who=last, letters=letters)


def lesson_to_dict(house: House | None = None, language: str = "en") -> dict[str, Json]:
    """The lesson as a page needs it.

    Returns:
        ``names`` by seat, ``learner`` (a seat), ``suits``, ``word`` and ``steps``; each step has ``text``,
        ``task``, ``who``, ``card`` (such as ``K♣``, or null), ``noses``, ``shown``, ``letters`` by seat, and
        ``places`` by seat with ``hand`` and ``waiting``, lists of cards.
    """
    house, speaker = house or House(), Speaker(language)
    steps: list[Json] = [_step_to_dict(step, house.word, speaker) for step in lesson(house)]
    return {
        "names": list(NAMES),
        "learner": LEARNER,
        "suits": list(SUITS),
        "word": house.word,
        "steps": steps,
    }


def _step_to_dict(step: Step, word: str, speaker: Speaker) -> Json:
    text = speaker.say(step.phrase, name=NAMES[step.who], card=step.card, letter=word[0])
    return {
        "text": text,
        "task": step.task.value,
        "who": step.who,
        "card": None if step.card is None else str(step.card),
        "noses": list(step.noses),
        "shown": step.shown,
        "letters": list(step.letters),
        "places": [
            {
                "hand": [str(card) for card in place.hand],
                "waiting": [str(card) for card in place.waiting],
            }
            for place in step.table.places
        ],
    }
