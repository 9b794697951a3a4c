"""The one JSON view of a game: what every page, and nothing else, is drawn from.

Shape (all values JSON-able; ``seat`` is an int, ``name`` a string; a person's name is never markup)::

    version      int, Table.version
    game         {"id", "kind": "real"|"demo", "started_s"}
    word         "DONKEY"
    phase        the game's phase, a value of referee.rules.game.Phase
    next         what to do next, one sentence or two
    paused       bool
    deal         number of the deal that runs or comes next, from 1
    dealer       seat or null
    players      [{"player", "seat", "name", "letters": "DON", "count": 3, "out", "dealer", "winner": bool}],
                 by seat; "player" is the number that stays theirs when they change chairs
    survivors    [seats]
    winners      [seats]: two, once the game is over; else empty
    verdict      the last deal's verdict (below) or null
    history      [verdict, …], oldest first, the last one included
    calls        [deal numbers] that wait for a person
    disputes     [deal numbers] with a dispute that nobody has ruled yet
    questions    [{"deal", "wrongly_in": [seats], "wrongly_out": [seats]}]: deals to keep or annul
    live         LiveStatus.to_dict(): {"phase", "camera_ok", "message", "source", "fps", "width", "height",
                 "delay_s", "dropped", "placing": "fine"|"moved"|"differs"|"elsewhere", "slow": [now, best] or null,
                 "seats": [{"seat", "face_box", "nose", "fingertip", "near", "note"}]}
    chairs       [seats] whose people may have changed chairs: to be asked (only at a running table)
    can_go_back  bool: a new game was begun that nobody played yet (only at a running table)
    record       {"ok": bool, "message": "" or plain words such as "in memory only: the disk is full"}
    log          [{"seq", "wall_s", "source": {"kind", "role", "who"}, "type", "what": a sentence}]

A verdict; seats are where the people concerned sit now::

    deal         its number
    kind         "letter" | "redeal" | "call": as it stands now, rulings included
    seat, name   who takes the letter, or null
    reason       value of the rules' reason enum, as measured
    sentence     the verdict in words, as it stands
    why          the reason in words
    standing     "provisional" | "confirmed" | "open" (a call that waits) | "ruled" | "annulled"
    initiator    seat or null; "initiators": [seats]
    order        [{"seat", "name", "after_s", "low_s", "high_s"}]: contact and 95 % interval, seconds after
                 the signal's contact, or null
    gap_s        between the last two contacts, seconds, or null
    p_reversed   chance that the last two came the other way round, or null
    unseen       [seats] that could not be seen
    quartet      true | false | null: what people said
    measured     {"kind", "seat", "reason"}: the original verdict, when a ruling changed it; else null
    disputes     [{"seat", "name", "wall_s"}]
    rulings      [{"kind": "letter"|"redeal"|"stands", "seat", "name", "by", "why", "wall_s"}]
    cancelled    how many signals were dropped as "that was no signal"
    clip         name of the clip below DATA/clips/GAME, or null
    wall_s       when the verdict was recorded, seconds since 1970, or null
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.record.entry import Entry, GameHeader
from referee.record.fold import effective
from referee.rules.events import Event
from referee.rules.sentences import Speaker
from referee.rules.state import Deal, Mismatch, Phase, State
from referee.rules.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from referee.status import LiveStatus


def snapshot(
    state: State,
    header: GameHeader,
    entries: Sequence[Entry],
    events: Sequence[Event],
    status: LiveStatus,
    *,
    version: int,
    trouble: str,
    language: str = "en",
) -> dict[str, Any]:
    """Build the view; the module's text gives its shape.

    Args:
        state: the game; may be a step ahead of ``entries`` (a preview).
        header: what is known of the game before its first event.
        entries: its log.
        events: the entries' events.
        status: what the live path last said.
        version: of the table.
        trouble: what is wrong with the store, "" when nothing is.
        language: of the sentences; one of the rules' languages.
    """
    speaker = Speaker(language)
    times = _times(effective(entries))
    history = [verdict(state, deal, times, speaker) for deal in state.deals if deal.standing is not None]
    return {
        "version": version,
        "game": {"id": header.game, "kind": header.kind.value, "started_s": header.started_s},
        "word": state.house.word,
        "phase": state.phase.value,
        "paused": state.paused,
        "next": speaker.next_step(state),
        "deal": len(state.deals) + (state.phase is not Phase.PLAYING),
        "dealer": None if state.dealer is None else state.seat_of(state.dealer),
        "players": [_player(state, player) for player in state.chairs],
        "survivors": _seats(state, state.survivors),
        "winners": _seats(state, state.winners),
        "verdict": history[-1] if history else None,
        "history": history,
        "calls": [deal.number for deal in state.deals if _waits(deal)],
        "disputes": [deal.number for deal in state.deals if deal.disputed],
        "questions": [
            {"deal": question.deal} | _mismatch(state, question.mismatch)
            for question in state.ledger.questions
        ],
        "live": status.to_dict(),
        "record": {"ok": not trouble, "message": trouble},
        "log": [
            {
                "seq": entry.seq,
                "wall_s": entry.wall_s,
                "source": entry.source.to_dict(),
                "type": entry.event["event"],
                "what": speaker.happened(event, state.names),
            }
            for entry, event in zip(entries, events, strict=True)
        ],
    }


def verdict(state: State, deal: Deal, times: Times, speaker: Speaker) -> dict[str, Any]:
    """One deal's verdict, for a deal that has one."""
    standing = deal.standing
    assert standing is not None  # noqa: S101 - the caller's promise
    outcome = deal.outcome or Outcome(standing.verdict, standing.reason)
    measured = deal.unruled if deal.rulings or deal.annulled else None

    def seat(player: int | None) -> int | None:
        return None if player is None else state.seat_of(player)

    def there(seats: Iterable[int]) -> list[int]:
        """Seats of then to the seats in which the same people sit now."""
        return [state.seat_of(deal.chairs[then]) for then in seats]

    return {
        "deal": deal.number,
        "kind": standing.verdict.value,
        "seat": seat(standing.player),
        "name": _name(state, standing.player),
        "reason": standing.reason.value,
        "sentence": speaker.verdict(state, deal),
        "why": speaker.why(state, deal),
        "standing": _standing(state, deal),
        "initiator": next(iter(there(outcome.initiators)), None),
        "initiators": there(outcome.initiators),
        "order": _order(state, deal, outcome),
        "gap_s": outcome.gap_s,
        "p_reversed": outcome.p_reversed,
        "unseen": there(outcome.unseen),
        "quartet": any(shown for _, shown in deal.quartet) if deal.quartet_answered else None,
        "measured": None
        if measured is None
        else {"kind": measured.verdict.value, "seat": seat(measured.player), "reason": measured.reason.value},
        "disputes": [
            {
                "seat": seat(dispute.player),
                "name": _name(state, dispute.player),
                "why": dispute.why,
                "wall_s": _at(times["dispute-raised", deal.number], place),
            }
            for place, dispute in enumerate(deal.disputes)
        ],
        "rulings": [
            {
                "kind": ruling.choice.value,
                "seat": seat(ruling.player),
                "name": _name(state, ruling.player),
                "by": ruling.by,
                "why": ruling.why,
                "wall_s": _at(times["ruled", deal.number], place),
            }
            for place, ruling in enumerate(deal.rulings)
        ],
        "cancelled": len(deal.cancelled),
        "clip": deal.measurement.get("clip"),
        "wall_s": _at(times["verdict-given", deal.number], -1),
    }


Times = Mapping[tuple[str, int], list[float]]
"""Wall clock of the events of a type about a deal, in order."""


def _times(entries: Sequence[Entry]) -> Times:
    found: dict[tuple[str, int], list[float]] = defaultdict(list)
    deal = 0
    for entry in entries:
        kind = entry.event["event"]
        deal += kind == "deal-started"
        about = entry.event.get("deal") if kind in ("ruled", "dispute-raised") else deal
        found["verdict-given" if kind == "cards-wrong" else kind, about or 0].append(entry.wall_s)
    return found


def _at(times: list[float], place: int) -> float | None:
    return times[place] if -len(times) <= place < len(times) else None


def _player(state: State, player: int) -> dict[str, Any]:
    count = state.letters[player]
    return {
        "player": player,
        "seat": state.seat_of(player),
        "name": state.names[player],
        "letters": state.house.word[:count],
        "count": count,
        "out": player not in state.survivors,
        "dealer": player == state.dealer,
        "winner": player in state.winners,
    }


def _name(state: State, player: int | None) -> str | None:
    return None if player is None else state.names[player]


def _seats(state: State, players: Iterable[int]) -> list[int]:
    return sorted(state.seat_of(player) for player in players)


def _mismatch(state: State, mismatch: Mismatch) -> dict[str, list[int]]:
    return {
        "wrongly_in": _seats(state, mismatch.wrongly_in),
        "wrongly_out": _seats(state, mismatch.wrongly_out),
    }


def _waits(deal: Deal) -> bool:
    return deal.standing is not None and deal.standing.verdict is Verdict.CALL


def _standing(state: State, deal: Deal) -> str:
    if deal.annulled:
        return "annulled"
    if deal.rulings:
        return "ruled"
    if _waits(deal):
        return "open"
    return "provisional" if deal is state.deal and state.provisional else "confirmed"


def _order(state: State, deal: Deal, outcome: Outcome) -> list[dict[str, Any]]:
    contacts = [touch.contact for touch in outcome.contacts]
    start_s = contacts[0].time_s if contacts and contacts[0] is not None else None

    def row(seat: int, place: int) -> dict[str, Any]:
        player = deal.chairs[seat]
        contact = contacts[place] if place < len(contacts) else None
        times: tuple[float | None, ...] = (None, None, None)
        if contact is not None and start_s is not None:
            times = (contact.time_s - start_s, contact.low_s - start_s, contact.high_s - start_s)
        after = dict(zip(("after_s", "low_s", "high_s"), times, strict=True))
        return {"seat": state.seat_of(player), "name": state.names[player]} | after

    return [row(seat, place) for place, seat in enumerate(outcome.order)]
