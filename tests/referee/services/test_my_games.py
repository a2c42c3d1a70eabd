"""The stream of the caller's games: what changes, whose turn it is and the end, for tokens and for a key."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.referee.v1 import game_pb2, lobby_pb2, record_pb2
from gunbai_record.players import invitation_tag, proof_text
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.toy_service import DEALER, House, Match, bearer, bids, failure, failure_in, open_house
from referee.proof.identity import Identity
from referee.services import my_games

MANY = 1000


def own(match: Match, seat: int = 1, after: int = 0) -> record_pb2.OwnPlace:
    """Return a seat as a place of the caller."""
    return record_pb2.OwnPlace(game=match.id, token=match.tokens[seat], after_version=after)


def proof(folder: Path, key: Ed25519PrivateKey, *, late: float = 0, service: str = "") -> record_pb2.KeyProof:
    """Return a proof of a key for the service in a folder."""
    service = service or str(Identity.kept_in(folder / "service.key").verifier)
    public, at = key.public_key().public_bytes_raw(), int((time.time() - late) * 1_000_000)
    made = record_pb2.KeyProof(public_key=public, signature=key.sign(proof_text(service, public, at)))
    made.time.FromMicroseconds(at)
    return made


@asynccontextmanager
async def watched(house: House, *places: record_pb2.OwnPlace, **more: Any) -> AsyncIterator[Any]:
    """Yield a stream, which is cancelled in the end."""
    stream = house.record.WatchMine(record_pb2.WatchMineRequest(places=places, **more), timeout=PATIENCE)
    try:
        yield stream
    finally:
        stream.cancel()


async def first(stream: Any) -> list[record_pb2.WatchMineResponse]:
    """Return what a stream sends until all is seen."""
    messages = [await stream.read()]
    while not messages[-1].HasField("all_seen"):
        messages.append(await stream.read())
    return messages


async def test_each_game_comes_as_it_is_and_again_when_it_changes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match, other = await house.start(), await house.open()
        await other.join(1)
        async with watched(house, own(match), own(other)) as stream:
            running, waiting, seen = await first(stream)
            assert [response.game.info.game for response in (running, waiting)] == [match.id, other.id]
            assert running.game.places == [
                record_pb2.Place(role="seat", seat=1, asked=True, expected_version=running.game.info.head)
            ]
            assert waiting.game.places == [record_pb2.Place(role="seat", seat=1)]
            assert seen.all_seen.games == 2
            await match.play(*bids(2))
            moved = await stream.read()
            assert (moved.game.info.game, moved.game.places[0].asked) == (match.id, False)
            await match.finish()
            while not (ended := await stream.read()).game.info.HasField("result"):
                pass
            assert ended.game.info.result.words_language == "en"
            assert ended.game.info.status == game_pb2.GAME_STATUS_FINISHED


async def test_a_stream_that_is_resumed_begins_with_what_changed_meanwhile(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        still, moves = await house.start(), await house.start()
        places = [own(match, after=(await match.game()).head) for match in (still, moves)]
        await moves.play(*bids(2))
        async with watched(house, *places) as stream:
            changed, seen = await first(stream)
            assert (changed.game.info.game, seen.all_seen.games) == (moves.id, 2)
            await still.play(*bids(2))
            assert (await stream.read()).game.info.game == still.id


async def test_a_game_comes_once_with_all_places_of_the_caller(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.open(chance_source=DEALER)
        await match.join(1)
        host = record_pb2.OwnPlace(game=match.id, token=match.host)
        dealer = record_pb2.OwnPlace(game=match.id, token=match.dealer)
        async with watched(house, own(match), host, dealer) as stream:
            game, _ = await first(stream)
            assert [(place.role, place.seat, place.asked) for place in game.game.places] == [
                ("seat", 1, False),
                ("host", 0, False),
                ("dealer", 0, False),
            ]
            await match.join(2)
            full = await stream.read()
            assert [place.asked for place in full.game.places] == [False, True, False]


async def test_a_place_that_is_nobodys_is_named_and_the_others_are_watched(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match, other = await house.start(), await house.open()
        await other.join(1)
        unknown = record_pb2.OwnPlace(game=match.id, token=new_token())
        foreign = record_pb2.OwnPlace(game=other.id, token=match.tokens[1])
        async with watched(house, unknown, foreign, own(other)) as stream:
            one, two, game, seen = await first(stream)
            assert [(response.lost.place, failure_in(response.lost.error).reason) for response in (one, two)] == [
                (1, "TOKEN_UNKNOWN"),
                (2, "FOREIGN_TOKEN"),
            ]
            assert (game.game.info.game, seen.all_seen.games) == (other.id, 1)
            freeing = lobby_pb2.FreeSeatRequest(game=other.id, seat=1, request_id="away")
            await house.lobby.FreeSeat(freeing, metadata=bearer(other.host))
            lost = await stream.read()
            assert (lost.lost.place, failure_in(lost.lost.error).reason) == (3, "TOKEN_REVOKED")


async def test_a_key_shows_every_game_in_which_a_seat_has_it_private_ones_too(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw()
    async with open_house(tmp_path) as house:
        private, over = await house.open(private=True), await house.open()
        await house.start()
        for match in (private, over):
            await match.join(2, public_key=public)
        await over.abandon()
        async with watched(house, key=proof(tmp_path, key)) as stream:
            game, seen = await first(stream)
            assert (game.game.info.game, [*game.game.places]) == (private.id, [record_pb2.Place(role="seat", seat=2)])
            assert seen.all_seen.games == 1
            later = await house.open()
            await later.join(1, public_key=public)
            assert (await stream.read()).game.info.game == later.id
        named = record_pb2.OwnPlace(game=over.id, after_version=1)
        async with watched(house, named, key=proof(tmp_path, key)) as stream:
            ended = (await first(stream))[0]
            assert (ended.game.info.game, ended.game.info.status) == (over.id, game_pb2.GAME_STATUS_ABANDONED)


async def test_open_games_with_a_key_do_not_hide_those_that_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(my_games, "MOST_PLACES", 2)
    key = Ed25519PrivateKey.generate()
    async with open_house(tmp_path) as house:
        played = await house.open()
        for seat in (1, 2):
            await played.join(seat, public_key=key.public_key().public_bytes_raw() if seat == 1 else b"")
        await played.begin()
        for _ in range(3):
            await (await house.open()).join(1, public_key=key.public_key().public_bytes_raw())
        async with watched(house, key=proof(tmp_path, key)) as stream:
            *games, seen = await first(stream)
            assert played.id in {game.game.info.game for game in games}
            assert seen.all_seen.games == 2


async def test_a_game_whose_tag_names_a_key_invites_it_to_the_first_free_seat(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes_raw()
    async with open_house(tmp_path) as house:
        early = await house.open(private=True, invited_only=True, tags=[invitation_tag(public)])
        async with watched(house, key=proof(tmp_path, key)) as stream:
            game, _ = await first(stream)
            assert game.game.info.game == early.id
            assert game.game.invitation == early.made.invitations[0]
            late = await house.open(tags=[invitation_tag(public)])
            invited = await stream.read()
            assert invited.game.invitation == late.made.invitations[0]
            code = game.game.invitation.code
            request = lobby_pb2.JoinGameRequest(
                game=early.id, player="Ann", token=new_token(), public_key=public, invitation=code
            )
            await house.lobby.JoinGame(request)
            joined = await stream.read()
            assert joined.game.places == [record_pb2.Place(role="seat", seat=1)]
            assert not joined.game.HasField("invitation")


async def test_a_proof_is_of_the_key_for_this_service_and_of_now(tmp_path: Path) -> None:
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    forged = proof(tmp_path, other)
    forged.public_key = key.public_key().public_bytes_raw()
    elsewhere = str(Identity(bytes(range(32))).verifier)
    wrong = {
        "key.public_key": record_pb2.KeyProof(),
        "key.time": proof(tmp_path, key, late=301),
        "key.signature": forged,
    }
    async with open_house(tmp_path) as house:
        for field, shown in [*wrong.items(), ("key.signature", proof(tmp_path, key, service=elsewhere))]:
            stream = house.record.WatchMine(record_pb2.WatchMineRequest(key=shown))
            assert (await failure(stream.read())).field == field
        for request, field in (
            (record_pb2.WatchMineRequest(places=[record_pb2.OwnPlace(game="g")]), "places.token"),
            (record_pb2.WatchMineRequest(places=[record_pb2.OwnPlace()] * 2001), "places"),
        ):
            assert (await failure(house.record.WatchMine(request).read())).field == field


async def test_a_takeback_that_is_proposed_is_a_change_of_its_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(2))
        async with watched(house, own(match)) as stream:
            await first(stream)
            await match.fork((await match.game()).head - 1, match.tokens[1], continues=True)
            assert (await stream.read()).game.info.game == match.id


async def test_a_game_that_changes_often_waits_once_for_a_slow_reader() -> None:
    reader = my_games.Reader(b"")
    for _ in range(100):
        reader.tell("one")
        reader.tell("two")
    assert [reader.take(), reader.take(), reader.ready] == ["one", "two", False]


async def test_a_quiet_stream_shows_that_it_lives(tmp_path: Path) -> None:
    async with open_house(tmp_path, heartbeat_seconds=0.05) as house, watched(house) as stream:
        assert (await stream.read()).HasField("all_seen")
        assert (await stream.read()).HasField("nothing_new")


async def test_a_client_with_a_thousand_games_holds_one_stream_and_resumes_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        matches = [await house.open() for _ in range(MANY)]
        await asyncio.gather(*(match.join(1) for match in matches))
        async with watched(house, *map(own, matches)) as stream:
            messages = await first(stream)
            assert len(messages) == MANY + 1
            assert messages[-1].all_seen.games == MANY
        heads = [message.game.info.head for message in messages[:-1]]
        places = [own(match, after=head) for match, head in zip(matches, heads, strict=True)]
        async with watched(house, *places) as stream:
            assert await first(stream) == messages[-1:]
            await asyncio.gather(*(match.join(2) for match in matches))
            changed = {(await stream.read()).game.info.game for _ in range(MANY)}
            assert changed == {match.id for match in matches}
