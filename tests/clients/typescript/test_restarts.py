"""A game of the TypeScript client goes on at a service that was killed and started again."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from bench.ports import free_port
from lab.service_process import running, stop
from tests.clients.typescript.conftest import Talk


@pytest.mark.long
async def test_players_and_watchers_go_on_after_a_restart(programs: Path, tmp_path: Path) -> None:
    port, web = free_port(), f"127.0.0.1:{free_port()}"
    async with running(tmp_path, port, "--connect", web) as process:
        talk = await Talk.begin(programs, "restarts.mjs", f"http://{web}")
        try:
            assert "paused" in await talk.line()
            await stop(process, signal.SIGKILL)
            await talk.say("go")
            async with running(tmp_path, port, "--connect", web):
                played = await talk.line()
        finally:
            await talk.end()
    assert played["status"] == "FINISHED"
    assert (played["watched"], played["caughtUp"]) == ([*range(1, played["head"] + 1)], 1)
