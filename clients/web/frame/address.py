"""The address of a visitor, by which their share of what there is here is counted."""

from __future__ import annotations

from ipaddress import ip_address

from starlette.requests import Request


def read_address(request: Request) -> str:
    """Return the address of a visitor; "" for one who comes by a socket in the file system, or whom a proxy hides."""
    address = request.client.host if request.client is not None else ""
    try:
        return str(ip_address(address))
    except ValueError:
        return ""
