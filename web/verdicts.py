"""Verdicts in words, and names as they may be shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from referee.record.text import when

from .words import Words

Snapshot = Mapping[str, Any]
"""See :mod:`referee.snapshot`."""

LONGEST_NAME = 40
"""Characters of a name that are shown; the rules take no longer ones."""
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def one_line(text: str) -> str:
    """Return a text without line breaks and without characters that turn the direction of what follows."""
    kept = (c for c in text if c not in OVERRIDES)
    plain = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in kept)
    return " ".join(plain.split())


def shown_name(name: str) -> str:
    """Return a name as it may stand in a sentence: one line, not too long, its direction kept to itself."""
    plain = one_line(name)
    if len(plain) > LONGEST_NAME:
        plain = plain[: LONGEST_NAME - 1] + "…"
    if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in plain):
        return f"{ISOLATE}{plain}{END_ISOLATE}"
    return plain


def names_of(snapshot: Snapshot) -> dict[int, str]:
    """Return the players' names by seat, as they may be shown."""
    return {player["seat"]: shown_name(player["name"]) for player in snapshot["players"]}


def milliseconds(seconds: float | None) -> int | None:
    """Round seconds to whole milliseconds."""
    return None if seconds is None else round(seconds * 1000)


def clock(wall_s: float | None) -> str:
    """Say when something happened, by this machine's clock, to stand before what happened: "20:14 ", or nothing."""
    return when(wall_s, "%H:%M ")


def day(wall_s: float) -> str:
    """Say on which day and when something began, by this machine's clock: the same in every language."""
    return when(wall_s)


def verdict_in_words(found: Mapping[str, Any], snapshot: Snapshot, words: Words) -> dict[str, Any]:
    """Put one verdict of the snapshot (the last one, or one of its history) into words."""
    names = names_of(snapshot)
    initiators = words.listed([names[seat] for seat in found["initiators"]])
    last = found is snapshot["verdict"] or found["deal"] == (snapshot["verdict"] or {}).get("deal")
    open_now = snapshot["phase"] in {"verdict", "over"} and found["standing"] in {"provisional", "open"}
    ask = last and open_now and found["quartet"] is None
    return {
        "mark": f"{found['deal']}:{found['kind']}:{found['seat']}:{found['reason']}",
        "deal": found["deal"],
        "kind": found["kind"],
        "standing": found["standing"],
        "standing_text": words(
            "verdict.standing", number=found["deal"], standing=words(f"standing.{found['standing']}")
        ),
        "title": _title(found, words),
        "why": one_line(found["why"]),
        "order": _order(found, names, words),
        "ask": words("verdict.ask", names=initiators) if ask and initiators else "",
        "disputed": found["deal"] in snapshot["disputes"],
    }


def _title(found: Mapping[str, Any], words: Words) -> str:
    """Say the verdict as a headline: the rules' sentence without its full stop; a tie with its gap."""
    if found["kind"] == "redeal" and found["reason"] == "tie" and found["gap_s"] is not None:
        last_two = [shown_name(one["name"]) for one in found["order"][-2:]]
        return words("title.tie", names=words.listed(last_two), gap=milliseconds(found["gap_s"]))
    return one_line(found["sentence"]).removesuffix(".")


def _order(found: Mapping[str, Any], names: Mapping[int, str], words: Words) -> list[dict[str, Any]]:
    rows = []
    for place, one in enumerate(found["order"]):
        after, low, high = (milliseconds(one[key]) for key in ("after_s", "low_s", "high_s"))
        if place == 0:
            text = words("order.signal")
        elif after is None:
            text = "?"
        elif low is None or high is None:
            text = words("order.after", ms=after)
        else:
            text = words("order.between", ms=after, give=max(1, round((high - low) / 2)))
        rows.append(
            {
                "seat": one["seat"],
                "name": shown_name(one["name"]),
                "after_ms": after,
                "low_ms": low,
                "high_ms": high,
                "text": text,
                "taker": one["seat"] == found["seat"],
            }
        )
    if found["reason"] == "did-not-copy" and found["seat"] not in [one["seat"] for one in found["order"]]:
        rows.append(
            {
                "seat": found["seat"],
                "name": names.get(found["seat"], ""),
                "after_ms": None,
                "low_ms": None,
                "high_ms": None,
                "text": words("order.never"),
                "taker": True,
            }
        )
    return rows
