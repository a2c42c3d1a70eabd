"""The analysis of a game: what its positions are worth to each seat, and what changed that: luck, or a choice.

A position's worth is the share of the victory that a level 3 search expects for a seat, from what that seat can know
there, or, for a solved title, its value. A choice is compared with the bot's move, both from what the seat knew before
it; an outcome of chance with all possible ones. Whatever is compared is searched in the same way, so that the search's
blind spots cancel out. Each figure comes from independent trees, and their spread is its margin: it covers what was
drawn, not what the title's evaluation misjudges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import cache
from itertools import pairwise, starmap
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple, TypeAlias, TypeVar

from clients.bots.levels import TREES, Budget, Folder, grow, most_tried, rules_here
from clients.bots.processes import searching
from clients.bots.search import PRIOR_SAMPLES, RandomDraws, Search, after, is_open, settled, useful
from games.kit.rules import canonical, decider
from games.kit.rules.decider import CHANCE, Chance, Decision
from games.kit.rules.luck import weighed
from games.kit.title import Title
from gunbai_record.plain import Plain

MOST_OUTCOMES = 40
"""The most outcomes of a step of chance that are all looked at; of more, some are drawn."""
SAMPLED = 10
"""How many outcomes each tree draws then."""
CLOSER = 4
"""How much longer the entries with the largest swings are searched."""
LEAST = 0.005
"""The smallest change of a share that is reported."""
QUANTILE = 3.182446
"""Student's t quantile for 95 % intervals from four trees."""

X = TypeVar("X")

Shares: TypeAlias = tuple[float, ...]
"""Each seat's share of the victory, seat 1 first, or by how much it differs."""
Spread: TypeAlias = tuple[Shares, ...]
"""The same from each tree."""


class Matter(NamedTuple):
    """What is analysed: the title with its rules, and who knows what."""

    title: str
    rules_version: int
    edition: str = ""
    """The edition as JSON; empty for the title's own."""
    readers: tuple[int | None, ...] = ()
    """The only reader of these tables, a seat or None for a spectator; empty if every table is known."""


class Position(NamedTuple):
    """A position in a game, and the move that was made there."""

    version: int
    table: str
    """The table as canonical JSON; for a reader, one that they cannot tell from the real one."""
    actor: int | None = None
    """The seat that moved, or CHANCE; None if nothing was decided, or only something sealed."""
    move: Plain | None = None
    is_substituted: bool = False
    """Whether a substitute moved for the seat."""


class SearchResult(NamedTuple):
    """What a search found at a position."""

    worth: Spread
    choice: Spread = ()
    """By how much the move made differs from the bot's; empty if nobody chose."""
    better: Plain | None = None
    """The bot's move if it is better."""


class Change(NamedTuple):
    """By how much a seat's share changed, with its margin."""

    seat: int
    share: float
    margin: float


class Part(NamedTuple):
    """A part of a swing that has figures to report: "luck", "choice" or "rest"."""

    kind: str
    changes: Sequence[Change]


class Judged(NamedTuple):
    """An entry in a game: how it changed what each seat can expect."""

    version: int
    actor: int | None
    before: Spread
    after: Spread
    luck: Spread = ()
    """What chance gave beyond the expectation; empty for another actor's entry."""
    choice: Spread = ()
    """What the choice gave beyond the bot's, at most 0 to the choosing seat; empty for other entries."""
    better: Plain | None = None
    """What the bot would have played if that is better."""
    outcomes: int = 0
    """How many outcomes were looked at."""
    exact: bool = False
    """Whether these were all."""
    closer: bool = False
    """Whether it was looked at more closely."""
    is_substituted: bool = False
    """Whether a substitute chose for the seat, so that the choice is not the seat's own."""

    @property
    def swing(self) -> Spread:
        """By how much the entry changed the shares."""
        return minus(self.after, self.before)

    @property
    def rest(self) -> Spread:
        """What is neither luck nor choice: what the entry revealed, and what a search sees only from here on."""
        rest = self.swing
        for part in filter(None, (self.luck, self.choice)):
            rest = minus(rest, part)
        return rest

    def is_own(self, seat: int) -> bool:
        """Return whether a seat itself decided it."""
        return self.actor == seat and not self.is_substituted

    @property
    def weight(self) -> float:
        """How large the swing is, or the loss, for the seat that it concerns most."""
        return max(map(abs, [*mean(self.swing), *(mean(self.choice) if self.choice else ())]))

    @property
    def parts(self) -> list[Part]:
        """What to report about the swing: luck, or what a choice lost, and the rest if that is all, or large."""
        parts = []
        if self.luck:
            parts.append(Part("luck", changes(self.luck)))
        elif self.choice and self.actor and self.better is not None:
            parts.append(Part("choice", [change_of(self.choice, self.actor)]))
        if not (self.luck or self.choice) or max(map(abs, mean(self.rest))) >= 10 * LEAST:
            parts.append(Part("rest", changes(self.rest)))
        return [part for part in parts if part.changes]

    @property
    def largest(self) -> float:
        """The largest of the changes to report; 0 if there are none."""
        return max((abs(change.share) for part in self.parts for change in part.changes), default=0.0)


class Total(NamedTuple):
    """A seat's first and last share, and what came between: all but the last adds up to the last."""

    seat: int
    begin: float
    luck: float
    own: float
    """What its own choices lost."""
    others: float
    """What other seats' and substitutes' choices gave it."""
    rest: float
    end: float


def mean(spread: Spread) -> Shares:
    """Return the trees' mean shares."""
    return tuple(map(fmean, zip(*spread, strict=True)))


def margin(spread: Spread) -> Shares:
    """Return by how much the mean may be wrong on either side, with 95 % certainty."""
    return tuple([QUANTILE * stdev(column) / len(spread) ** 0.5 for column in zip(*spread, strict=True)])


def change_of(spread: Spread, seat: int) -> Change:
    """Return how a seat's share changed."""
    return Change(seat, mean(spread)[seat - 1], margin(spread)[seat - 1])


def changes(spread: Spread) -> list[Change]:
    """Return the changes of shares that are worth reporting."""
    every = [change_of(spread, seat) for seat in range(1, len(spread[0]) + 1)]
    return [change for change in every if abs(change.share) >= LEAST]


def minus(one: Spread, other: Spread) -> Spread:
    """Return the difference, tree by tree."""
    return tuple(
        tuple([share - also for share, also in zip(*pair, strict=True)]) for pair in zip(one, other, strict=True)
    )


class Judge:
    """Judges what positions are worth, and the moves and outcomes in them."""

    def __init__(self, matter: Matter, folder: Path | None = None) -> None:
        """Make a judge, which keeps what it solves in a folder, if one is given."""
        self._title: Title[Any] = rules_here(matter.title, matter.rules_version)
        self._edition = self._title.rules.edition.read(matter.edition) if matter.edition else self._title.rules.edition
        self._readers = matter.readers
        self._solution = self._title.bots.solution(Folder(folder)) if self._title.bots.solution is not None else None

    @property
    def is_solved(self) -> bool:
        """Whether the title is solved."""
        return self._solution is not None

    def prepare(self, positions: Sequence[Position], progress: Callable[[int, int], None]) -> int:
        """Solve what a solved title's positions need, reporting how much is done; return how much it was."""
        parts = 0

        def heard(done: int, whole: int) -> None:
            nonlocal parts
            parts = whole
            progress(done, whole)

        if self._solution is not None:
            for first in positions[:1]:
                self._solution.prepare(self._read(first.table), heard)
        return parts

    def assess(self, position: Position, seed: str, budget: Budget) -> SearchResult:
        """Return what a position is worth, and what the choice there was worth compared with the bot's."""
        table, seat, made = self._read(position.table), self._chooser(position), position.move
        worth = tuple(self._once(table, source, _part(budget, TREES), PRIOR_SAMPLES) for source in _sources(seed))
        moves = self._moves(table, seat, made) if seat else []
        if made is None or len(moves) < 2:
            return SearchResult(worth)
        if self.is_solved:
            return self._solved(table, seat, made)._replace(worth=worth)
        trees = [Search(self._title, table, seat, moves, source) for source in _sources(f"{seed}-choice")]
        for tree in trees:
            grow(tree, _part(budget, TREES))
        best, place = most_tried([tree.tried() for tree in trees]), moves.index(made)
        informed = self._informed(table, seat, (made, moves[best]), f"{seed}-informed", budget)
        if informed is not None:
            return informed._replace(worth=worth)
        shares = [tree.shares_after() for tree in trees]
        choice = minus(tuple(tuple(share[place]) for share in shares), tuple(tuple(share[best]) for share in shares))
        return _chosen(choice, seat, moves[best])._replace(worth=worth)

    def choice(self, position: Position, better: Plain, seed: str, budget: Budget) -> SearchResult:
        """Return how a choice compares with a better one, each searched by itself. Only the choice is found."""
        table, seat, made = self._read(position.table), self._chooser(position), position.move
        if not seat or made is None:
            return SearchResult(())
        if self.is_solved:
            return self._solved(table, seat, made)
        informed = self._informed(table, seat, (made, better), seed, budget)
        if informed is not None:
            return informed
        one, other = (self._after(table, seat, move, seed, budget) for move in (made, better))
        return _chosen(minus(one, other), seat, better)

    def luck(self, position: Position, then: Position, seed: str, budget: Budget) -> tuple[Spread, int, bool]:
        """Return what an outcome gave beyond the expectation, over how many outcomes, and whether these were all."""
        table, came = self._read(position.table), self._read(then.table)
        every = self._outcomes(table)
        count = len(every) if every else SAMPLED
        share = _part(budget, TREES * (count + CLOSER))
        spread = []
        for source in _sources(seed):
            weighted = every or list(self._drawn(table, source))
            means = [0.0] * table.players
            for other, chance in weighted:
                worth = self._once(other, source, share, 1)
                means = [so_far + chance * value for so_far, value in zip(means, worth, strict=True)]
            # Several, because the outcome that came stands against the mean of many.
            own = [self._once(came, source, share, 1) for _ in range(CLOSER)]
            shares = map(fmean, zip(*own, strict=True))
            spread.append(tuple([share - expected for share, expected in zip(shares, means, strict=True)]))
        return tuple(spread), count if every else TREES * SAMPLED, bool(every)

    def _read(self, text: str) -> Any:
        return canonical.decode(self._title.rules, text, self._edition)

    def _chooser(self, position: Position) -> int:
        """Return the seat that chose at a position, if it can be judged from what it knew; 0 otherwise."""
        if not position.actor or position.move is None:
            return 0
        return position.actor if not self._readers or position.actor in self._readers else 0

    def _moves(self, table: Any, seat: int, made: Plain | None) -> list[Plain]:
        """Return what a seat could do, and what it did; nothing if it was not asked, or took something back."""
        legal = list(decider.legal(self._title.rules, table, seat))
        if seat not in decider.asked_seats(self._title.rules, table) or made is None:
            return []
        moves = useful(self._title, table, seat, made)
        if made in moves:
            return moves
        return [] if made in legal else [*moves, made]

    def _solved(self, table: Any, seat: int, made: Plain) -> SearchResult:
        """Return how a choice compares with the best one at a solved title's table."""
        solution = self._solution
        if solution is None:
            return SearchResult(())
        tables = (after(self._title, table, seat, made), table)
        then, now = (tuple([solution.worth(at, of) for of in table.seats]) for at in tables)
        return _chosen(minus((then,) * TREES, (now,) * TREES), seat, solution.best(table, seat))

    def _once(self, table: Any, source: Random, budget: Budget, samples: int) -> Shares:
        """Return what a table is worth to each seat, from what it knows, with one tree for all who know the same."""
        if decider.waiting(self._title.rules, table) is None:
            return self._title.bots.evaluation(table)
        if self._solution is not None:
            return tuple([self._solution.worth(table, seat) for seat in table.seats])
        shares, groups = [0.0] * table.players, list(self._groups(table))
        for reader, seats in groups:
            shares_told = self._expected(table, reader, source, _part(budget, len(groups)), samples)
            for seat in seats:
                shares[seat - 1] = shares_told[seat - 1]
        return tuple(shares)

    def _expected(
        self, table: Any, reader: int | None, source: Random, budget: Budget, samples: int
    ) -> Sequence[float]:
        """Return each seat's share of the victory from what a reader knows, with one tree."""
        title, step = self._title, decider.waiting(self._title.rules, table)
        if isinstance(step, Chance):
            # A decision right after chance is searched by itself, as it is when somebody is asked.
            tables = [self._settled(table, reader, source) for _ in range(2 * samples)]
            part = _part(budget, 2 * samples)
            shares_told = [self._expected(later, reader, source, part, samples) for later in tables]
            return list(map(fmean, zip(*shares_told, strict=True)))
        if step is None:
            return title.bots.evaluation(table)
        is_asked = reader is not None and reader in decider.asked_seats(title.rules, table)
        moves = useful(title, table, reader) if is_asked and reader is not None else []
        search = Search(title, table, reader, moves if len(moves) > 1 else (), source, samples=samples)
        grow(search, budget)
        return search.shares_after()[most_tried([search.tried()])] if len(moves) > 1 else search.shares()

    def _groups(self, table: Any) -> Iterator[tuple[int | None, Sequence[int]]]:
        """Yield readers with the seats whose shares they report: one for all who know everything, and each other."""
        if self._readers:
            yield self._readers[0], table.seats
            return
        knowing = [seat for seat in table.seats if is_open(self._title, table, seat)]
        # One search serves all who know everything: they would ask the same question of the same table.
        if knowing:
            preferred = [*decider.asked_seats(self._title.rules, table), *knowing]
            yield next(seat for seat in preferred if seat in knowing), knowing
        for seat in table.seats:
            if seat not in knowing:
                yield seat, (seat,)

    def _after(self, table: Any, seat: int, move: Plain, seed: str, budget: Budget) -> Spread:
        """Return what a move is worth to each seat, from what the moving seat knows."""
        trees = [Search(self._title, table, seat, [move], source) for source in _sources(seed)]
        for tree in trees:
            grow(tree, _part(budget, 2 * TREES))
        return tuple(tuple(tree.shares_after()[0]) for tree in trees)

    def _informed(
        self, table: Any, seat: int, pair: tuple[Plain, Plain], seed: str, budget: Budget
    ) -> SearchResult | None:
        """Return how a choice compares with a better one if either only informs; None if neither does.

        Looking loses nothing, because whatever else was possible still is. Not looking loses what the choice loses
        compared with the best one for somebody who has looked: others answer both in the same way, because they know
        what they did. It counts as a loss only beyond its margin.
        """
        made, better = pair
        if self._only_informs(table, made):
            return SearchResult((), ((0.0,) * table.players,) * TREES)
        if not self._only_informs(table, better):
            return None
        part = _part(budget, 2 * TREES * PRIOR_SAMPLES)
        choice = tuple([self._unseen(table, seat, pair, source, part) for source in _sources(seed)])
        is_lost = mean(choice)[seat - 1] + margin(choice)[seat - 1] < 0
        return _chosen(choice, seat, better) if is_lost else SearchResult((), minus(choice, choice))

    def _only_informs(self, table: Any, move: Plain) -> bool:
        step = decider.waiting(self._title.rules, table)
        return isinstance(step, Decision) and isinstance(move, step.informs)

    def _unseen(self, table: Any, seat: int, pair: tuple[Plain, Plain], source: Random, budget: Budget) -> Shares:
        """Return what a choice loses against the best one once another has informed, with one tree per table."""
        title, draws, lost = self._title, RandomDraws(source), []
        for _ in range(PRIOR_SAMPLES):
            shown = settled(title, after(title, title.bots.guess(table, seat, draws), seat, pair[1]), draws)
            moves = self._moves(shown, seat, pair[0])
            tree = Search(title, shown, seat, moves, source)
            grow(tree, budget)
            shares, best = tree.shares_after(), most_tried([tree.tried()])
            lost.append([had - most for had, most in zip(shares[moves.index(pair[0])], shares[best], strict=True)])
        return tuple(map(fmean, zip(*lost, strict=True)))

    def _outcomes(self, table: Any) -> list[tuple[Any, float]]:
        """Return the tables after all outcomes with their probabilities; nothing if they are many, or unknown."""
        step = decider.waiting(self._title.rules, table)
        drawn = weighed(step.form, step, table) if isinstance(step, Chance) and not self._readers else None
        every = list(drawn or ())
        if not isinstance(step, Chance) or not 0 < len(every) <= MOST_OUTCOMES:
            return []
        return [(after(self._title, table, CHANCE, step.showing(table, what)), float(chance)) for what, chance in every]

    def _drawn(self, table: Any, source: Random) -> Iterator[tuple[Any, float]]:
        """Yield tables after drawn outcomes, for the one reader at a possible table."""
        for _ in range(SAMPLED):
            # A reader's analysis must not look at what its table hides.
            guess = self._title.bots.guess(table, self._readers[0], RandomDraws(source)) if self._readers else table
            yield self._shown(guess, source), 1 / SAMPLED

    def _settled(self, table: Any, reader: int | None, source: Random) -> Any:
        """Return a possible table for a reader once chance has shown everything that follows at once."""
        table = self._title.bots.guess(table, reader, RandomDraws(source))
        while isinstance(decider.waiting(self._title.rules, table), Chance):
            table = self._shown(table, source)
        return table

    def _shown(self, table: Any, source: Random) -> Any:
        """Return a table after an outcome of the step of chance that is waited for."""
        step = decider.waiting(self._title.rules, table)
        outcome = step.draw(table, RandomDraws(source)) if isinstance(step, Chance) else None
        return table if outcome is None else after(self._title, table, CHANCE, outcome)


def _chosen(choice: Spread, seat: int, better: Plain | None) -> SearchResult:
    """Return a choice next to a better one; unless it seems so, nothing was lost and nothing is better."""
    # Not 0, because sums of shares are off by rounding.
    if mean(choice)[seat - 1] < -1e-9:
        return SearchResult((), choice, better)
    return SearchResult((), minus(choice, choice))


def _sources(seed: str) -> Iterator[Random]:
    """Yield a source of random numbers for each tree."""
    for number in range(TREES):
        # Named by seed and number, so that no tree depends on the process or the order in which it grows.
        yield Random(f"{seed}-{number}")  # noqa: S311  # not for secrets


def _part(budget: Budget, parts: int) -> Budget:
    """Return a part of a budget; at least one playout."""
    return Budget(max(budget.playouts // parts, 1) if budget.playouts else 0, budget.seconds / parts)


def analysed(
    matter: Matter,
    positions: Sequence[Position],
    budget: Budget,
    seed: int = 0,
    *,
    closer: int = 10,
    cores: int = 1,
    folder: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> list[Judged]:
    """Return how each entry of a game changed what the seats can expect, from its positions in order.

    The budget is per position. The `closer` entries with the largest swings are looked at more closely. With a number
    of playouts, a seed repeats the analysis, on any number of cores. `progress` gets how much is done, of what.
    """
    judge = _judge(matter, folder)
    ahead = judge.prepare(positions, lambda part, parts: progress(part, parts + _work(positions, closer)))
    whole = ahead + _work(positions, closer)
    with searching(cores) if cores > 1 and not judge.is_solved else nullcontext() as pool:
        findings = []
        for finding in _run(pool, _assess, [(matter, folder, position, seed, budget) for position in positions]):
            findings.append(finding)
            progress(ahead + len(findings), whole)
        entries = [_entry(*pair) for pair in zip(positions, positions[1:], findings, findings[1:], strict=False)]
        largest = sorted(range(len(entries)), key=lambda place: -entries[place].weight)[:closer]
        more = budget._replace(playouts=CLOSER * budget.playouts, seconds=CLOSER * budget.seconds)
        pairs = list(pairwise(positions))
        tasks = [(matter, folder, pairs[place], entries[place], (seed, more)) for place in largest]
        for done, entry in enumerate(_run(pool, _closer, tasks), 1):
            entries[largest[done - 1]] = entry
            progress(ahead + len(findings) + done, whole)
    return entries


def _work(positions: Sequence[Position], closer: int) -> int:
    """Return how many searches an analysis takes: one per position, and one per entry looked at more closely."""
    return len(positions) + min(closer, max(len(positions) - 1, 0))


def totals(entries: Sequence[Judged]) -> list[Total]:
    """Return what each seat had before and after the entries, and what each kind of change added up to."""
    if not entries:
        return []
    begin, end = mean(entries[0].before), mean(entries[-1].after)
    return [
        Total(
            seat,
            begin[seat - 1],
            sum(mean(entry.luck)[seat - 1] for entry in entries if entry.luck),
            sum(mean(entry.choice)[seat - 1] for entry in entries if entry.choice and entry.is_own(seat)),
            sum(mean(entry.choice)[seat - 1] for entry in entries if entry.choice and not entry.is_own(seat)),
            sum(mean(entry.rest)[seat - 1] for entry in entries),
            end[seat - 1],
        )
        for seat in range(1, len(begin) + 1)
    ]


def telling(entries: Iterable[Judged]) -> list[Judged]:
    """Return the entries that were looked at more closely and have figures to report, the largest change first."""
    return sorted((entry for entry in entries if entry.closer and entry.parts), key=lambda entry: -entry.largest)


def shared_out(entries: Iterable[Judged]) -> bool:
    """Return whether all seats' shares add up to one victory after each entry."""
    return all(abs(sum(mean(entry.after)) - 1) < LEAST for entry in entries)


def is_solved(matter: Matter) -> bool:
    """Return whether a title is solved: most of its positions are looked up, not searched."""
    return rules_here(matter.title, matter.rules_version).bots.solution is not None


@cache
def _judge(matter: Matter, folder: Path | None) -> Judge:
    return Judge(matter, folder)


def _run(pool: ProcessPoolExecutor | None, work: Callable[..., X], tasks: Iterable[Sequence[Any]]) -> Iterator[X]:
    """Yield the results of tasks in their order."""
    if pool is None:
        yield from starmap(work, tasks)
        return
    # All are submitted before the first is awaited.
    for promised in [pool.submit(work, *task) for task in tasks]:
        yield promised.result()


def _assess(matter: Matter, folder: Path | None, position: Position, seed: int, budget: Budget) -> SearchResult:
    return _judge(matter, folder).assess(position, f"{seed}-{position.version}", budget)


def _entry(position: Position, then: Position, finding: SearchResult, next_finding: SearchResult) -> Judged:
    """Return an entry as far as the searches at both positions show it."""
    entry = Judged(
        then.version, position.actor, finding.worth, next_finding.worth, is_substituted=position.is_substituted
    )
    if position.actor == CHANCE:
        return entry._replace(luck=entry.swing)
    return entry._replace(choice=finding.choice, better=finding.better)


def _closer(
    matter: Matter, folder: Path | None, pair: tuple[Position, Position], entry: Judged, how: tuple[int, Budget]
) -> Judged:
    """Return a more closely searched entry between two positions, as far as there is more to see."""
    (position, then), (seed, budget) = pair, how
    judge, named = _judge(matter, folder), f"{seed}-{position.version}-closer"
    if position.actor == CHANCE:
        luck, outcomes, exact = judge.luck(position, then, named, budget)
        return entry._replace(luck=luck, outcomes=outcomes, exact=exact, closer=True)
    if entry.better is not None:
        finding = judge.choice(position, entry.better, named, budget)
        return entry._replace(choice=finding.choice, better=finding.better, closer=True)
    return entry._replace(closer=True)
