"""The client against a real service, with coroutines and without."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from bench.ports import free_port
from clients.bots import random_bot
from clients.cli.sources.local_service import serving
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import view_pb2
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor, Entry
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2, referee_pb2, results_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_ABANDONED,
    GAME_STATUS_FINISHED,
    GAME_STATUS_RUNNING,
    GameInfo,
    Invitation,
    Result,
)
from gunbai.rules.v1.clauses_pb2 import Clause, HouseRuling
from gunbai_client import (
    Gunbai,
    InvalidRequest,
    NotAllowed,
    NotFound,
    NotNow,
    Seat,
    StaleVersion,
    Unreachable,
    aio,
    connect,
)
from gunbai_client.aio import client
from gunbai_client.reasons import TokenPending
from gunbai_record import record_file
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import unpacked
from gunbai_record.sheets import payload_of, sheet_of
from gunbai_record.tokens import hash_of, new_token
from lab.patience import PATIENCE
from tests.clients.python.scripted import failure, pauses_in, scripted

README = Path(__file__).parents[4] / "clients" / "python" / "README.md"
SMALL = cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
def test_the_examples_of_the_readme_run(example: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example.replace("localhost:7070", address), {"__name__": "example"})  # our own text
    assert re.search("accepted|ending", capsys.readouterr().out)  # a move, or a result, which may be a draw


def test_the_titles_and_their_clauses_are_listed(gunbai: Gunbai) -> None:
    (listed,) = [title for title in gunbai.titles() if title.name == "infludance_duel"]
    title = gunbai.title("infludance_duel")
    assert title.title == listed
    clauses = gunbai.clauses("infludance_duel").clauses
    assert len(clauses) == title.clauses
    assert clauses[0].number == "IN-1.1"
    assert gunbai.clauses("infludance_duel").house_rulings


def test_a_move_against_the_rules_is_a_ruling(duel: list[Seat]) -> None:
    ruling = duel[1].submit(SMALL)
    assert ruling.refused.clause == "IN-3.9"
    assert ruling.refused.sentence
    assert duel[0].gunbai.game(duel[0].game).head == ruling.refused.version


def test_a_legal_move_is_accepted_once_however_often_it_is_sent(duel: list[Seat]) -> None:
    first = duel[0].submit(SMALL, command_id="mine")
    again = duel[0].submit(SMALL, command_id="mine")
    assert again.accepted.repeated_command
    assert again.accepted.entries == first.accepted.entries


def test_a_command_for_a_position_that_has_passed_is_stale(duel: list[Seat]) -> None:
    asked_at = duel[0].legal().expected_version
    duel[0].submit(SMALL)
    duel[1].submit(SMALL)
    with pytest.raises(StaleVersion):
        duel[0].submit(cmd.PlaceCowboy(field="a1"), expected_version=asked_at)


def test_what_is_wrong_with_a_request_is_raised(gunbai: Gunbai, duel: list[Seat]) -> None:
    with pytest.raises(NotFound):
        gunbai.create("chess", seats=2, chance="referee")
    with pytest.raises(NotFound):
        gunbai.game("nosuch")
    with pytest.raises(InvalidRequest) as error:
        gunbai.create("infludance_duel", seats=7, chance="referee")
    assert set(error.value.fields) == {"seats"}
    with pytest.raises(NotAllowed):
        gunbai.start(duel[0].game)
    with pytest.raises(NotAllowed):
        gunbai.holding("nobody's").start(duel[0].game)
    with pytest.raises(NotNow):
        gunbai.join(duel[0].game, "Carl")
    with pytest.raises(Unreachable), connect("127.0.0.1:1", deadline=2) as nobody:
        nobody.titles()


def test_a_position_is_seen_drawn_and_set_up_again(gunbai: Gunbai, duel: list[Seat]) -> None:
    game = duel[0].game
    duel[0].submit(SMALL)
    view = unpacked(gunbai.view(game).view)
    assert isinstance(view, view_pb2.View)
    assert view.gunmen[0].figure == cmd.FIGURE_SMALL
    assert gunbai.picture(game).startswith("<svg")
    again = gunbai.create("infludance_duel", seats=2, table=gunbai.table(game), chance="dealer")
    assert again.dealer_token


def test_a_ruling_can_be_asked_for_without_playing(gunbai: Gunbai, duel: list[Seat]) -> None:
    judged = duel[0].gunbai.adjudicate(duel[0].game, Actor(kind=ACTOR_KIND_SEAT, seat=1), cmd.EndTurn())
    assert judged.refused.clause == "IN-3.10"
    assert [given.refused.clause for given in gunbai.rulings(duel[0].game, refused_only=True)] == []


def test_a_game_is_abandoned_by_its_host_alone(gunbai: Gunbai) -> None:
    created = gunbai.create("infludance_duel", seats=2, chance="referee")
    game = created.info.game
    with pytest.raises(NotAllowed):
        gunbai.abandon(game)
    assert gunbai.holding(created.host_token).abandon(game, "rain").status == GAME_STATUS_ABANDONED
    assert [game for game_info in gunbai.games(status=GAME_STATUS_ABANDONED) if game_info.game == game]


def test_a_seat_that_signs_is_believed_only_with_its_signature(gunbai: Gunbai) -> None:
    created = gunbai.create("infludance_duel", seats=2, options={"starting_player": "red"}, chance="referee")
    game = created.info.game
    signing = gunbai.join(game, "Ann", key=Ed25519PrivateKey.generate())
    gunbai.join(game, "Bob")
    gunbai.holding(created.host_token).start(game)
    with pytest.raises(NotAllowed):
        gunbai.holding(signing.token).seat(game, 1).submit(SMALL)
    entry = signing.submit(SMALL).accepted.entries[0]
    assert len(entry.signature) == 64


def test_prompts_come_when_the_seat_is_asked(duel: list[Seat]) -> None:
    for prompt in duel[0].prompts():
        assert prompt.status == GAME_STATUS_RUNNING
        assert prompt.waiting.seats == [1]
        assert unpacked(prompt.commands[0].command) == SMALL
        break


async def begun(gunbai: aio.Gunbai) -> list[aio.Seat]:
    """Return the seats of a new duel."""
    created = await gunbai.create("infludance_duel", seats=2, chance="referee")
    seats = [await gunbai.join(created.info.game, player) for player in ("Ann", "Bob")]
    await gunbai.holding(created.host_token).start(created.info.game)
    return seats


async def test_a_game_and_its_watchers_go_on_when_the_service_is_restarted(tmp_path: Path) -> None:
    port = free_port()
    seen: list[int] = []
    under_way = asyncio.Event()

    async def watch(gunbai: aio.Gunbai, game: str) -> None:
        async for entry in gunbai.watch(game):
            seen.append(entry.version)
            if entry.version == 10:
                under_way.set()

    async with aio.connect(f"127.0.0.1:{port}") as gunbai:
        with serving(tmp_path, port):
            seats = await begun(gunbai)
            watching = asyncio.create_task(watch(gunbai, seats[0].game))
            await seats[(await seats[0].legal()).waiting.seats[0] - 1].submit(SMALL)
            playing = [asyncio.create_task(random_bot.play(seat, Random(seat.number))) for seat in seats]
            await under_way.wait()
        with serving(tmp_path, port):
            await asyncio.wait_for(asyncio.gather(*playing, watching), PATIENCE)
            game = await gunbai.game(seats[0].game)
            assert (await gunbai.verify(game.game)).verdict == VERDICT_CONSISTENT
    assert seen == list(range(1, game.head + 1))
    assert game.status == GAME_STATUS_FINISHED


async def test_a_seat_without_a_key_gets_another_token_unless_it_vetoes_that(address: str) -> None:
    async with aio.connect(address) as gunbai:
        created = await gunbai.create("infludance_duel", seats=2, reissue_seconds=60, chance="referee")
        seat, host, token = await gunbai.join(created.info.game, "Ann"), gunbai.holding(created.host_token), new_token()
        for _ in range(2):
            noticed = await host.announce_reissue(seat.game, 1, hash_of(token), request_id="r")
            assert noticed.seats[0].HasField("veto_expire_time")
        with pytest.raises(TokenPending):
            await gunbai.holding(token).view(seat.game)
        vetoed = await seat.veto_reissue(request_id="v")
        assert not vetoed.seats[0].HasField("veto_expire_time")
        assert (await seat.veto_reissue(request_id="v")).head == vetoed.head
        assert (await seat.view()).seat == 1
        await gunbai.join(seat.game, "Bob")
        branch = await host.fork(seat.game, (await host.start(seat.game)).head, reissue_seconds=61)
        assert branch.info.reissue_seconds == 61


async def test_the_pieces_of_a_record_file_are_those_of_the_record(address: str) -> None:
    async with aio.connect(address) as gunbai:
        game = (await gunbai.create("infludance_duel", seats=2, chance="referee")).info.game
        pieces = [piece async for piece in gunbai.export(game)]
        header, entries = record_file.read(BytesIO(b"".join(pieces)))
    assert header.game == game
    assert [entry.version for entry in entries] == [1]


async def test_a_seat_removes_its_name_and_the_record_verifies(address: str) -> None:
    async with aio.connect(address) as gunbai:
        created = await gunbai.create("infludance_duel", seats=2, chance="referee")
        ann, _ = [await gunbai.join(created.info.game, player) for player in ("Ann", "Bob")]
        await gunbai.holding(created.host_token).start(ann.game)
        for _ in range(2):
            removed = await ann.remove_name()
            assert [seat.player for seat in removed.seats] == ["", "Bob"]
        async for entry in gunbai.entries(ann.game):
            assert "Ann" not in str(entry)
        await gunbai.holding(created.host_token).abandon(ann.game)
        assert (await gunbai.verify(ann.game)).verdict == VERDICT_CONSISTENT


TAKEN = failure(grpc.StatusCode.ALREADY_EXISTS, "SEAT_TAKEN")
ENTRIES = [record_pb2.ReadEntriesResponse(entry=Entry(game="g", version=version)) for version in (1, 2, 3)]
LOST = failure(grpc.StatusCode.UNAVAILABLE)


async def test_a_read_that_is_lost_goes_on_where_it_was_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    paused = pauses_in(client, monkeypatch)
    answers = [[*ENTRIES[:2], LOST], [LOST], ENTRIES[2:]]
    async with scripted(ReadEntries=answers) as (gunbai, script):
        assert [entry.version async for entry in gunbai.entries("g", up_to=3)] == [1, 2, 3]
    assert script.requests == [
        record_pb2.ReadEntriesRequest(game="g", after_version=after, up_to_version=3) for after in (0, 2, 2)
    ]
    assert paused == [0.2, 0.2]


def replay(first: int, last: int) -> record_pb2.ReplayGameRequest:
    """Return the request for the positions of a game in a range."""
    return record_pb2.ReplayGameRequest(game="g", from_version=first, to_version=last)


POSITIONS = [record_pb2.ReplayGameResponse(version=version) for version in (1, 2, 3)]


async def test_a_replay_without_an_end_goes_from_the_first_version_to_the_newest() -> None:
    game = lobby_pb2.GetGameResponse(info=GameInfo(head=3))
    async with scripted(GetGame=[game], ReplayGame=[POSITIONS]) as (gunbai, script):
        assert [position async for position in gunbai.replay("g")] == POSITIONS
    assert script.requests == [lobby_pb2.GetGameRequest(game="g"), replay(1, 3)]


async def test_a_replay_that_is_lost_goes_on_where_it_was_and_ends_where_it_shall() -> None:
    answers = [[*POSITIONS[:2], LOST], [POSITIONS[2], LOST]]
    async with scripted(ReplayGame=answers) as (gunbai, script):
        assert [position.version async for position in gunbai.replay("g", 1, 3)] == [1, 2, 3]
    assert script.requests == [replay(1, 3), replay(3, 3)]


@pytest.mark.parametrize("patience", [{"wait": False}, {"deadline": 0}])
async def test_a_read_that_is_lost_is_an_error_without_patience(patience: dict[str, Any]) -> None:
    async with scripted(ReadEntries=[[ENTRIES[0], LOST], ENTRIES[1:]]) as (gunbai, _):
        with pytest.raises(Unreachable):
            async for _ in replace(gunbai, **patience).entries("g"):
                pass


BY_GRPC = [[LOST]] * 4
"""The answers of a service that is lost as often as gRPC tries a call by itself."""
VERDICT = audit_pb2.VerifyGameResponse(verification=audit_pb2.Verification(verdict=VERDICT_CONSISTENT))


async def test_a_verification_that_is_lost_is_asked_for_again_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    paused = pauses_in(client, monkeypatch)
    async with scripted(VerifyGame=[*BY_GRPC, [VERDICT]]) as (gunbai, script):
        assert await gunbai.verify("g", PATIENCE) == VERDICT.verification
    assert script.requests == [audit_pb2.VerifyGameRequest(game="g")] * 5
    assert paused == [0.1]


@pytest.mark.parametrize(
    ("failed", "wait", "deadline"), [(BY_GRPC, False, PATIENCE), (BY_GRPC, True, 0.05), ([[TAKEN]], True, PATIENCE)]
)
async def test_a_verification_is_asked_for_once_if_another_is_not_wanted_or_of_no_use(
    failed: list[list[Message]], deadline: float, *, wait: bool
) -> None:
    async with scripted(VerifyGame=[*failed, [VERDICT]]) as (gunbai, _):
        with pytest.raises(GunbaiError):
            await replace(gunbai, wait=wait).verify("g", deadline)


async def test_all_pages_of_a_list_are_asked_for() -> None:
    pages = [
        audit_pb2.ListClausesResponse(clauses=[Clause(number="A")], next_page_token="more"),
        audit_pb2.ListClausesResponse(clauses=[Clause(number="B")], house_rulings=[HouseRuling(number="C")]),
    ]
    async with scripted(ListClauses=pages) as (gunbai, script):
        listed = await gunbai.clauses("t")
    assert ([clause.number for clause in listed.clauses], len(listed.house_rulings)) == (["A", "B"], 1)
    assert [getattr(message, "page_token", None) for message in script.requests] == ["", "more"]


async def test_a_client_that_is_shown_keeps_its_secrets() -> None:
    async with aio.connect("127.0.0.1:1", token="secret token") as gunbai:
        shown = repr(gunbai.seat("g", 1, Ed25519PrivateKey.generate(), b"secret seed"))
    assert "secret" not in shown
    assert "PrivateKey" not in shown


async def test_who_has_closed_the_channel_calls_nobody_any_more() -> None:
    async with scripted() as (gunbai, script):
        await gunbai.close()
        with pytest.raises(Exception, match=r"(?i)closed"):
            await gunbai.game("g")
    assert script.requests == []


async def test_who_holds_a_token_speaks_a_language_or_calls_for_a_visitor_says_so_in_every_call() -> None:
    async with scripted() as (gunbai, script):
        client = gunbai.holding("t").speaking("cs").forwarding("1.2.3.4", "secret")
        await client.game("g")
        await client.forwarding("", "secret").game("g")
    metadata, without = script.metadata
    assert (metadata["authorization"], metadata["accept-language"]) == ("Bearer t", "cs")
    assert (metadata["gunbai-visitor"], metadata["gunbai-forwarder"]) == ("1.2.3.4", "secret")
    assert not {"gunbai-visitor", "gunbai-forwarder"} & without.keys()


async def test_a_client_waits_for_a_service_on_this_machine_unless_it_is_told_otherwise() -> None:
    async with aio.connect() as gunbai:
        assert gunbai == aio.Gunbai(gunbai.stubs, "", 15, True, "", ())
        assert (repr(gunbai.arbiter("g")), gunbai.arbiter("g").key) == (repr(aio.Arbiter(gunbai, "g")), None)
        assert gunbai.seat("g") == aio.Seat(gunbai, "g", 0, None, b"")
        key = Ed25519PrivateKey.generate()
        assert gunbai.seat("g", 2, key, b"seed").disputes() == gunbai.disputes("g", key)


async def test_a_call_ends_within_the_deadline_of_its_client_or_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    async def call(*given: Any, wait: bool) -> None:
        calls.append((*given[2:], wait))

    monkeypatch.setattr(client, "call", call)
    method: Any = None
    async with aio.connect(deadline=7, wait=False, token="t") as gunbai:
        await gunbai.ask(method, "request")
        await gunbai.ask(method, "request", 9)
    assert calls == [(gunbai.metadata, 7, False), (gunbai.metadata, 9, False)]


async def test_the_progress_of_a_verification_is_told_until_its_verdict() -> None:
    steps: list[tuple[int, int]] = []
    progress = [
        audit_pb2.VerifyGameResponse(progress=audit_pb2.VerificationProgress(entries_done=done, entries=9))
        for done in (4, 8)
    ]
    async with scripted(VerifyGame=[[*progress, VERDICT]]) as (gunbai, _):
        assert await gunbai.verify("g", progress=lambda *done: steps.append(done)) == VERDICT.verification
    assert steps == [(4, 9), (8, 9)]


async def test_a_verification_that_ends_without_a_verdict_has_none() -> None:
    async with scripted(VerifyGame=[[]]) as (gunbai, _):
        with pytest.raises(Unreachable, match="without a verdict"):
            await replace(gunbai, wait=False).verify("g")


async def test_a_seat_with_a_key_signs_the_sheet_of_the_result() -> None:
    key = Ed25519PrivateKey.generate()
    over = GameInfo(game="g", status=GAME_STATUS_FINISHED, head=9, head_digest=bytes(32), result=Result())
    answers = [lobby_pb2.GetGameResponse(info=over)] * 2
    async with scripted(GetGame=answers) as (gunbai, script):
        await gunbai.confirm_result("g", 2, key=key)
        await gunbai.seat("g", 1, key).confirm_result()
    for request, seat in zip(script.requests[1::2], (2, 1), strict=True):
        assert isinstance(request, results_pb2.ConfirmResultRequest)
        assert (request.seat, request.digest) == (seat, bytes(32))
        key.public_key().verify(request.signature, payload_of(sheet_of(over)))


@pytest.mark.parametrize(
    ("given", "terms"),
    [
        ({}, record_pb2.ImportTerms()),
        (
            {"keys": ["k"], "keep_unverified": True, "spectator_token": "s"},
            record_pb2.ImportTerms(keys=["k"], keep_unverified=True, spectator_token="s"),
        ),
    ],
)
async def test_a_record_is_imported_in_pieces_after_the_terms(
    given: dict[str, Any], terms: record_pb2.ImportTerms
) -> None:
    async with scripted() as (gunbai, script):
        assert await gunbai.import_record([b"one", b"two"], **given) == record_pb2.ImportRecordResponse()
    request = record_pb2.ImportRecordRequest
    assert script.requests == [request(terms=terms), request(chunk=b"one"), request(chunk=b"two")]


@pytest.mark.parametrize("deadline", [5, 0, -5])
async def test_a_verification_has_what_is_left_of_its_deadline(
    deadline: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    async def verdict() -> AsyncIterator[audit_pb2.VerifyGameResponse]:
        yield VERDICT

    @asynccontextmanager
    async def reading(*arguments: Any, deadline: float) -> AsyncIterator[Any]:
        given.extend((*arguments, deadline))
        yield verdict()

    monkeypatch.setattr(client, "reading", reading)
    async with aio.connect(token="t") as gunbai:
        assert await gunbai.verify("g", deadline) == VERDICT.verification
    _, request, metadata, left = given
    assert (request, metadata) == (audit_pb2.VerifyGameRequest(game="g"), gunbai.metadata)
    assert deadline - 1 < left <= deadline if deadline > 0 else left == 0


async def test_a_new_game_has_the_tokens_with_which_it_was_asked_for() -> None:
    made = GameInfo(game="g", chance_source=CHANCE_SOURCE_DEALER)
    invited = [Invitation(seat=1)]
    answers: Any = {
        "CreateGame": [lobby_pb2.CreateGameResponse(info=made, invitations=invited)],
        "ForkGame": [referee_pb2.ForkGameResponse(info=made, invitations=invited)] * 2,
    }
    async with scripted(**answers) as (gunbai, script):
        games = [
            await gunbai.create("t", chance="referee"),
            await gunbai.fork("g", 3),
            await gunbai.seat("g", 1).take_back(3),
        ]
    for game, request in zip(games, script.requests, strict=True):
        assert isinstance(request, lobby_pb2.CreateGameRequest | referee_pb2.ForkGameRequest)
        assert (game.host_token, game.dealer_token) == (request.token, request.dealer_token)
        assert (game.info, game.invitations) == (made, tuple(invited))


@pytest.mark.parametrize(
    ("method", "call", "pages", "shown"),
    [
        (
            "ListTitles",
            lambda gunbai: gunbai.titles(),
            [lobby_pb2.ListTitlesResponse(titles=[lobby_pb2.Title(name=name)]) for name in "ab"],
            [lobby_pb2.Title(name=name) for name in "ab"],
        ),
        (
            "ListGames",
            lambda gunbai: gunbai.games(),
            [lobby_pb2.ListGamesResponse(games=[GameInfo(game=name)]) for name in "ab"],
            [GameInfo(game=name) for name in "ab"],
        ),
        (
            "ListRulings",
            lambda gunbai: gunbai.rulings("g"),
            [audit_pb2.ListRulingsResponse(rulings=[audit_pb2.GivenRuling(command_id=name)]) for name in "ab"],
            [audit_pb2.GivenRuling(command_id=name) for name in "ab"],
        ),
    ],
)
async def test_what_is_listed_on_several_pages_comes_in_order(
    method: str, call: Callable[[aio.Gunbai], Any], pages: list[Any], shown: list[Message]
) -> None:
    pages[0].next_page_token = "more"
    async with scripted(**{method: pages}) as (gunbai, script):
        answer = call(gunbai)
        assert ([item async for item in answer] if isinstance(answer, AsyncIterator) else await answer) == shown
    assert [getattr(message, "page_token", None) for message in script.requests] == ["", "more"]
