"""Files as people have them: whole, broken off, damaged, turned, no film at all."""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from referee.film import Film, FilmError

WHOLE = Path(__file__).parent / "scenes" / "films" / "clear-04.mp4"
FRAMES = 131


def frames(path: Path) -> list[tuple[int, float]]:
    return [(frame.index, frame.time_s) for frame in Film(path)]


def remuxed(path: Path, lost: Container[int] = (), **options: str) -> Path:
    """The film's own packets in another container."""
    with av.open(str(WHOLE)) as source, av.open(str(path), "w", options=options) as target:
        stream = target.add_stream_from_template(source.streams.video[0])
        for number, packet in enumerate(source.demux(source.streams.video[0])):
            if packet.dts is not None and number not in lost:
                packet.stream = stream
                target.mux(packet)
    return path


def shortened(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    return path


def grey(number: int, size: tuple[int, int] = (48, 64)) -> np.ndarray:
    return np.full((*size, 3), 10 * number, np.uint8)


def written(
    path: Path, *, codec: str, form: str | None = None, pixels: str = "yuv420p", count: int = 20
) -> Path:
    """A small film whose brightness counts the frames."""
    with av.open(str(path), "w", format=form) as target:
        stream = target.add_stream(codec, rate=30)
        stream.width, stream.height, stream.pix_fmt = 64, 48, pixels
        for number in range(count):
            for packet in stream.encode(av.VideoFrame.from_ndarray(grey(number), format="bgr24")):
                target.mux(packet)
        for packet in stream.encode():
            target.mux(packet)
    return path


@pytest.fixture(scope="module")
def originals() -> dict[int, np.ndarray]:
    """The whole film's frames, a quarter as wide, by their number at 30 frames a second."""
    return {round(30 * frame.time_s): frame.image[::4, ::4] for frame in Film(WHOLE)}


def is_faithful(film: Film, originals: dict[int, np.ndarray]) -> bool:
    """Whether every frame of a damaged film is exactly the one that was filmed at that time."""
    return all(np.array_equal(frame.image[::4, ::4], originals[round(30 * frame.time_s)]) for frame in film)


def test_a_whole_film() -> None:
    film = Film(WHOLE)
    found = [(frame.index, frame.time_s) for frame in film]
    assert [index for index, _ in found] == list(range(FRAMES))
    assert np.diff([time_s for _, time_s in found]) == pytest.approx(1 / 30)
    assert (film.partial, film.repeated, film.expected_frames) == (False, 0, FRAMES)
    assert frames(WHOLE) == found, "a film can be read twice"


@pytest.mark.parametrize(
    "name", ["a.mkv", "a.ts", "a.mov", "12:30.mp4", "http:x.mp4", "50% ü.mp4", "a%d.mp4"]
)
def test_containers_and_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    film = Film(remuxed(tmp_path / name).relative_to(tmp_path))
    times = [frame.time_s for frame in film]
    assert len(times) == FRAMES
    assert np.diff(times) == pytest.approx(1 / 30, abs=0.001), "the stamps of mkv are whole milliseconds"
    assert not film.partial


@pytest.mark.parametrize("name", ["no.mp4", "folder/no.mp4", "x" * 300, "nul\0.mp4"])
def test_a_file_that_is_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(FilmError, match="There is no file"):
        Film(tmp_path / name)


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="is a folder"):
        Film(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FilmError, match="is no file"):
        Film(tmp_path / "pipe")


@pytest.mark.parametrize("name", ["notes.txt", "notes.mp4", "notes.nfo", "notes"])
def test_a_text_is_no_film_although_ffmpeg_can_draw_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("K, K, K, Q\n" * 50)
    with pytest.raises(FilmError, match="no film or picture"):
        Film(tmp_path / name)


@pytest.mark.parametrize("content", [b"", b"\0", np.random.default_rng(0).bytes(5000)])
def test_bytes_that_mean_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.mp4").write_bytes(content)
    with pytest.raises(FilmError, match=r"a\.mp4 is no film or picture"):
        Film(tmp_path / "a.mp4")


def test_sound_alone(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "a.wav"), "w") as target:
        stream = target.add_stream("pcm_s16le", rate=8000, layout="mono")
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 8000), np.int16), format="s16", layout="mono")
        sound.rate = 8000
        for packet in [*stream.encode(sound), *stream.encode()]:
            target.mux(packet)
    with pytest.raises(FilmError, match="only sound"):
        Film(tmp_path / "a.wav")


@pytest.mark.parametrize("share", [0.3, 0.7, 0.99])
@pytest.mark.parametrize("name", ["a.mp4", "a.mkv"])
def test_a_film_that_breaks_off_goes_as_far_as_it_goes(
    tmp_path: Path, name: str, share: float, originals: dict[int, np.ndarray]
) -> None:
    film = Film(shortened(remuxed(tmp_path / name, movflags="faststart"), share))
    assert is_faithful(film, originals)
    assert film.partial
    assert share * FRAMES - 20 < len(frames(film.path)) < FRAMES


def test_a_film_without_its_index_cannot_be_read(tmp_path: Path) -> None:
    data = WHOLE.read_bytes()
    assert data.find(b"moov") < data.find(b"mdat"), "this scene begins with the index"
    (tmp_path / "a.mp4").write_bytes(data[:36] + data[data.find(b"mdat") - 4 :])
    with pytest.raises(FilmError):
        list(Film(tmp_path / "a.mp4"))


def test_a_film_that_was_cut_to_length_is_whole(tmp_path: Path) -> None:
    """Not encoded again, it still counts all frames; only its duration is shorter."""
    data = bytearray(WHOLE.read_bytes())
    scale = int.from_bytes(data[(at := data.find(b"mvhd")) + 16 : at + 20], "big")
    entry = data.find(b"elst") + 12
    assert entry > 12, "the scene has an edit list"
    data[entry : entry + 4] = (2 * scale).to_bytes(4, "big")
    (tmp_path / "a.mp4").write_bytes(data)
    film = Film(tmp_path / "a.mp4")
    assert 58 <= len(list(film)) <= 62 < film.expected_frames
    assert not film.partial


@pytest.mark.parametrize("name", ["a.mp4", "a.ts"])
def test_what_damage_left_over_is_not_shown(
    tmp_path: Path, name: str, originals: dict[int, np.ndarray]
) -> None:
    path = remuxed(tmp_path / name)
    data = bytearray(path.read_bytes())
    data[len(data) // 3 : len(data) // 3 + 20000] = bytes(20000)
    path.write_bytes(data)
    film = Film(path)
    found = list(film)
    late_s = found[0].time_s  # a transport stream begins late
    assert film.partial
    assert 60 < len(found) < FRAMES
    for frame in found:
        assert np.array_equal(frame.image[::4, ::4], originals[round(30 * (frame.time_s - late_s))])


@pytest.mark.parametrize("seed", range(4))
def test_flipped_bytes_never_show_what_was_not_filmed(
    tmp_path: Path, seed: int, originals: dict[int, np.ndarray]
) -> None:
    path = remuxed(tmp_path / "a.mkv")
    data = bytearray(path.read_bytes())
    for place in np.random.default_rng(seed).integers(len(data) // 2, len(data) - 5000, 3):
        data[place] ^= 0xFF
    path.write_bytes(data)
    film = Film(path)
    assert is_faithful(film, originals)
    assert film.partial
    assert 60 < len(frames(path)) < FRAMES


def test_a_lost_packet_is_a_gap(tmp_path: Path) -> None:
    times = [time_s for _, time_s in frames(remuxed(tmp_path / "a.mp4", range(31, 60)))]
    assert max(np.diff(times)) >= 0.9


@pytest.mark.parametrize(
    ("codec", "name", "form", "pixels"),
    [
        ("libx264", "a.avi", None, "yuv420p"),
        ("mpeg4", "b.avi", None, "yuv420p"),
        ("mjpeg", "c.avi", None, "yuvj420p"),
        ("libvpx-vp9", "a.webm", None, "yuv420p"),
        ("libx264", "a.flv", None, "yuv420p"),
        ("mpeg2video", "a.mpg", None, "yuv420p"),
        ("gif", "a.gif", "gif", "rgb8"),
        ("libx264", "a.h264", "h264", "yuv420p"),
        ("mjpeg", "a.mjpeg", "mjpeg", "yuvj420p"),
    ],
)
def test_formats(tmp_path: Path, codec: str, name: str, form: str | None, pixels: str) -> None:
    film = Film(written(tmp_path / name, codec=codec, form=form, pixels=pixels))
    found = list(film)
    brightness = [frame.image.mean() for frame in found]
    assert len(found) == 20
    assert brightness == sorted(brightness), "in order of presentation"
    assert np.diff([frame.time_s for frame in found])[:15] == pytest.approx(1 / 30, abs=0.008)
    assert not film.partial


def with_times(path: Path, stamps: Sequence[int]) -> Path:
    """A film of single pictures, each with its own timestamp in hundredths of a second."""
    with av.open(str(path), "w") as target:
        stream = target.add_stream("mjpeg", rate=100)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuvj420p"
        packets = []
        for number in range(len(stamps)):
            packets += stream.encode(av.VideoFrame.from_ndarray(grey(number), format="bgr24"))
        packets += stream.encode()
        for number, (packet, stamp) in enumerate(zip(packets, stamps, strict=True)):
            packet.pts, packet.dts, packet.time_base = stamp, number, Fraction(1, 100)
            target.mux(packet)
    return path


def test_a_time_that_does_not_advance_is_left_out(tmp_path: Path) -> None:
    film = Film(with_times(tmp_path / "a.mkv", [10, 13, 13, 16, 14, 15, 19, 22]))
    found = [(frame.index, round(frame.image.mean() / 10)) for frame in film]
    assert found == [(0, 0), (1, 1), (2, 3), (3, 6), (4, 7)]
    assert [time_s for _, time_s in frames(film.path)] == pytest.approx([0.1, 0.13, 0.16, 0.19, 0.22])
    assert film.repeated == 3


def test_uneven_times_are_kept(tmp_path: Path) -> None:
    stamps = [10, 13, 17, 50, 52, 90]
    film = Film(with_times(tmp_path / "a.mkv", stamps))
    assert [time_s for _, time_s in frames(film.path)] == pytest.approx([stamp / 100 for stamp in stamps])
    assert not film.partial


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "bmp", "tiff"])
@pytest.mark.parametrize("shape", [(1, 1, 3), (48, 64, 3), (48, 64)])
def test_still_pictures(tmp_path: Path, ending: str, shape: tuple[int, ...]) -> None:
    path = tmp_path / f"a.{ending}"
    assert cv2.imwrite(str(path), np.full(shape, 100, np.uint8))
    film = Film(path)
    (frame,) = film
    assert (frame.index, frame.time_s, frame.image.shape) == (0, 0.0, (*shape[:2], 3))
    assert frame.image.mean() == pytest.approx(100, abs=2)
    assert not film.partial


def test_transparent_pictures(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((48, 64, 4), 100, np.uint8))
    (frame,) = Film(tmp_path / "a.png")
    assert frame.image.shape == (48, 64, 3)


def test_an_8k_picture_is_read_and_a_larger_one_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "8k.jpg"), np.full((4320, 7680, 3), 100, np.uint8))
    (frame,) = Film(tmp_path / "8k.jpg")
    assert frame.image.shape == (4320, 7680, 3)
    cv2.imwrite(str(tmp_path / "9k.jpg"), np.full((5000, 9000, 3), 100, np.uint8))
    with pytest.raises(FilmError, match="larger than 8192 x 4608"):
        Film(tmp_path / "9k.jpg")


def test_half_a_picture_is_none(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "a.png"), noise)
    with pytest.raises(FilmError, match="no picture that can be decoded"):
        list(Film(shortened(tmp_path / "a.png", 0.5)))


@pytest.mark.parametrize(
    ("matrix", "turned"),
    [((1, 0, 0, 1), 0), ((0, 1, -1, 0), -1), ((-1, 0, 0, -1), 2), ((0, -1, 1, 0), 1)],
)
def test_a_phone_that_was_not_held_upright(
    tmp_path: Path, matrix: tuple[int, int, int, int], turned: int, originals: dict[int, np.ndarray]
) -> None:
    """The track header of an mp4 has the matrix that turns the picture for display."""
    a, b, c, d = (value * 0x10000 for value in matrix)
    data = bytearray(WHOLE.read_bytes())
    at = data.find(b"tkhd") + 44
    data[at : at + 36] = b"".join(
        value.to_bytes(4, "big", signed=True) for value in (a, b, 0, c, d, 0, 0, 0, 0x40000000)
    )
    (tmp_path / "a.mp4").write_bytes(data)
    frame = next(iter(Film(tmp_path / "a.mp4")))
    assert np.array_equal(np.rot90(frame.image, -turned)[::4, ::4], originals[0])
