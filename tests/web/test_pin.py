"""The referee's PIN and the key that signs sessions."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect
from referee.web import create_app
from referee.web.keys import KEY_FILE, PIN_FILE, Pin, PinError, session_key
from referee.web.limits import MOST_KEYS, Limit, device
from referee.web.pin import WRONG_FROM_ALL, WRONG_PER_DEVICE
from referee.web.server import serve

from tests.web.played import letter_to, played

HOST = "192.168.1.5"
RIGHT, WRONG = "314159", "271828"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("data")
    config = {"OPEN_TO_NETWORK": True, "HOSTS": frozenset({HOST}), "KEEP_IN": folder}
    made = create_app(played(letter_to(3)), config)
    assert post(made.test_client(), "pin", RIGHT, "127.0.0.1").json == {"set": True, "kept": True}
    return made


@pytest.fixture(autouse=True)
def forget_tries(app: Flask):
    for limit in app.extensions["pin-limits"]:
        limit._times.clear()


def post(client: FlaskClient, action: str, pin: str, address: str):
    base = {"REMOTE_ADDR": address, "HTTP_HOST": HOST}
    token = client.get("/api/session", environ_base=base).json["token"]
    return client.post(
        f"/api/{action}", json={"pin": pin}, headers={"X-CSRF-Token": token}, environ_base=base
    )


def may_pause(client: FlaskClient, address: str) -> bool:
    base = {"REMOTE_ADDR": address, "HTTP_HOST": HOST}
    token = client.get("/api/session", environ_base=base).json["token"]
    headers = {"X-CSRF-Token": token}
    return client.post("/api/pause", json={}, headers=headers, environ_base=base).status_code != 403


def test_a_phone_with_the_pin_is_the_referee_until_it_gives_that_back(app: Flask):
    phone = app.test_client()
    assert not may_pause(phone, "192.168.1.9")
    assert post(phone, "pin/enter", WRONG, "192.168.1.9").status_code == 403
    assert not may_pause(phone, "192.168.1.9")
    assert post(phone, "pin/enter", RIGHT, "192.168.1.9").json == {"role": "keeper"}
    assert may_pause(phone, "192.168.1.9")
    assert post(phone, "pin", "another", "192.168.1.9").status_code == 403, "only the laptop sets it"
    post(phone, "pin/leave", "", "192.168.1.9")
    assert not may_pause(phone, "192.168.1.9")


@pytest.mark.parametrize("slip", [" " * 7, "\u200b" * 8, "\u200d" * 8, None, 0])
def test_only_nothing_removes_the_pin(app: Flask, slip: object):
    refused = post(app.test_client(), "pin", slip, "127.0.0.1")  # type: ignore[arg-type]
    assert refused.status_code == 409
    assert refused.json["message"]
    assert app.extensions["pin"].check(RIGHT)


def test_the_same_pin_set_anew_takes_the_rights_from_all_phones(app: Flask):
    phone = app.test_client()
    post(phone, "pin/enter", RIGHT, "192.168.1.9")
    assert may_pause(phone, "192.168.1.9")
    post(app.test_client(), "pin", RIGHT, "127.0.0.1")
    assert not may_pause(phone, "192.168.1.9")


def test_tries_are_limited_for_each_device(app: Flask):
    phone = app.test_client()
    tries = [post(phone, "pin/enter", WRONG, "10.0.0.7").status_code for _ in range(WRONG_PER_DEVICE)]
    assert tries == [403] * WRONG_PER_DEVICE
    locked = post(phone, "pin/enter", RIGHT, "10.0.0.7")
    assert locked.status_code == 429
    assert "5 minutes" in locked.json["message"]
    assert post(app.test_client(), "pin/enter", RIGHT, "10.0.0.8").status_code == 200, "another phone"
    post(app.test_client(), "pin", RIGHT, "127.0.0.1")
    assert post(phone, "pin/enter", RIGHT, "10.0.0.7").status_code == 200, "a new PIN, new tries"


def test_many_addresses_gain_nothing_and_the_laptop_is_never_locked_out(
    app: Flask, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as quick:
        quick.setattr(app.extensions["pin"], "check", lambda _given: False)
        codes = [
            post(app.test_client(), "pin/enter", WRONG, f"10.0.1.{number}").status_code
            for number in range(WRONG_FROM_ALL + 5)
        ]
    assert codes == [403] * WRONG_FROM_ALL + [429] * 5
    laptop = app.test_client()
    for address in ("127.0.0.1", "::1"):
        assert post(laptop, "pin/enter", WRONG, address).json == {"role": "referee"}
        assert may_pause(laptop, address)


def test_without_a_pin_no_phone_is_the_referee():
    app = create_app(played(letter_to(3)), {"OPEN_TO_NETWORK": True, "HOSTS": frozenset({HOST})})
    phone = app.test_client()
    for given in ("", "123456"):
        answer = post(phone, "pin/enter", given, "10.0.0.7")
        assert answer.status_code == 409
        assert "No PIN is set" in answer.json["message"]
    with phone.session_transaction(environ_overrides={"HTTP_HOST": HOST}) as session:
        session["keeper"] = ""
    assert not may_pause(phone, "10.0.0.7")


def test_only_the_hash_is_kept_and_only_for_the_owner(tmp_path: Path):
    pin = Pin(tmp_path)
    assert pin.set(RIGHT)
    path = tmp_path / PIN_FILE
    assert RIGHT not in path.read_text()
    assert json.loads(path.read_text())["hash"].startswith("scrypt:32768:8:1$")
    again = Pin(tmp_path)
    assert again.check(RIGHT)
    assert not again.check(WRONG)
    assert again.mark == pin.mark
    assert again.set("")
    assert not Pin(tmp_path).is_set
    assert not again.check("")
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600
    assert [found.name for found in tmp_path.iterdir()] == [PIN_FILE], "no draft is left"


@pytest.mark.parametrize("pin", ["1", "12345", "x" * 65])
def test_a_pin_that_is_too_short_or_too_long_is_refused(pin: str):
    with pytest.raises(PinError, match="6 to 64"):
        Pin().set(pin)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"hash": 5}', b'{"hash": "scrypt:9999999:8:1$a$b"}', b"\xff"]
)
def test_a_damaged_file_is_no_pin(tmp_path: Path, content: bytes):
    (tmp_path / PIN_FILE).write_bytes(content)
    assert not Pin(tmp_path).is_set


def test_a_folder_that_cannot_be_written_keeps_the_pin_in_memory(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    pin = Pin(tmp_path / "file")
    assert not pin.set(RIGHT)
    assert pin.check(RIGHT)
    assert len(session_key(tmp_path / "file")) == 32


def test_the_key_stays_and_is_the_owners(tmp_path: Path):
    key = session_key(tmp_path / "data")
    assert session_key(tmp_path / "data") == key
    path = tmp_path / "data" / KEY_FILE
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o644)
        session_key(tmp_path / "data")
        assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(key[:10])  # torn
    assert session_key(tmp_path / "data") not in (key, key[:10])


def test_a_limit_goes_by_its_clock_and_forgets_the_oldest():
    now = [0.0]
    limit = Limit(2, 10.0, now=lambda: now[0])
    assert [limit.take("a") for _ in range(3)] == [0.0, 0.0, 10.0]
    assert limit.take("b") == 0.0
    now[0] = 4.0
    assert limit.take("a") == 6.0
    now[0] = 10.5
    assert limit.take("a") == 0.0
    for number in range(MOST_KEYS + 10):
        limit.take(str(number))
    assert len(limit._times) == MOST_KEYS


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("10.0.0.1", "::ffff:10.0.0.1", True),
        ("fd00::1", "fd00::2", True),
        ("fd00::1", "fd00:0:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        (None, "nonsense", True),
    ],
)
def test_what_counts_as_one_device(one: str | None, other: str | None, same: bool):
    assert (device(one) == device(other)) is same


@pytest.mark.browser
def test_the_laptop_sets_it_and_a_phone_gives_it(browser: Browser, monkeypatch: pytest.MonkeyPatch):
    """The phone is told apart by a header of a proxy, for there is only one machine here."""
    monkeypatch.setattr("referee.web.pages.urls", lambda _port: ())
    server = serve(create_app(played(letter_to(3)), {"OPEN_TO_NETWORK": True}), port=0)
    laptop = browser.new_page(locale="en-GB")
    laptop.goto(f"{server.url}phones")
    laptop.get_by_role("textbox", name="New PIN").fill(RIGHT)
    laptop.get_by_role("button", name="Set the PIN").click()
    expect(laptop.locator("#toast-text")).to_contain_text("The PIN is set")
    context = browser.new_context(locale="en-GB", extra_http_headers={"X-Forwarded-For": "192.168.1.9"})
    phone = context.new_page()
    phone.goto(f"{server.url}phones")
    phone.get_by_role("textbox", name="PIN").fill(WRONG)
    phone.get_by_role("button", name="Be the referee").click()
    expect(phone.locator("#toast-text")).to_have_text("That is not the PIN.")
    phone.get_by_role("textbox", name="PIN").fill(RIGHT)
    phone.get_by_role("button", name="Be the referee").click()
    expect(phone.get_by_role("button", name="Give these rights back")).to_be_visible()
    phone.goto(server.url)
    expect(phone.get_by_role("button", name="Undo")).to_be_visible()
    context.close()
    laptop.close()
    server.close()
