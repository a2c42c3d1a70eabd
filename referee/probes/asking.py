"""Asks a service that answers probes how it is."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPConnection, HTTPException

SECONDS = 10.0
"""How long a service may take to answer."""
NOBODY = "nothing at this address answers probes"
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # it is where a service listens, not this command
"""Where to ask a service that listens at all addresses."""


def status_of(host: str, port: int) -> str:
    """Return `/status`, ready or not. Raises OSError, or ValueError for another answer."""
    bare = host.strip("[]")
    connection = HTTPConnection(ANYWHERE.get(bare, bare), port, timeout=SECONDS)
    try:
        connection.request("GET", "/status")
        answer = connection.getresponse()
        text = answer.read().decode()
    except HTTPException:
        raise ValueError(NOBODY) from None
    finally:
        connection.close()
    if answer.getheader("Content-Type") != "application/json":
        raise ValueError(text.strip() if answer.status == HTTPStatus.SERVICE_UNAVAILABLE else NOBODY)
    return text
