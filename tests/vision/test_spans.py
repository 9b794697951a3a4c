"""Rows of looks with known places, and the stretches that they are."""

from __future__ import annotations

import numpy as np
import pytest

from referee.observation import Span, UnseenReason, UnseenSpan
from referee.vision.glance import Glance, Place
from referee.vision.marks import HandMarks
from referee.vision.spans import doubt_spans, is_away, is_clear, is_well_away, near_spans, rests, unseen_spans
from tests.vision.stage import hand_points

LOOK_S = 0.1


def hand(x: float, y: float) -> HandMarks:
    return HandMarks(hand_points((x, y)), 0.9, np.array([x, y]), True, float("inf"), float(np.hypot(x, y)))


def row(places: str, tips: tuple[tuple[float, float], ...] = ()) -> list[Glance]:
    """Looks 0.1 s apart: F free, N near, D doubt, T touching, U unseen because it is dark, Z frozen."""
    kinds = {
        "F": Place.FREE,
        "N": Place.NEAR,
        "D": Place.DOUBT,
        "T": Place.NOSE,
        "U": Place.UNSEEN,
        "Z": Place.UNSEEN,
    }
    reasons = {"U": UnseenReason.DARK, "Z": UnseenReason.FROZEN}
    default = {"N": (0.5, 0.5), "D": (0.0, 0.12), "T": (0.0, 0.03)}
    looks = []
    for i, letter in enumerate(places):
        at = tips[i] if tips else default.get(letter)
        marks = hand(*at) if at and letter in default else None
        looks.append(Glance(round(i * LOOK_S, 3), kinds[letter], None, marks, reasons.get(letter)))
    return looks


@pytest.mark.parametrize(
    ("places", "spans"),
    [
        ("FFFF", []),
        ("FFUFF", []),  # from 0.1 to 0.3 s: no longer than half the shortest hold
        ("FFUUFF", [(0.1, 0.4)]),
        ("UUUF", [(0.0, 0.3)]),
        ("FUUU", [(0.0, 0.5)]),
        ("FUUUFUUUF", [(0.0, 0.4), (0.4, 0.8)]),
        ("FZZZF", []),  # frozen stretches are known to the frame and told elsewhere
    ],
)
def test_unseen_from_the_last_good_look_to_the_next(places: str, spans: list[tuple[float, float]]) -> None:
    found = unseen_spans(row(places), now_s=0.5 if len(places) < 6 else 0.9)
    assert found == [UnseenSpan(start, end, UnseenReason.DARK) for start, end in spans]


@pytest.mark.parametrize(
    ("places", "spans"),
    [("FDDF", []), ("FDDDDF", [(0.1, 0.4)]), ("DDDDNDDDD", [(0.0, 0.3), (0.5, 0.8)]), ("TTTTT", [])],
)
def test_a_doubt_is_one_that_lasts(places: str, spans: list[tuple[float, float]]) -> None:
    assert doubt_spans(row(places)) == [UnseenSpan(start, end, UnseenReason.DOUBTFUL) for start, end in spans]


def test_a_fingertip_that_passes_is_no_doubt() -> None:
    assert doubt_spans(row("DDDDD", tuple((0.1 * i - 0.2, 0.12) for i in range(5)))) == []


def test_hands_at_the_face() -> None:
    assert near_spans(row("FNNFTTF")) == [Span(0.1, 0.2), Span(0.4, 0.5)]
    assert near_spans(row("NN", ((1.0, 1.0), (0.3, 0.3)))) == [Span(0.1, 0.1)]


@pytest.mark.parametrize(
    ("look", "away"), [("F", True), ("U", False), ("N", True), ("D", False), ("T", False)]
)
def test_away_is_what_was_seen_away(look: str, away: bool) -> None:
    assert is_away(row(look)[0]) is away


@pytest.mark.parametrize(
    ("at", "away", "well", "clear"),
    [
        ((0.0, 0.25), False, False, False),
        ((0.0, 0.35), True, False, False),
        ((0.0, 0.45), True, True, False),
        ((0.0, 0.6), True, True, True),
    ],
)
def test_how_far_a_hand_is(at: tuple[float, float], away: bool, well: bool, clear: bool) -> None:
    (glance,) = row("N", (at,))
    assert (is_away(glance), is_well_away(glance), is_clear(glance)) == (away, well, clear)


@pytest.mark.parametrize(("look", "clear"), [("F", True), ("U", False), ("D", False), ("T", False)])
def test_clear_is_a_nose_with_nothing_near(look: str, clear: bool) -> None:
    assert is_clear(row(look)[0]) is clear


def test_rest_is_a_fingertip_that_stays() -> None:
    still, moved = row("TT", ((0.0, 0.03), (0.03, 0.05))), row("TT", ((0.0, 0.03), (0.06, 0.07)))
    assert rests(*still)
    assert not rests(*moved)
    assert not rests(*row("FT"))
