"""The timing page, filmed row after row, gives back the camera's readout."""

from __future__ import annotations

import numpy as np
import pytest
from referee.calibration.errors import TimingError
from referee.calibration.flash import STEPS, changes
from referee.calibration.shutter import measure_timing

from tests.calibration.pages import film_of_page


@pytest.mark.parametrize(
    ("readout_s", "more"),
    [
        (0.026, {"jitter_s": 0.001, "scan_s": 0.015}),
        (0.012, {"exposure_s": 0.016, "fps": 30.0}),
        (0.0, {}),
        (0.008, {"fps": 59.94, "exposure_s": 0.004}),
    ],
)
def test_the_readout_is_found_within_3_ms(readout_s: float, more: dict[str, float]):
    found = measure_timing(film_of_page(readout_s=readout_s, **more))
    assert found.readout_s == pytest.approx(readout_s, abs=0.003)
    assert found.exposure_s == pytest.approx(more.get("exposure_s", 0.008), abs=0.002)


def test_a_picture_on_its_head_is_read_from_below():
    assert measure_timing(film_of_page(readout_s=-0.02)).readout_s == pytest.approx(-0.02, abs=0.003)


def test_the_jitter_of_the_stamps_is_found():
    steady = measure_timing(film_of_page(readout_s=0.02))
    shaky = measure_timing(film_of_page(readout_s=0.02, jitter_s=0.003))
    assert steady.jitter_s < 0.001
    assert shaky.jitter_s == pytest.approx(0.003, abs=0.0012)


def test_refreshes_that_the_screen_missed_do_no_harm():
    frames = film_of_page(readout_s=0.026, late={9: 1 / 60, 30: 1 / 60})
    assert measure_timing(frames).readout_s == pytest.approx(0.026, abs=0.003)


def test_a_page_far_away_is_refused():
    with pytest.raises(TimingError, match="fills the picture"):
        measure_timing(film_of_page(readout_s=0.02, area=(0.3, 0.35, 0.7, 0.65), seconds=6))


def test_no_page_at_all_is_refused():
    still = film_of_page(readout_s=0.02, area=(0.0, 0.0, 0.02, 0.02), seconds=4)
    with pytest.raises(TimingError, match="was not seen"):
        measure_timing(still)


def test_a_screen_in_step_with_the_camera_is_refused():
    with pytest.raises(TimingError, match="in step"):
        measure_timing(film_of_page(readout_s=0.008, fps=60.0))


def test_a_glimpse_is_too_short():
    with pytest.raises(TimingError, match="10 to 15 seconds"):
        measure_timing(film_of_page(readout_s=0.02, seconds=1.0))


def test_the_page_flashes_less_than_three_times_a_second():
    assert 1 / (sum(STEPS) / 60) < 3  # black and white again is one flash
    assert np.diff(changes(5))[:2] * 60 == pytest.approx(STEPS[::-1])
