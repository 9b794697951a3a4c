"""How many cases are made: few and always the same ones in a test run, many and new ones with FUZZ_TIMES=50."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("FUZZ_TIMES", "1"))


def cases(count: int) -> Callable[[Any], Any]:
    """Let hypothesis make so many cases."""
    return settings(
        max_examples=count * TIMES,
        derandomize=TIMES == 1,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
