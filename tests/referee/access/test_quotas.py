"""A caller who exceeds a quota gets an error with the time after which to try again."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path

import grpc
import pytest

from gunbai.referee.v1 import lobby_pb2, record_pb2
from referee.access import quotas
from referee.access.quotas import Buckets, Limits, Quotas
from referee.errors import QuotaExceeded
from tests.games.toy import protos
from tests.referee.house import Failure, failure, failure_of, house


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


async def test_a_hundred_games_and_a_thousand_commands_at_once_from_the_own_machine_meet_no_quota(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, limits=Limits()) as found:
        for _ in range(100):
            await found.open()
        match = await found.start()
        for _ in range(1200):
            await match.legal(1)


async def test_each_quota_is_held_by_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    limits = Limits(games_per_minute=10, commands_per_second=0.1, calls_per_second=20, streams=1, loopback=True)
    async with house(tmp_path, limits=limits) as found:
        match = await found.start()
        await match.play((1, protos.Bid(light=1, seat=1)))
        again = await failure(match.send(1, match.request(protos.Ring(), 5)))
        assert again[:2] == ("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
        assert again.retry
        watches = [found.record.WatchGame(record_pb2.WatchGameRequest(game=match.id)) for _ in range(2)]
        await watches[0].read()
        assert (await failure(watches[1].read())).reason == "QUOTA_EXCEEDED"
        watches[0].cancel()
        made = [await found.open() for _ in range(9)]
        assert (await failure(found.open())).reason == "QUOTA_EXCEEDED"
        lists = [found.lobby.GetGame(lobby_pb2.GetGameRequest(game=game.id)) for game in made * 30]
        assert "QUOTA_EXCEEDED" in {await reason(call) for call in lists}


async def reason(call: object) -> str:
    """Return why a call failed; "" if it did not."""
    try:
        return (await failure(call)).reason  # type: ignore[arg-type]  # an awaitable of any kind
    except AssertionError:
        return ""


def test_computing_is_paid_afterwards_and_a_debt_keeps_the_peer_out() -> None:
    time = [0.0]
    buckets = Buckets("15 seconds of computing a minute", 0.25, 15, lambda: time[0])
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
    with pytest.raises(QuotaExceeded, match="1 seconds of computing"):
        quotas.call("ipv4:10.0.0.1")
    with pytest.raises(QuotaExceeded, match="1 seconds of computing"):
        quotas.command("ipv4:10.0.0.1", "seat")
    with pytest.raises(QuotaExceeded, match="1 seconds of computing"):
        quotas.game("ipv4:10.0.0.1")
    quotas.call("ipv4:10.0.0.2")
    quotas.computed("ipv4:127.0.0.1", 3)
    quotas.call("ipv4:127.0.0.1")


async def test_a_verification_is_charged_to_the_peer_that_asked_for_it(tmp_path: Path) -> None:
    async with house(tmp_path, limits=Limits(computing_seconds_per_minute=0.1, loopback=True)) as found:
        match = await found.start()
        refused = [await failure_or_none(match.verify()) for _ in range(300)]
    assert {failed.reason for failed in refused if failed} == {"QUOTA_EXCEEDED"}


async def failure_or_none(call: Awaitable[object]) -> Failure | None:
    """Return how a call fails, if it does."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        return failure_of(error)
    return None
