"""A record file is served by itself: what is open in it is open, nothing else is known, and nothing is added."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from clients.web.samples.sample_files import find_samples
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import (
    lobby_pb2,
    lobby_pb2_grpc,
    questions_pb2,
    questions_pb2_grpc,
    record_pb2,
    record_pb2_grpc,
)
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client import connect
from gunbai_client.background import entered, start
from gunbai_client.errors import NotFound
from gunbai_record.chain import sealed
from gunbai_record.record_file import RecordFileError, delimited, header
from lab.recorded_games import file_of, played
from lab.toy_service import ALL_TITLES, failure_of
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.files.file_service import serving, serving_together
from referee.game.game import Game


def of(game: Game, entries: Sequence[record.Entry], caller: Caller, folder: Path) -> Path:
    """Write the file of a running game as a caller has it."""
    path = folder / "night.gunbai"
    path.write_bytes(file_of([shown(game, entry, caller, ()) for entry in entries]))
    return path


def versions(address: str, game: str) -> list[int]:
    """Return the versions whose positions a replay shows, up to where it ends."""
    all_versions: list[int] = []
    with grpc.insecure_channel(address) as channel, suppress(grpc.RpcError):
        replay = record_pb2_grpc.RecordStub(channel).ReplayGame(record_pb2.ReplayGameRequest(game=game, views=True))
        all_versions.extend(response.version for response in replay)
    return all_versions


async def left() -> set[asyncio.Task[object]]:
    """Return what goes on in the background, but for this question."""
    return asyncio.all_tasks() - {asyncio.current_task()}


def test_a_seats_file_of_a_running_game_shows_what_the_seat_knows(tmp_path: Path) -> None:
    game, entries = played(ALL_TITLES, "liars_dice", 2, 1, until=lambda game: game.version > 12)
    path = of(game, entries, Caller("peer", "seat", 1), tmp_path)
    first = next(
        entry.version for entry in entries if entry.command.salt or any(item.salt for item in entry.events[:1])
    )
    with entered(serving(path)) as served, grpc.insecure_channel(served.address) as channel:
        assert versions(*served)[-1] < len(entries)
        assert versions(*served)[-1] >= first - 1
        stub = record_pb2_grpc.RecordStub(channel)
        read = [entry.entry for entry in stub.ReadEntries(record_pb2.ReadEntriesRequest(game=served.game))]
        assert read == [shown(game, entry, Caller("peer", "seat", 1), ()) for entry in entries]


def test_a_position_is_shown_up_to_what_is_sealed_and_an_entry_is_found_anywhere(tmp_path: Path) -> None:
    game, entries = played(ALL_TITLES, "liars_dice", 2, 1, until=lambda game: game.version > 12)
    path = of(game, entries, Caller("peer"), tmp_path)
    with entered(serving(path)) as served, grpc.insecure_channel(served.address) as channel:
        stub, last = record_pb2_grpc.RecordStub(channel), versions(*served)[-1]
        reasons = {last: "", last + 1: "HIDDEN_FACTS", 0: "HIDDEN_FACTS", game.version + 1: "VERSION_NOT_FOUND"}
        for version, reason in reasons.items():
            request = record_pb2.GetViewRequest(game=served.game, version=version)
            if not reason:
                assert stub.GetView(request).version == version
                continue
            with pytest.raises(grpc.RpcError) as refused:
                stub.GetView(request)
            assert failure_of(refused.value).reason == reason  # type: ignore[arg-type]  # it has the same details
        search = questions_pb2_grpc.QuestionsStub(channel).SearchEntries
        for seat in (1, 2):
            about = search(questions_pb2.SearchEntriesRequest(game=served.game, seat=seat))
            assert {response.entry.entry.version for response in about} >= {
                entry.version for entry in entries if entry.actor.seat == seat
            }


def test_a_position_of_an_open_file_is_that_of_any_version(tmp_path: Path) -> None:
    game, entries = played(ALL_TITLES, "infludance_duel", 2, 1, until=lambda game: game.version > 6)
    with (
        entered(serving(of(game, entries, Caller("peer"), tmp_path))) as served,
        grpc.insecure_channel(served.address) as channel,
    ):
        stub = record_pb2_grpc.RecordStub(channel)
        for version in (0, 4, game.version):
            shown_at = stub.GetView(record_pb2.GetViewRequest(game=served.game, version=version)).version
            assert shown_at == (version or game.version)


@pytest.mark.parametrize("over", [False, True])
def test_a_private_game_is_open_to_anyone_with_its_file(tmp_path: Path, over: bool) -> None:  # noqa: FBT001  # a case
    game, entries = played(
        ALL_TITLES, "liars_dice", 2, 1, until=lambda game: not over and game.version > 12, private=True
    )
    path = of(game, entries, Caller("peer"), tmp_path) if not over else tmp_path / "over.gunbai"
    if over:
        path.write_bytes(file_of(entries))
    last = game.version if over else 3
    with entered(serving(path)) as served, grpc.insecure_channel(served.address) as channel:
        info = lobby_pb2_grpc.LobbyStub(channel).GetGame(lobby_pb2.GetGameRequest(game=served.game)).info
        assert (info.private, info.head) == (True, game.version)
        stub = record_pb2_grpc.RecordStub(channel)
        assert len([*stub.ReadEntries(record_pb2.ReadEntriesRequest(game=served.game))]) == game.version
        assert stub.GetView(record_pb2.GetViewRequest(game=served.game, version=last)).version == last
        if not over:
            with pytest.raises(grpc.RpcError) as refused:
                stub.GetView(record_pb2.GetViewRequest(game=served.game))
            assert failure_of(refused.value).reason == "HIDDEN_FACTS"  # type: ignore[arg-type]  # it has the same details


def test_nothing_is_added_to_the_record_of_a_running_game(tmp_path: Path) -> None:
    """Where chance is asked, a service would draw; a file waits for nothing."""
    game, entries = played(ALL_TITLES, "titan_race", 2, 3, until=lambda game: game.version > 20)
    path, request = of(game, entries[:-1], Caller("peer"), tmp_path), lobby_pb2.GetGameRequest(game=game.id)
    with entered(serving(path)) as served, grpc.insecure_channel(served.address) as channel:
        lobby = lobby_pb2_grpc.LobbyStub(channel)
        info = lobby.GetGame(request).info
        assert info.head == len(entries) - 1
        assert lobby.GetGame(request).info == info
        assert not lobby.ListGames(lobby_pb2.ListGamesRequest()).games


def test_a_name_that_was_removed_hides_no_position(tmp_path: Path) -> None:
    game, entries = played(ALL_TITLES, "liars_dice", 2, 1)
    for entry in entries:
        if entry.command.open.type_url.endswith("TakeSeat"):
            entry.events[1].CopyFrom(sealed(entry.events[1]))
    path = tmp_path / "night.gunbai"
    path.write_bytes(file_of(entries))
    with entered(serving(path)) as served:
        assert versions(*served) == [*range(1, game.version + 1)]


def test_nothing_of_it_is_left_behind(tmp_path: Path) -> None:
    _, entries = played(ALL_TITLES, "liars_dice", 2, 1)
    path = tmp_path / "night.gunbai"
    path.write_bytes(file_of(entries))
    before = start(left()).result()
    with entered(serving(path)) as served:
        socket = Path(served.address.removeprefix("unix:"))
        assert socket.exists()
    assert not socket.parent.exists()
    assert start(left()).result() <= before


def test_finished_games_are_served_together_and_verified_each() -> None:
    files = [sample.file for sample in find_samples().values()][:2]
    with entered(serving_together(files)) as address, connect(address) as gunbai:
        games = [sample.game for sample in find_samples().values()]
        for game in games[:2]:
            assert gunbai.verify(game).verdict == VERDICT_CONSISTENT
        with pytest.raises(NotFound):
            gunbai.game(games[2])


def test_a_game_that_goes_on_is_not_served_with_others(tmp_path: Path) -> None:
    game, entries = played(ALL_TITLES, "liars_dice", 2, 1, until=lambda game: game.version > 12)
    with (
        pytest.raises(RecordFileError, match="is not the record of a finished game, or it is a branch"),
        entered(serving_together([of(game, entries, Caller("peer"), tmp_path)])),
    ):
        pass


NO_ENTRY = delimited(header("recordrecordreco", 0))


@pytest.mark.parametrize("content", [b"", b"\x00", b"no record", delimited(header("recordrecordreco", 1)), NO_ENTRY])
def test_what_is_no_record_file_is_not_served(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "night.gunbai"
    path.write_bytes(content)
    with pytest.raises(RecordFileError), entered(serving(path)):
        pass
