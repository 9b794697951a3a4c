"""Says on the terminal what the page says of camera and record: whoever started the program may see no page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.live.status import CATCHING_UP
from referee.status import LivePhase, Placing

if TYPE_CHECKING:
    from referee.service import Table

PLACING = {
    Placing.MOVED: "Seats: the camera was nudged; they were moved along.",
    Placing.DIFFERS: "Seats: the picture does not match the table as it was. Take them anew on the page?",
    Placing.ELSEWHERE: "Seats: not everybody sits where the saved table says; the players were taken as they sit, "
    "from left to right.",
}
"""What is said of the seats, once for each."""

LOOK_S = 1.0
"""How often the table is looked at, seconds."""


class Teller:
    """Says each trouble once when it begins, and once that it is over.

    Args:
        table: the game.
        say: prints a line for people.
    """

    def __init__(self, table: Table, say: Callable[[str], None]) -> None:
        self._table = table
        self._say = say
        self._camera = self._record = ""
        self._catching_up = False
        self._placing = Placing.FINE
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="teller", daemon=True)

    def __enter__(self) -> Teller:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join(2 * LOOK_S)
        self.look()  # trouble of the last second is said, too

    def look(self) -> None:
        """Say what is new."""
        status, record = self._table.status, self._table.snapshot()["record"]
        camera = status.message if status.phase is LivePhase.LOST else ""
        if camera != self._camera:
            self._say(f"Camera: {camera}" if camera else "Camera: the picture is back.")
        if record["message"] != self._record:
            self._say(f"Record: {record['message']}." if record["message"] else "Record: all is written.")
        if status.placing != self._placing and status.placing in PLACING:
            self._say(PLACING[status.placing])
        self._placing = status.placing
        if status.message == CATCHING_UP and not self._catching_up:
            self._say(CATCHING_UP)
        self._camera, self._record = camera, record["message"]
        self._catching_up = status.message == CATCHING_UP

    def _run(self) -> None:
        version = 0
        while not self._over.is_set():
            self.look()
            version = self._table.wait(version, LOOK_S)
            self._over.wait(LOOK_S / 4)  # a page that is woken ten times a second is no reason to say so
