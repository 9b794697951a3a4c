"""A hand that is followed back: looked for where it is expected, then wider and wider."""

import numpy as np
import pytest

from referee.vision.patch import Patch, cut
from referee.vision.search import AROUND, expected_hands, far_hands
from tests.vision.stage import BOX, SIZE, Moment, StagedNetworks, draw, hand_points

TIP = (0.3, 0.9)


@pytest.fixture
def patch() -> Patch:
    return cut(draw(7, Moment(TIP)), BOX, 7 / 30)


@pytest.fixture
def networks() -> StagedNetworks:
    return StagedNetworks(lambda _: Moment(TIP))


@pytest.mark.parametrize("search", [expected_hands, far_hands])
def test_where_it_is_expected_one_look_finds_it(search, patch: Patch, networks: StagedNetworks) -> None:
    expected = hand_points(TIP).astype(np.float32) + 3
    (found,) = search(networks, BOX, patch, expected)
    assert found == pytest.approx(hand_points(TIP), abs=1e-3)
    assert networks.calls["hands"] == 1


@pytest.mark.parametrize("search", [expected_hands, far_hands])
def test_elsewhere_it_is_searched_for(search, patch: Patch, networks: StagedNetworks) -> None:
    expected = hand_points(TIP).astype(np.float32) - 0.6 * SIZE
    (found,) = search(networks, BOX, patch, expected)
    assert found == pytest.approx(hand_points(TIP), abs=1e-3)


def test_where_there_is_none_the_search_ends(patch: Patch) -> None:
    nobody = StagedNetworks(lambda _: Moment())
    assert far_hands(nobody, BOX, patch, hand_points(TIP).astype(np.float32)) == []
    assert nobody.calls["hands"] == 1 + len(AROUND)
