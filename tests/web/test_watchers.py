"""Many watchers over the real server: all are told at once, and one that does not read holds up nobody."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from referee.web.server import Server

from tests.web.fake import FakeTable, snapshot

WATCHERS = 50
SLOWEST_S = 1.0


def open_stream(server: Server, stack: ExitStack) -> socket.socket:
    watcher = stack.enter_context(socket.create_connection((server.host, server.port), timeout=5))
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


def test_a_watcher_who_leaves_frees_the_place(server: Server, table: FakeTable):
    for _ in range(3):
        with ExitStack() as stack:
            for watcher in [open_stream(server, stack) for _ in range(60)]:
                read_until(watcher, b"event: board")
        time.sleep(1.5)  # the next sign of life finds nobody there
    with ExitStack() as stack:
        read_until(open_stream(server, stack), b"event: board")
