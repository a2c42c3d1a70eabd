"""Pictures: the frame, the palette, the type and the shapes that every title's SVG is made of. Strings in, strings out.

A picture is WIDTH wide. Its header shows the title, the game, the version, the status and the last move; a title draws
below TOP. The text board, for terminals and screen readers, is its <desc>. Whatever a person typed is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any, NamedTuple

from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from gunbai_record.plain import Plain, set_fields

WIDTH, MARGIN, TOP = 1000, 20, 118
INNER = WIDTH - 2 * MARGIN
BAR, FIGURES = 28, 34
"""The heights of the coloured bar of a panel, and of the row of its figures."""
COVER = 320, 200
"""The width and the height of a cover."""
DRAWN, PORTRAIT, SHIFT = 64, 40, 48
"""How many units wide and high portraits are drawn, how large a panel shows one, and how far it moves the rest."""

INK, FAINT, LINE = "#26211c", "#665d51", "#b3a793"
PAPER, SHEET, SHADE = "#faf6ec", "#ffffff", "#ece4d3"
BACK = "#c9b98f"
"""What is printed on the back of a card."""
MARK, GOLD = "#00866b", "#ffd75e"
"""The colours of the last move (a green that no seat has, visible on light and dark pages) and of the winner."""
SEEN = 3
"""The contrast at which a line is visible against its background (WCAG 2.1, 1.4.11)."""
SHADOW = ((9, 0.1), (6, 0.16))
"""The lines of the shadow below a ring: how thick, and how dark."""
PAINT = {
    "red": "#b3362c",
    "blue": "#22629f",
    "green": "#3c7434",
    "purple": "#76418f",
    "brown": "#7d5228",
    "yellow": "#eab92d",
    "black": "#38332e",
    "grey": "#6d6a66",
}
SEATS = ("blue", "red", "green", "purple", "brown", "yellow", "black")
"""The paint of each seat in a title that gives its players no colour of its own."""

SMALL, PLAIN, LARGE, FIGURE, HEADING = 11, 13, 17, 24, 26
"""The sizes of type."""
DIGIT = 15
"""How wide a digit of a figure is."""
NARROW, WIDE = frozenset(" !'(),-./:;I[]fijlrt|"), frozenset("MW@mw%—…→←★")

FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML document may contain, and the carriage return, which parsers change."""
UNCLEAN = re.compile(f"[&<>\"']|{FORBIDDEN.pattern}")
"""What cannot appear in XML unescaped: it is rare, so this search spares most texts the rest."""

STAR = "M0,-9 L2.6,-3 L9,-2.8 L4,1.3 L5.6,7.6 L0,4 L-5.6,7.6 L-4,1.3 L-9,-2.8 L-2.6,-3 Z"
HEART = "M0,8 C-14,-2 -7,-11 0,-4 C7,-11 14,-2 0,8 Z"
BOLT = "M2,-10 L-6,2 L-1,2 L-3,10 L6,-3 L1,-3 Z"
FLAME = "M0,-9 C5,-4 6,0 4,5 C3,8 -3,8 -4,5 C-6,1 -2,0 0,-9 Z"


class Box(NamedTuple):
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


class Figure(NamedTuple):
    """A number that a player plays for, such as points or life."""

    words: str
    value: int
    mark: str
    """The path before the number."""
    paint: str
    most: int = 0
    """The number that it cannot exceed; 0 if there is none."""
    marked: bool = False


class Portrait(NamedTuple):
    """The picture of a character, DRAWN units wide and high: the paint behind it, and the drawing itself."""

    ground: str
    drawing: str


class Page(NamedTuple):
    """The words and the drawing of a position."""

    status: str
    """How the game stands, in a few words."""
    board: Sequence[str]
    """The position as lines of text."""
    marked: Sequence[str]
    """The things that the last move touched, in words; the drawing puts a ring around them."""
    parts: Iterable[str]
    """The drawing, as elements below TOP."""
    height: float
    """The height of the picture."""


def frame(caption: Caption, page: Page) -> str:
    """Return the whole picture."""
    status, last = _status(caption, page), last_move(caption, page.marked)
    return element(
        "svg",
        tip(f"{caption.label}: {status}"),
        element("desc", clean(text_board(caption, page))),
        rect(Box(0, 0, WIDTH, page.height), fill=PAPER),
        element("g", *_header(caption, status, last), data_header=page.status),
        *page.parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {written(page.height)}",
        role="img",
        font_family="sans-serif",
        fill=INK,
    )


def cover(paint: str, *parts: str) -> str:
    """Return the picture of a title for lists: COVER units large, but shown as small as a stamp."""
    width, height = COVER
    return element(
        "svg",
        rect(Box(0, 0, width, height), fill=paint),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
    )


def portrait(shown: Portrait, at: tuple[float, float] = (0, 0), size: float = DRAWN) -> str:
    """Return a portrait at a place, on its background."""
    ground = rect(Box(0, 0, DRAWN, DRAWN), fill=shown.ground, corner=10)
    return group(ground, shown.drawing, at=at, scale=size / DRAWN)


def choice(field: str, value: str, drawing: str) -> str:
    """Return the picture of the commands that have this value in a field; pages show it on their buttons.

    The drawing is DRAWN units wide and high. The picture of the position itself does not show it.
    """
    return element("g", drawing, data_choice=f"{field}:{value}", display="none")


def text_board(caption: Caption, page: Page) -> str:
    """Return the text of the picture as lines: the game, the status, the position, the last move."""
    heading = [caption.label, *_corner(caption)]
    last = last_move(caption, page.marked)
    return "\n".join([", ".join(heading), _status(caption, page), *page.board, *([last] if last else [])])


def last_move(caption: Caption, marked: Sequence[str]) -> str:
    """Return the visible things that the last move touched."""
    names = ", ".join(dict.fromkeys(marked))
    return caption.say("Last move: {marked:id}", marked=names) if names else ""


def touched(events: Iterable[Plain], *fields: str) -> tuple[Any, ...]:
    """Return the values of these fields in the events, each value once, in order."""
    values: dict[Any, None] = {}
    for event in events:
        for field, value in set_fields(event):
            if field in fields:
                values |= dict.fromkeys(value if isinstance(value, tuple) else (value,))
    return tuple(values)


def _status(caption: Caption, page: Page) -> str:
    players = ", ".join(map(caption.name, caption.asked_seats))
    if not players:
        return page.status
    return caption.say("{status:id}; to act: {players:id}", status=page.status, players=players)


def _corner(caption: Caption) -> list[str]:
    if not caption.game:
        return []
    return [caption.say("game {game:id}", game=caption.game), caption.say("version {version}", version=caption.version)]


def _header(caption: Caption, status: str, last: str) -> Iterator[str]:
    yield text(MARGIN, 36, caption.label, HEADING, bold=True, room=0.6 * INNER)
    for number, words in enumerate(_corner(caption)):
        yield text(WIDTH - MARGIN, 22 + 16 * number, words, SMALL, anchor="end", fill=FAINT, room=0.35 * INNER)
    yield text(MARGIN, 64, status, LARGE, room=INNER)
    if last:
        yield ring(Box(MARGIN + 3, 78, 12, 12), 6)
        yield text(MARGIN + 28, 89, last, PLAIN, room=INNER - 28)
    yield element("path", d=f"M{MARGIN},102 H{WIDTH - MARGIN}", stroke=INK, stroke_width=1.5)


# --- Elements ---


def clean(words: str) -> str:
    """Return text in a form that can appear in XML: escaped, without the characters that XML forbids."""
    return escape(FORBIDDEN.sub("", words)) if UNCLEAN.search(words) else words


def written(value: object) -> str:
    """Return an attribute's value: numbers with at most two decimals, text escaped."""
    # Adding 0.0 makes a plain 0 of -0.0: equal places must be written alike.
    return f"{round(value, 2) + 0.0:g}" if isinstance(value, float) else clean(str(value))


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an element: its content is markup, its attributes are values; those that are None are left out."""
    opening = _opening(name, **attributes)
    return f"{opening}>{''.join(content)}</{name}>" if content else f"{opening}/>"


@lru_cache(maxsize=8192)
def _opening(name: str, **attributes: object) -> str:
    """Return the start of an element without its closing bracket; most pictures repeat them, so they are cached."""
    given = [f' {key.replace("_", "-")}="{written(value)}"' for key, value in attributes.items() if value is not None]
    return f"<{name}{''.join(given)}"


def tip(words: str) -> str:
    """Return a title for the surrounding element, which is shown at the pointer."""
    return element("title", clean(words))


def group(
    *content: str,
    at: tuple[float, float] = (0, 0),
    scale: float = 1,
    opacity: float | None = None,
    at_spot: str | None = None,
) -> str:
    """Return elements moved to a place, which becomes their origin, and scaled; with a name, they are a spot."""
    move = f"translate({written(at[0])} {written(at[1])})" if any(at) else ""
    size = f"scale({written(scale)})" if scale != 1 else ""
    transform = " ".join(filter(None, (move, size))) or None
    return element("g", *content, transform=transform, opacity=opacity, data_spot=at_spot)


def part(
    box: Box,
    *content: str,
    least: float = 1,
    most: float = 1.15,
    figure: bool = False,
    bottom: int = 0,
    legible: float = 0,
    cells: tuple[float, int, int, int] | None = None,
) -> str:
    """Return a part of a picture that a page can lay out by itself, at a scale between the least and the most.

    A figure is what a page shows of a panel if there is no room for more. If players sit opposite each other, `bottom`
    is the seat at the bottom: a page can turn the part for the other one. A narrow page does not show it smaller than
    `legible`, if that is given, but moves it within a frame. A part of spots that are squares side by side gives as
    `cells` their pitch, and how many are in a row: in the picture, on a page, and on a narrow one.
    """
    return element(
        "g",
        *content,
        data_box=_numbers(*box),
        data_scale=_numbers(least, most),
        data_figure="" if figure else None,
        data_bottom=bottom or None,
        data_legible=legible or None,
        data_cells=_numbers(*cells) if cells else None,
    )


def fold(words: str, *content: str) -> str:
    """Return parts and lines that a narrow page folds into one line with these words, which opens."""
    return element("g", *content, data_fold=words)


def band(*parts: str, alone: bool = False) -> str:
    """Return parts that a page shows close together; `alone` if nothing else may stand next to them."""
    return element("g", *parts, data_band="alone" if alone else "")


def mat(box: Box, paint: str) -> str:
    """Return what all parts of a board lie on; a page gives its own board this paint."""
    return rect(box, fill=paint, corner=14, data_mat=paint)


def lines(*content: str) -> str:
    """Return lines of text that a page can wrap by itself."""
    return element("g", *content, data_lines="")


def grounded(*content: str) -> str:
    """Return elements on a background of their own: their text is dark even on a dark page."""
    return element("g", *content, fill=INK)


def near(*content: str) -> str:
    """Return elements that only a large picture can show legibly; a page leaves them out while the picture is small."""
    return element("g", *content, data_near="")


def far(*content: str) -> str:
    """Return elements that a page shows instead while the picture is small."""
    return element("g", *content, data_far="", display="none")


def detail(*content: str) -> str:
    """Return what a page shows only of a place that is pointed at or can be chosen."""
    return element("g", *content, data_detail="")


def figures(at: tuple[float, float], *shown: Figure) -> Iterator[str]:
    """Yield the numbers of a panel in a row, in its largest type; the first number is the one that decides the game."""
    x, y = at
    for figure in shown:
        number, most = str(figure.value), f"/{figure.most}" if figure.most else ""
        wide = DIGIT * len(number)
        box = Box(x, y, 26 + wide + width_of(most, PLAIN), FIGURES)
        drawn = element(
            "g",
            tip(figure.words),
            shape(figure.mark, (x + 12, y + FIGURES / 2), figure.paint, 1.15),
            text(x + 24, y + 25, number, FIGURE, bold=True),
            element("g", text(x + 25 + wide, y + 25, most, fill=FAINT), data_most=width_of(most, PLAIN))
            if most
            else "",
            ring(Box(x + 1, y + 3, box.width - 2, FIGURES - 6), 6) if figure.marked else "",
        )
        yield part(box, drawn, figure=True)
        x += box.width + 14


def _numbers(*values: float) -> str:
    return " ".join(map(written, values))


def rect(
    box: Box,
    *content: str,
    fill: str = SHEET,
    edge: str | None = None,
    thick: float = 1,
    corner: float = 0,
    **more: object,
) -> str:
    """Return a rectangle."""
    line = {"stroke": edge, "stroke_width": thick if edge and thick != 1 else None, "rx": corner or None}
    return element("rect", *content, **box._asdict(), fill=fill, **line, **more)


def circle(
    at: tuple[float, float], radius: float, *content: str, fill: str, edge: str | None = None, **more: object
) -> str:
    """Return a circle."""
    return element("circle", *content, cx=at[0], cy=at[1], r=radius, fill=fill, stroke=edge, **more)


def polygon(corners: str, *content: str, fill: str, edge: str | None = None, thick: float = 1, **more: object) -> str:
    """Return a polygon; its corners are written as SVG writes points."""
    line = {"stroke": edge, "stroke_width": thick if edge and thick != 1 else None}
    return element("polygon", *content, points=corners, fill=fill, **line, **more)


def path(d: str, fill: str, **more: object) -> str:
    """Return a path; `d` is as SVG writes it."""
    return element("path", d=d, fill=fill, **more)


def turned(at: tuple[float, float], *content: str) -> str:
    """Return elements that run upwards, drawn around their origin, at a place."""
    return element("g", *content, transform=f"translate({written(at[0])} {written(at[1])}) rotate(-90)")


def shape(path: str, at: tuple[float, float], fill: str, scale: float = 1, *content: str, **more: object) -> str:
    """Return a path that is drawn around its origin, at a place."""
    size = f" scale({written(scale)})" if scale != 1 else ""
    return element(
        "path", *content, d=path, transform=f"translate({written(at[0])} {written(at[1])}){size}", fill=fill, **more
    )


# --- Text ---


def text(
    x: float,
    y: float,
    words: object,
    size: float = PLAIN,
    *,
    fill: str = INK,
    anchor: str | None = None,
    bold: bool = False,
    room: float = 0,
    squeezed: float = 0,
    halo: str = "",
) -> str:
    """Return a line of text; `room` is the width that it must not exceed, `halo` the paint that keeps it legible.

    A text wider than `squeezed` has narrower letters.
    """
    whole = str(words)
    shown = fitted(whole, size, room, bold=bold) if room else whole
    is_wide = squeezed and width_of(whole, size, bold=bold) > squeezed
    narrow = {"textLength": squeezed, "lengthAdjust": "spacingAndGlyphs"} if is_wide else {}
    around = {"stroke": halo, "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"} if halo else {}
    return element(
        "text",
        *([tip(whole)] if shown != whole else []),
        clean(shown),
        x=x,
        y=y,
        font_size=size,
        # Inherited from the frame, so that a page on a dark ground can lighten all of it at once.
        fill=fill if fill != INK else None,
        text_anchor=anchor,
        font_weight="bold" if bold else None,
        **narrow,
        **around,
    )


@lru_cache(maxsize=4096)
def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """Return roughly how wide a line of text is in a wide generic font: it is seldom wider."""
    # From U+2E80 on, nearly all signs are East Asian and as wide as they are high.
    signs = sum(0.38 if sign in NARROW else 1 if sign in WIDE or sign > "\u2e7f" else 0.64 for sign in words)
    return signs * size * (1.1 if bold else 1)


def fitted(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return a line of text, cut if it would be wider than `room`."""
    if width_of(words, size, bold=bold) <= room:
        return words
    length = len(words)
    while length and width_of(f"{words[:length].rstrip()}…", size, bold=bold) > room:
        length -= 1
    return f"{words[:length].rstrip()}…"


def wrapped(words: str, size: float, room: float, most: int) -> list[str]:
    """Return text in a limited number of lines no wider than `room`."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= room or not lines[-1] or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitted(line, size, room) for line in lines]


@cache
def ink_on(paint: str) -> str:
    """Return the legible text colour on a paint."""
    return SHEET if contrast(SHEET, paint) >= contrast(INK, paint) else INK


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.1); 4.5 is enough for text of any size."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(paint: str) -> float:
    parts = [int(paint[first : first + 2], 16) / 255 for first in (1, 3, 5)]
    # The threshold is WCAG's; sRGB itself has 0.04045.
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# --- Pieces ---


def seat_paint(seat: int) -> str:
    """Return the paint of a seat."""
    return PAINT[SEATS[(seat - 1) % len(SEATS)]] if seat else PAINT["grey"]


def token(at: tuple[float, float], radius: float, words: object, paint: str, *content: str) -> str:
    """Return a round token with a few letters on it."""
    size = radius * (1.15 if len(str(words)) < 2 else 0.9)
    letters = text(at[0], at[1] + size * 0.36, words, round(size, 1), anchor="middle", bold=True, fill=ink_on(paint))
    return element("g", *content, circle(at, radius, fill=paint, edge=SHEET, stroke_width=1.5), letters, fill=INK)


def card(
    box: Box,
    *content: str,
    fill: str = SHEET,
    edge: str = LINE,
    thick: float = 1.5,
    marked: bool = False,
    words: str = "",
    at_spot: str | None = None,
) -> str:
    """Return a card with its drawing, in a ring if the last move touched it; its words show on hover."""
    outline = rect(box, fill=fill, edge=edge, thick=thick, corner=6)
    hint = tip(words) if words else ""
    return element("g", hint, outline, *content, ring(box) if marked else "", data_spot=at_spot, fill=INK)


def back(box: Box, paint: str) -> str:
    """Return a card that lies face down."""
    inner = Box(box.x + 4, box.y + 4, box.width - 8, box.height - 8)
    middle, across, down = (box.x + box.width / 2, box.y + box.height / 2), box.width * 0.22, box.height * 0.22
    diamond = f"M0,-{written(down)} L{written(across)},0 L0,{written(down)} L-{written(across)},0 Z"
    frame, sign = rect(inner, fill="none", edge=BACK, corner=4), shape(diamond, middle, BACK)
    return element("g", rect(box, fill=paint, edge=BACK, thick=1.5, corner=6), frame, sign)


def slot(box: Box, *content: str) -> str:
    """Return the outline of a place where a card can lie."""
    return element("g", rect(box, fill="none", edge=LINE, corner=6, stroke_dasharray="4 3"), *content)


def ring(box: Box, corner: float = 8) -> str:
    """Return the ring around something that the last move touched."""
    around = Box(box.x - 3, box.y - 3, box.width + 6, box.height + 6)
    return _ring(lambda **line: rect(around, corner=corner, **line))


def ring_along(corners: str) -> str:
    """Return the ring along the outline of something that the last move touched."""
    return _ring(lambda **line: polygon(corners, stroke_linejoin="round", **line))


def _ring(drawn: Callable[..., str]) -> str:
    shadow = (drawn(fill="none", edge=INK, thick=thick, stroke_opacity=opacity) for thick, opacity in SHADOW)
    return element("g", *shadow, drawn(fill="none", edge=MARK, thick=3, data_mark=""))


@cache
def mark_on(paint: str) -> str:
    """Return the colour of a mark of the last move that lies on a paint: the usual one, unless it is hard to see."""
    return MARK if contrast(MARK, paint) >= SEEN else INK


def pill(x: float, y: float, words: str, paint: str) -> str:
    """Return a short label in a pill whose right end is at `x` and whose middle is at `y`."""
    width = width_of(words, SMALL, bold=True) + 16
    label = text(x - width / 2, y + 4, words, SMALL, bold=True, anchor="middle", fill=ink_on(paint))
    return rect(Box(x - width, y - 9, width, 18), fill=paint, edge=INK, corner=9) + label


def panel(
    caption: Caption,
    seat: int,
    box: Box,
    *content: str,
    paint: str = "",
    heading: str = "",
    role: str = "",
    note: str = "",
    acts: bool | None = None,
    won: bool = False,
    out: bool = False,
    face: str = "",
) -> str:
    """Return the panel of a seat: a bar with its number, name, role and turn, and its possessions below.

    The face is a drawing of DRAWN units at the left, for which the possessions leave SHIFT units.
    """
    colour = paint or seat_paint(seat)
    paint = PAINT["grey"] if out else colour
    acts = seat in caption.asked_seats if acts is None else acts
    state = _state(caption, acts=acts, won=won)
    heading = heading or caption.name(seat)
    return element(
        "g",
        tip(", ".join(filter(None, (caption.seat(seat), role, note)))),
        element(
            "g",
            rect(box, fill=SHADE if out else SHEET, edge=INK if acts else paint, thick=4 if acts else 1.5, corner=8),
            _bar(box, paint),
            token((box.x + 17, box.y + BAR / 2), 10, seat, SHEET),
            *_bar_words(box, paint, (heading, role, note), state),
            data_heading=heading,
            data_role=role,
            data_note=note,
            data_state=state[0],
            data_out="" if out else None,
        ),
        _face(face, Box(box.x + 6, box.y + BAR + 2, PORTRAIT, PORTRAIT), opacity=0.45 if out else None) if face else "",
        *content,
        data_spot=spot("seat", seat),
        data_colour=colour,
        data_box=_numbers(box.x, box.y + BAR, box.width, box.height - BAR),
    )


def _face(drawing: str, box: Box, opacity: float | None) -> str:
    return part(box, group(grounded(drawing), at=(box.x, box.y), scale=PORTRAIT / DRAWN, opacity=opacity))


def _state(caption: Caption, *, acts: bool, won: bool) -> tuple[str, str]:
    if won:
        return caption.say("winner"), GOLD
    return (caption.say("to act"), SHEET) if acts else ("", "")


def _bar(box: Box, paint: str) -> str:
    across = written(box.width - 16)
    return path(
        f"M{written(box.x)},{written(box.y + BAR)} v-{BAR - 8} q0,-8 8,-8 h{across} q8,0 8,8 v{BAR - 8} Z", paint
    )


def _bar_words(box: Box, paint: str, words: tuple[str, str, str], state: tuple[str, str]) -> Iterator[str]:
    heading, role, note = words
    ink, right, y = ink_on(paint), box.x + box.width - 10, box.y + BAR / 2 + 5
    if state[0]:
        yield pill(right, box.y + BAR / 2, *state)
        right -= width_of(state[0], SMALL, bold=True) + 26
    if note:
        yield text(right, y, note, PLAIN, fill=ink, anchor="end")
        right -= width_of(note, PLAIN) + 12
    left, wanted = box.x + 34, width_of(heading, 15, bold=True)
    room = max(60, right - left - (min(width_of(role, PLAIN), 150) + 12 if role else 0))
    yield text(left, y, heading, 15, bold=True, fill=ink, room=room)
    left += min(wanted, room) + 10
    if role and right - left > 20:
        yield text(left, y, role, PLAIN, fill=ink, room=right - left)
