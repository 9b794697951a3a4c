"""``referee check-table`` on committed and given films."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import av
import pytest
from referee.calibration.tablefile import load, path_of

from referee.cli import main
from tests.calibration.pages import HEIGHT, WIDTH, film_of_page

FILMS = Path(__file__).parents[1] / "scenes" / "films"


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict]]:
    status = main(["check-table", "--json", *arguments])
    return status, json.loads(capsys.readouterr().out)


def flagged(findings: list[dict]) -> set[str]:
    return {line["what"] for line in findings if line["level"] != "green"}


def test_a_good_table_is_green_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    film = str(FILMS / "clear-04.mp4")
    status, found = checked(
        capsys, "--source", film, "--seconds", "2", "--table", "t", "--data", str(tmp_path)
    )
    assert (status, flagged(found)) == (0, set())
    assert {line["seat"] for line in found} == {None, 0, 1, 2, 3}
    assert all(line["advice"] for line in found)
    assert [seat.number for seat in load(path_of(tmp_path, "t")).seats] == [0, 1, 2, 3]
    timing = next(line for line in found if line["what"] == "timing")
    assert "will be a redeal" in timing["advice"]


def test_people_are_told_whether_to_play_and_how_seats_count(capsys: pytest.CaptureFixture[str]):
    assert main(["check-table", "--source", str(FILMS / "clear-04.mp4"), "--seconds", "1"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "The table is good: you can play. Seats count from 0 at the left of the picture."


@pytest.mark.scenes
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "what"), [("dim-01", "frame-rate"), ("small-01", "size"), ("bright-01", "exposure")]
)
def test_what_is_wrong_is_flagged(capsys, scenes_dir: Path, name: str, what: str):
    _, found = checked(capsys, "--source", str(scenes_dir / f"{name}.mp4"), "--seconds", "2.5")
    assert what in flagged(found)


def test_nobody_there_is_red(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    film = tmp_path / "page.mp4"
    write(film, seconds=2.0)
    status, found = checked(capsys, "--source", str(film))
    assert status == 1
    assert "people" in flagged(found)


def test_the_timing_page_is_measured_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    film = tmp_path / "page.mp4"
    write(film, seconds=12.0)
    arguments = ("--source", str(film), "--timing", "--table", "t", "--data", str(tmp_path))
    status, found = checked(capsys, *arguments)
    readout = next(line for line in found if line["what"] == "readout")
    assert status == 0
    assert readout["value"] == pytest.approx(26, abs=3)
    timing = load(path_of(tmp_path, "t")).timing
    assert timing is not None
    assert timing.readout_s == pytest.approx(0.026, abs=0.003)


def test_a_film_of_something_else_is_no_timing_page(capsys: pytest.CaptureFixture[str]):
    assert main(["check-table", "--timing", "--source", str(FILMS / "clear-04.mp4")]) == 2
    assert "timing page was not seen" in capsys.readouterr().err


def write(path: Path, *, seconds: float) -> None:
    """A film of the timing page, 26 ms from the first row to the last."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"crf": "20"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 90000)
        for frame in film_of_page(readout_s=0.026, seconds=seconds):
            picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
            picture.pts, picture.time_base = round(frame.time_s * 90000), Fraction(1, 90000)
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
