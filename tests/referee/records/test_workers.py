"""Workers compute beside the event loop, in a bounded queue, charge what they use, and stop between two pieces."""

from __future__ import annotations

import asyncio
import threading
from time import thread_time

import pytest

from lab.patience import PATIENCE
from referee.access.charges import charge_nobody, charge_to, charged
from referee.errors import ServiceBusy, ServiceStopping
from referee.records.workers import Work, Workers


class Gate:
    """A task that waits until it may go on, in pieces."""

    def __init__(self) -> None:
        self.begun, self.open = threading.Event(), threading.Event()

    def __call__(self, work: Work) -> str:
        self.begun.set()
        while not self.open.wait(0.001):
            work.piece()
        return "done"


async def until(event: threading.Event) -> None:
    """Wait for an event of a thread."""
    assert await asyncio.to_thread(event.wait, PATIENCE)


async def test_a_task_runs_in_another_thread_and_its_errors_come_back() -> None:
    workers = Workers("test", 1, 1)
    assert await workers.run(lambda _: threading.current_thread()) is not threading.current_thread()

    def failing(_: Work) -> None:
        raise KeyError("no")

    with pytest.raises(KeyError, match="no"):
        await workers.run(failing)
    workers.stop()


async def test_a_call_is_charged_what_its_task_computes_whether_it_succeeds_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers, spent = Workers("test", 1, 1), [100.0]
    monkeypatch.setattr("referee.records.workers.thread_time", lambda: spent[-1])
    account: list[float] = []
    charge_to(account.append, charge_nobody)

    def computing(_: Work) -> None:
        spent.append(spent[-1] + 3)

    def failing(_: Work) -> None:
        spent.append(spent[-1] + 4)
        raise KeyError("no")

    await workers.run(computing)
    with pytest.raises(KeyError):
        await workers.run(failing)
    assert account == [3.0, 4.0]
    workers.stop()


async def test_more_than_the_queue_holds_is_refused() -> None:
    workers, gate = Workers("test", 1, 1), Gate()
    under_way = [asyncio.create_task(workers.run(gate)) for _ in range(2)]
    await until(gate.begun)
    with pytest.raises(ServiceBusy, match="2 calls are already waiting for test"):
        await workers.run(gate)
    gate.open.set()
    assert await asyncio.gather(*under_way) == ["done", "done"]
    assert await workers.run(gate) == "done"
    workers.stop()


async def test_a_stop_abandons_what_is_under_way_and_what_waits() -> None:
    workers, gate = Workers("test", 1, 5), Gate()
    under_way = [asyncio.create_task(workers.run(gate)) for _ in range(3)]
    await until(gate.begun)
    workers.stop()
    outcomes = await asyncio.wait_for(asyncio.gather(*under_way, return_exceptions=True), PATIENCE)
    assert [type(outcome) for outcome in outcomes] == [ServiceStopping] * 3
    with pytest.raises(ServiceStopping):
        await workers.run(gate)


async def test_work_whose_caller_has_gone_is_abandoned() -> None:
    workers, gate = Workers("test", 1, 0), Gate()
    call = asyncio.create_task(workers.run(gate))
    await until(gate.begun)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    # The one thread is free again, although the gate was never opened.
    assert await asyncio.wait_for(workers.run(lambda _: "next"), PATIENCE) == "next"
    workers.stop()


async def test_what_waits_when_the_service_stops_is_not_begun() -> None:
    workers, gate, late = Workers("test", 1, 1), Gate(), Gate()
    under_way = [asyncio.create_task(workers.run(work)) for work in (gate, late)]
    await until(gate.begun)
    workers.stop()
    await asyncio.wait_for(asyncio.gather(*under_way, return_exceptions=True), PATIENCE)
    assert not late.begun.is_set()


async def test_work_whose_caller_has_gone_is_charged_too() -> None:
    workers, gate, bill = Workers("test", 1, 0), Gate(), list[float]()
    charge_to(bill.append, charge_nobody)
    call = asyncio.create_task(workers.run(gate))
    await until(gate.begun)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    charge_to(charge_nobody, charge_nobody)
    # The one thread is free again when this runs.
    await asyncio.wait_for(workers.run(lambda _: None), PATIENCE)
    assert len(bill) == 1
    assert bill[0] > 0
    workers.stop()


async def test_computing_is_charged_to_the_account_of_the_call() -> None:
    workers, bill = Workers("test", 1, 1), list[float]()
    charge_to(bill.append, charge_nobody)

    def busy(work: Work) -> None:
        begun = thread_time()
        for _ in work.pieces(iter(int, 1)):
            if thread_time() - begun >= 0.01:
                return

    await asyncio.create_task(workers.run(busy))
    with charged():
        begun = thread_time()
        while thread_time() - begun < 0.005:
            pass
    assert bill[0] >= 0.01
    assert bill[1] >= 0.005
    workers.stop()
