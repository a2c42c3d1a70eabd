"""An outcome of chance that one seat may see stays with that seat until the game is over (LD-1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import grpc
import pytest
from google.protobuf.message import Message

from gunbai.liars_dice.v1 import commands_pb2 as cmd
from gunbai.liars_dice.v1 import events_pb2 as ev
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import record_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from lab.toy_service import DEALER, bearer, open_house

SPECTATOR = ""


def shakes() -> list[tuple[int, Message]]:
    """Return the first round of three players up to a bid."""
    hands = {1: (2, 3, 4, 5, 6), 2: (1, 1, 1, 1, 1), 3: (4, 4, 4, 2, 2)}
    return [
        *((0, cmd.ShakeCup(seat=seat, dice=dice)) for seat, dice in hands.items()),
        (1, cmd.MakeBid(quantity=3, face=4)),
    ]


def dice_in(entries: Sequence[record.Entry]) -> list[int]:
    """Return the seats whose dice the readable items of entries show."""
    items = [item.open for entry in entries for item in (entry.command, *entry.events) if item.HasField("open")]
    seats: list[int] = []
    for item in items:
        for kind in (cmd.ShakeCup, ev.DiceSeen):
            seats += [kind.FromString(item.value).seat] if item.Is(kind.DESCRIPTOR) else []
    return seats


async def test_the_referees_dice_are_read_by_their_seat_alone(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("liars_dice", 3)
        for seat in (1, 2, 3):
            assert dice_in(await match.entries(match.tokens[seat])) == [seat, seat]
        for token in (SPECTATOR, match.host):
            assert dice_in(await match.entries(token)) == []


async def test_a_dealer_who_enters_the_dice_sees_them_all(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("liars_dice", 3, chance_source=DEALER)
        await match.play(*shakes())
        assert dice_in(await match.entries(match.dealer)) == [1, 1, 2, 2, 3, 3]
        assert dice_in(await match.entries(match.host)) == []


async def test_whole_tables_are_closed_while_dice_are_hidden(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("liars_dice", 2)
        for token in (match.tokens[1], match.host, SPECTATOR):
            with pytest.raises(grpc.aio.AioRpcError, match="PERMISSION_DENIED"):
                await house.record.GetTable(record_pb2.GetTableRequest(game=match.id), metadata=bearer(token))


async def test_after_the_end_all_dice_are_open_and_recomputed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("liars_dice", 2)
        await match.finish()
        entries = await match.entries(SPECTATOR)
        assert not any(item.HasField("sealed") for entry in entries for item in (entry.command, *entry.events))
        proof = await match.verify()
        assert proof.verdict == VERDICT_CONSISTENT, proof
        assert proof.chance_recomputed == len(dice_in(entries)) / 2
