"""Charts have a line for each seat, within the picture, and say their scale."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from games.kit.board.svg import seat_paint
from gunbai_client.chart import COLOURS, HEIGHT, MARGIN, WIDTH, Course, Scale, chart

DRAWN = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 320" font-family="sans-serif">
<title>&lt;One&gt; &amp; two</title>
<rect width="720" height="320" fill="#fff"/>
<path d="M40 160.0H680" stroke="#999"/>
<text x="4" y="40" font-size="12">5</text>
<text x="4" y="280" font-size="12">1</text>
<text x="680" y="312" font-size="12" text-anchor="end">the end &lt;4&gt;</text>
<path d="M40 160.0H360.0V40.0H680.0V280.0" fill="none" stroke="#22629f" stroke-width="2"/>
<rect x="34" y="10" width="10" height="10" fill="#22629f"/>
<text x="48" y="20" font-size="14">A&lt;B&gt; &amp; C</text>
<path d="M40 220.0H520.0V100.0" fill="none" stroke="#eab92d" stroke-width="2"/>
<rect x="164" y="10" width="10" height="10" fill="#eab92d"/>
<text x="178" y="20" font-size="14">Bob</text>
</svg>
"""


def test_a_chart_is_drawn_to_the_pixel() -> None:
    courses = [Course("A<B> & C", 3, [(2, 5.0), (4, 1.0)]), Course("Bob", 2, [(3, 4.0)], "#eab92d")]
    assert chart("<One> & two", courses, Scale(1, 5, "1", "5"), "the end <4>") == DRAWN


def test_a_chart_without_points_ends_at_the_first_version() -> None:
    assert ">version 1</text>" in chart("None", [Course("Ann", 0, [])], Scale(0, 1, "0", "1"))


def test_each_seat_has_a_line_from_its_beginning_to_the_last_version() -> None:
    courses = [Course("A<B>", 0.5, [(2, 1.0), (4, 0.0)]), Course("Bob", 0.5, [(4, 1.0)])]
    drawn = chart("One & two", courses, Scale(0, 1, "0 %", "100 %"))
    texts = [element.text for element in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["100 %", "0 %", "version 4", "A<B>", "Bob"]
    _, one, other = re.findall(r'd="([^"]*)"', drawn)
    assert one == f"M40 160.0H360.0V{MARGIN:.1f}H680.0V{HEIGHT - MARGIN:.1f}"
    assert other == f"M40 160.0H{WIDTH - MARGIN:.1f}V{MARGIN:.1f}"


def test_seven_seats_have_lines_of_their_own_colours_and_names_in_two_rows_within_the_picture() -> None:
    courses = [Course(f"Player {number}", 0.5, [(number, 1.0)]) for number in range(1, 8)]
    picture = ET.fromstring(chart("Seven", courses, Scale(0, 1, "0 %", "100 %")))
    names = [
        element
        for element in picture.iter("{http://www.w3.org/2000/svg}text")
        if (element.text or "").startswith("Player")
    ]
    places = [(int(name.attrib["x"]), int(name.attrib["y"])) for name in names]
    assert places == [(48 + 130 * number, 20) for number in range(5)] + [(48, 36), (178, 36)]
    lines = [
        element for element in picture.iter("{http://www.w3.org/2000/svg}path") if "stroke-width" in element.attrib
    ]
    marks = [
        element for element in picture.iter("{http://www.w3.org/2000/svg}rect") if element.attrib["height"] == "10"
    ]
    assert tuple(line.attrib["stroke"] for line in lines) == COLOURS
    assert tuple(mark.attrib["fill"] for mark in marks) == COLOURS
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in COLOURS)
    assert len(set(COLOURS)) == 7
    assert all(MARGIN <= x < WIDTH - 100 for x, _ in places)


def test_seats_have_the_colours_in_charts_that_they_have_in_pictures_of_positions() -> None:
    assert tuple(map(seat_paint, range(1, 8))) == COLOURS
