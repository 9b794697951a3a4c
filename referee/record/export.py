"""One stored game for other eyes: as JSON with everything, and as a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jinja2

from referee.record.errors import RecordError
from referee.record.fold import events_of
from referee.record.store import Store
from referee.record.text import when
from referee.rules.game import fold
from referee.snapshot import snapshot
from referee.status import LiveStatus
from referee.version import __version__

FORMAT = "donkey-referee-game"
DEAL_FORMAT = "donkey-referee-deal"
FORMAT_VERSION = 1


class NoSuchDealError(RecordError):
    """The game has no verdict on a deal of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the game has no verdict on a deal {number}; `referee show GAME` lists them")


def exported(store: Store, game: str) -> dict[str, Any]:
    """Everything of one game, JSON-able.

    Args:
        store: where it is kept.
        game: its id.

    Returns:
        ``format``, ``version``, ``software``; ``game`` (the snapshot's, see :mod:`referee.snapshot`, without
        what is live); ``events``: every entry of the log, as :class:`referee.record.entry.Entry` writes it,
        measurements included; ``tip``: the last link of the hash chain over header and entries.

    Raises:
        NoSuchGameError: no game has this id.
        RecordDamagedError: its entries were changed, or do not make a game.
    """
    found = store.find(game)
    entries = store.entries(found.header.game)
    events = events_of(entries)
    state = fold(events)
    view: dict[str, Any] = {}
    if state is not None:
        view = snapshot(state, found.header, entries, events, LiveStatus(), version=0, trouble="")
        for live in ("version", "live", "record", "log"):
            del view[live]
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "software": __version__,
        "game": view,
        "events": [entry.to_dict() for entry in entries],
        "tip": found.tip,
    }


def deal_exported(view: Mapping[str, Any], number: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON-able
    """What the record says of one deal, for its evidence bundle.

    Args:
        view: the game as :mod:`referee.snapshot` gives it.
        number: the deal's number.
        more: what else to say, JSON-able.

    Raises:
        NoSuchDealError: the game has no verdict on such a deal.
    """
    verdict = next((one for one in view["history"] if one["deal"] == number), None)
    if verdict is None:
        raise NoSuchDealError(number)
    return {
        "format": DEAL_FORMAT,
        "version": FORMAT_VERSION,
        "software": __version__,
        "game": view["game"],
        "players": [{"seat": one["seat"], "name": one["name"]} for one in view["players"]],
        "verdict": verdict,
        **more,
    }


def page(content: dict[str, Any]) -> str:
    """The exported game as one HTML page: no script, no picture, nothing from elsewhere.

    Args:
        content: what :func:`exported` gave.
    """
    return _ENVIRONMENT.from_string(_PAGE).render(**content)


def _when(wall_s: float | None) -> str:
    return when(wall_s, "%Y-%m-%d %H:%M:%S")


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:.0f} ms"


_ENVIRONMENT = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
_ENVIRONMENT.filters |= {"when": _when, "ms": _ms}

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<title>Donkey, game {{ game.game.id }}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #bbb; }
.letters { letter-spacing: .3em; font-weight: bold; }
small { color: #555; }
@media (prefers-color-scheme: dark) { body { background: #1a1a1a; color: #eee; } small { color: #aaa; } }
</style>
</head>
<body>
<h1>Donkey, game {{ game.game.id }}</h1>
<p>Begun {{ game.game.started_s | when }}{{ ", a demonstration" if game.game.kind == "demo" }}.
{{ game.history | length }} deals with a verdict.
{% if game.winners %}Winners:
{% for one in game.players if one.winner %}
<bdi>{{ one.name }}</bdi>{{ " and" if not loop.last }}
{% endfor %}
{% endif %}</p>
<h2>Letters</h2>
<table>
<tr><th>Seat</th><th>Player</th><th>Letters</th><th></th></tr>
{% for one in game.players %}
<tr><td>{{ one.seat }}</td><td><bdi>{{ one.name }}</bdi></td><td class="letters">{{ one.letters }}</td>
<td>{{ "winner" if one.winner else "out" if one.out else "" }}</td></tr>
{% endfor %}
</table>
<h2>Deals</h2>
<table>
<tr><th>Deal</th><th>Verdict</th><th>Order, after the signal (95 % interval)</th><th>What was said</th></tr>
{% for deal in game.history %}
<tr><td>{{ deal.deal }}<br><small>{{ deal.wall_s | when }}</small></td>
<td>{{ deal.kind }}{% if deal.name %} to <bdi>{{ deal.name }}</bdi>{% endif %} ({{ deal.standing }})<br>
<small>{{ deal.sentence }} {{ deal.why }}</small>
{% if deal.gap_s is not none %}<br><small>last two {{ deal.gap_s | ms }} apart</small>{% endif %}
</td>
<td>{% for one in deal.order %}
<bdi>{{ one.name }}</bdi>{% if one.after_s is not none %} {{ one.after_s | ms }}
<small>({{ one.low_s | ms }} to {{ one.high_s | ms }})</small>{% endif %}<br>
{% endfor %}</td>
<td>{% if deal.quartet is not none %}quartet {{ "shown" if deal.quartet else "not shown" }}<br>{% endif %}
{% for one in deal.disputes %}
disputed by <bdi>{{ one.name }}</bdi>
<small>{{ one.wall_s | when }} <bdi>{{ one.why }}</bdi></small><br>
{% endfor %}
{% for one in deal.rulings %}
ruled: {{ one.kind }}{% if one.name %} to <bdi>{{ one.name }}</bdi>{% endif %}
<small><bdi>{{ one.by }}</bdi> {{ one.wall_s | when }} <bdi>{{ one.why }}</bdi></small><br>
{% endfor %}</td></tr>
{% endfor %}
</table>
<h2>Every event</h2>
<table>
<tr><th></th><th>When</th><th>What</th><th>From</th><th>Version</th></tr>
{% for entry in events %}
<tr><td>{{ entry.seq }}</td><td>{{ entry.wall_s | when }}</td><td>{{ entry.event.event }}</td>
<td>{{ entry.source.kind }} {{ entry.source.role }} {{ entry.source.who }}</td>
<td>{{ entry.software }}</td></tr>
{% endfor %}
</table>
<p><small>Made by the Donkey referee {{ software }}. Sum of the log: {{ tip }}</small></p>
</body>
</html>
"""
