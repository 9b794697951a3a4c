"""The pages."""

from __future__ import annotations

import segno
from flask import Blueprint, current_app, render_template, request

from referee.rules.house import settings
from referee.rules.lesson import lesson_to_dict

from .access import csrf_token, is_the_laptop
from .history import history as history_of
from .network import urls
from .words import wanted

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def board() -> str:
    """Show the scoreboard, filled with the state of this moment."""
    _, content = current_app.extensions["broadcast"].current(wanted(), laptop=is_the_laptop(request))
    return render_template("board.html", board=content, token=csrf_token())


@blueprint.get("/history")
def history() -> str:
    """Show every deal, with disputes and rulings, letters over time and reaction times."""
    words = wanted()
    snapshot = current_app.extensions["table"].snapshot(words.language)
    game = snapshot["game"]["id"]
    return render_template("history.html", history=history_of(snapshot, words), game=game, token=csrf_token())


@blueprint.get("/lesson")
def lesson() -> str:
    """Show the worked example as something to play."""
    words = wanted()
    house = current_app.extensions["table"].state.house
    steps = lesson_to_dict(house, words.language)
    return render_template("lesson.html", lesson=steps, token=csrf_token())


@blueprint.get("/phones")
def phones() -> str:
    """Show the addresses for phones as text and as QR codes, where the table is open to the home network."""
    is_open = current_app.config["OPEN_TO_NETWORK"]
    port = int(request.environ["SERVER_PORT"])
    codes = [(url, qr_code(url)) for url in urls(port)[:2]] if is_open else []
    return render_template("phones.html", codes=codes, open=is_open, token=csrf_token())


def qr_code(text: str) -> str:
    """Draw a QR code as an SVG element without styles, to stand in a page."""
    code = segno.make(text, error="m")
    return code.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=2)


@blueprint.get("/start")
def start() -> str:
    """Get ready: what the camera sees, who sits where, a first touch, the house's rules."""
    table = current_app.extensions["table"]
    house = table.state.house
    rules = [(setting, getattr(house, setting.name)) for setting in settings()]
    players = table.snapshot()["players"]
    played = table.state.deal is not None
    return render_template("start.html", players=players, house=rules, played=played, token=csrf_token())
