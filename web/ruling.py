"""Disputes and rulings: what a ruling would change is shown before it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from referee.rules import events as on
from referee.rules.errors import UnknownError

from .words import wanted
from .write import current_deal, happen, line, meant_at, player_in, sent, whole, yes_or_no

blueprint = Blueprint("ruling", __name__, url_prefix="/api")


@blueprint.post("/dispute")
def dispute() -> Response:
    """Say that a deal's verdict is wrong: ``deal`` (default: the last), ``seat`` of who says so, ``why``."""
    content = sent()
    deal = whole(content, "deal") if "deal" in content else current_deal().number
    return happen(on.DisputeRaised(deal, player_in(whole(content, "seat")), line(content, "why")))


@blueprint.post("/dispute/withdraw")
def withdraw() -> Response:
    """Take the open dispute about a ``deal`` back."""
    return happen(on.DisputeWithdrawn(whole(sent(), "deal")))


@blueprint.post("/ruling")
def rule() -> Response:
    """Decide a ``deal``: ``choice`` (letter, redeal, stands), ``seat`` for a letter, ``by``, ``why``.

    With the ``mark`` of its preview it is refused where that holds no more.
    """
    content = sent()
    return happen(_ruling(content), mark=meant_at(content))


@blueprint.post("/ruling/preview")
def preview() -> Response:
    """Say what the same ruling would change; nothing happens."""
    found = current_app.extensions["table"].preview(_ruling(sent()), wanted().language)
    return jsonify(changes=found["changes"], mark=found["mark"])


@blueprint.post("/ruling/keep")
def keep() -> Response:
    """Keep (``keep``: true) or annul a ``deal`` that the wrong people turned out to have played."""
    content = sent()
    deal, kept = whole(content, "deal"), yes_or_no(content, "keep")
    return happen(on.DealReviewed(deal, kept, line(content, "by", 40), line(content, "why")))


def _ruling(content: Mapping[str, Any]) -> on.Ruled:
    try:
        choice = on.Choice(line(content, "choice"))
    except ValueError:
        raise UnknownError("Choose what the ruling is: a letter, a redeal, or the verdict stands.") from None
    player = player_in(whole(content, "seat")) if choice is on.Choice.LETTER else None
    return on.Ruled(whole(content, "deal"), choice, player, line(content, "by", 40), line(content, "why"))
