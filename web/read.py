"""What pages read: the board, its stream, the live picture, who they are."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, current_app, jsonify, request

from .access import csrf_token, is_the_laptop, role_of
from .stream import Broadcast
from .words import LANGUAGES, Words, wanted, words

blueprint = Blueprint("read", __name__, url_prefix="/api")


def _asked_words() -> Words:
    """Return the language named in the address (a stream has no other way), else the session's."""
    language = request.args.get("language", "")
    return words(language) if language in LANGUAGES else wanted()


def _broadcast() -> Broadcast:
    return current_app.extensions["broadcast"]  # type: ignore[no-any-return]


@blueprint.get("/board")
def board() -> Response:
    """Give the whole board as JSON: the polling fallback, and the snapshot for anything else."""
    return Response(
        _broadcast().current(_asked_words(), laptop=is_the_laptop(request))[1], mimetype="application/json"
    )


@blueprint.get("/events")
def events() -> Response:
    """Stream the board's changes; ``since`` or ``Last-Event-ID`` names what the page has seen."""
    seen = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    stream = _broadcast().events(_asked_words(), seen[:100], laptop=is_the_laptop(request))
    if stream is None:
        abort(503)
    response = Response(stream, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


@blueprint.get("/picture")
def picture() -> Response:
    """Give the latest live picture (JPEG) with the glance that belongs to it; 204 when there is no newer one.

    ``after`` is the number of the picture that the page has. The glance (faces, noses, fingertips in pixels)
    travels in a header so that what is drawn over a picture is never that of another.
    """
    table = current_app.extensions["table"]
    number = table.picture_version
    jpeg = table.picture()
    if jpeg is None or request.args.get("after") == str(number):
        response = Response(status=204)
        response.headers["X-Blank"] = "yes" if jpeg is None else "no"
        return response
    response = Response(jpeg, mimetype="image/jpeg")
    status = table.status.to_dict()
    response.headers["X-Picture"] = str(number)
    response.headers["X-Glance"] = json.dumps(
        {"width": status["width"], "height": status["height"], "seats": status["seats"]}
    )
    return response


@blueprint.get("/session")
def session() -> Response:
    """Give the token for writes and what this reader may do: pages ask again after the server restarted."""
    return jsonify(token=csrf_token(), role=role_of(request).name.lower())
