"""Who could foresee, steer or stall what: one table for all pages, and what a record adds to it."""

from __future__ import annotations

from pathlib import Path

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.fairness import DUPLICATE, FAIRNESS, SEEDED, SOURCES, Account, table
from gunbai_record.messages import packed
from lab import share_games
from lab.toy_games import AT, NAME, created, named, seated
from referee.game.chance_shares import call_time
from referee.game.judge import resumed
from referee.game.leaving import leave_seat
from referee.game.lifecycle import abandon_game, take_seat

GUARANTEES = Path(__file__).parents[3] / "docs" / "guarantees.md"


def test_every_source_of_chance_is_described() -> None:
    sources = {*life.ChanceSource.values()} - {life.CHANCE_SOURCE_UNSPECIFIED}
    assert {*FAIRNESS} == sources == {*SOURCES.values()}
    assert all(fairness.foresee and fairness.steer and fairness.stall for fairness in FAIRNESS.values())


def test_the_guarantees_have_the_table() -> None:
    assert "\n".join(table()) in GUARANTEES.read_text("utf-8")


def test_a_record_that_names_no_source_of_chance_has_the_referees() -> None:
    for entries in ([], [record.Entry(command=record.Item(open=packed(life.CreateGame())))]):
        account = Account(entries)
        assert (account.source, account.fairness.name) == (life.CHANCE_SOURCE_REFEREE, "referee")
        assert (account.players, account.names, account.absent, list(account.remarks())) == ({}, {}, (), [])


def test_chance_that_is_not_the_games_own_has_remarks_of_its_own() -> None:
    seeded = created(seed="7")
    account = Account(seeded.then(take_seat(seeded.game, life.TakeSeat(), named("Bo"), AT)).entries)
    assert account.fairness is SEEDED
    assert list(account.remarks()) == ["Its chance follows from a seed, for tests: the game proves nothing."]
    shared = created(private=True, duplicate=life.Duplicate(commitment=bytes(32), games=[NAME, "other", "third"]))
    account = Account(shared.entries)
    assert account.fairness is DUPLICATE
    assert list(account.remarks()) == ["Its chance is common to 3 games; the secret opens when all are over."]


def test_seats_are_remarked_on_in_their_order() -> None:
    taken = [life.TakeSeat(seat=seat) for seat in (2, 1)]
    account = Account(record.Entry(command=record.Item(open=packed(seat))) for seat in taken)
    assert [remark.split(" gave")[0] for remark in account.remarks()] == ["seat 1", "seat 2"]


def test_a_seat_without_entropy_is_named() -> None:
    remarks = list(Account(seated().entries).remarks())
    assert remarks == []
    night = created()
    night = night.then(take_seat(night.game, life.TakeSeat(), named("Bo"), AT))
    assert list(Account(night.entries).remarks()) == [
        "seat 1 (Bo) gave no entropy, and so adds nothing to the outcomes."
    ]


def test_who_gave_no_share_in_time_is_named() -> None:
    revealing, asking = share_games.reveal(share_games.revealing(), 2), share_games.asking()
    late = share_games.DEADLINE + 1
    for night in (revealing, asking):
        present = () if night is revealing else share_games.given(night, without=[1])
        account = Account(night.then(call_time(night.game, present, late)).entries)
        assert account.absent == (1,)
        assert list(account.remarks()) == ["seat 1 (player 1) gave no share of chance in time, which ended the game."]


def test_a_reveal_that_the_host_ended_and_a_request_made_again_are_reported() -> None:
    night = share_games.revealing()
    night = night.then(resumed(night.game, AT + 1, (), AT + 2))
    night = night.then(abandon_game(night.game, life.AbandonGame(), AT + 3))
    assert list(Account(night.entries).remarks()) == [
        "The host abandoned the game while the seats revealed their shares.",
        "The service asked for shares again once, because it had been stopped.",
    ]
    begun = share_games.all_revealed()
    begun = begun.then(abandon_game(begun.game, life.AbandonGame(), AT + 3))
    assert list(Account(begun.entries).remarks()) == []


def test_of_a_seat_that_was_freed_nothing_is_reported() -> None:
    night = created()
    night = night.then(take_seat(night.game, life.TakeSeat(seat=1), named("Bo"), AT))
    night = night.then(leave_seat(night.game, 1, "r", AT))
    account = Account(night.entries)
    assert list(account.remarks()) == []
    assert account.name(1) == "seat 1"


def test_a_game_that_the_host_abandons_before_the_seats_reveal_anything_is_abandoned_without_a_remark() -> None:
    open_ = share_games.committed()
    assert list(Account(open_.then(abandon_game(open_.game, life.AbandonGame(), AT)).entries).remarks()) == []


def test_the_account_of_a_branch_is_its_own() -> None:
    asking = share_games.asking()
    ended = asking.then(call_time(asking.game, (), share_games.DEADLINE + 1))
    fork = record.Entry()
    fork.command.open.Pack(life.ForkGame(chance_source=life.CHANCE_SOURCE_DEALER))
    account = Account([*ended.entries, fork])
    assert account.fairness.name == "dealer"
    assert (account.players, account.names, account.absent, list(account.remarks())) == ({}, {}, (), [])
