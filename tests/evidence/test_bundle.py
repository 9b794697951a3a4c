"""A bundle is checked by somebody else: every changed byte is found, and nothing else is taken for a bundle."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.evidence import bundle as bundles
from referee.evidence.bundle import BundleError, State, bundle, check
from tests.evidence.clips import write_fake_clip


@pytest.fixture
def made(tmp_path: Path) -> Path:
    write_fake_clip(tmp_path / "clips", "deal-001")
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundle(tmp_path / "clips", "deal-001", {"deal": 1, "sentence": "Ōe takes the D."}))
    return path


def test_a_bundle_as_it_was_made_is_intact(made: Path) -> None:
    found = check(made)
    assert (found.state, found.faults) == (State.INTACT, ())
    assert found.files is not None
    assert {"deal-001.mov", "deal-001.mp4", "deal-001.png", "deal-001.json", "verdict.json"} <= set(
        found.files
    )
    assert len(found.fingerprint) == 64


def test_every_flipped_byte_is_found(made: Path) -> None:
    data = made.read_bytes()
    marks = [place for place in range(len(data)) if data[place : place + 4] == b"PK\x01\x02"]
    chosen = {0, 3, 30, marks[0] + 10, marks[-1] + 12, len(data) - 1, len(data) - 22}
    chosen |= set(range(5, len(data), 37))
    for place in sorted(chosen):
        changed = bytearray(data)
        changed[place] ^= 1 << (place % 8)
        made.write_bytes(changed)
        assert check(made).state is State.CHANGED, place


@pytest.mark.parametrize("length", [60, 400, -1, -30])
def test_a_bundle_that_breaks_off_or_goes_on_was_changed(made: Path, length: int) -> None:
    data = made.read_bytes()
    for changed in (data[:length], data + b"\0"):
        made.write_bytes(changed)
        assert check(made).state is State.CHANGED


def test_what_was_changed_is_named(made: Path) -> None:
    found = check(made)
    assert found.files is not None
    files = {**found.files, "deal-001.mov": b"another film"}
    made.write_bytes(bundles.packed(files))
    assert check(made).faults == ("deal-001.mov was changed",)
    del files["deal-001.mov"]
    made.write_bytes(bundles.packed({**files, "more.txt": b""}))
    assert set(check(made).faults) == {"deal-001.mov is missing", "more.txt does not belong to it"}


def resealed(files: Mapping[str, bytes]) -> bytes:
    """A container whose sums fit whatever is in it, as anybody can make one."""
    rest = {name: content for name, content in files.items() if name != bundles.SUMS}
    return bundles.packed({**rest, bundles.SUMS: bundles.sums_of(rest)})


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.mov",
        "/evil.mov",
        "\x1b[2J.txt",
        "deal-002.mov",
        "deal-001.mov.exe",
        "folder/deal-001.mov",
    ],
)
def test_a_name_that_no_bundle_has_is_named_though_the_sums_fit(made: Path, name: str) -> None:
    found = check(made)
    assert found.files is not None
    made.write_bytes(resealed({**found.files, name: b"evil"}))
    assert check(made).faults == (f"{name} does not belong to it",)


def test_a_part_that_is_missing_is_named_though_the_sums_fit(made: Path) -> None:
    found = check(made)
    assert found.files is not None
    for name in found.files:
        if name != bundles.SUMS:
            made.write_bytes(resealed({other: found.files[other] for other in found.files if other != name}))
            said = "deal-001.json cannot be read" if name == "deal-001.json" else f"{name} is missing"
            assert said in check(made).faults[0]
    made.write_bytes(resealed({bundles.README: found.files[bundles.README]}))
    assert check(made).faults == ("verdict.json is missing", "the clip is missing")


def test_the_sums_of_the_clips_own_sheet_count_too(made: Path) -> None:
    found = check(made)
    assert found.files is not None
    made.write_bytes(resealed({**found.files, "deal-001.mov": b"another film"}))
    assert check(made).faults == ("deal-001.mov was changed",)


@pytest.mark.parametrize("text", [b"[" * 100_000, b"[]", b"\xff", b""])
def test_a_verdict_that_cannot_be_read_is_said(made: Path, text: bytes) -> None:
    found = check(made)
    assert found.files is not None
    for name in ("verdict.json", "deal-001.json"):
        made.write_bytes(resealed({**found.files, name: text}))
        faults = check(made).faults
        assert len(faults) == 1
        assert faults[0].startswith(name)


def test_a_long_file_is_not_read_to_its_end(made: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "long.zip", made):
        with path.open("ab") as file:
            file.truncate(3 * 2**30)
    assert check(tmp_path / "long.zip").state is State.NO_BUNDLE
    assert check(made).faults == ("it is larger than any bundle",)


def test_an_unpacked_bundle_is_checked_file_by_file(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(made) as archive:
        archive.extractall(folder)
    assert check(folder).state is State.INTACT
    sums = folder / bundles.SUMS
    sums.write_bytes(sums.read_bytes().replace(b"  verdict", b"   verdict"))
    assert check(folder).state is State.CHANGED


def test_other_things_are_no_bundles(tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "b")
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    for path in (other, empty, tmp_path, tmp_path / "nothing"):
        assert check(path).state is State.NO_BUNDLE


def test_a_container_that_promises_too_much_is_not_unpacked(made: Path) -> None:
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(bundles.README, bundles.MARK + "0" * 10_000_000)
    assert check(made).state is State.CHANGED


def test_there_is_no_bundle_of_a_clip_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="no clip deal-002"):
        bundle(tmp_path, "deal-002", {})
