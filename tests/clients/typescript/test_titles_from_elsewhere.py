"""A title that the TypeScript client has no stubs of is played by its descriptors, and its record is verified."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bench.ports import free_port
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_client import aio
from lab.patience import PATIENCE
from lab.service_process import start, stop
from tests.clients.typescript.conftest import CLIENT, Service
from tests.clients.typescript.verifier import NODE
from tests.examples.packaged import PROJECT, gunbai, install

CLI = CLIENT / "verify" / "cli.js"
DRAWS = PROJECT / "ur.mjs"


class Played(NamedTuple):
    """A game of two bots in TypeScript: what they say of it, the verdict of the service, and its record."""

    outcome: Mapping[str, Any]
    verdict: int
    record: Path
    tables: Path


@asynccontextmanager
async def service_with(environment: Mapping[str, str], folder: Path) -> AsyncIterator[Service]:
    port, web = free_port(), f"127.0.0.1:{free_port()}"
    service = await start(folder, port, "--connect", web, environment=environment)
    try:
        yield Service(f"127.0.0.1:{port}", f"http://{web}")
    finally:
        await stop(service)


@pytest.fixture(scope="module")
def game(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Played:
    return asyncio.run(played(programs, tmp_path_factory.mktemp("ur")))


async def played(programs: Path, folder: Path) -> Played:
    environment = install(folder / "installed")
    record, tables = folder / "ur.gunbai", folder / "ur.jsonl"
    async with service_with(environment, folder) as service, aio.connect(service.address) as client:
        bots = await asyncio.create_subprocess_exec(
            *(str(NODE), "bot.mjs", service.url, "ur"), cwd=programs, stdout=subprocess.PIPE
        )
        printed, _ = await asyncio.wait_for(bots.communicate(), PATIENCE)
        outcome = json.loads(printed)
        verdict = (await client.verify(outcome["game"])).verdict
        for file, options in ((record, ()), (tables, ("--tables",))):
            words = ("record", "export", outcome["game"], *options, "-o", str(file), "--target", service.address)
            await asyncio.to_thread(gunbai, *words)
    return Played(outcome, verdict, record, tables)


def verified(game: Played, *words: str, code: int) -> str:
    """Return what the verifier in JavaScript prints of the record."""
    command = [str(NODE), str(CLI), str(game.record), "--tables", str(game.tables), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def test_bots_play_it_with_the_messages_that_the_service_describes(game: Played) -> None:
    assert game.outcome["ending"] == "all_home"
    assert len(game.outcome["winners"]) == 1
    assert game.verdict == VERDICT_CONSISTENT


def test_the_verifier_says_which_package_it_does_not_know_and_what_it_checked(game: Played) -> None:
    printed = verified(game, code=3)
    assert "incomplete: " in printed
    checked = "the chain, seals, signatures and shares of chance were checked, but not the outcomes"
    assert f"; gunbai-ur 0.1.0 is unknown here: {checked}; " in printed
    report = json.loads(verified(game, "--json", code=3))
    assert report["unknownTitle"] == "gunbai-ur 0.1.0"
    assert report["chanceRecomputed"] == 0
    assert report["positionsChecked"] > 0
    assert [unchecked["reason"] for unchecked in report["unchecked"]].count("UNKNOWN_TITLE") == 1


def test_with_the_draws_of_its_author_the_verifier_recomputes_every_throw(game: Played) -> None:
    report = json.loads(verified(game, "--draws", str(DRAWS), "--json", code=0))
    assert (report["verdict"], report["unknownTitle"]) == ("consistent", "")
    lines = game.tables.read_text("utf-8").splitlines()
    throws = sum(json.loads(line).get("step", "").count('"ThrowDice"') for line in lines[:-1])
    assert report["chanceRecomputed"] == throws > 0


def test_draws_get_the_step_that_the_turn_gives(game: Played, tmp_path: Path) -> None:
    draws, bare = tmp_path / "ur.mjs", tmp_path / "bare.jsonl"
    asks = 'if (step.step !== "ThrowDice" || ![1, 2].includes(step.seat)) throw new Error(JSON.stringify(step));'
    draw = f"async ({{ step, stream }}) => {{ {asks} return {{ marks: await stream.dice(4, [0, 1]) }}; }}"
    text = DRAWS.read_text("utf-8")
    begin = text.index("export const outcomes")
    draws.write_text(f"{text[:begin]}export const outcomes = {{ ThrowDice: {draw} }};\n", "utf-8")
    assert json.loads(verified(game, "--draws", str(draws), "--json", code=0))["verdict"] == "consistent"
    lines = [json.loads(line) for line in game.tables.read_text("utf-8").splitlines()]
    assert any(json.loads(line["table"])["agenda"] == [] and line["step"] for line in lines)
    kept = [json.dumps({"version": line["version"], "table": line["table"]}) for line in lines]
    bare.write_text("\n".join(kept), "utf-8")
    report = json.loads(verified(game._replace(tables=bare), "--draws", str(draws), "--json", code=3))
    assert report["verdict"] == "incomplete"
    assert "NO_TABLE" in {unchecked["reason"] for unchecked in report["unchecked"]}
