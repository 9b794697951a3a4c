"""Child processes for what may block or hang: a read from a camera, a detector.

A thread cannot be ended from outside; a process can. Both ends talk through one pipe of pickled messages.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

_CONTEXT = multiprocessing.get_context("spawn")
"""Spawn everywhere: forking a process with threads and a detector in it leaves locks held for ever."""


KEPT_BYTES = 64 * 1024 * 1024
"""So much free memory a process keeps: some twenty pictures of 1280x720."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
"""What ``mallopt(3)`` calls the limits of what is given back at once, and of what is asked for piece by piece."""

STOOD_STILL_S = 1.0
"""A loop that takes turns twenty times a second and had none for so long stood still itself, seconds: the lid was
closed, or the machine is overloaded. What it did not hear meanwhile is nobody's silence."""


class Child:
    """One child process and the pipe to it.

    Args:
        target: a function of a module (it is pickled by name); called as ``target(connection, *args)``.
        args: picklable arguments.
        name: for process lists.
    """

    def __init__(self, target: Callable[..., None], *args: Any, name: str) -> None:  # noqa: ANN401 - passed on
        self.connection, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_run, args=(target, theirs, args), name=name, daemon=True)
        self._process.start()
        theirs.close()
        self._outbox: SimpleQueue[tuple[object, ...]] = SimpleQueue()
        self._sender: threading.Thread | None = None

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.is_alive()

    @property
    def pid(self) -> int | None:
        """The process's number."""
        return self._process.pid

    @property
    def exit_status(self) -> int | None:
        """What the process ended with; ``None`` while it runs."""
        return self._process.exitcode

    def send(self, message: object) -> None:
        """Send without waiting: a process that stands still does not read, and a pipe holds little."""
        if self._sender is None:
            self._sender = threading.Thread(target=self._send_all, name="to-child", daemon=True)
            self._sender.start()
        self._outbox.put((message,))

    def _send_all(self) -> None:
        # A process that is gone is noticed by whoever reads from it.
        with contextlib.suppress(OSError):
            while parcel := self._outbox.get():
                self.connection.send(*parcel)

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self._process.kill()
        self._process.join(2.0)
        if self._sender is not None:
            self._outbox.put(())
            self._sender.join(2.0)
        self.connection.close()


def _run(target: Callable[..., None], connection: Connection, args: tuple[Any, ...]) -> None:
    # Ctrl-C goes to the whole terminal group: the parent decides when its children end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _keep_memory()
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    target(connection, *args)


def _keep_memory() -> None:
    """Keep what is freed for the next picture: giving it back and asking anew takes a quarter of a decoder's time.

    Only glibc has this switch and needs it; elsewhere nothing happens.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):
        allocator = ctypes.CDLL(None)
        allocator.mallopt(_M_TRIM_THRESHOLD, KEPT_BYTES)
        allocator.mallopt(_M_MMAP_THRESHOLD, KEPT_BYTES // 2)


def _end_with_parent() -> None:
    """A child in a blocked read would outlive a parent that was killed; this ends it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
