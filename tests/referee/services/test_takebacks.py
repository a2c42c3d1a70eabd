"""A move is taken back by calls: one seat proposes, and all consent by taking their seats in the branch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT, ClockTerms
from gunbai.referee.v1 import game_pb2, lobby_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client.takebacks import sign_consent
from gunbai_record.chain import command_payload
from gunbai_record.tokens import new_token
from lab.toy import protos
from lab.toy_service import ALL_TITLES, DEALER, House, Match, bearer, bids, failure, open_house
from referee.records.changes import Changes
from referee.records.games import Games
from store.sqlite import SqliteStore

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(7, 39)))


async def proposed(match: Match, version: int, seat: int = 1, **options: Any) -> Match:
    """Return the branch in which a seat, 0 for the host, proposes to go on."""
    return await match.fork(version, match.tokens[seat] if seat else match.host, continues=True, **options)


async def bid_signed(match: Match, key: Ed25519PrivateKey) -> None:
    """Let seat 1 bid, whose key this is."""
    move = match.request(protos.Bid(seat=1, light=1), (await match.game()).head)
    name = move.command.type_url.rpartition("/")[2]
    move.signature = key.sign(
        command_payload(match.id, move.expected_version, move.command_id, name, move.command.value)
    )
    assert (await match.send(1, move)).HasField("accepted")


async def nothing(*_: object) -> None:
    """Leave undone what the service would do later."""


def seen_in(entry: Any) -> life.GameContinued:
    """Return what came to light of what was taken back."""
    return life.GameContinued.FromString(entry.events[0].open.value)


async def test_the_game_goes_on_in_the_branch_with_the_word_of_all_and_opens_when_it_ends(house: House) -> None:
    match = await house.start()
    await match.play(*bids(1))
    branch = await proposed(match, (await match.game()).head - 1)
    await branch.enter(match.tokens[1], entropy=b"fresh")
    assert [(await played.game()).status for played in (match, branch)] == [
        game_pb2.GAME_STATUS_RUNNING,
        game_pb2.GAME_STATUS_OPEN,
    ]
    await branch.enter(match.tokens[2])
    info, goes_on = await match.game(), await branch.game()
    assert (info.status, info.continued_by) == (game_pb2.GAME_STATUS_CONTINUED, branch.id)
    assert (goes_on.status, goes_on.continues) == (game_pb2.GAME_STATUS_RUNNING, True)
    assert [seat.player for seat in goes_on.seats] == ["player 1", "player 2"]
    assert (await failure(match.submit(2, protos.Bid(seat=2, light=2)))).reason == "GAME_OVER"
    assert (await failure(branch.view(match.tokens[1]))).reason == "FOREIGN_TOKEN"
    seen = seen_in((await match.entries())[-1])
    assert (seen.chance, seen.hidden) == (False, True)
    await branch.play(*bids(3, 2))
    await branch.finish()
    assert (await branch.game()).status == game_pb2.GAME_STATUS_FINISHED
    while (await match.game()).status != game_pb2.GAME_STATUS_SUPERSEDED:
        await match.house.lobby.GetGame(lobby_pb2.GetGameRequest(game=match.id))
    for game in (match, branch):
        assert (await game.verify()).verdict == VERDICT_CONSISTENT


async def test_nobody_takes_a_seat_of_another_and_nothing_is_taken_back_without_all(house: House) -> None:
    match = await house.start()
    await match.play(*bids(1, 2))
    head = (await match.game()).head
    assert (await failure(match.fork(head - 1, continues=True))).reason == "TOKEN_MISSING"
    for version in (head, 2):
        assert (await failure(proposed(match, version))).reason in {"INVALID_FIELD", "GAME_NOT_STARTED"}
    branch = await proposed(match, head - 1)
    assert (await failure(branch.join(1))).reason == "SEAT_HELD"
    code = branch.made.invitations[0].code
    assert (await failure(branch.join(1, invitation=code))).reason == "SEAT_HELD"
    await branch.enter(match.tokens[1])
    start = lobby_pb2.StartGameRequest(game=branch.id)
    assert (await failure(house.lobby.StartGame(start, metadata=bearer(branch.host)))).reason == "SEATS_FREE"
    await match.play((1, protos.Withdraw()))
    assert (await failure(branch.enter(match.tokens[2]))).reason == "GAME_NOT_OPEN"
    assert (await match.game()).status == game_pb2.GAME_STATUS_RUNNING


async def test_a_seat_with_a_key_signs_its_consent(house: House) -> None:
    match = await house.open()
    await match.join(1, public_key=KEY.public_key().public_bytes_raw())
    await match.join(2)
    await match.begin()
    await bid_signed(match, KEY)
    branch = await proposed(match, (await match.game()).head - 1)
    assert (await failure(branch.enter(match.tokens[1]))).reason == "INVALID_FIELD"
    request = lobby_pb2.JoinGameRequest(
        game=branch.id, seat=1, public_key=KEY.public_key().public_bytes_raw(), token=new_token(), entropy=b"fresh"
    )
    sign_consent(request, KEY, (await branch.game()).head)
    signature, request.signature = request.signature, bytes(64)
    assert (
        await failure(house.lobby.JoinGame(request, metadata=bearer(match.tokens[1])))
    ).reason == "SIGNATURE_INVALID"
    request.signature = signature
    for _ in range(2):
        assert (await house.lobby.JoinGame(request, metadata=bearer(match.tokens[1]))).seat == 1
    await branch.enter(match.tokens[2])
    assert (await match.game()).status == game_pb2.GAME_STATUS_CONTINUED
    assert not (await branch.verify()).problem


async def test_the_consents_of_two_seats_have_ids_of_their_own(house: House) -> None:
    match = await house.open()
    keys = [Ed25519PrivateKey.generate() for _ in range(2)]
    for seat, key in enumerate(keys, 1):
        await match.join(seat, public_key=key.public_key().public_bytes_raw())
    await match.begin()
    await bid_signed(match, keys[0])
    branch = await proposed(match, (await match.game()).head - 1)
    consents = []
    for seat, key, name in ((1, keys[0], "I agree"), (2, keys[1], "I agree"), (2, keys[1], "I agree too")):
        public = key.public_key().public_bytes_raw()
        consent = lobby_pb2.JoinGameRequest(
            game=branch.id, seat=seat, public_key=public, token=new_token(), request_id=name
        )
        sign_consent(consent, key, (await branch.game()).head)
        consents.append((consent, bearer(match.tokens[seat])))
    first, same, other = consents
    assert (await house.lobby.JoinGame(first[0], metadata=first[1])).seat == 1
    refused = await failure(house.lobby.JoinGame(same[0], metadata=same[1]))
    assert refused[:2] == ("ALREADY_EXISTS", "COMMAND_ID_REUSED")
    assert (await house.lobby.JoinGame(other[0], metadata=other[1])).seat == 2
    assert not (await branch.verify()).problem


async def test_where_a_bot_decides_for_who_is_late_no_seat_brings_its_token(house: House) -> None:
    terms = ClockTerms(decision_seconds=60, expiry=EXPIRY_RULE_BOT, bot_seconds=5)
    match = await house.start(clock=terms)
    await match.play(*bids(1))
    head = (await match.game()).head
    refused = await failure(proposed(match, head - 1, bot_token=new_token()))
    assert refused[:2] == ("PERMISSION_DENIED", "ROLE_NEEDED")
    branch = await proposed(match, head - 1, seat=0, bot_token=new_token())
    for seat in (1, 2):
        await branch.enter(match.tokens[seat])
    assert (await branch.game()).status == game_pb2.GAME_STATUS_RUNNING


async def test_a_takeback_that_was_proposed_is_proposed_once_and_by_the_host_where_there_is_a_dealer(
    house: House,
) -> None:
    match = await house.start(chance_source=DEALER)
    await match.play(*bids(1))
    head = (await match.game()).head
    assert (await failure(proposed(match, head - 1))).reason == "ROLE_NEEDED"
    branch = await proposed(match, head - 1, seat=0)
    again = await house.referee.ForkGame(branch.creation, metadata=bearer(match.host))
    assert again.info.game == branch.id
    for seat in (1, 2):
        await branch.enter(match.tokens[seat])
    again = await house.referee.ForkGame(branch.creation, metadata=bearer(match.host))
    assert again.info.status == game_pb2.GAME_STATUS_RUNNING
    await branch.play(*bids(1, 2), (0, protos.DrawLanterns(lanterns=["fox", "moon"])))


async def test_what_a_stop_came_between_follows_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service stops after the branch has begun, and again after it has ended, before its game heard of either."""
    with monkeypatch.context() as patched:
        patched.setattr(Changes, "_go_on", nothing)
        patched.setattr(Changes, "_end_above", nothing)
        async with open_house(tmp_path) as house:
            match = await house.start()
            await match.play(*bids(1))
            branch = await proposed(match, (await match.game()).head - 1)
            for seat in (1, 2):
                await branch.enter(match.tokens[seat])
            assert (await match.game()).status == game_pb2.GAME_STATUS_RUNNING
    with monkeypatch.context() as patched:
        patched.setattr(Changes, "_end_above", nothing)
        async with open_house(tmp_path) as house:
            match, branch = match.at(house), branch.at(house)
            while (await match.game()).status != game_pb2.GAME_STATUS_CONTINUED:
                await branch.game()
            await branch.abandon()
    async with open_house(tmp_path) as house:
        match = match.at(house)
        while (await match.game()).status != game_pb2.GAME_STATUS_SUPERSEDED:
            await branch.at(house).game()
        assert (await match.verify()).verdict == VERDICT_CONSISTENT


async def test_a_branch_whose_end_its_game_has_not_heard_of_says_so_when_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(1))
        branch = await proposed(match, (await match.game()).head - 1)
        for seat in (1, 2):
            await branch.enter(match.tokens[seat])
        while (await match.game()).status != game_pb2.GAME_STATUS_CONTINUED:
            await branch.game()
        monkeypatch.setattr(Changes, "_end_above", nothing)
        await branch.abandon()
    async with await SqliteStore.open(tmp_path / "games.sqlite") as store:
        changes = Changes(Games(store, ALL_TITLES))
        with monkeypatch.context() as patched:
            patched.setattr(Changes, "_resume", nothing)
            waits = await changes.games.game(match.id)
            await changes.finished()
        assert waits.status == (await changes.games.game(match.id)).status == "continued"
        monkeypatch.undo()
        assert (await changes.games.game(branch.id)).over
        await changes.finished()
        assert (await changes.games.game(match.id)).status == "superseded"
