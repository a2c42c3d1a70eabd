"""The board of Ur: three rows of squares with a gap, the rosettes, and the pieces; a text board in <desc>."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.contract import Board
from games.kit.board.spots import spot
from games.kit.board.svg import Box
from gunbai.rules.v1.view_pb2 import TableView
from gunbai.titles.ur.v1 import commands as cmd
from gunbai_ur.rules.table import PIECES, ROSETTES, UrTable

SQUARE = 64
SQUARES = tuple(f"{row}{column}" for row in "ABC" for column in range(1, 9) if row == "B" or column not in {5, 6})
LEFT = (svg.WIDTH - 8 * SQUARE) / 2
HOME = SQUARE
"""The height of the rows above and below the board, which show the pieces that are not on the board."""
STONE, ROSETTE = "#e8dcc0", "#c9a66b"


def picture(view: TableView, caption: Caption) -> str:
    """Return the view as an SVG document."""
    table = json.loads(view.table_json)
    return svg.frame(
        caption,
        svg.Page(
            status=_status(table, caption),
            board=list(_lines(table, caption)),
            marked=svg.touched(caption.events, "from_square", "to_square", "square"),
            parts=[*map(_square, SQUARES), *_pieces(table), *_beside(table, caption), *_marks(caption)],
            height=svg.TOP + 2 * HOME + 3 * SQUARE + svg.MARGIN,
        ),
    )


def spots(table: UrTable, move: Any) -> tuple[str, ...]:
    """Return where a move points: the square of the piece, or the player's pieces that wait."""
    if not isinstance(move, cmd.MovePiece):
        return ()
    return (spot("square", move.square) if move.square else spot("seat", table.active),)


def _status(table: Any, caption: Caption) -> str:
    if table["winner"]:
        return caption.say("Won by {player:id}", player=caption.name(table["winner"]))
    return caption.name(table["active"])


def _lines(table: Any, caption: Caption) -> Iterator[str]:
    """Yield the board as text: each player's pieces, and each row with a sign per square."""
    for seat, side in enumerate(table["sides"], 1):
        on = ", ".join(side["squares"]) or "-"
        yield f"{caption.seat(seat)}: {on}; {side['home']}/{PIECES}"
    held = {square: seat for seat, side in enumerate(table["sides"], 1) for square in side["squares"]}
    for row in "ABC":
        yield " ".join(_sign(f"{row}{column}", held) for column in range(1, 9)).rstrip()


def _sign(square: str, held: dict[str, int]) -> str:
    if square not in SQUARES:
        return " "
    return str(held.get(square) or ("*" if square in ROSETTES else "."))


def _box(square: str) -> Box:
    x, y = LEFT + (int(square[1]) - 1) * SQUARE, svg.TOP + HOME + "ABC".index(square[0]) * SQUARE
    return Box(x + 2, y + 2, SQUARE - 4, SQUARE - 4)


def _middle(square: str) -> tuple[float, float]:
    box = _box(square)
    return box.x + box.width / 2, box.y + box.height / 2


def _square(square: str) -> str:
    box, is_rosette = _box(square), square in ROSETTES
    star = svg.shape(svg.STAR, _middle(square), ROSETTE, 2.4) if is_rosette else ""
    return svg.group(
        svg.rect(box, fill=STONE, edge=ROSETTE, thick=2, corner=6),
        star,
        svg.tip(square),
        at_spot=spot("square", square),
    )


def _pieces(table: Any) -> Iterator[str]:
    for seat, side in enumerate(table["sides"], 1):
        for square in side["squares"]:
            yield svg.token(_middle(square), 22, seat, svg.seat_paint(seat))


def _beside(table: Any, caption: Caption) -> Iterator[str]:
    """Yield what is off the board: each player's name, the waiting pieces, and how many are home."""
    for seat, side in enumerate(table["sides"], 1):
        y = svg.TOP + HOME / 2 + (seat - 1) * (HOME + 3 * SQUARE)
        waiting = PIECES - len(side["squares"]) - side["home"]
        places = [(LEFT + 300 + number * 20, y) for number in range(waiting)]
        yield svg.group(
            svg.text(LEFT, y + 5, f"{caption.name(seat)}: {side['home']}/{PIECES}", 16, bold=True),
            *(svg.token(place, 9, "", svg.seat_paint(seat)) for place in places),
            at_spot=spot("seat", seat),
        )


def _marks(caption: Caption) -> Iterator[str]:
    for square in svg.touched(caption.events, "from_square", "to_square", "square"):
        if square in SQUARES:
            yield svg.ring(_box(square))


COVER = svg.cover(
    "#2c4a6e",
    *(
        svg.group(
            svg.rect(Box(12 + 76 * column, 12 + 62 * row, 68, 54), fill=STONE, edge=ROSETTE, thick=4, corner=8),
            svg.shape(svg.STAR, (46 + 76 * column, 39 + 62 * row), ROSETTE, 2.4) if (row + column) % 3 == 0 else "",
        )
        for row in range(3)
        for column in range(4)
    ),
    svg.token((122, 101), 22, "", svg.PAINT["red"]),
    svg.token((198, 101), 22, "", svg.PAINT["blue"]),
)
"""The picture of the title in lists."""
BOARD: Board[UrTable] = Board(picture=picture, cover=COVER, spots=spots)
