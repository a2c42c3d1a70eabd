"""The stream of a seat: prompts, rulings, errors after which it continues, and its end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest

from bench.ports import free_port
from clients.cli.sources.local_service import serving
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.referee.v1.game_pb2 import GAME_STATUS_ABANDONED, GAME_STATUS_RUNNING, ShareDue
from gunbai.referee.v1.record_pb2 import Heartbeat
from gunbai.referee.v1.referee_pb2 import Attach, PlayRequest, PlayResponse, Prompt, SubmitRequest
from gunbai.referee.v1.ruling_pb2 import Refused, Ruling
from gunbai_client import NotAllowed, StaleVersion, Unreachable, aio
from gunbai_client.aio import PlayStream, play_stream
from gunbai_client.channel import Patience
from gunbai_client.failures import silent
from gunbai_client.prompt import Prompt as Asked
from tests.clients.python.scripted import failure, pauses_in


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
        with pytest.raises(Unreachable, match="`async with` block ended"):
            await stream.submit(cmd.EndTurn())


async def test_a_stream_that_cannot_begin_raises_why(address: str) -> None:
    async with aio.connect(address) as gunbai, gunbai.seat("nosuch", 1).play() as stream:
        with pytest.raises(NotAllowed):
            await anext(stream)
    async with aio.connect("127.0.0.1:1") as nobody:
        for seat, patience in ((nobody.seat("g", 1), 0.3), (replace(nobody, wait=False).seat("g", 1), 60)):
            with pytest.raises(Unreachable):
                async with seat.play(patience=patience) as stream:
                    await anext(stream)


async def test_a_stream_goes_on_over_a_restart(tmp_path: Path) -> None:
    port = free_port()
    async with aio.connect(f"127.0.0.1:{port}") as gunbai:
        with serving(tmp_path, port):
            _, (first, _) = await begun(gunbai)
            stream = first.play()
            prompt = await anext(stream)
        with serving(tmp_path, port):
            async with stream:
                assert (await stream.submit(prompt.commands[0].command)).accepted.entries


class Fake:
    """A stream in both directions that has the responses already, and keeps what is written. It is lost after them."""

    def __init__(self, *responses: PlayResponse) -> None:
        self.responses, self.written, self.cancelled = [*responses], list[PlayRequest](), False

    async def write(self, request: PlayRequest) -> None:
        self.written.append(request)

    async def read(self) -> PlayResponse:
        if not self.responses:
            raise silent(35)
        return self.responses.pop(0)

    def cancel(self) -> None:
        self.cancelled = True


DUE = ShareDue(game="g", outcome=1, seats=[1])
RULING = Ruling(refused=Refused(clause="IN-3.9"))
PROMPTS = [Prompt(game="g", expected_version=version, status=GAME_STATUS_RUNNING) for version in (3, 5)]


END = PlayResponse(prompt=Prompt(status=GAME_STATUS_ABANDONED))


def playing(
    *streams: Fake, patience: float = 60, sentences: bool = False, given: list[ShareDue] | None = None
) -> PlayStream:
    """Return the stream of a seat that gets these, one after the other."""
    left = list(streams)

    async def give(due: ShareDue) -> bool:
        assert given is not None
        given.append(due)
        return True

    async def request(command: object, *, expected_version: int) -> SubmitRequest:
        assert command == cmd.EndTurn()
        return SubmitRequest(expected_version=expected_version, command_id="c")

    opened: Any = lambda: left.pop(0)  # noqa: E731  # as much of a channel as it needs
    return PlayStream(opened, Attach(game="g", sentences=sentences), request, give, Patience(patience))


async def test_a_lost_stream_is_opened_again_and_asks_no_question_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    paused = pauses_in(play_stream, monkeypatch)
    prompt, later = (PlayResponse(prompt=prompt) for prompt in PROMPTS)
    beat = PlayResponse(heartbeat=Heartbeat(head=3))
    first, second = Fake(prompt, beat), Fake(prompt, later, END)
    async with playing(first, second) as stream:
        assert [prompt.expected_version async for prompt in stream] == [3, 5, 0]
    assert (first.cancelled, second.cancelled) == (True, True)
    assert paused == [0.2]


async def test_a_command_without_an_answer_is_sent_again_with_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses_in(play_stream, monkeypatch)
    unsettled = failure(grpc.StatusCode.UNAVAILABLE, "STORAGE_UNSETTLED")
    prompt, ruled = PlayResponse(prompt=PROMPTS[0]), PlayResponse(ruling=RULING)
    first, second = Fake(prompt), Fake(prompt, PlayResponse(error=unsettled), ruled)
    async with playing(first, second) as stream:
        await anext(stream)
        assert await stream.submit(cmd.EndTurn()) == RULING
    attached, sent = (
        PlayRequest(attach=Attach(game="g")),
        PlayRequest(submit=SubmitRequest(expected_version=3, command_id="c")),
    )
    assert (first.written, second.written) == ([attached, sent], [attached, sent, sent])


async def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses_in(play_stream, monkeypatch)
    async with playing(Fake(), patience=0) as stream:
        with pytest.raises(Unreachable, match="sent nothing for 35 s"):
            await anext(stream)


async def test_patience_ends_with_a_command_that_fails_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(100))
    monkeypatch.setattr("gunbai_client.channel.time.monotonic", lambda: next(now))
    pauses_in(play_stream, monkeypatch)
    unavailable = PlayResponse(error=failure(grpc.StatusCode.UNAVAILABLE, "STORAGE_UNAVAILABLE"))
    fake = Fake(PlayResponse(prompt=PROMPTS[0]), *[unavailable] * 5)
    async with playing(fake, patience=2) as stream:
        await anext(stream)
        with pytest.raises(Unreachable):
            await stream.submit(cmd.EndTurn())
    assert len(fake.responses) == 2


async def test_a_refusal_asks_the_question_again_and_shows_why(address: str) -> None:
    async with aio.connect(address) as gunbai:
        _, (first, second) = await begun(gunbai)
        async with first.play() as stream:
            prompt = await anext(stream)
            ruling = await stream.submit(cmd.EndTurn())
            assert ruling.refused.clause
            assert await anext(stream) == replace(prompt, refused=ruling.refused)
            assert (await stream.submit(cmd.EndTurn())).refused.clause
            assert (await stream.submit(prompt.commands[0].command)).accepted.entries
            await second.submit((await second.legal()).commands[0].command)
            assert (await anext(stream)).refused is None


async def test_after_a_refusal_a_newer_question_comes_first() -> None:
    fake = Fake(*(PlayResponse(prompt=prompt) for prompt in PROMPTS), PlayResponse(ruling=RULING))
    async with playing(fake) as stream:
        await anext(stream)
        await stream.submit(cmd.EndTurn())
        assert await anext(stream) == Asked.of(PROMPTS[1])


async def test_a_lost_answer_asks_what_is_open_then() -> None:
    prompt = PlayResponse(prompt=PROMPTS[0])
    async with playing(Fake(prompt), Fake(prompt), patience=0) as stream:
        await anext(stream)
        with pytest.raises(Unreachable):
            await stream.submit(cmd.EndTurn())
        assert await anext(stream) == Asked.of(PROMPTS[0])


@pytest.mark.parametrize("sentences", [True, False])
async def test_a_stream_gives_shares_and_keeps_prompts_while_it_waits_for_a_ruling(*, sentences: bool) -> None:
    fake = Fake(
        PlayResponse(share_due=DUE),
        PlayResponse(prompt=PROMPTS[0]),
        PlayResponse(share_due=DUE),
        PlayResponse(prompt=PROMPTS[1]),
        PlayResponse(ruling=RULING),
        END,
    )
    given: list[ShareDue] = []
    async with playing(fake, sentences=sentences, given=given) as stream:
        assert await anext(stream) == Asked.of(PROMPTS[0])
        assert given == [DUE]
        assert await stream.submit(cmd.EndTurn()) == RULING
        assert given == [DUE, DUE]
        rest = [prompt.status async for prompt in stream]
        before = fake.cancelled
    assert rest == [GAME_STATUS_RUNNING, GAME_STATUS_ABANDONED]
    assert (before, fake.cancelled) == (False, True)
    assert fake.written == [
        PlayRequest(attach=Attach(game="g", sentences=sentences)),
        PlayRequest(submit=SubmitRequest(expected_version=3, command_id="c")),
    ]
