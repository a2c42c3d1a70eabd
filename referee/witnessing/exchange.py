"""Requests to a witness over HTTP/1.1, on one connection after the other, and what can go wrong.

WitnessError
├── WitnessUnreachable     it is down, too slow, or answers with what is no answer; `status` if it is one of HTTP
├── CosignatureMissing     its answer has no valid cosignature by its key
├── WitnessRefuses         it refuses the submission, with a status
│   └── WitnessDisagrees   it saw another log
└── WitnessAhead           it saw a larger log than there is here
"""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlsplit

import h11

from gunbai_record.errors import GunbaiError
from gunbai_record.note import COSIGNATURE, LARGEST
from gunbai_record.policy import Cosigner
from gunbai_record.text.counts import counted

SECONDS = 10.0
"""How long an answer may take."""
HEADER_BYTES = 16 * 1024
RETRIED = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.REQUEST_TIMEOUT})
"""The statuses below 500 that say that a witness cannot answer now."""
_PORTS = {"http": 80, "https": 443}


class WitnessError(GunbaiError):
    """A witness did not cosign; `outcome` is the word for it in logs and metrics."""

    outcome = "failed"


class WitnessUnreachable(WitnessError):
    """A witness is down, too slow, or does not answer as it should."""

    outcome = "unreachable"


class CosignatureMissing(WitnessError):
    """An answer has no valid cosignature by the key of the witness."""

    outcome = "invalid"


class WitnessRefuses(WitnessError):
    """A witness refuses a submission, with a status."""

    outcome = "refused"

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"it answered {status}: {words.strip()[:200] or 'no reason'}")
        self.status = status


class WitnessDisagrees(WitnessRefuses):
    """A witness saw a different log: this one does not continue it."""

    outcome = "forked"


class WitnessAhead(WitnessError):
    """A witness saw a larger log than there is here."""

    outcome = "ahead"

    def __init__(self, size: int) -> None:
        super().__init__(f"it has seen {counted(size, 'leaf')} of the log, more than this service has")
        self.size = size


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    kind: str
    text: str


class Connection:
    """A connection to the submission prefix of a witness, which is opened when it is needed."""

    def __init__(self, prefix: str) -> None:
        self._prefix = urlsplit(prefix)
        self._protocol: h11.Connection | None = None

    async def ask(self, method: str, path: str, body: str = "") -> Answer:
        """Return the answer to a request. Raises WitnessUnreachable."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._asked(method, path, body.encode())
        except TimeoutError:
            raise WitnessUnreachable(f"no answer within {SECONDS:g} s") from None
        except (OSError, ValueError, h11.ProtocolError) as error:
            raise WitnessUnreachable(str(error) or type(error).__name__) from None

    async def close(self) -> None:
        """Close the connection, if one is open."""
        if self._protocol is not None:
            self._protocol = None
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()

    async def _asked(self, method: str, path: str, body: bytes) -> Answer:
        protocol = await self._opened()
        head = h11.Request(
            method=method,
            target=self._prefix.path.rstrip("/") + path,
            headers=[
                ("host", self._prefix.netloc),
                ("user-agent", "gunbai"),
                ("content-type", "text/plain; charset=utf-8"),
                ("content-length", str(len(body))),
            ],
        )
        for event in (head, h11.Data(data=body), h11.EndOfMessage()):
            self._writer.write(protocol.send(event) or b"")
        await self._writer.drain()
        return await self._answer(protocol)

    async def _opened(self) -> h11.Connection:
        """Return the protocol of a connection that is ready for a request."""
        # Otherwise part of an answer is still on the way, and would be taken for the next one.
        if self._protocol is not None and self._protocol.our_state is self._protocol.their_state is h11.DONE:
            self._protocol.start_next_cycle()
            return self._protocol
        await self.close()
        secure = self._prefix.scheme == "https"
        port = self._prefix.port or _PORTS[self._prefix.scheme]
        context = _context() if secure else None
        self._reader, self._writer = await asyncio.open_connection(self._prefix.hostname, port, ssl=context)
        self._protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEADER_BYTES)
        return self._protocol

    async def _answer(self, protocol: h11.Connection) -> Answer:
        """Read an answer. Raises OSError, ValueError or ProtocolError."""
        status, kind, body = 0, "", b""
        while True:
            match protocol.next_event():
                case h11.NEED_DATA:
                    protocol.receive_data(await self._reader.read(HEADER_BYTES))
                case h11.Response(status_code=status, headers=headers):
                    kind = dict(headers).get(b"content-type", b"").decode("latin-1")
                case h11.Data(data=data):
                    body += data
                    # A witness is somebody else's server, and must not fill the memory.
                    if len(body) > LARGEST:
                        raise ValueError(f"its answer has more than {LARGEST} bytes")
                case h11.EndOfMessage():
                    return Answer(status, kind.partition(";")[0].strip().lower(), body.decode())
                case h11.ConnectionClosed():
                    raise ConnectionError("it closed the connection")


@cache
def _context() -> ssl.SSLContext:
    """Return what checks certificates by the authorities of this machine, which take some time to read."""
    return ssl.create_default_context()


def check_witness(cosigner: Cosigner) -> None:
    """Check that a service can take cosignatures of a witness, and ask it at its address, if any. Raises ValueError."""
    if cosigner.key.kind != COSIGNATURE:
        raise ValueError(f"the key of the witness {cosigner.key.name!r} must be an Ed25519 key")
    url, parts = cosigner.url, urlsplit(cosigner.url)
    sound = parts.scheme in _PORTS and parts.hostname and url.isascii() and url.isprintable()
    if url and (not sound or parts.query or parts.fragment or parts.username is not None or parts.port == 0):
        raise ValueError(f"{url!r} is not a witness's address, such as https://witness.example/prefix")
