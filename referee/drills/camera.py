"""Let the camera fail while a player touches the nose, in nine ways: no letter from what was not seen."""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.drills._phone import ALL, FROM_S, TO_S, Fault
from referee.drills.stand import FILM, Stand, record_faults, stand

LAST = 3
"""The seat that truly touches last in every deal of the drill."""
NOTICED_S = 2.0
"""So soon a camera without usable pictures must be said, seconds."""
SAID = frozenset({Fault.UNPLUGGED, Fault.STALLED, Fault.FROZEN, Fault.BLACK})
"""Faults that leave no usable picture: the page must say so. The others cost a moment of evidence at most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one fault did.

    Attributes:
        fault: which.
        noticed_s: from the first bad picture until the page said so; ``None``: it did not.
        said: what the page said.
        resumed_s: from the first good picture until the page said so; ``None``: it said nothing before.
        verdict: what became of the deal.
        wrong: what must not be; "" when all is well.
    """

    fault: Fault
    noticed_s: float | None
    said: str
    resumed_s: float | None
    verdict: str
    wrong: str


def drill(faults: tuple[Fault, ...] = ALL) -> tuple[list[Finding], list[str]]:
    """Play one deal for each fault; returns what each did, and what is wrong with the record."""
    from referee.drills._phone import script, serve  # noqa: PLC0415 - heavy imports belong here
    from referee.live.process import Child  # noqa: PLC0415 - the same

    camera = Child(serve, FILM, script(faults), name="referee-drill-camera")
    news: list[tuple[int, Fault, float]] = []
    opened: dict[int, int] = {}
    try:
        address = f"http://127.0.0.1:{camera.connection.recv()}/video"
        with tempfile.TemporaryDirectory(prefix="referee-drill-") as name, stand(address, Path(name)) as made:
            over = False
            while not over:
                number, fault, at_s = camera.connection.recv()
                over = number == "over"
                if not over:
                    news.append((number, fault, at_s))
                    deal = made.table.state.deal
                    if fault is not Fault.NONE or faults[max(number, 0)] is Fault.NONE:
                        opened[number] = 0 if deal is None else deal.number
            time.sleep(3.0)
            findings = [
                _finding(
                    fault,
                    [(found, at_s) for of, found, at_s in news if of == number],
                    opened.get(number, 0),
                    made,
                )
                for number, fault in enumerate(faults)
            ]
            return findings, record_faults(made)
    finally:
        camera.kill()


def _finding(fault: Fault, times: list[tuple[Fault, float]], deal: int, made: Stand) -> Finding:
    from referee.status import LivePhase  # noqa: PLC0415 - heavy imports belong here

    bad_s = next((at_s for found, at_s in times if found is not Fault.NONE), None)
    noticed = resumed = None
    said = ""
    if bad_s is not None:
        good_s = next(
            (at for found, at in times if found is Fault.NONE and at > bad_s), bad_s + TO_S - FROM_S
        )
        if fault in {Fault.SMALLER, Fault.SLOWER}:
            good_s = bad_s + 1.0
        lost = [(at, status) for at, status in made.said if at >= bad_s and status.phase is LivePhase.LOST]
        if lost and lost[0][0] < bad_s + TO_S - FROM_S + 1.0:
            noticed, said = lost[0][0] - bad_s, lost[0][1].message
            well = [at for at, status in made.said if at > max(lost[0][0], good_s) and status.camera_ok]
            resumed = well[0] - good_s if well else None
    verdict, wrong = _verdict(deal, made)
    if fault in SAID and (noticed is None or noticed > NOTICED_S):
        wrong = wrong or "not said in time"
    return Finding(fault, noticed, said, resumed, verdict, wrong)


def _verdict(number: int, made: Stand) -> tuple[str, str]:
    deals = made.table.state.deals
    if not 0 < number <= len(deals):
        return "no deal was open", "no deal was open"
    outcome = deals[number - 1].outcome
    if outcome is None:
        return "still open", "no verdict"
    words = f"{outcome.verdict.value} ({outcome.reason.value})"
    if outcome.seat is not None and outcome.seat != LAST:
        return words, f"a wrong letter, to seat {outcome.seat}"
    return words, ""


def register(drills: argparse._SubParsersAction[Any]) -> None:
    """Add the drill."""
    parser = drills.add_parser(
        "camera",
        help="let the camera fail in nine ways while somebody touches the nose",
        description="Plays the recorded first deal over a network camera of its own, once for each fault, with the "
        "real detectors (three minutes). The fault hides the last touch. Exit status 0 when every fault was said, "
        "every deal had a verdict, none a wrong letter, and the record is whole.",
    )
    parser.add_argument(
        "faults",
        nargs="*",
        choices=[*map(str, ALL), []],
        metavar="FAULT",
        help=f"only these: {', '.join(ALL)}",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the drill and report."""
    findings, faults = drill(tuple(Fault(name) for name in arguments.faults) or ALL)
    print(f"{'fault':18} {'noticed':>8} {'resumed':>8}  verdict; what the page said")
    for found in findings:
        noticed, resumed = (
            "-" if value is None else f"{value:.1f} s" for value in (found.noticed_s, found.resumed_s)
        )
        wrong = f"  !! {found.wrong}" if found.wrong else ""
        print(f"{found.fault:18} {noticed:>8} {resumed:>8}  {found.verdict}; {found.said or '-'}{wrong}")
    for fault in faults:
        print(f"record: {fault}")
    return 1 if faults or any(found.wrong for found in findings) else 0
