"""How addresses are written."""

from __future__ import annotations


def address_of(host: str, port: int) -> str:
    """Return HOST:PORT, with brackets around an IPv6 address (RFC 3986, 3.2.2)."""
    bare = host.strip("[]")
    return f"[{bare}]:{port}" if ":" in bare else f"{bare}:{port}"
