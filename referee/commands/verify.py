"""`referee verify BUNDLE`: is exported evidence as it was made?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.evidence.bundle import Check

INTACT, CHANGED, NO_BUNDLE = 0, 1, 2
"""Exit status."""
LONGEST = 400
"""No sentence of ours is longer, characters."""


def register(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "verify",
        help="check exported evidence: is every byte as it was made?",
        description="Check the evidence of a deal that `referee export GAME --deal N` (or the page of the deal) wrote. "
        "Exit status: 0 intact, 1 changed, 2 not a bundle.",
    )
    parser.add_argument(
        "bundle", type=Path, metavar="BUNDLE", help="the file, or the folder it was unpacked to"
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help="measure its clip again, too: another verdict counts as changed",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check and report."""
    from referee.evidence.bundle import State, check  # noqa: PLC0415 - `--help` stays quick
    from referee.record.text import printable  # noqa: PLC0415 - the same

    name = printable(arguments.bundle.name)
    try:
        found = check(arguments.bundle)
    except OSError as error:
        print(f"referee: {name} cannot be read: {error.strerror}.", file=sys.stderr)
        return NO_BUNDLE
    if found.state is State.NO_BUNDLE:
        print(f"referee: {printable(found.faults[0])}", file=sys.stderr)
        return NO_BUNDLE
    if found.state is State.CHANGED:
        print(f"{name} was CHANGED since it was made:")
        for fault in found.faults:
            print(f"  {printable(fault)}")
        return CHANGED
    try:
        measured, status = _measured(found) if arguments.measure else ("", INTACT)
    except RefereeError as error:
        print(f"{name} fits its sums, but its clip cannot be measured again, so something in it was changed:")
        print(f"  {printable(str(error))}")
        return CHANGED
    print(f"{name} is intact: {len(found.files or ())} files. {_what(found)}")
    print(f"Its fingerprint, to compare with the sender's: {found.fingerprint}")
    if measured:
        print(measured)
    return status


def _what(found: Check) -> str:
    """Which deal it is about, and what the record says of it."""
    import json  # noqa: PLC0415 - only here

    from referee.evidence.bundle import VERDICT  # noqa: PLC0415 - `--help` stays quick
    from referee.record.text import printable  # noqa: PLC0415 - the same

    try:
        told = json.loads((found.files or {})[VERDICT])
        said = f"Deal {told['verdict']['deal']} of game {told['game']['id']}: {told['verdict']['sentence']}"
        return printable(said[:LONGEST])
    except (KeyError, TypeError, ValueError, RecursionError):
        return "It does not say of which deal."


def _measured(found: Check) -> tuple[str, int]:
    """Measure the clip of an intact bundle again: what to say, and the exit status.

    Raises:
        RefereeError: its sheet or film cannot be used.
    """
    import tempfile  # noqa: PLC0415 - only here

    from referee.evidence import clipfile  # noqa: PLC0415 - `--help` stays quick
    from referee.evidence.again import measure_again  # noqa: PLC0415 - loads mediapipe
    from referee.record.text import printable  # noqa: PLC0415 - `--help` stays quick

    files = found.files or {}
    name = next(name for name in files if name.endswith(clipfile.PACKETS))
    beside = Path(name).with_suffix(clipfile.SHEET).name
    sheet = clipfile.sheet_of(files.get(beside), beside)
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder, name)
        film.write_bytes(files[name])
        record = measure_again(film, sheet).record
    if record["same"]:
        return "Measured again: everything is as in the record, to the last digit.", INTACT
    said = printable(f"Measured again, not as in the record: {'; '.join(record['differs'])}."[:LONGEST])
    # Another machine may compute the last digits differently; another verdict is another matter.
    return said, CHANGED if any(one.startswith("the verdict") for one in record["differs"]) else INTACT
