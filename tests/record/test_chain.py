"""A chain holds together, and every way of breaking it is noticed at the entry where it is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import ORIGIN, ChainError, check, checked, digest_of, leaf, sealed, signed_by


def chain_of(length: int) -> list[record.Entry]:
    """Return a chain with a public and a private item in each entry."""
    entries: list[record.Entry] = []
    for version in range(1, length + 1):
        entry = record.Entry(game="g", version=version, previous=entries[-1].digest if entries else ORIGIN)
        entry.actor.kind = record.ACTOR_KIND_HOST
        entry.command.open.type_url = "type.googleapis.com/a.Command"
        event = entry.events.add()
        event.open.type_url, event.open.value = "type.googleapis.com/a.Event", bytes([version])
        event.salt = bytes([version]) * 32
        entry.digest = digest_of(entry)
        entries.append(entry)
    return entries


def test_a_whole_chain_and_any_later_part_of_it_hold() -> None:
    entries = chain_of(5)
    assert list(checked(entries)) == entries
    assert list(checked(entries[3:], 3, entries[2].digest)) == entries[3:]


def test_sealing_an_item_leaves_the_chain_whole() -> None:
    entries = chain_of(3)
    entries[1].events[0].CopyFrom(sealed(entries[1].events[0]))
    assert len(list(checked(entries))) == 3


def change_actor(entry: record.Entry) -> None:
    entry.actor.seat = 9


def change_value(entry: record.Entry) -> None:
    entry.events[0].open.value = b"other"


def change_type(entry: record.Entry) -> None:
    entry.command.open.type_url = "type.googleapis.com/a.Comman"


def change_salt(entry: record.Entry) -> None:
    entry.events[0].salt = bytes(32)


def drop_salt(entry: record.Entry) -> None:
    entry.events[0].ClearField("salt")


def add_event(entry: record.Entry) -> None:
    entry.events.add().sealed = bytes(32)


def change_seal(entry: record.Entry) -> None:
    entry.events[0].CopyFrom(record.Item(sealed=b"short"))


def salt_a_seal(entry: record.Entry) -> None:
    entry.events[0].sealed = bytes(32)


def change_number(entry: record.Entry) -> None:
    entry.version = 7


@pytest.mark.parametrize(
    "alter",
    [change_actor, change_value, change_type, change_salt, drop_salt, add_event, change_seal, change_number],
)
def test_an_altered_entry_is_named(alter: Callable[[record.Entry], None]) -> None:
    entries = chain_of(4)
    alter(entries[2])
    with pytest.raises(ChainError) as broken:
        list(checked(entries))
    assert broken.value.version == 3


def no_actor(entry: record.Entry) -> None:
    entry.actor.kind = record.ACTOR_KIND_UNSPECIFIED


def unknown_actor(entry: record.Entry) -> None:
    entry.actor.kind = 9  # type: ignore[assignment]  # proto3 keeps unknown values


def short_salt(entry: record.Entry) -> None:
    entry.events[0].salt = bytes(31)


def long_salt(entry: record.Entry) -> None:
    entry.events[0].salt = bytes(64)


def other_url(entry: record.Entry) -> None:
    entry.command.open.type_url = f"example.com/{entry.command.open.type_url.rpartition('/')[2]}"


@pytest.mark.parametrize(
    ("alter", "problem"),
    [
        (no_actor, "unknown actor kind 0"),
        (unknown_actor, "unknown actor kind 9"),
        (short_salt, "a salt must have 32 bytes, not 31"),
        (long_salt, "a salt must have 32 bytes, not 64"),
        (other_url, "the name of a message"),
        (change_seal, "only its leaf"),
        (salt_a_seal, "only its leaf"),
    ],
)
def test_an_entry_of_another_form_is_refused_though_its_digest_fits(
    alter: Callable[[record.Entry], None], problem: str
) -> None:
    entries = chain_of(3)
    alter(entries[2])
    entries[2].digest = digest_of(entries[2])
    with pytest.raises(ChainError, match=problem):
        list(checked(entries))


def test_an_altered_entry_with_a_digest_of_its_own_breaks_the_next() -> None:
    entries = chain_of(4)
    change_value(entries[1])
    entries[1].digest = digest_of(entries[1])
    with pytest.raises(ChainError, match="entry 3: it does not follow the previous entry"):
        list(checked(entries))


def test_a_broken_chain_says_what_was_expected_and_found() -> None:
    entries = chain_of(2)
    first, second = entries
    wrong = record.Entry.FromString(second.SerializeToString())
    wrong.digest = bytes(32)
    for entry, version, previous, problem, expected, found in (
        (second, 1, ORIGIN, "entry 2 is in its place", "entry 1", "entry 2"),
        (second, 2, ORIGIN, "it does not follow the previous entry", "00" * 32, first.digest.hex()),
        (wrong, 2, first.digest, "its digest does not match its content", second.digest.hex(), "00" * 32),
    ):
        with pytest.raises(ChainError) as broken:
            check(entry, version, previous)
        error = broken.value
        assert (error.version, error.problem) == (version, problem)
        assert (error.expected, error.found) == (expected, found)
        assert str(error) == f"entry {version}: {problem}"
    no_actor(first)
    with pytest.raises(ChainError) as nobody:
        check(first, 1, ORIGIN)
    assert str(nobody.value) == "entry 1: unknown actor kind 0"
    assert (nobody.value.version, nobody.value.expected, nobody.value.found) == (1, "", "")


def test_of_a_type_of_another_form_the_beginning_is_shown() -> None:
    (entry,) = chain_of(1)
    entry.command.open.type_url = "x" * 300
    entry.digest = digest_of(entry)
    with pytest.raises(ChainError) as broken:
        check(entry, 1, ORIGIN)
    assert broken.value.problem == f"'{'x' * 200}' must be type.googleapis.com/ followed by the name of a message"


def test_entries_stand_in_their_order() -> None:
    entries = chain_of(3)
    with pytest.raises(ChainError, match="entry 2 is in its place"):
        check(entries[1], 1, entries[1].previous)
    with pytest.raises(ChainError):
        list(checked([entries[0], entries[2]]))


NAMES = st.text(st.characters(exclude_characters="/", exclude_categories=["Cs"]), max_size=9)


@given(st.binary(max_size=40), st.binary(max_size=40), NAMES, NAMES)
def test_leaves_of_different_items_differ(value: bytes, other: bytes, name: str, another: str) -> None:
    same = (name, value) == (another, other)
    assert (leaf(name, value) == leaf(another, other)) is same
    assert leaf(name, value) != leaf(name, value, bytes(32))
    assert leaf(f"type.googleapis.com/{name}", value) == leaf(name, value)


def test_a_key_or_signature_that_is_none_has_signed_nothing() -> None:
    assert not signed_by(b"short", bytes(64), b"payload")
    assert not signed_by(bytes(32), b"", b"payload")
