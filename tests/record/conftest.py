"""Disks that are full or cannot be written, made as really as the machine allows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


def mount(*arguments: str) -> None:
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"cannot mount here: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB; needs root."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("needs root on Linux to mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def lockable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Callable[[bool], None]]]:
    """A folder and a switch that takes (True) and gives back (False) the right to write in it."""
    if sys.platform == "win32":
        pytest.skip("folders of Windows have other rights")
    if os.geteuid() == 0:
        # Root may write everywhere but on a disk that is mounted for reading.
        folder = request.getfixturevalue("small_disk")

        def switch(closed: bool) -> None:
            mount("-o", f"remount,{'ro' if closed else 'rw'}", str(folder))
    else:
        folder = tmp_path / "data"
        folder.mkdir()

        def switch(closed: bool) -> None:
            for path in (folder, *folder.iterdir()):
                path.chmod((0o500 if path.is_dir() else 0o400) if closed else 0o700)

    yield folder, switch
    switch(False)
