"""The bench's tables, as text for a terminal or as Markdown for docs/accuracy.md. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Row = Sequence[str]

NOTHING = "-"
"""What stands in a cell without a number."""

GROSS_MS = 30
"""Errors above this are listed one by one, milliseconds."""

TOUCH_HEAD = (
    "",
    "touches",
    "missed",
    "mean",
    "RMSE",
    "median",
    "95 %",
    "interval",
    "holds the truth",
    "gross",
)
DEAL_HEAD = ("", "deals", "right", "redeal", "call", "none", "wrong", "needless at 50 ms and more")


def touch_row(name: str, summary: dict[str, Any]) -> Row:
    """A line about contacts; errors in milliseconds, rates with their binomial 95 % range."""
    error = summary["error_ms"]
    numbers = [NOTHING] * 4
    if error is not None:
        numbers = [f"{error['mean']:+.1f}", *(f"{error[key]:.1f}" for key in ("rmse", "median", "p95"))]
    width = summary["interval_width_ms"]
    return (
        name,
        str(summary["touches"]),
        _counted(summary["missed"]),
        *numbers,
        NOTHING if width is None else f"{width:.0f}",
        _percent(summary["coverage"]),
        str(summary["gross"]["count"]),
    )


def deal_row(name: str, summary: dict[str, Any], needless: dict[str, Any] | None = None) -> Row:
    """A line about verdicts: right, needlessly redealt or left to a person, not reported, wrong."""
    return (
        name,
        *(str(summary[key]) for key in ("deals", "right", "redeal", "call", "none")),
        _wrong(summary),
        "" if needless is None or not needless["of"] else _counted(needless),
    )


def _wrong(summary: dict[str, Any]) -> str:
    notes = []
    if summary["dead_heat_letters"]:
        notes.append(f"{summary['dead_heat_letters']} on a dead heat")
    if summary["invented_letters"]:
        notes.append(f"{summary['invented_letters']} where no deal was")
    total = summary["wrong"] + summary["invented_letters"]
    return f"{total} ({', '.join(notes)})" if notes else str(total)


def _counted(rate: dict[str, Any]) -> str:
    """A count of failures with the range of its rate."""
    if not rate["of"]:
        return NOTHING
    low, high = rate["range"]
    return f"{rate['count']} ({100 * low:.1f} to {100 * high:.1f} %)"


def _percent(rate: dict[str, Any]) -> str:
    """A rate with its range."""
    if not rate["of"]:
        return NOTHING
    low, high = rate["range"]
    return f"{100 * rate['rate']:.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def tables(summary: dict[str, Any]) -> list[tuple[str, Row, list[Row]]]:
    """All tables of a summary: title, heading, rows."""
    total, ordinary, kinds = summary["total"], summary["ordinary"], summary["by_kind"]
    parts = [("ordinary kinds", ordinary), ("all", total)]
    return [
        (
            "Contacts (errors and median width of the 95 % interval in ms)",
            TOUCH_HEAD,
            [touch_row(name, block["touches"]) for name, block in parts],
        ),
        (
            "Contacts of ordinary kinds by frame spacing",
            TOUCH_HEAD,
            [touch_row(name, part) for name, part in ordinary["by_spacing"].items()],
        ),
        (
            "Contacts of ordinary kinds by speed at contact",
            TOUCH_HEAD,
            [touch_row(name, part) for name, part in ordinary["by_speed"].items()],
        ),
        (
            "Contacts by kind of scene",
            TOUCH_HEAD,
            [touch_row(name, part["touches"]) for name, part in kinds.items() if part["touches"]["touches"]],
        ),
        (
            "Verdicts",
            DEAL_HEAD,
            [deal_row(name, block["verdicts"], block["needless_above_50_ms"]) for name, block in parts],
        ),
        (
            "Verdicts by gap of the last two",
            DEAL_HEAD,
            [deal_row(name, part) for name, part in total["by_gap"].items()],
        ),
        (
            "Verdicts by kind of scene",
            DEAL_HEAD,
            [
                deal_row(name, block["verdicts"], block["needless_above_50_ms"])
                for name, block in kinds.items()
                if block["verdicts"]["deals"] or block["verdicts"]["invented"]
            ],
        ),
        (
            "False touches",
            ("", "scenes", "held (false)", "brush (false)", "brushes found", "hidden, yet reported"),
            [_false_row(name, block) for name, block in [*kinds.items(), ("all", total)]],
        ),
    ]


def _false_row(name: str, block: dict[str, Any]) -> Row:
    brushes, hidden = block["brushes"], block["hidden"]
    return (
        name,
        str(block["scenes"]),
        str(block["false_held"]),
        str(block["false_brush"]),
        f"{brushes['found']} of {brushes['true']}" if brushes["true"] else "",
        f"{hidden['reported']} of {hidden['true']}" if hidden["true"] else "",
    )


def problems(summary: dict[str, Any]) -> list[str]:
    """One line for every scene with something wrong in it: wrong letters first."""
    worst: list[str] = []
    other: list[str] = []
    for scene in summary["scenes"]:
        name = scene["scene"]
        if scene["failure"]:
            worst.append(f"{name}: could not be judged: {scene['failure']}")
        for deal in scene["deals"]:
            if deal["verdict"] != "right":
                gap = "" if deal["gap_ms"] is None else f", gap {deal['gap_ms']} ms"
                line = f"{name}: {deal['verdict']}: said {deal['said'] or 'nothing'}"
                line += f" ({deal['reason']})" if deal["reason"] else ""
                line += f", true: {deal['expected'] or 'no deal'}{gap}"
                (worst if deal["verdict"] == "wrong" else other).append(line)
        for touch in scene["contacts"]:
            what = "held touch" if touch["held"] else "brush"
            where = f"{name}: seat {touch['seat']}, {what} at {touch['true_s']:.3f} s"
            if touch["finding"] != "found" and touch["seen"]:
                other.append(f"{where}: {touch['finding']}")
            elif touch["error_ms"] is not None and abs(touch["error_ms"]) > GROSS_MS:
                other.append(f"{where}: off by {touch['error_ms']:+.0f} ms")
        for key, what in (("false_held", "false held touch"), ("false_brush", "false brush")):
            other.extend(f"{name}: seat {seat}, {what} at {when:.3f} s" for seat, when in scene[key])
    return worst + other


def as_text(summary: dict[str, Any]) -> str:
    """The tables and the list of what went wrong, for a terminal."""
    lines = []
    for title, head, rows in tables(summary):
        if rows:
            lines += [title, *_columns([head, *rows]), ""]
    wrong = problems(summary)
    lines += ["What went wrong", *(f"  {line}" for line in wrong)] if wrong else ["Nothing went wrong."]
    return "\n".join(lines)


def _columns(rows: Sequence[Row]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  " + "  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())
    return lines


def as_markdown(summary: dict[str, Any]) -> str:
    """The tables for docs/accuracy.md."""
    parts = []
    for title, head, rows in tables(summary):
        if rows:
            lines = ["| " + " | ".join(row) + " |" for row in (head, *rows)]
            lines.insert(1, "|---" + "|--:" * (len(head) - 1) + "|")
            parts.append(f"**{title}**\n\n" + "\n".join(lines))
    wrong = problems(summary)
    parts.append("**What went wrong**\n\n" + "\n".join(f"- {line}" for line in wrong or ["nothing"]))
    return "\n\n".join(parts) + "\n"
