from __future__ import annotations

import socket
import urllib.request

import pytest
from referee.web import create_app
from referee.web.server import HostUnusableError, PortBusyError, serve

from tests.web.fake import FakeTable


@pytest.fixture
def busy() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server
        return answer.read()


def test_it_serves(table: FakeTable):
    server = serve(create_app(table), port=0)
    assert b"Donkey" in get(server.url)
    server.close()
    with pytest.raises(OSError, match="refused"):
        get(server.url)


def test_a_busy_port_says_so(table: FakeTable, busy: int):
    with pytest.raises(PortBusyError, match=f"port {busy} is in use"):
        serve(create_app(table), port=busy)


def test_it_moves_on_to_a_free_port(table: FakeTable, busy: int):
    server = serve(create_app(table), port=busy, move_on=True)
    assert busy < server.port <= busy + 20
    server.close()


def test_an_address_of_another_machine_says_so(table: FakeTable):
    with pytest.raises(HostUnusableError, match=r"cannot listen on 192\.0\.2\.1"):
        serve(create_app(table), "192.0.2.1", 0)


def test_a_port_is_free_again_at_once(table: FakeTable):
    first = serve(create_app(table), port=0)
    get(first.url)
    first.close()
    second = serve(create_app(table), port=first.port)
    second.close()
