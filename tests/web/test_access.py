"""Every route and method, asked by everyone: who may what."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from referee.web import create_app
from referee.web.access import MAY, SELDOM, Role, check_complete, host_is_ours, is_loopback
from referee.web.server import serve
from referee.web.stream import Broadcast
from referee.web.words import words

from tests.web.fake import FakeTable, snapshot
from tests.web.played import letter_to, played

PAGE = Path(__file__).parents[2] / "docs" / "access.md"
BEGIN, END = "<!-- from the code: python -m tests.web.test_access -->", "<!-- end -->"

OUTSIDE = "192.168.1.23"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def app_of(**config: object) -> Flask:
    app = create_app(played(letter_to(3)), {"HOSTS": frozenset({"192.168.1.5"}), **config})
    app.extensions["pin"] = PinOfTest()
    return app


@cache
def shared(*, is_open: bool = False) -> Flask:
    """One for all that only ask whether they may: a new one would build its pages anew each time."""
    return app_of(OPEN_TO_NETWORK=is_open)


class PinOfTest:
    """A PIN without its slow hash."""

    is_set = True
    mark = "given"

    def opens(self, mark: object) -> bool:
        return mark == self.mark

    def check(self, given: str) -> bool:
        return given == "123456"

    def set(self, wanted: str) -> bool:
        return bool(wanted)


def ask(app: Flask, who: str, path: str, method: str, *, token: bool = True):
    """Send one request as somebody; the answer's status."""
    client = app.test_client()
    address = "127.0.0.1" if who == "referee" else OUTSIDE
    host = "localhost" if who == "referee" else "192.168.1.5"
    with client.session_transaction(environ_overrides={"HTTP_HOST": host}) as session:
        session["csrf"] = "known"
        if who == "keeper":
            session["keeper"] = PinOfTest.mark
    headers = {"Host": host} | ({"X-CSRF-Token": "known"} if token else {})
    answer = client.open(
        path, method=method, headers=headers, json={}, environ_base={"REMOTE_ADDR": address}, buffered=False
    )
    status = answer.status_code
    answer.close()
    return status


def routes() -> list[tuple[str, str, Role]]:
    """Every address with every method it takes and the least role."""
    return [
        (re.sub(r"<(?:\w+:)?\w+>", "1", rule.rule), method, MAY[rule.endpoint])
        for rule in shared().url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


@pytest.mark.parametrize(("path", "method", "least"), routes())
@pytest.mark.parametrize(
    ("who", "role"), [("guest", Role.GUEST), ("keeper", Role.KEEPER), ("referee", Role.REFEREE)]
)
def test_each_route_answers_its_role_and_none_below(
    path: str, method: str, least: Role, who: str, role: Role
):
    status = ask(shared(is_open=True), who, path, method)
    wrong_pin = path == "/api/pin/enter" and who != "referee"  # an empty one
    assert (status == 403) == (role < least or wrong_pin)
    assert status < 500 or status == 503


@pytest.mark.parametrize(("path", "method", "least"), routes())
@pytest.mark.parametrize("who", ["guest", "keeper"])
def test_a_closed_table_answers_nobody_else(path: str, method: str, least: Role, who: str):
    assert ask(shared(), who, path, method) == 403


@pytest.mark.parametrize(("path", "method", "least"), routes())
def test_a_foreign_host_gets_nothing(path: str, method: str, least: Role):
    client = shared().test_client()
    assert client.open(path, method=method, headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(("path", "method", "least"), [route for route in routes() if route[1] != "GET"])
def test_every_write_needs_its_token(path: str, method: str, least: Role):
    assert ask(shared(), "referee", path, method, token=False) == 403


@pytest.mark.parametrize("path", [path for path, _, _ in routes()])
@pytest.mark.parametrize("method", METHODS)
def test_no_other_method_works(path: str, method: str):
    taken = {known for other, known, _ in routes() if other == path}
    if method not in taken:
        assert ask(shared(), "referee", path, method) in {404, 405}


def test_reading_never_writes():
    assert {method for _, method, _ in routes()} <= {"GET", "POST"}
    app = app_of()
    before = app.extensions["table"].version
    for path, method, _ in routes():
        if method == "GET":
            ask(app, "referee", path, "GET")
    assert app.extensions["table"].version == before


def test_a_route_without_a_role_stops_the_start():
    app = app_of()
    app.add_url_rule("/secret", "secret", lambda: "")
    with pytest.raises(RuntimeError, match="secret"):
        check_complete(app)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_loopback(address: str):
    assert is_loopback(address)


@pytest.mark.parametrize("address", ["192.168.0.1", "::ffff:10.0.0.1", "", None, "localhost", "8.8.8.8"])
def test_not_loopback(address: str | None):
    assert not is_loopback(address)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_behind_a_proxy_nobody_is_the_laptop(header: str):
    """Over the real server, which must not take these headers away."""
    server = serve(app_of(), port=0)
    try:
        request = urllib.request.Request(server.url, headers={header: "1.2.3.4"})  # noqa: S310 - ours
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(request, timeout=5)  # noqa: S310 - the same
    finally:
        server.close()


def test_a_session_of_an_earlier_pin_is_a_guests():
    app = app_of(OPEN_TO_NETWORK=True)
    assert ask(app, "keeper", "/api/went-wrong", "POST") != 403
    app.extensions["pin"].mark = "another"
    app.extensions["pin"].opens = lambda mark: mark == "another"
    assert ask(app, "keeper", "/api/went-wrong", "POST") == 403


def test_a_guest_disputes_only_so_often_and_nobody_else_is_held_up():
    app = app_of(OPEN_TO_NETWORK=True)
    most, _ = SELDOM["ruling.dispute"]
    assert 429 not in [ask(app, "guest", "/api/dispute", "POST") for _ in range(most)]
    assert ask(app, "guest", "/api/dispute", "POST") == 429
    assert ask(app, "keeper", "/api/dispute", "POST") != 429
    assert ask(app, "referee", "/api/dispute", "POST") != 429


def table_in_words() -> str:
    """The table of docs/access.md, from the code."""
    app = shared()
    lines = ["| address | method | what | who may |", "|---|---|---|---|"]
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: (MAY[rule.endpoint], rule.rule)):
        what = (app.view_functions[rule.endpoint].__doc__ or "").strip().splitlines() or ["a page's own file"]
        if rule.endpoint == "static":
            what = ["Send a page's own file."]
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            text = what[0].replace("``", "`").replace("|", "/")
            lines.append(f"| `{rule.rule}` | {method} | {text} | {WHO[MAY[rule.endpoint]]} |")
    return "\n".join(lines)


WHO = {
    Role.GUEST: "every device of the open network",
    Role.KEEPER: "a phone with the PIN, the laptop",
    Role.REFEREE: "the laptop",
}


def test_the_page_says_what_the_code_does():
    said = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip()
    assert said == table_in_words(), "write it anew: python -m tests.web.test_access"


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "LOCALHOST"])
def test_our_hosts(host: str):
    assert host_is_ours(host, frozenset())


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost:x",
        "[::1",
        "127.0.0.1:99999",
        "evil.example",
        "localhost.evil.example",
        "[",
        "127.0.0.1.evil",
        "a@b",
        "x:y:z",
    ],
)
def test_foreign_hosts(host: str):
    assert not host_is_ours(host, frozenset())


def test_headers_forbid_what_we_do_not_need():
    answer = app_of().test_client().get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    cookie = answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie


@pytest.mark.parametrize("path", ["/", "/api/board"])
def test_only_the_laptop_reads_where_the_record_is(path: str):
    table = FakeTable(snapshot(record={"ok": False, "message": "in memory only: /home/eva/donkey is full"}))
    client = create_app(table, {"OPEN_TO_NETWORK": True, "HOSTS": frozenset({"192.168.1.5"})}).test_client()
    assert "/home/eva" in client.get(path).text
    guest = client.get(path, environ_base={"REMOTE_ADDR": OUTSIDE, "HTTP_HOST": "192.168.1.5"})
    assert guest.status_code == 200
    assert "/home/eva" not in guest.text
    assert "The board on the laptop says more." in guest.text


def test_the_stream_of_a_guest_does_not_say_where_the_record_is():
    table = FakeTable(snapshot(record={"ok": False, "message": "in memory only: /home/eva/donkey is full"}))
    for laptop in (True, False):
        stream = Broadcast(table).events(words("en"), "", laptop=laptop)
        assert stream is not None
        next(stream)
        assert ("/home/eva" in next(stream)) is laptop


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{table_in_words()}\n{END}{after}", encoding="utf-8")
