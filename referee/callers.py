"""Callers: who asks, by the token in the call's metadata, and what that allows."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple, TypeAlias

from grpc.aio import ServicerContext

from gunbai.record.v1 import entry_pb2 as record
from referee.errors import ForeignToken, GamePrivate, RoleNeeded, TokenMissing, TokenUnknown
from referee.game import Game
from referee.quotas import Quotas
from referee.tokens import bearer, hash_of, same
from store.contract import Grant, Role, Store

Context: TypeAlias = "ServicerContext[Any, Any]"
"""A call as grpc hands it to a servicer."""

_REMEMBERED = 4096


class Caller(NamedTuple):
    """Somebody who asks about one game, as what his token says; without a token, as anybody."""

    peer: str
    role: Role | None = None
    seat: int = 0

    def named(self) -> str:
        """The caller for a log line."""
        return f"seat {self.seat}" if self.role == "seat" else self.role or "anybody"

    def sees(self, entry: record.Entry, owner: int) -> bool:
        """Whether the caller may see an item of a running game that only the seat `owner` may see."""
        if self.role == "dealer":
            return entry.actor.kind == record.ACTOR_KIND_CHANCE
        return bool(self.seat) and self.seat == owner


class Callers:
    """The desk where tokens are shown. Grants never change, so those shown lately are remembered."""

    def __init__(self, store: Store, quotas: Quotas) -> None:
        self._store, self.quotas = store, quotas
        self._grants: OrderedDict[bytes, Grant] = OrderedDict()

    async def caller(self, context: Context, game: str) -> Caller:
        """Who asks about a game. Raises TokenUnknown or ForeignToken."""
        caller = await self._caller(context, game)
        self.quotas.call(caller.peer)
        return caller

    async def player(self, context: Context, game: str) -> Caller:
        """The seat or the dealer who gives commands. Raises TokenMissing or RoleNeeded too."""
        caller = await self._caller(context, game)
        if caller.role not in {"seat", "dealer"}:
            raise RoleNeeded("a seat's or the dealer's token") if caller.role else TokenMissing("a seat's token")
        return caller

    async def host(self, context: Context, game: str) -> Caller:
        """The host of a game. Raises TokenMissing or RoleNeeded too."""
        caller = await self.caller(context, game)
        if caller.role != "host":
            raise RoleNeeded("the host's token") if caller.role else TokenMissing("the host's token")
        return caller

    async def _caller(self, context: Context, game: str) -> Caller:
        token = bearer(context.invocation_metadata())
        if not token:
            return Caller(peer_of(context))
        token_hash = hash_of(token)
        grant = self._grants.get(token_hash) or await self._shown_first(context, token_hash)
        if not same(grant.token_hash, token_hash):
            raise TokenUnknown
        if grant.game != game:
            raise ForeignToken(game[:100])
        return Caller(peer_of(context), grant.role, grant.seat)

    async def _shown_first(self, context: Context, token_hash: bytes) -> Grant:
        """The grant of a token that was not shown lately; who tries tokens is held to the quota of calls."""
        self.quotas.call(peer_of(context))
        grant = await self._store.grant(token_hash)
        if grant is None:
            raise TokenUnknown
        self._grants[token_hash] = grant
        if len(self._grants) > _REMEMBERED:
            self._grants.popitem(last=False)
        return grant


def peer_of(context: Context) -> str:
    """The address of the other side without its port."""
    return context.peer().rpartition(":")[0]


def check_watching(game: Game, caller: Caller) -> None:
    """Let nobody without a token watch a private game. Raises GamePrivate."""
    if game.charter.private and caller.role is None:
        raise GamePrivate(game.id)
