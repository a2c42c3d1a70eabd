"""Ports for servers are free, never the same twice, and none that a connection that goes out could have taken."""

from __future__ import annotations

import socket

import pytest

from bench import ports


def test_each_port_is_given_once_and_can_be_listened_on() -> None:
    given = [*ports.free_ports(5), ports.free_port()]
    assert len({*given}) == 6
    for port in given:
        with socket.create_server(("127.0.0.1", port)):
            pass


def test_a_port_that_somebody_listens_on_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    port = ports.free_port()
    monkeypatch.setattr(ports, "_given", set())
    monkeypatch.setattr(ports, "PORTS", range(port, port + 1))
    with socket.create_server(("127.0.0.1", port)), pytest.raises(OSError, match="there are not 1 free ports"):
        ports.free_port()
    assert ports.free_port() == port


def test_connections_that_go_out_have_other_ports() -> None:
    """Linux's default of net.ipv4.ip_local_port_range begins lower than that of others."""
    assert ports.PORTS[-1] < 32_768
