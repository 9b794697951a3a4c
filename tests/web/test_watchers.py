"""Many watchers over the real server: all are told at once, and one that does not read holds up nobody."""

from __future__ import annotations

import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from referee.web import create_app
from referee.web import server as server_module
from referee.web.network import own_addresses
from referee.web.server import MOST_OF_A_DEVICE, Server, everywhere, serve

from tests.web.fake import FakeTable, snapshot

WATCHERS = 50
SLOWEST_S = 1.0


def open_stream(server: Server, stack: ExitStack, holds: int = 65536) -> socket.socket:
    """A watcher whose system takes so many bytes that nobody has read."""
    watcher = stack.enter_context(socket.socket())
    watcher.settimeout(5)
    watcher.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, holds)
    watcher.connect((server.host, server.port))
    watcher.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return watcher


def read_until(watcher: socket.socket, wanted: bytes) -> float:
    """Read until these bytes have come; when that was."""
    seen = b""
    while wanted not in seen:
        part = watcher.recv(65536)
        assert part, "the stream ended"
        seen += part
    return time.monotonic()


@pytest.fixture
def watchers(server: Server) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        opened = [open_stream(server, stack) for _ in range(WATCHERS)]
        for watcher in opened:
            read_until(watcher, b'"deal": 7')
        yield opened


def test_all_watchers_are_told_at_once(table: FakeTable, watchers: list[socket.socket]):
    changed = time.monotonic()
    table.show(snapshot(deal=8))
    slowest = max(read_until(watcher, b'"deal": 8') for watcher in watchers) - changed
    assert slowest < SLOWEST_S


def test_who_does_not_read_holds_up_nobody(server: Server, table: FakeTable, watchers: list[socket.socket]):
    *reading, _idle = watchers
    for deal in range(8, 28):
        table.show(snapshot(deal=deal))
        read_until(reading[0], f'"deal": {deal}'.encode())
    changed = time.monotonic()
    table.show(snapshot(deal=99))
    assert max(read_until(watcher, b'"deal": 99') for watcher in reading) - changed < SLOWEST_S


def is_dropped(watcher: socket.socket) -> bool:
    """Whether the other side has hung up; what was sent before is read first."""
    try:
        while watcher.recv(1 << 20):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_who_does_not_read_is_dropped(server: Server, table: FakeTable, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server_module, "UNREAD_S", 1.0)
    with ExitStack() as stack:
        idle, reading = open_stream(server, stack, 4096), open_stream(server, stack)
        read_until(reading, b'"deal": 7')
        channels = server._server.active_channels
        assert len(channels) == 2
        deal, started_s = 7, time.monotonic()
        while len(channels) == 2:
            deal += 1
            table.show(snapshot(deal=deal))
            read_until(reading, f'"deal": {deal}'.encode())
            time.sleep(0.0 if deal < 400 else 0.2)  # the rest is patience; a stream has 600 messages
            assert time.monotonic() - started_s < 30.0, "the idle one is still there"
        idle.settimeout(3)
        assert is_dropped(idle)
        table.show(snapshot(deal=9999))
        read_until(reading, b'"deal": 9999')


def test_one_device_cannot_take_all_connections(table: FakeTable):
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    server = serve(create_app(table, {"OPEN_TO_NETWORK": True}), everywhere(), 0)
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection((addresses[0], server.port), timeout=1))
            for _ in range(MOST_OF_A_DEVICE + 8)
        ]
        time.sleep(0.3)
        assert [is_dropped(one) for one in opened[-8:]] == [True] * 8
        opened[0].sendall(b"GET /api/board HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert opened[0].recv(100).startswith(b"HTTP/1.1 200")
        assert urllib.request.urlopen(server.url, timeout=5).status == 200  # noqa: S310 - ours
    server.close()


def test_a_watcher_who_leaves_frees_the_place(server: Server, table: FakeTable):
    for _ in range(3):
        with ExitStack() as stack:
            for watcher in [open_stream(server, stack) for _ in range(60)]:
                read_until(watcher, b"event: board")
        time.sleep(1.5)  # the next sign of life finds nobody there
    with ExitStack() as stack:
        read_until(open_stream(server, stack), b"event: board")
