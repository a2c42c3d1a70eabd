"""Peers, whose quotas calls use. A peer is the address that the call came from, or a visitor of its forwarder.

A forwarder, for example the web page's server, calls for many visitors from one address. It names the visitor in the
metadata `gunbai-visitor`, and shows in `gunbai-forwarder` the credential that the service gave it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import quote

from gunbai_record.tokens import FORWARDER, VISITOR, hash_of
from referee.access.quotas import Quotas
from referee.access.tokens import same
from referee.errors import ForwarderUnknown, InvalidField

_SHOWN = frozenset({VISITOR, FORWARDER})
_LABEL_KEY = secrets.token_bytes(16)
"""The key for hashing addresses: nobody finds one from its label, and the labels of two processes differ."""


class Context(Protocol):
    """What the services need to know about a call, over any protocol; grpc's own context is one."""

    def invocation_metadata(self) -> Iterable[tuple[str, str | bytes]] | None:
        """Return the metadata that came with the call; over HTTP its headers, with names in lower case."""

    def peer(self) -> str:
        """Return the peer's address and port in grpc's form, for example `ipv4:192.0.2.1:50000`."""


class Peers:
    """Tells calls' peers apart."""

    def __init__(self, quotas: Quotas, forwarder: bytes = b"") -> None:
        """Make the peers of a service that knows the SHA-256 of its forwarder's credential; empty for no forwarder."""
        self._quotas, self._forwarder = quotas, forwarder

    def of(self, context: Context) -> str:
        """Return a call's peer: an address without its port.

        Raises ForwarderUnknown if a caller names a visitor without the credential, or InvalidField.
        """
        shown = self._shown(context)
        if VISITOR not in shown:
            return host_of(context.peer())
        if not self._is_forwarder(shown):
            # Before the refusal, or credentials could be guessed for free.
            self._quotas.call(host_of(context.peer()))
            raise ForwarderUnknown
        return _visitor(str(shown[VISITOR]))

    def label(self, context: Context) -> str:
        """Return what log lines and spans call a peer: a hash that stays the same as long as the process runs."""
        shown = self._shown(context)
        visits = VISITOR in shown and self._is_forwarder(shown)
        # Log lines of one visitor must be found together, without an address in the log.
        return label_of(str(shown[VISITOR]) if visits else host_of(context.peer()))

    def _shown(self, context: Context) -> dict[str, str | bytes]:
        return {key: value for key, value in context.invocation_metadata() or () if key in _SHOWN}

    def _is_forwarder(self, shown: dict[str, str | bytes]) -> bool:
        # Without a forwarder nothing matches, since no hash is empty.
        return same(hash_of(str(shown.get(FORWARDER, ""))), self._forwarder)


@lru_cache(1024)
def label_of(host: str) -> str:
    """Return an address's label."""
    return blake2b(host.encode(), digest_size=6, key=_LABEL_KEY).hexdigest()


def host_of(peer: str) -> str:
    """Return an address in grpc's form without its port."""
    return peer.rpartition(":")[0]


def named(host: str) -> str:
    """Return an IP address in grpc's form; an IPv4 address that came as IPv6 becomes IPv4.

    Raises ValueError.
    """
    address = ip_address(host)
    address = getattr(address, "ipv4_mapped", None) or address
    return f"ipv4:{address}" if address.version == 4 else f"ipv6:{quote(f'[{address}]', safe=':')}"


def _visitor(text: str) -> str:
    """Return a visitor's peer. Raises InvalidField."""
    try:
        return named(text)
    except ValueError:
        raise InvalidField(VISITOR, "expected an IP address") from None
