"""Evidence on a dispute, recomputed from its game's record file: a service with the same rules shows the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from google.protobuf.message import DecodeError

from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_record.errors import GunbaiError
from gunbai_record.text.counts import counted
from gunbai_record.text.negotiation import lookup
from referee.access.callers import Caller
from referee.errors import RefereeError
from referee.files.file_games import FileGames
from referee.files.file_service import read_file, store_of
from referee.game.entries import seat
from referee.game.titles import finished
from referee.records.games import Games
from referee.services.evidence import Eyes, Seen, as_seen, evidence_of, position_of
from store.contract import StorageError


class Remade(NamedTuple):
    """Evidence from a record, and the game's title."""

    evidence: pb.Evidence
    title: str


async def evidence(file: Path, dispute: pb.Dispute, eyes: int, head: int, accept_language: str) -> list[Remade]:
    """Return what the record in a file shows about a dispute, as of the entry `head`.

    `eyes` is the seat that viewed it, 0 for nobody; `asked` are the requested languages. Where facts were hidden, the
    seat, the dealer and the arbiter saw different things: all of them are returned. Raises GunbaiError if the record
    does not show it, or OSError.
    """
    whole = read_file(file)
    if not 1 < dispute.version <= head <= len(whole.entries):
        needed = max(head, dispute.version)
        raise GunbaiError(f"the record has {counted(len(whole.entries), 'entry')}; the page needs {needed}")
    sealed_from = whole.sealed_from if whole.sealed_from <= head else 0
    # Drop the later entries, so that the game is as it was when the evidence was shown.
    until = whole._replace(entries=whole.entries[:head], sealed_from=sealed_from)
    store, titles = await store_of(until), finished()
    games = FileGames(store, titles, sealed_from=sealed_from) if sealed_from else Games(store, titles)
    try:
        newest = await games.game(whole.header.game)
        position = await games.position(newest.id, position_of(dispute))
        if not 1 <= dispute.seat <= newest.charter.seats:
            raise GunbaiError(f"the game has no seat {dispute.seat}")
        # A service never shows the view of a seat that the game lacks, so no recomputed evidence can have its number.
        eyes = eyes if eyes <= newest.charter.seats else 0
        book = newest.charter.rulebook
        translator = book.translator(lookup(accept_language, book.languages))
        opened = not sealed_from and await games.opened(newest)
        views = [*_views(dispute, eyes, openly=opened or not book.hides)]
        made = [
            await evidence_of(
                games, Seen(as_seen(dispute, view), newest, position, view, translator, seat(dispute.seat))
            )
            for view in views
        ]
    except (RefereeError, StorageError, DecodeError, KeyError) as error:
        raise GunbaiError(f"the record does not show the disputed position: {error}") from None
    finally:
        games.workers.stop()
    return [Remade(remade_position, book.name) for remade_position in made]


def _views(dispute: pb.Dispute, eyes: int, *, openly: bool) -> Iterator[Eyes]:
    """Yield with whose eyes a dispute may have been seen that shows the position as the seat `eyes` sees it."""
    if openly or eyes == dispute.seat:
        yield Eyes(Caller("", "seat", dispute.seat), openly=True)
    if not openly and eyes:
        yield Eyes(Caller("", "seat", eyes), openly=False)
    if not (openly or eyes):
        yield Eyes(Caller(""), openly=False)
        yield Eyes(Caller("", "dealer"), openly=False)
