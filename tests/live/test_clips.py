import threading
from pathlib import Path

import av
import pytest

from referee.live import clips
from referee.live.clips import ClipJob, ClipWriter, remux, write_clip
from referee.live.decoder import decode_stretch
from referee.live.ring import Stretch
from tests.live.films import write_film
from tests.live.rings import ring_of

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
