"""The luck of seats is the sum of that of their outcomes, and is drawn."""

from __future__ import annotations

import re
from math import isclose, sqrt
from xml.etree import ElementTree as ET

from gunbai.referee.v1.questions_pb2 import MeasureLuckResponse, SeatLuck
from gunbai_client.luck import Luck, account, picture

OUTCOMES = [
    MeasureLuckResponse(
        version=5,
        numerator="1",
        denominator="8",
        lucks=[
            SeatLuck(seat=1, worth=3, mean=1.5, variance=1, rank=0.75),
            SeatLuck(seat=2, worth=-3, mean=0, rank=0.5),
        ],
    ),
    MeasureLuckResponse(version=7, numerator="3", denominator="4"),
    MeasureLuckResponse(
        version=9, numerator="1", denominator="2", lucks=[SeatLuck(seat=1, mean=0.5, variance=1, rank=0.25)]
    ),
]


def test_lucks_and_variances_are_added_up() -> None:
    luck = account(OUTCOMES)
    assert luck.outcomes == 3
    assert isclose(2**-luck.bits, 1 / 8 * 3 / 4 / 2)
    one, two = luck.seats.values()
    assert (one.outcomes, one.total, one.rank, one.course) == (2, 1.0, 0.5, [(5, 1.5), (9, 1.0)])
    assert isclose(one.score, 1 / sqrt(2))
    assert (two.total, two.score) == (-3.0, 0.0)
    assert account([]).seats == {}


def test_an_outcome_that_was_corrected_counts_for_nothing() -> None:
    wrong = MeasureLuckResponse(version=8, numerator="1", denominator="16", lucks=[SeatLuck(seat=2, worth=9)])
    right = MeasureLuckResponse(version=9, corrects=8)
    right.MergeFrom(OUTCOMES[2])
    assert account([*OUTCOMES[:2], wrong, right]) == account(OUTCOMES)


def test_the_course_of_each_seat_is_drawn_with_its_name() -> None:
    svg = picture(account(OUTCOMES), {1: "Ann & Bob", 2: ""})
    root = ET.fromstring(svg)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["+3.0", "-3.0", "version 9", "Ann & Bob", "seat 2"]
    assert "<title>Luck: 3 outcomes</title>" in svg
    words = picture(account(OUTCOMES), {1: "Ann"}, "Luck of the night", "the end")
    assert [word in words for word in ("<title>Luck of the night</title>", ">the end</text>")] == [True, True]


def test_a_game_without_luck_has_a_scale_of_one() -> None:
    root = ET.fromstring(picture(account([]), {}))
    assert [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")] == ["+1.0", "-1.0", "version 1"]
    assert "<title>Luck: 0 outcomes</title>" in picture(account([]), {})


def test_a_seat_begins_with_no_luck_and_the_mean_rank() -> None:
    assert Luck(2) == Luck(2, outcomes=0, total=0.0, variance=0.0, ranks=0.0, course=[])
    assert (Luck(2).score, Luck(2).rank) == (0.0, 0.5)
    assert (account([]).outcomes, account([]).bits) == (0, 0.0)


def test_the_course_of_a_seat_goes_from_the_middle_through_its_total_after_each_outcome() -> None:
    path, other = re.findall(r'<path d="([^"]*)" fill', picture(account(OUTCOMES), {}))
    assert path == "M40 160.0H395.6V100.0H680.0V120.0"
    assert other == "M40 160.0H395.6V280.0"
