import time
from pathlib import Path

import pytest

from referee.live.errors import SourceError, SourceLostError
from referee.live.packets import SourcePacket
from referee.live.sources import SourceKind, open_source, parse_source
from tests.live.films import bytes_server, jpegs, mjpeg_server, write_film


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0", SourceKind.CAMERA),
        ("HD Webcam C270", SourceKind.CAMERA),
        ("/dev/video2", SourceKind.CAMERA),
        ("http://10.0.0.5:8080/video", SourceKind.HTTP),
        ("rtsp://user:secret@10.0.0.5/stream", SourceKind.STREAM),
        ("tcp://127.0.0.1:9000", SourceKind.STREAM),
    ],
)
def test_what_people_name_is_told_apart(text: str, kind: SourceKind) -> None:
    assert parse_source(text).kind is kind


@pytest.mark.parametrize("text", ["ftp://there/film.mp4", "no/such/film.mp4", "missing.mkv", " "])
def test_what_cannot_be_a_source_is_refused_in_words(text: str) -> None:
    with pytest.raises(SourceError):
        parse_source(text)


def test_a_password_is_not_shown() -> None:
    assert "secret" not in parse_source("rtsp://user:secret@10.0.0.5/stream").words


def test_a_film_plays_at_its_own_pace_with_its_own_times(tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.mp4", 15)
    source = open_source(parse_source(str(film)))
    started = time.monotonic()
    packets = list(source.packets())
    took_s = time.monotonic() - started
    source.close()
    assert 0.35 < took_s < 2.0
    assert sorted(round(packet.pts_s * 30) for packet in packets if packet.pts_s is not None) == list(
        range(15)
    )
    assert source.info.codec == "h264"
    assert (source.info.width, source.info.height) == (160, 120)


def test_a_file_that_is_no_film_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "film.mp4"
    text.write_text("cards")
    with pytest.raises(SourceError, match="cannot be opened"):
        open_source(parse_source(str(text)))


@pytest.mark.parametrize("lengths", [True, False])
def test_motion_jpeg_keeps_the_servers_times_and_bytes(lengths: bool) -> None:
    pictures = jpegs(6)
    with mjpeg_server(pictures, lengths=lengths) as address:
        source = open_source(parse_source(address))
        packets = source.packets()
        found = [next(packets) for _ in range(5)]
        source.close()
    assert [packet.data for packet in found] == pictures[:5]
    assert found[3].pts_s == pytest.approx(1000.1)
    assert source.info.intra_only


def test_motion_jpeg_without_times_says_so() -> None:
    with mjpeg_server(jpegs(3), stamped=False) as address:
        source = open_source(parse_source(address))
        packet = next(source.packets())
        source.close()
    assert packet.pts_s is None
    assert "no times of its own" in source.info.described


def test_a_camera_that_hangs_up_is_lost() -> None:
    with mjpeg_server(jpegs(3)) as address:
        source = open_source(parse_source(address))
        with pytest.raises(SourceLostError):
            list(source.packets())


def test_a_camera_that_falls_silent_is_lost_within_two_seconds() -> None:
    with mjpeg_server(jpegs(5), stall_at=3) as address:
        source = open_source(parse_source(address))
        started = time.monotonic()
        with pytest.raises(SourceLostError):
            list(source.packets())
        assert time.monotonic() - started < 2.0


def test_nobody_there_is_said_in_words() -> None:
    with pytest.raises(SourceError, match="does not answer"):
        open_source(parse_source("http://127.0.0.1:9/video"))


def test_mpeg_ts_over_tcp_comes_with_its_own_times(tmp_path: Path) -> None:
    data = write_film(tmp_path / "film.ts", 60, form="mpegts").read_bytes()
    with bytes_server(data) as address:
        source = open_source(parse_source(address))
        packets: list[SourcePacket] = []
        with pytest.raises(SourceLostError, match="stopped sending"):
            packets.extend(source.packets())
        source.close()
    times = sorted(packet.pts_s for packet in packets if packet.pts_s is not None)
    assert len(times) == 60
    assert times[-1] - times[0] == pytest.approx(59 / 30, abs=1e-3)
