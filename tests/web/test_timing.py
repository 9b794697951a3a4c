"""The page that flashes."""

from __future__ import annotations

import itertools

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page
from referee.calibration.flash import REFRESH_HZ, STEPS
from referee.web.server import Server

WATCH = """() => new Promise((done) => {
  const seen = [];
  const flash = document.getElementById("flash");
  new MutationObserver(() => seen.push([performance.now(), flash.dataset.lit])).observe(
    flash, { attributes: true, attributeFilter: ["data-lit"] });
  setTimeout(() => done(seen), 3500);
})"""


def test_the_page_warns_of_its_flashing(client: FlaskClient):
    page = client.get("/timing").get_data(as_text=True)
    assert "flashes between black and white" in page
    assert f"[{STEPS[0]}, {STEPS[1]}]" in page or f"[{STEPS[0]},{STEPS[1]}]" in page


@pytest.mark.browser
def test_it_keeps_the_rhythm_and_stops(page: Page, server: Server):
    page.goto(f"{server.url}timing")
    page.get_by_role("button", name="Begin to flash").click()
    seen = page.evaluate(WATCH)
    assert {lit for _, lit in seen} == {"yes", "no"}
    gaps = [later - earlier for (earlier, _), (later, _) in itertools.pairwise(seen)]
    usual_ms = 1000 * sum(STEPS) / len(STEPS) / REFRESH_HZ
    assert len(gaps) >= 6
    assert sorted(gaps)[len(gaps) // 2] == pytest.approx(usual_ms, rel=0.25)
    page.locator("#flash").click()
    assert page.locator("#flash").is_hidden()
