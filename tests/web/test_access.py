"""Every route and method, asked by everyone: who may what."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from referee.web import create_app
from referee.web.access import MAY, Role, check_complete, host_is_ours, is_loopback

from tests.web.played import letter_to, played

OUTSIDE = "192.168.1.23"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def app_of(**config: object) -> Flask:
    return create_app(played(letter_to(3)), {"HOSTS": frozenset({"192.168.1.5"}), **config})


def ask(app: Flask, who: str, path: str, method: str, *, token: bool = True):
    """Send one request as somebody; the answer's status."""
    client = app.test_client()
    address = "127.0.0.1" if who == "referee" else OUTSIDE
    host = "localhost" if who == "referee" else "192.168.1.5"
    with client.session_transaction(environ_overrides={"HTTP_HOST": host}) as session:
        session["csrf"] = "known"
        if who == "keeper":
            session["keeper"] = True
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
        for rule in app_of().url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


@pytest.mark.parametrize(("path", "method", "least"), routes())
@pytest.mark.parametrize(
    ("who", "role"), [("guest", Role.GUEST), ("keeper", Role.KEEPER), ("referee", Role.REFEREE)]
)
def test_each_route_answers_its_role_and_none_below(
    path: str, method: str, least: Role, who: str, role: Role
):
    status = ask(app_of(OPEN_TO_NETWORK=True), who, path, method)
    assert (status == 403) == (role < least)
    assert status < 500 or status == 503


@pytest.mark.parametrize(("path", "method", "least"), routes())
@pytest.mark.parametrize("who", ["guest", "keeper"])
def test_a_closed_table_answers_nobody_else(path: str, method: str, least: Role, who: str):
    assert ask(app_of(), who, path, method) == 403


@pytest.mark.parametrize(("path", "method", "least"), routes())
def test_a_foreign_host_gets_nothing(path: str, method: str, least: Role):
    client = app_of().test_client()
    assert client.open(path, method=method, headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(("path", "method", "least"), [route for route in routes() if route[1] != "GET"])
def test_every_write_needs_its_token(path: str, method: str, least: Role):
    assert ask(app_of(), "referee", path, method, token=False) == 403


@pytest.mark.parametrize("path", [path for path, _, _ in routes()])
@pytest.mark.parametrize("method", METHODS)
def test_no_other_method_works(path: str, method: str):
    taken = {known for other, known, _ in routes() if other == path}
    if method not in taken:
        assert ask(app_of(), "referee", path, method) in {404, 405}


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


def test_behind_a_proxy_nobody_is_the_laptop():
    client = app_of().test_client()
    assert client.get("/", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "LOCALHOST"])
def test_our_hosts(host: str):
    assert host_is_ours(host, frozenset())


@pytest.mark.parametrize(
    "host", ["", "evil.example", "localhost.evil.example", "[", "127.0.0.1.evil", "a@b", "x:y:z"]
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
