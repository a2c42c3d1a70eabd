"""How Shogun is shown: the picture of a position."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.shogun.board.cover import COVER
from games.shogun.board.picture import RECALLED, picture
from games.shogun.board.spots import spots

BOARD = Board(picture=picture, cover=COVER, recalled=RECALLED, spots=spots)
