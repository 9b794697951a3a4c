from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from referee.cli import main

QUICK = ["simulate", "--deals", "100"]


def test_the_json_has_what_programs_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--json"]) == 0
    first = capsys.readouterr().out
    result = json.loads(first)
    assert result["deals"] >= 3 * 100
    for name in ("wrong_letters", "redeals", "calls"):
        assert isinstance(result[name], int)
    assert result["settings"]["error_s"] > 0
    assert result["settings"]["spreads_s"] == [0.08, 0.15, 0.25]
    assert main([*QUICK, "--json"]) == 0
    assert capsys.readouterr().out == first


def test_the_report_says_what_a_house_gains_and_whether_it_is_good_enough(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(QUICK) == 0
    text = capsys.readouterr().out
    assert text.startswith("Model: ")
    assert text.count("60 frames a second instead of 30") == 3
    assert text.count("At most 1 wrong letter in 10,000 deals") == 3


def test_settings_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--spread", "100", "--error", "5", "--gross", "0", "--gross-width", "90", "--tie-limit", "0.01"]
    assert main([*QUICK, "--json", *words, "--tie-window", "3", "--word", "PIG"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["spreads_s"] == [0.1]
    assert settings["error_s"] == pytest.approx(0.005)
    assert settings["fps"] is None
    assert (settings["gross"], settings["gross_sigma_s"]) == (0.0, pytest.approx(0.09))
    assert (settings["tie_limit"], settings["tie_window_s"], settings["letters"]) == (0.01, 0.003, 3)


@pytest.mark.parametrize("words", [["--fps", "25"], ["--deals", "0"], ["--word", "ox"], ["--tie-limit", "2"]])
def test_what_cannot_be_used_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, *words]) == 2
    assert capsys.readouterr().err.startswith("referee: ")


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra `plot` is not installed")
    assert main([*QUICK, "--plot", str(tmp_path / "plot.png")]) == 0
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert main([*QUICK, "--plot", str(tmp_path / "no" / "plot.png")]) == 2


def test_a_plot_without_matplotlib_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([*QUICK, "--plot", "x.png"]) == 2
    assert "donkey-referee[plot]" in capsys.readouterr().err
