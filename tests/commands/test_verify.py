"""``referee export GAME --deal N`` and ``referee verify``: what they write, say and end with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import referee.evidence.again
from referee.cli import main
from referee.record.entry import CAMERA, REFEREE, GameKind
from referee.record.log import begin
from referee.record.store import Store
from referee.rules import events as on
from referee.service import Table
from tests.evidence.clips import write_fake_clip
from tests.record.games import Clock, run
from tests.web.played import NAMES, letter_to


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A game with a verdict that has a clip, disputed and ruled, and one that was given without a camera."""
    store, clock = Store(tmp_path / "data"), Clock()
    table = Table(begin(store, GameKind.REAL, clock()), clock, on.GameCreated(NAMES))
    table.apply(on.DealerDrawn(0), REFEREE)
    for measurement in ({"clip": "deal-001"}, {}):
        table.apply(on.DealStarted(), REFEREE)
        table.apply(on.VerdictGiven(letter_to(3), measurement), CAMERA)
    table.apply(on.DisputeRaised(1, 3, "I was not last"), REFEREE)
    table.apply(on.Ruled(1, on.Choice.STANDS, None, "Grandma", "seen"), REFEREE)
    write_fake_clip(store.clips(table.game), "deal-001", measurement={"clip": "deal-001"})
    store.close()
    return tmp_path / "data"


@pytest.fixture
def bundle(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run("export", "last", "--deal", "1", "--out", str(tmp_path), data=data) == 0
    return Path(capsys.readouterr().out.strip())


def test_a_bundle_is_written_and_intact(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bundle.name.endswith("-deal-001.zip")
    assert main(["verify", str(bundle)]) == 0
    said = capsys.readouterr().out
    assert "is intact: 9 files. Deal 1 of game 2027-" in said
    assert "Dana takes the D." in said
    assert "fingerprint" in said
    for word in ("I was not last", "Grandma", "stands"):
        assert word.encode() in bundle.read_bytes()


def test_a_flipped_bit_is_found(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(bundle.read_bytes())
    content[content.index(b".mov.mov.mov")] ^= 1
    bundle.write_bytes(content)
    assert main(["verify", str(bundle)]) == 1
    assert "was CHANGED" in capsys.readouterr().out


def test_other_files_are_no_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "film.mp4").write_bytes(b"film")
    for name in ("film.mp4", "nothing.zip", "."):
        assert main(["verify", str(tmp_path / name)]) == 2
    assert "no evidence bundle" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("differs", "status"),
    [
        ([], 0),
        (["instants, by 0.001 ms at most"], 0),
        (["the verdict: redeal (tie), and the record has letter (last-to-copy)"], 1),
    ],
)
def test_measuring_again_changes_the_answer_only_with_the_verdict(
    bundle: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    differs: list[str],
    status: int,
) -> None:
    def again(film: Path, sheet: Mapping[str, Any]) -> SimpleNamespace:
        assert film.read_bytes().startswith(b".mov")
        assert sheet["measurement"] == {"clip": "deal-001"}
        return SimpleNamespace(record={"same": not differs, "differs": differs})

    monkeypatch.setattr(referee.evidence.again, "measure_again", again)
    assert main(["verify", "--measure", str(bundle)]) == status
    assert (differs or ["to the last digit"])[0] in capsys.readouterr().out


def test_a_bundle_whose_clip_cannot_be_measured_is_not_called_intact(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--measure", str(bundle)]) == 1
    said = capsys.readouterr().out
    assert "cannot be measured again" in said
    assert "intact" not in said


@pytest.mark.parametrize(
    ("deal", "said"), [("2", "no clip"), ("7", "no verdict on a deal 7"), ("-1", "no verdict")]
)
def test_there_is_no_bundle_of_a_deal_without_evidence(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], deal: str, said: str
) -> None:
    assert run("export", "last", f"--deal={deal}", "--out", str(tmp_path), data=data) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("deal-001.mov", b".mov", b".mow"), "deal-001.mov was changed"),
        (("deal-001.json", b'"version"', b'"Version"'), "deal-001.json was written by another version"),
        (("deal-001.json", b"deal-001.png", b"deal-007.png"), "deal-001.json was changed"),
    ],
)
def test_changed_evidence_is_not_made_into_a_bundle(
    data: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, bytes, bytes], said: str
) -> None:
    part, old, new = change
    (path,) = data.glob(f"clips/*/{part}")
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    assert run("export", "last", "--deal", "1", "--out", str(data), data=data) == 2
    assert said in capsys.readouterr().err
    assert not list(data.glob("*.zip"))


def test_a_clip_that_tells_of_another_verdict_is_not_made_into_a_bundle(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder,) = data.glob("clips/*")
    write_fake_clip(folder, "deal-001", measurement={"clip": "deal-001", "delay_s": 1.0})
    assert run("export", "last", "--deal", "1", "--out", str(tmp_path), data=data) == 2
    assert "does not say what the record says" in capsys.readouterr().err
