"""Pictures as pixels: with the fonts that are named, and never with text left out."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from clients.render import raster
from clients.render.raster import CannotDraw, find_fonts, gif, missing, png, words_of
from titles.catalogue import TITLES

for name in raster.NEEDED:
    pytest.importorskip(name, reason="the extra `pictures` is missing")
try:
    FONTS = find_fonts()
except CannotDraw as error:
    pytest.skip(str(error), allow_module_level=True)

ROOT = Path(__file__).parents[3]
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" font-family="sans-serif">'
    "<title>Ō 漢</title><desc>漢</desc>{}</svg>"
)


def drawn(words: str) -> bytes:
    return png(SVG.format(f'<text x="4" y="30">{words}</text>'), 100)


def test_text_is_drawn() -> None:
    assert drawn("Tokyo &amp; Kyōto") != drawn("")
    assert struct.unpack(">II", drawn("")[16:24]) == (100, 50)


def test_a_character_that_the_font_lacks_is_named_instead_of_left_out() -> None:
    with pytest.raises(CannotDraw, match=r"does not have 字, 漢$"):
        drawn("漢字 ok")


def test_a_character_that_the_font_lacks_is_replaced_where_that_is_wanted() -> None:
    picture = SVG.format('<text x="4" y="30">{}</text>')
    replaced = png(picture.format("漢 ok"), 100, replacing=True)
    assert replaced == png(picture.format("\N{REPLACEMENT CHARACTER} ok"), 100)
    assert gif([picture.format("漢")], 100, replacing=True)
    with pytest.raises(CannotDraw):
        gif([picture.format("漢")], 100)


def test_what_is_not_drawn_needs_no_font() -> None:
    assert words_of(SVG.format("<text>a &lt; b</text>")) == "a < b"
    assert missing(SVG.format(""), FONTS) == ""


def test_without_a_font_nothing_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "DejaVuSans.ttf").touch()
    with pytest.raises(CannotDraw, match="none of the fonts DejaVu Sans, Noto Sans, Liberation Sans, Arial"):
        find_fonts((str(tmp_path),))


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(CannotDraw):
        png("<svg", 100)


@pytest.mark.parametrize("title", [*TITLES, "kit"])
def test_the_font_has_every_character_that_a_title_writes_in_any_language(title: str) -> None:
    sources = (ROOT / "games" / title).rglob("*.py")
    assert missing("".join(path.read_text(encoding="utf-8") for path in sources).replace("<", " "), FONTS) == ""
