"""Export: a game's record file as a caller can see it, in pieces."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container
from typing import TypeAlias

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import file_pb2 as file
from gunbai.record.v1.log_pb2 import LeafKind
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai_record.record_file import delimited, header
from gunbai_record.record_lines import line
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.errors import InvalidField
from referee.game.game import Game
from referee.proof.identity import Identity
from referee.records.games import Games
from referee.records.openness import open_common
from referee.records.papers import papers_of
from referee.records.stored_entries import as_written
from referee.records.transparency import Transparency
from referee.services.results import confirmations
from store.contract import Opening, Store

FileMessage: TypeAlias = file.FileHeader | record.Entry
"""The parts of a record file: its header, then every entry."""
_PIECE = 64 * 1024
_ENTRIES = 256
"""How many entries are read at a time."""
LAST_VERSION = 2**63 - 1
"""The greatest version that an entry can have."""


async def pieces(messages: AsyncIterator[FileMessage], *, lines: bool = False) -> AsyncIterator[bytes]:
    """Yield a record file in pieces of about 64 KiB: in its binary form, or as lines of JSON.

    Raises InvalidField for lines if an unverified record has something that they cannot hold.
    """
    piece = b""
    async for message in messages:
        piece += _line(message) if lines else delimited(message)
        if len(piece) >= _PIECE:
            yield piece
            piece = b""
    if piece:
        yield piece


async def record_of(
    games: Games, identity: Identity, log: Transparency, game: Game, caller: Caller
) -> AsyncIterator[FileMessage]:
    """Yield the header and the entries of a game's record file.

    An imported game is exported as imported, whatever form its file had.
    """
    opened = await games.open_parts(game)
    head = _head_of_import(game.charter.provenance) or await _head(games, identity, log, game, opened)
    yield await _with_signatures(games, game, head)
    async for entry in games.history(game.id, 0, game.version):
        yield shown(game, entry, caller, opened)


async def unverified_record(store: Store, opening: Opening) -> AsyncIterator[FileMessage]:
    """Yield the header and the entries of an imported, unverified record, as they were imported."""
    yield Provenance.FromString(opening.provenance).header
    async for entry in unverified_entries(store, opening, 0, LAST_VERSION):
        yield entry


def _line(message: FileMessage) -> bytes:
    try:
        return f"{line(message)}\n".encode()
    except ValueError as error:
        raise InvalidField("lines", str(error)) from None


async def unverified_entries(store: Store, opening: Opening, after: int, upto: int) -> AsyncIterator[record.Entry]:
    """Yield the entries after < version <= upto of an imported, unverified record, as they were imported."""
    while rows := await store.read(opening.game, after, min(after + _ENTRIES, upto)):
        for row in rows:
            yield as_written(opening.game, row)
        after = rows[-1].version


def _head_of_import(provenance: bytes) -> file.FileHeader | None:
    """Return the header of the file that a game was imported from, or None for a game from this service."""
    return Provenance.FromString(provenance).header if provenance else None


async def _head(
    games: Games, identity: Identity, log: Transparency, game: Game, opened: Container[str]
) -> file.FileHeader:
    """Return a record's header for a game from this service, which may branch an imported one."""
    ancestors: list[file.Ancestor] = []
    for above, version in await games.ancestors(game):
        secret = _open_secret(game, above, version, opened)
        ancestors.append(file.Ancestor(game=above.recorded_id, version=version, secret=secret))
        imported = _head_of_import(above.charter.provenance)
        ancestors += imported.ancestors if imported else ()
    leaves = await log.proofs_if_whole(game.id)
    # Verdicts and replaced keys are about the game, and about no entries in this file.
    apart = {LeafKind.LEAF_KIND_VERDICT, LeafKind.LEAF_KIND_REPLACED}
    of_entries = [leaf for leaf in leaves if leaf.kind not in apart and leaf.version <= game.version]
    head = identity.signed_head(game.id, game.version, game.digest)
    made = header(game.id, game.version, ancestors, head, of_entries)
    made.common_secret = await open_common(games.game, game, await games.ancestors(game))
    return made


async def _with_signatures(games: Games, game: Game, head: file.FileHeader) -> file.FileHeader:
    """Return a header with the result's signatures that are known here, also from an imported file."""
    if not game.over:
        return head
    opening, papers = await games.store.opening(game.id), await papers_of(games.store, game.id)
    signed = [confirmation for confirmation in confirmations(opening, papers) if confirmation.signature]
    # The file of an import has those of then; here more may have come since.
    del head.result_signatures[:]
    head.result_signatures.extend(
        file.ResultSignature(seat=confirmation.seat, signature=confirmation.signature) for confirmation in signed
    )
    return head


def _open_secret(game: Game, above: Game, shared: int, opened: Container[str]) -> bytes:
    """Return the secret of an ancestor that has ended, or b"" if it opens nothing in this file.

    It opens nothing if the game shares no entry of the ancestor's own, and must not while the file seals what they
    share.
    """
    opens = shared > above.charter.parent_version and (above.recorded_id in opened or not game.charter.shares_sealed)
    return above.secret if above.over and opens else b""
