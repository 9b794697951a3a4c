from __future__ import annotations

from collections.abc import Iterable

from referee.chairs import ChairWatch

ALL = (0, 1, 2, 3)


def watch(*stretches: tuple[float, Iterable[int]], watch: ChairWatch | None = None) -> ChairWatch:
    """Look ten times a second; each stretch has a length in seconds and the seats that are empty."""
    found, now_s = watch or ChairWatch(), 0.0
    for length_s, empty in stretches:
        for _ in range(round(length_s * 10)):
            now_s += 0.1
            found.see(now_s, {seat: seat not in set(empty) for seat in ALL})
    return found


def test_two_who_got_up_together_are_asked_about() -> None:
    assert watch((3, ()), (4, (1, 2)), (3, ())).asked == (1, 2)


def test_it_is_enough_that_they_were_up_at_one_moment() -> None:
    assert watch((3, (1,)), (3, (1, 2)), (3, (2,)), (3, ())).asked == (1, 2)


def test_nobody_is_asked_before_both_sit() -> None:
    assert watch((4, (1, 2)), (5, (2,))).asked == ()


def test_one_who_fetches_a_drink_raises_no_question() -> None:
    assert watch((20, (1,)), (5, ())).asked == ()
    assert watch((5, (1,)), (5, ()), (5, (2,)), (5, ())).asked == ()


def test_heads_that_turn_away_raise_no_question() -> None:
    assert watch((1, (1, 2)), (1, ()), (1, (0, 1, 2, 3)), (3, ())).asked == ()


def test_a_third_who_gets_up_meanwhile_is_in_it() -> None:
    assert watch((3, (1, 2)), (3, (1, 2, 3)), (3, ())).asked == (1, 2, 3)


def test_after_a_pause_everybody_may_sit_elsewhere() -> None:
    found = ChairWatch()
    found.everybody_up(ALL)
    assert watch((0.5, ()), watch=found).asked == ()
    assert watch((3, ()), watch=found).asked == ALL


def test_a_picture_that_was_away_tells_nothing() -> None:
    found = watch((4, (1, 2)))
    found.forget()
    assert watch((3, ()), watch=found).asked == ()


def test_an_answer_ends_the_question() -> None:
    found = watch((4, (1, 2)), (3, ()))
    found.answered()
    assert found.asked == ()
    assert watch((4, (0, 3)), (3, ()), watch=found).asked == (0, 3)
