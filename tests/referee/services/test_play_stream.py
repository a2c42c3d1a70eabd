"""A seat plays over one stream: rulings in order, prompts when it is asked, errors that do not end the stream."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest

from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import referee_pb2 as pb
from lab.toy import protos
from lab.toy_service import House, Match, all_of, bearer, bids, failure_in, open_house
from referee.records.games import Games
from store.contract import StorageError


def stream(house: House, match: Match, seat: int) -> Any:
    """Return a stream of a seat."""
    return house.referee.Play(metadata=bearer(match.tokens[seat]))


def attach(match: Match) -> pb.PlayRequest:
    """Return the request for prompts."""
    return pb.PlayRequest(attach=pb.Attach(game=match.id))


async def test_rulings_come_in_the_order_of_the_commands(house: House) -> None:
    match = await house.start()
    play = stream(house, match, 1)
    for move in (protos.Bid(light=9, seat=1), protos.Bid(light=2, seat=1)):
        await play.write(pb.PlayRequest(submit=match.request(move, 4)))
    await play.write(pb.PlayRequest(submit=match.request(protos.Ring(), 4)))
    first, second, third = [await play.read() for _ in range(3)]
    assert first.ruling.refused.clause == "LN-1"
    assert second.ruling.accepted.entries[0].version == 5
    assert failure_in(third.error).reason == "VERSION_CONFLICT"
    await play.write(pb.PlayRequest())
    assert failure_in((await play.read()).error).field == "message"
    await play.done_writing()
    assert await play.read() is grpc.aio.EOF


async def test_a_heartbeat_for_which_the_game_cannot_be_read_is_an_error_on_the_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path, heartbeat_seconds=0.2) as house:
        match = await house.start()
        play = stream(house, match, 1)
        await play.write(pb.PlayRequest(attach=pb.Attach(game=match.id, heartbeats=True)))
        while not (await play.read()).HasField("heartbeat"):
            pass

        async def unread(*_: object, **__: object) -> None:
            raise StorageError("games.sqlite", "is gone")

        monkeypatch.setattr(Games, "game", unread)
        assert failure_in((await play.read()).error).reason == "STORAGE_UNAVAILABLE"
        play.cancel()


async def test_two_seats_play_a_game_by_prompts_alone(house: House) -> None:
    match = await house.start()
    prompts = await all_of(*(played(stream(house, match, seat), match) for seat in (1, 2)))
    assert sum(prompts) == 6
    assert (await match.game()).status == game_pb2.GAME_STATUS_FINISHED
    assert await match.holds()


async def played(play: Any, match: Match) -> int:
    """Answer prompts until the game is over; return how many."""
    await play.write(attach(match))
    prompts = 0
    while (prompt := (await play.read()).prompt).status != game_pb2.GAME_STATUS_FINISHED:
        if prompt.commands:
            prompts += 1
            moves = [legal.command for legal in prompt.commands if not legal.command.type_url.endswith("Ring")]
            await play.write(pb.PlayRequest(submit=match.request(moves[-1], prompt.expected_version)))
    play.cancel()
    return prompts


async def test_a_ruling_goes_out_before_the_prompt_that_it_leads_to(house: House) -> None:
    match = await house.start()
    play = stream(house, match, 2)
    await play.write(attach(match))
    assert (await play.read()).prompt.waiting.step == "LayBids"
    await match.play(*bids(3))
    await play.write(pb.PlayRequest(submit=match.request(protos.Bid(light=1, seat=2), 4)))
    ruling, prompt = await play.read(), await play.read()
    assert [entry.version for entry in ruling.ruling.accepted.entries] == [6, 7]
    assert (prompt.prompt.waiting.step, prompt.prompt.expected_version) == ("MayObject", 7)
    assert [legal.sentence for legal in prompt.prompt.commands][:2] == ["Object.", "Withdraw."]
    play.cancel()


async def test_a_stream_without_a_seats_token_gets_errors_and_goes_on(house: House) -> None:
    match = await house.start()
    play = house.referee.Play()
    await play.write(attach(match))
    await play.write(pb.PlayRequest(submit=match.request(protos.Ring(), 4)))
    reasons = {failure_in((await play.read()).error).reason for _ in range(2)}
    assert reasons == {"TOKEN_MISSING"}
    play.cancel()
