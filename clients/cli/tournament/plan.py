"""A tournament as its file stores it: the players, its games' terms, and the rounds so far."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from gunbai_record.errors import GunbaiError
from gunbai_record.text_files import read_text, replace_text

System = Literal["swiss", "round-robin", "tables"]
"""How players meet: in pairs, by the Swiss system or everyone with everyone, or at tables of three to six."""


class TournamentError(GunbaiError, ValueError):
    """A tournament cannot continue like this: the message says why, and what to do."""


class Seats(msgspec.Struct, frozen=True):
    """A round's table: its game, and its players by seat."""

    game: str
    players: tuple[str, ...]
    winners: tuple[str, ...] | None = None
    """The winners: everyone if the table lost together or nobody won, None without a result."""
    absent: tuple[str, ...] = ()
    """The players who had not taken their seats when the round was closed."""


class Round(msgspec.Struct, frozen=True):
    """A round: its tables, its bye, and its absent players."""

    tables: tuple[Seats, ...]
    bye: str = ""
    away: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether every table has a result."""
        return all(table.winners is not None for table in self.tables)


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The games' terms, as `gunbai new` takes them."""

    title: str
    options: str = ""
    rules: int = 0
    chance: str = "referee"
    clock: str = ""
    expiry: str = "default"
    arbiter: str = ""
    private: bool = False
    same_deal: bool = False


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament."""

    name: str
    system: System
    terms: Terms
    players: tuple[str, ...]
    """The players in seeding order: strongest first, or by lot."""
    away: tuple[str, ...] = ()
    """The players who are not paired until they are back."""
    seats: int = 2
    """The most seats of a table."""
    fewest: int = 2
    """The fewest seats of a table."""
    length: int
    """How many rounds are played."""
    rounds: tuple[Round, ...] = ()

    def with_round(self, latest: Round) -> Tournament:
        """Return the tournament with another last round."""
        return msgspec.structs.replace(self, rounds=(*self.rounds[:-1], latest))

    def check_players(self, names: Iterable[str]) -> None:
        """Check that players are in the tournament. Raises TournamentError."""
        for name in names:
            if name not in self.players:
                raise TournamentError(f"{self.name} has no player {name!r}: the players are {', '.join(self.players)}")


def read_plan(file: Path) -> Tournament:
    """Return the tournament in a file. Raises TournamentError."""
    try:
        return msgspec.json.decode(read_text(file), type=Tournament)
    except (OSError, ValueError) as error:
        raise TournamentError(f"{file} is not a tournament file: {error}") from None


def write_plan(file: Path, plan: Tournament) -> None:
    """Write a tournament into its file, atomically. Raises OSError."""
    replace_text(file, f"{msgspec.json.format(msgspec.json.encode(plan), indent=2).decode()}\n")
