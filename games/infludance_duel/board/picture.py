"""A view of INFLUDANCE Duel as SVG: the board with its bullets, the cowboys, the magazines; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from games.infludance_duel.board.cover import FIELD, HAT, RIBBON
from games.infludance_duel.rules.data import AMMUNITION, BLUE, CHAMBERS, COLOURS, COMPASS, FIGURES, RED
from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from games.kit.board.svg import Box, Portrait
from gunbai.infludance_duel.v1 import events as ev
from gunbai.infludance_duel.v1 import view_pb2

BOARD, FIELD_SIDE = 540, 108
"""The width of the board, and of a field if there are five in a row; a field is a square."""
STRIP = 64
"""The height of the strips beyond the winning lines."""
PANEL = Box(svg.MARGIN + BOARD + 30, 0, svg.INNER - BOARD - 30, 176)
SAND = "#f3e3c3"
STEEL, BORE, BRASS = "#8b8f94", "#2b2d31", "#d9b45a"
CYLINDER, CHAMBER, FROM_AXIS = 48, 12, 30
"""The radii of a magazine and of a chamber, and how far the chambers are from the axis."""
LARGE, APART, LOW = 1.32, 45, 0.22
"""How much larger than its path an arrow is, how far two are apart, and how much lower below a hat, in fields."""
OUT_OF_REACH = 0.45
"""How opaque the bullets are that the player to move cannot step to."""
TOKEN_MARKS = {"good_shot": "G", "kicker": "K", "double_shot": "D", "blank": "B"}
ARROW = "M0,-15.5 L7,-4.5 L3,-4.5 L3,15.5 L-3,15.5 L-3,-4.5 L-7,-4.5 Z"
AHEAD = "M0,-9 L7,-1 L3,-1 L3,8 L-3,8 L-3,-1 L-7,-1 Z"
ROUND = "M-8,0 a8,8 0 1 0 16,0 a8,8 0 1 0 -16,0 Z"
TURNS = {bearing: 45 * number for number, bearing in enumerate(COMPASS)}


def picture(view: view_pb2.View, caption: Caption) -> str:
    """Return the view as an SVG document."""
    return svg.frame(caption, page(view, caption))


def page(view: view_pb2.View, caption: Caption) -> svg.Page:
    """Return the words and the drawing of the view."""
    return svg.Page(
        status=status(view, caption),
        board=list(_board(view, caption)),
        marked=list(_marked(view, caption)),
        parts=_parts(view, caption),
        height=svg.TOP + 2 * STRIP + view.rows * _side(view) + svg.MARGIN,
    )


def status(view: view_pb2.View, caption: Caption) -> str:
    """Return in a few words how the game stands."""
    if view.ending == "goal":
        return caption.say("Won by {who:id}", who=_who(caption, view.winner))
    if view.ending:
        return caption.say("Drawn by repetition")
    if not view.active:
        return caption.say("Set-up")
    return caption.say(
        "Turn of {who:id}, [start?before the step|after the step][extra?, and another turn after it]",
        who=_who(caption, view.active),
        start=view.phase == "start",
        extra=view.extra_turn,
    )


def _who(caption: Caption, seat: int) -> str:
    return f"{caption.name(seat)}, {_colour(caption, seat)}"


def _colour(caption: Caption, seat: int) -> str:
    return caption.say(COLOURS[seat])


# --- The text board ---


def _board(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the rows from the north: the cowboys by their initials, each field with its red and its blue bullet."""
    initials = {seat: _colour(caption, seat)[0].upper() for seat in COLOURS}
    standing = {field: initials[gunman.seat] for gunman in view.gunmen for field in gunman.fields}
    for row in range(view.rows, 0, -1):
        fields = view.fields[(row - 1) * view.columns : row * view.columns]
        yield f"{row} " + " ".join(_text_field(field, standing.get(field.name, "."), caption) for field in fields)
    yield "  " + " ".join("abcdefghi"[column].ljust(7) for column in range(view.columns)).rstrip()
    yield caption.say(
        "Signs: {red:id} and {blue:id} a cowboy, then where the red and the blue bullet of the field point; - none.",
        red=initials[RED],
        blue=initials[BLUE],
    )
    yield from (_text_gunman(view, caption, gunman) for gunman in view.gunmen)


def _text_field(field: view_pb2.Field, cowboy: str, caption: Caption) -> str:
    return f"{cowboy}{_bearing(field.red_bullet, caption)}/{_bearing(field.blue_bullet, caption)}".ljust(7)


def _bearing(bullet: str, caption: Caption) -> str:
    """Return the letters for where a bullet points, "-" for none."""
    return caption.say(bullet) if bullet else "-"


def _field_words(field: view_pb2.Field, caption: Caption) -> str:
    """Return a field and its bullets in words: N is north, "-" none."""
    red, blue = _bearing(field.red_bullet, caption), _bearing(field.blue_bullet, caption)
    return caption.say("{field:id}: red bullet {red:id}, blue bullet {blue:id}", field=field.name, red=red, blue=blue)


def _text_gunman(view: view_pb2.View, caption: Caption, gunman: view_pb2.Gunman) -> str:
    fired = caption.say(
        "fired: [{fired:id}|none][; left: {left:id}]",
        fired=_words(gunman.fired, caption),
        left=_words(gunman.revealed, caption),
    )
    return (
        f"{caption.seat(gunman.seat)}, {_colour(caption, gunman.seat)}: {_figure(gunman, caption)}, "
        f"{_place(view, gunman, caption)}; {_goal(view, gunman, caption)}; {_magazine(gunman, caption)}; {fired}"
    )


def _words(tokens: Sequence[int], caption: Caption) -> str:
    return ", ".join(caption.word(AMMUNITION.word(token)) for token in tokens)


def _figure(gunman: view_pb2.Gunman, caption: Caption) -> str:
    return caption.say("[{figure} figure|no figure yet]", figure=FIGURES.word(gunman.figure))


def _place(view: view_pb2.View, gunman: view_pb2.Gunman, caption: Caption) -> str:
    if gunman.seat == view.winner:
        return caption.say("on the winning line")
    return caption.say("[on {fields}|off the board]", fields=tuple(gunman.fields))


def _goal(view: view_pb2.View, gunman: view_pb2.Gunman, caption: Caption) -> str:
    """Return which way is forward for a gunman: the north is red's goal, the south blue's (IN-7.1)."""
    north = gunman.seat == RED
    row = view.rows if north else 1
    return caption.say("ahead is [north?north|south], the winning line is beyond row {row}", north=north, row=row)


def _magazine(gunman: view_pb2.Gunman, caption: Caption) -> str:
    return caption.say(
        "{tokens:0 token|tokens} left, [spun to chamber {chamber}|not spun yet]",
        tokens=gunman.tokens_left,
        chamber=gunman.spun_chamber,
    )


# --- The last move ---


def _marked(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield from (caption.say("field {field:id}", field=field) for field in _marked_fields(caption))
    magazines = (_colour(caption, seat) for seat in _marked_magazines(caption))
    yield from (caption.say("the last token of {colour:id}", colour=colour) for colour in magazines)
    goals = (_colour(caption, seat) for seat in _marked_goal(caption))
    yield from (caption.say("{colour:id} on the winning line", colour=colour) for colour in goals)


def _marked_fields(caption: Caption) -> tuple[str, ...]:
    return svg.touched(caption.events, "field", "evaluated_field", "red_field", "blue_field")


def _marked_magazines(caption: Caption) -> tuple[int, ...]:
    return svg.touched([event for event in caption.events if isinstance(event, ev.TokenFired)], "seat")


def _marked_goal(caption: Caption) -> tuple[int, ...]:
    return svg.touched([event for event in caption.events if isinstance(event, ev.GoalReached)], "seat")


# --- The drawing ---


def _parts(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    board = Box(svg.MARGIN, svg.TOP, view.columns * _side(view), 2 * STRIP + view.rows * _side(view))
    yield svg.part(board, svg.grounded(*_town(view, caption)), least=0.6, most=1.5, bottom=RED)
    yield from (_panel(view, caption, gunman) for gunman in view.gunmen)
    middle, tokens = svg.TOP + STRIP + view.rows * _side(view) / 2, _tokens_shown(view)
    if tokens:
        box = Box(PANEL.x, middle - 28, PANEL.width, 28 * -(-len(tokens) // 2))
        yield svg.part(box, *_legend(tokens, middle, caption), least=0.9)


def _town(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the board: the winning lines, the fields, and the cowboys."""
    yield from (_strip(view, caption, seat) for seat in (BLUE, RED))
    yield from (_field(view, field, caption) for field in view.fields)
    yield from (_cowboy(view, gunman, caption) for gunman in view.gunmen if gunman.fields)
    yield from (svg.ring(_corner(view, field)) for field in _marked_fields(caption))
    yield from (_winner(view, caption, seat) for seat in (view.winner,) if seat)


def _side(view: view_pb2.View) -> float:
    """Return the length of a field's side."""
    return BOARD / max(view.columns, 5)


def _corner(view: view_pb2.View, name: str) -> Box:
    """Return where a field lies."""
    column, row, side = ord(name[0]) - 97, int(name[1:]), _side(view)
    return Box(svg.MARGIN + column * side, svg.TOP + STRIP + (view.rows - row) * side, side, side)


def _field(view: view_pb2.View, field: view_pb2.Field, caption: Caption) -> str:
    box = _corner(view, field.name)
    return svg.element(
        "g",
        svg.tip(_field_words(field, caption)),
        svg.rect(box, fill=SAND, edge=svg.LINE),
        *_coordinates(field.name, box),
        _bullets(view, field, box),
        data_spot=spot("field", field.name),
    )


def _bullets(view: view_pb2.View, field: view_pb2.Field, box: Box) -> str:
    """Return the arrows of a field in its middle, or below the hat of the cowboy on it; pale ones are out of reach."""
    lying = [(bullet, seat) for bullet, seat in ((field.red_bullet, RED), (field.blue_bullet, BLUE)) if bullet]
    covered = any(field.name in gunman.fields for gunman in view.gunmen)
    middle = (box.x + box.width / 2, box.y + box.height * (0.5 + LOW * covered))
    scale = LARGE * box.width / FIELD_SIDE
    apart = APART * box.width / FIELD_SIDE
    first = middle[0] - apart * (len(lying) - 1) / 2
    arrows = [
        _arrow(first + apart * place, middle[1], bullet, seat, scale) for place, (bullet, seat) in enumerate(lying)
    ]
    # A page that turns the board moves them to the other side of the hat, by their height.
    height = 2 * LOW * box.height
    whole = svg.rect(Box(box.x, middle[1] - height / 2, box.width, height), fill="none")
    return svg.element(
        "g",
        whole if covered else "",
        *arrows,
        opacity=None if _within_reach(view, field.name) else OUT_OF_REACH,
        data_low="" if covered else None,
    )


def _within_reach(view: view_pb2.View, field: str) -> bool:
    """Return whether a bullet matters now: a cowboy stands on its field, or the active one is next to it."""
    active = [own for gunman in view.gunmen if gunman.seat == view.active for own in gunman.fields]
    if not active or any(field in gunman.fields for gunman in view.gunmen):
        return True
    return any(abs(ord(field[0]) - ord(own[0])) <= 1 and abs(int(field[1:]) - int(own[1:])) <= 1 for own in active)


def _coordinates(name: str, box: Box) -> Iterator[str]:
    """Yield the row's number in the first column, and the column's letter in the first row."""
    if name.startswith("a"):
        yield svg.text(box.x + 10, box.y + 22, name[1:], svg.PLAIN, fill=svg.FAINT)
    if name[1:] == "1":
        yield svg.text(box.x + 10, box.y + box.height - 8, name[0], svg.PLAIN, fill=svg.FAINT)


def _arrow(x: float, y: float, bearing: str, seat: int, scale: float = 1) -> str:
    size = f" scale({svg.written(scale)})" if scale != 1 else ""
    turned = f"translate({svg.written(x)} {svg.written(y)}) rotate({TURNS[bearing]}){size}"
    return svg.path(ARROW, _paint(seat), transform=turned)


def _paint(seat: int) -> str:
    return svg.PAINT[COLOURS[seat]]


def _strip_box(view: view_pb2.View, seat: int) -> Box:
    """Return a seat's winning line, a strip: the north is red's goal, the south blue's."""
    y = svg.TOP if seat == RED else svg.TOP + STRIP + view.rows * _side(view)
    return Box(svg.MARGIN, y, view.columns * _side(view), STRIP)


def _strip(view: view_pb2.View, caption: Caption, start: int) -> str:
    """Return a strip: three bullets in the colour that starts there, two in that of the player whose goal it is."""
    goal = RED if start == BLUE else BLUE
    box, side = _strip_box(view, goal), _side(view)
    label = caption.say("winning line of {who:id}", who=_who(caption, goal))
    near = box.y + STRIP - 6 if goal == RED else box.y + 16
    bullets = []
    for column in range(view.columns):
        seat = goal if column % 2 else start
        bearing = "N" if seat == RED else "S"
        bullets.append(_arrow(box.x + (column + 0.5) * side, box.y + (22 if goal == RED else 42), bearing, seat))
    return svg.element(
        "g",
        svg.rect(box, fill=svg.SHADE, edge=svg.LINE),
        svg.group(*bullets, opacity=0.6),
        svg.text(box.x + box.width / 2, near, label, svg.SMALL, anchor="middle", fill=_paint(goal), room=box.width),
    )


def _cowboy(view: view_pb2.View, gunman: view_pb2.Gunman, caption: Caption) -> str:
    corners = [_corner(view, field) for field in gunman.fields]
    first, paint, side = min(corners), _paint(gunman.seat), _side(view)
    frame = Box(first.x + 6, first.y + 6, len(corners) * side - 12, side - 12)
    brim = (first.x + len(corners) * side / 2, frame.y + 0.22 * side)
    return svg.element(
        "g",
        svg.tip(caption.say("{colour:id} cowboy", colour=_colour(caption, gunman.seat))),
        svg.rect(frame, fill=paint, edge=paint, thick=4, corner=20, fill_opacity=0.18),
        _hat(brim, paint, 1.7 * side / FIELD_SIDE),
        data_piece=spot("cowboy", gunman.seat),
    )


def _hat(brim: tuple[float, float], paint: str, scale: float = 1) -> str:
    crown = svg.shape(HAT, (0, 0), paint, 1, stroke=svg.SHEET, stroke_width=3)
    return svg.group(crown, svg.shape(RIBBON, (0, 0), svg.INK), at=brim, scale=0.42 * scale)


def _winner(view: view_pb2.View, caption: Caption, seat: int) -> str:
    """Return the cowboy on the winning line."""
    strip = _strip_box(view, seat)
    box = Box(strip.x + strip.width / 2 - 130, strip.y + 6, 260, STRIP - 12)
    middle = box.y + box.height / 2
    return svg.card(
        box,
        _hat((box.x + 36, middle), _paint(seat), 1.2),
        svg.text(box.x + 72, middle + 6, caption.name(seat), svg.LARGE, bold=True, fill=_paint(seat), room=140),
        svg.shape(svg.STAR, (box.x + box.width - 24, middle), svg.GOLD, 1.5, stroke=svg.INK),
        edge=_paint(seat),
        thick=4,
        marked=seat in _marked_goal(caption),
    )


def _panel(view: view_pb2.View, caption: Caption, gunman: view_pb2.Gunman) -> str:
    """Return a panel: figure and place, then the fired tokens and, once they are shown, those left."""
    y = svg.TOP + STRIP if gunman.seat == BLUE else svg.TOP + STRIP + view.rows * _side(view) - PANEL.height
    box = PANEL._replace(y=y)
    return svg.panel(
        caption,
        gunman.seat,
        box,
        *svg.figures((box.x + 8 + svg.SHIFT, y + svg.BAR + 2), *_figures(view, gunman, caption)),
        _cylinder(gunman, (box.x + box.width - 70, y + svg.BAR + 58), caption),
        svg.lines(svg.text(box.x + 14, y + 150, f"{_figure(gunman, caption)}, {_place(view, gunman, caption)}")),
        paint=_paint(gunman.seat),
        role=_colour(caption, gunman.seat),
        won=gunman.seat == view.winner,
        face=svg.portrait(Portrait(FIELD, _hat((32, 31), _paint(gunman.seat), 1.05))),
    )


def _figures(view: view_pb2.View, gunman: view_pb2.Gunman, caption: Caption) -> Iterator[svg.Figure]:
    """Yield how many rows a gunman is from the goal, and the tokens left."""
    paint, rows = _paint(gunman.seat), [int(field[1:]) for field in gunman.fields]
    if rows:
        away = view.rows + 1 - max(rows) if gunman.seat == RED else min(rows)
        yield svg.Figure(caption.say("rows to the winning line"), away, AHEAD, paint)
    yield svg.Figure(caption.say("tokens left"), gunman.tokens_left, ROUND, paint)


def _cylinder(gunman: view_pb2.Gunman, at: tuple[float, float], caption: Caption) -> str:
    """Return a magazine as a revolver's cylinder, the chamber that was fired last in the north (IN-6.4, IN-6.5)."""
    tokens = [(token, True) for token in gunman.fired] + [(token, False) for token in gunman.revealed]
    fired = len(gunman.fired)
    chambers = []
    for place in range(CHAMBERS):
        turn = radians(60 * (place - max(fired - 1, 0)))
        middle = (at[0] + FROM_AXIS * sin(turn), at[1] - FROM_AXIS * cos(turn))
        newest = place == fired - 1 and gunman.seat in _marked_magazines(caption)
        chambers.append(_chamber(middle, tokens[place : place + 1], gunman.seat, caption, marked=newest))
    around = Box(at[0] - CYLINDER - 4, at[1] - CYLINDER - 8, 2 * CYLINDER + 8, 2 * CYLINDER + 12)
    return svg.part(
        around,
        svg.tip(_magazine(gunman, caption)),
        svg.circle(at, CYLINDER, fill=STEEL, edge=svg.INK, stroke_width=2),
        svg.circle(at, 6, fill=BORE),
        svg.shape("M0,4 L-6,-5 L6,-5 Z", (at[0], at[1] - CYLINDER - 3), _paint(gunman.seat)),
        *chambers,
        least=0.9,
    )


def _chamber(
    at: tuple[float, float], content: Sequence[tuple[int, bool]], seat: int, caption: Caption, *, marked: bool
) -> str:
    """Return a chamber: a cartridge while its token is hidden, the token in colour if fired, pale if not."""
    if not content:
        brass = svg.circle(at, CHAMBER, fill=BRASS, edge=BORE, stroke_width=2)
        return brass + svg.circle(at, 4, fill="none", edge=BORE)
    token, fired = content[0]
    word = AMMUNITION.word(token)
    drawn = svg.token(at, CHAMBER, TOKEN_MARKS[word], _paint(seat) if fired else svg.SHADE, svg.tip(caption.word(word)))
    size = 2 * CHAMBER
    return drawn + (svg.ring(Box(at[0] - CHAMBER, at[1] - CHAMBER, size, size), CHAMBER + 3) if marked else "")


def _tokens_shown(view: view_pb2.View) -> list[str]:
    """Return the kinds of tokens that lie open."""
    lying = {AMMUNITION.word(token) for gunman in view.gunmen for token in (*gunman.fired, *gunman.revealed)}
    return [word for word in TOKEN_MARKS if word in lying]


def _legend(tokens: Sequence[str], y: float, caption: Caption) -> Iterator[str]:
    """Yield the meanings of the letters on the tokens, between the panels."""
    for number, word in enumerate(tokens):
        x = PANEL.x + 24 + number % 2 * 150
        yield svg.token((x, y - 14 + number // 2 * 28), 10, TOKEN_MARKS[word], svg.PAINT["grey"])
        yield svg.text(x + 18, y - 10 + number // 2 * 28, caption.word(word), fill=svg.FAINT)
