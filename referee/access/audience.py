"""The audience: what a caller can see of a record until everything in it is open."""

from __future__ import annotations

from collections.abc import Container

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.chain import sealed, sealed_signature
from gunbai_record.player_names import hiding
from referee.access.callers import Caller
from referee.game.game import Game


def audience_of(caller: Caller) -> object:
    """Return the audience that a caller belongs to: all its callers are shown the same."""
    return "dealer" if caller.role == "dealer" else caller.seat


def shown(game: Game, entry: record.Entry, caller: Caller, opened: Container[str]) -> record.Entry:
    """Return the entry as the caller can see it, with leaves and seals instead of hidden items and signatures.

    `opened` has the games whose entries are open to everybody.
    """
    if not game.charter.rulebook.hides or entry.game in opened or not any(item.salt for item in hiding(entry)):
        return entry
    seen = record.Entry()
    seen.CopyFrom(entry)
    for item in hiding(seen):
        if item.salt and not caller.sees(game.id, entry, game.charter.rulebook.seat_of(item.open)):
            item.CopyFrom(sealed(item))
    if seen.command.HasField("sealed"):
        seen.signature = sealed_signature(entry)
    return seen
