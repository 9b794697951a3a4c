import os
import signal
import time
from collections.abc import Iterator

import pytest

from referee.live.worker import Reply, Worker, WorkerPhase
from tests.live.handlers import make_obliging


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(make_obliging, "detector", hung_s=0.5)
    ready(worker)
    yield worker
    worker.stop()


def ready(worker: Worker) -> None:
    started = time.monotonic()
    while worker.phase is not WorkerPhase.READY:
        assert worker.poll() is None
        assert time.monotonic() - started < 10
        time.sleep(0.01)


def reply_of(worker: Worker, job: str) -> Reply:
    worker.send(job)
    started = time.monotonic()
    while (reply := worker.poll()) is None:
        assert time.monotonic() - started < 10
        time.sleep(0.01)
    return reply


def test_a_job_comes_back_with_its_result(worker: Worker) -> None:
    reply = reply_of(worker, "look")
    assert (reply.job, reply.result, reply.error) == ("look", "did look", "")


def test_an_exception_is_a_reply_and_the_process_goes_on(worker: Worker) -> None:
    pid = worker.pid
    assert "no nose" in reply_of(worker, "raise").error
    assert reply_of(worker, "look").result == "did look"
    assert worker.pid == pid


def test_one_that_fails_twice_running_is_started_anew(worker: Worker) -> None:
    """Out of memory, it would fail for ever."""
    pid = worker.pid
    reply_of(worker, "raise")
    reply_of(worker, "look")
    reply_of(worker, "raise")
    assert worker.restarts == 0
    assert "starting it again" in reply_of(worker, "raise").error
    ready(worker)
    assert worker.pid != pid
    assert reply_of(worker, "look").result == "did look"


def test_who_stood_still_itself_takes_that_for_nobodys_silence(worker: Worker) -> None:
    """As after a lid was closed: both slept."""
    worker.send("slowly")
    assert worker.poll() is None
    time.sleep(1.5)  # three times what counts as hung
    worker._child.connection.recv_bytes()  # the sleeper's signs of life and its answer are lost
    while worker._child.connection.poll(0.1):
        worker._child.connection.recv_bytes()
    assert worker.poll() is None
    assert worker.restarts == 0


@pytest.mark.parametrize("fault", ["hang", "die"])
def test_one_that_hangs_or_dies_is_noticed_and_works_again_within_five_seconds(
    worker: Worker, fault: str
) -> None:
    started = time.monotonic()
    reply = reply_of(worker, fault)
    assert time.monotonic() - started < 2
    assert reply.error
    ready(worker)
    assert reply_of(worker, "look").result == "did look"
    assert time.monotonic() - started < 5
    assert worker.restarts == 1


def test_one_that_stands_still_before_it_gets_work_holds_nobody_up(worker: Worker) -> None:
    """The work does not fit into the pipe, and nobody reads it."""
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    started = time.monotonic()
    worker.send("x" * 20_000_000)
    assert time.monotonic() - started < 0.5
    while (reply := worker.poll()) is None:
        assert time.monotonic() - started < 2
        time.sleep(0.01)
    assert "hung" in reply.error
    ready(worker)
    assert reply_of(worker, "look").result == "did look"


def test_long_work_with_signs_of_life_is_no_hang(worker: Worker) -> None:
    assert reply_of(worker, "slowly").result == "did slowly"
    assert worker.restarts == 0


def test_a_second_job_at_once_is_a_mistake(worker: Worker) -> None:
    worker.send("slowly")
    with pytest.raises(RuntimeError, match="busy"):
        worker.send("look")
