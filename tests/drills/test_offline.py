"""Nothing leaves the machine: the main path in a network of its own that leads nowhere; the kernel counts who tries."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.drills.offline import NoNetworkOfItsOwnError, alone, counts

FILM = Path(__file__).parents[1] / "scenes" / "films" / "tie-01.mp4"

MAIN_PATH = """
import contextlib, io, json, sys, time, urllib.request
from dataclasses import asdict
from pathlib import Path
from referee.drills.offline import PAGES, TRIES_TO_GET_OUT, counts, loopback_up

loopback_up()
first = counts()
if sys.argv[3] == "control":
    exec(TRIES_TO_GET_OUT)
    with contextlib.suppress(OSError):
        urllib.request.urlopen("http://example.org/", timeout=2)
else:
    from referee.cli import main
    from referee.drills.match import match
    from referee.record.entry import PROGRAM, GameKind
    from referee.record.log import begin
    from referee.record.store import Store
    from referee.service import Table
    from referee.web import create_app
    from referee.web.server import serve

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert main(["judge", sys.argv[1], "--json"]) == 0
        folder = Path(sys.argv[2])
        store = Store(folder)
        log = begin(store, GameKind.REAL, time.time())
        events = match(2)
        table = Table(log, time.time, events[0])
        server = serve(create_app(table), port=0)
        for event in events[1:30]:
            table.apply(event, PROGRAM)
        for page in PAGES:
            urllib.request.urlopen(server.url + page, timeout=5).read()
        server.close()
        store.close()
        for command in (["games"], ["show", "last"], ["export", "last", "--out", str(folder)], ["check"], ["cameras"],
                        ["licences"], ["delete", "last", "--yes"]):
            main([*command, *(["--data", str(folder)] if command[0] not in ("cameras", "licences") else [])])
print(json.dumps([asdict(first), asdict(counts())]))
"""


def run(tmp_path: Path, what: str) -> dict[str, int]:
    """How much each counter grew."""
    try:
        command = alone(sys.executable, "-c", MAIN_PATH, str(FILM), str(tmp_path), what)
    except NoNetworkOfItsOwnError as error:
        pytest.skip(str(error))
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    before, after = json.loads(done.stdout.splitlines()[-1])
    return {name: after[name] - before[name] for name in after}


@pytest.mark.slow
def test_the_main_path_tries_no_way_out(tmp_path: Path) -> None:
    found = run(tmp_path, "main path")
    assert found["home"] >= 8, "its own pages were visited"
    assert (found["out"], found["names"]) == (0, 0)


def test_what_tries_is_counted(tmp_path: Path) -> None:
    """Two connections on purpose, and a name that is asked for."""
    assert run(tmp_path, "control")["out"] + run(tmp_path, "control")["names"] >= 4


def test_the_kernels_counters_are_read(tmp_path: Path) -> None:
    (tmp_path / "snmp").write_text(
        "Ip: InReceives OutNoRoutes\nIp: 5 3\nTcp: ActiveOpens\nTcp: 7\nUdp: OutDatagrams\nUdp: 2\n"
    )
    (tmp_path / "snmp6").write_text("Ip6OutNoRoutes 4\nUdp6OutDatagrams 1\n")
    found = counts(tmp_path)
    assert (found.out, found.names, found.home) == (7, 3, 7)
