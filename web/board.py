"""What the scoreboard shows: the table's snapshot put into one language's words.

The page draws what it gets and decides nothing. Its shape is what :func:`board` returns; the snapshot's shape
is documented in :mod:`referee.snapshot`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.service import mark_of
from referee.status import FIRST_ONLOOKER

from .verdicts import Snapshot, names_of, one_line, shown_name, verdict_in_words
from .words import Words


def board(snapshot: Snapshot, words: Words, *, laptop: bool = False) -> dict[str, Any]:
    """Make the board of a snapshot: texts, seats, last verdict, camera, and which actions make sense now.

    Only the laptop reads what is wrong with the record: that may name a folder of it.
    """
    found = snapshot["verdict"]
    verdict = None if found is None else verdict_in_words(found, snapshot, words)
    if verdict is not None and _demo(snapshot) and _ended(snapshot):
        verdict["ask"] = ""  # nobody saw those cards
    record = snapshot["record"]
    trouble = "board.record" if laptop else "board.record.elsewhere"
    return {
        "word": snapshot["word"],
        "deal": snapshot["deal"],
        "moment": moment(snapshot),
        "mark": _mark(snapshot),
        "deal_text": words("board.deal", number=snapshot["deal"]),
        "line": _line(snapshot, words, verdict),
        "next": _next(snapshot, words),
        "trouble": "" if record["ok"] else words(trouble, message=record["message"]),
        "seats": [_seat(player, snapshot, words) for player in snapshot["players"]],
        "verdict": verdict,
        "no_verdict": words("board.no-verdict"),
        "camera": _camera(snapshot, words),
        "hints": hints(snapshot, words),
        "can": _can(snapshot, verdict),
        "pending": sorted({*snapshot["calls"], *snapshot["disputes"]}),
    }


def _seat(player: Mapping[str, Any], snapshot: Snapshot, words: Words) -> dict[str, Any]:
    seat = player["seat"]
    verdict = snapshot["verdict"]
    glance = next((one for one in snapshot["live"]["seats"] if one["seat"] == seat), None)
    name = shown_name(player["name"])
    letters = " ".join(player["letters"])
    return {
        "seat": seat,
        "player": player["player"],
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


def moment(snapshot: Snapshot) -> str:
    """Tell in one word what the table is at: the game's phase, unless something else matters more."""
    live = snapshot["live"]["phase"]
    over = bool(snapshot["winners"])
    facts = {
        "over": over,
        "paused": paused(snapshot),
        "lost": live == "lost",
        "starting": live == "starting",
        "ended": _ended(snapshot) and snapshot["phase"] != "verdict",
        "measuring": snapshot["phase"] == "playing" and live == "measuring",
    }
    return next((name for name, holds in facts.items() if holds), str(snapshot["phase"]))


def _ended(snapshot: Snapshot) -> bool:
    """Whether the film is at its end: nothing more will be seen, so nothing can be started."""
    return bool(snapshot["live"]["phase"] == "ended")


def paused(snapshot: Snapshot) -> bool:
    """Whether somebody went to the kitchen."""
    return bool(snapshot.get("paused")) or snapshot["live"]["phase"] == "paused"


def _line(snapshot: Snapshot, words: Words, verdict: Mapping[str, Any] | None) -> dict[str, Any]:
    """Say what is happening now, in one line; ``headline`` when the line is the verdict itself."""
    now = moment(snapshot)
    if now == "verdict" and verdict is not None:
        tone = {"letter": "alert", "call": "bad"}.get(verdict["kind"], "calm")
        return {"text": verdict["title"], "tone": tone, "headline": True}
    names = names_of(snapshot)
    winners = words.listed([names[seat] for seat in snapshot["winners"]])
    tone = {"over": "alert", "measuring": "alert", "lost": "bad"}.get(now, "calm")
    text = words(f"line.{now}", names=winners)
    near = [one["seat"] for one in snapshot["live"]["seats"] if one["near"] and one["seat"] in names]
    if now == "measuring" and len(near) == 1:
        text = words("line.signal", name=names[near[0]])
    return {"text": text, "tone": tone, "headline": False}


def _next(snapshot: Snapshot, words: Words) -> str:
    """Say what to do next: prepare, deal, collect, take out a rank."""
    live, now = snapshot["live"], moment(snapshot)
    if live["message"] and now in {"lost", "starting"}:
        return one_line(live["message"])
    if _ended(snapshot) and now in {"ended", "verdict"}:
        return words(_next_of_film(snapshot))
    if now == "ready":
        return words("next.ready", dealer=names_of(snapshot).get(snapshot["dealer"], ""))
    return words(f"next.{now}") if words.has(f"next.{now}") else one_line(snapshot["next"])


def _next_of_film(snapshot: Snapshot) -> str:
    if snapshot["live"]["message"]:  # the last thing that a film has to say
        return "next.catching-up"
    dealt = snapshot["verdict"] is not None or snapshot["phase"] == "playing"
    return "next.ended" if dealt or _demo(snapshot) else "next.ended-bare"


def _mark(snapshot: Snapshot) -> str:
    """The moment that the page shows."""
    return mark_of(snapshot["game"]["id"], len(snapshot["log"]))


def hints(snapshot: Snapshot, words: Words) -> list[dict[str, Any]]:
    """List what the page asks or says beside the game: each with its ``text`` and its buttons.

    A button has its text, the action that it sends (``do``) and with what; without ``do`` it opens the dialog "more".
    """
    names, found = names_of(snapshot), []
    chairs = [seat for seat in snapshot.get("chairs", ()) if seat in names]
    if len(chairs) == 2:
        # Two phones may answer at once: the second is refused, or the swap would be swapped back.
        pair = {"first": chairs[0], "second": chairs[1], "mark": _mark(snapshot)}
        swap = {"text": words("hint.yes"), "do": "swap", "with": pair}
        same = {"text": words("hint.no"), "do": "seats/same", "with": {}}
        text = words("hint.chairs", names=words.listed([names[seat] for seat in chairs]))
        found.append({"kind": "chairs", "text": text, "buttons": [swap, same]})
    elif chairs:
        same = {"text": words("hint.yes"), "do": "seats/same", "with": {}}
        more = {"text": words("hint.swap"), "do": "", "with": {}}
        found.append({"kind": "chairs", "text": words("hint.everybody"), "buttons": [same, more]})
    found += _of_camera(snapshot["live"], words)
    if any(one["seat"] >= FIRST_ONLOOKER for one in snapshot["live"]["seats"]):
        anew = {"text": words("more.anew"), "do": "seats/anew", "with": {}}
        found.append({"kind": "onlooker", "text": words("hint.onlooker"), "buttons": [anew]})
    if _demo(snapshot):
        text = words("hint.demo-over" if _ended(snapshot) else "hint.demo")
        found.append({"kind": "demo", "text": text, "buttons": []})
    return found


def _of_camera(live: Mapping[str, Any], words: Words) -> list[dict[str, Any]]:
    """Say that the camera was moved, or that it delivers far fewer frames than it could."""
    found = []
    if live["placing"] != "fine" and live["phase"] in {"watching", "measuring"}:
        anew = {"text": words("more.anew"), "do": "seats/anew", "with": {}}
        asked = live["placing"] == "differs"
        text = words(f"hint.placing.{live['placing']}")
        found.append({"kind": "placing", "text": text, "buttons": [anew] if asked else []})
    if live["slow"] and live["phase"] in {"watching", "measuring"}:
        now, best = live["slow"]
        text = words("hint.slow", rate=f"{now:.0f}", best=f"{best:.0f}")
        found.append({"kind": "slow", "text": text, "buttons": []})
    return found


def _demo(snapshot: Snapshot) -> bool:
    return bool(snapshot["game"]["kind"] == "demo")


def _can(snapshot: Snapshot, verdict: Mapping[str, Any] | None) -> dict[str, bool]:
    """Tell which actions make sense now; the rules have the last word when one is sent."""
    phase, over = snapshot["phase"], bool(snapshot["winners"])
    at_rest = paused(snapshot)
    stopped = at_rest or _ended(snapshot)
    unsettled = verdict is not None and verdict["standing"] not in {"ruled", "annulled"}
    open_deal = phase == "playing" or (phase == "verdict" and unsettled)
    signalled = phase == "verdict" or snapshot["live"]["phase"] == "measuring"
    return {
        "start-deal": phase in {"ready", "verdict"} and not over and not stopped,
        "quartet": bool(verdict and verdict["ask"]),
        "no-signal": open_deal and not at_rest and signalled,
        "went-wrong": open_deal and not at_rest,
        "pause": not stopped and not over,
        "resume": at_rest,
        "undo": len(snapshot["log"]) > 1 or bool(snapshot.get("can_go_back")),
        "draw": phase == "draw" and not stopped,
        "new-game": verdict is not None,
    }
