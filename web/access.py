"""Who may do what: the one table in the code, and how a request's role is told.

Every endpoint of the dashboard stands in :data:`MAY`; :func:`check_complete` fails at start when one is
missing or left over, and :func:`guard` refuses any request to an endpoint below its role.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from collections.abc import Container
from enum import IntEnum
from urllib.parse import urlsplit

from flask import Flask, Request, abort, current_app, request, session

from .limits import Limit, device


class Role(IntEnum):
    """What somebody is to the table; each may do all that those below may."""

    NOBODY = 0
    """Another machine while the table is not open to the home network."""
    GUEST = 1
    """A device on the home network (opt-in): may watch and raise a dispute."""
    KEEPER = 2
    """A device whose session gave the referee's PIN: may answer, pause, undo, rule and change settings."""
    REFEREE = 3
    """The laptop itself, over loopback: may do everything, without a PIN."""


MAY: dict[str, Role] = {
    # Each endpoint, BLUEPRINT.FUNCTION, with the least role that may use it; docs/access.md says the same in
    # addresses, and a test compares the two.
    # pages
    "pages.board": Role.GUEST,
    "pages.history": Role.GUEST,
    "pages.lesson": Role.GUEST,
    "pages.phones": Role.GUEST,
    "calibration.timing": Role.GUEST,
    "calibration.lens": Role.GUEST,
    "calibration.lens_board": Role.GUEST,
    "past.all_games": Role.GUEST,
    "past.earlier": Role.GUEST,
    "pages.start": Role.KEEPER,
    "static": Role.GUEST,
    # reading
    "read.board": Role.GUEST,
    "read.events": Role.GUEST,
    "read.picture": Role.GUEST,
    "read.session": Role.GUEST,
    "evidence.review": Role.GUEST,
    "evidence.deal": Role.GUEST,
    "evidence.about": Role.GUEST,
    "evidence.file": Role.GUEST,
    # for oneself, and raising a dispute
    "write.language": Role.GUEST,
    "ruling.dispute": Role.GUEST,
    "pin.enter": Role.GUEST,
    "pin.leave": Role.GUEST,
    # what only people know
    "write.quartet": Role.KEEPER,
    "write.no_signal": Role.KEEPER,
    "write.went_wrong": Role.KEEPER,
    "write.start_deal": Role.KEEPER,
    "write.pause": Role.KEEPER,
    "write.undo": Role.KEEPER,
    "write.letter": Role.KEEPER,
    "write.swap": Role.KEEPER,
    "write.leave": Role.KEEPER,
    "write.rename": Role.KEEPER,
    "write.settings": Role.KEEPER,
    "evening.new_game": Role.KEEPER,
    "evening.draw": Role.KEEPER,
    "evening.seats_anew": Role.KEEPER,
    "evening.seats_same": Role.KEEPER,
    "calibration.state": Role.KEEPER,
    "calibration.check": Role.KEEPER,
    "calibration.try_out": Role.KEEPER,
    # taking games along
    "past.table_of_season": Role.KEEPER,
    "past.export": Role.KEEPER,
    "past.export_page": Role.KEEPER,
    # ruling
    "ruling.withdraw": Role.KEEPER,
    "ruling.rule": Role.KEEPER,
    "ruling.preview": Role.KEEPER,
    "ruling.keep": Role.KEEPER,
    "evidence.bundle": Role.KEEPER,
    # the laptop alone
    "pin.choose": Role.REFEREE,
    "evening.cameras": Role.REFEREE,
    "evening.camera": Role.REFEREE,
}

SELDOM: dict[str, tuple[int, float]] = {"ruling.dispute": (5, 60.0)}
"""What a guest may do only so many times within so many seconds: endpoint by endpoint, for each device."""

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
"""What proxies and tunnels add; see :func:`is_the_laptop`."""
TOKEN_HEADER = "X-CSRF-Token"  # noqa: S105 - a header's name, not a secret


def is_loopback(address: str | None) -> bool:
    """Whether a peer's address is this machine's own loopback (IPv4, IPv6, or IPv4 inside IPv6)."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def is_the_laptop(asked: Request) -> bool:
    """Whether a request comes from this machine itself.

    One that came through a proxy or a tunnel does not, even when the proxy runs on the laptop.
    """
    return is_loopback(asked.remote_addr) and not any(header in asked.headers for header in PASSED_ON)


def role_of(asked: Request) -> Role:
    """Tell the role of whoever sent a request."""
    if is_the_laptop(asked):
        return Role.REFEREE
    if not current_app.config["OPEN_TO_NETWORK"]:
        return Role.NOBODY
    return Role.KEEPER if current_app.extensions["pin"].opens(session.get("keeper")) else Role.GUEST


def host_is_ours(host: str, more: Container[str]) -> bool:
    """Whether a Host header names this server: loopback, or one of ``more`` (lower case, no port)."""
    try:
        parts = urlsplit(f"//{host}")
        name, _port = parts.hostname, parts.port
    except ValueError:
        return False
    return name is not None and (name in LOOPBACK_HOSTS or name in more)


def csrf_token() -> str:
    """Return this session's token, made on first use; writes must send it in the ``X-CSRF-Token`` header."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def guard() -> None:
    """Refuse a request with a foreign Host, too small a role, a write without its token, or one too many.

    Status 421 for the Host (a page elsewhere that resolved its own name to this machine), 403 for role and
    token, 429 for what a guest does too often.
    """
    if not host_is_ours(request.host, current_app.config["HOSTS"]):
        abort(421)
    if request.endpoint is None:  # no such address: the 404 or 405 follows
        if role_of(request) < Role.GUEST:
            abort(403)
        return
    if role_of(request) < MAY[request.endpoint]:
        abort(403, "role")
    if request.method in WRITES:
        sent = request.headers.get(TOKEN_HEADER, "")
        if not hmac.compare_digest(sent.encode(), str(session.get("csrf", "")).encode()) or not sent:
            abort(403, "token")
    limit: Limit | None = current_app.extensions["seldom"].get(request.endpoint)
    if limit is not None and role_of(request) < Role.KEEPER and limit.take(device(request.remote_addr)):
        abort(429)


def limits() -> dict[str, Limit]:
    """Make the limits of :data:`SELDOM`."""
    return {endpoint: Limit(most, per_s) for endpoint, (most, per_s) in SELDOM.items()}


def check_complete(app: Flask) -> None:
    """Fail when an endpoint has no role, or a role no endpoint.

    Raises:
        RuntimeError: naming them; a mistake in the program, not at the table.
    """
    strangers = set(app.view_functions) ^ set(MAY)
    if strangers:
        raise RuntimeError(f"web/access.py and the routes differ: {sorted(strangers)}")
