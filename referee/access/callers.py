"""Callers: the token in a call's metadata identifies them, and decides what they may do."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from sys import intern
from typing import NamedTuple

from msgspec.structs import replace

from gunbai.record.v1 import entry_pb2 as record
from gunbai_record.tokens import hash_of
from referee.access.charges import charge_to
from referee.access.peers import Context, Peers
from referee.access.quotas import Quotas
from referee.access.tokens import bearer, same
from referee.errors import (
    ForeignToken,
    GamePrivate,
    RoleNeeded,
    TokenMissing,
    TokenPending,
    TokenRevoked,
    TokenUnknown,
)
from referee.game.clocks import BOT_NEEDED, bots_seat
from referee.game.game import Game
from store.contract import GameNotFound, Grant, Opening, Role, Store

_REMEMBERED = 4096


class Caller(NamedTuple):
    """The caller of one game, in their token's role; without a token, a member of the public."""

    peer: str
    role: Role | None = None
    seat: int = 0
    since: int = 0
    """The version of the entry that gave the seat to the caller's token."""

    def named(self) -> str:
        """Return the caller's role for a log line."""
        return f"{self.role} {self.seat}" if self.seat else self.role or "anybody"

    @property
    def plays(self) -> bool:
        """Whether the caller decides for a seat: its player, or the bot that took it over."""
        return self.role in {"seat", "bot"} and bool(self.seat)

    def sees(self, game: str, entry: record.Entry, owner: int) -> bool:
        """Return whether a game's caller can see an item that is hidden, and private to the seat `owner`.

        Dealers see what they entered: in a branch, nothing from the entries that it shares.
        """
        if self.role == "dealer":
            return entry.actor.kind == record.ACTOR_KIND_CHANCE and entry.game == game
        return bool(self.seat) and self.seat == owner


class Entrant(NamedTuple):
    """A caller who asks for a seat in a game."""

    caller: Caller
    held_seat: int = 0
    """The seat that they hold in the parent, if they show its token and the branch keeps seats for holders."""


class Callers:
    """Identifies callers. Grants never change, so the most recent ones are cached.

    Whether a seat still belongs to its token is in its game's record, which `games` returns at its head.
    """

    def __init__(
        self,
        store: Store,
        quotas: Quotas,
        games: Callable[[str], Awaitable[Game]],
        operator: bytes = b"",
        peers: Peers | None = None,
    ) -> None:
        self._store, self.quotas, self._games, self._operator = store, quotas, games, operator
        self._peers = peers or Peers(quotas)
        self._grants: OrderedDict[bytes, Grant] = OrderedDict()

    async def caller(self, context: Context, game: str) -> Caller:
        """Return a game's caller. Raises TokenUnknown, TokenRevoked, TokenPending or ForeignToken."""
        caller = await self._caller(context, game)
        self.quotas.call(caller.peer)
        return caller

    async def place(self, context: Context, game: str, token: str) -> Caller:
        """Return the holder of a token in the request, without checking that a seat is still theirs.

        Raises TokenUnknown or ForeignToken.
        """
        peer = self._peers.of(context)
        return _caller_at(peer, await self._grant_of(peer, token, game), game)

    async def holder(self, context: Context, game: str) -> Caller:
        """Return the calling seat, even if it was freed or has another token.

        Raises TokenUnknown, ForeignToken, TokenMissing or RoleNeeded.
        """
        peer = self._peers.of(context)
        caller = _caller_at(peer, await self._grant(context, peer, game), game)
        self.quotas.write(peer)
        if caller.role != "seat":
            raise RoleNeeded("a seat's token") if caller.role else TokenMissing("a seat's token")
        return caller

    async def player(self, context: Context, game: str) -> Caller:
        """Return the calling seat or dealer, or the bot, with the seat that it decides for now.

        Raises TokenUnknown, TokenRevoked, TokenPending, ForeignToken, TokenMissing or RoleNeeded.
        """
        caller = await self._caller(context, game)
        if caller.role not in {"seat", "dealer", "bot"}:
            self.quotas.call(caller.peer)
            raise RoleNeeded("a seat's or the dealer's token") if caller.role else TokenMissing("a seat's token")
        return caller

    async def writer(self, context: Context, game: str) -> Caller:
        """Return the caller who writes to a game.

        A signature, for example the arbiter's, needs no token. Raises TokenUnknown, TokenRevoked, TokenPending or
        ForeignToken.
        """
        caller = await self._caller(context, game)
        self.quotas.write(caller.peer)
        return caller

    async def host(self, context: Context, game: str) -> Caller:
        """Return the host who writes to a game. Raises TokenUnknown, ForeignToken, TokenMissing or RoleNeeded."""
        caller = await self.writer(context, game)
        check_host(caller)
        return caller

    def operator(self, context: Context) -> str:
        """Return the peer of an operator's call, whose token must have the hash that the service was given.

        Raises TokenMissing, TokenUnknown, or RoleNeeded for any other token.
        """
        peer = self.stranger(context)
        if not bearer(context.invocation_metadata()):
            raise TokenMissing("the operator's token")
        if not self._shows_operator(context):
            raise RoleNeeded("the operator's token")
        return peer

    def is_operator(self, context: Context) -> bool:
        """Return whether the operator calls, and count their call; other calls are not counted yet."""
        if not self._shows_operator(context):
            return False
        self.stranger(context)
        return True

    def _shows_operator(self, context: Context) -> bool:
        token = bearer(context.invocation_metadata())
        return bool(token) and same(hash_of(token), self._operator)

    async def asked_for(self, context: Context, game: str) -> Game:
        """Return the game in which the caller asks for a seat.

        Raises GameNotFound; with a token from another game, TokenUnknown or ForeignToken instead.
        """
        try:
            return await self._games(game)
        except GameNotFound:
            await self._caller(context, game)
            raise

    async def entrant(self, context: Context, game: Game) -> Entrant:
        """Return the caller who asks for a seat in a game.

        Raises TokenUnknown, TokenRevoked, TokenPending or ForeignToken.
        """
        parent, peer = (game.charter.parent,) if game.charter.holders else (), self._peers.of(context)
        grant = await self._grant(context, peer, game.id, *parent)
        if grant is not None and grant.role == "seat" and game.charter.holders and grant.game == game.charter.parent:
            check_standing(await self._games(grant.game), Caller(peer, "seat", grant.seat, grant.since))
            return Entrant(Caller(peer), grant.seat)
        caller = _caller_at(peer, grant, game.id)
        check_standing(game, caller)
        return Entrant(caller)

    def stranger(self, context: Context) -> str:
        """Return the peer of a call that concerns no game, count it, and charge its computing to the peer."""
        peer = self._peers.of(context)
        self._charge(peer)
        self.quotas.call(peer)
        return peer

    def newcomer(self, context: Context) -> None:
        """Accept a call that takes a seat; count it, and charge its computing to its peer."""
        peer = self._peers.of(context)
        self._charge(peer)
        self.quotas.write(peer)

    def seating(self, context: Context, game: str) -> None:
        """Count a seat that the call's peer is about to take in a game. Raises QuotaExceeded."""
        self.quotas.seat(self._peers.of(context), game)

    def founder(self, context: Context) -> None:
        """Accept a call that makes a game; count it, and charge its computing to its peer."""
        peer = self._peers.of(context)
        self._charge(peer)
        self.quotas.game(peer)

    def stream(self, context: Context) -> AbstractContextManager[None]:
        """Return a context that counts one of the caller's open streams. Raises QuotaExceeded."""
        return self.quotas.stream(self._peers.of(context))

    def _charge(self, peer: str) -> None:
        charge_to(*self.quotas.accounts(peer))

    async def _caller(self, context: Context, game: str) -> Caller:
        peer = self._peers.of(context)
        caller = _caller_at(peer, await self._grant(context, peer, game), game)
        return at_table(await self._games(game), caller) if caller.role in {"seat", "bot"} else caller

    async def _grant(self, context: Context, peer: str, *games: str) -> Grant | None:
        """Return the grant of a peer's token, which may belong to one of these games; charge the peer.

        Return None without a token. Raises TokenUnknown, or StorageCorrupt if a grant of these games is missing.
        """
        self._charge(peer)
        token = bearer(context.invocation_metadata())
        return await self._grant_of(peer, token, *games) if token else None

    async def _grant_of(self, peer: str, token: str, *games: str) -> Grant:
        """Return a token's grant. Raises TokenUnknown or StorageCorrupt as `_grant` does."""
        token_hash = hash_of(token)
        grant = self._grants.get(token_hash) or await self._shown_first(peer, token_hash, *games)
        # An index may lead to another row, and a comparison that stops early tells how much of a guess is right.
        if not same(grant.token_hash, token_hash):
            raise TokenUnknown
        return grant

    async def _shown_first(self, peer: str, token_hash: bytes, *games: str) -> Grant:
        """Look up a token's grant that is not cached; guesses count against the calls quota."""
        self.quotas.call(peer)
        grant = await self._store.grant(token_hash, *games)
        if grant is None:
            raise TokenUnknown
        # Grants of one game share its strings, to save memory.
        grant = replace(grant, game=intern(grant.game), role=intern(grant.role))
        self._grants[grant.token_hash] = grant
        if len(self._grants) > _REMEMBERED:
            self._grants.popitem(last=False)
        return grant


def _caller_at(peer: str, grant: Grant | None, game: str) -> Caller:
    """Return a game's caller. Raises ForeignToken."""
    if grant is None:
        return Caller(peer)
    if grant.game != game:
        raise ForeignToken(game[:100])
    return Caller(peer, grant.role, grant.seat, grant.since)


def check_host(caller: Caller) -> None:
    """Check that the caller is the host. Raises TokenMissing or RoleNeeded."""
    if caller.role != "host":
        raise RoleNeeded("the host's token") if caller.role else TokenMissing("the host's token")


def check_seated(caller: Caller) -> None:
    """Raise RoleNeeded if a caller is a bot without a seat."""
    if caller.role == "bot" and not caller.seat:
        raise RoleNeeded(BOT_NEEDED)


def at_table(game: Game, caller: Caller) -> Caller:
    """Return a game's caller as they are now: a bot gets the seat that it decides for, 0 for none.

    Raises TokenRevoked or TokenPending.
    """
    if caller.role == "bot":
        return caller._replace(seat=bots_seat(game))
    check_standing(game, caller)
    return caller


def stands(game: Game, caller: Caller) -> bool:
    """Return whether a calling seat still belongs to the token in the record; True for any other caller."""
    return caller.role != "seat" or game.sittings[caller.seat - 1].since == caller.since


def check_standing(game: Game, caller: Caller) -> None:
    """Raise TokenRevoked if a caller's seat was freed or has another token; TokenPending if theirs may still get it."""
    if stands(game, caller):
        return
    notice = game.notices.get(caller.seat)
    if notice is not None and notice.version == caller.since:
        raise TokenPending(caller.seat)
    raise TokenRevoked(caller.seat)


def check_watching(game: Game, caller: Caller) -> None:
    """Raise GamePrivate if the game is private and the caller has no token."""
    if game.charter.private and caller.role is None:
        raise GamePrivate(game.id)


def check_reading(unverified: Opening, caller: Caller) -> None:
    """Raise GamePrivate for an unverified import of a private game, if the caller has no token."""
    if not unverified.public and caller.role is None:
        raise GamePrivate(unverified.game)
