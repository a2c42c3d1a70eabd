"""How King of Tokyo is shown: the picture of a position."""

from __future__ import annotations

from games.king_of_tokyo.board.cover import COVER
from games.king_of_tokyo.board.picture import picture
from games.king_of_tokyo.board.spots import spots
from games.kit.board.contract import Board

BOARD = Board(picture=picture, cover=COVER, spots=spots)
