"""A backup is restored behind what players have seen: nobody plays on there as if nothing had been."""

from __future__ import annotations

import asyncio
import io
import shutil
from collections.abc import Awaitable
from pathlib import Path

from typer.testing import CliRunner

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import lobby_pb2, record_pb2, referee_pb2
from gunbai_record import record_file
from lab.toy import protos
from lab.toy_service import Match, bearer, failure, failure_in, open_house
from referee.__main__ import app
from referee.proof.offline import verify_source

DATABASE = "games.sqlite"


async def test_after_a_forced_restore_a_game_goes_on_only_as_a_branch_with_a_fresh_secret(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        went_on, sound = await house.start("infludance_duel"), await house.start("infludance_duel")
        waiting = await house.open("infludance_duel")
        await moved(went_on)
        before = (await went_on.game()).head
    shutil.copy(tmp_path / DATABASE, tmp_path / "backup")
    async with open_house(tmp_path) as house:
        for _ in range(3):
            await moved(went_on.at(house))
        await waiting.at(house).join(1)
        young = await house.start("infludance_duel")
        acknowledged = (await went_on.at(house).game()).head
    shutil.copy(tmp_path / "backup", tmp_path / DATABASE)
    async with open_house(tmp_path) as house:
        for match in (went_on, young, waiting):
            assert (await failure(match.at(house).game()))[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
        await moved(sound.at(house))
    printed = await asyncio.to_thread(accepted, tmp_path)
    assert (
        f"{went_on.id}: game '{went_on.id}' was restored to version {before}, but version {acknowledged} was" in printed
    )
    assert f"branch it at a version up to {before}" in printed
    assert f"{young.id}: " in printed
    assert (
        f"'{waiting.id}' was restored to version 1, but version 2 was acknowledged: it can no longer be played; create"
        in printed
    )
    async with open_house(tmp_path) as house:
        match = went_on.at(house)
        assert (await match.view(1)).version == before
        seat = await match.asked_seat() or 0
        shown = await shows_moves(match, seat, before)
        send = match.send(seat, match.request(shown.commands[0].command, before))
        join = waiting.at(house).join(1)
        fork = waiting.at(house).fork(1)
        refused = (
            (send, went_on), (match.legal(seat), went_on), (match.abandon(), went_on), (join, waiting), (fork, waiting)
        )  # fmt: skip
        for call, game in refused:
            await is_refused(call, game)
        await prompts_for_nothing(match, seat)
        assert (await match.game()).head == before
        assert (await failure(young.at(house).game()))[:2] == ("DATA_LOSS", "STORAGE_DAMAGED")
        await goes_on_in_a_branch(match, before)
        await moved(sound.at(house))
        listed = await house.lobby.ListGames(lobby_pb2.ListGamesRequest())
        assert not listed.damaged_games  # Its loss was accepted.
        assert {info.game for info in listed.games if info.went_back} == {went_on.id, waiting.id}
        assert (await match.game()).went_back
        own = [(went_on, 1), (went_on, 2), (sound, 1), (sound, 2)]
        places = [record_pb2.OwnPlace(game=game.id, token=game.tokens[number]) for game, number in own]
        stream = house.record.WatchMine(record_pb2.WatchMineRequest(places=places))
        mine = {game.info.game: game for game in [(await stream.read()).game for _ in range(2)]}
        stream.cancel()
        assert mine[went_on.id].info.went_back
        asked = {game: sum(place.asked for place in mine[game].places) for game in mine}
        assert asked == {went_on.id: 0, sound.id: 1}
        assert not (await sound.at(house).game()).went_back


async def is_refused(call: Awaitable[object], match: Match) -> None:
    """Check that a call for a game that went back is refused."""
    failed = await failure(call)
    assert failed[:2] == ("FAILED_PRECONDITION", "GAME_WENT_BACK")
    assert failed.facts["game"] == match.id


async def shows_moves(match: Match, seat: int, version: int) -> referee_pb2.ListLegalCommandsResponse:
    """Return the legal commands at the newest version of a game that went back, which can only be read."""
    request = referee_pb2.ListLegalCommandsRequest(game=match.id, version=version)
    shown: referee_pb2.ListLegalCommandsResponse = await match.house.referee.ListLegalCommands(
        request, metadata=bearer(match.tokens[seat])
    )
    assert (bool(shown.commands), shown.expected_version, shown.HasField("take_back")) == (True, 0, False)
    return shown


async def prompts_for_nothing(match: Match, seat: int) -> None:
    """Check that a seat's stream tells of a game that went back, and asks nothing."""
    playing = match.house.referee.Play(metadata=bearer(match.tokens[seat]))
    await playing.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
    assert failure_in((await playing.read()).error).reason == "GAME_WENT_BACK"
    await playing.done_writing()


async def goes_on_in_a_branch(match: Match, before: int) -> None:
    """Check that a branch of a game is played to its end, and that it has a secret of its own."""
    branch = await match.fork(before)
    await branch.seat_all()
    await branch.begin()
    await moved(branch)
    entries = await branch.entries()
    created, forked = life.CreateGame(), life.ForkGame()
    assert entries[0].command.open.Unpack(created)
    assert entries[before].command.open.Unpack(forked)
    assert created.commitment != forked.commitment
    await branch.finish()


async def test_a_game_that_owes_chance_is_read_after_a_forced_restore(tmp_path: Path) -> None:
    """Its outcome was seen: it is not drawn again, and not written when the game is loaded."""
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play((1, protos.Bid(seat=1, light=1)))
    shutil.copy(tmp_path / DATABASE, tmp_path / "backup")
    async with open_house(tmp_path) as house:
        await match.at(house).finish()
    shutil.copy(tmp_path / "backup", tmp_path / DATABASE)
    await asyncio.to_thread(accepted, tmp_path)
    async with open_house(tmp_path) as house:
        view = await match.at(house).view(2)
        ended = house.lobby.AbandonGame(lobby_pb2.AbandonGameRequest(game=match.id), metadata=bearer(match.host))
        assert (await failure(ended)).reason == "GAME_WENT_BACK"
        assert (await match.at(house).view(2)) == view


async def test_games_that_lost_nothing_are_exported_while_the_log_of_all_games_is_short(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        untouched, sound = await house.open("infludance_duel"), await house.start("infludance_duel")
        assert [await leaves_of_file(match) for match in (untouched, sound)] == [1, 1]
    shutil.copy(tmp_path / DATABASE, tmp_path / "backup")
    async with open_house(tmp_path) as house:
        await house.open("infludance_duel")
    shutil.copy(tmp_path / "backup", tmp_path / DATABASE)
    async with open_house(tmp_path) as house:
        assert (await failure(house.open("infludance_duel"))).reason == "STORAGE_DAMAGED"
        assert [await leaves_of_file(match.at(house)) for match in (untouched, sound)] == [0, 0]


async def leaves_of_file(match: Match) -> int:
    """Return how many leaves of the log are in a game's record file, which verifies."""
    stream = match.house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
    file = b"".join([piece.chunk async for piece in stream])
    assert not verify_source(io.BytesIO(file), Path("game")).verification.problem
    return len(record_file.read(io.BytesIO(file))[0].leaves)


async def moved(match: Match) -> None:
    """Make the first legal move of the seat that is asked."""
    seat = await match.asked_seat() or 0
    legal = await match.legal(seat)
    await match.send(seat, match.request(legal.commands[0].command, legal.expected_version))


def accepted(folder: Path) -> str:
    """Return what the doctor prints when it accepts the losses."""
    arguments = ["doctor", "--accept-loss", "--database", str(folder / DATABASE), "--key", str(folder / "service.key")]
    return " ".join(CliRunner().invoke(app, arguments).output.split())
