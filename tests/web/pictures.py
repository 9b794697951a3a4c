"""Pictures of every page for README and docs: ``python -m tests.web.pictures`` (needs Chromium).

A game of invented people, played through the real rules and shown by the real server; the live picture is a frame
of the demonstration's film. The same games every time, so that a new picture shows what changed in the pages.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
from referee.web import create_app, pages
from referee.web.server import serve

import referee
from referee.observation import Instant, Touch, TouchKind
from referee.record.entry import CAMERA, PROGRAM, REFEREE, GameHeader, GameKind, MemoryLog
from referee.record.log import begin
from referee.record.shelf import GameShelf
from referee.record.store import Store
from referee.rules import events as on
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.service import Table
from referee.status import LivePhase, LiveStatus, SeatGlance
from tests.web.conftest import ARGUMENTS, CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MEDIA = Path(referee.__file__).parent / "media"
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
EVENING_S = 1_764_500_000.0
MOMENT_S = 3.5
"""Of the film: three fingers are at noses, the fourth is on its way."""


@dataclass(frozen=True)
class Shot:
    """One picture.

    Attributes:
        name: of its file.
        path: the page's address.
        table: makes the game that it shows.
        size: of the window, pixels.
        theme: dark or light.
        language: of the page.
        before: what is done on the page before the picture is taken.
    """

    name: str
    path: str
    table: Callable[[], Table]
    size: tuple[int, int] = (1280, 720)
    theme: str = "dark"
    language: str = "en"
    before: Callable[[Page], None] | None = None


def tied(first: int, *others: int) -> Outcome:
    """The last two too close to tell."""
    found = copied(first, *others)
    *early, one, last = found.contacts
    assert one.contact is not None
    near = Instant(one.contact.time_s + 0.004, one.contact.low_s + 0.004, one.contact.high_s + 0.004, 0.006)
    contacts = (*early, one, Touch(last.seat, last.kind, near))
    return Outcome(Verdict.REDEAL, Reason.TIE, None, found.initiators, found.order, contacts, 0.32, 0.004)


def copied(first: int, *others: int, seed: int = 1) -> Outcome:
    """A signal and its copies, in this order; the last takes the letter."""
    chance = random.Random(f"{seed} {first} {others}")  # noqa: S311 - only to look like people
    after, touches = 0.0, []
    for seat in (first, *others):
        give = chance.uniform(0.006, 0.016)
        contact = Instant(10 + after, 10 + after - give, 10 + after + give, give / 2)
        touches.append(Touch(seat, TouchKind.HELD, contact))
        gap_s = chance.uniform(0.16, 0.34) if after == 0 else chance.uniform(0.03, 0.16)
        after += gap_s
    gap = touches[-1].contact.time_s - touches[-2].contact.time_s  # type: ignore[union-attr]
    return Outcome(
        Verdict.LETTER,
        Reason.LAST_TO_COPY,
        touches[-1].seat,
        (first,),
        (first, *others),
        tuple(touches),
        1e-6,
        gap,
    )


def unsure() -> Outcome:
    """Cleo leaned out of the picture: a person must decide."""
    found = copied(0, 1, 3)
    return Outcome(
        Verdict.CALL, Reason.UNSEEN, None, (0,), found.order, found.contacts, None, None, unseen=(2,)
    )


def a_game(*deals: Outcome, kind: GameKind = GameKind.REAL) -> Table:
    """A table on which these deals were played."""
    clock = iter(range(100_000))
    log = MemoryLog(GameHeader("2026-11-30-kuqd", kind, EVENING_S, "1"))
    table = Table(log, lambda: EVENING_S + 40.0 * next(clock), on.GameCreated(NAMES))
    table.apply(on.DealerDrawn(1), PROGRAM)
    for outcome in deals:
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(outcome), CAMERA)
    show_film(table)
    return table


EVENING = (
    copied(1, 0, 2, 3),
    copied(2, 3, 1, 0),
    tied(0, 3, 1, 2),
    copied(3, 1, 0, 2),
    copied(0, 1, 2, 3, seed=2),
    copied(2, 0, 3, 1),
    unsure(),
    copied(1, 2, 0, 3, seed=3),
    copied(3, 0, 1, 2, seed=2),
    copied(1, 0, 2, 3, seed=4),
)


def season() -> Table:
    """Some games are over, and the next is under way."""
    store = Store(Path(tempfile.mkdtemp(prefix="donkey-pictures-")))
    clock = iter(range(100_000))

    def now() -> float:
        return EVENING_S - 9 * 86_400 + 400.0 * next(clock)

    shelf = GameShelf(store, GameKind.REAL, now)
    table = Table(begin(store, GameKind.REAL, now()), now, on.GameCreated(NAMES), shelf)
    chance = random.Random(7)  # noqa: S311 - only to look like people
    for _ in range(3):
        table.apply(on.DealerDrawn(1), PROGRAM)
        while not table.state.winners:
            order = [table.state.seat_of(player) for player in table.state.survivors]
            chance.shuffle(order)
            table.apply(on.DealStarted(), REFEREE)
            table.apply(on.VerdictGiven(copied(*order, seed=chance.randrange(1000))), CAMERA)
        table.new_game(REFEREE)
    table.apply(on.DealerDrawn(1), PROGRAM)
    for outcome in EVENING[:3]:
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(outcome), CAMERA)
    return table


class TwoCameras:
    """A laptop with a second camera."""

    words = "camera 1"

    def known(self) -> list[dict[str, Any]]:
        """The two."""
        modes = [{"codec": "mjpeg", "width": 1280, "height": 720, "fps": fps} for fps in (30.0, 60.0)]
        return [
            {"address": str(place), "name": name, "mode": modes[place], "chosen": place == 1}
            for place, name in enumerate(("Integrated Camera", "USB Camera 60 fps"))
        ]

    def choose(self, source: str) -> None:
        """Nothing to choose in a picture."""


def evening() -> Table:
    """Deep in a game: a letter has just been taken."""
    table = a_game(*EVENING)
    table.apply(on.DisputeRaised(8, 3, "My finger was there first"), REFEREE)
    table.apply(on.Ruled(7, on.Choice.REDEAL, None, "Ada", "Nobody saw Cleo"), REFEREE)
    return table


def playing() -> Table:
    """Cards go round."""
    table = a_game(*EVENING[:6])
    table.apply(on.DealStarted(), REFEREE)
    return table


def over() -> Table:
    """Two have won."""
    return a_game(
        *[copied(0, 1, 2, 3, seed=n) for n in range(6)], *[copied(0, 1, 2, seed=n) for n in range(6)]
    )


def fresh() -> Table:
    """Nobody has played yet."""
    table = a_game()
    table.cameras = TwoCameras()
    return table


def dead_heat() -> Table:
    """A redeal."""
    return a_game(*EVENING[:2], tied(0, 3, 1, 2))


def show_film(table: Table) -> None:
    """Put a frame of the film and what was seen in it on the board."""
    film = cv2.VideoCapture(str(MEDIA / "match.mp4"))
    film.set(cv2.CAP_PROP_POS_MSEC, MOMENT_S * 1000)
    found, image = film.read()
    film.release()
    assert found, "the demonstration's film cannot be read"
    truth = json.loads((MEDIA / "match-truth.json").read_text(encoding="utf-8"))["touches"]
    height, width = image.shape[:2]
    table.set_status(
        LiveStatus(
            LivePhase.WATCHING,
            camera_ok=True,
            source="match.mp4",
            fps=30.0,
            width=width,
            height=height,
            seats=tuple(_glance(seat, truth) for seat in range(4)),
        )
    )
    table.set_picture(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


def _glance(seat: int, truth: list[dict[str, Any]]) -> SeatGlance:
    touch = next(one for one in truth if one["seat"] == seat)
    _, tip_x, tip_y, x, y = min(touch["frames"], key=lambda frame: abs(frame[0] - MOMENT_S))
    half = touch["head_px"] * 0.62
    return SeatGlance(
        seat, (x - half, y - half * 1.35, x + half, y + half), (x, y), (tip_x, tip_y), near=True
    )


def _open(button: str) -> Callable[[Page], None]:
    return lambda page: page.locator(button).click()


def _lesson(steps: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        for _ in range(steps):
            page.locator("#next").click()

    return go


SHOTS = (
    Shot("board", "", evening),
    Shot("board-light", "", evening, theme="light"),
    Shot("board-phone", "", evening, (390, 844)),
    Shot("board-german", "", dead_heat, language="de"),
    Shot("board-playing", "", playing),
    Shot("board-over", "", over),
    Shot("lesson", "lesson", fresh, before=_lesson(6)),
    Shot("history", "history", evening, (1280, 1000)),
    Shot("season", "season", season, (1280, 1000)),
    Shot("start", "start", fresh, (1280, 1200)),
    Shot("phones", "phones", fresh),
    Shot("more", "", evening, before=_open("#open-more")),
    Shot("settings", "", evening, before=_open("#open-settings")),
)


@contextmanager
def shown(table: Table) -> Iterator[str]:
    """Serve one table; its address."""
    pages.urls = lambda _port: ("http://192.168.1.5:8000/",)  # nobody's own address in a picture
    server = serve(create_app(table, {"OPEN_TO_NETWORK": True}), port=0)
    try:
        yield server.url
    finally:
        server.close()


def take(browser: Browser, shot: Shot, folder: Path, *, whole: bool = False) -> Path:
    """Take one picture; ``whole``: all of a page that scrolls."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=shot.theme,
        locale=shot.language,
        reduced_motion="reduce",
    )
    page = context.new_page()
    target = folder / f"{shot.name}.jpg"
    with shown(shot.table()) as url:
        page.goto(url + shot.path)
        if page.locator("#picture").count():
            page.locator("#picture").wait_for(state="visible")
        if shot.before is not None:
            shot.before(page)
        page.wait_for_timeout(400)
        page.screenshot(path=target, full_page=whole, type="jpeg", quality=88)
        context.close()
    return target


def main() -> None:
    """Take them all, or those whose names are given."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.web.pictures", description="Pictures of every page."
    )
    parser.add_argument("names", nargs="*", help=f"some of: {', '.join(shot.name for shot in SHOTS)}")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="DIR", help="default: %(default)s")
    arguments = parser.parse_args()
    if CHROMIUM is None:
        parser.error("Chromium is not installed (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not needed without a Chromium

    arguments.to.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for shot in SHOTS:
            if not arguments.names or shot.name in arguments.names:
                print(take(browser, shot, arguments.to))
        browser.close()


if __name__ == "__main__":
    main()
