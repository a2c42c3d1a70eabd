"""Pictures on the screen itself, where a terminal says by its environment that it draws them.

Kitty, Ghostty, WezTerm and Konsole draw a PNG by the graphics protocol of kitty
(https://sw.kovidgoyal.net/kitty/graphics-protocol/): in Base64, in pieces of at most 4,096 characters, each between an
escape and its end; all but the last say that more follows.

Others draw sixels (https://vt100.net/docs/vt3xx-gp/chapter14.html): a palette, and then bands of six rows, each colour
of a band by itself, a character for the six points of a column.
"""

from __future__ import annotations

import io
import re
from base64 import standard_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from clients.cli.raster import COLOURS, CannotDraw, png

PIECE = 4096
"""The most characters of a piece."""
TERMS = frozenset({"xterm-kitty", "xterm-ghostty"})
PROGRAMS = frozenset({"WezTerm", "ghostty"})
MARKS = ("KITTY_WINDOW_ID", "KONSOLE_VERSION")
"""Variables that terminals set which know the protocol of kitty."""
SIXEL_TERMS = ("foot", "mlterm", "contour", "yaft", "vt340")
"""How the names of terminals begin that know sixels alone."""
SIXEL_PROGRAMS = frozenset({"iTerm.app", "mintty"})
SIXEL_MARKS = ("WT_SESSION",)
WIDTH = 900
"""How wide a picture is drawn, in pixels."""
_SHIFTED = bytes((number + ord("?")) % 256 for number in range(256))
"""The character for six points, the highest of which is the bit of 1."""
_ALIKE = re.compile(r"(.)\1{3,}")


def draws_pictures(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal of an environment draws pictures. One within tmux or screen does not get them."""
    return _protocol(environment) is not None


def drawn(svg: str, environment: Mapping[str, str]) -> str:
    """Return what has a terminal draw a picture; "" where it cannot, or this machine cannot make a PNG."""
    protocol = _protocol(environment)
    if protocol is None:
        return ""
    try:
        return "".join(protocol(png(svg, WIDTH))) + "\n"
    except CannotDraw:
        return ""


def _protocol(environment: Mapping[str, str]) -> Callable[[bytes], Iterator[str]] | None:
    """Return what makes the escapes that the terminal of an environment draws; None where it draws none."""
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM")
    if environment.get("TMUX") or term.startswith(("screen", "tmux")):
        return None
    if term in TERMS or program in PROGRAMS or any(map(environment.get, MARKS)):
        return pieces
    if term.startswith(SIXEL_TERMS) or program in SIXEL_PROGRAMS or any(map(environment.get, SIXEL_MARKS)):
        return sixels
    return None


def pieces(image: bytes) -> Iterator[str]:
    """Yield a PNG as the escapes that draw it at the cursor."""
    text = standard_b64encode(image).decode("ascii")
    for start in range(0, len(text), PIECE):
        more = int(start + PIECE < len(text))
        # The first piece says what follows: f=100 is PNG, a=T draws it at once, q=2 asks for no answer.
        control = f"f=100,a=T,q=2,m={more}" if start == 0 else f"m={more}"
        yield f"\x1b_G{control};{text[start : start + PIECE]}\x1b\\"


def sixels(image: bytes) -> Iterator[str]:
    """Yield a PNG as the parts of the escape that draws it at the cursor, in as many colours as a GIF has."""
    from PIL import Image

    with Image.open(io.BytesIO(image)) as opened:
        sheet = opened.convert("RGB").quantize(COLOURS)
    width, height = sheet.size
    points, shares = sheet.tobytes(), [round(value * 100 / 255) for value in sheet.getpalette() or ()]
    # Points of no colour stay as they are, and points are square.
    yield f'\x1bP0;1q"1;1;{width};{height}'
    for colour in sorted(set(points)):
        red, green, blue = shares[3 * colour : 3 * colour + 3]
        yield f"#{colour};2;{red};{green};{blue}"
    for top in range(0, height, 6):
        rows = [points[row * width : (row + 1) * width] for row in range(top, min(top + 6, height))]
        yield "$".join(f"#{colour}{_band(rows, colour)}" for colour in sorted(set(b"".join(rows)))) + "-"
    yield "\x1b\\"


def _band(rows: Sequence[bytes], colour: int) -> str:
    """Return where up to six rows have a colour, a character for each column; more than three alike are counted."""
    found = 0
    for place, row in enumerate(rows):
        found |= int.from_bytes(row.translate(_only(colour, 1 << place)), "big")
    columns = found.to_bytes(len(rows[0]), "big").translate(_SHIFTED).decode("ascii")
    return _ALIKE.sub(lambda alike: f"!{len(alike[0])}{alike[1]}", columns)


@cache
def _only(colour: int, bit: int) -> bytes:
    """Return the table that makes a bit of one colour and nothing of all others."""
    return bytes(bit if number == colour else 0 for number in range(256))
