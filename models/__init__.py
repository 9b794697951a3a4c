"""The networks that find faces and hands, each checked against its sha256 sum before its first use.

Where they came from and their licence is in this folder's ``README.md``.
"""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path

from referee.errors import RefereeError

HAND = "hand_landmarker.task"
"""Palm detector and 21 hand landmarks (8 = index fingertip), mediapipe's bundle for its HandLandmarker."""

FACE = "face_landmarker.task"
"""Short-range face detector and 478 face landmarks (1 = nose tip), mediapipe's bundle for its FaceLandmarker."""

FACE_DETECTOR = "face_detection_full_range_sparse.tflite"
"""Detector of faces several metres away (key point 2 = nose tip): one of mediapipe's."""

FOLDER = Path(__file__).parent
"""Where the model files lie, in a checkout as in an installed package."""


class ModelMissingError(RefereeError):
    """A model file is not where the installation put it, or cannot be read."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"The model {file} is missing or cannot be read. Install the referee again to get it back."
        )


class ModelDamagedError(RefereeError):
    """A model file holds other bytes than those that were tested."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"The model {file} is damaged: its sha256 sum is not the expected one. "
            "Install the referee again to replace it."
        )


def catalogue(folder: Path = FOLDER) -> dict[str, dict[str, str]]:
    """Return what is known of every model by its name: ``sha256`` (hex digits), ``licence`` and ``author``.

    Raises:
        ModelMissingError: the catalogue cannot be read.
        ModelDamagedError: the catalogue is not what was written.
    """
    file = folder / "models.json"
    try:
        found = json.loads(file.read_bytes())
        return {
            name: {key: model[key] for key in ("sha256", "licence", "author")}
            for name, model in found.items()
        }
    except OSError as error:
        raise ModelMissingError(file) from error
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise ModelDamagedError(file) from error


def sums(folder: Path = FOLDER) -> dict[str, str]:
    """Return the expected sha256 sum of every model by its name, as a game's record keeps them.

    Fails as :func:`catalogue` does.
    """
    return {name: model["sha256"] for name, model in catalogue(folder).items()}


@functools.cache
def path(name: str, folder: Path = FOLDER) -> Path:
    """Return the file of a model whose bytes are the expected ones.

    The sum is checked once per process: it takes about 10 ms for the largest model.

    Args:
        name: one of the names above.
        folder: where the files lie.

    Raises:
        ModelMissingError: there is no such model, or its file cannot be read.
        ModelDamagedError: the file holds other bytes.
    """
    file = folder / name
    expected = sums(folder).get(name)
    try:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelMissingError(file) from error
    if found != expected:
        raise ModelDamagedError(file)
    return file
