"""The one JSON view of a game: what every page, and nothing else, is drawn from.

Shape (all values JSON-able; ``seat`` is an int, ``name`` a string; a person's name is never markup)::

    version      int, Table.version
    game         {"id", "kind": "real"|"demo", "started_s"}
    word         "DONKEY"
    phase        the game's phase, a value of referee.rules.game.Phase
    next         what to do next, one sentence or two
    deal         number of the deal that runs or comes next, from 1
    dealer       seat or null
    players      [{"seat", "name", "letters": "DON", "count": 3, "out", "dealer", "winner": bool}], by seat
    survivors    [seats]
    winners      [seats]: two, once the game is over; else empty
    verdict      the last deal's verdict (below) or null
    history      [verdict, …], oldest first, the last one included
    calls        [deal numbers] that wait for a person
    disputes     [deal numbers] with a dispute that nobody has ruled yet
    live         LiveStatus.to_dict(): {"phase", "camera_ok", "message", "source", "fps", "width", "height",
                 "delay_s", "dropped", "seats": [{"seat", "face_box", "nose", "fingertip", "near", "note"}]}
    record       {"ok": bool, "message": "" or plain words such as "in memory only: the disk is full"}
    log          [{"seq", "wall_s", "source": {"kind", "role", "who"}, "type", "what": a sentence}]

A verdict::

    deal         its number
    kind         "letter" | "redeal" | "call": as it stands now, rulings included
    seat, name   who takes the letter, or null
    reason       value of the rules' reason enum, as measured
    sentence     the verdict in words, as it stands
    why          the reason in words
    standing     "provisional" | "confirmed" | "ruled" | "cancelled" | "annulled" …
    initiator    seat or null; "initiators": [seats]
    order        [{"seat", "name", "after_s", "low_s", "high_s"}]: contact and 95 % interval after the signal
    gap_s        between the last two contacts, seconds, or null
    p_reversed   chance that the last two came the other way round, or null
    unseen       [seats] that could not be seen
    quartet      true | false | null: what people said
    measured     {"kind", "seat", "reason"}: the original verdict, when a ruling changed it; else null
    disputes     [{"seat", "name", "wall_s"}]
    rulings      [{"kind", "seat", "name", "by", "why", "wall_s"}]
    clip         name of the clip below DATA/clips/GAME, or null
    wall_s       when the verdict was recorded
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.record.entry import Entry, GameHeader

if TYPE_CHECKING:
    from referee.rules.game import State
    from referee.service import LiveStatus


def snapshot(
    state: State,
    header: GameHeader,
    entries: Sequence[Entry],
    status: LiveStatus,
    *,
    version: int,
    trouble: str,
) -> dict[str, Any]:
    """Build the view; the module's text gives its shape."""
    raise NotImplementedError  # waits for referee.rules.game
