"""A real table with deals already played."""

from __future__ import annotations

from referee.observation import Instant, Touch, TouchKind
from referee.record.entry import CAMERA, PROGRAM, REFEREE, Entry, GameHeader, GameKind, MemoryLog
from referee.rules import events as on
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.service import Table

NAMES = ("Anna", "Ben", "Cem", "Dana")


def letter_to(seat: int, *, without: int | None = None) -> Outcome:
    """The others touch in order of their seats, 0.1 s apart, and this one last; ``without`` is out."""
    order = [other for other in range(4) if other not in (seat, without)] + [seat]
    touches = [
        Touch(one, TouchKind.HELD, Instant(1 + 0.1 * place, 0.99 + 0.1 * place, 1.01 + 0.1 * place, 0.005))
        for place, one in enumerate(order)
    ]
    return Outcome(
        Verdict.LETTER, Reason.LAST_TO_COPY, seat, (order[0],), tuple(order), tuple(touches), 1e-6, 0.1
    )


def played(*outcomes: Outcome) -> Table:
    """A table on which these deals were played; Ben was drawn as the first dealer."""
    log = MemoryLog(GameHeader("g", GameKind.REAL, 0.0, "0"))
    log.append(Entry(1, 0.0, on.event_to_dict(on.GameCreated(NAMES)), PROGRAM))
    table = Table(log, now=lambda: 1.8e9)
    table.apply(on.DealerDrawn(1), PROGRAM)
    for outcome in outcomes:
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(outcome), CAMERA)
    return table


def play(table: Table, *takers: int) -> None:
    """Play deals: each takes a letter."""
    if table.state.drawn is None:
        table.apply(on.DealerDrawn(1), PROGRAM)
    for seat in takers:
        out = next((one for one in range(4) if one not in table.state.survivors), None)
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(letter_to(seat, without=out)), PROGRAM)
