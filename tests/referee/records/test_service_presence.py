"""The presence of the service: noted while anything has a deadline, and what the clocks show between two looks."""

from __future__ import annotations

import pytest

from referee.records import service_presence
from referee.records.service_presence import Presence
from store.contract import StorageError
from store.memory import MemoryStore
from store.shared_state import LocalState


async def nothing() -> None:
    """Do nothing when the service is back."""


class Clocks:
    """The clocks of a machine: the time of day, and the time that passed, which stands still while it sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time_of_day, self.passed = 1000.0, 50.0
        monkeypatch.setattr(service_presence, "time", self)

    def time(self) -> float:
        return self.time_of_day

    def monotonic(self) -> float:
        return self.passed

    def now(self) -> int:
        """Return the time of day in microseconds."""
        return int(self.time_of_day * 1_000_000)

    def go_on(self, time_of_day: float, passed: float) -> None:
        self.time_of_day += time_of_day
        self.passed += passed


class Attended(LocalState):
    """The state of a record in which another referee was there."""

    async def attended(self) -> bool:
        return True


class Unwritable(MemoryStore):
    """A store that notes nothing."""

    async def note_presence(self, at: int) -> None:
        raise StorageError("games.sqlite.presence", "is read-only")


async def test_what_was_noted_before_the_start_is_known_after_the_first_note() -> None:
    store = MemoryStore()
    await store.note_presence(5)
    presence = Presence(store, LocalState(), lambda: 9, lambda: True, nothing)
    await presence.note()
    await presence.note()
    assert (presence.last_seen(0), presence.back_since, await store.presence()) == (5, 9, 9)


async def test_nothing_is_noted_while_nothing_has_a_deadline() -> None:
    store = MemoryStore()
    presence = Presence(store, LocalState(), lambda: 9, lambda: False, nothing)
    await presence.note()
    assert (presence.last_seen(0), await store.presence()) == (0, 0)


async def test_the_service_goes_on_where_its_presence_cannot_be_noted() -> None:
    store = Unwritable()
    await Presence(store, LocalState(), lambda: 9, lambda: True, nothing).note()
    assert await store.presence() == 0


@pytest.mark.parametrize(
    ("time_of_day", "passed"), [(32, 32), (32, 0), (3600, 1)], ids=["paused", "asleep", "put forward"]
)
async def test_a_gap_between_two_looks_at_the_clocks_is_an_absence(
    monkeypatch: pytest.MonkeyPatch, time_of_day: float, passed: float
) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), LocalState(), clocks.now, lambda: True, nothing)
    clocks.go_on(0.5, 0.5)
    assert not presence.is_back()
    seen = clocks.now()
    clocks.go_on(time_of_day, passed)
    assert presence.is_back()
    await presence.returned()
    assert not presence.is_back()
    assert (presence.last_seen(seen), presence.back_since) == (seen, clocks.now())
    assert presence.absent(seen - 9_000_000, clocks.now() + 9) == clocks.now() - seen
    assert presence.absent(clocks.now() - 5, clocks.now()) == 5
    assert presence.last_seen(clocks.now()) == 0


async def test_of_two_absences_a_game_is_excused_from_the_first_that_it_has_not_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), LocalState(), clocks.now, lambda: True, nothing)
    seen = []
    for _ in range(2):
        seen.append(clocks.now())
        clocks.go_on(30, 30)
        await presence.returned()
    assert [presence.last_seen(at) for at in seen] == seen


async def test_a_clock_that_was_put_forward_and_back_ends_no_absence_in_the_future(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), LocalState(), clocks.now, lambda: True, nothing)
    clocks.go_on(3600, 0)
    await presence.returned()
    clocks.go_on(-3600, 0)
    assert not presence.is_back()
    assert (presence.back_since, presence.last_seen(0)) == (0, 0)


async def test_what_another_process_attended_is_no_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), Attended(), clocks.now, lambda: True, nothing)
    clocks.go_on(30, 30)
    await presence.returned()
    assert (presence.is_back(), presence.back_since) == (False, 0)


async def test_short_pauses_add_up_and_are_no_absences(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), LocalState(), clocks.now, lambda: True, nothing)
    begun = clocks.now()
    for lost in (2, 4, 0.9):
        clocks.go_on(0.25, 0.25)
        assert not presence.is_back()
        clocks.go_on(lost, lost)
        assert presence.is_back()
        assert not await presence.returned()
    assert (presence.back_since, presence.last_seen(begun)) == (0, 0)
    assert presence.paused(begun) == presence.absent(begun, clocks.now()) == pytest.approx(6_900_000, abs=9)
    assert presence.paused(clocks.now() - 900_000) == 0


async def test_an_absence_begins_earlier_by_the_pauses_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), LocalState(), clocks.now, lambda: True, nothing)
    begun = clocks.now()
    clocks.go_on(3, 3)
    await presence.returned()
    for _ in range(40):
        clocks.go_on(0.25, 0.25)
        assert not presence.is_back()
    left = clocks.now()
    clocks.go_on(30, 30)
    assert await presence.returned()
    assert presence.last_seen(begun) == left - 3_000_000
    assert presence.last_seen(left) == left


async def test_a_pause_that_another_process_attended_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    presence = Presence(MemoryStore(), Attended(), clocks.now, lambda: True, nothing)
    clocks.go_on(4, 4)
    assert not await presence.returned()
    assert presence.paused(0) == 0
