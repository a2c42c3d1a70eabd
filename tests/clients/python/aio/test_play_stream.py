"""The stream of a seat: prompts, rulings, errors after which it continues, and its end."""

from __future__ import annotations

import pytest

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1.game_pb2 import GAME_STATUS_ABANDONED, GAME_STATUS_RUNNING
from gunbai_client import NotAllowed, StaleVersion, Unreachable, aio


async def begun(gunbai: aio.Gunbai) -> tuple[str, list[aio.Seat]]:
    """Return the host's token and the seats of a new duel that seat 1 begins."""
    created = await gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"})
    seats = [await gunbai.join(created.info.game, player) for player in ("Ann", "Bob")]
    await gunbai.holding(created.host_token).start(created.info.game)
    return created.host_token, seats


async def test_a_refusal_and_an_error_leave_the_stream_open(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        async with first.play() as stream:
            prompt = await anext(stream)
            assert (await stream.submit(cmd.EndTurn())).refused.clause
            accepted = (await stream.submit(prompt.commands[0].command)).accepted
            assert accepted.entries
            assert not accepted.sentences
            with pytest.raises(StaleVersion):
                await stream.submit(prompt.commands[0].command)


async def test_the_last_prompt_shows_the_end_of_the_game(address: str) -> None:
    async with aio.connect(address) as gunbai:
        host, (first, _) = await begun(gunbai)
        async with first.play() as stream:
            statuses = [(await anext(stream)).status]
            await gunbai.holding(host).abandon(first.game)
            statuses += [prompt.status async for prompt in stream]
        assert statuses == [GAME_STATUS_RUNNING, GAME_STATUS_ABANDONED]


async def test_a_stream_ends_with_its_context(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        async with first.play() as stream:
            await anext(stream)
        with pytest.raises(Unreachable):
            await stream.submit(cmd.EndTurn())


async def test_a_stream_that_cannot_begin_raises_why(address: str) -> None:
    async with aio.connect(address) as gunbai, gunbai.seat("nosuch", 1).play() as stream:
        with pytest.raises(NotAllowed):
            await anext(stream)
    async with aio.connect("127.0.0.1:1") as nobody:
        with pytest.raises(Unreachable):
            async with nobody.seat("g", 1).play() as stream:
                await anext(stream)
