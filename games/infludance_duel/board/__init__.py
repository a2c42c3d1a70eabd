"""How INFLUDANCE Duel is shown: the picture of a position."""

from __future__ import annotations

from games.infludance_duel.board.cover import COVER
from games.infludance_duel.board.picture import picture
from games.infludance_duel.board.spots import spots
from games.kit.board.contract import Board

BOARD = Board(picture=picture, cover=COVER, spots=spots)
