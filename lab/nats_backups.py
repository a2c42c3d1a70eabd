"""What an operator does to a stream besides referees: backups of it, old ones restored, and deletions."""

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
    """Replace a stream with a snapshot; it is deleted first."""
    with suppress(NotFoundError):
        await delete_stream(address, name)
    await put_back((address,), name, BytesIO(snapshot), len(snapshot), lambda *_: None)


async def delete_stream(address: str, name: str) -> None:
    """Delete a stream as its operator might by mistake."""
    connection = await nats.connect(address)
    try:
        await connection.jetstream().delete_stream(name)
    finally:
        await connection.close()
