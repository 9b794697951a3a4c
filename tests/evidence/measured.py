"""A verdict and its clip from a film, as the live path makes them, without waiting for the film's pace."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

from referee.film import Frame
from referee.live.clips import write_clip
from referee.live.decoder import decode_stretch
from referee.live.evidence import Measuring, weigh
from referee.live.eyes import Eyes
from referee.live.protocols import Measure, Vision
from referee.live.referee import Given
from referee.live.session import clip_job
from referee.record.entry import CAMERA, PROGRAM, GameKind
from referee.record.log import begin
from referee.record.store import Store
from referee.rules import events as on
from referee.rules.house import House
from referee.rules.plain import to_plain
from referee.rules.ranking import judge_deal
from referee.service import Table
from referee.status import SeatGlance
from tests.live.rings import ring_of
from tests.record.games import Clock

NAMES = ("Ada", "Ben", "Cleo", "Zoë")
PORTION = 45
"""Frames that the stopwatch gets at once."""
SPARSE_UNTIL_S = 0.3
"""Until then not every frame is measured, seconds."""


def measured_table(film: Path, data: Path, vision: type[Vision]) -> Table:
    """A table in ``data`` whose first deal was played in the film, measured and kept as at the table."""
    store, clock = Store(data), Clock()
    table = Table(begin(store, GameKind.REAL, clock()), clock, on.GameCreated(NAMES))
    table.apply(on.DealerDrawn(0), PROGRAM)
    table.apply(on.DealStarted(), PROGRAM)
    ring = ring_of(film)
    whole = ring.stretch(0.0, 60.0)
    assert whole is not None
    frames = [Frame(n, time_s, image) for n, (time_s, image) in enumerate(decode_stretch(whole))]
    eyes = vision()
    # The first moments are measured sparsely, as those long before a hand was noticed are.
    measure = Measure(_seats(eyes, frames), table.state.house.hold_s, sparse_until_s=SPARSE_UNTIL_S)
    stopwatch = eyes.stopwatch(measure)
    seats = tuple(glance.seat for glance in measure.seats)
    how = Measuring(measure, 1, 0.0, 0.0, False, 0.0, 0.0, False, seats, (), 0.0)
    last_s = 0.0
    for place in range(0, len(frames), PORTION):
        portion = frames[place : place + PORTION]
        for frame in portion:
            if frame is frames[0] or frame.time_s >= measure.next_s(last_s):
                stopwatch.add(frame)
                last_s = frame.time_s
        how = replace(how, frames_end_s=portion[-1].time_s, end_s=portion[-1].time_s)
        views, outcome = weigh(stopwatch.views(last=False), how, House(), judge_deal)
        if outcome is not None:
            break
    assert outcome is not None
    measurement = {
        "clip": "deal-001",
        "settings": House().to_dict(),
        "views": [asdict(view) for view in views],
        "measuring": to_plain(how),
    }
    table.apply(on.VerdictGiven(outcome, measurement, 1), CAMERA)
    first_s = min(touch.contact.time_s for touch in outcome.contacts if touch.contact is not None)
    given = Given(
        deal=1,
        outcome=outcome,
        start_s=how.start_s,
        first_s=first_s,
        end_s=how.end_s,
        delay_s=0.0,
        clip="deal-001",
        measurement=measurement,
        how=how,
        views=views,
        traces=tuple(stopwatch.traces()),
    )
    job = clip_job(given, table.state, ring, store.clips(table.game))
    assert job is not None
    assert job.stretch.whole
    write_clip(job)
    if isinstance(eyes, Eyes):
        eyes.close()
    return table


def clip_of(table: Table, data: Path) -> Path:
    """The camera packets of its first deal."""
    return data / "clips" / table.game / "deal-001.mov"


def _seats(eyes: Vision, frames: list[Frame]) -> tuple[SeatGlance, ...]:
    scout = eyes.scout()
    for frame in frames[:10:5]:
        found = tuple(scout.look(frame))
    return found
