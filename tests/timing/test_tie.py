import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.observation import Instant
from referee.timing.tie import chance_reversed


def at(time_s, sigma_s=0.004, gross=0.0, gross_sigma_s=0.05):
    return Instant(time_s, time_s - 2 * sigma_s, time_s + 2 * sigma_s, sigma_s, gross, gross_sigma_s)


instants = st.builds(
    at,
    st.floats(0, 5),
    st.floats(0.001, 0.05),
    st.floats(0, 0.2),
    st.floats(0.02, 0.5),
)


def test_equal_times_are_even():
    assert chance_reversed(at(1.0), at(1.0)) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("gap_s", "chance"), [(0.0, 0.5), (0.00566, 0.1587), (0.01132, 0.0228), (0.017, 0.00133)]
)
def test_bell_curves_follow_the_table_of_the_normal_distribution(gap_s, chance):
    assert chance_reversed(at(0.0), at(gap_s)) == pytest.approx(chance, abs=2e-4)


def test_a_gross_error_keeps_a_wide_gap_doubtful():
    sure = chance_reversed(at(0.0), at(0.05))
    doubtful = chance_reversed(at(0.0, gross=0.02, gross_sigma_s=0.1), at(0.05))
    assert sure < 1e-9
    assert doubtful == pytest.approx(
        0.02 * 0.5 * math.erfc(0.05 / math.hypot(0.1, 0.004) / math.sqrt(2)), rel=0.01
    )


@given(instants, instants)
def test_either_order_is_certain_together(one, other):
    assert chance_reversed(one, other) + chance_reversed(other, one) == pytest.approx(1.0)


@given(instants, instants, st.floats(0.001, 1.0))
def test_a_wider_gap_is_never_less_sure(one, other, more):
    first, second = sorted((one, other), key=lambda instant: instant.time_s)
    later = at(second.time_s + more, second.sigma_s, second.gross, second.gross_sigma_s)
    assert chance_reversed(first, later) <= chance_reversed(first, second) + 1e-12
