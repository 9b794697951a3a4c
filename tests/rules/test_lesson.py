"""The lesson is the worked example, and every step of it is allowed."""

from __future__ import annotations

import json

from referee.rules.cards import Card, cards_in_play, quartet
from referee.rules.house import House
from referee.rules.lesson import START, TOUCHES, Task, lesson, lesson_to_dict
from referee.rules.ranking import judge_deal
from referee.rules.verdict import Verdict
from tests.rules.seen import view


def test_it_uses_the_sixteen_cards_in_every_step() -> None:
    assert set(START.cards()) == set(cards_in_play(4))
    for step in lesson():
        assert len(step.table.cards()) == 16
        assert set(step.table.cards()) == set(cards_in_play(4))
        assert max(len(place.hand) for place in step.table.places) <= 4


def test_it_is_the_worked_example() -> None:
    steps = {step.phrase: step for step in lesson()}
    assert " ".join(map(str, START.place(0).hand)) == "K♠ K♥ K♦ Q♣"
    assert [quartet(place.hand) for place in START.places] == [None] * 4
    assert steps["lesson-choose"].card == steps["lesson-release"].card == Card("Q", "♣")
    released = steps["lesson-release"].table
    assert (len(released.place(0).hand), released.place(1).waiting) == (3, (Card("Q", "♣"),))
    assert steps["lesson-others-release"].table.place(0).waiting == (Card("K", "♣"),)
    assert steps["lesson-others-release"].card == steps["lesson-pick-up"].card == Card("K", "♣")
    assert quartet(steps["lesson-pick-up"].table.place(0).hand) == "K"
    last = steps["lesson-letter"]
    assert [quartet(place.hand) for place in last.table.places] == ["K", None, None, None]
    assert (steps["lesson-last"].noses, steps["lesson-show"].shown) == ((0, 1, 2, 3), 0)
    assert (last.letters, last.who) == (("", "", "", "D"), 3)


def test_the_rules_give_the_same_letter() -> None:
    views = [view(seat, 2.0 + 0.3 * place) for place, seat in enumerate(TOUCHES)]
    outcome = judge_deal(views, House(), start_s=0.0, end_s=9.0, final=True)
    assert outcome is not None
    assert (outcome.verdict, outcome.seat) == (Verdict.LETTER, lesson()[-1].who)


def test_noses_are_touched_one_after_the_other() -> None:
    noses = [step.noses for step in lesson()]
    assert noses == [()] * 6 + [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (), ()]


def test_the_learner_does_three_things() -> None:
    tasks = [step.task for step in lesson() if step.task is not Task.WATCH]
    assert tasks == [Task.RELEASE, Task.PICK_UP, Task.TOUCH]


def test_the_page_gets_it_as_json() -> None:
    data = json.loads(json.dumps(lesson_to_dict()))
    assert (data["names"], data["learner"], data["word"], data["suits"]) == (
        list("ABCD"),
        0,
        "DONKEY",
        list("♠♥♦♣"),
    )
    assert len(data["steps"]) == len(lesson())
    first, last = data["steps"][0], data["steps"][-1]
    assert first["places"][0] == {"hand": ["K♠", "K♥", "K♦", "Q♣"], "waiting": []}
    assert first["text"] == "Sixteen cards, four for each. A holds three kings and a queen."
    assert (first["card"], first["shown"], first["task"]) == (None, None, "watch")
    assert data["steps"][2]["card"] == "Q♣"
    assert data["steps"][2]["places"][1]["waiting"] == ["Q♣"]
    assert (last["letters"], last["shown"], last["who"], last["noses"]) == (["", "", "", "D"], 0, 3, [])
    assert "{" not in json.dumps([step["text"] for step in data["steps"]])


def test_it_speaks_the_houses_word_and_language() -> None:
    data = lesson_to_dict(House(word="ESEL"), "de")
    steps = data["steps"]
    assert isinstance(steps, list)
    last = steps[-1]
    assert isinstance(last, dict)
    assert last["letters"] == ["", "", "", "E"]
    assert str(last["text"]).startswith("D bekommt den ersten Buchstaben: E.")
    assert data["word"] == "ESEL"
