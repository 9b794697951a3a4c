"""Whole games from a stated model of people and stopwatch: how often would a letter be wrong?

The model, also printed with every result (:func:`model_text`):

* One player, each survivor as likely, signals. Every other survivor's fingertip arrives ``base_s`` plus a
  bell curve of width ``spread_s`` later, independently, ``soonest_s`` at the earliest. All are equally quick.
* With chance ``asleep`` a copier does not copy; with chance ``unseen`` a player's touch cannot be seen; with
  chance ``false_signal`` the initiator has no quartet (and people say so).
* The stopwatch adds an error to each contact: a bell curve of width ``error_s``, or with chance ``gross`` one
  of width ``gross_sigma_s``. It states exactly these (its intervals are honest); errors are independent.
* The verdict is the rules': a letter to the last unless the last two are a tie (:mod:`referee.timing.tie`)
  or within the house's window; unseen or two asleep: a call, which scores nothing here. A false signal costs
  the measured initiator the letter unless the first two are a tie.
* A letter is wrong when the truth would have given it to somebody else. Games go on to two survivors.

Nothing here reads a clock or a file; the same seed gives the same result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.rules.house import House
from referee.timing.interval import GROSS, GROSS_SIGMA_S

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Error:
    """The stopwatch's error at one frame rate.

    Attributes:
        error_s: root mean square of the ordinary error, seconds.
        gross: chance of a gross error, 0…1.
        gross_sigma_s: width of a gross error, seconds.
    """

    error_s: float
    gross: float = GROSS
    gross_sigma_s: float = GROSS_SIGMA_S


MEASURED: dict[int, Error] = {30: Error(0.0034), 60: Error(0.0029), 120: Error(0.0029)}
"""By frame rate, frames a second: the RMSE on scenes that nothing was tuned on (docs/accuracy.md, 401, 80 and 80
contacts). Gross errors are what the stopwatch states of itself (:mod:`referee.timing.interval`)."""

SPREADS_S = (0.080, 0.150, 0.250)
"""Copiers' spreads, seconds: attentive, usual and sleepy tables."""
TIE_LIMITS = (0.0003, 0.001, 0.003, 0.01)
"""Tie limits that are compared."""
ERRORS_S = (0.002, 0.004, 0.006, 0.010, 0.015)
"""Stopwatch errors that are compared, seconds."""
GOAL = 1.0
"""At most so many wrong letters in 10,000 deals."""


@dataclass(frozen=True, slots=True)
class Model:
    """One table of the simulation; times in seconds, chances 0…1.

    Attributes:
        spread_s: standard deviation of a copier's time.
        error_s: root mean square of the stopwatch's ordinary error.
        gross: chance of a gross error.
        gross_sigma_s: standard deviation of a gross error.
        tie_limit: the house's limit on the chance that the order is the other way round.
        tie_window_s: the house's fixed tie window.
        letters: length of the word.
        base_s: mean time from the signal to a copy.
        soonest_s: nobody copies sooner after the signal.
        asleep: chance that a copier does not copy.
        unseen: chance that a player cannot be seen.
        false_signal: chance that the initiator has no quartet.
    """

    spread_s: float = 0.150
    error_s: float = MEASURED[30].error_s
    gross: float = MEASURED[30].gross
    gross_sigma_s: float = MEASURED[30].gross_sigma_s
    tie_limit: float = House().tie_limit
    tie_window_s: float = House().tie_window_s
    letters: int = len(House().word)
    base_s: float = 0.600
    soonest_s: float = 0.150
    asleep: float = 0.005
    unseen: float = 0.005
    false_signal: float = 0.02

    def at(self, fps: int) -> Model:
        """The same table with the stopwatch's error as measured at ``fps`` frames a second."""
        found = MEASURED[fps]
        return replace(self, error_s=found.error_s, gross=found.gross, gross_sigma_s=found.gross_sigma_s)

    def to_dict(self) -> dict[str, float | int]:
        """The settings by name."""
        return {found.name: getattr(self, found.name) for found in fields(self)}


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of one simulation.

    Attributes:
        deals: deals played.
        letters: letters given.
        wrong_letters: letters given to somebody whom the truth would not have given it.
        wrong_by_gross: those of them in deals in which the stopwatch made a gross error.
        redeals: ties.
        calls: deals that wait for a person.
        games: games played to their end.
        deals_per_game: mean number of deals of a game.
    """

    deals: int
    letters: int
    wrong_letters: int
    wrong_by_gross: int
    redeals: int
    calls: int
    games: int
    deals_per_game: float

    def wrong_per_10000(self) -> tuple[float, float, float]:
        """Wrong letters in 10,000 deals: the estimate and its 95 % interval (Wilson's), low and high."""
        z, n = 1.96, self.deals
        share = self.wrong_letters / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return 1e4 * share, 1e4 * max(0.0, middle - half), 1e4 * (middle + half)


def chance_reversed(gap_s: Floats, model: Model) -> Floats:
    """:func:`referee.timing.tie.chance_reversed` for many pairs at once, both with the model's error.

    Args:
        gap_s: by how much the second was measured later, seconds, ≥ 0.
        model: the stopwatch's error.

    Returns:
        The chances, in the shape of ``gap_s``.
    """
    parts = ((1.0 - model.gross, model.error_s), (model.gross, model.gross_sigma_s))
    total = np.zeros_like(gap_s)
    for weight_a, sigma_a in parts:
        for weight_b, sigma_b in parts:
            width = math.hypot(sigma_a, sigma_b) * math.sqrt(2.0)
            total += weight_a * weight_b * 0.5 * _erfc(gap_s / width)
    return total


def simulate(model: Model, deals: int, seed: int) -> Tally:
    """Play whole games until at least ``deals`` deals were played.

    Args:
        model: the table.
        deals: how many deals at least, > 0.
        seed: of the random numbers.
    """
    rng = np.random.default_rng(seed)
    counts = dict.fromkeys(_COUNTED, 0)
    while counts["deals"] < deals:
        # A game takes a little over two words; the last few games are played in small batches.
        missing = deals - counts["deals"]
        batch = max(1, missing // (3 * model.letters))
        _play(model, batch, rng, counts)
    return Tally(**counts, deals_per_game=counts["deals"] / counts["games"])


def _play(model: Model, games: int, rng: np.random.Generator, counts: dict[str, int]) -> None:
    """Play this many games side by side to their end and add what came of them."""
    letters = np.zeros((games, PLAYERS), dtype=np.int64)
    counts["games"] += games
    while True:
        running = letters[(letters < model.letters).sum(axis=1) > 2]
        if not len(running):
            return
        taker, wrong, gross, call = _deal(model, running < model.letters, rng)
        given = taker >= 0
        running[np.flatnonzero(given), taker[given]] += 1
        letters = running
        counts["deals"] += len(running)
        counts["letters"] += int(given.sum())
        counts["wrong_letters"] += int(wrong.sum())
        counts["wrong_by_gross"] += int((wrong & gross).sum())
        counts["calls"] += int(call.sum())
        counts["redeals"] += int((~given & ~call).sum())


def _deal(
    model: Model, playing: Bools, rng: np.random.Generator
) -> tuple[NDArray[np.int64], Bools, Bools, Bools]:
    """One deal at each table.

    Args:
        model: the table.
        playing: who is still in, tables by players.
        rng: random numbers.

    Returns:
        For each table: who takes the letter (-1: nobody), whether that is wrong, whether there was a
        gross error, whether it is a call.
    """
    shape = playing.shape
    table = np.arange(len(playing))
    initiator = np.where(playing, rng.random(shape), -1.0).argmax(axis=1)
    copies = np.maximum(model.soonest_s, model.base_s + model.spread_s * rng.standard_normal(shape))
    copies[rng.random(shape) < model.asleep] = np.inf
    copies[~playing] = -np.inf  # sorts before everybody
    copies[table, initiator] = 0.0
    gross: Bools = rng.random(shape) < model.gross
    sigma = np.where(gross, model.gross_sigma_s, model.error_s)
    measured = copies + sigma * rng.standard_normal(shape)

    asleep = np.isposinf(copies).sum(axis=1)
    unseen = ((rng.random(shape) < model.unseen) & playing).any(axis=1)
    no_quartet = rng.random(len(playing)) < model.false_signal
    order = measured.argsort(axis=1)
    sorted_ = np.take_along_axis(measured, order, axis=1)

    # The first two of those who play stand after the ones who are out.
    first = (~playing).sum(axis=1)
    last = np.where(no_quartet, order[table, first], order[:, -1])
    with np.errstate(invalid="ignore"):  # two who never copy: infinity minus infinity
        lead = sorted_[table, first + 1] - sorted_[table, first]
        gap = np.where(no_quartet, lead, sorted_[:, -1] - sorted_[:, -2])
    gap = np.where(np.isfinite(gap), gap, np.inf)
    tie = (chance_reversed(gap, model) > model.tie_limit) | (gap <= model.tie_window_s)
    # Who did not copy is last without a stopwatch; two of them are a call, unless the signal was false.
    call = unseen | ((asleep > 1) & ~no_quartet)
    taker = np.where(call | tie, -1, last)
    truth = np.where(no_quartet, initiator, copies.argmax(axis=1))
    spoilt = np.logical_and(gross, playing).sum(axis=1) > 0
    return taker, (taker >= 0) & (taker != truth), spoilt, call


def model_text(model: Model) -> str:
    """The model in words, for people who read the result."""
    return (
        f"Model: copiers arrive {1e3 * model.base_s:.0f} ms after the signal, spread (standard deviation) as "
        "given; "
        f"{100 * model.asleep:g} % do not copy, {100 * model.unseen:g} % of players cannot be seen (a call), "
        f"{100 * model.false_signal:g} % of signals have no quartet. Stopwatch: error as given, "
        f"{100 * model.gross:g} % gross errors of width {1e3 * model.gross_sigma_s:.0f} ms, intervals honest."
    )


def row(model: Model, deals: int, seed: int, fps: int | None = None) -> dict[str, Any]:
    """Simulate one table; its settings and what came of it, JSON-able."""
    tally = simulate(model, deals, seed)
    estimate, low, high = tally.wrong_per_10000()
    return {
        "fps": fps,
        "settings": model.to_dict(),
        **asdict(tally),
        "redeal_share": tally.redeals / tally.deals,
        "wrong_per_10000": estimate,
        "wrong_per_10000_interval": [low, high],
    }


def compare(
    base: Model,
    *,
    fps: int | None,
    spreads_s: Sequence[float],
    deals: int,
    seed: int,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> dict[str, Any]:
    """Simulate a table as set, and beside it other frame rates, tie limits and errors.

    Args:
        base: the table as set; its spread is ignored.
        fps: the frame rate whose measured error ``base`` has; ``None`` when the error was given by hand.
        spreads_s: the copiers' spreads, seconds.
        deals: how many deals at least for each row.
        seed: of the random numbers, the same for each row.
        tell: told how many of all rows are done.

    Returns:
        ``deals``, ``wrong_letters``, ``redeals``, ``calls``: sums over ``defaults``, the rows of the table as
        set; ``settings``; ``model``: in words; ``measured``: the errors by frame rate; ``by_frame_rate``,
        ``by_error``: the rows to compare; ``goal_per_10000``, ``goal_met``: whether every default row keeps
        to it.
    """
    plan: list[tuple[str, Model, int | None]] = []
    for spread_s in spreads_s:
        table = replace(base, spread_s=spread_s)
        plan.append(("defaults", table, fps))
        for rate in sorted(MEASURED):
            plan += [
                ("by_frame_rate", replace(table.at(rate), tie_limit=limit), rate) for limit in TIE_LIMITS
            ]
        plan += [("by_error", replace(table, error_s=error_s), None) for error_s in ERRORS_S]
    found: dict[str, list[dict[str, Any]]] = {"defaults": [], "by_frame_rate": [], "by_error": []}
    for done, (name, model, measured_at) in enumerate(plan):
        tell(done, len(plan))
        found[name].append(row(model, deals, seed, measured_at))
    total = {
        name: sum(one[name] for one in found["defaults"])
        for name in ("deals", "wrong_letters", "redeals", "calls")
    }
    settings = base.to_dict() | {"spreads_s": list(spreads_s), "fps": fps, "seed": seed, "deals_asked": deals}
    del settings["spread_s"]
    return {
        **total,
        "settings": settings,
        "model": model_text(base),
        "measured": {str(rate): asdict(error) for rate, error in MEASURED.items()},
        **found,
        "goal_per_10000": GOAL,
        "goal_met": all(one["wrong_per_10000"] <= GOAL for one in found["defaults"]),
    }


_COUNTED = ("deals", "letters", "wrong_letters", "wrong_by_gross", "redeals", "calls", "games")
_erfc = np.vectorize(math.erfc, otypes=[np.float64])
