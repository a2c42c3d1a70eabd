"""A view of Samurai Spirit as SVG: village and piles, then each samurai with his line; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from games.samurai_spirit.data import FAMILY_BONUSES, FARM_PENALTIES, PENALTIES, RAIDERS, SYMBOLS
from gunbai.samurai_spirit.v1 import view_pb2

WIDTH, VILLAGE, ROW = 800, 168, 92
CARD_WIDTH, CARD_HEIGHT = 50, 70
LEFT_SIDE, TRACK, LINE = 196, 366, 448
INK, PAPER, FIELD, WOOD = "#2b2a28", "#f6f0e2", "#e4dcc6", "#8a6a3f"
RED, GREEN, BLUE, GREY = "#b3261e", "#4c7a4a", "#3d5a80", "#9a9384"
SYMBOL = {
    "hat": "M-9,5 L0,-7 L9,5 Z",
    "farm": "M-8,6 V-1 L0,-8 L8,-1 V6 Z",
    "doll": "M-6,7 L-3,-1 a4,4 0 1 1 6,0 L6,7 Z",
}
FLAME = "M0,-9 C5,-4 6,0 4,5 C3,8 -3,8 -4,5 C-6,1 -2,0 0,-9 Z"
SHORT = {
    "fire": "fire",
    "wound": "wound",
    "ninja": "ninja",
    "no_defend": "no def.",
    "no_support": "no aid",
    "draw_left": "&#8592; draw",
    "draw_right": "draw &#8594;",
    "must_pass": "pass",
    "reinforce": "back",
    "no_talent": "no talent",
    "discard_left": "discard",
}
ENDINGS = {"death": "A samurai is dead", "village_lost": "The village is lost", "village_saved": "The village is saved"}


def picture(view: view_pb2.View) -> str:
    """Return the view as an SVG document, 800 px wide."""
    height = VILLAGE + ROW * len(view.samurai) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="serif" fill="{INK}">',
        f"<title>Samurai Spirit, round {view.round}</title>",
        f"<desc>{escape(text_board(view))}</desc>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        *_village(view),
        *_piles(view),
        *(_samurai(view, samurai) for samurai in view.samurai),
        "</svg>",
    ]
    return "\n".join(parts)


def text_board(view: view_pb2.View) -> str:
    """Return the view as lines of text: the village, the piles, and each samurai with his line."""
    farms = ", ".join(FARM_PENALTIES.word(penalty) for penalty in view.farms) or "none"
    families = ", ".join(FAMILY_BONUSES.word(family) for family in view.families) or "none"
    return "\n".join(
        [
            f"{status(view)}; {view.difficulty}, round {view.round}",
            f"{view.barricades} of {view.barricade_limit} barricades; farms: {farms}; families: {families}",
            f"raiders: {_text_pile(view.raiders)}; intruders: {_text_pile(view.intruders)}",
            f"discarded: {' '.join(view.discard) or 'none'}",
            *([f"in hand: {' '.join(view.in_hand)}"] if view.in_hand else []),
            *([f"absent tokens: {' '.join(view.absent)}"] if view.absent else []),
            *(_text_samurai(view, samurai) for samurai in view.samurai),
        ]
    )


def status(view: view_pb2.View) -> str:
    """Return how the game stands in a few words."""
    if view.ending:
        return f"{ENDINGS[view.ending]}: {view.score}" if view.score else ENDINGS[view.ending]
    return f"Turn of seat {view.active_seat}" if view.active_seat else "Set-up"


def _text_pile(pile: Sequence[str]) -> str:
    """A pile from the top: runs of unknown raiders as their number."""
    told: list[str] = []
    unknown = 0
    for raider in (*pile, "end"):
        if raider and unknown:
            told.append(f"{unknown} unknown")
            unknown = 0
        if not raider:
            unknown += 1
        elif raider != "end":
            told.append(raider)
    return ", ".join(told) or "none"


def _text_samurai(view: view_pb2.View, samurai: view_pb2.Samurai) -> str:
    mark = "*" if samurai.seat == view.active_seat and not view.ending else " "
    state = ("animal" if samurai.animal else "human") + (", wounded" if samurai.wounded else "")
    token = "" if samurai.token_with_seat == samurai.seat else f"; token with seat {samurai.token_with_seat}"
    return (
        f"{mark}{samurai.seat} {samurai.samurai or 'not dealt'}, {state}{', passed' if samurai.passed else ''}: "
        f"{samurai.total} of {samurai.kiai}; line: {' '.join(samurai.line) or 'empty'}; "
        f"left: {' '.join(samurai.left_side) or 'empty'}{token}"
    )


def _text(x: float, y: float, text: object, size: int = 13, *, fill: str = INK, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{text}</text>'


def _mark(shape: str, x: float, y: float, fill: str, scale: float = 1) -> str:
    return f'<path d="{shape}" transform="translate({x} {y}) scale({scale})" fill="{fill}"/>'


def _village(view: view_pb2.View) -> Iterable[str]:
    """The headline, and what is left of barricades, farms and families."""
    yield _text(16, 30, escape(status(view)), 20)
    yield _text(16, 50, f"{view.difficulty}, round {view.round} of 3", 14)
    yield f'<rect x="12" y="62" width="330" height="96" rx="10" fill="{FIELD}" stroke="{WOOD}"/>'
    yield _text(22, 84, f"Barricades {view.barricades} of {view.barricade_limit}")
    for number in range(view.barricade_limit):
        fill = WOOD if number < view.barricades else "none"
        yield f'<rect x="{150 + 18 * number}" y="70" width="12" height="18" rx="3" fill="{fill}" stroke="{WOOD}"/>'
    yield _text(22, 116, f"Farms {len(view.farms)}")
    for number in range(6):
        yield _mark(SYMBOL["farm"], 160 + 30 * number, 112, GREEN if number < len(view.farms) else PAPER, 1.4)
    yield _text(22, 147, f"Families {len(view.families)}")
    for number in range(3):
        yield _mark(SYMBOL["doll"], 160 + 30 * number, 143, BLUE if number < len(view.families) else PAPER, 1.4)


def _piles(view: view_pb2.View) -> Iterable[str]:
    """The three piles, the top raider of each as far as it is known, and the tokens and raiders that lie beside."""
    piles = (("Raiders", view.raiders, 366), ("Intruders", view.intruders, 466), ("Discard", view.discard[::-1], 566))
    for name, pile, x in piles:
        yield _text(x, 62, f"{name} {len(pile)}")
        yield _card(x, 74, pile[0]) if pile else _slot(x, 74)
    if view.in_hand:
        yield _text(666, 62, "In hand", fill=RED)
        yield from (_card(666 + 56 * number, 74, raider) for number, raider in enumerate(view.in_hand[:2]))
    if view.absent:
        yield _text(366, 160, f"Absent tokens: {', '.join(view.absent)}", 12)


def _slot(x: float, y: float, symbol: str = "") -> str:
    mark = _mark(SYMBOL[symbol], x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, GREY) if symbol else ""
    return (
        f'<g><rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" fill="none" stroke="{GREY}" '
        f'stroke-dasharray="4 3"/>{mark}</g>'
    )


def _card(x: float, y: float, name: str) -> str:
    """A raider: its value and defence symbol above, its penalties and flames below; face down if it is unknown."""
    fill = "#fffdf6" if name else INK
    frame = f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" fill="{fill}" stroke="{INK}"/>'
    if not name:
        return frame
    raider = RAIDERS[name]
    parts = [frame, _text(x + 6, y + 21, raider.value, 20)]
    if raider.defence:
        parts.append(_mark(SYMBOL[raider.defence], x + 37, y + 15, GREEN))
    if raider.flames:
        parts.append(_mark(FLAME, x + 42, y + 34, RED, 0.8))
    for number, penalty in enumerate(reversed(raider.penalties)):
        parts.append(_text(x + 4, y + 65 - 12 * number, SHORT[penalty], 11, fill=RED))
    return f"<g><title>{name}</title>{''.join(parts)}</g>"


def _samurai(view: view_pb2.View, samurai: view_pb2.Samurai) -> str:
    """A samurai's row: who he is, his left side, his total against the kiai number, his line."""
    top = VILLAGE + ROW * (samurai.seat - 1)
    active = samurai.seat == view.active_seat and not view.ending
    frame = RED if active else GREY
    defended = {RAIDERS[raider].defence: raider for raider in samurai.left_side}
    left = (
        _card(x, top + 9, defended[symbol]) if symbol in defended else _slot(x, top + 9, symbol)
        for symbol, x in zip(SYMBOLS, range(LEFT_SIDE, TRACK, CARD_WIDTH + 5), strict=False)
    )
    step = min(CARD_WIDTH + 4, (WIDTH - 14 - LINE - CARD_WIDTH) / max(1, len(samurai.line) - 1))
    line = (_card(LINE + step * number, top + 9, raider) for number, raider in enumerate(samurai.line))
    return (
        f'<g opacity="{0.6 if samurai.passed else 1}">'
        f'<rect x="6" y="{top + 3}" width="{WIDTH - 12}" height="{ROW - 6}" rx="8" fill="{FIELD}" '
        f'stroke="{frame}" stroke-width="{3 if active else 1}"/>'
        f"{''.join(_person(samurai, top))}{''.join(left)}{''.join(_track(samurai, top))}{''.join(line)}</g>"
    )


def _person(samurai: view_pb2.Samurai, top: int) -> Iterable[str]:
    """The name, the side that is up, and what lies on the board."""
    yield _text(18, top + 28, f"{samurai.seat} {samurai.samurai.capitalize() or 'not dealt'}", 18)
    yield _text(18, top + 46, f"{'animal' if samurai.animal else 'human'}{', passed' if samurai.passed else ''}", 14)
    if samurai.wounded:
        yield f'<circle cx="176" cy="{top + 24}" r="9" fill="{RED}"><title>wounded</title></circle>'
    if samurai.token_with_seat != samurai.seat:
        yield _text(18, top + 63, f"token with seat {samurai.token_with_seat}", 12)
    notes = [*samurai.helpers, *(SHORT[PENALTIES.word(penalty)] for penalty in samurai.bound)]
    if notes:
        yield _text(18, top + 79, ", ".join(notes), 12, fill=BLUE)


def _track(samurai: view_pb2.Samurai, top: int) -> Iterable[str]:
    """The total over the kiai number: red over it, as the flames on the printed track."""
    x = TRACK + 36
    fill = RED if samurai.total > samurai.kiai else INK
    yield _text(x, top + 44, samurai.total, 30, fill=fill, anchor="middle")
    yield _text(x, top + 68, f"kiai {samurai.kiai}", 14, anchor="middle")
