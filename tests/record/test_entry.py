from __future__ import annotations

from dataclasses import replace

import pytest

from referee.record.entry import (
    CAMERA,
    PLAYER,
    REFEREE,
    Entry,
    GameHeader,
    GameKind,
    Source,
    SourceKind,
    to_json,
)

ENTRY = Entry(1, 5.0, {"event": "paused"}, REFEREE, camera_s=1.5, software="1")


@pytest.mark.parametrize("source", [CAMERA, REFEREE, PLAYER, Source(SourceKind.PERSON, "player", "Zoë")])
def test_a_source_comes_back_as_it_was_written(source: Source) -> None:
    assert Source.from_dict(source.to_dict()) == source


@pytest.mark.parametrize(
    "changed",
    [
        replace(ENTRY, seq=2),
        replace(ENTRY, wall_s=5.5),
        replace(ENTRY, camera_s=None),
        replace(ENTRY, event={"event": "resumed"}),
        replace(ENTRY, source=PLAYER),
        replace(ENTRY, software="2"),
    ],
)
def test_every_part_of_an_entry_is_in_its_link(changed: Entry) -> None:
    assert changed.digest("a") != ENTRY.digest("a")


def test_a_link_depends_on_all_before_it() -> None:
    assert ENTRY.digest("a") != ENTRY.digest("b")


def test_whole_numbers_and_their_floats_give_the_same_link() -> None:
    assert replace(ENTRY, wall_s=5).digest("") == ENTRY.digest("")
    header = GameHeader("g", GameKind.REAL, 7, "1")
    assert header.digest() == replace(header, started_s=7.0).digest()


def test_json_keeps_letters_readable_and_refuses_what_is_no_json() -> None:
    assert to_json({"b": "Zoë", "a": 1}) == '{"a":1,"b":"Zoë"}'
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json(float("nan"))
