from __future__ import annotations

import pytest
from referee.web.board import board
from referee.web.verdicts import shown_name
from referee.web.words import LANGUAGES, words

from referee.rules.state import Phase
from referee.status import LivePhase
from tests.web.fake import snapshot, verdict
from tests.web.played import letter_to, played

EN = words("en")


def test_the_letter_is_the_headline():
    found = board(played(letter_to(3), letter_to(3)).snapshot(), EN)
    assert found["line"] == {"text": "Dana takes the O", "tone": "alert", "headline": True}
    assert found["verdict"]["why"] == "Dana touched last, 100 ms after Cem."
    assert found["next"].endswith("Dana shuffles and deals 4 cards face down to each.")


def test_the_headline_in_german():
    found = board(played(letter_to(3)).snapshot("de"), words("de"))
    assert found["line"]["text"] == "Dana bekommt das D"
    assert "mischt" in found["next"]


def test_the_first_deal_is_prepared():
    found = board(played().snapshot(), EN)
    assert found["next"] == "Keep A K Q J, set 36 cards aside. Ben shuffles and deals 4 each."


def test_three_survivors_take_out_the_jacks():
    found = board(played(*[letter_to(3)] * 6).snapshot(), EN)
    assert "Take out the four jacks." in found["next"]
    assert found["line"]["text"] == "Dana takes the Y, has DONKEY and is out"
    assert found["seats"][3]["out"]


def test_the_order_has_times_and_intervals():
    order = board(snapshot(), EN)["verdict"]["order"]
    assert [one["text"] for one in order] == ["signal", "+212 ± 12 ms", "+240 ± 12 ms", "+388 ± 12 ms"]
    assert [one["taker"] for one in order] == [False, False, False, True]


def test_who_did_not_copy_stands_last_in_the_order():
    without = verdict(reason="did-not-copy", order=verdict()["order"][:3], gap_s=None)
    last = board(snapshot(verdict=without), EN)["verdict"]["order"][-1]
    assert (last["name"], last["text"], last["after_ms"]) == ("Dana", "not by then", None)


def test_a_tie_names_the_last_two_and_their_gap():
    tie = verdict(kind="redeal", reason="tie", seat=None, name=None, gap_s=0.0041)
    assert board(snapshot(verdict=tie), EN)["line"]["text"] == "Redeal: Cem and Dana, 4 ms apart"


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("live", LivePhase)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_said(phase: str, live: str, language: str):
    winners = [0, 2] if phase == "over" else []
    last = verdict() if phase in {"verdict", "over"} else None
    shown = snapshot(phase=str(phase), winners=winners, verdict=last, live={"phase": str(live)})
    found = board(shown, words(language))
    assert found["line"]["text"]
    assert found["next"]


def test_the_question_is_asked_until_it_is_answered():
    assert board(snapshot(), EN)["verdict"]["ask"] == "Anna: are four of a kind on the table?"
    answered = verdict(quartet=True, standing="confirmed")
    assert board(snapshot(verdict=answered), EN)["verdict"]["ask"] == ""


def test_a_paused_table_offers_to_go_on():
    can = board(snapshot(paused=True), EN)["can"]
    assert can["resume"]
    assert not can["start-deal"]
    assert not can["pause"]


def test_when_the_film_is_over_nothing_can_be_started_and_the_page_says_so():
    ended = {"phase": "ended", "message": ""}
    bare = board(snapshot(phase="ready", verdict=None, live=ended), EN)
    assert bare["line"]["text"] == "The recording is over"
    assert "referee play --new --by-itself" in bare["next"]
    assert not any(bare["can"][name] for name in ("start-deal", "pause", "draw"))
    running = board(snapshot(phase="playing", verdict=None, live=ended), EN)
    assert (running["moment"], running["next"][:12]) == ("ended", "Nothing more")
    late = board(snapshot(phase="playing", verdict=None, live={"phase": "ended", "message": "still"}), EN)
    assert late["next"] == "What it showed is still being measured."
    after = board(snapshot(live=ended), EN)
    assert after["line"]["headline"]
    assert after["verdict"]["ask"]
    assert not after["can"]["start-deal"]


def test_the_end_of_the_demonstration_asks_nothing():
    game = {"id": "g", "kind": "demo", "started_s": 1.8e9}
    over = board(snapshot(game=game, live={"phase": "ended", "message": ""}), EN)
    assert over["verdict"]["ask"] == ""
    assert "nothing to tap" in over["hints"][0]["text"]
    assert board(snapshot(game=game), EN)["verdict"]["ask"]


def test_names_keep_to_themselves():
    assert shown_name("a\nb\u202ec") == "a bc"
    assert shown_name("x" * 10_000) == "x" * 39 + "…"
    assert shown_name("דנה") == "\u2068דנה\u2069"
    assert shown_name("<b>&amp;😀") == "<b>&amp;😀"
