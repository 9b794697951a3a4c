"""What people tell the referee: each address makes an event, and the rules have the last word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request, session

from referee.record.entry import PLAYER, REFEREE, Source
from referee.rules import events as on
from referee.rules.errors import NotNowError, UnknownError
from referee.rules.house import House
from referee.rules.state import Deal, Phase, State
from referee.rules.text import one_line
from referee.status import LivePhase

from .access import Role, role_of
from .words import LANGUAGES, wanted

blueprint = Blueprint("write", __name__, url_prefix="/api")


def sent() -> Mapping[str, Any]:
    """Return the request's JSON object.

    Raises:
        UnknownError: when it is something else.
    """
    try:
        content = request.get_json()
    except RecursionError:  # a thousand brackets within each other
        abort(400)
    if not isinstance(content, dict):
        raise UnknownError("This request cannot be understood: reload the page.")
    return content


def yes_or_no(content: Mapping[str, Any], name: str) -> bool:
    """Return a field that must be true or false."""
    value = content.get(name)
    if not isinstance(value, bool):
        raise UnknownError("This request cannot be understood: reload the page.")
    return value


def whole(content: Mapping[str, Any], name: str) -> int:
    """Return a field that must be a whole number."""
    value = content.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnknownError("This request cannot be understood: reload the page.")
    return value


def line(content: Mapping[str, Any], name: str, most: int = 200) -> str:
    """Return a field that may be one line of text; what is too long is cut."""
    value = content.get(name, "")
    if not isinstance(value, str):
        raise UnknownError("This request cannot be understood: reload the page.")
    return one_line(value)[:most].strip()


def source() -> Source:
    """Say who asks, for the record."""
    return REFEREE if role_of(request) >= Role.KEEPER else PLAYER


def state() -> State:
    """Return the game as it stands."""
    return current_app.extensions["table"].state  # type: ignore[no-any-return]


def meant_at(content: Mapping[str, Any]) -> str | None:
    """Return for which moment a request is meant (``mark``, as the board and earlier answers gave it), if it says."""
    return line(content, "mark") if "mark" in content else None


def happen(*events: on.Event, mark: str | None = None) -> Response:
    """Let events happen in turn, and answer with the table's version and mark after them.

    Args:
        events: what happens.
        mark: of the moment for which the first is meant; at another it is refused.
    """
    table = current_app.extensions["table"]
    for event in events:
        table.apply(event, source(), mark=mark)
        mark = None
    return jsonify(version=table.version, mark=table.mark)


def player_in(seat: int) -> int:
    """Return the player who sits in a seat now.

    Raises:
        UnknownError: there is no such seat.
    """
    chairs = state().chairs
    if not 0 <= seat < len(chairs):
        raise UnknownError(f"There is no seat {seat}: choose one of those on the board.")
    return chairs[seat]


def player_of(content: Mapping[str, Any]) -> int:
    """Return who is meant: whoever sits in ``seat``, who must be ``player`` where the request says so.

    Raises:
        NotNowError: people have swapped seats since the page was drawn.
        UnknownError: there is no such seat.
    """
    player = player_in(whole(content, "seat"))
    if "player" in content and whole(content, "player") != player:
        raise NotNowError(wanted()("error.moved"))
    return player


def require_game() -> None:
    """Refuse what would change how a game ended by a tap that was meant for a deal.

    Raises:
        NotNowError: the game is over.
    """
    if state().winners:
        raise NotNowError(wanted()("error.over"))


def current_deal() -> Deal:
    """Return the deal that runs or has just ended.

    Raises:
        NotNowError: none has started.
    """
    deal = state().deal
    if deal is None:
        raise NotNowError("No deal has started yet: start one first.")
    return deal


@blueprint.post("/start-deal")
def start_deal() -> Response:
    """Start the next deal; the verdict before it stands from now on."""
    return happen(on.DealStarted())


@blueprint.post("/quartet")
def quartet() -> Response:
    """Answer whether four of a kind were shown; ``seat`` says whose, else the first signaller's.

    With two first signals one quartet makes the signal good, so "yes" needs no seat, and "no" means neither.
    """
    content = sent()
    shown = yes_or_no(content, "shown")
    if "seat" in content:
        return happen(on.QuartetShown(player_in(whole(content, "seat")), shown))
    initiators = current_deal().initiators
    if not initiators:
        raise NotNowError("Nobody has signalled in this deal yet.")
    asked = initiators[:1] if shown else initiators
    return happen(*(on.QuartetShown(player, shown) for player in asked))


@blueprint.post("/no-signal")
def no_signal() -> Response:
    """Drop the verdict: that was no signal, and the deal goes on."""
    require_game()
    return happen(on.SignalCancelled())


@blueprint.post("/went-wrong")
def went_wrong() -> Response:
    """End the deal without a letter: the cards went wrong."""
    require_game()
    return happen(on.CardsWrong())


@blueprint.post("/pause")
def pause() -> Response:
    """Pause (``on``: true) or go on."""
    if not yes_or_no(sent(), "on"):
        return happen(on.Resumed())
    require_game()
    return happen(on.Paused())


@blueprint.post("/undo")
def undo() -> Response:
    """Take the last thing back, with ``mark`` only if nothing happened since; an unplayed new game, too."""
    mark = meant_at(sent())
    if isinstance(state().last, on.GameCreated | on.DealerDrawn):
        table = current_app.extensions["table"]
        if table.can_go_back:
            table.go_back(mark)
            return jsonify(version=table.version, mark=table.mark)
        raise NotNowError("There is nothing to take back yet.")
    return happen(on.Undone(), mark=mark)


@blueprint.post("/letter")
def letter() -> Response:
    """Put a player's letters right by hand: ``seat``, and ``change`` +1 or -1."""
    content = sent()
    return happen(on.LetterCorrected(player_of(content), whole(content, "change")))


@blueprint.post("/swap")
def swap() -> Response:
    """Two people changed chairs: the seats ``first`` and ``second``; not while a signal is measured."""
    content = sent()
    measuring = current_app.extensions["table"].status.phase is LivePhase.MEASURING
    if measuring and state().phase is Phase.PLAYING:
        raise NotNowError(wanted()("error.measuring"))
    return happen(on.SeatsSwapped(whole(content, "first"), whole(content, "second")), mark=meant_at(content))


@blueprint.post("/leave")
def leave() -> Response:
    """The player in ``seat`` goes home."""
    return happen(on.PlayerLeft(player_of(sent())))


@blueprint.post("/rename")
def rename() -> Response:
    """The player in ``seat`` has another ``name``."""
    content = sent()
    return happen(on.PlayerRenamed(player_of(content), line(content, "name")))


@blueprint.post("/settings")
def settings() -> Response:
    """Play by other house settings from now on: values by name; what is left out stays."""
    wanted: dict[str, Any] = {**state().house.to_dict(), **sent()}
    return happen(on.SettingsChanged(House.from_dict(wanted)))


@blueprint.post("/language")
def language() -> Response:
    """Choose the language of this session's pages."""
    chosen = line(sent(), "language")
    if chosen not in LANGUAGES:
        raise UnknownError("There is no such language here.")
    session["language"] = chosen
    return jsonify(language=chosen)
