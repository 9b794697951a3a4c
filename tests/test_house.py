"""The house stays in order: a pure core, small files, settings that explain themselves, a whole wheel."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from referee.rules.house import House

ROOT = Path(__file__).parents[1]
TOOL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
ROOMS = {name: ROOT / folder for name, folder in TOOL["package-dir"].items()}

PURE = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq"),
    *("itertools", "math", "operator", "re", "statistics", "types", "typing", "unicodedata"),
    *("numpy",),
    *("referee.rules", "referee.timing", "referee.observation", "referee.errors"),
}
"""All that the core may import: nothing that sees a camera, a clock, a file, the network, another thread."""

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}

LONGEST = 450
"""Lines of a file; beyond it nobody sees a file at once."""


def core() -> list[Path]:
    rooms = [ROOT / "referee" / "rules", ROOT / "referee" / "timing"]
    return [
        ROOT / "referee" / "observation.py",
        *(file for room in rooms for file in sorted(room.rglob("*.py"))),
    ]


def sources() -> list[Path]:
    return sorted({file for folder in ROOMS.values() for file in folder.rglob("*.py")} | {ROOT / "start.py"})


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute, for folders at the top level have other names"
            yield from (
                f"{node.module}.{alias.name}" if node.module == "referee" else str(node.module)
                for alias in node.names
            )


def named(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", core(), ids=named)
def test_the_core_knows_no_camera_no_clock_and_no_file(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    foreign = {
        name
        for name in imports(tree)
        if not any(name == allowed or name.startswith(f"{allowed}.") for allowed in PURE)
    }
    assert not foreign
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & IMPURE_CALLS


def test_no_file_is_too_long() -> None:
    lengths = {named(file): len(file.read_text(encoding="utf-8").splitlines()) for file in sources()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


@pytest.mark.parametrize("setting", fields(House), ids=lambda setting: setting.name)
def test_every_setting_says_what_it_is(setting) -> None:
    assert setting.metadata["help"].endswith(".")
    assert setting.metadata["unit"]
    if isinstance(setting.default, float):
        assert setting.metadata["low"] <= setting.default <= setting.metadata["high"]


def test_every_package_is_in_the_wheel() -> None:
    found = set()
    for name, folder in ROOMS.items():
        for marker in folder.rglob("__init__.py"):
            found.add(".".join((name, *marker.parent.relative_to(folder).parts)))
    assert found == set(TOOL["packages"])


def test_every_module_belongs_to_a_package() -> None:
    assert [named(file) for file in sources() if not is_packaged(file)] == []


def is_packaged(file: Path) -> bool:
    return file.parent == ROOT or (file.parent / "__init__.py").exists()


def test_models_pages_and_films_are_in_the_wheel() -> None:
    matched, found = set(), set()
    for package, patterns in TOOL["package-data"].items():
        matched |= {file for pattern in patterns for file in ROOMS[package].glob(pattern) if file.is_file()}
    for folder in ROOMS.values():
        found |= {file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts}
    assert sorted(named(file) for file in found - matched if file.suffix not in {".py", ".md"}) == []
    shipped = {named(file) for file in matched}
    assert {
        "models/models.json",
        "models/LICENSE-Apache-2.0.txt",
        "referee/py.typed",
        "referee/media/match.mp4",
    } <= shipped
    assert any(name.startswith("web/templates/") for name in shipped)
    assert any(name.startswith("web/static/") for name in shipped)
