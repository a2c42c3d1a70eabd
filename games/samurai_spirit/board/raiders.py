"""The raiders' cards as drawings: who comes, by value, and the signs of the penalties."""

from __future__ import annotations

from functools import cache

from games.kit.board import svg
from games.samurai_spirit.rules.data import RAIDERS

WIDE, HIGH = 80, 112
"""The size of a card."""
STRIP = 26
"""How wide the strip at the left is, with what still counts of a card that others cover."""
ROW, WORD_ROOM = 26, 49
"""The height of a penalty, which has a sign and a word, and the room for its word."""
FIGURE = 80
"""How high the raiders are drawn; they are 56 units wide."""
SHADE, STEEL, BLOOD, STRAW, BONE, GOLD, BURNING = (
    "#2a2024",
    "#8e98a3",
    "#b3261e",
    "#b98a3c",
    "#fff6de",
    "#f2c14e",
    "#a3160f",
)
PLATE, WORD, FIELD, SUN = "#fffaf0", "#8c1b14", "#2f5a2e", "#ffffff"
TINTS = {1: "#e9deb9", 2: "#cfdcbd", 3: "#bfd6e0", 4: "#d8c7e0", 5: "#f2bd8a", 6: "#e6907c"}
"""The ground of a card by its value."""
SYMBOL = {
    "hat": "M-9,5 L0,-7 L9,5 Z",
    "farm": "M-8,6 V-1 L0,-8 L8,-1 V6 Z",
    "doll": "M-6,7 L-3,-1 a4,4 0 1 1 6,0 L6,7 Z",
}
BARRED = "M-8,-6 L-6,-8 L8,6 L6,8 Z"
CARD_SIGN = "M-4,-7 H4 V7 H-4 Z"
SHIELD = "M-8,-8 H8 V0 C8,5 4,8 0,10 C-4,8 -8,5 -8,0 Z"
SIGNS = {
    "fire": (
        ("M0,-10 C6,-4 8,1 6,6 C4,10 -4,10 -6,6 C-8,1 -3,-1 0,-10 Z", "#c8401a"),
        ("M0,-1 C4,3 4,8 0,8 C-4,8 -4,3 0,-1 Z", GOLD),
    ),
    "wound": (("M-10,7 L5,-10 L9,-6 L-6,9 Z", BLOOD), ("M4,2 C8,7 8,10 4,10 C0,10 0,7 4,2 Z", BLOOD)),
    "ninja": (("M0,-10 L3,-3 L10,0 L3,3 L0,10 L-3,3 L-10,0 L-3,-3 Z M0,-2 A2,2 0 1 0 0.1,-2 Z", SHADE),),
    "no_defend": ((SHIELD, STEEL), (BARRED, BLOOD)),
    "no_support": (("M-9,-2 L-3,-5 L0,-2 L3,-5 L9,-2 L9,5 L3,4 L0,7 L-3,4 L-9,5 Z", "#3d5a80"), (BARRED, BLOOD)),
    "draw_left": (("M1,-8 H9 V8 H1 Z", SHADE), ("M-1,-6 L-9,0 L-1,6 V2 H4 V-2 H-1 Z", BLOOD)),
    "draw_right": (("M-9,-8 H-1 V8 H-9 Z", SHADE), ("M1,-6 L9,0 L1,6 V2 H-4 V-2 H1 Z", BLOOD)),
    "must_pass": (("M-4,-10 H4 L10,-4 V4 L4,10 H-4 L-10,4 V-4 Z", BLOOD), ("M-6,-2 H6 V2 H-6 Z", BONE)),
    "reinforce": (("M-3,-10 L-10,-3 L-3,4 V0 H2 C6,0 6,6 2,6 H-6 V10 H2 C12,10 12,-6 2,-6 H-3 Z", BLOOD),),
    "no_talent": ((svg.STAR, "#8f6a00"), (BARRED, BLOOD)),
    "discard_left": (
        (CARD_SIGN, STEEL),
        ("M-9,-7 L-7,-9 L0,-2 L7,-9 L9,-7 L2,0 L9,7 L7,9 L0,2 L-7,9 L-9,7 L-2,0 Z", BLOOD),
    ),
}
"""The sign of each penalty, 20 units wide: its paths with their paints."""


RAIDED = {
    1: svg.path("M45,80 L47,12 H45 L48,0 L51,12 H49 L48,80 Z", "#5d4a2c")
    + svg.path("M8,80 L13,46 C14,37 20,33 27,33 C34,33 39,36 41,44 L51,48 L50,54 L39,54 L43,80 Z", SHADE)
    + svg.circle((27, 23), 10, fill=SHADE)
    + svg.path("M17,22 C17,8 37,8 37,22 L27,18 Z", BLOOD)
    + svg.path("M35,18 L46,13 L43,22 Z", BLOOD)
    + svg.path("M21,24 h5 v2 h-5 Z M29,24 h5 v2 h-5 Z", BONE),
    2: svg.path("M36,56 L53,24 L56,26 L40,58 Z", "#5d4a2c")
    + svg.path("M5,80 C7,54 14,37 28,37 C42,37 49,54 51,80 Z", SHADE)
    + svg.path("M18,25 H38 C38,35 34,40 28,40 C22,40 18,35 18,25 Z", SHADE)
    + svg.path("M21,30 h5 v2 h-5 Z M30,30 h5 v2 h-5 Z", BONE)
    + svg.path("M3,27 L28,8 L53,27 C40,31 16,31 3,27 Z", STRAW)
    + svg.path("M10,58 L46,52 L48,58 L9,65 Z", STRAW),
    3: svg.path("M14,8 C-2,26 -2,58 14,76", "none", stroke="#5d4a2c", stroke_width=3)
    + svg.path("M14,8 L30,42 L14,76", "none", stroke=SHADE, stroke_width=1)
    + svg.path("M0,42 L7,38 V41 H32 V43 H7 V46 Z", "#5d4a2c")
    + svg.path("M18,80 L22,50 L10,46 L11,39 L28,40 C30,35 34,33 38,33 C46,33 51,42 52,52 L54,80 Z", SHADE)
    + svg.path("M25,30 C23,14 31,8 38,10 C46,11 49,22 46,36 H30 Z", SHADE)
    + svg.path("M28,20 L40,18 L41,26 L29,28 Z", BONE)
    + svg.path("M29,22 h4 v2 h-4 Z M35,21 h4 v2 h-4 Z", SHADE),
    4: svg.path("M1,64 L44,6 L48,9 L6,68 Z M55,64 L12,6 L8,9 L50,68 Z", STEEL)
    + svg.path("M4,80 C5,54 12,39 28,39 C44,39 51,54 52,80 Z", SHADE)
    + svg.path(
        "M17,26 L13,16 L21,17 L21,8 L28,13 L36,6 L36,16 L44,16 L39,26 C39,36 35,41 28,41 C21,41 17,36 17,26 Z", SHADE
    )
    + svg.path("M20,25 L27,28 L21,30 Z M36,25 L29,28 L35,30 Z", BONE)
    + svg.path("M18,42 L28,54 L38,42 L42,44 L30,62 V80 H26 V62 L14,44 Z", "#7a4f8c"),
    5: svg.path("M44,80 V0 H46 V80 Z", "#5d4a2c")
    + svg.path("M46,1 H56 V36 L51,31 L46,36 Z", BLOOD)
    + svg.path("M2,80 C3,58 8,44 26,42 C44,44 49,58 50,80 Z", SHADE)
    + svg.path("M0,48 L13,41 L17,66 L3,69 Z M52,48 L39,41 L35,66 L49,69 Z", "#6b2f1c")
    + svg.path("M10,25 C10,12 18,8 26,8 C34,8 42,12 42,25 L47,38 H35 V44 H17 V38 H5 Z", SHADE)
    + svg.path("M18,27 L25,30 L19,33 Z M34,27 L27,30 L33,33 Z", BONE)
    + svg.path("M26,20 C12,18 6,8 9,-1 C13,9 19,12 26,12 C33,12 39,9 43,-1 C46,8 40,18 26,20 Z", GOLD),
    6: svg.path("M-1,80 C-1,60 6,46 28,46 C50,46 57,60 57,80 Z", SHADE)
    + svg.path("M4,52 L8,24 C11,8 45,8 48,24 L52,52 L45,44 L42,58 L36,48 H20 L14,58 L11,44 Z", SHADE)
    + svg.path("M14,22 C4,18 0,8 4,0 C7,8 12,11 20,14 Z M42,22 C52,18 56,8 52,0 C49,8 44,11 36,14 Z", BONE)
    + svg.path("M14,26 C18,20 38,20 42,26 L40,44 L28,52 L16,44 Z", "#a3201a")
    + svg.path("M17,28 L26,32 L18,35 Z M39,28 L30,32 L38,35 Z", GOLD)
    + svg.path("M18,40 H38 L36,46 L33,42 H23 L20,46 Z", BONE),
}
"""The raider of each value: a bandit, a swordsman, an archer, a renegade, a lieutenant, a chief."""


@cache
def drawn(name: str, words: tuple[str, ...], *, covered: bool) -> str:
    """Return what is printed on a raider's card, with the words of its penalties; a covered one shows none of them."""
    raider = RAIDERS[name]
    rows = len(raider.penalties)
    low = HIGH - 3 - ROW * rows
    scale = min(1, (low - 4) / FIGURE)
    # Above two penalties there is less room for the signs.
    symbol, flame, size = (42, 64, 1) if rows < 2 else (34, 48, 0.75)
    middle = STRIP + (WIDE - STRIP - 2) / 2
    art = (
        svg.circle((middle, low - 48 * scale), 24, fill=SUN, fill_opacity=0.55),
        svg.group(RAIDED[raider.value], at=(middle - 28 * scale, low - FIGURE * scale), scale=scale),
    )
    return "".join(
        (
            *art,
            svg.text(13, 25, raider.value, 24, anchor="middle", bold=True),
            svg.shape(SYMBOL[raider.defence], (13, symbol), FIELD, size) if raider.defence else "",
            svg.shape(svg.FLAME, (13, flame), BURNING, size * 1.1) if raider.flames else "",
            *(() if covered else _penalties(raider.penalties, words, low)),
        )
    )


def _squeezed(word: str) -> float:
    """Return the width into which a penalty's word is squeezed; 0 if it fits."""
    return WORD_ROOM if svg.width_of(word, svg.PLAIN) > 1.15 * WORD_ROOM else 0


def _penalties(penalties: tuple[str, ...], words: tuple[str, ...], top: float) -> tuple[str, ...]:
    """Return the penalties at the foot of a card, one below the other."""
    if not penalties:
        return ()
    rows = [svg.rect(svg.Box(3, top, WIDE - 6, ROW * len(penalties) + 1), fill=PLATE, corner=4)]
    for row, penalty in enumerate(penalties):
        middle = top + ROW * (row + 0.5)
        rows += [svg.shape(path, (15, middle), paint) for path, paint in SIGNS[penalty]]
        rows.append(svg.text(27, middle + 4.5, words[row], svg.PLAIN, fill=WORD, squeezed=_squeezed(words[row])))
    return tuple(rows)
