"""Ratings of players, by their keys, from attested records: anybody with the same records gets the same numbers.

They are fixed as follows. Each record is taken once, in the order in which their last entries were written (at the same
moment, the smaller digest first). The model is Weng and Lin's Plackett-Luce with the constants below. After each game
the numbers are rounded to `DECIMALS` places, which is coarser than any difference between two machines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.entry_pb2 import Entry
from gunbai_record.player_names import NAMED
from gunbai_record.players import proven_seats
from gunbai_record.record_file import read
from gunbai_record.sheets import SheetError, sheet_at
from gunbai_record.verify.attestation import Evidence
from gunbai_record.verify.codes import HOLDS, INCOMPLETE
from gunbai_record.verify.file import verify_file

MU, SIGMA, BETA, KAPPA, TAU = 25.0, 25.0 / 3, 25.0 / 6, 0.0001, 25.0 / 300
"""The model's constants: the initial belief about a player, how much chance a game involves, and how fast skill
changes."""
DECIMALS = 6


class Rated(NamedTuple):
    """A game that counts: when it ended, its last entry's digest, its seats' keys, and who won."""

    ended: int
    digest: bytes
    keys: tuple[bytes, ...]
    won: frozenset[int]
    """Indices in `keys`."""
    names: tuple[str, ...]


class Left(NamedTuple):
    """A record that does not count, and why."""

    file: Path
    why: str


class Rating(NamedTuple):
    """The belief about a player: their skill, its uncertainty, and the number that ranks them."""

    key: bytes
    player: str
    games: int
    mu: float
    sigma: float

    @property
    def rating(self) -> float:
        """Return the skill that the player almost certainly has: three deviations below the mean."""
        return round(self.mu - 3 * self.sigma, 2)


def rated(
    files: Iterable[Path], evidence: Evidence, newest: Mapping[bytes, bytes] = MappingProxyType({})
) -> tuple[list[Rated], list[Left]]:
    """Return the games in record files that count, in order, and the files that do not count.

    `newest` has the newest key of each player whose key was replaced.
    """
    games: dict[bytes, Rated] = {}
    left: list[Left] = []
    for file in files:
        try:
            game = _rated(file, evidence, newest)
        except _Left as reason:
            left.append(Left(file, str(reason)))
            continue
        if game.digest in games:
            left.append(Left(file, "the same record as another file"))
        games[game.digest] = game
    return sorted(games.values(), key=lambda game: (game.ended, game.digest)), left


class _Left(Exception):  # a reason rather than an error
    """Why a record does not count."""


def _rated(file: Path, evidence: Evidence, newest: Mapping[bytes, bytes]) -> Rated:
    """Return the game of a file, with the newest keys of its players. Raises _Left."""
    report = verify_file(file, evidence)
    if report.code not in {HOLDS, INCOMPLETE} or not report.attestation.signer:
        raise _Left(report.problem or report.attestation.nobody or "; ".join(report.attestation.contradictions))
    with file.open("rb") as source:
        header, rest = read(source)
        entries = list(rest)
    if _asks_what_if(entries):
        raise _Left("a what-if branch")
    try:
        winners = {*sheet_at(entries[-1])["result"]["winners"]}
    except SheetError as error:
        raise _Left(str(error)) from None
    names = _names(entries)
    keys = {seat: newest.get(key, key) for seat, key in proven_seats(header, entries).items()}
    seats = sorted(keys)
    if len({keys[seat] for seat in seats}) < len(seats):
        raise _Left("one player has several seats")
    won = frozenset(place for place, seat in enumerate(seats) if seat in winners)
    if len(seats) < 2 or not 0 < len(won) < len(seats):
        raise _Left("no player with a key that signed something won against another one")
    return Rated(
        entries[-1].at_micros,
        entries[-1].digest,
        tuple(keys[seat] for seat in seats),
        won,
        tuple(names.get(seat, "") for seat in seats),
    )


def _asks_what_if(entries: Sequence[Entry]) -> bool:
    """Return whether a record's last branch does not continue its parent."""
    forks = list[life.ForkGame]()
    for entry in entries:
        fork = life.ForkGame()
        if entry.command.open.Unpack(fork):
            forks.append(fork)
    return bool(forks) and not forks[-1].continues


def _names(entries: Sequence[Entry]) -> dict[int, str]:
    """Return each seat's last name."""
    names = dict[int, str]()
    for entry in entries:
        for item in entry.events:
            if item.open.type_url == NAMED:
                named = life.PlayerNamed.FromString(item.open.value)
                names[named.seat] = named.player
    return names


def ratings(games: Sequence[Rated]) -> list[Rating]:
    """Return the ratings after games in their order, best first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)
    by_key: dict[bytes, Rating] = {}
    for game in games:
        before = [by_key.get(key, Rating(key, "", 0, MU, SIGMA)) for key in game.keys]
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        ranks = [1.0 if place in game.won else 2.0 for place in range(len(teams))]
        after = model.rate(teams, ranks=ranks)
        for rating, name, (player,) in zip(before, game.names, after, strict=True):
            by_key[rating.key] = Rating(
                rating.key,
                name or rating.player,
                rating.games + 1,
                round(player.mu, DECIMALS),
                round(player.sigma, DECIMALS),
            )
    return sorted(by_key.values(), key=lambda rating: (-rating.rating, rating.key))
