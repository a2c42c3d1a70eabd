"""How Liar's Dice is shown: the picture of a position."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.liars_dice.board.cover import COVER
from games.liars_dice.board.picture import picture
from games.liars_dice.rules.table import DiceTable

BOARD: Board[DiceTable] = Board(picture=picture, cover=COVER)
