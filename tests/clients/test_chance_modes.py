"""Bots and unary clients play whole games in which the seats give shares of chance, and give them by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

import pytest

from bench.ports import free_port
from clients.bots import random_bot
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_CHANCE, Entry
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, GAME_STATUS_REVEALING
from gunbai_client import Gunbai, aio, connect
from gunbai_client.aio import Seat
from gunbai_client.errors import AlreadyThere
from gunbai_record.chain import type_name
from lab import service_process
from lab.patience import PATIENCE

TITLES = [("infludance_duel", 2), ("liars_dice", 3)]

Strategy: TypeAlias = Callable[[Seat, Random], Awaitable[int]]
"""Plays a seat to the end of its game, and returns the number of moves."""


def shares_in(entries: list[Entry]) -> list[life.SharesGiven]:
    """Return the shares of every outcome of shared chance."""
    first = [entry.events[0].open for entry in entries if entry.events]
    name = life.SharesGiven.DESCRIPTOR.full_name
    return [life.SharesGiven.FromString(item.value) for item in first if type_name(item.type_url) == name]


@pytest.mark.parametrize("strategy", [random_bot.play, random_bot.play_unary])
@pytest.mark.parametrize("chance", ["committed", "shared"])
@pytest.mark.parametrize(("title", "seats"), TITLES)
async def test_bots_play_whole_games(
    address: str, title: str, seats: int, chance: Literal["committed", "shared"], strategy: Strategy
) -> None:
    async with aio.connect(address) as gunbai:
        created = await gunbai.create(title, seats=seats, chance=chance)
        game = created.info.game
        players = [await gunbai.join(game, f"player {number}") for number in range(seats)]
        await gunbai.holding(created.host_token).start(game)
        await asyncio.gather(*(strategy(seat, Random(seat.number)) for seat in players))
        assert (await gunbai.game(game)).status == GAME_STATUS_FINISHED
        proof = await gunbai.verify(game)
        assert proof.verdict == VERDICT_CONSISTENT, proof
        assert proof.chance_recomputed > 0
        entries = [entry async for entry in gunbai.entries(game)]
        given = shares_in(entries)
        assert len(given) == (proof.chance_recomputed if chance == "shared" else 0)
        assert len({share.share for outcome in given for share in outcome.shares}) == len(given) * seats


@pytest.mark.parametrize("chance", ["committed", "shared"])
def test_a_seat_that_comes_back_with_its_token_and_seed_goes_on(
    address: str, chance: Literal["committed", "shared"]
) -> None:
    with connect(address) as gunbai:
        created = gunbai.create("liars_dice", seats=2, chance=chance)
        game = created.info.game
        saved = [(seat.token, seat.number, seat.seed) for seat in (gunbai.join(game, name) for name in ("Ann", "Bob"))]
        gunbai.holding(created.host_token).start(game)
        for turn in range(2000):
            # Every command is given by a client that knows nothing but what was saved.
            seats = [gunbai.holding(token).seat(game, number, seed=seed) for token, number, seed in saved]
            for seat in seats:
                legal = seat.legal()
                if seat.number in legal.waiting.seats and legal.commands:
                    seat.submit(Random(turn).choice(legal.commands).command)
            if gunbai.game(game).status == GAME_STATUS_FINISHED:
                break
        assert gunbai.verify(game).verdict == VERDICT_CONSISTENT


def test_a_seat_that_comes_back_without_its_seed_gives_nothing(address: str) -> None:
    # On a slow machine a second may be too short for the seat that is here.
    assert any(_absent(address, seconds) == [2] for seconds in (1, 10, 100))


def _absent(address: str, seconds: int) -> list[int]:
    """Return the seats without shares in a game whose seat 2 comes back without its seed."""
    with connect(address) as gunbai:
        created = gunbai.create("infludance_duel", seats=2, chance="committed", share_seconds=seconds)
        game = created.info.game
        here, gone = (gunbai.join(game, name) for name in ("Ann", "Bob"))
        assert gunbai.holding(created.host_token).start(game).status == GAME_STATUS_REVEALING
        here.view()
        gunbai.holding(gone.token).seat(game, gone.number).view()
        for entry in here.watch():
            if entry.events[0].open.Is(life.StartPutOff.DESCRIPTOR):
                return list(life.StartPutOff.FromString(entry.events[0].open.value).seats)
        return list(gunbai.game(game).absent_seats)


async def test_bots_go_on_when_the_service_restarts_in_the_middle(tmp_path: Path) -> None:
    port = free_port()
    first = await service_process.start(tmp_path, port)
    async with aio.connect(f"127.0.0.1:{port}") as gunbai:
        created = await gunbai.create("liars_dice", seats=3, chance="shared")
        game = created.info.game
        seats = [await gunbai.join(game, f"player {number}") for number in range(3)]
        await gunbai.holding(created.host_token).start(game)
        playing = asyncio.gather(*(random_bot.play(seat, Random(seat.number)) for seat in seats))
        async for update in gunbai.watch(game):
            if update.version >= 20:
                break
        await service_process.stop(first)
        async with service_process.running(tmp_path, port):
            await asyncio.wait_for(playing, PATIENCE)
            assert (await gunbai.verify(game)).verdict == VERDICT_CONSISTENT
            entries = [entry async for entry in gunbai.entries(game)]
            assert len(shares_in(entries)) == sum(entry.actor.kind == ACTOR_KIND_CHANCE for entry in entries)


def test_the_sdk_takes_the_next_free_seat_if_somebody_was_faster(gunbai: Gunbai) -> None:
    game = gunbai.create("liars_dice", seats=3, chance="committed").info.game
    assert gunbai.join(game, "Ann", seat=2).number == 2
    assert [gunbai.join(game, name).number for name in ("Bob", "Cy")] == [1, 3]
    with pytest.raises(AlreadyThere):
        gunbai.join(game, "Di")
    with pytest.raises(AlreadyThere):
        gunbai.join(game, "Di", seat=2)


def test_the_seats_of_a_branch_commit_anew(gunbai: Gunbai) -> None:
    created = gunbai.create("infludance_duel", seats=2, chance="committed")
    game = created.info.game
    seats = [gunbai.join(game, name) for name in ("Ann", "Bob")]
    gunbai.holding(created.host_token).start(game)
    for seat in seats:
        seat.view()
    host = gunbai.holding(created.host_token)
    head = gunbai.game(game).head
    branch = host.fork(game, head, chance="shared", stalled="loses").info
    assert (branch.chance_source, branch.share_seconds) == (life.CHANCE_SOURCE_SHARED, 300)
    heirs = [gunbai.join(branch.game, name) for name in ("Cy", "Di")]
    commitments = [
        life.TakeSeat.FromString(entry.command.open.value).commitment
        for entry in gunbai.entries(branch.game)
        if type_name(entry.command.open.type_url) == life.TakeSeat.DESCRIPTOR.full_name
    ]
    assert [heir.number for heir in heirs] == [1, 2]
    assert len({*commitments}) == 4
