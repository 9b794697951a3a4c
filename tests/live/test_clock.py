import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.live.clock import CameraClock
from referee.live.packets import Packet, SourcePacket


def sent(pts_s: float | None, arrived_s: float) -> SourcePacket:
    return SourcePacket(b"x", pts_s, pts_s, True, arrived_s)


def run(clock: CameraClock, times: list[float | None], *, arrived: list[float] | None = None) -> list[Packet]:
    arrivals = arrived or [100.0 + place / 30 for place in range(len(times))]
    stamped = [clock.stamp(sent(time_s, at)) for time_s, at in zip(times, arrivals, strict=True)]
    return [packet for packet in stamped if packet is not None]


def test_times_are_the_sources_own_from_zero() -> None:
    clock = CameraClock()
    packets = run(clock, [7.0, 7.033, 7.067])
    assert [packet.time_s for packet in packets] == pytest.approx([0.0, 0.033, 0.067], abs=1e-5)
    assert clock.report.sentence() == ""
    assert clock.uncertainty_s == 0.0


def test_a_gap_is_counted_with_its_frames_and_is_a_hole() -> None:
    clock = CameraClock()
    run(clock, [place / 30 for place in [*range(30), *range(40, 60)]])
    assert (clock.report.gaps, clock.report.lost) == (1, 10)
    assert clock.report.holes[0].start_s == pytest.approx(29 / 30)
    assert clock.report.holes[0].end_s == pytest.approx(40 / 30)


def test_a_halved_rate_is_no_gap() -> None:
    clock = CameraClock()
    run(clock, [*(place / 30 for place in range(30)), *(1.0 + place / 15 for place in range(30))])
    assert clock.report.gaps == 0


def test_a_repeated_time_is_dropped_and_counted() -> None:
    clock = CameraClock()
    packets = run(clock, [0.0, 0.033, 0.033, 0.067])
    assert len(packets) == 3
    assert clock.report.repeats == 1


def test_a_time_running_back_begins_a_new_epoch_and_the_clock_goes_on() -> None:
    clock = CameraClock()
    packets = run(clock, [50.0, 50.033, 3.0, 3.033])
    assert [packet.epoch for packet in packets] == [0, 0, 1, 1]
    assert clock.report.backwards == 1
    assert len(clock.report.holes) == 1


def test_a_jump_ahead_that_the_monotonic_clock_does_not_share_is_a_break() -> None:
    clock = CameraClock()
    packets = run(clock, [0.0, 0.033, 3600.0, 3600.033])
    assert packets[-1].time_s < 1.0
    assert packets[-1].epoch == 1


def test_a_reconnection_goes_on_by_the_time_that_passed() -> None:
    clock = CameraClock()
    before = clock.stamp(sent(12.0, 100.0))
    clock.reconnect()
    after = clock.stamp(sent(0.0, 104.0))
    assert before is not None
    assert after is not None
    assert after.time_s - before.time_s == pytest.approx(4.0)
    assert clock.report.holes[0].end_s == pytest.approx(after.time_s)


def test_without_times_arrival_stands_in_and_the_uncertainty_says_so() -> None:
    clock = CameraClock()
    jitter = [0.0, 0.02, -0.01, 0.015, -0.02] * 4
    run(clock, [None] * 20, arrived=[100 + place / 30 + off for place, off in enumerate(jitter)])
    assert clock.uncertainty_s > 0.01
    assert "no timestamps of its own" in clock.report.sentence()


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40))
def test_whatever_the_source_says_the_clock_never_runs_back(times: list[float]) -> None:
    packets = run(CameraClock(), list(times))
    orders = [packet.order_s for packet in packets]
    assert orders == sorted(orders)


def test_two_pictures_with_one_guessed_decoding_time_are_both_kept() -> None:
    clock = CameraClock()
    came = [(0.0, -0.067), (0.1, -0.033), (0.033, 0.0), (0.067, 0.0), (0.067, 0.0)]
    packets = [clock.stamp(SourcePacket(b"x", pts, dts, True, 100.0)) for pts, dts in came]
    kept = [packet for packet in packets if packet is not None]
    assert [packet.time_s for packet in kept] == pytest.approx([0.0, 0.1, 0.033, 0.067])
    assert all(after.order_us > before.order_us for before, after in itertools.pairwise(kept))
    assert (clock.report.repeats, clock.report.backwards) == (1, 0)
