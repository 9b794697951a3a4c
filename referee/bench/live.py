"""``referee bench live``: how well this computer keeps up with a table, on real bytes at real pace."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import referee

if TYPE_CHECKING:
    from referee.bench.workload import Workload
    from referee.live.referee import LiveReferee
    from referee.service import Table

MEDIA = Path(referee.__file__).parent / "media"
SAMPLE_S = 0.5
"""How often processor time and memory are read, seconds."""
LATE_S = 60.0
"""How long the last verdict is waited for, seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``referee bench live``."""
    parser.add_argument("--hours", type=float, default=0.0, metavar="H", help="repeat for so long: a soak")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--no-mediapipe", action="store_true", help="leave out the side-by-side comparison")


@dataclass(frozen=True, slots=True)
class Sample:
    """One reading while the workload runs.

    Attributes:
        camera_s: the camera's clock, seconds.
        cpu_s: processor time so far: the program, scout, stopwatch, camera process, seconds.
        memory_mb: resident memory of all four, megabytes.
        looks: how often the scout has looked.
    """

    camera_s: float
    cpu_s: float
    memory_mb: float
    looks: int


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; exit status 0."""
    result = measure(hours=arguments.hours, mediapipe=not arguments.no_mediapipe)
    print(json.dumps(result, indent=2) if arguments.json else _text(result))
    return 0


def measure(*, hours: float, mediapipe: bool) -> dict[str, Any]:
    """Run the workload through the live path, then mediapipe over the same frames."""
    from referee.bench.fingertips import compare  # noqa: PLC0415 - heavy imports belong here
    from referee.bench.workload import workload  # noqa: PLC0415 - the same
    from referee.live.process import Child  # noqa: PLC0415 - the same

    work = workload()
    rounds = max(1, round(hours * 3600 / work.seconds))
    print(f"{rounds * work.seconds:.0f} seconds at real pace …", file=sys.stderr)
    result = _live(work, rounds)
    result["frames_lost"] = result["frames_sent"] - result["frames_captured"]
    print("The same frames, one after another …", file=sys.stderr)
    child = Child(compare, MEDIA, work.order, mediapipe, name="referee-bench-fingertips")
    found = child.connection.recv()
    child.kill()
    result |= {"fingertip_found": found.ours.all, "fingertip_found_apart": asdict(found.ours)}
    if found.theirs is not None:
        result |= {
            "mediapipe_cpu_per_player_frame_ms": found.theirs_cpu_ms,
            "mediapipe_fingertip_found": found.theirs.all,
            "mediapipe_fingertip_found_apart": asdict(found.theirs),
        }
    return result


def _live(work: Workload, rounds: int) -> dict[str, Any]:
    from referee.bench.workload import serve  # noqa: PLC0415 - heavy imports belong here
    from referee.live.process import Child  # noqa: PLC0415 - the same

    camera = Child(serve, MEDIA / "match.mp4", work.order * rounds, name="referee-bench-camera")
    table, live = _table(f"http://127.0.0.1:{camera.connection.recv()}/video")
    thread = threading.Thread(target=live.run, daemon=True)
    thread.start()
    samples: list[Sample] = []
    try:
        while not camera.connection.poll(SAMPLE_S):
            if live.capture.state.captured:
                samples.append(_sample(live))
        sent = int(camera.connection.recv())
        deadline = time.monotonic() + LATE_S
        while live.timekeeper.measuring and time.monotonic() < deadline:
            time.sleep(SAMPLE_S)
            samples.append(_sample(live))
    finally:
        live.stop()
        thread.join(10.0)
        live.close()
        camera.kill()
    return {"seconds": rounds * work.seconds, "frames_sent": sent} | _result(work, samples, live, table)


def _table(address: str) -> tuple[Table, LiveReferee]:
    from referee.live.session import live_referee  # noqa: PLC0415 - heavy imports belong here
    from referee.live.sources import parse_source  # noqa: PLC0415 - the same
    from referee.record.entry import GameHeader, GameKind, MemoryLog  # noqa: PLC0415 - the same
    from referee.rules.events import GameCreated  # noqa: PLC0415 - the same
    from referee.rules.house import House  # noqa: PLC0415 - the same
    from referee.service import Table  # noqa: PLC0415 - the same

    log = MemoryLog(GameHeader("bench", GameKind.DEMO, 0.0, ""))
    # A long word: a soak must not run out of letters. The next deal starts by itself.
    house = House(word="DONKEYDONK", next_deal_by_itself=True)
    table = Table(log, time.time, GameCreated(("Ada", "Ben", "Cleo", "Dan"), house))
    return table, live_referee(table, parse_source(address))


def _sample(live: LiveReferee) -> Sample:
    workers = (live.lookout.worker, *live.timekeeper.worker.workers)
    pids = [*(worker.pid for worker in workers), live.capture.pid]
    cpu_s = time.process_time() + sum(worker.cpu_s for worker in workers) + _cpu_s(live.capture.pid)
    memory_mb = sum(_memory_mb(pid) for pid in ("self", *pids))
    return Sample(live.capture.ring.latest_s, cpu_s, memory_mb, live.lookout.looks)


def _cpu_s(pid: int | None) -> float:
    """Processor time of a process so far, seconds; 0 where the system does not tell (all but Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    import os  # noqa: PLC0415 - only Linux gets here

    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int | str | None) -> float:
    """Resident memory of a process, megabytes; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    line = next((line for line in status.splitlines() if line.startswith("VmRSS")), "VmRSS: 0 kB")
    return int(line.split()[1]) / 1024


def _result(work: Workload, samples: list[Sample], live: LiveReferee, table: Table) -> dict[str, Any]:
    from referee.bench.workload import RATE  # noqa: PLC0415 - heavy imports belong here

    busy_s, idle_s, busy_frames, idle_frames = 0.0, 0.0, 0, 0
    looks, quiet_s = 0, 0.0
    for before, after in itertools.pairwise(samples):
        middle = round((before.camera_s + after.camera_s) / 2 * RATE) % len(work.order)
        frames = round((after.camera_s - before.camera_s) * RATE)
        if work.busy[middle] or not frames:
            busy_s, busy_frames = busy_s + after.cpu_s - before.cpu_s, busy_frames + frames
        else:
            idle_s, idle_frames = idle_s + after.cpu_s - before.cpu_s, idle_frames + frames
            looks, quiet_s = looks + after.looks - before.looks, quiet_s + frames / RATE
    frames = max(1, busy_frames + idle_frames)
    outcomes = [deal.outcome for deal in table.state.deals if deal.outcome is not None]
    memory = [sample.memory_mb for sample in samples[4:]] or [0.0]
    return {
        "frames_captured": live.capture.state.captured,
        "scout_looks_per_second": looks / max(quiet_s, 1e-9),
        "verdicts": [
            {"verdict": outcome.verdict.value, "seat": outcome.seat, "reason": outcome.reason.value}
            for outcome in outcomes
        ],
        "verdict_delay_s": max(live.delays_s, default=None),
        "verdict_delays_s": live.delays_s,
        "cpu_per_player_frame_ms": 1000 * (busy_s + idle_s) / frames / 4,
        "cpu_busy_ms": 1000 * busy_s / max(1, busy_frames) / 4,
        "cpu_idle_ms": 1000 * idle_s / max(1, idle_frames) / 4,
        "memory_mb": [round(memory[0], 1), round(memory[-1], 1)],
        "detector_restarts": live.lookout.worker.restarts + live.timekeeper.worker.restarts,
    }


def _text(result: dict[str, Any]) -> str:
    verdicts = ", ".join(
        found["verdict"] + ("" if found["seat"] is None else f" to seat {found['seat']}")
        for found in result["verdicts"]
    )
    delay = result["verdict_delay_s"]
    lines = [
        f"frames sent / lost          {result['frames_sent']} / {result['frames_lost']}",
        f"scout, looks a second       {result['scout_looks_per_second']:.1f} at every seat",
        f"verdicts                    {verdicts or 'none'}",
        "verdict after last hold     " + ("none" if delay is None else f"{delay:.2f} s at worst"),
        f"processor, each player-frame {result['cpu_per_player_frame_ms']:.2f} ms "
        f"(signals {result['cpu_busy_ms']:.2f}, passing {result['cpu_idle_ms']:.2f})",
        f"memory, first / last        {result['memory_mb'][0]:.0f} / {result['memory_mb'][1]:.0f} MB",
        f"fingertips found            {_percent(result['fingertip_found_apart'])}",
    ]
    if "mediapipe_fingertip_found" in result:
        share = result["cpu_per_player_frame_ms"] / result["mediapipe_cpu_per_player_frame_ms"]
        lines += [
            "mediapipe on whole frames   "
            f"{result['mediapipe_cpu_per_player_frame_ms']:.2f} ms: the referee takes {share:.0%} of it",
            f"  fingertips found          {_percent(result['mediapipe_fingertip_found_apart'])}",
        ]
    return "\n".join(lines)


def _percent(found: dict[str, float]) -> str:
    return f"{found['approach']:.0%} of the frames of approach, {found['contact']:.0%} at contact"
