"""The referee's PIN: set on the laptop, given on a phone, with limited tries."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify, request, session

from referee.rules.text import can_be_seen

from .access import is_the_laptop
from .keys import SHORTEST, Pin
from .limits import Limit, device
from .words import wanted
from .write import line, sent

blueprint = Blueprint("pin", __name__, url_prefix="/api")

WRONG_PER_DEVICE = 5
WRONG_PER_DEVICE_S = 300.0
"""Wrong PINs from one device, and within how many seconds."""
WRONG_FROM_ALL = 30
WRONG_FROM_ALL_S = 900.0
"""Wrong PINs from all devices together: whoever has many addresses gains nothing. The laptop needs no PIN, so
nobody can lock it out."""
EVERYBODY = "everybody"


def limits() -> tuple[Limit, Limit]:
    """Make the two limits on wrong PINs: of one device, and of all together."""
    return Limit(WRONG_PER_DEVICE, WRONG_PER_DEVICE_S), Limit(WRONG_FROM_ALL, WRONG_FROM_ALL_S)


def _pin() -> Pin:
    return current_app.extensions["pin"]  # type: ignore[no-any-return]


def _no(key: str, status: int, **values: object) -> tuple[Response, int]:
    return jsonify(error=key, message=wanted()(f"error.{key}", **values)), status


@blueprint.post("/pin")
def choose() -> Response | tuple[Response, int]:
    """Set the ``pin`` for phones, or ("") none; every phone that had the old one has to give the new one."""
    content, pin = sent(), _pin()
    wanted_pin = line(content, "pin")
    if content.get("pin") != "" and not can_be_seen(wanted_pin):
        # Only nothing removes it: a PIN of spaces is a slip.
        return _no("pin-short", 409, least=SHORTEST)
    kept = pin.set(wanted_pin)
    current_app.extensions["pin-limits"] = limits()  # what was tried against the old one is over
    return jsonify(set=pin.is_set, kept=kept)


@blueprint.post("/pin/enter")
def enter() -> Response | tuple[Response, int]:
    """Give the ``pin``: from now on this device may do what the referee may, but for setting the PIN."""
    given = line(sent(), "pin")
    if is_the_laptop(request):
        return jsonify(role="referee")
    pin = _pin()
    if not pin.is_set:
        return _no("no-pin", 409)
    alone, together = current_app.extensions["pin-limits"]
    key = device(request.remote_addr)
    # A try is counted before it is checked: many at once are many.
    wait_s = alone.take(key) or together.take(EVERYBODY)
    if wait_s:
        return _no("pin-wait", 429, minutes=max(1, round(wait_s / 60 + 0.49)))
    if not pin.check(given):
        return _no("pin-wrong", 403)
    alone.forget(key)
    session["keeper"] = pin.mark
    return jsonify(role="keeper")


@blueprint.post("/pin/leave")
def leave() -> Response:
    """Be a guest again: for a phone that is handed on."""
    session.pop("keeper", None)
    return jsonify(role="guest")
