"""A stored game in plain words for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from referee.record.entry import Entry
from referee.rules.events import Event
from referee.rules.sentences import happened


def when(wall_s: float | None, form: str = "%Y-%m-%d %H:%M") -> str:
    """Local date and time; "" without one, and where a damaged record says a time that no clock shows."""
    if wall_s is None:
        return ""
    try:
        return datetime.fromtimestamp(wall_s).astimezone().strftime(form)
    except (ValueError, OverflowError, OSError):
        return ""


def printable(text: str) -> str:
    """A name or note without characters that could steer a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def game_lines(view: Mapping[str, Any]) -> list[str]:
    """The game of a snapshot (:mod:`referee.snapshot`), line by line."""
    kind = ", a demonstration" if view["game"]["kind"] == "demo" else ""
    lines = [f"Game {view['game']['id']}, begun {when(view['game']['started_s'])}{kind}", ""]
    lines += [_player(one) for one in view["players"]]
    if view["winners"]:
        names = " and ".join(printable(one["name"]) for one in view["players"] if one["winner"])
        lines += ["", f"{names} have won together."]
    for found in view["history"]:
        lines += ["", *_verdict(found)]
    if view["phase"] == "playing":
        lines += ["", f"Deal {view['deal']} has begun and has no verdict yet."]
    waiting = sorted({*view["calls"], *view["disputes"]})
    if waiting:
        lines += ["", "A person must still rule on deal " + ", ".join(map(str, waiting)) + "."]
    return lines


def event_lines(entries: Sequence[Entry], events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """A game's log, one event a line; ``names`` by player."""
    return [
        " ".join(
            (
                f"{entry.seq:4d}",
                when(entry.wall_s),
                f"{entry.source.kind.value} {printable(entry.source.role)}".ljust(15),
                printable(happened(event, names)),
            )
        )
        for entry, event in zip(entries, events, strict=True)
    ]


def summary_line(game: Mapping[str, Any], *, open_deal: bool = False) -> str:
    """One line of the list of games, from what `referee games --json` gives for it.

    ``open_deal``: the last deal has begun and has no verdict yet.
    """
    start = f"{game['game']}  {when(game['started_s'])}  "
    if game["fault"] is not None:
        return start + str(game["fault"])
    players = ", ".join(printable(name) for name in game["players"])
    won = " and ".join(printable(name) for name in game["winners"])
    demo = "  (demonstration)" if game["kind"] == "demo" else ""
    deals = f"{game['deals']} {'deal' if game['deals'] == 1 else 'deals'}"
    deals += " (the last without a verdict yet)" if open_deal else ""
    return f"{start}{players}; {deals}, {f'won by {won}' if won else 'not finished'}{demo}"


def _player(one: Mapping[str, Any]) -> str:
    state = "winner" if one["winner"] else "out" if one["out"] else "deals" if one["dealer"] else ""
    return f"  {printable(one['name']):<20} {one['letters']:<10} {state}".rstrip()


def _verdict(found: Mapping[str, Any]) -> list[str]:
    said = printable(f"{found['sentence']} {found['why']}")
    lines = [f"Deal {found['deal']} ({found['standing']}): {said}"]
    for one in found["order"]:
        after = ""
        if one["after_s"] is not None:
            after = f"{1e3 * one['after_s']:6.0f} ms ({1e3 * one['low_s']:.0f} to {1e3 * one['high_s']:.0f})"
        lines.append(f"    {printable(one['name']):<20} {after}".rstrip())
    if found["reason"] == "did-not-copy" and found["seat"] not in [one["seat"] for one in found["order"]]:
        lines.append(f"    {printable(found['name']):<20} not by then")
    for dispute in found["disputes"]:
        lines.append(f"  disputed by {printable(dispute['name'])} {printable(dispute['why'])}".rstrip())
    for ruling in found["rulings"]:
        to = f" to {printable(ruling['name'])}" if ruling["name"] else ""
        by = f" by {printable(ruling['by'])}" if ruling["by"] else ""
        why = f": {printable(ruling['why'])}" if ruling["why"] else ""
        lines.append(f"  ruled {ruling['kind']}{to}{by}, {when(ruling['wall_s'])}{why}")
    return lines
