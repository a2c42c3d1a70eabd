"""The luck of seats is the sum of that of their outcomes, and is drawn."""

from __future__ import annotations

from math import isclose, sqrt
from xml.etree import ElementTree as ET

from gunbai.referee.v1.questions_pb2 import MeasureLuckResponse, SeatLuck
from gunbai_client.luck import account, picture

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
    found = account(OUTCOMES)
    assert found.outcomes == 3
    assert isclose(2**-found.bits, 1 / 8 * 3 / 4 / 2)
    one, two = found.seats.values()
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
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["+3.0", "-3.0", "version 9", "Ann & Bob", "seat 2"]
    assert ET.fromstring(picture(account([]), {})).tag.endswith("svg")
