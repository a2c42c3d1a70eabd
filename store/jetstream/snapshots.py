"""Snapshots of a stream by NATS's own protocol: taken while referees write, and restored once a stream is deleted.

A snapshot is a line of JSON with the stream's configuration and state, followed by the server's archive.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from time import time
from typing import IO, Any

from nats.aio.client import Client
from nats.errors import Error as NatsError

from store.contract import StorageCorrupt, StorageError
from store.jetstream.referees import GONE_SECONDS, HERE
from store.jetstream.stream import FOUNDING, NO_STREAM, shown

CHUNK = 128 * 1024
ANSWER_SECONDS = 30.0
"""How long to wait for each answer, and for each piece."""
_CONNECT_SECONDS = 10
_END = "204"
"""The status of the message that ends a complete snapshot."""
_LONGEST_LINE = 1 << 20
_NAME_IN_USE = 10130
"""The error for a stream that is restored although it exists."""

Progress = Callable[[int, int], None]
"""Called with how many bytes are done of how many."""


class _NoStream(StorageError):
    """There is no stream of this name."""


async def take(servers: tuple[str, ...], name: str, target: IO[bytes], progress: Progress) -> int:
    """Write a stream's snapshot; return the sequence of its last message. Raises StorageError."""
    async with _connected(servers) as connection:
        # If the stream is missing, nobody answers the request for a snapshot: ask for the stream first.
        await _request(connection, f"$JS.API.STREAM.INFO.{name}", b"")
        inbox = connection.new_inbox()
        # Without a limit: at the library's own, pieces would be dropped.
        arrived = await connection.subscribe(inbox, pending_bytes_limit=0)
        request = {"deliver_subject": inbox, "chunk_size": CHUNK, "no_consumers": True, "jsck": True}
        answer = await _request(connection, f"$JS.API.STREAM.SNAPSHOT.{name}", json.dumps(request).encode())
        facts = {"config": answer["config"], "state": answer["state"]}
        target.write(json.dumps(facts).encode() + b"\n")
        done, total = 0, int(answer["state"]["bytes"])
        while True:
            piece = await arrived.next_msg(ANSWER_SECONDS)
            status = (piece.headers or {}).get("Status", _END)
            if status != _END:
                raise StorageError(shown(servers), f"the snapshot of {name} was interrupted: {status}")
            if not piece.data:
                return int(answer["state"]["last_seq"])
            target.write(piece.data)
            done += len(piece.data)
            progress(min(done, total), total)
            # The server's flow control: it waits for these answers before it sends more.
            if piece.reply:
                await piece.respond(b"")


async def put_back(servers: tuple[str, ...], name: str, source: IO[bytes], size: int, progress: Progress) -> int:
    """Restore a stream from a snapshot; return how many messages it has. Raises StorageError if the stream exists."""
    async with _connected(servers) as connection:
        head = source.readline(_LONGEST_LINE)
        try:
            stream_name = json.loads(head)["config"]["name"]
        except (ValueError, KeyError, TypeError):
            raise StorageCorrupt(name, "", "this is not a snapshot of a stream") from None
        if stream_name != name:
            raise StorageError(name, f"the snapshot is of the stream {stream_name}: name it with --store-name")
        place = (await _request(connection, f"$JS.API.STREAM.RESTORE.{name}", head))["deliver_subject"]
        done = len(head)
        while piece := source.read(CHUNK):
            await connection.request(place, piece, ANSWER_SECONDS)
            done += len(piece)
            progress(done, size)
        answer = await connection.request(place, b"", ANSWER_SECONDS)
        return int(_checked(answer.data, shown(servers))["state"]["messages"])


async def idle_size_of(servers: tuple[str, ...], name: str) -> int:
    """Return how many messages a record's stream has, that no referee uses now. Raises StorageError for any other."""
    async with _connected(servers) as connection:
        info = await _request(connection, f"$JS.API.STREAM.INFO.{name}", b"")
        if FOUNDING not in (info["config"].get("metadata") or {}):
            raise StorageError(name, "the stream does not hold a record")
        if running := await _running(connection, f"{name}-now"):
            raise StorageError(
                name, f"referees that wrote in the last {GONE_SECONDS:.0f} s: {running}; stop all of them first"
            )
        return int(info["state"]["messages"])


async def delete(servers: tuple[str, ...], name: str) -> None:
    """Delete a stream with everything in it. Raises StorageError if there is none."""
    async with _connected(servers) as connection:
        await _request(connection, f"$JS.API.STREAM.DELETE.{name}", b"")


async def _running(connection: Client, notes: str) -> int:
    """Return how many referees noted a moment ago, in their own stream, that they are running."""
    try:
        filtered = json.dumps({"subjects_filter": f"{notes}.{HERE}.*"}).encode()
        info = await _request(connection, f"$JS.API.STREAM.INFO.{notes}", filtered)
    except _NoStream:
        # Nobody notes anything.
        return 0
    running = 0
    for subject in info["state"].get("subjects") or ():
        asked = json.dumps({"last_by_subj": subject}).encode()
        found = await _request(connection, f"$JS.API.STREAM.MSG.GET.{notes}", asked)
        noted = b64decode(found["message"].get("data", "")) or b"0"  # Nothing is a good-bye.
        running += time() - float(noted) < GONE_SECONDS
    return running


@asynccontextmanager
async def _connected(servers: tuple[str, ...]) -> AsyncGenerator[Client, None]:
    """Yield a connection. Raises StorageError for anything that fails on it."""
    connection, address = Client(), shown(servers)
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            await connection.connect([*servers], error_cb=_unheard, allow_reconnect=False)
        yield connection
    except (NatsError, OSError, TimeoutError) as error:
        raise StorageError(address, str(error) or f"no answer within {ANSWER_SECONDS:.0f} s") from error
    finally:
        await connection.close()


async def _request(connection: Client, subject: str, data: bytes) -> dict[str, Any]:
    answer = await connection.request(subject, data, ANSWER_SECONDS)
    return _checked(answer.data, subject)


def _checked(data: bytes, place: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(data)
    if "error" in answer:
        if answer["error"].get("err_code") == _NAME_IN_USE:
            raise StorageError(place.rpartition(".")[2], "this stream exists: delete it before you restore it")
        kind = _NoStream if answer["error"].get("err_code") == NO_STREAM else StorageError
        raise kind(place, str(answer["error"].get("description", "refused")))
    return answer


async def _unheard(_error: Exception) -> None:
    """Ignore what else the library reports: failures are raised."""
