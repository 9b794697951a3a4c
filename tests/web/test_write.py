from __future__ import annotations

from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient
from referee.web import create_app

from referee.record.entry import CAMERA, REFEREE
from referee.rules import events as on
from referee.rules.state import Phase
from referee.status import LivePhase, LiveStatus
from tests.web.fake import FakeTable
from tests.web.played import letter_to, played


@pytest.mark.parametrize(
    ("action", "content", "event"),
    [
        ("start-deal", {}, on.DealStarted()),
        ("quartet", {"shown": True}, on.QuartetShown(0, True)),
        ("quartet", {"shown": False}, on.QuartetShown(0, False)),
        ("quartet", {"shown": False, "seat": 2}, on.QuartetShown(2, False)),
        ("no-signal", {}, on.SignalCancelled()),
        ("went-wrong", {}, on.CardsWrong()),
        ("pause", {"on": True}, on.Paused()),
        ("pause", {"on": False}, on.Resumed()),
        ("undo", {}, on.Undone()),
        ("dispute", {"seat": 1, "why": "I was  not\nlast"}, on.DisputeRaised(6, 1, "I was not last")),
    ],
)
def test_each_button_is_an_event(  # noqa: PLR0917 - fixtures and parameters
    table: FakeTable, client: FlaskClient, token: dict[str, str], action: str, content: dict, event: on.Event
):
    answer = client.post(f"/api/{action}", json=content, headers=token)
    assert answer.status_code == 200
    assert table.applied == [event]


def test_neither_of_two_first_signallers_had_a_quartet(
    table: FakeTable, client: FlaskClient, token: dict[str, str]
):
    table.state.deal.initiators = (0, 3)
    client.post("/api/quartet", json={"shown": False}, headers=token)
    assert table.applied == [on.QuartetShown(0, False), on.QuartetShown(3, False)]


def test_a_seat_is_whoever_sits_there_now(table: FakeTable, client: FlaskClient, token: dict[str, str]):
    table.state.chairs = (3, 1, 2, 0)
    client.post("/api/quartet", json={"shown": True, "seat": 0}, headers=token)
    assert table.applied == [on.QuartetShown(3, True)]


@pytest.mark.parametrize(
    ("action", "content"),
    [
        ("quartet", {}),
        ("quartet", {"shown": "yes"}),
        ("quartet", {"shown": True, "seat": True}),
        ("quartet", {"shown": True, "seat": 4}),
        ("quartet", {"shown": True, "seat": -1}),
        ("pause", {"on": 1}),
        ("pause", ["on"]),
        ("dispute", {"seat": 0, "why": 5}),
        ("language", {"language": "xx"}),
    ],
)
def test_nonsense_is_refused(
    table: FakeTable, client: FlaskClient, token: dict[str, str], action: str, content: object
):
    answer = client.post(f"/api/{action}", json=content, headers=token)
    assert answer.status_code == 409
    assert answer.json["message"]
    assert table.applied == []


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"shown=1", "text/plain", 415),
        (b"x" * 70_000, "application/json", 413),
    ],
)
def test_what_is_no_json_is_refused(
    client: FlaskClient, token: dict[str, str], data: bytes, kind: str, status: int
):
    answer = client.post("/api/pause", data=data, content_type=kind, headers=token)
    assert answer.status_code == status
    assert "message" in answer.json


def test_the_lot_is_not_undone_by_a_tap(table: FakeTable, client: FlaskClient, token: dict[str, str]):
    table.state = SimpleNamespace(last=on.DealerDrawn(1))
    table.can_go_back = False
    assert client.post("/api/undo", json={}, headers=token).status_code == 409


def test_a_mistake_in_the_program_shows_no_trace(
    table: FakeTable, client: FlaskClient, token: dict[str, str]
):
    table.apply = lambda *_: 1 / 0
    answer = client.post("/api/start-deal", json={}, headers=token)
    assert answer.status_code == 500
    assert "division" not in answer.text


def test_the_language_of_a_session(client: FlaskClient, token: dict[str, str]):
    client.post("/api/language", json={"language": "de"}, headers=token)
    assert client.get("/api/board").json["deal_text"] == "Runde 7"


@pytest.mark.parametrize("action", ["no-signal", "went-wrong", "pause"])
def test_a_tap_meant_for_a_deal_changes_no_finished_game(
    table: FakeTable, client: FlaskClient, token: dict[str, str], action: str
):
    table.state.winners = (0, 1)
    answer = client.post(f"/api/{action}", json={"on": True}, headers=token)
    assert answer.status_code == 409
    assert "game is over" in answer.json["message"]
    assert table.applied == []


def test_seats_are_not_swapped_while_a_signal_is_measured(
    table: FakeTable, client: FlaskClient, token: dict[str, str]
):
    table.state.phase = Phase.PLAYING
    table.status = LiveStatus(LivePhase.MEASURING)
    swap = {"first": 0, "second": 2}
    refused = client.post("/api/swap", json=swap, headers=token)
    assert (refused.status_code, table.applied) == (409, [])
    assert "signalled" in refused.json["message"]
    table.state.phase = Phase.VERDICT  # hands are still watched, but the verdict is there
    assert client.post("/api/swap", json=swap, headers=token).status_code == 200


@pytest.mark.parametrize(
    ("action", "content"), [("letter", {"change": 1}), ("leave", {}), ("rename", {"name": "Cleo"})]
)
def test_who_was_meant_must_still_sit_there(
    table: FakeTable, client: FlaskClient, token: dict[str, str], action: str, content: dict
):
    table.state.chairs = (0, 1, 3, 2)
    meant = content | {"seat": 2, "player": 2}
    refused = client.post(f"/api/{action}", json=meant, headers=token)
    assert (refused.status_code, table.applied) == (409, [])
    assert "else sits there" in refused.json["message"]
    assert client.post(f"/api/{action}", json=meant | {"seat": 3}, headers=token).status_code == 200
    assert table.applied[0].player == 2


def test_undo_takes_back_only_what_was_meant():
    game = played(letter_to(3))
    client = create_app(game).test_client()
    token = {"X-CSRF-Token": client.get("/api/session").json["token"]}
    done = client.post("/api/rename", json={"seat": 0, "name": "Anne"}, headers=token).json
    assert done["mark"] == client.get("/api/board").json["mark"] == game.mark
    game.apply(on.DealStarted(), REFEREE)
    game.apply(on.VerdictGiven(letter_to(1)), CAMERA)
    late = client.post("/api/undo", json={"mark": done["mark"]}, headers=token)
    assert late.status_code == 409
    assert late.json["message"] == "Something else happened meanwhile: look again, then decide."
    assert game.state.letters == (0, 1, 0, 1)
    now = {"mark": game.mark}
    both = [client.post("/api/undo", json=now, headers=token).status_code for _ in range(2)]
    assert both == [200, 409]
    assert game.state.deals[1].outcome is None
    assert len(game.state.deals) == 2
