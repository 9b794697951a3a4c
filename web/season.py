"""The season: every game of this table, who won, who took letters, how fast everybody was. For fun."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

from referee.errors import RefereeError

from .verdicts import Snapshot, milliseconds, shown_name
from .words import Words

if TYPE_CHECKING:
    from referee.service import Shelf, Table


@dataclass
class Person:
    """What one name did in all games; who writes a name the same way is the same person.

    Attributes:
        name: as it was written last.
        seat: where the person sat last; gives mark and colour, as on the board.
        games: played.
        won: of them, won.
        letters: taken.
        signals: first signals.
        times: every copy: ``ms``, ``low_ms`` and ``high_ms`` after the signal.
    """

    name: str
    seat: int = 0
    games: int = 0
    won: int = 0
    letters: int = 0
    signals: int = 0
    times: list[dict[str, Any]] = field(default_factory=list)


class Season:
    """Reads the stored games once each: a game that is not played on does not change."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Snapshot | None] = {}

    def games(self, table: Table) -> list[Snapshot]:
        """Every game that can be read, in the order in which they began; the one that is played last."""
        now = table.snapshot()
        return [*self._stored(table.shelf, now["game"]["id"]), now]

    def _stored(self, shelf: Shelf | None, besides: str) -> Iterable[Snapshot]:
        for game in shelf.games() if shelf is not None else ():
            name = game.header.game
            if name == besides or shelf is None:
                continue
            key = name, game.tip
            if key not in self._known:
                self._known[key] = _read(shelf, name)
            found = self._known[key]
            if found is not None:
                yield found


def _read(shelf: Shelf, game: str) -> Snapshot | None:
    """A stored game; ``None`` for one that is damaged: `referee check` says what is wrong with it."""
    try:
        return shelf.snapshot(game)
    except RefereeError:
        return None


def people(games: Iterable[Snapshot]) -> list[Person]:
    """Add up what everybody did: most games won first, then fewest letters for each game."""
    found: dict[str, Person] = {}
    for game in games:
        if not game["history"]:
            continue
        for player in game["players"]:
            person = found.setdefault(player["name"].casefold(), Person(""))
            person.name, person.seat = shown_name(player["name"]), player["seat"]
            person.games += 1
            person.won += player["winner"]
            person.letters += player["count"]
            for deal in game["history"]:
                _add_deal(person, deal, player["seat"])
    return sorted(found.values(), key=lambda one: (-one.won, one.letters / one.games, one.name.casefold()))


def _add_deal(person: Person, deal: Mapping[str, Any], seat: int) -> None:
    person.signals += seat in deal["initiators"]
    after = next((one for one in deal["order"][1:] if one["seat"] == seat), None)
    if after is not None and after["after_s"] is not None and after["after_s"] >= 0:
        names = {"ms": "after_s", "low_ms": "low_s", "high_ms": "high_s"}
        person.times.append({ours: milliseconds(after[theirs]) for ours, theirs in names.items()})


def season(games: list[Snapshot], words: Words) -> dict[str, Any]:
    """Make the season page's data: ``people`` with their numbers and times, ``games`` newest first."""
    everybody = people(games)
    slowest = max((one["ms"] for person in everybody for one in person.times), default=0)
    return {
        "people": [_person(person, words) for person in everybody],
        "slowest_ms": slowest,
        "games": [_game(game, words) for game in reversed(games) if game["history"]],
    }


def _person(person: Person, words: Words) -> dict[str, Any]:
    best = min(person.times, key=lambda one: one["ms"], default=None)
    return {
        "seat": person.seat,
        "name": person.name,
        "games": person.games,
        "won": person.won,
        "letters": person.letters,
        "signals": person.signals,
        "times": person.times,
        "best": _time(best, words),
        "usual": _time({"ms": round(median(one["ms"] for one in person.times)), "low_ms": None}, words)
        if best
        else words("history.no-time"),
    }


def _time(one: Mapping[str, Any] | None, words: Words) -> str:
    """A time with its uncertainty."""
    if one is None:
        return words("history.no-time")
    if one["low_ms"] is None:
        return words("history.ms", ms=one["ms"])
    return words("season.best", ms=one["ms"], give=max(1, round((one["high_ms"] - one["low_ms"]) / 2)))


def _game(game: Snapshot, words: Words) -> dict[str, Any]:
    players = sorted(game["players"], key=lambda one: one["seat"])
    winners = [shown_name(one["name"]) for one in players if one["winner"]]
    return {
        "id": game["game"]["id"],
        "started_s": game["game"]["started_s"],
        "names": words.listed([shown_name(one["name"]) for one in players]),
        "deals": len(game["history"]),
        "won": words("season.won", names=words.listed(winners)) if winners else words("season.open"),
    }


def as_csv(games: list[Snapshot]) -> str:
    """Make the season's table as comma-separated values, one person a line."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["name", "games", "won", "letters", "first signals", "copies", "fastest ms", "median ms"])
    for one in people(games):
        times = [copy["ms"] for copy in one.times]
        fastest, usual = (min(times), round(median(times))) if times else ("", "")
        writer.writerow(
            [_cell(one.name), one.games, one.won, one.letters, one.signals, len(times), fastest, usual]
        )
    return text.getvalue()


def _cell(text: str) -> str:
    """A name as a spreadsheet may have it: none is taken for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} else text
