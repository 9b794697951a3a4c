"""Where is the index fingertip? Made-up hands for every case, then looks at drawn ones."""

from __future__ import annotations

import numpy as np
import pytest

from referee.observation import UnseenReason
from referee.vision.glance import Place, look, nearest_hand, place_of
from referee.vision.marks import HandMarks
from referee.vision.patch import cut
from tests.vision.stage import BOX, FIST, OTHER, POINTING, Moment, StagedNetworks, draw, face

CURLED = float("inf")


def hand(
    x: float, y: float, *, out: bool = True, others: float = CURLED, nearest: float | None = None
) -> HandMarks:
    near = min(float(np.hypot(x, y)), others) if nearest is None else nearest
    return HandMarks(np.zeros((21, 2), np.float32), 0.9, np.array([x, y]), out, others, near)


@pytest.mark.parametrize(
    ("name", "marks", "place"),
    [
        ("tip of the nose", hand(0.0, 0.03), Place.NOSE),
        ("bridge", hand(0.0, -0.18), Place.NOSE),
        ("side of the nose", hand(0.12, 0.0), Place.NOSE),
        ("other side", hand(-0.12, 0.0), Place.NOSE),
        ("stopped short, seen from above: only the landing tells", hand(0.0, 0.09), Place.NOSE),
        ("between nose and lip", hand(0.0, 0.13), Place.DOUBT),
        ("between nose and brow", hand(0.0, -0.23), Place.DOUBT),
        ("beside the nose", hand(0.16, 0.0), Place.DOUBT),
        ("lip", hand(0.0, 0.2), Place.NEAR),
        ("chin", hand(0.0, 0.42), Place.NEAR),
        ("cheek", hand(0.3, 0.05), Place.NEAR),
        ("brow", hand(0.05, -0.45), Place.NEAR),
        ("far away", hand(0.5, 1.4), Place.NEAR),
        ("fist on the nose", hand(0.02, 0.1, out=False, nearest=0.03), Place.DOUBT),
        ("fist near the nose", hand(0.1, 0.2, out=False, nearest=0.14), Place.DOUBT),
        ("fist at the chin", hand(0.0, 0.5, out=False, nearest=0.3), Place.NEAR),
        ("flat hand", hand(0.0, 0.0, others=0.05), Place.DOUBT),
        ("two fingers", hand(0.0, 0.03, others=0.07), Place.DOUBT),
        ("index finger with another stretched well away", hand(0.0, 0.03, others=0.2), Place.NOSE),
        ("another finger on the nose", hand(0.3, 0.1, others=0.03), Place.DOUBT),
        (
            "another finger on the nose, index finger curled",
            hand(0.3, 0.1, out=False, others=0.03),
            Place.DOUBT,
        ),
        ("index at the cheek, another finger farther out", hand(0.3, 0.1, others=0.4), Place.NEAR),
    ],
)
def test_place_of_a_hand(name: str, marks: HandMarks, place: Place) -> None:
    assert place_of(marks) is place, name


@pytest.mark.parametrize(
    ("moment", "place", "reason"),
    [
        (Moment(), Place.FREE, None),
        (Moment((0.0, 0.03)), Place.NOSE, None),
        (Moment((0.4, 0.6)), Place.NEAR, None),
        (Moment((0.0, 0.03), form=OTHER), Place.DOUBT, UnseenReason.DOUBTFUL),
        (Moment((0.0, 0.03), form=FIST), Place.DOUBT, UnseenReason.DOUBTFUL),
        (Moment(face=False), Place.UNSEEN, UnseenReason.NO_FACE),
        (Moment((0.0, 0.0), face=False), Place.UNSEEN, UnseenReason.NO_FACE),
        (Moment(light=0.05), Place.UNSEEN, UnseenReason.DARK),
        (Moment(light=30.0), Place.UNSEEN, UnseenReason.DARK),
    ],
)
def test_a_look(moment: Moment, place: Place, reason: UnseenReason | None) -> None:
    glance = look(StagedNetworks(lambda _: moment), cut(draw(7, moment), BOX, 1.5), BOX)
    assert (glance.time_s, glance.place, glance.reason) == (1.5, place, reason)
    assert (glance.face is None) == (not moment.face)


def test_a_look_says_where_in_the_picture() -> None:
    moment = Moment((0.1, 0.05), head=(6, -4))
    glance = look(StagedNetworks(lambda _: moment), cut(draw(7, moment), BOX, 0.0), BOX)
    assert glance.face is not None
    assert glance.face.nose == pytest.approx((206, 146))
    assert glance.hand is not None
    assert glance.hand.tip == pytest.approx((0.1, 0.05), abs=1e-3)
    assert glance.hand.points[8] == pytest.approx((206 + 8, 146 + 4), abs=0.05)
    assert glance.hand.right == pytest.approx(0.9)


def test_of_two_hands_the_one_at_the_nose_counts() -> None:
    near, far = Moment((0.0, 0.05)), Moment((0.8, 0.5))

    class TwoHands(StagedNetworks):
        def hands(self, image, *, rough=False):
            return [*StagedNetworks(lambda _: far).hands(image), *super().hands(image, rough=rough)]

    found = nearest_hand(TwoHands(lambda _: near), cut(draw(7, near), BOX, 0.0), face())
    assert found is not None
    assert found.distance == pytest.approx(0.05, abs=1e-3)
    assert POINTING[8] == pytest.approx((0, 0))
