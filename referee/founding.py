"""What comes into being with a game beside its record: its secret, its name and the tokens of those who run it."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.fields import new_game_id
from referee.game import Game
from referee.tokens import grant, new_token
from store.contract import Grant, Opening


class Founding(NamedTuple):
    """A game in the making."""

    game: str
    secret: bytes
    host_token: str
    dealer_token: str
    spectator_token: str

    def opening(self, game: Game) -> Opening:
        """What the store keeps outside the log."""
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
        """The grants of its tokens."""
        tokens = (("host", self.host_token), ("dealer", self.dealer_token), ("spectator", self.spectator_token))
        return [grant(token, self.game, role) for role, token in tokens if token]  # type: ignore[arg-type]  # the roles of a grant, by name


def found(source: life.ChanceSource.ValueType, *, private: bool) -> Founding:
    """A new name, a new secret, and tokens for the host, for the dealer if there is one, and for spectators."""
    return Founding(
        game=new_game_id(),
        secret=secrets.token_bytes(32),
        host_token=new_token(),
        dealer_token=new_token() if source == life.CHANCE_SOURCE_DEALER else "",
        spectator_token=new_token() if private else "",
    )
