"""The camera that fails on purpose: each fault is what it says, and only while it is on."""

from __future__ import annotations

import http.client
import itertools
import multiprocessing
import re
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.drills._phone import ALL, RATE, Fault, Moment, script, serve
from tests.live.columns import write_table_film

GOOD, BAD = 12, 45
"""Pictures before, between and after; and while the fault is on: a second and a half."""


LATE = 5
"""A busy machine may not have read the last pictures in time."""


def moments(fault: Fault) -> list[Moment]:
    good = [Moment(number % 30, 0, Fault.NONE) for number in range(GOOD)]
    return [*good, *(Moment(20 + number % 30, 0, fault, number) for number in range(BAD)), *good]


class Client:
    """Reads as the program does: hung up on, it calls again."""

    def __init__(self, port: int, seconds: float) -> None:
        self.parts: list[tuple[float, float | None, bytes]] = []
        self.calls = 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.calls += 1
            try:
                self.read(port, until)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)

    def read(self, port: int, until: float) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=0.6)
        connection.request("GET", "/video")
        answer = connection.getresponse()
        while time.monotonic() < until:
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                try:
                    byte = answer.read(1)
                except TimeoutError:
                    if time.monotonic() > until:
                        return
                    continue
                if not byte:
                    return
                head += byte
            stamp = re.search(rb"X-Timestamp: ([\d.]+)", head)
            size = re.search(rb"Content-Length: (\d+)", head)
            assert size is not None
            data = answer.read(int(size[1]))
            answer.read(2)
            self.parts.append((time.monotonic(), float(stamp[1]) if stamp else None, data))


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[Fault, Client]:
    """All cameras at once: what a client got from each."""
    film = write_table_film(tmp_path_factory.mktemp("film") / "film.mp4", 2.2, {})
    found: dict[Fault, Client] = {}

    def one(fault: Fault) -> None:
        ours, theirs = multiprocessing.Pipe()
        threading.Thread(target=serve, args=(theirs, film, moments(fault)), daemon=True).start()
        found[fault] = Client(ours.recv(), (2 * GOOD + BAD) / RATE + 1.0)
        ours.send("over")

    threads = [threading.Thread(target=one, args=(fault,)) for fault in ALL]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


def sizes(client: Client) -> set[tuple[int, ...]]:
    found = (cv2.imdecode(np.frombuffer(data, np.uint8), 1) for _, _, data in client.parts)
    return {image.shape[:2] for image in found}


def pauses(client: Client) -> list[float]:
    times = [at for at, _, _ in client.parts]
    return [later - earlier for earlier, later in itertools.pairwise(times)]


def stamps(client: Client) -> list[float | None]:
    return [stamp for _, stamp, _ in client.parts]


def test_without_a_fault_every_picture_comes_once(seen: dict[Fault, Client]) -> None:
    client = seen[Fault.NONE]
    assert len(client.parts) >= 2 * GOOD + BAD - LATE
    assert stamps(client) == sorted(set(stamps(client)))  # type: ignore[type-var]
    assert max(pauses(client)) < 1.0


def test_unplugged_hangs_up_and_does_not_answer(seen: dict[Fault, Client]) -> None:
    client = seen[Fault.UNPLUGGED]
    assert client.calls > 3
    assert max(pauses(client)) > 1.2
    assert len(client.parts) >= GOOD


def test_stalled_stays_silent_on_the_same_connection(seen: dict[Fault, Client]) -> None:
    client = seen[Fault.STALLED]
    assert max(pauses(client)) > 1.2
    assert 2 * GOOD - LATE <= len(client.parts) <= 2 * GOOD + 1


def test_frozen_repeats_one_picture_with_new_times(seen: dict[Fault, Client]) -> None:
    client = seen[Fault.FROZEN]
    during = client.parts[GOOD + 1 : GOOD + 25]
    assert len({data for _, _, data in during}) == 1
    assert len({stamp for _, stamp, _ in during}) == len(during)


def test_black_is_black(seen: dict[Fault, Client]) -> None:
    image = cv2.imdecode(np.frombuffer(seen[Fault.BLACK].parts[GOOD + 5][2], np.uint8), 1)
    assert image.max() < 5


def test_it_comes_back_smaller_or_slower(seen: dict[Fault, Client]) -> None:
    assert sizes(seen[Fault.SMALLER]) == {(96, 160), (48, 80)}
    for fault in (Fault.SMALLER, Fault.SLOWER):
        assert seen[fault].calls > 1
        assert max(pauses(seen[fault])) > 0.8
    assert len(seen[Fault.SLOWER].parts) < len(seen[Fault.SMALLER].parts)


def test_times_jump_repeat_and_are_missing(seen: dict[Fault, Client]) -> None:
    back = [stamp for stamp in stamps(seen[Fault.BACK]) if stamp is not None]
    assert min(later - earlier for earlier, later in itertools.pairwise(back)) < -500
    assert len(stamps(seen[Fault.REPEAT])) - len(set(stamps(seen[Fault.REPEAT]))) >= RATE - LATE
    assert stamps(seen[Fault.MISSING]).count(None) >= BAD - LATE


def test_the_script_hides_the_last_touch_once_for_each_fault(tmp_path: Path) -> None:
    whole = script()
    for number, fault in enumerate(ALL):
        during = [moment for moment in whole if moment.round == number and moment.fault is not Fault.NONE]
        assert {moment.fault for moment in during} == ({fault} - {Fault.NONE})
        if during:
            assert during[0].frame == round(3.3 * RATE)
