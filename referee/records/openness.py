"""What everyone can read: the secrets of finished games, and the facts that a branch shares with running games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from gunbai.referee.v1.game_pb2 import Provenance
from referee.game.game import Game
from referee.records.provenance import secrets_in
from store.contract import GameNotFound, Store

Games: TypeAlias = Callable[[str], Awaitable[Game]]
"""Returns a game at its head."""


async def shares_opened(games: Games, game: Game) -> bool:
    """Return whether all of a branch's shared entries are open in the games that own them."""
    charter, shared = game.charter, game.version
    # An imported record has no parent here: everything in it is open, or it would not be verified.
    hides = charter.shares_sealed and bool(charter.parent)
    while hides:
        above = await games(charter.parent)
        charter, shared = above.charter, min(shared, charter.parent_version)
        # Otherwise it branched off before this game's own entries, and shares none of them.
        if shared > charter.parent_version:
            if not above.over:
                return False
            hides = charter.shares_sealed and bool(charter.parent)
    return True


async def open_secrets(store: Store, game: Game, ancestors: Sequence[tuple[Game, int]]) -> dict[str, bytes]:
    """Return the open secrets of a game and of its ancestors, by game."""
    secrets: dict[str, bytes] = {}
    for member in (game, *(above for above, _ in ancestors)):
        if member.over:
            own_secret = {member.recorded_id: member.secret} if member.secret else {}
            secrets |= secrets_in(await store.opening(member.id)) | own_secret
    return secrets


async def open_common(games: Games, game: Game, ancestors: Sequence[tuple[Game, int]]) -> bytes:
    """Return the secret that the eldest of some games shares with others once all of these are over, or b"" before.

    In an imported record it is the one in its file's header.
    """
    eldest = ancestors[-1][0] if ancestors else game
    if eldest.charter.provenance:
        return Provenance.FromString(eldest.charter.provenance).header.common_secret
    for sister in eldest.charter.sisters:
        # A game that is missing may still be created.
        with suppress(GameNotFound):
            if (await games(sister)).over:
                continue
        return b""
    return eldest.common if eldest.charter.sisters else b""
