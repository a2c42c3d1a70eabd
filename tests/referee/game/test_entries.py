"""Entries: what one seat alone may see is salted, and every entry is the link to the one before."""

from __future__ import annotations

from gunbai_record.chain import ORIGIN, check, digest_with, leaf_of
from lab.toy_games import bid, finished, started
from referee.game.entries import moment


def test_every_entry_continues_the_chain() -> None:
    previous = ORIGIN
    for version, entry in enumerate(finished().entries, 1):
        check(entry, version, previous)
        previous = entry.digest


def test_private_items_have_a_salt_of_their_own_and_public_ones_none() -> None:
    entry = started().play(bid(1, 2)).entries[-1]
    public, private = entry.events
    assert len(entry.command.salt) == len(private.salt) == 32
    assert entry.command.salt != private.salt
    assert not public.salt


def test_a_time_of_the_record_is_given_to_the_microsecond() -> None:
    timestamp = moment(1_700_000_000_123_456)
    assert (timestamp.seconds, timestamp.nanos) == (1_700_000_000, 123_456_000)
    assert timestamp.ToMicroseconds() == 1_700_000_000_123_456


def test_the_digest_is_that_of_the_leaves() -> None:
    entry = started().play(bid(1, 2)).entries[-1]
    assert entry.digest == digest_with(entry, [leaf_of(item) for item in (entry.command, *entry.events)])


def test_what_the_referee_and_the_host_add_is_signed_by_nobody_and_answers_no_version() -> None:
    own = [entry for entry in finished().entries if not entry.actor.seat]
    assert own
    for entry in own:
        assert (entry.signature, entry.command_id, entry.expected_version) == (b"", "", 0)
