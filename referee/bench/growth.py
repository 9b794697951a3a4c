"""Processor time against the number of seats: ``python -m referee.bench.growth``.

The four people of the recorded match, two of them, and each of them twice: seats are read independently, so a
person who sits at two seats costs what two people cost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import referee
from referee.bench.workload import RATE, passing_frames
from referee.film import Film, Frame
from referee.live.eyes import Eyes
from referee.live.protocols import Measure
from referee.status import SeatGlance

PASSING_S = 10.0
"""How long the scout looks at people who pass cards, seconds."""
LOOK_EVERY = 2
"""It looks at every second frame."""
SIGNAL = slice(45, 126)
"""Frames of the first signal, its copies and the 1.6 s before, as the stopwatch sees them."""


def main() -> None:
    """Print processor time of a scout's look and a stopwatch's frame for 2, 4 and 8 seats."""
    film = Path(referee.__file__).parent / "media" / "match.mp4"
    order = passing_frames(PASSING_S)[::LOOK_EVERY]
    frames = list(islice(Film(film), max(*order, SIGNAL.stop) + 1))
    passing = [replace(frames[k], time_s=n * LOOK_EVERY / RATE) for n, k in enumerate(order)]
    eyes = Eyes()
    four = eyes.scout().look(frames[0])
    eight = [replace(glance, seat=seat) for seat, glance in enumerate([*four, *four])]
    for count in (2, 4, 8):
        seats = eight[:count]
        look_ms = _scout_ms(eyes, seats, passing)
        frame_ms = _each_ms(eyes.stopwatch(Measure(tuple(seats), 0.4)).add, frames[SIGNAL])
        print(
            f"{count} seats: the scout {look_ms:.1f} ms a look while cards are passed, "
            f"the stopwatch {frame_ms:.1f} ms a frame of a signal ({frame_ms / count:.1f} ms each seat); "
            f"an idle seat takes {look_ms / LOOK_EVERY / frame_ms:.1%} of a busy one"
        )
    eyes.close()


def _scout_ms(eyes: Eyes, seats: Sequence[SeatGlance], frames: Sequence[Frame]) -> float:
    scout = eyes.scout()
    scout.take_seats(seats)
    return _each_ms(scout.look, frames)


def _each_ms(work: Callable[[Frame], object], frames: Sequence[Frame]) -> float:
    started = time.process_time()
    for frame in frames:
        work(frame)
    return 1000 * (time.process_time() - started) / len(frames)


if __name__ == "__main__":
    main()
