"""Getting ready: names, house rules, a first touch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from referee.web import create_app
from referee.web.server import serve

from referee.live.errors import SourceError
from referee.service import Table
from referee.status import LiveStatus, SeatGlance
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
    at_the_ear = replace(faces[0], near=True, fingertip=(205.0, 150.0))
    game.set_status(replace(status, seats=(at_the_ear, *faces[1:])))
    game.set_picture(grey_jpeg())
    expect(page.locator(".over-tip")).to_have_count(1)
    expect(seen.nth(0)).to_have_text("Anna Face seen. Touch your nose.")
    touching = replace(faces[0], near=True, fingertip=(151.0, 161.0))
    game.set_status(replace(status, seats=(touching, *faces[1:])))
    game.set_picture(grey_jpeg())
    expect(seen.nth(0)).to_have_text("Anna Finger seen")
    page.locator(".over-face").nth(1).dispatch_event("pointerdown")  # a tap on the face
    expect(page.get_by_label("Seat 2")).to_be_focused()
    page.keyboard.type("Bea")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Seat 3")).to_be_focused()
    page.get_by_text("House rules").click()
    page.get_by_label("next deal starts by itself").check()
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.locator("#toast-text")).to_have_text("These rules hold from now on.")
    assert game.state.house.next_deal_by_itself
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".seat .name").nth(1)).to_have_text("Bea")
    server.close()


@pytest.mark.browser
def test_a_film_is_named_and_its_end_asks_nobody_to_touch(page: Page, game: Table):
    game.cameras = Film()
    faces = tuple(SeatGlance(seat, (100.0, 100.0, 200.0, 200.0), (150.0, 160.0)) for seat in range(4))
    status = LiveStatus("watching", camera_ok=True, width=1280, height=720, seats=faces)
    game.set_status(status)
    game.set_picture(grey_jpeg())
    server = serve(create_app(game), port=0)
    page.goto(f"{server.url}start")
    expect(page.locator("#camera-list")).to_have_text("The picture comes from evening.mp4.")
    expect(page.locator(".seen").nth(0)).to_have_text("Anna Face seen. Touch your nose.")
    game.set_status(replace(status, phase="ended"))
    expect(page.locator(".seen").nth(0)).to_have_text("Anna Not tried: the recording is over.")
    server.close()


class Film:
    """A film is read, and this computer has no camera."""

    words = "evening.mp4"

    def known(self) -> list[dict[str, Any]]:
        return []


class Cameras:
    """Two cameras, of which the first is read."""

    def __init__(self) -> None:
        self.words = "/dev/video0"
        self.refused = ""

    def known(self) -> list[dict[str, Any]]:
        mode = {"codec": "mjpeg", "width": 1280, "height": 720, "fps": 30.0}
        return [
            {"address": one, "name": name, "mode": mode, "chosen": one == self.words}
            for one, name in (("/dev/video0", "Laptop"), ("/dev/video2", "C920"))
        ]

    def choose(self, source: str) -> None:
        if source.startswith("ftp"):
            raise SourceError("I cannot open addresses that begin with ftp://")
        self.words = source


@pytest.mark.browser
def test_a_camera_is_chosen_on_the_laptop(page: Page, game: Table):
    game.cameras = Cameras()
    server = serve(create_app(game), port=0)
    page.goto(f"{server.url}start")
    expect(page.get_by_role("radio", name="Laptop 1280 × 720, 30/s")).to_be_checked()  # noqa: RUF001 - a size
    page.get_by_text("C920").click()
    expect(page.locator("#toast-text")).to_contain_text("The picture below")
    assert game.cameras.words == "/dev/video2"
    page.get_by_text("Use a phone as the camera").click()
    page.get_by_label("Address of the camera").fill("ftp://phone")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#toast-text")).to_contain_text("ftp://")
    page.get_by_label("Address of the camera").fill("http://192.168.1.20:8080/video")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#toast-text")).to_contain_text("The picture below")
    assert game.cameras.words == "http://192.168.1.20:8080/video"
    server.close()
