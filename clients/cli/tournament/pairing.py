"""Pairings: who meets whom in the next round, and at which seats.

Pairs follow FIDE, by the library caissify-pairings: the Dutch system (C.04.3) and Berger tables (C.05). Seat 1 is
White.

At tables of three to six, players sit with others who have about as many points. The tables are as equal in size as
possible and are filled in the order of the standings. Then two players are exchanged repeatedly, as long as that lowers
the cost: mainly for people who meet again, then for differences of points. (Letting people meet as rarely as possible
is the social golfer problem, CSPLib 10.) A seat goes to the player who has had it least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from clients.cli.tournament.plan import Round, Tournament, TournamentError
from clients.cli.tournament.scores import table_of

AGAIN = 100.0
"""What it costs if two players meet once more; a difference of points costs its square."""


class Pairing(NamedTuple):
    """A round's seats: each table's players in order, and the bye."""

    tables: tuple[tuple[str, ...], ...]
    bye: str = ""


def paired(plan: Tournament) -> Pairing:
    """Return the pairings of the next round. Raises TournamentError."""
    if plan.rounds and not plan.rounds[-1].over:
        raise TournamentError(f"round {len(plan.rounds)} is not over: some tables have no result")
    if len(plan.rounds) == plan.length:
        raise TournamentError(f"the last round, {plan.length}, has been played")
    if plan.system == "tables":
        return Pairing(tuple(_seated(plan, table) for table in _tables(plan)))
    return _in_pairs(plan)


def sizes(count: int, fewest: int, most: int) -> list[int]:
    """Return how many sit at each table, as equal as possible, the larger tables first. Raises TournamentError."""
    tables = -(-count // most)
    if not tables or count // tables < fewest:
        raise TournamentError(
            f"{count} players do not fill tables of {fewest} to {most}: allow more at a table with --seats"
        )
    even, more = divmod(count, tables)
    return [even + 1] * more + [even] * (tables - more)


def _present(plan: Tournament) -> list[str]:
    """Return the next round's players, best first; before the first round, in seeding order."""
    order = [row.player for row in table_of(plan)] if plan.rounds else plan.players
    return [player for player in order if player not in plan.away]


def _tables(plan: Tournament) -> list[list[str]]:
    players, points = _present(plan), {row.player: row.points for row in table_of(plan)}
    met, left = _met(plan.rounds), iter(players)
    tables = [[next(left) for _ in range(size)] for size in sizes(len(players), plan.fewest, plan.seats)]
    while (better := next(_exchanges(tables, points, met), None)) is not None:
        one, other, here, there = better
        tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
    return tables


def _met(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    """Return how often two players have sat at one table."""
    return Counter(
        frozenset(pair) for round_ in rounds for table in round_.tables for pair in combinations(table.players, 2)
    )


def _exchanges(
    tables: Sequence[list[str]], points: Mapping[str, float], met: Counter[frozenset[str]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield each exchange of two players that lowers their tables' cost."""
    for one, other in combinations(range(len(tables)), 2):
        before = _cost(tables[one], points, met) + _cost(tables[other], points, met)
        for here, there in product(range(len(tables[one])), range(len(tables[other]))):
            left, right = [*tables[one]], [*tables[other]]
            left[here], right[there] = right[there], left[here]
            if _cost(left, points, met) + _cost(right, points, met) < before - 1e-9:
                yield one, other, here, there


def _cost(table: Sequence[str], points: Mapping[str, float], met: Counter[frozenset[str]]) -> float:
    pairs = [*combinations(table, 2)]
    again = sum(met[frozenset(pair)] ** 2 for pair in pairs)
    return AGAIN * again + sum((points[one] - points[other]) ** 2 for one, other in pairs)


def _seated(plan: Tournament, table: Sequence[str]) -> tuple[str, ...]:
    """Return a table's players by seat: a seat goes to the player who has had it least, or longest ago."""
    earlier = [other.players for round_ in plan.rounds for other in round_.tables]
    had = Counter((player, seat) for players in earlier for seat, player in enumerate(players, 1))
    sat, seated = Counter[str](), list[str]()
    for (player, seat), times in had.items():
        sat[player] += seat * times
    for seat in range(1, len(table) + 1):
        free = (player for player in table if player not in seated)
        seated.append(min(free, key=lambda player: (had[player, seat], -sat[player])))
    return tuple(seated)


def _in_pairs(plan: Tournament) -> Pairing:
    """Return FIDE's pairs. Raises TournamentError."""
    from caissify_pairings import generate_pairings

    swiss = plan.system == "swiss"
    players = [entry for entry in _entries(plan) if not swiss or entry["name"] not in plan.away]
    names = {entry["id"]: entry["name"] for entry in players}
    if len(players) < 2:
        raise TournamentError("a round needs two players")
    ids = {name: number for number, name in names.items()}
    before = {
        (ids[table.players[0]], ids[table.players[1]])
        for round_ in plan.rounds
        for table in round_.tables
        if not table.absent and all(player in ids for player in table.players)
    }
    pairing = generate_pairings(
        system="dutch" if swiss else "round_robin",
        players=players,
        previous_pairings=before,
        round_number=len(plan.rounds) + 1,
        total_rounds=plan.length,
    )
    tables = tuple(
        (names[pair["white_id"]], names[pair["black_id"]]) for pair in pairing if pair["black_id"] is not None
    )
    bye = next((names[pair["white_id"]] for pair in pairing if pair["black_id"] is None), "")
    return Pairing(tables, bye)


def _entries(plan: Tournament) -> list[dict[str, Any]]:
    """Return the players as the library takes them, with what they did in each round."""
    return [_entry(plan, number, player) for number, player in enumerate(plan.players, 1)]


def _entry(plan: Tournament, number: int, player: str) -> dict[str, Any]:
    colours, floats, byes = list[str](), list[str](), 0
    for place, round_ in enumerate(plan.rounds):
        table = next((table for table in round_.tables if player in table.players and not table.absent), None)
        colours.append("none" if table is None else ("white", "black")[table.players.index(player)])
        floats.append("none" if table is None else _float(plan, place, player, table.players))
        byes += round_.bye == player
    points = next(row.points for row in table_of(plan) if row.player == player)
    return {
        "id": number,
        "name": player,
        "score": points,
        "rating": 0,
        "starting_number": number,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": byes,
        "forfeit_win_count": _forfeits(plan, player),
    }


def _float(plan: Tournament, place: int, player: str, pair: Sequence[str]) -> str:
    """Return whether a player met somebody with fewer points ("down") or more ("up") in a round."""
    earlier = {row.player: row.points for row in table_of(replace(plan, rounds=plan.rounds[:place]))}
    other = next(name for name in pair if name != player)
    if earlier[player] == earlier[other]:
        return "none"
    return "down" if earlier[player] > earlier[other] else "up"


def _forfeits(plan: Tournament, player: str) -> int:
    """Return how often a player won because nobody else came."""
    tables = (table for round_ in plan.rounds for table in round_.tables)
    return sum(bool(table.absent) and table.winners == (player,) for table in tables)
