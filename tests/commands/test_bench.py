import json
import shutil
from pathlib import Path

import pytest

import referee.bench.real
import referee.bench.scenes
import referee.judge
from referee.cli import main

FILMS = Path(__file__).resolve().parents[1] / "scenes" / "films"


@pytest.fixture
def nobody_found(monkeypatch):
    """A referee who refuses every film, in no time and in this process."""

    def judged(scenes, jobs, *, calibrated):
        return ((index, "Nobody's face was found.") for index in range(len(scenes)))

    monkeypatch.setattr(referee.bench.scenes, "_judged", judged)


def test_scenes_as_text(nobody_found, capsys):
    assert main(["bench", "scenes", str(FILMS)]) == 0
    text = capsys.readouterr().out
    assert "Verdicts by gap of the last two" in text
    assert "tie-01: could not be judged: Nobody's face was found." in text


def test_scenes_as_json(nobody_found, capsys):
    assert main(["bench", "scenes", str(FILMS), "--json", "--only", "tie", "clear"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert [scene["scene"] for scene in summary["scenes"]] == ["clear-04", "tie-01"]
    assert summary["total"]["touches"]["missed"]["count"] == 8


def test_scenes_as_markdown(nobody_found, capsys):
    assert main(["bench", "scenes", str(FILMS), "--markdown"]) == 0
    assert "|---|--:" in capsys.readouterr().out


def test_a_folder_without_scenes(tmp_path, capsys):
    assert main(["bench", "scenes", str(tmp_path)]) == 2
    assert "NAME.mp4" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["bench"], ["bench", "scenes"], ["bench", "scenes", ".", "--jobs", "0"]])
def test_wrong_usage(wrong):
    with pytest.raises(SystemExit) as stop:
        main(wrong)
    assert stop.value.code == 2


class FakeNetworks:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class FakeJudgement:
    def to_dict(self):
        touch = {"seat": 0, "kind": "brush", "contact_s": 1.0}
        return {"frames": 75, "seats": [{"seat": 0}], "touches": [touch], "deals": []}


def test_real_people_beside_what_a_person_sees(tmp_path, monkeypatch, capsys):
    def judge(path, options, networks):
        if path.suffix == ".jpg":
            raise referee.judge.NobodyError("Nobody's face was found.")
        return FakeJudgement()

    monkeypatch.setattr("referee.vision.networks.Networks", FakeNetworks)
    monkeypatch.setattr("referee.judge.judge_film", judge)
    for name in ("asl_house.gif", "mine.jpg", "notes.txt"):
        (tmp_path / name).touch()
    assert main(["bench", "real", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| asl_house.gif | people: 1, touches: 0; signing")
    assert lines[2].endswith("| 1 | 0 | 1 | none |")
    assert lines[3] == "| mine.jpg | - | 0 | 0 | 0 | Nobody's face was found. |"
    assert len(lines) == 4


def test_a_folder_without_media(tmp_path, capsys):
    assert main(["bench", "real", str(tmp_path)]) == 2
    assert "No film or picture" in capsys.readouterr().err


def test_readouts_reach_the_judge_only_when_calibrated(tmp_path, monkeypatch):
    seen = []

    def judge(path, options):
        seen.append(options.readout_s)
        return FakeJudgement()

    monkeypatch.setattr("referee.judge.judge_film", judge)
    for ending in ("mp4", "json"):
        shutil.copyfile(FILMS / f"tie-01.{ending}", tmp_path / f"tie-01.{ending}")
    truth = json.loads((tmp_path / "tie-01.json").read_text())
    (tmp_path / "tie-01.json").write_text(json.dumps(truth | {"readout_s": 0.026}))
    (scene,) = referee.bench.scenes.find_scenes(tmp_path)
    referee.bench.scenes.judge_scene(scene)
    referee.bench.scenes.judge_scene(scene, calibrated=False)
    assert seen == [0.026, 0.0]


def test_a_refusal_is_a_message(monkeypatch):
    def refuse(path, options):
        raise referee.judge.NobodyError("Nobody's face was found.")

    monkeypatch.setattr("referee.judge.judge_film", refuse)
    (scene,) = referee.bench.scenes.find_scenes(FILMS, ["tie"])
    assert referee.bench.scenes.judge_scene(scene) == "Nobody's face was found."
