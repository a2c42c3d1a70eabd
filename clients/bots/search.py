"""Information-set Monte Carlo tree search over the rules of a title.

A playout begins at a guess of the table, follows the tree as far as it goes, adds one node to it, and ends at the next
quiet table with the title's evaluation. Until then seats follow the habits of the title. In most titles every table is
quiet: random play would soon ruin what the evaluation can tell apart. At a new node the habit is tried first. Each seat
seeks the best for itself. Moves are chosen by their mean and a term for those that were tried seldom although they
could have been, since what is legal differs from guess to guess: single-observer ISMCTS with UCB1 (P. Cowling,
E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012). A node tries no more moves than the square
root of how often it was met (progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the game of
Go", 2007).

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

IMAGINED = 8
"""How many moves another is taken to weigh up, if something is hidden from them."""


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
    """A tree that grows from a table as a reader knows it: which of the reader's moves is best, or what it is worth."""

    def __init__(
        self,
        title: Title[Any],
        table: Any,
        reader: int | None,
        moves: Sequence[Message],
        source: Random,
        *,
        samples: int = PRIOR_SAMPLES,
    ) -> None:
        """Begin a search for a seat that is asked which of these moves it makes, each first looked at so often.

        Without moves it is what the table is worth, to any reader: a seat, or None for a spectator.
        """
        self._title, self._table, self._reader, self._moves, self._source = title, table, reader, list(moves), source
        self._draws = RandomDraws(source)
        self._root = Branch()
        self._looked: dict[Branch, Sequence[float]] = {}
        self._ends: list[tuple[Branch | None, Sequence[float]]] = []
        """The move at the root of each playout, and what each seat had at its end."""
        if reader is not None:
            look = Look(title, table, reader, source)
            for move in self._moves:
                self._expect(self._root.below(move), look.shares(move, samples), reader)

    def _expect(self, branch: Branch, shares: Sequence[float], seat: int) -> None:
        """Begin a branch of the root with what the evaluation says of it."""
        branch.visits, branch.total = PRIOR, PRIOR * shares[seat - 1]
        self._looked[branch] = shares

    def play(self) -> None:
        """Play one playout."""
        path: list[tuple[int, Branch]] = []
        worth = self._title.evaluation(self._played(path))
        for mover, branch in path:
            branch.visits += 1
            branch.total += worth[mover - 1]
        self._ends.append((path[0][1] if self._moves else None, worth))

    def tried(self) -> list[Tried]:
        """Return how each move at the root did, in their order."""
        branches = map(self._root.below, self._moves)
        return [Tried(branch.visits, branch.total) for branch in branches]

    def shares(self) -> list[float]:
        """Return what each seat had of the victory in the mean of the playouts. Needs one."""
        return _means([worth for _, worth in self._ends])

    def shares_after(self) -> list[Sequence[float]]:
        """Return for each move at the root, in their order, what each seat had after it in the mean of the playouts.

        Of a move without any it is what the first look said. Of the move that looked best this look says too much: it
        was chosen for that.
        """
        ends: dict[Branch | None, list[Sequence[float]]] = {}
        for branch, worth in self._ends:
            ends.setdefault(branch, []).append(worth)
        return [
            _means(ends[branch]) if branch in ends else self._looked[branch]
            for branch in map(self._root.below, self._moves)
        ]

    def _played(self, path: list[tuple[int, Branch]]) -> Any:
        """Return the table at the end of a playout, whose path in the tree is written down."""
        title, seat, node = self._title, self._reader, self._root
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
            if mover != seat and not is_open(title, table, mover):
                move = self._imagined(table, mover, legal)
                table, node = after(title, table, mover, move), node.below(move)
                continue
            move, branch = self._selected(node, legal, table, mover)
            path.append((mover, branch))
            table = after(title, table, mover, move)
            if not branch.visits:
                return self._calmed(table)
            node = branch
        return table

    def _calmed(self, table: Any) -> Any:
        """Return the next quiet table, as players with the habits of the title come to it."""
        title = self._title
        while not title.is_quiet(table) and (step := decider.waiting(title, table)) is not None:
            if isinstance(step, Chance):
                table = after(title, table, CHANCE, step.draw(table, self._draws))
            else:
                mover = pick(self._source, decider.asked(title, table))
                move = title.habit(table, mover) or pick(self._source, useful(title, table, mover))
                table = after(title, table, mover, move)
        return table

    def _asked(self, table: Any, node: Branch) -> tuple[int, list[Message]]:
        """Return who moves next, at the root the seat that searches, and what they can do."""
        if node is self._root and self._moves and self._reader is not None:
            return self._reader, self._moves
        mover = pick(self._source, decider.asked(self._title, table))
        return mover, useful(self._title, table, mover)

    def _imagined(self, table: Any, mover: int, legal: list[Message]) -> Message:
        """Return what another may do, who does not know what the searching seat knows.

        It is their habit; without one, what looks best from there.
        """
        if (usual := self._title.habit(table, mover)) is not None:
            return usual
        look = Look(self._title, table, mover, self._source)
        some = self._draws.sample(legal, min(len(legal), IMAGINED))
        return max(some, key=lambda move: look.worth(move, 1)) if len(some) > 1 else some[0]

    def _selected(self, node: Branch, legal: list[Message], table: Any, mover: int) -> tuple[Message, Branch]:
        """Return the move to follow and its branch, which was never tried if it is new."""
        node.met += 1
        known: list[tuple[float, int, Message, Branch]] = []
        fresh = []
        for move in legal:
            branch = node.branches.get(_key(move))
            if branch is None or not branch.visits:
                # One that only others were taken to make was not tried.
                fresh.append(move)
            else:
                branch.available += 1
                known.append((branch.bound, len(known), move, branch))
        if fresh and len(known) <= sqrt(node.met):
            move = self._first(fresh, table, mover) if not known else pick(self._source, fresh)
            return move, node.below(move)
        *_, move, branch = max(known)
        return move, branch

    def _first(self, fresh: list[Message], table: Any, mover: int) -> Message:
        """Return the move that is tried first at a node: the habit of the seat, if it has one there."""
        usual = self._title.habit(table, mover)
        return usual if usual in fresh else pick(self._source, fresh)


class Look:
    """A look one move ahead from a table, for a seat."""

    def __init__(self, title: Title[Any], table: Any, seat: int, source: Random) -> None:
        self._title, self._table, self._seat, self._draws = title, table, seat, RandomDraws(source)

    def worth(self, move: Message, samples: int) -> float:
        """Return what the seat has of the victory in the mean once a move is made, over so many guesses."""
        return self.shares(move, samples)[self._seat - 1]

    def shares(self, move: Message, samples: int) -> list[float]:
        """Return what each seat has in the mean evaluation once chance has shown what follows from a move."""
        title, seat = self._title, self._seat
        total = [0.0] * self._table.players
        for _ in range(samples):
            table = after(title, title.guess(self._table, seat, self._draws), seat, move)
            while isinstance(step := decider.waiting(title, table), Chance):
                table = after(title, table, CHANCE, step.draw(table, self._draws))
            total = [share + more for share, more in zip(total, title.evaluation(table), strict=True)]
        return [share / samples for share in total]


class _Noticed(Draws):
    """Draws that remember whether anything was drawn."""

    asked = False

    def below(self, bound: int) -> int:
        self.asked = True
        return 0


def is_open(title: Title[Any], table: Any, seat: int) -> bool:
    """Return whether nothing on a table is hidden from a seat."""
    draws = _Noticed()
    return title.guess(table, seat, draws) == table and not draws.asked


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


def _means(shares: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(shares) for column in zip(*shares, strict=True)]


def is_secret(message: Message, seat: int | None) -> bool:
    """Return whether a message is another seat's own; to a spectator any seat's."""
    private: Any = message
    kind = message.DESCRIPTOR.GetOptions().Extensions[rules.visibility]
    return bool(kind == rules.VISIBILITY_SEAT and private.seat != seat)


def pick(source: Random, things: Sequence[Any]) -> Any:
    """Return any of the things."""
    return things[int(source.random() * len(things))]


def _key(move: Message) -> Key:
    return type(move), move.SerializeToString(deterministic=True)
