from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import events as on
from referee.rules.errors import RefusalError
from referee.rules.game import apply
from referee.rules.text import can_be_seen, one_line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna \n\t Maria ", "Anna Maria"),
        ("Anna\u202egnikcah\u202c", "Annagnikcah"),
        ("\u2066\u2067\u200e\u200f\u061cx\ufeff\u00ad", "x"),
        ("\x1b[2Jx", "[2Jx"),
        ("a\0b", "a b"),
        ("a\ud800b", "ab"),
        ("e\u0301", "\u00e9"),
        ("دنة", "دنة"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_what_is_kept(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


@given(st.text(st.characters()))
def test_what_is_kept_can_be_written_and_stays_as_it_is(typed: str) -> None:
    kept = one_line(typed)
    kept.encode()
    assert one_line(kept) == kept
    assert not any(
        unicodedata.bidirectional(c) in {"LRO", "RLO", "LRE", "RLE", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for c in kept
    )


@pytest.mark.parametrize("name", ["", "   ", "\u202e", "\u200d\u200c", "\u0301"])
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    assert not can_be_seen(one_line(name))
    with pytest.raises(RefusalError):
        apply(None, on.GameCreated((name, "B", "C", "D")))


def test_names_that_look_the_same_are_the_same() -> None:
    with pytest.raises(RefusalError, match="same name"):
        apply(None, on.GameCreated(("Zo\u00e9", "Zoe\u0301\u202d", "C", "D")))
