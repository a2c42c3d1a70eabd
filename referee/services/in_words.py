"""Entries in words: what a reader sees of them as sentences, by the names of the game that each entry belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import ruling_pb2 as pb
from referee.desk.desk import Desk
from referee.game.game import Game
from referee.game.names import PLACE, name_in
from referee.game.voice import Voice

Says: TypeAlias = Callable[[record.Entry], pb.EntrySentences]
"""Returns an entry in words, as it is shown to its reader."""


async def entries_in_words(desk: Desk, game: Game, voice: Voice) -> Says:
    """Return what says the entries of a game: those that a branch shares with others by the players of these."""
    players = {
        each.recorded_id: voice.players(each.sittings)
        for each in (game, *(above for above, _ in await desk.ancestors(game)))
    }

    def said(entry: record.Entry) -> pb.EntrySentences:
        words = voice.entry(entry, players.get(entry.game, {}))
        name = name_in(entry)
        if name is not None and name.HasField("sealed"):
            words.events[PLACE] = voice.nameless(entry.actor.seat)
        return words

    return said
