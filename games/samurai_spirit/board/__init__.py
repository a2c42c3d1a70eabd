"""How Samurai Spirit is shown: the picture of a position."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.samurai_spirit.board.cover import COVER
from games.samurai_spirit.board.picture import picture
from games.samurai_spirit.board.spots import spots

BOARD = Board(picture=picture, cover=COVER, spots=spots)
