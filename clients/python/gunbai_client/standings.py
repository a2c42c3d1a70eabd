"""Standings: wins, draws and losses over the games with a result, by player name."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import NamedTuple

from gunbai.referee.v1.game_pb2 import (
    GAME_STATUS_APPEALED,
    GAME_STATUS_CONTINUED,
    GAME_STATUS_SUPERSEDED,
    STANDING_CONSISTENT,
    STANDING_UNVERIFIED,
    GameInfo,
)
from gunbai_record.players import marked
from gunbai_record.text.foreign import spreadsheet

_PENDING = {GAME_STATUS_APPEALED, GAME_STATUS_CONTINUED, GAME_STATUS_SUPERSEDED}
"""The states of games whose result is not final or belongs to the branch that continues the game."""
_UNVOUCHED = {STANDING_CONSISTENT, STANDING_UNVERIFIED}
"""The standing of imported records that no key named by the operator has signed: anyone can write such a record."""


class Points(NamedTuple):
    """The points for a game that a player won alone, shared with others, or lost; in chess, 1, 1/2 and 0."""

    won: float = 1
    shared: float = 0.5
    lost: float = 0


CHESS = Points()


@dataclass
class Row:
    """A player's row in the standings."""

    rank: int = 0
    player: str = ""
    """The player's name. With `by_key`, it is the name in the newest game, with the mark of the key."""
    played: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    points: float = 0


def counts(game: GameInfo) -> bool:
    """Return whether a game has its own final result, and was refereed by the service or is attested.

    A branch that only explores a variation has no result of its own.
    """
    if not game.HasField("result") or game.status in _PENDING:
        return False
    return game.standing not in _UNVOUCHED and (game.continues or not game.parent)


def standings(
    games: Iterable[GameInfo],
    points: Points = CHESS,
    cooperative: Collection[str] = (),
    *,
    by_key: bool = False,
    newest: Mapping[bytes, bytes] = MappingProxyType({}),
) -> list[Row]:
    """Return the standings over the games that count, most points first. Players with equal points share a rank.

    A game without winners is a draw for all. In a game of a title named in `cooperative`, all players win or all lose.
    A player whose name was removed has no row. With `by_key`, a player is a key, seats without a key that signed
    something have no row, and games must come newest first, each from `game()`: lists do not tell whose key has signed.
    `newest` has the newest key of each player whose key was replaced.
    """
    rows: dict[str, Row] = defaultdict(Row)
    names: dict[str, str] = {}
    for game in filter(counts, games):
        together = game.title in cooperative
        winners = [*game.result.winners] or [seat.seat for seat in game.seats if not together]
        for seat in game.seats:
            key = newest.get(seat.public_key, seat.public_key)
            # Anyone can name a key for a seat: until it has signed something, the game is not its holder's.
            by = "" if seat.key_unproven else key.hex()
            player = by if by_key else seat.player
            if player:
                name = marked(seat.player, key) if by_key else player
                names.setdefault(player, name)
                _count(rows[player], points, won=seat.seat in winners, alone=together or len(winners) == 1)
    ordered = sorted(rows.items(), key=lambda item: (-item[1].points, -item[1].won, item[1].played, item[0]))
    for place, (player, row) in enumerate(ordered, 1):
        before = ordered[place - 2][1] if place > 1 else None
        row.player = names[player]
        row.rank = before.rank if before is not None and before.points == row.points else place
    return [row for _, row in ordered]


def _count(row: Row, points: Points, *, won: bool, alone: bool) -> None:
    row.played += 1
    if won and alone:
        row.won += 1
    elif won:
        row.shared += 1
    else:
        row.lost += 1
    row.points = row.won * points.won + row.shared * points.shared + row.lost * points.lost


def as_csv(rows: Sequence[Row]) -> str:
    """Return standings as CSV (RFC 4180) with a header. Names that a spreadsheet would read as formulas are quoted."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [field.name for field in fields(Row)])
    writer.writeheader()
    writer.writerows(asdict(row) | {"player": spreadsheet(row.player), "points": f"{row.points:g}"} for row in rows)
    return text.getvalue()
