"""The lesson is played in a real browser, by tapping what it asks for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from referee.web import create_app
from referee.web.server import Server, serve

from referee.rules.lesson import lesson_to_dict
from tests.web.played import played

pytestmark = pytest.mark.browser
STEPS = lesson_to_dict()["steps"]


@pytest.fixture(scope="module")
def shown() -> Server:
    running = serve(create_app(played()), port=0)
    yield running
    running.close()


def test_the_worked_example_is_played(page: Page, shown: Server):
    page.goto(f"{shown.url}lesson")
    for step in STEPS:
        expect(page.locator("#say")).to_have_text(step["text"])
        own = page.locator(".place[data-seat='0'] .hand .holder")
        expect(own).to_have_count(len(step["places"][0]["hand"]))
        if step["task"] == "watch":
            page.locator("#next").click()
        else:
            page.locator(".wanted").click()
    page.wait_for_url(shown.url)


def test_nobody_ever_holds_five_cards(page: Page, shown: Server):
    page.goto(f"{shown.url}lesson")
    for _ in STEPS[:-1]:
        for seat in range(4):
            assert page.locator(f".place[data-seat='{seat}'] .hand .holder").count() <= 4
        page.locator("#next").click()
    expect(page.locator(".place[data-seat='3'] .tile")).to_have_text("D")


def test_it_is_played_with_the_keyboard_alone(page: Page, shown: Server):
    page.goto(f"{shown.url}lesson")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # the queen has the focus
    expect(page.locator("#say")).to_have_text(STEPS[2]["text"])
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#say")).to_have_text(STEPS[1]["text"])


@pytest.mark.parametrize(("width", "height"), [(320, 640), (1366, 768)])
def test_it_fits(browser: Browser, shown: Server, width: int, height: int):
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(f"{shown.url}lesson")
    for _ in STEPS[:-1]:
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        if width > 1000:
            assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        page.locator("#next").click()
    page.close()
