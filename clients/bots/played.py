"""A game that was played, as the analysis takes it: built from what a service replays to somebody who may see it.

If nothing is hidden, its positions have whole tables. A game that hides facts is replayed as its reader sees it, and
its tables are ones that the reader cannot tell from the real ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clients.bots.analysis import Matter, Position
from clients.bots.levels import rules_here
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai.referee.v1.record_pb2 import ReplayGameResponse
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_record.messages import unpacked
from gunbai_record.plain import Plain, as_plain


class Played(NamedTuple):
    """A game as its reader sees it: its positions, and its entries in words by version."""

    matter: Matter
    positions: Sequence[Position]
    sentences: Mapping[int, EntrySentences]


def open_tables(replayed: Sequence[ReplayGameResponse]) -> dict[int, str]:
    """Return the tables at which something was asked, and the last one, in a game replayed with tables."""
    tables = {answer.version: answer.table.table_json for answer in replayed if answer.table.step_json}
    # What followed from the last decision asks nothing, but shows what that decision was worth.
    if tables and max(tables) < len(replayed):
        last = replayed[max(tables)]
        if last.table.table_json != tables[last.version - 1]:
            tables[last.version] = last.table.table_json
    return tables


def asked_at(replayed: Sequence[ReplayGameResponse]) -> list[int]:
    """Return the versions at which something was asked, in a game replayed with views."""
    return [answer.version for answer in replayed if answer.view.waiting.step]


def played(
    replayed: Sequence[ReplayGameResponse], tables: Mapping[int, str], readers: tuple[int | None, ...] = ()
) -> Played:
    """Return a game that was replayed with sentences from its first entry, with the tables that its readers know.

    Raises RulesMissingError.
    """
    pairs = [(answer.entry.entry, answer.entry.sentences) for answer in replayed]
    created = CreateGame()
    pairs[0][0].command.open.Unpack(created)
    rules_here(created.title, created.rules_version)
    entries = {entry.version: entry for entry, _ in pairs}
    positions = [_position(version, table, entries.get(version + 1)) for version, table in tables.items()]
    matter = Matter(created.title, created.rules_version, created.edition_json, readers)
    return Played(matter, positions, {entry.version: words for entry, words in pairs})


def _position(version: int, table: str, entry: record.Entry | None) -> Position:
    """Return a position with the next entry's decision."""
    is_substituted = entry is not None and entry.actor.kind == record.ACTOR_KIND_SUBSTITUTE
    return Position(version, table, *_decided(entry), is_substituted)


def _decided(entry: record.Entry | None) -> tuple[int | None, Plain | None]:
    """Return who decided an entry, a seat or chance, and what; nothing for other actors or sealed entries."""
    if entry is None or not entry.command.HasField("open"):
        return None, None
    if entry.actor.kind == record.ACTOR_KIND_CHANCE:
        return 0, as_plain(unpacked(entry.command.open))
    if entry.actor.kind in (record.ACTOR_KIND_SEAT, record.ACTOR_KIND_SUBSTITUTE):
        return entry.actor.seat, as_plain(unpacked(entry.command.open))
    return None, None
