"""Words that people type, made fit to stand in a line beside others."""

from __future__ import annotations

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""Invisible characters that some scripts, and families of emoji, are spelled with."""
NOTHING = frozenset({"Cf", "Cs", "Co"})
"""Unicode categories that are left out: signs that turn the direction of all that follows or cannot be seen, halves
of characters (they cannot be written to a file), characters without a meaning."""
SPACE = frozenset({"Cc", "Zl", "Zp", "Zs"})
"""Categories that become a space: line breaks, tabs, what steers a terminal."""
SEEN = frozenset("LNPS")
"""First letters of the categories that leave a mark: letters, numbers, punctuation, symbols."""


def one_line(text: str) -> str:
    """Return a text as one line of characters that can be seen, each spelled one way only, without double spaces."""
    found = ((c, unicodedata.category(c)) for c in unicodedata.normalize("NFC", text))
    kept = (" " if kind in SPACE else c for c, kind in found if kind not in NOTHING or c in JOINERS)
    return " ".join("".join(kept).split())


def can_be_seen(text: str) -> bool:
    """Whether there is anything in a text that leaves a mark."""
    return any(unicodedata.category(c)[0] in SEEN for c in text)
