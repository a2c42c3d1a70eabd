"""A view of Titan Race as SVG: hexagons with terrain, titans, traps, laps, life and dice; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from games.titan_race.data import COLOUR, COLUMNS, DIRECTION, LAPS_TO_WIN, MOST_LIFE, ROWS, STATE, TERRAIN, TRACKS
from gunbai.titan_race.v1 import view_pb2

SVG = "http://www.w3.org/2000/svg"
WIDTH = 800
INK, PAPER, BARE, EDGE, LABEL = "#2b2523", "#f7f2e7", "#e6dcc3", "#a8997c", "#6f624a"
PAINT = {
    "yellow": "#e3b51e",
    "blue": "#2f6fb5",
    "brown": "#8a5a2b",
    "red": "#c5332b",
    "green": "#3f8f3a",
    "purple": "#7d3f98",
}
GROUND = {
    "lava": "#f08a4b",
    "pirates": "#8fb9ae",
    "statue": "#d9a3a0",
    "pentagram": "#c7b3dd",
    "ice": "#c9e8f5",
    "ramp": "#d8c08a",
}
SHORT = {"rassik": "Rs", "ragnarok": "Rg", "kraken": "Kr", "grinder": "Gr", "slaugg": "Sl", "chtoolhoo": "Ch"}
LETTERS = {"lava": "l", "pirates": "p", "statue": "s", "pentagram": "*", "ice": "i", "ramp": "^"}

# Marks around (0, 0), drawn for a field whose side is 40 long.
FLAME = "M0,-15 C9,-5 11,3 7,10 C5,14 -5,14 -7,10 C-10,4 -4,1 -5,-6 C-1,-3 0,-8 0,-15 Z"
WAVES = "M-17,-7 q6,-6 11,0 t11,0 t11,0 M-17,2 q6,-6 11,0 t11,0 t11,0 M-17,11 q6,-6 11,0 t11,0 t11,0"
SKULL = "M-9,-4 a9,9 0 1 1 18,0 q0,5 -4,7 v5 h-10 v-5 q-4,-2 -4,-7 Z M-5,-4 h4 v4 h-4 Z M1,-4 h4 v4 h-4 Z"
CRYSTAL = "M0,-15 V15 M-13,-7.5 L13,7.5 M-13,7.5 L13,-7.5 M-4,-12 L0,-8 L4,-12 M-4,12 L0,8 L4,12"
STAR = "M0,-15 L8.8,12.1 L-14.3,-4.6 L14.3,-4.6 L-8.8,12.1 Z"
BOLT = "M3,-9 L-5,2 L-1,2 L-3,9 L5,-2 L1,-2 Z"
ARROW = "M0,-17 L7,-7 L2.5,-7 L2.5,2 L-2.5,2 L-2.5,-7 L-7,-7 Z"
TRAP = "M-11,7 L-8,-5 L-5,3 L-2.5,-10 L0,3 L2.5,-10 L5,3 L8,-5 L11,7 Z"
HEART = "M0,4.5 L-4.6,-0.2 A2.6,2.6 0 0 1 0,-3 A2.6,2.6 0 0 1 4.6,-0.2 Z"
MARKS = {
    "lava": f'<path d="{WAVES}" fill="none" stroke="#b3361b" stroke-width="3"/>',
    "pirates": f'<path d="{SKULL}" fill="{INK}" fill-rule="evenodd" opacity="0.75"/>',
    "statue": f'<path d="{FLAME}" fill="#b8321f" opacity="0.85"/>',
    "pentagram": f'<path d="{STAR}" fill="none" stroke="#5d2f80" stroke-width="2"/>',
    "ice": f'<path d="{CRYSTAL}" fill="none" stroke="#4a90b8" stroke-width="2.2"/>',
}
BEARING = {"forward": 0, "forward_right": 60, "forward_left": -60}


class Layout(NamedTuple):
    """Where things are drawn: the side of a hexagon, the boards from left to right, and the panels of the titans."""

    side: float
    gap: float
    top: float
    panel: tuple[float, float]
    panels_across: int
    panel_size: tuple[float, float]
    height: float

    def centre(self, field: str) -> tuple[float, float]:
        """Return the middle of a field."""
        track, _, coordinate = field.rpartition(":")
        column, row = COLUMNS.index(coordinate[0]), int(coordinate[1:])
        left = 26 + (int(track or 1) - 1) * (self.side * 9.5 + self.gap)
        return left + self.side * (1 + 1.5 * column), self.top + self.side * sqrt(3) / 2 * (ROWS + 1 - row)


ONE_TRACK = Layout(44, 0, 66, (484, 66), 1, (300, 80), 670)
GRAND_SLAM = Layout(24.5, 22, 66, (16, 402), 3, (250, 80), 624)


def picture(view: view_pb2.View) -> str:
    """Return the view as an SVG document, 800 px wide."""
    layout = GRAND_SLAM if len(view.tracks) > 1 else ONE_TRACK
    parts = [
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {layout.height:g}" font-family="Georgia, serif" fill="{INK}">',
        f"<title>Titan Race: {escape(', '.join(TRACKS[track] for track in view.tracks))}</title>",
        f"<desc>{escape(text_board(view))}</desc>",
        f'<rect width="{WIDTH}" height="{layout.height:g}" fill="{PAPER}"/>',
        _headline(view),
        *_names(view, layout),
        *(_field(layout, field) for field in view.fields),
        *(_figure(layout, titan) for titan in view.titans if titan.field),
        *_waiting(view, layout),
        *(_panel(view, layout, place) for place in range(len(view.titans))),
        _supplies(view, layout),
        "</svg>",
    ]
    return "\n".join(parts)


def text_board(view: view_pb2.View) -> str:
    """Return the view as lines of text: titans by two letters, x a trap, ! a special field, other signs the terrain."""
    standing = {titan.field: SHORT[titan.id] for titan in view.titans if titan.field}
    lines = []
    for number in range(len(view.tracks), 0, -1):
        lines.append(f"{number}: {TRACKS[view.tracks[number - 1]]}")
        lines.extend(_text_rows(list(view.fields[(number - 1) * 36 : number * 36]), standing))
    lines.append("   " + "  ".join(COLUMNS))
    lines.extend(_text_titan(view, titan) for titan in view.titans)
    lines.extend(f"seat {player.seat}: {_cards(player.cards)}{_text_hand(player)}" for player in view.players)
    pool = " ".join(COLOUR.word(colour) for colour in view.pool) or "none"
    lines.append(f"dice: {pool}; deck: {view.deck}; discarded: {len(view.discard)}; traps left: {view.traps_left}")
    return "\n".join([*lines, status(view)])


def status(view: view_pb2.View) -> str:
    """Return how the race stands in a few words."""
    names = {titan.id: _short(titan) for titan in view.titans}
    if view.winner:
        return f"{names[view.winner]} has won the race"
    if not view.mover:
        return "Set-up"
    return f"Round {view.round}: {names[view.mover]}'s turn"


def _text_rows(fields: list[view_pb2.Field], standing: dict[str, str]) -> Iterator[str]:
    for row in range(ROWS, 0, -1):
        cells = [standing.get(field.name) or _text_field(field) for field in fields[(row - 1) * 3 : row * 3]]
        indent = "   " if row % 2 else "      "
        yield f"{row:2} {indent[3:]}" + "    ".join(cell.ljust(2) for cell in cells).rstrip()


def _text_field(field: view_pb2.Field) -> str:
    ground = LETTERS.get(TERRAIN.word(field.terrain), "!" if field.special else ".")
    return f"x{ground}" if field.trap else ground


def _text_titan(view: view_pb2.View, titan: view_pb2.Titan) -> str:
    ability = "ability ready" if titan.ready else "ability used"
    die = f", {COLOUR.word(titan.die)} die" if titan.die else ""
    mark = ">" if titan.id == view.mover else " "
    return (
        f"{mark} {_short(titan)} ({COLOUR.word(titan.colour)}, seat {titan.seat}): {_place(view, titan)}, "
        f"lap {titan.laps}, life {titan.life}, {STATE.word(titan.state)}, {ability}{die}"
    )


def _place(view: view_pb2.View, titan: view_pb2.Titan) -> str:
    return titan.field or ("past the finish" if titan.id == view.winner else "at the start")


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _text_hand(player: view_pb2.Player) -> str:
    return f" ({', '.join(card.name for card in player.hand)})" if player.hand else ""


def _short(titan: view_pb2.Titan) -> str:
    return titan.name.rpartition("& ")[2]


def _headline(view: view_pb2.View) -> str:
    """How the race stands, and the titan that has won it."""
    words = f'<text x="16" y="30" font-size="20" font-weight="bold">{escape(status(view))}</text>'
    winners = (_disc(titan, WIDTH - 40, 32, 22) for titan in view.titans if titan.id == view.winner)
    return words + "".join(winners)


def _names(view: view_pb2.View, layout: Layout) -> Iterator[str]:
    """The name above each board, column letters below it, row numbers on its left."""
    slam = len(view.tracks) > 1
    for number, track in enumerate(view.tracks, 1):
        prefix = f"{number}:" if slam else ""
        left, _ = layout.centre(f"{prefix}A12")
        label = f"{number}. {TRACKS[track]}" if slam else TRACKS[track]
        size = 12 if slam else 15
        yield f'<text x="{left - layout.side:.1f}" y="52" font-size="{size}" font-style="italic">{escape(label)}</text>'
        for column in COLUMNS:
            x, y = layout.centre(f"{prefix}{column}1")
            yield _text(x, y + layout.side * 0.87 + 14, 12, column, fill=LABEL)
        for row in range(1, ROWS + 1):
            x, y = layout.centre(f"{prefix}A{row}")
            yield _text(x - layout.side - 10, y + 4, 11, str(row), fill=LABEL)


def _text(x: float, y: float, size: float, words: str, *, fill: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="middle" fill="{fill}">{escape(words)}</text>'
    )


def _field(layout: Layout, field: view_pb2.Field) -> str:
    x, y = layout.centre(field.name)
    corners = (
        f"{x + layout.side * cos(turn * pi / 3):.1f},{y + layout.side * sin(turn * pi / 3):.1f}" for turn in range(6)
    )
    terrain = TERRAIN.word(field.terrain)
    edge = f'stroke="{EDGE}" stroke-width="1.2"'
    marks = "".join(_marks(field, terrain))
    label = f'<text y="32" font-size="8.5" text-anchor="middle" fill="{LABEL}">{field.name.rpartition(":")[2]}</text>'
    return (
        f"<g><title>{escape(f'{field.name} {terrain}'.strip())}</title>"
        f'<polygon points="{" ".join(corners)}" fill="{GROUND.get(terrain, BARE)}" {edge}/>'
        f'<g transform="translate({x:.1f} {y:.1f}) scale({layout.side / 40:.3f})">{marks}{label}</g></g>'
    )


def _marks(field: view_pb2.Field, terrain: str) -> Iterator[str]:
    if terrain == "ramp":
        yield from _ramp(field)
    elif terrain:
        yield MARKS[terrain]
    if field.special:
        yield f'<g><circle r="13" fill="#fff4b8" stroke="#b58900"/><path d="{BOLT}" fill="#b58900"/></g>'
    if field.trap:
        place = "translate(14 -14) scale(0.85)" if terrain or field.special else "scale(1.15)"
        yield f'<g transform="{place}"><circle r="15" fill="#3c3c3c"/><path d="{TRAP}" fill="#f2efe8"/></g>'


def _ramp(field: view_pb2.Field) -> Iterator[str]:
    """An arrow for each direction of a ramp; a super-ramp's reaches farther."""
    for direction in field.leaps:
        turn = BEARING.get(DIRECTION.word(direction), 0)
        lift, size = (-4, 1.0) if field.leap_length == 1 else (2, 1.6)
        yield (
            f'<path d="{ARROW}" transform="rotate({turn}) translate(0 {lift}) scale({size})" '
            f'fill="#8a5a12" opacity="0.9"/>'
        )


def _figure(layout: Layout, titan: view_pb2.Titan) -> str:
    x, y = layout.centre(titan.field)
    return _disc(titan, x, y, layout.side * 0.56)


def _disc(titan: view_pb2.Titan, x: float, y: float, radius: float) -> str:
    """A titan: a disc in its colour with its letters and its life; one that lies is flat and pale."""
    paint = PAINT[COLOUR.word(titan.colour)]
    upright = STATE.word(titan.state) == "upright"
    height = radius if upright else radius * 0.6
    badge = _badge(titan, radius) if upright else ""
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(titan.name)}</title>'
        f'<ellipse rx="{radius:.1f}" ry="{height:.1f}" fill="{paint}" stroke="#fff" stroke-width="2" '
        f'opacity="{1 if upright else 0.7}"/>'
        f'<text y="{radius * 0.3:.1f}" font-size="{radius * 0.85:.1f}" font-weight="bold" text-anchor="middle" '
        f'fill="#fff">{SHORT[titan.id]}</text>{badge}</g>'
    )


def _badge(titan: view_pb2.Titan, radius: float) -> str:
    """The life of a titan, on the rim of its disc."""
    size = radius * 0.42
    return (
        f'<g transform="translate({radius * 0.8:.1f} {-radius * 0.72:.1f})">'
        f'<circle r="{size:.1f}" fill="#fff" stroke="#b3202a"/>'
        f'<text y="{size * 0.42:.1f}" font-size="{size * 1.3:.1f}" text-anchor="middle" fill="#b3202a">'
        f"{titan.life}</text></g>"
    )


def _waiting(view: view_pb2.View, layout: Layout) -> Iterator[str]:
    """The titans at the start, below row 1."""
    waiting = [titan for titan in view.titans if not titan.field and titan.id != view.winner]
    prefix = "1:" if len(view.tracks) > 1 else ""
    left, bottom = layout.centre(f"{prefix}A1")
    for place, titan in enumerate(waiting):
        yield _disc(titan, left + place * layout.side * 1.35, bottom + layout.side * 1.8, layout.side * 0.44)


def _panel(view: view_pb2.View, layout: Layout, place: int) -> str:
    """A titan's board: its player, laps, life, ability, die, and how many cards she holds."""
    titan = view.titans[place]
    (left, top), (width, height) = layout.panel, layout.panel_size
    x, y = left + place % layout.panels_across * (width + 8), top + place // layout.panels_across * (height + 6)
    player = next(player for player in view.players if player.seat == titan.seat)
    active = titan.id == view.mover and not view.winner
    won = titan.id == view.winner
    edge = f'stroke="{INK if active or won else EDGE}" stroke-width="{2.5 if active or won else 1}"'
    team = f", team {player.team}" if player.team else ""
    return (
        f'<g transform="translate({x:g} {y:g})"><rect width="{width:g}" height="{height:g}" rx="8" fill="#fff" {edge}/>'
        f"{_disc(titan, 28, 30, 18)}"
        f'<text x="56" y="20" font-size="14" font-weight="bold">{escape(_short(titan))}</text>'
        f'<text x="{width - 10:g}" y="20" font-size="12" text-anchor="end">seat {titan.seat}{team}</text>'
        f'<g transform="translate(56 38)">{"".join(_hearts(titan))}</g>'
        f'<g transform="translate({width - 96:g} 38)">{"".join(_flags(titan))}</g>'
        f'<text x="12" y="{height - 10:g}" font-size="12">{_ability(titan)}</text>'
        f"{_die(titan, width - 26, height - 24)}{_hand(player, 110, height - 23)}</g>"
    )


def _hearts(titan: view_pb2.Titan) -> Iterator[str]:
    for point in range(MOST_LIFE):
        fill = "#c5332b" if point < titan.life else "#e8dfcf"
        yield f'<path d="{HEART}" transform="translate({point * 15 + 6} 0) scale(1.45)" fill="{fill}"/>'


def _flags(titan: view_pb2.Titan) -> Iterator[str]:
    yield '<text x="0" y="4" font-size="11">laps</text>'
    for lap in range(LAPS_TO_WIN):
        fill = INK if lap < titan.laps else "none"
        yield f'<circle cx="{34 + lap * 15}" r="5.5" fill="{fill}" stroke="{INK}"/>'
    if titan.laps < 0:
        yield f'<text x="80" y="4" font-size="11" fill="#b3202a">{titan.laps}</text>'


def _ability(titan: view_pb2.Titan) -> str:
    state = STATE.word(titan.state)
    if state != "upright":
        return {"down": "knocked out", "resting": "rests"}[state]
    return "ability ready" if titan.ready else "ability used"


def _die(titan: view_pb2.Titan, x: float, y: float) -> str:
    if not titan.die:
        return ""
    return _cube(COLOUR.word(titan.die), x, y, 18)


def _cube(colour: str, x: float, y: float, size: float) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="4" fill="{PAINT[colour]}" stroke="{INK}">'
        f"<title>{colour}</title></rect>"
    )


def _hand(player: view_pb2.Player, x: float, y: float) -> str:
    """The backs of the cards in a hand, or their names if the reader may see them."""
    backs = "".join(
        f'<rect x="{x + place * 14:g}" y="{y:g}" width="11" height="16" rx="2" fill="#6b5b95" stroke="#fff"/>'
        for place in range(player.cards)
    )
    names = ", ".join(card.name for card in player.hand)
    return f'{backs}<text x="{x + player.cards * 14 + 3:g}" y="{y + 12:g}" font-size="10">{escape(names)}</text>'


def _supplies(view: view_pb2.View, layout: Layout) -> str:
    """The pool of dice, and what is left of deck and traps."""
    y = layout.height - 26
    dice = "".join(_cube(COLOUR.word(colour), 70 + place * 26, y - 15, 20) for place, colour in enumerate(view.pool))
    in_play = f"; in play: {', '.join(card.name for card in view.in_play)}" if view.in_play else ""
    rest = f"deck {view.deck}, discarded {len(view.discard)}, traps {view.traps_left}{in_play}"
    return (
        f'<g font-size="13"><text x="16" y="{y:g}">Dice</text>{dice}'
        f'<text x="{WIDTH - 16}" y="{y:g}" text-anchor="end">{escape(rest)}</text></g>'
    )
