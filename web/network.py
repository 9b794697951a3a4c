"""Under which names and addresses this machine is known on its own network; nothing is sent to find out."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
import time

ANYWHERE_ELSE = (("10.255.255.255", socket.AF_INET), ("fd00::1", socket.AF_INET6))
"""Private addresses: asking which of ours leads to them sends nothing (UDP only takes a note)."""


def own_addresses() -> tuple[str, ...]:
    """Return this machine's addresses on its network, the likeliest first; none when it has no network."""
    found: list[str] = []
    for target, family in ANYWHERE_ELSE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    return tuple(dict.fromkeys(one for one in found if _is_reachable(one)))


def own_hosts() -> frozenset[str]:
    """Return what a Host header may say when the table is open to the home network, lower case."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.removesuffix('.local')}.local", *own_addresses()})


class OwnHosts:
    """This machine's names and addresses, looked up again when a Host is not among them: networks change."""

    AGAIN_S = 10.0
    """Between two look-ups, seconds: strangers must not keep us busy."""

    def __init__(self) -> None:
        self._known = own_hosts()
        self._looked_s = time.monotonic()
        self._lock = threading.Lock()

    def __contains__(self, name: object) -> bool:
        if name not in self._known and self._lock.acquire(blocking=False):
            try:
                if time.monotonic() - self._looked_s > self.AGAIN_S:
                    self._known = own_hosts()
                    self._looked_s = time.monotonic()
            finally:
                self._lock.release()
        return name in self._known


def urls(port: int) -> tuple[str, ...]:
    """Return the addresses to type or scan on a phone, the likeliest first."""
    return tuple(
        f"http://[{one}]:{port}/" if ":" in one else f"http://{one}:{port}/" for one in own_addresses()
    )


def _is_reachable(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified or found.is_multicast)
