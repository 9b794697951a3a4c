from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.observation import Instant
from referee.simulate import MEASURED, SPREADS_S, Model, Tally, chance_reversed, compare, simulate
from referee.timing import tie


@given(
    gap_s=st.floats(0.0, 1.0),
    error_s=st.floats(0.001, 0.05),
    gross=st.floats(0.0, 0.2),
    gross_sigma_s=st.floats(0.02, 0.3),
)
def test_the_tie_test_is_the_stopwatchs(
    gap_s: float, error_s: float, gross: float, gross_sigma_s: float
) -> None:
    model = Model(error_s=error_s, gross=gross, gross_sigma_s=gross_sigma_s)
    first, second = (Instant(t, t, t, error_s, gross, gross_sigma_s) for t in (1.0, 1.0 + gap_s))
    expected = tie.chance_reversed(first, second)
    assert chance_reversed(np.array([gap_s]), model)[0] == pytest.approx(expected, rel=1e-6, abs=1e-12)


QUIET = Model(asleep=0.0, unseen=0.0, false_signal=0.0, gross=0.0)


def test_the_same_seed_gives_the_same_games() -> None:
    assert simulate(Model(), 3000, 4) == simulate(Model(), 3000, 4)
    assert simulate(Model(), 3000, 4) != simulate(Model(), 3000, 5)


def test_every_deal_is_a_letter_a_redeal_or_a_call_and_games_are_whole() -> None:
    found = simulate(Model(), 20_000, 1)
    assert found.deals >= 20_000
    assert found.letters + found.redeals + found.calls == found.deals
    assert found.deals_per_game == found.deals / found.games
    # Two players spell the word; the two winners have at most all letters but one each.
    assert 12 * found.games <= found.letters <= 22 * found.games


def test_a_perfect_stopwatch_is_never_wrong() -> None:
    found = simulate(replace(QUIET, error_s=1e-9), 20_000, 1)
    assert (found.wrong_letters, found.calls) == (0, 0)


def test_a_stopwatch_without_a_tie_test_is_often_wrong() -> None:
    # Two of three copiers' times are reversed about as often as errors of 20 ms exceed gaps of 80 ms.
    found = simulate(replace(QUIET, spread_s=0.08, error_s=0.02, tie_limit=0.5), 20_000, 1)
    assert 0.05 < found.wrong_letters / found.deals < 0.3
    assert found.redeals == 0


def test_wrong_letters_keep_to_what_the_tie_limit_promises() -> None:
    # With honest intervals and no gross errors the limit bounds every single letter's chance.
    for spread_s in SPREADS_S:
        found = simulate(replace(QUIET, spread_s=spread_s), 50_000, 2)
        assert found.wrong_letters / found.deals < 0.003 / 10


def test_a_stricter_limit_gives_fewer_wrong_letters_and_more_redeals() -> None:
    loose = simulate(replace(QUIET, tie_limit=0.1), 50_000, 1)
    strict = simulate(replace(QUIET, tie_limit=0.001), 50_000, 1)
    assert strict.wrong_letters < loose.wrong_letters
    assert strict.redeals / strict.deals > loose.redeals / loose.deals


def test_a_finer_stopwatch_saves_redeals() -> None:
    shares = [
        found.redeals / found.deals
        for fps in (30, 60, 120)
        for found in [simulate(Model().at(fps), 20_000, 1)]
    ]
    assert shares == sorted(shares, reverse=True)
    assert [MEASURED[fps].error_s for fps in (30, 60, 120)] == sorted(
        (error.error_s for error in MEASURED.values()), reverse=True
    )


def test_gross_errors_are_told_apart() -> None:
    found = simulate(replace(QUIET, gross=0.05, gross_sigma_s=0.3, tie_limit=0.5), 20_000, 1)
    assert 0 < found.wrong_by_gross <= found.wrong_letters


def test_a_table_that_cannot_be_seen_never_gets_a_letter() -> None:
    taker_less = replace(QUIET, unseen=0.5)
    found = simulate(taker_less, 5_000, 1)
    # 1 - 0.5 ** 4 of the deals with four players, 1 - 0.5 ** 3 with three.
    assert 0.87 < found.calls / found.deals < 0.94


def test_two_who_sleep_are_a_call_and_one_takes_the_letter() -> None:
    found = simulate(replace(QUIET, asleep=0.2, error_s=1e-6), 20_000, 1)
    four, three = 3 * 0.2**2 * 0.8 + 0.2**3, 0.2**2
    assert three < found.calls / found.deals < four
    assert found.wrong_letters == 0


def test_false_signals_cost_the_initiator_without_a_mistake() -> None:
    found = simulate(replace(QUIET, false_signal=1.0, error_s=1e-6), 5_000, 1)
    assert found.wrong_letters == 0
    assert found.letters == found.deals


@pytest.mark.parametrize(("wrong", "deals"), [(0, 10_000), (1, 10_000), (30, 100_000)])
def test_the_interval_holds_the_estimate(wrong: int, deals: int) -> None:
    tally = Tally(deals, deals, wrong, 0, 0, 0, 1, float(deals))
    estimate, low, high = tally.wrong_per_10000()
    assert estimate == pytest.approx(1e4 * wrong / deals)
    assert 0.0 <= low <= estimate < high
    # The rule of three: nothing seen in n deals leaves at most about 3.84 / n (Wilson's form of it).
    if wrong == 0:
        assert high == pytest.approx(1e4 * 3.84 / deals, rel=0.02)


def test_a_comparison_sums_its_defaults() -> None:
    result = compare(Model(), fps=30, spreads_s=(0.08, 0.25), deals=300, seed=1)
    for name in ("deals", "wrong_letters", "redeals", "calls"):
        assert result[name] == sum(row[name] for row in result["defaults"])
    assert len(result["defaults"]) == 2
    assert {row["fps"] for row in result["by_frame_rate"]} == set(MEASURED)
    assert result["settings"]["tie_limit"] == 0.003
    assert result["settings"]["seed"] == 1
    assert result["goal_met"] == all(row["wrong_per_10000"] <= 1.0 for row in result["defaults"])
