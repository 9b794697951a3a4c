"""What can happen in a game, as frozen events, and how they are written down.

Players are numbered by the seat in which they started (0…3); the number stays theirs when they change chairs.
Events from the camera name seats (places in the picture), events from people name players. Chance (who deals
first) comes from outside, inside the event. When and from whom an event came is kept beside it by the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.rules.errors import BadRecordError
from referee.rules.house import House
from referee.rules.plain import Json, from_plain, to_plain
from referee.rules.verdict import Outcome

VERSION = 1
"""The version in which events are written; a change of their shape makes the next one."""


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A new game: who sits in seats 0…3, and the house's settings."""

    names: tuple[str, ...]
    house: House = field(default_factory=House)


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The lot fell on the player in this seat: the first dealer."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt and go round; the verdict before, if any, stands."""


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """The camera's verdict on the open deal, provisional until the next deal starts or somebody confirms it.

    Attributes:
        outcome: the verdict.
        measurement: what is needed to explain it later (instants, versions, sums); the rules only keep it.
        deal: the number of the deal that was judged; a late verdict on another deal is refused. ``None``: the
            open one.
    """

    outcome: Outcome
    measurement: Mapping[str, Any] = field(default_factory=dict)
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class QuartetShown:
    """People saw whether this player, having signalled first, had four of a kind."""

    player: int
    shown: bool


@dataclass(frozen=True, slots=True)
class SignalCancelled:
    """That was no signal: the verdict is dropped and the deal goes on."""


@dataclass(frozen=True, slots=True)
class CardsWrong:
    """The cards went wrong in the current deal: no letter, the same dealer deals again."""


class Choice(StrEnum):
    """What a ruling says."""

    LETTER = "letter"
    """The player named takes the letter."""
    REDEAL = "redeal"
    """Nobody takes a letter."""
    STANDS = "stands"
    """The verdict stands as it was before any ruling; an open dispute is answered."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A person decided a deal, the current one or any before.

    Attributes:
        deal: its number, from 1.
        choice: letter, redeal or stands.
        player: who takes the letter; only for letter.
        by: who ruled.
        why: in a few words.
    """

    deal: int
    choice: Choice
    player: int | None = None
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealReviewed:
    """A later deal that the wrong people played, as a ruling showed, is kept or annulled by the referee."""

    deal: int
    keep: bool
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class LetterCorrected:
    """A person put a player's letters right, by hand: one more or one fewer."""

    player: int
    change: int
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class DisputeRaised:
    """A player says that a verdict is wrong."""

    deal: int
    player: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class DisputeWithdrawn:
    """The open dispute about a deal is taken back."""

    deal: int


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """The people in these two seats changed chairs."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player goes home and is out of the game; a deal without a verdict ends without a letter."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player's name is another."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """The house plays by other settings from now on; the word stays as it is once a deal has started."""

    house: House


@dataclass(frozen=True, slots=True)
class Paused:
    """Somebody went to the kitchen."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Everybody is back."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last event that was not undone is taken back."""


Event = (
    GameCreated
    | DealerDrawn
    | DealStarted
    | VerdictGiven
    | QuartetShown
    | SignalCancelled
    | CardsWrong
    | Ruled
    | DealReviewed
    | LetterCorrected
    | DisputeRaised
    | DisputeWithdrawn
    | SeatsSwapped
    | PlayerLeft
    | PlayerRenamed
    | SettingsChanged
    | Paused
    | Resumed
    | Undone
)

_KINDS: dict[str, type[Event]] = {
    "game-created": GameCreated,
    "dealer-drawn": DealerDrawn,
    "deal-started": DealStarted,
    "verdict-given": VerdictGiven,
    "quartet-shown": QuartetShown,
    "signal-cancelled": SignalCancelled,
    "cards-wrong": CardsWrong,
    "ruled": Ruled,
    "deal-reviewed": DealReviewed,
    "letter-corrected": LetterCorrected,
    "dispute-raised": DisputeRaised,
    "dispute-withdrawn": DisputeWithdrawn,
    "seats-swapped": SeatsSwapped,
    "player-left": PlayerLeft,
    "player-renamed": PlayerRenamed,
    "settings-changed": SettingsChanged,
    "paused": Paused,
    "resumed": Resumed,
    "undone": Undone,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def kind_of(event: Event) -> str:
    """The name under which an event is written down, such as ``verdict-given``."""
    return _NAMES[type(event)]


def event_to_dict(event: Event) -> dict[str, Json]:
    """Write an event as JSON can hold it: its fields, its name (``event``) and its shape's ``version``."""
    plain = to_plain(event)
    assert isinstance(plain, dict)  # noqa: S101 - every event is a dataclass
    return {"event": kind_of(event), "version": VERSION, **plain}


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """Read an event back: the inverse of :func:`event_to_dict`.

    Raises:
        BadRecordError: when it is damaged, or was written by a newer program.
    """
    fields = dict(data)
    name, version = fields.pop("event", None), fields.pop("version", None)
    if version != VERSION:
        raise BadRecordError(
            f"This event has version {version!r}, and this program reads {VERSION}: install a newer one."
        )
    if not isinstance(name, str) or name not in _KINDS:
        raise BadRecordError(f"There is no event {name!r}: the record is damaged, or from a newer program.")
    event: Event = from_plain(_KINDS[name], fields)
    return event
