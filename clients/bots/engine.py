"""Engines: programs that play a seat by lines of JSON on their standard input and output (docs/engines.md).

An engine needs no gRPC: each question comes with everything that its seat may know, and it answers with a choice or a
command.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import shutil
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.referee.v1.referee_pb2 import LegalCommand
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client.aio import Seat
from gunbai_client.errors import InvalidRequest, StaleVersion
from gunbai_client.prompt import Prompt
from gunbai_record.chain import type_name
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import UnknownMessageError, as_json, named

PROTOCOL = 1
"""The protocol's version, which the first line states."""
LONGEST_LINE = 1 << 20
"""An engine's longest line in bytes."""
MOST_REFUSALS = 10
"""How many answers to one question may be refused."""
GRACE = 5
"""How many seconds an engine has to exit once its input is closed."""


class EngineError(GunbaiError):
    """The engine did not keep to the protocol, was too slow, or ended."""


@dataclass
class Engine:
    """A running engine."""

    reads: StreamWriter
    writes: StreamReader
    seconds: float
    """How long it may take for an answer."""

    async def tell(self, line: Mapping[str, Any]) -> None:
        """Send a line. Raises EngineError if the engine has ended."""
        try:
            self.reads.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            await self.reads.drain()
        except ConnectionError:
            raise EngineError("the engine ended") from None

    async def answer(self) -> Mapping[str, Any]:
        """Return the next line. Raises EngineError."""
        try:
            line = await asyncio.wait_for(self.writes.readline(), self.seconds)
        except TimeoutError:
            raise EngineError(f"the engine did not answer within {self.seconds:g} s") from None
        except ValueError:
            raise EngineError(f"the engine wrote a line longer than {LONGEST_LINE} bytes") from None
        if not line:
            raise EngineError("the engine exited before the game was over")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise EngineError(f"the engine did not write a JSON object: {line[:200].decode(errors='replace').strip()}")
        return answer


def check_program(program: str) -> None:
    """Raise EngineError if there is no such program, or if it cannot be executed."""
    if shutil.which(program) is None:
        problem = errno.EACCES if Path(program).exists() else errno.ENOENT
        raise EngineError(f"cannot run {program}: {os.strerror(problem)}")


@asynccontextmanager
async def running(command: Sequence[str], seconds: float) -> AsyncIterator[Engine]:
    """Run an engine until the block ends. Raises EngineError if it cannot be run."""
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
    except OSError as error:
        raise EngineError(f"cannot run {command[0]}: {error.strerror}") from None
    reads, writes = cast("StreamWriter", process.stdin), cast("StreamReader", process.stdout)
    try:
        yield Engine(reads, writes, seconds)
    finally:
        reads.close()
        await _end(process)


async def play(seat: Seat, engine: Engine) -> int:
    """Have an engine play a seat to the end of its game; return the number of its moves. Raises EngineError."""
    game = await seat.gunbai.game(seat.game)
    await engine.tell({"type": "game", "protocol": PROTOCOL, "seat": seat.number, "game": as_json(game)})
    moves = seen = 0
    async with seat.play() as table:
        async for prompt in table:
            if seat.number not in prompt.waiting.seats or not prompt.commands:
                continue
            seen = await _ask(seat, engine, prompt, seen)
            # An engine that repeats a refused answer must not go on forever.
            for _ in range(MOST_REFUSALS):
                command = chosen(await engine.answer(), prompt.commands)
                try:
                    ruling = await table.submit(command)
                # The question has changed while the engine was thinking; the next prompt asks it again.
                except StaleVersion:
                    break
                except InvalidRequest as error:
                    raise EngineError(f"the engine's command does not belong to this game: {error}") from None
                await engine.tell(reported(ruling))
                if ruling.HasField("accepted"):
                    moves += 1
                    break
            else:
                raise EngineError(f"the rules refused {MOST_REFUSALS} answers to one question")
    await engine.tell({"type": "over", "game": as_json(await seat.gunbai.game(seat.game))})
    return moves


async def _ask(seat: Seat, engine: Engine, prompt: Prompt, seen: int) -> int:
    """Put a question to an engine, with the entries since the last one; return the newest version."""
    entries = [entry async for entry in seat.gunbai.entries(seat.game, seen, prompt.expected_version)]
    view, table = await seat.view(), await seat.gunbai.table(seat.game, guess=True)
    question = {
        "type": "ask",
        "version": prompt.expected_version,
        "waiting": as_json(prompt.waiting),
        "view": as_json(view.view),
        "table": table,
        "commands": [as_json(command) for command in prompt.commands],
        "entries": [as_json(entry) for entry in entries],
    }
    if prompt.take_back is not None:
        question["take_back"] = as_json(prompt.take_back)
    await engine.tell(question)
    return prompt.expected_version


def chosen(answer: Mapping[str, Any], commands: Sequence[LegalCommand]) -> AnyMessage:
    """Return an answer's command: a choice, counted from 0, or a command of its own. Raises EngineError."""
    choice, command = answer.get("choice"), answer.get("command")
    # Not `isinstance`, because JSON's true would be 1.
    if type(choice) is int and command is None:
        if not 0 <= choice < len(commands):
            raise EngineError(f"the engine chose command {choice}; expected 0 to {len(commands) - 1}")
        return commands[choice].command
    if not isinstance(command, dict) or choice is not None:
        raise EngineError("an answer needs either `choice` (a number) or `command` (an object)")
    packed = AnyMessage()
    try:
        packed.Pack(json_format.ParseDict(_fields(command), named(type_name(str(command.get("@type", ""))))))
    except (UnknownMessageError, json_format.ParseError) as error:
        raise EngineError(f"cannot read the engine's command: {error}") from None
    return packed


def _fields(command: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in command.items() if name != "@type"}


def reported(ruling: Ruling) -> dict[str, Any]:
    """Return the line that reports a ruling to an engine."""
    if ruling.HasField("accepted"):
        return {"type": "ruling", "accepted": True}
    refused = ruling.refused
    return {"type": "ruling", "accepted": False, "clause": refused.clause, "sentence": refused.sentence}


async def _end(process: Process) -> None:
    """Wait for an engine whose input is closed to end, and kill it if it does not end by itself."""
    try:
        await asyncio.wait_for(process.wait(), GRACE)
    except TimeoutError:
        # It may have ended by itself meanwhile.
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
