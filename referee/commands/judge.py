"""``referee judge FILE``: the verdicts of a recording, or of a stored clip once more."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import RefereeError
from referee.record.options import add_data_option
from referee.rules.house import House, settings

if TYPE_CHECKING:
    from referee.evidence.again import Again
    from referee.judge import Judgement, Options, Progress
    from referee.rules.verdict import Outcome
    from referee.timing.camera import CameraTiming

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
        description="Judge a film or a still picture: find the people, time every nose touch, give the verdicts. "
        "A clip of the record (clips/GAME/deal-NNN.mov) is measured again with the seats and settings stored "
        "beside it, unless options about seats, house or camera are given.",
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
            metavar=setting.unit.upper(),
            help=f"{setting.help} (default: {setting.default})",
        )
    parser.add_argument(
        "--readout",
        type=partial(_number, low=0.0, high=LONGEST_READOUT_MS, unit="milliseconds"),
        metavar="MS",
        help="the camera's rolling shutter: milliseconds between its first and last row (default: not known, which "
        "makes intervals wider)",
    )
    parser.add_argument(
        "--table", metavar="NAME", help="a table that check-table measured: use the timing of its camera"
    )
    parser.add_argument(
        "--second",
        type=Path,
        metavar="FILE",
        help="a second camera's film of the same table: its people are further seats; both must show the same flashes",
    )
    parser.add_argument(
        "--second-out",
        type=_seat_list,
        default=(),
        metavar="SEAT,…",
        help="people in the second film, from 0 at its left, who do not play or whom the first film shows too",
    )
    parser.add_argument(
        "--second-table",
        metavar="NAME",
        help="the table of the second camera, as --table is that of the first",
    )
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the file and print the result."""
    if arguments.quartet == "ask" and not sys.stdin.isatty():
        raise TerminalNeededError("--quartet ask needs a terminal to ask on: say --quartet yes or no.")
    if arguments.second is not None:
        return _run_two(arguments)
    from tqdm import tqdm  # noqa: PLC0415 - --help is quick without it

    from referee.evidence.clipfile import SHEET, looks_like_clip, sheet_beside  # noqa: PLC0415 - as above
    from referee.record.text import printable  # noqa: PLC0415 - the same

    name = printable(arguments.file.name)
    with tqdm(desc=name, unit=" frames", disable=not sys.stderr.isatty(), leave=False) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total or None
            bar.update(done - bar.n)

        given = (
            arguments.seats,
            arguments.out,
            arguments.readout,
            arguments.table,
            *_house(arguments).values(),
        )
        sheet = sheet_beside(arguments.file) if all(value is None for value in given) else None
        if sheet is None and looks_like_clip(arguments.file) and all(value is None for value in given):
            print(
                f"referee: {name} is called like a clip of the record, but the sheet that belongs beside it "
                f"({arguments.file.stem}{SHEET}) is missing or cannot be read: judged like any film.",
                file=sys.stderr,
            )
        again = None if sheet is None else _again(arguments.file, sheet, progress)
        judgement = _judged(arguments, progress) if again is None else again.judgement
    if judgement.partial:
        print(f"referee: {name} breaks off or is damaged: judged as far as it goes.", file=sys.stderr)
    if arguments.quartet == "ask":
        judgement = replace(judgement, outcomes=tuple(_asked(judgement)))
    elif again is not None and arguments.quartet == "no":
        judgement = replace(judgement, outcomes=tuple(_none_shown(judgement)))
    if again is not None:
        again = replace(again, judgement=judgement)
    if arguments.json:
        print(json.dumps((again or judgement).to_dict(), indent=1))
    elif again is not None:
        print(in_words(judgement, again.names), _against_the_record(again), sep="\n")
    else:
        print(in_words(judgement))
    return 0


def _run_two(arguments: argparse.Namespace) -> int:
    """Judge two films of one table and print the result."""
    from referee.calibration.two import judge_two  # noqa: PLC0415 - loads mediapipe

    two = judge_two(
        arguments.file,
        arguments.second,
        _options(arguments),
        second_out=arguments.second_out,
        second_camera=_camera_at(arguments.second_table, arguments.data),
    )
    if arguments.quartet == "ask":
        two = replace(two, judgement=replace(two.judgement, outcomes=tuple(_asked(two.judgement))))
    if arguments.json:
        print(json.dumps(two.to_dict(), indent=1))
        return 0
    print(in_words(two.judgement))
    for number, outcome in enumerate(two.judgement.outcomes, 1):
        if said := two.sentence(outcome):
            print(f"Deal {number}: {said}")
    return 0


def _judged(arguments: argparse.Namespace, progress: Progress) -> Judgement:
    from referee.judge import judge_film  # noqa: PLC0415 - loads mediapipe

    return judge_film(arguments.file, _options(arguments), progress=progress)


def _options(arguments: argparse.Namespace) -> Options:
    from referee.judge import Options  # noqa: PLC0415 - loads mediapipe

    return Options(
        house=House.from_dict(
            {name: value for name, value in _house(arguments).items() if value is not None}
        ),
        quartet=arguments.quartet != "no",
        seats=arguments.seats,
        out=arguments.out or (),
        camera=_camera(arguments),
    )


def _camera(arguments: argparse.Namespace) -> CameraTiming:
    """What is known of the camera: what was said, else what was measured at the table."""
    from referee.timing.camera import CameraTiming  # noqa: PLC0415 - --help is quick without it

    if arguments.readout is not None:
        return CameraTiming(readout_s=arguments.readout / 1000)
    return _camera_at(arguments.table, arguments.data)


def _camera_at(table: str | None, folder: Path) -> CameraTiming:
    """What was measured of the camera at a table; with none, nothing is known."""
    from referee.calibration.tablefile import timing_at  # noqa: PLC0415 - --help is quick without it
    from referee.timing.camera import UNMEASURED  # noqa: PLC0415 - the same

    return UNMEASURED if table is None else timing_at(folder, table)


def _house(arguments: argparse.Namespace) -> dict[str, float | None]:
    """The settings as they were given; ``None`` for those that were not."""
    return {name: getattr(arguments, name) for name in ("hold_s", "tie_limit", "tie_window_s")}


def _again(film: Path, sheet: Path, progress: Progress) -> Again:
    """Measure a clip of the record again; say so when it is not what it was."""
    from referee.evidence.again import measure_again  # noqa: PLC0415 - loads mediapipe
    from referee.evidence.clipfile import faults, read_sheet  # noqa: PLC0415 - as above

    for fault in faults(film.parent, film.stem):
        print(f"referee: {fault} since the clip was written.", file=sys.stderr)
    return measure_again(film, read_sheet(sheet), progress=progress)


def _against_the_record(again: Again) -> str:
    record = again.record
    told = f"Measured again: deal {record['deal']} of game {record['game']}"
    if record["same"]:
        return f"{told}. Everything is as in the record, to the last digit."
    part = "" if record["whole"] else " The clip holds only the end of what was measured then."
    return f"{told}. Not as in the record: {'; '.join(record['differs'])}.{part}"


def in_words(judgement: Judgement, players: Mapping[int, str] | None = None) -> str:
    """The result for people; ``players``: their names by seat, where they are known."""
    from referee.record.text import printable  # noqa: PLC0415 - as above
    from referee.rules.sentences import Speaker  # noqa: PLC0415 - as above

    speaker = Speaker()
    count = len(judgement.boxes)
    names = {seat: f"Seat {seat}" for seat in range(count)} if players is None else dict(players)
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
    if not judgement.outcomes and players is None and not 3 <= count <= 4:
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


def _none_shown(judgement: Judgement) -> list[Outcome]:
    from referee.rules.verdict import answer_quartet  # noqa: PLC0415 - as above

    return [
        answer_quartet(outcome, dict.fromkeys(outcome.initiators, False)) for outcome in judgement.outcomes
    ]


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
