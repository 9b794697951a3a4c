"""Two cameras of different rates and clocks that see the same flashes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee.calibration.clocks import ClockLink, Flash, flashes, link
from referee.calibration.errors import AlignmentError

from referee.film import Frame
from referee.observation import Instant, SeatView, Span, Touch, TouchKind, UnseenSpan
from tests.calibration.pages import film_of_page


def second_camera(frames: list[Frame], offset_s: float) -> list[Frame]:
    return [replace(frame, time_s=frame.time_s + offset_s) for frame in frames]


@pytest.mark.parametrize("offset_s", [12.3456, -0.0123])
@pytest.mark.parametrize("area", [(0.0, 0.0, 1.0, 1.0), (0.1, 0.2, 0.45, 0.6)])
def test_clocks_are_aligned_within_3_ms(offset_s: float, area: tuple[float, float, float, float]):
    one = film_of_page(readout_s=0.0, area=area, seconds=8)
    other = film_of_page(readout_s=0.0, fps=25.02, exposure_s=0.02, seconds=7, area=area, seed=2)
    found = link_of(one, second_camera(other, offset_s))
    assert found.offset_s == pytest.approx(offset_s, abs=0.003)
    assert abs(found.offset_s - offset_s) < 3 * found.error_s
    assert found.error_s < 0.003
    assert found.count > 20


def link_of(one: list[Frame], other: list[Frame]) -> ClockLink:
    (first, span_1), (second, span_2) = flashes(one), flashes(other)
    return link(first, second, span_1, span_2)


def test_a_rolling_shutter_that_is_known_does_not_shift_the_clocks():
    top = (0.1, 0.0, 0.5, 0.3)
    first, span_1 = flashes(film_of_page(readout_s=0.026, area=top, seconds=8))
    second, span_2 = flashes(film_of_page(readout_s=0.0, area=top, fps=25.02, seconds=7, seed=2))
    assert first[0].row == pytest.approx(0.15, abs=0.06)
    unaware = link(first, second, span_1, span_2)
    aware = link([flash.at(0.026) for flash in first], second, span_1, span_2)
    assert unaware.offset_s == pytest.approx(0.026 * 0.15 - 0.013, abs=0.003)
    assert aware.offset_s == pytest.approx(0.0, abs=0.003)


def test_a_rhythm_without_its_beginning_fits_in_many_ways():
    one = film_of_page(readout_s=0.0, seconds=8)[40:]
    other = film_of_page(readout_s=0.0, seconds=8)[75:]
    with pytest.raises(AlignmentError, match="more than one way"):
        link_of(one, other)


def test_cameras_that_see_no_flash_cannot_be_compared():
    still = film_of_page(readout_s=0.0, area=(0.0, 0.0, 0.01, 0.01), seconds=2)
    with pytest.raises(AlignmentError, match="share no changes"):
        link_of(still, still)


def test_a_few_uneven_flashes_of_a_torch_do():
    first = [Flash(t, i % 2 == 0) for i, t in enumerate([1.0, 1.3, 2.1, 2.2, 3.7, 4.0])]
    second = [Flash(f.time_s + 5.0 + 0.01 * (-1) ** i, f.brighter) for i, f in enumerate(first[:4])]
    found = link(first, [*second, Flash(9.99, True)], Span(0.0, 4.5), Span(5.5, 8.0))
    assert found.offset_s == pytest.approx(5.0, abs=0.011)


LINK = ClockLink(10.0, 0.003, Span(12.0, 15.0), 20)


def test_what_the_second_camera_saw_comes_on_the_first_clock_and_wider():
    contact = Instant(14.0, 13.99, 14.01, 0.004)
    touch = Touch(0, TouchKind.HELD, contact, None, 15.5)
    carried = LINK.carry(SeatView(0, (touch,), (UnseenSpan(13.0, 13.5),), (Span(13.9, 15.6),)), 3)
    assert carried.seat == carried.touches[0].seat == 3
    assert carried.touches[0].contact.time_s == pytest.approx(4.0)
    assert carried.touches[0].contact.sigma_s == pytest.approx(0.005)
    assert carried.touches[0].contact.high_s - 4.0 == pytest.approx(0.0125)
    assert carried.touches[0].release_s == pytest.approx(5.5)
    assert carried.unseen[0].start_s == pytest.approx(3.0)
    assert carried.near[0].end_s == pytest.approx(5.6)


def test_the_offset_is_less_sure_far_from_what_both_saw():
    assert LINK.error_at(13.0) == pytest.approx(0.003)
    assert LINK.error_at(15.0 + 200.0) == pytest.approx((0.003**2 + 0.01**2) ** 0.5)
