"""Refusals, kept beside the record so that an audit can list them; nobody waits for that."""

from __future__ import annotations

import asyncio
import secrets

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, referee_pb2
from referee.callers import Caller
from referee.judge import Refused
from referee.rulings import refused_of
from referee.writing import seat
from store.contract import RefusedMove, Store, StoreError


class Refusals:
    """Writes refusals in the background. One that the store cannot take is lost: no promise was made about it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writing: set[asyncio.Task[None]] = set()

    def note(self, refused: Refused, caller: Caller, request: referee_pb2.SubmitRequest, at: int) -> None:
        """Keep a refusal, salted if it may tell what its seat alone knows: others are shown the leaf of the command."""
        private = refused.game.sealed or request.command.type_url in refused.game.charter.rulebook.private
        given = audit_pb2.GivenRuling(
            actor=seat(caller.seat),
            at_micros=at,
            command_id=request.command_id,
            command=record.Item(open=request.command, salt=secrets.token_bytes(32) if private else b""),
            refused=refused_of(refused.game, refused.refusal),
        )
        move = RefusedMove(
            game=request.game,
            version=refused.game.version,
            at=at // 1000,
            actor=caller.named(),
            command_id=request.command_id,
            data=given.SerializeToString(),
        )
        task = asyncio.create_task(self._write(move))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def written(self) -> None:
        """Return when everything that was noted is kept."""
        await asyncio.gather(*self._writing)

    async def _write(self, move: RefusedMove) -> None:
        try:
            await self._store.add_refusal(move)
        except StoreError:
            return
