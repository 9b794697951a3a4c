from referee.calibration.nudge import Nudge

from referee.live.placing import ASKED_S, TOLD_S, PlacingWatch
from referee.status import Placing


def test_seats_that_were_moved_along_are_told_for_a_while() -> None:
    watch = PlacingWatch()
    watch.see(5.0, Nudge.STILL)
    assert watch.now(5.0) is Placing.FINE
    watch.see(6.0, Nudge.MOVED)
    watch.see(6.1, Nudge.STILL)
    assert watch.now(6.0 + TOLD_S - 0.1) is Placing.MOVED
    assert watch.now(6.0 + TOLD_S) is Placing.FINE


def test_a_picture_that_agrees_with_nothing_is_asked_about_while_that_lasts() -> None:
    watch = PlacingWatch()
    watch.see(1.0, Nudge.ASK)
    assert watch.now(1.0 + ASKED_S - 0.1) is Placing.FINE
    assert watch.now(1.0 + ASKED_S) is Placing.DIFFERS
    watch.see(5.0, Nudge.STILL)
    assert watch.now(9.0) is Placing.FINE


def test_what_was_done_when_the_seats_were_taken_is_told_and_ends_the_question() -> None:
    watch = PlacingWatch()
    watch.see(1.0, Nudge.ASK)
    watch.seated(6.0, Placing.ELSEWHERE)
    assert watch.now(7.0) is Placing.ELSEWHERE
