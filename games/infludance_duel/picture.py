"""A view of INFLUDANCE Duel as SVG: the board with its bullets, the cowboys, the magazines; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from games.infludance_duel.data import AMMUNITION, BLUE, COMPASS, FIGURES, RED
from gunbai.infludance_duel.v1 import view_pb2

FIELD = 96
MARGIN = 56
PANEL = 250
INK, SAND, LINE = "#3b2a1a", "#f3e3c3", "#b8925a"
PAINT = {"red": "#c0392b", "blue": "#1f5f99"}
TOKEN_MARKS = {"good_shot": "G", "kicker": "K", "double_shot": "D", "blank": "B"}
ARROW = "M0,-17 L6,-7 L2.6,-7 L2.6,14 L-2.6,14 L-2.6,-7 L-6,-7 Z"
TURNS = {bearing: 45 * number for number, bearing in enumerate(COMPASS)}


def picture(view: view_pb2.View) -> str:
    """Return the view as an SVG document, 800 px wide or less."""
    width = view.columns * FIELD + 2 * 24 + PANEL
    height = view.rows * FIELD + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="serif" fill="{INK}">',
        f"<title>INFLUDANCE Duel, board {view.board_side}</title>",
        f"<desc>{escape(text_board(view))}</desc>",
        f'<rect width="{width}" height="{height}" fill="#fffaf0"/>',
        *(_margin(view, north=north) for north in (True, False)),
        *(_field(view, field) for field in view.fields),
        *(_cowboy(view, gunman) for gunman in view.gunmen),
        *(_panel(view, gunman) for gunman in view.gunmen),
        _headline(view),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def text_board(view: view_pb2.View) -> str:
    """Return the view as lines of text: R and B are the cowboys, each field with its red and blue bullet."""
    standing = {field: gunman.colour[0].upper() for gunman in view.gunmen for field in gunman.fields}
    rows = []
    for row in range(view.rows, 0, -1):
        fields = view.fields[(row - 1) * view.columns : row * view.columns]
        rows.append(f"{row} " + " ".join(_text_field(field, standing.get(field.name, ".")) for field in fields))
    letters = "  " + " ".join("abcdefghi"[column].ljust(7) for column in range(view.columns))
    return "\n".join([*rows, letters.rstrip(), *(_text_gunman(gunman) for gunman in view.gunmen), status(view)])


def status(view: view_pb2.View) -> str:
    """Return how the game stands in a few words."""
    names = {0: "nobody", RED: "Red", BLUE: "Blue"}
    if view.ending == "goal":
        return f"{names[view.winner]} has won"
    if view.ending:
        return "Drawn by repetition"
    if not view.active:
        return "Set-up"
    extra = ", and will play again" if view.extra_turn else ""
    return f"{names[view.active]}'s turn, {view.phase}{extra}"


def _text_field(field: view_pb2.Field, cowboy: str) -> str:
    return f"{cowboy}{field.red_bullet or '-'}/{field.blue_bullet or '-'}".ljust(7)


def _text_gunman(gunman: view_pb2.Gunman) -> str:
    fired = " ".join(AMMUNITION.word(token) for token in gunman.fired) or "none"
    place = " ".join(gunman.fields) or "off the board"
    figure = FIGURES.word(gunman.figure) or "no figure"
    return f"{gunman.colour}: {figure}, {place}; {gunman.tokens_left} tokens left, fired: {fired}"


def _corner(view: view_pb2.View, name: str) -> tuple[int, int]:
    """Return the upper left corner of a field."""
    column, row = ord(name[0]) - 97, int(name[1:])
    return 24 + column * FIELD, MARGIN + (view.rows - row) * FIELD


def _field(view: view_pb2.View, field: view_pb2.Field) -> str:
    x, y = _corner(view, field.name)
    bullets = ((field.red_bullet, "red", 30), (field.blue_bullet, "blue", FIELD - 30))
    arrows = "".join(_arrow(x + east, y + 58, bearing, colour) for bearing, colour, east in bullets if bearing)
    return (
        f'<g><rect x="{x}" y="{y}" width="{FIELD}" height="{FIELD}" fill="{SAND}" stroke="{LINE}"/>'
        f'<text x="{x + 7}" y="{y + 17}" font-size="13" fill="{LINE}">{field.name}</text>{arrows}</g>'
    )


def _arrow(x: int, y: int, bearing: str, colour: str) -> str:
    return f'<path d="{ARROW}" transform="translate({x} {y}) rotate({TURNS[bearing]})" fill="{PAINT[colour]}"/>'


def _margin(view: view_pb2.View, *, north: bool) -> str:
    """The strip beyond a short edge: three bullets of the colour that starts there, two of the one that aims there."""
    own, guest = ("blue", "red") if north else ("red", "blue")
    y = MARGIN // 2 + 4 if north else MARGIN + view.rows * FIELD + MARGIN // 2
    marks = []
    for column in range(view.columns):
        colour = guest if column % 2 else own
        bearing = "N" if colour == "red" else "S"
        marks.append(_arrow(24 + column * FIELD + FIELD // 2, y, bearing, colour))
    return f'<g opacity="0.55">{"".join(marks)}</g>'


def _cowboy(view: view_pb2.View, gunman: view_pb2.Gunman) -> str:
    if not gunman.fields:
        return ""
    x, y = _corner(view, gunman.fields[0])
    width, paint = len(gunman.fields) * FIELD, PAINT[gunman.colour]
    middle, brim = x + width // 2, y + (24 if gunman.colour == "red" else 30)
    return (
        f'<g><rect x="{x + 5}" y="{y + 5}" width="{width - 10}" height="{FIELD - 10}" rx="20" fill="{paint}" '
        f'fill-opacity="0.16" stroke="{paint}" stroke-width="4"/>'
        f'<ellipse cx="{middle}" cy="{brim}" rx="24" ry="7" fill="{paint}"/>'
        f'<path d="M{middle - 13},{brim} q2,-18 13,-14 q11,-4 13,14 z" fill="{paint}"/></g>'
    )


def _panel(view: view_pb2.View, gunman: view_pb2.Gunman) -> str:
    """The player's magazine: the tokens fired in order, then those still hidden, or shown after the end."""
    x = 24 + view.columns * FIELD + 28
    y = MARGIN + 40 if gunman.colour == "blue" else MARGIN + view.rows * FIELD - 150
    paint = PAINT[gunman.colour]
    turn = " &#9679;" if gunman.seat == view.active and not view.ending else ""
    figure = f"{FIGURES.word(gunman.figure)} figure" if gunman.figure else "no figure yet"
    known = [(token, 1.0) for token in gunman.fired] + [(token, 0.45) for token in gunman.revealed]
    chambers = "".join(_chamber(x + 16 + 36 * place, y + 58, known[place : place + 1], paint) for place in range(6))
    spun = f"spun to chamber {gunman.spun_chamber}" if gunman.spun_chamber else "not spun yet"
    return (
        f'<g><text x="{x}" y="{y}" font-size="20" fill="{paint}">{gunman.colour.capitalize()}{turn}</text>'
        f'<text x="{x}" y="{y + 22}" font-size="14">{figure}</text>'
        f'<text x="{x}" y="{y + 92}" font-size="14">{gunman.tokens_left} tokens left; {spun}</text>'
        f"{chambers}</g>"
    )


def _chamber(x: int, y: int, known: Sequence[tuple[int, float]], paint: str) -> str:
    if not known:
        return f'<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="{paint}" stroke-dasharray="3 3"/>'
    token, opacity = known[0]
    word = AMMUNITION.word(token)
    return (
        f'<g opacity="{opacity}"><title>{word.replace("_", " ")}</title>'
        f'<circle cx="{x}" cy="{y}" r="14" fill="{paint}"/>'
        f'<text x="{x}" y="{y + 5}" font-size="14" text-anchor="middle" fill="#fff">{TOKEN_MARKS[word]}</text></g>'
    )


def _headline(view: view_pb2.View) -> str:
    x, y = 24 + view.columns * FIELD + 28, MARGIN + view.rows * FIELD // 2
    return f'<text x="{x}" y="{y}" font-size="17">{escape(status(view))}</text>'
