"""Each call counts against the quotas of its kind: games, writing, commands, other calls and open streams."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor
from msgspec.structs import replace

from lab.requests import calls, examples
from lab.toy_service import House, bearer, open_house
from referee.access import charges
from referee.access.charges import charge_nobody, charge_to, exempt, metered
from referee.access.quotas import UNLIMITED, Limits, Quotas

KINDS = ("game", "call", "write", "command", "stream", "computed")
"""The quotas, by the methods of Quotas that count: a game, any other call, one that writes, a command, a stream, and
the time that is computed.
"""


async def make(house: House, call: MethodDescriptor, game: str, token: str) -> None:
    """Make a call with its example, whatever its answer."""
    request = examples(game)[call.name]
    path, metadata = f"/{call.containing_service.full_name}/{call.name}", bearer(token)
    takes = house.channel.stream_stream if call.client_streaming else house.channel.unary_stream
    try:
        if call.client_streaming and not call.server_streaming:
            await house.channel.stream_unary(path, type(request).SerializeToString)(iter([request]), metadata=metadata)
        elif not call.server_streaming:
            await house.channel.unary_unary(path, type(request).SerializeToString)(request, metadata=metadata)
        else:
            sent: Any = iter([request]) if call.client_streaming else request
            answers: Any = takes(path, type(request).SerializeToString)(sent, metadata=metadata)
            await anext(aiter(answers), None)
            answers.cancel()
    except grpc.aio.AioRpcError:
        pass


COUNTS = {
    "game": {"Lobby/CreateGame", "Referee/ForkGame"},
    "write": {
        "Arbiter/DecideGame",
        "Arbiter/RuleIrregularity",
        "Disputes/AddStatement",
        "Disputes/InspectDispute",
        "Disputes/OpenDispute",
        "Disputes/SettleDispute",
        "Lobby/AbandonGame",
        "Lobby/AnnounceReissue",
        "Lobby/FreeSeat",
        "Lobby/JoinGame",
        "Lobby/LeaveGame",
        "Lobby/ReissueToken",
        "Lobby/RemoveName",
        "Lobby/StartGame",
        "Lobby/VetoReissue",
        "Results/ConfirmResult",
    },
    "command": {"Referee/GiveShare", "Referee/ListLegalCommands", "Referee/Submit"},
}
"""What the calls of a seat count as; all others are calls, and no more. `Play` is a stream: its commands count."""
PLAYING = {*COUNTS["command"], "Disputes/AddStatement", "Disputes/OpenDispute"}
"""Calls that only those who play may make; those of others are calls."""


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the quotas that were counted against, from now on."""
    kinds: set[str] = set()

    def counting(kind: str) -> Any:
        real = getattr(Quotas, kind)

        def count(quotas: Quotas, *given: Any) -> Any:
            kinds.add(kind)
            return real(quotas, *given)

        return count

    for kind in KINDS:
        monkeypatch.setattr(Quotas, kind, counting(kind))
    return kinds


async def test_each_call_counts_and_is_charged_what_it_computed_whoever_makes_it(
    tmp_path: Path, counted: set[str]
) -> None:
    async with open_house(
        tmp_path, limits=replace(UNLIMITED, computing_seconds_per_minute=1e6, loopback=True)
    ) as house:
        match = await house.start()
        for caller, token in (("seat", match.tokens[1]), ("host", match.host), ("nobody", "")):
            await match.view(token)
            for call in calls():
                name = f"{call.containing_service.name}/{call.name}"
                kinds = {next((kind for kind, names in COUNTS.items() if name in names), "call")}
                if caller != "seat" and name in PLAYING:
                    kinds = {"call"}
                if call.server_streaming:
                    # Of somebody who has no seat, the first message of `Play` is a call.
                    kinds = {"stream"} if call.client_streaming and caller == "seat" else {"stream", "call"}
                if name == "Referee/ForkGame":
                    # It reads one game and makes another.
                    kinds = {"call", "game"}
                counted.clear()
                await make(house, call, match.id, token)
                assert counted - {"computed"} == kinds, (caller, name)
                # The messages of this stream are charged one by one.
                assert "computed" in counted or name == "Referee/Play", (caller, name)


@pytest.mark.parametrize(
    ("limits", "peer", "free"),
    [
        (Limits(), "ipv4:127.0.0.1", True),
        (Limits(), "ipv4:192.0.2.1", False),
        (Limits(loopback=True), "ipv4:127.0.0.1", False),
        (Limits(computing_seconds_per_minute=0), "ipv4:192.0.2.1", True),
    ],
)
def test_computing_is_measured_for_peers_with_a_quota_only(limits: Limits, peer: str, *, free: bool) -> None:
    held = Quotas(limits)
    assert (held.accounts(peer)[0] is exempt) is free
    held.hold_to(Limits(loopback=True))
    assert held.accounts(peer)[0] is not exempt


@pytest.mark.parametrize(("charge", "reads"), [(exempt, 1), (charge_nobody, 4)])
async def test_no_clock_is_read_once_a_peer_turns_out_to_have_no_quota(
    charge: charges.Charge, reads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(charges, "thread_time", partial(next, ticks))

    async def call() -> str:
        charge_to(charge, charge_nobody)
        await asyncio.sleep(0)
        return "answered"

    assert await metered(call()) == "answered"
    assert next(ticks) == reads
