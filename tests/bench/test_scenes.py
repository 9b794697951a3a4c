"""The bench on the scenes that are committed: loose thresholds, which any healthy version keeps."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import referee.bench.scenes
from referee.bench.scenes import NoScenesError, bench, find_scenes
from referee.bench.summary import summarise

FILMS = Path(__file__).resolve().parents[1] / "scenes" / "films"


@pytest.fixture(scope="module")
def summary():
    pytest.importorskip("referee.judge", reason="needs referee.judge")
    return summarise(bench(find_scenes(FILMS), jobs=2))


def test_every_scene_has_its_truth():
    scenes = find_scenes(FILMS)
    assert [scene.film.stem for scene in scenes] == ["clear-04", "decoys-02", "fast60-03", "tie-01"]
    assert sum(len(scene.truth.touches) for scene in scenes) == 12


def test_scenes_can_be_chosen():
    assert [scene.truth.name for scene in find_scenes(FILMS, ["tie", "fast"])] == ["fast60-03", "tie-01"]


def test_a_folder_without_scenes_is_refused(tmp_path):
    with pytest.raises(NoScenesError, match=r"NAME\.mp4"):
        find_scenes(tmp_path)


def test_a_truth_in_another_form_is_refused(tmp_path):
    (tmp_path / "clear-01.mp4").touch()
    (tmp_path / "clear-01.json").write_text('{"scene": "clear-01"}')
    with pytest.raises(NoScenesError, match=r"clear-01\.json"):
        find_scenes(tmp_path)


def test_a_fault_in_one_film_does_not_cost_the_others(monkeypatch):
    def judge(scene, *, calibrated):
        if scene.truth.kind == "tie":
            raise ValueError("a fault")
        return {"seats": [], "touches": [], "deals": []}

    monkeypatch.setattr(referee.bench.scenes, "judge_scene", judge)
    monkeypatch.setattr(
        referee.bench.scenes, "ProcessPoolExecutor", lambda jobs, **_: ThreadPoolExecutor(jobs)
    )
    scores = bench(find_scenes(FILMS), jobs=2)
    assert [score.failure for score in scores] == ["", "", "", "ValueError: a fault"]


@pytest.mark.slow
def test_everybody_is_found(summary):
    assert summary["total"]["failed"] == []
    assert summary["total"]["seats_missed"] == 0


@pytest.mark.slow
def test_no_letter_is_wrong(summary):
    verdicts = summary["total"]["verdicts"]
    assert (verdicts["wrong"], verdicts["invented_letters"]) == (0, 0)


@pytest.mark.slow
def test_plain_rounds_get_their_letter(summary):
    assert summary["by_kind"]["clear"]["verdicts"]["right"] == 1
    assert summary["by_kind"]["fast60"]["verdicts"]["right"] == 1


@pytest.mark.slow
def test_a_dead_heat_is_no_letter(summary):
    verdicts = summary["by_kind"]["tie"]["verdicts"]
    assert verdicts["right"] + verdicts["call"] == 1


@pytest.mark.slow
def test_touches_are_found_and_none_is_made_up(summary):
    assert summary["total"]["touches"]["missed"]["count"] <= 1
    assert summary["total"]["false_held"] == 0


@pytest.mark.slow
def test_contacts_are_timed(summary):
    error = summary["total"]["touches"]["error_ms"]
    assert error["median"] < 15
    assert error["worst"] < 120


@pytest.mark.slow
def test_most_intervals_hold_the_truth(summary):
    assert summary["total"]["touches"]["coverage"]["rate"] > 0.7
