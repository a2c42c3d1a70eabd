"""Shogun, by Dirk Henn (Queen Games 2006): three to five daimyo, two years of war, one cube tower."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words
from games.shogun.rules import RULES
from games.shogun.rules.table import ShogunTable


def _words() -> Words:
    from games.shogun.words import WORDS

    return WORDS


def _board() -> Board[ShogunTable]:
    from games.shogun.board import BOARD

    return BOARD


def _bots() -> Bots[ShogunTable]:
    from games.shogun.bots import BOTS

    return BOTS


SHOGUN = Title(RULES, _words, _board, _bots)
VERSIONS = (SHOGUN,)
"""The title by each version of its rules, the first of them first."""
