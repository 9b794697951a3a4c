from __future__ import annotations

import socket
import urllib.request

import pytest
from referee.web import create_app
from referee.web.network import own_addresses
from referee.web.server import HostUnusableError, PortBusyError, everywhere, serve

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


def test_an_open_table_answers_on_every_address_and_a_closed_one_on_none(table: FakeTable):
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    with_brackets = [f"[{one}]" if ":" in one else one for one in addresses]
    server = serve(create_app(table, {"OPEN_TO_NETWORK": True}), everywhere(), 0)
    for address in with_brackets:
        assert b'"role": "guest"' in get(f"http://{address}:{server.port}/")
    assert b'"role": "referee"' in get(server.url)
    server.close()
    closed = serve(create_app(table), port=0)
    for address in with_brackets:
        with pytest.raises(OSError, match="refused"):
            get(f"http://{address}:{closed.port}/")
    closed.close()


def test_a_port_is_free_again_at_once(table: FakeTable):
    first = serve(create_app(table), port=0)
    get(first.url)
    first.close()
    second = serve(create_app(table), port=first.port)
    second.close()
