"""The log of refusals, kept outside the record, for audits. No call waits for it."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from hashlib import sha256

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, referee_pb2
from gunbai_record.chain import URL, sealed
from referee.access.callers import Caller
from referee.access.charges import charge_storage
from referee.game.entries import moment, seat
from referee.game.judge import Refused
from referee.game.refusals import refused_of
from store.contract import RefusedMove, Store, StoreError

KEPT_COMMAND = 1024
"""The largest refused command that is kept, in bytes; of a longer one, only the digest is."""
_LONGEST_TYPE = 200


class Refusals:
    """Writes refusals in the background, charged beforehand, so that nobody gets ahead of a slow store.

    A refusal that the store cannot take is dropped: nothing promises to keep it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: set[asyncio.Task[None]] = set()

    def note(self, refused: Refused, caller: Caller, request: referee_pb2.SubmitRequest, at: int) -> record.Item:
        """Log a refusal, and return its command.

        It is salted if it may reveal what only its seat knows: others see its leaf.
        """
        private = refused.game.sealed or request.command.type_url in refused.game.charter.rulebook.private
        given = audit_pb2.GivenRuling(
            actor=seat(caller.seat),
            judge_time=moment(at),
            command_id=request.command_id,
            command=record.Item(open=request.command, salt=secrets.token_bytes(32) if private else b""),
            refused=refused_of(refused.game, refused.refusal),
        )
        command = record.Item()
        command.CopyFrom(given.command)
        shorten(given)
        move = RefusedMove(
            game=request.game,
            version=refused.game.version,
            at=at // 1000,
            actor=caller.named(),
            command_id=request.command_id,
            data=given.SerializeToString(),
        )
        charge_storage(len(move.data))
        task = asyncio.create_task(self._write(move))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return command

    async def written(self) -> None:
        """Wait until everything logged is written."""
        await asyncio.gather(*self._writing)

    async def _write(self, move: RefusedMove) -> None:
        with suppress(StoreError):
            await self._store.add_refusal(move)


def shorten(given: audit_pb2.GivenRuling) -> None:
    """Replace a long command with its digest; a salted one keeps the leaf that others see."""
    command = given.command.open
    if len(command.value) <= KEPT_COMMAND:
        return
    digest = audit_pb2.CommandDigest(
        type=command.type_url.removeprefix(URL)[:_LONGEST_TYPE],
        sha256=sha256(command.value).digest(),
        size=len(command.value),
    )
    if given.command.salt:
        given.command.CopyFrom(sealed(given.command))
    else:
        given.ClearField("command")
    given.command_digest.CopyFrom(digest)
