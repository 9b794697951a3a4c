"""Stop, kill and starve the referee's processes in the middle of a deal, and suspend them all for a minute."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.drills._phone import Fault
from referee.drills.camera import LAST
from referee.drills.stand import FILM, Stand, record_faults, stand
from referee.errors import RefereeError

STARVED_BYTES = 64 * 2**20
"""So much more memory than it has may a starved detector take; a picture of 1280x720 with its copies takes ten."""


class NoSignalsError(RefereeError):
    """The system has no such signals."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one fault did.

    Attributes:
        fault: in words.
        noticed_s: until the process was started anew; ``None``: it was not.
        said: what the page said.
        verdict: of the deal that was open.
        wrong: what must not be; "" when all is well.
    """

    fault: str
    noticed_s: float | None
    said: str
    verdict: str
    wrong: str


def kill(pid: int) -> None:
    """End it at once."""
    os.kill(pid, signal.SIGKILL)


def hang(pid: int) -> None:
    """Let it stand still."""
    os.kill(pid, signal.SIGSTOP)


def starve(pid: int) -> None:
    """Let it have hardly more memory than it has."""
    import resource  # noqa: PLC0415 - not on Windows

    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE")
    resource.prlimit(pid, resource.RLIMIT_AS, (limit, limit))


FAULTS: tuple[tuple[str, str, Callable[[int], None]], ...] = (
    ("scout killed", "scout", kill),
    ("scout hung", "scout", hang),
    ("scout out of memory", "scout", starve),
    ("stopwatch killed", "stopwatch 1", kill),
    ("stopwatch hung", "stopwatch 1", hang),
    ("stopwatch out of memory", "stopwatch 1", starve),
    ("camera process killed", "camera", kill),
    ("camera process hung", "camera", hang),
)


def detectors() -> tuple[list[Finding], list[str]]:
    """One deal for each fault, caused while the players touch their noses."""
    from referee.drills._phone import script, serve  # noqa: PLC0415 - heavy imports belong here
    from referee.live.process import Child  # noqa: PLC0415 - the same

    # A fault of the camera that changes nothing marks the moment of each deal.
    moments = script((Fault.MARK,) * len(FAULTS))
    camera = Child(serve, FILM, moments, name="referee-drill-camera")
    found: list[Finding] = []
    try:
        address = f"http://127.0.0.1:{camera.connection.recv()}/video"
        with tempfile.TemporaryDirectory(prefix="referee-drill-") as name, stand(address, Path(name)) as made:
            caused: list[tuple[int, int, float]] = []
            while (news := camera.connection.recv())[0] != "over":
                number, fault, _ = news
                if fault is Fault.MARK and number == len(caused):
                    deal = made.table.state.deal
                    caused.append((0 if deal is None else deal.number, _restarts(made), time.monotonic()))
                    pid = made.pids().get(FAULTS[number][1])
                    if pid is not None:
                        with contextlib.suppress(OSError):
                            FAULTS[number][2](pid)
            time.sleep(10.0)
            found = [_finding(number, caused, made) for number in range(len(caused))]
            return found, record_faults(made)
    finally:
        camera.kill()


def _restarts(made: Stand) -> int:
    return made.live.lookout.worker.restarts + made.live.timekeeper.worker.restarts


def _finding(number: int, caused: list[tuple[int, int, float]], made: Stand) -> Finding:
    deal, _, at_s = caused[number]
    until_s = caused[number + 1][2] if number + 1 < len(caused) else at_s + 60.0
    lines = [(at, status.message) for at, status in made.said if at_s <= at < until_s]
    spoken = [
        (at, text)
        for at, text in lines
        if "starting it again" in text or "again" in text or "broke off" in text
    ]
    deals = made.table.state.deals
    outcome = deals[deal - 1].outcome if 0 < deal <= len(deals) else None
    verdict = "none" if outcome is None else f"{outcome.verdict.value} ({outcome.reason.value})"
    wrong = ""
    if outcome is None:
        wrong = "no verdict"
    elif outcome.seat is not None and outcome.seat != LAST:
        wrong = f"a wrong letter, to seat {outcome.seat}"
    noticed_s = spoken[0][0] - at_s if spoken else None
    return Finding(FAULTS[number][0], noticed_s, spoken[0][1] if spoken else "", verdict, wrong)


def suspend(seconds: float) -> tuple[list[str], list[str]]:
    """Stop every process of a running demonstration for a while, as a closed lid does; returns lines and faults."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="referee-drill-") as name:
        command = [sys.executable, "-m", "referee", "demo", "--exit", "--no-browser", "--data", name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as program:  # noqa: S603 - ours
            assert program.stdout is not None  # noqa: S101 - asked for above
            for line in program.stdout:
                lines.append(line.rstrip())
                if line.startswith("Deal 1"):  # in the middle of the second deal
                    time.sleep(2.0)
                    os.killpg(program.pid, signal.SIGSTOP)
                    time.sleep(seconds)
                    os.killpg(program.pid, signal.SIGCONT)
                    lines.append(f"  ({seconds:.0f} s suspended)")
        from referee.record.check import check  # noqa: PLC0415 - heavy imports belong here

        faults = list(check(Path(name)).faults)
    verdicts = [line for line in lines if line.startswith("Deal ")]
    if program.returncode:
        faults.append(f"it ended with {program.returncode}")
    if len(verdicts) != 3:
        faults.append(f"{len(verdicts)} verdicts instead of 3")
    right = ("Dan takes the D", "Redeal", "Ben takes the D")
    faults += [
        f"a wrong letter: {line}"
        for line, truth in zip(verdicts, right, strict=False)
        if "takes" in line and truth not in line
    ]
    return lines, faults


def register(drills: argparse._SubParsersAction[Any]) -> None:
    """Add the drills."""
    one = drills.add_parser(
        "detectors",
        help="kill, hang and starve the scout, a stopwatch and the camera's process while noses are touched",
        description="Plays the recorded first deal once for each fault with the real detectors (two minutes; Linux). "
        "Exit status 0 when every deal had a verdict, none a wrong letter, and the record is whole.",
    )
    one.set_defaults(run=run_detectors)
    other = drills.add_parser(
        "suspend",
        help="stop all processes for a minute in the middle of a deal, as a closed lid does",
        description="Runs the demonstration and stops all its processes (SIGSTOP) during the second deal. Exit "
        "status 0 when it went on by itself to its end, without a wrong letter, and the record is whole.",
    )
    other.add_argument("--seconds", type=float, default=60.0, help="how long (default: %(default)s)")
    other.set_defaults(run=run_suspend)


def run_detectors(_arguments: argparse.Namespace) -> int:
    """Run the drill and report."""
    if not sys.platform.startswith("linux"):
        raise NoSignalsError("This drill needs Linux.")
    findings, faults = detectors()
    for found in findings:
        noticed = "    -" if found.noticed_s is None else f"{found.noticed_s:.1f} s"
        wrong = f"  !! {found.wrong}" if found.wrong else ""
        print(f"{found.fault:24} {noticed:>7}  {found.verdict}; {found.said or '-'}{wrong}")
    for fault in faults:
        print(f"record: {fault}")
    return 1 if faults or any(found.wrong for found in findings) else 0


def run_suspend(arguments: argparse.Namespace) -> int:
    """Run the drill and report."""
    if not hasattr(signal, "SIGSTOP"):
        raise NoSignalsError("This system cannot stop processes from outside.")
    lines, faults = suspend(arguments.seconds)
    print("\n".join([*lines, *(f"!! {fault}" for fault in faults)]))
    return 1 if faults else 0
