"""What a caller may see of a running game: everything public, what is private to their own seat, and no more."""

from __future__ import annotations

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import ORIGIN, checked, leaf_of, sealed_signature
from lab.toy_games import AT, Night, bid, started
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.game.entries import BY_CHANCE
from referee.game.forks import fork_game

PUBLIC = Caller("peer")
SEAT_1, SEAT_2 = Caller("peer", "seat", 1), Caller("peer", "seat", 2)
HOST, DEALER = Caller("peer", "host"), Caller("peer", "dealer")


def seals(entry: record.Entry) -> list[bool]:
    return [item.HasField("sealed") for item in (entry.command, *entry.events)]


def dealt() -> Night:
    return started(chance_source=life.CHANCE_SOURCE_DEALER).play(bid(1, 2))


def test_a_private_item_is_open_to_its_seat_alone() -> None:
    night = dealt()
    entry = night.entries[-1]
    assert seals(shown(night.game, entry, SEAT_1, ())) == [False, False, False]
    for caller in (PUBLIC, SEAT_2, HOST):
        assert seals(shown(night.game, entry, caller, ())) == [True, False, True]


def test_a_private_event_of_a_public_command_is_sealed_too() -> None:
    night = dealt()
    entry = record.Entry()
    entry.CopyFrom(night.entries[-1])
    entry.command.salt = b""
    assert seals(shown(night.game, entry, PUBLIC, ())) == [False, False, True]


def test_the_dealer_sees_no_seats_secrets() -> None:
    night = dealt()
    assert seals(shown(night.game, night.entries[-1], DEALER, ())) == [True, False, True]


def test_a_sealed_entry_still_continues_the_chain() -> None:
    night = dealt()
    seen = [shown(night.game, entry, PUBLIC, ()) for entry in night.entries]
    assert len(list(checked(seen, 0, ORIGIN))) == len(night.entries)
    assert [leaf_of(item) for item in seen[-1].events] == [leaf_of(item) for item in night.entries[-1].events]


def test_the_signature_of_a_sealed_command_is_sealed_and_that_of_an_open_one_shown() -> None:
    night = dealt()
    entry = record.Entry()
    entry.CopyFrom(night.entries[-1])
    entry.signature = bytes(64)
    assert shown(night.game, entry, PUBLIC, ()).signature == sealed_signature(entry) != entry.signature
    assert shown(night.game, entry, SEAT_1, ()).signature == entry.signature


def test_when_the_record_is_open_everything_is_shown() -> None:
    night = dealt()
    assert shown(night.game, night.entries[-1], PUBLIC, [night.game.id]) is night.entries[-1]


def test_the_dealer_of_a_branch_sees_nothing_that_the_dealer_of_its_parent_entered() -> None:
    night = dealt()
    entry = record.Entry()
    entry.CopyFrom(night.entries[-1])
    entry.actor.CopyFrom(BY_CHANCE)
    fork = life.ForkGame(parent=night.game.id, chance_source=life.CHANCE_SOURCE_DEALER)
    branch = fork_game(night.game, fork, "branch", bytes(32), AT).game
    assert seals(shown(night.game, entry, DEALER, ())) == [False, False, False]
    assert seals(shown(branch, entry, DEALER, ())) == [True, False, True]
    assert seals(shown(branch, entry, SEAT_1, ())) == [False, False, False]


def test_an_entry_without_secrets_is_shown_as_it_is() -> None:
    night = dealt()
    assert shown(night.game, night.entries[0], PUBLIC, ()) is night.entries[0]
