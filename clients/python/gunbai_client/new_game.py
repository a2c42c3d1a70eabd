"""A new game with its tokens, which the client makes so that a lost answer loses no token."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.referee.v1.game_pb2 import GameInfo, Invitation
from gunbai.referee.v1.lobby_pb2 import CreateGameRequest
from gunbai.referee.v1.referee_pb2 import ForkGameRequest
from gunbai_record.tokens import game_id, new_token

PRACTICE = "practice"
"""The tag of a title's first game. With this tag, a service accepts the tutorial's seed."""


@dataclass(frozen=True)
class NewGame:
    """A new game or branch with the tokens that the client made for it. Save the tokens, and keep them secret."""

    info: GameInfo
    host_token: str = field(repr=False)
    dealer_token: str = field(default="", repr=False)
    """The token of the dealer, if there is one."""
    spectator_token: str = field(default="", repr=False)
    """The token for watching a private game."""
    bot_token: str = field(default="", repr=False)
    """The token of the bot that takes over seats that run out of time, if the clock names a bot."""
    invitations: tuple[Invitation, ...] = field(default=(), repr=False)
    """The invitations to the seats, in order. Anyone who has an invitation can take its seat."""


@dataclass(frozen=True)
class NewTokens:
    """The tokens that a client makes for a new game or branch."""

    host: str = field(default_factory=new_token, repr=False)
    dealer: str = field(default_factory=new_token, repr=False)
    spectator: str = field(default_factory=new_token, repr=False)
    bot: str = field(default_factory=new_token, repr=False)

    def fill(self, request: CreateGameRequest | ForkGameRequest) -> None:
        """Add the tokens to a request."""
        request.token, request.dealer_token = self.host, self.dealer
        request.spectator_token, request.bot_token = self.spectator, self.bot

    def of(self, info: GameInfo, invitations: Iterable[Invitation] = ()) -> NewGame:
        """Return a game that was created with these tokens, with the invitations to its seats."""
        dealer = self.dealer if info.chance_source == CHANCE_SOURCE_DEALER else ""
        spectator = self.spectator if info.private else ""
        bot = self.bot if info.clock.expiry == EXPIRY_RULE_BOT else ""
        return NewGame(info, self.host, dealer, spectator, bot, tuple(invitations))


def ids_of(tokens: Iterable[NewTokens]) -> list[str]:
    """Return the ids that new games with these tokens will have."""
    return [game_id(token.host, "") for token in tokens]
