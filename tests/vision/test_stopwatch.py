from __future__ import annotations

import numpy as np
import pytest

from referee.film import Frame
from referee.observation import SeatView, TouchKind, UnseenReason
from referee.timing.camera import UNMEASURED, CameraTiming
from referee.vision.networks import FaceBox
from referee.vision.patch import Box
from referee.vision.seat import Reading
from referee.vision.stopwatch import FARTHEST, LOST_S, Stopwatch
from tests.vision.stage import BOX, FPS, SIZE, Moment, StagedNetworks, draw, reach


def touching(number: int) -> Moment:
    return Moment(reach(number, 0.8, at=(0.0, 0.02)))


def run(script, boxes, *, count: int = 45, networks: StagedNetworks | None = None) -> Stopwatch:
    stopwatch = Stopwatch(networks or StagedNetworks(script), boxes, Reading())
    for number in range(count):
        stopwatch.add(Frame(number, number / FPS, draw(number, script(number))))
    return stopwatch


def test_each_seat_has_its_view_and_its_number() -> None:
    away = Box(-400.0, BOX.y, BOX.size)
    views = run(touching, [(3, away), (5, BOX)]).views(last=True)
    assert [view.seat for view in views] == [3, 5]
    assert views[0].touches == ()
    assert [span.reason for span in views[0].unseen] == [UnseenReason.NO_FACE]
    (touch,) = views[1].touches
    assert (touch.seat, touch.kind) == (5, TouchKind.HELD)


def test_the_same_frames_give_the_same_views() -> None:
    one, other = (run(touching, [(0, BOX)]).views(last=True) for _ in range(2))
    assert one == other


def test_nothing_was_seen_before_the_first_frame() -> None:
    assert Stopwatch(StagedNetworks(touching), [(0, BOX)], Reading()).views(last=True) == (SeatView(0),)


class Elsewhere(StagedNetworks):
    """The face is found in the whole picture only, somewhere else."""

    def __init__(self, *where: tuple[float, float]) -> None:
        super().__init__(lambda _: Moment(face=False))
        self.where = where
        self.searched = 0

    def faces(self, _: np.ndarray) -> list[FaceBox]:
        self.searched += 1
        return [FaceBox(x, y, float(SIZE), 0.9) for x, y in self.where]


def lost(networks: Elsewhere, *more: tuple[int, Box]) -> list[Box]:
    stopwatch = run(lambda _: Moment(face=False), [(0, BOX), *more], networks=networks)
    return [reader.box for reader in stopwatch.readers]


def test_a_lost_face_is_looked_for_now_and_then_in_the_whole_picture() -> None:
    networks = Elsewhere((BOX.x + SIZE, BOX.y + 10))
    (box,) = lost(networks)
    assert (box.x, box.y, box.size) == (BOX.x + SIZE, BOX.y + 10, BOX.size)
    assert networks.searched == pytest.approx(45 / FPS / LOST_S, abs=1.1)


def test_a_face_too_far_away_is_somebody_else() -> None:
    networks = Elsewhere((BOX.x + (FARTHEST + 0.1) * SIZE, BOX.y))
    assert lost(networks) == [BOX]
    assert networks.searched > 0


def test_two_lost_seats_do_not_take_the_same_face() -> None:
    beside = Box(BOX.x + SIZE, BOX.y, BOX.size)
    first, second = lost(Elsewhere((BOX.x + 0.4 * SIZE, BOX.y)), (1, beside))
    assert first.x == pytest.approx(BOX.x + 0.4 * SIZE)
    assert second == beside


def test_what_is_not_known_of_the_camera_widens_the_interval_of_a_low_seat():
    def width_s(camera: CameraTiming, middle: float | None) -> float:
        stopwatch = Stopwatch(StagedNetworks(touching), [(0, BOX)], Reading(), camera=camera, middle=middle)
        for number in range(45):
            stopwatch.add(Frame(number, number / FPS, draw(number, touching(number))))
        (touch,) = stopwatch.views(last=True)[0].touches
        return touch.contact.high_s - touch.contact.low_s

    exact = width_s(CameraTiming(), None)
    assert width_s(UNMEASURED, None) == exact  # alone at the table, there is nobody to compare with
    assert width_s(UNMEASURED, 0.1) > exact
