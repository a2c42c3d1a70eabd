"""Export: a record file of a game as a caller may see it, in pieces."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container

from gunbai.record.v1 import file_pb2 as file
from gunbai_client.record_file import delimited, header
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.desk.desk import Desk
from referee.game.game import Game
from referee.proof.identity import Identity

_PIECE = 64 * 1024


async def pieces(desk: Desk, identity: Identity, game: Game, caller: Caller) -> AsyncIterator[bytes]:
    """Yield the record file of a game in pieces of about 64 KiB."""
    opened = await desk.open_parts(game)
    ancestors = [
        file.Ancestor(game=above.id, version=version, secret=_open_secret(game, above, version, opened))
        for above, version in await desk.ancestors(game)
    ]
    signed = identity.signed_head(game.id, game.version, game.digest)
    piece = delimited(header(game.id, game.version, ancestors, signed))
    async for entry in desk.history(game.id, 0, game.version):
        piece += delimited(shown(game, entry, caller, opened))
        if len(piece) >= _PIECE:
            yield piece
            piece = b""
    if piece:
        yield piece


def _open_secret(game: Game, above: Game, shared: int, opened: Container[str]) -> bytes:
    """Return the secret of an ancestor that has ended, or b"" where it opens nothing in this file.

    It does not if the game shares no entry of the ancestor's own, and may not while the file seals what they share.
    """
    opens = shared > above.charter.parent_version and (above.id in opened or not game.charter.shares_sealed)
    return above.secret if above.over and opens else b""
