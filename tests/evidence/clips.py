"""Clips without a camera: small files with a sheet that fits them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.evidence import clipfile


def write_fake_clip(
    folder: Path, name: str, *, size: int = 400, written_s: float | None = None, **sheet: Any
) -> None:
    """All files of a clip, ``size`` bytes each but the sheet, written at ``written_s``."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in clipfile.PARTS:
        (folder / f"{name}{ending}").write_bytes(ending.encode() * (size // len(ending)))
    write_fake_sheet(folder, name, sheet)
    if written_s is not None:
        for path in clipfile.parts_of(folder, name):
            os.utime(path, (written_s, written_s))


def write_fake_sheet(folder: Path, name: str, content: Mapping[str, Any]) -> None:
    sums = {f"{name}{ending}": clipfile.sum_of(folder / f"{name}{ending}") for ending in clipfile.PARTS}
    sheet = {"format": clipfile.FORMAT, "version": clipfile.VERSION, "sha256": sums, **content}
    (folder / f"{name}{clipfile.SHEET}").write_text(clipfile.sheet_text(sheet), encoding="utf-8")
