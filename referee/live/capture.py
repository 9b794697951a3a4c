"""Capture: reads the camera in a process of its own, and never waits for anybody.

    camera ──> reading thread ──> queue ──> sending thread ──pipe──> receiving thread ──> ring
              (its own process: a blocked read can be ended)         (the program)

A read that blocks, a stream that falls silent, a camera that goes away: each is noticed within two seconds,
said in plain words, and tried again until it works.
"""

from __future__ import annotations

import queue
import threading
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from multiprocessing.connection import Connection

from referee.calibration.pace import RateWatch
from referee.live.clock import CameraClock
from referee.live.errors import SourceError
from referee.live.packets import SourcePacket, StreamInfo
from referee.live.process import STOOD_STILL_S, Child
from referee.live.ring import Ring
from referee.live.sources import Source, SourceSpec, open_source
from referee.timing.camera import UNMEASURED, CameraTiming

SILENT_S = 1.5
"""No packet for so long is a stall, seconds: within the promised two, and past any camera's exposure time."""

BLOCKED_S = 4.0
"""A reading process that neither delivers nor says why for so long is ended and started again, seconds."""

OPENING_S = 20.0
"""How long opening may take before the process counts as blocked, seconds: network cameras take time."""

AGAIN_S = 0.5
"""Pause before a lost source is tried again, seconds."""

QUEUE_BYTES = 128 * 2**20
"""What may wait in the reading process while the program is busy: half a minute of a usual camera."""


class CapturePhase(StrEnum):
    """How the camera is."""

    OPENING = "opening"
    """It is being opened."""
    RUNNING = "running"
    """Packets arrive."""
    SILENT = "silent"
    """It is open, but nothing arrives."""
    LOST = "lost"
    """It went away or cannot be opened; it is tried again."""
    ENDED = "ended"
    """The film is at its end."""


@dataclass(frozen=True, slots=True)
class CaptureState:
    """How capture stands.

    Attributes:
        phase: how the camera is.
        message: what to do about it, in plain words; "" when all is well.
        captured: frames taken in since the start.
        lost: frames that did not reach the ring: gaps in the camera's times, and packets dropped on the way.
        fps: frames that arrived a second, over the last two seconds.
        slow: frames a second now and at best, while far fewer come than could; ``None`` while all is well.
    """

    phase: CapturePhase = CapturePhase.OPENING
    message: str = ""
    captured: int = 0
    lost: int = 0
    fps: float = 0.0
    slow: tuple[float, float] | None = None


Start = Callable[[SourceSpec], Child]
"""Starts the reading process for a source."""


class Capture:
    """Fills a ring from a source.

    Args:
        spec: the source.
        ring: where the packets go.
        timing: what is known of the camera's timing; another camera's is not.
        start: starts the reading process; tests give their own.

    Attributes:
        blind: while it is set, what the camera sends is thrown away: somebody paused.
    """

    def __init__(
        self,
        spec: SourceSpec,
        ring: Ring,
        *,
        timing: CameraTiming = UNMEASURED,
        start: Start | None = None,
    ) -> None:
        self.spec = self.wanted = spec
        self.timing = timing
        self.ring = ring
        self.clock = CameraClock()
        self._rate = RateWatch()
        self.info: StreamInfo | None = None
        self.blind = False
        self._was_blind = False
        self._start = start or _start_reading
        self._state = CaptureState()
        self._dropped = 0
        self._pid: int | None = None
        self._offset_s: float | None = None
        self._arrivals: deque[float] = deque(maxlen=600)
        self._heard_s = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._receive, name="capture", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def use(self, spec: SourceSpec) -> None:
        """Read another source from now on; its pictures are a new epoch of the same ring. Any thread may call."""
        self.wanted = spec

    def stop(self) -> None:
        """End capture and its process."""
        self._stop.set()
        if self._thread.ident is not None:  # somebody may end the program before capture began
            self._thread.join(5.0)

    @property
    def ended(self) -> bool:
        """Whether a film is at its end."""
        return self._state.phase is CapturePhase.ENDED

    @property
    def state(self) -> CaptureState:
        """How capture stands now."""
        arrivals = tuple(self._arrivals)
        recent = len(arrivals) - bisect_left(arrivals, time.monotonic() - 2.0)
        return replace(
            self._state,
            message=self._state.message or self._rate.words,
            captured=self.clock.report.captured,
            lost=max(self.clock.report.lost, self._dropped),
            fps=recent / 2.0,
            slow=(self._rate.rate, self._rate.best) if self._rate.slow else None,
        )

    def ago_s(self, time_s: float) -> float:
        """How long ago a moment of the camera's clock arrived here, seconds of the monotonic clock."""
        return 0.0 if self._offset_s is None else time.monotonic() - self._offset_s - time_s

    @property
    def pid(self) -> int | None:
        """The reading process's number, while there is one."""
        return self._pid

    def _receive(self) -> None:
        child = self._begin()
        turn_s = time.monotonic()
        while not self._stop.is_set():
            stood_s, turn_s = time.monotonic() - turn_s, time.monotonic()
            self._heard_s += stood_s if stood_s > STOOD_STILL_S else 0.0
            if self.wanted != self.spec:
                self.spec, self.timing = self.wanted, UNMEASURED
                self._rate = RateWatch()
                self._say(CapturePhase.OPENING, f"Opening {self.spec.words}.")
                child.kill()
                child = self._begin()
            try:
                if child.connection.poll(0.1):
                    self._take(child.connection.recv())
            except (EOFError, OSError):
                if self._state.phase is not CapturePhase.ENDED:
                    self._say(CapturePhase.LOST, f"Reading {self.spec.words} broke off; trying again.")
                    child.kill()
                    self._stop.wait(AGAIN_S)
                    child = self._begin()
                else:
                    self._stop.wait(0.2)
                continue
            if self._watch():
                child.kill()
                child = self._begin()
        child.kill()

    def _begin(self) -> Child:
        self.clock.reconnect()
        self._heard_s = time.monotonic()
        child = self._start(self.spec)
        self._pid = getattr(child, "pid", None)
        return child

    def _take(self, message: StreamInfo | SourcePacket | _Note) -> None:
        self._heard_s = time.monotonic()
        match message:
            case StreamInfo():
                self.info = message
                self.clock.reconnect()
            case SourcePacket() if self.blind or (self._was_blind and not message.key):
                self._was_blind = True
                self._arrivals.append(self._heard_s)
            case SourcePacket():
                if self._was_blind:  # decoding begins anew; what was thrown away is a hole in the evidence
                    self._was_blind = False
                    self.clock.reconnect()
                packet = self.clock.stamp(message)
                if packet is not None and self.info is not None:
                    self.ring.append(packet, self.info)
                    self._rate.add(packet.order_s)
                    self._arrivals.append(self._heard_s)
                    self._follow(message.arrived_s - packet.order_s)
                if self._state.phase is not CapturePhase.RUNNING:
                    self._say(CapturePhase.RUNNING, "")
            case _Note(phase=phase, text=text, dropped=dropped):
                self._dropped += dropped
                if phase is not None:
                    self._say(phase, text)

    def _follow(self, offset_s: float) -> None:
        """Learn the two clocks' distance from the soonest arrival; a little is given back to follow drift."""
        known_s = offset_s if self._offset_s is None else self._offset_s + 1e-5
        self._offset_s = min(known_s, offset_s)

    def _watch(self) -> bool:
        """Notice silence; True when the reading process has to be started again."""
        silent_s = time.monotonic() - self._heard_s
        phase = self._state.phase
        if phase is CapturePhase.RUNNING and silent_s > SILENT_S:
            self._say(CapturePhase.SILENT, f"No picture from {self.spec.words}. Check its cable or network.")
        if phase is CapturePhase.ENDED:
            return False
        limit_s = BLOCKED_S if phase in (CapturePhase.RUNNING, CapturePhase.SILENT) else OPENING_S
        if silent_s <= limit_s:
            return False
        self._say(CapturePhase.LOST, f"{self.spec.words} does not answer; opening it again.")
        return True

    def _say(self, phase: CapturePhase, message: str) -> None:
        self._state = replace(self._state, phase=phase, message=message)


@dataclass(frozen=True, slots=True)
class _Note:
    """What the reading process says besides pictures."""

    phase: CapturePhase | None = None
    text: str = ""
    dropped: int = 0


def _start_reading(spec: SourceSpec) -> Child:
    return Child(read_source, spec, name="referee-capture")


def read_source(connection: Connection, spec: SourceSpec) -> None:
    """The reading process: opens the source and sends what comes, until the film ends or the program does."""
    outbox = _Outbox(connection)
    while not outbox.closed:
        try:
            source = open_source(spec)
        except SourceError as error:
            outbox.put(_Note(CapturePhase.LOST, str(error)))
            time.sleep(AGAIN_S)
            continue
        try:
            outbox.put(source.info)
            _pump(source, outbox)
            outbox.put(_Note(CapturePhase.ENDED, ""))
            outbox.drain()
            return
        except SourceError as error:
            outbox.put(_Note(CapturePhase.LOST, str(error)))
            time.sleep(AGAIN_S)
        finally:
            source.close()


def _pump(source: Source, outbox: _Outbox) -> None:
    for packet in source.packets():
        if outbox.closed:
            return
        outbox.put(packet)


class _Outbox:
    """A queue with a sending thread: putting never waits.

    Past its bound the newest packets are dropped, up to the next key frame: a decoder is never given a
    picture whose forerunner is missing.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._queue: queue.SimpleQueue[StreamInfo | SourcePacket | _Note | None] = queue.SimpleQueue()
        self._bytes = 0
        self._dropping = False
        self._lock = threading.Lock()
        self.closed = False
        self._thread = threading.Thread(target=self._send, name="send", daemon=True)
        self._thread.start()

    def put(self, message: StreamInfo | SourcePacket | _Note) -> None:
        """Queue a message."""
        if isinstance(message, SourcePacket):
            with self._lock:
                full = self._bytes + len(message.data) > QUEUE_BYTES
                self._dropping = full or (self._dropping and not message.key)
                if not self._dropping:
                    self._bytes += len(message.data)
        dropped = isinstance(message, SourcePacket) and self._dropping
        self._queue.put(_Note(dropped=1) if dropped else message)

    def drain(self) -> None:
        """Wait until all is sent."""
        self._queue.put(None)
        self._thread.join()

    def _send(self) -> None:
        while (message := self._queue.get()) is not None:
            try:
                self._connection.send(message)
            except OSError:
                self.closed = True
                return
            if isinstance(message, SourcePacket):
                with self._lock:
                    self._bytes -= len(message.data)
