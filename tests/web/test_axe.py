"""axe-core finds nothing on any page (npm package axe-core; where it lies: AXE_CORE, or ./node_modules)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from referee.web import create_app
from referee.web.server import Server, serve

from tests.web.played import letter_to, played

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
def shown() -> Server:
    running = serve(create_app(played(letter_to(3), letter_to(1))), port=0)
    yield running
    running.close()


DIALOGS = {"settings": "#open-settings", "more": "#open-more", "dispute": "#open-dispute"}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.parametrize("path", ["", "history", "lesson", "phones", "start", "nowhere", *DIALOGS])
def test_axe_finds_nothing(  # noqa: PLR0917 - fixtures and parameters
    browser: Browser, shown: Server, axe: str, path: str, width: int, theme: str
):
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    page.goto(shown.url + ("" if path in DIALOGS else path))
    if path in DIALOGS:
        expect(page.locator("#live-sign")).to_have_attribute("data-live", "yes")  # the page is wired
        page.locator(DIALOGS[path]).click()
        expect(page.locator("dialog[open]")).to_be_visible()
    page.evaluate(axe)
    assert page.evaluate(RUN) == []
    context.close()
