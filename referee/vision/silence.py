"""Keeps mediapipe from reporting its use over the network.

When a detector is closed, mediapipe 1.2 sends what it was used for to an address of its maker
(``https://play.googleapis.com/log``), without asking and without an option to say no. It does so through libcurl,
and libcurl asks the environment for a proxy. Ours is one that does not exist: the discard port of this very machine.
Not even a name is looked up.

`referee drill offline` and ``tests/drills/test_offline.py`` ask the kernel whether that holds.
"""

from __future__ import annotations

import os

NOBODY = "http://127.0.0.1:9"
SILENT = {"https_proxy": NOBODY, "HTTPS_PROXY": NOBODY, "no_proxy": "", "NO_PROXY": ""}
"""What libcurl reads; the empty ones keep an exception of this computer from opening the way out again."""


def keep_silent() -> None:
    """Give this process no way out over HTTPS; to be called before mediapipe makes anything.

    Cameras are opened elsewhere, and never through a proxy.
    """
    os.environ.update(SILENT)
