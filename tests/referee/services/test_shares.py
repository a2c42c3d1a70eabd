"""Shares of chance over the wire: given by seats alone, shown to nobody before their time, missed at a price."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.shares import Shares
from lab.patience import PATIENCE
from lab.toy_service import DEALER, House, Match, bearer, bids, failure, open_house, serving
from store.sqlite import SqliteStore
from tests.referee.fake_clock import Clock

COMMITTED, SHARED = life.CHANCE_SOURCE_COMMITTED, life.CHANCE_SOURCE_SHARED


def chain(match: Match, seat: int) -> Shares:
    """Return the shares of a seat, more of them than a night has outcomes."""
    return Shares(match.id, seat, bytes([seat]) * 32, 9 if match.made.info.chance_source == SHARED else 1)


async def seated(house: House, source: life.ChanceSource.ValueType, **options: Any) -> Match:
    """Return a game whose seats have committed to shares, started by its host."""
    match = await house.open(chance_source=source, **options)
    for seat in (1, 2):
        await match.join(seat, commitment=chain(match, seat).tip())
    await match.begin()
    return match


async def asking(house: House, **options: Any) -> Match:
    """Return a game of shared chance that waits for the shares of its first outcome."""
    match = await seated(house, SHARED, **options)
    await match.play(*bids(1, 2))
    return match


async def give(match: Match, seat: int, outcome: int, share: bytes = b"") -> game_pb2.GameInfo:
    """Return the game after a seat gave its share for an outcome; 0 is the start."""
    made, share_due = chain(match, seat), b""
    committed = made.tip()
    for _ in range(max(outcome, 1)):
        share_due, _ = made.before(committed, 0) or (b"", b"")
        committed = share_due
    request = referee_pb2.GiveShareRequest(game=match.id, outcome=outcome, share=share or share_due)
    answer = await match.house.referee.GiveShare(request, metadata=bearer(match.tokens[seat]))
    game: game_pb2.GameInfo = answer.info
    return game


async def last(match: Match) -> record.Entry:
    """Return the last entry of a game."""
    return (await match.entries())[-1]


def lying(share: bytes, folder: Path) -> list[Path]:
    """Return the files of the service that contain a share."""
    return [file for file in folder.rglob("*") if file.is_file() and share in file.read_bytes()]


async def over(match: Match) -> game_pb2.GameInfo:
    """Return the game once it is over, however long that takes."""
    stream = match.house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id))
    async with asyncio.timeout(PATIENCE):
        async for _ in stream:
            pass
    return await match.game()


async def test_the_game_begins_when_every_seat_has_revealed_its_share(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await seated(house, COMMITTED)
        due = (await match.view(1)).waiting.share_due
        assert (due.outcome, list(due.seats), (await match.game()).status) == (
            0,
            [1, 2],
            game_pb2.GAME_STATUS_REVEALING,
        )
        assert (await give(match, 2, 0)).status == game_pb2.GAME_STATUS_REVEALING
        assert list((await match.view(1)).waiting.share_due.seats) == [1]
        assert (await give(match, 1, 0)).status == game_pb2.GAME_STATUS_RUNNING
        assert (await give(match, 1, 0)).status == game_pb2.GAME_STATUS_RUNNING, "the same share again changes nothing"
        await match.finish()
        assert (await match.verify()).verdict == audit_pb2.VERDICT_CONSISTENT


async def test_an_outcome_is_drawn_when_every_seat_has_given_its_share(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await asking(house)
        head = (await match.game()).head
        assert (await give(match, 1, 1)).head == head
        waiting = (await match.legal(2)).waiting
        assert (waiting.chance, waiting.share_due.outcome, list(waiting.share_due.seats)) == (True, 1, [2])
        assert (await give(match, 1, 1)).head == head, "the same share again changes nothing"
        assert (await give(match, 2, 1)).head == head + 1
        assert (await last(match)).events[0].open.Is(life.SharesGiven.DESCRIPTOR)


async def test_a_share_is_shown_to_nobody_before_all_have_come(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await asking(house)
        before, views = await match.entries(), [await match.view(seat) for seat in (1, 2)]
        await give(match, 1, 1)
        shared = (chain(match, 1).before(chain(match, 1).tip(), 0) or (b"",))[0]
        assert await match.entries() == before
        shown = [await match.view(seat) for seat in (1, 2)]
        answers = (*shown, await match.game(), await match.legal(2))
        assert all(shared not in answer.SerializeToString() for answer in answers)
        assert [answer.view for answer in shown] == [answer.view for answer in views]
        assert not await asyncio.to_thread(lying, shared, tmp_path)


@pytest.mark.parametrize(
    ("seat", "outcome", "share", "error"),
    [
        (1, 1, bytes(32), ("INVALID_ARGUMENT", "INVALID_FIELD", "share")),
        (1, 1, bytes(33), ("INVALID_ARGUMENT", "INVALID_FIELD", "share")),
        (1, 2, b"", ("FAILED_PRECONDITION", "SHARE_NOT_DUE", "")),
        (9, 1, b"", ("PERMISSION_DENIED", "ROLE_NEEDED", "")),
    ],
)
async def test_what_is_not_a_seats_due_share_is_refused(
    tmp_path: Path, seat: int, outcome: int, share: bytes, error: tuple[str, str, str]
) -> None:
    async with open_house(tmp_path) as house:
        match = await asking(house)
        match.tokens[9] = match.host
        assert (await failure(give(match, seat, outcome, share)))[:3] == error
        dealt = await house.start(chance_source=DEALER)
        assert (await failure(give(dealt, 1, 0, bytes(32)))).reason == "SHARE_NOT_DUE"


async def test_a_start_whose_time_has_passed_is_void_and_its_absent_seat_is_listed(
    tmp_path: Path, clock: Clock
) -> None:
    async with open_house(tmp_path) as house:
        match = await seated(house, COMMITTED, share_seconds=1)
        clock.go_on(2)
        game = await over(match)
        assert (game.status, list(game.absent_seats)) == (game_pb2.GAME_STATUS_VOIDED, [1, 2])
        assert (await failure(give(match, 1, 0))).reason == "GAME_OVER"
        assert (await match.verify()).verdict == audit_pb2.VERDICT_CONSISTENT
        request = lobby_pb2.ListGamesRequest(status=game_pb2.GAME_STATUS_VOIDED, player="player 1")
        (listed,) = (await house.lobby.ListGames(request)).games
        assert (listed.game, list(listed.absent_seats)) == (match.id, [1, 2])


async def test_a_stranger_who_reveals_no_share_loses_the_seat_and_the_others_start_again(
    tmp_path: Path, clock: Clock
) -> None:
    async with open_house(tmp_path) as house:
        match = await house.open(chance_source=COMMITTED, share_seconds=1)
        shares = {seat: Shares(match.id, seat, bytes([seat]) * 32) for seat in (1, 2)}
        for seat in (1, 2):
            await match.join(seat, commitment=shares[seat].tip())
        await match.begin()
        await give(match, 2, 0, shared_after(shares[2], shares[2].tip()))
        clock.go_on(2)
        assert (await failure(give(match, 1, 0, shared_after(shares[1], shares[1].tip())))).reason == "SHARE_NOT_DUE"
        game = await match.game()
        assert (game.status, [seat.taken for seat in game.seats]) == (game_pb2.GAME_STATUS_OPEN, [False, True])
        assert (await failure(match.view(1))).reason == "TOKEN_REVOKED"
        other = Shares(match.id, 1, bytes([9]) * 32)
        await match.join(1, player="another", commitment=other.tip())
        await match.begin()
        again = shared_after(shares[2], shared_after(shares[2], shares[2].tip()))
        assert (await failure(give(match, 2, 0, shared_after(shares[2], shares[2].tip())))).reason == "INVALID_FIELD"
        await give(match, 2, 0, again)
        assert (await give(match, 1, 0, shared_after(other, other.tip()))).status == game_pb2.GAME_STATUS_RUNNING
        await match.finish()
        assert (await match.verify()).verdict == audit_pb2.VERDICT_CONSISTENT


def shared_after(shares: Shares, committed: bytes) -> bytes:
    """Return the share whose link is what a seat committed to."""
    link = shares.before(committed, 0)
    assert link is not None
    return link[0]


async def test_a_game_that_stalls_ends_by_the_rule_for_it(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        match = await asking(house, share_seconds=1, stalled=life.STALLED_RULE_LOSES)
        await give(match, 2, 1)
        clock.go_on(2)
        game = await over(match)
        assert (game.status, list(game.absent_seats)) == (game_pb2.GAME_STATUS_STALLED, [1])
        assert (game.result.ending, game.result.clause, list(game.result.winners)) == ("stalled", "", [2])
        assert (await match.verify()).verdict == audit_pb2.VERDICT_CONSISTENT


async def test_a_restart_asks_again_for_the_shares_that_were_lost(tmp_path: Path) -> None:
    async with open_house(tmp_path) as before:
        revealing, match = await seated(before, COMMITTED), await asking(before)
        await give(revealing, 1, 0)
        await give(match, 1, 1)
    async with open_house(tmp_path) as after:
        revealing.house = match.house = after
        assert list((await revealing.view(1)).waiting.share_due.seats) == [2], "what was revealed is in the record"
        assert list((await match.view(1)).waiting.share_due.seats) == [1, 2], "what was held is lost"
        assert (await last(match)).command.open.Is(life.AskShares.DESCRIPTOR)
        assert (await give(revealing, 2, 0)).status == game_pb2.GAME_STATUS_RUNNING
        await give(match, 2, 1)
        await give(match, 1, 1)
        assert (await last(match)).events[0].open.Is(life.SharesGiven.DESCRIPTOR)
        assert (await match.verify()).problem == ""


async def test_a_deadline_that_passed_while_the_service_was_away_is_a_new_one(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as before:
        match = await seated(before, COMMITTED, share_seconds=1)
        deadline = (await match.view(1)).waiting.share_due.deadline.ToMicroseconds()
    clock.go_on(2)
    async with open_house(tmp_path) as after:
        match.house = after
        assert (await match.view(1)).waiting.share_due.deadline.ToMicroseconds() > deadline
        await give(match, 1, 0)
        assert (await give(match, 2, 0)).status == game_pb2.GAME_STATUS_RUNNING


async def test_a_deadline_takes_effect_after_a_restart_although_nobody_asks_for_the_game(
    tmp_path: Path, lines: list[Any]
) -> None:
    async with open_house(tmp_path) as before:
        match = await seated(before, COMMITTED, share_seconds=1, private=True)
        await give(match, 2, 0)
    store = await SqliteStore.open(tmp_path / "games.sqlite")
    async with asyncio.timeout(PATIENCE), serving(store, tmp_path):
        async for _ in store.follow(match.id, (await store.head(match.id)).version + 1):
            break
    (line,) = [line for line in lines if line["event"] == "shares_missing"]
    assert (line["game"], line["seats"], line["times"]) == (match.id, (1,), [1])


async def test_a_seat_that_has_given_its_share_is_not_asked_for_it_on_its_stream(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await asking(house)
        await give(match, 1, 1)
        play = house.referee.Play(metadata=bearer(match.tokens[1]))
        await play.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
        watch = house.referee.Play(metadata=bearer(match.tokens[2]))
        await watch.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
        assert (await watch.read()).share_due.outcome == 1
        await give(match, 2, 1)
        assert (await play.read()).WhichOneof("message") == "prompt"
        play.cancel()
        watch.cancel()
