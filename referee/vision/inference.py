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
        side: rows and columns of its input, where a network without fully connected layers is to look at a smaller
            picture than it was made for; ``None``: as it was made.
    """

    def __init__(self, model: bytes, side: int | None = None) -> None:
        from ai_edge_litert.interpreter import Interpreter  # noqa: PLC0415 - slow to import

        model = model if side is None else _resized(model, side)
        self._interpreter: Any = Interpreter(model_content=model, num_threads=1)
        (given,) = self._interpreter.get_input_details()
        self._input = given["index"]
        self.side = int(given["shape"][1]) if side is None else side
        if side is not None:
            self._interpreter.resize_tensor_input(self._input, [1, side, side, 3])
        self._interpreter.allocate_tensors()
        self._outputs = [found["index"] for found in self._interpreter.get_output_details()]

    def __call__(self, picture: Float) -> list[Float]:
        """Run it: shape (1, side, side, 3) in, every output in the file's order."""
        self._interpreter.set_tensor(self._input, picture)
        self._interpreter.invoke()
        return [np.asarray(self._interpreter.get_tensor(index)) for index in self._outputs]


def _resized(model: bytes, side: int) -> bytes:
    """A network for pictures of another size.

    Everything in it follows its input's size but for one kind of step, which enlarges to a size that is written down.
    """
    import flatbuffers  # noqa: PLC0415 - slow to import
    from ai_edge_litert import schema_py_generated as schema  # noqa: PLC0415 - the same

    whole = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
    (graph,) = whole.subgraphs
    made_for = int(graph.tensors[graph.inputs[0]].shape[1])
    for step in graph.operators:
        if whole.operatorCodes[step.opcodeIndex].builtinCode == schema.BuiltinOperator.RESIZE_BILINEAR:
            size = whole.buffers[graph.tensors[step.inputs[1]].buffer]
            scaled = np.frombuffer(bytes(size.data), np.int32) * side // made_for
            size.data = np.frombuffer(scaled.astype(np.int32).tobytes(), np.uint8)
    builder = flatbuffers.Builder(len(model))
    builder.Finish(whole.Pack(builder), b"TFL3")
    return bytes(builder.Output())
