"""Other services' records, and how a service imports them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import record_pb2
from gunbai_record.record_file import delimited, header
from gunbai_record.tokens import hash_of, new_token
from lab.toy_games import finished
from lab.toy_service import House, bearer, open_house
from referee.proof.identity import Identity

OPERATOR = new_token()
ORIGIN = Identity(bytes(range(32)), "origin.example")
KEY = str(ORIGIN.verifier)
PIECE = 64 * 1024


@asynccontextmanager
async def importing(folder: Path, **settings: Any) -> AsyncIterator[House]:
    """Yield a service with an operator."""
    async with open_house(folder, operator=hash_of(OPERATOR), spool=folder, **settings) as house:
        yield house


def file_of(entries: Sequence[record.Entry], **changes: Any) -> bytes:
    """Return the record file of a game without ancestors, whose head its service signed."""
    last = entries[-1]
    facts: dict[str, Any] = {
        "game": last.game,
        "head": len(entries),
        "signed_head": ORIGIN.signed_head(last.game, last.version, last.digest),
    }
    return b"".join([delimited(header(**facts | changes)), *map(delimited, entries)])


@cache
def night() -> tuple[record.Entry, ...]:
    """Return the entries of a finished game of the toy title, with secret bids."""
    return tuple(finished(3).entries)


def requests(file: bytes, **terms: Any) -> list[record_pb2.ImportRecordRequest]:
    """Return the messages that import a file."""
    pieces = [file[at : at + PIECE] for at in range(0, len(file), PIECE)]
    head = record_pb2.ImportRecordRequest(terms=record_pb2.ImportTerms(**terms))
    return [head, *(record_pb2.ImportRecordRequest(chunk=piece) for piece in pieces)]


async def bring(house: House, file: bytes, token: str = OPERATOR, **terms: Any) -> record_pb2.ImportRecordResponse:
    """Import a file, and return the answer."""
    answer: record_pb2.ImportRecordResponse = await house.record.ImportRecord(
        iter(requests(file, **terms)), metadata=bearer(token)
    )
    return answer
