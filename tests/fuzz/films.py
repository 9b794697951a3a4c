"""Damaged and strange films, made from seeds, read the three ways the program reads films.

``python -m tests.fuzz.films FOLDER FIRST COUNT`` reads cases in a process of its own, so that a crash is seen, and
says one line of JSON for each: what came out, how long it took, how much memory the process has needed so far.
"""

from __future__ import annotations

import io
import json
import random
import struct
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from referee.errors import RefereeError
from referee.film import Film
from referee.live.clock import CameraClock
from referee.live.containers import open_file
from referee.live.decoder import Decoder, decode_stretch, image_of
from referee.live.ring import Ring

FRAMES = 12
FORMS = {
    "a.mp4": ("libx264", None, "yuv420p"),
    "a.mkv": ("libx264", None, "yuv420p"),
    "a.ts": ("mpeg2video", None, "yuv420p"),
    "a.avi": ("mjpeg", None, "yuvj420p"),
    "a.webm": ("libvpx-vp9", None, "yuv420p"),
    "a.mov": ("mjpeg", None, "yuvj420p"),
    "a.mjpeg": ("mjpeg", "mjpeg", "yuvj420p"),
    "a.h264": ("libx264", "h264", "yuv420p"),
    "a.gif": ("gif", "gif", "rgb8"),
}
STILLS = (".png", ".jpg", ".webp", ".bmp", ".tiff")
STAMPS = (0, 1, -1, -5, 10**6, 2**31 - 1, 2**31, 2**32, 2**40, -(2**40), 2**62, -(2**62))


def picture(number: int, size: tuple[int, int] = (48, 64)) -> np.ndarray:
    noise = np.random.default_rng(number)
    return noise.integers(10 * number, 10 * number + 60, (*size, 3)).astype(np.uint8)


def film(
    name: str,
    size: tuple[int, int] = (48, 64),
    count: int = FRAMES,
    stamp: Callable[[int], int] | None = None,
) -> bytes:
    """A small film in the container and codec that belong to the name."""
    codec, form, pixels = FORMS[name]
    buffer = io.BytesIO()
    with av.open(
        buffer, "w", format=form or {"mkv": "matroska", "ts": "mpegts"}.get(name[2:], name[2:])
    ) as target:
        stream = target.add_stream(codec, rate=30)
        stream.height, stream.width = size
        stream.pix_fmt = pixels
        made = [
            av.VideoFrame.from_ndarray(picture(number % 19, size), format="bgr24") for number in range(count)
        ]
        packets = [packet for frame in (*made, None) for packet in stream.encode(frame)]
        for number, packet in enumerate(packets):
            if stamp is not None:
                packet.pts = packet.dts = stamp(number)
                packet.time_base = Fraction(1, 90_000)
            target.mux(packet)
    return buffer.getvalue()


@cache
def corpus() -> tuple[tuple[str, bytes], ...]:
    """Whole films and pictures, to be damaged."""
    stills = [(f"a{ending}", bytes(cv2.imencode(ending, picture(3))[1])) for ending in STILLS]
    return (*((name, film(name)) for name in FORMS), *stills)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """One way to break a file: cut, flip, blank, insert, repeat, swap, or put a great number into a header."""
    content = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(content) or 1)
        match rng.randrange(8):
            case 0:
                del content[at:]
            case 1:
                for _flip in range(rng.choice((1, 4, 64))):
                    content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
            case 2:
                content[at : at + rng.choice((4, 64, 1024))] = bytes(rng.choice((4, 64, 1024)))
            case 3:
                content[at:at] = rng.randbytes(rng.choice((1, 16, 4096)))
            case 4:
                content += content[at:]
            case 5:
                content[at : at + 4] = struct.pack(">I", rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF)))
            case 6:
                place = rng.randrange(min(len(content), 400) or 1)  # where the headers are
                content[place : place + rng.choice((1, 2, 4, 8))] = rng.randbytes(rng.choice((1, 2, 4, 8)))
            case 7:
                del content[at : at + rng.choice((1, 8, 500))]
        if not content:
            return b""
    return bytes(content)


def strange(rng: random.Random) -> tuple[str, bytes]:
    """A whole film that is odd: wild times, odd or changing sizes, no frame at all, sound only, huge on paper."""
    match rng.randrange(6):
        case 0:
            stamps = sorted(rng.choices(STAMPS, k=FRAMES)) if rng.random() < 0.5 else None
            kept = stamps or sorted(rng.randrange(-(2**40), 2**40) for _ in range(FRAMES))
            return "a.mkv", film("a.mkv", stamp=lambda number: kept[min(number, FRAMES - 1)])
        case 1:
            size = rng.choice(((1, 1), (1, 64), (64, 1), (3, 5), (17, 4001)))
            return "a.mjpeg", film("a.mjpeg", size, 2)
        case 2:
            sizes = [(rng.randrange(1, 200), rng.randrange(1, 200)) for _ in range(6)]
            jpegs = [
                cv2.imencode(".jpg", picture(number, size))[1].tobytes() for number, size in enumerate(sizes)
            ]
            return "a.mjpeg", b"".join(jpegs)
        case 3:
            return rng.choice(("a.mp4", "a.mkv")), film("a.mkv", count=0)
        case 4:
            return "a.wav", sound()
        case _:
            jpeg = bytearray(cv2.imencode(".jpg", picture(1))[1])
            at = jpeg.find(b"\xff\xc0")
            jpeg[at + 5 : at + 9] = struct.pack(">HH", *rng.choices((1, 9000, 30000, 65535), k=2))
            whole = cv2.imencode(".jpg", picture(2))[1].tobytes()
            return "a.mjpeg", whole * rng.randrange(2) + bytes(jpeg) + whole


@cache
def sound() -> bytes:
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="wav") as target:
        stream = target.add_stream("pcm_s16le", rate=8000, layout="mono")
        made = av.AudioFrame.from_ndarray(np.zeros((1, 800), np.int16), format="s16", layout="mono")
        made.rate = 8000
        for packet in [*stream.encode(made), *stream.encode()]:
            target.mux(packet)
    return buffer.getvalue()


def case(number: int) -> tuple[str, bytes]:
    """Case ``number``: a file's name and content, always the same."""
    rng = random.Random(number)  # noqa: S311 - a test, not a secret
    if number % 5 == 0:
        return strange(rng)
    name, data = rng.choice(corpus())
    return (rng.choice(("a.mp4", "a.mkv", "a.avi", "a")) if rng.random() < 0.1 else name), damaged(data, rng)


def by_film(path: Path) -> str:
    """As ``referee judge`` reads it."""
    times = [(frame.index, frame.time_s) for frame in Film(path)]
    assert times == sorted(set(times)), "times advance"
    return f"{len(times)} frames"


def by_camera(path: Path) -> str:
    """As the live path reads it, into the ring, and out of the ring again for a clip."""
    source = open_file(str(path), paced=False)
    clock, ring, decoder, shapes = CameraClock(), Ring(), Decoder(source.info), list[Any]()
    latest_s = -1.0
    try:
        for packet in source.packets():
            stamped = clock.stamp(packet)
            if stamped is None:
                continue
            latest_s = stamped.order_s
            ring.append(stamped, source.info)
            shapes += [image_of(frame).shape for _, frame in decoder.decode(stamped)]
    finally:
        source.close()
        decoder.close()
    stretch = ring.stretch(latest_s - 1.0, latest_s + 1.0)
    again = [] if stretch is None else list(decode_stretch(stretch))
    return f"{len(shapes)} pictures, {len(again)} again"


def peak_mb() -> int:
    """The most memory that this program has had in use, in MB (Linux).

    Not ``getrusage``: its number outlives ``exec``, so that a large test run hands its own peak on to its children.
    """
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def outcomes(path: Path) -> Iterator[dict[str, Any]]:
    for read in (by_film, by_camera):
        started_s = time.monotonic()
        try:
            said, error = read(path), ""
        except RefereeError as refusal:
            said, error = f"{type(refusal).__name__}: {refusal}", ""
        except Exception as wrong:  # noqa: BLE001 - whatever is no RefereeError is what this looks for
            said, error = "", f"{type(wrong).__name__}: {wrong}"
        yield {
            "read": read.__name__,
            "said": said,
            "error": error,
            "took_s": round(time.monotonic() - started_s, 3),
            "peak_mb": peak_mb(),
        }


def main(folder: Path, first: int, count: int) -> None:
    for number in range(first, first + count):
        name, data = case(number)
        path = folder / name
        path.write_bytes(data)
        print(json.dumps({"case": number, "name": name, "read": "begins"}), flush=True)
        for found in outcomes(path):
            print(json.dumps({"case": number, "name": name, **found}), flush=True)
        path.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
