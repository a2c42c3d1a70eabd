"""A bot of a level at a seat: over a stream of the service, or by lines of JSON as an engine (docs/engines.md)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from clients.bots.levels import Bot, Chooser, Question
from clients.bots.random_bot import asked_seat, is_accepted
from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai_client.aio import Seat
from gunbai_client.aio.watch_stream import PATIENCE
from gunbai_record.errors import GunbaiError
from gunbai_record.messages import as_json, packed
from gunbai_record.plain import as_message

_FIELDS: Mapping[str, Mapping[str, type]] = {"game": {"seat": int}, "ask": {"entries": list, "table": str}}
"""What a bot reads in each type of message, and the expected kinds."""


class NoMessage(GunbaiError):
    """A line is not a message to an engine."""


class PlayedTitle:
    """What does not change during a game: the title, its version and its edition."""

    def __init__(self, title: str, rules_version: int, edition: str) -> None:
        self.title, self.rules_version, self.edition = title, rules_version, edition

    @classmethod
    def of(cls, created: CreateGame) -> Self:
        """Return a game's, from its first entry's command."""
        return cls(created.title, created.rules_version, created.edition_json)

    def question(self, table: str, seat: int) -> Question:
        """Return the question to a seat at a table."""
        return Question(self.title, self.rules_version, self.edition, table, seat)


async def play(seat: Seat, bot: Chooser, *, patience: float = PATIENCE) -> int:
    """Play a seat to the end of the game; return the number of moves.

    Raises Unreachable if the service is lost for `patience` seconds, and at the deadline of the seat's client.
    """
    moves = 0
    played = PlayedTitle.of(await created_in(seat))
    async with seat.play(patience=patience) as table:
        async for prompt in table:
            number = asked_seat(seat, prompt.waiting)
            if not number or not prompt.commands:
                continue
            question = played.question(await seat.gunbai.table(seat.game, guess=True), number)
            move = await asyncio.to_thread(bot.choose, question)
            if move is not None:
                moves += await is_accepted(table.submit(packed(as_message(move))))
    return moves


async def created_in(seat: Seat) -> CreateGame:
    """Return the command that created the game, or the game that it branched from."""
    async for entry in seat.gunbai.entries(seat.game, 0, 1):
        created = CreateGame()
        if entry.command.open.Unpack(created):
            return created
    raise LookupError(seat.game)


def answers(lines: Iterable[str], bot: Bot) -> Iterator[str]:
    """Yield a bot's answers to a game's lines, as an engine writes them. Raises NoMessage."""
    played, seat = PlayedTitle("", 0, ""), 0
    for number, line in enumerate(lines, 1):
        message = _message(line, number)
        match message["type"]:
            case "game":
                seat = message["seat"]
            case "ask":
                for entry in message["entries"]:
                    played = _created_by(entry) or played
                if not (played.title and seat):
                    raise NoMessage(f"line {number} asks a question, but no earlier line began a game and gave a seat")
                move = bot.choose(played.question(message["table"], seat))
                if move is not None:
                    yield json.dumps({"command": as_json(packed(as_message(move)))})


def _message(line: str, number: int) -> Mapping[str, Any]:
    """Return a line's message. Raises NoMessage."""
    try:
        message = json.loads(line)
    except ValueError as error:
        raise NoMessage(f"line {number} is not JSON: {error}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise NoMessage(f"line {number} is not a message to an engine: expected an object with a type")
    for name, kind in _FIELDS.get(message["type"], {}).items():
        if not isinstance(message.get(name), kind):
            raise NoMessage(f"line {number} lacks {name!r}, which {message['type']!r} needs")
    return message


def _created_by(entry: Mapping[str, Any]) -> PlayedTitle | None:
    """Return a game's unchanging facts from its first entry as JSON, or None for another entry."""
    command = entry.get("command", {}).get("open", {})
    if not str(command.get("@type", "")).endswith("gunbai.record.v1.CreateGame"):
        return None
    return PlayedTitle(command["title"], command["rules_version"], command.get("edition_json", ""))
