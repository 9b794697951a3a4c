"""Draw the cast ``round``: every gesture path of every seat as pictures along the path.

usage: python draw.py RENDERER [SEAT ...] [--quick] [--paths NAME ...]

RENDERER is a writable copy of the given renderer's folder; the pictures go to its ``layers/round``.
"""

from __future__ import annotations

import argparse
import os
import sys
from math import cos, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation


def remember_poses(person_class: Any) -> None:
    """Solve each arm pose once: every path starts from the same rest, and the other arm always lies there."""
    solve, known = person_class.ik, {}

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return tuple((name, plain(value[name])) for name in sorted(value))
        return value if value is None or np.isscalar(value) else np.asarray(value, float).round(9).tobytes()

    def ik(person: Any, *wanted: Any, **options: Any) -> Any:
        key = (person.name, person.side, tuple(map(plain, wanted)), plain(options))
        if key not in known:
            known[key] = solve(person, *wanted, **options)
        return known[key]

    person_class.ik = ik


class Turn:
    """A rotation, as far as bones need one: a tenth of the time that scipy's takes for a single vector."""

    def __init__(self, vector: Any) -> None:
        self.x, self.y, self.z = (float(value) for value in vector)

    @classmethod
    def from_rotvec(cls, vector: Any) -> Turn:
        """A turn by the vector's length (radians) about its direction."""
        return cls(vector)

    @classmethod
    def from_euler(cls, axis: str, angle: float, *, degrees: bool) -> Any:
        """For the few turns that are not bones'."""
        return Rotation.from_euler(axis, angle, degrees=degrees)

    def as_matrix(self) -> np.ndarray:
        """The rotation matrix (3, 3), by Rodrigues' formula."""
        x, y, z = self.x, self.y, self.z
        angle = sqrt(x * x + y * y + z * z)
        s, c = (sin(angle) / angle, (1 - cos(angle)) / angle**2) if angle > 1e-9 else (1.0, 0.5)
        return np.array(
            [
                [1 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y],
                [c * x * y + s * z, 1 - c * (x * x + z * z), c * y * z - s * x],
                [c * x * z - s * y, c * y * z + s * x, 1 - c * (x * x + y * y)],
            ]
        )


def draw_quickly(renderer_class: Any) -> None:
    """Filter textures plainly: on a CPU this saves two fifths of the time, at this size nobody sees it."""
    texture = renderer_class.texture

    def plain(renderer: Any, image: Any) -> Any:
        made = texture(renderer, image)
        made.anisotropy = 1.0
        return made

    renderer_class.texture = plain


def main() -> None:
    """Extend the given renderer by this cast's people, paths and things, and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("renderer", type=Path)
    parser.add_argument("seats", type=int, nargs="*")
    parser.add_argument("--quick", action="store_true", help="a dozen pictures a path, to look at")
    parser.add_argument("--paths", nargs="+", help="only these paths (for a look; scenes need all)")
    arguments = parser.parse_intermixed_args()
    os.chdir(arguments.renderer)
    sys.path.insert(0, str(Path.cwd()))
    import nosesim  # noqa: PLC0415 - found only now
    import perform  # noqa: PLC0415
    from decoys import learn_hands, make_path_class  # noqa: PLC0415
    from people import make_blends, round_cast  # noqa: PLC0415
    from props import make_avatar_class  # noqa: PLC0415

    make_blends(Path.cwd())
    learn_hands(nosesim.Person)
    remember_poses(nosesim.Person)
    draw_quickly(nosesim.Renderer)
    nosesim.Rot = Turn
    perform.Path = make_path_class(perform.Path, nosesim.minjerk)
    perform.Avatar = make_avatar_class(perform.Avatar, perform.Path, nosesim.normals)
    perform.CASTS["round"] = round_cast()
    if arguments.paths:
        for seat in perform.CASTS["round"]["seats"]:
            seat["paths"] = {name: path for name, path in seat["paths"].items() if name in arguments.paths}
    perform.main("round", arguments.seats or None, arguments.quick)


if __name__ == "__main__":
    main()
