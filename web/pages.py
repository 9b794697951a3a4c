"""The pages."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from .access import csrf_token
from .words import wanted

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def board() -> str:
    """Show the scoreboard, filled with the state of this moment."""
    _, content = current_app.extensions["broadcast"].current(wanted())
    return render_template("board.html", board=content, token=csrf_token())
