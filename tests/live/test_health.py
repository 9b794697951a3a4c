import numpy as np

from referee.live.detect import signature_of
from referee.live.health import PictureFault, PictureHealth


def noisy(seed: int, level: int = 90) -> np.ndarray:
    return np.random.default_rng(seed).integers(level - 5, level + 5, (72, 128, 3), dtype=np.uint8)


def test_a_living_picture_is_fine() -> None:
    health = PictureHealth()
    for number in range(50):
        assert health.see(number / 10, signature_of(noisy(number))) is None


def test_a_frozen_picture_is_noticed_within_two_seconds_and_said_from_when() -> None:
    health = PictureHealth()
    health.see(0.0, signature_of(noisy(1)))
    found = [health.see(1 + number / 10, signature_of(noisy(2))) for number in range(20)]
    assert found[-1] is PictureFault.FROZEN
    assert health.since_s == 1.0
    assert health.see(4.0, signature_of(noisy(3))) is None


def test_a_black_picture_is_noticed_even_with_noise() -> None:
    health = PictureHealth()
    health.see(0.0, signature_of(noisy(1)))
    found = [health.see(number / 10, signature_of(noisy(number, level=6))) for number in range(1, 20)]
    assert found[-1] is PictureFault.BLACK


def test_a_dim_room_is_not_black() -> None:
    health = PictureHealth()
    for number in range(50):
        assert health.see(number / 10, signature_of(noisy(number, level=30))) is None
