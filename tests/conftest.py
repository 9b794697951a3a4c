"""What tests of every room need: the films and pictures that lie beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

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
