"""A view of King of Tokyo as SVG: Tokyo, the dice, the market, the monsters and their cards; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from textwrap import shorten, wrap

from games.king_of_tokyo.data import CARDS, FACE, PLACE
from games.king_of_tokyo.table import BAY, CITY, OUTSIDE
from gunbai.king_of_tokyo.v1 import view_pb2

WIDTH, MARGIN = 800, 20
PANEL, GAP = 375, 10
CARD_LINE, CARD_ROOM, TEXT_ROOM = 17, 51, 31
BOLD = 1.1
"""How much wider bold letters are."""
TOKYO, MARKET_TOP, MONSTERS_TOP = 60, 250, 385
NIGHT, PAPER, INK, DIM = "#1d2b53", "#fffaf0", "#2b2118", "#8a7f72"
FONT = 'font-family="sans-serif"'
PAINT = ("#777777", "#2e7d32", "#c2185b", "#1565c0", "#e65100", "#6a1b9a", "#5d4037")
"""The colour of each seat; the first is for nobody."""
KIND_PAINT = {True: "#3b6ea5", False: "#b5542b"}
STAR = "M0,-9 L2.6,-3 L9,-2.8 L4,1.3 L5.6,7.6 L0,4 L-5.6,7.6 L-4,1.3 L-9,-2.8 L-2.6,-3 Z"
HEART = "M0,8 C-14,-2 -7,-11 0,-4 C7,-11 14,-2 0,8 Z"
BOLT = "M2,-10 L-6,2 L-1,2 L-3,10 L6,-3 L1,-3 Z"
CLAW = "M-7,-9 L-3,-9 L-6,9 Z M-1.5,-9 L2.5,-9 L-0.5,9 Z M4,-9 L8,-9 L5,9 Z"
SKYLINE = (
    "M0,0 v-34 h12 v-18 h12 v14 h10 v-34 h14 v22 h12 v-26 l7,-24 l7,24 v36 h14 v-24 h12 v30 h14 v-16 h12 v50 h-14 Z"
)
WAVES = "M0,-22 q12,-14 24,0 t24,0 t24,0 t24,0 t24,0 v22 h-120 Z"
MARKS = {"energy": (BOLT, "#2e9e4f"), "attack": (CLAW, "#c62828"), "heart": (HEART, "#d81b60")}
NUMBERS = {"one": "1", "two": "2", "three": "3"}
COUNTERS = {"life": (22, HEART, "#d81b60"), "points": (112, STAR, "#c79100"), "energy": (170, BOLT, "#2e9e4f")}
"""Where the counters of a monster stand, and with what mark."""


def picture(view: view_pb2.View) -> str:
    """Return the view as an SVG document, 800 px wide."""
    rows = [view.monsters[first : first + 2] for first in range(0, len(view.monsters), 2)]
    heights = [max(map(_panel_height, row)) for row in rows]
    tops = [MONSTERS_TOP + sum(heights[:row]) + GAP * row for row in range(len(rows))]
    height = tops[-1] + heights[-1] + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT} fill="{INK}">',
        "<title>King of Tokyo</title>",
        f"<desc>{escape(text_board(view))}</desc>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _text(MARGIN, 38, status(view), 22, "bold"),
        _place(view, CITY, MARGIN, 250),
        _place(view, BAY, MARGIN + 260, 200),
        *_dice(view),
        *_market(view),
        *(
            _panel(view, monster, MARGIN + column * (PANEL + GAP), top, height)
            for row, top, height in zip(rows, tops, heights, strict=True)
            for column, monster in enumerate(row)
        ),
        "</svg>",
    ]
    return "\n".join(parts)


def text_board(view: view_pb2.View) -> str:
    """Return the view as lines of text."""
    dice = " ".join(_face(face) for face in view.turn.dice) or "none"
    market = "; ".join(f"{card.name} ({card.cost}): {card.text}" for card in view.market if card.id) or "empty"
    lines = [
        status(view),
        f"Tokyo City: {_inhabitant(view, CITY)}; Tokyo Bay: {_inhabitant(view, BAY) if view.bay_open else 'closed'}",
        f"Dice: {dice}; rerolls left: {view.turn.rerolls}",
        f"Market: {market}",
        f"Deck: {view.deck} cards; discarded: {len(view.discard)}",
    ]
    if view.top_card.id:
        lines.append(f"You have seen the top card: {view.top_card.name} ({view.top_card.cost})")
    return "\n".join([*lines, *map(_text_monster, view.monsters)])


def status(view: view_pb2.View) -> str:
    """Return how the game stands in a few words."""
    if view.king:
        return f"{_name(view, view.king)} is king of Tokyo"
    if view.ending:
        return "Everybody is dead"
    if not view.turn.seat:
        return "Before the first turn"
    return f"{_name(view, view.turn.seat)}'s {'extra ' if view.turn.extra else ''}turn"


def _name(view: view_pb2.View, seat: int) -> str:
    return view.monsters[seat - 1].name or f"Seat {seat}"


def _face(face: int) -> str:
    word = FACE.word(face)
    return NUMBERS.get(word, word) or "-"


def _living(view: view_pb2.View, place: str) -> view_pb2.Monster | None:
    return next((monster for monster in view.monsters if monster.place == PLACE.value(place)), None)


def _inhabitant(view: view_pb2.View, place: str) -> str:
    monster = _living(view, place)
    return (monster.name or f"seat {monster.seat}") if monster else "empty"


def _text_monster(monster: view_pb2.Monster) -> str:
    cards = ", ".join(_held_name(held) for held in monster.cards) or "no cards"
    where = PLACE.word(monster.place) if monster.life else "out of the game"
    counters = f", {monster.poison} poison, {monster.shrink} shrink" if monster.poison or monster.shrink else ""
    return (
        f"{monster.seat} {monster.name or 'no monster yet'}: life {monster.life}/{monster.most_life}, "
        f"points {monster.points}, energy {monster.energy}, {where}{counters}; {cards}"
    )


def _held_name(held: view_pb2.HeldCard) -> str:
    copied = f" as {CARDS[held.copies].name}" if held.copies else ""
    return f"{held.card.name}{copied}{f' [{held.counters}]' if held.counters else ''}"


def _text(x: float, y: float, text: str, size: int, weight: str = "normal", **attributes: str) -> str:
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}"{more}>{escape(text)}</text>'


def _mark(x: float, y: float, path: str, paint: str, scale: float = 1) -> str:
    return f'<path d="{path}" transform="translate({x} {y}) scale({scale})" fill="{paint}"/>'


def _group(opacity: float) -> str:
    return f'<g opacity="{opacity}">'


def _pill(x: float, y: float, width: float, paint: str, text: str) -> str:
    frame = f'<rect x="{x}" y="{y}" width="{width}" height="40" rx="20" fill="{paint}"/>'
    return frame + _text(x + width / 2, y + 27, text, 20, "bold", fill="#ffffff", text_anchor="middle")


def _place(view: view_pb2.View, place: str, x: int, width: int) -> str:
    closed = place == BAY and not view.bay_open
    monster = _living(view, place)
    scene, stretch = (SKYLINE, 1.77) if place == CITY else (WAVES, 1.5)
    name = "Tokyo City" if place == CITY else "Tokyo Bay"
    parts = [
        _group(0.35 if closed else 1),
        f'<rect x="{x}" y="{TOKYO}" width="{width}" height="130" rx="10" fill="{NIGHT}"/>',
        f'<path d="{scene}" transform="translate({x + 10} {TOKYO + 130}) scale({stretch} 1)" fill="#41548c"/>',
        _text(x + 12, TOKYO + 22, f"{name}{' (closed)' if closed else ''}", 15, fill="#cfd8ff"),
    ]
    if monster:
        parts.append(_pill(x + 20, TOKYO + 78, width - 40, PAINT[monster.seat], monster.name or f"Seat {monster.seat}"))
    return "".join([*parts, "</g>"])


def _dice(view: view_pb2.View) -> Iterator[str]:
    """Yield the dice, green from the seventh on, with the rerolls that are left."""
    left = MARGIN + 480
    for number, face in enumerate(view.turn.dice):
        yield _die(left + 70 * (number % 4), TOKYO + 70 * (number // 4), face, "#2f6b3a" if number > 5 else "#222222")
    rerolls = f"rerolls left: {view.turn.rerolls}" if view.turn.dice else "no dice on the table"
    yield _text(left, TOKYO + 152, rerolls, 14, fill=DIM)


def _die(x: int, y: int, face: int, paint: str) -> str:
    word = FACE.word(face)
    square = f'<rect x="{x}" y="{y}" width="58" height="58" rx="10" fill="#fdfdfd" stroke="{paint}" stroke-width="5"/>'
    if word in MARKS:
        path, colour = MARKS[word]
        return f"<g><title>{word}</title>{square}{_mark(x + 29, y + 29, path, colour, 1.9)}</g>"
    return f"<g>{square}{_text(x + 29, y + 41, NUMBERS.get(word, '?'), 34, 'bold', text_anchor='middle')}</g>"


def _market(view: view_pb2.View) -> Iterator[str]:
    top = f"; you know the top one: {view.top_card.name}" if view.top_card.id else ""
    counts = f"Deck {view.deck}, discarded {len(view.discard)}{top}"
    yield _text(MARGIN, MARKET_TOP - 12, "Market", 16, "bold")
    yield _text(MARGIN + 70, MARKET_TOP - 12, counts, 14, fill=DIM)
    for slot, card in enumerate(view.market):
        yield _card(card, MARGIN + slot * 256)


def _card(card: view_pb2.Card, x: int) -> str:
    paint = KIND_PAINT[card.keep] if card.id else DIM
    frame = f'<rect x="{x}" y="{MARKET_TOP}" width="246" height="112" rx="8" fill="#ffffff" stroke="{paint}" '
    if not card.id:
        return f'{frame}stroke-dasharray="5 5"/>'
    return "".join(
        [
            f'<g>{frame}stroke-width="2"/>',
            f'<circle cx="{x + 22}" cy="{MARKET_TOP + 24}" r="15" fill="#2e9e4f"/>',
            _text(x + 22, MARKET_TOP + 30, str(card.cost), 17, "bold", fill="#ffffff", text_anchor="middle"),
            _text(x + 44, MARKET_TOP + 29, card.name, 15 if len(card.name) < 22 else 11, "bold"),
            _text(x + 14, MARKET_TOP + 54, "KEEP" if card.keep else "DISCARD", 11, fill=paint),
            *(
                _text(x + 14, MARKET_TOP + 74 + 17 * row, line, 13)
                for row, line in enumerate(wrap(card.text, TEXT_ROOM))
            ),
            "</g>",
        ]
    )


def _panel_height(monster: view_pb2.Monster) -> int:
    return 72 + CARD_LINE * max(1, len(monster.cards))


def _panel(view: view_pb2.View, monster: view_pb2.Monster, x: int, y: int, height: int) -> str:
    paint = PAINT[monster.seat]
    border = 'stroke-width="4"' if monster.seat == view.turn.seat and not view.ending else 'stroke-width="1.5"'
    parts = [
        _group(1 if monster.life else 0.4),
        f'<rect x="{x}" y="{y}" width="{PANEL}" height="{height}" rx="10" fill="#fff" stroke="{paint}" {border}/>',
        f'<path d="M{x},{y + 30} v-20 q0,-10 10,-10 h{PANEL - 20} q10,0 10,10 v20 Z" fill="{paint}"/>',
        _text(x + 12, y + 21, f"{monster.seat}  {monster.name or 'no monster yet'}", 16, "bold", fill="#ffffff"),
        _text(x + PANEL - 12, y + 21, _whereabouts(monster), 14, fill="#ffffff", text_anchor="end"),
        *_counters(monster, x, y + 48),
        *_cards(monster.cards, x + 12, y + 78),
        "</g>",
    ]
    return "".join(parts)


def _whereabouts(monster: view_pb2.Monster) -> str:
    if not monster.life:
        return "out of the game"
    place = PLACE.word(monster.place)
    return "outside" if place == OUTSIDE else f"in Tokyo {place.capitalize()}"


def _counters(monster: view_pb2.Monster, x: int, y: int) -> Iterator[str]:
    figures = {
        "life": f"{monster.life}/{monster.most_life}",
        "points": str(monster.points),
        "energy": str(monster.energy),
    }
    for name, (left, path, paint) in COUNTERS.items():
        yield f"<g><title>{name}</title>{_mark(x + left, y, path, paint)}"
        yield _text(x + left + 16, y + 6, figures[name], 17, "bold") + "</g>"
    tokens = {"poison": monster.poison, "shrink": monster.shrink, "wings": monster.wings}
    told = " ".join(f"{name} {count}" if name != "wings" else name for name, count in tokens.items() if count)
    yield _text(x + PANEL - 12, y + 6, told, 12, fill="#6a1b9a", text_anchor="end")


def _cards(cards: Sequence[view_pb2.HeldCard], x: int, y: int) -> Iterable[str]:
    if not cards:
        return [_text(x, y + 4, "no cards", 12, fill=DIM)]
    return [_held(held, x, y + 4 + CARD_LINE * row) for row, held in enumerate(cards)]


def _held(held: view_pb2.HeldCard, x: int, y: int) -> str:
    """A card in front of a monster, on one line: what does not fit stands in its title."""
    name, text = _held_name(held), CARDS[held.copies].text if held.copies else held.card.text
    room = int(CARD_ROOM - BOLD * len(name))
    faint = 'opacity="0.55"' if held.spent else ""
    return (
        f'<text x="{x}" y="{y}" font-size="12" {faint}><title>{escape(text)}</title>'
        f'<tspan font-weight="bold">{escape(name)}</tspan><tspan dx="4" fill="{DIM}">{held.card.cost}</tspan>'
        f'<tspan dx="4" fill="#1d5f2e">{escape(shorten(text, room, placeholder=" …"))}</tspan></text>'
    )
