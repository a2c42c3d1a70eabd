"""A verification streams how far it is, as fast as its reader takes it, and ends with its verdict or its reader."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from gunbai.referee.v1 import audit_pb2 as pb
from lab.connect_client import JSON_STREAM, frames, web
from lab.patience import PATIENCE
from lab.toy_service import bids
from referee.errors import RecordDamaged, ServiceBusy
from referee.proof.verification import Progress
from referee.records.workers import Work, Workers
from referee.services.verifying import PARTS, Verifying

CONSISTENT = pb.Verification(verdict=pb.VERDICT_CONSISTENT)
ENTRIES = 1000


class Steps:
    """A verification that goes on, piece by piece, when it is let go on."""

    def __init__(self) -> None:
        self._steps = threading.Semaphore(0)

    def __call__(self, _: Work, progress: Progress) -> pb.Verification:
        for done in range(1, ENTRIES + 1):
            if done % 250 == 1:
                assert self._steps.acquire(timeout=PATIENCE)
            progress(done)
        return CONSISTENT

    def tell(self) -> None:
        """Let it verify 250 entries more."""
        self._steps.release()


async def test_progress_is_said_when_it_begins_then_as_it_goes_and_the_verification_last() -> None:
    workers, steps, done = Workers("test", 1, 0), Steps(), list[int]()
    async with aclosing(Verifying(workers, ENTRIES).responses(steps)) as responses:
        async for response in responses:
            if response.HasField("verification"):
                break
            assert response.progress.entries == ENTRIES
            done.append(response.progress.entries_done)
            if done[-1] % 250 == 0:
                steps.tell()
    assert response.verification == CONSISTENT
    assert done[0] == 0
    assert done == sorted(set(done))
    assert {0, 250, 500, 750} <= set(done)
    assert len(done) <= PARTS
    workers.stop()


async def test_what_ends_a_verification_early_is_raised() -> None:
    def damaged(_: Work, __: Progress) -> pb.Verification:
        raise RecordDamaged("g", 3, "it is missing")

    workers = Workers("test", 1, 0)
    with pytest.raises(RecordDamaged):
        await all_of(Verifying(workers, ENTRIES), damaged)
    steps = Steps()
    first = asyncio.create_task(all_of(Verifying(workers, ENTRIES), steps))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    with pytest.raises(ServiceBusy):
        await all_of(Verifying(workers, ENTRIES), steps)
    for _ in range(4):
        steps.tell()
    assert (await first)[-1].verification == CONSISTENT
    workers.stop()


async def test_a_verification_ends_with_its_reader() -> None:
    workers, steps = Workers("test", 1, 0), Steps()
    async with aclosing(Verifying(workers, ENTRIES).responses(steps)) as responses:
        assert (await anext(responses)).progress.entries_done == 0
    # That it was cancelled is known after a turn of the loop; told to go on before, it would wait for the next word.
    await asyncio.sleep(0)
    steps.tell()
    # The one thread is free again, although the verification was never finished.
    assert await asyncio.wait_for(workers.run(lambda _: "next"), PATIENCE) == "next"
    workers.stop()


async def test_a_game_is_verified_over_grpc_and_over_connect(tmp_path: Path) -> None:
    async with web(tmp_path) as (house, client):
        match = await house.start()
        await match.play(*bids(3, 1))
        request = pb.VerifyGameRequest(game=match.id)
        over_grpc = [response async for response in house.audit.VerifyGame(request)]
        body = (await client.post("Audit/VerifyGame", request, JSON_STREAM)).body
        head = (await match.game()).head
    assert over_grpc[-1].verification.linked == head
    assert all(response.progress.entries == head for response in over_grpc[:-1])
    assert b'"linked":' in frames(body)[-2][1].replace(b" ", b"")


async def all_of(
    verifying: Verifying, task: Callable[[Work, Progress], pb.Verification]
) -> list[pb.VerifyGameResponse]:
    """Return all responses about a verification."""
    return [response async for response in verifying.responses(task)]
