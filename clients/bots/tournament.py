"""Tournaments between bots: games in this process and others, without a service, and how certain their result is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import ExitStack
from itertools import count
from math import inf, sqrt
from random import Random
from statistics import mean, stdev, variance
from typing import Any, NamedTuple, TypeVar

import msgspec

from clients.bots.levels import FEW, Bot, Budget, Question, cache_folder
from clients.bots.processes import searching
from clients.bots.search import RandomDraws, after, pick
from games.kit.rules import canonical, decider
from games.kit.rules.chance import Draws, Zeros
from games.kit.rules.decider import CHANCE, Chance
from games.kit.title import Title
from titles.catalogue import TITLES, newest

Result = TypeVar("Result")
CERTAINTY = 1.959964
"""The normal distribution's quantile for 95 % intervals."""


class Contest(NamedTuple):
    """What is played: one seat of a level against others of another, or, if all win together, all of that level."""

    title: str
    seats: int
    options: str
    level: int
    others: int
    playouts: int
    """The playouts of each search at levels 2 and 3."""

    @property
    def fair(self) -> float:
        """A seat's share of the victories among equals; 0 if all win together."""
        return 0.0 if _is_together(newest(self.title), self.seats, self.options) else 1 / self.seats


class Deals(NamedTuple):
    """What deals show about a level: its share of the victories, and how certain that is."""

    games: int
    share: float
    low: float
    high: float
    worth: float
    """How many games with different deals would be as certain."""


class Interval(NamedTuple):
    """The shares between which the true one lies with 95 % certainty."""

    low: float
    high: float


def contest_of(
    title: str, *, level: int, others: int, seats: int = 0, options: str = "{}", playouts: int = 0
) -> Contest:
    """Return a contest, with the fewest seats unless they are given. Raises ValueError for an unplayable one."""
    if title not in TITLES:
        raise ValueError(f"unknown title {title!r}; the titles are {', '.join(TITLES)}")
    allowed = newest(title).rules.seats
    if seats and seats not in allowed:
        raise ValueError(f"{title} can have {', '.join(map(str, allowed))} seats, not {seats}")
    contest = Contest(title, seats or allowed[0], options, level, others, playouts or FEW)
    try:
        _is_together(newest(title), contest.seats, options)
    except msgspec.MsgspecError as error:
        raise ValueError(f"invalid options: {error}") from None
    return contest


def played(contest: Contest, number: int) -> float:
    """Play a contest's game with a number, which repeats it; return the level's share of the victory."""
    source = Random(number)  # noqa: S311  # not for secrets
    draws = RandomDraws(source)
    return _played(contest, number, source, lambda _: draws)


def dealt(contest: Contest, deal: int) -> tuple[float, ...]:
    """Play a contest's deal with a number, once from every seat; return the shares of the victory of the level.

    The outcomes of chance follow from the deal and their order, whatever the bots decide: when the level sits
    elsewhere, the others have the luck that it had at that seat.
    """

    def draws(ordinal: int) -> Draws:
        return RandomDraws(Random(f"deal {deal} {ordinal}"))  # noqa: S311  # not for secrets

    bots = (Random(f"bots {deal} {seat}") for seat in range(contest.seats))  # noqa: S311  # not for secrets
    return tuple(_played(contest, seat, source, draws) for seat, source in enumerate(bots))


def _played(contest: Contest, number: int, source: Random, draws: Callable[[int], Draws]) -> float:
    """Play a game in which the level sits at the seat that a number gives; `draws` are each outcome's."""
    title = newest(contest.title)
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
        table = _finished(title, table, {seat: bots[level] for seat, level in levels.items()}, source, draws)
    outcome = title.rules.outcome(table)
    if outcome is None or not outcome.winners:
        # Nobody won: a draw counts what the title says that it is worth.
        return title.bots.evaluation(table)[own[0] - 1]
    return sum(seat in own for seat in outcome.winners) / len(outcome.winners)


def _finished(
    title: Title[Any], table: Any, bots: dict[int, Bot], source: Random, draws: Callable[[int], Draws]
) -> Any:
    """Return the table at the end of a game; each bot sees only what its seat knows."""
    outcomes = count(1)
    while (step := decider.waiting(title.rules, table)) is not None:
        if isinstance(step, Chance):
            table = after(title, table, CHANCE, step.draw(table, draws(next(outcomes))))
            continue
        seat = pick(source, decider.asked_seats(title.rules, table))
        # What a service would send: a bot must not look at the real table.
        guessed = canonical.encode(title.bots.guess(table, seat, Zeros())).decode()
        move = bots[seat].choose(Question(title.name, title.rules_version, "", guessed, seat))
        if move is None:
            raise decider.BrokenLawError(f"{title.name} asks seat {seat}, which has no move")
        table = after(title, table, seat, move)
    return table


def _is_together(title: Title[Any], seats: int, options: str) -> bool:
    agreed = msgspec.json.decode(options, type=title.rules.options)
    return len(title.rules.sides(title.rules.setup(seats, agreed, title.rules.edition))) == 1


def results(
    play: Callable[[Contest, int], Result], contest: Contest, numbers: Sequence[int], cores: int = 1
) -> Iterator[Result]:
    """Yield the results of `played` or `dealt` for each number as they end, played by this many processes."""
    if cores == 1:
        yield from (play(contest, number) for number in numbers)
        return
    with searching(cores) as pool:
        tasks = [pool.submit(play, contest, number) for number in numbers]
        yield from (task.result() for task in as_completed(tasks))


def wilson(won: float, games: int) -> Interval:
    """Return E. B. Wilson's interval ("Probable inference", JASA 22, 1927) for a share of games. Needs a game."""
    share, spread = won / games, CERTAINTY**2 / games
    middle = share + spread / 2
    # Wilson's, because the normal interval leaves the range from 0 to 1 where nearly all games were won.
    width = CERTAINTY * sqrt(share * (1 - share) / games + spread / (4 * games))
    return Interval((middle - width) / (1 + spread), (middle + width) / (1 + spread))


def deals(shares: Sequence[tuple[float, ...]]) -> Deals:
    """Return what deals show, from the shares that each one's games gave. Needs two deals.

    A deal's games depend on each other, so the interval is the normal one over the deals' means.
    """
    means, games = [mean(deal) for deal in shares], [share for deal in shares for share in deal]
    share, error = mean(means), stdev(means) / sqrt(len(means))
    worth = variance(games) / error**2 if error else inf
    width = CERTAINTY * error
    return Deals(len(games), share, max(0.0, share - width), min(1.0, share + width), worth)
