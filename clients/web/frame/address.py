"""The address of a visitor, which counts against their limits."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.requests import Request


def read_address(request: Request) -> str:
    """Return the address of a visitor; "" for a connection over a Unix socket, or behind a proxy that hides it."""
    address = request.client.host if request.client is not None else ""
    try:
        return str(ip_address(address))
    except ValueError:
        return ""
