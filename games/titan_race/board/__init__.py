"""How Titan Race is shown: the picture of a position."""

from __future__ import annotations

from games.kit.board.contract import Board
from games.titan_race.board.cover import COVER
from games.titan_race.board.picture import picture
from games.titan_race.board.spots import spots

BOARD = Board(picture=picture, cover=COVER, spots=spots)
