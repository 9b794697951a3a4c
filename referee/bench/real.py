"""Report on films and pictures of real people, next to what a person sees in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from referee.errors import RefereeError

KINDS = (".gif", ".jpeg", ".jpg", ".mkv", ".mov", ".mp4", ".png", ".webm")
"""Endings of films and pictures that are looked for in a folder."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a person sees in a file.

    Attributes:
        people: how many people are in the picture.
        touches: how many times an index fingertip touches a nose.
        words: what happens.
    """

    people: int
    touches: int
    words: str


SEEN = {
    "asl_different.gif": Seen(1, 0, "signing; hands rise beside and before the face"),
    "asl_house.gif": Seen(1, 0, "signing; hands rise beside and before the face"),
    "asl_wrong_what.gif": Seen(1, 0, "signing; a hand at the chin, about frames 40 to 65"),
    "group-2.jpg": Seen(3, 0, "three people standing; no hand at a face"),
    "group-4.jpg": Seen(5, 0, "five people on a sofa; no hand at a face"),
    "person-tasia.jpg": Seen(1, 0, "talking with raised hands; no hand at a face"),
    "person-vlado.jpg": Seen(1, 0, "at a restaurant table; no hand at a face"),
}
"""The files of the bench and what their collector saw in them (origins and licences: docs/accuracy.md)."""


class NoMediaError(RefereeError):
    """The folder holds no film and no picture."""


def find_media(folder: Path) -> list[Path]:
    """All films and pictures of a folder, by name.

    Raises:
        NoMediaError: there are none.
    """
    files = sorted(path for path in folder.glob("*") if path.suffix.lower() in KINDS)
    if not files:
        raise NoMediaError(f"No film or picture found in {folder}: it may hold {', '.join(KINDS)}.")
    return files


def look_at(files: Sequence[Path], done: Callable[[], object] = lambda: None) -> list[dict[str, Any]]:
    """Judge each file; a line of the report holds what a person and what the program sees."""
    from referee.judge import Options, judge_film  # noqa: PLC0415 - loads the networks
    from referee.vision.networks import Networks  # noqa: PLC0415 - the same

    lines = []
    with Networks() as networks:
        for file in files:
            seen = SEEN.get(file.name)
            line: dict[str, Any] = {
                "file": file.name,
                "person": None if seen is None else asdict(seen),
            }
            try:
                said = judge_film(file, Options(), networks).to_dict()
                line |= {"frames": said["frames"], "people": len(said["seats"]), "touches": said["touches"]}
                line |= {"unseen": said.get("unseen", []), "deals": said["deals"], "refused": ""}
            except RefereeError as error:
                line |= {"frames": 0, "people": 0, "touches": [], "unseen": [], "deals": []}
                line |= {"refused": str(error)}
            lines.append(line)
            done()
    return lines


def real_table(lines: Sequence[dict[str, Any]]) -> str:
    """The report as a Markdown table (which a terminal shows well enough too)."""
    rows = [
        "| file | a person sees | people found | held touches | brushes | verdicts |",
        "|---|---|--:|--:|--:|---|",
    ]
    for line in lines:
        person = line["person"]
        seen = "-"
        if person is not None:
            seen = f"people: {person['people']}, touches: {person['touches']}; {person['words']}"
        kinds = [touch["kind"] for touch in line["touches"]]
        verdicts = ", ".join(deal["verdict"] for deal in line["deals"]) or line["refused"] or "none"
        found = f"{line['people']} | {kinds.count('held')} | {kinds.count('brush')}"
        rows.append(f"| {line['file']} | {seen} | {found} | {verdicts} |")
    return "\n".join(rows)
