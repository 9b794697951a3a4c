"""Mutation testing of the rules: change one thing, run the tests, and see whether they notice.

The changes are those of mutmut. Its own runner leaves out decorated functions, and here those are the properties
of the state and the handlers of the events; so the changes are applied here, each in a process of its own that has
a changed module in memory and nothing changed on disk. Messages of errors, annotations and docstrings are left
alone.

    python -m pip install mutmut
    python -m tests.rules.mutate [--jobs N] [--every N] [MODULE …]

Prints every change that no test noticed, then the totals.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib.abc
import importlib.util
import io
import itertools
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import libcst as cst
import pytest
from hypothesis import HealthCheck, Phase, settings
from mutmut.mutation.mutators import mutation_operators

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "referee" / "rules"
CORE = ("verdict", "course", "ranking", "state", "game", "preview", "house", "plain", "events", "cards")
OWN_TESTS = {"state": "game", "preview": "sentences", "plain": "events"}
SLOW_TESTS = ("test_never_wrong.py", "test_match.py")
CPU_S = 60
"""A change that makes the tests use more processor time than this was noticed: it loops."""
SURVIVED, KILLED = 0, 1


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """Every change to a module: (the changed source, the change as a short diff)."""
    module = cst.parse_module(source)
    for node in _walk(module):
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for count, changed in enumerate(operator(node)):
                    if isinstance(node, cst.BaseString) and count:
                        break  # a string in other letters tells no more than a longer one
                    code = module.deep_replace(node, changed).code
                    if code != source:
                        yield code, _diff(source, code)


def _walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Import() | cst.ImportFrom():
            return
        case cst.Raise() | cst.Assert():
            return
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value="__all__"))]):
            return
        case cst.SimpleStatementLine(body=[cst.Expr(value=cst.BaseString())]):
            return
    yield node
    for child in node.children:
        yield from _walk(child)


def _diff(before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module from memory."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(self, fullname: str, _path: object, _target: object = None) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=str(self._path))

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._source, str(self._path), "exec"), module.__dict__)  # noqa: S102 - our own source


def _try(name: str, source: str) -> int:
    """In a process of its own: run the tests on a changed module; whether they noticed."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    sys.meta_path.insert(0, _Changed(f"referee.rules.{name}", RULES / f"{name}.py", source))
    settings.register_profile(
        "mutate",
        max_examples=15,
        phases=[Phase.explicit, Phase.generate],  # no time for the smallest example that fails
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    # Only what the tests need, and nothing about a failure but that there was one: it is twice as quick.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugins = ["-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-p", "no:unraisableexception"]
    arguments = ["-x", "-q", "--assert=plain", "--tb=no", *plugins, "--hypothesis-profile=mutate"]
    own = HERE / f"test_{OWN_TESTS.get(name, name)}.py"
    others = [path for path in sorted(HERE.glob("test_*.py")) if path != own]
    quick = [path for path in others if path.name not in SLOW_TESTS]
    slow = [path for path in others if path.name in SLOW_TESTS]
    for tests in ([own], quick, slow):
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            status = pytest.main([*arguments, *map(str, tests)])
        if status != pytest.ExitCode.OK:
            return KILLED
    return SURVIVED


def main(argv: Sequence[str] | None = None) -> int:
    """Change the modules named, or the whole core; 1 when a change was not noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", default=CORE, metavar="MODULE")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="changes tried at once")
    parser.add_argument("--every", type=int, default=1, help="try only every N-th change: a sample")
    chosen = parser.parse_args(argv)
    running: dict[int, tuple[str, str]] = {}
    total = survived = 0

    def reap() -> None:
        nonlocal survived
        pid, status = os.wait()
        name, diff = running.pop(pid)
        if os.waitstatus_to_exitcode(status) == SURVIVED:
            survived += 1
            print(f"{name}.py {diff}\n", flush=True)

    for name in chosen.modules:
        before = total
        source = (RULES / f"{name}.py").read_text(encoding="utf-8")
        for changed, diff in itertools.islice(mutants(source), 0, None, chosen.every):
            if len(running) >= chosen.jobs:
                reap()
            total += 1
            if not total % 50:
                print(f"… {total} changes tried", file=sys.stderr, flush=True)
            pid = os.fork()
            if pid == 0:
                os._exit(_try(name, changed))
            running[pid] = (name, diff)
        print(f"{name}.py: {total - before} changes", flush=True)
    while running:
        reap()
    print(f"{total} changes, {survived} not noticed")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
