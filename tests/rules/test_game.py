"""What each event does, and when it is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules import errors
from referee.rules.events import (
    CardsWrong,
    Choice,
    DealerDrawn,
    DealStarted,
    DisputeRaised,
    DisputeWithdrawn,
    Event,
    GameCreated,
    LetterCorrected,
    Paused,
    PlayerLeft,
    PlayerRenamed,
    QuartetShown,
    Resumed,
    Ruled,
    SeatsSwapped,
    SettingsChanged,
    SignalCancelled,
    Undone,
    VerdictGiven,
)
from referee.rules.game import apply, fold
from referee.rules.house import House
from referee.rules.state import Phase, Standing
from referee.rules.verdict import Outcome, Reason, Verdict
from tests.rules.play import NAMES, PIG, call, current, deal, deals, letter, new, play, refused, tie


def test_a_game_starts_with_exactly_four() -> None:
    state = play(None, GameCreated(("Anna", " Ben  B ", "Cem", "Dora")))
    assert state.names == ("Anna", "Ben B", "Cem", "Dora")
    assert (state.phase, state.letters, state.survivors) == (Phase.DRAW, (0, 0, 0, 0), (0, 1, 2, 3))
    assert (state.dealer, state.winners, state.deal) == (None, (), None)
    for names in (NAMES[:3], (*NAMES, "Eva")):
        refused(None, GameCreated(names), errors.BadTableError, f"four players start; got {len(names)}")
    refused(None, GameCreated(("Anna", "anna", "Cem", "Dora")), errors.BadTableError, "same name")
    refused(None, GameCreated(("", "Ben", "Cem", "Dora")), errors.BadTableError, "1 to 40 characters")
    refused(None, GameCreated(("A" * 41, "Ben", "Cem", "Dora")), errors.BadTableError, "1 to 40")
    assert play(None, GameCreated(("A" * 40, "Ben", "Cem", "Dora"))).names[0] == "A" * 40


def test_a_game_is_created_once_and_first() -> None:
    refused(None, DealStarted(), errors.NotNowError, "create one first")
    refused(new(), GameCreated(NAMES), errors.NotNowError, "has begun")
    assert fold([]) is None


def test_the_lot_draws_the_first_dealer() -> None:
    state = play(None, GameCreated(NAMES))
    refused(state, DealStarted(), errors.NotNowError, "Draw the first dealer")
    for seat in (-1, 4):
        refused(state, DealerDrawn(seat), errors.UnknownError, f"no seat {seat}")
    state = play(state, DealerDrawn(3))
    assert (state.phase, state.dealer) == (Phase.READY, 3)
    refused(state, DealerDrawn(1), errors.NotNowError, "has been drawn")


def test_the_lot_falls_on_who_sits_there() -> None:
    assert play(None, GameCreated(NAMES), SeatsSwapped(0, 3), DealerDrawn(3)).dealer == 0


def test_a_deal_is_played() -> None:
    state = play(new(), DealStarted())
    assert state.phase is Phase.PLAYING
    assert current(state) is None
    assert not state.provisional
    opened = state.deals[0]
    assert (opened.playing, opened.chairs, opened.dealer) == ((0, 1, 2, 3), (0, 1, 2, 3), 0)
    assert (opened.initiators, opened.measurement, opened.disputed) == ((), {}, False)
    refused(state, DealStarted(), errors.NotNowError, "still open")
    state = play(state, VerdictGiven(letter(2), {"frames": 7}, deal=1))
    assert (state.phase, state.letters, state.provisional) == (Phase.VERDICT, (0, 0, 1, 0), True)
    assert current(state) == Standing(Verdict.LETTER, Reason.LAST_TO_COPY, 2)
    assert state.deals[0].measurement == {"frames": 7}
    refused(state, VerdictGiven(letter(1)), errors.NotNowError, "Deal 1 has its verdict")
    state = play(state, DealStarted())
    assert [deal.number for deal in state.deals] == [1, 2]
    assert not state.provisional
    assert state.letters == (0, 0, 1, 0)


def test_a_verdict_needs_the_deal_that_it_judged() -> None:
    refused(new(), VerdictGiven(letter(2)), errors.NotNowError, "No deal has started")
    state = play(new(), *deal(tie()), DealStarted())
    refused(state, VerdictGiven(letter(2), deal=1), errors.NotNowError, "about deal 1, and deal 2 is on")


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        (letter(4, (0,)), "in seat 4"),
        (letter(3, (1,)), "in seat 3"),
        (letter(1, (3,)), "in seat 3"),
        (Outcome(Verdict.REDEAL, Reason.TIE, order=(0, 3)), "in seat 3"),
        (Outcome(Verdict.LETTER, Reason.LAST_TO_COPY, order=(0, 1)), "needs the seat"),
        (Outcome(Verdict.REDEAL, Reason.TIE, 1, order=(0, 1)), "needs the seat"),
    ],
)
def test_a_verdict_speaks_of_players_only(outcome: Outcome, says: str) -> None:
    state = play(deals(new(), 3, 3, 3), DealStarted())
    refused(state, VerdictGiven(outcome), errors.UnknownError, says)


@pytest.mark.parametrize(
    ("seats", "dealer"),
    [
        ((), 2),
        ((None,), 2),
        ((0,), 3),
        ((0, 1), 0),
        ((0, 1, None, 1), 1),
        ((3, 3, 3), 1),  # dealt by 2, 3 and 0; the next is 1
        ((3, 3, 3, 1, 1), 0),  # 1 and 2 dealt; 3 is out, so 0 follows 2
        ((2, 2, 2), 1),  # dealt by 2, 3 and 0
        ((0, 0, 0), 1),  # the dealer goes out with the letter, and the next to the left deals
    ],
)
def test_the_dealer_moves_left_after_a_letter_only(seats: tuple[int | None, ...], dealer: int) -> None:
    assert deals(new(dealer=2), *seats).dealer == dealer


def test_a_dealer_who_is_out_or_gone_is_followed_by_the_next_to_the_left() -> None:
    state = play(new(dealer=3), PlayerLeft(3))
    assert state.dealer == 0
    state = play(new(dealer=3), *deal(tie()), PlayerLeft(3))
    assert state.dealer == 0
    state = play(
        new(dealer=1), DealStarted(), LetterCorrected(1, 1), LetterCorrected(1, 1), LetterCorrected(1, 1)
    )
    assert state.dealer == 2


def test_left_goes_by_chairs() -> None:
    state = play(new(dealer=0), SeatsSwapped(1, 2), *deal(letter(3)))
    assert state.dealer == 2
    assert (state.seat_of(2), state.left_of(2)) == (1, 1)
    two = play(new(), PlayerLeft(1), PlayerLeft(2))
    assert (two.left_of(0), two.left_of(3)) == (3, 0)


def test_six_letters_and_a_player_is_out_and_two_survivors_win_together() -> None:
    state = deals(new(House(), dealer=0), *[3] * 5)
    assert (state.survivors, state.letters) == ((0, 1, 2, 3), (0, 0, 0, 5))
    state = deals(state, 3)
    assert (state.survivors, state.phase) == ((0, 1, 2), Phase.VERDICT)
    state = deals(state, *[1] * 6)
    assert (state.phase, state.winners) == (Phase.OVER, (0, 2))
    assert state.deals[-1].playing == (0, 1, 2)
    refused(state, DealStarted(), errors.GameOverError, "two survivors")
    refused(state, PlayerLeft(0), errors.GameOverError, "has ended")
    refused(state, LetterCorrected(0, 1), errors.GameOverError, "has ended")


def test_a_call_counts_as_a_redeal_until_it_is_ruled() -> None:
    state = play(new(dealer=2), *deal(call()))
    assert (state.letters, state.dealer) == ((0, 0, 0, 0), 2)
    assert state.deals[0].pending
    state = play(state, Ruled(1, Choice.LETTER, 1, "Eva"))
    assert (state.letters, state.dealer) == ((0, 1, 0, 0), 3)
    assert not state.deals[0].pending
    assert current(state) == Standing(Verdict.LETTER, Reason.RULED, 1)


def test_the_quartet_confirms_or_turns_the_verdict() -> None:
    state = play(new(dealer=1), *deal(letter(2, (0,))))
    good = play(state, QuartetShown(0, True))
    assert (good.letters, good.provisional) == ((0, 0, 1, 0), False)
    bad = play(good, QuartetShown(0, False))
    assert (bad.letters, bad.provisional, bad.dealer) == ((1, 0, 0, 0), False, 2)
    assert current(bad) == Standing(Verdict.LETTER, Reason.FALSE_SIGNAL, 0)
    assert play(bad, QuartetShown(0, True)).letters == (0, 0, 1, 0)


@pytest.mark.parametrize("outcome", [tie((0,)), call((0,))])
def test_a_false_signal_is_one_whatever_the_copies_were(outcome: Outcome) -> None:
    state = play(new(), *deal(outcome), QuartetShown(0, False))
    assert state.letters == (1, 0, 0, 0)
    assert state.deals[0].quartet == ((0, False),)


def test_no_quartet_and_an_unsure_first_signal_is_a_call() -> None:
    state = play(new(), *deal(replace(letter(2, (0,)), first_sure=False)), QuartetShown(0, False))
    assert current(state) == Standing(Verdict.CALL, Reason.FIRST_UNSEEN)
    assert state.letters == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("answers", "letters", "provisional"),
    [
        ([(0, False)], (0, 0, 1, 0), True),
        ([(0, True)], (0, 0, 1, 0), False),
        ([(0, False), (1, True)], (0, 0, 1, 0), False),
        ([(0, False), (1, False)], (0, 0, 0, 0), False),
    ],
)
def test_either_of_two_first_signals_may_have_the_quartet(
    answers: list[tuple[int, bool]], letters: tuple[int, ...], provisional: bool
) -> None:
    state = play(new(), *deal(letter(2, (0, 1))), *(QuartetShown(*answer) for answer in answers))
    assert (state.letters, state.provisional) == (letters, provisional)


def test_no_may_be_tapped_from_the_signal_on() -> None:
    state = play(new(), DealStarted(), QuartetShown(3, False))
    assert state.phase is Phase.PLAYING
    assert play(state, VerdictGiven(letter(2, (3,)))).letters == (0, 0, 0, 1)
    # It was somebody else who signalled first: the answer is about nobody who needed a quartet.
    assert play(state, VerdictGiven(letter(2, (0,)))).letters == (0, 0, 1, 0)


def test_a_quartet_is_asked_of_the_initiator() -> None:
    refused(new(), QuartetShown(0, True), errors.NotNowError, "No deal has started")
    state = play(new(), *deal(letter(2, (0,))))
    refused(state, QuartetShown(1, True), errors.NotNowError, "Ben did not signal first")
    state = play(deals(new(), 3, 3, 3), DealStarted())
    refused(state, QuartetShown(3, True), errors.UnknownError, "Only who plays deal 4")


def test_seats_turn_into_the_players_who_sat_there() -> None:
    state = play(new(), SeatsSwapped(0, 2), *deal(letter(2, (1,))))
    assert state.letters == (1, 0, 0, 0)
    state = play(state, SeatsSwapped(0, 3))
    assert state.letters == (1, 0, 0, 0)
    assert play(state, QuartetShown(1, False)).letters == (0, 1, 0, 0)


def test_a_swap_while_cards_go_round_counts_for_the_verdict() -> None:
    state = play(new(), DealStarted(), SeatsSwapped(0, 2), VerdictGiven(letter(2, (1,))))
    assert state.letters == (1, 0, 0, 0)
    refused(state, SeatsSwapped(1, 1), errors.UnknownError, "Two different seats")
    refused(state, SeatsSwapped(1, 4), errors.UnknownError, "no seat 4")
    refused(state, SeatsSwapped(-1, 1), errors.UnknownError, "no seat -1")


def test_that_was_no_signal() -> None:
    judged = VerdictGiven(letter(2), {"frames": 7})
    state = play(new(), DealStarted(), judged, QuartetShown(3, True), DisputeRaised(1, 2), SignalCancelled())
    assert (state.phase, state.letters) == (Phase.PLAYING, (0, 0, 0, 0))
    assert state.deals[0].cancelled == (letter(2),)
    assert (state.deals[0].quartet, state.deals[0].measurement, state.deals[0].disputed) == ((), {}, False)
    state = play(state, VerdictGiven(letter(1)))
    assert state.letters == (0, 1, 0, 0)
    assert play(state, SignalCancelled()).deals[0].cancelled == (letter(2), letter(1))
    state = play(new(), DealStarted(), SignalCancelled(), SignalCancelled())
    assert (state.deals[0].cancelled, state.deals[0].dropped) == ((), 2)
    refused(new(), SignalCancelled(), errors.NotNowError, "No deal has started")


@pytest.mark.parametrize("before", [(DealStarted(),), tuple(deal(letter(2)))])
def test_cards_went_wrong(before: tuple[Event, ...]) -> None:
    state = play(new(dealer=2), *before, CardsWrong())
    assert (state.phase, state.letters, state.dealer) == (Phase.VERDICT, (0, 0, 0, 0), 2)
    assert current(state) == Standing(Verdict.REDEAL, Reason.CARDS_WRONG)
    assert not state.provisional
    for event in (CardsWrong(), QuartetShown(0, True), SignalCancelled()):
        refused(state, event, errors.NotNowError, "ended without a letter")
    refused(state, VerdictGiven(letter(1)), errors.NotNowError, "has its verdict")
    assert play(state, Ruled(1, Choice.LETTER, 3)).letters == (0, 0, 0, 1)
    assert play(new(), *deal(letter(2)), DisputeRaised(1, 2), CardsWrong()).deals[0].disputed is False


def test_cards_wrong_may_take_the_last_letter_of_the_game_back() -> None:
    state = deals(new(), 3, 3, 3, 1, 1, 1)
    assert state.phase is Phase.OVER
    assert play(state, CardsWrong()).phase is Phase.VERDICT
    assert play(state, SignalCancelled()).phase is Phase.PLAYING


def test_a_player_leaves() -> None:
    state = play(new(), *deal(letter(2)), PlayerLeft(1))
    assert (state.survivors, state.letters) == ((0, 2, 3), (0, 0, 1, 0))
    assert current(state) == Standing(Verdict.LETTER, Reason.LAST_TO_COPY, 2)
    refused(state, PlayerLeft(1), errors.NotNowError, "Ben is out of the game already")
    refused(state, PlayerLeft(4), errors.UnknownError, "no player 4")
    refused(state, LetterCorrected(1, 1), errors.NotNowError, "Ben is out")
    state = play(state, PlayerLeft(3))
    assert (state.phase, state.winners) == (Phase.OVER, (0, 2))


def test_who_leaves_in_a_deal_is_not_last_in_it() -> None:
    state = play(new(), DealStarted(), PlayerLeft(1))
    assert current(state) == Standing(Verdict.REDEAL, Reason.PLAYER_LEFT)
    assert (state.phase, state.ledger.questions) == (Phase.VERDICT, ())
    state = play(state, DealStarted())
    assert state.deals[1].playing == (0, 2, 3)


def test_nobody_leaves_a_game_that_turns_out_to_have_ended() -> None:
    state = play(deals(new(), 3, 3, 3, 1, 1, 2), PlayerLeft(0))
    assert state.winners == (1, 2)
    assert play(state, Ruled(6, Choice.LETTER, 1)).winners == (0, 2)


def test_disputes() -> None:
    state = play(new(), DealStarted())
    refused(state, DisputeRaised(1, 2), errors.NotNowError, "no verdict yet")
    state = play(state, VerdictGiven(letter(2)))
    refused(state, DisputeRaised(1, 4), errors.UnknownError, "no player 4")
    refused(state, DisputeRaised(2, 1), errors.UnknownError, "no deal 2")
    refused(state, DisputeWithdrawn(1), errors.NotNowError, "Nobody disputes deal 1")
    disputed = play(state, DisputeRaised(1, 2, "I was not last!"))
    assert (disputed.deals[0].disputed, disputed.deals[0].pending) == (True, True)
    assert disputed.letters == state.letters
    refused(disputed, DisputeRaised(1, 3), errors.NotNowError, "disputed already")
    for end in (DisputeWithdrawn(1), Ruled(1, Choice.STANDS), Ruled(1, Choice.REDEAL)):
        ended = play(disputed, end)
        assert ended.deals[0].disputed is False
        assert ended.deals[0].disputes == (DisputeRaised(1, 2, "I was not last!"),)
    twice = play(disputed, Ruled(1, Choice.REDEAL), DealStarted(), DisputeRaised(1, 3))
    assert [dispute.player for dispute in twice.deals[0].disputes] == [2, 3]
    assert twice.deals[0].disputed


def test_a_house_may_wait_for_the_quartet() -> None:
    house = replace(PIG, wait_for_quartet_tap=True)
    state = play(new(house), *deal(letter(2, (0,))))
    refused(state, DealStarted(), errors.NotNowError, "whether the quartet was shown")
    for answer in (True, False):
        assert play(state, QuartetShown(0, answer), DealStarted()).phase is Phase.PLAYING
    nobody = Outcome(Verdict.CALL, Reason.UNSEEN)
    assert play(new(house), *deal(nobody), DealStarted()).phase is Phase.PLAYING
    assert play(state, CardsWrong(), DealStarted()).phase is Phase.PLAYING


def test_a_house_may_wait_for_rulings() -> None:
    house = replace(PIG, wait_for_ruling=True)
    state = play(new(house), *deal(call()))
    refused(state, DealStarted(), errors.NotNowError, "Rule on deal 1 first")
    assert play(state, Ruled(1, Choice.REDEAL), DealStarted()).phase is Phase.PLAYING
    state = play(new(house), *deal(letter(2)))
    disputed = play(state, DisputeRaised(1, 2))
    refused(disputed, DealStarted(), errors.NotNowError, "Rule on deal 1 first")
    assert play(disputed, DisputeWithdrawn(1), DealStarted()).phase is Phase.PLAYING
    # A house that does not wait goes on.
    assert play(new(), *deal(call()), DealStarted()).phase is Phase.PLAYING


def test_pause() -> None:
    state = play(new(), Paused())
    refused(state, Paused(), errors.NotNowError, "paused already")
    refused(state, DealStarted(), errors.GamePausedError, "resume it first")
    state = play(state, Resumed(), DealStarted(), Paused())
    refused(state, VerdictGiven(letter(1)), errors.GamePausedError, "resume it first")
    state = play(state, Resumed())
    assert state.paused is False
    refused(state, Resumed(), errors.NotNowError, "not paused")


def test_players_are_renamed() -> None:
    state = play(new(), PlayerRenamed(1, "  Bela "))
    assert state.names == ("Anna", "Bela", "Cem", "Dora")
    assert play(state, PlayerRenamed(1, "bela")).names[1] == "bela"
    refused(state, PlayerRenamed(1, "DORA"), errors.BadTableError, "same name")
    refused(state, PlayerRenamed(1, " "), errors.BadTableError, "1 to 40")
    refused(state, PlayerRenamed(4, "Eva"), errors.UnknownError, "no player 4")


def test_settings_change_but_not_the_word_of_a_game_under_way() -> None:
    state = play(new(), SettingsChanged(House(word="ESEL", tie_window_s=0.1)))
    assert (state.house.word, state.house.tie_window_s) == ("ESEL", 0.1)
    state = play(state, DealStarted(), SettingsChanged(House(word="ESEL", tie_window_s=0.2)))
    assert state.house.tie_window_s == 0.2
    refused(state, SettingsChanged(PIG), errors.NotNowError, "The word stays ESEL")


def test_undo_takes_back_one_event_after_the_other() -> None:
    states = [play(None, GameCreated(NAMES))]
    for event in (DealerDrawn(0), *deal(letter(1)), QuartetShown(2, False), DealStarted()):
        states.append(play(states[-1], event))
        assert states[-1].last == event
    state = states.pop()
    while states:
        state = play(state, Undone())
        assert state is states.pop()
    refused(state, Undone(), errors.NothingToUndoError, "nothing left to undo")


def test_something_else_is_no_event() -> None:
    with pytest.raises(TypeError, match="is no event"):
        apply(new(), "start")  # type: ignore[arg-type]


def test_pages_and_programs_know_the_phases_by_these_words() -> None:
    assert [phase.value for phase in Phase] == ["draw", "ready", "playing", "verdict", "over"]
