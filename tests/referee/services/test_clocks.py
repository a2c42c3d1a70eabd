"""Clocks that the service keeps: shown as deadlines, called when they are over, left out while the service is away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gunbai.record.v1 import clocks_pb2 as clocks
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2, referee_pb2
from gunbai_record.tokens import new_token
from lab.patience import PATIENCE
from lab.toy import protos
from lab.toy_service import House, Match, all_of, bearer, bids, creation, failure, open_house
from referee.records import service_presence
from tests.referee.fake_clock import Clock
from tests.referee.services.test_notices import entry_with

SECONDS = 1_000_000
EACH = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_DEFAULT)
LOSES = clocks.ClockTerms(bank_seconds=60, increment_seconds=5, expiry=clocks.EXPIRY_RULE_LOSES)
TO_BOT = clocks.ClockTerms(decision_seconds=60, expiry=clocks.EXPIRY_RULE_BOT, bot_seconds=30)


@pytest_asyncio.fixture
async def house(tmp_path: Path, clock: Clock) -> AsyncIterator[House]:
    """Yield a service whose clock stands still."""
    del clock
    async with open_house(tmp_path) as house:
        yield house


def deadlines(shown: game_pb2.Clocks, clock: Clock) -> list[int]:
    """Return how many seconds are left to the deadline of each seat; -1 for none."""
    return [
        (seat.deadline.ToMicroseconds() - clock.now()) // SECONDS if seat.HasField("deadline") else -1
        for seat in shown.seats
    ]


async def first_clocks(watching: Any) -> game_pb2.Clocks:
    """Return the first clocks that a stream shows."""
    while not (message := await watching.read()).HasField("clocks"):
        pass
    shown: game_pb2.Clocks = message.clocks
    return shown


async def late(match: Match, clock: Clock, seat: int = 2) -> record.Entry:
    """Let the time of a seat be up: return the entry that says so. The others have decided."""
    head = (await match.game()).head
    clock.go_on(60)
    # From here on the timer of the game rings again and again, until the time is up.
    await match.play(*(move for move in bids(*range(1, match.seats + 1)) if move[0] != seat))
    clock.go_on(1)
    return await entry_with(match, clocks.ClockExpired, after=head)


async def agree_to(match: Match, seat: int, **matter: Any) -> None:
    """Give the word of a seat for a matter."""
    head = (await match.game()).head
    ruling = await match.send(seat, match.request(results.Agree(**matter), head))
    assert ruling.HasField("accepted")


async def test_the_terms_and_the_deadlines_are_shown_wherever_a_seat_looks(house: House, clock: Clock) -> None:
    match = await house.start(clock=EACH)
    info = await match.game()
    assert (info.clock, deadlines(info.clocks, clock)) == (EACH, [60, 60])
    (listed,) = (await house.lobby.ListGames(lobby_pb2.ListGamesRequest())).games
    assert listed.clock == EACH
    clock.go_on(20)
    await match.play(*bids(1))
    shown = (await match.view(2)).waiting.clocks
    assert (deadlines(shown, clock), [seat.left.seconds for seat in shown.seats]) == ([-1, 40], [40, 40])
    assert (await match.legal(2)).waiting.clocks == shown
    playing = house.referee.Play(metadata=bearer(match.tokens[2]))
    async with asyncio.timeout(PATIENCE):
        await playing.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
        assert (await playing.read()).prompt.waiting.clocks == shown
        playing.cancel()
        watching = house.record.WatchGame(record_pb2.WatchGameRequest(game=match.id, after_version=info.head))
        assert await first_clocks(watching) == shown
        watching.cancel()


async def test_the_service_plays_the_default_of_a_seat_that_is_late_and_nobody_else_is_kept_waiting(
    house: House, clock: Clock
) -> None:
    match = await house.start(clock=EACH)
    request = match.request(protos.Bid(light=2, seat=2), (await match.view(2)).expected_version)
    entry = await late(match, clock)
    assert [*clocks.ClockExpired.FromString(entry.events[0].open.value).seats] == [2]
    default = (await match.entries(match.tokens[2]))[entry.version]
    assert (default.actor.kind, default.actor.seat) == (record.ACTOR_KIND_SUBSTITUTE, 2)
    assert (await failure(match.send(2, request))).reason in {"VERSION_CONFLICT", "TIME_UP"}
    await match.finish()
    assert (await match.verify()).verdict == audit_pb2.VERDICT_CONSISTENT


async def test_a_command_that_comes_too_late_is_refused_whoever_is_faster(house: House, clock: Clock) -> None:
    match = await house.start(clock=EACH)
    version = (await match.view(2)).expected_version
    clock.go_on(61)
    sent = [match.send(2, match.request(protos.Bid(light=2, seat=2), version)) for _ in range(4)]
    for refused in await all_of(*map(failure, sent)):
        assert refused.reason in {"VERSION_CONFLICT", "TIME_UP"}


async def test_a_seat_loses_by_time(house: House, clock: Clock) -> None:
    match = await house.start(clock=LOSES)
    await late(match, clock)
    info = await match.game()
    assert (info.status, info.result.basis) == (game_pb2.GAME_STATUS_DECIDED, results.RESULT_BASIS_TIME)
    assert not info.HasField("clocks")


async def test_the_bot_of_the_host_decides_until_the_player_does_so_again(house: House, clock: Clock) -> None:
    match = await house.start(clock=TO_BOT)
    bot = match.tokens[9] = match.creation.bot_token
    playing = house.referee.Play(metadata=bearer(bot))
    await playing.write(referee_pb2.PlayRequest(attach=referee_pb2.Attach(game=match.id)))
    early = match.request(protos.Bid(light=1, seat=2), (await match.game()).head)
    assert (await failure(match.send(9, early))).reason == "ROLE_NEEDED"
    assert (await match.view(9)).seat == 0
    await late(match, clock)
    info = await match.game()
    assert [seat.bot for seat in info.clocks.seats] == [False, True]
    assert deadlines(info.clocks, clock) == [-1, 30]
    view = await match.view(9)
    assert (view.seat, view.view) == (2, (await match.view(2)).view)
    async with asyncio.timeout(PATIENCE):
        prompt = (await playing.read()).prompt
    assert (prompt.expected_version, len(prompt.commands) > 1) == (view.expected_version, True)
    ruling = await match.send(9, match.request(protos.Bid(light=2, seat=2), prompt.expected_version, "bot's"))
    entry = ruling.accepted.entries[0]
    assert (entry.actor.kind, entry.actor.seat) == (record.ACTOR_KIND_SUBSTITUTE, 2)
    again = match.request(protos.Bid(light=2, seat=2), prompt.expected_version, "bot's")
    assert (await match.send(9, again)).accepted.repeated_command
    await match.play((2, await decision(match, 2)))
    assert not any(seat.bot for seat in (await match.game()).clocks.seats)
    assert (await failure(match.send(9, early))).reason == "ROLE_NEEDED"
    playing.cancel()
    await match.abandon()
    assert await match.holds()


async def decision(match: Match, seat: int) -> Any:
    """Return a legal command of a seat."""
    return (await match.legal(seat)).commands[0].command


async def test_the_default_is_played_where_the_bot_is_not_there_either(house: House, clock: Clock) -> None:
    match = await house.start(clock=TO_BOT)
    head = (await late(match, clock)).version
    clock.go_on(30)
    await agree_to(match, 1, pause=clocks.AgreedPause(seconds=1))
    clock.go_on(1)
    noted = await entry_with(match, clocks.ClockExpired, after=head)
    default = (await match.entries())[noted.version]
    assert (default.actor.kind, default.actor.seat) == (record.ACTOR_KIND_SUBSTITUTE, 2)
    assert default.command_id == ""


async def test_a_pause_by_consent_moves_the_deadlines_and_ends_by_consent(house: House, clock: Clock) -> None:
    match = await house.start(clock=EACH)
    clock.go_on(10)
    for seat in (1, 2):
        await agree_to(match, seat, pause=clocks.AgreedPause(seconds=100))
    shown = (await match.game()).clocks
    assert deadlines(shown, clock) == [150, 150]
    assert shown.pause_expire_time.ToMicroseconds() == clock.now() + 100 * SECONDS
    clock.go_on(40)
    for seat in (1, 2):
        await agree_to(match, seat, resumption=clocks.AgreedResumption())
    shown = (await match.game()).clocks
    assert (deadlines(shown, clock), shown.HasField("pause_expire_time")) == ([50, 50], False)


async def test_a_stop_of_the_service_is_left_out(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start(clock=EACH)
        clock.go_on(20)
    clock.go_on(1000)
    async with open_house(tmp_path) as house:
        match = match.at(house)
        assert deadlines((await match.view(1)).waiting.clocks, clock) == [40, 40]
        (excuse,) = [entry for entry in await match.entries() if entry.events[0].open.Is(clocks.StopExcused.DESCRIPTOR)]
        stop_excused = clocks.ExcuseStop.FromString(excuse.command.open.value)
        assert stop_excused.since_micros == clock.now() - 1000 * SECONDS
        assert await match.holds()


class Lagging:
    """The clocks of a machine on which the process stands still now and then."""

    def __init__(self) -> None:
        self.lost = 0.0

    def time(self) -> float:
        return time.time() + self.lost

    def monotonic(self) -> float:
        return time.monotonic() + self.lost


async def test_short_pauses_of_the_service_are_left_out_in_sum(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lagging = Lagging()
    monkeypatch.setattr(service_presence, "time", lagging)
    async with open_house(tmp_path) as house:
        match = await house.start(clock=LOSES)
        for _ in range(3):
            clock.go_on(4)
            lagging.lost += 4
            await asyncio.sleep(3 * service_presence.LOOK_SECONDS)
        clock.go_on(55)
        await match.play(*bids(1))
        info = await match.game()
        assert (info.status, deadlines(info.clocks, clock)[1]) == (game_pb2.GAME_STATUS_RUNNING, 5)
        (excuse,) = [entry for entry in await match.entries() if entry.events[0].open.Is(clocks.StopExcused.DESCRIPTOR)]
        stop_excused = clocks.ExcuseStop.FromString(excuse.command.open.value)
        assert clock.now() - stop_excused.since_micros == 12 * SECONDS
        assert await match.holds()


async def test_a_deadline_is_met_after_a_stop_although_nobody_asks(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start(clock=EACH)
        await match.play(*bids(1))
        head = (await match.game()).head
        clock.go_on(60)
    clock.go_on(1000)
    async with open_house(tmp_path) as house:
        # A list shows what is in the catalogue, and loads no game.
        async with asyncio.timeout(PATIENCE):
            await listed_after(house, head)
            clock.go_on(1)
            await listed_after(house, head + 1)
        excuse, noted, default = (await match.at(house).entries())[head : head + 3]
        assert excuse.events[0].open.Is(clocks.StopExcused.DESCRIPTOR)
        assert [*clocks.ClockExpired.FromString(noted.events[0].open.value).seats] == [2]
        assert (default.actor.kind, default.actor.seat) == (record.ACTOR_KIND_SUBSTITUTE, 2)
        assert await match.at(house).holds()


async def listed_after(house: House, version: int) -> None:
    """Wait until the list shows a later version of the only game of a service."""
    while (await house.lobby.ListGames(lobby_pb2.ListGamesRequest())).games[0].head <= version:  # noqa: ASYNC110  # no Event
        await asyncio.sleep(0.01)  # to watch the game would be to ask for it


async def test_a_deadline_is_met_in_a_game_that_has_left_memory(tmp_path: Path, clock: Clock) -> None:
    async with open_house(tmp_path, hot_games=0) as house:
        match = await house.start(clock=EACH)
        await late(match, clock)
        assert await match.holds()


@pytest.mark.parametrize("terms", [None, EACH, TO_BOT])
async def test_a_branch_has_the_clocks_that_are_named_for_it(
    house: House, clock: Clock, terms: clocks.ClockTerms | None
) -> None:
    match = await house.start(clock=LOSES)
    await match.abandon()
    branch = await match.fork(4, clock=terms, bot_token=new_token())
    assert branch.made.info.HasField("clock") == (terms is not None)
    assert branch.made.info.clock == (terms or clocks.ClockTerms())
    await branch.seat_all()
    await branch.begin()
    expected = [60, 60] if terms is not None else []
    assert deadlines((await branch.game()).clocks, clock) == expected


async def test_clocks_that_make_no_sense_are_refused_and_seats_that_go_to_a_bot_need_its_token(house: House) -> None:
    wrong = clocks.ClockTerms(decision_seconds=60)
    assert (await failure(house.lobby.CreateGame(creation(clock=wrong))))[1:3] == ("INVALID_FIELD", "clock")
    without = creation(clock=TO_BOT, bot_token="")
    assert (await failure(house.lobby.CreateGame(without)))[1:3] == ("INVALID_FIELD", "bot_token")
    same = creation(clock=TO_BOT)
    same.bot_token = same.token
    assert (await failure(house.lobby.CreateGame(same)))[1:3] == ("INVALID_FIELD", "bot_token")
