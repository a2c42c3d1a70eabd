"""The presence of the service: noted while anything has a deadline, and read once as it was before the start."""

from __future__ import annotations

from referee.records.service_presence import Presence
from store.contract import StorageError
from store.memory import MemoryStore
from store.shared_state import LocalState


class Unwritable(MemoryStore):
    """A store that notes nothing."""

    async def note_presence(self, at: int) -> None:
        raise StorageError("games.sqlite.presence", "is read-only")


async def test_what_was_noted_before_the_start_is_known_after_the_first_note() -> None:
    store = MemoryStore()
    await store.note_presence(5)
    presence = Presence(store, LocalState(), lambda: 9, lambda: True)
    await presence.note()
    await presence.note()
    assert (presence.before, await store.presence()) == (5, 9)


async def test_nothing_is_noted_while_nothing_has_a_deadline() -> None:
    store = MemoryStore()
    presence = Presence(store, LocalState(), lambda: 9, lambda: False)
    await presence.note()
    assert (presence.before, await store.presence()) == (0, 0)


async def test_the_service_goes_on_where_its_presence_cannot_be_noted() -> None:
    store = Unwritable()
    await Presence(store, LocalState(), lambda: 9, lambda: True).note()
    assert await store.presence() == 0
