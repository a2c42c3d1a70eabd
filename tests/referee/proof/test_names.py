"""A record without the names of its players verifies as before; without anything else it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai_record.chain import digest_of, sealed
from gunbai_record.player_names import Name, is_name
from lab.toy_games import TITLES, finished, named, started
from referee.proof.verification import verify


def copies(entries: tuple[record.Entry, ...]) -> list[record.Entry]:
    """Return entries that may be changed."""
    return [record.Entry.FromString(entry.SerializeToString()) for entry in entries]


def without_names(entries: tuple[record.Entry, ...]) -> list[record.Entry]:
    """Return entries of which only the leaves of the names are left."""
    bare = copies(entries)
    for entry in bare:
        for index, item in enumerate(entry.events):
            if is_name(entry, index):
                item.CopyFrom(sealed(item))
    return bare


def rechained(entries: list[record.Entry]) -> list[record.Entry]:
    """Return the entries with a chain that fits them: what a cheating operator could make."""
    previous = bytes(32)
    for entry in entries:
        entry.previous = previous
        previous = entry.digest = digest_of(entry)
    return entries


def test_a_finished_record_without_names_is_as_consistent_as_with_them() -> None:
    whole = finished(3).entries
    bare = without_names(whole)
    assert b"player 1" not in b"".join(entry.SerializeToString() for entry in bare)
    assert [entry.digest for entry in bare] == [entry.digest for entry in whole]
    verification = verify(TITLES, bare)
    assert verification.removed_names == [2, 3, 4]
    del verification.removed_names[:]
    assert verification == verify(TITLES, whole)
    assert verification.verdict == pb.VERDICT_CONSISTENT


def test_a_running_record_without_names_lacks_nothing_else() -> None:
    whole = started().entries
    verification = verify(TITLES, without_names(whole))
    assert verification.removed_names == [2, 3]
    del verification.removed_names[:]
    assert verification == verify(TITLES, whole)


def test_one_name_may_be_missing_and_another_not() -> None:
    whole = finished().entries
    entries = copies(whole)
    entries[1] = without_names(whole)[1]
    assert verify(TITLES, entries).verdict == pb.VERDICT_CONSISTENT


def _other_leaf(entry: record.Entry) -> None:
    entry.events[1].sealed = bytes(32)


def _other_name(entry: record.Entry) -> None:
    entry.events[1].CopyFrom(named("somebody else").item(1))


@pytest.mark.parametrize("change", [_other_leaf, _other_name])
def test_a_name_cannot_be_exchanged(change: Callable[[record.Entry], None]) -> None:
    entries = copies(finished().entries)
    change(entries[1])
    report = verify(TITLES, entries)
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, 2)


def _no_salt(entry: record.Entry) -> None:
    entry.events[1].CopyFrom(Name("player 1", b"").item(1))


def _no_name(entry: record.Entry) -> None:
    del entry.events[1]


def _two_names(entry: record.Entry) -> None:
    entry.events.add().CopyFrom(entry.events[1])


def _two_leaves(entry: record.Entry) -> None:
    entry.events[1].CopyFrom(sealed(entry.events[1]))
    entry.events.add().CopyFrom(entry.events[1])


def _name_of_another_seat(entry: record.Entry) -> None:
    entry.events[1].CopyFrom(named("player 1").item(2))


def _seat_removed_too(entry: record.Entry) -> None:
    entry.events[0].CopyFrom(sealed(entry.events[0]))


def _decision_removed(entry: record.Entry) -> None:
    entry.command.CopyFrom(sealed(entry.command))


def _other_event(entry: record.Entry) -> None:
    entry.events[1].open.type_url = entry.events[1].open.type_url.replace("PlayerNamed", "SeatTaken")
    entry.events[1].open.value = life.SeatTaken(seat=1).SerializeToString()


@pytest.mark.parametrize(
    "change",
    [
        _no_salt,
        _no_name,
        _two_names,
        _two_leaves,
        _name_of_another_seat,
        _seat_removed_too,
        _decision_removed,
        _other_event,
    ],
)
def test_nothing_but_a_name_with_a_salt_stands_in_its_place(change: Callable[[record.Entry], None]) -> None:
    entries = copies(finished().entries)
    change(entries[1])
    report = verify(TITLES, rechained(entries))
    assert (report.verdict, report.bad_version) == (pb.VERDICT_FAILED, 2)


def test_no_other_item_of_a_finished_game_may_be_missing() -> None:
    whole = finished().entries
    for version, entry in enumerate(whole, 1):
        for place in range(1 + len(entry.events)):
            if is_name(entry, place - 1):
                continue
            entries = copies(whole)
            item = entries[version - 1].command if not place else entries[version - 1].events[place - 1]
            item.CopyFrom(sealed(item))
            assert verify(TITLES, entries).verdict == pb.VERDICT_FAILED, (version, place)
