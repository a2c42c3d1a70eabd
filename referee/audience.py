"""The audience: what of a record a caller may see while the game is on. After its end everything is open."""

from __future__ import annotations

from gunbai.record.v1 import entry_pb2 as record
from gunbai_client.chain import sealed, sealed_signature
from referee.callers import Caller
from referee.game import Game


def shown(game: Game, entry: record.Entry, caller: Caller) -> record.Entry:
    """The entry as the caller may see it, with the leaf, or the signature's seal, in place of what he may not."""
    if game.over or not (entry.command.salt or any(item.salt for item in entry.events)):
        return entry
    seen = record.Entry()
    seen.CopyFrom(entry)
    for item in (seen.command, *seen.events):
        if item.salt and not caller.sees(entry, game.charter.rulebook.seat_of(item.open)):
            item.CopyFrom(sealed(item))
    if seen.command.HasField("sealed"):
        seen.signature = sealed_signature(entry)
    return seen
