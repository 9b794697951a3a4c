"""How the live path is, in one phase and one sentence. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from referee.live.capture import CapturePhase, CaptureState
from referee.live.health import PictureFault
from referee.status import LivePhase

CATCHING_UP = "The recording is over; what it showed is still being measured."
"""Said from a film's last frame until its last verdict."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Everything that the phase and the sentence follow from.

    Attributes:
        paused: a person paused the game.
        loaded: the detectors were loaded and the camera begun.
        ended: a film is at its end and its last verdict is out.
        camera: how capture stands.
        fault: what is wrong with the picture.
        trouble: what is wrong with a detector or a clip, in words; "" when nothing is.
        seated: the players were found.
        seating: what to do until they are.
        measuring: a signal is being measured.
        notes: what people should know about the camera.
    """

    paused: bool
    loaded: bool
    ended: bool
    camera: CaptureState
    fault: PictureFault | None
    trouble: str
    seated: bool
    seating: str
    measuring: bool
    notes: tuple[str, ...]

    @property
    def camera_ok(self) -> bool:
        """Whether pictures arrive and can be used."""
        return self.camera.phase is CapturePhase.RUNNING and self.fault is None

    @property
    def phase(self) -> LivePhase:
        """What the live path is doing."""
        lost = self.camera.phase in (CapturePhase.LOST, CapturePhase.SILENT) or self.fault is not None
        found = [
            (self.paused, LivePhase.PAUSED),
            (self.ended, LivePhase.ENDED),
            (self._catching_up and self.measuring, LivePhase.MEASURING),
            (self._catching_up, LivePhase.ENDED),
            (lost, LivePhase.LOST),
            (not self.seated, LivePhase.STARTING),
            (self.measuring, LivePhase.MEASURING),
        ]
        return next((phase for holds, phase in found if holds), LivePhase.WATCHING)

    @property
    def _catching_up(self) -> bool:
        """The film is over, and what it showed is not measured to its end."""
        return self.camera.phase is CapturePhase.ENDED and not self.ended

    @property
    def message(self) -> str:
        """What people should know or do first; "" when all is well."""
        if self.paused or self.ended:
            return ""
        found = [
            "" if self.loaded else "Loading the detectors.",
            self.camera.message,
            "" if self.fault is None else self.fault.words,
            self.trouble,
            "" if self.seated else self.seating or "Waiting for the first picture.",
            CATCHING_UP if self._catching_up else "",
        ]
        return next((words for words in found if words), " ".join(self.notes))
