"""The live referee: from the ring to the table.

One thread turns the wheel and never does heavy work itself: the camera is read in one process, the scout
looks in a second, the stopwatch measures in a third. The thread hands packets out, takes answers in, asks the
rules and tells the table. A detector that hangs costs a restart, never a frame.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from referee.calibration.nudge import Nudge
from referee.calibration.places import SavedPlaces
from referee.errors import RefereeError
from referee.live.capture import Capture
from referee.live.detect import ScoutReport
from referee.live.evidence import Judge, Measuring, measurement_of, weigh
from referee.live.lookout import Lookout
from referee.live.placing import PlacingWatch
from referee.live.seating import Seating
from referee.live.status import Condition
from referee.live.team import Team
from referee.live.timekeeper import Measured, Timekeeper
from referee.live.watch import DealWatch, HandsAway
from referee.live.worker import Worker, WorkerPhase
from referee.observation import SeatView
from referee.record.entry import CAMERA, PROGRAM
from referee.rules.events import DealerDrawn, DealStarted, VerdictGiven
from referee.rules.state import Phase, State
from referee.rules.verdict import Outcome
from referee.service import Table
from referee.status import LiveStatus, Placing
from referee.vision.trace import SeatTrace

log = logging.getLogger(__name__)

LOOK_S = 0.06
"""The scout looks at most so often, seconds: at every second of thirty pictures a second, where the machine allows."""

MEASURING_LOOK_S = 0.25
"""So often while the stopwatch looks at every frame anyway, seconds: the processor is wanted there."""

STATUS_EVERY_S = 0.1
"""The page hears of glances so often, seconds."""

TICK_S = 0.03
"""How long the loop waits for an answer at most, seconds."""

ASK_AGAIN_S = 0.5
"""When the rules refuse to start the next deal, they are asked again after this, seconds."""


Attempt = tuple[int, int, tuple[int, ...]]
"""What a watch belongs to: a deal's number, how many signals of it were dropped, and who sits where."""


def _attempt(state: State) -> Attempt | None:
    """What is to be watched; ``None`` while no deal is open. What was seen for one attempt counts for no other."""
    deal = state.deal
    if state.phase is not Phase.PLAYING or deal is None:
        return None
    return deal.number, deal.dropped, deal.chairs


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict that was given.

    Attributes:
        deal: the deal's number.
        outcome: the verdict.
        start_s: where its evidence begins, seconds on the camera's clock.
        first_s: its first contact, seconds.
        end_s: where its evidence ends.
        delay_s: how long after the last moment it hangs on the verdict came, seconds.
        clip: name of its clip, without ending.
        measurement: what the record keeps of it.
        how: how it was measured.
        views: what was seen, as the rules saw it.
        traces: where each nose was and how each finger came near.
    """

    deal: int
    outcome: Outcome
    start_s: float
    first_s: float
    end_s: float
    delay_s: float
    clip: str
    measurement: Mapping[str, Any]
    how: Measuring
    views: tuple[SeatView, ...]
    traces: tuple[SeatTrace, ...]


class LiveReferee:
    """Watches one table.

    Args:
        table: the game.
        capture: the camera; started once the detectors are loaded.
        scout: the scout's process.
        stopwatches: the stopwatch's processes.
        judge: the rules.
        places: the seats of a saved table; ``None``: nothing is known of them.

    Attributes:
        on_verdict: told of each verdict, after the table.
        delays_s: how long each verdict took after the last moment it hangs on, seconds.
        ended: a film is at its end and its last verdict is out.
        clip_trouble: why clips cannot be written, in words; "" while they can.
    """

    def __init__(
        self,
        table: Table,
        capture: Capture,
        scout: Worker,
        stopwatches: Team,
        judge: Judge,
        *,
        places: SavedPlaces | None = None,
    ) -> None:
        self.table = table
        self.capture = capture
        self.lookout = Lookout(capture, scout)
        self.timekeeper = Timekeeper(capture, stopwatches)
        self.delays_s: list[float] = []
        self.ended = False
        self._judge = judge
        self.on_verdict: Callable[[Given], None] = lambda _given: None
        self._stop = threading.Event()
        self._captures = False
        self._places = places
        self._placing = PlacingWatch()
        self._seating: Seating | None = None
        self._seating_asked = table.seating
        self._away = HandsAway()
        self._watched: Attempt | None = None
        self._started_s: float | None = None
        self._next_status = self._next_ask = 0.0
        self.clip_trouble = ""

    def run(self) -> None:
        """Watch until :meth:`stop`, or until a film ended and its last verdict is out."""
        heard: Sequence[object] | None = None
        while not self._stop.is_set() and not self.ended:
            self.step(heard)
            heard = wait([self.lookout.worker.connection, *self.timekeeper.worker.connections], TICK_S)
        self._say(self.table.state, force=True)

    def stop(self) -> None:
        """End :meth:`run`; any thread may call it."""
        self._stop.set()

    def close(self) -> None:
        """End the processes."""
        self.capture.stop()
        self.lookout.worker.stop()
        self.timekeeper.worker.stop()

    def step(self, heard: Sequence[object] | None = None) -> None:
        """One turn of the wheel; never waits.

        Args:
            heard: the processes' pipes that have something to read; ``None``: not known.
        """
        self._seat_anew()
        state = self.table.state
        report = self.lookout.receive(heard)
        if report is not None:
            self._seen(report, state)
        measured = self.timekeeper.receive(heard)
        if measured is not None:
            self._weigh(measured, state)
        if not self._captures and self._loaded:
            self._captures = True
            self.capture.start()
        state = self.table.state
        self.capture.blind = state.paused
        self._follow(state)
        if not state.paused:
            measuring = self.timekeeper.measuring
            self.lookout.send(every_s=MEASURING_LOOK_S if measuring else LOOK_S, sparing=measuring)
        ended = self.capture.ended and self.lookout.caught_up
        if not state.paused:
            broken_off = self.timekeeper.send(self.lookout.seats, state.house.hold_s, ended=ended)
            if broken_off is not None:
                self._weigh(broken_off, state)
        self.ended = ended and self.timekeeper.finished
        self._say(state)

    @property
    def _loaded(self) -> bool:
        phases = (self.lookout.worker.phase, self.timekeeper.worker.phase)
        return WorkerPhase.LOADING not in phases

    def _seat_anew(self) -> None:
        """Let the players go, when somebody asked to look for them anew (a new game, another camera)."""
        if self._seating_asked != self.table.seating:
            self._seating_asked = self.table.seating
            self.lookout.seats = ()
            self._seating = self._places = None  # who asks knows better than what was saved
            self._away.forget()

    def _follow(self, state: State) -> None:
        """Begin and end watching as the game goes."""
        deal = state.deal
        watch = self.timekeeper.watch
        if watch is not None and watch.settling and state.phase is Phase.VERDICT and not state.paused:
            return
        attempt = _attempt(state)
        waits = attempt is not None and attempt == self._watched and self.timekeeper.measuring
        if state.paused and waits:
            # What was measured until the pause waits for its end; then it is weighed, with the pause as a hole.
            return
        if state.paused or attempt is None or deal is None or not self.lookout.seats:
            self._watched = None
            self.timekeeper.close()
            return
        if self._watched != attempt:
            self._watched = attempt
            playing = [state.seat_of(player) for player in deal.playing]
            start_s = self.capture.ring.latest_s if self._started_s is None else self._started_s
            watch = self.timekeeper.open(start_s, playing, state.house.never_copied_s)
            # Where the deal began in the past, the scout's looks since then count for nothing: measure.
            watch.glance(self.lookout.time_s, ())
        self._started_s = None

    def _seen(self, report: ScoutReport, state: State) -> None:
        time_s = self.lookout.time_s
        if report.preview is not None and not state.paused:
            # First the glance, so that whoever fetches the picture gets the one that belongs to it.
            self._say(state, force=True)
            self.table.set_picture(report.preview)
        if not self.lookout.seats:
            self._take_seats(state, time_s, report)
            return
        self._placing.see(time_s, report.nudge)
        if report.sparing:
            # Who has a hand at the face, the stopwatch knows.
            self._away.forget()
            if self.timekeeper.watch is not None:
                self.timekeeper.watch.glance(time_s, ())
            return
        inside = {state.seat_of(player) for player in state.survivors}
        near = {glance.seat for glance in report.glances if glance.near and glance.seat in inside}
        self._away.glance(time_s, near)
        if self.timekeeper.watch is not None:
            self.timekeeper.watch.glance(time_s, near)
        if self._away.lasting_s(time_s) >= state.house.hands_away_s:
            self._next_deal(state, time_s)

    def _take_seats(self, state: State, time_s: float, report: ScoutReport) -> None:
        """Find the players; with the first seats taken, draw the dealer by lot."""
        if self._seating is None:
            self._seating = Seating(sorted(state.seat_of(player) for player in state.survivors))
        nudge, places = Nudge.STILL, None
        if self._places is not None and report.edges is not None:
            nudge, places = self._places.now(report.edges, self.lookout.size)
        self.lookout.seats = self._seating.see(time_s, report.glances, places)
        if self.lookout.seats:
            said = Placing.MOVED if nudge is Nudge.MOVED else Placing.FINE
            self._placing.seated(time_s, Placing.ELSEWHERE if self._seating.elsewhere else said)
        if self.lookout.seats and state.phase is Phase.DRAW:
            seat = secrets.choice([glance.seat for glance in self.lookout.seats])
            try:
                state = self.table.apply(DealerDrawn(seat), PROGRAM, camera_s=time_s)
            except RefereeError as refusal:
                log.debug("the lot: %s", refusal)
        if self.lookout.seats and state.phase is Phase.READY:
            # Whatever happened since the players were first seen belongs to the first deal.
            since_s = self._seating.since_s
            self._next_deal(state, time_s if since_s is None else since_s)

    def _next_deal(self, state: State, time_s: float) -> None:
        """Start the next deal by itself, where the house wants that.

        Args:
            state: the game.
            time_s: when it starts, seconds on the camera's clock: now, or earlier when measuring is behind.
        """
        now = time.monotonic()
        open_ = state.phase in (Phase.READY, Phase.VERDICT) and not state.paused
        if not (open_ and state.house.next_deal_by_itself) or now < self._next_ask:
            return
        self._next_ask = now + ASK_AGAIN_S
        try:
            self.table.apply(DealStarted(), CAMERA, camera_s=time_s)
            self._started_s = time_s
        except RefereeError as refusal:
            log.debug("next deal: %s", refusal)

    def _weigh(self, measured: Measured, state: State) -> None:
        """Ask the rules what the evidence comes to, and tell the table when they know."""
        watch, deal = self.timekeeper.watch, state.deal
        if watch is not None and watch.settling:
            self._settle(watch, state)
            return
        if watch is None or deal is None or state.paused or _attempt(state) != self._watched:
            return
        how = Measuring(
            measure=measured.measure,
            shares=len(self.timekeeper.worker.workers),
            start_s=measured.start_s,
            frames_end_s=measured.frames_end_s,
            last=measured.last,
            deal_start_s=watch.start_s,
            end_s=measured.end_s,
            final=measured.final,
            playing=tuple(sorted(watch.playing)),
            holes=(*measured.holes, *self.lookout.faults),
            uncertainty_s=self.capture.clock.uncertainty_s,
        )
        views, outcome = weigh(measured.views, how, state.house, self._judge)
        if outcome is not None:
            self._give(outcome, views, measured, how, state)

    def _settle(self, watch: DealWatch, state: State) -> None:
        """After a verdict, start the next deal at the very frame at which hands were away long enough."""
        start_s = watch.next_start_s(state.house.hands_away_s)
        if start_s is not None:
            self._next_deal(state, start_s)
        elif watch.settled_too_long:
            self.timekeeper.close()

    def _give(
        self, outcome: Outcome, views: Sequence[SeatView], measured: Measured, how: Measuring, state: State
    ) -> None:
        deal = state.deal
        assert deal is not None  # noqa: S101 - a deal was judged
        again = len(deal.cancelled)
        clip = f"deal-{deal.number:03d}" + (f"-{again + 1}" if again else "")
        contacts = [touch.contact.time_s for touch in outcome.contacts if touch.contact is not None]
        hangs_on_s = max(contacts) + state.house.hold_s if contacts else measured.end_s
        delay_s = self.capture.ago_s(hangs_on_s)
        measurement = measurement_of(views, self.capture, state.house, how)
        seats = [{"seat": glance.seat, "face_box": glance.face_box} for glance in measured.measure.seats]
        measurement |= {"clip": clip, "delay_s": round(delay_s, 3), "seats": seats}
        try:
            self.table.apply(
                VerdictGiven(outcome, measurement, deal.number),
                CAMERA,
                camera_s=measured.end_s,
                fits=lambda now: _attempt(now) == self._watched,
            )
        except RefereeError as refusal:
            # Somebody ended or undid the deal while it was being measured: what people say goes first.
            log.info("verdict on deal %d: %s", deal.number, refusal)
            return
        self._watched = None  # if the verdict is undone, the deal is watched anew
        if state.house.next_deal_by_itself:
            self.timekeeper.settle()
        else:
            self.timekeeper.close()
        self._away.forget()
        self.delays_s.append(delay_s)
        first_s = min(contacts, default=measured.start_s)
        given = Given(
            deal=deal.number,
            outcome=outcome,
            start_s=measured.start_s,
            first_s=first_s,
            end_s=measured.end_s,
            delay_s=delay_s,
            clip=clip,
            measurement=measurement,
            how=how,
            views=tuple(views),
            traces=measured.traces,
        )
        self.on_verdict(given)

    def _say(self, state: State, *, force: bool = False) -> None:
        """Tell the page how things are."""
        now = time.monotonic()
        if now < self._next_status and not force:
            return
        self._next_status = now + STATUS_EVERY_S
        camera = self.capture.state
        if state.paused:
            self.table.set_picture(None)
        condition = Condition(
            paused=state.paused,
            loaded=self._captures,
            ended=self.ended,
            camera=camera,
            fault=self.lookout.fault,
            trouble=self.lookout.trouble or self.timekeeper.trouble or self.clip_trouble,
            seated=bool(self.lookout.seats),
            seating="" if self._seating is None else self._seating.message,
            measuring=self.timekeeper.measuring,
            notes=() if self.capture.info is None else self.capture.info.notes,
        )
        width, height = self.lookout.size
        self.table.set_status(
            LiveStatus(
                phase=condition.phase,
                camera_ok=condition.camera_ok,
                message=condition.message,
                source=self.capture.spec.words,
                fps=camera.fps or None,
                width=width,
                height=height,
                seats=() if state.paused else self.lookout.glances,
                delay_s=self.delays_s[-1] if self.delays_s else None,
                dropped=camera.lost,
                placing=self._placing.now(self.lookout.time_s),
                slow=camera.slow,
            )
        )
