"""What the pages ask of whoever checks the table while the camera runs."""

from __future__ import annotations

from typing import Any, Protocol


class Calibrator(Protocol):
    """Checks the table while the camera runs: :class:`referee.calibration.desk.Desk`."""

    def check(self) -> None:
        """Begin to check the table."""
        ...

    def try_out(self) -> None:
        """Begin to ask the players to touch their noses."""
        ...

    def state(self, language: str) -> dict[str, Any]:
        """How far it is and what came of it, JSON-able."""
        ...
