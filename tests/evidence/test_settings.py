"""How long clips are kept: options within their range, and the page says what they are."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from referee.evidence.options import add_keep_options, keeping_of
from referee.evidence.settings import KEEP_DAYS, KEEP_GB, Keeping

PAGE = (Path(__file__).parents[2] / "docs" / "evidence.md").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("setting", [KEEP_DAYS, KEEP_GB])
def test_every_setting_is_in_its_page(setting) -> None:
    option = f"--{setting.name.replace('_', '-')}"
    limits = f"{setting.low:g} to {setting.high:.0f}"
    assert f"| `{option}` | {setting.default:g} | {setting.unit} | {limits} | {setting.help} |" in PAGE


def read(*words: str) -> Keeping:
    parser = argparse.ArgumentParser()
    add_keep_options(parser)
    return keeping_of(parser.parse_args(words))


def test_options_set_what_is_kept() -> None:
    assert read() == Keeping(14, 4)
    assert read("--keep-days", "30", "--keep-gb", "0.5") == Keeping(30, 0.5)
    assert read("--keep-days", "0") == Keeping(0, 4)


@pytest.mark.parametrize(
    "words", [("--keep-days", "-1"), ("--keep-days", "x"), ("--keep-gb", "0"), ("--keep-gb", "nan")]
)
def test_options_out_of_range_are_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read(*words)
    assert "a number from" in capsys.readouterr().err
