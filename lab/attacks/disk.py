"""Disk: moves of the largest size that the rules refuse, over and over, by every seat of three games."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import grpc

from bench.ports import free_port
from gunbai.shogun.v1.commands_pb2 import LayPlan
from gunbai_record.limits import MAX_COMMAND
from lab.attacks.figures import Figure, at_least, at_most
from lab.service_process import running
from lab.toy_service import House, Match

SECONDS = 15.0
GAMES, SEATS = 3, 3
MIB = 1024 * 1024


async def attack(folder: Path) -> AsyncIterator[Figure]:
    """Have moves refused for 15 s, within the default quotas; measure what stays on disk."""
    port = free_port()
    async with running(folder, port, quotas=True):
        house = House(f"127.0.0.1:{port}")
        played = [await house.start("shogun", SEATS) for _ in range(GAMES)]
        before, verdicts = _size(folder), Counter[str]()
        end = monotonic() + SECONDS
        await asyncio.gather(
            *(_refused(match, seat, verdicts, end) for match in played for seat in range(1, SEATS + 1))
        )
        grown = (_size(folder) - before) / MIB
        heads = [(await match.game()).head for match in played]
        await house.channel.close()
    yield at_least(f"moves refused by the rules in {SECONDS:.0f} s", verdicts["refused"], 1)
    yield at_most("grown on disk", grown, 20, "MiB", before="760 MB")
    yield at_least("games that go on", sum(head > 0 for head in heads), GAMES)


async def _refused(match: Match, seat: int, verdicts: Counter[str], end: float) -> None:
    """Lay a plan of one endless card, which no rule allows, until the time is over."""
    plan = LayPlan(seat=seat, cards=["x" * (MAX_COMMAND - 1024)])
    expected = (await match.view(seat)).expected_version
    while monotonic() < end:
        with suppress(grpc.aio.AioRpcError):
            verdicts[str((await match.send(seat, match.request(plan, expected))).WhichOneof("verdict"))] += 1


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
