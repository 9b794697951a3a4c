"""Serves the dashboard with waitress in a thread of its own."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import logging
import socket
import sys
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from waitress import wasyncore  # type: ignore[import-untyped]  # no stubs
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]  # no stubs
from waitress.server import create_server  # type: ignore[import-untyped]  # no stubs

from referee.errors import RefereeError

from .access import is_loopback
from .limits import device
from .stream import MOST_STREAMS

if TYPE_CHECKING:
    from flask import Flask

DEFAULT_PORT = 8000
PORTS_TRIED = 20
"""How many ports :func:`serve` tries when it may move on."""
THREADS = MOST_STREAMS + 16
"""A thread for each open stream, and some for everything else."""
UNREAD_S = 10.0
"""Whoever has not taken a byte of what waits for them for so long is dropped, seconds."""
LOOK_EVERY_S = 2
"""How often such are looked for, seconds."""
SEND_BYTES = 128 * 1024
"""What the system may hold for one reader: two pictures. More waits here, where it is counted."""
MOST_OF_A_DEVICE = 32
"""Connections of one other device: a browser opens six, a phone has a few pages."""
BUSY = {errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


class PortBusyError(RefereeError):
    """The port is taken by another program, or may not be used."""


class HostUnusableError(RefereeError):
    """The address to listen on is none of this machine's."""


class Server:
    """A running dashboard.

    Args:
        app: the application.
        listener: a bound socket.
    """

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        host, port = listener.getsockname()[:2]
        self.host: str = host
        self.port: int = port
        self._sockets: dict[int, Any] = {}
        self._server = create_server(
            app,
            map=self._sockets,
            asyncore_use_poll=True,  # select ends at 1024 files
            sockets=[listener],
            threads=THREADS,
            ident="referee",
            clear_untrusted_proxy_headers=False,  # who may what depends on them: web/access.py
            channel_timeout=60,
            channel_request_lookahead=1,  # notices at once that a watcher has gone
            cleanup_interval=LOOK_EVERY_S,
            connection_limit=4 * THREADS,
            max_request_body_size=64 * 1024,
            max_request_header_size=32 * 1024,
        )
        self._server.channel_class = _Channel
        self._server.maintenance = self._maintain
        self._thread = threading.Thread(target=self._server.run, name="dashboard", daemon=True)
        self._thread.start()

    def _maintain(self, now: float) -> None:
        """Drop who does not read: a phone that left the house, a page that hangs."""
        type(self._server).maintenance(self._server, now)
        for channel in tuple(self._server.active_channels.values()):
            if channel.total_outbufs_len and channel.last_activity < now - UNREAD_S:
                # Not in the middle of a look at all channels; and a full one would never notice ``will_close``.
                self._server.trigger.pull_trigger(channel.handle_close)

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        if ipaddress.ip_address(self.host).is_unspecified:
            return f"http://127.0.0.1:{self.port}/"
        return (
            f"http://[{self.host}]:{self.port}/" if ":" in self.host else f"http://{self.host}:{self.port}/"
        )

    def close(self) -> None:
        """Stop serving; open streams end. Twice is as good as once."""
        if not self._thread.is_alive():
            return
        # In the loop's own thread: it ends by itself once it has nothing left to listen to. It may do so
        # for another reason to wake up, before this one reaches it.
        with contextlib.suppress(OSError):
            self._server.trigger.pull_trigger(lambda: wasyncore.close_all(self._sockets))
        self._thread.join(timeout=2)
        self._server.task_dispatcher.shutdown(timeout=2)


class _Channel(HTTPChannel):  # type: ignore[misc]  # no stubs
    """One connection; closed at once when its device has too many. The laptop itself is never turned away."""

    def __init__(self, server: Any, *how: Any, **more: Any) -> None:  # noqa: ANN401 - passed on to waitress
        super().__init__(server, *how, **more)
        address = str(self.addr[0])
        others = sum(device(str(one.addr[0])) == device(address) for one in server.active_channels.values())
        if others > MOST_OF_A_DEVICE and not is_loopback(address):
            self.will_close = True


def serve(app: Flask, host: str = "127.0.0.1", port: int = DEFAULT_PORT, *, move_on: bool = False) -> Server:
    """Start the dashboard and return once it answers.

    Args:
        app: from :func:`referee.web.create_app`.
        host: the address to listen on; anything but loopback needs ``OPEN_TO_NETWORK`` in the app's settings.
        port: 0 takes any free one.
        move_on: when the port is busy, take the next free one of the following :data:`PORTS_TRIED`.

    Raises:
        PortBusyError: the port (or, moving on, every port tried) is busy.
        HostUnusableError: the address is not one of this machine's.
    """
    ports: Iterable[int] = range(port, min(port + PORTS_TRIED, 65536)) if move_on and port else (port,)
    for candidate in ports:
        try:
            return Server(app, _bind(host, candidate))
        except OSError as error:
            if error.errno not in BUSY:
                message = f"cannot listen on {host}: {error.strerror}; use 127.0.0.1"
                raise HostUnusableError(message) from error
    if move_on:
        raise PortBusyError(f"ports {port} to {max(ports)} are all in use; give a free one with --port")
    raise PortBusyError(f"port {port} is in use by another program; give a free one with --port")


def everywhere() -> str:
    """The address that listens on every network, of both kinds where the system can."""
    return "::" if socket.has_dualstack_ipv6() else "0.0.0.0"  # noqa: S104 - only where somebody asked for it


def _bind(host: str, port: int) -> socket.socket:
    """Bind a listening socket; one that somebody else listens on is an error on every system."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # Windows would share a busy port with SO_REUSEADDR; this refuses it.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # A port of a server that just ended is free again at once.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)  # its connections inherit that
        listener.bind((host, port))
        listener.listen(256)
    except OSError:
        listener.close()
        raise
    return listener


logging.getLogger("waitress.queue").setLevel(logging.ERROR)
