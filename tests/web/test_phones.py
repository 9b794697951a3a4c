from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno
from playwright.sync_api import Page, expect
from referee.web import create_app, network
from referee.web.pages import qr_code
from referee.web.server import serve

from tests.web.played import played


def test_a_closed_table_shows_no_address():
    page = create_app(played()).test_client().get("/phones").text
    assert "Only this machine sees the board" in page
    assert "http://1" not in page


def test_an_open_table_shows_its_addresses(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("referee.web.pages.urls", lambda port: (f"http://192.168.1.5:{port}/",))
    page = create_app(played(), {"OPEN_TO_NETWORK": True}).test_client().get("/phones").text
    assert "http://192.168.1.5:80/" in page
    assert "style=" not in page


def test_addresses_can_be_reached_from_elsewhere(monkeypatch: pytest.MonkeyPatch):
    found = [
        (0, 0, 0, "", (one, 0)) for one in ("127.0.1.1", "192.168.1.5", "::1", "fe80::1%eth0", "fd00::7")
    ]
    monkeypatch.setattr(network.socket, "getaddrinfo", lambda *_: found)
    monkeypatch.setattr(network, "ANYWHERE_ELSE", ())
    assert network.own_addresses() == ("192.168.1.5", "fd00::7")
    assert network.urls(8000) == ("http://192.168.1.5:8000/", "http://[fd00::7]:8000/")
    assert "192.168.1.5" in network.own_hosts()


def test_no_network_is_no_error(monkeypatch: pytest.MonkeyPatch):
    def away(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(network.socket, "getaddrinfo", away)
    monkeypatch.setattr(network, "ANYWHERE_ELSE", ())
    assert network.own_addresses() == ()


def test_the_code_says_the_address():
    url = "http://192.168.1.5:8000/"
    assert qr_code(url).startswith("<svg")
    rows = np.array([list(row) for row in segno.make(url, error="m").matrix_iter(scale=8, border=4)])
    picture = np.where(rows > 0, 0, 255).astype(np.uint8)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == url


@pytest.mark.browser
def test_the_page_in_a_browser(page: Page, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("referee.web.pages.urls", lambda port: (f"http://192.168.1.5:{port}/",))
    server = serve(create_app(played(), {"OPEN_TO_NETWORK": True}), port=0)
    page.goto(f"{server.url}phones")
    expect(page.locator(".code svg")).to_be_visible()
    expect(page.locator(".code figcaption")).to_have_text(f"http://192.168.1.5:{server.port}/")
    server.close()
