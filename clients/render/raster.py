"""Pictures as pixels: a position's PNG, a game's GIF. The extra `pictures` draws them (resvg).

A renderer that lacks a font silently leaves the text out. So the fonts are named here, and every character of a picture
is looked up in them before it is drawn.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from gunbai_record.errors import GunbaiError

NEEDED = ("resvg_py", "fontTools", "PIL")
FOLDERS = (
    "~/.local/share/fonts",
    "~/.fonts",
    "/usr/local/share/fonts",
    "/usr/share/fonts",
    "~/Library/Fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
"""Where systems keep fonts."""
NOT_DRAWN = re.compile(r"<(desc|title)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
VIEW_BOX = re.compile(r'<svg[^>]* viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
PAPER, COLOURS = "#faf6ec", 128
"""The background below pictures that are shorter than others, and how many colours a frame has."""
WIDTH, LEAST_WIDTH, MOST_WIDTH = 1000, 100, 4000
"""How wide a picture is by default, and may be, in pixels."""


class Face(NamedTuple):
    """A typeface that may be used for `sans-serif`: its family, and the names of its files, regular and bold."""

    family: str
    regular: str
    bold: str


FACES = (
    Face("DejaVu Sans", "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    Face("Noto Sans", "NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    Face("Liberation Sans", "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    Face("Arial", "Arial.ttf", "Arial Bold.ttf"),
    Face("Arial", "arial.ttf", "arialbd.ttf"),
)
"""The typefaces to look for, in order. Pictures are laid out for the widths of the first."""


class CannotDraw(GunbaiError):
    """The picture cannot be drawn as pixels on this machine."""


class Fonts(NamedTuple):
    """A family that is used for `sans-serif`, and its files."""

    family: str
    files: tuple[Path, ...]


@cache
def find_fonts(folders: tuple[str, ...] = FOLDERS) -> Fonts:
    """Return the first typeface whose regular and bold files are in these folders. Raises CannotDraw."""
    there = {path.name: path for folder in folders for path in sorted(Path(folder).expanduser().rglob("*.[to]tf"))}
    for face in FACES:
        if face.regular in there and face.bold in there:
            return Fonts(face.family, (there[face.regular], there[face.bold]))
    wanted = ", ".join(dict.fromkeys(face.family for face in FACES))
    raise CannotDraw(f"none of the fonts {wanted} is installed (Debian: apt-get install fonts-dejavu-core)")


def require() -> None:
    """Raise CannotDraw unless the packages that draw are installed."""
    if any(find_spec(name) is None for name in NEEDED):
        raise CannotDraw("install the extra `pictures`: pip install 'gunbai[pictures]'")


@cache
def _characters(file: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(file, lazy=True) as font:
        return frozenset(font.getBestCmap())


def words_of(svg: str) -> str:
    """Return the text that a picture draws, without its title and its text board."""
    return unescape(TAG.sub("", NOT_DRAWN.sub("", svg)))


def missing(svg: str, fonts: Fonts) -> str:
    """Return the characters of a picture that one of the fonts lacks, in order."""
    drawn = {character for character in words_of(svg) if not character.isspace()}
    return "".join(
        sorted(character for character in drawn if not all(ord(character) in _characters(file) for file in fonts.files))
    )


def png(svg: str, width: int = WIDTH, fonts: Fonts | None = None, *, replacing: bool = False) -> bytes:
    """Return a picture as a PNG of this width in pixels.

    Raises CannotDraw, including for a character that the fonts lack, unless U+FFFD is `replacing` those.
    """
    require()
    import resvg_py

    chosen = fonts or find_fonts()
    if replacing:
        svg = svg.translate(dict.fromkeys(map(ord, missing(svg, chosen)), "\N{REPLACEMENT CHARACTER}"))
    if lacking := missing(svg, chosen):
        raise CannotDraw(f"the font {chosen.family} does not have {', '.join(lacking)}")
    files = [str(file) for file in chosen.files]
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=files,
                font_family=chosen.family,
                sans_serif_family=chosen.family,
            )
        )
    except ValueError as error:
        raise CannotDraw(f"the picture cannot be drawn: {str(error)[:200]}") from None


def gif(
    pictures: Sequence[str],
    width: int = 600,
    milliseconds: int = 800,
    fonts: Fonts | None = None,
    *,
    replacing: bool = False,
) -> bytes:
    """Return pictures as an animated GIF, each shown this long, the last five times as long.

    Raises CannotDraw as `png` does.
    """
    require()
    from PIL import Image

    height = max(round(width * _shape(svg)) for svg in pictures)

    def frames() -> Iterator[Image.Image]:
        for svg in pictures:
            sheet = Image.new("RGB", (width, height), PAPER)
            with Image.open(io.BytesIO(png(svg, width, fonts, replacing=replacing))) as drawn:
                sheet.paste(drawn.convert("RGB"))
            yield sheet.quantize(COLOURS)

    first, *times = frames(), *([milliseconds] * (len(pictures) - 1)), 5 * milliseconds
    file = io.BytesIO()
    next(first).save(file, "GIF", save_all=True, append_images=first, duration=times, loop=0)
    return file.getvalue()


def _shape(svg: str) -> float:
    """Return a picture's height divided by its width. Raises CannotDraw."""
    match = VIEW_BOX.search(svg)
    if match is None:
        raise CannotDraw("the picture has no size")
    return float(match[2]) / float(match[1])
