"""Deliver notices by running a command or by posting to an address.

A command gets the facts in its environment and as JSON on standard input, never as part of the command line, so no
shell interprets a player's name. Posts go only to the given address, encrypted unless it is on this machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Protocol
from urllib.parse import urlsplit

import h11

from clients.cli.notify.notices import Notice
from gunbai_record.errors import GunbaiError

PREFIX = "GUNBAI_NOTICE_"
"""The prefix of the environment variables with the facts."""
SECRETS = ("GUNBAI_TOKEN", "GUNBAI_NOTIFY_POST")
"""The variables that a command does not get."""
COMMAND_SECONDS = 60
"""How long a command may take."""
ANSWER_SECONDS = 10
"""How long an address may take to answer."""
PAUSES: Sequence[float] = (1, 2, 4, 8)
"""The seconds between one attempt to post and the next."""
AGAIN = {408, 425, 429}
"""The answers worth a retry, besides those of broken servers (5xx)."""
LONGEST_ANSWER = 64 * 1024
"""The most bytes of an answer that are read."""


class NotDelivered(GunbaiError):
    """A notice could not be delivered; it will be tried again."""


class Rejected(NotDelivered):
    """A notice was not accepted, and would not be a second time."""


class Delivery(Protocol):
    """Delivers a notice. Raises NotDelivered."""

    async def __call__(self, notice: Notice, /) -> None: ...


@dataclass(frozen=True)
class Command:
    """A shell command that the user wrote."""

    line: str

    async def __call__(self, notice: Notice) -> None:
        """Run the command for a notice. Raises Rejected if it fails or takes too long."""
        process = await self._started(environment(notice, os.environ))
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                await process.communicate(json.dumps(notice.facts).encode())
        except TimeoutError:
            raise Rejected(f"the command took longer than {COMMAND_SECONDS} s") from None
        finally:
            if process.returncode is None:
                await _ended(process)
        if process.returncode:
            raise Rejected(f"the command exited with code {process.returncode}")

    async def _started(self, environment: Mapping[str, str]) -> asyncio.subprocess.Process:
        """Start the command; if it is no longer wanted once it has started, end it."""
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_shell(
                self.line,
                stdin=asyncio.subprocess.PIPE,
                stdout=2,  # Standard output is for the notices.
                env=environment,
                start_new_session=True,
            )
        )
        try:
            # Starting a process cannot be cancelled: it is awaited, and the process is then killed.
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            await _ended(await starting)
            raise


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End a command and everything that it has started."""
    with suppress(ProcessLookupError):
        # The process leads a group of its own (start_new_session), which includes everything that it has started.
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


def environment(notice: Notice, given: Mapping[str, str]) -> dict[str, str]:
    """Return an environment with a notice's facts and without tokens."""
    inherited = {name: value for name, value in given.items() if name not in SECRETS}
    facts = {f"{PREFIX}{name.upper()}": str(value) for name, value in notice.facts.items()}
    # No variable of an environment can contain a zero byte.
    return inherited | {name: value.replace("\0", "") for name, value in facts.items()}


@dataclass(frozen=True)
class Address:
    """An address to post notices to, as JSON."""

    host: str
    port: int
    path: str
    encrypted: bool

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return a URL's address. Raises ValueError for one that is neither https nor on this machine."""
        # `urlsplit` would silently drop tabs and line breaks.
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError("not a URL: it contains characters that are not allowed in URLs")
        parts = urlsplit(text)
        if parts.username is not None or not parts.hostname:
            raise ValueError("write it as https://HOST/PATH, without a user")
        encrypted = parts.scheme == "https"
        if not encrypted and not (parts.scheme == "http" and _is_loopback(parts.hostname)):
            raise ValueError("use https for other machines")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return cls(parts.hostname, parts.port or (443 if encrypted else 80), path, encrypted)

    async def __call__(self, notice: Notice) -> None:
        """Post a notice, several times if necessary. Raises NotDelivered."""
        for pause in PAUSES:
            try:
                await self._post(notice)
            except Rejected:
                raise
            except NotDelivered:
                await asyncio.sleep(pause)
            else:
                return
        await self._post(notice)

    async def _post(self, notice: Notice) -> None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status = await self._answer(notice)
        except TimeoutError:
            raise NotDelivered(f"{self.host} did not answer within {ANSWER_SECONDS} s") from None
        except (OSError, h11.ProtocolError) as error:
            raise NotDelivered(f"{self.host}: {error}") from None
        if 300 <= status < 400:
            raise Rejected(f"{self.host} answered {status}: gunbai does not follow redirects")
        if status in AGAIN or status >= 500:
            raise NotDelivered(f"{self.host} answered {status}")
        if status >= 400:
            raise Rejected(f"{self.host} answered {status}")

    async def _answer(self, notice: Notice) -> int:
        """Post a notice once, and return the answer's status."""
        context = ssl.create_default_context() if self.encrypted else None
        reader, writer = await asyncio.open_connection(self.host, self.port, ssl=context)
        try:
            body = json.dumps(notice.facts).encode()
            http = h11.Connection(h11.CLIENT)
            request = h11.Request(method="POST", target=self.path, headers=self._headers(notice, body))
            for event in (request, h11.Data(data=body), h11.EndOfMessage()):
                writer.write(http.send(event) or b"")
            await writer.drain()
            return await _status(http, reader)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _headers(self, notice: Notice, body: bytes) -> list[tuple[str, str]]:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return [
            ("host", f"{host}:{self.port}"),
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            # A server that knows this header drops duplicates.
            ("idempotency-key", notice.id),
            ("user-agent", "gunbai"),
            ("connection", "close"),
        ]


async def _status(http: h11.Connection, reader: asyncio.StreamReader) -> int:
    """Return an answer's status. Raises h11.RemoteProtocolError or OSError."""
    read = 0
    while True:
        match http.next_event():
            case h11.Response(status_code=status):
                return int(status)
            case h11.NEED_DATA:
                data = await reader.read(4096)
                read += len(data)
                if read > LONGEST_ANSWER:
                    raise OSError("the answer is too long")
                http.receive_data(data)
            case h11.ConnectionClosed():
                raise OSError("the connection closed without an answer")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
