"""The model files are the tested ones, and a damaged or missing one says what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee import models
from referee.errors import RefereeError

NAMES = (models.HAND, models.FACE, models.FACE_DETECTOR)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for file in models.FOLDER.glob("*"):
        if file.is_file():
            shutil.copy(file, tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_each_model_is_the_tested_one(name: str) -> None:
    assert models.path(name).is_file()
    assert models.path(name).read_bytes() == (models.FOLDER / name).read_bytes()


def test_every_model_file_has_a_sum_and_every_sum_a_file_and_a_line_in_the_readme() -> None:
    files = {
        file.name for file in models.FOLDER.iterdir() if file.suffix in {".task", ".tflite", ".npz", ".onnx"}
    }
    assert files == set(models.sums())
    assert files >= set(NAMES)
    readme = (models.FOLDER / "README.md").read_text(encoding="utf-8")
    for name, digest in models.sums().items():
        assert models.path(name).is_file()
        assert name in readme
        assert digest in readme


def test_one_changed_bit_is_found_and_the_message_says_what_to_do(copy: Path) -> None:
    file = copy / models.FACE
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(
        models.ModelDamagedError, match=r"face_landmarker\.task is damaged.*[Ii]nstall .* again"
    ):
        models.path(models.FACE, copy)
    assert models.path(models.HAND, copy) == copy / models.HAND


def test_a_truncated_model_is_found(copy: Path) -> None:
    file = copy / models.HAND
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(models.ModelDamagedError):
        models.path(models.HAND, copy)


def test_a_missing_model_says_what_to_do(copy: Path) -> None:
    (copy / models.FACE_DETECTOR).unlink()
    with pytest.raises(models.ModelMissingError, match=r"full_range.*missing.*[Ii]nstall .* again"):
        models.path(models.FACE_DETECTOR, copy)


def test_a_model_that_was_put_back_is_found_again(copy: Path) -> None:
    kept = (copy / models.HAND).read_bytes()
    (copy / models.HAND).unlink()
    with pytest.raises(models.ModelMissingError):
        models.path(models.HAND, copy)
    (copy / models.HAND).write_bytes(kept)
    assert models.path(models.HAND, copy).read_bytes() == kept


def test_a_file_without_a_sum_is_never_used(copy: Path) -> None:
    (copy / "other.task").write_bytes(b"anything")
    with pytest.raises(models.ModelDamagedError):
        models.path("other.task", copy)


@pytest.mark.parametrize("content", [b"", b"[1, 2]", b"{", b"3", b'{"a": 1}', b'{"a": {}}'])
def test_a_damaged_catalogue_is_no_stack_trace(copy: Path, content: bytes) -> None:
    (copy / "models.json").write_bytes(content)
    with pytest.raises(models.ModelDamagedError):
        models.path(models.HAND, copy)


def test_a_missing_catalogue_is_no_stack_trace(copy: Path) -> None:
    (copy / "models.json").unlink()
    with pytest.raises(models.ModelMissingError):
        models.path(models.HAND, copy)


def test_the_errors_end_a_command_in_plain_words() -> None:
    assert issubclass(models.ModelMissingError, RefereeError)
    assert issubclass(models.ModelDamagedError, RefereeError)


def test_the_sum_is_checked_once_per_process(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Path] = []
    read = Path.read_bytes

    def counting(self: Path) -> bytes:
        counted.append(self)
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", counting)
    models.path(models.HAND, copy)
    models.path(models.HAND, copy)
    assert counted.count(copy / models.HAND) == 1
