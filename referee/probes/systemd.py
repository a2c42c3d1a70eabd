"""What a service of `Type=notify` tells systemd: that it is ready, reloads, stops, and is alive (sd_notify(3))."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from time import monotonic_ns

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


def reloading() -> str:
    """Return that a reload begins now; READY ends it."""
    return f"RELOADING=1\nMONOTONIC_USEC={monotonic_ns() // 1000}"


def notify(state: str) -> None:
    """Tell systemd, if it started this process. A lost message is not repeated: a service needs no systemd."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
        # The event loop must not wait for systemd.
        channel.settimeout(0)
        # "@" stands for the null byte with which the name of an abstract socket begins (sd_notify(3)).
        channel.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)
