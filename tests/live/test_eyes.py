"""The real scout and stopwatch over the recording that comes with the package (real networks, rendered people)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from referee.calibration.nudge import Nudge

import referee
from referee.film import Film, Frame
from referee.live.eyes import Eyes, SeatScout, box_of
from referee.live.protocols import Measure
from referee.status import FIRST_ONLOOKER, SeatGlance

FILM = Path(referee.__file__).parent / "media" / "match.mp4"


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return [frame for frame in Film(FILM) if frame.time_s < 3.8]


@pytest.fixture(scope="module")
def eyes() -> Iterator[Eyes]:
    eyes = Eyes()
    yield eyes
    eyes._networks.close()


@pytest.fixture
def seats(eyes: Eyes, frames: list[Frame]) -> list[SeatGlance]:
    return eyes.scout().look(frames[0])


def seated(eyes: Eyes, seats: list[SeatGlance]) -> SeatScout:
    scout = eyes.scout()
    scout.take_seats(seats)
    return scout


def test_everybody_is_found_from_the_left(seats: list[SeatGlance]) -> None:
    assert [seat.seat for seat in seats] == [0, 1, 2, 3]
    lefts = [seat.face_box[0] for seat in seats if seat.face_box]
    assert lefts == sorted(lefts)


def test_hands_are_near_when_they_are_and_not_before(
    eyes: Eyes, frames: list[Frame], seats: list[SeatGlance]
) -> None:
    scout = seated(eyes, seats)
    near = {
        frame.index: {glance.seat for glance in scout.look(frame) if glance.near} for frame in frames[::6]
    }
    assert all(not found for index, found in near.items() if index < 66)
    assert near[84] == {1}
    assert near[108] == {0, 1, 2, 3}


def test_where_nothing_moves_no_network_is_asked(
    eyes: Eyes, frames: list[Frame], seats: list[SeatGlance], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    mesh = eyes._networks.mesh
    monkeypatch.setattr(eyes._networks, "mesh", lambda image: asked.append(1) or mesh(image))
    scout = seated(eyes, seats)
    for number in range(12):
        scout.look(replace(frames[0], index=number, time_s=number / 30))
    assert len(asked) == 4


def test_a_face_that_leaves_is_lost_and_found_again_but_not_taken_from_a_neighbour(
    eyes: Eyes, frames: list[Frame], seats: list[SeatGlance]
) -> None:
    scout = seated(eyes, seats)
    scout.look(frames[0])
    box = box_of(seats[1])
    gone = frames[0].image.copy()
    gone[:, round(box.x - 1.2 * box.size) : round(box.x + 1.2 * box.size)] = 90
    lost = scout.look(Frame(1, 2.0, gone))[1]
    assert lost.face_box is None
    assert lost.note == "face not in sight"
    leaning = Frame(2, 4.0, np.roll(frames[0].image, 60, axis=1))
    scout.look(leaning)
    found = scout.look(replace(leaning, index=3, time_s=4.1))[1]
    assert found.face_box is not None
    assert abs((found.face_box[0] + found.face_box[2]) / 2 - box.x - 60) < 15


def test_somebody_who_does_not_play_is_an_onlooker_when_seen_twice(
    eyes: Eyes, frames: list[Frame], seats: list[SeatGlance]
) -> None:
    scout = seated(eyes, seats[:3])
    assert len(scout.look(replace(frames[0], time_s=0.0))) == 3
    assert len(scout.look(replace(frames[0], time_s=0.1))) == 3
    *playing, onlooker = scout.look(replace(frames[0], time_s=2.0))
    assert [glance.seat for glance in playing] == [0, 1, 2]
    assert (onlooker.seat, onlooker.near, onlooker.note) == (FIRST_ONLOOKER, False, "onlooker")
    assert onlooker.face_box is not None
    assert seats[3].face_box is not None
    assert abs(onlooker.face_box[0] - seats[3].face_box[0]) < 40


def test_the_stopwatch_measures_the_seats_it_is_told_of(
    eyes: Eyes, frames: list[Frame], seats: list[SeatGlance]
) -> None:
    stopwatch = eyes.stopwatch(Measure((seats[1],), 0.4))
    for frame in frames[45:108]:
        stopwatch.add(frame)
    (view,) = stopwatch.views(last=False)
    assert view.seat == 1
    (touch,) = view.touches
    assert touch.contact is not None
    assert abs(touch.contact.time_s - 2.6) < 0.05


def test_a_nudged_camera_takes_its_seats_along(
    eyes: Eyes, frames: list[Frame], seats: list[SeatGlance]
) -> None:
    scout = seated(eyes, seats)
    scout.look(replace(frames[0], time_s=0.0))
    by = round(0.12 * frames[0].image.shape[1])  # more than a face: each is out of its seat's reach
    nudged = np.roll(frames[0].image, by, axis=1)
    said = []
    for time_s in (1.2, 2.4, 3.6, 3.7):
        glances = scout.look(Frame(1, time_s, nudged))
        said.append(scout.nudge)
    assert said == [Nudge.STILL, Nudge.MOVED, Nudge.STILL, Nudge.STILL]
    for seat, glance in list(zip(seats, glances, strict=False))[:3]:  # the fourth has left the picture
        assert seat.face_box is not None
        assert glance.face_box is not None
        assert abs(glance.face_box[0] - seat.face_box[0] - by) < 0.5 * (seat.face_box[2] - seat.face_box[0])
