"""A board drawn through a known lens gives that lens back."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from referee.calibration.errors import LensError
from referee.calibration.lens import board, measure_lens
from referee.calibration.tablefile import load, path_of, timing_at

from referee.cli import main
from referee.film import Frame
from referee.timing.camera import UNMEASURED, Lens
from referee.vision.lens import straight
from tests.calibration.boards import film_of_board

WIDE = Lens(640, 360, 384.0, 384.0, 326.0, 173.0, -0.28, 0.07)
"""About 80 degrees across, with the barrel of a cheap wide angle."""


STRAIGHT = replace(WIDE, k1=0.0, k2=0.0)


@pytest.fixture(scope="module")
def film() -> list[Frame]:
    return film_of_board(WIDE)


def grid_of(lens: Lens) -> np.ndarray:
    columns, rows = np.meshgrid(np.linspace(20, lens.width - 20, 11), np.linspace(20, lens.height - 20, 9))
    return np.stack([columns, rows], -1).reshape(-1, 2)


def apart_px(one: Lens, other: Lens) -> float:
    """How far two lenses differ at most in where a pixel's light comes from, pixels in the middle."""
    grid = grid_of(one)
    return float(np.hypot(*(one.fx * (straight(one, grid) - straight(other, grid))).T).max())


def bend_px(lens: Lens) -> float:
    """How far a lens is at most from the same one without distortion, pixels."""
    return apart_px(lens, replace(lens, k1=0.0, k2=0.0, p1=0.0, p2=0.0))


def test_the_lens_comes_back_and_is_kept(
    film: list[Frame], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    write(film, tmp_path / "board.mp4")
    arguments = ["--source", str(tmp_path / "board.mp4"), "--table", "t", "--data", str(tmp_path)]
    assert main(["check-table", "--lens", "--json", *arguments]) == 0
    (line,) = json.loads(capsys.readouterr().out)
    found = load(path_of(tmp_path, "t")).lens
    assert found is not None
    assert (line["what"], line["level"], line["value"]) == ("lens", "green", pytest.approx(found.error_px))
    assert timing_at(tmp_path, "t") == replace(UNMEASURED, lens=found)
    assert found.k1 == pytest.approx(WIDE.k1, abs=0.01)
    assert found.k2 == pytest.approx(WIDE.k2, abs=0.02)
    assert (found.fx, found.fy) == pytest.approx((WIDE.fx, WIDE.fy), rel=0.01)
    assert found.error_px < 0.4
    assert apart_px(found, WIDE) < 3.0  # in the corners, too: less than 1 % of the picture's height


def test_a_lens_without_distortion_is_measured_as_such():
    found = measure_lens(film_of_board(STRAIGHT))
    assert abs(found.k1) < 0.01
    assert bend_px(found) < 0.5


def test_a_board_that_was_never_at_the_sides_is_no_measurement():
    with pytest.raises(LensError, match="edge on the left and on the right"):
        measure_lens(film_of_board(STRAIGHT, share=0.3, size=0.4))


def test_a_board_that_was_hardly_seen_is_no_measurement(film: list[Frame]):
    with pytest.raises(LensError, match="seen in 4 of the 8 places that are needed"):
        measure_lens(film[6:10])
    with pytest.raises(LensError, match="seen in 1 of the 8"):
        measure_lens([replace(film[7], index=i, time_s=0.25 * i) for i in range(20)])


def test_a_board_that_was_bent_is_refused(film: list[Frame]):
    random = np.random.default_rng(3)
    crooked = []
    for frame in film:
        height, width = frame.image.shape[:2]
        rows, columns = np.mgrid[:height, :width].astype(np.float32)
        wave = 6.0 * np.sin(columns / 40 + random.uniform(0, 6)).astype(np.float32)
        crooked.append(replace(frame, image=cv2.remap(frame.image, columns, rows + wave, cv2.INTER_LINEAR)))
    with pytest.raises(LensError, match="still each time"):
        measure_lens(crooked)


def test_the_board_is_written_to_be_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["check-table", "--board", str(tmp_path / "board.png")]) == 0
    drawn = cv2.imread(str(tmp_path / "board.png"))
    corners, *_ = cv2.aruco.CharucoDetector(board()).detectBoard(drawn)
    assert len(corners) == 40
    assert main(["check-table", "--board", str(tmp_path / "board.tiff")]) == 2
    assert "name a .png file" in capsys.readouterr().err


def write(film: list[Frame], path: Path) -> None:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=4, options={"crf": "16"})
        stream.width, stream.height, stream.pix_fmt = WIDE.width, WIDE.height, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for frame in film:
            picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
            picture.pts, picture.time_base = round(1000 * frame.time_s), Fraction(1, 1000)
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
