"""Whether the picture can be used: black, frozen, or alive. Pure: signatures and times come in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

FROZEN_S = 1.2
"""Pictures that are the same to the last bit for so long are frozen, seconds: noise never repeats."""

BLACK_S = 0.8
"""Black for so long is no blink of the light, seconds."""

BLACK_MEAN = 18.0
"""Mean brightness (0…255) below which a picture may be black: the limited range's black is 16."""

BLACK_SPREAD = 4.0
"""Spread of brightness below which a dark picture shows nothing."""


class PictureFault(StrEnum):
    """Why a picture cannot be used."""

    FROZEN = "frozen"
    """It does not change any more."""
    BLACK = "black"
    """It is black: a covered lens, a closed shutter, no light."""

    @property
    def words(self) -> str:
        """What to do about it."""
        if self is PictureFault.BLACK:
            return "The picture is black. Open the camera's shutter, or switch on a light."
        return "The picture stands still. Unplug the camera and plug it in again, or restart the phone app."


@dataclass(frozen=True, slots=True)
class Signature:
    """What tells one picture from another.

    Attributes:
        digest: a checksum of its pixels.
        mean: mean brightness, 0…255.
        spread: standard deviation of brightness.
    """

    digest: int
    mean: float
    spread: float


class PictureHealth:
    """Follows the pictures that the scout sees."""

    def __init__(self) -> None:
        self._digest: int | None = None
        self._changed_s = 0.0
        self._light_s = 0.0
        self.fault: PictureFault | None = None
        self.since_s = 0.0

    def see(self, time_s: float, signature: Signature) -> PictureFault | None:
        """Take in one picture; returns what is wrong now.

        Args:
            time_s: the camera's clock, seconds.
            signature: of the picture.
        """
        if signature.digest != self._digest:
            self._digest = signature.digest
            self._changed_s = time_s
        if signature.mean > BLACK_MEAN or signature.spread > BLACK_SPREAD:
            self._light_s = time_s
        if time_s - self._light_s > BLACK_S:
            self.fault, self.since_s = PictureFault.BLACK, self._light_s
        elif time_s - self._changed_s > FROZEN_S:
            self.fault, self.since_s = PictureFault.FROZEN, self._changed_s
        else:
            self.fault = None
        return self.fault
