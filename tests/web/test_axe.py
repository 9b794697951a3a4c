"""axe-core finds nothing on any page (npm package axe-core; where it lies: AXE_CORE, or ./node_modules)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from referee.web import create_app
from referee.web.server import Server, serve

from referee.record.entry import REFEREE, GameKind
from referee.record.log import begin
from referee.record.shelf import GameShelf
from referee.record.store import Store
from referee.rules import events as on
from referee.service import Table
from referee.status import LivePhase, LiveStatus, SeatGlance
from tests.web.fake import grey_jpeg
from tests.web.played import NAMES, play

pytestmark = pytest.mark.browser
HERE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
AXE = Path(os.environ.get("AXE_CORE", HERE))
RUN = """async () => (await axe.run({ resultTypes: ["violations"] })).violations.map(
  (one) => `${one.id}: ${one.help} ${one.nodes.map((node) => node.target.join(" ")).join(" | ")}`)"""


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm install --no-save axe-core")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A finished game on the shelf, one under way with two deals, and an onlooker in view."""
    store = Store(tmp_path_factory.mktemp("axe"))
    shelf = GameShelf(store, GameKind.REAL, lambda: 1.8e9)
    log = begin(store, GameKind.REAL, 1.8e9)
    table = Table(log, lambda: 1.8e9, on.GameCreated(NAMES), shelf)
    play(table, 3)
    first = table.game
    table.new_game(REFEREE)
    play(table, 3, 1)
    box = (1.0, 1.0, 90.0, 90.0)
    seats = tuple(SeatGlance(seat, box, (40.0, 40.0)) for seat in range(5))
    table.set_status(LiveStatus(LivePhase.WATCHING, camera_ok=True, width=1280, height=720, seats=seats))
    table.set_picture(grey_jpeg())
    running = serve(create_app(table), port=0)
    running.first = first  # type: ignore[attr-defined]
    yield running
    running.close()
    store.close()


DIALOGS = {"settings": "#open-settings", "more": "#open-more", "dispute": "#open-dispute"}
PAGES = [
    "",
    "history",
    "season",
    "earlier",
    "lesson",
    "phones",
    "start",
    "timing",
    "lens",
    "review",
    "deal/1",
    "nowhere",
    *DIALOGS,
]


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (1366, "dark")])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_nothing_sticks_out(  # noqa: PLR0917 - fixtures and parameters
    browser: Browser, shown: Server, axe: str, path: str, width: int, theme: str
):
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    page.goto(shown.url + {"earlier": f"history/{shown.first}"}.get(path, "" if path in DIALOGS else path))  # type: ignore[attr-defined]
    if path in DIALOGS:
        expect(page.locator("#live-sign")).to_have_attribute("data-live", "yes")  # the page is wired
        page.locator(DIALOGS[path]).click()
        expect(page.locator("dialog[open]")).to_be_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
    page.evaluate(axe)
    assert page.evaluate(RUN) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    context.close()
