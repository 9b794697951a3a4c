"""Judge a folder of films whose truth is known, several at a time, and score the judgements."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from referee.bench.score import SceneScore, score_scene, unjudged
from referee.bench.truth import Truth, read_truth
from referee.errors import RefereeError

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables that keep a numerical library to one thread."""


class NoScenesError(RefereeError):
    """The folder holds no film with its truth beside it, or a truth cannot be read."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A film and what is true about it.

    Attributes:
        film: the film's path.
        truth: what happens in it.
        readout_s: the camera's rolling shutter, seconds from the first to the last row.
    """

    film: Path
    truth: Truth
    readout_s: float


def find_scenes(folder: Path, only: Sequence[str] = ()) -> list[Scene]:
    """All films NAME.mp4 with NAME.json in a folder, by name; ``only`` keeps those whose name begins so.

    Raises:
        NoScenesError: there are none, or a truth is not in the documented form.
    """
    scenes = []
    for film in sorted(folder.glob("*.mp4")):
        beside = film.with_suffix(".json")
        if not beside.exists() or (only and not film.stem.startswith(tuple(only))):
            continue
        try:
            data = json.loads(beside.read_text(encoding="utf-8"))
            scenes.append(Scene(film, read_truth(data), float(data.get("readout_s", 0.0))))
        except (KeyError, StopIteration, TypeError, ValueError) as error:
            raise NoScenesError(f"{beside} is not the truth about a scene ({error!r}).") from error
    if not scenes:
        raise NoScenesError(f"No scene in {folder}: a scene is NAME.mp4 with its truth NAME.json beside it.")
    return scenes


def judge_scene(scene: Scene, *, calibrated: bool = True) -> dict[str, Any] | str:
    """What ``referee judge --json`` says about a scene, or the message with which it refuses.

    Args:
        scene: the scene.
        calibrated: tell the program the camera's rolling shutter, as a calibrated table would.
    """
    from referee.judge import Options, judge_film  # noqa: PLC0415 - loads the networks, in the worker alone

    options = Options(readout_s=scene.readout_s if calibrated else 0.0)
    try:
        return judge_film(scene.film, options).to_dict()
    except RefereeError as error:
        return str(error)


def bench(
    scenes: Sequence[Scene], *, jobs: int, calibrated: bool = True, done: Callable[[], object] = lambda: None
) -> list[SceneScore]:
    """Judge and score scenes, ``jobs`` at a time; the scores come in the scenes' order.

    Args:
        scenes: what to judge.
        jobs: processes, at least 1.
        calibrated: see :func:`judge_scene`.
        done: called after each scene.
    """
    scores: dict[int, SceneScore] = {}
    for index, said in _judged(scenes, jobs, calibrated=calibrated):
        truth = scenes[index].truth
        scores[index] = unjudged(truth, said) if isinstance(said, str) else score_scene(truth, said)
        done()
    return [scores[index] for index in range(len(scenes))]


def _judged(
    scenes: Sequence[Scene], jobs: int, *, calibrated: bool
) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Judgements as they come, each with its scene's index."""
    for name in THREADS:  # the workers inherit it: one thread each, as many processes as asked for
        os.environ.setdefault(name, "1")
    # Started afresh and not forked: the networks' threads do not survive a fork.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_keep_to_one_thread) as pool:
        waiting = {pool.submit(judge_scene, each, calibrated=calibrated): i for i, each in enumerate(scenes)}
        for future in as_completed(waiting):
            # A fault in one film, or a worker that died, must not cost the results of all the others.
            error = future.exception()
            yield waiting[future], f"{type(error).__name__}: {error}" if error else future.result()


def _keep_to_one_thread() -> None:
    import cv2  # noqa: PLC0415 - only the workers need it

    cv2.setNumThreads(1)
