"""Fifty watchers with the live picture and events while a match is played: what does it cost the match?"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.drills._phone import RATE, Fault
from referee.drills.stand import FILM, record_faults, stand

if TYPE_CHECKING:
    from referee.live.referee import Given

PICTURE_EVERY_S = 0.5
"""How often a page on a phone fetches the picture, seconds."""
TOLD_S = 1.0
"""So soon after a verdict every watcher must have it, seconds."""
DEALS = 3


def watch(connection: Connection, host: str, port: int, count: int) -> None:
    """The watchers' process: each reads the events and fetches pictures; one more does neither after asking.

    Args:
        connection: gets, once something comes from it, all that was seen.
        host: of the pages.
        port: the same.
        count: how many.
    """
    told: list[tuple[int, int, float]] = []
    pictures: list[int] = []
    failures: list[str] = []
    over = threading.Event()

    def events(watcher: int) -> None:
        while not over.is_set():
            try:
                stream = http.client.HTTPConnection(host, port, timeout=10)
                stream.request("GET", "/api/events")
                for line in stream.getresponse():
                    # The verdict's mark, which begins with its deal.
                    found = re.match(rb'data: .*"mark": "(\d+):', line)
                    if found:
                        told.append((watcher, int(found[1]), time.monotonic()))
                    if over.is_set():
                        break
            except OSError as error:
                failures.append(f"events: {error}")
                over.wait(1.0)

    def picture() -> None:
        pages = http.client.HTTPConnection(host, port, timeout=10)
        after = ""
        while not over.wait(PICTURE_EVERY_S):
            try:
                pages.request("GET", f"/api/picture?after={after}")
                answer = pages.getresponse()
                pictures.append(len(answer.read()))
                after = answer.headers.get("X-Picture", after)
            except (OSError, http.client.HTTPException) as error:
                failures.append(f"picture: {error}")
                pages.close()

    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.connect((host, port))
    lazy.sendall(b"GET /api/picture HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
    for watcher in range(count):
        threading.Thread(target=events, args=(watcher,), daemon=True).start()
        threading.Thread(target=picture, daemon=True).start()
    connection.send("watching")
    connection.recv()
    over.set()
    connection.send((told, len(pictures), sum(pictures), failures[:5], len(failures), _was_dropped(lazy)))


def _was_dropped(lazy: socket.socket) -> bool:
    """Whether the server hung up on a connection."""
    lazy.settimeout(5.0)
    try:
        while lazy.recv(1 << 20):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def _waits(
    told: Sequence[tuple[int, int, float]], given: Sequence[tuple[int, float]], count: int
) -> list[float]:
    """How long after each verdict each watcher heard of it, seconds; who never did is left out.

    Args:
        told: watcher, the deal whose verdict it was told, when.
        given: the deal, when its verdict was given.
        count: how many watchers.
    """
    heard = [
        (min((at_s for who, of, at_s in told if who == watcher and of == deal), default=None), when)
        for deal, when in given
        for watcher in range(count)
    ]
    return [at_s - when for at_s, when in heard if at_s is not None]


def drill(count: int) -> dict[str, Any]:
    """Play three deals before so many watchers; returns what was measured."""
    from referee.bench.live import _memory_mb  # noqa: PLC0415 - heavy imports belong here
    from referee.drills._phone import script, serve  # noqa: PLC0415 - the same
    from referee.live.process import Child  # noqa: PLC0415 - the same
    from referee.web import create_app  # noqa: PLC0415 - the same
    from referee.web.server import serve as serve_pages  # noqa: PLC0415 - the same

    moments = script((Fault.NONE,) * DEALS)
    camera = Child(serve, FILM, moments, name="referee-drill-camera")
    given: list[tuple[Given, float]] = []
    try:
        address = f"http://127.0.0.1:{camera.connection.recv()}/video"
        with tempfile.TemporaryDirectory(prefix="referee-drill-") as name, stand(address, Path(name)) as made:
            made.live.on_verdict = lambda one: given.append((one, time.monotonic()))
            pages = serve_pages(create_app(made.table), port=0)
            made.until("the first picture", lambda: made.table.picture() is not None)
            watchers = Child(watch, pages.host, pages.port, count, name="referee-drill-watchers")
            watchers.connection.recv()
            before_mb = _memory_mb("self")
            while camera.connection.recv()[0] != "over":
                pass
            time.sleep(6.0)
            after_mb = _memory_mb("self")
            watchers.connection.send("enough")
            told, pictures, size, failures, failed, dropped = watchers.connection.recv()
            watchers.kill()
            pages.close()
            lost = len(moments) - made.live.capture.state.captured
            record = record_faults(made)
    finally:
        camera.kill()
    waits = _waits(told, [(one.deal, at_s) for one, at_s in given], count)
    return {
        "watchers": count,
        "seconds": round(len(moments) / RATE, 1),
        "frames_sent": len(moments),
        "frames_lost": lost,
        "verdict_delays_s": [round(one.delay_s, 2) for one, _ in given],
        "told": len(waits),
        "told_median_s": round(statistics.median(waits), 3) if waits else None,
        "told_worst_s": round(max(waits), 3) if waits else None,
        "pictures": pictures,
        "pictures_mb": round(size / 1e6, 1),
        "failures": failures,
        "failed": failed,
        "who_did_not_read_was_dropped": dropped,
        "memory_mb": [round(before_mb), round(after_mb)],
        "record": record,
    }


def register(drills: argparse._SubParsersAction[Any]) -> None:
    """Add the drill."""
    parser = drills.add_parser(
        "watchers",
        help="play three deals before fifty watchers with picture and events",
        description="Plays the recorded first deal three times at 30 frames a second with the real detectors, while so "
        "many pages read the events and fetch the picture twice a second, and one asks and never reads. Exit status 0 "
        "when no frame was lost, every deal had its verdict, all were told within a second, and the idle one dropped.",
    )
    parser.add_argument(
        "--watchers", type=int, default=50, metavar="N", help="how many (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the drill and report."""
    found = drill(arguments.watchers)
    print(json.dumps(found, indent=2))
    all_told = found["told"] >= arguments.watchers * DEALS and (found["told_worst_s"] or 0.0) < TOLD_S
    well = (
        found["frames_lost"] <= 0
        and len(found["verdict_delays_s"]) == DEALS
        and (all_told or not arguments.watchers)
        and found["who_did_not_read_was_dropped"]
        and not found["record"]
    )
    return 0 if well else 1
