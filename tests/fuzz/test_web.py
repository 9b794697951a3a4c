"""Whatever is sent to the pages: an answer below 500, in time, without a path or a trace; and the table goes on."""

from __future__ import annotations

import json
import re
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
import referee.web
from hypothesis import given
from hypothesis import strategies as st
from referee.web import create_app
from referee.web.access import MAY
from referee.web.stream import Broadcast
from werkzeug.test import TestResponse

from referee.record.entry import CAMERA, REFEREE
from referee.rules import events as on
from tests.fuzz.howmuch import cases
from tests.web.fake import grey_jpeg
from tests.web.played import letter_to, played

HOST = "192.168.1.5"
CLIP = "deal-004"
SLOWEST_S = 2.0
LEAKS = (
    b"Traceback",
    b'File "',
    b"site-packages",
    str(Path(referee.web.__file__).parents[1]).encode(),
    str(Path.home()).encode() + b"/",
    b"secrets.token_bytes",  # the source of the pages
    b"[tool.setuptools",  # the folder above them
)
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><!--",
    "{{7*7}}{% raw %}",
    "%s%n%x",
    "'; DROP TABLE games; --",
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "דנה الأمير",
    "\u202egnihton\u202c",
    "\ud800",
    "\0\x1b[2J\r\nSet-Cookie: a=b",
    "Z\u0300\u0301\u0302" * 60,
    "x" * 10_000,
    "مرحبا" * 2000,
)
words = st.one_of(st.sampled_from(NASTY), st.text(st.characters(), max_size=60))
numbers = st.one_of(
    st.integers(-3, 8), st.sampled_from([10**30, -(10**30), 2**63, 1.5, float("nan"), float("inf"), 1e308])
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)
FIELDS = (
    "seat",
    "first",
    "second",
    "deal",
    "shown",
    "on",
    "change",
    "name",
    "why",
    "by",
    "choice",
    "keep",
    "pin",
)
FIELDS += ("language", "hold_s", "word", "tie_limit", "next_deal_by_itself", "quartet", "nonsense")
known = st.one_of(
    st.sampled_from(["letter", "redeal", "stands", "de", "DONKEY", True, False]), numbers, words
)
bodies = st.one_of(
    st.dictionaries(st.sampled_from(FIELDS), known, max_size=6),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=4),
    values,
)


class Visitor:
    """Somebody who asks the pages of a table; the table is laid anew now and then, for old ones grow long."""

    def __init__(self) -> None:
        self.asked = 0
        self.clips = Path(tempfile.mkdtemp(prefix="fuzz-"))
        config = {"OPEN_TO_NETWORK": True, "HOSTS": frozenset({HOST}), "CLIPS": self.clips}
        self.app = create_app(played(), config)
        self.client = self.app.test_client()
        self.token = self.client.get("/api/session").json["token"]

    def fresh(self) -> None:
        if self.asked % 60 == 0:
            table = played(letter_to(3), letter_to(1), letter_to(3))
            table.set_picture(grey_jpeg(64, 48))
            table.apply(on.DealStarted(), REFEREE)
            table.apply(on.VerdictGiven(letter_to(2), {"clip": CLIP}), CAMERA)
            folder = self.clips / table.game
            folder.mkdir(exist_ok=True)
            (folder / f"{CLIP}.mp4").write_bytes(bytes(range(256)) * 40)
            self.app.extensions |= {"table": table, "broadcast": Broadcast(table)}
        self.asked += 1

    def ask(self, path: str, method: str = "GET", **how: Any) -> TestResponse:
        self.fresh()
        started_s = time.monotonic()
        headers = {"X-CSRF-Token": self.token} | how.pop("headers", {})
        answer = self.client.open(path, method=method, headers=headers, **how)
        content = answer.data if answer.mimetype != "text/event-stream" else b""
        answer.close()
        assert time.monotonic() - started_s < SLOWEST_S
        assert answer.status_code < 500, (answer.status_code, path)
        assert not [leak for leak in LEAKS if leak in content], path
        return answer

    def goes_on(self) -> None:
        """Every page can still be drawn, and holds the state as data."""
        for path in ("/", "/history", "/start"):
            page = self.ask(path)
            assert page.status_code == 200
            assert b"<script>alert" not in page.data
            assert b"<img src=x" not in page.data
            for data in re.findall(
                rb'<script type="application/json" id="[\w-]+">(.*?)</script>', page.data, re.S
            ):
                json.loads(data)
        board = json.loads(self.ask("/api/board").data)
        for seat in board["seats"]:
            assert 1 <= len(seat["name"]) <= 42
            assert not set(seat["name"]) & set("\u202a\u202b\u202c\u202d\u202e\u200e\u200f\0\n\r\x1b")


@pytest.fixture(scope="module")
def visitor() -> Visitor:
    return Visitor()


WRITES = sorted(
    rule.rule
    for rule in create_app(played()).url_map.iter_rules()
    if "POST" in (rule.methods or ()) and not rule.arguments and rule.endpoint not in {"pin.choose"}
)


def test_every_write_is_fuzzed():
    assert len(WRITES) >= 18


@cases(150)
@given(name=words, seat=st.integers(0, 3))
def test_names(visitor: Visitor, name: str, seat: int):
    answer = visitor.ask("/api/rename", "POST", json={"seat": seat, "name": name})
    assert answer.status_code in {200, 409}
    visitor.goes_on()


@cases(500)
@given(path=st.sampled_from(WRITES), body=bodies)
def test_form_fields(visitor: Visitor, path: str, body: object):
    answer = visitor.ask(path, "POST", data=json.dumps(body), content_type="application/json")
    assert answer.json is not None
    assert visitor.ask("/api/board").status_code == 200


@cases(150)
@given(
    path=st.sampled_from(WRITES),
    body=st.one_of(
        st.binary(max_size=200),
        st.sampled_from(
            [b"[" * 60_000, b'{"seat":' * 9000, b"1" * 60_000, b'{"a":"\\ud800"}', b"\xff\xfe{}", b"NaN"]
        ),
    ),
    kind=st.sampled_from(
        [
            "application/json",
            "application/json; charset=x",
            "text/plain",
            "multipart/form-data; boundary=x",
            "",
        ]
    ),
    length=st.sampled_from([None, "0", "5", "99999", "-1", "x"]),
)
def test_bodies_that_are_no_json(visitor: Visitor, path: str, body: bytes, kind: str, length: str | None):
    headers = {} if length is None else {"Content-Length": length}
    visitor.ask(path, "POST", data=body, content_type=kind, headers=headers)


PARTS = [
    "..",
    ".",
    "static",
    "js",
    "main.js",
    "api",
    "clips",
    "%2e%2e",
    "..%2f",
    "%5c..%5c",
    "%00",
    "%ff",
    "~",
    "app.py",
]
PARTS += [
    "etc",
    "passwd",
    "C:",
    "templates",
    "base.html",
    "board",
    "picture",
    "x" * 3000,
    "9" * 5000,
    "4",
    "g.json",
    "%c0%ae",
    "\\",
    ";",
    "?",
    "#",
    "//",
]
paths = st.one_of(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("/".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
)
OUTSIDE = re.compile(rb"root:x:0:0|from __future__|\{% extends|\[build-system\]")


@cases(450)
@given(
    path=paths,
    start=st.sampled_from(
        ["", "static/", "static/js/", "api/", "deal/", "deal/4/", "api/deal/", "history/", "export/"]
    ),
)
def test_addresses(visitor: Visitor, path: str, start: str):
    answer = visitor.ask(f"/{start}{path}")
    if answer.status_code == 200 and answer.mimetype != "text/event-stream":
        assert not OUTSIDE.search(answer.data)


QUERIES = st.dictionaries(st.sampled_from(["since", "after", "language", "deal", "x"]), words, max_size=3)


@cases(150)
@given(
    path=st.sampled_from(["/api/events", "/api/picture", "/api/board", "/history", "/"]),
    query=QUERIES,
    seen=st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=300),
)
def test_event_ids_and_questions(visitor: Visitor, path: str, query: dict[str, str], seen: str):
    plain = {name: value.encode("utf-8", "replace") for name, value in query.items()}
    visitor.ask(path, query_string=plain, headers={"Last-Event-ID": seen}, buffered=False)


ranges = st.one_of(
    st.lists(
        st.tuples(st.one_of(st.none(), st.integers(0, 10**20)), st.one_of(st.none(), st.integers(0, 10**20))),
        max_size=30,
    ).map(
        lambda found: (
            "bytes=" + ",".join(f"{'' if a is None else a}-{'' if b is None else b}" for a, b in found)
        )
    ),
    st.sampled_from(
        [
            "bytes=-0",
            "bytes=0-",
            "bytes=9-1",
            "bytes=--1",
            "lines=1-2",
            "bytes=0-0," * 900,
            "bytes=" + "9" * 5000,
        ]
    ),
    st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=80),
)


@cases(200)
@given(path=st.sampled_from(["/static/js/main.js", "/deal/4/film.mp4", "/api/picture", "/"]), wanted=ranges)
def test_ranges(visitor: Visitor, path: str, wanted: str):
    whole = len(visitor.ask(path).data)
    answer = visitor.ask(path, headers={"Range": wanted})
    assert answer.status_code in {200, 206, 416}
    assert answer.status_code == 416 or len(answer.data) <= whole + 100, "no more than the file"


@cases(150)
@given(
    host=st.one_of(
        words, st.sampled_from(["localhost", "[::1", "127.0.0.1:99999", "a@localhost", "localhost:x"])
    ),
    cookie=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=200),
    path=st.sampled_from(["/", "/api/session", "/api/events", "/static/js/main.js"]),
)
def test_hosts_and_cookies(visitor: Visitor, host: str, cookie: str, path: str):
    visitor.fresh()
    plain = host.encode("utf-8", "replace").decode("latin-1").translate({10: None, 13: None})
    answer = visitor.app.test_client().open(
        path, headers={"Host": plain, "Cookie": f"donkey={cookie}"}, buffered=False
    )
    answer.close()
    assert answer.status_code < 500
    if plain.partition(":")[0] not in {"localhost", "127.0.0.1", "", HOST}:
        assert answer.status_code == 421


def test_every_endpoint_has_been_thought_of():
    """A new kind of address needs cases here: one with a part of its own in the path, or that takes other bodies."""
    with_parts = {rule.endpoint for rule in create_app(played()).url_map.iter_rules() if rule.arguments}
    assert with_parts <= set(MAY)
