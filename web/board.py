"""What the scoreboard shows: the table's snapshot put into one language's words.

The page draws what it gets and decides nothing. Its shape is what :func:`board` returns; the snapshot's shape is
documented in :mod:`referee.snapshot`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from .words import Words

Snapshot = Mapping[str, Any]
"""See :mod:`referee.snapshot`."""

LONGEST_NAME = 40
"""Characters of a name that are shown; the rules take no longer ones."""
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def shown_name(name: str) -> str:
    """Return a name as it may stand in a sentence: on one line, not too long, its direction kept to itself."""
    plain = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c for c in name if c not in OVERRIDES)
    plain = " ".join(plain.split())
    if len(plain) > LONGEST_NAME:
        plain = plain[: LONGEST_NAME - 1] + "…"
    if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in plain):
        return f"{ISOLATE}{plain}{END_ISOLATE}"
    return plain


def board(snapshot: Snapshot, words: Words) -> dict[str, Any]:
    """Make the board of a snapshot: texts, seats, last verdict, camera, and which actions make sense now."""
    verdict = _verdict(snapshot, words)
    return {
        "word": snapshot["word"],
        "deal": snapshot["deal"],
        "deal_text": words("board.deal", number=snapshot["deal"]),
        "line": _line(snapshot, words, verdict),
        "next": _next(snapshot, words),
        "trouble": "" if snapshot["record"]["ok"] else words("board.record", message=snapshot["record"]["message"]),
        "seats": [_seat(player, snapshot, words) for player in snapshot["players"]],
        "verdict": verdict,
        "no_verdict": words("board.no-verdict"),
        "camera": _camera(snapshot, words),
        "can": _can(snapshot, verdict),
        "pending": sorted({*snapshot["calls"], *snapshot["disputes"]}),
    }


def _names(snapshot: Snapshot) -> dict[int, str]:
    return {player["seat"]: shown_name(player["name"]) for player in snapshot["players"]}


def _seat(player: Mapping[str, Any], snapshot: Snapshot, words: Words) -> dict[str, Any]:
    seat = player["seat"]
    verdict = snapshot["verdict"]
    glance = next((one for one in snapshot["live"]["seats"] if one["seat"] == seat), None)
    name = shown_name(player["name"])
    letters = " ".join(player["letters"])
    return {
        "seat": seat,
        "name": name,
        "count": player["count"],
        "out": player["out"],
        "dealer": player["dealer"] and not snapshot["winners"],
        "winner": player["winner"],
        "first": verdict is not None and snapshot["phase"] == "verdict" and seat in verdict["initiators"],
        "fresh": verdict is not None and verdict["kind"] == "letter" and verdict["seat"] == seat,
        "note": glance["note"] if glance and not player["out"] else "",
        "spelled": words("seat.spelled" if letters else "seat.none", letters=letters, word=snapshot["word"]),
    }


def _camera(snapshot: Snapshot, words: Words) -> dict[str, Any]:
    live = snapshot["live"]
    on = live["phase"] not in {"off", "paused", "lost", "ended"}
    key = f"camera.{live['phase']}"
    return {"on": on, "ok": live["camera_ok"], "text": words(key if words.has(key) else "camera.off")}


def _line(snapshot: Snapshot, words: Words, verdict: Mapping[str, Any] | None) -> dict[str, Any]:
    """Say what is happening now, in one line; ``headline`` when the line is the verdict itself."""
    live, phase = snapshot["live"], snapshot["phase"]
    names = _names(snapshot)
    if snapshot["winners"]:
        winners = words.listed([names[seat] for seat in snapshot["winners"]])
        return {"text": words("line.over", names=winners), "tone": "alert", "headline": False}
    if snapshot.get("paused") or live["phase"] == "paused":
        return {"text": words("line.paused"), "tone": "calm", "headline": False}
    if live["phase"] == "lost":
        return {"text": words("line.lost"), "tone": "bad", "headline": False}
    if phase == "playing":
        if live["phase"] == "measuring":
            return {"text": words("line.measuring"), "tone": "alert", "headline": False}
        return {"text": words("line.playing"), "tone": "calm", "headline": False}
    if phase == "verdict" and verdict is not None:
        tone = {"letter": "alert", "call": "bad"}.get(verdict["kind"], "calm")
        return {"text": verdict["title"], "tone": tone, "headline": True}
    return {"text": words(f"line.{phase}"), "tone": "calm", "headline": False}


def _next(snapshot: Snapshot, words: Words) -> str:
    """Say what to do next: prepare, deal, collect, take out a rank."""
    live, phase = snapshot["live"], snapshot["phase"]
    if live["phase"] in {"lost", "starting"} and live["message"]:
        return str(live["message"])
    if snapshot["winners"]:
        return words("next.over")
    if snapshot.get("paused") or live["phase"] == "paused":
        return words("next.paused")
    if phase == "playing":
        return words("next.measuring" if live["phase"] == "measuring" else "next.playing")
    if phase == "draw" or snapshot["dealer"] is None:
        return words("next.draw")
    dealer = _names(snapshot)[snapshot["dealer"]]
    if phase == "ready":
        return words("next.ready", dealer=dealer)
    verdict = snapshot["verdict"]
    just_left = any(
        player["out"] and verdict is not None and (verdict["seat"] == player["seat"] or verdict["reason"] == "player-left")
        for player in snapshot["players"]
    )
    if len(snapshot["survivors"]) == 3:
        return words("next.take-out" if just_left else "next.three", dealer=dealer)
    if verdict is not None and verdict["kind"] != "letter":
        return words("next.again", dealer=dealer)
    return words("next.deal", dealer=dealer)


def milliseconds(seconds: float | None) -> int | None:
    """Round seconds to whole milliseconds."""
    return None if seconds is None else round(seconds * 1000)


def _verdict(snapshot: Snapshot, words: Words) -> dict[str, Any] | None:
    found = snapshot["verdict"]
    if found is None:
        return None
    return verdict_in_words(found, snapshot, words)


def verdict_in_words(found: Mapping[str, Any], snapshot: Snapshot, words: Words) -> dict[str, Any]:
    """Put one verdict of the snapshot (the last one, or one of its history) into words."""
    names = _names(snapshot)
    initiators = words.listed([names[seat] for seat in found["initiators"]])
    last = found is snapshot["verdict"] or found["deal"] == (snapshot["verdict"] or {}).get("deal")
    ask = last and snapshot["phase"] == "verdict" and found["standing"] == "provisional" and found["quartet"] is None
    return {
        "mark": f"{found['deal']}:{found['kind']}:{found['seat']}:{found['reason']}",
        "deal": found["deal"],
        "kind": found["kind"],
        "standing": found["standing"],
        "standing_text": words(
            "verdict.standing", number=found["deal"], standing=words(f"standing.{found['standing']}")
        ),
        "title": _title(found, snapshot, words, letter_known=last),
        "why": words(f"reason.{found['reason']}", **_reason_values(found, names, words)),
        "order": _order(found, names, words),
        "ask": words("verdict.ask", names=initiators) if ask and initiators else "",
        "disputed": found["deal"] in snapshot["disputes"],
    }


def _title(found: Mapping[str, Any], snapshot: Snapshot, words: Words, *, letter_known: bool) -> str:
    if found["kind"] == "redeal" and found["reason"] == "tie" and found["gap_s"] is not None:
        last_two = [shown_name(one["name"]) for one in found["order"][-2:]]
        return words("title.tie", names=words.listed(last_two), gap=milliseconds(found["gap_s"]))
    if found["kind"] != "letter":
        return words(f"title.{found['kind']}")
    player = next((one for one in snapshot["players"] if one["seat"] == found["seat"]), None)
    letter = player["letters"][-1:] if player and letter_known else ""
    key = "title.letter" if letter else "title.some-letter"
    if player and letter and player["out"]:
        key = "title.out"
    return words(key, name=shown_name(found["name"]), letter=letter)


def _reason_values(found: Mapping[str, Any], names: Mapping[int, str], words: Words) -> dict[str, object]:
    return {
        "name": shown_name(found["name"] or ""),
        "first": words.listed([names[seat] for seat in found["initiators"]]),
        "gap": milliseconds(found["gap_s"]) if found["gap_s"] is not None else "?",
        "unseen": words.listed([names[seat] for seat in found["unseen"]]) or words("reason.somebody"),
    }


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


def _can(snapshot: Snapshot, verdict: Mapping[str, Any] | None) -> dict[str, bool]:
    """Tell which actions make sense now; the rules have the last word when one is sent."""
    phase, over = snapshot["phase"], bool(snapshot["winners"])
    paused = bool(snapshot.get("paused")) or snapshot["live"]["phase"] == "paused"
    settled = verdict is not None and verdict["standing"] in {"ruled", "annulled"}
    open_deal = phase == "playing" or (phase == "verdict" and not settled and (verdict or {}).get("deal") is not None)
    return {
        "start-deal": phase in {"ready", "verdict"} and not over and not paused,
        "quartet": bool(verdict and verdict["ask"]),
        "no-signal": open_deal and not paused and (phase == "verdict" or snapshot["live"]["phase"] == "measuring"),
        "went-wrong": open_deal and not paused,
        "pause": not paused and not over,
        "resume": paused,
        "undo": len(snapshot["log"]) > 1,
    }
