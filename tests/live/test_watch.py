from referee.live.watch import BLIND_S, CLOSE_S, LEAD_S, LONGEST_ROUND_S, QUIET_S, DealWatch, HandsAway
from referee.observation import Instant, SeatView, Span, Touch, TouchKind, UnseenReason, UnseenSpan


def watching(start_s: float = 0.0) -> DealWatch:
    return DealWatch(start_s, [0, 1, 2, 3], 10.0, 5)


def held(seat: int, time_s: float) -> SeatView:
    instant = Instant(time_s, time_s - 0.01, time_s + 0.01, 0.005)
    return SeatView(seat, (Touch(seat, TouchKind.HELD, instant),))


def look_on(watch: DealWatch, until_s: float, near: set[int]) -> None:
    time_s = watch.looked_s
    while time_s < until_s:
        time_s += 0.1
        watch.glance(time_s, near)


def test_nothing_is_measured_while_no_hand_is_near() -> None:
    watch = watching()
    look_on(watch, 3.0, set())
    assert watch.wants(3.0) is None


def test_a_hand_opens_a_round_that_goes_back_before_it() -> None:
    watch = watching()
    look_on(watch, 3.0, set())
    before_s = watch.looked_s
    watch.glance(before_s + 0.1, {2})
    window = watch.wants(3.2)
    assert window is not None
    assert window.fresh
    assert window.start_s == before_s - LEAD_S


def test_every_frame_is_measured_from_shortly_before_the_last_look_without_a_hand() -> None:
    watch = watching()
    look_on(watch, 3.0, set())
    before_s = watch.looked_s
    watch.glance(before_s + 0.1, {2})
    assert watch.close_s == before_s - CLOSE_S


def test_where_the_scout_did_not_look_every_frame_is_measured() -> None:
    watch = watching()
    look_on(watch, 3.0, set())
    watch.glance(watch.looked_s + BLIND_S + 0.1, {2})
    assert watch.close_s is None


def test_a_hand_at_somebody_who_does_not_play_opens_none() -> None:
    watch = DealWatch(0.0, [0, 1, 3], 10.0, 1)
    watch.glance(0.1, {2})
    assert watch.wants(5.0) is None


def test_measuring_goes_on_from_where_it_was() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    watch.measured(0.7, [])
    assert watch.wants(0.75) is None
    window = watch.wants(1.2)
    assert window is not None
    assert not window.fresh


def test_a_round_without_a_touch_ends_when_all_is_quiet() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    look_on(watch, 0.2 + QUIET_S + 0.3, set())
    watch.measured(0.5, [])
    assert watch.measuring
    watch.measured(0.2 + QUIET_S + 0.4, [])
    assert not watch.measuring
    watch.glance(watch.looked_s + 0.1, {1})
    window = watch.wants(9.0)
    assert window is not None
    assert window.round == 6


def test_a_round_lasts_as_long_as_the_stopwatch_sees_a_hand() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    chin = SeatView(2, near=(Span(0.1, 2.0),))
    watch.measured(2.0 + QUIET_S - 0.1, [chin])
    assert watch.measuring
    guest = SeatView(7, near=(Span(0.1, 9.0),))
    watch.measured(2.0 + QUIET_S + 0.1, [chin, guest])
    assert not watch.measuring


def test_what_the_scout_passed_over_is_measured_before_a_round_ends() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    look_on(watch, 4.0, set())
    watch.measured(2.0, [])
    assert watch.measuring
    watch.measured(4.1, [])
    assert not watch.measuring


def test_after_the_longest_round_the_scout_looks_from_its_end() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    look_on(watch, LONGEST_ROUND_S + 3.0, set())
    watch.measured(LONGEST_ROUND_S, [])
    assert not watch.measuring
    watch.glance(LONGEST_ROUND_S + 3.1, set())
    window = watch.wants(LONGEST_ROUND_S + 3.2)
    assert window is not None
    assert window.start_s == LONGEST_ROUND_S - LEAD_S


def test_a_round_with_a_signal_stays_open() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    look_on(watch, 4.0, set())
    watch.measured(4.0, [held(2, 0.3)])
    assert watch.measuring
    assert watch.signal_s == 0.3


def test_a_touch_from_before_the_deal_is_no_signal() -> None:
    watch = watching(5.0)
    watch.glance(5.1, {2})
    watch.measured(5.2, [held(2, 4.9)])
    assert watch.signal_s is None


def test_a_chin_in_a_hand_starts_a_new_round_now_and_then() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    watch.measured(LONGEST_ROUND_S + 0.2, [])
    assert not watch.measuring


def test_what_a_blind_scout_missed_is_measured() -> None:
    watch = watching()
    look_on(watch, 2.0, set())
    before_s = watch.looked_s
    watch.glance(before_s + BLIND_S + 4.0, set())
    window = watch.wants(10.0)
    assert window is not None
    assert window.start_s == before_s - LEAD_S


def test_after_a_detector_was_lost_the_round_is_measured_from_its_start() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    watch.measured(0.7, [])
    watch.again()
    window = watch.wants(1.0)
    assert window is not None
    assert (window.fresh, window.round) == (True, 6)


def test_a_verdict_is_forced_long_after_the_signal() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    watch.measured(1.0, [held(2, 0.3)])
    assert not watch.forced(10.0)
    assert watch.forced(14.0)


def test_hands_are_away_from_the_last_look_without_one() -> None:
    away = HandsAway()
    away.glance(1.0, {0})
    assert away.lasting_s(9.0) == 0.0
    away.glance(2.0, set())
    assert away.lasting_s(5.0) == 3.0
    away.glance(5.1, {3})
    assert away.lasting_s(5.2) == 0.0


def test_a_scout_that_looked_away_does_not_know() -> None:
    away = HandsAway()
    away.glance(1.0, set())
    away.glance(3.0, set())
    assert away.lasting_s(3.5) == 0.5


def test_after_the_verdict_measuring_tells_when_hands_are_away() -> None:
    watch = watching()
    watch.glance(0.1, {2})
    watch.measured(1.0, [held(2, 0.3)])
    watch.settle()
    assert watch.next_start_s(3.0) is None
    instant = Instant(0.3, 0.29, 0.31, 0.005)
    let_go = SeatView(2, (Touch(2, TouchKind.HELD, instant, release_s=1.4),), near=(Span(0.2, 1.7),))
    watch.measured(4.6, [let_go])
    assert watch.next_start_s(3.0) is None
    watch.measured(4.8, [let_go])
    assert watch.next_start_s(3.0) == 4.7
    frozen = SeatView(1, unseen=(UnseenSpan(1.0, 2.5, UnseenReason.FROZEN),))
    assert frozen.unseen
    watch.measured(4.8, [let_go, frozen])
    assert watch.next_start_s(3.0) is None
    late = SeatView(3, near=(Span(4.75, 9.0),))
    watch.measured(9.0, [let_go, late])
    assert watch.next_start_s(3.0) == 4.7
    watch.measured(40.0, [let_go])
    assert watch.settled_too_long


def test_a_blind_stretch_is_measured_to_its_end() -> None:
    watch = watching()
    watch.glance(8.0, set())
    look_on(watch, 10.0, set())
    watch.measured(2.0, [])
    assert watch.measuring
    watch.measured(8.0 + QUIET_S + 0.1, [])
    assert watch.measuring, "the scout looked on without the networks"
    watch.measured(10.1, [])
    assert not watch.measuring
