from __future__ import annotations

import pytest
from referee.calibration.tryout import ASK_S, Ask, Seen, Trouble, TryOut
from referee.web.words import words

from referee.observation import Hand, Instant, SeatView, Touch, TouchKind, UnseenReason, UnseenSpan

START_S = 100.0
END_S = START_S + 3 * ASK_S


def touch(after_s: float, hand: Hand | None = Hand.RIGHT, kind: TouchKind = TouchKind.HELD) -> Touch:
    at = START_S + after_s
    return Touch(2, kind, Instant(at, at - 0.01, at + 0.01, 0.005), hand, at + 1.0)


def tried(*touches: Touch, unseen: tuple[UnseenSpan, ...] = (), now_s: float = END_S):
    trial = TryOut(START_S, (2,))
    trial.see([SeatView(2, touches, unseen)], {2: [(START_S + 2.2, 0.02, 0.03), (START_S + 7.2, 0.04, 0.05)]})
    return trial.trials(now_s)[0]


GOOD = (touch(2.0), touch(7.0))


def test_the_table_is_asked_for_nose_nose_and_chin():
    trial = TryOut(START_S, (0, 1))
    moments = [START_S - 0.1, *(START_S + (i + 0.5) * ASK_S for i in range(4))]
    assert [trial.asks(moment) for moment in moments] == [None, Ask.NOSE, Ask.NOSE, Ask.CHIN, None]
    assert trial.end_s == END_S


def test_two_touches_teach_hand_and_rest():
    found = tried(*GOOD)
    assert found.good
    assert found.hand is Hand.RIGHT
    assert found.rest == pytest.approx((0.03, 0.04))
    assert found.warnings == frozenset()


def test_a_chin_taken_for_the_nose_is_warned_of():
    found = tried(*GOOD, touch(12.0))
    assert found.seen == (Seen.TOUCH, Seen.TOUCH, Seen.TOUCH)
    assert not found.good
    assert found.warnings == {Trouble.FALSE}


@pytest.mark.parametrize(
    ("second", "seen", "warning"),
    [
        ((), Seen.NOTHING, Trouble.MISSED),
        ((touch(7.0, kind=TouchKind.BRUSH),), Seen.BRUSH, Trouble.SHORT),
    ],
)
def test_what_was_not_seen_is_warned_of(second: tuple[Touch, ...], seen: Seen, warning: Trouble):
    found = tried(GOOD[0], *second)
    assert found.seen[1] is seen
    assert found.warnings == {warning}
    assert not found.good


def test_what_could_not_be_told_is_said_so():
    doubt = UnseenSpan(START_S + 7.0, START_S + 8.0, UnseenReason.DOUBTFUL)
    assert tried(GOOD[0], unseen=(doubt,)).warnings == {Trouble.UNSURE}


def test_both_hands_are_none():
    found = tried(GOOD[0], touch(7.0, Hand.LEFT))
    assert found.hand is None
    assert found.warnings == {Trouble.HANDS_DIFFER}
    assert found.good


def test_a_slow_reader_still_touched_when_asked():
    assert tried(touch(4.9), touch(10.2)).seen == (Seen.TOUCH, Seen.TOUCH, Seen.NOTHING)


def test_what_was_not_asked_yet_is_not_missed():
    found = tried(GOOD[0], now_s=START_S + 1.5 * ASK_S)
    assert found.seen == (Seen.TOUCH,)
    assert found.warnings == frozenset()


def test_a_chin_that_could_not_be_told_from_the_nose_is_said_so():
    span = UnseenSpan(START_S + 11.0, START_S + 14.0, UnseenReason.DOUBTFUL)
    found = tried(*GOOD, unseen=(span,))
    assert found.seen == (Seen.TOUCH, Seen.TOUCH, Seen.UNSURE)
    assert found.warnings == {Trouble.NEAR}


def test_at_the_end_everything_was_asked_whenever_it_began():
    for start_s in (3.666667, 0.1, 1 / 3, 7.45, 1234.567891):
        trial = TryOut(start_s, (0,))
        assert len(trial.trials(trial.end_s)[0].seen) == 3


def test_every_warning_has_its_words():
    assert {f"js.tryout.warning.{trouble}" for trouble in Trouble} <= set(words("en").texts)


def test_a_seat_of_which_nothing_is_known_missed_all():
    (found,) = TryOut(START_S, (3,)).trials(END_S)
    assert found.warnings == {Trouble.MISSED}
    assert found.rest is None
