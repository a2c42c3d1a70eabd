"""A caller who exceeds a quota gets an error with the time after which to try again."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import grpc
import pytest

from gunbai.referee.v1 import (
    audit_pb2,
    lobby_pb2,
    record_pb2,
)
from lab import requests
from lab.toy import protos
from lab.toy_service import Failure, bearer, failure, failure_of, open_house
from referee.access import charges, quotas
from referee.access.quotas import Buckets, Limits, Quotas
from referee.errors import QuotaExceeded
from store.sqlite import reading_threads


def test_a_bucket_fills_with_time() -> None:
    now = [0.0]
    buckets = Buckets("two a second", 2, 3, lambda: now[0])
    for _ in range(3):
        buckets.take("peer")
    with pytest.raises(QuotaExceeded) as refused:
        buckets.take("peer")
    assert refused.value.retry_after_seconds == pytest.approx(0.5)
    buckets.take("another peer")
    now[0] = 0.5
    buckets.take("peer")
    with pytest.raises(QuotaExceeded):
        buckets.take("peer")


def test_a_quota_of_nothing_is_none() -> None:
    buckets = Buckets("no quota", 0, 0)
    for _ in range(1000):
        buckets.take("peer")


def test_streams_are_counted_while_they_are_open() -> None:
    held = Quotas(Limits(streams=1))
    with held.stream("peer"):
        with pytest.raises(QuotaExceeded), held.stream("peer"):
            pass
        with held.stream("another"):
            pass
    with held.stream("peer"):
        pass


def test_a_peer_without_open_streams_is_forgotten() -> None:
    held = Quotas(Limits(streams=2))
    with held.stream("peer"):
        with held.stream("peer"), held.stream("another"):
            assert dict(held._streams) == {"peer": 2, "another": 1}
        assert dict(held._streams) == {"peer": 1}
    assert dict(held._streams) == {}


def test_the_buckets_used_least_recently_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "_REMEMBERED", 2)
    buckets = Buckets("one a second", 1, 1, lambda: 0.0)
    for peer in ("a", "b"):
        buckets.take(peer)
    buckets.spend("a", 1)
    buckets.take("c")
    for peer in ("a", "c"):
        with pytest.raises(QuotaExceeded):
            buckets.take(peer)
    buckets.take("b")


def test_an_empty_bucket_is_refused_until_it_holds_something() -> None:
    now = [0.0]
    buckets = Buckets("one second a second", 1, 2, lambda: now[0])
    buckets.spend("a", 2)
    with pytest.raises(QuotaExceeded) as refused:
        buckets.check("a")
    assert refused.value.retry_after_seconds == 0
    now[0] = 0.25
    buckets.check("a")


def test_the_limits_say_how_large_a_burst_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    limits = Limits(games_per_minute=12, commands_per_second=2, calls_per_second=3, computing_seconds_per_minute=0)
    held, few = Quotas(limits), Quotas(Limits(games_per_minute=1))
    counted: list[tuple[Callable[[], None], int, str]] = [
        (lambda: held.game("peer"), 12, "12 games a minute"),
        (lambda: few.game("peer"), 10, "1 game a minute"),
        (lambda: held.seat("peer", "game"), 12, "12 seats a minute in one game"),
        (lambda: held.command("peer", "seat 1"), 20, "2 commands a second"),
        (lambda: held.call("peer"), 30, "3 calls a second"),
    ]
    for count, burst, quota in counted:
        for _ in range(burst):
            count()
        with pytest.raises(QuotaExceeded, match=f"^quota of {quota} exceeded; "):
            count()


def test_a_quota_of_a_minute_refills_in_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(quotas, "monotonic", lambda: now[0])
    held = Quotas(Limits(games_per_minute=30, computing_seconds_per_minute=15))
    for _ in range(30):
        held.game("peer")
    now[0] = 2.0
    held.game("peer")
    with pytest.raises(QuotaExceeded) as refused:
        held.game("peer")
    assert refused.value.retry_after_seconds == 2
    held.computed("peer", 30)
    with pytest.raises(QuotaExceeded) as refused:
        held.call("peer")
    assert refused.value.retry_after_seconds == 60


def test_a_bucket_never_holds_more_than_its_size() -> None:
    now = [0.0]
    buckets = Buckets("two a second", 2, 3, lambda: now[0])
    buckets.take("peer")
    now[0] = 1_000_000.0
    for _ in range(3):
        buckets.take("peer")
    with pytest.raises(QuotaExceeded):
        buckets.take("peer")


def test_one_site_has_one_quota_over_ipv6_too() -> None:
    held = Quotas(Limits(streams=1))
    with held.stream("ipv6:%5B2001:db8:0:1::7%5D"):
        with pytest.raises(QuotaExceeded), held.stream("ipv6:%5B2001:db8:0:1:ffff::9%5D"):
            pass
        with held.stream("ipv6:%5B2001:db8:0:2::7%5D"), held.stream("ipv6:not an address"):
            pass


@pytest.mark.parametrize("peer", ["ipv4:127.0.0.1", "ipv6:%5B::1%5D", "unix"])
def test_peers_on_the_own_machine_are_free_unless_they_are_held_too(peer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    free, held = (Quotas(Limits(games_per_minute=1, streams=1, loopback=loopback)) for loopback in (False, True))
    for _ in range(10):
        free.game(peer)
        held.game(peer)
        free.game("ipv4:192.0.2.7")
    free.game(peer)
    with free.stream(peer), free.stream(peer):
        pass
    with pytest.raises(QuotaExceeded):
        held.game(peer)
    with pytest.raises(QuotaExceeded):
        free.game("ipv4:192.0.2.7")
    free, held = (Quotas(Limits(commands_per_second=1, loopback=loopback)) for loopback in (False, True))
    hundred(free, peer)
    with pytest.raises(QuotaExceeded):
        hundred(held, peer)


def hundred(quotas: Quotas, peer: str) -> None:
    """Count a hundred commands of one seat."""
    for _ in range(100):
        quotas.command(peer, "seat 1")


async def test_a_hundred_games_and_a_thousand_commands_at_once_from_the_own_machine_meet_no_quota(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path, limits=Limits()) as house:
        for _ in range(100):
            await house.open()
        match = await house.start()
        for _ in range(1200):
            await match.legal(1)


async def test_each_quota_is_held_by_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    limits = Limits(games_per_minute=10, commands_per_second=0.1, calls_per_second=20, streams=1, loopback=True)
    async with open_house(tmp_path, limits=limits) as house:
        match = await house.start()
        await match.play((1, protos.Bid(light=1, seat=1)))
        again = await failure(match.send(1, match.request(protos.Ring(), 5)))
        assert again[:2] == ("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
        assert again.retry
        assert (await failure(match.legal(1))).reason == "QUOTA_EXCEEDED"
        request = record_pb2.WatchGameRequest(game=match.id)
        watch = house.record.WatchGame(request)
        await watch.read()
        assert (await failure(house.record.WatchGame(request).read())).reason == "QUOTA_EXCEEDED"
        watch.cancel()
        made = [await house.open() for _ in range(9)]
        assert (await failure(house.open())).reason == "QUOTA_EXCEEDED"
        lists = [house.lobby.GetGame(lobby_pb2.GetGameRequest(game=game.id)) for game in made * 30]
        assert "QUOTA_EXCEEDED" in {await reason(call) for call in lists}


async def test_every_call_of_the_api_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(quotas, "monotonic", lambda: now[0])
    limits = Limits(games_per_minute=10, commands_per_second=0.1, calls_per_second=0.2, loopback=True)
    async with open_house(tmp_path, limits=limits) as house:
        match = await house.open()
        for seat in (1, 2):
            now[0] += 1000
            await match.join(seat)
        uncounted = []
        for method in requests.calls():
            if method.server_streaming:
                continue
            now[0] += 1000
            # The first field of every request is the game or the title; of one without fields it is an unknown one.
            request = audit_pb2.GetHeadRequest(game=match.id).SerializeToString()
            call = house.channel.unary_unary(f"/{method.containing_service.full_name}/{method.name}", bytes, bytes)
            reasons = [await reason(call(request, metadata=bearer(match.tokens[1]))) for _ in range(11)]
            if reasons[-1] != "QUOTA_EXCEEDED":
                uncounted.append((method.name, reasons[-1]))
        assert uncounted == []


async def reason(call: object) -> str:
    """Return why a call failed; "" if it did not."""
    try:
        return (await failure(call)).reason  # type: ignore[arg-type]  # an awaitable of any kind
    except AssertionError:
        return ""


def test_computing_is_paid_afterwards_and_a_debt_keeps_the_peer_out() -> None:
    time = [0.0]
    buckets = Buckets("15 seconds of computing time a minute", 0.25, 15, lambda: time[0])
    buckets.check("a")
    buckets.spend("a", 20)
    with pytest.raises(QuotaExceeded) as refused:
        buckets.check("a")
    assert refused.value.retry_after_seconds == 20
    buckets.check("b")
    time[0] = 21
    buckets.check("a")


def test_a_peer_that_has_computed_too_much_is_refused_calls_commands_and_games() -> None:
    quotas = Quotas(Limits(computing_seconds_per_minute=1))
    quotas.computed("ipv4:10.0.0.1", 3)
    with pytest.raises(QuotaExceeded, match="1 second of computing"):
        quotas.call("ipv4:10.0.0.1")
    with pytest.raises(QuotaExceeded, match="1 second of computing"):
        quotas.command("ipv4:10.0.0.1", "seat")
    with pytest.raises(QuotaExceeded, match="1 second of computing"):
        quotas.game("ipv4:10.0.0.1")
    quotas.call("ipv4:10.0.0.2")
    quotas.computed("ipv4:127.0.0.1", 3)
    quotas.call("ipv4:127.0.0.1")


async def test_a_verification_is_charged_to_the_peer_that_asked_for_it(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=Limits(computing_seconds_per_minute=0.1, loopback=True)) as house:
        match = await house.start()
        refused = [await failure_or_none(match.verify()) for _ in range(300)]
    assert {failed.reason for failed in refused if failed} == {"QUOTA_EXCEEDED"}


async def failure_or_none(call: Awaitable[object]) -> Failure | None:
    """Return how a call fails, if it does."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error)
    return None


@pytest.mark.parametrize("name", [*requests.readings(), "ListGames"])
async def test_a_reading_is_charged_what_it_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Each reading of the clock of computing is a second after the one before, once the game is there."""
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    monkeypatch.setattr(charges, "thread_time", lambda: 0.0)
    async with open_house(tmp_path, limits=Limits(computing_seconds_per_minute=1, loopback=True)) as house:
        match = await house.start("king_of_tokyo")
        monkeypatch.setattr(charges, "thread_time", partial(next, itertools.count(1.0)))
        with suppress(grpc.aio.AioRpcError):
            await requests.first_answer(match, name, requests.examples(match.id)[name], bearer(match.host))
        monkeypatch.setattr(charges, "thread_time", lambda: 0.0)
        refused = await failure(house.lobby.ListGames(lobby_pb2.ListGamesRequest()))
        assert (refused.reason, refused.facts["quota"]) == ("QUOTA_EXCEEDED", "1 second of computing time a minute")


async def test_a_search_is_charged_what_the_store_computed_for_it_whatever_it_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reading of the store's clock of computing is a second after the one before."""
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    monkeypatch.setattr(charges, "thread_time", lambda: 0.0)
    async with open_house(tmp_path, limits=Limits(computing_seconds_per_minute=1, loopback=True)) as house:
        monkeypatch.setattr(reading_threads, "thread_time", partial(next, itertools.count(1.0)))
        assert not (await house.lobby.ListGames(lobby_pb2.ListGamesRequest(player="Nobody"))).games
        refused = await failure(house.lobby.ListTitles(lobby_pb2.ListTitlesRequest()))
        assert (refused.reason, refused.facts["quota"]) == ("QUOTA_EXCEEDED", "1 second of computing time a minute")


@pytest.mark.parametrize("move", [protos.Bid(light=0, seat=1), None], ids=["refused moves", "games"])
async def test_who_has_stored_too_much_stores_no_more_and_reads_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, move: protos.Bid | None
) -> None:
    now = [0.0]
    monkeypatch.setattr(quotas, "monotonic", lambda: now[0])
    async with open_house(
        tmp_path, limits=Limits(stored_mib_per_day=1 / 64, loopback=True, games_per_minute=0)
    ) as house:
        match = await house.start()
        stored = list[Failure]()
        while not stored:
            try:
                await (house.open() if move is None else match.submit(1, move))
            except grpc.aio.AioRpcError as error:
                stored.append(failure_of(error))
        (refused,) = stored
        assert (refused.code, refused.reason, refused.retry) == ("RESOURCE_EXHAUSTED", "STORED_QUOTA_EXCEEDED", True)
        assert refused.facts["quota"] == "0.015625 MiB stored a day"
        assert (await failure(house.open())).reason == "STORED_QUOTA_EXCEEDED"
        assert await match.entries()
        now[0] = 24 * 60 * 60.0
        await house.open()


def test_what_may_be_stored_comes_back_in_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    held = Quotas(Limits(stored_mib_per_day=1))
    held.stored("peer", 2 << 20)
    with pytest.raises(QuotaExceeded) as refused:
        held.write("peer")
    assert refused.value.retry_after_seconds == 24 * 60 * 60


def test_this_machine_owes_nothing_unless_it_is_held_to_the_quotas_too() -> None:
    local, remote = "ipv4:127.0.0.1", "ipv4:192.0.2.1"
    held = Quotas(Limits(computing_seconds_per_minute=1, stored_mib_per_day=1, loopback=False))
    for peer in (local, remote):
        held.computed(peer, 100)
        held.stored(peer, 1 << 30)
    held.check(local)
    held.call(local)
    held.write(local)
    held.game(local)
    held.command(local, "seat")
    with pytest.raises(QuotaExceeded):
        held.check(remote)


def test_other_limits_hold_at_once_and_what_was_used_counts() -> None:
    held = Quotas(Limits(calls_per_second=1, streams=1))
    for _ in range(10):
        held.call("ipv4:192.0.2.7")
    held.hold_to(Limits(calls_per_second=0.001, streams=2))
    with pytest.raises(QuotaExceeded, match=r"0\.001 calls a second"):
        held.call("ipv4:192.0.2.7")
    with held.stream("ipv4:192.0.2.7"), held.stream("ipv4:192.0.2.7"):
        held.hold_to(Limits(calls_per_second=0))
    held.call("ipv4:192.0.2.7")
