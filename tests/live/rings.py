"""Rings filled from films, without waiting for their pace."""

from pathlib import Path

from referee.live.clock import CameraClock
from referee.live.containers import open_file
from referee.live.ring import Ring
from referee.live.sources import Source


def ring_from(source: Source) -> Ring:
    ring, clock = Ring(), CameraClock()
    for packet in source.packets():
        stamped = clock.stamp(packet)
        if stamped is not None:
            ring.append(stamped, source.info)
    source.close()
    return ring


def ring_of(path: Path) -> Ring:
    return ring_from(open_file(str(path), paced=False))
