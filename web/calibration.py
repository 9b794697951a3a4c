"""The page that measures a camera's timing: it flashes in a known rhythm."""

from __future__ import annotations

from flask import Blueprint, render_template
from referee.calibration.flash import REFRESH_HZ, STEPS

from .access import csrf_token

blueprint = Blueprint("calibration", __name__)


@blueprint.get("/timing")
def timing() -> str:
    """Flash in a known rhythm, for a phone to be held before the camera."""
    rhythm = {"steps": STEPS, "refreshHz": REFRESH_HZ}
    return render_template("timing.html", rhythm=rhythm, token=csrf_token())
