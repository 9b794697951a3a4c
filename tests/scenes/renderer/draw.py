"""Draw the cast ``round``: every gesture path of every seat as pictures along the path.

usage: python draw.py RENDERER [SEAT ...] [--quick] [--paths NAME ...]

RENDERER is a writable copy of the given renderer's folder; the pictures go to its ``layers/round``.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np


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
    perform.Path = make_path_class(perform.Path, nosesim.minjerk)
    perform.Avatar = make_avatar_class(perform.Avatar, perform.Path, nosesim.normals)
    perform.CASTS["round"] = round_cast()
    if arguments.paths:
        for seat in perform.CASTS["round"]["seats"]:
            seat["paths"] = {name: path for name, path in seat["paths"].items() if name in arguments.paths}
    perform.main("round", arguments.seats or None, arguments.quick)


if __name__ == "__main__":
    main()
