"""The whole live path over drawn films: real capture, real decoding, real processes, drawn faces."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from referee.calibration.places import SavedPlaces

from referee.live import seating
from referee.live.capture import Capture
from referee.live.detect import scout_maker, stopwatch_maker
from referee.live.referee import Given, LiveReferee
from referee.live.ring import Ring
from referee.live.sources import parse_source
from referee.live.team import Team
from referee.live.worker import Worker, WorkerPhase
from referee.observation import SeatView, TouchKind
from referee.rules import game
from referee.rules.errors import ChangedError
from referee.rules.events import (
    DealStarted,
    Event,
    GameCreated,
    Paused,
    Resumed,
    SeatsSwapped,
    SignalCancelled,
)
from referee.rules.house import House
from referee.rules.state import Phase, State
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.status import LivePhase, LiveStatus, Placing
from referee.vision.patch import Box
from tests.live.columns import ColumnVision, write_table_film

HOUSE = House(next_deal_by_itself=True, hands_away_s=0.6)


class BareTable:
    """The part of a table that the live path uses, without a record."""

    def __init__(self, house: House = HOUSE) -> None:
        self.lock = threading.RLock()
        state = game.apply(None, GameCreated(("Ada", "Ben", "Cleo", "Dan"), house))
        self.state: State = state
        self.said: list[LiveStatus] = []
        self.pictures: list[bytes | None] = []
        self.measurements: list[Any] = []
        self.seating = 0

    def apply(
        self,
        event: Event,
        _source: object,
        *,
        camera_s: float | None = None,
        fits: Callable[[State], bool] = lambda _state: True,
    ) -> State:
        del camera_s
        with self.lock:
            if not fits(self.state):
                raise ChangedError("another moment")
            self.state = game.apply(self.state, event)
            return self.state

    def set_status(self, status: LiveStatus) -> None:
        self.said.append(status)

    def set_picture(self, jpeg: bytes | None) -> None:
        self.pictures.append(jpeg)


def judge(
    views: Sequence[SeatView],
    house: House,
    *,
    start_s: float,
    end_s: float,
    final: bool,
    quartet: bool | None,
) -> Outcome | None:
    """A stand-in for the rules: with all held the last takes the letter; a call when a hole hides it."""
    held = sorted(
        (touch.contact.time_s, touch.seat, touch)
        for view in views
        for touch in view.touches
        if touch.kind is TouchKind.HELD and touch.contact is not None and touch.contact.time_s >= start_s
    )
    order = tuple(seat for _, seat, _ in held)
    contacts = tuple(touch for _, _, touch in held)
    if held and any(span.end_s > held[0][0] for view in views for span in view.unseen):
        return Outcome(Verdict.CALL, Reason.EVIDENCE_HOLE, None, order[:1], order, contacts)
    if len(held) == len(views):
        return Outcome(Verdict.LETTER, Reason.LAST_TO_COPY, order[-1], order[:1], order, contacts)
    if held and final:
        return Outcome(Verdict.CALL, Reason.EVIDENCE_ENDS, None, order[:1], order, contacts)
    return None


class Run:
    """A live referee in a thread."""

    def __init__(self, source: str, table: BareTable, places: SavedPlaces | None = None) -> None:
        self.table = table
        self.given: list[Given] = []
        self.live = LiveReferee(
            table,  # type: ignore[arg-type]
            Capture(parse_source(source), Ring()),
            Worker(scout_maker(ColumnVision), "scout"),
            Team([Worker(stopwatch_maker(ColumnVision), "stopwatch") for _ in range(2)]),
            judge,
            places=places,
        )
        self.live.on_verdict = self.given.append
        self.thread = threading.Thread(target=self.live.run, daemon=True)

    def __enter__(self) -> Run:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.live.stop()
        self.thread.join(5)
        self.live.close()

    def until(self, condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
        started = time.monotonic()
        while not condition():
            assert self.thread.is_alive() or condition(), "the referee ended"
            assert time.monotonic() - started < timeout_s, f"it never happened; {self.table.said[-1:]}"
            time.sleep(0.02)

    def finish(self) -> None:
        self.thread.join(90)
        assert not self.thread.is_alive()


TWO_DEALS = {
    0: [(2.0, 3.4), (6.3, 7.2)],
    1: [(1.6, 3.4), (6.0, 7.2)],
    2: [(2.2, 3.4), (5.6, 7.2)],
    3: [(2.5, 3.4), (5.8, 7.2)],
}


def test_two_deals_of_a_film_get_their_letters_and_nobody_touches_anything(tmp_path: Path) -> None:
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 8.0, TWO_DEALS)), table) as run:
        run.finish()
    assert [given.outcome.order for given in run.given] == [(1, 0, 2, 3), (2, 3, 1, 0)]
    assert table.state.letters == (1, 0, 0, 1)
    contacts = [touch.contact.time_s for touch in run.given[0].outcome.contacts if touch.contact]
    assert contacts == pytest.approx([1.6, 2.0, 2.2, 2.5], abs=0.034)
    assert max(given.delay_s for given in run.given) < 1.0
    assert run.live.capture.state.lost == 0
    assert table.said[-1].phase is LivePhase.ENDED
    assert {status.phase for status in table.said} >= {LivePhase.STARTING, LivePhase.WATCHING}
    assert any(picture is not None and picture.startswith(b"\xff\xd8") for picture in table.pictures)
    measurement = table.state.deals[0].measurement
    assert measurement["clip"] == "deal-001"
    assert measurement["settings"]["hold_s"] == 0.4
    assert len(measurement["models"]) >= 3


def test_three_people_are_told_and_no_game_starts(tmp_path: Path) -> None:
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 2.0, {}, people=3)), table) as run:
        run.finish()
    assert table.state.phase is Phase.DRAW
    assert any("I see three people and need four" in status.message for status in table.said)


def test_people_who_sit_elsewhere_than_the_saved_table_says_are_seated_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "PATIENCE_S", 1.2)
    table = BareTable(replace(HOUSE, next_deal_by_itself=False))
    places = SavedPlaces({seat: Box(20.0 + 40 * seat, 300.0, 60.0) for seat in range(4)}, (160, 96))
    with Run(str(write_table_film(tmp_path / "film.mp4", 3.0, {})), table, places) as run:
        run.until(lambda: table.state.phase is Phase.READY)
        run.until(lambda: table.said[-1].placing is Placing.ELSEWHERE)
    assert any("of the saved table" in status.message for status in table.said)


def test_the_players_are_looked_for_anew_when_somebody_asks(tmp_path: Path) -> None:
    table = BareTable(replace(HOUSE, next_deal_by_itself=False))
    with Run(str(write_table_film(tmp_path / "film.mp4", 6.0, {})), table) as run:
        run.until(lambda: table.state.phase is Phase.READY)
        table.said.clear()
        table.seating += 1
        run.until(lambda: any(status.phase is LivePhase.STARTING for status in table.said))
        run.until(lambda: table.said[-1].phase is LivePhase.WATCHING)


def test_a_touch_that_never_ends_is_judged_at_the_end_of_the_film(tmp_path: Path) -> None:
    table = BareTable()
    film = write_table_film(tmp_path / "film.mp4", 4.0, {1: [(2.0, 9.0)], 2: [(2.3, 9.0)]})
    with Run(str(film), table) as run:
        run.finish()
    assert [given.outcome.reason for given in run.given] == [Reason.EVIDENCE_ENDS]


def test_a_killed_stopwatch_costs_a_restart_and_no_verdict(tmp_path: Path) -> None:
    touches = {seat: [(2.0 + seat / 5, 5.5)] for seat in range(4)}
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 6.0, touches)), table) as run:
        run.until(lambda: run.live.timekeeper.measuring)
        run.live.timekeeper.worker.workers[0]._child._process.kill()
        run.finish()
    assert run.live.timekeeper.worker.restarts == 1
    assert [given.outcome.seat for given in run.given] == [3]
    assert any("starting it again" in status.message for status in table.said)


def test_a_killed_scout_costs_a_restart_and_no_signal(tmp_path: Path) -> None:
    touches = {seat: [(2.0 + seat / 5, 3.4)] for seat in range(4)}
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 7.0, touches)), table) as run:
        run.until(lambda: table.state.phase is Phase.PLAYING)
        run.live.lookout.worker._child._process.kill()
        run.until(lambda: run.live.lookout.worker.phase is not WorkerPhase.LOADING)
        run.finish()
    assert run.live.lookout.worker.restarts == 1
    assert [given.outcome.seat for given in run.given] == [3]


def test_a_cancelled_signal_opens_the_deal_again(tmp_path: Path) -> None:
    touches = {seat: [(1.6 + seat / 10, 2.6), (4.0 + (3 - seat) / 5, 5.4)] for seat in range(4)}
    table = BareTable(House(hands_away_s=0.6))
    with Run(str(write_table_film(tmp_path / "film.mp4", 6.0, touches)), table) as run:
        run.until(lambda: table.state.phase is Phase.READY)
        table.apply(DealStarted(), None)
        run.until(lambda: len(run.given) == 1)
        table.apply(SignalCancelled(), None)
        run.finish()
    assert [given.outcome.seat for given in run.given] == [3, 0]
    assert [given.clip for given in run.given] == ["deal-001", "deal-001-2"]
    assert table.state.letters == (1, 0, 0, 0)


def signalled(run: Run) -> bool:
    watch = run.live.timekeeper.watch
    return watch is not None and watch.signal_s is not None


def test_a_signal_cancelled_while_it_is_measured_counts_no_more(tmp_path: Path) -> None:
    touches = {seat: [(4.4 + seat / 5, 6.0)] for seat in range(4)} | {3: [(2.0, 3.6), (5.0, 6.0)]}
    table = BareTable(House(hands_away_s=0.6))
    with Run(str(write_table_film(tmp_path / "film.mp4", 6.6, touches)), table) as run:
        run.until(lambda: table.state.phase is Phase.READY)
        table.apply(DealStarted(), None)
        run.until(lambda: signalled(run))
        table.apply(SignalCancelled(), None)
        run.finish()
    assert [given.outcome.order for given in run.given] == [(0, 1, 2, 3)]


def test_no_letter_comes_of_what_was_measured_before_two_people_swapped_seats(tmp_path: Path) -> None:
    touches = {seat: [(2.0 + seat / 5, 4.6)] for seat in range(3)} | {3: [(3.6, 4.6)]}
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 5.2, touches)), table) as run:
        run.until(lambda: signalled(run))
        table.apply(SeatsSwapped(2, 3), None)
        run.finish()
    assert all(given.outcome.verdict is not Verdict.LETTER for given in run.given)


def test_a_pause_after_a_signal_leaves_a_call(tmp_path: Path) -> None:
    touches = {seat: [(2.0 + seat / 10, 6.0)] for seat in range(3)}
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 7.0, touches)), table) as run:
        run.until(lambda: signalled(run))
        table.apply(Paused(), None)
        time.sleep(1.0)
        assert run.given == []
        table.apply(Resumed(), None)
        run.finish()
    assert [given.outcome.verdict for given in run.given] == [Verdict.CALL]
    assert run.given[0].outcome.reason is Reason.EVIDENCE_HOLE


def test_a_pause_blanks_the_picture_and_judges_nothing(tmp_path: Path) -> None:
    touches = {seat: [(2.6 + seat / 10, 3.6)] for seat in range(4)}
    table = BareTable()
    with Run(str(write_table_film(tmp_path / "film.mp4", 5.0, touches)), table) as run:
        run.until(lambda: table.state.phase is Phase.PLAYING)
        table.apply(Paused(), None)
        run.until(lambda: table.said[-1].phase is LivePhase.PAUSED)
        run.until(lambda: table.pictures[-1] is None)
        kept_s = run.live.capture.ring.latest_s
        time.sleep(2.0)
        assert table.pictures[-1] is None
        assert run.live.capture.ring.latest_s < kept_s + 0.2, "nothing is kept, not even in memory"
        table.apply(Resumed(), None)
        run.finish()
    assert all(given.outcome.verdict is not Verdict.LETTER for given in run.given)
