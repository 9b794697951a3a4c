"""How often somebody may try something. Pure but for the clock, which comes in."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST_KEYS = 1000
"""So many devices are remembered at most; the one not heard of for longest is forgotten first."""


class Limit:
    """At most ``most`` times within ``per_s`` seconds for each key. Any thread may use it.

    Args:
        most: how often.
        per_s: within how many seconds.
        now: a clock that only goes forward, seconds.
    """

    def __init__(self, most: int, per_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.per_s = per_s
        self._now = now
        self._lock = threading.Lock()
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Count one try of ``key``; 0 when it was free, else (not counted) the seconds to wait."""
        with self._lock:
            now = self._now()
            times = self._times.setdefault(key, deque(maxlen=self.most))
            self._times.move_to_end(key)
            while len(self._times) > MOST_KEYS:
                self._times.popitem(last=False)
            if len(times) == self.most and now - times[0] < self.per_s:
                return self.per_s - (now - times[0])
            times.append(now)
            return 0.0

    def forget(self, key: str) -> None:
        """Start anew with a key."""
        with self._lock:
            self._times.pop(key, None)


def device(address: str | None) -> str:
    """Tell devices apart by their address: of IPv6 the first half, for a device may choose the second freely."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
