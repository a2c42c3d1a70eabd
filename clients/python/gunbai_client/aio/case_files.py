"""Case files: an entry of a game with its consequences, or a command with its ruling at a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_client.errors import InvalidRequest
from gunbai_client.reasons import VersionNotFound
from gunbai_record.cases.writing import CaseFile, Ruled, Start, case_file
from gunbai_record.chain import type_name
from gunbai_record.messages import is_of_title, unpacked

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai


async def case_of_entry(gunbai: Gunbai, game: str, version: int) -> CaseFile:
    """Return an entry's case: the position before it, its command, and the consequences.

    Raises VersionNotFound; InvalidRequest if the command is not one of the title's or is hidden from the reader; and
    HiddenFacts while the game hides facts.
    """
    info = await gunbai.game(game)
    if version > info.head:
        facts = {"game": game, "version": str(version), "head": str(info.head)}
        raise VersionNotFound(f"the game has no version {version}", "VERSION_NOT_FOUND", facts)
    (entry,) = [entry async for entry in gunbai.entries(game, version - 1, version)]
    if not is_of_title(info.title, type_name(entry.command.open.type_url)):
        problem = f"entry {version} is not a command of the title that the reader may see"
        raise InvalidRequest(problem, fields={"version": problem})
    # Without the title's rules its messages are unknown too: this error says which package to install.
    await gunbai.table(game, version - 1)
    own = [item.open for item in entry.events if is_of_title(info.title, type_name(item.open.type_url))]
    seat = entry.actor.seat if entry.actor.kind != record.ACTOR_KIND_CHANCE else 0
    ruled = Ruled(seat, unpacked(entry.command.open), events=[*map(unpacked, own)])
    return await _case(gunbai, game, version, version - 1, ruled)


async def case_of_command(gunbai: Gunbai, game: str, version: int, seat: int, move: Message) -> CaseFile:
    """Return the case of a command by a seat, or by chance (0), judged at a position.

    Raises HiddenFacts while the game hides facts.
    """
    kind = record.ACTOR_KIND_SEAT if seat else record.ACTOR_KIND_CHANCE
    ruling = await gunbai.adjudicate(game, record.Actor(kind=kind, seat=seat), move, version)
    ruled = Ruled(seat, move, ruling.refused.clause, [*map(unpacked, ruling.accepted.events)])
    return await _case(gunbai, game, version, version, ruled)


async def _case(gunbai: Gunbai, game: str, version: int, position: int, ruled: Ruled) -> CaseFile:
    """Return a case: the title with the game's terms, the table of a position, and a ruling at that position."""
    info = await gunbai.game(game)
    (first,) = [entry async for entry in gunbai.entries(game, 0, 1)]
    created = life.CreateGame.FromString(first.command.open.value)
    table = await gunbai.table(game, position)
    start = Start(info.title, len(info.seats), info.options_json, created.edition_json, table)
    clause = ruled.refused or (await gunbai.view(game, position)).waiting.clause
    return CaseFile(clause, case_file(f"{game}@{version}", clause, start, ruled))
