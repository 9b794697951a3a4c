"""The scoreboard in a real Chromium, against the real server."""

from __future__ import annotations

from functools import partialmethod

import pytest
from playwright.sync_api import Browser, Page, expect
from referee.web import create_app
from referee.web.server import Server, serve
from referee.web.stream import Broadcast

from referee.rules import events as on
from tests.web.fake import FakeTable, snapshot, verdict

pytestmark = pytest.mark.browser
LIVE = "Live"
NOT_LIVE = "Not live: trying again"


def test_the_board_shows_the_game_and_follows_it(page: Page, server: Server, table: FakeTable):
    page.goto(server.url)
    expect(page.locator("#line")).to_have_text("Dana takes the N")
    dana = page.locator(".seat", has_text="Dana")
    expect(dana.locator(".tile.full")).to_have_text(["D", "O", "N"])
    expect(dana.locator(".spelled")).to_have_text("Letters: D O N, of DONKEY")
    expect(page.locator("#live-text")).to_have_text(LIVE)
    table.show(snapshot(phase="playing", verdict=None))
    expect(page.locator("#line")).to_have_text("Cards are going round", timeout=1000)
    tie = verdict(kind="redeal", reason="tie", seat=None, name=None, gap_s=0.004)
    table.show(snapshot(verdict=tie))
    expect(page.locator("#line")).to_have_text("Redeal: Cem and Dana, 4 ms apart", timeout=1000)
    expect(page.locator("#shout")).to_contain_text("Redeal")


def test_it_says_that_it_is_not_live_and_is_right_again_after_a_restart(
    page: Page, server: Server, table: FakeTable
):
    page.goto(server.url)
    expect(page.locator("#live-text")).to_have_text(LIVE)
    server.close()
    expect(page.locator("#live-text")).to_have_text(NOT_LIVE, timeout=4000)
    table.show(snapshot(phase="playing"))
    again = serve(create_app(table), port=server.port)
    expect(page.locator("#live-text")).to_have_text(LIVE, timeout=3000)
    expect(page.locator("#line")).to_have_text("Cards are going round", timeout=500)
    # The new server knows nothing of the old session: a tap still works.
    page.get_by_role("button", name="Cards went wrong").click()
    assert _eventually(page, lambda: table.applied == [on.CardsWrong()])
    again.close()


def test_without_a_stream_it_polls(page: Page, server: Server, table: FakeTable):
    page.route("**/api/events*", lambda route: route.fulfill(status=503))
    page.goto(server.url)
    expect(page.locator("#live-text")).to_have_text(LIVE)
    table.show(snapshot(phase="playing"))
    expect(page.locator("#line")).to_have_text("Cards are going round", timeout=3000)


def test_a_laptop_that_slept_is_right_again(page: Page, server: Server, table: FakeTable):
    page.goto(server.url)
    expect(page.locator("#live-text")).to_have_text(LIVE)
    device = page.context.new_cdp_session(page)
    device.send("Page.setWebLifecycleState", {"state": "frozen"})
    server.close()
    table.show(snapshot(phase="playing"))
    again = serve(create_app(table), port=server.port)
    device.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator("#line")).to_have_text("Cards are going round", timeout=3000)
    expect(page.locator("#live-text")).to_have_text(LIVE, timeout=3000)
    again.close()


def test_a_page_that_is_open_all_night_goes_from_stream_to_stream(
    page: Page, server: Server, table: FakeTable, monkeypatch: pytest.MonkeyPatch
):
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if "/api/events" in request.url else None)
    monkeypatch.setattr("referee.web.stream.Broadcast.events", partialmethod(Broadcast.events, most_s=1.0))
    page.goto(server.url)
    assert _eventually(page, lambda: len(opened) >= 3)
    expect(page.locator("#live-text")).to_have_text(LIVE)
    table.show(snapshot(phase="playing"))
    expect(page.locator("#line")).to_have_text("Cards are going round", timeout=3000)


def test_where_no_camera_runs_nothing_is_called_live(page: Page, server: Server, table: FakeTable):
    table.show(snapshot(live={"phase": "ended"}))
    page.goto(server.url)
    expect(page.locator("#camera-text")).to_have_text("Recording ended")
    expect(page.locator("#live-text")).to_have_text("Up to date")


def test_two_who_may_have_changed_chairs_are_asked_about(page: Page, server: Server, table: FakeTable):
    table.show(snapshot(chairs=[0, 2]))
    page.goto(server.url)
    hint = page.locator(".hint-bar")
    expect(hint).to_contain_text("Have Anna and Cem changed chairs?")
    hint.get_by_role("button", name="Yes").click()
    assert _eventually(page, lambda: table.applied == [on.SeatsSwapped(0, 2)])
    table.show(snapshot(chairs=[0, 1, 2, 3]))
    hint.get_by_role("button", name="Swap seats").click()
    expect(page.locator("#more")).to_be_visible()


def test_onlookers_and_demonstrations_are_said(page: Page, server: Server, table: FakeTable):
    onlooker = {
        "seat": 4,
        "face_box": [1, 1, 9, 9],
        "nose": None,
        "fingertip": None,
        "near": False,
        "note": "",
    }
    game = {"id": "g", "kind": "demo", "started_s": 1.8e9}
    table.show(snapshot(live={"seats": [onlooker]}, game=game))
    page.goto(server.url)
    expect(page.locator(".hint-bar")).to_contain_text(["onlookers, please step out", "nothing to tap"])
    table.show(snapshot())
    expect(page.locator(".hint-bar")).to_have_count(0)


def test_who_signals_is_named_with_a_question_mark(page: Page, server: Server, table: FakeTable):
    seats = [
        {"seat": seat, "face_box": None, "nose": None, "fingertip": None, "near": seat == 0, "note": ""}
        for seat in range(4)
    ]
    table.show(snapshot(phase="playing", live={"phase": "measuring", "seats": seats}))
    page.goto(server.url)
    expect(page.locator("#line")).to_have_text("Anna signals?")


def test_two_pages_show_the_same(browser: Browser, server: Server, table: FakeTable):
    pages = [browser.new_page(), browser.new_page()]
    for page in pages:
        page.goto(server.url)
    pages[0].get_by_role("button", name="Undo").click()
    table.show(snapshot(phase="playing"))
    for page in pages:
        expect(page.locator("#line")).to_have_text("Cards are going round")
        page.close()


def test_a_game_by_keyboard_alone(page: Page, server: Server, table: FakeTable):
    page.goto(server.url)
    for key in "ynsxwpu":
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    assert table.applied == [
        on.QuartetShown(0, True),
        on.QuartetShown(0, False),
        on.DealStarted(),
        on.SignalCancelled(),
        on.CardsWrong(),
        on.Paused(),
        on.Undone(),
    ]


def test_every_button_is_reached_with_tab(page: Page, server: Server):
    page.goto(server.url)
    reached = set()
    for _ in range(20):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement.dataset?.do ?? ''"))
    assert {"quartet", "start-deal", "no-signal", "went-wrong", "pause", "undo"} <= reached


def test_single_keys_can_be_switched_off(page: Page, server: Server, table: FakeTable):
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Single-key shortcuts").uncheck()
    page.get_by_role("button", name="Done").click()
    page.keyboard.press("s")
    page.wait_for_timeout(200)
    assert table.applied == []


def test_a_refusal_is_said_in_the_rules_words(page: Page, server: Server, table: FakeTable):
    table.state.deal.initiators = ()
    page.goto(server.url)
    page.get_by_role("button", name="Yes, four of a kind").click()
    expect(page.locator("#toast-text")).to_have_text("Nobody has signalled in this deal yet.")


NAMES = [
    "<img src=x onerror=alert(1)>",
    "🦄👩‍👩‍👧 <b>Ben</b>",
    "\u202eמיכל",  # noqa: RUF001 - a name in Hebrew letters
    "Wolfeschlegelsteinhausenbergerdorff",
]


@pytest.mark.parametrize("width", [320, 1366])
def test_any_name_stays_a_name(browser: Browser, server: Server, table: FakeTable, width: int):
    shown = snapshot()
    for player, name in zip(shown["players"], NAMES, strict=True):
        player["name"] = name
    shown["verdict"]["name"] = NAMES[3]
    table.show(shown)
    page = browser.new_page(viewport={"width": width, "height": 700})
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(server.url)
    expect(page.locator(".name").first).to_have_text(NAMES[0])
    assert page.locator("main img, main b").count() == 0
    assert _no_sideways(page)
    page.close()


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (390, 844), (768, 1024), (1280, 620), (1366, 768), (3840, 2160)]
)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_it_fits_every_screen(  # noqa: PLR0917 - fixtures and parameters
    browser: Browser, server: Server, table: FakeTable, width: int, height: int, theme: str
):
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
    table.show(snapshot(chairs=[0, 2], calls=[2, 5]))
    page.goto(server.url)
    expect(page.locator(".picture")).to_be_visible()
    assert _no_sideways(page)
    assert page.evaluate("() => document.documentElement.dataset.theme") == theme
    if width >= 1280:
        # One screen: nothing below the fold, nothing cut off.
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        cut = page.evaluate(
            "() => [...document.querySelectorAll('#verdict, #race, .seat, .now')]"
            ".filter((one) => one.scrollHeight > one.clientHeight + 1)"
            ".map((one) => `${one.className} ${one.scrollHeight} ${one.clientHeight}`)"
        )
        assert cut == []
    page.close()


@pytest.mark.parametrize("locale", ["en", "de"])
def test_on_a_phone_the_buttons_share_a_row_and_the_camera_has_words(
    browser: Browser, server: Server, table: FakeTable, locale: str
):
    page = browser.new_page(viewport={"width": 375, "height": 700}, locale=locale)
    table.show(snapshot(phase="ready", verdict=None))
    page.goto(server.url)
    expect(page.locator("#camera-text")).to_be_visible()
    middles = page.evaluate(
        "() => [...document.querySelectorAll('#actions button')].filter((one) => one.checkVisibility())"
        ".map((one) => one.getBoundingClientRect()).map((box) => Math.round((box.top + box.bottom) / 2))"
    )
    assert len(middles) >= 4
    assert max(middles) - min(middles) <= 1
    assert _no_sideways(page)
    page.close()


def test_the_picture_can_be_hidden(page: Page, server: Server):
    page.goto(server.url)
    expect(page.locator(".picture")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Live picture").uncheck()
    expect(page.locator(".picture")).to_be_hidden()


def test_the_picture_goes_and_comes_by_a_key(page: Page, server: Server):
    page.goto(server.url)
    expect(page.locator(".picture")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator(".picture")).to_be_hidden()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Show the live picture").click()
    expect(page.locator(".picture")).to_be_visible()


def test_one_tap_silences_sound_and_voice(page: Page, server: Server, table: FakeTable):
    page.add_init_script(
        "window.said = []; speechSynthesis.speak = (one) => said.push(one.text); speechSynthesis.cancel = () => {};"
    )
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Speak the verdict").check()
    page.get_by_role("button", name="Done").click()
    table.show(snapshot(verdict=verdict(deal=7, sentence="Dana takes the K.")))
    page.wait_for_function("() => said.length === 1")
    assert page.evaluate("() => said[0]").startswith("Dana takes the K")
    page.keyboard.press("m")
    table.show(snapshot(verdict=verdict(deal=8)))
    expect(page.locator("#shout")).to_contain_text("Dana takes the N")
    assert page.evaluate("() => said.length") == 1


def test_a_paused_camera_leaves_no_picture_behind(page: Page, server: Server, table: FakeTable):
    page.goto(server.url)
    expect(page.locator(".picture")).to_be_visible()
    table.set_picture(None)
    expect(page.locator("#blank")).to_be_visible()
    blank = page.evaluate(
        "() => { const canvas = document.getElementById('canvas');"
        "const seen = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
        "return seen.data.every((byte) => byte === 0) }"
    )
    assert blank


def test_german_by_a_tap(page: Page, server: Server):
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Deutsch").click()
    expect(page.locator("#deal-number")).to_have_text("Runde 7")
    assert page.evaluate("() => document.documentElement.lang") == "de"


def test_the_beat_goes_while_cards_go_round(page: Page, server: Server, table: FakeTable):
    page.goto(server.url)
    page.get_by_role("button", name="Beat").click()
    expect(page.locator("#beat")).to_be_hidden()
    table.show(snapshot(phase="playing"))
    expect(page.locator("#beat-text")).to_have_text("Pass left")
    expect(page.locator("#beat-text")).to_have_text("Pick up")
    expect(page.locator("#beat-text")).to_have_text("Pass left")
    table.show(snapshot())
    expect(page.locator("#beat")).to_be_hidden()


def test_the_beat_grows_faster_with_the_deals(page: Page, server: Server):
    page.goto(server.url)
    seconds = page.evaluate(
        "async () => { const { halfSeconds } = await import('/static/js/beat.js');"
        "return [halfSeconds(60, 1, true), halfSeconds(60, 11, true), halfSeconds(60, 99, true),"
        " halfSeconds(60, 99, false)] }"
    )
    assert seconds == pytest.approx([1, 1 / 1.3, 1 / 1.6, 1])


def test_sound_is_off_and_on_by_one_tap(page: Page, server: Server):
    page.goto(server.url)
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")


def _no_sideways(page: Page) -> bool:
    return page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def _eventually(page: Page, holds) -> bool:
    for _ in range(30):
        if holds():
            return True
        page.wait_for_timeout(100)
    return False
