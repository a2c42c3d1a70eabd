"""King of Tokyo, by Richard Garfield: two to six giant monsters (KT-1.1), one city; the 66 cards of 2012."""

from __future__ import annotations

from dataclasses import replace

from games.king_of_tokyo.rules import RULES, version_2
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words


def _words() -> Words:
    from games.king_of_tokyo.words import WORDS

    return WORDS


def _words_2() -> Words:
    from games.king_of_tokyo.words.version_2 import WORDS

    return WORDS


def _board() -> Board[TokyoTable]:
    from games.king_of_tokyo.board import BOARD

    return BOARD


def _bots() -> Bots[TokyoTable]:
    from games.king_of_tokyo.bots import BOTS

    return BOTS


KING_OF_TOKYO = Title(RULES, _words, _board, _bots)
VERSIONS = (KING_OF_TOKYO, replace(KING_OF_TOKYO, rules=version_2.RULES, load_words=_words_2))
"""The title by each version of its rules, the first of them first."""
