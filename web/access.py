"""Who may do what: the one table in the code, and how a request's role is told.

Every endpoint of the dashboard stands in :data:`MAY`; :func:`check_complete` fails at start when one is
missing or left over, and :func:`guard` refuses any request to an endpoint below its role.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from enum import IntEnum
from urllib.parse import urlsplit

from flask import Flask, Request, abort, current_app, request, session


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
    # pages
    "pages.board": Role.GUEST,
    "pages.history": Role.GUEST,
    "pages.lesson": Role.GUEST,
    "pages.phones": Role.GUEST,
    "pages.start": Role.KEEPER,
    "static": Role.GUEST,
    # reading
    "read.board": Role.GUEST,
    "read.events": Role.GUEST,
    "read.picture": Role.GUEST,
    "read.session": Role.GUEST,
    # for oneself, and raising a dispute
    "write.language": Role.GUEST,
    "ruling.dispute": Role.GUEST,
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
    # ruling
    "ruling.withdraw": Role.KEEPER,
    "ruling.rule": Role.KEEPER,
    "ruling.preview": Role.KEEPER,
    "ruling.keep": Role.KEEPER,
}

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
TOKEN_HEADER = "X-CSRF-Token"  # noqa: S105 - a header's name, not a secret


def is_loopback(address: str | None) -> bool:
    """Whether a peer's address is this machine's own loopback (IPv4, IPv6, or IPv4 inside IPv6)."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def role_of(asked: Request) -> Role:
    """Tell the role of whoever sent a request.

    A request that came through a proxy is not the laptop's own, even when the proxy runs on the laptop.
    """
    proxied = "X-Forwarded-For" in asked.headers or "Forwarded" in asked.headers
    if is_loopback(asked.remote_addr) and not proxied:
        return Role.REFEREE
    if not current_app.config["OPEN_TO_NETWORK"]:
        return Role.NOBODY
    return Role.KEEPER if session.get("keeper") else Role.GUEST


def host_is_ours(host: str, more: frozenset[str]) -> bool:
    """Whether a Host header names this server: loopback, or one of ``more`` (lower case, no port)."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    return name is not None and (name in LOOPBACK_HOSTS or name in more)


def csrf_token() -> str:
    """Return this session's token, made on first use; writes must send it in the ``X-CSRF-Token`` header."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def guard() -> None:
    """Refuse a request with a foreign Host, too small a role, or a write without its token.

    Status 421 for the Host (a page elsewhere that resolved its own name to this machine), 403 for the others.
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


def check_complete(app: Flask) -> None:
    """Fail when an endpoint has no role, or a role no endpoint.

    Raises:
        RuntimeError: naming them; a mistake in the program, not at the table.
    """
    strangers = set(app.view_functions) ^ set(MAY)
    if strangers:
        raise RuntimeError(f"web/access.py and the routes differ: {sorted(strangers)}")
