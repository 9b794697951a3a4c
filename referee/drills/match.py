"""A made-up match: every event of a whole game, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee.observation import Instant, Touch, TouchKind
from referee.rules import events as on
from referee.rules.errors import RefusalError
from referee.rules.game import Phase, State, apply
from referee.rules.verdict import Outcome, Reason, Verdict

NAMES = ("Ann", "Ben", "Cem", "Dana")


def match(seed: int) -> tuple[on.Event, ...]:
    """Play a game to its end: verdicts of all kinds, quartets, disputes, rulings, undo, pauses.

    Args:
        seed: of the random numbers.
    """
    rng = random.Random(seed)  # noqa: S311 - a drill, not a secret
    first: on.Event = on.GameCreated(NAMES)
    played, state = [first], apply(None, first)
    while state.phase is not Phase.OVER:
        for event in _wishes(state, rng):
            try:
                state = apply(state, event)
            except RefusalError:
                continue
            played.append(event)
            break
    return tuple(played)


def _wishes(state: State, rng: random.Random) -> Iterator[on.Event]:
    """What may happen next, most wanted first; the rules refuse what does not fit, the last one fits."""
    deal = state.deal
    if rng.random() < 0.3 and deal is not None:
        yield rng.choice(
            (
                on.QuartetShown(rng.choice(state.survivors), rng.random() < 0.8),
                on.DisputeRaised(deal.number, rng.choice(state.survivors)),
                on.Ruled(
                    rng.randint(1, deal.number), on.Choice.LETTER, rng.choice(state.survivors), by="drill"
                ),
                on.Ruled(rng.randint(1, deal.number), on.Choice.REDEAL, by="drill", why="nobody saw it"),
                on.CardsWrong(),
                on.SignalCancelled(),
                on.SeatsSwapped(*rng.sample(range(4), 2)),
                on.Paused(),
                on.Undone(),
            )
        )
    if state.paused:
        yield on.Resumed()
    if state.phase is Phase.DRAW:
        yield on.DealerDrawn(rng.randrange(4))
    if state.phase is Phase.PLAYING:
        yield on.VerdictGiven(_outcome(state, rng), {"drill": True})
    yield on.DealStarted()


def _outcome(state: State, rng: random.Random) -> Outcome:
    assert state.deal is not None  # noqa: S101 - a deal is open
    order = [state.seat_of(player) for player in state.deal.playing]
    rng.shuffle(order)
    start_s = rng.uniform(0.0, 1000.0)
    times = [start_s, *sorted(start_s + rng.uniform(0.2, 1.5) for _ in order[1:])]
    verdict, reason = rng.choices(
        (
            (Verdict.LETTER, Reason.LAST_TO_COPY),
            (Verdict.REDEAL, Reason.TIE),
            (Verdict.CALL, Reason.UNSEEN),
        ),
        (8, 1, 1),
    )[0]
    return Outcome(
        verdict=verdict,
        reason=reason,
        seat=order[-1] if verdict is Verdict.LETTER else None,
        initiators=(order[0],),
        order=tuple(order),
        contacts=tuple(
            Touch(seat, TouchKind.HELD, Instant(time_s, time_s - 0.012, time_s + 0.012, 0.006))
            for seat, time_s in zip(order, times, strict=True)
        ),
        p_reversed=0.0001 if verdict is Verdict.LETTER else 0.2,
        gap_s=times[-1] - times[-2],
    )
