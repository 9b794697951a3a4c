"""Films the lens board through a known lens: every pixel shows what lies in its direction."""

from __future__ import annotations

import cv2
import numpy as np
from referee.calibration.lens import COLUMNS, ROWS, board_picture

from referee.film import Frame
from referee.timing.camera import Lens
from referee.vision.lens import straight

SQUARE = 60
"""Width of a square of the drawn board, pixels."""


def film_of_board(
    lens: Lens, *, places: int = 5, noise: float = 2.0, share: float = 1.0, size: float = 0.57
) -> list[Frame]:
    """A still camera, a board held in all parts of its picture, tilted a little differently each time.

    Args:
        lens: through which it is seen.
        places: so many columns of places, and one less rows.
        noise: of the pixels, grey levels.
        share: of the picture's width over which the board is moved.
        size: of the nearest board, as a share of the picture's width.
    """
    random = np.random.default_rng(7)
    drawn = board_picture(SQUARE)
    columns, rows = np.meshgrid(np.arange(lens.width, dtype=float), np.arange(lens.height, dtype=float))
    rays = straight(lens, np.stack([columns, rows], -1).reshape(-1, 2))
    rays = np.column_stack([rays, np.ones(len(rays))])
    frames = []
    for number, (along, down) in enumerate(
        (x, y)
        for y in np.linspace(0.1, 0.9, places - 1)
        for x in np.linspace(0.5 - share / 2, 0.5 + share / 2, places)
    ):
        aim = straight(lens, np.array([[along * lens.width, down * lens.height]]))[0]
        turn, _ = cv2.Rodrigues(random.uniform(-0.45, 0.45, 3))
        depth = COLUMNS * random.uniform(1.0, 1.4) / (size * lens.width / lens.fx)
        middle = depth * np.array([aim[0], aim[1], 1.0])
        # Where each direction meets the board's plane, in squares from the board's corner.
        normal = turn[:, 2]
        hit = rays * ((normal @ middle) / (rays @ normal))[:, None] - middle
        spot = hit @ turn[:, :2] + (COLUMNS / 2, ROWS / 2)
        pixel = ((spot + 0.5) * SQUARE - 0.5).astype(np.float32).reshape(lens.height, lens.width, 2)
        seen = cv2.remap(drawn, pixel[..., 0], pixel[..., 1], cv2.INTER_AREA, borderValue=128)
        seen = cv2.GaussianBlur(seen, (0, 0), 0.7) * 0.8 + 20 + random.normal(0.0, noise, seen.shape)
        image = np.repeat(np.clip(seen, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
        frames.append(Frame(number, 0.25 * number, image))
    return frames
