"""Settings, events, addresses, options and streams of any shape: refused by name, never by a trace."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cli import main
from referee.drills.match import match
from referee.errors import RefereeError
from referee.live.errors import SourceError
from referee.live.mjpeg import MjpegSource
from referee.live.sources import parse_source
from referee.record.entry import to_json
from referee.rules.errors import BadRecordError, BadSettingError
from referee.rules.events import event_from_dict, event_to_dict
from referee.rules.house import House, settings
from tests.fuzz.howmuch import cases
from tests.fuzz.test_web import NASTY, values, words

NAMES = [setting.name for setting in settings()]
EVENTS = [json.loads(to_json(event_to_dict(event))) for event in match(3)[:40]]


@cases(150)
@given(wanted=st.dictionaries(st.one_of(st.sampled_from(NAMES), words), values, max_size=4))
def test_house_rules(wanted: dict[str, Any]) -> None:
    try:
        house = House.from_dict(wanted)
    except BadSettingError:
        return
    assert House.from_dict(json.loads(to_json(house.to_dict()))) == house


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places(one, (*path, key))


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(copy[path[0]], path[1:], new)
    return copy


@cases(150)
@given(data=st.data(), event=st.sampled_from(EVENTS), new=values)
def test_recorded_events(data: st.DataObject, event: dict[str, Any], new: object) -> None:
    place = data.draw(st.sampled_from([path for path in places(event) if path]))
    with contextlib.suppress(BadRecordError):
        event_from_dict(put(event, place, new))


@cases(150)
@given(
    scheme=st.sampled_from(
        ["", "http://", "rtsp://", "tcp://", "file://", "javascript:", "/dev/", "//", "~", "-"]
    ),
    rest=words,
)
def test_addresses_of_cameras(scheme: str, rest: str) -> None:
    with contextlib.suppress(SourceError):
        assert parse_source(scheme + rest).words


COMMANDS = [
    ["judge"],
    ["show"],
    ["export"],
    ["delete", "--yes"],
    ["games", "--data"],
    ["check", "--data"],
    ["judge", "--seats"],
    ["judge", "--out"],
    ["judge", "--hold"],
    ["simulate", "--deals"],
]


@cases(60)
@given(
    command=st.sampled_from(COMMANDS),
    word=st.one_of(words, st.sampled_from(["..", "/", "-1", "nan", "1e999", ""])),
)
def test_command_lines(tmp_path_factory: pytest.TempPathFactory, command: list[str], word: str) -> None:
    folder = tmp_path_factory.mktemp("data")
    word = word.encode("utf-8", "replace").decode().replace("\0", "?")  # as a shell would pass it on
    if "--data" in command:
        word = str(folder / word.replace("/", "_")[:200])
    place = (
        []
        if "--data" in command or command[0] not in {"show", "export", "delete"}
        else ["--data", str(folder)]
    )
    file = [str(folder / "no.mp4")] if command[0] == "judge" and len(command) > 1 else []
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        try:
            status = main([*command, word, *file, *place])
        except SystemExit as end:  # argparse
            status = int(end.code or 0)
    assert status in {0, 1, 2}
    assert "Traceback" not in said.getvalue()


JPEG = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
LINES = [
    b"--x",
    b"",
    b"Content-Type: image/jpeg",
    b"Content-Length: %d" % len(JPEG),
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: 0x10",
    b"X-Timestamp: nan",
    b"X-Timestamp: 1e308",
    b"X-Timestamp: 1700000000.5",
    JPEG,
    JPEG[:100],
    b"\xff\xd9",
    b"a" * 9000,
    b":" * 300,
]


class Answer:
    """What an HTTP camera sends, without the network."""

    def __init__(self, content: bytes) -> None:
        file = io.BytesIO(content)
        self.read, self.readline = file.read, file.readline

    def close(self) -> None:
        pass


@cases(150)
@given(lines=st.lists(st.one_of(st.sampled_from(LINES), st.binary(max_size=30)), max_size=20))
def test_streams_of_pictures(lines: list[bytes]) -> None:
    answer = cast("HTTPResponse", Answer(b"\r\n".join(lines)))
    with contextlib.suppress(SourceError):
        source = MjpegSource(answer, "The camera")
        assert source.info.width > 0
        for packet in source.packets():
            assert packet.data


def test_a_camera_that_sends_headers_for_ever_is_given_up() -> None:
    endless = b"".join(b"X-%d: 1\r\n" % number for number in range(20_000))
    with pytest.raises(SourceError, match="headers"):
        MjpegSource(cast("HTTPResponse", Answer(endless)), "The camera")


@pytest.mark.parametrize("name", NASTY)
def test_a_film_of_any_name_is_refused_in_one_line(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    safe = name.encode("utf-8", "replace").decode().replace("/", "_").replace("\0", "_")[:80]
    path = tmp_path / (safe.encode()[:200].decode("utf-8", "ignore") or "x")
    path.write_bytes(b"no film")
    assert main(["judge", str(path)]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert str(tmp_path) not in said
    assert "\x1b" not in said


def test_refusals_have_a_common_root() -> None:
    assert issubclass(BadRecordError, RefereeError)
    assert issubclass(BadSettingError, RefereeError)
