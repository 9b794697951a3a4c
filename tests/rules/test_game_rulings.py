"""Rulings and corrections: what changes when a person decides otherwise, also about the past."""

from __future__ import annotations

from referee.rules import errors
from referee.rules.events import (
    CardsWrong,
    Choice,
    DealReviewed,
    DealStarted,
    LetterCorrected,
    QuartetShown,
    Ruled,
    SignalCancelled,
    VerdictGiven,
)
from referee.rules.state import Mismatch, Phase, Question, Review, Standing
from referee.rules.verdict import Reason, Verdict
from tests.rules.play import call, current, deal, deals, letter, new, play, refused


def test_a_ruling_decides_and_the_last_one_counts() -> None:
    state = play(new(dealer=0), *deal(letter(2)), Ruled(1, Choice.LETTER, 1, "Eva", "saw it"))
    assert (state.letters, state.provisional, state.dealer) == ((0, 1, 0, 0), False, 1)
    state = play(state, Ruled(1, Choice.REDEAL))
    assert (state.letters, state.dealer) == ((0, 0, 0, 0), 0)
    state = play(state, Ruled(1, Choice.STANDS))
    assert state.letters == (0, 0, 1, 0)
    assert [ruling.choice for ruling in state.deals[0].rulings] == list(Choice)
    for event in (QuartetShown(3, False), SignalCancelled(), CardsWrong()):
        refused(state, event, errors.NotNowError, "has been ruled")


def test_a_person_may_rule_while_the_deal_is_open() -> None:
    state = play(new(), DealStarted(), Ruled(1, Choice.LETTER, 1))
    assert (state.phase, state.letters, state.provisional) == (Phase.VERDICT, (0, 1, 0, 0), False)


def test_a_ruling_must_make_sense() -> None:
    state = play(new(), *deal(call()))
    for number in (0, 2):
        refused(state, Ruled(number, Choice.REDEAL), errors.UnknownError, f"no deal {number}")
    refused(state, Ruled(1, Choice.LETTER), errors.UnknownError, "who played deal 1")
    refused(state, Ruled(1, Choice.LETTER, 4), errors.UnknownError, "who played deal 1")
    refused(state, Ruled(1, Choice.REDEAL, 1), errors.UnknownError, "leave the player out")
    refused(state, Ruled(1, Choice.STANDS), errors.NotNowError, "no verdict that could stand")
    refused(play(new(), DealStarted()), Ruled(1, Choice.STANDS), errors.NotNowError, "no verdict that")
    three = deals(new(), 3, 3, 3, 1)
    refused(three, Ruled(4, Choice.LETTER, 3), errors.UnknownError, "who played deal 4")


def test_a_ruling_on_an_old_deal_changes_letters_and_nothing_that_was_dealt() -> None:
    state = deals(new(dealer=0), 1, 2, None, 1)
    ruled = play(state, Ruled(1, Choice.LETTER, 3))
    assert ruled.letters == (0, 1, 1, 1)
    assert (ruled.dealer, ruled.ledger.questions) == (state.dealer, ())
    assert ruled.ledger.at == ((0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 1))
    assert ruled.ledger.after == ((0, 0, 0, 1), (0, 0, 1, 1), (0, 0, 1, 1), (0, 1, 1, 1))


def test_wrongly_out_the_later_deals_are_named_and_kept_or_annulled() -> None:
    state = play(deals(new(), 3, 3, 3, 1, 2), Ruled(1, Choice.REDEAL))
    assert state.survivors == (0, 1, 2, 3)
    assert state.letters == (0, 1, 1, 2)
    assert state.ledger.questions == tuple(Question(number, Mismatch((), (3,))) for number in (4, 5))
    kept = play(state, DealReviewed(4, True, "Eva", "all agreed"))
    assert kept.deals[3].review == Review(True, Mismatch((), (3,)), "Eva", "all agreed")
    assert [question.deal for question in kept.ledger.questions] == [5]
    assert kept.letters == (0, 1, 1, 2)
    annulled = play(kept, DealReviewed(5, False))
    assert annulled.letters == (0, 1, 0, 2)
    assert annulled.ledger.questions == ()
    assert current(annulled) == Standing(Verdict.REDEAL, Reason.ANNULLED)
    assert not annulled.provisional
    refused(annulled, Ruled(5, Choice.REDEAL), errors.NotNowError, "keep it first")
    refused(annulled, QuartetShown(0, True), errors.NotNowError, "has been ruled")
    second_thoughts = play(annulled, DealReviewed(5, True))
    assert (second_thoughts.letters, second_thoughts.ledger.questions) == ((0, 1, 1, 2), ())
    refused(state, DealReviewed(1, False), errors.NotNowError, "right people played deal 1")
    refused(state, DealReviewed(9, False), errors.UnknownError, "no deal 9")


def test_wrongly_in() -> None:
    state = deals(new(), 3, 3, 2, 1, None)
    state = play(state, Ruled(3, Choice.LETTER, 3))
    assert (state.letters, state.survivors) == ((0, 1, 0, 3), (0, 1, 2))
    assert state.ledger.questions == tuple(Question(number, Mismatch((3,), ())) for number in (4, 5))
    # A letter that lands on somebody who was out counts for nothing.
    again = play(state, DealStarted(), VerdictGiven(letter(2, (0,))), Ruled(4, Choice.LETTER, 3))
    assert again.letters == (0, 0, 1, 3)


def test_an_answer_is_asked_again_when_what_it_was_about_has_changed() -> None:
    state = play(deals(new(), 3, 3, 3, 1), Ruled(1, Choice.REDEAL), DealReviewed(4, False))
    assert state.letters == (0, 0, 0, 2)
    back = play(state, Ruled(1, Choice.STANDS))
    assert back.ledger.questions == (Question(4, Mismatch()),)
    assert back.letters == (0, 0, 0, 3)
    kept = play(back, DealReviewed(4, True))
    assert (kept.ledger.questions, kept.letters) == ((), (0, 1, 0, 3))
    assert kept.deals[3].review is not None
    assert kept.deals[3].review.mismatch == Mismatch()
    changed = play(kept, DealReviewed(4, False))
    assert changed.ledger.questions == ()


def test_an_open_deal_may_be_annulled() -> None:
    state = play(deals(new(), 3, 3, 3), DealStarted(), Ruled(1, Choice.REDEAL))
    assert (state.phase, state.survivors) == (Phase.PLAYING, (0, 1, 2, 3))
    assert state.ledger.questions == (Question(4, Mismatch((), (3,))),)
    state = play(state, DealReviewed(4, False))
    assert state.phase is Phase.VERDICT


def test_a_game_that_turns_out_to_have_ended_earlier_stays_with_its_two_survivors() -> None:
    state = deals(new(), 3, 3, 3, 1, 1, 2, 0, 0)
    assert state.letters == (2, 2, 1, 3)
    state = play(state, Ruled(6, Choice.LETTER, 1))
    assert (state.phase, state.winners, state.ledger.after_end) == (Phase.OVER, (0, 2), (7, 8))
    assert state.letters == (0, 3, 0, 3)
    assert state.ledger.questions == ()
    assert play(state, Ruled(7, Choice.LETTER, 2)).letters == (0, 3, 0, 3)
    assert play(state, Ruled(6, Choice.REDEAL)).letters == (2, 2, 0, 3)


def test_a_ruling_may_open_an_ended_game_again() -> None:
    state = deals(new(), 3, 3, 3, 1, 1, 1)
    assert state.phase is Phase.OVER
    state = play(state, Ruled(6, Choice.REDEAL))
    assert (state.phase, state.survivors) == (Phase.VERDICT, (0, 1, 2))
    assert deals(state, 2).letters == (0, 2, 1, 3)


def test_letters_are_corrected_by_hand() -> None:
    state = play(new(), LetterCorrected(1, 1, "Eva", "missed"), LetterCorrected(1, 1))
    assert state.letters == (0, 2, 0, 0)
    assert play(state, LetterCorrected(1, -1)).letters == (0, 1, 0, 0)
    refused(state, LetterCorrected(0, -1), errors.NotNowError, "Anna has no letter")
    for change in (0, 2, -2):
        refused(state, LetterCorrected(1, change), errors.UnknownError, "one letter more or one fewer")
    for player in (-1, 4):
        refused(state, LetterCorrected(player, 1), errors.UnknownError, f"no player {player}")
    out = play(state, LetterCorrected(1, 1))
    assert out.survivors == (0, 2, 3)
    refused(out, LetterCorrected(1, 1), errors.NotNowError, "Ben is out")
    assert play(out, LetterCorrected(1, -1)).survivors == (0, 1, 2, 3)


def test_a_correction_may_open_an_ended_game_again() -> None:
    state = play(deals(new(), 3, 3, 3, 1, 1, 1), LetterCorrected(1, -1))
    assert (state.phase, state.letters) == (Phase.VERDICT, (0, 2, 0, 3))


def test_a_correction_keeps_its_place_when_an_older_deal_is_ruled() -> None:
    state = play(deals(new(), 1), LetterCorrected(1, -1), LetterCorrected(2, 1))
    assert state.letters == (0, 0, 1, 0)
    ruled = play(state, Ruled(1, Choice.LETTER, 2))
    assert ruled.letters == (0, 0, 2, 0)
    # What a correction gave after the game had ended, by the letters as they stand now, counts for nothing.
    ended = play(deals(new(), 3, 3, 3, 1, 1, 2), LetterCorrected(0, 1), Ruled(6, Choice.LETTER, 1))
    assert (ended.letters, ended.phase) == ((0, 3, 0, 3), Phase.OVER)
