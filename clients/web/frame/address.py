"""A visitor's address, to which their limits apply."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.requests import Request


def read_address(request: Request) -> str:
    """Return a visitor's address; "" for a connection over a Unix socket, or behind a proxy that hides it."""
    address = request.client.host if request.client is not None else ""
    try:
        return str(ip_address(address))
    except ValueError:
        return ""
