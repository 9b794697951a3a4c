"""Getting ready: names, house rules, a first touch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from referee.web import create_app
from referee.web.server import serve

from referee.service import LiveStatus, SeatGlance, Table
from tests.web.fake import grey_jpeg
from tests.web.played import letter_to, played


@pytest.fixture
def game() -> Table:
    return played()


@pytest.fixture
def client(game: Table) -> FlaskClient:
    return create_app(game).test_client()


def test_house_rules_are_changed_one_at_a_time(game: Table, client: FlaskClient, token):
    assert client.post("/api/settings", json={"hold_s": 0.6}, headers=token).status_code == 200
    assert game.state.house.hold_s == 0.6
    assert game.state.house.word == "DONKEY"


@pytest.mark.parametrize("wanted", [{"hold_s": 99}, {"hold_s": "x"}, {"nonsense": 1}, {"word": "A1"}, []])
def test_bad_rules_are_refused(game: Table, client: FlaskClient, token, wanted: object):
    assert client.post("/api/settings", json=wanted, headers=token).status_code == 409
    assert game.state.house.hold_s == 0.4


def test_the_word_stays_once_a_deal_was_played(token):
    game = played(letter_to(1))
    client = create_app(game).test_client()
    token = {"X-CSRF-Token": client.get("/api/session").json["token"]}
    answer = client.post("/api/settings", json={"word": "PIG"}, headers=token)
    assert answer.status_code == 409
    assert "word stays" in answer.json["message"]


@pytest.mark.browser
def test_everybody_is_seen_named_and_tried(page: Page, game: Table):
    box = (100.0, 100.0, 200.0, 200.0)
    faces = tuple(SeatGlance(seat, box, (150.0, 160.0)) for seat in range(3))
    status = LiveStatus("watching", camera_ok=True, width=1280, height=720, seats=faces)
    game.set_status(status)
    game.set_picture(grey_jpeg())
    server = serve(create_app(game), port=0)
    page.goto(f"{server.url}start")
    seen = page.locator(".seen")
    expect(seen.nth(0)).to_have_text("Anna Face seen. Touch your nose.")
    expect(seen.nth(3)).to_have_text("Dana No face seen yet")
    touching = replace(faces[0], near=True, fingertip=(151.0, 161.0))
    game.set_status(replace(status, seats=(touching, *faces[1:])))
    game.set_picture(grey_jpeg())
    expect(seen.nth(0)).to_have_text("Anna Finger seen")
    page.get_by_label("Seat 2").fill("Bea")
    page.get_by_label("Seat 2").blur()
    page.get_by_text("House rules").click()
    page.get_by_label("next deal starts by itself").check()
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.locator("#toast-text")).to_have_text("These rules hold from now on.")
    assert game.state.house.next_deal_by_itself
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".seat .name").nth(1)).to_have_text("Bea")
    server.close()
