"""A drawing of the tree of a game's branches: its ancestors and their branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clients.web.frame.visitor import Visitor
from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client.errors import NotAllowed, NotFound

MOST_GAMES = 60
"""How many games a tree shows; further ones are left out."""
MOST_PARENTS = 30
ROW, LEFT, LENGTH = 34, 12, 110
"""The height of a row, where version 0 is, and how long the longest line is, in the drawing's units."""
LONGEST_NAME = 20


class Branch(NamedTuple):
    """A game in the drawing: a line from where it was branched to its newest version."""

    info: GameInfo
    name: str
    row: int
    """Its row, counted from 0."""
    start: int
    """The last version that it shares with its parent."""
    above: int
    """The row of its parent, or its own."""


class BranchTree(NamedTuple):
    """The games in the order of their rows."""

    branches: Sequence[Branch]
    newest: int
    """The highest version of any game."""
    left_out: bool

    @property
    def height(self) -> int:
        """The height of the drawing."""
        return ROW * len(self.branches) + 8

    def across(self, version: int) -> float:
        """Return how far right a version is."""
        return LEFT + round(LENGTH * version / max(self.newest, 1), 1)

    def down(self, row: int) -> int:
        """Return how far down a row is."""
        return ROW * row + ROW // 2 + 8


async def load_tree(visitor: Visitor, info: GameInfo) -> BranchTree:
    """Return the tree that a game belongs to, as far as the visitor may see it."""
    ancestors = [info]
    while len(ancestors) <= MOST_PARENTS and (parent := await _load_parent(visitor, ancestors[-1])) is not None:
        ancestors.append(parent)
    root = ancestors[-1]
    games, left_out = {root.game: root}, False
    unread = [root.game]
    while unread and not left_out:
        async for child in visitor.gunbai.games(parent=unread.pop(0)):
            if len(games) == MOST_GAMES:
                left_out = True
                break
            if child.game not in games:
                games[child.game] = child
                unread.append(child.game)
    # A private branch is in no list; a visitor to its page sees it and its parents.
    for ancestor in ancestors:
        games.setdefault(ancestor.game, ancestor)
    return arrange(root.game, games, left_out=left_out)


async def _load_parent(visitor: Visitor, info: GameInfo) -> GameInfo | None:
    """Return the parent of a game; None if it has none, or none that the visitor may see."""
    if not info.parent:
        return None
    try:
        return await visitor.reader.game(info.parent)
    except (NotFound, NotAllowed):
        return None


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def arrange(root: str, games: Mapping[str, GameInfo], *, left_out: bool = False) -> BranchTree:
    """Return a tree's rows: a game's branches below it, the latest first, so that no lines cross."""
    below: dict[str, list[GameInfo]] = {}
    for info in games.values():
        below.setdefault(info.parent, []).append(info)
    rows, waiting = list[Branch](), [(games[root], 0)]
    while waiting:
        info, above = waiting.pop()
        row = len(rows)
        name = info.label or ", ".join(seat.player for seat in info.seats if seat.player) or info.game
        rows.append(Branch(info, _cut(name), row, info.parent_version if row else 0, above))
        children = sorted(below.get(info.game, ()), key=lambda child: child.parent_version)
        waiting += [(child, row) for child in children]
    return BranchTree(rows, max(branch.info.head for branch in rows), left_out)
