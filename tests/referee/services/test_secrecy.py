"""Nobody receives what only another may know while the game is running; after its end everything is open."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.chain import checked, leaf_of
from gunbai_record.record_file import read
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.toy import protos
from lab.toy_service import DEALER, House, bearer, bids, failure, open_house
from referee.calls import log_lines
from referee.game.entries import packed


def sealed(entry: record.Entry) -> list[bool]:
    """Return which items of an entry are sealed: the command, then the events."""
    return [item.HasField("sealed") for item in (entry.command, *entry.events)]


async def test_a_secret_command_is_open_to_its_seat_and_sealed_to_others(house: House) -> None:
    match = await house.start(seats=3)
    ruling = await match.submit(1, protos.Bid(light=3, seat=1))
    assert sealed(ruling.accepted.entries[0]) == [False, False, False]
    for token, expected in (
        (match.tokens[1], [False, False, False]),
        (match.tokens[2], [True, False, True]),
        (match.host, [True, False, True]),
        ("", [True, False, True]),
    ):
        entries = await match.entries(token)
        assert sealed(entries[-1]) == expected
        assert len(list(checked(entries))) == len(entries)
        assert all(item.salt == b"" for item in entries[-1].events if item.HasField("sealed"))


async def test_what_is_opened_after_the_end_is_what_was_sealed(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3, 1))
    before = await match.entries()
    await match.play((2, protos.Withdraw()))
    await match.finish()
    after = await match.entries()
    assert [entry.digest for entry in after[: len(before)]] == [entry.digest for entry in before]
    assert leaf_of(after[5].command) == before[5].command.sealed
    assert not any(any(sealed(entry)) for entry in after)


async def test_what_differs_in_secret_alone_looks_the_same_to_others(house: House) -> None:
    """Entries, views, legal commands and errors of two games are alike, sizes too, where only a sealed bid differs."""
    low, high = await house.start(), await house.start()
    await low.play(*bids(1))
    await high.play(*bids(4))
    for token in ("seat", "anybody"):
        tokens = [match.tokens[2] if token == "seat" else "" for match in (low, high)]
        views = [await match.view(token) for match, token in zip((low, high), tokens, strict=True)]
        assert views[0] == views[1]
        lasts = [(await match.entries(token))[-1] for match, token in zip((low, high), tokens, strict=True)]
        assert lasts[0].ByteSize() == lasts[1].ByteSize()
    assert await low.legal(2) == await high.legal(2)
    refusals = [await match.submit(2, protos.Bid(light=9, seat=2)) for match in (low, high)]
    assert refusals[0] == refusals[1]


async def test_a_view_tells_a_seat_its_own_bid_alone(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    own, other, spectator = [await match.view(who) for who in (1, 2, "")]
    assert protos.View.FromString(own.view.value).own_bid == 3
    assert own.seat == 1
    assert protos.View.FromString(other.view.value).own_bid == 0
    assert protos.View.FromString(spectator.view.value).own_bid == 0
    assert spectator.expected_version == 0


async def test_a_position_is_seen_as_another_seat_once_nothing_is_hidden(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    calls: list[tuple[Any, type[Any], dict[str, bool]]] = [
        (house.record.GetView, record_pb2.GetViewRequest, {}),
        (house.record.DrawPosition, record_pb2.DrawPositionRequest, {}),
    ]

    async def seen(seat: int, token: str = "", version: int = 0) -> list[Any]:
        requests = [kind(game=match.id, seat=seat, version=version) for _, kind, _ in calls]
        return [
            await call(request, metadata=bearer(token)) for (call, _, _), request in zip(calls, requests, strict=True)
        ]

    async def replayed(seat: int, token: str = "", last: int = 0) -> list[record_pb2.ReplayGameResponse]:
        request = record_pb2.ReplayGameRequest(game=match.id, seat=seat, to_version=last, views=True, pictures=True)
        return [response async for response in house.record.ReplayGame(request, metadata=bearer(token))]

    own = await seen(0, match.tokens[1])
    assert await seen(1, match.tokens[1]) == own
    assert (await seen(1, version=4))[0].seat == 1
    assert len(await replayed(1, last=4)) == 4
    for token in (match.tokens[2], match.host, ""):
        for call in (seen(1, token), replayed(1, token)):
            assert (await failure(call))[:2] == ("PERMISSION_DENIED", "HIDDEN_FACTS")
    for call in (seen(3), replayed(3)):
        assert (await failure(call)).field == "seat"
    await match.play((2, protos.Bid(light=1, seat=2)), (2, protos.Withdraw()))
    await match.finish()
    as_first, as_second = [(await seen(seat, version=5))[0] for seat in (1, 2)]
    assert (as_first.view, as_first.seat, as_first.expected_version) == (own[0].view, 1, 0)
    assert protos.View.FromString(as_second.view.value).own_bid == 0
    shown = (await replayed(1))[4]
    assert [shown.view, shown.picture] == await seen(1, version=5)


async def test_whole_tables_and_others_questions_are_closed_while_facts_are_hidden(house: House) -> None:
    match = await house.start()
    get = record_pb2.GetTableRequest(game=match.id)
    assert (await house.record.GetTable(get)).version == 4
    await match.play(*bids(3))
    for token in (match.tokens[1], match.host, ""):
        failed = await failure(house.record.GetTable(get, metadata=bearer(token)))
        assert failed[:2] == ("PERMISSION_DENIED", "HIDDEN_FACTS")
    earlier = record_pb2.GetTableRequest(game=match.id, version=4)
    assert (await house.record.GetTable(earlier)).version == 4
    await match.play((2, protos.Bid(light=1, seat=2)), (2, protos.Withdraw()))
    await match.finish()
    assert (await house.record.GetTable(record_pb2.GetTableRequest(game=match.id, version=5))).version == 5


async def test_a_guess_is_the_same_for_all_that_a_caller_cannot_tell_apart(house: House) -> None:
    low, high = await house.start(), await house.start()
    await low.play(*bids(1))
    await high.play(*bids(4))
    for token in ("seat", "anybody"):
        guesses = []
        for match in (low, high):
            request = record_pb2.GetTableRequest(game=match.id, guess=True)
            reader = bearer(match.tokens[2] if token == "seat" else "")
            guesses.append(await house.record.GetTable(request, metadata=reader))
        assert guesses[0] == guesses[1]
        assert guesses[0].guess
    own = await house.record.GetTable(
        record_pb2.GetTableRequest(game=high.id, guess=True), metadata=bearer(high.tokens[1])
    )
    assert '"bids":[4,null]' in own.table_json


async def test_a_seat_adjudicates_for_itself_and_cannot_peep(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))

    def asking(seat: int) -> audit_pb2.AdjudicateRequest:
        actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat)
        return audit_pb2.AdjudicateRequest(game=match.id, actor=actor, command=packed(protos.Bid(light=2, seat=seat)))

    seat = bearer(match.tokens[2])
    answer = await house.audit.Adjudicate(asking(2), metadata=seat)
    assert not answer.HasField("refused")
    assert not answer.accepted.events
    assert not answer.accepted.sentences
    for request, metadata in ((asking(1), seat), (asking(2), ()), (asking(2), bearer(match.host))):
        assert (await failure(house.audit.Adjudicate(request, metadata=metadata))).reason == "HIDDEN_FACTS"


async def test_a_refused_secret_command_is_listed_sealed(house: House) -> None:
    match = await house.start()
    await match.submit(1, protos.Bid(light=9, seat=1))
    request = audit_pb2.ListRulingsRequest(game=match.id, refused_only=True)
    own, other = [
        (await house.audit.ListRulings(request, metadata=bearer(match.tokens[seat]))).rulings[0] for seat in (1, 2)
    ]
    assert protos.Bid.FromString(own.command.open.value).light == 9
    assert own.refused.values
    assert other.command.HasField("sealed")
    assert other.HasField("refused")
    assert not other.refused.clause
    assert not other.refused.sentence
    assert not other.refused.values
    await match.finish()
    after = (await house.audit.ListRulings(request)).rulings[0]
    assert protos.Bid.FromString(after.command.open.value).light == 9


async def test_of_a_long_secret_command_only_its_seat_sees_the_digest(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    long = protos.DrawLanterns(lanterns=["x" * 2000])
    await match.submit(2, long)
    request = audit_pb2.ListRulingsRequest(game=match.id, refused_only=True)
    own, other = [
        (await house.audit.ListRulings(request, metadata=bearer(match.tokens[seat]))).rulings[0] for seat in (2, 1)
    ]
    assert own.command_digest.sha256 == sha256(long.SerializeToString()).digest()
    assert (own.command_digest.type, own.command_digest.size) == (long.DESCRIPTOR.full_name, long.ByteSize())
    assert other.command.sealed == own.command.sealed != b""
    assert not other.HasField("command_digest")
    assert not other.refused.clause


async def test_a_watcher_is_not_shown_more_than_a_reader(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    watch = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    seen = []
    async for response in watch:
        if response.HasField("caught_up"):
            break
        seen += response.entries.entries
    assert seen == await match.entries()
    assert sealed(seen[-1]) == [True, False, True]


async def test_an_export_while_the_game_is_on_is_sealed_and_chained(house: House, tmp_path: Path) -> None:
    match = await house.start()
    await match.play(*bids(3))
    stream = house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id), metadata=bearer(match.tokens[2]))
    file = tmp_path / "night.gunbai"
    file.write_bytes(b"".join([piece.chunk async for piece in stream]))
    with file.open("rb") as source:
        head, entries = read(source)
        assert head.game == match.id
        received = list(checked(entries))
    assert sealed(received[-1]) == [True, False, True]


class TestPrivateGames:
    """Only who holds one of its tokens watches a private game, or sits down at it."""

    async def test_without_a_token_there_is_nothing_to_see(self, house: House) -> None:
        match = await house.open(private=True)
        await match.seat_all()
        await match.begin()
        stranger = [
            house.lobby.GetGame(lobby_pb2.GetGameRequest(game=match.id)),
            house.lobby.JoinGame(lobby_pb2.JoinGameRequest(game=match.id, player="x", token=new_token())),
            house.record.GetView(record_pb2.GetViewRequest(game=match.id)),
            house.record.GetTable(record_pb2.GetTableRequest(game=match.id)),
            house.record.DrawPosition(record_pb2.DrawPositionRequest(game=match.id)),
            first(house.audit.VerifyGame(audit_pb2.VerifyGameRequest(game=match.id))),
            house.audit.GetHead(audit_pb2.GetHeadRequest(game=match.id)),
            house.audit.ListRulings(audit_pb2.ListRulingsRequest(game=match.id)),
            house.referee.ForkGame(referee_pb2.ForkGameRequest(game=match.id, version=4)),
            first(house.record.ReadEntries(record_pb2.ReadEntriesRequest(game=match.id))),
            first(house.record.ReplayGame(record_pb2.ReplayGameRequest(game=match.id, views=True))),
            first(house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))),
            first(house.record.ExportRecord(record_pb2.ExportRecordRequest(game=match.id))),
        ]
        for call in stranger:
            assert (await failure(call))[:2] == ("PERMISSION_DENIED", "GAME_PRIVATE")

    async def test_every_token_of_the_game_lets_one_watch(self, house: House) -> None:
        match = await house.open(private=True, chance_source=DEALER)
        await match.seat_all()
        for token in (match.spectator, match.host, match.dealer, match.tokens[1]):
            assert (
                await house.record.GetView(record_pb2.GetViewRequest(game=match.id), metadata=bearer(token))
            ).version


async def test_a_log_holds_neither_tokens_nor_cards(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    sink = log_lines.configure("info", "json")
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(3))
        await match.submit(2, protos.Bid(light=9, seat=2))
        unknown = bearer("made-up-token")
        await failure(house.lobby.GetGame(lobby_pb2.GetGameRequest(game=match.id), metadata=unknown))
    sink.close(PATIENCE)
    received = capfd.readouterr().err
    assert '"command_accepted"' in received
    assert '"LN-1"' in received
    for secret in (match.host, *match.tokens.values(), "made-up-token", "light"):
        assert not secret or secret not in received


async def first(stream: Any) -> object:
    """Return the first message of a stream."""
    return await stream.read()
