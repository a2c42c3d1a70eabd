"""Scores: each player's points from the rounds so far, the tie-breaks, and the resulting order.

A win gives a point, and a shared win half a point, however many share it. A bye gives a point, a missed round nothing.

Ties are broken by Buchholz, the opponents' points; then by Sonneborn-Berger, the points of beaten opponents and half of
those with whom the win was shared (FIDE Handbook C.07); then by games won. A table with several opponents counts as
one, with their mean. For Buchholz, a round that a player missed counts as one against somebody with as many points as
they have. A round robin has no Buchholz.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clients.cli.tournament.plan import Round, Seats, Tournament
from gunbai_record.text.foreign import spreadsheet

WON, SHARED = 1.0, 0.5
HEAD = ("rank", "player", "points", "buchholz", "sonneborn_berger", "won", "played")


class Row(NamedTuple):
    """A player's row in the table."""

    rank: int
    player: str
    points: float
    buchholz: float
    sonneborn_berger: float
    won: int
    played: int


class Meeting(NamedTuple):
    """What a player got in a round, and against whom: nobody for a bye, or if the others stayed away."""

    points: float
    beaten: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def opponents(self) -> tuple[str, ...]:
        """Everybody at the table but the player."""
        return (*self.beaten, *self.level, *self.others)


def table_of(plan: Tournament) -> list[Row]:
    """Return the table after the rounds that have results, best player first; equals have the same rank."""
    met = {player: [*meetings(plan, player)] for player in plan.players}
    points = {player: sum(meeting.points for meeting in met[player]) for player in plan.players}
    rows = [_row(player, met[player], points, buchholz=plan.system != "round-robin") for player in plan.players]
    ordered, ranked = sorted(rows, key=_merit), list[Row]()
    for place, row in enumerate(ordered, 1):
        same = bool(ranked) and _merit(ranked[-1]) == _merit(row)
        ranked.append(row._replace(rank=ranked[-1].rank if same else place))
    return ranked


def _merit(row: Row) -> tuple[float, ...]:
    return (-row.points, -row.buchholz, -row.sonneborn_berger, -row.won)


def _row(player: str, met: Sequence[Meeting], points: dict[str, float], *, buchholz: bool) -> Row:
    played = [meeting for meeting in met if meeting.opponents]
    opponents = sum(sum(points[other] for other in meeting.opponents) / len(meeting.opponents) for meeting in played)
    unplayed = (len(met) - len(played)) * points[player]
    beaten = sum(_worth(meeting, points) for meeting in played)
    won = sum(meeting.points == WON for meeting in played)
    return Row(0, player, points[player], round(opponents + unplayed, 3) if buchholz else 0, beaten, won, len(played))


def _worth(meeting: Meeting, points: dict[str, float]) -> float:
    """Return what a meeting adds to Sonneborn-Berger."""
    full = sum(points[other] for other in meeting.beaten)
    return round((full + sum(points[other] for other in meeting.level) / 2) / len(meeting.opponents), 3)


def meetings(plan: Tournament, player: str) -> Iterator[Meeting]:
    """Yield a player's points by round, for the rounds that gave them points or that they missed."""
    for round_ in plan.rounds:
        meeting = _meeting(round_, player)
        if meeting is not None:
            yield meeting


def _meeting(round_: Round, player: str) -> Meeting | None:
    if round_.bye == player:
        return Meeting(WON)
    table = next((table for table in round_.tables if player in table.players), None)
    if table is None:
        return Meeting(0)
    return None if table.winners is None else _at(table, player)


def _at(table: Seats, player: str) -> Meeting:
    """Return what a player got at a table with a result: against those who came, if they came themselves."""
    present = [other for other in table.players if other not in table.absent and other != player]
    if player in table.absent:
        return Meeting(0)
    winners = table.winners or ()
    if player not in winners:
        return Meeting(0, others=tuple(present))
    level = tuple(other for other in present if other in winners)
    beaten = tuple(other for other in present if other not in winners)
    return Meeting(SHARED if level else WON, beaten, level)


def as_csv(rows: Sequence[Row]) -> str:
    """Return the table as CSV (RFC 4180) with a header; a name that a spreadsheet would take as a formula is quoted."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    writer.writerows([row.rank, spreadsheet(row.player), *(f"{value:g}" for value in row[2:])] for row in rows)
    return text.getvalue()
