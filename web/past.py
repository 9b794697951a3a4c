"""The pages of games that are over, of the season, and the export of both."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, current_app, render_template

from referee.record.errors import NoSuchGameError
from referee.record.export import page
from referee.service import Shelf, Table

from .access import csrf_token
from .history import history
from .season import Season, as_csv, season
from .words import wanted

blueprint = Blueprint("past", __name__)


def _table() -> Table:
    return current_app.extensions["table"]  # type: ignore[no-any-return]


def _season() -> Season:
    return current_app.extensions.setdefault("season", Season())  # type: ignore[no-any-return]


def _shelf() -> Shelf:
    found = _table().shelf
    if found is None:
        abort(404)
    return found


@blueprint.get("/season")
def all_games() -> str:
    """Show the season: everybody's games, letters and times, and every game."""
    found = season(_season().games(_table()), wanted())
    return render_template("season.html", season=found, now=_table().game, token=csrf_token())


@blueprint.get("/season.csv")
def table_of_season() -> Response:
    """Send the season's table as comma-separated values."""
    return _file(as_csv(_season().games(_table())), "text/csv", "donkey-season.csv")


@blueprint.get("/history/<game>")
def earlier(game: str) -> str:
    """Show every deal of an earlier game, to look at only."""
    words = wanted()
    try:
        snapshot = _shelf().snapshot(game, words.language)
    except NoSuchGameError:
        abort(404)
    return render_template("earlier.html", history=history(snapshot, words), game=game, token=csrf_token())


@blueprint.get("/export/<game>.json")
def export(game: str) -> Response:
    """Send a game as JSON with everything that is kept of it but clips."""
    return _file(json.dumps(_exported(game), ensure_ascii=False), "application/json", f"donkey-{game}.json")


@blueprint.get("/export/<game>.html")
def export_page(game: str) -> Response:
    """Send a game as a page that needs nothing else."""
    return _file(page(_exported(game)), "text/html", f"donkey-{game}.html")


def _exported(game: str) -> dict[str, object]:
    try:
        return _shelf().export(game)
    except NoSuchGameError:
        abort(404)


def _file(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
