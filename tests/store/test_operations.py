"""What a message of a stream has of a call: how the servers know it again, and what stands for what was removed."""

from __future__ import annotations

import asyncio
import gc
from hashlib import sha256

import pytest
from msgspec.structs import replace

from store.contract import StorageError
from store.jetstream import JetstreamStore, _message_id
from store.jetstream.operations import Adopt, Append, Call, Create, unknown_summary
from store.jetstream.sealing import token_of
from store.memory import MemoryStore
from tests.store.store_values import entries, entry, opening

FIRST = Create(opening("g"), tuple(entries(1, 2)), (), None, (), ())
IMPORT = Adopt(replace(opening("g"), provenance=b"from"), (), None, (), 10, "import", 1)


@pytest.mark.parametrize(
    ("call", "version", "command"),
    [
        (FIRST, 0, ""),
        (Append("g", 2, (entry(3, "third"), entry(4, "fourth")), None, (), ()), 3, "third"),
        (Append("g", 2, (), None, (), ()), 0, ""),
        (IMPORT, 0, ""),
    ],
)
def test_a_message_is_known_again_by_game_first_version_command_and_proposal(
    call: Call, version: int, command: str
) -> None:
    digest = sha256(command.encode()).hexdigest()[:16]
    assert _message_id("proposal", call) == f"{token_of('g')}/{version}/{digest}/proposal"


async def test_a_game_whose_row_was_removed_has_one_that_says_no_more_than_its_opening() -> None:
    store, imported = MemoryStore(), MemoryStore()
    await FIRST.on(store)
    await IMPORT.on(imported, entries(1, 2))
    row = unknown_summary(opening("g"))
    for copy in (store, imported):
        assert copy._catalogue == {"g": row}
        assert [stored.version for stored in await copy.read("g")] == [1, 2]
    assert (row.title, row.status, row.seats, row.public) == ("titan_race", "", 0, True)


async def test_of_a_call_that_ends_when_nobody_waits_for_it_nothing_is_said() -> None:
    errors: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, facts: errors.append(facts))
    store = object.__new__(JetstreamStore)

    async def lost() -> None:
        raise StorageError("there", "away")

    async def waiting() -> None:
        await asyncio.Event().wait()

    tasks = {asyncio.create_task(lost()), (stopped := asyncio.create_task(waiting()))}
    store._proposing = set(tasks)
    for task in tasks:
        task.add_done_callback(store._settled)
    await asyncio.sleep(0)
    stopped.cancel()
    await asyncio.wait(tasks)
    await asyncio.sleep(0)
    assert store._proposing == set()
    del task, stopped
    tasks.clear()
    gc.collect()
    assert errors == []
