"""What the page for getting ready asks of a running camera: check the table, try the gesture out.

Looking takes seconds of a processor, so each job runs in a process of its own over packets out of the ring; the live
path is not disturbed, and a detector that hangs is ended.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from referee.calibration.errors import TableFileError
from referee.calibration.findings import Finding, place_finding
from referee.calibration.keep import keep_seats, known_at, shift_since
from referee.calibration.nudge import Small
from referee.calibration.report import to_list
from referee.calibration.tablefile import learn_hands
from referee.calibration.tryout import SeatTrial, TryOut

from referee.errors import RefereeError
from referee.live.capture import Capture
from referee.live.eyes import box_of
from referee.live.process import Child
from referee.live.ring import Stretch
from referee.observation import SeatView
from referee.rules.house import House
from referee.status import SeatGlance
from referee.timing.camera import CameraTiming

LOOK_S = 5.0
"""How much of the ring a check looks at, seconds."""
READY_S = 2.0
"""From the tap until the first thing is asked, seconds."""
AFTER_S = 1.0
"""What is still looked at after the last thing was asked, seconds."""
PLAYERS = 4
"""So many start a game."""
PATIENCE_S = 180.0
"""A job that takes longer is ended, seconds: a slow computer needs one minute."""

Rests = dict[int, list[tuple[float, float, float]]]


class NotReadyError(RefereeError):
    """There is nothing to look at yet, or something is being looked at."""


class Doing(StrEnum):
    """What the desk is at."""

    NOTHING = "nothing"
    """Nothing."""
    CHECKING = "checking"
    """It checks the table."""
    ASKING = "asking"
    """The players are asked to touch."""
    MEASURING = "measuring"
    """What they did is measured."""


class Desk:
    """Checks and tries out for one running table.

    Args:
        capture: the camera.
        seats: where the players were last seen.
        house: the table's settings.
        keep: the table's file, where seats, hands and places of rest are kept; ``None``: nowhere.
    """

    def __init__(
        self,
        capture: Capture,
        seats: Callable[[], Sequence[SeatGlance]],
        house: Callable[[], House],
        keep: Path | None = None,
    ) -> None:
        self._capture = capture
        self._seats = seats
        self._house = house
        self._keep = keep
        self._lock = threading.Lock()
        self._doing = Doing.NOTHING
        self._findings: tuple[Finding, ...] = ()
        self._trial: TryOut | None = None
        self._trials: tuple[SeatTrial, ...] = ()
        self._trouble = ""
        self._kept = False

    def check(self) -> None:
        """Begin to check the table; its seats are kept where a table is named and everybody has one.

        Raises:
            NotReadyError: no picture yet, or something else is going on.
        """
        end_s = self._capture.ring.latest_s
        stretch = self._capture.ring.stretch(max(0.0, end_s - LOOK_S), end_s)
        if stretch is None:
            raise NotReadyError("The camera shows nothing yet: wait for its picture.")
        self._begin(Doing.CHECKING)
        self._run(self._checked, check_stretch, stretch, self._capture.timing, self._house().tie_limit)

    def try_out(self) -> None:
        """Begin to ask the players.

        Raises:
            NotReadyError: nobody sits there yet, a film is over, or something else is going on.
        """
        if self._capture.ended:
            raise NotReadyError(
                "The recording is over: nobody can be asked. Start it again, or use a camera."
            )
        seats = tuple(glance for glance in self._seats() if glance.face_box is not None)
        if not seats:
            raise NotReadyError("The players are not found yet: wait until every face has its frame.")
        self._begin(Doing.ASKING)
        start_s = self._capture.ring.latest_s + READY_S
        self._trial, self._trials = TryOut(start_s, tuple(glance.seat for glance in seats)), ()
        threading.Thread(target=self._ask, args=(self._trial, seats), name="try-out", daemon=True).start()

    def state(self, language: str) -> dict[str, Any]:
        """How far it is and what came of it, JSON-able."""
        with self._lock:
            trial, now_s = self._trial, self._capture.ring.latest_s
            ask = trial.asks(now_s) if trial is not None and self._doing is Doing.ASKING else None
            left = None if trial is None or ask is None else trial.left_s(now_s)
            return {
                "doing": self._doing.value,
                "findings": to_list(self._findings, language, first=1),  # as the page counts
                "ask": None if ask is None else ask.value,
                "left_s": None if left is None else round(left, 1),
                "trials": [
                    {
                        "seat": each.seat,
                        "good": each.good,
                        "seen": [what.value for what in each.seen],
                        "hand": None if each.hand is None else each.hand.value,
                        "warnings": sorted(each.warnings),
                    }
                    for each in self._trials
                ],
                "trouble": self._trouble,
                "kept": self._keep.stem if self._keep is not None and self._kept else "",
            }

    def _begin(self, doing: Doing) -> None:
        with self._lock:
            if self._doing is not Doing.NOTHING:
                raise NotReadyError("One moment: the table is being looked at already.")
            self._doing, self._trouble, self._kept = doing, "", False

    def _ask(self, trial: TryOut, seats: tuple[SeatGlance, ...]) -> None:
        """Wait until everything was asked, then have it measured."""
        began = time.monotonic()
        while self._capture.ring.latest_s < trial.end_s + AFTER_S:
            if time.monotonic() - began > PATIENCE_S:  # the camera went away
                self._end("The camera broke off: try again.")
                return
            time.sleep(0.1)
        with self._lock:
            self._doing = Doing.MEASURING
        stretch = self._capture.ring.stretch(trial.start_s - 1.0, trial.end_s + AFTER_S)
        if stretch is None:
            self._end("What was shown is not there any more: try again.")
            return
        self._run(self._tried, watch_stretch, stretch, seats, self._house().hold_s)

    def _run(self, done: Callable[[Any], None], job: Callable[..., None], *args: object) -> None:
        threading.Thread(
            target=self._wait, args=(done, Child(job, *args, name="referee-desk")), daemon=True
        ).start()

    def _wait(self, done: Callable[[Any], None], child: Child) -> None:
        trouble = "Looking took too long and was given up: try again when the computer has less to do."
        try:
            if child.connection.poll(PATIENCE_S):
                answer = child.connection.recv()
                trouble = answer if isinstance(answer, str) else ""
                if not trouble:
                    done(answer)
        except (EOFError, OSError):
            trouble = "Looking broke off: try again."
        except TableFileError as error:
            trouble = str(error)
        finally:
            child.kill()
            self._end(trouble)

    def _checked(self, looked: tuple[tuple[Finding, ...], Small, tuple[int, int]]) -> None:
        findings, edges, size = looked
        if self._keep is not None:
            shift = shift_since(known_at(self._keep), self._keep, edges)
            findings = (place_finding(shift), *findings)
            boxes = {seat.seat: box_of(seat) for seat in self._seats() if seat.face_box is not None}
            if boxes.keys() == set(range(PLAYERS)):  # a table of which a seat is missing would seat nobody
                keep_seats(self._keep, boxes, size, edges, source=self._capture.spec.address)
                self._kept = True
        with self._lock:
            self._findings = findings

    def _tried(self, seen: tuple[Sequence[SeatView], Rests]) -> None:
        trial = self._trial
        assert trial is not None  # noqa: S101 - it was begun
        trial.see(*seen)
        with self._lock:
            self._trials = trial.trials(trial.end_s)
        if self._keep is not None and not self._keep.exists():
            raise TableFileError(
                "Hands are kept once the table is: check the table, then try the gesture out again."
            )
        if self._keep is not None:
            learn_hands(self._keep, {each.seat: (each.hand, each.rest) for each in self._trials})

    def _end(self, trouble: str) -> None:
        with self._lock:
            self._doing, self._trouble = Doing.NOTHING, trouble


def check_stretch(connection: Connection, stretch: Stretch, timing: CameraTiming, tie_limit: float) -> None:
    """In its own process: check the table over some packets; send findings, edges and size, or what went wrong."""
    from referee.calibration.check import check  # noqa: PLC0415 - loads mediapipe
    from referee.calibration.keep import edges_in  # noqa: PLC0415 - the same
    from referee.calibration.take import PacketTake  # noqa: PLC0415 - the same

    from referee.vision.networks import Networks  # noqa: PLC0415 - the same

    frames = PacketTake(stretch.info, stretch.packets, stretch.start_s)
    try:
        with Networks() as networks:
            done = check(frames, networks, tie_limit=tie_limit, timing=timing)
            size = (done.measure.width, done.measure.height)
            connection.send((done.findings, edges_in(frames), size))
    except RefereeError as error:
        connection.send(str(error))


def watch_stretch(
    connection: Connection, stretch: Stretch, seats: Sequence[SeatGlance], hold_s: float
) -> None:
    """In its own process: measure the touches in some packets; send the views and where fingertips rested."""
    from referee.calibration.take import PacketTake  # noqa: PLC0415 - loads mediapipe

    from referee.vision.glance import Place  # noqa: PLC0415 - the same
    from referee.vision.networks import Networks  # noqa: PLC0415 - the same
    from referee.vision.seat import Reading  # noqa: PLC0415 - the same
    from referee.vision.stopwatch import Stopwatch  # noqa: PLC0415 - the same

    try:
        with Networks() as networks:
            boxes = [(glance.seat, box_of(glance)) for glance in seats]
            stopwatch = Stopwatch(networks, boxes, Reading(hold_s=hold_s))
            for frame in PacketTake(stretch.info, stretch.packets, stretch.start_s):
                stopwatch.add(frame)
            rests: Rests = {
                reader.seat: [
                    (glance.time_s, float(glance.hand.tip[0]), float(glance.hand.tip[1]))
                    for glance in reader.glances
                    if glance.place is Place.NOSE and glance.hand is not None
                ]
                for reader in stopwatch.readers
            }
            connection.send((stopwatch.views(last=True), rests))
    except RefereeError as error:
        connection.send(str(error))
