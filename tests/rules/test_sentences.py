"""What people are told: the right sentence at the right moment, in every language."""

from __future__ import annotations

import string

import pytest

from referee.rules.events import (
    CardsWrong,
    Choice,
    DealerDrawn,
    DealReviewed,
    DealStarted,
    Event,
    GameCreated,
    LetterCorrected,
    Paused,
    PlayerLeft,
    PlayerRenamed,
    QuartetShown,
    Ruled,
    SeatsSwapped,
    VerdictGiven,
)
from referee.rules.house import House
from referee.rules.phrases import ENGLISH, GERMAN, LANGUAGES
from referee.rules.preview import Change, preview
from referee.rules.sentences import Speaker, change, happened, next_step, outcome, reason, verdict, why
from referee.rules.state import Mismatch, Question, State
from referee.rules.verdict import Outcome, Reason, Verdict
from tests.rules.play import NAMES, call, deal, deals, letter, new, play, tie
from tests.rules.test_events import SAMPLES

BY_SEAT = dict(enumerate(NAMES))


def _gaps(phrase: str) -> set[str]:
    return {gap for _, gap, _, _ in string.Formatter().parse(phrase) if gap is not None}


def test_all_languages_have_the_same_phrases_with_the_same_gaps() -> None:
    assert LANGUAGES == {"en": ENGLISH, "de": GERMAN}
    assert set(GERMAN) == set(ENGLISH)
    for key, phrase in ENGLISH.items():
        assert _gaps(GERMAN[key]) <= _gaps(phrase), key
        assert phrase.strip() == phrase != ""


def test_another_language_speaks_english() -> None:
    assert Speaker("xx").say("redeal") == Speaker().say("redeal") == ENGLISH["redeal"]
    assert Speaker("de").say("redeal") == GERMAN["redeal"]


def test_lists_in_words() -> None:
    speaker = Speaker()
    assert speaker.join(NAMES[:1]) == "Anna"
    assert speaker.join(NAMES[:2]) == "Anna and Ben"
    assert speaker.join(NAMES) == "Anna, Ben, Cem and Dora"


def _made(why_: Reason, **more: object) -> Outcome:
    kind = Verdict.LETTER if "seat" in more else Verdict.CALL
    return Outcome(kind, why_, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (
            Outcome(Verdict.LETTER, Reason.LAST_TO_COPY, 3, (0,), (0, 1, 2, 3), (), 1e-4, 0.2137),
            "Dora takes a letter. Dora touched last, 214 ms after Cem.",
        ),
        (
            Outcome(Verdict.LETTER, Reason.DID_NOT_COPY, 3, (0,), (0, 1, 2)),
            "Dora takes a letter. Everybody else had touched; Dora had not.",
        ),
        (
            Outcome(Verdict.LETTER, Reason.FALSE_SIGNAL, 0, (0,), (0, 1)),
            "Anna takes a letter. Anna signalled without four of a kind.",
        ),
        (
            Outcome(Verdict.REDEAL, Reason.TIE, None, (0,), (0, 1, 2, 3), (), 0.4, 0.0016),
            "Redeal: nobody takes a letter. Cem and Dora were 2 ms apart: too close to tell.",
        ),
        (
            Outcome(Verdict.REDEAL, Reason.NO_QUARTET, None, (0, 2), (0, 2, 1, 3)),
            "Redeal: nobody takes a letter. Anna and Cem signalled at the same moment, and none of them had"
            " four of a kind.",
        ),
        (
            _made(Reason.UNSEEN, unseen=(1, 3)),
            "A person must decide. Ben and Dora could not be seen when it mattered.",
        ),
        (
            _made(Reason.DOUBTFUL, unseen=(1,)),
            "A person must decide. It is not sure whether Ben touched the nose with an index finger.",
        ),
        (_made(Reason.EVIDENCE_HOLE), "A person must decide. The picture stood still when it mattered."),
        (
            _made(Reason.EVIDENCE_ENDS),
            "A person must decide. The pictures end before it is sure who was last.",
        ),
        (
            _made(Reason.SEVERAL_DID_NOT_COPY, order=(1,)),
            "A person must decide. Anna, Cem and Dora did not copy.",
        ),
        (
            _made(Reason.FIRST_UNSEEN),
            "A person must decide. There was no four of a kind, and it could not be seen who signalled"
            " first.",
        ),
    ],
)
def test_an_outcome_in_words(made: Outcome, sentence: str) -> None:
    assert outcome(made, BY_SEAT) == sentence
    assert sentence.endswith(reason(made, BY_SEAT))


@pytest.mark.parametrize("why_", Reason)
def test_every_reason_has_a_sentence_in_every_language(why_: Reason) -> None:
    made = Outcome(Verdict.LETTER, why_, 1, (0,), (0, 1), gap_s=0.1, unseen=(1,))
    for language in LANGUAGES:
        said = Speaker(language).outcome(made, BY_SEAT)
        assert said.endswith(".")
        assert "None" not in said


def said(state: State) -> tuple[str, str]:
    assert state.deal is not None
    return verdict(state, state.deal), why(state, state.deal)


def test_a_verdict_in_words() -> None:
    state = play(new(), DealStarted())
    assert said(state) == ("", "")
    state = play(state, VerdictGiven(letter(2, (1,), (1, 0, 3, 2))))
    assert said(state) == ("Cem takes the P.", "Cem touched last, 100 ms after Dora.")
    state = deals(state, 2)
    assert said(state)[0] == "Cem takes the I."
    state = deals(state, 2)
    assert said(state)[0] == "Cem takes the G, has PIG and is out."
    assert said(play(state, QuartetShown(0, False))) == (
        "Anna takes the P.",
        "Anna signalled without four of a kind.",
    )
    assert said(deals(new(), None))[0] == "Redeal: nobody takes a letter."


def test_people_who_changed_chairs_are_named_right() -> None:
    state = play(new(), SeatsSwapped(0, 2), *deal(letter(2, (1,), (1, 3, 2))), SeatsSwapped(0, 2))
    assert said(state) == ("Anna takes the P.", "Anna touched last, 100 ms after Dora.")


def test_what_people_decided_in_words() -> None:
    state = play(new(), *deal(call()))
    assert said(state) == ("A person must decide.", "Ben could not be seen when it mattered.")
    assert said(play(state, Ruled(1, Choice.REDEAL)))[1] == "The referee ruled so."
    assert said(play(state, Ruled(1, Choice.REDEAL, by="Eva")))[1] == "Eva ruled so."
    assert said(play(state, Ruled(1, Choice.LETTER, 1, "Eva", "I saw it."))) == (
        "Ben takes the P.",
        "Eva ruled so. “I saw it.”",
    )
    assert said(play(state, CardsWrong())) == ("Redeal: nobody takes a letter.", "The cards went wrong.")
    assert said(play(new(), DealStarted(), PlayerLeft(1)))[1] == "A player left during the deal."


def test_a_letter_that_counts_for_nothing() -> None:
    state = play(deals(new(), 3, 3, 2, 1), Ruled(3, Choice.LETTER, 3), Ruled(4, Choice.LETTER, 3))
    assert said(state)[0] == "Dora takes a letter."
    annulled = play(state, DealReviewed(4, False))
    assert said(annulled)[1] == "The wrong people played this deal, and it was annulled."


def test_a_deal_that_nobody_playing_was_missing_from() -> None:
    state = deals(new(), 3, 3, 3)
    made = Outcome(Verdict.CALL, Reason.SEVERAL_DID_NOT_COPY, None, (0,), (0,))
    assert said(play(state, *deal(made)))[1] == "Ben and Cem did not copy."


def test_what_to_do_next() -> None:
    state = play(None, GameCreated(NAMES, House(word="PIG")))
    assert next_step(state) == ENGLISH["next-draw"]
    state = play(state, DealerDrawn(1))
    assert next_step(state) == "Ben shuffles and deals 4 cards face down to each."
    assert next_step(play(state, Paused())) == ENGLISH["next-paused"]
    assert next_step(play(state, DealStarted())) == ENGLISH["next-play"]
    state = play(state, *deal(letter(3, (0,))))
    assert next_step(state) == (
        "Anna: show four of a kind. Collect every card. Cem shuffles and deals 4 cards face down to each."
    )
    assert next_step(play(state, QuartetShown(0, True))).startswith("Collect every card. Cem")
    assert next_step(play(new(), *deal(Outcome(Verdict.CALL, Reason.UNSEEN)))) == (
        "Deal 1 waits for a ruling. Collect every card. Anna shuffles and deals 4 cards face down to each."
    )
    two = play(new(), *deal(tie((0, 2))))
    assert next_step(two).startswith("Anna and Cem: show four of a kind. Collect")


def test_the_jacks_go_out_and_come_back() -> None:
    assert next_step(play(new(), PlayerLeft(3))).startswith("Take out the four jacks. Anna shuffles")
    state = deals(new(), 3, 3, 3)
    assert "Collect every card. Take out the four jacks." in next_step(state)
    state = deals(state, 1)
    assert "jacks" not in next_step(state)
    assert "Collect every card. Put the four jacks back in." in next_step(
        play(state, Ruled(1, Choice.REDEAL))
    )


def test_the_end() -> None:
    state = deals(new(), 3, 3, 3, 1, 1, 1)
    assert next_step(state) == "Anna and Cem have won together."
    assert next_step(play(state, Paused())) == "Anna and Cem have won together."


def changed(state: State, event: Event) -> tuple[str, ...]:
    return change(preview(state, event), state)


def test_what_a_ruling_would_change() -> None:
    state = deals(new(dealer=0), 3, 3, 3, 1)
    assert changed(state, Ruled(1, Choice.REDEAL)) == (
        "Dora: PIG becomes PI.",
        "Dora is back in the game.",
        "Deal 4: Dora should have played. Keep or annul it.",
    )
    back = play(state, Ruled(1, Choice.REDEAL))
    assert preview(back, DealReviewed(4, True)) == Change(settled=(4,))
    assert changed(back, DealReviewed(4, True)) == ("Deal 4: keep or annul no longer asked.",)
    assert changed(back, Ruled(1, Choice.STANDS))[-1] == "Deal 4: keep or annul no longer asked."
    annulled = play(back, DealReviewed(4, False))
    assert changed(annulled, Ruled(1, Choice.STANDS)) == (
        "Dora: PI becomes PIG.",
        "Dora is out.",
        "Deal 4: the right people played after all. Keep or annul it.",
    )


def test_what_else_may_change() -> None:
    state = deals(new(dealer=0), 1)
    assert changed(state, Ruled(1, Choice.REDEAL)) == ("Ben: P becomes no letter.", "Anna deals next.")
    assert changed(state, Ruled(1, Choice.STANDS)) == ("Nothing changes.",)
    near = deals(new(), 3, 3, 3, 1, 1)
    assert changed(near, LetterCorrected(1, 1))[1:] == (
        "Ben is out.",
        "The game ends: Anna and Cem have won together.",
    )
    over = deals(near, 1)
    reopened = changed(over, Ruled(6, Choice.REDEAL))
    assert reopened[:3] == ("Ben: PIG becomes PI.", "Ben is back in the game.", "The game goes on.")
    wrongly_in = Change(questions=(Question(7, Mismatch((1, 2), (3,))),))
    assert change(wrongly_in, state) == (
        "Deal 7: Ben and Cem played and should not have. Keep or annul it.",
        "Deal 7: Dora should have played. Keep or annul it.",
    )


def test_other_winners() -> None:
    over = deals(new(), 3, 3, 3, 0, 0, 1, 1, 1)
    assert over.winners == (0, 2)
    assert preview(over, PlayerRenamed(0, "Kim")) == Change(), "those who have won are no news"
    made = preview(over, Ruled(6, Choice.LETTER, 0))
    assert (made.over, made.winners, made.back, made.out) == (None, (1, 2), (1,), (0,))
    assert "The game ends: Ben and Cem have won together." in change(made, over)
    assert not any("deals next" in sentence for sentence in change(made, over))


LOG = [
    "A new game: Anna, Ben, Cem and Dora.",
    "The lot fell on seat 2.",
    "A deal started.",
    "Verdict: a letter for seat 2.",
    "Ben showed four of a kind.",
    "That was no signal.",
    "The cards went wrong.",
    "Ruling on deal 3: a letter for Cem.",
    "Deal 4 was annulled.",
    "A letter of Ben was taken back by hand.",
    "Ben disputes deal 3.",
    "The dispute of deal 3 was withdrawn.",
    "Seats 0 and 3 were swapped.",
    "Cem left the game.",
    "Cem is now called Kim.",
    "The settings were changed.",
    "Paused.",
    "Resumed.",
    "The last step was undone.",
]


@pytest.mark.parametrize(("event", "sentence"), list(zip(SAMPLES, LOG, strict=True)))
def test_the_log_in_words(event: Event, sentence: str) -> None:
    assert happened(event, NAMES) == sentence
    assert Speaker("de").happened(event, NAMES)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (VerdictGiven(Outcome(Verdict.REDEAL, Reason.TIE)), "Verdict: redeal."),
        (VerdictGiven(Outcome(Verdict.CALL, Reason.UNSEEN)), "Verdict: a person must decide."),
        (QuartetShown(1, False), "Ben had no four of a kind."),
        (Ruled(3, Choice.REDEAL), "Ruling on deal 3: redeal."),
        (Ruled(3, Choice.STANDS), "Ruling on deal 3: the verdict stands."),
        (DealReviewed(4, True), "Deal 4 was kept."),
        (LetterCorrected(1, 1), "Ben was given a letter by hand."),
    ],
)
def test_the_log_tells_yes_from_no(event: Event, sentence: str) -> None:
    assert happened(event, NAMES) == sentence
