"""What tests of every room need: the films and pictures that lie beside the checkout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from referee.service import Table
    from referee.vision.networks import Networks

SHARED = Path(__file__).resolve().parents[2] / "shared"


def folder_or_skip(name: str) -> Path:
    folder = SHARED / name
    if not folder.is_dir():
        pytest.skip(f"needs the folder {name} beside the checkout: ../shared/{name}")
    return folder


@pytest.fixture(scope="session")
def scenes_dir() -> Path:
    """The rendered scenes with known truth (``NAME.mp4`` and ``NAME.json``)."""
    return folder_or_skip("scenes")


@pytest.fixture(scope="session")
def media_dir() -> Path:
    """Real pictures and films, with a README that says what a person sees in each."""
    return folder_or_skip("media")


@pytest.fixture(scope="session")
def networks() -> Iterator[Networks]:
    """The real networks, loaded once for all tests."""
    from referee.vision.networks import Networks  # noqa: PLC0415 - slow to import

    with Networks() as loaded:
        yield loaded


@pytest.fixture(scope="session")
def tie_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, Path]:
    """A game whose only deal is the film ``tie-01``, measured with the real networks; and its data folder."""
    from referee.live.eyes import Eyes  # noqa: PLC0415 - slow to import
    from tests.evidence.measured import measured_table  # noqa: PLC0415 - the same

    folder = tmp_path_factory.mktemp("tie")
    film = Path(__file__).parent / "scenes" / "films" / "tie-01.mp4"
    return measured_table(film, folder, Eyes), folder
