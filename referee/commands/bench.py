"""``referee bench``: measure the referee on films with known truth, on real people, and on the live path."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from referee.errors import RefereeError


class NotBuiltError(RefereeError):
    """This installation lacks a part of the bench."""


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the subcommand and its own subcommands."""
    parser = commands.add_parser("bench", help="measure how good the referee is", description=__doc__)
    kinds = parser.add_subparsers(dest="bench", metavar="WHAT", required=True)
    _register_scenes(kinds)
    _register_estimators(kinds)
    _register_real(kinds)
    _register_live(kinds)


def _register_scenes(kinds: argparse._SubParsersAction[Any]) -> None:
    scenes = kinds.add_parser(
        "scenes",
        help="films with known truth: touches, errors, intervals, verdicts",
        description="Judge every film NAME.mp4 of a folder that has its truth NAME.json beside it.",
    )
    scenes.add_argument("folder", metavar="DIR", type=Path, help="folder of scenes")
    scenes.add_argument(
        "--only", nargs="+", default=(), metavar="NAME", help="only those whose name begins so"
    )
    scenes.add_argument(
        "--jobs",
        type=_at_least_one,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes, each with one thread (default: one for each processor)",
    )
    scenes.add_argument(
        "--uncalibrated", action="store_true", help="do not tell the program the camera's rolling shutter"
    )
    form = scenes.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print everything as JSON, every contact included")
    form.add_argument("--markdown", action="store_true", help="print the tables of docs/accuracy.md")
    scenes.set_defaults(run=run_scenes)


def _register_estimators(kinds: argparse._SubParsersAction[Any]) -> None:
    estimators = kinds.add_parser(
        "estimators",
        help="ways to tell the contact instant, compared on the same frames",
        description="Measure every touch of the films of a folder in several ways and compare them with the truth.",
    )
    estimators.add_argument("folder", metavar="DIR", type=Path, help="folder of scenes")
    estimators.add_argument(
        "--only", nargs="+", default=(), metavar="NAME", help="only those whose name begins so"
    )
    form = estimators.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print everything as JSON, every contact included")
    form.add_argument("--markdown", action="store_true", help="print the table of docs/accuracy.md")
    estimators.set_defaults(run=run_estimators)


def _register_real(kinds: argparse._SubParsersAction[Any]) -> None:
    real = kinds.add_parser(
        "real",
        help="films and pictures of real people, next to what a person sees in them",
        description="Judge every film and picture of a folder and list what was found.",
    )
    real.add_argument("folder", metavar="DIR", type=Path, help="folder of films and pictures")
    real.add_argument("--json", action="store_true", help="print every touch, as JSON")
    real.set_defaults(run=run_real)


def _register_live(kinds: argparse._SubParsersAction[Any]) -> None:
    live = kinds.add_parser(
        "live", help="how well this computer keeps up", description="Measure the live path on this computer."
    )
    try:
        module = importlib.import_module("referee.bench.live")
    except ModuleNotFoundError:
        live.set_defaults(run=run_missing)
        return
    module.add_arguments(live)
    live.set_defaults(run=module.run)


def run_missing(arguments: argparse.Namespace) -> int:  # noqa: ARG001 - every command gets its arguments
    """Say that the live bench is not there."""
    raise NotBuiltError("This installation has no live bench (referee.bench.live).")


def run_scenes(arguments: argparse.Namespace) -> int:
    """Judge and score a folder of scenes."""
    from tqdm import tqdm  # noqa: PLC0415 - --help is quick without it

    from referee.bench.report import as_markdown, as_text  # noqa: PLC0415 - as above
    from referee.bench.scenes import bench, find_scenes  # noqa: PLC0415 - as above
    from referee.bench.summary import summarise  # noqa: PLC0415 - as above

    scenes = find_scenes(arguments.folder, arguments.only)
    jobs = min(arguments.jobs, len(scenes))
    with tqdm(total=len(scenes), desc="judging", unit=" scenes", disable=not sys.stderr.isatty()) as bar:
        scores = bench(scenes, jobs=jobs, calibrated=not arguments.uncalibrated, done=bar.update)
    summary = summarise(scores)
    if arguments.json:
        print(json.dumps(summary, indent=1))
    else:
        print(as_markdown(summary) if arguments.markdown else as_text(summary))
    return 0


def run_estimators(arguments: argparse.Namespace) -> int:
    """Compare ways to tell the contact instant."""
    from tqdm import tqdm  # noqa: PLC0415 - --help is quick without it

    from referee.bench import estimators  # noqa: PLC0415 - as above
    from referee.bench.scenes import find_scenes  # noqa: PLC0415 - as above

    scenes = find_scenes(arguments.folder, arguments.only)
    with tqdm(total=len(scenes), desc="measuring", unit=" scenes", disable=not sys.stderr.isatty()) as bar:
        summary = estimators.compare(scenes, done=bar.update)
    if arguments.json:
        print(json.dumps(summary, indent=1))
    else:
        print(estimators.as_markdown(summary) if arguments.markdown else estimators.as_text(summary))
    return 0


def run_real(arguments: argparse.Namespace) -> int:
    """Report on real films and pictures."""
    from tqdm import tqdm  # noqa: PLC0415 - --help is quick without it

    from referee.bench.real import find_media, look_at, real_table  # noqa: PLC0415 - as above

    files = find_media(arguments.folder)
    with tqdm(total=len(files), desc="judging", unit=" files", disable=not sys.stderr.isatty()) as bar:
        lines = look_at(files, done=bar.update)
    print(json.dumps(lines, indent=1) if arguments.json else real_table(lines))
    return 0


def _at_least_one(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"at least 1, not {count}")
    return count
