"""Every dependency and model is listed with its licence, and none has one that forbids passing it on."""

from __future__ import annotations

import json
import tomllib
from email.message import Message
from pathlib import Path

import pytest

from referee import models
from referee.cli import main
from referee.commands import licences

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture
def parts(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    assert main(["licences", "--json"]) == 0
    return {part["name"]: part for part in json.loads(capsys.readouterr().out)}


def test_all_dependencies_and_models_are_listed_with_a_licence(parts: dict[str, dict[str, str]]) -> None:
    wanted = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    direct = {line.split(">=")[0] for line in wanted}
    assert direct | {"donkey-referee", "werkzeug", *models.sums()} <= set(parts)
    assert [name for name, part in parts.items() if part["licence"] == "not stated"] == []


def test_none_of_them_binds_whoever_passes_the_referee_on(parts: dict[str, dict[str, str]]) -> None:
    for part in parts.values():
        words = part["licence"].replace("LGPL", "").upper()
        assert "GPL" not in words, part
        assert "NONCOMMERCIAL" not in words, part


def test_what_only_tests_need_is_left_out(parts: dict[str, dict[str, str]]) -> None:
    assert "pytest" not in parts


def test_people_get_one_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[0] == "donkey-referee"
    assert any(line.startswith("flask ") and "BSD" in line for line in lines)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ([("License-Expression", "MIT"), ("License", "other")], "MIT"),
        ([("License", "BSD")], "BSD"),
        (
            [
                ("License", "MIT License\n\nPermission is ..."),
                ("Classifier", "License :: OSI Approved :: MIT"),
            ],
            "MIT",
        ),
        ([("License", "MIT License\n\nPermission is ...")], "MIT License"),
        ([("Classifier", "Topic :: Games")], "not stated"),
    ],
)
def test_the_licence_is_read_wherever_a_package_says_it(fields: list[tuple[str, str]], said: str) -> None:
    about = Message()
    for name, value in fields:
        about[name] = value
    assert licences.licence(about) == said


def test_a_package_that_is_not_installed_here_is_no_error() -> None:
    assert licences.packages("a-package-that-nobody-has") == []
