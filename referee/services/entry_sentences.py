"""Entries in words: what a reader sees of them as sentences, with the names of each entry's own game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Protocol

from games.kit.rules.decider import Table
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import ruling_pb2 as pb
from gunbai_record.player_names import PLACE, name_in
from referee.game.corrections import before_correction
from referee.game.game import Game
from referee.game.translator import Translator
from referee.records.games import Games
from referee.records.replaying import Moment

_AT_ONCE = 64
"""The maximum number of entries per batch of sentences."""


class Says(Protocol):
    """Puts a game's entries in words."""

    def __call__(self, entry: record.Entry, base: Game | None = None) -> pb.EntrySentences:
        """Return an entry in words, as it is shown to its reader; `base` is the game before it, if it is known."""


async def entries_in_words(
    games: Games, game: Game, translator: Translator, entries: Sequence[record.Entry] = (), base: Game | None = None
) -> Says:
    """Return what puts a game's entries in words: those shared with other games, with those games' players.

    For the consecutive `entries`, the game before each is known where a sentence depends on it; `base` is the one
    before the first, if it is known.
    """
    players = {
        member.recorded_id: translator.players(member.sittings)
        for member in (game, *(above for above, _ in await games.ancestors(game)))
    }
    bases = await _bases(games, game, [entry.version for entry in entries if translator.looks_back(entry)], base)

    def sentences_of(entry: record.Entry, base: Game | None = None) -> pb.EntrySentences:
        words = translator.entry(entry, players.get(entry.game, {}), _table(base or bases.get(entry.version), entry))
        name = name_in(entry)
        if name is not None and name.HasField("sealed"):
            words.events[PLACE] = translator.nameless(entry.actor.seat)
        return words

    return sentences_of


async def together(entries: AsyncIterator[record.Entry]) -> AsyncIterator[list[record.Entry]]:
    """Yield consecutive entries, in batches."""
    batch: list[record.Entry] = []
    async for entry in entries:
        batch.append(entry)
        if len(batch) == _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


async def _bases(games: Games, game: Game, versions: Sequence[int], base: Game | None) -> dict[int, Game]:
    """Return the game before each of some entries, from one fold, which begins with `base` if that is not later."""
    if base is not None and versions and base.version >= versions[0]:
        base = None
    bases = {} if base is None else {base.version + 1: base}
    if not set(versions) - set(bases):
        return bases

    def note(moment: Moment) -> pb.EntrySentences:
        if moment.base is not None:
            bases[moment.entry.version] = moment.base
        return pb.EntrySentences()

    first = versions[0] if base is None else base.version + 1
    async with aclosing(games.replay(game, first, versions[-1], note, base)) as noted:
        async for _ in noted:
            pass
    return bases


def _table(base: Game | None, entry: record.Entry) -> Table | None:
    """Return the table before an entry; None if the game before it is unknown."""
    return None if base is None else (before_correction(base, entry) or base).table
