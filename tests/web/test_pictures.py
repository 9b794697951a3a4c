"""The command that makes the docs' pictures: its games can be played, and the docs show what it makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.pictures import SHOTS, Shot

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("shot", {shot.table: shot for shot in SHOTS}.values(), ids=lambda shot: shot.name)
def test_its_games_can_be_played(shot: Shot):
    table = shot.table()
    assert [player["name"] for player in table.snapshot()["players"]] == ["Ada", "Ben", "Cleo", "Dan"]


def test_the_docs_show_only_what_it_makes():
    shown = set(re.findall(r"\]\(pictures/([\w-]+)\.jpg\)", (DOCS / "board.md").read_text(encoding="utf-8")))
    assert shown
    assert shown <= {shot.name for shot in SHOTS}
    assert all((DOCS / "pictures" / f"{name}.jpg").is_file() for name in shown)
