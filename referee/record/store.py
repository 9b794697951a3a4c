"""Every game in one SQLite file, append-only; and the log of one game, which survives a store that fails.

WAL with ``synchronous=FULL``: once an append returned, neither ``kill -9`` nor a power cut takes it away.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.record.entry import Entry, GameHeader, GameKind, Source, to_json
from referee.record.errors import NoSuchGameError, RecordDamagedError, RecordUnusableError
from referee.record.options import data_folder
from referee.record.schema import known_version, migrate
from referee.record.trouble import is_read_only, unusable

FILE = "games.sqlite3"
CLIPS = "clips"
BUSY_S = 0.25
"""How long to wait for another program's lock, seconds: the table must not feel it."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the store lists it.

    Attributes:
        header: what is known of it before its first event.
        events: how many events it has.
        tip: the last link of its hash chain.
    """

    header: GameHeader
    events: int
    tip: str


def open_existing(folder: Path) -> Store:
    """The store of a folder that has one already.

    Raises:
        RecordUnusableError: there is none.
    """
    if not (folder / FILE).is_file():
        raise RecordUnusableError(f"there is no record in {folder}")
    return Store(folder)


class Store:
    """The file of all games in one folder.

    Any thread may use it. Every method but :meth:`close` raises :class:`RecordUnusableError` when the file
    cannot be used; the next call tries again from the start.

    Args:
        folder: the data folder; made when first written to.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let the file go; the next call opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def games(self, kind: GameKind | None = None) -> list[StoredGame]:
        """Every game in the order in which they began; of one kind where one is given."""
        with self._using() as db:
            # In the order in which they came: a clock that was set back must not hide the last game.
            rows = db.execute("SELECT * FROM games ORDER BY rowid").fetchall()
            found = [stored_game(row) for row in rows]
        return [game for game in found if kind in (None, game.header.kind)]

    def find(self, name: str) -> StoredGame:
        """The game with this id, or the only one whose id contains it; ``last`` is the newest real one.

        Raises:
            NoSuchGameError: none, or more than one.
        """
        if name == "last":
            real = self.games(GameKind.REAL)
            if not real:
                demos = self.games(GameKind.DEMO)
                raise NoSuchGameError(name, demos[-1].header.game if demos else "")
            return real[-1]
        games = self.games()
        fits = [game for game in games if game.header.game == name] or [
            game for game in games if name and name in game.header.game
        ]
        if len(fits) != 1:
            raise NoSuchGameError(name, folder=None if self.folder == data_folder() else self.folder)
        return fits[0]

    def find_even_deleted(self, name: str) -> str:
        """As :meth:`find`, and the exact id of a game whose deletion was not completed.

        Raises:
            NoSuchGameError: none, or more than one.
        """
        with self._using() as db:
            if db.execute("SELECT 1 FROM deletions WHERE game = ?", (name,)).fetchone():
                return name
        return self.find(name).header.game

    def entries(self, game: str) -> list[Entry]:
        """Every event of one game in order, each checked against the hash chain.

        Raises:
            NoSuchGameError: no game has this id.
            RecordDamagedError: an event was changed, or one is missing.
        """
        with self._using() as db:
            row = db.execute("SELECT * FROM games WHERE game = ?", (game,)).fetchone()
            if row is None:
                raise NoSuchGameError(game)
            rows = db.execute("SELECT * FROM events WHERE game = ? ORDER BY seq", (game,)).fetchall()
            faults = chain_faults(stored_game(row), rows)
        if faults:
            raise RecordDamagedError(self.path, f"game {game}: {faults[0]}")
        return [entry_of(found) for found in rows]

    def append(self, header: GameHeader, entries: list[Entry], links: list[str]) -> None:
        """Bring the stored game up to date with the memory's, in one transaction.

        Args:
            header: the game; it is made when it is not there.
            entries: all of the game's entries, from the first.
            links: their hash chain: ``links[0]`` the header's digest, ``links[n]`` entry n's.

        Raises:
            RecordUnusableError: nothing was written; also when the stored game is no beginning of these.
        """
        with self._using() as db, _transaction(db):
            row = db.execute("SELECT * FROM games WHERE game = ?", (header.game,)).fetchone()
            if row is None:
                db.execute(
                    "INSERT INTO games VALUES (?, ?, ?, ?, 0, ?)",
                    (header.game, header.kind.value, header.started_s, header.software, links[0]),
                )
                known = 0
            else:
                known = int(row["tip_seq"])
                if known > len(entries) or row["tip_hash"] != links[known]:
                    raise RecordUnusableError(
                        f"another program went on with game {header.game}; close one of the two"
                    )
            db.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    _row(header.game, entry, link)
                    for entry, link in zip(entries[known:], links[known + 1 :], strict=True)
                ],
            )
            db.execute(
                "UPDATE games SET tip_seq = ?, tip_hash = ? WHERE game = ?",
                (len(entries), links[-1], header.game),
            )

    def delete(self, game: str) -> None:
        """Forget one game: events and clips, so that no byte of it is left in any file of the folder.

        Only its id (a date and four random letters) stays, so that a referee that still holds the game in
        memory cannot bring it back.

        Raises:
            NoSuchGameError: no game has this id.
            RecordUnusableError: another program reads the file, or a clip cannot be removed: try again.
        """
        with self._using() as db:
            known = db.execute("SELECT 1 FROM games WHERE game = ?", (game,)).fetchone()
            gone = db.execute("SELECT 1 FROM deletions WHERE game = ?", (game,)).fetchone()
            if known is None and gone is None:
                raise NoSuchGameError(game)
            self._delete_clips(game)
            with _transaction(db):
                db.execute("INSERT OR IGNORE INTO deletions VALUES (?)", (game,))
                db.execute("DELETE FROM events WHERE game = ?", (game,))
                db.execute("DELETE FROM games WHERE game = ?", (game,))
            # What was deleted is still in the log file, and torn pages may hold pieces: write the file anew.
            db.execute("VACUUM")
            if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()["busy"]:
                raise RecordUnusableError(
                    "another program reads the record, so that pieces of the game are still in its log file: "
                    "close it and delete the game again"
                )

    def clips(self, game: str) -> Path:
        """The folder of one game's clips (it may not exist).

        Raises:
            NoSuchGameError: the id would lead out of the folder of clips; no game of ours has such a one.
        """
        if game in {"", ".", ".."} or Path(game).name != game or "\\" in game:
            raise NoSuchGameError(game)
        return self.folder / CLIPS / game

    def _delete_clips(self, game: str) -> None:
        folder = self.clips(game)
        if folder.is_symlink():
            folder.unlink()
        elif folder.exists():
            shutil.rmtree(folder)

    @contextlib.contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The open connection; after an error that is not a lock, the file is opened anew next time."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _open(self.path)
                yield self._connection
            except (sqlite3.Error, OSError) as error:
                self.close()
                raise unusable(error, self.path) from error
            except (ValueError, TypeError, RecursionError) as error:
                raise RecordDamagedError(self.path, str(error)) from error


def _open(path: Path) -> sqlite3.Connection:
    """Open for writing; where the folder cannot be written, a copy whose writes fail in plain words."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return _connect(path)
    except (sqlite3.OperationalError, OSError) as error:
        if not (is_read_only(error) and path.is_file()):
            raise
        return _copy(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        _set_up(connection)
        known_version(connection, path)  # before the first write
        fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise RecordDamagedError(path, fault)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 100")  # keeps the log file below half a megabyte
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def read_only(path: Path) -> sqlite3.Connection:
    """Open a file without changing a byte of it, whatever its format.

    Raises:
        RecordDamagedError: it is another program's.
        RecordTooNewError: a newer referee wrote it.
        sqlite3.Error: it cannot be read.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)
    try:
        _set_up(connection)
        known_version(connection, path)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError) and is_read_only(error):
            return _copy(path)
        raise
    return connection


def _copy(path: Path) -> sqlite3.Connection:
    """A read-only copy in memory. SQLite itself cannot read a file with a log beside it in such a folder."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / path.name
        for part in (path, path.with_name(path.name + "-wal")):
            if part.exists():
                shutil.copyfile(part, copy.with_name(part.name))
        with contextlib.closing(_connect(copy)) as source:
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            source.backup(memory)
    _set_up(memory)
    memory.execute("PRAGMA query_only = ON")
    return memory


def _set_up(connection: sqlite3.Connection) -> None:
    """Rows by name; text that is no text is shown as such, for the hash chain to find."""
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda text: text.decode("utf-8", "replace")


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def stored_game(row: sqlite3.Row) -> StoredGame:
    """Read one row of the table of games.

    Raises:
        ValueError: its kind is none, or a number is no number.
    """
    header = GameHeader(row["game"], GameKind(row["kind"]), float(row["started_s"]), row["software"])
    return StoredGame(header, int(row["tip_seq"]), row["tip_hash"])


def _row(game: str, entry: Entry, link: str) -> tuple[object, ...]:
    return (
        game,
        entry.seq,
        entry.wall_s,
        entry.camera_s,
        to_json(entry.source.to_dict()),
        to_json(entry.event),
        entry.software,
        link,
    )


def entry_of(row: sqlite3.Row) -> Entry:
    """Read one row of the table of events.

    Raises:
        ValueError: its JSON cannot be read.
        KeyError: a part is missing.
    """
    return Entry(
        seq=row["seq"],
        wall_s=row["wall_s"],
        camera_s=row["camera_s"],
        source=Source.from_dict(json.loads(row["source"])),
        event=json.loads(row["event"]),
        software=row["software"],
    )


def chain_faults(game: StoredGame, rows: list[sqlite3.Row]) -> list[str]:
    """What is wrong with a game's sequence and hash chain, in plain words; empty when all is well."""
    link = game.header.digest()
    for expected, row in enumerate(rows, start=1):
        if row["seq"] != expected:
            return [f"event {expected} is missing"]
        try:
            link = entry_of(row).digest(link)
        except (ValueError, KeyError, TypeError, RecursionError):
            return [f"event {expected} cannot be read"]
        if link != row["hash"]:
            return [f"event {expected} was changed"]
    if len(rows) < game.events:
        return [f"event {len(rows) + 1} is missing"]
    if len(rows) > game.events or link != game.tip:
        return [f"the list of games and its {len(rows)} events do not fit together"]
    return []
