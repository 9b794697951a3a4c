"""The page of a deal: what it shows, what it serves and to whom; with drawn clips, and with scenes in a browser."""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, expect
from referee.web import create_app
from referee.web.server import Server, serve

from referee.evidence.bundle import State, check
from referee.record.entry import CAMERA, REFEREE
from referee.rules import events as on
from referee.rules.house import House
from referee.rules.verdict import Outcome, Reason, Verdict
from referee.service import Table
from tests.evidence.clips import write_fake_clip
from tests.evidence.measured import measured_table
from tests.live.columns import ColumnVision, write_table_film
from tests.web.played import letter_to, played
from tests.web.test_axe import AXE, RUN

TOUCHES = {0: [(1.0, 2.6)], 1: [(1.3, 2.6)], 2: [(1.2, 2.6)], 3: [(1.6, 2.6)]}
CALL = Outcome(Verdict.CALL, Reason.UNSEEN, None, (0,), (0, 1, 2), letter_to(3).contacts[:3], unseen=(3,))


def app_of(table: Table, clips: Path) -> Any:
    return create_app(table, {"CLIPS": clips})


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, Path]:
    """A table whose first deal has a clip, drawn and measured: Zoë was last."""
    folder = tmp_path_factory.mktemp("drawn")
    film = write_table_film(folder / "film.mp4", 3.0, TOUCHES)
    return measured_table(film, folder / "data", ColumnVision), folder / "data" / "clips"


@pytest.fixture
def client(drawn: tuple[Table, Path]) -> FlaskClient:
    return app_of(*drawn).test_client()


def test_the_page_has_the_photo_finish_the_film_and_the_ruling(client: FlaskClient) -> None:
    told = client.get("/api/deal/1").json
    assert told["clip"] == "ready"
    finish = told["finish"]
    assert [lane["name"] for lane in finish["lanes"]] == ["Ada", "Cleo", "Ben", "Zoë"]
    assert finish["lanes"][0]["text"] == "signal, ± 10.0 ms"
    assert re.fullmatch(r"\+6\d\d\.\d ± 10\.0 ms", finish["lanes"][3]["text"])
    assert "no tie" in finish["told"]
    page = client.get("/deal/1").text
    assert all(part in page for part in ('id="strips"', 'src="/deal/1/film.mp4"', 'id="rule-choices"'))


@pytest.mark.parametrize(
    ("part", "kind", "begins"),
    [
        ("film.mp4", "video/mp4", b"ftyp"),
        ("camera.mov", "video/quicktime", b"ftyp"),
        ("photo-finish.png", "image/png", b"PNG"),
        ("strips.png", "image/png", b"PNG"),
        ("tiles.jpg", "image/jpeg", b"\xff\xd8"),
    ],
)
def test_files_are_served_whole_and_in_ranges(
    client: FlaskClient, part: str, kind: str, begins: bytes
) -> None:
    whole = client.get(f"/deal/1/{part}")
    assert whole.mimetype == kind
    assert begins in whole.data[:12]
    assert whole.headers["Accept-Ranges"] == "bytes"
    some = client.get(f"/deal/1/{part}", headers={"Range": "bytes=100-199"})
    assert some.status_code == 206
    assert some.data == whole.data[100:200]
    assert some.headers["Content-Range"] == f"bytes 100-199/{len(whole.data)}"
    assert client.get(f"/deal/1/{part}", headers={"Range": "bytes=-50"}).data == whole.data[-50:]
    beyond = client.get(f"/deal/1/{part}", headers={"Range": f"bytes={len(whole.data)}-"})
    assert beyond.status_code == 416


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=abc",
        "bytes=5-2",
        "bytes=0-0,5-9",
        "bytes=-",
        "lines=1-2",
        "bytes=-0",
        f"bytes=0-{10**30}",
        "\u00ff=1",
    ],
)
def test_odd_ranges_are_refused_or_left_aside(client: FlaskClient, asked: str) -> None:
    answer = client.get("/deal/1/film.mp4", headers={"Range": asked})
    assert answer.status_code in {200, 206, 416}
    assert b"Traceback" not in answer.data


@pytest.mark.parametrize(
    "address",
    [
        "/deal/2/film.mp4",
        "/deal/1/deal-001.json",
        "/deal/1/..%2f..%2fgames.sqlite3",
        "/deal/1/film.mp4%00",
        "/deal/-1/film.mp4",
        "/deal/99999999999999999999",
        "/api/deal/7",
        "/deal/2/evidence.zip",
    ],
)
def test_nothing_else_is_served(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    "name", ["../../secret", "deal-001/../../secret", "/etc/passwd", "deal-1", ".", None]
)
def test_a_clip_with_a_foreign_name_is_none(tmp_path: Path, name: str | None) -> None:
    table = played()
    table.apply(on.DealStarted(), REFEREE)
    table.apply(on.VerdictGiven(letter_to(3), {"clip": name}), CAMERA)
    for folder in (tmp_path / "clips" / "g", tmp_path):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "secret.mp4").write_bytes(b"secret")
    client = app_of(table, tmp_path / "clips").test_client()
    assert client.get("/deal/1/film.mp4").status_code == 404
    assert client.get("/deal/1").status_code == 200


def test_a_clip_that_is_not_there_yet_is_said_and_one_that_is_gone_too(tmp_path: Path) -> None:
    table = played()
    table.apply(on.DealStarted(), REFEREE)
    table.apply(on.VerdictGiven(letter_to(3), {"clip": "deal-001"}), CAMERA)
    client = app_of(table, tmp_path).test_client()
    assert client.get("/api/deal/1").json["clip"] == "gone"  # by the wall clock it is years old
    table._now = time.time  # type: ignore[method-assign]
    table.apply(on.DealStarted(), REFEREE)
    table.apply(on.VerdictGiven(letter_to(3), {"clip": "deal-002"}), CAMERA)
    assert client.get("/api/deal/2").json["clip"] == "writing"
    assert "being written" in client.get("/deal/2").text
    write_fake_clip(tmp_path / "g", "deal-002", names={}, view_starts_s=0.0, finish=None)
    assert client.get("/api/deal/2").json["clip"] == "ready"


def test_the_evidence_is_saved_as_a_bundle_that_is_intact(client: FlaskClient, tmp_path: Path) -> None:
    answer = client.get("/deal/1/evidence.zip")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    path = tmp_path / "evidence.zip"
    path.write_bytes(answer.data)
    assert check(path).state is State.INTACT
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        assert b"Zo\xc3\xab takes the D." in archive.read("verdict.json")


def test_a_changed_clip_is_not_saved_as_evidence(tmp_path: Path) -> None:
    table = played()
    table.apply(on.DealStarted(), REFEREE)
    table.apply(on.VerdictGiven(letter_to(3), {"clip": "deal-001"}), CAMERA)
    client = app_of(table, tmp_path).test_client()
    write_fake_clip(tmp_path / "g", "deal-001", measurement={"clip": "deal-001"})
    assert client.get("/deal/1/evidence.zip").status_code == 200
    film = tmp_path / "g" / "deal-001.mov"
    film.write_bytes(film.read_bytes().replace(b".mov", b".mow", 1))
    answer = client.get("/deal/1/evidence.zip")
    assert answer.status_code == 409
    assert "no longer as it was written" in answer.text


def test_calls_and_disputes_wait_in_a_queue(client: FlaskClient) -> None:
    assert "Nothing waits" in client.get("/review").text
    table = played(letter_to(3), CALL, letter_to(1))
    table.apply(on.DisputeRaised(1, 3, "I was not last"), REFEREE)
    page = app_of(table, Path("none")).test_client().get("/review").text
    assert re.findall(r'id="deal-(\d)"', page) == ["1", "2"]
    assert "I was not last" in page
    assert "The game goes on meanwhile" in page


def test_the_house_sets_whether_the_game_waits() -> None:
    table = played(CALL)
    table.apply(on.SettingsChanged(House(wait_for_ruling=True)), REFEREE)
    client = app_of(table, Path("none")).test_client()
    token = {"X-CSRF-Token": client.get("/api/session").json["token"]}
    assert "The next deal waits" in client.get("/review").text
    assert client.post("/api/start-deal", json={}, headers=token).status_code == 409
    assert client.post("/api/ruling", json={"deal": 1, "choice": "redeal"}, headers=token).status_code == 200
    assert client.post("/api/start-deal", json={}, headers=token).status_code == 200


# In a browser, with the scenes.


@pytest.fixture
def tie(tie_game: tuple[Table, Path]) -> Iterator[Server]:
    table, folder = tie_game
    server = serve(app_of(table, folder / "clips"), port=0)
    yield server
    server.close()


def until(place: Locator, script: str) -> None:
    """Wait until a script says yes of an element. (The page's policy forbids what Playwright waits with.)"""
    for _ in range(600):
        if place.evaluate(script):
            return
        place.page.wait_for_timeout(50)
    pytest.fail(f"it never came true: {script}")


@pytest.mark.browser
def test_the_photo_finish_of_a_tie_says_tie_and_its_clip_plays_and_seeks(page: Page, tie: Server) -> None:
    page.goto(f"{tie.url}deal/1")
    expect(page.locator("#told")).to_contain_text("too close to call: a tie")
    expect(page.locator("#strips .contact")).to_have_count(4)
    limit = page.locator("#strips .limit")
    inside = page.locator("#strips .contact").last.bounding_box()
    band = limit.bounding_box()
    assert inside is not None
    assert band is not None
    assert band["x"] - 1 <= inside["x"] <= band["x"] + band["width"]  # the last is within the tie limit
    moment, canvases = page.locator("#moment"), page.locator("#tiles canvas")
    expect(canvases.first).to_have_attribute("data-frame", re.compile(r"\d+"))
    before = [int(canvas.get_attribute("data-frame") or 0) for canvas in canvases.all()]
    said = moment.text_content()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    after = [int(canvas.get_attribute("data-frame") or 0) for canvas in canvases.all()]
    assert after == [frame - 2 for frame in before]
    assert moment.text_content() != said
    box = page.locator("#strips").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + 60, steps=3)
    page.mouse.up()
    dragged = [int(canvas.get_attribute("data-frame") or 0) for canvas in canvases.all()]
    assert len(set(dragged)) == 1
    assert dragged[0] < after[0]
    film = page.locator("#film")
    until(film, "(film) => film.readyState >= 2")
    assert film.evaluate("(film) => film.duration") > 2
    film.evaluate("(film) => film.play()")
    until(film, "(film) => film.currentTime > 0.3")
    film.evaluate("(film) => { film.pause(); film.currentTime = 1.5; }")
    until(film, "(film) => !film.seeking")
    assert film.evaluate("(film) => [film.currentTime, film.readyState >= 2]") == [1.5, True]


@pytest.mark.browser
def test_a_dispute_is_opened_seen_and_ruled_on_a_phone(page: Page, tmp_path: Path) -> None:
    film = write_table_film(tmp_path / "film.mp4", 3.0, TOUCHES)
    table = measured_table(film, tmp_path, ColumnVision)
    dispute_and_rule(page, table, tmp_path / "clips", "Zoë", "Ben")


@pytest.mark.browser
@pytest.mark.scenes
def test_a_dispute_over_a_close_one_is_opened_seen_and_ruled_and_the_letters_are_right(
    page: Page, scenes_dir: Path, tmp_path: Path
) -> None:
    from referee.live.eyes import Eyes  # noqa: PLC0415 - slow to import

    table = measured_table(scenes_dir / "close-01.mp4", tmp_path, Eyes)
    dispute_and_rule(page, table, tmp_path / "clips", "Ben", "Zoë")


def dispute_and_rule(page: Page, table: Table, clips: Path, last: str, other: str) -> None:
    """On a phone: two taps dispute; then look, and rule redeal, a letter to another, and that the verdict stands."""

    def letters() -> dict[str, int]:
        return {table.state.names[player]: count for player, count in enumerate(table.state.letters) if count}

    assert letters() == {last: 1}
    server = serve(app_of(table, clips), port=0)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(server.url)
    page.get_by_role("button", name="Dispute").click()
    page.locator("#dispute").get_by_role("button", name=last).click()
    expect(page.locator("#toast")).to_contain_text("Noted")
    page.get_by_role("link", name="To decide: 1").click()
    page.get_by_role("link", name="Look and rule").click()
    expect(page.locator("#told")).to_contain_text("no tie")
    deal = page.locator("#deal")
    expect(deal).to_contain_text(f"{last} disputed this")
    until(page.locator("#film"), "(film) => film.readyState >= 1")
    page.get_by_role("button", name="Copied, but was not seen").click()
    expect(page.locator("#rule-preview")).to_contain_text(f"{last}: D becomes no letter.")
    assert letters() == {last: 1}
    page.get_by_role("button", name="Confirm").click()
    expect(deal).to_contain_text(f"The camera had said: a letter to {last}.")
    expect(deal).to_contain_text("The referee: redeal: copied, but was not seen")
    assert letters() == {}
    page.get_by_role("button", name=f"Letter to {other}").click()
    page.get_by_role("button", name="Confirm").click()
    expect(deal).to_contain_text(f"The referee: a letter to {other}")
    assert letters() == {other: 1}
    page.get_by_role("button", name="The verdict stands").click()
    page.get_by_role("button", name="Confirm").click()
    expect(deal).to_contain_text("The referee: the verdict stands")
    assert letters() == {last: 1}
    server.close()


@pytest.mark.browser
@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install --no-save axe-core")
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [360, 1366])
def test_axe_finds_nothing(browser: Browser, drawn: tuple[Table, Path], width: int, theme: str) -> None:
    server = serve(app_of(*drawn), port=0)
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    for path in ("deal/1", "review"):
        page.goto(server.url + path)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(RUN) == []
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0
    context.close()
    server.close()
