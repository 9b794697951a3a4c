from __future__ import annotations

from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from referee.rules import events as on
from tests.web.fake import FakeTable


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
