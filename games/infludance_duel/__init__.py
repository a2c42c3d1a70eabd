"""INFLUDANCE Duel, by Matyáš Veselý (Maty Moves): two cowboys, two players, one tiny board."""

from __future__ import annotations

from games.infludance_duel.rules import RULES
from games.infludance_duel.rules.table import DuelTable
from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words


def _words() -> Words:
    from games.infludance_duel.words import WORDS

    return WORDS


def _board() -> Board[DuelTable]:
    from games.infludance_duel.board import BOARD

    return BOARD


def _bots() -> Bots[DuelTable]:
    from games.infludance_duel.bots import BOTS

    return BOTS


INFLUDANCE_DUEL = Title(RULES, _words, _board, _bots)
VERSIONS = (INFLUDANCE_DUEL,)
"""The title by each version of its rules, the first of them first."""
