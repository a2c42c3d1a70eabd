"""Backups of a stream by the protocol of NATS, as `nats stream backup` and `nats stream restore` make them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import nats
from nats.aio.client import Client

from lab.patience import PATIENCE

CHUNK = 64 * 1024


async def snapshot_of(address: str, name: str) -> bytes:
    """Return a backup of a stream: its configuration and state in a line, then the archive of the server."""
    connection = await nats.connect(address)
    inbox, parts = connection.new_inbox(), list[bytes]()
    arrived = await connection.subscribe(inbox)
    asked = {"deliver_subject": inbox, "chunk_size": CHUNK, "no_consumers": True}
    said = await _asked(connection, f"$JS.API.STREAM.SNAPSHOT.{name}", json.dumps(asked).encode())
    while (message := await arrived.next_msg(PATIENCE)).data:
        parts.append(message.data)
        if message.reply:
            await message.respond(b"")
    await connection.close()
    return json.dumps({"config": said["config"], "state": said["state"]}).encode() + b"\n" + b"".join(parts)


async def restore_stream(address: str, name: str, backup: bytes) -> None:
    """Put a backup in the place of a stream, which is deleted first."""
    head, _, archive = backup.partition(b"\n")
    connection = await nats.connect(address)
    stream = connection.jetstream()
    if name in {info.config.name for info in await stream.streams_info()}:
        await stream.delete_stream(name)
    said = await _asked(connection, f"$JS.API.STREAM.RESTORE.{name}", head)
    for start in range(0, len(archive), CHUNK):
        await connection.request(said["deliver_subject"], archive[start : start + CHUNK], PATIENCE)
    answer = await connection.request(said["deliver_subject"], b"", PATIENCE)
    _checked(answer.data)
    await connection.close()


async def delete_stream(address: str, name: str) -> None:
    """Delete a stream as its operator does by mistake."""
    connection = await nats.connect(address)
    await connection.jetstream().delete_stream(name)
    await connection.close()


async def _asked(connection: Client, subject: str, data: bytes) -> dict[str, Any]:
    return _checked((await asyncio.wait_for(connection.request(subject, data, PATIENCE), PATIENCE)).data)


def _checked(data: bytes) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(data)
    if "error" in said:
        raise OSError(said["error"]["description"])
    return said
