"""The command line: quick help, plain errors, the exit statuses that programs rely on."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

import referee.cli
from referee.cli import build_parser, main
from referee.errors import RefereeError
from referee.version import __version__


def commands() -> dict[str, argparse.ArgumentParser]:
    parser = build_parser()
    action = next(found for found in parser._actions if isinstance(found, argparse._SubParsersAction))
    return dict(action.choices)


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_explains_itself_and_each_of_its_options(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"referee {name}" in capsys.readouterr().out
    silent = [action.dest for action in commands()[name]._actions if not action.help and not action.choices]
    assert silent == []


def test_the_list_of_commands_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    for name in commands():
        assert any(line.split()[:1] == [name] and len(line.split()) > 2 for line in lines), name


def test_help_is_quick_because_it_loads_nothing_heavy() -> None:
    code = "import sys; from referee.cli import build_parser; build_parser(); print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert {"cv2", "mediapipe", "av", "flask", "waitress", "matplotlib"} & set(loaded) == set()


def test_the_module_is_the_command(tmp_path: Path) -> None:
    output = subprocess.check_output([sys.executable, "-m", "referee", "--version"], cwd=tmp_path, text=True)
    assert output.strip() == f"referee {__version__}"


@pytest.mark.parametrize("words", [[], ["no-such-command"], ["licences", "--no-such-option"]])
def test_words_that_mean_nothing_end_with_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "usage: referee" in capsys.readouterr().err


class _Parser:
    def __init__(self, ending: BaseException | int) -> None:
        self.ending = ending

    def parse_args(self, _: object) -> argparse.Namespace:
        def run(_: argparse.Namespace) -> int:
            if isinstance(self.ending, BaseException):
                raise self.ending
            return self.ending

        return argparse.Namespace(run=run)


class _OwnStatusError(RefereeError):
    exit_status = 3


@pytest.mark.parametrize(
    ("ending", "status", "said"),
    [
        (0, 0, ""),
        (1, 1, ""),
        (RefereeError("there is no such film"), 2, "referee: there is no such film\n"),
        (_OwnStatusError("look here"), 3, "referee: look here\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_a_command_ends_in_plain_words_and_with_its_status(
    ending: BaseException | int,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(referee.cli, "build_parser", lambda: _Parser(ending))
    assert main(["anything"]) == status
    assert capsys.readouterr().err == said


def test_a_defect_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee.cli, "build_parser", lambda: _Parser(ValueError("a defect")))
    with pytest.raises(ValueError, match="a defect"):
        main(["anything"])
