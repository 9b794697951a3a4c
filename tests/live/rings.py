"""Rings filled from films, without waiting for their pace."""

from pathlib import Path

from referee.live.clock import CameraClock
from referee.live.containers import open_file
from referee.live.ring import Ring


def ring_of(path: Path) -> Ring:
    ring, clock = Ring(), CameraClock()
    source = open_file(str(path), paced=False)
    for packet in source.packets():
        stamped = clock.stamp(packet)
        if stamped is not None:
            ring.append(stamped, source.info)
    source.close()
    return ring
