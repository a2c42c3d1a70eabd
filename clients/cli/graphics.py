"""Pictures on the screen itself, where a terminal says that it draws them: by the graphics protocol of kitty.

https://sw.kovidgoyal.net/kitty/graphics-protocol/: a PNG in Base64, in pieces of at most 4,096 characters, each between
an escape and its end; all but the last say that more follows. Kitty, Ghostty, WezTerm and Konsole draw it.
"""

from __future__ import annotations

from base64 import standard_b64encode
from collections.abc import Iterator, Mapping

from clients.cli.raster import CannotDraw, png

PIECE = 4096
"""The most characters of a piece."""
TERMS = frozenset({"xterm-kitty", "xterm-ghostty"})
PROGRAMS = frozenset({"WezTerm", "ghostty"})
MARKS = ("KITTY_WINDOW_ID", "KONSOLE_VERSION")
"""Variables that such terminals set."""
WIDTH = 900
"""How wide a picture is drawn, in pixels."""


def draws_pictures(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal of an environment draws pictures. One within tmux or screen does not get them."""
    if environment.get("TMUX") or environment.get("TERM", "").startswith(("screen", "tmux")):
        return False
    known = environment.get("TERM") in TERMS or environment.get("TERM_PROGRAM") in PROGRAMS
    return known or any(environment.get(name) for name in MARKS)


def drawn(svg: str, environment: Mapping[str, str]) -> str:
    """Return what has a terminal draw a picture; "" where it cannot, or this machine cannot make a PNG."""
    if not draws_pictures(environment):
        return ""
    try:
        return "".join(pieces(png(svg, WIDTH))) + "\n"
    except CannotDraw:
        return ""


def pieces(image: bytes) -> Iterator[str]:
    """Yield a PNG as the escapes that draw it at the cursor."""
    text = standard_b64encode(image).decode("ascii")
    for start in range(0, len(text), PIECE):
        more = int(start + PIECE < len(text))
        # The first piece says what follows: f=100 is PNG, a=T draws it at once, q=2 asks for no answer.
        control = f"f=100,a=T,q=2,m={more}" if start == 0 else f"m={more}"
        yield f"\x1b_G{control};{text[start : start + PIECE]}\x1b\\"
