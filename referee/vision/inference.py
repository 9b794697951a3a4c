"""Runs one network file on one thread."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from referee.vision.align import Float


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep the C++ libraries from writing to the terminal: their warnings mean nothing to people."""
    sys.stderr.flush()
    try:
        saved = os.dup(2)
    except OSError:
        yield
        return
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(sink)


def sigmoid(logits: Float) -> Float:
    """How sure a network is, 0…1, of what it says as logits."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -80.0, 80.0))), np.float32)


class Inference:
    """A loaded network with one picture as its input.

    Attributes:
        side: rows and columns of its input.

    Args:
        model: the bytes of a TensorFlow Lite file.
    """

    def __init__(self, model: bytes) -> None:
        from ai_edge_litert.interpreter import Interpreter  # noqa: PLC0415 - slow to import

        self._interpreter: Any = Interpreter(model_content=model, num_threads=1)
        self._interpreter.allocate_tensors()
        (given,) = self._interpreter.get_input_details()
        self._input = given["index"]
        self._outputs = [found["index"] for found in self._interpreter.get_output_details()]
        self.side = int(given["shape"][1])

    def __call__(self, picture: Float) -> list[Float]:
        """Run it: shape (1, side, side, 3) in, every output in the file's order."""
        self._interpreter.set_tensor(self._input, picture)
        self._interpreter.invoke()
        return [np.asarray(self._interpreter.get_tensor(index)) for index in self._outputs]
