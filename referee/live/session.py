"""One evening at the table: dashboard, camera, detectors and clips, from start to Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from referee.calibration.desk import Desk
from referee.calibration.places import SavedPlaces
from referee.evidence.finish import FinishJob
from referee.evidence.keeping import Keeper
from referee.live.capture import Capture
from referee.live.choice import CameraChoice
from referee.live.clips import AFTER_S, BEFORE_S, LONGEST_S, ClipJob, ClipWriter
from referee.live.detect import scout_maker, stopwatch_maker
from referee.live.eyes import Eyes
from referee.live.protocols import Vision
from referee.live.referee import Given, LiveReferee
from referee.live.ring import Ring
from referee.live.sources import SourceKind, SourceSpec
from referee.live.team import Team, team_size
from referee.live.teller import Teller
from referee.live.worker import Worker
from referee.rules.plain import to_plain
from referee.rules.ranking import judge_deal
from referee.rules.state import State
from referee.service import Table
from referee.timing.camera import UNMEASURED, CameraTiming
from referee.web import create_app
from referee.web.keys import session_key
from referee.web.network import urls
from referee.web.server import DEFAULT_PORT, Server, everywhere, serve

QUARTET_S = 4.0
"""How long a clip goes on after the verdict at most, waiting for the quartet to be shown, seconds."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a session is run.

    Attributes:
        port: of the dashboard; ``None``: the usual one, or the next that is free.
        browser: open the page in a browser.
        ends: end with the recording.
        clips: folder for this game's clips; ``None``: keep none.
        phones: let other devices of the home network watch and dispute, and referee with the PIN.
        keeper: removes clips whose time is over; ``None``: nobody does.
        keep_in: the data folder, for the key of the pages' sessions and the PIN; ``None``: keep none.
        camera: what is known of the camera's timing.
        keep_table: the file of the table, for its seats and what is learned of the players; ``None``: keep nothing.
        places: where the seats of that table are; ``None``: nothing is known of them.
    """

    port: int | None
    browser: bool
    ends: bool
    clips: Path | None
    phones: bool = False
    keep_in: Path | None = None
    keeper: Keeper | None = None
    camera: CameraTiming = UNMEASURED
    keep_table: Path | None = None
    places: SavedPlaces | None = None


def run_session(
    table: Table,
    spec: SourceSpec,
    options: Options,
    say: Callable[[str], None],
    vision: type[Vision] = Eyes,
) -> LiveReferee:
    """Referee one table until the recording ends (where wanted) or somebody presses Ctrl-C.

    Args:
        table: the game.
        spec: where the pictures come from.
        options: how to run.
        say: prints a line for people.
        vision: makes the detectors.

    Raises:
        RefereeError: the port is busy, or a part of the installation is missing.
    """
    with _dashboard(table, options) as server:
        say(f"The table is at {server.url} (Ctrl-C ends).")
        if options.phones:
            say(f"Phones: {' or '.join(urls(server.port)) or 'this machine is in no network'}")
        if options.browser:
            # Where nobody has played yet and people will tap, getting ready comes first.
            fresh = table.state.deal is None and spec.kind is not SourceKind.FILE
            open_page(server.url + ("start" if fresh else ""))
        live = live_referee(table, spec, vision, options.camera, options.places)
        evening = _Evening(table, options, say, live)
        try:
            table.cameras = CameraChoice(table, evening.live.capture)
            table.calibrator = Desk(
                evening.live.capture,
                lambda: evening.live.lookout.seats,
                lambda: table.state.house,
                options.keep_table,
            )
            before = (table.game, len(table.state.deals))
            with Teller(table, say):
                evening.live.run()
            evening.finish()
            if not options.ends:
                say("The recording is over; the page stays. Ctrl-C ends.")
                if before == (table.game, len(table.state.deals)):
                    say(unplayed(table, spec))
                _until_interrupted()
        except KeyboardInterrupt:
            say("Ended; the game is kept.")
        finally:
            evening.close()
        return evening.live


def unplayed(table: Table, spec: SourceSpec) -> str:
    """Why a film ended without a deal, and what to do."""
    if table.state.house.next_deal_by_itself:
        return "No deal was refereed: the players were not found. `referee check-table` says why."
    film = shlex.quote(spec.address)
    return (
        "No deal was refereed: nobody tapped Start deal while the recording ran. "
        f"Without a tap: referee play --new --by-itself --source {film}. Or judge it: referee judge {film}."
    )


class _Evening:
    """The live referee with what hangs on its verdicts: the lines on the terminal and the clips."""

    def __init__(self, table: Table, options: Options, say: Callable[[str], None], live: LiveReferee) -> None:
        self._table = table
        self._say = say
        self._clips = options.clips
        self._keeper = options.keeper
        self._writer = ClipWriter(self._clip_trouble, self._tidy)
        self._waiting: list[threading.Thread] = []
        self.live = live
        live.on_verdict = self._given

    def finish(self) -> None:
        """Let the clips of the last verdicts be written."""
        for thread in self._waiting:
            thread.join(QUARTET_S + AFTER_S)
        self._writer.finish()

    def close(self) -> None:
        """End the processes."""
        self.live.close()

    def _given(self, given: Given) -> None:
        verdict = self._table.snapshot()["verdict"] or {}
        self._say(f"Deal {given.deal}: {verdict.get('sentence', given.outcome.verdict)}")
        if self._clips is not None:
            # Beside the first game's: the table may have begun another since.
            folder = self._clips.parent / self._table.game
            thread = threading.Thread(target=self._keep, args=(given, folder), daemon=True)
            self._waiting.append(thread)
            thread.start()

    def _keep(self, given: Given, folder: Path) -> None:
        """Wait until the quartet is answered (or nobody answers), then hand the clip to the writer."""
        started = time.monotonic()
        game, state = folder.name, self._table.state
        deal = state.deals[given.deal - 1]
        while time.monotonic() - started < QUARTET_S and not self.live.ended:
            now = self._table.state.deal
            if self._table.game != game or now is None or now.number != deal.number or now.quartet_answered:
                break
            time.sleep(0.1)
        job = clip_job(given, state, self.live.capture.ring, folder)
        if job is not None:
            self._writer.write(job)

    def _tidy(self) -> None:
        if self._keeper is not None:
            self._keeper.tidy(self._table.snapshot())

    def _clip_trouble(self, words: str) -> None:
        self.live.clip_trouble = words


def clip_job(given: Given, state: State, ring: Ring, folder: Path) -> ClipJob | None:
    """The clip of a verdict; ``None`` when the ring has nothing of it any more.

    It begins where measuring began, so that measuring the clip gives the same again, unless that is too long ago.

    Args:
        given: the verdict.
        state: the game in which it was given.
        ring: the camera's packets.
        folder: where the game's clips go; its name is the game's.
    """
    first_s = max(given.start_s, 0.0)  # the camera's clock begins with its first frame
    start_s = max(first_s, given.end_s + AFTER_S - LONGEST_S)
    end_s = min(max(ring.latest_s, given.end_s + AFTER_S), start_s + LONGEST_S)
    stretch = ring.stretch(start_s, end_s)
    if stretch is None:
        return None
    about = {
        "game": folder.name,
        "deal": given.deal,
        "outcome": to_plain(given.outcome),
        "measurement": to_plain(given.measurement),
    }
    chairs = state.deals[given.deal - 1].chairs
    return ClipJob(
        replace(stretch, whole=stretch.whole and start_s == first_s),
        folder,
        given.clip,
        about,
        view_from_s=given.first_s - BEFORE_S,
        finish=FinishJob(given.how, state.house, given.views, given.outcome, given.traces),
        names={seat: state.names[player] for seat, player in enumerate(chairs)},
    )


def live_referee(
    table: Table,
    spec: SourceSpec,
    vision: type[Vision] = Eyes,
    camera: CameraTiming = UNMEASURED,
    places: SavedPlaces | None = None,
) -> LiveReferee:
    """A live referee with its ring and its detector processes, which begin to load."""
    scout = Worker(scout_maker(vision), "scout")
    team = Team([Worker(stopwatch_maker(vision), "stopwatch") for _ in range(team_size())])
    return LiveReferee(table, Capture(spec, Ring(), timing=camera), scout, team, judge_deal, places=places)


@contextlib.contextmanager
def _dashboard(table: Table, options: Options) -> Iterator[Server]:
    port = DEFAULT_PORT if options.port is None else options.port
    config: dict[str, object] = {"OPEN_TO_NETWORK": options.phones, "KEEP_IN": options.keep_in}
    config["CLIPS"] = None if options.clips is None else options.clips.parent
    if options.keep_in is not None:
        config["SECRET_KEY"] = session_key(options.keep_in)
    host = everywhere() if options.phones else "127.0.0.1"
    server = serve(create_app(table, config), host, port, move_on=options.port is None)
    try:
        yield server
    finally:
        server.close()


def open_page(url: str) -> bool:
    """Open the page, where there is a screen; False where there is none."""
    unix = sys.platform not in ("win32", "darwin")
    if unix and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


def _until_interrupted() -> None:
    while True:
        time.sleep(1.0)
