"""How addresses are written."""

from __future__ import annotations

import pytest

from referee.access.addresses import address_of


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "127.0.0.1:1"), ("::1", "[::1]:1"), ("[::1]", "[::1]:1"), ("play.example", "play.example:1")],
)
def test_an_address_of_ipv6_has_brackets(host: str, address: str) -> None:
    assert address_of(host, 1) == address
