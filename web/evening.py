"""What people settle round a game: a new one, the lot, who sits where, which camera."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, abort, current_app, jsonify

from referee.record.entry import PROGRAM
from referee.rules import events as on
from referee.service import Table

from .write import line, sent, source

blueprint = Blueprint("evening", __name__, url_prefix="/api")


def _table() -> Table:
    return current_app.extensions["table"]  # type: ignore[no-any-return]


@blueprint.post("/new-game")
def new_game() -> Response:
    """Begin another game with the same people and rules; undo takes it back until its first deal."""
    _table().new_game(source())
    return jsonify(version=_table().version, mark=_table().mark)


@blueprint.post("/draw")
def draw() -> Response:
    """Draw the first dealer by lot, where the camera has not done it."""
    _table().apply(on.DealerDrawn(secrets.randbelow(len(_table().state.chairs))), PROGRAM)
    return jsonify(version=_table().version)


@blueprint.post("/seats/anew")
def seats_anew() -> Response:
    """Look for the players anew: somebody else was taken for one, or people moved."""
    _table().seat_anew()
    return jsonify(version=_table().version)


@blueprint.post("/seats/same")
def seats_same() -> Response:
    """Everybody sits where they sat: nobody changed chairs."""
    _table().chairs_answered()
    return jsonify(version=_table().version)


@blueprint.get("/cameras")
def cameras() -> Response:
    """List the cameras of this computer and say which is read."""
    found = _table().cameras
    if found is None:
        abort(404)
    return jsonify(cameras=found.known(), now=found.words)


@blueprint.post("/camera")
def camera() -> Response:
    """Read another camera: ``source`` is the address of one that was listed, or http, rtsp or tcp."""
    found = _table().cameras
    if found is None:
        abort(404)
    found.choose(line(sent(), "source", 500))
    return jsonify(now=found.words)
