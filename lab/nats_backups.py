"""What an operator does to a stream besides referees: backups of it, old ones put in its place, and deletions."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO

import nats
from nats.js.errors import NotFoundError

from store.jetstream.snapshots import put_back, take


async def snapshot_of(address: str, name: str) -> bytes:
    """Return a snapshot of a stream."""
    target = BytesIO()
    await take((address,), name, target, lambda *_: None)
    return target.getvalue()


async def restore_stream(address: str, name: str, snapshot: bytes) -> None:
    """Put a snapshot in the place of a stream, which is deleted first."""
    with suppress(NotFoundError):
        await delete_stream(address, name)
    await put_back((address,), name, BytesIO(snapshot), len(snapshot), lambda *_: None)


async def delete_stream(address: str, name: str) -> None:
    """Delete a stream as its operator does by mistake."""
    connection = await nats.connect(address)
    try:
        await connection.jetstream().delete_stream(name)
    finally:
        await connection.close()
