"""How long clips are kept and how much room they take: settings as data, as those of the rules are."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.house import Setting

KEEP_DAYS = Setting(
    "keep_days",
    14.0,
    "days",
    "Clips are removed after so long; disputed ones so long after the ruling.",
    0.0,
    3650.0,
)
KEEP_GB = Setting(
    "keep_gb",
    4.0,
    "gigabytes",
    "All clips together take no more than this; the oldest undisputed ones go first.",
    0.01,
    10_000.0,
)


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long and how much.

    Attributes:
        days: see :data:`KEEP_DAYS`.
        gigabytes: see :data:`KEEP_GB`.
    """

    days: float = float(KEEP_DAYS.default)
    gigabytes: float = float(KEEP_GB.default)
