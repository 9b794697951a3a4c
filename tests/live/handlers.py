"""Handlers for detector processes under test: functions of a module, as a process needs them."""

from __future__ import annotations

import os
import time
from typing import Any

from referee.live.worker import Beat, Handler


def make_obliging() -> Handler:
    return _oblige


def _oblige(job: Any, beat: Beat) -> Any:
    match job:
        case "hang":
            time.sleep(60)
        case "die":
            os._exit(3)
        case "raise":
            raise ValueError("no nose")
        case "slowly":
            for _ in range(8):
                time.sleep(0.1)
                beat()
    return f"did {job}"
