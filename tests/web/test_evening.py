"""A new game in one tap, the season, games that are over, and taking them along."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from referee.web import create_app
from referee.web.season import as_csv, people
from referee.web.server import serve

from referee.record.entry import REFEREE, GameKind
from referee.record.errors import RecordDamagedError
from referee.record.log import begin
from referee.record.shelf import GameShelf
from referee.record.store import Store
from referee.rules import events as on
from referee.service import Table
from tests.web.played import NAMES, play


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A finished game (Anna and Ben won), then one that is under way."""
    store = Store(tmp_path)
    clock = iter(range(10**6))
    shelf = GameShelf(store, GameKind.REAL, lambda: 1.8e9 + next(clock))
    log = begin(store, GameKind.REAL, 1.8e9)
    found = Table(log, lambda: 1.8e9 + next(clock), on.GameCreated(NAMES), shelf)
    play(found, *[3] * 6, *[2] * 6)
    assert found.state.winners
    found.new_game(REFEREE)
    play(found, 0)
    yield found
    store.close()


@pytest.fixture
def client(table: Table) -> FlaskClient:
    return create_app(table).test_client()


def test_a_new_game_with_the_same_people_is_one_tap(table: Table, client: FlaskClient, token: dict[str, str]):
    before = table.game
    assert client.post("/api/new-game", json={}, headers=token).status_code == 200
    assert table.game != before
    shown = client.get("/api/board").json
    assert [seat["name"] for seat in shown["seats"]] == list(NAMES)
    assert [seat["count"] for seat in shown["seats"]] == [0, 0, 0, 0]
    assert shown["can"]["draw"]
    assert client.post("/api/draw", json={}, headers=token).status_code == 200
    assert table.state.dealer in range(4)
    assert client.post("/api/new-game", json={}, headers=token).status_code == 409, (
        "nobody has played this one"
    )
    assert client.post("/api/draw", json={}, headers=token).status_code == 409
    assert client.post("/api/undo", json={}, headers=token).status_code == 200
    assert table.game == before


def test_nothing_to_go_back_to_is_said(table: Table, client: FlaskClient, token: dict[str, str]):
    client.post("/api/undo", json={}, headers=token)
    client.post("/api/undo", json={}, headers=token)
    assert table.can_go_back  # only the lot is left of this game
    assert client.post("/api/undo", json={}, headers=token).status_code == 200
    assert table.state.winners == (0, 1)


def test_the_players_are_looked_for_anew(table: Table, client: FlaskClient, token: dict[str, str]):
    before = table.seating
    client.post("/api/seats/anew", json={}, headers=token)
    assert table.seating == before + 1


def test_the_season_adds_up_all_games(client: FlaskClient):
    page = client.get("/season").text
    found = json.loads(page.partition('id="season-data">')[2].partition("</script>")[0])
    by_name = {one["name"]: one for one in found["people"]}
    assert [one["name"] for one in found["people"]][:2] == ["Ben", "Anna"]
    assert (by_name["Anna"]["games"], by_name["Anna"]["won"], by_name["Anna"]["letters"]) == (2, 1, 1)
    assert (by_name["Dana"]["won"], by_name["Dana"]["letters"]) == (0, 6)
    assert by_name["Ben"]["best"] == "100 ± 10 ms"
    assert [game["deals"] for game in found["games"]] == [1, 12]
    assert found["games"][1]["won"] == "Won by Anna and Ben."


def test_whoever_writes_the_name_the_same_way_is_the_same_person(table: Table):
    first = table.snapshot()
    second = json.loads(json.dumps(first))
    second["players"][0]["name"] = "ANNA"
    assert {one.name: one.games for one in people([first, second])}["ANNA"] == 2


def test_a_damaged_game_does_not_hide_the_others(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise RecordDamagedError(Path("games.sqlite3"), "event 3 was changed")

    monkeypatch.setattr(GameShelf, "snapshot", broken)
    page = client.get("/season")
    assert page.status_code == 200
    assert "Anna, Ben, Cem and Dana" in page.text


def test_an_earlier_game_is_shown_and_taken_along(table: Table, client: FlaskClient):
    assert table.shelf is not None
    game = table.shelf.games()[0].header.game
    page = client.get(f"/history/{game}").text
    assert "Dana takes the Y, has DONKEY and is out" in page
    assert "data-dispute" not in page
    data = client.get(f"/export/{game}.json")
    assert data.json["game"]["winners"] == [0, 1]
    assert f"donkey-{game}.json" in data.headers["Content-Disposition"]
    assert "Sum of the log" in client.get(f"/export/{game}.html").text
    for path in ("/history/nonsense", "/export/nonsense.json", "/export/nonsense.html"):
        assert client.get(path).status_code == 404


def test_the_table_of_the_season_is_for_spreadsheets(table: Table, client: FlaskClient):
    rows = list(csv.DictReader(io.StringIO(client.get("/season.csv").text)))
    assert rows[0]["name"] == "Ben"
    assert rows[-1] | {"name": "Dana", "games": "2", "won": "0", "letters": "6"} == rows[-1]
    shown = table.snapshot()
    shown["players"][0]["name"] = "=1+1"
    assert "'=1+1" in as_csv([shown])


def test_cameras_are_listed_and_chosen(table: Table, client: FlaskClient, token: dict[str, str]):
    assert client.get("/api/cameras").status_code == 404

    class Some:
        words = "camera 0"
        chosen = ""

        def known(self) -> list[dict[str, Any]]:
            return [{"address": "/dev/video0", "name": "C920", "mode": None, "chosen": True}]

        def choose(self, source: str) -> None:
            self.chosen = source

    table.cameras = Some()
    assert client.get("/api/cameras").json["cameras"][0]["name"] == "C920"
    client.post("/api/camera", json={"source": "/dev/video2"}, headers=token)
    assert table.cameras.chosen == "/dev/video2"


@pytest.mark.browser
def test_one_key_begins_a_new_game_and_one_tap_takes_it_back(page: Page, table: Table):
    for _ in range(5):
        play(table, 0)
    for _ in range(6):
        play(table, 1)
    assert table.state.winners
    server = serve(create_app(table), port=0)
    page.goto(server.url)
    full = page.locator(".tile.full")
    expect(full).to_have_count(12)
    expect(page.get_by_role("button", name="Start deal")).to_be_hidden()
    page.keyboard.press("g")
    expect(full).to_have_count(0)
    expect(page.locator("#line")).to_have_text("Who deals first?")
    expect(page.get_by_role("button", name="Draw the dealer")).to_be_visible()
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(full).to_have_count(12)
    page.goto(f"{server.url}season")
    expect(page.locator(".games li")).to_have_count(2)
    page.locator(".games a").last.click()
    expect(page.locator(".deal").first).to_contain_text("Cem takes the Y")
    server.close()
