"""A table, its pages, and a real Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from referee.web import create_app
from referee.web.server import Server, serve

from tests.web.fake import FakeTable, grey_jpeg

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def client(table: FakeTable) -> FlaskClient:
    return create_app(table).test_client()


@pytest.fixture
def token(client: FlaskClient) -> dict[str, str]:
    """The header that every write needs."""
    return {"X-CSRF-Token": client.get("/api/session").json["token"]}


@pytest.fixture
def server(table: FakeTable) -> Iterator[Server]:
    table.set_picture(grey_jpeg())
    running = serve(create_app(table), port=0)
    yield running
    running.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not needed without a Chromium

    with sync_playwright() as player:
        running = player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a laptop's size; any complaint of the browser (policy, script error) fails the test."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB")
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    opened.complaints = complaints  # type: ignore[attr-defined]
    yield opened
    context.close()
    lost = "Failed to load resource"  # what tests of a server that is away cause on purpose
    assert [text for text in complaints if lost not in text] == []
