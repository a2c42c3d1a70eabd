"""A seat of the client: what it asks the service for, and what it remembers."""

from __future__ import annotations

import pytest

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai_client import Unreachable, aio
from tests.clients.python.aio.test_play_stream import begun

SMALL = cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)


async def test_a_command_answers_the_version_given_or_the_one_last_seen_without_another_question() -> None:
    async with aio.connect("127.0.0.1:1", wait=False) as nobody:
        seat = nobody.seat("g", 1)
        assert (await seat.request(SMALL, expected_version=3)).expected_version == 3
        with pytest.raises(Unreachable):
            await seat.request(SMALL)
        seat.asked_at = 7
        assert (await seat.request(SMALL)).expected_version == 7
        assert (await seat.request(SMALL, expected_version=3)).expected_version == 3


async def test_a_seat_watches_and_sees_its_game(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        assert (await first.submit(SMALL)).accepted.entries
        assert (await anext(aiter(first.watch()))).version == 1
        seen = []
        async for update in first.watch(after=1):
            seen.append(update.version)
            if isinstance(update, CaughtUp):
                break
        head = first.asked_at
        assert seen == [*range(2, head + 1), head]
        assert (await first.picture(version=head)).startswith("<svg")
        assert await first.picture(version=head) == await first.picture()
        assert await gunbai.table(first.game) == await gunbai.table(first.game, head)
        assert await first.picture(version=first.asked_at - 1) != await first.picture()


async def test_prompts_are_remembered(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, _) = await begun(gunbai)
        async for prompt in first.prompts():
            assert first.asked_at == prompt.expected_version > 0
            break


async def test_a_branch_keeps_the_source_of_chance_or_gets_a_dealer(address: str) -> None:
    async with aio.connect(address) as gunbai:
        host, (first, _) = await begun(gunbai)
        ruling = await first.submit(SMALL)
        version, holding = ruling.accepted.entries[-1].version, gunbai.holding(host)
        assert not (await holding.fork(first.game, version)).dealer_token
        assert (await holding.fork(first.game, version, chance="dealer")).dealer_token
