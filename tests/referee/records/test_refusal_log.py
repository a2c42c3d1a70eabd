"""Refusals are listed for audits; one that may reveal what only its seat knows is salted, so that it can be sealed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, referee_pb2
from lab.toy import protos
from lab.toy_games import AT, NAME, Night, bid, command, started, store_with
from referee.access.callers import Caller
from referee.access.charges import charge_nobody, charge_to
from referee.game.entries import packed
from referee.game.judge import Refused, judge
from referee.records.refusal_log import KEPT_COMMAND, Refusals
from store.contract import RefusedMove, StorageFull, Store
from store.memory import MemoryStore

SEAT_1 = Caller("peer", "seat", 1)


async def logged(store: Store, night: Night, move: Message) -> list[tuple[RefusedMove, audit_pb2.GivenRuling]]:
    """Return what the log of refusals has after seat 1 was refused a move."""
    refused = judge(night.game, command(night.game, 1, move), AT)
    assert isinstance(refused, Refused)
    refusals = Refusals(store)
    request = referee_pb2.SubmitRequest(game=NAME, command_id="the move", command=packed(move))
    refusals.note(refused, SEAT_1, request, AT + 5_000)
    await refusals.written()
    moves = await store.refusals(NAME)
    return [(one, audit_pb2.GivenRuling.FromString(one.data)) for one in moves]


async def test_a_refusal_is_kept_with_its_actor_its_clause_and_its_time() -> None:
    night = started()
    ((move, given),) = await logged(await store_with(night), night, protos.Withdraw())
    assert (move.game, move.version, move.actor, move.command_id) == (NAME, night.game.version, "seat 1", "the move")
    assert (move.at, given.judge_time.ToMicroseconds()) == ((AT + 5_000) // 1000, AT + 5_000)
    assert (given.actor.kind, given.actor.seat) == (record.ACTOR_KIND_SEAT, 1)
    assert given.refused.clause == "LN-6"
    assert given.command.open == packed(protos.Withdraw())


async def test_a_public_command_of_a_game_without_hidden_facts_has_no_salt() -> None:
    night = started()
    ((_, given),) = await logged(await store_with(night), night, protos.Withdraw())
    assert given.command.salt == b""


async def test_a_private_command_is_salted_each_time_anew() -> None:
    night = started()
    store = await store_with(night)
    await logged(store, night, bid(1, 9)[1])
    (_, first), (_, second) = await logged(store, night, bid(1, 9)[1])
    assert len(first.command.salt) == 32
    assert first.command.salt != second.command.salt


async def test_any_command_is_salted_once_facts_are_hidden() -> None:
    night = started().play(bid(2, 3))
    ((_, given),) = await logged(await store_with(night), night, protos.Withdraw())
    assert len(given.command.salt) == 32


async def test_a_refusal_that_the_store_cannot_take_is_dropped() -> None:
    class FullStore(MemoryStore):
        async def add_refusal(self, refusal: Any) -> None:
            raise StorageFull("games.sqlite")

    assert await logged(await store_with(started(), FullStore()), started(), protos.Withdraw()) == []


async def test_a_refusal_is_charged_before_it_is_written_so_that_nobody_gets_ahead_of_a_slow_store() -> None:
    class FullStore(MemoryStore):
        async def add_refusal(self, refusal: Any) -> None:
            written.append(len(refusal.data))
            assert charged == written
            raise StorageFull("games.sqlite")

    charged, written = list[float](), list[float]()
    charge_to(charge_nobody, charged.append)
    await logged(await store_with(started(), FullStore()), started(), protos.Withdraw())
    assert len(charged) == len(written) == 1


async def test_of_a_long_command_only_the_digest_is_kept() -> None:
    night = started()
    long = protos.DrawLanterns(lanterns=["x" * KEPT_COMMAND])
    ((move, given),) = await logged(await store_with(night), night, long)
    assert not given.HasField("command")
    digest = given.command_digest
    assert (digest.type, digest.size) == (long.DESCRIPTOR.full_name, long.ByteSize())
    assert digest.sha256 == sha256(long.SerializeToString()).digest()
    assert len(move.data) < KEPT_COMMAND
