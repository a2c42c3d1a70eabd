"""A record's import: received piece by piece, judged again, and written under an id of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path

from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import record_pb2 as pb
from referee.access.charges import charge_storage
from referee.access.tokens import check_token, grant
from referee.errors import InvalidField, TokenUsed
from referee.records import wall_clock
from referee.records.changes import Changes
from referee.records.games import Games
from referee.records.importing import ImportTerms, JudgedRecord, Spool, judged, keys_of, vouched_later
from referee.records.stored_entries import as_imported
from referee.records.summaries import summary_of_unverified
from referee.records.workers import Workers
from referee.services.game_messages import message_of, unverified_of
from store.contract import DuplicateToken, GameExists, Grant


async def imported(
    changes: Changes, verifying: Workers, folder: Path | None, requests: AsyncIterator[pb.ImportRecordRequest]
) -> pb.ImportRecordResponse:
    """Return the game that a record becomes. Nothing is written unless all of it can be.

    Raises RecordRefused, InvalidField, RequestTooLarge, TokenUsed, ServiceBusy or StorageFull.
    """
    with closing(Spool(folder)) as spool:
        import_terms = await _taken_in(spool, requests)
        terms = ImportTerms(
            keys_of(import_terms.keys), import_terms.keep_unverified, changes.longest_game, wall_clock.now()
        )
        judgement = await verifying.run(partial(judged, spool, changes.games.titles, terms))
        made = await _written(changes, spool, judgement, import_terms)
        later = vouched_later(judgement) if made.info.standing == game_pb2.STANDING_CONSISTENT else None
        return await _written(changes, spool, later, import_terms) if later is not None else made


async def _taken_in(spool: Spool, requests: AsyncIterator[pb.ImportRecordRequest]) -> pb.ImportTerms:
    """Keep a record's pieces, and return the terms that came with the first."""
    terms: pb.ImportTerms | None = None
    async for request in requests:
        if terms is None:
            terms = request.terms
        elif request.HasField("terms"):
            raise InvalidField("terms", "send them only in the first request")
        await asyncio.to_thread(spool.add, request.chunk)
    if terms is None:
        raise InvalidField("chunk", "expected the pieces of a record file")
    return terms


async def _written(
    changes: Changes, spool: Spool, judgement: JudgedRecord, import_terms: pb.ImportTerms
) -> pb.ImportRecordResponse:
    """Write a judged record, unless it was written before."""
    opening, repeated, (_, entries) = judgement.opening, False, spool.read()
    try:
        if judgement.game is not None:
            await changes.adopt(
                judgement.game, opening, as_imported(entries), _grants(judgement, import_terms), size=spool.size
            )
        else:
            row = summary_of_unverified(opening)
            grants, leaves = _grants(judgement, import_terms), [judgement.leaf]
            await changes.games.store.adopt(opening, as_imported(entries), grants, row, size=spool.size, leaves=leaves)
            charge_storage(spool.size)
    except GameExists:
        repeated = True
    except DuplicateToken:
        raise TokenUsed("terms.spectator_token") from None
    # A game that was just written need not be read: it was judged.
    info = message_of(judgement.game) if judgement.game and not repeated else await _info(changes.games, opening.game)
    return pb.ImportRecordResponse(info=info, repeated=repeated, verification=judgement.verification)


def _grants(judgement: JudgedRecord, import_terms: pb.ImportTerms) -> list[Grant]:
    """Return the spectators' grant for a private game. Raises InvalidField if they have no token."""
    if not judgement.private:
        return []
    check_token("terms.spectator_token", import_terms.spectator_token)
    return [grant(import_terms.spectator_token, judgement.opening.game, "spectator")]


async def _info(games: Games, game: str) -> game_pb2.GameInfo:
    """Return an imported game as clients see it."""
    unverified = await games.unverified(game)
    return unverified_of(unverified) if unverified else message_of(await games.game(game))
