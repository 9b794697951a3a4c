"""Run the demonstration in a network of its own without a way out, and count who tried to get out."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import RefereeError

PAGES = ("", "history", "lesson", "phones", "start", "api/board", "api/picture", "static/js/main.js")
PATIENCE_S = 300.0
INSIDE = "referee.drills.offline"
TRIES_TO_GET_OUT = """
import contextlib, socket
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    with socket.socket(socket.AF_INET, kind) as any_socket, contextlib.suppress(OSError):
        any_socket.connect(("192.0.2.1", 80))
"""
"""Two tries on purpose (to an address of documentation): what counts nothing must not pass."""


class NoNetworkOfItsOwnError(RefereeError):
    """The system does not let this drill make a network of its own."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What the kernel counted in a network of its own.

    Attributes:
        out: connections and packets that looked for a way out and found none.
        names: questions for names (UDP packets sent).
        home: connections within the machine.
    """

    out: int
    names: int
    home: int


def counts(proc: Path = Path("/proc/net")) -> Counts:
    """Read the kernel's counters of this process's network."""
    found: dict[str, int] = {}
    rows: dict[str, list[str]] = {}
    for line in (proc / "snmp").read_text(encoding="ascii").splitlines():
        kind, *fields = line.split()
        if kind in rows:
            found |= {f"{kind}{name}": int(value) for name, value in zip(rows[kind], fields, strict=True)}
        rows[kind] = fields
    with contextlib.suppress(OSError):
        six = (line.split() for line in (proc / "snmp6").read_text(encoding="ascii").splitlines())
        found |= {name: int(value) for name, value in six}
    return Counts(
        found["Ip:OutNoRoutes"] + found.get("Ip6OutNoRoutes", 0),
        found["Udp:OutDatagrams"] + found.get("Udp6OutDatagrams", 0),
        found["Tcp:ActiveOpens"],
    )


def alone(*command: str) -> list[str]:
    """The command, in a network of its own that has only loopback.

    Raises:
        NoNetworkOfItsOwnError: the system does not allow it.
    """
    unshare = shutil.which("unshare")
    if sys.platform != "linux" or unshare is None:
        raise NoNetworkOfItsOwnError("This drill needs Linux and the program unshare.")
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    tried = [unshare, *rights, "--net"]
    if subprocess.run([*tried, "true"], capture_output=True, check=False).returncode:  # noqa: S603 - just found
        raise NoNetworkOfItsOwnError("This system does not let programs have a network of their own.")
    return [*tried, *command]


def loopback_up() -> None:
    """Switch loopback on; a new network has it switched off."""
    import fcntl  # noqa: PLC0415 - only Linux gets here
    import socket  # noqa: PLC0415 - the same
    import struct  # noqa: PLC0415 - the same

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        flags = struct.pack("16sh", b"lo", 0x1 | 0x40)  # IFF_UP | IFF_RUNNING
        fcntl.ioctl(any_socket, 0x8914, flags)  # SIOCSIFFLAGS


def visit(url: str, over: threading.Event) -> int:
    """Read every page now and then until the demonstration ends; returns how many were read."""
    read = 0
    while not over.wait(1.0):
        for page in PAGES:
            with contextlib.suppress(OSError), urllib.request.urlopen(url + page, timeout=5) as answer:  # noqa: S310
                answer.read()
                read += 1
    return read


def inside(folder: Path) -> int:
    """The drill, within the network of its own: plays the demonstration, visits its pages, prints the counts."""
    loopback_up()
    before = counts()
    subprocess.run([sys.executable, "-c", TRIES_TO_GET_OUT], check=True)  # noqa: S603 - ours
    control = counts().out - before.out
    before = counts()
    command = [sys.executable, "-m", "referee", "demo", "--exit", "--no-browser", "--data", str(folder)]
    over, visitor, started_s, verdicts = threading.Event(), None, time.monotonic(), 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:  # noqa: S603 - ours
        assert program.stdout is not None  # noqa: S101 - asked for above
        watchdog = threading.Timer(PATIENCE_S, program.kill)
        watchdog.start()
        for line in program.stdout:
            print(f"  {line.rstrip()}", flush=True)
            verdicts += line.startswith("Deal ")
            url = re.search(r"http://\S+", line)
            if url and visitor is None:
                visitor = threading.Thread(target=visit, args=(url[0], over))
                visitor.start()
        over.set()
        watchdog.cancel()
    if visitor is not None:
        visitor.join()
    after = counts()
    tried = after.out - before.out
    names = after.names - before.names
    print(
        f"{time.monotonic() - started_s:.0f} s, {verdicts} verdicts, {after.home - before.home} connections within "
        f"the machine. Tried to get out: {tried}; asked for names: {names}. (Two tries on purpose: {control} counted.)"
    )
    well = program.returncode == 0 and verdicts > 0 and control >= 2 and tried == 0 and names == 0
    return 0 if well else 1


def register(drills: argparse._SubParsersAction[Any]) -> None:
    """Add the drill."""
    parser = drills.add_parser(
        "offline",
        help="play the demonstration without a way out and count who tries",
        description="Runs the demonstration and visits its pages in a network of its own that leads nowhere (Linux, "
        "unshare), and reads from the kernel how many connections were tried. Exit status 0 when there were none.",
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Run the drill and report."""
    with tempfile.TemporaryDirectory(prefix="referee-drill-") as name:
        command = alone(sys.executable, "-m", INSIDE, name)
        return subprocess.run(command, check=False).returncode  # noqa: S603 - ours


if __name__ == "__main__":
    raise SystemExit(inside(Path(sys.argv[1])))
