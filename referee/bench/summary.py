"""Put the scores of many scenes together: counts, errors, ranges, by spacing, speed, gap and kind. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any

from referee.bench.score import DealScore, Finding, SceneScore, TouchScore, Verdict

ORDINARY = ("clear", "close", "tie", "mixed", "never", "three", "fast60", "fast120")
"""Kinds that the targets are stated for; of the others only just verdicts and true intervals are asked."""

SPACINGS = ((0.010, "120 frames/s"), (0.025, "60 frames/s"), (0.045, "30 frames/s"), (9.0, "longer"))
"""Upper ends of frame spacing, seconds, and what to call what lies below."""
SPEEDS = ((0.3, "below 0.3 m/s"), (0.6, "0.3 to 0.6 m/s"), (1.0, "0.6 to 1 m/s"), (99.0, "above 1 m/s"))
"""The same for the fingertip's speed at contact, m/s."""
GAPS = (
    (0.003, "dead heat (3 ms at most)"),
    (0.015, "3 to 15 ms"),
    (0.050, "15 to 50 ms"),
    (0.100, "50 to 100 ms"),
    (0.200, "100 to 200 ms"),
    (9e9, "above 200 ms"),
)
"""The same for the time between the last two touches, seconds."""
GROSS_S = 0.015
"""No smaller error is gross, seconds: half a frame of a usual camera."""
GROSS_WIDTHS = 2.0
"""An error is gross when it is more than this many times half the width of its own 95 % interval: four standard
deviations, which a bell curve gives once in 16,000 contacts."""
NEVER = "one never copies"
UNSEEN = "cannot be seen"


def binomial_range(hits: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's 95 % range of a rate: the rates with which ``hits`` of ``n`` would be no surprise (0…1)."""
    if n == 0:
        return 0.0, 1.0
    rate = hits / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def _percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` (0…1) of the values lie, interpolated."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def _label(value: float, bins: Sequence[tuple[float, str]]) -> str:
    return next(label for upper, label in bins if value <= upper)


def _rate(hits: int, n: int) -> dict[str, Any]:
    low, high = binomial_range(hits, n)
    return {"count": hits, "of": n, "rate": hits / n if n else None, "range": [round(low, 4), round(high, 4)]}


def touch_summary(touches: Iterable[TouchScore]) -> dict[str, Any]:
    """Sum up held touches that can be seen: found, missed, error (ms) and coverage."""
    held = [touch for touch in touches if touch.truth.held and touch.truth.seen]
    found = [touch for touch in held if touch.finding is Finding.FOUND]
    errors = [1000 * touch.error_s for touch in found if touch.error_s is not None]
    covered = [touch.covered for touch in found if touch.covered is not None]
    gross = sum(_is_gross(touch) for touch in found)
    widths = [1000 * (t.interval_s[1] - t.interval_s[0]) for t in found if t.interval_s is not None]
    summary: dict[str, Any] = {
        "touches": len(held),
        "found": len(found),
        "missed": _rate(len(held) - len(found), len(held)),
        "as_brush": sum(touch.finding is Finding.WRONG_KIND for touch in held),
        "error_ms": None,
        "interval_width_ms": _percentile(widths, 0.5) if widths else None,
        "coverage": _rate(sum(covered), len(covered)),
        "gross": _rate(gross, len(errors)),
    }
    if errors:
        size = [abs(error) for error in errors]
        summary["error_ms"] = {
            "mean": sum(errors) / len(errors),
            "rmse": sqrt(sum(error * error for error in errors) / len(errors)),
            "median": _percentile(size, 0.5),
            "p95": _percentile(size, 0.95),
            "worst": max(size),
        }
    return summary


def _is_gross(touch: TouchScore) -> bool:
    """An error that the stated interval knows nothing of."""
    if touch.error_s is None or touch.interval_s is None:
        return False
    half_s = (touch.interval_s[1] - touch.interval_s[0]) / 2
    return abs(touch.error_s) > max(GROSS_S, GROSS_WIDTHS * half_s)


def deal_summary(deals: Iterable[DealScore]) -> dict[str, Any]:
    """Count what the verdicts on true deals are worth, and the deals that were made up."""
    deals = list(deals)
    true = [deal for deal in deals if deal.truth is not None]
    counts = {verdict.value: sum(deal.verdict is verdict for deal in true) for verdict in Verdict}
    return {
        "deals": len(true),
        **counts,
        "invented": len(deals) - len(true),
        "invented_letters": sum(deal.truth is None and deal.verdict is Verdict.WRONG for deal in deals),
        "dead_heat_letters": sum(deal.dead_heat_letter for deal in deals),
        "initiator_wrong": sum(not deal.initiator_right for deal in true if deal.said),
    }


def _touch_groups(
    touches: Sequence[TouchScore], value: Callable[[TouchScore], float], bins: Sequence[tuple[float, str]]
) -> dict[str, Any]:
    groups: dict[str, list[TouchScore]] = {name: [] for _, name in bins}
    for touch in touches:
        groups[_label(value(touch), bins)].append(touch)
    return {name: touch_summary(group) for name, group in groups.items() if group}


def _gap_label(deal: DealScore) -> str:
    if deal.truth is None:
        return "no deal there"
    if deal.truth.expected == "call":
        return UNSEEN
    return NEVER if deal.truth.gap_s is None else _label(deal.truth.gap_s, GAPS)


def _deal_groups(deals: Sequence[DealScore]) -> dict[str, Any]:
    groups: dict[str, list[DealScore]] = {name: [] for name in (*(name for _, name in GAPS), NEVER, UNSEEN)}
    for deal in deals:
        groups.setdefault(_gap_label(deal), []).append(deal)
    return {name: deal_summary(group) for name, group in groups.items() if group}


def _block(scores: Sequence[SceneScore]) -> dict[str, Any]:
    touches = [touch for score in scores for touch in score.touches]
    held = [touch for touch in touches if touch.truth.held and touch.truth.seen]
    deals = [deal for score in scores for deal in score.deals]
    brushes = [touch for touch in touches if not touch.truth.held]
    unseen = [touch for touch in touches if touch.truth.held and not touch.truth.seen]
    clear = [d for d in deals if d.truth and d.truth.gap_s is not None and d.truth.gap_s >= 0.05]
    clear = [d for d in clear if d.truth and d.truth.expected == "letter"]
    needless = sum(deal.verdict in (Verdict.REDEAL, Verdict.CALL, Verdict.NONE) for deal in clear)
    return {
        "scenes": len(scores),
        "failed": [f"{score.name}: {score.failure}" for score in scores if score.failure],
        "seats_missed": sum(score.seats - score.seats_found for score in scores),
        "touches": touch_summary(touches),
        "false_held": sum(len(score.false_held) for score in scores),
        "false_brush": sum(len(score.false_brush) for score in scores),
        "brushes": {"true": len(brushes), "found": sum(t.finding is Finding.FOUND for t in brushes)},
        "hidden": {"true": len(unseen), "reported": sum(t.finding is Finding.FOUND for t in unseen)},
        "verdicts": deal_summary(deals),
        "needless_above_50_ms": _rate(needless, len(clear)),
        "by_spacing": _touch_groups(held, lambda touch: touch.truth.spacing_s, SPACINGS),
        "by_speed": _touch_groups(held, lambda touch: touch.truth.speed_m_s, SPEEDS),
        "by_gap": _deal_groups(deals),
    }


def summarise(scores: Sequence[SceneScore]) -> dict[str, Any]:
    """Sum up scenes, JSON-able: ``total``, ``ordinary`` (kinds with targets), ``by_kind`` and ``scenes``."""
    kinds = sorted({score.kind for score in scores})
    return {
        "total": _block(scores),
        "ordinary": _block([score for score in scores if score.kind in ORDINARY]),
        "by_kind": {kind: _block([score for score in scores if score.kind == kind]) for kind in kinds},
        "scenes": [_scene(score) for score in scores],
    }


def _scene(score: SceneScore) -> dict[str, Any]:
    """One scene's line, with every touch and deal."""
    return {
        "scene": score.name,
        "failure": score.failure,
        **{key: touch_summary(score.touches)[key] for key in ("touches", "found", "error_ms")},
        "false_held": [list(place) for place in score.false_held],
        "false_brush": [list(place) for place in score.false_brush],
        "contacts": [
            {
                "seat": touch.truth.seat,
                "held": touch.truth.held,
                "seen": touch.truth.seen,
                "true_s": touch.truth.contact_s,
                "speed_m_s": touch.truth.speed_m_s,
                "spacing_s": round(touch.truth.spacing_s, 5),
                "finding": touch.finding.value,
                "contact_s": touch.contact_s,
                "interval_s": None if touch.interval_s is None else list(touch.interval_s),
                "error_ms": None if touch.error_s is None else round(1000 * touch.error_s, 2),
                "covered": touch.covered,
            }
            for touch in score.touches
        ],
        "deals": [_deal(deal) for deal in score.deals],
    }


def _deal(deal: DealScore) -> dict[str, Any]:
    gap_s = None if deal.truth is None else deal.truth.gap_s
    return {
        "expected": _wanted(deal),
        "gap_ms": None if gap_s is None else round(1000 * gap_s, 1),
        "said": deal.said,
        "reason": deal.reason,
        "verdict": deal.verdict.value,
    }


def _wanted(deal: DealScore) -> str | None:
    truth = deal.truth
    if truth is None:
        return None
    return f"letter {truth.last}" if truth.expected == "letter" else truth.expected.value
