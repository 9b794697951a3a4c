"""``referee judge FILE``: the verdicts of a recording."""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import RefereeError
from referee.rules.house import House, settings

if TYPE_CHECKING:
    from referee.judge import Judgement
    from referee.rules.verdict import Outcome

MOST_SEATS = 8
LONGEST_READOUT_MS = 200.0
"""No camera takes longer from its first to its last row, milliseconds."""


class TerminalNeededError(RefereeError):
    """Somebody must answer a question, and there is no terminal to ask on."""


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the subcommand."""
    defaults = {setting.name: setting for setting in settings()}
    parser = commands.add_parser(
        "judge",
        help="judge a recording: who touched the nose when, and who takes the letter",
        description="Judge a film or a still picture: find the people, time every nose touch, give the verdicts.",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a film or picture")
    parser.add_argument("--json", action="store_true", help="print the result as JSON, for programs")
    parser.add_argument(
        "--quartet",
        choices=("yes", "no", "ask"),
        default="yes",
        help="did the initiators have four of a kind? (default: yes)",
    )
    parser.add_argument(
        "--seats",
        type=_seat_count,
        metavar="N",
        help="number of people: the N largest faces (default: all found)",
    )
    parser.add_argument(
        "--out",
        type=_seat_list,
        default=(),
        metavar="SEAT,…",
        help="people in view who do not play, from 0 at the left",
    )
    for option, name in (
        ("--hold", "hold_s"),
        ("--tie-limit", "tie_limit"),
        ("--tie-window", "tie_window_s"),
    ):
        setting = defaults[name]
        parser.add_argument(
            option,
            dest=name,
            type=partial(_number, low=setting.low, high=setting.high, unit=setting.unit),
            default=setting.default,
            metavar=setting.unit.upper(),
            help=f"{setting.help} (default: {setting.default})",
        )
    parser.add_argument(
        "--readout",
        type=partial(_number, low=0.0, high=LONGEST_READOUT_MS, unit="milliseconds"),
        default=0.0,
        metavar="MS",
        help="the camera's rolling shutter: milliseconds between its first and last row (default: 0)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the file and print the result."""
    if arguments.quartet == "ask" and not sys.stdin.isatty():
        raise TerminalNeededError("--quartet ask needs a terminal to ask on: say --quartet yes or no.")
    house = House(hold_s=arguments.hold_s, tie_limit=arguments.tie_limit, tie_window_s=arguments.tie_window_s)
    from tqdm import tqdm  # noqa: PLC0415 - --help is quick without it

    from referee.judge import Options, judge_film  # noqa: PLC0415 - loads mediapipe
    from referee.record.text import printable  # noqa: PLC0415 - --help is quick without it

    options = Options(
        house=house,
        quartet=arguments.quartet != "no",
        seats=arguments.seats,
        out=arguments.out,
        readout_s=arguments.readout / 1000,
    )
    name = printable(arguments.file.name)
    with tqdm(desc=name, unit=" frames", disable=not sys.stderr.isatty(), leave=False) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total or None
            bar.update(done - bar.n)

        judgement = judge_film(arguments.file, options, progress=progress)
    if judgement.partial:
        print(f"referee: {name} breaks off or is damaged: judged as far as it goes.", file=sys.stderr)
    if arguments.quartet == "ask":
        judgement = replace(judgement, outcomes=tuple(_asked(judgement)))
    if arguments.json:
        print(json.dumps(judgement.to_dict(), indent=1))
    else:
        print(in_words(judgement))
    return 0


def in_words(judgement: Judgement) -> str:
    """The result for people."""
    from referee.record.text import printable  # noqa: PLC0415 - as above
    from referee.rules.sentences import Speaker  # noqa: PLC0415 - as above

    speaker = Speaker()
    names = {seat: f"Seat {seat}" for seat in range(len(judgement.boxes))}
    count = len(names)
    lines = [
        f"{printable(judgement.clip)}: {count} {'person' if count == 1 else 'people'}, {judgement.frames} frames, "
        f"{judgement.duration_s:.1f} s at {judgement.fps:.1f} frames a second. Seats count from 0 at the left."
    ]
    for touch in judgement.touches:
        hand = f" ({touch.hand} hand)" if touch.hand else ""
        if touch.contact is None:
            when = "from the first frame on"
        else:
            half = (touch.contact.high_s - touch.contact.low_s) / 2
            when = f"at {touch.contact.time_s:.3f} s ± {half * 1000:.0f} ms"
        until = f", until {touch.release_s:.2f} s" if touch.release_s is not None else ""
        lines.append(f"  Seat {touch.seat}: {touch.kind} nose touch {when}{until}{hand}")
    if not judgement.touches:
        lines.append("  Nobody touches a nose.")
    for number, outcome in enumerate(judgement.outcomes, 1):
        lines.append(f"Deal {number}: {speaker.outcome(outcome, names)}")
    if not judgement.outcomes and not 3 <= count <= 4:
        lines.append(
            f"No verdict: three or four take part in a deal, and here are {count} (see --seats and --out)."
        )
    return "\n".join(lines)


def _asked(judgement: Judgement) -> list[Outcome]:
    from referee.rules.verdict import answer_quartet  # noqa: PLC0415 - as above

    outcomes = []
    for number, outcome in enumerate(judgement.outcomes, 1):
        shown = {
            seat: _yes(f"Deal {number}: did seat {seat} show four of a kind? [y/n] ")
            for seat in outcome.initiators
        }
        outcomes.append(answer_quartet(outcome, shown))
    return outcomes


def _yes(question: str) -> bool:
    while True:
        print(question, end="", file=sys.stderr, flush=True)  # what goes to stdout may be read by a program
        try:
            answer = input().strip().lower()
        except EOFError as error:
            raise TerminalNeededError("No answer: say --quartet yes or no.") from error
        if answer in {"y", "yes", "n", "no"}:
            return answer.startswith("y")


def _seat_count(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_SEATS):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST_SEATS}, not {text!r}")
    return int(text)


def _seat_list(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"numbers of seats with commas between them, like 0,3, not {text!r}")
    return tuple(int(part) for part in parts)


def _number(text: str, *, low: float | None, high: float | None, unit: str) -> float:
    lowest, highest = -math.inf if low is None else low, math.inf if high is None else high
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not lowest <= value <= highest:
        raise argparse.ArgumentTypeError(f"a number from {lowest:g} to {highest:g} ({unit}), not {text!r}")
    return value
