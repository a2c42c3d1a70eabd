"""Information-set Monte Carlo tree search over a title's rules.

A playout begins at a guess of the table, follows the tree as far as it goes, adds one node to it, and ends at the next
quiet table with the title's appraisal, or its evaluation if it has none. Until then seats follow the title's habits,
and make the move that looks best where they have none. In titles without habits, every table is quiet once chance has
shown what it must: random play would soon ruin what the evaluation can distinguish. At a new node, the habit is tried
first. Each seat seeks the best for itself. Moves are chosen by their mean and a term for those that were tried seldom
although they could have been, because what is legal differs from guess to guess: single-observer ISMCTS with UCB1 (P.
Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012). A node tries no more moves than the
square root of how often it was met (progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the
game of Go", 2007), the root first those that look best.

Chance is drawn by the rules, and each outcome is a branch of the tree. Others' secret decisions are not: they are drawn
again each time, because the searching seat would not see them either.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from itertools import islice, zip_longest
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple, TypeVar

from games.kit.rules import decider
from games.kit.rules.chance import Draws
from games.kit.rules.changes_of_mind import taking_back
from games.kit.rules.decider import CHANCE, Chance, Decision, Step
from games.kit.title import Title
from gunbai_record.plain import Plain, is_private

X = TypeVar("X")

EXPLORATION = 0.08
"""How much rarely tried moves are preferred: UCB1's constant, small because evaluations differ by little."""
PRIOR = 6.0
"""How many playouts the evaluation right after a move counts for, at the root."""
PRIOR_SAMPLES = 4
"""How many guesses that evaluation averages over."""

FIRST, WIDTH = 2, 1.0
"""How many moves are tried at the root, best-looking first: this many, plus this factor times the root of the playouts.
"""
MOST_MOVES = 1_000
"""After how many moves by habit a playout ends even if no table was quiet: habits may go in circles."""
IMAGINED = 8
"""How many moves another player is assumed to weigh up, if something is hidden from them."""


class RandomDraws(Draws):
    """Draws from a source of random numbers."""

    def __init__(self, source: Random) -> None:
        self._random = source.random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


class _Sorted(RandomDraws):
    """The same with dice in the order of their faces: a throw has no order, so such throws are one."""

    def dice(self, count: int, faces: Sequence[X]) -> tuple[X, ...]:
        return tuple([faces[place] for place in sorted([self.below(len(faces)) for _ in range(count)])])


class Scene:
    """A table with what can be done there."""

    __slots__ = ("_legal", "_open", "_title", "step", "table")

    def __init__(self, title: Title[Any], table: Any) -> None:
        self._title, self.table = title, table
        self.step = decider.waiting(title.rules, table)
        """What the rules wait for; None after the end."""
        self._legal: dict[int, list[Plain]] = {}
        self._open: dict[int, bool] = {}

    def choices(self, seat: int) -> list[Plain]:
        """Return a seat's useful moves."""
        if seat not in self._legal:
            self._legal[seat] = useful(self._title, self.table, seat)
        return self._legal[seat]

    def is_open_to(self, seat: int) -> bool:
        """Return whether nothing on the table is hidden from a seat."""
        if seat not in self._open:
            self._open[seat] = is_open(self._title, self.table, seat)
        return self._open[seat]


class Branch:
    """A move from a tree node, and the node that it leads to: the branches from there."""

    __slots__ = ("available", "branches", "met", "scene", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0.0
        self.total = 0.0
        """The sum of its playouts' worth to the moving seat."""
        self.available = 1
        """How often it could have been tried."""
        self.branches: dict[Plain, Branch] = {}
        self.met = 0
        """How often a decision was taken at the node."""
        self.scene: Scene | None = None
        """What is there, if each playout reaches the same table."""

    def bound(self, spread: float) -> float:
        """Return the upper bound of what it may be worth, by UCB1 with this constant."""
        return self.total / self.visits + spread * sqrt(log(self.available + 1) / self.visits)

    def below(self, move: Plain) -> Branch:
        """Return a move's branch from here, a new one if there is none."""
        branch = self.branches.get(move)
        if branch is None:
            branch = self.branches[move] = Branch()
        return branch


class Tried(NamedTuple):
    """How a move at the root did: playouts, and the sum of their worth to the seat."""

    visits: float
    total: float


class Search:
    """A tree that grows from a table as a reader knows it: which of the reader's moves is best, or what it is worth."""

    def __init__(
        self,
        title: Title[Any],
        table: Any,
        reader: int | None,
        moves: Sequence[Plain],
        source: Random,
        *,
        samples: int = PRIOR_SAMPLES,
    ) -> None:
        """Begin a search for a seat that is asked for one of these moves; each is first looked at `samples` times.

        Without moves, the question is what the table is worth, to any reader: a seat, or None for a spectator.
        """
        self._title, self._table, self._reader, self._moves, self._source = title, table, reader, list(moves), source
        self._draws = _Sorted(source)
        self._promising: list[Plain] = []
        """The same, best-looking first."""
        self._appraisal = title.bots.appraisal or title.bots.evaluation
        self._spread = EXPLORATION if title.bots.spread is None else title.bots.spread
        self._root = Branch()
        self._is_same = reader is not None and is_open(title, table, reader)
        """Whether each playout begins at the same table."""
        self._looked: dict[Branch, Sequence[float]] = {}
        self._ends: list[tuple[Branch | None, Sequence[float]]] = []
        """The move at the root of each playout, and each seat's result at its end."""
        if reader is not None:
            look = Look(title, table, reader, source, deep=True)
            for move in self._moves:
                self._expect(self._root.below(move), look.shares(move, samples), reader)
            self._promising = self._ranked()

    def _ranked(self) -> list[Plain]:
        """Return the moves at the root, best-looking first; equally good ones in any order."""
        # The random number decides between equals before the place does, or bots would prefer the first listed move.
        ranks = [
            (-self._root.below(move).total, self._source.random(), place) for place, move in enumerate(self._moves)
        ]
        return [self._moves[place] for *_, place in sorted(ranks)]

    def _expect(self, branch: Branch, shares: Sequence[float], seat: int) -> None:
        """Begin a branch of the root with what the evaluation says of it."""
        # Counted like playouts, so that a few unlucky ones do not bury a move that looks good.
        branch.visits, branch.total = PRIOR, PRIOR * shares[seat - 1]
        self._looked[branch] = shares

    def play(self) -> None:
        """Play one playout."""
        path: list[tuple[int, Branch]] = []
        worth = self._appraisal(self._calmed(self._played(path)))
        for mover, branch in path:
            branch.visits += 1
            branch.total += worth[mover - 1]
        self._ends.append((path[0][1] if self._moves else None, worth))

    def tried(self) -> list[Tried]:
        """Return how each move at the root did, in their order."""
        return [Tried(branch.visits, branch.total) for branch in self._begun()]

    def shares(self) -> list[float]:
        """Return each seat's mean share of the victory in the playouts. Needs at least one."""
        return _means([worth for _, worth in self._ends])

    def shares_after(self) -> list[Sequence[float]]:
        """Return, for each move at the root in order, each seat's mean share of the victory after it.

        A move without playouts has what the first look said. For the move that looked best, this look says too much: it
        was chosen for that.
        """
        ends: dict[Branch | None, list[Sequence[float]]] = {}
        for branch, worth in self._ends:
            ends.setdefault(branch, []).append(worth)
        return [_means(ends[branch]) if branch in ends else self._looked[branch] for branch in self._begun()]

    def _begun(self) -> list[Branch]:
        """Return the branches of the moves at the root, in their order."""
        return [self._root.below(move) for move in self._moves]

    def _played(self, path: list[tuple[int, Branch]]) -> Any:
        """Return the table at the end of a playout, whose path in the tree is recorded."""
        seat, node, is_same = self._reader, self._root, self._is_same
        scene = self._first()
        while (step := scene.step) is not None:
            if isinstance(step, Chance):
                mover, move = CHANCE, step.draw(scene.table, self._draws)
                is_seen = not is_secret(move, seat)
            else:
                mover, choices = self._next_choices(scene, node)
                is_own = mover == seat
                is_seen = is_own or not is_secret(choices[0], seat)
                # They are not in the tree, so no playout learns from another what was chosen in secret.
                if not is_seen:
                    move = pick(self._source, choices)
                elif is_own or scene.is_open_to(mover):
                    if not node.met and node is not self._root:
                        node.met = 1
                        return scene.table
                    move, branch = self._selected(node, choices, scene.table, mover)
                    path.append((mover, branch))
                    if not branch.visits:
                        branch.met += 1
                        return after(self._title, scene.table, mover, move)
                else:
                    move = self._imagined(scene.table, mover, choices)
            is_same = is_same and is_seen
            node = node.below(move) if is_seen else node
            scene = self._reached(node if is_same else None, scene.table, mover, move)
        return scene.table

    def _first(self) -> Scene:
        """Return where a playout begins: the table, with what is hidden drawn again."""
        # Hidden facts differ from playout to playout; the tree is one for all of them.
        if not self._is_same:
            guess = self._title.bots.belief or self._title.bots.guess
            return Scene(self._title, guess(self._table, self._reader, self._draws))
        if self._root.scene is None:
            self._root.scene = Scene(self._title, self._table)
        return self._root.scene

    def _reached(self, node: Branch | None, table: Any, mover: int, move: Plain) -> Scene:
        """Return where a move leads, once for all playouts if a node is given."""
        if node is not None and node.scene is not None:
            return node.scene
        scene = Scene(self._title, after(self._title, table, mover, move))
        if node is not None:
            node.scene = scene
        return scene

    def _next_choices(self, scene: Scene, node: Branch) -> tuple[int, list[Plain]]:
        """Return who moves next (at the root, the searching seat), and what they can do."""
        if node is self._root and self._moves and self._reader is not None:
            # The root widens by its own ranking, which the first looks paid for.
            return self._reader, self._promising[: FIRST + int(WIDTH * sqrt(node.met))]
        # Where several seats decide at once, their order is not part of the rules.
        seats = scene.step.seats(scene.table) if isinstance(scene.step, Decision) else ()
        mover = seats[0] if len(seats) == 1 else pick(self._source, seats)
        return mover, scene.choices(mover)

    def _calmed(self, table: Any) -> Any:
        """Return the next quiet table that players with the title's habits reach, or the one after many moves.

        Where they have no habit, they make the move after which the table is worth most to them.
        """
        title = self._title
        for _ in range(MOST_MOVES):
            if title.bots.is_quiet(table) or (step := decider.waiting(title.rules, table)) is None:
                break
            if isinstance(step, Chance):
                table = after(title, table, CHANCE, step.draw(table, self._draws))
                continue
            mover = pick(self._source, step.seats(table) if isinstance(step, Decision) else ())
            usual = title.bots.habit(table, mover)
            moves = useful(title, table, mover) if usual is None else [usual]
            ends = [after(title, table, mover, move) for move in moves]
            table = max(ends, key=lambda end: title.bots.evaluation(end)[mover - 1]) if len(ends) > 1 else ends[0]
        return table

    def _imagined(self, table: Any, mover: int, choices: list[Plain]) -> Plain:
        """Return what another player may do who does not know what the searching seat knows.

        It is their habit; without one, what looks best from there.
        """
        if len(choices) == 1:
            return choices[0]
        if (usual := self._title.bots.habit(table, mover)) is not None:
            return usual
        look = Look(self._title, table, mover, self._source)
        return max(self._some(choices), key=lambda move: look.worth(move, 1))

    def _some(self, choices: list[Plain]) -> list[Plain]:
        """Return some of the choices, equally many of each kind of move where possible."""
        if len(choices) <= IMAGINED:
            return choices
        kinds: dict[type[Plain], list[Plain]] = {}
        # Shuffled, or the same first candidates would be weighed up every time.
        for choice in self._draws.shuffle(choices):
            kinds.setdefault(type(choice), []).append(choice)
        in_turn = (choice for row in zip_longest(*kinds.values()) for choice in row if choice is not None)
        return list(islice(in_turn, IMAGINED))

    def _selected(self, node: Branch, choices: list[Plain], table: Any, mover: int) -> tuple[Plain, Branch]:
        """Return the move to follow and its branch, which is new if it was never tried."""
        node.met += 1
        tried: list[tuple[Plain, Branch]] = []
        fresh, branches = [], node.branches
        for choice in choices:
            branch = branches.get(choice)
            if branch is None or not branch.visits:
                # A move that only other players were assumed to make was not tried.
                fresh.append(choice)
            else:
                branch.available += 1
                tried.append((choice, branch))
        # Widening: with hundreds of legal moves, one playout each would say nothing about any.
        if fresh and len(tried) <= sqrt(node.met):
            move = pick(self._source, fresh) if tried else self._usual(fresh, table, mover)
            return move, node.below(move)
        spread = self._spread
        # The place decides between equal bounds, since moves cannot be compared.
        _, place = max([(branch.bound(spread), place) for place, (_, branch) in enumerate(tried)])
        return tried[place]

    def _usual(self, fresh: list[Plain], table: Any, mover: int) -> Plain:
        """Return the move that is tried first at a node: the seat's habit, if it has one there."""
        usual = self._title.bots.habit(table, mover)
        return usual if usual in fresh else pick(self._source, fresh)


class Look:
    """A look one move ahead from a table, for a seat."""

    def __init__(self, title: Title[Any], table: Any, seat: int, source: Random, *, deep: bool = False) -> None:
        """Begin to look; a deep look appraises tables and, as far as the title can, considers what others did."""
        self._title, self._table, self._seat, self._draws = title, table, seat, RandomDraws(source)
        self._deep = deep
        self._appraisal = (deep and title.bots.appraisal) or title.bots.evaluation

    def worth(self, move: Plain, samples: int) -> float:
        """Return the seat's mean share of the victory after a move, over this many guesses."""
        return self.shares(move, samples)[self._seat - 1]

    def shares(self, move: Plain, samples: int) -> list[float]:
        """Return each seat's mean evaluation once chance has shown what follows from a move."""
        title, seat = self._title, self._seat
        if title.bots.prospect is not None:
            return list(title.bots.prospect(self._table, seat, move, believing=self._deep))
        guess = title.bots.belief or title.bots.guess if self._deep else title.bots.guess
        total = [0.0] * self._table.players
        for _ in range(samples):
            table = after(title, guess(self._table, seat, self._draws), seat, move)
            table = settled(title, table, self._draws)
            total = [share + more for share, more in zip(total, self._appraisal(table), strict=True)]
        return [share / samples for share in total]


class _Noticed(Draws):
    """Draws that remember whether anything was drawn."""

    was_drawn = False

    def below(self, bound: int) -> int:
        self.was_drawn = True
        return 0


def is_open(title: Title[Any], table: Any, seat: int) -> bool:
    """Return whether nothing on a table is hidden from a seat."""
    draws = _Noticed()
    # Both: a draw can happen to give the table itself, and a guess can replace what is hidden without a draw.
    return title.bots.guess(table, seat, draws) == table and not draws.was_drawn


def useful(title: Title[Any], table: Any, seat: int, made: Plain | None = None) -> list[Plain]:
    """Return a seat's legal moves, one of each set that amounts to the same: the one `made`, if it is given.

    Moves that only take back what the seat did are left out if there are others: a bot that took something back would
    soon do the same again.
    """
    rules = title.rules
    moves = legal = list(decider.legal(rules, table, seat))
    if _takes_back(rules.steps):
        back = taking_back(rules, table)
        moves = [move for move in legal if type(move) not in back] or legal
    if not _has_senses(rules.steps):
        return moves
    step = decider.waiting(rules, table)
    if not isinstance(step, Decision) or type(step).sense is Decision.sense:
        return moves
    kinds: dict[Hashable, Plain] = {}
    for move in moves:
        kind = step.sense(table, move)
        if kind not in kinds or move == made:
            kinds[kind] = move
    return list(kinds.values())


@cache
def _takes_back(steps: tuple[type[Step[Any]], ...]) -> bool:
    """Return whether anything can be taken back in any of a title's steps."""
    return any(issubclass(step, Decision) and step.takes_back for step in steps)


@cache
def _has_senses(steps: tuple[type[Step[Any]], ...]) -> bool:
    """Return whether moves of any of a title's steps can amount to the same."""
    return any(issubclass(step, Decision) and step.sense is not Decision.sense for step in steps)


def after(title: Title[Any], table: Any, actor: int, move: Plain) -> Any:
    """Return the table after a listed move or a drawn outcome. Raises BrokenLawError if it is not due."""
    return decider.carried_out(title.rules, table, actor, move).table


def settled(title: Title[Any], table: Any, draws: Draws) -> Any:
    """Return the table once chance has shown what the rules wait for."""
    while isinstance(step := decider.waiting(title.rules, table), Chance):
        table = after(title, table, CHANCE, step.draw(table, draws))
    return table


def _means(shares: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(shares) for column in zip(*shares, strict=True)]


def is_secret(message: Any, seat: int | None) -> bool:
    """Return whether a command is another seat's own; for a spectator, any seat's."""
    kind: type[Plain] = type(message)
    return is_private(kind) and bool(message.seat != seat)


def pick(source: Random, things: Sequence[Any]) -> Any:
    """Return any of the things."""
    return things[int(source.random() * len(things))]
