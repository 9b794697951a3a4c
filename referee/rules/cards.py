"""The cards: which are in play, how they are dealt, and passing them on.

The live referee sees no cards. This layer is for the lesson and for what must be true of passing: a card is
let go before another is picked up, nobody holds more than four, and no card is lost or made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.errors import NotNowError, UnknownError
from referee.rules.state import PLAYERS

SUITS = "♠♥♦♣"
"""The four suits; none is worth more than another."""
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""The thirteen ranks of a pack; the order means nothing."""
HAND = 4
"""How many cards everybody holds, and the most that anybody ever may."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pack."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


def pack() -> tuple[Card, ...]:
    """The 52 cards."""
    return tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)


def ranks_in_play(players: int) -> tuple[str, ...]:
    """The ranks that so many players use: as many ranks as players, A K Q J for four and A K Q for three."""
    if not 3 <= players <= PLAYERS:
        raise UnknownError(f"Cards are dealt to three or four players, not to {players}.")
    return RANKS[:players]


def cards_in_play(players: int) -> tuple[Card, ...]:
    """The cards that so many players use: 16 for four, 12 for three."""
    used = ranks_in_play(players)
    return tuple(card for card in pack() if card.rank in used)


def quartet(hand: Sequence[Card]) -> str | None:
    """The rank of which a hand is four of a kind; ``None`` when it is none."""
    ranks = {card.rank for card in hand}
    return ranks.pop() if len(hand) == HAND and len(ranks) == 1 else None


@dataclass(frozen=True, slots=True)
class Place:
    """What is at one seat.

    Attributes:
        seat: the seat.
        hand: the cards held.
        waiting: the cards let go by the right neighbour and not yet picked up, the first one first.
    """

    seat: int
    hand: tuple[Card, ...]
    waiting: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The cards in play, by seat; each place's left neighbour is the next one, wrapping round."""

    places: tuple[Place, ...]

    def place(self, seat: int) -> Place:
        """What is at a seat.

        Raises:
            UnknownError: when nobody plays there.
        """
        return self.places[self._index(seat)]

    def cards(self) -> tuple[Card, ...]:
        """All cards, held or waiting."""
        return tuple(card for place in self.places for card in (*place.hand, *place.waiting))

    def release(self, seat: int, card: Card) -> Table:
        """Let go of one card, face down to the left.

        Raises:
            NotNowError: when this seat has let go already and must pick up first.
            UnknownError: when the card is not in this hand.
        """
        place = self.place(seat)
        if len(place.hand) < HAND:
            raise NotNowError("One card at a time: pick up the one from the right before passing the next.")
        if card not in place.hand:
            raise UnknownError(f"Only a card of your own hand can be passed, and {card} is not in it.")
        kept = tuple(held for held in place.hand if held != card)
        left = self.places[(self._index(seat) + 1) % len(self.places)]
        return self._with(replace(place, hand=kept))._with(replace(left, waiting=(*left.waiting, card)))

    def pick_up(self, seat: int) -> Table:
        """Pick up the first card that waits.

        Raises:
            NotNowError: before this seat has let go of a card, or when none waits.
        """
        place = self.place(seat)
        if len(place.hand) >= HAND:
            raise NotNowError("Four cards are the most: let go of one before picking up.")
        if not place.waiting:
            raise NotNowError("Nothing has come from the right yet: wait for it.")
        first, *later = place.waiting
        return self._with(replace(place, hand=(*place.hand, first), waiting=tuple(later)))

    def _index(self, seat: int) -> int:
        for index, place in enumerate(self.places):
            if place.seat == seat:
                return index
        raise UnknownError(f"Nobody plays in seat {seat}.")

    def _with(self, changed: Place) -> Table:
        return Table(tuple(changed if place.seat == changed.seat else place for place in self.places))


def deal_cards(shuffled: Sequence[Card], seats: Sequence[int], dealer: int) -> Table:
    """Deal four to each, one at a time, beginning at the dealer's left and ending with the dealer.

    Args:
        shuffled: exactly the cards in play, in the order in which they are dealt; chance comes from outside.
        seats: the survivors' seats.
        dealer: the dealer's seat, one of them.

    Raises:
        UnknownError: when the cards are not those in play, or the dealer is no survivor.
    """
    around = sorted(seats)
    if sorted(map(str, shuffled)) != sorted(map(str, cards_in_play(len(around)))):
        raise UnknownError(f"Deal exactly the {HAND * len(around)} cards in play, each once.")
    if dealer not in around:
        raise UnknownError(f"Nobody plays in seat {dealer}: the dealer is a survivor.")
    first = around.index(dealer) + 1
    order = around[first:] + around[:first]
    hands = {seat: tuple(shuffled[place :: len(order)]) for place, seat in enumerate(order)}
    return Table(tuple(Place(seat, hands[seat]) for seat in around))
