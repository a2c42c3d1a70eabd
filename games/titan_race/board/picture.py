"""A view of Titan Race as SVG: hexagons with terrain, titans, traps, laps, life and dice; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import atan2, cos, degrees, pi, sin, sqrt
from typing import NamedTuple

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from games.kit.board.svg import Box
from games.titan_race.board.portraits import FACES
from games.titan_race.rules.data import (
    COLOUR,
    COLUMNS,
    DIRECTION,
    LAPS_TO_WIN,
    MOST_LIFE,
    PARTS,
    PATHS,
    ROWS,
    STATE,
    TERRAIN,
    TRACKS,
)
from gunbai.titan_race.v1 import events as ev
from gunbai.titan_race.v1 import view_pb2

BARE = "#e6dcc3"
GROUND = {
    "lava": "#e2703a",
    "pirates": "#8fb9ae",
    "statue": "#d9a3a0",
    "pentagram": "#c7b3dd",
    "ice": "#c9e8f5",
    "ramp": "#d8c08a",
}
SHORT = {"rassik": "Rs", "ragnarok": "Rg", "kraken": "Kr", "grinder": "Gr", "slaugg": "Sl", "chtoolhoo": "Ch"}
LETTERS = {"lava": "l", "pirates": "p", "statue": "s", "pentagram": "*", "ice": "i"}
RAMPS = {
    "multi-ramp (over 1 field forward or diagonally)": "^",
    "super-ramp (over 2 fields forward left)": "<",
    "super-ramp (over 2 fields forward right)": ">",
}
"""The ramps in the legend of the text board, and their signs (TR-13.3)."""
SUPER = {"forward_left": "<", "forward_right": ">"}
"""The signs of super-ramps by their directions."""

# Marks around (0, 0), drawn for a field whose side is 40 long.
FLAME = "M0,-15 C9,-5 11,3 7,10 C5,14 -5,14 -7,10 C-10,4 -4,1 -5,-6 C-1,-3 0,-8 0,-15 Z"
WAVES = "M-17,-7 q6,-6 11,0 t11,0 t11,0 M-17,2 q6,-6 11,0 t11,0 t11,0 M-17,11 q6,-6 11,0 t11,0 t11,0"
SKULL = "M-9,-4 a9,9 0 1 1 18,0 q0,5 -4,7 v5 h-10 v-5 q-4,-2 -4,-7 Z M-5,-4 h4 v4 h-4 Z M1,-4 h4 v4 h-4 Z"
CRYSTAL = "M0,-15 V15 M-13,-7.5 L13,7.5 M-13,7.5 L13,-7.5 M-4,-12 L0,-8 L4,-12 M-4,12 L0,8 L4,12"
PENTAGRAM = "M0,-15 L8.8,12.1 L-14.3,-4.6 L14.3,-4.6 L-8.8,12.1 Z"
ARROW = "M0,-17 L7,-7 L2.5,-7 L2.5,2 L-2.5,2 L-2.5,-7 L-7,-7 Z"
FLAG = "M-6,9 V-9 H7 L3,-5 L7,-1 H-4 V9 Z"
TRAP = "M-11,7 L-8,-5 L-5,3 L-2.5,-10 L0,3 L2.5,-10 L5,3 L8,-5 L11,7 Z"
MARKS = {
    "lava": f'<path d="{WAVES}" fill="none" stroke="#7d1f10" stroke-width="3"/>',
    "pirates": f'<path d="{SKULL}" fill="{svg.INK}" fill-rule="evenodd" opacity="0.75"/>',
    "statue": f'<path d="{FLAME}" fill="#b8321f" opacity="0.85"/>',
    "pentagram": f'<path d="{PENTAGRAM}" fill="none" stroke="#5d2f80" stroke-width="2"/>',
    "ice": f'<path d="{CRYSTAL}" fill="none" stroke="#4a90b8" stroke-width="2.2"/>',
}
RIM = {"lava": "#7d1f10"}
"""The rims of fields that hurt whoever enters them."""
BEARING = {"forward": 0, "forward_right": 60, "forward_left": -60}
LYING = {"down": "knocked out", "resting": "rests"}
LIFE = "#c5332b"
DIE, DIE_PITCH, TAKEN = 56, 64, 46
"""The size of a die in the pool, the distance between two, and the size of a die that a titan has taken."""
STEPS = {"forward": (0.0, -1.0), "forward_left": (-0.87, -0.5), "forward_right": (0.87, -0.5)}
"""Where a step leads, in fields."""
PART_MARKS = {"trap": TRAP, "damage": svg.BOLT, "cost": svg.HEART}
"""The signs on a die of what its action does besides moving (TR-5.3, TR-5.4, TR-5.8)."""
ARROWHEAD = "M0,-6 L6,4 L-6,4 Z"
CHEVRON = "M-9,6 L0,-4 L9,6 L9,2 L0,-8 L-9,2 Z"
COUNTED = {
    "life": (ev.LifeLost, ev.LifeGained, ev.TitanKnockedOut, ev.TitanRecovered),
    "laps": (ev.LapCompleted, ev.LapLost),
    "die": (ev.DieChosen, ev.DieRerolled, ev.FaceCopied),
    "ability": (ev.AbilityUsed, ev.AbilityReadied),
    "turn": (ev.TitanChosen, ev.TurnBegan),
}
"""The events that change what a titan's panel shows; the turn, with whom a titan is, at its disc."""
HANDS = (ev.CardDrawn, ev.CardStolen)
"""The events that add a hidden card to a hand."""


class Layout(NamedTuple):
    """Where things are drawn: the length of a hexagon's side, the boards from left to right, and the titans' panels."""

    side: float
    left: float
    gap: float
    panels: Box
    """The first panel."""
    across: int
    supplies: float

    def centre(self, field: str) -> tuple[float, float]:
        """Return the middle of a field."""
        track, _, coordinate = field.rpartition(":")
        column, row = COLUMNS.index(coordinate[0]), int(coordinate[1:])
        left = self.left + (int(track or 1) - 1) * (self.side * 9.5 + self.gap)
        return left + self.side * (1 + 1.5 * column), svg.TOP + 26 + self.half * (ROWS + 1 - row)

    @property
    def half(self) -> float:
        """Half the height of a hexagon."""
        return self.side * sqrt(3) / 2

    @property
    def bottom(self) -> float:
        """The lower end of the boards."""
        return svg.TOP + 26 + self.half * (ROWS + 1)


ONE_TRACK = Layout(46, 52, 0, Box(548, svg.TOP + 8, 432, 92), 1, svg.TOP + 650)
GRAND_SLAM = Layout(28.5, 48, 48, Box(svg.MARGIN, svg.TOP + 440, (svg.INNER - 20) / 3, 92), 3, svg.TOP + 660)


def picture(view: view_pb2.View, caption: Caption) -> str:
    """Return the view as an SVG document."""
    return svg.frame(caption, page(view, caption))


def page(view: view_pb2.View, caption: Caption) -> svg.Page:
    """Return the words and the drawing of the view."""
    layout = GRAND_SLAM if len(view.tracks) > 1 else ONE_TRACK
    return svg.Page(
        status=status(view, caption),
        board=list(_board(view, caption)),
        marked=list(_marked(view, caption)),
        parts=_parts(view, caption, layout),
        height=layout.supplies + DIE + 72,
    )


def status(view: view_pb2.View, caption: Caption) -> str:
    """Return in a few words how the race stands."""
    titans = {titan.id: titan for titan in view.titans}
    if view.winner:
        team = [player.seat for player in view.players if _has_won(view, player)]
        players = ", ".join(map(caption.name, team))
        return caption.say("Race won by {titan:id}: {players:id}", titan=_short(titans[view.winner]), players=players)
    if not view.mover:
        return caption.say("Set-up")
    mover = titans[view.mover]
    return caption.say(
        "Round {round}: turn of {titan:id}, {player:id}",
        round=view.round,
        titan=_short(mover),
        player=caption.name(mover.seat),
    )


def _short(titan: view_pb2.Titan) -> str:
    return titan.name.rpartition("& ")[2]


def _has_won(view: view_pb2.View, player: view_pb2.Player) -> bool:
    """Return whether the titan that finished is the player's, or belongs to the same team."""
    seats = {titan.seat for titan in view.titans if titan.id == view.winner}
    teams = {winner.team for winner in view.players if winner.seat in seats and winner.team}
    return player.seat in seats or player.team in teams


# --- The text board ---


def _board(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the tracks from the top: titans by two letters, x a trap, ! a special field, other signs the terrain."""
    standing = {titan.field: SHORT[titan.id] for titan in view.titans if titan.field}
    prefixes = _prefixes(view)
    for number in range(len(view.tracks), 0, -1):
        yield f"{number}: {caption.say(TRACKS[view.tracks[number - 1]])}"
        yield from _text_rows(list(view.fields[(number - 1) * 36 : number * 36]), standing, prefixes[number - 1])
    yield " " * len(prefixes[0]) + "   " + "  ".join(COLUMNS)
    yield _signs(view, caption)
    yield caption.say("The race goes up, from below row 1.")
    yield from (_text_titan(view, caption, titan) for titan in view.titans)
    for player in view.players:
        yield f"{caption.seat(player.seat)}{_team(player, caption)}: {_hand(player, caption)}"
    dice = " ".join(caption.word(COLOUR.word(colour), "colour") for colour in view.pool)
    yield f"{caption.say('dice: [{dice:id}|none]', dice=dice)}; {_supply(view, caption)}"
    if view.in_play or view.discard:
        yield "; ".join(f"{caption.say(where)}: {card.name}" for where, card in _open_cards(view))


def _signs(view: view_pb2.View, caption: Caption) -> str:
    """Return the meanings of the signs on the tracks, with the terrains on these tracks."""
    there = {_ground(field) for field in view.fields}
    terrains = [f"{sign} {caption.say(ground)}" for ground, sign in (LETTERS | RAMPS).items() if sign in there]
    return caption.say(
        "Signs: two letters a titan, x a trap, ! a special field, Kr/! a titan on one[, {signs:id}]",
        signs=", ".join(terrains),
    )


def _text_rows(fields: list[view_pb2.Field], standing: dict[str, str], prefix: str) -> Iterator[str]:
    for row in range(ROWS, 0, -1):
        cells = [_text_field(field, standing.get(field.name, "")) for field in fields[(row - 1) * 3 : row * 3]]
        indent = "   " if row % 2 else "      "
        yield f"{prefix}{row:2} {indent[3:]}" + "  ".join(cell.ljust(4) for cell in cells).rstrip()


def _text_field(field: view_pb2.Field, titan: str) -> str:
    """Return a field by its signs: what lies or stands there, then the ground if it is not bare."""
    return "/".join(filter(None, (titan, "x" if field.trap else "", _ground(field)))) or "."


def _ground(field: view_pb2.Field) -> str:
    """Return the sign of what is printed on a field; "" for a bare one."""
    if field.leaps:
        return SUPER[DIRECTION.word(field.leaps[0])] if _is_super(field) else "^"
    return LETTERS.get(TERRAIN.word(field.terrain), "!" if field.special else "")


def _is_super(field: view_pb2.Field) -> bool:
    """Return whether a ramp leads in one direction."""
    return len(field.leaps) == 1


def _text_titan(view: view_pb2.View, caption: Caption, titan: view_pb2.Titan) -> str:
    mark = ">" if titan.id == view.mover else " "
    team = next((_team(player, caption) for player in view.players if player.seat == titan.seat), "")
    text = caption.say(
        "{titan:id} ({painted}, {player:id}): {place:id}, lap {lap}, life {life}, {state}, {ability:id}"
        "[, {colour} die]",
        titan=_short(titan),
        painted=COLOUR.word(titan.colour),
        player=f"{caption.name(titan.seat)}{team}",
        place=_place(view, titan, caption),
        lap=titan.laps,
        life=titan.life,
        state=STATE.word(titan.state),
        ability=_ability(titan, caption),
        colour=COLOUR.word(titan.die),
    )
    return f"{mark} {text}"


def _place(view: view_pb2.View, titan: view_pb2.Titan, caption: Caption) -> str:
    won = titan.id == view.winner
    return caption.say("[{field:id}|[won?past the finish|at the start]]", field=titan.field, won=won)


def _ability(titan: view_pb2.Titan, caption: Caption) -> str:
    return caption.say("[ready?ability ready|ability used]", ready=titan.ready)


def _team(player: view_pb2.Player, caption: Caption) -> str:
    return caption.say("[, team {team}]", team=player.team)


def _hand(player: view_pb2.Player, caption: Caption) -> str:
    names = ", ".join(card.name for card in player.hand)
    return caption.say("{cards:0 card|cards}[ ({names:id})]", cards=player.cards, names=names)


def _supply(view: view_pb2.View, caption: Caption) -> str:
    return caption.say(
        "deck: {deck}; discarded: {discarded}; traps left: {traps}",
        deck=view.deck,
        discarded=len(view.discard),
        traps=view.traps_left,
    )


def _open_cards(view: view_pb2.View) -> Iterator[tuple[str, view_pb2.Card]]:
    """Yield the cards in play and the one that was last discarded."""
    yield from (("in play", card) for card in view.in_play)
    yield from (("last discarded", card) for card in view.discard[-1:])


# --- The last move ---


def _marked(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield from _marked_fields(view, caption)
    names = {titan.id: _short(titan) for titan in view.titans}
    for what in COUNTED:
        for titan in _marked_titans(view, caption, what):
            yield caption.say("{what:id} of {titan:id}", what=caption.say(what), titan=names[titan])
    yield from (caption.say("cards of {player:id}", player=caption.name(seat)) for seat in _marked_hands(view, caption))
    if _is_rolled(caption):
        yield caption.say("dice")
    yield from (card.name for _, card in _open_cards(view) if card.id in svg.touched(caption.events, "card"))


def _marked_fields(view: view_pb2.View, caption: Caption) -> list[str]:
    fields = {field.name for field in view.fields}
    return [field for field in svg.touched(caption.events, "field") if field in fields]


def _marked_titans(view: view_pb2.View, caption: Caption, what: str) -> list[str]:
    """Return the titans for which the last move changed something that is drawn."""
    touched = svg.touched([event for event in caption.events if isinstance(event, COUNTED[what])], "titan")
    return [titan.id for titan in view.titans if titan.id in touched and (what != "die" or titan.die)]


def _marked_hands(view: view_pb2.View, caption: Caption) -> list[int]:
    """Return the seats whose hands got another card by the last move."""
    touched = svg.touched([event for event in caption.events if isinstance(event, HANDS)], "seat")
    return [player.seat for player in view.players if player.seat in touched and player.cards]


def _is_rolled(caption: Caption) -> bool:
    return any(isinstance(event, ev.DiceRolled) for event in caption.events)


# --- The tracks ---


def _parts(view: view_pb2.View, caption: Caption, layout: Layout) -> Iterator[str]:
    yield svg.part(_tracks_box(view, layout), *_tracks(view, caption, layout), least=0.7, most=1.5)
    yield from (_panel(view, caption, layout, place) for place in range(len(view.titans)))
    yield from _supplies(view, caption, layout)


def _tracks_box(view: view_pb2.View, layout: Layout) -> Box:
    """Return where the boards lie, including the titans that wait below the start line."""
    right = layout.centre(f"{_prefixes(view)[-1]}F1")[0] + layout.side + 26
    waiting = any(not titan.field and titan.id != view.winner for titan in view.titans)
    top = svg.TOP - (12 if view.winner else 0)
    return Box(svg.MARGIN, top, right - svg.MARGIN, layout.bottom + (66 if waiting else 28) - top)


def _tracks(view: view_pb2.View, caption: Caption, layout: Layout) -> Iterator[str]:
    """Yield the boards and the titans on them."""
    yield from _names(view, caption, layout)
    standing = {titan.field: _short(titan) for titan in view.titans if titan.field}
    yield svg.grounded(*(_field(layout, field, standing.get(field.name, ""), caption) for field in view.fields))
    yield from _lines(view, caption, layout)
    marked = _marked_fields(view, caption)
    yield from (_marked_field(layout, field) for field in view.fields if field.name in marked)
    yield from (_disc(titan, layout.centre(titan.field), layout.side * 0.62) for titan in view.titans if titan.field)
    yield from _waiting(view, layout)


def _prefixes(view: view_pb2.View) -> list[str]:
    """Return what precedes the coordinates of each track."""
    return [f"{number}:" for number in range(1, len(view.tracks) + 1)] if len(view.tracks) > 1 else [""]


def _names(view: view_pb2.View, caption: Caption, layout: Layout) -> Iterator[str]:
    """Yield the name above each board, column letters below it, row numbers on its left, the direction on its right."""
    for prefix, track in zip(_prefixes(view), view.tracks, strict=True):
        left, _ = layout.centre(f"{prefix}A12")
        label = f"{prefix.replace(':', '. ')}{caption.say(TRACKS[track])}"
        yield svg.text(left - layout.side, svg.TOP + 14, label, bold=True, room=layout.side * 9.5)
        for column in COLUMNS:
            x, y = layout.centre(f"{prefix}{column}1") if column in "ACE" else layout.centre(f"{prefix}{column}2")
            yield svg.text(x, y + layout.half + 19, column, 12, anchor="middle", fill=svg.FAINT)
        for row in range(1, ROWS + 1):
            x, y = layout.centre(f"{prefix}A{row}")
            yield svg.text(x - layout.side - 8, y + 4, row, svg.SMALL, anchor="end", fill=svg.FAINT)
        yield _direction(layout.centre(f"{prefix}F1")[0] + layout.side + 13, caption, layout)


def _direction(x: float, caption: Caption, layout: Layout) -> str:
    """Return the chevrons that show where the race goes."""
    middle = (layout.bottom + svg.TOP + 26) / 2
    chevrons = (
        svg.element("path", d=CHEVRON, transform=f"translate({svg.written(x)} {svg.written(middle + 16 * place)})")
        for place in (-1, 0, 1)
    )
    return svg.group(svg.tip(caption.say("direction of the race")), *chevrons, opacity=0.65)


def _lines(view: view_pb2.View, caption: Caption, layout: Layout) -> Iterator[str]:
    """Yield the start line below the first track and the finish line above the last: one line on a single track."""
    prefixes = _prefixes(view)
    x, y = layout.centre(f"{prefixes[0]}A1")
    yield from _chequered(x - layout.side, y, layout.side, layout.half)
    words, (middle, _) = (
        caption.say("[single?start and finish|start]", single=len(prefixes) == 1),
        layout.centre(f"{prefixes[0]}F2"),
    )
    # The words end next to the direction: centred, they would touch the letter of the previous column.
    yield svg.text(middle + layout.side + 20, layout.bottom + 19, words, bold=True, anchor="end")
    if len(prefixes) > 1:
        x, y = layout.centre(f"{prefixes[-1]}A11")
        yield from _chequered(x - layout.side, y - layout.half, layout.side, -layout.half)
        right = layout.centre(f"{prefixes[-1]}F1")[0] + layout.side
        yield svg.text(right - 14, svg.TOP + 14, caption.say("finish"), bold=True, anchor="end")


def _chequered(x: float, y: float, side: float, rise: float) -> Iterator[str]:
    """Yield a chequered line along the outermost fields' edges."""
    across = f"l{side / 2:g},{rise:g} h{side:g} l{side / 2:g},{-rise:g} h{side:g}"
    path = f"M{x:g},{y:g} {' '.join([across] * 3)}"
    yield svg.path(path, "none", stroke=svg.INK, stroke_width=6)
    yield svg.path(path, "none", stroke=svg.SHEET, stroke_width=4, stroke_dasharray="6 6")


@lru_cache(maxsize=1024)
def _corners(layout: Layout, field: str, scale: float) -> str:
    """Return the corners of a hexagon."""
    (x, y), side = layout.centre(field), layout.side * scale
    return " ".join(f"{x + side * cos(turn * pi / 3):.1f},{y + side * sin(turn * pi / 3):.1f}" for turn in range(6))


def _field(layout: Layout, field: view_pb2.Field, titan: str, caption: Caption) -> str:
    terrain = TERRAIN.word(field.terrain)
    return svg.element(
        "g",
        svg.tip(" ".join(filter(None, (field.name, ", ".join(_met(field, titan, caption)))))),
        svg.polygon(_corners(layout, field.name, 1), fill=_ground_paint(field), edge=svg.LINE, thick=1.2),
        _rim(layout, field.name, RIM[terrain]) if terrain in RIM else "",
        svg.group(*_marks(field, terrain), at=layout.centre(field.name), scale=layout.side / 42),
        data_spot=spot("field", field.name),
    )


def _ground_paint(field: view_pb2.Field) -> str:
    return GROUND.get(TERRAIN.word(field.terrain), BARE)


def _rim(layout: Layout, field: str, paint: str, thick: float = 3, **more: object) -> str:
    """Return a line within the edge of a field."""
    path = f"M{_corners(layout, field, 0.92).replace(' ', ' L')} Z"
    return svg.path(path, "none", stroke=paint, stroke_width=thick, **more)


def _marked_field(layout: Layout, field: view_pb2.Field) -> str:
    """Return the ring of the last move within a field, with its shadow."""
    shadow = (_rim(layout, field.name, svg.INK, thick, stroke_opacity=dark) for thick, dark in svg.SHADOW)
    return svg.element("g", *shadow, _rim(layout, field.name, svg.mark_on(_ground_paint(field)), 4, data_mark=""))


def _met(field: view_pb2.Field, titan: str, caption: Caption) -> Iterator[str]:
    """Yield what a titan that enters a field meets: another titan, a trap, the ground."""
    if titan:
        yield titan
    if field.trap:
        yield caption.say("trap")
    if field.leaps:
        yield caption.say("[far?super-ramp|multi-ramp]", far=_is_super(field))
    elif terrain := TERRAIN.word(field.terrain):
        yield caption.word(terrain, "terrain")
    if field.special:
        yield caption.say("special field")


def _marks(field: view_pb2.Field, terrain: str) -> Iterator[str]:
    if terrain == "ramp":
        yield from _ramp(field)
    elif terrain:
        yield MARKS[terrain]
    if field.special:
        sign = svg.shape(svg.BOLT, (0, 0), "#8f6a00")
        yield svg.circle((0, 0), 13, fill="#fff4b8", edge="#8f6a00") + sign
    if field.trap:
        covered = terrain or field.special
        trap = svg.circle((0, 0), 15, fill="#3c3c3c") + svg.shape(TRAP, (0, 0), "#f2efe8")
        yield svg.group(trap, at=(14, -14) if covered else (0, 0), scale=0.85 if covered else 1.15)


def _ramp(field: view_pb2.Field) -> Iterator[str]:
    """Yield an arrow for each direction of a ramp; a super-ramp's reaches farther."""
    for direction in field.leaps:
        turn = BEARING.get(DIRECTION.word(direction), 0)
        lift, size = (-4, 1.0) if field.leap_length == 1 else (2, 1.6)
        yield svg.element(
            "path", d=ARROW, transform=f"rotate({turn}) translate(0 {lift}) scale({size})", fill="#8a5a12"
        )


# --- The titans ---


def _disc(titan: view_pb2.Titan, at: tuple[float, float], radius: float) -> str:
    """Return a titan: a disc in its colour with its face and its life; one that lies down is flat."""
    if STATE.word(titan.state) == "upright":
        badge = svg.circle((0.8 * radius, -0.72 * radius), 0.45 * radius, fill=svg.SHEET, edge=LIFE)
        life = _letters(titan.life, (0.8 * radius, -0.72 * radius), 0.6 * radius, LIFE)
        disc = svg.circle((0, 0), radius, fill=_paint(titan), edge=svg.SHEET, stroke_width=1.5)
        body = disc + _face(titan, 0.85 * radius) + badge + life
    else:
        paint = _paint(titan)
        flat = svg.element("ellipse", rx=radius, ry=radius * 0.6, fill=paint, stroke=svg.INK, stroke_dasharray="3 2")
        body = flat + svg.element("g", _face(titan, 0.6 * radius), transform="rotate(-90)")
    return svg.group(svg.tip(_short(titan)), svg.grounded(body), at=at, at_spot=spot("titan", titan.id))


def _face(titan: view_pb2.Titan, half: float) -> str:
    return svg.group(FACES[titan.id], at=(-half, -half), scale=2 * half / svg.DRAWN)


def _letters(words: object, middle: tuple[float, float], size: float, fill: str) -> str:
    return svg.text(middle[0], middle[1] + size * 0.36, words, size, bold=True, anchor="middle", fill=fill)


def _paint(titan: view_pb2.Titan) -> str:
    return svg.PAINT[COLOUR.word(titan.colour)]


def _waiting(view: view_pb2.View, layout: Layout) -> Iterator[str]:
    """Yield the titans at the start, below the start line, and the one that has won."""
    waiting = [titan for titan in view.titans if not titan.field and titan.id != view.winner]
    y = layout.bottom + 42
    yield from (_disc(titan, (layout.left + 20 + place * 46, y), 18) for place, titan in enumerate(waiting))
    goal = (layout.centre(f"{_prefixes(view)[-1]}F1")[0] + layout.side + 16, svg.TOP + 10)
    for titan in view.titans:
        if titan.id == view.winner:
            yield svg.circle(goal, 20, fill=svg.GOLD, edge=svg.INK) + _disc(titan, goal, 16)


def _panel(view: view_pb2.View, caption: Caption, layout: Layout, place: int) -> str:
    """Return a titan's board: its player, laps, life, ability, die, and the player's cards."""
    titan, first = view.titans[place], layout.panels
    column, row = place % layout.across, place // layout.across
    box = first._replace(x=first.x + column * (first.width + 10), y=first.y + row * (first.height + 10))
    player = next(player for player in view.players if player.seat == titan.seat)
    marks = {
        what: [svg.ring(_counter(box, what))] if titan.id in _marked_titans(view, caption, what) else []
        for what in COUNTED
    }
    return svg.panel(
        caption,
        titan.seat,
        box,
        svg.part(Box(box.x + 3, box.y + 34, 48, 52), _disc(titan, (box.x + 26, box.y + 62), 19), *marks["turn"]),
        *svg.figures(
            (box.x + 54, box.y + 44),
            svg.Figure(caption.say("laps"), titan.laps, FLAG, svg.FAINT, LAPS_TO_WIN, bool(marks["laps"])),
            svg.Figure(caption.say("life"), titan.life, svg.HEART, LIFE, MOST_LIFE, bool(marks["life"])),
        ),
        svg.part(_pill_box(box, titan, caption), *_pill(box, titan, caption), *marks["ability"], least=0.72),
        _taken(titan, box, caption, *marks["die"]),
        _hand_part(player, box, caption, marked=player.seat in _marked_hands(view, caption)),
        paint=_paint(titan),
        heading=_short(titan),
        role=f"{caption.name(titan.seat)}{_team(player, caption)}",
        acts=_acts(view, caption, titan),
        won=bool(view.winner) and _has_won(view, player),
    )


def _acts(view: view_pb2.View, caption: Caption, titan: view_pb2.Titan) -> bool:
    """Return whether a titan's panel says that its player is to act: the one in turn, or else the player's first."""
    if titan.seat not in caption.asked_seats:
        return False
    own = [candidate.id for candidate in view.titans if candidate.seat == titan.seat]
    return titan.id == (view.mover if view.mover in own else own[0])


def _counter(box: Box, what: str) -> Box:
    """Return where a panel shows life, laps, the ability, the titan or the die."""
    places = {
        "ability": Box(box.x + 185, box.y + 37, 66, 18),
        "turn": Box(box.x + 6, box.y + 42, 40, 40),
    }
    return places.get(what) or Box(box.x + box.width - TAKEN - 6, box.y + 37, TAKEN, TAKEN)


def _standing(titan: view_pb2.Titan, caption: Caption) -> str:
    """Return in a word or two whether a titan can use its ability."""
    state = STATE.word(titan.state)
    return caption.say(LYING[state]) if state in LYING else caption.say("[ready?ready|used]", ready=titan.ready)


def _pill_box(box: Box, titan: view_pb2.Titan, caption: Caption) -> Box:
    sign = 0 if STATE.word(titan.state) in LYING else 14
    return Box(box.x + 182, box.y + 34, sign + 0.9 * svg.width_of(_standing(titan, caption), 12) + 18, 24)


def _pill(box: Box, titan: view_pb2.Titan, caption: Caption) -> Iterator[str]:
    """Yield a pill that is filled while the ability is ready."""
    around, lies = _pill_box(box, titan, caption), STATE.word(titan.state) in LYING
    ready = titan.ready and not lies
    paint, ink = (svg.PAINT["green"], svg.SHEET) if ready else ("none", svg.FAINT)
    words, middle = _standing(titan, caption), around.y + around.height / 2
    yield svg.tip(words if lies else _ability(titan, caption))
    yield svg.rect(around, fill=paint, edge=svg.PAINT["green"] if ready else svg.FAINT, corner=12)
    if not lies:
        yield svg.shape(svg.BOLT, (around.x + 15, middle), ink, 0.75)
    yield svg.text(around.x + (9 if lies else 24), middle + 5, words, 12, fill=ink)


def _taken(titan: view_pb2.Titan, box: Box, caption: Caption, *marks: str) -> str:
    """Return the die that a titan has taken; "" for none."""
    if not titan.die:
        return ""
    place = _counter(box, "die")
    return svg.part(place, _cube(COLOUR.word(titan.die), place, caption), *marks)


def _cube(colour: str, box: Box, caption: Caption) -> str:
    """Return a die with a pictogram of where its action leads, and of what else it does."""
    tip, ink = svg.tip(caption.word(colour, "colour")), svg.ink_on(svg.PAINT[colour])
    middle = (box.x + box.width / 2, box.y + box.height / 2)
    face = svg.rect(box, fill=svg.PAINT[colour], edge=svg.INK, thick=2, corner=9)
    return svg.element(
        "g",
        tip,
        face,
        svg.group(*_pictogram(colour, ink), at=middle, scale=box.width / DIE),
        data_spot=spot("die", colour),
        fill=svg.INK,
    )


def _pictogram(colour: str, ink: str) -> Iterator[str]:
    """Yield the ways of a die's action from where the titan stands, and the signs of its other parts (TR-5)."""
    # One way to each end: others lead there, too.
    ways = list({way[-1]: way for way in map(_way, reversed(PATHS.get(colour, ())))}.values())
    signs = [PART_MARKS[part] for part in PARTS[colour] if part in PART_MARKS]
    if ways:
        yield svg.group(*_ways(ways, ink), at=(0, -6 if signs else 0))
    else:
        yield from (
            svg.rect(Box(x, y, 20, 20), fill=svg.PAINT[colour], edge=ink, thick=3, corner=4)
            for x, y in ((-18, -20), (-8, -12))
        )
    yield from (svg.shape(sign, (16, 18), ink, 0.7) for sign in signs)


def _way(path: Iterable[str]) -> list[tuple[float, float]]:
    """Return the places on a way, in fields from its start."""
    places = [(0.0, 0.0)]
    for direction in path:
        (x, y), (across, down) = places[-1], STEPS[direction]
        places.append((round(x + across, 2), round(y + down, 2)))
    return places


def _ways(ways: list[list[tuple[float, float]]], ink: str) -> Iterator[str]:
    """Yield the ways of an action as lines from its start, a dot for each field, and an arrowhead at each end."""
    across = max(abs(x) for way in ways for x, _ in way)
    high = max(-y for way in ways for _, y in way)
    unit = min(15, 20 / max(across, 0.1), 32 / high)
    low = unit * high / 2
    for way in ways:
        places = [(unit * x, low + unit * y) for x, y in way]
        (x1, y1), (x2, y2) = places[-2:]
        line = " L".join(f"{svg.written(x)},{svg.written(y)}" for x, y in places)
        yield svg.path(f"M{line}", "none", stroke=ink, stroke_width=3)
        yield from (svg.circle(place, 3.4, fill=ink) for place in places[1:-1])
        turn = degrees(atan2(x2 - x1, y1 - y2))
        head = f"translate({svg.written(x2)} {svg.written(y2)}) rotate({svg.written(turn)})"
        yield svg.path(ARROWHEAD, ink, transform=head)
    yield svg.circle((0, low), 4.5, fill=ink)


def _hand_box(player: view_pb2.Player, box: Box) -> Box:
    """Return where a panel shows the backs of the cards in a hand."""
    return Box(box.x + 182, box.y + 64, player.cards * 16, 21)


def _hand_part(player: view_pb2.Player, box: Box, caption: Caption, *, marked: bool) -> str:
    """Return the cards in a hand; "" for none."""
    if not player.cards:
        return ""
    backs, right = _hand_box(player, box), box.x + box.width - TAKEN - 14
    whole = backs._replace(width=right - backs.x if player.hand else backs.width)
    return svg.part(whole, *_cards(player, box, caption), svg.ring(backs) if marked else "", least=0.72)


def _cards(player: view_pb2.Player, box: Box, caption: Caption) -> Iterator[str]:
    """Yield the backs of the cards in a hand, and their names if the reader may see them."""
    backs = _hand_box(player, box)
    for place in range(player.cards):
        back = Box(backs.x + 2 + place * 16, backs.y + 2, 12, 17)
        yield svg.rect(back, fill=svg.PAINT["purple"], edge=svg.SHEET, corner=2)
    left, right = backs.x + backs.width + 4, box.x + box.width - TAKEN - 14
    for number, card in enumerate(player.hand, 1):
        words = card.name + ("," if number < len(player.hand) else "")
        shown = svg.text(left, backs.y + 15, words, svg.SMALL, room=right - left)
        yield svg.group(svg.tip(_card_words(card, caption)), shown, at_spot=spot("card", card.id))
        left += svg.width_of(words, svg.SMALL) + 6


def _card_words(card: view_pb2.Card, caption: Caption) -> str:
    """Return the name of a card and its effect."""
    return f"{card.name}: {caption.book.texts.get(card.id, '')}"


def _supplies(view: view_pb2.View, caption: Caption, layout: Layout) -> Iterator[str]:
    """Yield the pool of dice, the sizes of the deck and of the supply of traps, and the open cards."""
    y = layout.supplies
    yield _pool(view, caption, layout)
    supply = _supply(view, caption)
    box = Box(svg.MARGIN, y + DIE + 12, svg.width_of(supply, svg.PLAIN), 24)
    yield svg.part(box, svg.text(box.x, box.y + 16, supply, fill=svg.FAINT))
    cards = ((caption.say(where), card) for where, card in _open_cards(view))
    yield from _open(cards, svg.touched(caption.events, "card"), svg.MARGIN, y + DIE + 42, caption)


def _pool(view: view_pb2.View, caption: Caption, layout: Layout) -> str:
    """Return the dice that nobody has taken; "" for none. On a wide page those of a single track stand next to it."""
    count = len(view.pool)
    if not count:
        return ""
    box = Box(svg.MARGIN, layout.supplies, DIE_PITCH * count, DIE_PITCH)
    places = [Box(box.x + 4 + DIE_PITCH * place, box.y + 4, DIE, DIE) for place in range(count)]
    rolled = _is_rolled(caption)
    dice = (
        svg.group(_cube(COLOUR.word(colour), place, caption), svg.ring(place, 10) if rolled else "")
        for colour, place in zip(view.pool, places, strict=True)
    )
    beside = 1 if layout.across == 1 else count
    return svg.part(box, *dice, least=0.4, cells=(DIE_PITCH, count, beside, count))


def _open(
    cards: Iterable[tuple[str, view_pb2.Card]], marked: Iterable[str], x: float, y: float, caption: Caption
) -> Iterator[str]:
    for where, card in cards:
        caption_text = svg.text(x, y + 16, where, 12, fill=svg.FAINT)
        left = x + svg.width_of(where, 12) + 6
        box = Box(left, y, svg.width_of(card.name, 12) + 14, 24)
        shown, words = svg.text(left + 7, y + 16, card.name, 12), _card_words(card, caption)
        drawn = svg.card(box, shown, marked=card.id in marked, words=words, at_spot=spot("card", card.id))
        yield svg.part(Box(x, y, left + box.width - x, 24), caption_text, drawn)
        x = left + box.width + 14
