"""An arbiter's client: decisions outside the rules of a game."""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.record.v1.entry_pb2 import Item
from gunbai.record.v1.irregularities_pb2 import PositionSet, RuleIrregularity
from gunbai.record.v1.results_pb2 import DecideGame
from gunbai.referee.v1 import arbiter_pb2
from gunbai_record import chain
from gunbai_record.messages import packed

if TYPE_CHECKING:
    from gunbai_client.aio.client import Gunbai

SALT_BYTES = 32
Order: TypeAlias = arbiter_pb2.RuleIrregularityRequest | arbiter_pb2.DecideGameRequest


@dataclass(frozen=True)
class Arbiter:
    """A game's arbiter: the holder of the key that the game names, or else the dealer with the client's token.

    An order is carried out only once: sending it again with the same `command_id` and version has no effect. By
    default, `command_id` is a new id and the version is the newest version.
    """

    gunbai: Gunbai
    game: str
    key: Ed25519PrivateKey | None = field(default=None, repr=False)

    async def rule(
        self,
        ruling: RuleIrregularity,
        *,
        table: Mapping[str, Any] | str = "",
        salt: bytes = b"",
        expected_version: int = 0,
        command_id: str = "",
    ) -> arbiter_pb2.RuleIrregularityResponse:
        """Rule on an irregularity; the game continues from `table` or, without one, from its current position.

        The client adds the table's leaf to the ruling. In a title with secret messages, the leaf has a 32-byte `salt`,
        random by default.
        """
        command = RuleIrregularity()
        command.CopyFrom(ruling)
        request = arbiter_pb2.RuleIrregularityRequest(table_json=_compact(table))
        if request.table_json:
            info = await self.gunbai.game(self.game)
            if (await self.gunbai.title(info.title, info.rules_version)).secret_messages:
                request.salt = salt or secrets.token_bytes(SALT_BYTES)
            position = Item(open=packed(PositionSet(table_json=request.table_json)), salt=request.salt)
            command.position = chain.leaf_of(position)
        await self._fill(request, command, expected_version, command_id)
        return await self.gunbai.ask(self.gunbai.stubs.arbiter.RuleIrregularity, request)

    async def decide(
        self, decision: DecideGame, *, expected_version: int = 0, command_id: str = ""
    ) -> arbiter_pb2.DecideGameResponse:
        """Decide the result of the game, finally or with an appeal pending."""
        request = arbiter_pb2.DecideGameRequest()
        await self._fill(request, decision, expected_version, command_id)
        return await self.gunbai.ask(self.gunbai.stubs.arbiter.DecideGame, request)

    async def _fill(self, request: Order, order: Message, expected_version: int, command_id: str) -> None:
        """Put an order into its request, signed if there is a key."""
        request.game, request.command_id = self.game, command_id or uuid.uuid4().hex
        request.expected_version = expected_version or (await self.gunbai.game(self.game)).head
        request.command.CopyFrom(packed(order))
        if self.key is not None:
            name, value = order.DESCRIPTOR.full_name, request.command.value
            payload = chain.command_payload(self.game, request.expected_version, request.command_id, name, value)
            request.signature = self.key.sign(payload)


def _compact(table: Mapping[str, Any] | str) -> str:
    """Return a table as canonical JSON; a string is returned unchanged."""
    return table if isinstance(table, str) else json.dumps(table, separators=(",", ":"), ensure_ascii=False)
