"""Chance that is not a game's own: from a secret that several games share, or from a seed.

Games with common chance are made from one root, which the store keeps for each of them and no record contains.
Their own secrets and the common one follow from it, one way: what a game opens at its end says nothing about the chance
of another game that still runs.
"""

from __future__ import annotations

from typing import NamedTuple

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chance import commitment
from gunbai_record.limits import LONGEST_SEED, MOST_DUPLICATES
from referee.errors import InvalidField

_SAME = ("title", "rules_version", "seats", "options_json", "edition_digest", "table_json", "duplicate")
"""The terms that games with common chance must all have."""


class Secrets(NamedTuple):
    """A game's secrets, each empty while it is unknown."""

    own: bytes
    """Its own, which its last entry opens."""
    common: bytes = b""
    """The source of its chance, if that is not its own secret."""


def secrets_of_sister(root: bytes, game: str) -> Secrets:
    """Return the secrets of one of the games that are made from a root."""
    return Secrets(_derived(root, f"gunbai sister 1 {game}"), _derived(root, "gunbai common secret 1"))


def secrets_from(created: life.CreateGame, game: str, common_secret: bytes) -> Secrets:
    """Return a game's secrets from the stored one: the root of several games, or its own secret."""
    if common_secret and created.HasField("duplicate"):
        secrets = secrets_of_sister(common_secret, game)
        # The store does not say which of the two it has: only a root fits the commitment.
        if commitment(secrets.common) == created.duplicate.commitment:
            return secrets
    return Secrets(common_secret)


def duplicate(creation: life.CreateGame, game: str, common: bytes) -> life.Duplicate | None:
    """Return what a game says about common chance, None if its chance is its own. Raises InvalidField."""
    if not creation.HasField("duplicate"):
        return None
    games = creation.duplicate.games
    if not 2 <= len(games) <= MOST_DUPLICATES or len({*games}) != len(games):
        raise InvalidField("duplicate_games", f"expected 2 to {MOST_DUPLICATES} different games")
    if game not in games:
        raise InvalidField("duplicate_games", f"expected this game's own id, {game!r}, among them")
    if not creation.private:
        raise InvalidField(
            "private",
            "a game with common chance must be private, or players of the other games could foresee its outcomes",
        )
    _check_source(creation, "duplicate_games", "games with common chance need")
    committed = commitment(common) if common else creation.duplicate.commitment
    return life.Duplicate(commitment=committed, games=games)


def seed(creation: life.CreateGame) -> str:
    """Return a game's seed, empty if it has none. Raises InvalidField."""
    if len(creation.seed) > LONGEST_SEED:
        raise InvalidField("seed", f"expected at most {LONGEST_SEED} characters, not {len(creation.seed)}")
    if creation.seed:
        _check_source(creation, "seed", "a seeded game needs")
    if creation.seed and creation.HasField("duplicate"):
        raise InvalidField("seed", "games with common chance have a secret, not a seed")
    return creation.seed


def check_alike(first: life.CreateGame, sister: life.CreateGame) -> None:
    """Check that a game has the terms of the first of the games with common chance. Raises InvalidField."""
    for field in _SAME:
        if getattr(first, field) != getattr(sister, field):
            name = "duplicate_games" if field == "duplicate" else field
            raise InvalidField(
                name, "games with common chance must all have the same value; the first game has a different one"
            )


def _check_source(creation: life.CreateGame, field: str, needing: str) -> None:
    if creation.chance_source not in {life.CHANCE_SOURCE_UNSPECIFIED, life.CHANCE_SOURCE_REFEREE}:
        raise InvalidField(field, f"{needing} CHANCE_SOURCE_REFEREE")


def _derived(root: bytes, info: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info.encode()).derive(root)
