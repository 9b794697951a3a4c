"""The photo finish: strips in step, on one axis, along the nose; what was not filmed stays blank."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.evidence.finish import (
    BLANK,
    MOST_FRAMES,
    SEAM_PX,
    STRIP_PX,
    TILE_COLUMNS,
    TILE_PX,
    FinishJob,
    make_finish,
)
from referee.evidence.poster import LABEL_PX, ascii_of, draw_poster
from referee.film import Image
from referee.live.evidence import Measuring
from referee.live.protocols import Measure
from referee.observation import Instant, SeatView, Touch, TouchKind
from referee.rules.house import House
from referee.rules.ranking import judge_deal
from referee.rules.verdict import Outcome
from referee.status import SeatGlance
from referee.timing.tie import chance_reversed
from referee.vision.trace import SeatTrace

HOUSE = House()
CONTACTS = {0: 1.0, 1: 1.3, 2: 1.2, 3: 1.34}
SEATS = tuple(SeatGlance(seat, (100.0 * seat, 20.0, 100.0 * seat + 60, 80.0)) for seat in range(4))
HOW = Measuring(Measure(SEATS, 0.4), 1, 0.0, 2.0, False, 0.0, 2.0, False, (0, 1, 2, 3), (), 0.0)
GREY = {0: 60, 1: 100, 2: 140, 3: 180}


def instant(time_s: float, sigma_s: float = 0.004) -> Instant:
    return Instant(time_s, time_s - 2 * sigma_s, time_s + 2 * sigma_s, sigma_s)


def job(contacts: dict[int, float], traces: tuple[SeatTrace, ...] = (), house: House = HOUSE) -> FinishJob:
    views = tuple(
        SeatView(seat, (Touch(seat, TouchKind.HELD, instant(contacts[seat])),) if seat in contacts else ())
        for seat in range(4)
    )
    outcome = judge_deal(views, house, start_s=0.0, end_s=2.0, final=True)
    assert outcome is not None
    return FinishJob(HOW, house, views, outcome, traces)


def frames(times: list[float]) -> list[tuple[float, Image]]:
    """Each seat's face is a plain grey; a white dot is its nose, which wanders to the right with time."""
    found = []
    for time_s in times:
        image = np.zeros((120, 420, 3), np.uint8)
        for seat, grey in GREY.items():
            image[:, 100 * seat : 100 * seat + 100] = grey
            x = nose_x(seat, time_s)
            image[48:53, x - 2 : x + 3] = 255
        found.append((time_s, image))
    return found


def nose_x(seat: int, time_s: float) -> int:
    return round(100 * seat + 30 + 20 * time_s)


def traces() -> tuple[SeatTrace, ...]:
    times = [n / 15 for n in range(31)]
    return tuple(
        SeatTrace(seat, tuple((t, 100 * seat + 30 + 20 * t, 50.0, 60.0) for t in times)) for seat in range(4)
    )


STEADY = [n / 30 for n in range(61)]


def test_lanes_are_in_the_order_of_the_touches_and_the_axis_holds_them_all() -> None:
    made = make_finish(job({seat: CONTACTS[seat] for seat in (0, 1, 3)}), frames(STEADY))
    assert made is not None
    finish = made[0]
    assert [lane.seat for lane in finish.lanes] == [0, 1, 3, 2]
    assert finish.lanes[3].contact is None
    end_s = finish.start_s + finish.width_px / finish.px_per_s
    assert finish.start_s < 0.6
    assert end_s > 1.6
    assert finish.frames_s[0] >= 1.0 - 0.5 - 0.01


def test_every_strip_shows_its_own_player_and_follows_the_nose() -> None:
    made = make_finish(job(CONTACTS, traces()), frames(STEADY))
    assert made is not None
    finish, strips, tiles = made
    assert strips.shape == (4 * STRIP_PX + 3 * SEAM_PX, finish.width_px, 3)
    for place, lane in enumerate(finish.lanes):
        top = place * (STRIP_PX + SEAM_PX)
        strip = strips[top : top + STRIP_PX, :, 0]
        assert np.median(strip) == GREY[lane.seat]
        # The nose is where it belongs in every frame's slice, however far the head went.
        row = round(0.45 / 1.2 * STRIP_PX)
        for time_s in finish.frames_s[1:-1]:
            x = round((time_s - finish.start_s) * finish.px_per_s)
            assert strip[row - 4 : row + 5, x - 5 : x + 6].max() > 220
    assert tiles.shape == (-(-4 * len(finish.frames_s) // TILE_COLUMNS) * TILE_PX, TILE_COLUMNS * TILE_PX, 3)
    for number in (0, 5, 4 * len(finish.frames_s) - 1):
        top, left = number // TILE_COLUMNS * TILE_PX, number % TILE_COLUMNS * TILE_PX
        tile = tiles[top : top + TILE_PX, left : left + TILE_PX, 0]
        assert np.median(tile) == GREY[finish.lanes[number % 4].seat]


def test_what_was_not_filmed_stays_blank() -> None:
    hole = [time_s for time_s in STEADY if not 1.05 < time_s < 1.25]
    made = make_finish(job(CONTACTS), frames(hole))
    assert made is not None
    finish, strips, _ = made
    x = round((1.15 - finish.start_s) * finish.px_per_s)
    assert (strips[:STRIP_PX, x - 20 : x + 20] == BLANK).all()
    assert make_finish(job(CONTACTS), []) is None


def test_of_very_many_frames_the_last_are_kept() -> None:
    many = [n / 600 for n in range(1200)]
    made = make_finish(job(CONTACTS), [(time_s, frames([time_s])[0][1]) for time_s in many])
    assert made is not None
    assert len(made[0].frames_s) == MOST_FRAMES
    assert made[0].frames_s[-1] == pytest.approx(1.34 + 0.008 + 0.45, abs=0.01)


def test_the_tie_limit_is_where_the_rules_begin_to_see_a_tie() -> None:
    def outcome_at(gap_s: float, house: House) -> Outcome:
        return job({0: 1.0, 2: 1.2, 1: 1.3, 3: 1.3 + gap_s}, house=house).outcome

    for house in (HOUSE, House(tie_window_s=0.05), House(tie_limit=0.1)):
        made = make_finish(job(CONTACTS, house=house), frames(STEADY))
        assert made is not None
        limit_s = made[0].tie_gap_s
        assert limit_s is not None
        assert outcome_at(limit_s - 1e-5, house).reason.value == "tie"
        assert outcome_at(limit_s + 1e-5, house).reason.value == "last-to-copy"
    assert chance_reversed(instant(1.0), instant(1.0 + 0.0156)) == pytest.approx(HOUSE.tie_limit, rel=0.1)


def test_where_the_last_place_is_not_between_two_touches_there_is_no_tie_limit() -> None:
    made = make_finish(job({seat: CONTACTS[seat] for seat in (0, 1, 2)}), frames(STEADY))
    assert made is not None
    assert made[0].tie_gap_s is None


def test_the_curve_is_the_approach_that_ends_at_the_contact() -> None:
    early, right = ((0.1, 0.3, 0.01), (0.2, 0.0, 0.01)), ((1.2, 0.3, 0.01), (1.34, 0.0, 0.01))
    trace = replace(traces()[3], approaches=(early, right), tips=((1.3, 0.2),))
    lanes = {lane.seat: lane for lane in job(CONTACTS, (*traces()[:3], trace)).lanes()}
    assert lanes[3].approach == right
    assert lanes[3].tips == ((1.3, 0.2),)
    assert lanes[0].approach == ()


def test_the_poster_draws_instants_where_they_were() -> None:
    made = make_finish(job(CONTACTS), frames(STEADY))
    assert made is not None
    finish, strips, _ = made
    poster = draw_poster(finish, strips, {0: "Zoë", 1: "Наташа"}, "Deal 1")
    assert poster.shape[1] > LABEL_PX + finish.width_px
    x = LABEL_PX + round((CONTACTS[0] - finish.start_s) * finish.px_per_s)
    assert tuple(int(value) for value in poster[60, x]) == (80, 220, 255)
    assert ascii_of("Zoë", "Seat 0") == "Zoe"
    assert ascii_of("Наташа", "Seat 1") == "Seat 1"
