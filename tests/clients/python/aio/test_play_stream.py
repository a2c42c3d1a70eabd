"""The stream of a seat: prompts, rulings, errors after which it continues, and its end."""

from __future__ import annotations

from typing import Any

import pytest

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1.game_pb2 import GAME_STATUS_ABANDONED, GAME_STATUS_RUNNING, ShareDue
from gunbai.referee.v1.referee_pb2 import Attach, PlayRequest, PlayResponse, Prompt, SubmitRequest
from gunbai.referee.v1.ruling_pb2 import Refused, Ruling
from gunbai_client import NotAllowed, StaleVersion, Unreachable, aio
from gunbai_client.aio import PlayStream


async def begun(gunbai: aio.Gunbai) -> tuple[str, list[aio.Seat]]:
    """Return the host's token and the seats of a new duel that seat 1 begins."""
    created = await gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="referee")
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


class Fake:
    """A stream in both directions that has the responses already, and keeps what is written."""

    def __init__(self, *responses: PlayResponse) -> None:
        self.responses, self.written, self.cancelled = [*responses], list[PlayRequest](), False

    async def write(self, request: PlayRequest) -> None:
        self.written.append(request)

    async def read(self) -> PlayResponse:
        return self.responses.pop(0)

    def cancel(self) -> None:
        self.cancelled = True


DUE = ShareDue(game="g", outcome=1, seats=[1])
RULING = Ruling(refused=Refused(clause="IN-3.9"))
PROMPTS = [Prompt(game="g", expected_version=version, status=GAME_STATUS_RUNNING) for version in (3, 5)]


@pytest.mark.parametrize("sentences", [True, False])
async def test_a_stream_gives_shares_and_keeps_prompts_while_it_waits_for_a_ruling(*, sentences: bool) -> None:
    fake = Fake(
        PlayResponse(share_due=DUE),
        PlayResponse(prompt=PROMPTS[0]),
        PlayResponse(share_due=DUE),
        PlayResponse(prompt=PROMPTS[1]),
        PlayResponse(ruling=RULING),
        PlayResponse(prompt=Prompt(status=GAME_STATUS_ABANDONED)),
    )
    given: list[ShareDue] = []

    async def give(due: ShareDue) -> bool:
        given.append(due)
        return True

    async def request(command: object, *, expected_version: int) -> SubmitRequest:
        assert command == cmd.EndTurn()
        return SubmitRequest(expected_version=expected_version)

    stream: Any = fake
    async with PlayStream(stream, "g", request, give, sentences=sentences) as playing:
        assert await anext(playing) == PROMPTS[0]
        assert given == [DUE]
        assert await playing.submit(cmd.EndTurn()) == RULING
        assert given == [DUE, DUE]
        rest = [prompt.status async for prompt in playing]
        before = fake.cancelled
    assert rest == [GAME_STATUS_RUNNING, GAME_STATUS_ABANDONED]
    assert (before, fake.cancelled) == (False, True)
    assert fake.written == [
        PlayRequest(attach=Attach(game="g", sentences=sentences)),
        PlayRequest(submit=SubmitRequest(expected_version=3)),
    ]
