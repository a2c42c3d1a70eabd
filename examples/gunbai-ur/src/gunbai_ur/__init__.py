"""The Royal Game of Ur, some 4,600 years old, as it is commonly played after Irving Finkel."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words
from gunbai_ur.rules import RULES
from gunbai_ur.rules.table import UrTable


def _words() -> Words:
    from gunbai_ur.words import WORDS

    return WORDS


def _board() -> Board[UrTable]:
    from gunbai_ur.board import BOARD

    return BOARD


def _bots() -> Bots[UrTable]:
    from gunbai_ur.bots import BOTS

    return BOTS


UR = Title(RULES, _words, _board, _bots)
VERSIONS = (UR,)
"""The title by each version of its rules, the first of them first."""
