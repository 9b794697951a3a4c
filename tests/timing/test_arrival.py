"""Strokes drawn from the model with known contact, noise added: the posterior must hold the truth."""

import numpy as np
import pytest

from referee.timing.arrival import CONTACT, _inverse, _minimum_jerk, arrive


def stroke(rng, spacing_s, noise, *, strength=None, duration_s=None):
    """Distances of one stroke and the true contact instant."""
    strength = strength or rng.uniform(1.01, 1.2)
    duration_s = duration_s or rng.uniform(0.28, 0.7)
    a, b = rng.normal(1.07, 0.15), rng.normal(1.4, 0.25)
    contact_s = 1.0 + rng.uniform(0, spacing_s)
    left = (-a + np.sqrt(a * a + 4 * b * CONTACT)) / (2 * b)
    start_s = contact_s - duration_s * _inverse(np.array((1 - left) / strength))
    times = np.arange(0.8, 1.15, spacing_s)
    way = np.maximum(1 - strength * _minimum_jerk((times - start_s) / duration_s), 0)
    arrived_s = start_s + duration_s * _inverse(np.array(1 / strength))
    way[times > arrived_s] = 0
    distance = a * way + b * way**2
    sigma = np.hypot(noise, 0.02 * distance)
    keep = (distance < 0.42) & (times < arrived_s + 3 * spacing_s)
    measured = np.abs(distance + rng.normal(0, 1, len(times)) * sigma)
    return times[keep], measured[keep], np.hypot(sigma, 0.001)[keep], contact_s, arrived_s


def errors(spacing_s, noise, count=60):
    rng = np.random.default_rng(7)
    for _ in range(count):
        times, distance, sigma, contact_s, arrived_s = stroke(rng, spacing_s, noise)
        guess_s = times[np.argmax(times >= arrived_s)]
        found = arrive(times, distance, sigma, guess_s=float(guess_s), exposure_s=0.0001)
        yield found.time_s - contact_s, found.sigma_s


@pytest.mark.parametrize(("spacing_s", "rms_ms"), [(1 / 30, 6.0), (1 / 60, 4.0), (1 / 120, 3.0)])
def test_error_is_small_and_the_posterior_is_true(spacing_s, rms_ms):
    error, sigma = np.array(list(errors(spacing_s, 0.003))).T
    assert 1000 * np.sqrt((error**2).mean()) < rms_ms
    assert (np.abs(error) < 1.96 * sigma).mean() >= 0.85
    # The noise here is independent from frame to frame; a hand's is not, and the posterior allows for that.
    assert np.sqrt((error**2).mean()) > 0.2 * np.sqrt((sigma**2).mean())


def test_more_noise_makes_a_wider_posterior():
    rng = np.random.default_rng(3)
    times, distance, sigma, _, arrived_s = stroke(rng, 1 / 30, 0.001, strength=1.1, duration_s=0.5)
    quiet = arrive(times, distance, sigma, guess_s=arrived_s, exposure_s=0.012)
    loud = arrive(times, distance, 4 * sigma, guess_s=arrived_s, exposure_s=0.012)
    assert loud.sigma_s > 1.5 * quiet.sigma_s


def test_a_hard_landing_is_told_from_a_soft_one():
    rng = np.random.default_rng(5)
    found = []
    for strength in (1.002, 1.2):
        times, distance, sigma, _, arrived_s = stroke(rng, 1 / 60, 0.001, strength=strength, duration_s=0.5)
        found.append(arrive(times, distance, sigma, guess_s=arrived_s, exposure_s=0.0001))
    assert found[1].speed > 2 * found[0].speed
    assert found[1].strength > found[0].strength
