from dataclasses import dataclass, field, replace
from multiprocessing import Pipe

from referee.live.detect import MeasureJob, MeasureReport
from referee.live.packets import StreamInfo
from referee.live.protocols import Measure
from referee.live.team import AHEAD, Team
from referee.live.worker import Reply, WorkerPhase
from referee.observation import SeatView
from referee.status import SeatGlance


@dataclass(eq=False)
class Stopwatch:
    """A worker that answers when told to."""

    phase: WorkerPhase = WorkerPhase.READY
    restarts: int = 0
    cpu_s: float = 0.0
    job: MeasureJob | None = None
    reply: Reply | None = None
    connection: object = field(default_factory=lambda: Pipe()[0])

    def send(self, job: MeasureJob) -> None:
        self.job, self.phase = job, WorkerPhase.BUSY

    def poll(self, _heard: object = None) -> Reply | None:
        reply, self.reply = self.reply, None
        return reply

    def answer(self, end_s: float = 2.0) -> None:
        assert self.job is not None
        views = tuple(SeatView(seat.seat) for seat in self.job.measure.seats)
        self.reply = Reply(self.job, MeasureReport(self.job.round, end_s, 30, views), cpu_s=0.5)
        self.phase = WorkerPhase.READY


def job(seats: int = 4) -> MeasureJob:
    glances = tuple(SeatGlance(seat) for seat in range(seats))
    return MeasureJob(3, StreamInfo("mjpeg", 160, 96), (), 1.0, Measure(glances, 0.4))


def team(count: int) -> tuple[Team, list[Stopwatch]]:
    workers = [Stopwatch() for _ in range(count)]
    return Team(workers), workers  # type: ignore[arg-type]


def test_the_seats_are_shared_out_and_their_views_come_together_in_order() -> None:
    together, (one, two) = team(2)
    together.send(job())
    assert [seat.seat for seat in one.job.measure.seats] == [0, 2]  # type: ignore[union-attr]
    two.answer(1.9)
    assert together.poll() is None
    assert not together.idle
    one.answer()
    reply = together.poll()
    assert reply is not None
    assert [view.seat for view in reply.result.views] == [0, 1, 2, 3]
    assert reply.result.end_s == 1.9
    assert reply.cpu_s == 1.0
    assert together.idle


def test_a_slow_one_holds_nobody_up_and_answers_cover_the_same_frames() -> None:
    together, (one, two) = team(2)
    for number in range(AHEAD):
        together.send(replace(job(), start_s=float(number)))
    assert together.phase is WorkerPhase.BUSY
    for end_s in (1.0, 2.0):
        one.answer(end_s)
        assert together.poll() is None
    assert one.job is not None
    assert one.job.start_s == 2.0
    two.answer(1.0)
    reply = together.poll()
    assert reply is not None
    assert (reply.job.start_s, reply.result.end_s) == (0.0, 1.0)
    assert together.phase is WorkerPhase.READY


def test_a_new_round_drops_what_was_not_done_of_the_old_one() -> None:
    together, (one, two) = team(2)
    together.send(job())
    together.send(job())
    together.send(replace(job(), round=4))
    for worker in (one, two):
        worker.answer()
    assert together.poll() is None
    for worker in (one, two):
        assert worker.job is not None
        assert worker.job.round == 4
        worker.answer()
    reply = together.poll()
    assert reply is not None
    assert reply.result.round == 4


def test_a_process_that_dies_between_two_jobs_has_lost_its_part_of_the_round() -> None:
    together, (one, two) = team(2)
    together.send(job())
    one.answer()
    two.answer()
    assert together.poll() is not None
    two.restarts = 1
    reply = together.poll()
    assert reply is not None
    assert reply.error
    assert together.poll() is None


def test_one_lost_share_loses_the_job() -> None:
    together, (one, two) = team(2)
    together.send(job())
    one.answer()
    two.reply, two.phase = Reply(two.job, error="The stopwatch hung."), WorkerPhase.LOADING
    reply = together.poll()
    assert reply is not None
    assert (reply.result, reply.error) == (None, "The stopwatch hung.")
    assert together.phase is WorkerPhase.LOADING


def test_more_stopwatches_than_seats_do_no_harm() -> None:
    together, workers = team(4)
    together.send(job(3))
    for worker in workers[:3]:
        worker.answer()
    reply = together.poll()
    assert reply is not None
    assert [view.seat for view in reply.result.views] == [0, 1, 2]


def test_what_waits_is_measured_sparingly_when_nothing_is_to_be_timed_any_more() -> None:
    together, (one, two) = team(2)
    together.send(job())
    together.send(replace(job(), start_s=2.0))
    together.spare()
    assert not one.job.sparing, "it is at work on this one"  # type: ignore[union-attr]
    for worker in (one, two):
        worker.answer()
    together.poll()
    assert (one.job.start_s, one.job.sparing) == (2.0, True)  # type: ignore[union-attr]
    assert two.job.sparing  # type: ignore[union-attr]
