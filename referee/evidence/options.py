"""The options that say how long clips are kept and how much room they take, the same for every command."""

from __future__ import annotations

import argparse
import math

from referee.evidence.settings import KEEP_DAYS, KEEP_GB, Keeping
from referee.rules.house import Setting


def add_keep_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--keep-days`` and ``--keep-gb``."""
    for setting in (KEEP_DAYS, KEEP_GB):
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}",
            dest=setting.name,
            type=_Number(setting),
            default=setting.default,
            metavar=setting.unit.upper(),
            help=f"{setting.help} (default: {setting.default:g})",
        )


def keeping_of(arguments: argparse.Namespace) -> Keeping:
    """What the options say."""
    return Keeping(arguments.keep_days, arguments.keep_gb)


class _Number:
    """Reads a number within a setting's range."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def __call__(self, text: str) -> float:
        low, high = self._setting.low or 0.0, self._setting.high or math.inf
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"a number from {low:g} to {high:g} ({self._setting.unit}), not {text!r}"
            )
        return value
