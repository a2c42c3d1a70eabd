"""Charts have a line for each seat, within the picture, and say their scale."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from gunbai_client.chart import HEIGHT, MARGIN, WIDTH, Course, Scale, chart


def test_each_seat_has_a_line_from_its_beginning_to_the_last_version() -> None:
    courses = [Course("A<B>", 0.5, [(2, 1.0), (4, 0.0)]), Course("Bob", 0.5, [(4, 1.0)])]
    drawn = chart("One & two", courses, Scale(0, 1, "0 %", "100 %"))
    texts = [each.text for each in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["100 %", "0 %", "version 4", "A<B>", "Bob"]
    _, one, other = re.findall(r'd="([^"]*)"', drawn)
    assert one == f"M40 160.0H360.0V{MARGIN:.1f}H680.0V{HEIGHT - MARGIN:.1f}"
    assert other == f"M40 160.0H{WIDTH - MARGIN:.1f}V{MARGIN:.1f}"


def test_seven_seats_have_lines_of_their_own_colours_and_names_in_two_rows_within_the_picture() -> None:
    courses = [Course(f"Player {number}", 0.5, [(number, 1.0)]) for number in range(1, 8)]
    found = ET.fromstring(chart("Seven", courses, Scale(0, 1, "0 %", "100 %")))
    names = [each for each in found.iter("{http://www.w3.org/2000/svg}text") if (each.text or "").startswith("Player")]
    places = [(int(each.attrib["x"]), int(each.attrib["y"])) for each in names]
    assert [y for _, y in places] == [20] * 5 + [36] * 2
    assert len(set(places)) == len({each.attrib["fill"] for each in names}) == 7
    assert all(MARGIN <= x < WIDTH - 100 for x, _ in places)
