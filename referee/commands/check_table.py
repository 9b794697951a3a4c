"""``referee check-table``: is this table set up so that the referee can judge it?"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from referee.record.options import add_data_option
from referee.rules.house import House

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.calibration.findings import Finding
    from referee.calibration.tablefile import TableFile
    from referee.live.sources import SourceSpec

NOT_READY = 1
"""Exit status when something is red."""
PAGE_S = 15.0
"""How long the timing page is looked at, seconds."""
BOARD_S = 40.0
"""How long the board of squares is looked at, seconds: it must be carried through the whole picture."""


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "check-table",
        help="check light, faces, camera and timing before the first card",
        description="Look at a table for a few seconds and say what is good, what could be better and what to do.",
    )
    parser.add_argument(
        "--source",
        metavar="SOURCE",
        help="camera number or name, device, film, or address (default: the table's, or camera 0)",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON, for programs")
    parser.add_argument(
        "--seconds", type=_seconds, default=8.0, metavar="S", help="how long to look (default: 8)"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--timing",
        action="store_true",
        help="the camera sees the timing page (on the board under Get ready): measure its readout and jitter",
    )
    instead.add_argument(
        "--lens",
        action="store_true",
        help="the camera sees the board of squares (on the board under Get ready, or --board): measure how its lens "
        "bends",
    )
    instead.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help="write that board as a picture (.png), to be printed; nothing else",
    )
    parser.add_argument(
        "--table",
        metavar="NAME",
        help="use what was measured at this table, and keep seats, camera timing and lens there",
    )
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check the table; exit status 0 when nothing is red, 1 otherwise."""
    from referee.calibration.findings import Level, worst  # noqa: PLC0415 - heavy imports belong here
    from referee.calibration.keep import camera_of, is_of, known_at  # noqa: PLC0415 - the same
    from referee.calibration.report import closing, in_words, to_list  # noqa: PLC0415 - the same
    from referee.calibration.tablefile import path_of  # noqa: PLC0415 - the same
    from referee.live.sources import parse_source  # noqa: PLC0415 - the same

    if arguments.board is not None:
        return _write_board(arguments.board)
    path = None if arguments.table is None else path_of(arguments.data, arguments.table)
    known = known_at(path)
    if arguments.source is None:
        arguments.source = camera_of(known)
    elif known is not None and not is_of(known, arguments.source):
        print(
            f"{arguments.source} is another camera than the table's ({known.source}): what was measured with that one "
            "is not used, and not kept.",
            file=sys.stderr,
        )
        known = None
    spec = parse_source(arguments.source)
    look = _timing if arguments.timing else _lens if arguments.lens else _table
    findings = look(arguments, spec, path, known)
    if arguments.json:
        print(json.dumps(to_list(findings), indent=1, ensure_ascii=False))
    else:
        print(in_words(findings))
        if look is _table:  # the others look at the camera alone
            print(closing(findings))
    return NOT_READY if worst(findings) is Level.RED else 0


def _table(
    arguments: argparse.Namespace, spec: SourceSpec, path: Path | None, known: TableFile | None
) -> Sequence[Finding]:
    """Look at the people; keep where they sit."""
    from tqdm import tqdm  # noqa: PLC0415 - --help is quick without it

    from referee.calibration.check import check  # noqa: PLC0415 - loads mediapipe
    from referee.calibration.findings import place_finding  # noqa: PLC0415 - as above
    from referee.calibration.keep import edges_in, keep_seats, shift_since  # noqa: PLC0415 - as above
    from referee.calibration.take import take  # noqa: PLC0415 - as above
    from referee.timing.camera import UNMEASURED  # noqa: PLC0415 - as above
    from referee.vision.networks import Networks  # noqa: PLC0415 - as above

    frames = take(spec, arguments.seconds)
    with (
        Networks() as networks,
        tqdm(desc="looking", unit=" frames", disable=not sys.stderr.isatty(), leave=False) as bar,
    ):
        done = check(
            frames,
            networks,
            tie_limit=House().tie_limit,
            timing=UNMEASURED if known is None else known.camera,
            progress=lambda count: bar.update(count - bar.n),
        )
    if path is None:
        return done.findings
    edges, measure = edges_in(frames), done.measure
    shift = shift_since(known, path, edges)
    boxes = {seat.seat: seat.box for seat in measure.seats}
    keep_seats(path, boxes, (measure.width, measure.height), edges, source=arguments.source)
    return (place_finding(shift), *done.findings)


def _timing(
    arguments: argparse.Namespace, spec: SourceSpec, path: Path | None, _known: TableFile | None
) -> Sequence[Finding]:
    """Look at the timing page; keep what was measured."""
    from referee.calibration.findings import timing_findings  # noqa: PLC0415 - heavy imports belong here
    from referee.calibration.keep import keep_timing  # noqa: PLC0415 - the same
    from referee.calibration.shutter import measure_timing  # noqa: PLC0415 - the same
    from referee.calibration.take import take  # noqa: PLC0415 - the same

    frames = take(spec, max(arguments.seconds, PAGE_S))
    timing = measure_timing(frames)
    if path is not None:
        keep_timing(path, timing, frames, source=arguments.source)
    return timing_findings(timing, None)


def _lens(
    arguments: argparse.Namespace, spec: SourceSpec, path: Path | None, _known: TableFile | None
) -> Sequence[Finding]:
    """Look at the board of squares; keep what was measured."""
    from referee.calibration.findings import lens_finding  # noqa: PLC0415 - heavy imports belong here
    from referee.calibration.keep import keep_lens  # noqa: PLC0415 - the same
    from referee.calibration.lens import measure_lens  # noqa: PLC0415 - the same
    from referee.calibration.take import take  # noqa: PLC0415 - the same

    lens = measure_lens(take(spec, max(arguments.seconds, BOARD_S)))
    if path is not None:
        keep_lens(path, lens, source=arguments.source)
    return [lens_finding(lens)]


def _write_board(path: Path) -> int:
    """Write the board of squares as a picture; exit status 0."""
    import cv2  # noqa: PLC0415 - heavy imports belong here

    from referee.calibration.errors import LensError  # noqa: PLC0415 - the same
    from referee.calibration.lens import board_picture  # noqa: PLC0415 - the same

    if path.suffix.lower() != ".png" or not path.parent.is_dir():
        raise LensError(f"The board cannot be written to {path}: name a .png file in a folder that is there.")
    path.write_bytes(cv2.imencode(".png", board_picture())[1].tobytes())
    print(f"The board is in {path}: print it, or show it on a screen, flat and without shine.")
    return 0


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1.0 <= value <= 120.0:
        raise argparse.ArgumentTypeError(f"a number of seconds from 1 to 120, not {text!r}")
    return value
