"""Seats are taken with invitations where the host asks for that, left and freed before the start, each once."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.referee.v1 import lobby_pb2, record_pb2, referee_pb2
from gunbai_record.tokens import new_token
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, all_of, bearer, failure, failure_of, open_house
from referee.access import quotas
from referee.access.quotas import Limits
from referee.game.lifecycle import CROWDED


async def invited(match: Match, seat: int) -> str:
    """Return the invitation to a seat, as the host gets it."""
    request = lobby_pb2.GetInvitationsRequest(game=match.id)
    answer = await match.house.lobby.GetInvitations(request, metadata=bearer(match.host))
    code: str = answer.invitations[seat - 1].code
    return code


def freeing(match: Match, seat: int, request_id: str = "r") -> Awaitable[lobby_pb2.FreeSeatResponse]:
    request = lobby_pb2.FreeSeatRequest(game=match.id, seat=seat, request_id=request_id)
    answer: Awaitable[lobby_pb2.FreeSeatResponse] = match.house.lobby.FreeSeat(request, metadata=bearer(match.host))
    return answer


def leaving(match: Match, token: str, request_id: str = "r") -> Awaitable[lobby_pb2.LeaveGameResponse]:
    request = lobby_pb2.LeaveGameRequest(game=match.id, request_id=request_id)
    answer: Awaitable[lobby_pb2.LeaveGameResponse] = match.house.lobby.LeaveGame(request, metadata=bearer(token))
    return answer


async def test_a_seat_takes_its_invitation_where_the_host_asks_for_that(house: House) -> None:
    match = await house.open(invited_only=True)
    assert (await match.game()).invited_only
    assert (await failure(match.join(1)))[:2] == ("PERMISSION_DENIED", "INVITATION_MISSING")
    code = await invited(match, 2)
    failed = await failure(match.join(1, invitation=code))
    assert failed[:3] == ("INVALID_ARGUMENT", "INVALID_FIELD", "seat")
    failed = await failure(match.join(1, invitation="1-" + code[2:]))
    assert failed[:2] == ("PERMISSION_DENIED", "INVITATION_INVALID")
    assert code[2:] not in str(failed)
    assert (await match.join(0, invitation=code)).seat == 2
    assert (await failure(match.join(0, invitation=code)))[:2] == ("ALREADY_EXISTS", "SEAT_TAKEN")


async def test_invitations_are_the_hosts_and_the_same_each_time(house: House) -> None:
    match = await house.open(invited_only=True)
    request = lobby_pb2.GetInvitationsRequest(game=match.id)
    answers = [await house.lobby.GetInvitations(request, metadata=bearer(match.host)) for _ in range(2)]
    assert [*answers[0].invitations] == [*answers[1].invitations] == [*match.made.invitations]
    assert (await house.lobby.CreateGame(match.creation)).invitations == match.made.invitations
    await match.join(1, invitation=await invited(match, 1))
    for token, reason in (("", "TOKEN_MISSING"), (match.tokens[1], "ROLE_NEEDED")):
        assert (await failure(house.lobby.GetInvitations(request, metadata=bearer(token)))).reason == reason


async def test_an_invitation_opens_a_private_game_to_the_player_and_no_further(house: House) -> None:
    match = await house.open(private=True)
    code, match.spectator = await invited(match, 1), ""
    assert (await failure(match.join(1))).reason == "GAME_PRIVATE"
    assert (await match.join(1, invitation=code)).seat == 1


async def test_a_branch_may_take_invitations_too_and_held_seats_stay_held(house: House) -> None:
    match = await house.start()
    branch = await match.fork(4, match.host, invited_only=True)
    assert (await failure(branch.join(1))).reason == "INVITATION_MISSING"
    assert (await branch.join(0, invitation=branch.made.invitations[0].code)).seat == 1
    await match.play((1, protos.Bid(light=2, seat=1)))
    consents = await match.consents((await match.game()).head, invited_only=True)
    held = await match.fork((await match.game()).head, match.host, consents=consents, invited_only=True)
    assert (await failure(held.join(1, player="", invitation=await invited(held, 1)))).reason == "SEAT_HELD"
    assert (await held.enter(match.tokens[1])).seat == 1
    await freeing(held, 1)
    assert (await failure(held.join(1, player="", invitation=await invited(held, 1)))).reason == "SEAT_HELD"
    assert (await held.enter(match.tokens[1])).seat == 1


async def test_a_seat_that_is_held_for_a_key_is_taken_again_by_the_same_request_without_it(house: House) -> None:
    match = await house.open()
    key = Ed25519PrivateKey.generate()
    await match.join(1, public_key=key.public_key().public_bytes_raw())
    await match.join(2)
    await match.begin()
    await match.play((2, protos.Bid(light=2, seat=2)))
    head = (await match.game()).head
    held = await match.fork(head, match.host, consents=await match.consents(head))
    request = lobby_pb2.JoinGameRequest(game=held.id, token=new_token())
    first = await house.lobby.JoinGame(request, metadata=bearer(match.tokens[1]))
    again = await house.lobby.JoinGame(request, metadata=bearer(match.tokens[1]))
    assert (first.seat, again.seat, again.info.head) == (1, 1, first.info.head)
    request.public_key = bytes(32)
    assert (await failure(house.lobby.JoinGame(request, metadata=bearer(match.tokens[1])))).reason == "TOKEN_USED"


async def test_who_leaves_gives_up_the_seat_and_its_token_at_once(house: House) -> None:
    match = await house.open(chance_source=DEALER)
    await match.join(1)
    token = match.tokens[1]
    await match.view(1)
    assert not (await leaving(match, token)).info.seats[0].taken
    failed = await failure(match.view(token))
    assert failed == ("UNAUTHENTICATED", "TOKEN_REVOKED", "", {"seat": "1"}, False)
    joined = lobby_pb2.JoinGameRequest(game=match.id, player="player 1", seat=1, token=token)
    assert (await failure(house.lobby.JoinGame(joined))).reason == "TOKEN_REVOKED"
    await match.join(1)
    assert (await failure(leaving(match, token, "another"))).reason == "TOKEN_REVOKED"
    assert (await match.game()).seats[0].taken
    await match.join(2)
    await match.begin()
    assert (await failure(leaving(match, match.tokens[1]))).reason == "GAME_NOT_OPEN"


async def test_a_freed_token_does_not_work_after_a_restart(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.open(invited_only=True)
        code = await invited(match, 1)
        await match.join(1, invitation=code)
        before = await freeing(match, 1)
    async with open_house(tmp_path) as house:
        match = match.at(house)
        assert (await failure(match.view(1))).reason == "TOKEN_REVOKED"
        assert (await failure(match.join(1, invitation=code))).reason == "INVITATION_INVALID"
        assert await freeing(match, 1) == before
        assert (await match.join(1, invitation=await invited(match, 1))).seat == 1


@pytest.mark.parametrize("by_host", [True, False])
async def test_a_seat_is_freed_once_however_often_it_is_asked_for(house: House, *, by_host: bool) -> None:
    match = await house.open()
    await match.join(1)
    token = match.tokens[1]

    def again(request_id: str = "r") -> Awaitable[Any]:
        return freeing(match, 1, request_id) if by_host else leaving(match, token, request_id)

    answers = await all_of(*(again() for _ in range(6)))
    assert [answer.info.head for answer in answers] == [3] * 6
    await match.join(1)
    assert (await again()).info.head == 4
    assert (await match.game()).seats[0].taken
    if not by_host:
        assert (await failure(leaving(match, match.tokens[1]))).reason == "COMMAND_ID_REUSED"
    expected = {"SEAT_NOT_TAKEN", "TOKEN_REVOKED"}
    await freeing(match, 1, "next")
    assert (await failure(again("another"))).reason in expected
    assert (await failure(again(""))).field == "request_id"


async def test_an_id_of_another_command_frees_no_seat(house: House) -> None:
    match = await house.open()
    await match.seat_all()
    await freeing(match, 1, "one")
    assert (await failure(freeing(match, 2, "one"))).reason == "COMMAND_ID_REUSED"
    assert (await failure(leaving(match, match.tokens[2], "one"))).reason == "COMMAND_ID_REUSED"
    assert (await match.game()).seats[1].taken


async def test_seats_are_freed_by_the_host_and_left_by_their_players(house: House) -> None:
    match = await house.open()
    await match.seat_all()
    request = lobby_pb2.FreeSeatRequest(game=match.id, seat=1, request_id="r")
    assert (await failure(house.lobby.FreeSeat(request, metadata=bearer(match.tokens[2])))).reason == "ROLE_NEEDED"
    assert (await failure(house.lobby.FreeSeat(request))).reason == "TOKEN_MISSING"
    assert (await failure(leaving(match, match.host))).reason == "ROLE_NEEDED"
    assert (await failure(leaving(match, ""))).reason == "TOKEN_MISSING"
    assert (await failure(freeing(match, 3))).field == "seat"


async def test_who_watches_with_the_token_of_a_freed_seat_gets_that_error(house: House) -> None:
    match = await house.open()
    await match.join(1)
    request = record_pb2.WatchGameRequest(game=match.id)
    streams = {
        token: house.record.WatchGame(request, metadata=bearer(token)) for token in (match.tokens[1], match.host)
    }
    for stream in streams.values():
        while not (await stream.read()).HasField("caught_up"):
            pass
    await freeing(match, 1)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await streams[match.tokens[1]].read()
    assert failure_of(error.value)[:2] == ("UNAUTHENTICATED", "TOKEN_REVOKED")
    news = await streams[match.host].read()
    assert [entry.version for entry in news.entries.entries] == [3]
    streams[match.host].cancel()


async def last_read(stream: Any) -> None:
    """Read a stream to its end."""
    while (await stream.read()) is not grpc.aio.EOF:
        pass


async def test_a_play_stream_ends_when_its_seat_is_freed(house: House) -> None:
    match = await house.open()
    await match.join(1)
    stream = house.referee.Play(metadata=bearer(match.tokens[1]))
    await stream.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
    early = match.request(protos.Bid(light=1, seat=1), 2)
    await stream.write(referee_pb2.PlayRequest(submit=early))
    assert "has not begun" in (await stream.read()).error.message
    await freeing(match, 1)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await last_read(stream)
    assert failure_of(error.value)[:2] == ("UNAUTHENTICATED", "TOKEN_REVOKED")


async def test_a_game_whose_players_came_and_went_is_listed_and_verifies(house: House) -> None:
    match = await house.open(seats=2)
    for number in range(8):
        await match.join(1)
        await freeing(match, 1, f"r{number}")
    await match.join(1)
    await match.join(2, entropy=b"mine")
    listed = (await house.lobby.ListGames(lobby_pb2.ListGamesRequest())).games[0]
    assert listed == await match.game()
    await match.begin()
    await match.abandon()
    assert await match.holds()
    (without,) = (await match.verify()).seats_without_entropy
    assert (without.version, without.seat) == (18, 1)


async def test_nobody_but_the_host_reads_an_invitation(house: House) -> None:
    match = await house.open(invited_only=True)
    codes = [invitation.code for invitation in match.made.invitations]
    await match.join(1, invitation=codes[0])
    await freeing(match, 1)
    await match.join(1, invitation=await invited(match, 1))
    codes.append(await invited(match, 1))
    chunks = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))
    seen = b"".join([response.chunk async for response in chunks])
    seen += (await match.game()).SerializeToString()
    assert not any(code.encode() in seen for code in codes)


async def test_an_invitation_has_a_greatest_length(house: House) -> None:
    match = await house.open()
    failed = await failure(match.join(1, invitation="x" * 65))
    assert (failed.reason, failed.field) == ("INVALID_FIELD", "invitation")
    assert (await failure(match.join(1, invitation="x" * 64))).reason == "INVITATION_INVALID"


async def test_there_are_no_links_without_a_public_address(house: House) -> None:
    match = await house.open(invited_only=True)
    assert [(invitation.seat, invitation.url) for invitation in match.made.invitations] == [(1, ""), (2, "")]


async def test_links_are_formed_below_the_public_address(tmp_path: Path) -> None:
    async with open_house(tmp_path, public_url="https://play.example") as house:
        match = await house.start()
        branch = await match.fork(4, match.host)
        for made in (match, branch):
            for invitation in made.made.invitations:
                assert invitation.url == f"https://play.example/join/{made.id}/{invitation.seat}#{invitation.code}"


async def test_a_stranger_who_comes_and_goes_keeps_nobody_from_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    limits = Limits(seats_per_minute=10, loopback=True)
    async with open_house(tmp_path, limits=limits) as house:
        match, other = await house.open(), await house.open()
        for number in range(10):
            await match.join(2)
            await leaving(match, match.tokens[2], f"leave {number}")
        gone = await failure(match.join(2))
        assert (gone.reason, gone.retry) == ("QUOTA_EXCEEDED", True)
        await other.join(2)
        monkeypatch.setattr(quotas, "monotonic", lambda: 6.0)
        await match.join(2)


async def test_a_crowd_that_comes_and_goes_leaves_room_for_whom_the_host_invites(house: House) -> None:
    match = await house.open()
    while (await match.game()).head < CROWDED:
        await match.join(2)
        await leaving(match, match.tokens[2], f"leave {match.tokens[2]}")
    assert (await failure(match.join(2)))[:2] == ("PERMISSION_DENIED", "INVITATION_MISSING")
    await match.join(2, invitation=await invited(match, 2))
    await match.join(1, invitation=await invited(match, 1))
    await match.begin()
    assert (await failure(match.join(2))).reason == "GAME_NOT_OPEN"
