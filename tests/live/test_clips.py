import threading
import time
from dataclasses import replace
from pathlib import Path

import av
import pytest

from referee.evidence import clipfile
from referee.live import clips
from referee.live.clips import ClipJob, ClipWriter, remux, write_clip
from referee.live.decoder import decode_stretch
from referee.live.evidence import Measuring
from referee.live.protocols import Measure
from referee.live.referee import Given
from referee.live.ring import Ring, Stretch
from referee.live.session import clip_job
from referee.rules.verdict import Outcome, Reason, Verdict
from tests.live.films import write_film
from tests.live.rings import ring_of
from tests.web.played import letter_to, played

FORMS = [("libx264", "film.mp4"), ("libx264", "film.ts"), ("mjpeg", "film.mov")]


def stretch_of(path: Path, start_s: float = 0.7, end_s: float = 1.5) -> Stretch:
    stretch = ring_of(path).stretch(start_s, end_s)
    assert stretch is not None
    return stretch


@pytest.mark.parametrize(("codec", "name"), FORMS)
def test_the_cameras_packets_come_back_with_the_same_times_and_pixels(
    tmp_path: Path, codec: str, name: str
) -> None:
    stretch = stretch_of(write_film(tmp_path / name, 60, codec=codec))
    remux(stretch, tmp_path / "clip.mov")
    again = ring_of(tmp_path / "clip.mov").stretch(0.0, 60.0)
    assert again is not None
    start_us = min(packet.time_us for packet in stretch.packets)
    assert [packet.time_us - start_us for packet in stretch.packets] == [
        packet.time_us for packet in again.packets
    ]
    offset_s = start_us / 1e6
    kept = {round(time_s + offset_s, 6): image for time_s, image in decode_stretch(again)}
    for time_s, image in decode_stretch(stretch):
        assert (kept[round(time_s, 6)] == image).all()


@pytest.mark.parametrize(("codec", "name"), FORMS)
def test_the_viewing_film_is_what_browsers_play(tmp_path: Path, codec: str, name: str) -> None:
    write_clip(
        ClipJob(stretch_of(write_film(tmp_path / name, 60, codec=codec)), tmp_path / "clips", "deal-1")
    )
    data = (tmp_path / "clips" / "deal-1.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    with av.open(str(tmp_path / "clips" / "deal-1.mp4")) as film:
        stream = film.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        times = [float(frame.pts * stream.time_base) for frame in film.decode(stream)]
    assert times == pytest.approx([number / 30 for number in range(len(times))], abs=1e-3)
    assert len(times) in (24, 25)
    assert sorted(path.name for path in (tmp_path / "clips").iterdir()) == [
        f"deal-1.{ending}" for ending in ("json", "mov", "mp4")
    ]


def test_writing_never_keeps_anybody_waiting(tmp_path: Path) -> None:
    blocked, tidied = threading.Event(), threading.Event()

    def tidy() -> None:
        tidied.set()
        blocked.wait(20)

    writer = ClipWriter(lambda _words: None, tidy)
    assert tidied.wait(5)
    job = ClipJob(stretch_of(write_film(tmp_path / "film.mp4", 60)), tmp_path / "clips", "deal-001")
    started = time.monotonic()
    for _ in range(3):
        writer.write(job)
    assert time.monotonic() - started < 1.0
    assert not (tmp_path / "clips").exists()
    blocked.set()
    writer.finish(60)
    assert (tmp_path / "clips" / "deal-001.json").exists()


def test_a_clip_that_cannot_be_written_does_not_cost_the_next(tmp_path: Path) -> None:
    said: list[str] = []
    writer = ClipWriter(said.append)
    stretch = stretch_of(write_film(tmp_path / "film.mp4", 60))
    broken = ClipJob(replace(stretch, packets=()), tmp_path / "clips", "deal-001")
    writer.write(broken)
    writer.write(ClipJob(stretch, tmp_path / "clips", "deal-002"))
    writer.finish(60)
    assert said[0].startswith("The clip could not be written (")
    assert said[-1] == ""
    assert clipfile.faults(tmp_path / "clips", "deal-002") == []


def given(start_s: float, first_s: float, end_s: float) -> Given:
    how = Measuring(Measure((), 0.4), 1, start_s, end_s, False, start_s, end_s, False, (), (), 0.0)
    outcome = Outcome(Verdict.CALL, Reason.UNSEEN)
    return Given(
        deal=1,
        outcome=outcome,
        start_s=start_s,
        first_s=first_s,
        end_s=end_s,
        delay_s=0.0,
        clip="deal-001",
        measurement={},
        how=how,
        views=(),
        traces=(),
    )


@pytest.fixture(scope="module")
def long_ring(tmp_path_factory: pytest.TempPathFactory) -> Ring:
    return ring_of(write_film(tmp_path_factory.mktemp("long") / "film.mp4", 660))


@pytest.mark.parametrize(
    ("start_s", "end_s", "begins_s", "whole"),
    [(-1.5, 4.0, 0.0, True), (2.0, 9.0, 2.0, True), (2.0, 17.0, 3.0, False)],
)
def test_a_clip_begins_where_measuring_began_and_lasts_fifteen_seconds(
    long_ring: Ring, start_s: float, end_s: float, begins_s: float, whole: bool
) -> None:
    table = played(letter_to(3))
    job = clip_job(given(start_s, end_s - 1.0, end_s), table.state, long_ring, Path("g"))
    assert job is not None
    assert (job.stretch.start_s, job.stretch.whole) == (begins_s, whole)
    assert end_s + 1.0 <= job.stretch.end_s <= begins_s + 15.0
    assert job.view_from_s == end_s - 5.0
    assert clip_job(given(100.0, 101.0, 102.0), table.state, long_ring, Path("g")) is None


def test_a_nearly_full_disk_stops_clips_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "SPARE_BYTES", 2**62)
    said: list[str] = []
    told = threading.Event()

    def hear(words: str) -> None:
        said.append(words)
        told.set()

    writer = ClipWriter(hear)
    writer.write(ClipJob(stretch_of(write_film(tmp_path / "film.mp4", 60)), tmp_path / "clips", "deal-1"))
    assert told.wait(5)
    writer.finish()
    assert "nearly full" in said[0]
    assert list((tmp_path / "clips").iterdir()) == []
