"""The client of the log: it keeps a checkpoint, and finds out if the log does not continue it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai.record.v1.log_pb2 import LeafKind
from gunbai_client.aio import connect
from gunbai_record.checkpoint import LogForked, signed_checkpoint
from gunbai_record.note import VerifierKey
from gunbai_record.tree import leaf_hash
from lab.toy_service import serving
from store.memory import MemoryStore


async def test_a_client_keeps_a_checkpoint_and_finds_a_log_that_forked(tmp_path: Path) -> None:
    store = MemoryStore()
    async with serving(store, tmp_path) as house, connect(house.address) as gunbai:
        await house.open()
        await house.open()
        seen = await gunbai.log.checkpoint()
        named = [VerifierKey.parse(seen.key)]
        await house.open()
        newest = await gunbai.log.since(seen, named)
        assert signed_checkpoint(newest, named).size == 3
        assert await gunbai.log.since(newest, named) == newest
        assert await gunbai.log.tile(0, 0, 3) == b"".join(leaf_hash(leaf.data) for leaf in await store.leaves())
        name = store._name
    other = MemoryStore()
    other._name = name
    async with serving(other, tmp_path) as house, connect(house.address) as gunbai:
        for _ in range(4):
            await house.open()
        with pytest.raises(LogForked, match="FORKED") as forked:
            await gunbai.log.since(newest, named)
        assert forked.value.shown is not None
        assert signed_checkpoint(forked.value.shown, named).contradicts(signed_checkpoint(newest, named))
    shorter = MemoryStore()
    shorter._name = name
    async with serving(shorter, tmp_path) as house, connect(house.address) as gunbai:
        await house.open()
        with pytest.raises(LogForked, match="showed two logs, of 3 and 1 leaves") as forked:
            await gunbai.log.since(newest, named)
        assert forked.value.shown == await gunbai.log.checkpoint()
        match = await house.open()
        assert [leaf.kind for leaf in (await gunbai.log.inclusion(match.id)).leaves] == [LeafKind.LEAF_KIND_CREATED]
