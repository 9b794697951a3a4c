"""Check and try-out on the page for getting ready."""

from __future__ import annotations

import time
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from referee.web import create_app
from referee.web.board import board
from referee.web.server import serve
from referee.web.words import words

from referee.service import Table
from referee.status import LivePhase, LiveStatus, Placing
from tests.web.played import played

FINDINGS = [
    {"seat": 1, "what": "size", "level": "red", "value": 20, "advice": "Seat 1 is 20 pixels wide: nearer."},
    {"seat": 2, "what": "size", "level": "green", "value": 90, "advice": "Seat 2 is 90 pixels wide: good."},
    {"seat": None, "what": "timing", "level": "green", "value": 8, "advice": "Good to about ±8 ms."},
]
TRIALS = [
    {"seat": 0, "good": True, "seen": ["touch", "touch", "nothing"], "hand": "left", "warnings": []},
    {"seat": 1, "good": False, "seen": ["touch", "touch", "touch"], "hand": None, "warnings": ["false"]},
]


class Calibrator:
    """Does at once what it is asked."""

    def __init__(self) -> None:
        self.findings: list[dict[str, Any]] = []
        self.trials: list[dict[str, Any]] = []
        self.ask: str | None = None

    def check(self) -> None:
        self.findings = FINDINGS

    def try_out(self) -> None:
        self.ask = "chin"

    def state(self, _language: str) -> dict[str, Any]:
        doing, ask = ("nothing", None) if self.ask is None else ("asking", self.ask)
        if self.ask == "chin":
            self.ask = "over"
        elif self.ask == "over":
            self.ask, self.trials, doing, ask = None, TRIALS, "nothing", None
        return {
            "doing": doing,
            "findings": self.findings,
            "ask": ask,
            "left_s": 3.2 if ask else None,
            "trials": self.trials,
            "trouble": "",
            "kept": "kitchen" if self.findings and not self.trials else "",
        }


@pytest.fixture
def game() -> Table:
    return played()


def test_without_a_camera_there_is_nothing_to_check(client: FlaskClient, token: dict[str, str]):
    assert client.get("/api/calibration").status_code == 204
    assert client.post("/api/calibration/check", headers=token, json={}).status_code == 404


def test_a_check_gives_its_findings(game: Table):
    game.calibrator = Calibrator()
    client = create_app(game).test_client()
    token = {"X-CSRF-Token": client.get("/api/session").json["token"]}
    answer = client.post("/api/calibration/check", headers=token, json={})
    assert answer.json["findings"] == FINDINGS


@pytest.mark.parametrize(
    ("placing", "english", "german", "asks"),
    [
        (Placing.MOVED, "The camera was nudged; the seats were moved along.", "mitgerückt", False),
        (Placing.DIFFERS, "take the seats anew?", "Plätze neu bestimmen?", True),
        (Placing.ELSEWHERE, "from left to right", "von links nach rechts", False),
    ],
)
def test_the_board_says_that_the_camera_was_moved(
    game: Table, placing: Placing, english: str, german: str, *, asks: bool
):
    status = LiveStatus(LivePhase.WATCHING, camera_ok=True, placing=placing)
    game.set_status(status)
    shown = board(game.snapshot(), words("en"))["hints"]
    assert [hint["kind"] for hint in shown] == ["placing"]
    assert english in shown[0]["text"]
    assert german in board(game.snapshot("de"), words("de"))["hints"][0]["text"]
    assert [button["do"] for button in shown[0]["buttons"]] == (["seats/anew"] if asks else [])
    version = game.version
    game.set_status(LiveStatus(LivePhase.WATCHING, camera_ok=True))
    assert game.version > version  # the page is woken
    assert board(game.snapshot(), words("en"))["hints"] == []


def test_the_board_says_that_the_room_got_dim(game: Table):
    game.set_status(LiveStatus(LivePhase.WATCHING, camera_ok=True, slow=(14.9, 30.0)))
    said = board(game.snapshot(), words("en"))["hints"][0]["text"]
    assert said.startswith("The camera delivers 15 frames a second instead of 30: turn on more light")


@pytest.mark.browser
def test_the_page_says_what_is_wrong_and_what_was_seen(page: Page, game: Table):
    game.calibrator = Calibrator()
    server = serve(create_app(game), port=0)
    game.set_status(LiveStatus(LivePhase.WATCHING, camera_ok=True, placing=Placing.DIFFERS))
    page.goto(f"{server.url}start")
    asked = page.locator("#camera-hints")
    expect(asked).to_contain_text("take the seats anew?")
    seating = game.seating
    asked.get_by_role("button", name="Find the players anew").click()
    deadline = time.monotonic() + 10
    while game.seating == seating and time.monotonic() < deadline:
        time.sleep(0.02)
    assert game.seating == seating + 1
    page.get_by_role("button", name="Check the table").click()
    expect(page.locator("#findings li")).to_have_text(
        ["Seat 1 is 20 pixels wide: nearer.", "Good to about ±8 ms."]
    )
    expect(page.locator("#tryout-says")).to_contain_text('referee play --table "kitchen"')
    page.get_by_role("button", name="Try the gesture out").click()
    expect(page.locator("#tryout-seen li")).to_have_text(
        [
            "Seat 1: seen twice, and the chin did not count. (Left hand.)",
            "Seat 2: The chin was taken for the nose: put the camera at the height of the eyes.",
        ]
    )
    server.close()
