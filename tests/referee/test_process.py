"""A real service stops in order when it is asked to, and loses nothing that it acknowledged when it is killed."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from bench.ports import free_port
from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_record.chain import checked
from gunbai_record.tokens import kept_in
from lab.attacks import frames
from lab.patience import PATIENCE
from lab.service_process import running, start, stop
from lab.toy_service import House, Match, bearer, failure
from referee.files.move_lists import recorded
from tests.referee.services.test_imports import names_in, verified
from tools.pages.moves import FOLDER

SOON = (("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200))

X = TypeVar("X")


async def test_sigterm_drains_the_streams_and_a_restart_goes_on(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, port) as process:
        house = House(f"127.0.0.1:{port}")
        match = await house.start("infludance_duel")
        head = (await match.game()).head
        watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=head))
        assert (await watch.read()).caught_up.version == head
        seat = await match.asked_seat()
        assert seat is not None
        play = house.referee.Play(metadata=bearer(match.tokens[seat]))
        await play.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
        assert (await play.read()).prompt.game == match.id
        assert await stop(process) == 0
        assert (await watch.read()).drained.resume_after_version == head
        assert await watch.read() is grpc.aio.EOF
        assert (await failure(play.read())).code == "UNAVAILABLE"
        await house.channel.close()
    async with running(tmp_path, port) as process:
        match.house = House(f"127.0.0.1:{port}")
        await finish(match, {})
        assert await match.holds()
        await match.house.channel.close()


async def test_a_call_that_comes_while_the_service_stops_is_asked_to_come_again(tmp_path: Path) -> None:
    """Nothing of it was written: it is answered as unavailable, never as cancelled."""
    port = free_port()
    async with running(tmp_path, port) as process:
        house = House(f"127.0.0.1:{port}")
        matches = [await house.start("infludance_duel") for _ in range(8)]
        codes: list[str] = []
        reading = [asyncio.Event() for _ in matches]

        async def read_on(match: Match, answered: asyncio.Event) -> None:
            while not codes or len(codes) < len(matches):
                try:
                    await match.game()
                    answered.set()
                except grpc.aio.AioRpcError as error:
                    codes.append(error.code().name)
                    return

        readers = [asyncio.create_task(read_on(*pair)) for pair in zip(matches, reading, strict=True)]
        await asyncio.gather(*(answered.wait() for answered in reading))
        assert await stop(process) == 0
        await asyncio.gather(*readers)
        await house.channel.close()
    assert set(codes) == {"UNAVAILABLE"}


async def test_health_tells_whether_the_service_takes_calls(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, port), grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        for service in ("", "gunbai.referee.v1.Referee"):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_what_peers_send_is_not_written_on_the_operators_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    async with running(tmp_path, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        goodbye = frames.frame(frames.GOAWAY, 0, 0, bytes(4) + b"\x7f\0\0\1" + b"\x1b[31mescaped")
        writer.write(frames.GREETING + frames.ACKNOWLEDGEMENT + goodbye)
        await writer.drain()
        house = House(f"127.0.0.1:{port}")
        await house.start("infludance_duel")
        writer.close()
    assert capfd.readouterr().err == ""


async def test_a_database_in_use_is_said_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async with running(tmp_path, free_port()) as process:
        with pytest.raises(ValueError, match="Expecting value"):
            await start(tmp_path, free_port())
        assert f"in use by process {process.pid}" in capfd.readouterr().err


async def finish(match: Match, acknowledged: dict[int, bytes]) -> None:
    """Submit random legal commands until the game is over, and note every acknowledged entry."""
    while (seat := await insist(match.asked_seat)) is not None:
        answer = await insist(lambda seat=seat: match.legal(seat))  # type: ignore[misc]  # bound as the loop goes
        if not answer.commands:
            continue
        request = match.request(random.choice(answer.commands).command, answer.expected_version)
        ruling = await insist(lambda seat=seat, request=request: match.send(seat, request))  # type: ignore[misc]  # bound as the loop goes
        acknowledged |= {entry.version: entry.digest for entry in ruling.accepted.entries}


async def insist(call: Callable[[], Awaitable[X]]) -> X:
    """Return the answer to a call that is made again while the service is away."""
    while True:
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            await asyncio.sleep(0.05)


class Club:
    """Sixty-four tables at which game after game is played, until it closes."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._closing = False
        self.games: list[tuple[Match, dict[int, bytes]]] = []

    def close(self) -> None:
        """Let no new game begin."""
        self._closing = True

    async def table(self) -> None:
        """Play at one table. A game whose making was interrupted is left alone: nobody knows that it exists."""
        while not self._closing:
            match = await insist(lambda: self._house.start("infludance_duel"))
            acknowledged: dict[int, bytes] = {}
            self.games.append((match, acknowledged))
            await finish(match, acknowledged)


def record_of(entries: list[record.Entry]) -> dict[int, bytes]:
    """Return the digest of each version."""
    return {entry.version: entry.digest for entry in checked(entries)}


@pytest.mark.parametrize(("games", "kills"), [(16, 2), pytest.param(64, 20, marks=pytest.mark.long)])
async def test_a_killed_service_has_lost_and_doubled_nothing(tmp_path: Path, games: int, kills: int) -> None:
    port = free_port()
    house = House(f"127.0.0.1:{port}", SOON)
    club, process = Club(house), await start(tmp_path, port)
    tables = [asyncio.create_task(club.table()) for _ in range(games)]
    try:
        for _ in range(kills):
            await asyncio.sleep(random.uniform(0.5, 1.5))
            await stop(process, signal.SIGKILL)
            process = await start(tmp_path, port)
        club.close()
        await asyncio.wait_for(asyncio.gather(*tables), PATIENCE)
        assert len(club.games) >= games
        for match, acknowledged in club.games:
            entries = await match.entries()
            assert acknowledged.items() <= record_of(entries).items()
            ids = [entry.command_id for entry in entries if entry.command_id]
            assert len(set(ids)) == len(ids)
            assert (await match.game()).status == game_pb2.GAME_STATUS_FINISHED
            assert await match.holds()
    finally:
        for table in tables:
            table.cancel()
        await stop(process, signal.SIGKILL)
        await house.channel.close()


@pytest.mark.long
async def test_a_service_that_is_killed_in_an_import_has_all_of_the_record_or_nothing(tmp_path: Path) -> None:
    """Killed while the record comes in, while it is judged, and while it is written; then it is imported again."""
    port = free_port()
    record_file = recorded(FOLDER / "shogun.jsonl")
    requests = [record_pb2.ImportRecordRequest(terms=record_pb2.ImportTerms())]
    requests += [
        record_pb2.ImportRecordRequest(chunk=record_file[at : at + 4096]) for at in range(0, len(record_file), 4096)
    ]
    process = await start(tmp_path, port)
    # The cache of positions may be made later.
    names = names_in(tmp_path) | {"games.sqlite-positions"}
    house = House(f"127.0.0.1:{port}", SOON)
    operator = bearer(kept_in((tmp_path / "games.operator").read_text("ascii")))
    listed = set[str]()
    try:
        for sent, pause in ((len(requests) // 2, 0.1), *((len(requests), pause) for pause in (0.1, 0.4, 1.0))):
            call = house.record.ImportRecord(metadata=operator, wait_for_ready=True)
            for request in requests[:sent]:
                await call.write(request)
            if sent == len(requests):
                await call.done_writing()
            await asyncio.sleep(pause)
            await stop(process, signal.SIGKILL)
            call.cancel()
            process = await start(tmp_path, port)
            listing = await house.lobby.ListGames(lobby_pb2.ListGamesRequest(), wait_for_ready=True)
            assert not listing.damaged_games
            assert names_in(tmp_path) <= names
            listed |= {game.game for game in listing.games}
        again = await house.record.ImportRecord(iter(requests), metadata=operator)
        assert listed <= {again.info.game}
        assert (await verified(house, again.info.game)).verdict == VERDICT_CONSISTENT
    finally:
        await stop(process, signal.SIGKILL)
        await house.channel.close()


async def test_a_pause_of_the_process_costs_no_seat_its_time(tmp_path: Path) -> None:
    port = free_port()
    terms = clocks.ClockTerms(decision_seconds=4, expiry=clocks.EXPIRY_RULE_LOSES)
    async with running(tmp_path, port) as process:
        house = House(f"127.0.0.1:{port}")
        match = await house.start("infludance_duel", clock=terms)
        await asyncio.sleep(1)
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(6)
        process.send_signal(signal.SIGCONT)
        seat = await match.asked_seat()
        assert seat is not None
        legal = await match.legal(seat)
        ruling = await match.send(seat, match.request(legal.commands[0].command, legal.expected_version))
        assert ruling.HasField("accepted")
        assert any(entry.command.open.Is(clocks.ExcuseStop.DESCRIPTOR) for entry in await match.entries(match.host))
        await house.channel.close()
