"""The tie test: how likely is it that two contacts happened in the other order?"""

from __future__ import annotations

import itertools
import math

from referee.observation import Instant


def chance_reversed(first: Instant, second: Instant) -> float:
    """Chance that ``second`` really came before ``first``, errors independent.

    Each instant is a mixture of two bell curves (ordinary and gross error), so the difference is a mixture of
    four: P(second < first) = Σ wᵢvⱼ Φ((t₁ - t₂) / √(σᵢ² + σⱼ²)).

    Args:
        first: the contact that was measured as the earlier one.
        second: the contact that was measured as the later one.

    Returns:
        The chance, 0…1; 0.5 for equal times.
    """
    lead_s = second.time_s - first.time_s
    total = 0.0
    for (weight_a, sigma_a), (weight_b, sigma_b) in itertools.product(_parts(first), _parts(second)):
        total += weight_a * weight_b * _below(-lead_s, math.hypot(sigma_a, sigma_b))
    return total


def _parts(instant: Instant) -> tuple[tuple[float, float], tuple[float, float]]:
    return (1.0 - instant.gross, instant.sigma_s), (instant.gross, instant.gross_sigma_s)


def _below(value: float, sigma: float) -> float:
    """The chance that a centred bell curve of width ``sigma`` falls below ``value``."""
    return 0.5 * math.erfc(-value / (sigma * math.sqrt(2.0)))
