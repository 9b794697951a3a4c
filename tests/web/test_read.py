from __future__ import annotations

import json

from flask.testing import FlaskClient
from referee.web import create_app
from referee.web.stream import MOST_STREAMS, Broadcast
from referee.web.words import words

from tests.web.fake import FakeTable, grey_jpeg, snapshot


def test_the_board_as_json(client: FlaskClient):
    found = client.get("/api/board").json
    assert found["line"]["text"] == "Dana takes the N"
    assert found["id"].endswith("-1")


def test_the_board_in_german(client: FlaskClient):
    assert client.get("/api/board?language=de").json["deal_text"] == "Runde 7"
    asked = client.get("/api/board", headers={"Accept-Language": "de-AT"})
    assert asked.json["deal_text"] == "Runde 7"


def test_a_board_is_made_once_for_all_watchers(table: FakeTable):
    broadcast = Broadcast(table)
    asked = []
    table.snapshot = lambda _language: asked.append(1) or snapshot()
    assert broadcast.current(words("en")) == broadcast.current(words("en"))
    assert len(asked) == 1
    table.show(snapshot(deal=8))
    assert json.loads(broadcast.current(words("en"))[1])["id"].endswith("-2")


def test_a_name_cannot_end_the_pages_data(table: FakeTable):
    shown = snapshot()
    shown["players"][0]["name"] = "</script><script>alert(1)</script>"
    table.show(shown)
    text = create_app(table).test_client().get("/").text
    assert "</script><script>alert" not in text


def test_a_stream_starts_with_a_snapshot_and_goes_on_with_changes(table: FakeTable):
    stream = Broadcast(table).events(words("en"), "")
    assert next(stream).startswith("retry:")
    first = next(stream)
    assert first.startswith(f"id: {first.split()[1]}\nevent: board\ndata: {{")
    table.show(snapshot(deal=8))
    assert '"deal": 8' in next(stream)
    assert next(stream) == "event: beat\ndata: \n\n"


def test_a_stream_resumes_where_the_page_was(table: FakeTable):
    broadcast = Broadcast(table)
    seen, _ = broadcast.current(words("en"))
    stream = broadcast.events(words("en"), seen)
    next(stream)
    assert next(stream).startswith("event: beat")
    table.show(snapshot(deal=9))
    assert '"deal": 9' in next(stream)


def test_an_id_from_before_a_restart_is_not_mistaken(table: FakeTable):
    seen, _ = Broadcast(table).current(words("en"))
    stream = Broadcast(table).events(words("en"), seen)
    next(stream)
    assert "event: board" in next(stream)


def test_too_many_streams_are_told_to_poll(table: FakeTable):
    app = create_app(table)
    broadcast = app.extensions["broadcast"]
    streams = [broadcast.events(words("en"), "") for _ in range(MOST_STREAMS)]
    for stream in streams:
        next(stream)
    assert app.test_client().get("/api/events").status_code == 503
    for stream in streams:
        stream.close()
    answer = app.test_client().get("/api/events")
    assert answer.status_code == 200
    answer.close()


def test_the_picture_travels_with_its_glance(table: FakeTable, client: FlaskClient):
    assert client.get("/api/picture").status_code == 204
    table.set_picture(grey_jpeg())
    answer = client.get("/api/picture")
    assert answer.mimetype == "image/jpeg"
    assert json.loads(answer.headers["X-Glance"])["width"] == 1280
    again = client.get(f"/api/picture?after={answer.headers['X-Picture']}")
    assert (again.status_code, again.headers["X-Blank"]) == (204, "no")
    table.set_picture(None)
    assert client.get("/api/picture").headers["X-Blank"] == "yes"
