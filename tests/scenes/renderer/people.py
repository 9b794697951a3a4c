"""Four people unlike those of the given casts, and where they sit: the cast ``round``.

The faces are blends of the four given characters: their meshes share one topology, so a weighted sum of
vertices and bones is a person again. A weight above 1 exaggerates what sets a character apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

BLENDS: dict[str, dict[str, float]] = {
    "woman_dark": {"woman1": 0.55, "man2": 0.6, "man1": -0.15},
    "man_pale": {"man1": 1.3, "woman2": -0.3},
    "woman_brown": {"woman2": 0.6, "woman1": 0.15, "man1": 0.25},
    "man_black": {"man2": 1.25, "woman2": -0.25},
}
"""New characters: name -> weight of each given one; the weights of a blend sum to 1."""

UP, MID, SLANTED, SIDEWAYS = (0.30, 0.50, 0.80), (0.35, 0.70, 0.55), (0.48, 0.55, 0.65), (0.66, 0.58, 0.45)

KNOWN = {
    "woman_dark": ("near", "cheek", "chin", "lip", "brow", "flat hand", "cards", "sweep"),
    "man_pale": ("cheek", "brow", "fist", "cup", "glasses", "neighbour"),
    "woman_brown": ("lip", "near", "flat hand", "cup", "neighbour"),
    "man_black": ("cheek", "chin", "fist", "cards", "glasses"),
}
"""What each of them knows beside touching the nose and passing: the given renderer's kinds and those of
:mod:`decoys`. Not everybody knows everything, since drawing takes long."""

NEIGHBOURS = {"man_pale": "woman_brown", "woman_brown": "man_pale"}
"""Who passes a hand before whose face."""


def make_blends(renderer: Path) -> None:
    """Write the blended characters beside the given ones in ``renderer/chars``."""
    for name, weights in BLENDS.items():
        parts = [(weight, np.load(renderer / "chars" / f"{given}.npz")) for given, weight in weights.items()]
        blend = {key: sum(weight * part[key] for weight, part in parts) for key in parts[0][1].files}
        np.savez_compressed(
            renderer / "chars" / f"{name}.npz", **{k: v.astype("f4") for k, v in blend.items()}
        )


def _seat(
    name: str,
    position: tuple[float, float, float],
    yaw: float,
    side: str,
    directions: tuple[tuple[float, float, float], tuple[float, float, float]],
    *,
    seed: int,
    **look: Any,
) -> dict[str, Any]:
    """One seat in the given renderer's form: who, where (m), turned how (degrees), which paths they know."""
    from casts import paths  # noqa: PLC0415 - the given renderer's folder is on the path only once draw.py ran

    given = paths(side, *directions)
    always = ("nose", "nose2", "nose_other", "pass")
    known = {kind: given[kind] for kind in (*always, *KNOWN[name]) if kind in given}
    for kind in KNOWN[name]:
        if kind == "neighbour":  # with the hand on the neighbour's side
            known[kind] = {"target": kind, "side": "L" if NEIGHBOURS[name] == "woman_brown" else "R"}
        elif kind not in given:
            known[kind] = {"target": kind, "side": side}
    return {
        "char": name, "avatar": look, "pos": position, "yaw": yaw, "side": side, "seed": seed, "paths": known,
    }  # fmt: skip


def round_cast() -> dict[str, Any]:
    """The cast ``round``: a wider, higher camera and light from the other side than in the given casts."""
    return {
        "camera": {"eye": (-0.15, -1.62, 1.3), "at": (0, 0, 0.68), "hfov": 76, "light": (0.75, -0.6, 0.95)},
        "room": 23,
        "seats": [
            _seat("woman_dark", (-0.98, -0.12, 0.0), 34, "R", (SLANTED, UP), seed=11, skin=(98, 64, 46),
                  lips=(112, 58, 58), hair=(16, 13, 12), iris=(46, 30, 20), shirt=(225, 190, 60),
                  hairlen=0.018),
            _seat("man_pale", (-0.31, 0.2, -0.14), 3, "L", (MID, SLANTED), seed=12, skin=(244, 208, 190),
                  lips=(200, 122, 116), hair=(168, 84, 44), iris=(110, 150, 160), shirt=(52, 58, 92),
                  beard=0.75, glasses=True),
            _seat("woman_brown", (0.36, 0.17, 0.06), -15, "R", (UP, SIDEWAYS), seed=13, skin=(176, 124, 92),
                  lips=(158, 72, 78), hair=(18, 14, 16), iris=(50, 34, 24), shirt=(170, 60, 110),
                  long_hair=True),
            _seat("man_black", (0.99, -0.1, -0.13), -36, "L", (SLANTED, MID), seed=14, skin=(66, 42, 32),
                  lips=(84, 48, 46), hair=(12, 10, 10), iris=(40, 26, 18), shirt=(110, 130, 120),
                  beard=0.3, hairlen=0.004, cap=(150, 36, 40)),
        ],
    }  # fmt: skip
