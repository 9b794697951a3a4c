"""README, the command line, CI and the settings say the same."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path

import pytest

from referee.cli import build_parser
from referee.rules.house import Setting, settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def subcommands() -> set[str]:
    found = next(
        action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    return set(found.choices)


def test_every_command_is_in_the_table_and_every_row_is_a_command() -> None:
    assert set(re.findall(r"^\| `referee ([a-z-]+)", README, re.MULTILINE)) == subcommands()


def test_every_command_named_anywhere_exists() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        named = re.findall(
            r"(?:`|^    )(?:\.venv/bin/)?referee ([a-z][a-z-]+)", page.read_text(encoding="utf-8"), re.M
        )
        started = re.findall(r"python3 start\.py ([a-z][a-z-]+)", page.read_text(encoding="utf-8"))
        assert set(named) | set(started) - {"test"} <= subcommands(), page.name


def test_ci_runs_the_test_line_of_the_readme() -> None:
    line = next(
        line.strip() for line in README.splitlines() if re.match(r"    python3 start\.py test$", line)
    )
    assert re.search(rf"^ +{re.escape(line)}$", CI, re.MULTILINE)


def test_ci_installs_the_apt_packages_of_the_readme() -> None:
    packages = re.search(r"apt-get install -y (.+)$", README, re.MULTILINE)
    assert packages is not None
    assert packages[1] in CI


def test_start_knows_the_apt_packages_of_the_readme() -> None:
    start = (ROOT / "start.py").read_text(encoding="utf-8")
    packages = re.search(r"apt-get install -y (.+)$", README, re.MULTILINE)
    assert packages is not None
    assert all(f'"{package}"' in start for package in packages[1].split())


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        assert re.search(rf"^\| {re.escape(line.split('>=')[0])} \| \S.+ \|$", README, re.MULTILINE), line
    for line in (line for extra in project["optional-dependencies"].values() for line in extra):
        assert line.split(">=")[0] in README, line


def test_every_link_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "models" / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_every_setting_is_in_its_page(setting: Setting) -> None:
    assert row(setting) in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8").splitlines()


def row(setting: Setting) -> str:
    limits = "" if setting.low is None else f"{setting.low:g} to {setting.high:g}"
    return f"| `{setting.name}` | {setting.default} | {setting.unit} | {limits} | {setting.help} |"


def test_the_docs_index_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in (ROOT / "docs").glob("*.md") if page.name not in index] == []
