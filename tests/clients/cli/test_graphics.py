"""Pictures on the screen of a terminal that draws them."""

from __future__ import annotations

import re
from base64 import standard_b64decode

import pytest

from clients.cli import graphics
from clients.cli.graphics import PIECE, drawn, draws_pictures, pieces
from clients.cli.raster import CannotDraw

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'


@pytest.mark.parametrize(
    ("environment", "draws"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, True),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "240801"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux"}, False),
        ({"TERM": "screen-256color", "KITTY_WINDOW_ID": "1"}, False),
        ({}, False),
    ],
)
def test_a_terminal_that_draws_is_known_by_its_environment(environment: dict[str, str], *, draws: bool) -> None:
    assert draws_pictures(environment) is draws
    assert bool(drawn(SVG, environment)) is draws


@pytest.mark.parametrize("size", [1, 3072, 3073, 10_000])
def test_a_picture_comes_in_pieces_that_say_whether_more_follow(size: int) -> None:
    image = bytes(number % 251 for number in range(size))
    found = [re.fullmatch(r"\x1b_G(.*?);([^\x1b]*)\x1b\\", each) for each in pieces(image)]
    assert all(found)
    controls, texts = zip(*(each.groups() for each in found if each), strict=True)
    assert controls[0].startswith("f=100,a=T,q=2,m=")
    assert [each.rpartition("m=")[2] for each in controls] == ["1"] * (len(controls) - 1) + ["0"]
    assert max(map(len, texts)) <= PIECE
    assert standard_b64decode("".join(texts)) == image


def test_nothing_is_drawn_where_no_png_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(svg: str, width: int) -> bytes:
        raise CannotDraw(f"{svg} at {width}")

    monkeypatch.setattr(graphics, "png", failing)
    assert not drawn(SVG, {"TERM": "xterm-kitty"})
