"""What is made with a game besides its record: its id, its secret, and the tokens of host, dealer and spectators."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.access.fields import new_game_id
from referee.access.tokens import grant, new_token
from referee.game.game import Game
from store.contract import Grant, Opening


class Founding(NamedTuple):
    """The id, secret and tokens of a new game."""

    game: str
    secret: bytes
    host_token: str
    dealer_token: str
    spectator_token: str

    def opening(self, game: Game) -> Opening:
        """Return what the store keeps outside the log."""
        charter = game.charter
        return Opening(
            game=self.game,
            title=charter.rulebook.title.name,
            secret=self.secret,
            public=not charter.private,
            parent=charter.parent,
            parent_version=charter.parent_version,
        )

    def grants(self) -> list[Grant]:
        """Return the grants of the tokens."""
        tokens = (("host", self.host_token), ("dealer", self.dealer_token), ("spectator", self.spectator_token))
        return [grant(token, self.game, role) for role, token in tokens if token]  # type: ignore[arg-type]  # the roles of a grant, by name


def found(source: life.ChanceSource.ValueType, *, private: bool) -> Founding:
    """Return a new id and secret, with tokens for the host, for a dealer, and for spectators of a private game."""
    return Founding(
        game=new_game_id(),
        secret=secrets.token_bytes(32),
        host_token=new_token(),
        dealer_token=new_token() if source == life.CHANCE_SOURCE_DEALER else "",
        spectator_token=new_token() if private else "",
    )
