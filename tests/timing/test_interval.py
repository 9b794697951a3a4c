import math

import pytest

from referee.timing.arrival import Arrival
from referee.timing.interval import CONTACT_SPREAD, FLOOR_S, SCALE, SLOWEST, gap_instant, instant


def arrival(**changes):
    values = {"time_s": 2.0, "sigma_s": 0.004, "speed": 3.0, "misfit": 1.0, "moving": 3, "strength": 1.1}
    return Arrival(**{**values, **changes})


def test_interval_lies_about_the_time():
    found = instant(arrival(), spacing_s=1 / 30)
    assert found.low_s < found.time_s == 2.0 < found.high_s
    assert found.high_s - found.low_s == pytest.approx(2 * 1.96 * found.sigma_s)
    assert found.sigma_s == pytest.approx(math.hypot(SCALE * 0.004, FLOOR_S, CONTACT_SPREAD / 3.0))


def test_a_perfect_posterior_is_not_believed():
    assert instant(arrival(sigma_s=0.0, speed=1e9), spacing_s=1 / 30).sigma_s == pytest.approx(FLOOR_S)


@pytest.mark.parametrize(("speed", "wide_s"), [(1.0, 0.002), (0.5, 0.004), (SLOWEST, 0.02), (0.0, 0.02)])
def test_a_soft_landing_takes_its_time_over_the_last_millimetres(speed, wide_s):
    found = instant(arrival(sigma_s=0.0, speed=speed), spacing_s=1 / 120)
    assert found.sigma_s == pytest.approx(math.hypot(FLOOR_S, wide_s))


def test_no_moving_frame_leaves_the_frame_spacing():
    assert instant(arrival(moving=0), spacing_s=1 / 30).sigma_s > 1 / 30 / 12**0.5


def test_a_bad_fit_makes_a_gross_error_likelier():
    assert instant(arrival(misfit=50.0), spacing_s=1 / 30).gross > instant(arrival(), spacing_s=1 / 30).gross


def test_a_gap_is_the_interval():
    found = gap_instant(1.0, 1.6)
    assert (found.low_s, found.high_s) == (1.0, 1.6)
    assert found.time_s == pytest.approx(1.3)
    assert found.gross_sigma_s >= 0.6
