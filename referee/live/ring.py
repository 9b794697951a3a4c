"""The ring: the last stretch of a camera's compressed packets, from which any moment can be decoded later."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import deque
from dataclasses import dataclass

from referee.live.packets import MICROSECONDS, Packet, StreamInfo


@dataclass(frozen=True, slots=True)
class Stretch:
    """Packets that hold a stretch of time, ready for a decoder.

    Attributes:
        info: the stream that they belong to.
        packets: in decoding order, beginning at a key frame at or before ``start_s``; may be empty.
        start_s: first moment asked for, seconds on the camera's clock; frames before it only serve decoding.
        end_s: last moment asked for, seconds.
        whole: whether the ring held all of it, without a change of epoch in it.
    """

    info: StreamInfo
    packets: tuple[Packet, ...]
    start_s: float
    end_s: float
    whole: bool


ANEW = -2
"""For :meth:`Ring.after`: begin at the last key frame."""


class Ring:
    """A bounded store of packets; safe to fill from one thread and read from others.

    Args:
        seconds: how much time it keeps, seconds of the camera's clock.
        size: how many bytes it keeps at most. The older packets give way, whichever bound is met first.
    """

    def __init__(self, seconds: float = 60.0, size: int = 256 * 2**20) -> None:
        self.seconds = seconds
        self.size = size
        self._packets: deque[Packet] = deque()
        self._infos: dict[int, StreamInfo] = {}
        self._bytes = 0
        self._latest_s = 0.0
        self._filled = threading.Condition()

    def append(self, packet: Packet, info: StreamInfo) -> None:
        """Keep one more packet of the stream ``info``; forget what no longer fits."""
        with self._filled:
            self._packets.append(packet)
            self._infos[packet.epoch] = info
            self._bytes += len(packet.data)
            self._latest_s = max(self._latest_s, packet.time_s)
            self._forget()
            self._filled.notify_all()

    @property
    def latest_s(self) -> float:
        """The latest frame's time, seconds on the camera's clock; 0 while empty."""
        return self._latest_s

    @property
    def newest(self) -> Packet | None:
        """The packet that came last."""
        with self._filled:
            return self._packets[-1] if self._packets else None

    def epoch_start_s(self, epoch: int) -> float:
        """The first moment held of an epoch, seconds; 0 when nothing of it is held."""
        with self._filled:
            times_us = [packet.time_us for packet in self._packets if packet.epoch == epoch]
        return min(times_us, default=0) / MICROSECONDS

    @property
    def bytes_held(self) -> int:
        """The size of all packets held, bytes."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._packets)

    def wait_after(self, number: int, timeout_s: float) -> bool:
        """Wait until a packet later than ``number`` is there; False when none came within ``timeout_s``."""
        with self._filled:
            return self._filled.wait_for(lambda: self._has_after(number), timeout_s)

    def info(self, epoch: int | None = None) -> StreamInfo | None:
        """The stream of an epoch still held, or of the latest packet."""
        with self._filled:
            if epoch is None:
                return self._infos[self._packets[-1].epoch] if self._packets else None
            return self._infos.get(epoch)

    def after(self, number: int) -> tuple[Packet, ...]:
        """What a decoder that last took packet ``number`` needs next: the packets since, of one epoch.

        When the decoder fell so far behind that packets in between are gone, or a newer epoch began, the
        answer starts at the last key frame instead; so it does for :data:`ANEW`.
        """
        with self._filled:
            if not self._has_after(number):
                return ()
            epoch = self._packets[-1].epoch
            found: list[Packet] = []
            for packet in reversed(self._packets):
                if packet.number <= number or packet.epoch != epoch:
                    break
                found.append(packet)
            found.reverse()
        follows_on = found[0].number == number + 1
        if follows_on:
            return tuple(found)
        keys = [place for place, packet in enumerate(found) if packet.key]
        return tuple(found[keys[-1] :]) if keys else ()

    def stretch(self, start_s: float, end_s: float) -> Stretch | None:
        """The packets that show ``start_s`` to ``end_s``, from the key frame before; ``None`` without any.

        Of several epochs in the stretch, the one with the most of it is given, and ``whole`` is False.
        """
        with self._filled:
            packets = list(self._packets)
            infos = dict(self._infos)
        within: dict[int, int] = {}
        for packet in packets:
            if start_s <= packet.time_s <= end_s:
                within[packet.epoch] = within.get(packet.epoch, 0) + 1
        if not within:
            return None
        epoch = max(within, key=lambda found: within[found])
        packets = [packet for packet in packets if packet.epoch == epoch]
        chosen, whole = _decodable(packets, start_s, end_s)
        return Stretch(infos[epoch], tuple(chosen), start_s, end_s, whole and len(within) == 1)

    def _has_after(self, number: int) -> bool:
        return bool(self._packets) and self._packets[-1].number > number

    def _forget(self) -> None:
        while len(self._packets) > 1 and (
            self._bytes > self.size or self._latest_s - self._packets[0].time_s > self.seconds
        ):
            gone = self._packets.popleft()
            self._bytes -= len(gone.data)
            if gone.epoch != self._packets[0].epoch:
                self._infos.pop(gone.epoch, None)


def _decodable(packets: list[Packet], start_s: float, end_s: float) -> tuple[list[Packet], bool]:
    """Of one epoch's packets, those from the last key frame by ``start_s`` until ``end_s`` is shown."""
    keys = [place for place, packet in enumerate(packets) if packet.key]
    if not keys:
        return [], False
    before = [place for place in keys if packets[place].time_s <= start_s]
    first = before[-1] if before else keys[0]
    # A frame is decoded no later than it is shown: past order_s > end_s nothing of the stretch can follow.
    last = bisect_left([packet.order_s for packet in packets], end_s + 2 / MICROSECONDS)
    shown_from_start = bool(before) or packets[keys[0]].time_s <= start_s
    return packets[first:last], shown_from_start
