"""Origins: which web pages may call, by cross-origin resource sharing (the Fetch standard, CORS protocol)."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

ANY = "*"
REQUEST_HEADERS = (
    "authorization, content-type, content-encoding, connect-protocol-version, connect-timeout-ms, "
    "connect-content-encoding, connect-accept-encoding, grpc-timeout, grpc-encoding, grpc-accept-encoding, "
    "x-grpc-web, x-user-agent"
)
"""The headers that Connect and gRPC-Web clients send from a page."""
RESPONSE_HEADERS = "connect-content-encoding, grpc-status, grpc-message, grpc-status-details-bin, grpc-encoding"
"""The headers that they read."""
MAX_AGE_SECONDS = 7200
"""How long a browser may remember the answer: the longest that any browser does."""


class Origins:
    """The origins whose pages may call; without any, no page may call.

    Browsers send the origin with every POST, even to the page's own site. So a page from another site, or from one
    whose name was changed to point at this machine, cannot reach a service that only its own machine can reach, where
    there are no quotas. Checking the page's address would not do: a name can be made to point to 127.0.0.1.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        """Raise ValueError for anything but an origin or `*`."""
        self._allowed = frozenset(map(origin, allowed))

    def allow(self, header: str) -> bool:
        """Return whether an origin's pages may call."""
        return ANY in self._allowed or header in self._allowed

    def beside(self, header: str) -> list[tuple[bytes, bytes]]:
        """Return the headers for a response to a page from an allowed origin."""
        return [
            (b"access-control-allow-origin", header.encode("latin-1")),
            (b"access-control-expose-headers", RESPONSE_HEADERS.encode()),
            # Or a cache would give one origin's page the answer for another.
            (b"vary", b"origin"),
        ]

    def before(self, header: str) -> list[tuple[bytes, bytes]]:
        """Return the headers for the answer to a browser that asks whether a page may call."""
        return [
            *self.beside(header),
            (b"access-control-allow-methods", b"GET, POST"),
            (b"access-control-allow-headers", REQUEST_HEADERS.encode()),
            (b"access-control-max-age", b"%d" % MAX_AGE_SECONDS),
        ]


def origin(text: str) -> str:
    """Return an origin in the browsers' form, or `*`. Raises ValueError."""
    parts = urlsplit(text)
    if text == ANY or (
        parts.scheme in {"http", "https"} and parts.hostname and text == f"{parts.scheme}://{parts.netloc}"
    ):
        return text.lower()
    raise ValueError(f"{text!r} is neither an origin, such as https://example.org or http://localhost:5173, nor '*'")
