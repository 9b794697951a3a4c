"""Getting the table right: check it, try the gesture out, and the pages that measure a camera's timing and lens."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, abort, current_app, jsonify, render_template
from referee.calibration.calibrator import Calibrator
from referee.calibration.flash import REFRESH_HZ, STEPS

from .access import csrf_token
from .words import wanted

blueprint = Blueprint("calibration", __name__)


def _calibrator() -> Calibrator:
    found: Calibrator | None = current_app.extensions["table"].calibrator
    if found is None:
        abort(404)
    return found


def _state() -> Response:
    return jsonify(_calibrator().state(wanted().language))


@blueprint.get("/timing")
def timing() -> str:
    """Flash in a known rhythm, for a phone to be held before the camera."""
    rhythm = {"steps": STEPS, "refreshHz": REFRESH_HZ}
    return render_template("timing.html", rhythm=rhythm, token=csrf_token())


@blueprint.get("/lens")
def lens() -> str:
    """Show the board of squares, for a screen to be held before the camera, or to be printed."""
    return render_template("lens.html", token=csrf_token())


@blueprint.get("/lens/board.png")
def lens_board() -> Response:
    """Give the board as a picture."""
    return Response(_board_png(), mimetype="image/png")


@cache
def _board_png() -> bytes:
    import cv2  # noqa: PLC0415 - few runs need it
    from referee.calibration.lens import board_picture  # noqa: PLC0415 - the same

    return bytes(cv2.imencode(".png", board_picture())[1])


@blueprint.get("/api/calibration")
def state() -> Response:
    """Say how far check and try-out are, and what came of them."""
    if current_app.extensions["table"].calibrator is None:
        return Response(status=204)  # no camera in this run: the page leaves the step out
    return _state()


@blueprint.post("/api/calibration/check")
def check() -> Response:
    """Look at the table for a few seconds; the findings follow."""
    _calibrator().check()
    return _state()


@blueprint.post("/api/calibration/try-out")
def try_out() -> Response:
    """Ask everybody to touch nose, nose and chin; what was seen follows."""
    _calibrator().try_out()
    return _state()
