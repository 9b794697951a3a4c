"""The cards in play, dealing, and passing whatever people try."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee.rules.cards import Card, Table, cards_in_play, deal_cards, pack, quartet, ranks_in_play
from referee.rules.errors import NotNowError, RefusalError, UnknownError


def test_the_pack() -> None:
    assert len(set(pack())) == 52
    assert Counter(card.rank for card in pack()) == dict.fromkeys(
        ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"], 4
    )
    assert str(Card("10", "♥")) == "10♥"


@pytest.mark.parametrize(("players", "ranks"), [(4, "AKQJ"), (3, "AKQ")])
def test_the_cards_in_play(players: int, ranks: str) -> None:
    assert "".join(ranks_in_play(players)) == ranks
    cards = cards_in_play(players)
    assert len(cards) == len(set(cards)) == 4 * players
    assert {card.rank for card in cards} == set(ranks)
    assert len(pack()) - len(cards) == {4: 36, 3: 40}[players]


@pytest.mark.parametrize("players", [2, 5])
def test_nobody_else_is_dealt_to(players: int) -> None:
    with pytest.raises(UnknownError, match=f"not to {players}"):
        cards_in_play(players)


def _hand(names: str) -> list[Card]:
    return [Card(name[0], name[1]) for name in names.split()]


@pytest.mark.parametrize(
    ("hand", "rank"),
    [("K♠ K♥ K♦ K♣", "K"), ("K♠ K♥ K♦ Q♣", None), ("K♠ K♥ K♦", None), ("K♠ K♥ K♦ K♣ Q♣", None), ("", None)],
)
def test_a_quartet(hand: str, rank: str | None) -> None:
    assert quartet(_hand(hand)) == rank


def test_dealing_begins_at_the_dealers_left() -> None:
    cards = cards_in_play(4)
    table = deal_cards(cards, [0, 1, 2, 3], dealer=1)
    assert [table.place(seat).hand[0] for seat in (2, 3, 0, 1)] == list(cards[:4])
    assert table.place(1).hand == cards[3::4]
    three = deal_cards(cards_in_play(3), [3, 0, 2], dealer=3)
    assert [place.seat for place in three.places] == [0, 2, 3]
    assert three.place(0).hand == cards_in_play(3)[0::3]
    assert three.place(3).hand == cards_in_play(3)[2::3]


def test_only_the_cards_in_play_are_dealt_and_by_a_survivor() -> None:
    cards = cards_in_play(4)
    for wrong in (cards[:15], (*cards, cards[0]), (*cards[:15], cards[0]), (*cards[:15], Card("2", "♠"))):
        with pytest.raises(UnknownError, match="exactly the 16 cards"):
            deal_cards(wrong, range(4), dealer=0)
    with pytest.raises(UnknownError, match="Nobody plays in seat 1"):
        deal_cards(cards_in_play(3), [0, 2, 3], dealer=1)


def test_a_card_goes_to_the_left_and_is_picked_up_after_letting_go() -> None:
    table = deal_cards(cards_in_play(3), [0, 2, 3], dealer=0)
    own, other = table.place(3).hand[0], table.place(0).hand[0]
    with pytest.raises(UnknownError, match=f"{other} is not in it"):
        table.release(3, other)
    with pytest.raises(NotNowError, match="let go of one before"):
        table.pick_up(0)
    table = table.release(3, own)
    assert table.place(0).waiting == (own,)
    assert own not in table.place(3).hand
    with pytest.raises(NotNowError, match="pick up the one from the right"):
        table.release(3, table.place(3).hand[0])
    with pytest.raises(NotNowError, match="Four cards are the most"):
        table.pick_up(0)
    with pytest.raises(NotNowError, match="Nothing has come"):
        table.pick_up(3)
    table = table.release(0, other).pick_up(0)
    assert table.place(0).hand[-1] == own
    assert len(table.place(0).hand) == 4
    assert table.place(2).waiting == (other,)
    with pytest.raises(UnknownError, match="Nobody plays in seat 1"):
        table.place(1)


def test_what_came_first_is_picked_up_first() -> None:
    table = deal_cards(cards_in_play(4), range(4), dealer=3)
    cards = [table.place(seat).hand[0] for seat in range(4)]
    table = table.release(0, cards[0]).release(3, cards[3]).pick_up(0)
    second = table.place(0).hand[0]
    table = table.release(0, second)
    assert table.place(1).waiting == (cards[0], second)
    table = table.release(1, cards[1]).pick_up(1)
    assert table.place(1).hand[-1] == cards[0]
    assert table.place(1).waiting == (second,)


class Passing(RuleBasedStateMachine):
    """Everybody passes and picks up as they like, allowed or not."""

    table: Table

    @initialize(players=st.integers(3, 4), seed=st.randoms(use_true_random=False))
    def deal(self, players: int, seed: st.DataObject) -> None:
        cards = list(cards_in_play(players))
        seed.shuffle(cards)  # type: ignore[attr-defined]
        self.cards = Counter(cards)
        self.table = deal_cards(cards, range(players), dealer=0)

    @rule(seat=st.integers(0, 3), place=st.integers(0, 3))
    def release(self, seat: int, place: int) -> None:
        try:
            hand = self.table.place(seat).hand
            self.table = self.table.release(seat, hand[place % len(hand)])
        except RefusalError:
            return
        assert len(self.table.place(seat).hand) == 3

    @rule(seat=st.integers(0, 3))
    def pick_up(self, seat: int) -> None:
        try:
            self.table = self.table.pick_up(seat)
        except RefusalError:
            return
        assert len(self.table.place(seat).hand) == 4

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        assert Counter(self.table.cards()) == self.cards

    @invariant()
    def nobody_holds_more_than_four(self) -> None:
        assert all(3 <= len(place.hand) <= 4 for place in self.table.places)
        assert sum(len(place.waiting) for place in self.table.places) <= len(self.table.places)


TestPassing = Passing.TestCase


@given(st.permutations(cards_in_play(4)), st.integers(0, 3))
def test_everybody_gets_four(cards: list[Card], dealer: int) -> None:
    table = deal_cards(cards, range(4), dealer)
    assert [len(place.hand) for place in table.places] == [4] * 4
    assert set(table.cards()) == set(cards)
    assert table.place(dealer).hand[-1] == cards[-1]
