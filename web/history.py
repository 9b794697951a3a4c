"""The history of a game for its page: every deal in words, letters over time, how fast everybody was."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Any

from .verdicts import Snapshot, clock, milliseconds, names_of, one_line, shown_name, verdict_in_words
from .words import Words


def history(snapshot: Snapshot, words: Words) -> dict[str, Any]:
    """Make the history page's data: ``deals`` newest first, ``players`` with their lines and times."""
    deals = [deal_in_words(found, snapshot, words) for found in snapshot["history"]]
    return {
        "word": snapshot["word"],
        "deals": deals[::-1],
        "players": [_player(player, snapshot, words) for player in snapshot["players"]],
        "slowest_ms": max((ms for found in snapshot["history"] for ms in reactions(found)), default=0),
    }


def reactions(found: Mapping[str, Any]) -> list[int]:
    """Return the milliseconds from the signal to each copy."""
    return [round(one["after_s"] * 1000) for one in found["order"][1:] if one["after_s"] is not None]


def deal_in_words(found: Mapping[str, Any], snapshot: Snapshot, words: Words) -> dict[str, Any]:
    """Put one deal into words: verdict, what the camera had said, who disputed and who ruled, what is open."""
    said = verdict_in_words(found, snapshot, words)
    question = next((one for one in snapshot["questions"] if one["deal"] == found["deal"]), None)
    return {
        "number": found["deal"],
        "kind": found["kind"],
        "seat": found["seat"],
        "title": said["title"],
        "why": said["why"],
        "standing": words(f"standing.{found['standing']}"),
        "order": said["order"],
        "measured": _measured(found, snapshot, words),
        "notes": _notes(found, words),
        "disputed": said["disputed"],
        "waits": found["deal"] in snapshot["calls"],
        "question": None if question is None else _question(question, snapshot, words),
        "clip": found["clip"],
    }


def _measured(found: Mapping[str, Any], snapshot: Snapshot, words: Words) -> str:
    """Say what the camera's verdict was where a person ruled otherwise."""
    measured = found["measured"]
    if measured is None:
        return ""
    name = names_of(snapshot).get(measured["seat"], "")
    return words(f"measured.{measured['kind']}", name=name)


def _notes(found: Mapping[str, Any], words: Words) -> list[str]:
    """List who disputed and who ruled, when and why, in the order in which it happened."""
    said = [(one, "note.dispute") for one in found["disputes"]]
    said += [(one, f"note.{one['kind']}") for one in found["rulings"]]
    said.sort(key=lambda note: note[0]["wall_s"] or 0.0)
    return [
        clock(one["wall_s"])
        + words(
            key,
            name=shown_name(one["name"] or ""),
            by=shown_name(one.get("by") or "") or words("note.referee"),
            why=f": {one_line(one['why'])}" if one.get("why") else "",
        )
        for one, key in said
    ]


def _question(question: Mapping[str, Any], snapshot: Snapshot, words: Words) -> str:
    names = names_of(snapshot)
    return words(
        "question.deal",
        number=question["deal"],
        inside=words.listed([names[seat] for seat in question["wrongly_in"]]) or words("question.nobody"),
        outside=words.listed([names[seat] for seat in question["wrongly_out"]]) or words("question.nobody"),
    )


def _player(player: Mapping[str, Any], snapshot: Snapshot, words: Words) -> dict[str, Any]:
    seat = player["seat"]
    count, line, times = 0, [0], []
    for found in snapshot["history"]:
        count += found["kind"] == "letter" and found["seat"] == seat
        line.append(count)
        after = next((one for one in found["order"][1:] if one["seat"] == seat), None)
        if after is not None and after["after_s"] is not None:
            times.append(
                {
                    "deal": found["deal"],
                    "ms": milliseconds(after["after_s"]),
                    "low_ms": milliseconds(after["low_s"]),
                    "high_ms": milliseconds(after["high_s"]),
                }
            )
    all_ms = [one["ms"] for one in times]
    return {
        "seat": seat,
        "name": names_of(snapshot)[seat],
        "letters": player["letters"],
        "line": line,
        "times": times,
        "signals": sum(seat in found["initiators"] for found in snapshot["history"]),
        "best": words("history.ms", ms=min(all_ms)) if all_ms else words("history.no-time"),
        "usual": words("history.ms", ms=round(median(all_ms))) if all_ms else words("history.no-time"),
    }
