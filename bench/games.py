"""Games for the benchmark: random legal play as a bot plays it, and a duel of any length."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from games.infludance_duel import INFLUDANCE_DUEL
from games.infludance_duel.rules.data import COMPASS, Board, Components
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules import decider
from games.kit.rules.chance import Draws
from games.kit.rules.decider import CHANCE, Accepted, Actor, Chance, Decision
from games.kit.rules.edition import Edition
from games.kit.title import Title
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai_record.plain import Plain
from titles.checks.walk import SeededDraws, pick

RED_STARTS = '{"starting_player":"red"}'
LONGEST_UNDO = 40


class Ply(NamedTuple):
    """One entry of a game: who moved, the move, and what followed."""

    actor: Actor
    move: Plain
    accepted: Accepted[Any]


def begun(title: Title[Any], options: str = "{}", edition: Edition[Any] | None = None) -> Any:
    """Return the table of a game with the fewest seats, after what follows from its start."""
    agreed = msgspec.json.decode(options, type=title.rules.options)
    return decider.begin(
        title.rules, title.rules.setup(title.rules.seats.start, agreed, edition or title.rules.edition)
    ).table


def random_game(title: Title[Any], source: random.Random, table: Any = None) -> Iterator[Ply]:
    """Play a game to its end, from a table if one is given: list the legal commands, choose one, decide, fold."""
    table = begun(title) if table is None else table
    draws = SeededDraws(source)
    while (step := decider.waiting(title.rules, table)) is not None:
        actor, move = CHANCE, _drawn(step, table, draws)
        if isinstance(step, Decision):
            actor = pick(source, step.seats(table))
            move = pick(source, tuple(decider.legal(title.rules, table, actor)))
        accepted = _accepted(title, table, actor, move)
        yield Ply(actor, move, accepted)
        table = accepted.table


def decisions(title: Title[Any], source: random.Random) -> Iterator[tuple[Any, int]]:
    """Yield a random game's tables at which a seat moves, with that seat."""
    table = begun(title)
    for ply in random_game(title, source, table):
        if ply.actor != CHANCE:
            yield table, ply.actor
        table = ply.accepted.table


def _drawn(step: Any, table: Any, draws: Draws) -> Any:
    return step.draw(table, draws) if isinstance(step, Chance) else None


def _accepted(title: Title[Any], table: Any, actor: Actor, move: Plain) -> Accepted[Any]:
    """Return what follows from a move that was listed or drawn at the table."""
    play = decider.carried_out(title.rules, table, actor, move)
    return Accepted(tuple(play.events), play.table)


@cache
def wide_boards() -> Edition[Components]:
    """Return an edition of INFLUDANCE Duel with 9 x 9 fields, on which a duel can go on forever.

    On the four rows in front of a player, their bullets point ahead or are missing; elsewhere they point anywhere.
    """
    source = random.Random(2)
    rows = [" ".join(_wide_field(source, row) for _ in range(9)) for row in range(9, 0, -1)]
    board = Board(tuple(rows))
    tokens = INFLUDANCE_DUEL.rules.edition.data.tokens
    return Edition(Components(name="wide boards", reconstructed=True, boards={"A": board, "B": board}, tokens=tokens))


def _wide_field(source: random.Random, row: int) -> str:
    red = ("N", "NE", "NW", "-") if row <= 4 else tuple(COMPASS)
    blue = ("S", "SE", "SW", "-") if row >= 6 else tuple(COMPASS)
    return f"{pick(source, red)}/{pick(source, blue)}"


@cache
def long_duel(entries: int) -> tuple[Ply, ...]:
    """Play a duel of a given number of entries.

    Among the moves that do not end it, the one whose position has occurred least is chosen, and a shot only if there is
    no other. If every move ends the game, the last few are taken back: tables are values, so that costs nothing.
    """
    source = random.Random(1)
    draws = SeededDraws(source)
    seen: Counter[str] = Counter()
    start = begun(INFLUDANCE_DUEL, RED_STARTS, wide_boards())
    plies: list[Ply] = []
    while len(plies) < entries:
        table = plies[-1].accepted.table if plies else start
        after = [ply for ply in _continued(table, draws) if not ply.accepted.table.ending]
        if after:
            plies.append(min(after, key=lambda ply: (_shoots(ply), seen[_place(ply)], source.random())))
            seen[_place(plies[-1])] += 1
        else:
            del plies[-source.randrange(1, LONGEST_UNDO) :]
    return tuple(plies)


def _continued(table: DuelTable, draws: Draws) -> Iterator[Ply]:
    """Yield every way in which the duel can continue; one outcome if chance is asked."""
    step = decider.waiting(INFLUDANCE_DUEL.rules, table)
    if isinstance(step, Decision):
        (seat,) = step.seats(table)
        for move in decider.legal(INFLUDANCE_DUEL.rules, table, seat):
            yield Ply(seat, move, _accepted(INFLUDANCE_DUEL, table, seat, move))
    else:
        outcome = _drawn(step, table, draws)
        yield Ply(CHANCE, outcome, _accepted(INFLUDANCE_DUEL, table, CHANCE, outcome))


def _shoots(ply: Ply) -> bool:
    return isinstance(ply.move, cmd.Shoot)


def _place(ply: Ply) -> str:
    table = ply.accepted.table
    return f"{table.situation} {table.phase} {len(table.unfired)}" if table.active else ""
