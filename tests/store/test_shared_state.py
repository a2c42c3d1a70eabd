"""What is held beside the record: by game and slot, until it is released."""

from __future__ import annotations

from store.shared_state import LocalState, Slots


def test_what_is_held_is_that_of_its_game_and_its_slot_until_it_is_dropped() -> None:
    slots = Slots()
    for game, slot in (("g", 1), ("g", 2), ("h", 1)):
        slots.keep(game, slot, f"{game}{slot}".encode())
    slots.keep("g", 2, b"newer")
    assert (slots.of("g"), slots.of("h"), slots.of("none")) == ({1: b"g1", 2: b"newer"}, {1: b"h1"}, {})
    for game, slot in (("g", 1), ("g", 9), ("none", 1)):
        slots.drop(game, slot)
    assert (slots.of("g"), slots.of("h")) == ({2: b"newer"}, {1: b"h1"})
    slots.drop("g", 2)
    assert slots.of("g") == {}
    assert slots._held.keys() == {"h"}, "a game of which nothing is held takes no room"


def test_what_was_returned_does_not_change() -> None:
    slots = Slots()
    slots.keep("g", 1, b"one")
    parts = slots.of("g")
    slots.keep("g", 2, b"two")
    assert parts == {1: b"one"}


async def test_a_process_that_is_alone_holds_for_itself() -> None:
    shared_state = LocalState()
    assert not shared_state.shared
    assert not await shared_state.attended()
    await shared_state.hold("g", 1, b"one")
    await shared_state.hold("g", 2, b"two")
    assert shared_state.held("g") == {1: b"one", 2: b"two"}
    shared_state.release("g", 1)
    assert (shared_state.held("g"), shared_state.held("h")) == ({2: b"two"}, {})
