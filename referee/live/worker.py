"""Detectors in processes of their own, each with a watchdog: one that hangs or dies is started anew.

MediaPipe graphs can hang without an exception, and only a process can be ended from outside.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection
from typing import Any, Protocol

from referee.live.process import STOOD_STILL_S, Child

HUNG_S = 2.0
"""A detector that has work and gives no sign of life for so long counts as hung, seconds."""

FAILURES = 2
"""So many jobs in a row that fail, and the process is started anew: it may have run out of memory."""

LOADING_S = 60.0
"""How long loading the models may take before that counts as hung, seconds: cold disks are slow."""

SLOWEST_S = 20.0
"""On an overloaded machine silence is allowed up to this, seconds: four of its longest steps, or a quarter of
what loading took."""

BEAT_EVERY_S = 0.2
"""How often a working detector says that it lives, seconds."""


class Beat(Protocol):
    """Called by a handler between two steps of its work: says that it lives."""

    def __call__(self) -> None:
        """Give a sign of life."""


class Handler(Protocol):
    """What a detector process runs, one job after another."""

    def __call__(self, job: Any, beat: Beat) -> Any:  # noqa: ANN401 - the worker passes on what it is given
        """Do one job; call ``beat`` at least every second."""


class WorkerPhase(StrEnum):
    """How a detector is."""

    LOADING = "loading"
    """It loads its models."""
    READY = "ready"
    """It waits for work."""
    BUSY = "busy"
    """It works."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a job.

    Attributes:
        job: what it was.
        result: what came out; ``None`` when it failed.
        error: why it failed; "" when it did not.
        took_s: how long it took, seconds.
        cpu_s: processor time of the detector for it, seconds.
    """

    job: Any
    result: Any = None
    error: str = ""
    took_s: float = 0.0
    cpu_s: float = 0.0


class Worker:
    """A detector process with at most one job at a time. Used from one thread; no call waits.

    Args:
        make: makes the handler inside the process; a function of a module, or a partial of one.
        name: for people and process lists.
        start: starts the process; tests give their own.
        hung_s: how long silence during a job may last, seconds.

    Attributes:
        restarts: how often it had to be started anew.
        cpu_s: processor time of all jobs so far, seconds.
    """

    _phase: WorkerPhase
    _failures: int
    _child: Child
    _polled_s: float

    def __init__(
        self,
        make: Callable[[], Handler],
        name: str,
        *,
        start: Callable[[Callable[[], Handler], str], Child] | None = None,
        hung_s: float = HUNG_S,
    ) -> None:
        self.name = name
        self.restarts = 0
        self.cpu_s = 0.0
        self._make = make
        self._start = start or _start_serving
        self._hung_s = hung_s
        self._job: Any = None
        self._slowness_s = 0.0
        self._begin()

    @property
    def connection(self) -> Connection:
        """The pipe, to wait for its next message."""
        return self._child.connection

    @property
    def phase(self) -> WorkerPhase:
        """How the detector is."""
        return self._phase

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._child.pid

    def send(self, job: Any) -> None:  # noqa: ANN401 - any picklable job
        """Give it a job.

        Raises:
            RuntimeError: it is not ready (a mistake of the caller).
        """
        if self._phase is not WorkerPhase.READY:
            raise RuntimeError(f"the {self.name} is {self._phase}")
        self._job = job
        self._phase = WorkerPhase.BUSY
        self._sent_s = self._heard_s = time.monotonic()
        self._child.send(job)

    def poll(self, heard: Sequence[object] | None = None) -> Reply | None:
        """What became of the job, if that is known; a detector that hangs or died is started anew.

        Args:
            heard: the pipes that have something to read, where the caller knows: asking each costs time.
        """
        connection = self._child.connection
        try:
            while (heard is None or connection in heard) and connection.poll():
                reply = self._take(connection.recv())
                if reply is not None:
                    return reply
        except (EOFError, OSError):
            return self._again(f"The {self.name} process died; starting it again.")
        stood_s, self._polled_s = time.monotonic() - self._polled_s, time.monotonic()
        self._heard_s += stood_s if stood_s > STOOD_STILL_S else 0.0
        silent_s = time.monotonic() - self._heard_s
        if self._phase is WorkerPhase.LOADING and silent_s > LOADING_S:
            return self._again(f"The {self.name} did not load; starting it again.")
        # Each restart doubles the patience (up to eight times): what hangs again may only be starved.
        patience_s = max(self._hung_s, self._slowness_s) * 2 ** min(self.restarts, 3)
        if self._phase is WorkerPhase.BUSY and silent_s > patience_s:
            return self._again(f"The {self.name} hung; starting it again.")
        return None

    def stop(self) -> None:
        """End the process."""
        self._child.kill()

    def _begin(self) -> None:
        self._failures = 0
        self._phase = WorkerPhase.LOADING
        self._sent_s = self._heard_s = self._polled_s = time.monotonic()
        self._child = self._start(self._make, self.name)

    def _take(self, message: tuple[str, Any, float]) -> Reply | None:
        kind, value, cpu_s = message
        now = time.monotonic()
        # A machine on which loading or a step takes long is slow, not hung.
        waited_s = (now - self._sent_s) / 4 if kind == "ready" else 4 * (now - self._heard_s)
        self._slowness_s = min(max(self._slowness_s, waited_s), SLOWEST_S)
        self._heard_s = now
        if kind == "beat":
            return None
        job, self._job = self._job, None
        self._phase = WorkerPhase.READY
        if kind == "ready":
            return None
        took_s = self._heard_s - self._sent_s
        self.cpu_s += cpu_s
        self._failures = self._failures + 1 if kind == "failed" else 0
        if self._failures >= FAILURES:
            return self._again(f"The {self.name} failed ({value}); starting it again.", job)
        if kind == "failed":
            return Reply(job, error=value, took_s=took_s, cpu_s=cpu_s)
        return Reply(job, value, took_s=took_s, cpu_s=cpu_s)

    def _again(self, why: str, job: Any = None) -> Reply | None:  # noqa: ANN401 - any job
        job, self._job = self._job if job is None else job, None
        self._child.kill()
        self.restarts += 1
        self._begin()
        # Without a job there is nobody to tell; the restart is counted.
        return None if job is None else Reply(job, error=why)


def _start_serving(make: Callable[[], Handler], name: str) -> Child:
    return Child(serve, make, name=f"referee-{name}")


def serve(connection: Connection, make: Callable[[], Handler]) -> None:
    """The detector process: loads, then does job after job until the program hangs up."""
    handler = make()
    # A broken pipe is the program's way to end this process, however it ended itself.
    with contextlib.suppress(EOFError, OSError):
        connection.send(("ready", None, 0.0))
        _serve_jobs(connection, handler)


def _serve_jobs(connection: Connection, handler: Handler) -> None:
    while True:
        job = connection.recv()
        started_cpu_s = time.process_time()
        try:
            message = ("done", handler(job, _Heart(connection)))
        # A detector may fail in any way; the program must hear of it and go on.
        except Exception as error:  # noqa: BLE001
            message = ("failed", f"{type(error).__name__}: {error}")
        connection.send((*message, time.process_time() - started_cpu_s))


class _Heart:
    """Sends a sign of life, :data:`BEAT_EVERY_S` apart at least."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._next_s = 0.0

    def __call__(self) -> None:
        now = time.monotonic()
        if now >= self._next_s:
            self._next_s = now + BEAT_EVERY_S
            self._connection.send(("beat", None, 0.0))
