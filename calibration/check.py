"""Checks a table: from a few seconds of pictures to findings."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from referee.calibration.expected import Expected, expect
from referee.calibration.findings import Finding, seat_findings, table_findings
from referee.calibration.take import Take
from referee.calibration.watch import TableMeasure, TableWatch

from referee.timing.camera import UNMEASURED, CameraTiming, readout_spread_s
from referee.vision.networks import Networks
from referee.vision.seats import seats_in


@dataclass(frozen=True, slots=True)
class Check:
    """What a check came to.

    Attributes:
        findings: all of them, the table's first.
        measure: the numbers behind them.
        expected: how well touches will be timed; ``None`` where that cannot be told.
    """

    findings: tuple[Finding, ...]
    measure: TableMeasure
    expected: Expected | None


def check(
    frames: Take,
    networks: Networks,
    *,
    tie_limit: float,
    timing: CameraTiming = UNMEASURED,
    progress: Callable[[int], object] = lambda _: None,
) -> Check:
    """Check a table.

    Args:
        frames: a few seconds of it.
        networks: the networks.
        tie_limit: the house's chance of the reverse order from which on a deal is a redeal.
        timing: what is known of the camera.
        progress: told the number of frames done.
    """
    watch = TableWatch(networks, seats_in(frames, networks))
    for frame in frames:
        watch.add(frame)
        progress(frame.index + 1)
    measure = watch.measure()
    expected = expected_at(measure, timing, tie_limit)
    findings = table_findings(measure, timing, expected)
    findings += [finding for seat in measure.seats for finding in seat_findings(seat)]
    return Check(tuple(findings), measure, expected)


def expected_at(measure: TableMeasure, timing: CameraTiming, tie_limit: float) -> Expected | None:
    """How well touches will be timed at a table; ``None`` without people or rhythm."""
    seen = [seat for seat in measure.seats if seat.across is not None]
    if not seen or measure.pace is None:
        return None
    middle = statistics.mean(seat.box.y for seat in seen)
    farthest = max(abs(seat.box.y - middle) for seat in seen) / measure.height
    return expect(
        spacing_s=measure.pace.spacing_s,
        size=min(seat.box.size for seat in seen),
        exposure_s=timing.exposure_s,
        jitter_s=timing.jitter_s,
        readout_spread_s=readout_spread_s(farthest, timing),
        tie_limit=tie_limit,
    )
