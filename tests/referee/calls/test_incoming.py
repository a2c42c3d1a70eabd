"""What a client sends is read as the parser left it, and heard out when its call is refused."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any

import pytest

from referee.calls import incoming
from referee.calls.incoming import HEARD_OUT, Incoming
from referee.errors import UnparsableRequest


class Sent:
    """Requests of a client, of which the reader has taken so many."""

    def __init__(self, *requests: Any, waits: bool = False, breaks: bool = False) -> None:
        self._requests, self._waits, self._breaks = requests, waits, breaks
        self.taken = 0
        self.more = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[Any]:
        for request in self._requests:
            self.taken += 1
            yield request
        if self._waits:
            await self.more.wait()
        if self._breaks:
            raise ConnectionError


async def test_requests_are_read_in_turn_up_to_one_that_could_not_be_parsed() -> None:
    requests = Incoming(aiter(Sent(1, 2, UnparsableRequest("Play"), 3)))
    assert [await anext(requests), await anext(requests)] == [1, 2]
    with pytest.raises(UnparsableRequest):
        await anext(requests)


async def test_what_is_on_its_way_is_taken_even_if_it_could_not_be_parsed() -> None:
    sent = Sent(1, UnparsableRequest("Play"), 3)
    await Incoming(aiter(sent)).hear_out()
    assert sent.taken == 3


async def test_a_reader_goes_on_where_it_was() -> None:
    sent = Sent(1, 2, 3)
    requests = Incoming(aiter(sent))
    assert await anext(requests) == 1
    await requests.hear_out()
    assert sent.taken == 3


async def test_no_more_is_taken_than_is_heard_out() -> None:
    sent = Sent(*range(HEARD_OUT + 5))
    await Incoming(aiter(sent)).hear_out()
    assert sent.taken == HEARD_OUT


async def test_a_client_that_says_no_more_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "PAUSE_SECONDS", 0.01)
    sent = Sent(1, waits=True, breaks=True)
    await Incoming(aiter(sent)).hear_out()
    assert sent.taken == 1
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: complaints.append(context))
    sent.more.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()
    assert complaints == []


async def test_a_client_that_is_lost_ends_the_hearing() -> None:
    sent = Sent(1, breaks=True)
    await Incoming(aiter(sent)).hear_out()
    assert sent.taken == 1
