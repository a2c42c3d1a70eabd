"""This machine's ports for processes that listen at an address which is known before they start."""

from __future__ import annotations

import socket
from contextlib import suppress
from itertools import islice
from random import SystemRandom

PORTS = range(10_000, 32_000)
"""Below those that Linux, macOS and Windows give to outgoing connections, which could take one before it is used."""
_drawn = SystemRandom()
_given: set[int] = set()


def free_ports(number: int) -> list[int]:
    """Return different ports of 127.0.0.1 on which nobody listens now, and which this process was never given before.

    They are drawn at random, so that concurrent processes hardly ever draw the same. Raises OSError if there are not
    enough.
    """
    free = (port for port in _drawn.sample(PORTS, len(PORTS)) if port not in _given and _is_free(port))
    ports = list(islice(free, number))
    if len(ports) < number:
        raise OSError(f"there are not {number} free ports from {PORTS[0]} to {PORTS[-1]}")
    _given.update(ports)
    return ports


def free_port() -> int:
    """Return one such port. Raises OSError if there is none."""
    return free_ports(1)[0]


def _is_free(port: int) -> bool:
    with socket.socket() as tried, suppress(OSError):
        tried.bind(("127.0.0.1", port))
        return True
    return False
