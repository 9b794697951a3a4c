"""A table that shows what a test tells it to: the snapshot's shape without a game behind it."""

from __future__ import annotations

import copy
import threading
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from referee.status import LiveStatus


def verdict(**changes: Any) -> dict[str, Any]:
    """A verdict as :mod:`referee.snapshot` gives it: Dana was last to copy Anna's signal."""
    names = ["Anna", "Ben", "Cem", "Dana"]
    after = [0.0, 0.212, 0.24, 0.388]
    found = {
        "deal": 6,
        "kind": "letter",
        "seat": 3,
        "name": "Dana",
        "reason": "last-to-copy",
        "sentence": "Dana takes the N.",
        "why": "Dana touched last, 148 ms after Cem.",
        "standing": "provisional",
        "initiator": 0,
        "initiators": [0],
        "order": [
            {"seat": seat, "name": names[seat], "after_s": s, "low_s": s - 0.012, "high_s": s + 0.012}
            for seat, s in enumerate(after)
        ],
        "gap_s": 0.148,
        "p_reversed": 1e-9,
        "unseen": [],
        "quartet": None,
        "measured": None,
        "disputes": [],
        "questions": [],
        "rulings": [],
        "clip": None,
        "wall_s": 1.8e9,
    }
    return found | changes


def snapshot(**changes: Any) -> dict[str, Any]:
    """A game in the middle, right after a verdict."""
    letters = ["D", "DO", "", "DON"]
    players = [
        {
            "player": seat,
            "seat": seat,
            "name": name,
            "letters": letters[seat],
            "count": len(letters[seat]),
            "out": False,
            "dealer": seat == 1,
            "winner": False,
        }
        for seat, name in enumerate(["Anna", "Ben", "Cem", "Dana"])
    ]
    last = changes.pop("verdict", verdict())
    live = LiveStatus(phase="watching", camera_ok=True, fps=30.0, width=1280, height=720).to_dict()
    live |= changes.pop("live", {})
    whole = {
        "version": 1,
        "game": {"id": "g", "kind": "real", "started_s": 1.8e9},
        "word": "DONKEY",
        "phase": "verdict",
        "next": "Collect every card. Ben shuffles and deals 4 cards face down to each.",
        "deal": 7,
        "dealer": 1,
        "players": players,
        "survivors": [0, 1, 2, 3],
        "winners": [],
        "verdict": last,
        "history": [last] if last else [],
        "calls": [],
        "disputes": [],
        "questions": [],
        "live": live,
        "record": {"ok": True, "message": ""},
        "paused": False,
        "log": [{"seq": 1}, {"seq": 2}, {"seq": 3}],
    }
    return whole | changes


class FakeTable:
    """Has what the pages use of :class:`referee.service.Table`; `applied` keeps what was sent."""

    def __init__(self, shown: dict[str, Any] | None = None) -> None:
        self.shown = shown or snapshot()
        self.version = 1
        self.changed = threading.Condition()
        self.applied: list[Any] = []
        self.calibrator: Any = None
        self.jpeg: bytes | None = None
        self.picture_version = 0
        self.status = LiveStatus(width=1280, height=720)
        self.state = SimpleNamespace(
            chairs=(0, 1, 2, 3),
            last=None,
            winners=(),
            deal=SimpleNamespace(number=6, initiators=(0,), chairs=(0, 1, 2, 3)),
        )

    @property
    def mark(self) -> str:
        return f"g:{len(self.applied)}"

    def snapshot(self, _language: str = "en") -> dict[str, Any]:
        return copy.deepcopy(self.shown)

    def show(self, shown: dict[str, Any]) -> None:
        with self.changed:
            self.shown = shown
            self.version += 1
            self.changed.notify_all()

    def wait(self, version: int, timeout_s: float) -> int:
        with self.changed:
            self.changed.wait_for(lambda: self.version != version, timeout_s)
            return self.version

    def apply(self, event: Any, _source: Any, **_more: Any) -> None:
        self.applied.append(event)
        self.show(self.shown)

    def picture(self) -> bytes | None:
        return self.jpeg

    def set_picture(self, jpeg: bytes | None) -> None:
        self.jpeg = jpeg
        self.picture_version += 1


def grey_jpeg(width: int = 1280, height: int = 720) -> bytes:
    """A plain picture."""
    found, data = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))
    assert found
    return data.tobytes()
