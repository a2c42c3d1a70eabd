"""Pictures on the screen of a terminal that draws them."""

from __future__ import annotations

import io
import re
from base64 import standard_b64decode

import pytest
from PIL import Image

from clients.cli import graphics
from clients.cli.graphics import PIECE, drawn, draws_pictures, pieces, sixels
from clients.cli.raster import CannotDraw

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'


@pytest.mark.parametrize(
    ("environment", "draws"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, True),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "240801"}, True),
        ({"TERM": "foot-extra"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "mintty"}, True),
        ({"TERM": "xterm-256color", "WT_SESSION": "0"}, True),
        ({"TERM": "mlterm", "TMUX": "/tmp/tmux"}, False),
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


def test_a_terminal_that_knows_both_is_given_the_picture_as_it_is_and_another_in_sixels() -> None:
    assert drawn(SVG, {"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}).startswith("\x1b_G")
    assert drawn(SVG, {"TERM": "foot"}).startswith("\x1bP")


@pytest.mark.parametrize("size", [(1, 1), (7, 6), (40, 20)])
def test_sixels_draw_every_point_in_its_colour(size: tuple[int, int]) -> None:
    colours = [(0, 0, 0), (255, 0, 0), (0, 51, 255), (255, 255, 255)]
    points = b"".join(bytes(colours[(number * number // 5) % 4]) for number in range(size[0] * size[1]))
    sheet = Image.frombytes("RGB", size, points)
    file = io.BytesIO()
    sheet.save(file, "PNG")
    assert seen("".join(sixels(file.getvalue()))) == (size, points)


def seen(escape: str) -> tuple[tuple[int, int], bytes]:
    """Return the size of a picture in sixels, and the colour of each of its points, as a terminal draws them."""
    head = re.fullmatch(r'\x1bP0;1q"1;1;(\d+);(\d+)(.*)\x1b\\', escape)
    assert head
    width, height = int(head[1]), int(head[2])
    palette: dict[str, bytes] = {}
    points: dict[tuple[int, int], bytes] = {}
    colour, column, top = "", 0, 0
    for number, mixed, count, character in re.findall(r"#(\d+)(?:;2;([\d;]+))?|(?:!(\d+))?([?-~$-])", head[3]):
        if mixed:
            palette[number] = bytes(round(int(each) * 255 / 100) for each in mixed.split(";"))
        elif number:
            colour = number
        elif character in "$-":
            column, top = 0, top + 6 * (character == "-")
        else:
            end, rows = column + int(count or 1), [row for row in range(6) if (ord(character) - 63) >> row & 1]
            points |= {(top + row, each): palette[colour] for row in rows for each in range(column, end)}
            column = end
    return (width, height), b"".join(points[row, each] for row in range(height) for each in range(width))


def test_nothing_is_drawn_where_no_png_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(svg: str, width: int) -> bytes:
        raise CannotDraw(f"{svg} at {width}")

    monkeypatch.setattr(graphics, "png", failing)
    assert not drawn(SVG, {"TERM": "xterm-kitty"})
