"""Which camera is read, chosen while the program runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from referee.live.cameras import Camera, cameras, choose
from referee.live.capture import Capture
from referee.live.errors import SourceError
from referee.live.sources import SourceKind, parse_source
from referee.service import Table


class CameraChoice:
    """What :class:`referee.service.Cameras` promises, for a running capture.

    Args:
        table: the game; its players are looked for anew with another camera.
        capture: what reads the camera.
        known: lists the cameras of this computer.
    """

    def __init__(
        self, table: Table, capture: Capture, known: Callable[[], Sequence[Camera]] = cameras
    ) -> None:
        self._table = table
        self._capture = capture
        self._known = known

    def known(self) -> list[dict[str, Any]]:
        """The cameras of this computer, JSON-able: ``address``, ``name``, ``mode`` (or ``None``), ``chosen``."""
        return [
            {
                "address": camera.address,
                "name": camera.name,
                "mode": None if (mode := choose(camera.modes)) is None else asdict(mode),
                "chosen": self._is_read(number, camera),
            }
            for number, camera in enumerate(self._known())
        ]

    @property
    def words(self) -> str:
        """The source that is read, for people."""
        return self._capture.spec.words

    def choose(self, source: str) -> None:
        """Read another camera from now on.

        Args:
            source: a camera's address, or the http, rtsp or tcp address of one in the network.

        Raises:
            SourceError: it is no camera.
        """
        spec = parse_source(source)
        if spec.kind is SourceKind.FILE:
            raise SourceError("A film is judged with `referee judge FILE`; here choose a camera.")
        self._capture.use(spec)
        self._table.seat_anew()

    def _is_read(self, number: int, camera: Camera) -> bool:
        spec = self._capture.wanted
        return spec.kind is SourceKind.CAMERA and (
            spec.address in (str(number), camera.address) or spec.address.casefold() in camera.name.casefold()
        )
