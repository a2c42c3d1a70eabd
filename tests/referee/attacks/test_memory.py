"""Calls that fail leave nothing behind, however large their requests and however many there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from bench.ports import free_port
from gunbai_record.limits import MAX_SET_UP
from lab.attacks.memory import FAILING, largest_adjudicate, largest_submit
from lab.connect_client import PROTO, Web
from lab.service_process import resident_kib, running
from lab.toy_service import House

AT_ONCE = 50
MIB = 1024


async def fail(house: House, call: Callable[[House], Any], times: int) -> None:
    for _ in range(0, times, AT_ONCE):
        answers = await asyncio.gather(*(call(house) for _ in range(AT_ONCE)), return_exceptions=True)
        assert all(isinstance(answer, grpc.aio.AioRpcError) for answer in answers)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only /proc says what a process takes")
@pytest.mark.parametrize("times", [400, pytest.param(2000, marks=pytest.mark.long)])
async def test_failing_requests_of_the_largest_size_leave_the_memory_flat(tmp_path: Path, times: int) -> None:
    port = free_port()
    async with running(tmp_path, port) as process:
        house = House(f"127.0.0.1:{port}")
        for call in FAILING.values():
            await fail(house, call, AT_ONCE)
        before = resident_kib(process)
        for call in FAILING.values():
            await fail(house, call, times)
        grown = resident_kib(process) - before
        await house.channel.close()
    assert grown < 100 * MIB


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only /proc says what a process takes")
async def test_failing_requests_over_http_leave_the_memory_flat(tmp_path: Path) -> None:
    web = Web(f"127.0.0.1:{free_port()}")
    requests: dict[str, Message | bytes] = {
        "Referee/Submit": largest_submit(),
        "Audit/Adjudicate": largest_adjudicate(),
        "Lobby/CreateGame": b" " * 5 * MAX_SET_UP,
    }
    async with running(tmp_path, free_port(), "--connect", web.address) as process:
        await fail_over_http(web, requests, AT_ONCE)
        before = resident_kib(process)
        await fail_over_http(web, requests, 400)
        grown = resident_kib(process) - before
    assert grown < 100 * MIB


async def fail_over_http(web: Web, requests: Mapping[str, Message | bytes], times: int) -> None:
    for call, request in requests.items():
        for _ in range(0, times, AT_ONCE):
            answers = await asyncio.gather(*(web.post(call, request, PROTO) for _ in range(AT_ONCE)))
            assert all(400 <= answer.status < 500 for answer in answers)
