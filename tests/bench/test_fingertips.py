from pathlib import Path

import referee
from referee.bench.fingertips import _shares, load_truth
from referee.bench.workload import RATE

TRUTH = load_truth(Path(referee.__file__).parent / "media" / "match-truth.json")


def test_the_truth_has_every_touch_of_the_three_deals_with_its_frames() -> None:
    assert len(TRUTH) == 12
    for touch in TRUTH:
        times = [frame[0] for frame in touch["frames"]]
        assert touch["contact_s"] - 0.2 <= times[0]
        assert times[-1] <= touch["contact_s"] + 0.1
        assert len(times) in (8, 9, 10)
        assert all(abs(time_s * RATE - round(time_s * RATE)) < 0.01 for time_s in times)


def test_shares_tell_approach_from_contact() -> None:
    touch = {"contact_s": 1.0, "frames": [[0.9, 0, 0, 0, 0], [0.95, 0, 0, 0, 0], [1.05, 0, 0, 0, 0]]}
    found = _shares([touch], [[True, False, True]])
    assert (found.approach, found.contact) == (0.5, 1.0)
    assert abs(found.all - 2 / 3) < 1e-9
