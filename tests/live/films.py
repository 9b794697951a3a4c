"""Small films and servers that stand in for cameras."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import av
import numpy as np


def picture(number: int, width: int = 160, height: int = 120) -> np.ndarray:
    """A picture whose brightness tells its number, with some texture."""
    image = np.full((height, width, 3), 20 + number % 200, np.uint8)
    image[:: 4 + number % 3, ::3] += 30
    return image


def write_film(
    path: Path, frames: int, *, rate: int = 30, codec: str = "libx264", form: str | None = None
) -> Path:
    with av.open(str(path), "w", format=form) as output:
        stream = output.add_stream(codec, rate=rate)
        stream.width, stream.height = 160, 120
        stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.codec_context.gop_size = rate // 2
        for number in range(frames):
            frame = av.VideoFrame.from_ndarray(picture(number), format="bgr24")
            for packet in stream.encode(frame):
                output.mux(packet)
        for packet in stream.encode():
            output.mux(packet)
    return path


def jpegs(frames: int) -> list[bytes]:
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mjpeg") as output:
        stream = output.add_stream("mjpeg", rate=30)
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuvj420p"
        found = [
            bytes(packet)
            for number in range(frames)
            for packet in stream.encode(av.VideoFrame.from_ndarray(picture(number), format="bgr24"))
        ]
        found += [bytes(packet) for packet in stream.encode()]
    return found


@contextmanager
def mjpeg_server(
    pictures: Sequence[bytes],
    *,
    rate: float = 100.0,
    stamped: bool = True,
    lengths: bool = True,
    stall_at: int | None = None,
) -> Iterator[str]:
    """Serve pictures as a phone would; with ``stall_at`` it falls silent there, holding the connection."""
    done = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for number, data in enumerate(pictures):
                if number == stall_at:
                    done.wait(30)
                    return
                head = b"--frame\r\nContent-Type: image/jpeg\r\n"
                head += b"Content-Length: %d\r\n" % len(data) if lengths else b""
                head += b"X-Timestamp: %.6f\r\n" % (1000 + number / 30) if stamped else b""
                self.wfile.write(head + b"\r\n" + data + b"\r\n")
                time.sleep(1 / rate)
            self.wfile.write(b"--frame--\r\n")

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        done.set()
        server.shutdown()
        server.server_close()


@contextmanager
def bytes_server(data: bytes, *, rate: float = 1e6, stall: bool = False) -> Iterator[str]:
    """Serve bytes over TCP at a pace (bytes a second), as MPEG-TS comes; then hang up, or fall silent."""
    listener = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def serve() -> None:
        while not done.is_set():
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                try:
                    for start in range(0, len(data), 4096):
                        client.sendall(data[start : start + 4096])
                        time.sleep(4096 / rate)
                    if stall:
                        done.wait(30)
                except OSError:
                    continue

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        done.set()
        listener.close()
