"""How a game is founded, once: its id, its secret, and the tokens of its host, dealer, spectators and bot.

The id follows from the host's token and the request id, so a repeated request finds the game that it made.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1.lobby_pb2 import CreateGameRequest
from gunbai.referee.v1.referee_pb2 import ForkGameRequest
from gunbai_record.tokens import game_id
from referee.access.fields import check_text
from referee.access.tokens import check_token, grant
from referee.errors import InvalidField, RequestIdReused, TokenUsed
from referee.game.entries import Added
from referee.game.game import Game
from referee.records import wall_clock
from referee.records.games import Games
from referee.records.stored_entries import as_written
from store.contract import DuplicateToken, GameExists, GameNotFound, Grant, Opening, Role

First = Callable[[bytes, int, AnyMessage | None], Added]
"""A game's first entry, from its secret and the time; if it was made before, also from its command.

That command decides what the request leaves open, so that a repeated request gets the same answer.
"""
Begin = Callable[[Added, Opening, list[Grant]], Awaitable[Game]]
"""How the first entry is written."""
_FIELDS: dict[Role, str] = {
    "host": "token", "dealer": "dealer_token", "spectator": "spectator_token", "bot": "bot_token",
}  # fmt: skip
"""The request field with a role's token."""


class Founding(NamedTuple):
    """A new game's id, secret and tokens."""

    game: str
    secret: bytes
    tokens: dict[Role, str]

    def opening(self, game: Game) -> Opening:
        """Return what the store keeps outside the log."""
        charter = game.charter
        return Opening(
            game=self.game,
            title=charter.rulebook.name,
            secret=self.secret,
            public=not charter.private,
            parent=charter.parent,
            parent_version=charter.parent_version,
        )

    def grants(self) -> list[Grant]:
        """Return the tokens' grants, the host's first."""
        return [grant(token, self.game, role) for role, token in self.tokens.items()]


def prepare(
    request: CreateGameRequest | ForkGameRequest,
    source: life.ChanceSource.ValueType,
    *,
    private: bool,
    bot: bool = False,
) -> Founding:
    """Return the requested game's id and tokens, with a new secret.

    It has a dealer if they resolve chance, spectators with a token if it is private, and a `bot` if seats go to one.
    Raises InvalidField.
    """
    check_text("request_id", request.request_id, 64)
    sent: dict[Role, str] = {"host": request.token}
    if source == life.CHANCE_SOURCE_DEALER:
        sent["dealer"] = request.dealer_token
    if private:
        sent["spectator"] = request.spectator_token
    if bot:
        sent["bot"] = request.bot_token
    tokens: dict[Role, str] = {}
    for role, token in sent.items():
        check_token(_FIELDS[role], token)
        if token in tokens.values():
            raise InvalidField(_FIELDS[role], "each role needs a different token")
        tokens[role] = token
    return Founding(game_id(request.token, request.request_id), secrets.token_bytes(32), tokens)


async def founded(games: Games, founding: Founding, first: First, begin: Begin) -> Game:
    """Return a game as it is now, after this request, or the same one before, wrote its first entry.

    Raises TokenUsed, RequestIdReused, and whatever `first` and `begin` raise.
    """
    made = await _made_before(games, founding, first)
    if made is not None:
        return made
    added = first(founding.secret, wall_clock.now(), None)
    try:
        return await begin(added, founding.opening(added.game), founding.grants())
    # The same request may have come at the same moment.
    except (GameExists, DuplicateToken) as error:
        made = await _made_before(games, founding, first)
        if made is not None:
            return made
        if isinstance(error, DuplicateToken):
            raise TokenUsed(_FIELDS[await _used(games, founding)]) from None
        raise


async def _used(games: Games, founding: Founding) -> Role:
    """Return the first role of a new game whose token already has a role; there is one."""
    taken = [await games.store.grant(token_grant.token_hash) is not None for token_grant in founding.grants()]
    return [*founding.tokens][taken.index(True)]


async def _made_before(games: Games, founding: Founding, first: First) -> Game | None:
    """Return the game that the same request made before, or None. Raises TokenUsed or RequestIdReused."""
    grants = founding.grants()
    stored = await games.store.grant(grants[0].token_hash)
    if stored is None:
        return None
    if stored != grants[0]:
        raise TokenUsed("token")
    opening = await games.store.opening(founding.game)
    (row,) = await games.store.read(founding.game, opening.parent_version, opening.parent_version + 1)
    entry = as_written(founding.game, row)
    # Made again as of then, so that defaults that changed meanwhile do not make it another request.
    anew = first(opening.secret, entry.at_micros, entry.command.open).entries[0]
    others = [await games.store.grant(token_grant.token_hash) for token_grant in grants[1:]]
    if anew.command != entry.command or others != grants[1:]:
        raise RequestIdReused(founding.game)
    return await games.game(founding.game)


class SharedChance(NamedTuple):
    """The roots of a new game's secrets, and the first of the games with common chance."""

    root: bytes
    first: life.CreateGame | None = None


async def shared_chance(games: Games, request: CreateGameRequest, founding: Founding) -> SharedChance:
    """Return the root of the first of the games with common chance, or the game's own.

    Raises InvalidField if that first game does not exist yet, or has no common chance with this one.
    """
    if not request.duplicate_games or request.duplicate_games[0] == founding.game:
        return SharedChance(founding.secret)
    first = request.duplicate_games[0]
    try:
        opening = await games.store.opening(first)
        (row,) = await games.store.read(first, 0, 1)
    except (GameNotFound, ValueError):
        raise InvalidField(
            "duplicate_games", f"create {first!r} first: the other games take the common chance from it"
        ) from None
    created = life.CreateGame.FromString(as_written(first, row).command.open.value)
    if opening.provenance or founding.game not in created.duplicate.games:
        raise InvalidField("duplicate_games", f"{first!r} has no common chance with {founding.game!r}")
    return SharedChance(opening.secret, created)
