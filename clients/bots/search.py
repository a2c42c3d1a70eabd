"""Information-set Monte Carlo tree search over the rules of a title.

A playout begins at a guess of the table, follows the tree as far as it goes, adds one node to it, and ends there with
the title's evaluation: random play from there on would soon ruin what the evaluation can tell apart. Each seat seeks
the best for itself. Moves are chosen by their mean and a term for those that were tried seldom although they could have
been, since what is legal differs from guess to guess: single-observer ISMCTS with UCB1 (P. Cowling, E. Powley,
D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012). A node tries no more moves than the square root of how
often it was met (progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).

Chance is drawn by the rules, and what it shows is a branch of the tree. What others decide in secret is none: it is
drawn anew each time, since the seat that searches would not see it either.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

from google.protobuf.message import Message

from games.kit import decider
from games.kit.chance import Draws
from games.kit.changes_of_mind import taking_back
from games.kit.decider import CHANCE, Accepted, BrokenLawError, Chance, Title
from gunbai.rules.v1 import options_pb2 as rules

Key: TypeAlias = "tuple[type[Message], bytes]"

EXPLORATION = 0.08
"""How much a move that was tried seldom is preferred: UCB1's constant, small since evaluations differ by little."""
PRIOR = 6.0
"""How many playouts the evaluation right after a move counts for, at the root."""
PRIOR_SAMPLES = 4
"""How many guesses that evaluation is the mean of."""


class RandomDraws(Draws):
    """Draws from a source of random numbers."""

    def __init__(self, source: Random) -> None:
        self._random = source.random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


class Branch:
    """A move from a node of the tree, and the node to which it leads: the branches from there."""

    __slots__ = ("available", "branches", "met", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0.0
        self.total = 0.0
        """The sum of what its playouts were worth to the seat that moves."""
        self.available = 1
        """How often it could have been tried."""
        self.branches: dict[Key, Branch] = {}
        self.met = 0
        """How often a decision was taken at the node."""

    @property
    def bound(self) -> float:
        """The upper bound of what it may be worth."""
        return self.total / self.visits + EXPLORATION * sqrt(log(self.available + 1) / self.visits)

    def below(self, move: Message) -> Branch:
        """Return the branch of a move from here, a new one if there is none."""
        return self.branches.setdefault(_key(move), Branch())


class Tried(NamedTuple):
    """How a move at the root did: playouts, and the sum of what they were worth to the seat."""

    visits: float
    total: float


class Search:
    """A tree that grows from one question to a seat: which of these moves is best."""

    def __init__(self, title: Title[Any], table: Any, seat: int, moves: Sequence[Message], source: Random) -> None:
        self._title, self._table, self._seat, self._moves, self._source = title, table, seat, list(moves), source
        self._draws = RandomDraws(source)
        self._root = Branch()
        look = Look(title, table, seat, source)
        for move in self._moves:
            branch = self._root.below(move)
            branch.visits, branch.total = PRIOR, PRIOR * look.worth(move, PRIOR_SAMPLES)

    def play(self) -> None:
        """Play one playout."""
        path: list[tuple[int, Branch]] = []
        worth = self._title.evaluation(self._played(path))
        for mover, branch in path:
            branch.visits += 1
            branch.total += worth[mover - 1]

    def tried(self) -> list[Tried]:
        """Return how each move at the root did, in their order."""
        branches = map(self._root.below, self._moves)
        return [Tried(branch.visits, branch.total) for branch in branches]

    def _played(self, path: list[tuple[int, Branch]]) -> Any:
        """Return the table at the end of a playout, whose path in the tree is written down."""
        title, seat, node = self._title, self._seat, self._root
        table = title.guess(self._table, seat, self._draws)
        while (step := decider.waiting(title, table)) is not None:
            if isinstance(step, Chance):
                outcome = step.draw(table, self._draws)
                table = after(title, table, CHANCE, outcome)
                node = node if is_secret(outcome, seat) else node.below(outcome)
                continue
            mover, legal = self._asked(table, node)
            if mover != seat and is_secret(legal[0], seat):
                table = after(title, table, mover, pick(self._source, legal))
                continue
            move, branch = self._selected(node, legal)
            path.append((mover, branch))
            table = after(title, table, mover, move)
            if not branch.visits:
                return table
            node = branch
        return table

    def _asked(self, table: Any, node: Branch) -> tuple[int, list[Message]]:
        """Return who moves next, at the root the seat that searches, and what they can do."""
        asked = decider.asked(self._title, table)
        if node is self._root:
            return self._seat, self._moves
        mover = pick(self._source, asked)
        return mover, useful(self._title, table, mover)

    def _selected(self, node: Branch, legal: list[Message]) -> tuple[Message, Branch]:
        """Return the move to follow and its branch, which was never tried if it is new."""
        node.met += 1
        known: list[tuple[float, int, Message, Branch]] = []
        fresh = []
        for move in legal:
            branch = node.branches.get(_key(move))
            if branch is None:
                fresh.append(move)
            else:
                branch.available += 1
                known.append((branch.bound, len(known), move, branch))
        if fresh and len(known) <= sqrt(node.met):
            move = pick(self._source, fresh)
            return move, node.below(move)
        *_, move, branch = max(known)
        return move, branch


class Look:
    """A look one move ahead from a table, for a seat."""

    def __init__(self, title: Title[Any], table: Any, seat: int, source: Random) -> None:
        self._title, self._table, self._seat, self._draws = title, table, seat, RandomDraws(source)

    def worth(self, move: Message, samples: int) -> float:
        """Return the mean evaluation once chance has shown what follows from a move, over so many guesses."""
        title, seat, total = self._title, self._seat, 0.0
        for _ in range(samples):
            table = after(title, title.guess(self._table, seat, self._draws), seat, move)
            while isinstance(step := decider.waiting(title, table), Chance):
                table = after(title, table, CHANCE, step.draw(table, self._draws))
            total += title.evaluation(table)[seat - 1]
        return total / samples


def useful(title: Title[Any], table: Any, seat: int) -> list[Message]:
    """Return the legal moves of a seat, without those that only take back what it did, if there are others.

    A bot that took something back would soon do the same again.
    """
    legal, back = list(decider.legal(title, table, seat)), taking_back(title, table)
    return [move for move in legal if type(move) not in back] or legal


def after(title: Title[Any], table: Any, actor: int, move: Message) -> Any:
    """Return the table after a move that is legal. Raises BrokenLawError if the rules refuse it."""
    ruling = decider.decide(title, table, actor, move)
    if not isinstance(ruling, Accepted):
        raise BrokenLawError(f"{title.name} refuses what it offers: {ruling}")
    return ruling.table


def is_secret(message: Message, seat: int) -> bool:
    """Return whether a message is another seat's own."""
    private: Any = message
    kind = message.DESCRIPTOR.GetOptions().Extensions[rules.visibility]
    return bool(kind == rules.VISIBILITY_SEAT and private.seat != seat)


def pick(source: Random, things: Sequence[Any]) -> Any:
    """Return any of the things."""
    return things[int(source.random() * len(things))]


def _key(move: Message) -> Key:
    return type(move), move.SerializeToString(deterministic=True)
