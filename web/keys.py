"""What the dashboard keeps for itself beside the games: the key that signs sessions, and the referee's PIN."""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
import threading
from hashlib import sha256
from pathlib import Path

from werkzeug.security import check_password_hash, generate_password_hash

from referee.errors import RefereeError

KEY_FILE = "session.key"
PIN_FILE = "pin.json"
KEY_BYTES = 32
SHORTEST, LONGEST = 6, 64
"""Characters of a PIN. Six digits and the limits of :mod:`referee.web.pin` leave a guesser less than one chance
in a thousand in a whole evening."""
METHOD = "scrypt:32768:8:1"
"""32 MiB of memory and a tenth of a second for each check."""


class PinError(RefereeError):
    """This is no PIN that can be set; the message says why."""


def session_key(folder: Path) -> bytes:
    """Return the key that signs the sessions of a data folder; made at first, kept with rights for its owner only.

    Where the folder cannot be used, the key is new at each start: phones then give the PIN again.
    """
    path = folder / KEY_FILE
    with contextlib.suppress(OSError):
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            path.chmod(0o600)
            return key
    key = secrets.token_bytes(KEY_BYTES)
    with contextlib.suppress(OSError):
        write_private(path, key)
    return key


def write_private(path: Path, content: bytes) -> None:
    """Write a whole file or none, readable by nobody else, not even for a moment.

    Raises:
        OSError: it cannot be written; what was there before still is.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


class Pin:
    """The referee's PIN, of which only a salted scrypt hash is kept.

    Args:
        folder: the data folder; ``None``: the PIN lasts as long as the program.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = None if folder is None else folder / PIN_FILE
        self._lock = threading.Lock()  # one check at a time: many at once would take 32 MiB each
        self._hash = self._read()

    @property
    def is_set(self) -> bool:
        """Whether there is one."""
        return bool(self._hash)

    @property
    def mark(self) -> str:
        """What a session that gave this PIN holds; another PIN, or the same set anew, has another mark."""
        return sha256(self._hash.encode()).hexdigest()[:32] if self._hash else ""

    def opens(self, mark: object) -> bool:
        """Whether a session's mark is that of the PIN as it is now."""
        known = self.mark
        return bool(known) and isinstance(mark, str) and hmac.compare_digest(mark.encode(), known.encode())

    def check(self, given: str) -> bool:
        """Whether this is the PIN; never where none is set. Takes a tenth of a second."""
        with self._lock:
            return bool(self._hash) and check_password_hash(self._hash, given[: LONGEST + 1])

    def set(self, wanted: str) -> bool:
        """Set another PIN, or ("") none: no phone is the referee any more.

        Returns:
            Whether it was also written down; if not, it lasts until the program ends.

        Raises:
            PinError: it is too short or too long.
        """
        if wanted and not SHORTEST <= len(wanted) <= LONGEST:
            raise PinError(f"A PIN has {SHORTEST} to {LONGEST} characters: choose another.")
        with self._lock:
            self._hash = generate_password_hash(wanted, METHOD) if wanted else ""
            return self._write()

    def _read(self) -> str:
        if self._path is None:
            return ""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            kept = found["hash"]
        except (OSError, ValueError, KeyError, TypeError):
            return ""  # none, or unreadable: no phone is the referee until the laptop sets one
        whole = isinstance(kept, str) and kept.startswith(f"{METHOD}$") and kept.count("$") == 2
        return kept if whole else ""

    def _write(self) -> bool:
        if self._path is None:
            return False
        try:
            write_private(self._path, json.dumps({"hash": self._hash}).encode())
        except OSError:
            return False
        return True
