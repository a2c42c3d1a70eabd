"""Where a service's files are kept: by the place that its address leads to, however it is spelled.

`localhost:7070`, `127.0.0.1:7070` and `[::1]:7070` are one service, and so are a name and its number, and lists of
referees with a common one. The service does not say its own name: any service could repeat another's, and would then
get its tokens.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import quote, unquote

LOCAL = "localhost"


def folder_name(target: str) -> str:
    """Return the folder name for a new service's files."""
    return quote(",".join(sorted(_spelled(target))), safe="")


def folders_of(target: str, root: Path) -> list[Path]:
    """Return the folders with a service's files; if there is none, the folder to create."""
    folders = sorted(path for path in root.glob("*") if path.is_dir())
    spelled = _spelled(target)
    same = [path for path in folders if spelled & _spelled(unquote(path.name))]
    return same or _reached(target, folders) or [root / folder_name(target)]


def _reached(target: str, folders: list[Path]) -> list[Path]:
    """Return the folders of services with other names that lead to the same place."""
    ports = {address.rpartition(":")[2] for address in _spelled(target)}
    likely = [
        path for path in folders if ports & {address.rpartition(":")[2] for address in _spelled(unquote(path.name))}
    ]
    reached = _resolved(target) if likely else set()
    return [path for path in likely if reached & _resolved(unquote(path.name))]


def _spelled(target: str) -> set[str]:
    """Return a target's addresses, each in one spelling."""
    addresses = target.removeprefix("ipv4:").removeprefix("ipv6:").removeprefix("dns:///").split(",")
    return {f"{_host(host)}:{port}" for host, _, port in (address.strip().rpartition(":") for address in addresses)}


def _host(host: str) -> str:
    bare = host.strip("[]").rstrip(".").casefold()
    with suppress(ValueError):
        address = ip_address(bare)
        return LOCAL if address.is_loopback or address.is_unspecified else str(address)
    return bare


def _resolved(target: str) -> set[str]:
    """Return where a target's addresses lead."""
    addresses: set[str] = set()
    for address in _spelled(target):
        host, _, port = address.rpartition(":")
        with suppress(OSError, UnicodeError):
            addresses |= {f"{_host(str(at[4][0]))}:{port}" for at in socket.getaddrinfo(host, None)}
    return addresses
