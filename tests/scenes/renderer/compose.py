"""Compose films of the cast ``round``, with their truth: ordinary deals and films full of decoys.

usage: python compose.py RENDERER OUT [NAME ...]

RENDERER is the folder in which draw.py drew the cast. Films that are in OUT already are left alone; with
names, only those scenes are composed whose name begins so.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

CAST = "round"
FIRST_SEED = 20000

KINDS = {
    "flat hand, stopping short": "flat hand before the face",
    "fist, stopping short": "fist at the nose",
    "cards, stopping short": "cards before the face",
    "cup, stopping short": "drink",
    "sweep, stopping short": "hand passing before the face",
    "neighbour, stopping short": "hand before the neighbour's face",
    "glasses touch": "glasses pushed up",
}
"""The given renderer's word for a movement -> ours, in the truth."""

ORDINARY: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("clear", 10, {"last_gap": (0.08, 0.4)}),
    ("close", 8, {"last_gap": (0.015, 0.05)}),
    ("tie", 4, {"last_gap": (0.0, 0.003), "note": "a redeal"}),
    ("mixed", 3, {"last_gap": (0.1, 0.35), "t": 2.4}),
    ("never", 3, {"last_gap": (0.1, 0.3), "silent": 1, "dur": 6.5, "note": "who has not signalled is last"}),
    ("three", 2, {"last_gap": (0.05, 0.3), "n": 3}),
    ("fast60", 6, {"last_gap": (0.012, 0.12), "fps": 60, "shutter": 0.008}),
    ("fast120", 4, {"last_gap": (0.008, 0.05), "fps": 120, "shutter": 0.005}),
)
"""Kind, number of scenes, and what the given renderer's ``one_round`` is told."""
DECOY_FILMS = 3


def scenes(first_seed: int = FIRST_SEED) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Name of each scene and the function that makes it."""
    import lists  # noqa: PLC0415 - the given renderer's folder is on the path only once main() ran

    seed = first_seed
    for kind, number, options in ORDINARY:
        for index in range(number):
            name, asked = f"{kind}-{seed}", {**options, "gain": 0.85 + 0.1 * (index % 4)}
            if kind == "mixed":
                asked["extra"] = scratch
            if kind == "three":
                empty = 1 + index
                taken = [seat for seat in range(4) if seat != empty]
                asked |= {"absent": (empty,), "seats": lists.rng_of(seed).permutation(taken).tolist()}
            yield name, lambda a=(name, CAST, seed), k=asked: lists.one_round(*a, **k)
            seed += 1
    for index in range(DECOY_FILMS):
        name = f"decoys2-{seed + index}"
        yield name, lambda n=name, s=seed + index: decoys(n, s)


def scratch(cast: Any, rng: Any, seats: list[int], events: list[Any], _: float) -> list[Any]:
    """The last player first touches cheek, lip, brow or chin: whichever they know."""
    from stage import Event  # noqa: PLC0415 - as above

    last = seats[-1]
    signal = next(event for event in events if event.seat == last)
    known = [kind for kind in ("cheek", "lip", "brow", "chin") if kind in cast.seats[last]["paths"]]
    kind = str(rng.choice(known))
    event = Event(cast, last, kind, max(0.2, signal.t0 - 1.15), 0.3, 0.2, back=0.35, over=1.1)
    return [event] if event.t3 < signal.t0 - 0.02 else []


def decoys(name: str, seed: int, duration_s: float = 9.0) -> Any:
    """Everybody does what they know, one thing after another; no index finger touches a nose."""
    import lists  # noqa: PLC0415 - as above
    from stage import Event, Scene, get_cast  # noqa: PLC0415 - as above

    rng, cast, events = lists.rng_of(seed), get_cast(CAST), []
    for seat in range(4):
        kinds = [kind for kind in cast.seats[seat]["paths"] if not kind.startswith("nose")]
        waiting: list[str] = []
        start = rng.uniform(0.1, 0.5)
        while start < duration_s - 2.4:
            waiting = waiting or [str(kind) for kind in rng.permutation(kinds)]
            kind = waiting.pop()
            touching = cast.seats[seat]["paths"][kind]["u_touch"] is not None
            if kind in ("pass", "sweep"):
                stay = 0.05
            elif kind == "glasses":  # brief: a finger between the eyes might be called a brush, never more
                stay = rng.uniform(0.08, 0.18)
            else:
                stay = rng.uniform(0.3, 1.2)
            over = rng.uniform(1.02, 1.2) if touching else 1.0
            reach, back = rng.uniform(0.32, 0.65), rng.uniform(0.35, 0.6)
            event = Event(cast, seat, kind, start, reach, stay, back=back, over=over)
            events.append(event)
            start = event.t3 + rng.uniform(0.1, 0.5)
    about = "hands, fists, cards, a cup at faces, glasses pushed up: never an index fingertip held on a nose"
    expected = {"order": [], "last": None, "note": "no signal at all"}
    return Scene(name, CAST, events, duration_s, seed=seed, about=about, expect=expected)


def make_scene_class(given: Any) -> Any:
    """The given renderer's ``Scene`` with our words in the truth, and with reaching arms in front."""

    class RoundScene(given):  # type: ignore[misc]
        """A scene of the cast ``round``."""

        def picture(self, t: float) -> Any:
            behind = list(self.c.order)
            reaching = {event.seat for event in self.events if event.path == "neighbour" and event.active(t)}
            self.c.order = sorted(behind, key=lambda seat: seat in reaching)
            try:
                return super().picture(t)
            finally:
                self.c.order = behind

        def truth(self, times: Any) -> dict[str, Any]:
            truth: dict[str, Any] = super().truth(times)
            for gesture in truth["gestures"]:
                gesture["kind"] = KINDS.get(gesture["kind"], gesture["kind"])
            return truth

    return RoundScene


def main() -> None:
    """Compose what is asked for and missing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("renderer", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument(
        "--seed", type=int, default=FIRST_SEED, help="the first scene's; another gives other films"
    )
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    os.chdir(arguments.renderer)
    sys.path.insert(0, str(Path.cwd()))
    import lists  # noqa: PLC0415 - found only now
    import stage  # noqa: PLC0415 - found only now

    stage.Scene = lists.Scene = make_scene_class(stage.Scene)
    for name, make in scenes(arguments.seed):
        wanted = not arguments.names or name.startswith(tuple(arguments.names))
        if wanted and not (out / f"{name}.json").exists():
            make().render(str(out))


if __name__ == "__main__":
    main()
