"""Liar's Dice, a folk game: hidden dice, bold bids, two to six players."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.kit.bots.contract import Bots
from games.kit.title import Title
from games.kit.words.contract import Words
from games.liars_dice.rules import RULES
from games.liars_dice.rules.table import DiceTable


def _words() -> Words:
    from games.liars_dice.words import WORDS

    return WORDS


def _board() -> Board[DiceTable]:
    from games.liars_dice.board import BOARD

    return BOARD


def _bots() -> Bots[DiceTable]:
    from games.liars_dice.bots import BOTS

    return BOTS


LIARS_DICE = Title(RULES, _words, _board, _bots)
VERSIONS = (LIARS_DICE,)
"""The title by each version of its rules, the first of them first."""
