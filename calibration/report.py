"""From findings to what people and programs read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.calibration.findings import Finding, Level, What, worst
from referee.calibration.phrases import CLOSING, COUNTED, DO, GOOD, HOW, SAID

SHARES = {What.FACE, What.EXPOSURE, What.HANDS, What.STEADINESS}
"""What is said in per cent."""


def advice(finding: Finding, language: str = "en", first: int = 0) -> str:
    """What was measured and what to do about it, one sentence; ``first``: the number of the leftmost seat."""
    seat = None if finding.seat is None else finding.seat + first
    places: dict[str, Any] = {"seat": seat, "value": finding.value, **finding.more}
    if finding.value is None:
        return _sentence(HOW[language][finding.what], places)
    if finding.what in SHARES:
        places["percent"] = 100 * finding.value
    todo = GOOD[language] if finding.level is Level.GREEN else DO[language][finding.what]
    if finding.what is What.TIMING and finding.level is Level.GREEN:
        return _sentence(SAID[language][finding.what], places)
    return _sentence(f"{SAID[language][finding.what]}: {todo}", places)


def _sentence(text: str, places: dict[str, Any]) -> str:
    return text.format_map(places) + "."


def to_list(findings: Iterable[Finding], language: str = "en", first: int = 0) -> list[dict[str, Any]]:
    """The findings as documented for ``referee check-table --json``; ``first`` as for :func:`advice`."""
    return [
        {
            "seat": finding.seat,
            "what": finding.what.value,
            "level": finding.level.value,
            "value": None if finding.value is None else round(finding.value, 3),
            "advice": advice(finding, language, first),
        }
        for finding in findings
    ]


def in_words(findings: Iterable[Finding], language: str = "en") -> str:
    """The findings for people: what is not good first."""
    mark = {Level.GREEN: "green", Level.AMBER: "AMBER", Level.RED: "RED  "}
    order = (Level.RED, Level.AMBER, Level.GREEN)
    lines = sorted(findings, key=lambda finding: order.index(finding.level))
    return "\n".join(f"{mark[finding.level]}  {advice(finding, language)}" for finding in lines)


def closing(findings: Sequence[Finding], language: str = "en") -> str:
    """What the check of a whole table comes to, and how its lines count the seats."""
    return f"{CLOSING[language][worst(findings)]} {COUNTED[language]}"
