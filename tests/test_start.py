"""start.py without the network: what it says, what it hands on, when it sets up again.

The real installation runs in CI and whenever somebody follows the README.
"""

from __future__ import annotations

import ast
import ctypes
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
import venv
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


def load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("start_under_test", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Checkout:
    """A folder with start.py, pyproject.toml and an environment whose modules are stand-ins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("start.py", "pyproject.toml"):
            shutil.copy(ROOT / name, folder)
        self.start = load(folder / "start.py")
        venv.create(self.start.VENV, symlinks=os.name == "posix")
        self.module("referee", "")
        self.module("referee.__main__", REPORT.format(status=7))
        self.module("pytest", REPORT.format(status=5))

    def module(self, name: str, source: str) -> None:
        found = subprocess.check_output(
            [self.start.PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
        )
        package, _, module = name.partition(".")
        folder = Path(found.strip()) / package
        folder.mkdir(exist_ok=True)
        (folder / f"{module or '__init__'}.py").write_text(textwrap.dedent(source), encoding="utf-8")
        if not module:
            shutil.copy(folder / "__init__.py", folder / "__main__.py")

    def ready(self) -> None:
        for extras in ("", "[test]"):
            (self.start.VENV / f"ready{extras}").write_text(self.start.fingerprint(), encoding="utf-8")

    def run(self, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(self.folder / "start.py"), *words]
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=60)


REPORT = """
import json, os, sys
if __name__ == "__main__":
    print(json.dumps([sys.argv[1:], os.getcwd()]))
    sys.exit({status})
"""

WORKING = {
    "pip": "import sys\nif __name__ == '__main__': print('pip was asked', *sys.argv[1:])",
    "cv2": "",
    "mediapipe": "",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    folder = tmp_path / "a checkout"
    folder.mkdir()
    return Checkout(folder)


def test_every_python_3_can_read_it_down_to_the_version_check() -> None:
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    assert "__future__" not in source  # "annotations" is unknown to 3.6


@pytest.mark.parametrize("version", ["(3, 6, 15)", "(3, 10, 13)", "(3, 99, 0)"])
def test_another_python_is_told_which_one_is_needed(version: str) -> None:
    code = f"import sys; sys.version_info = {version}; exec(open('start.py').read())"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "needs Python 3.11 to 3.14" in run.stderr
    assert "Traceback" not in run.stderr


def test_it_asks_for_the_versions_that_the_package_supports() -> None:
    start = load(ROOT / "start.py")
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "requires-python"
    ]
    lowest, above = re.findall(r"3\.(\d+)", wanted)
    assert (3, int(lowest)) == start.OLDEST
    assert (3, int(above) - 1) == start.NEWEST


def test_without_words_it_says_what_can_be_said(checkout: Checkout) -> None:
    for words, status in [((), 2), (("--help",), 0)]:
        run = checkout.run(*words)
        assert run.returncode == status
        assert "start.py demo" in run.stdout
        assert "start.py test" in run.stdout


def test_words_reach_the_referee_unchanged_in_the_callers_folder(checkout: Checkout, tmp_path: Path) -> None:
    checkout.ready()
    run = checkout.run("judge", "a film.mp4", "--json", cwd=tmp_path)
    assert json.loads(run.stdout) == [["judge", "a film.mp4", "--json"], str(tmp_path)]
    assert run.returncode == 7
    assert run.stderr == ""


def test_the_tests_run_in_the_checkout_with_the_words_for_pytest(checkout: Checkout, tmp_path: Path) -> None:
    checkout.ready()
    run = checkout.run("test", "-k", "tie", cwd=tmp_path)
    assert json.loads(run.stdout) == [["-k", "tie"], str(checkout.folder)]
    assert run.returncode == 5


def test_a_first_start_installs_once_and_the_second_does_not(checkout: Checkout) -> None:
    for name, source in WORKING.items():
        checkout.module(name, source)
    first = checkout.run("test")
    assert f"--editable {checkout.folder}[test]" in first.stdout
    assert first.returncode == 5
    for words in (["test"], ["demo"]):  # what is installed for the tests is enough for the rest
        assert "pip was asked" not in checkout.run(*words).stdout


def test_an_installation_for_the_demo_is_not_enough_for_the_tests(checkout: Checkout) -> None:
    for name, source in WORKING.items():
        checkout.module(name, source)
    assert "pip was asked" in checkout.run("demo").stdout
    assert "pip was asked" in checkout.run("test").stdout


def test_new_dependencies_another_folder_or_a_broken_environment_are_set_up_again(checkout: Checkout) -> None:
    start = checkout.start
    checkout.ready()
    assert start.is_ready("")
    (checkout.folder / "pyproject.toml").open("a", encoding="utf-8").write("\n")
    assert not start.is_ready("")
    checkout.ready()
    moved = Path(shutil.copytree(checkout.folder, checkout.folder.with_name("moved"), symlinks=True))
    assert not load(moved / "start.py").is_ready("")
    checkout.module("referee", "raise ImportError('installed for a Python that is gone')")
    assert not start.is_ready("")


def test_a_failed_installation_is_said_and_tried_again(checkout: Checkout) -> None:
    checkout.module("pip", "import sys\nif __name__ == '__main__': sys.exit('no network')")
    for _ in range(2):
        run = checkout.run("demo")
        assert run.returncode == 1
        assert "no network" in run.stderr
        assert "The installation failed" in run.stderr
        assert "Traceback" not in run.stderr


def test_a_library_that_does_not_load_is_said(checkout: Checkout) -> None:
    for name, source in WORKING.items():
        checkout.module(name, source)
    checkout.module("cv2", "raise ImportError('DLL load failed while importing cv2')")
    run = checkout.run("demo")
    assert run.returncode == 1
    assert "Visual C++ Redistributable" in run.stderr
    assert not checkout.start.is_ready("")


def test_what_apt_can_install_is_said_in_one_line_before_anything_is_installed(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", missing)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert checkout.start.main(["demo"]) == 1
    output = capfd.readouterr()
    assert "apt-get install -y libegl1 libgl1 libgles2 libglib2.0-0 python3-venv\n" in output.err
    assert "pip" not in output.out


def test_other_systems_need_nothing_from_apt(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(ctypes, "CDLL", lambda _: pytest.fail("looked for a Linux library"))
    assert checkout.start.needs_from_apt() == []
