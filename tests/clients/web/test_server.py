"""The server of the pages."""

from __future__ import annotations

import socket

import pytest

from clients.web.server import run
from clients.web.site import make_site
from gunbai_client import aio


def test_a_port_that_is_taken_is_an_error_before_anything_is_served() -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(OSError, match="in use"):
        run(make_site(lambda: aio.connect("localhost:1")), "127.0.0.1", other.getsockname()[1], told.append)
    assert told == []


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_pages_are_served_at_an_address_of_ipv6(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uvicorn.Server.run", lambda *_: None)
    told: list[str] = []
    run(make_site(lambda: aio.connect("localhost:1")), host, 0, told.append)
    assert told[0].startswith("http://[::1]:")
