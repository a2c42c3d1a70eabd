"""The helmets of the samurai, each with a crest of its own; an animal has its own eyes and fangs."""

from __future__ import annotations

from games.kit.board import svg

HELMET, EDGE, GOLD, FANG = "#161b33", "#7f8ccc", "#f2c14e", "#fffdf4"
CRESTS = {
    "heihachi": ("M32,24 C16,22 10,10 13,1 C16,12 24,16 32,16 C40,16 48,12 51,1 C54,10 48,22 32,24 Z", "#c9694b"),
    "daisuke": ("M32,1 a11,11 0 1 1 -0.1,0 Z", "#6ea8dc"),
    "gorobei": (
        "M30,24 L24,12 L12,10 V2 L15,6 H21 L20,1 L25,4 L32,18 L39,4 L44,1 L43,6 H49 L54,2 L52,10 L40,12 L34,24 Z",
        "#86b87c",
    ),
    "kanbei": ("M32,24 L10,8 Q20,1 32,1 Q44,1 54,8 Z", "#b48bca"),
    "kikuchiyo": ("M32,0 L35.5,8 L44,8.5 L37.5,14 L39.5,22.5 L32,18 L24.5,22.5 L26.5,14 L20,8.5 L28.5,8 Z", "#c49a6c"),
    "kyuzo": ("M29,24 L31,1 H33 L35,24 Z M26,23 L14,4 L17,2 L30,20 Z M38,23 L50,4 L47,2 L34,20 Z", "#e2857d"),
    "katsushiro": ("M32,24 C20,20 22,8 32,0 C42,8 44,20 32,24 Z", "#74b9bd"),
}
"""The crest of each samurai, and the paint of the mask."""


def _face(crest: str, mask: str, *, animal: bool) -> str:
    eyes = "M21,39 L29,44 L21,47 Z M43,39 L35,44 L43,47 Z"
    fangs = "M24,54 L27,62 L30,54 Z M34,54 L37,62 L40,54 Z"
    dome = "M13,36 C13,20 22,15 32,15 C42,15 51,20 51,36 Z"
    return (
        svg.path("M6,58 C6,44 10,36 16,34 H48 C54,36 58,44 58,58 L50,64 H14 Z", HELMET)
        + svg.path(dome, HELMET, stroke=EDGE, stroke_width=2)
        + svg.path("M16,36 H48 L45,64 H19 Z", mask)
        + svg.path("M9,33 H55 L50,40 H14 Z", EDGE)
        + svg.path(eyes, GOLD if animal else FANG)
        + svg.path("M22,53 H42 L38,58 H26 Z", HELMET)
        + (svg.path(fangs, FANG) if animal else "")
        + svg.path(crest, GOLD)
    )


FACES = {
    (name, animal): _face(crest, mask, animal=animal)
    for name, (crest, mask) in CRESTS.items()
    for animal in (False, True)
}
"""The samurai by their ids, and whether they are animals; DRAWN units wide and high."""
