"""Finished games that ship with the pages, so that an empty service has some to replay: `make samples` plays new ones.

Our bots play them against each other on a separate service. They are records like any other, and each is verified
before it is written.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from bench.ports import free_port
from clients.bots import level_bot
from clients.bots.levels import Bot, free_name
from clients.web.samples.sample_files import FOLDER
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client.aio import Gunbai, connect
from lab.service_process import running
from titles.catalogue import TITLES

SEATS = 3
LEVELS = (2, 2, 1)
"""The levels of the bots by seat."""


async def play(gunbai: Gunbai, title: str) -> bytes:
    """Have bots play a game of a title, and return its record file."""
    details = await gunbai.title(title)
    count = min(SEATS, details.title.seats_max)
    made = await gunbai.create(title, seats=count)
    names, seats = list[str](), []
    for level in LEVELS[:count]:
        names.append(free_name(level, names))
        seats.append(await gunbai.join(made.info.game, names[-1]))
    await gunbai.holding(made.host_token).start(made.info.game)
    bots = [Bot(level, seed=seat) for seat, level in enumerate(LEVELS[:count], 1)]
    await asyncio.gather(*(level_bot.play(seat, bot) for seat, bot in zip(seats, bots, strict=True)))
    verified = await gunbai.verify(made.info.game)
    assert verified.verdict == VERDICT_CONSISTENT, verified.problem
    return b"".join([piece async for piece in gunbai.export(made.info.game)])


async def main() -> None:
    """Write a record for each title, or for the named ones."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), port), connect(f"127.0.0.1:{port}") as gunbai:
            for title in sys.argv[1:] or TITLES:
                (FOLDER / f"{title}.gunbai").write_bytes(await play(gunbai, title))


if __name__ == "__main__":
    asyncio.run(main())
