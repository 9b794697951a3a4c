"""Several stopwatches that share the seats of a table: each measures its own in a process of its own.

Seats are measured independently of one another, so how they are shared out changes nothing but the speed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection

from referee.live.detect import MeasureJob, MeasureReport
from referee.live.worker import Reply, Worker, WorkerPhase

MOST = 4
"""More stopwatches than seats would have nothing to do."""


def team_size() -> int:
    """How many stopwatches suit this machine: one for each core, up to one for each seat."""
    return max(1, min(MOST, os.cpu_count() or 1))


class Team:
    """Stopwatch processes that take one job together; to its user it is like one of them.

    Args:
        workers: the processes, at least one.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = tuple(workers)
        self._job: MeasureJob | None = None
        self._waiting: set[Worker] = set()
        self._replies: list[Reply] = []

    @property
    def connections(self) -> list[Connection]:
        """The pipes, to wait for their next message."""
        return [worker.connection for worker in self.workers]

    @property
    def phase(self) -> WorkerPhase:
        """How the slowest of them is."""
        if self._job is not None:
            return WorkerPhase.BUSY
        loading = any(worker.phase is WorkerPhase.LOADING for worker in self.workers)
        return WorkerPhase.LOADING if loading else WorkerPhase.READY

    @property
    def restarts(self) -> int:
        """How often one of them had to be started anew."""
        return sum(worker.restarts for worker in self.workers)

    @property
    def cpu_s(self) -> float:
        """Processor time of all jobs so far, seconds."""
        return sum(worker.cpu_s for worker in self.workers)

    def send(self, job: MeasureJob) -> None:
        """Share a job out by seats; the team must be ready."""
        self._job, self._replies = job, []
        count = len(self.workers)
        for number, worker in enumerate(self.workers):
            seats = job.measure.seats[number::count]
            if seats:
                self._waiting.add(worker)
                worker.send(replace(job, measure=replace(job.measure, seats=seats)))

    def poll(self) -> Reply | None:
        """What became of the job once every share of it is known; one lost share loses the job."""
        for worker in self.workers:
            reply = worker.poll()
            if reply is not None and worker in self._waiting:
                self._waiting.remove(worker)
                self._replies.append(reply)
        if self._job is None or self._waiting:
            return None
        job, self._job = self._job, None
        return _together(job, self._replies)

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
