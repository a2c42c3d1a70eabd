"""Tournaments of bots: games in this process and others, without a service, and how sure their result is."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import as_completed
from contextlib import ExitStack
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

from clients.bots.levels import FEW, Bot, Budget, Question, cache_folder
from clients.bots.processes import searching
from clients.bots.search import RandomDraws, after, pick
from games.catalogue import TITLES, newest
from games.kit.rules import canonical, decider
from games.kit.rules.chance import Zeros
from games.kit.rules.decider import CHANCE, Chance
from games.kit.title import Title

CERTAINTY = 1.959964
"""The quantile of the normal distribution for intervals of 95 %."""


class Contest(NamedTuple):
    """What is played: one seat of a level among others of another, or, where all win together, all of that level."""

    title: str
    seats: int
    options: str
    level: int
    others: int
    playouts: int
    """The playouts of each search of levels 2 and 3."""

    @property
    def fair(self) -> float:
        """The share of the victories that a seat has among equals; 0 where all win together."""
        return 0.0 if _is_together(newest(self.title), self.seats, self.options) else 1 / self.seats


class Interval(NamedTuple):
    """Between which shares the true one lies with 95 % certainty."""

    low: float
    high: float


def contest_of(
    title: str, *, level: int, others: int, seats: int = 0, options: str = "{}", playouts: int = 0
) -> Contest:
    """Return a contest with the fewest seats unless they are given. Raises ValueError for what cannot be played."""
    if title not in TITLES:
        raise ValueError(f"the titles are {', '.join(TITLES)}, not {title!r}")
    allowed = newest(title).rules.seats
    if seats and seats not in allowed:
        raise ValueError(f"{title} has {allowed[0]} to {allowed[-1]} seats, not {seats}")
    contest = Contest(title, seats or allowed[0], options, level, others, playouts or FEW)
    try:
        _is_together(newest(title), contest.seats, options)
    except msgspec.MsgspecError as error:
        raise ValueError(f"the options do not fit: {error}") from None
    return contest


def played(contest: Contest, number: int) -> float:
    """Play the game of a contest with a number, which repeats it; return the share of the victory of the level."""
    title, source = newest(contest.title), Random(number)  # noqa: S311  # not for secrets
    options = msgspec.json.decode(contest.options, type=title.rules.options)
    table = decider.begin(title.rules, title.rules.setup(contest.seats, options, title.rules.edition)).table
    sides = title.rules.sides(table)
    own = next(side for side in sides if 1 + number % contest.seats in side)
    budget = Budget(playouts=contest.playouts)
    levels = {seat: contest.level if seat in own else contest.others for seat in table.seats}
    with ExitStack() as stack:
        seeds = {level: source.getrandbits(64) for level in sorted({*levels.values()})}
        bots = {
            level: stack.enter_context(Bot(level, budget, seed, cores=1, folder=cache_folder()))
            for level, seed in seeds.items()
        }
        table = _finished(title, table, {seat: bots[level] for seat, level in levels.items()}, source)
    outcome = title.rules.outcome(table)
    if outcome is None or not outcome.winners:
        return title.bots.evaluation(table)[own[0] - 1]
    return sum(seat in own for seat in outcome.winners) / len(outcome.winners)


def _finished(title: Title[Any], table: Any, bots: dict[int, Bot], source: Random) -> Any:
    """Return the table at the end of a game; each bot is shown what its seat knows alone."""
    draws = RandomDraws(source)
    while (step := decider.waiting(title.rules, table)) is not None:
        if isinstance(step, Chance):
            table = after(title, table, CHANCE, step.draw(table, draws))
            continue
        seat = pick(source, decider.asked(title.rules, table))
        guessed = canonical.encode(title.bots.guess(table, seat, Zeros())).decode()
        move = bots[seat].choose(Question(title.name, title.rules_version, "", guessed, seat))
        if move is None:
            raise decider.BrokenLawError(f"{title.name} asks seat {seat}, which has no move")
        table = after(title, table, seat, move)
    return table


def _is_together(title: Title[Any], seats: int, options: str) -> bool:
    agreed = msgspec.json.decode(options, type=title.rules.options)
    return len(title.rules.sides(title.rules.setup(seats, agreed, title.rules.edition))) == 1


def results(contest: Contest, games: int, first: int = 0, cores: int = 1) -> Iterator[float]:
    """Yield the results of games as they end, played by so many processes."""
    if cores == 1:
        yield from (played(contest, number) for number in range(first, first + games))
        return
    with searching(cores) as pool:
        tasks = [pool.submit(played, contest, number) for number in range(first, first + games)]
        yield from (task.result() for task in as_completed(tasks))


def wilson(won: float, games: int) -> Interval:
    """Return the interval of E. B. Wilson ("Probable inference", JASA 22, 1927) for a share of games. Needs a game."""
    share, spread = won / games, CERTAINTY**2 / games
    middle = share + spread / 2
    width = CERTAINTY * sqrt(share * (1 - share) / games + spread / (4 * games))
    return Interval((middle - width) / (1 + spread), (middle + width) / (1 + spread))
