"""A call uses the quotas of the address that it came from, or of the visitor that the service's forwarder names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gunbai.referee.v1 import lobby_pb2
from gunbai_client import aio
from gunbai_client.channel import forwarded
from gunbai_client.errors import Exhausted
from gunbai_record.tokens import hash_of, new_token
from lab.toy_service import failure, open_house
from referee.access import quotas
from referee.access.peers import Peers
from referee.access.quotas import UNLIMITED, Limits, Quotas
from referee.errors import ForwarderUnknown, InvalidField
from referee.errors import QuotaExceeded as OverQuota

CREDENTIAL = new_token()


class Call:
    """A call as far as peers are told apart by it."""

    def __init__(self, *metadata: tuple[str, str], peer: str = "ipv4:192.0.2.7:5000") -> None:
        self._metadata, self._peer = metadata, peer

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return self._metadata

    def peer(self) -> str:
        return self._peer


def peers(forwarder: str = CREDENTIAL, limits: Limits = UNLIMITED) -> Peers:
    return Peers(Quotas(limits), hash_of(forwarder) if forwarder else b"")


def test_a_peer_is_its_address_without_the_port() -> None:
    assert peers().of(Call(peer="ipv6:%5B2001:db8::1%5D:443")) == "ipv6:%5B2001:db8::1%5D"


@pytest.mark.parametrize(
    ("visitor", "peer"),
    [
        ("203.0.113.9", "ipv4:203.0.113.9"),
        ("::ffff:203.0.113.9", "ipv4:203.0.113.9"),
        ("2001:db8::2", "ipv6:%5B2001:db8::2%5D"),
    ],
)
def test_the_visitor_of_the_forwarder_is_the_peer(visitor: str, peer: str) -> None:
    assert peers().of(Call(*forwarded(visitor, CREDENTIAL))) == peer


@pytest.mark.parametrize("forwarder", [CREDENTIAL, ""], ids=["one", "none"])
@pytest.mark.parametrize(
    "shown",
    [(), (("gunbai-forwarder", ""),), (("gunbai-forwarder", new_token()),)],
    ids=["nothing", "empty", "another"],
)
def test_nobody_else_names_a_visitor(forwarder: str, shown: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(ForwarderUnknown):
        peers(forwarder).of(Call(("gunbai-visitor", "203.0.113.9"), *shown))


def test_a_credential_alone_changes_nothing() -> None:
    assert peers().of(Call(("gunbai-forwarder", CREDENTIAL))) == "ipv4:192.0.2.7"


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(InvalidField):
        peers().of(Call(*forwarded("unknown", CREDENTIAL)))


def test_guesses_at_the_credential_count_as_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    known_peers = peers(limits=Limits(calls_per_second=0.1))
    guess = Call(*forwarded("203.0.113.9", new_token()))
    with pytest.raises(ForwarderUnknown):
        known_peers.of(guess)
    with pytest.raises(OverQuota):
        known_peers.of(guess)


async def test_each_visitor_of_a_forwarder_has_quotas_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "monotonic", lambda: 0.0)
    limits = Limits(games_per_minute=10, calls_per_second=1, streams=1)
    async with (
        open_house(tmp_path, limits=limits, forwarder=hash_of(CREDENTIAL)) as house,
        aio.connect(house.address) as gunbai,
    ):
        one, other = (gunbai.forwarding(visitor, CREDENTIAL) for visitor in ("203.0.113.1", "203.0.113.2"))
        made = [await one.create("lantern_night", seats=2) for _ in range(10)]
        with pytest.raises(Exhausted, match="games a minute"):
            await one.create("lantern_night", seats=2)
        await other.create("lantern_night", seats=2)
        watch, second = (one.watch(made[0].info.game, verify=False) for _ in range(2))
        await anext(watch)
        with pytest.raises(Exhausted, match="streams"):
            await anext(second)
        await anext(other.watch(made[0].info.game, verify=False))
        for _ in range(20):
            await gunbai.game(made[0].info.game)


async def test_a_service_refuses_who_names_a_visitor_without_its_credential(tmp_path: Path) -> None:
    request: Any = lobby_pb2.GetGameRequest(game="aaaaaaaaaaaaaaaa")
    async with open_house(tmp_path, forwarder=hash_of(CREDENTIAL)) as house:
        for metadata in ((("gunbai-visitor", "203.0.113.1"),), forwarded("203.0.113.1", new_token())):
            refused = await failure(house.lobby.GetGame(request, metadata=metadata))
            assert refused[:2] == ("UNAUTHENTICATED", "TOKEN_UNKNOWN")
        wrong = await failure(house.lobby.GetGame(request, metadata=forwarded("nobody", CREDENTIAL)))
        assert wrong[:3] == ("INVALID_ARGUMENT", "INVALID_FIELD", "gunbai-visitor")
