"""`referee simulate`: how often would a letter be wrong, at this table and at others?"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.rules.house import House


class NoPlotError(RefereeError):
    """The plot cannot be drawn."""


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    house = House()
    parser = commands.add_parser(
        "simulate",
        help="play many games from a model of people and stopwatch: how often is a letter wrong?",
        description="Play whole games from a stated model of people and stopwatch, for several spreads of "
        "the copiers, frame rates, errors and tie limits. The same seed gives the same result.",
    )
    number = parser.add_argument
    number("--deals", type=int, default=100_000, help="deals for each table, at least (default: %(default)s)")
    number("--seed", type=int, default=1, help="of the random numbers (default: %(default)s)")
    number(
        "--fps", type=int, default=30, help="frames a second: the error as measured (default: %(default)s)"
    )
    number("--error", type=float, metavar="MS", help="the stopwatch's error instead, milliseconds")
    number(
        "--gross", type=float, metavar="CHANCE", help="chance of a gross error instead of the measured one"
    )
    number("--gross-width", type=float, metavar="MS", help="width of a gross error instead, milliseconds")
    number(
        "--spread",
        type=float,
        action="append",
        metavar="MS",
        help="copiers' spread, milliseconds; may be repeated (default: 80, 150 and 250)",
    )
    number("--tie-limit", type=float, default=house.tie_limit, metavar="CHANCE", help="default: %(default)s")
    number(
        "--tie-window",
        type=float,
        default=1e3 * house.tie_window_s,
        metavar="MS",
        help="default: %(default)s",
    )
    number("--word", default=house.word, help="default: %(default)s")
    number("--json", action="store_true", help="for programs")
    number("--plot", type=Path, metavar="FILE", help="draw it too (needs matplotlib: the extra `plot`)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Simulate and report."""
    from referee.simulate import SPREADS_S, compare  # noqa: PLC0415 - numpy; `--help` stays quick

    if arguments.plot is not None:
        _require_matplotlib()
    base = _model(arguments)
    result = compare(
        base,
        fps=None if arguments.error is not None else arguments.fps,
        spreads_s=[ms / 1e3 for ms in arguments.spread] if arguments.spread else SPREADS_S,
        deals=arguments.deals,
        seed=arguments.seed,
        tell=_progress if sys.stderr.isatty() else lambda _done, _all: None,
    )
    print(json.dumps(result, indent=2) if arguments.json else "\n".join(report(result)))
    if arguments.plot is not None:
        _plot(result, arguments.plot)
    return 0


def _model(arguments: argparse.Namespace) -> Any:  # noqa: ANN401 - imported late
    from dataclasses import replace  # noqa: PLC0415 - beside its use

    from referee.simulate import MEASURED, Model  # noqa: PLC0415 - numpy; `--help` stays quick

    if arguments.fps not in MEASURED:
        rates = ", ".join(map(str, sorted(MEASURED)))
        raise RefereeError(
            f"--fps is one of the measured frame rates: {rates}; or give --error in milliseconds."
        )
    if arguments.deals < 1:
        raise RefereeError("--deals is at least 1.")
    house = House(arguments.word, tie_limit=arguments.tie_limit, tie_window_s=arguments.tie_window / 1e3)
    model = Model(tie_limit=house.tie_limit, tie_window_s=house.tie_window_s, letters=len(house.word))
    model = model.at(arguments.fps)
    given = {
        "error_s": None if arguments.error is None else arguments.error / 1e3,
        "gross": arguments.gross,
        "gross_sigma_s": None if arguments.gross_width is None else arguments.gross_width / 1e3,
    }
    return replace(model, **{name: value for name, value in given.items() if value is not None})


def report(result: Mapping[str, Any]) -> list[str]:
    """The result in words and tables.

    Args:
        result: from :func:`referee.simulate.compare`.
    """
    lines = [result["model"], "", "This table:", *_table(result["defaults"])]
    lines += ["", "By frame rate and tie limit:", *_table(result["by_frame_rate"])]
    lines += ["", "By error, at this table's tie limit:", *_table(result["by_error"]), ""]
    lines += _gain(result)
    goal, limit = result["goal_per_10000"], result["settings"]["tie_limit"]
    for one in result["defaults"]:
        met = one["wrong_per_10000"] <= goal
        low, high = one["wrong_per_10000_interval"]
        lines.append(
            f"At most {goal:g} wrong letter in 10,000 deals, spread {_ms(one, 'spread_s')} ms, "
            f"tie limit {limit:g}: {'yes' if met else 'NO'}, "
            f"{one['wrong_per_10000']:.2f} ({low:.2f} to {high:.2f}); "
            f"{one['wrong_by_gross']} of {one['wrong_letters']} by gross errors."
        )
    return lines


def _gain(result: Mapping[str, Any]) -> Iterable[str]:
    """What 60 frames a second give over 30, at this table's tie limit or the nearest that was compared."""
    limit = result["settings"]["tie_limit"]
    compared = {one["settings"]["tie_limit"] for one in result["by_frame_rate"]}
    nearest = min(compared, key=lambda other: abs(other - limit))
    rows = [one for one in result["by_frame_rate"] if one["settings"]["tie_limit"] == nearest]
    for slow in (one for one in rows if one["fps"] == 30):
        fast = next(
            one
            for one in rows
            if one["fps"] == 60 and one["settings"]["spread_s"] == slow["settings"]["spread_s"]
        )
        yield (
            f"60 frames a second instead of 30, spread {_ms(slow, 'spread_s')} ms: redeals "
            f"{100 * slow['redeal_share']:.1f} % -> {100 * fast['redeal_share']:.1f} % of deals, a game "
            f"{slow['deals_per_game']:.1f} -> {fast['deals_per_game']:.1f} deals, wrong letters in 10,000 "
            f"{slow['wrong_per_10000']:.2f} -> {fast['wrong_per_10000']:.2f}."
        )


def _table(rows: Sequence[Mapping[str, Any]]) -> Iterable[str]:
    yield "  spread  fps  error  tie limit   deals  wrong  redeals  calls  deals/game  wrong in 10,000 (95 %)"
    for one in rows:
        low, high = one["wrong_per_10000_interval"]
        yield (
            f"  {_ms(one, 'spread_s'):>4} ms  {one['fps'] or '':>3}  {_ms(one, 'error_s'):>2} ms  "
            f"{one['settings']['tie_limit']:>9g}  {one['deals']:>6}  {one['wrong_letters']:>5}  "
            f"{100 * one['redeal_share']:>5.1f} %  {one['calls']:>5}  {one['deals_per_game']:>10.1f}  "
            f"{one['wrong_per_10000']:.2f} ({low:.2f} to {high:.2f})"
        )


def _ms(one: Mapping[str, Any], name: str) -> str:
    return f"{1e3 * one['settings'][name]:.0f}"


def _progress(done: int, whole: int) -> None:
    print(
        f"\r{done + 1} of {whole} tables", end="\n" if done + 1 == whole else "", file=sys.stderr, flush=True
    )


def _require_matplotlib() -> None:
    try:
        import matplotlib  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise NoPlotError(
            'the plot needs matplotlib: install it with `pip install "donkey-referee[plot]"`'
        ) from error
    matplotlib.use("Agg")


def _plot(result: Mapping[str, Any], path: Path) -> None:
    from matplotlib import pyplot  # noqa: PLC0415 - an extra

    figure, (wrong, redeals) = pyplot.subplots(1, 2, figsize=(12, 5), layout="constrained")
    for spread_s in result["settings"]["spreads_s"]:
        for fps, style in zip((30, 60, 120), ("-", "--", ":"), strict=True):
            rows = [
                one
                for one in result["by_frame_rate"]
                if one["fps"] == fps and one["settings"]["spread_s"] == spread_s
            ]
            limits = [one["settings"]["tie_limit"] for one in rows]
            label = f"{1e3 * spread_s:.0f} ms, {fps} frames/s"
            wrong.plot(limits, [one["wrong_per_10000"] for one in rows], style, marker="o", label=label)
            redeals.plot(limits, [100 * one["redeal_share"] for one in rows], style, marker="o", label=label)
    wrong.axhline(result["goal_per_10000"], color="grey", linewidth=1)
    wrong.set(xscale="log", xlabel="tie limit", ylabel="wrong letters in 10,000 deals", ylim=(0, None))
    redeals.set(xscale="log", xlabel="tie limit", ylabel="redeals, % of deals", ylim=(0, None))
    redeals.legend(title="copiers' spread", fontsize="small")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise NoPlotError(f"{path} cannot be written: {error}") from error
    finally:
        pyplot.close(figure)
