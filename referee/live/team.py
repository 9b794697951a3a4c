"""Several stopwatches that share the seats of a table: each measures its own in a process of its own.

Seats are measured independently of one another, so how they are shared out changes nothing but the speed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection

from referee.live.detect import MeasureJob, MeasureReport
from referee.live.worker import Reply, Worker, WorkerPhase

MOST = 4
"""More stopwatches than seats would have nothing to do."""

AHEAD = 6
"""Jobs that may be under way at once: the fast ones work on while the slowest measures a touch."""


def team_size() -> int:
    """How many stopwatches suit this machine: one for each core, up to one for each seat."""
    return max(1, min(MOST, os.cpu_count() or 1))


@dataclass(eq=False)
class _Shared:
    """A job under way.

    Attributes:
        job: the whole of it.
        shares: what its workers have not been given yet.
        replies: what they answered so far.
    """

    job: MeasureJob
    shares: dict[Worker, MeasureJob]
    replies: list[Reply] = field(default_factory=list)


class Team:
    """Stopwatch processes that take jobs together; to its user it is like one of them.

    Each goes through the jobs at its own pace, so that one that measures a touch holds nobody up. An answer is
    given once all have done a job: then it covers the same frames of every seat, whoever was how fast.

    Args:
        workers: the processes, at least one.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = tuple(workers)
        self._jobs: deque[_Shared] = deque()
        self._busy_with: dict[Worker, _Shared] = {}
        self._latest: MeasureJob | None = None
        self._known_restarts = 0

    @property
    def connections(self) -> list[Connection]:
        """The pipes, to wait for their next message."""
        return [worker.connection for worker in self.workers]

    @property
    def phase(self) -> WorkerPhase:
        """Ready when it takes another job: all are loaded, and not too many jobs wait."""
        if any(worker.phase is WorkerPhase.LOADING for worker in self.workers):
            return WorkerPhase.LOADING
        return WorkerPhase.BUSY if len(self._jobs) >= AHEAD else WorkerPhase.READY

    @property
    def idle(self) -> bool:
        """Whether every job was answered."""
        return not self._jobs

    @property
    def restarts(self) -> int:
        """How often one of them had to be started anew."""
        return sum(worker.restarts for worker in self.workers)

    @property
    def cpu_s(self) -> float:
        """Processor time of all jobs so far, seconds."""
        return sum(worker.cpu_s for worker in self.workers)

    def send(self, job: MeasureJob) -> None:
        """Share a job out by seats; the team must be ready. What was not answered of an earlier round is dropped."""
        if self._jobs and self._jobs[-1].job.round != job.round:
            self._jobs.clear()
        self._latest = job
        count = len(self.workers)
        shares = {
            worker: replace(job, measure=replace(job.measure, seats=job.measure.seats[number::count]))
            for number, worker in enumerate(self.workers)
            if job.measure.seats[number::count]
        }
        self._jobs.append(_Shared(job, shares))
        self._hand_out()

    def spare(self) -> None:
        """Nothing is to be timed any more: what waits is measured sparingly, so that it does not wait for long."""
        for shared in self._jobs:
            shared.shares = {worker: replace(share, sparing=True) for worker, share in shared.shares.items()}

    def poll(self, heard: Sequence[object] | None = None) -> Reply | None:
        """What became of the oldest job once every share of it is known; ``heard`` as for :meth:`Worker.poll`.

        One lost share, or one process started anew, loses all jobs: their round has to be measured again.
        """
        for worker in self.workers:
            reply = worker.poll(heard)
            shared = self._busy_with.pop(worker, None) if reply is not None else None
            if reply is not None and shared is not None:
                shared.replies.append(reply)
        lost = self._lost()
        if lost is not None:
            self._jobs.clear()
            return lost
        self._hand_out()
        if not self._jobs or self._jobs[0].shares or self._jobs[0] in self._busy_with.values():
            return None
        done = self._jobs.popleft()
        return _together(done.job, done.replies)

    def _hand_out(self) -> None:
        """Give each that is free the oldest job that it has not had."""
        for worker in self.workers:
            if worker.phase is not WorkerPhase.READY:
                continue
            waiting = next((shared for shared in self._jobs if worker in shared.shares), None)
            if waiting is not None:
                self._busy_with[worker] = waiting
                worker.send(waiting.shares.pop(worker))

    def _lost(self) -> Reply | None:
        """What is said when a process lost its part of the round, also while it had no job."""
        errors = [reply.error for shared in self._jobs for reply in shared.replies if reply.error]
        anew, self._known_restarts = self.restarts > self._known_restarts, self.restarts
        if self._latest is None or not (errors or anew):
            return None
        job = self._jobs[0].job if self._jobs else self._latest
        return Reply(job, error=errors[0] if errors else "A stopwatch process died; starting it again.")

    def stop(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.stop()


def _together(job: MeasureJob, replies: Sequence[Reply]) -> Reply:
    cpu_s = sum(reply.cpu_s for reply in replies)
    took_s = max((reply.took_s for reply in replies), default=0.0)
    reports = [reply.result for reply in replies if isinstance(reply.result, MeasureReport)]
    if len(reports) < len(replies) or not reports:
        error = next((reply.error for reply in replies if reply.error), "There is no seat to measure.")
        return Reply(job, error=error, took_s=took_s, cpu_s=cpu_s)
    views = sorted((view for report in reports for view in report.views), key=lambda view: view.seat)
    together = MeasureReport(
        reports[0].round,
        min(report.end_s for report in reports),
        max(report.frames for report in reports),
        tuple(views),
        tuple(trace for report in reports for trace in report.traces),
    )
    return Reply(job, together, took_s=took_s, cpu_s=cpu_s)
