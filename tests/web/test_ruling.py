"""Disputes and rulings over a real table (rules and record, without a disk)."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from referee.web import create_app
from referee.web.board import hints
from referee.web.server import serve
from referee.web.words import words

from referee.record.entry import CAMERA, REFEREE
from referee.rules import events as on
from referee.service import Table
from tests.web.played import letter_to, played


@pytest.fixture
def game() -> Table:
    """Dana has D O N, Ben has D."""
    return played(letter_to(3), letter_to(3), letter_to(1), letter_to(3))


@pytest.fixture
def client(game: Table) -> FlaskClient:
    return create_app(game).test_client()


def counts(game: Table) -> list[int]:
    return [player["count"] for player in game.snapshot()["players"]]


def test_a_preview_says_what_changes_and_changes_nothing(game: Table, client: FlaskClient, token):
    ruling = {"deal": 2, "choice": "letter", "seat": 1}
    answer = client.post("/api/ruling/preview", json=ruling, headers=token)
    assert answer.json["changes"] == ["Ben: D becomes DO.", "Dana: DON becomes DO."]
    assert counts(game) == [0, 1, 0, 3]


def test_a_ruling_that_changes_nothing_says_so(client: FlaskClient, token):
    answer = client.post("/api/ruling/preview", json={"deal": 1, "choice": "stands"}, headers=token)
    assert answer.json["changes"] == ["Nothing changes."]


def test_a_ruling_moves_a_letter(game: Table, client: FlaskClient, token):
    ruling = {"deal": 2, "choice": "letter", "seat": 1, "why": "seen by all"}
    assert client.post("/api/ruling", json=ruling, headers=token).status_code == 200
    assert counts(game) == [0, 2, 0, 2]


def test_a_ruling_is_what_its_preview_said_or_nothing(game: Table, client: FlaskClient, token):
    ruling = {"deal": 4, "choice": "letter", "seat": 2}
    preview = client.post("/api/ruling/preview", json=ruling, headers=token).json
    assert preview["changes"][0].startswith("Cem: ")
    assert client.post("/api/swap", json={"first": 0, "second": 2}, headers=token).status_code == 200
    late = client.post("/api/ruling", json=ruling | {"mark": preview["mark"]}, headers=token)
    assert (late.status_code, late.json["error"]) == (409, "changed")
    assert game.state.letters == (0, 1, 0, 3)
    preview = client.post("/api/ruling/preview", json=ruling, headers=token).json
    ruled = client.post("/api/ruling", json=ruling | {"mark": preview["mark"]}, headers=token)
    assert ruled.status_code == 200
    assert game.state.letters == (1, 1, 0, 2)


@pytest.mark.parametrize(
    "ruling", [{"deal": 9, "choice": "redeal"}, {"deal": 1, "choice": "maybe"}, {"choice": "redeal"}, {}]
)
def test_a_ruling_on_nothing_is_refused(client: FlaskClient, token, ruling: dict):
    for address in ("/api/ruling", "/api/ruling/preview"):
        assert client.post(address, json=ruling, headers=token).status_code == 409


def test_deals_after_a_wrong_elimination_are_asked_about(client: FlaskClient, token):
    game = played(*[letter_to(3)] * 6, letter_to(1, without=3))
    client = create_app(game).test_client()
    token = {"X-CSRF-Token": client.get("/api/session").json["token"]}
    preview = client.post("/api/ruling/preview", json={"deal": 1, "choice": "redeal"}, headers=token).json
    assert preview["changes"][0] == "Dana: DONKEY becomes DONKE."
    assert any("Deal 7" in change for change in preview["changes"])
    client.post("/api/ruling", json={"deal": 1, "choice": "redeal"}, headers=token)
    assert "Not out: Dana. Does it count?" in client.get("/history").text
    answer = client.post("/api/ruling/keep", json={"deal": 7, "keep": False}, headers=token)
    assert answer.status_code == 200
    assert counts(game) == [0, 0, 0, 5]


def test_letters_chairs_and_people_by_hand(game: Table, client: FlaskClient, token):
    for action, content in [
        ("letter", {"seat": 0, "change": 1}),
        ("swap", {"first": 0, "second": 2}),
        ("rename", {"seat": 1, "name": "Benno"}),
        ("leave", {"seat": 3}),
    ]:
        assert client.post(f"/api/{action}", json=content, headers=token).status_code == 200
    players = game.snapshot()["players"]
    assert [player["name"] for player in players] == ["Cem", "Benno", "Anna", "Dana"]
    assert [player["count"] for player in players] == [0, 1, 1, 3]
    assert players[3]["out"]
    for _ in range(4):
        assert client.post("/api/undo", json={}, headers=token).status_code == 200
    assert counts(game) == [0, 1, 0, 3]


def test_two_phones_that_answer_the_same_question_swap_once(game: Table, client: FlaskClient, token):
    (question,) = hints({**game.snapshot(), "chairs": (0, 2)}, words("en"))
    answer = question["buttons"][0]["with"]
    assert client.post("/api/swap", json=answer, headers=token).status_code == 200
    assert client.post("/api/swap", json=answer, headers=token).status_code == 409
    assert [player["name"] for player in game.snapshot()["players"]][::2] == ["Cem", "Anna"]


@pytest.mark.browser
def test_a_dispute_is_opened_seen_and_ruled(page: Page, game: Table):
    server = serve(create_app(game), port=0)
    page.goto(server.url)
    page.get_by_role("button", name="Dispute").click()
    page.locator("#dispute").get_by_role("button", name="Dana").click()
    expect(page.locator("#toast")).to_contain_text("Noted")
    page.goto(f"{server.url}history")
    deal = page.locator("#deal-4")
    expect(deal).to_contain_text("Dana disputed this")
    deal.get_by_role("link", name="Look and rule").click()
    page.get_by_role("button", name="Letter to Ben").click()
    expect(page.locator("#rule-preview")).to_contain_text("Ben: D becomes DO.")
    assert counts(game) == [0, 1, 0, 3]
    page.locator("#rule-why").fill("all saw it")
    page.get_by_label("Who rules").fill("Grandma")
    page.get_by_role("button", name="Confirm").click()
    deal = page.locator("#deal")
    expect(deal).to_contain_text("The camera had said: a letter to Dana.")
    expect(deal).to_contain_text(re.compile(r"\d\d:\d\d Grandma: a letter to Ben: all saw it"))
    expect(deal).to_contain_text(re.compile(r"\d\d:\d\d Dana disputed this"))
    assert counts(game) == [0, 2, 0, 2]
    page.goto(f"{server.url}history")
    expect(page.locator("#deal-4")).to_contain_text("The camera had said: a letter to Dana.")
    server.close()


@pytest.mark.browser
def test_corrections_by_hand_can_be_undone(page: Page, game: Table):
    server = serve(create_app(game), port=0)
    page.goto(server.url)
    page.get_by_role("button", name="More").click()
    plus = page.get_by_role("button", name="One letter more for Cem")
    plus.click()
    expect(page.locator(".player-row", has_text="Cem").locator(".count")).to_have_text("1")
    assert plus.evaluate("(one) => one === document.activeElement")
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".player-row", has_text="Cem").locator(".count")).to_have_text("0")
    swap = page.locator("#more-swap")
    swap.get_by_role("button", name="Anna").click()
    swap.get_by_role("button", name="Dana").click()
    expect(page.locator(".seat .name").first).to_have_text("Dana")
    server.close()


@pytest.mark.browser
def test_the_undo_of_a_toast_erases_no_verdict_that_came_meanwhile(page: Page, game: Table):
    server = serve(create_app(game), port=0)
    page.goto(server.url)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="One letter more for Cem").click()
    undo = page.locator("#toast").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    game.apply(on.DealStarted(), REFEREE)
    game.apply(on.VerdictGiven(letter_to(0)), CAMERA)
    undo.click()
    expect(page.locator("#toast")).to_contain_text("Something else happened meanwhile")
    assert counts(game) == [1, 1, 1, 3]
    page.keyboard.press("Escape")
    page.locator("#actions [data-do=undo]").click()
    expect(page.locator(".seat").first.locator(".full")).to_have_count(0)
    assert counts(game) == [0, 1, 1, 3]
    server.close()


@pytest.mark.browser
def test_a_ruling_whose_preview_no_longer_holds_is_refused_and_the_page_drawn_anew(page: Page, game: Table):
    server = serve(create_app(game), port=0)
    page.goto(f"{server.url}deal/4")
    page.get_by_role("button", name="Letter to Cem").click()
    expect(page.locator("#rule-preview")).to_contain_text("Cem:")
    game.apply(on.SeatsSwapped(0, 2), REFEREE)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#toast")).to_contain_text("Something else happened meanwhile")
    assert counts(game) == [0, 1, 0, 3]
    expect(page.locator("#rule-choices [aria-pressed=true]")).to_have_count(0, timeout=6000)
    page.get_by_role("button", name="Letter to Cem").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#deal")).to_contain_text("a letter to Cem")
    assert game.state.letters == (0, 1, 1, 2)
    server.close()
