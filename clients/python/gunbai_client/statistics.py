"""Statistics over games: how many there were, who won, how long the games took, and how much the first seat is worth.

The same games count as in standings: games with their own final result that the service refereed or that are attested.
Rates have 95% confidence intervals (Wilson's, for a proportion of independent games). Next to each rate is the fair
share: the chance that a random seat is among the winners, which is the number of winners over the number of seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from html import escape
from math import sqrt

from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.luck import Account
from gunbai_client.standings import counts
from gunbai_record.text.counts import counted

DEVIATIONS = 1.959964
"""The half-width of a 95% confidence interval, in standard deviations."""
WIDTH, ROW, TOP, LEFT, RIGHT = 720, 26, 48, 190, 60
"""The size of the picture in pixels."""


@dataclass(frozen=True)
class Rate:
    """The number of games in which something happened, and the fair share."""

    count: int
    of: int
    fair: float

    @property
    def share(self) -> float:
        """The share of the games."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the share (Wilson 1927); without games, the whole range."""
        if not self.of:
            return 0.0, 1.0
        square = DEVIATIONS**2
        middle = (self.count + square / 2) / (self.of + square)
        spread = DEVIATIONS / (self.of + square) * sqrt(self.count * (self.of - self.count) / self.of + square / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    @property
    def advantage(self) -> float:
        """How far the share is above the fair share."""
        return self.share - self.fair if self.of else 0.0

    @property
    def facts(self) -> dict[str, float]:
        """The rate's fields for JSON."""
        low, high = self.interval
        return {
            "count": self.count,
            "of": self.of,
            "share": self.share,
            "low": low,
            "high": high,
            "fair": self.fair,
            "advantage": self.advantage,
            "advantage_low": low - self.fair,
            "advantage_high": high - self.fair,
        }


@dataclass(frozen=True)
class Spread:
    """A summary of numbers: their count, mean, minimum and maximum."""

    of: int
    mean: float
    least: float
    most: float

    @classmethod
    def over(cls, numbers: Sequence[float]) -> Spread | None:
        """Return the spread of numbers; None if there are none."""
        return cls(len(numbers), sum(numbers) / len(numbers), min(numbers), max(numbers)) if numbers else None


@dataclass(frozen=True)
class Played:
    """A game that counts, and the luck of its seats, if it was measured."""

    info: GameInfo
    account: Account | None = None

    @property
    def date(self) -> str:
        """The ISO 8601 date when the game was played: the date in its record, or else the day it ended (UTC)."""
        return self.info.played_on or self.info.update_time.ToDatetime(UTC).date().isoformat()

    @property
    def fair(self) -> float:
        """The chance that a randomly chosen seat is among the winners."""
        return len(self.info.result.winners) / len(self.info.seats)


Group = tuple[str, int]
"""The name of a group that a game belongs to, and the seat that belongs to the group; 0 for all seats."""


def _by_player(game: Played) -> Iterator[Group]:
    return ((seat.player, seat.seat) for seat in game.info.seats if seat.player)


GROUPS: Mapping[str, Callable[[Played], Iterable[Group]]] = {
    "title": lambda game: ((game.info.title, 0),),
    "player": _by_player,
    "year": lambda game: ((game.date[:4], 0),),
    "month": lambda game: ((game.date[:7], 0),),
    "day": lambda game: ((game.date, 0),),
    "seats": lambda game: ((counted(len(game.info.seats), "seat"), 0),),
    "ending": lambda game: ((game.info.result.ending, 0),),
    "label": lambda game: ((game.info.label or "no label", 0),),
}
"""The criteria by which games can be grouped."""


@dataclass(frozen=True)
class Row:
    """A summary of the games of a group."""

    group: str
    games: int
    wins: Rate | None
    """The games that a player won, outright or with others; None if the group is not a player."""
    first_seat: Rate
    """The games that seat 1 won, among the games with winners and losers."""
    length: Spread | None
    """The entries of the records."""
    score: Spread | None
    """The scores of the player, or of all seats; None if there are none."""
    luck: float | None
    """The luck of the player, or of the winners, in standard deviations; None if it was not measured."""
    together: Rate | None = None
    """The games that all seats won, among the cooperative games; None if there are none."""


@dataclass
class _Sums:
    games: list[Played] = field(default_factory=list)
    own: list[tuple[Played, int]] = field(default_factory=list)
    """The games with the player's seat, if the group is a player."""


def statistics(games: Iterable[Played], by: str = "title") -> list[Row]:
    """Return the statistics of the games that count, by group. The largest groups come first; periods come in order."""
    groups: dict[str, _Sums] = defaultdict(_Sums)
    for game in games:
        if not counts(game.info):
            continue
        for name, seat in GROUPS[by](game):
            groups[name].games.append(game)
            if seat:
                groups[name].own.append((game, seat))
    rows = [_row(name, sums) for name, sums in groups.items()]
    in_time = by in {"year", "month", "day"}
    return sorted(rows, key=lambda row: (row.group,) if in_time else (-row.games, row.group))


def _row(name: str, sums: _Sums) -> Row:
    games = [game.info for game in sums.games]
    contested = [game for game in sums.games if 0 < game.fair < 1]
    shared = [game for game in sums.games if game.fair in {0, 1}]
    return Row(
        group=name,
        games=len(games),
        wins=_rate(sums.own) if sums.own else None,
        first_seat=_rate([(game, 1) for game in contested]),
        length=Spread.over([game.head for game in games]),
        score=Spread.over([*_scores(sums)]),
        luck=_luck(sums),
        together=Rate(sum(game.fair == 1 for game in shared), len(shared), 0) if shared else None,
    )


def _rate(seats: Sequence[tuple[Played, int]]) -> Rate:
    """Return the rate of games in which seats were among the winners."""
    won = sum(seat in game.info.result.winners for game, seat in seats)
    fair = sum(game.fair for game, _ in seats) / len(seats) if seats else 0.0
    return Rate(won, len(seats), fair)


def _scores(sums: _Sums) -> Iterator[float]:
    if not sums.own:
        for game in sums.games:
            yield from game.info.result.scores
    for game, seat in sums.own:
        if seat <= len(game.info.result.scores):
            yield game.info.result.scores[seat - 1]


def _luck(sums: _Sums) -> float | None:
    """Return the luck of seats over all games: the sum of their luck over the square root of its variance."""
    seats = sums.own or [(game, seat) for game in sums.games for seat in game.info.result.winners]
    measured = [
        game.account.seats[seat] for game, seat in seats if game.account is not None and seat in game.account.seats
    ]
    variance = sum(luck.variance for luck in measured)
    return sum(luck.total for luck in measured) / sqrt(variance) if variance else None


def picture(rows: Sequence[Row], by: str) -> str:
    """Return the groups' rates with their intervals as SVG: the wins of the player, or else of the first seat.

    For groups of cooperative games, it shows the wins of all seats together.
    """
    of_players = by == "player"
    heading = "Games won" if of_players else "Games won by the first seat"
    if not of_players and any(map(_together, rows)):
        heading += ", or by all together"
    height = TOP + ROW * len(rows) + 20
    span = WIDTH - LEFT - RIGHT
    ticks = [
        f'<path d="M{LEFT + span * share:.1f} {TOP - 8}V{height - 16}" stroke="#ddd"/>'
        f'<text x="{LEFT + span * share:.1f}" y="{TOP - 12}" font-size="11" text-anchor="middle">{share:.0%}</text>'
        for share in (0, 0.2, 0.4, 0.6, 0.8, 1)
    ]
    lines = [line for place, row in enumerate(rows) for line in _line(row, TOP + ROW * place + ROW // 2, span)]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
            f"<title>{heading}, by {by}, with 95% confidence intervals</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
            f'<text x="8" y="18" font-size="14">{heading}; the mark is the fair share</text>',
            *ticks,
            *lines,
            "</svg>",
            "",
        )
    )


def _together(row: Row) -> Rate | None:
    """Return the rate of the group's games that all seats won together, if the group has no other rate."""
    return None if row.wins or row.first_seat.of else row.together


def _line(row: Row, middle: int, span: int) -> Iterator[str]:
    """Yield a group as a point with its interval, and a mark at the fair share if it is known."""
    together = _together(row)
    rate = together or row.wins or row.first_seat
    name = row.group if len(row.group) <= 24 else f"{row.group[:23]}…"
    yield f'<text x="{LEFT - 10}" y="{middle + 4}" font-size="13" text-anchor="end">{escape(name)}</text>'
    if not rate.of:
        return
    low, high = (LEFT + span * end for end in rate.interval)
    at, fair = LEFT + span * rate.share, LEFT + span * rate.fair
    of = f"{rate.of} together" if together else f"{rate.of}"
    sentence = f"{row.group}: {rate.count} of {of}, {rate.share:.1%} ({rate.interval[0]:.1%} to {rate.interval[1]:.1%})"
    yield f"<g><title>{escape(sentence)}</title>"
    yield f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="#1f618d" stroke-width="3"/>'
    if not together:
        yield f'<path d="M{fair:.1f} {middle - 9}V{middle + 9}" stroke="#b03a2e" stroke-width="2"/>'
    yield f'<circle cx="{at:.1f}" cy="{middle}" r="5" fill="#1f618d"/></g>'
    yield f'<text x="{WIDTH - RIGHT + 10}" y="{middle + 4}" font-size="11">{rate.count}/{rate.of}</text>'
