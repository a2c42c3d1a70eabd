"""The wrapping grid, its zones, the seams of a Grand Slam, and the worked examples of the rulebook (TR-1, TR-16)."""

from __future__ import annotations

import pytest

from games.titan_race.rules.data import EDITION, FIELDS
from games.titan_race.rules.track import DIRECTIONS, OVER_THE_TOP, Course, Way, course

OPPOSITE = dict(zip(DIRECTIONS, DIRECTIONS[3:] + DIRECTIONS[:3], strict=True))
SLAM = ("kaldheira", "anglieh", "estengaard")


def on(*tracks: str) -> Course:
    return course(EDITION, tracks)


def walk(track: Course, start: str, *directions: str) -> list[tuple[str, int]]:
    entered, laps = [], 0
    for direction in directions:
        way = track.ways[start][direction]
        assert way is not None
        start, laps = way.field, laps + way.laps
        entered.append((start, laps))
    return entered


def test_there_are_36_fields() -> None:
    assert len(FIELDS) == len(set(FIELDS)) == 36
    assert FIELDS[:6] == ("A1", "C1", "E1", "B2", "D2", "F2")
    assert "E4" not in FIELDS


def test_two_fields_forward_from_b10_lead_over_the_top_to_b2() -> None:
    assert walk(on("kaldheira"), "B10", "forward", "forward") == [("B12", 0), ("B2", 1)]


@pytest.mark.parametrize(
    ("direction", "passed"), [("forward_right", ["C11", "D12", "E1"]), ("forward_left", ["A11", "F12", "E1"])]
)
def test_three_fields_diagonally_from_b10_lead_to_e1_either_way(direction: str, passed: list[str]) -> None:
    entered = walk(on("kaldheira"), "B10", *[direction] * 3)
    assert entered == list(zip(passed, [0, 0, 1], strict=True))


def test_diagonally_from_f12_leads_to_a1() -> None:
    assert walk(on("kaldheira"), "F12", "forward_right") == [("A1", 1)]


def test_grinder_passes_d4_e5_and_f6_on_kaldheira() -> None:
    track = on("kaldheira")
    entered = [field for field, _ in walk(track, "C3", *["forward_right"] * 3)]
    assert [(field, track.terrain.get(field)) for field in entered] == [("D4", None), ("E5", "lava"), ("F6", "lava")]


def test_chtoolhoo_passes_b8_c9_and_d10_in_the_lagoon() -> None:
    track = on("dead_lagoon")
    entered = [field for field, _ in walk(track, "A7", *["forward_right"] * 3)]
    pairs = [(field, track.terrain.get(field)) for field in entered]
    assert pairs == [("B8", "pirates"), ("C9", "pirates"), ("D10", None)]


def test_slaugg_leaps_from_a3_over_b4_and_c5_to_d6() -> None:
    track = on("forbidden_foundry")
    assert track.ways["A3"]["forward_right"] == Way("D6", 0, ("B4", "C5"))
    assert walk(track, "A3", "forward_right", "forward") == [("D6", 0), ("D8", 0)]


def test_rassik_comes_to_the_statue_on_d6_with_its_six_neighbours() -> None:
    track = on("ban_kogu")
    assert [field for field, _ in walk(track, "B4", "forward_right", "forward_right")] == ["C5", "D6"]
    assert track.terrain["D6"] == "statue"
    assert set(track.adjacent["D6"].values()) == {"C5", "D4", "E5", "C7", "D8", "E7"}


def test_grinder_finds_pentagrams_on_d6_and_d10() -> None:
    """The rulebook prints E4, E6 and E10, which are no fields; the example is read as column D."""
    track = on("anglieh")
    assert walk(track, "D4", "forward", "forward", "forward") == [("D6", 0), ("D8", 0), ("D10", 0)]
    assert [track.terrain.get(field) for field in ("D4", "D6", "D8", "D10")] == [None, "pentagram", None, "pentagram"]


def test_kraken_slides_over_d4_and_d6() -> None:
    track = on("estengaard")
    assert [track.terrain.get(field) for field in ("D2", "D4", "D6", "D8")] == [None, "ice", "ice", None]


def test_every_field_has_six_neighbours_and_each_way_leads_back() -> None:
    track = on("kaldheira")
    for field in track.fields:
        assert len(set(track.adjacent[field].values())) == 6
        for direction in DIRECTIONS:
            there = track.neighbours[field][direction]
            assert there is not None
            assert track.neighbours[there.field][OPPOSITE[direction]] == Way(field, -there.laps)


def test_a_side_wrap_changes_no_lap() -> None:
    track = on("kaldheira")
    assert track.neighbours["A3"]["forward_left"] == Way("F4")
    assert track.neighbours["F4"]["forward_right"] == Way("A5")


def test_a_zone_is_listed_clockwise_from_the_front() -> None:
    track = on("kaldheira")
    assert list(track.adjacent["D6"].values()) == ["D8", "E7", "E5", "D4", "C5", "C7"]
    assert list(track.front["D6"].values()) == ["D8", "E7", "C7"]
    assert list(track.rear["D6"].values()) == ["E5", "D4", "C5"]


def test_a_titan_at_the_start_has_no_zone() -> None:
    assert on("kaldheira").adjacent[""] == {}


def test_a_multi_ramp_leaps_one_field_ahead_and_none_back() -> None:
    track = on("forbidden_foundry")
    assert track.ways["C3"]["forward"] == Way("C7", 0, ("C5",))
    assert track.ways["C3"]["forward_left"] == Way("A5", 0, ("B4",))
    assert track.ways["C3"]["backward"] == Way("C1")


def test_a_leap_over_the_line_counts_its_lap() -> None:
    assert on("forbidden_foundry").ways["A11"]["forward"] == Way("A3", 1, ("A1",))


def test_the_top_of_a_track_leads_to_the_bottom_of_the_next() -> None:
    track = on(*SLAM)
    assert len(track.fields) == 108
    assert track.neighbours["1:F12"]["forward_right"] == Way("2:A1", 1)
    assert track.neighbours["2:A1"]["backward_left"] == Way("1:F12", -1)
    assert track.neighbours["2:B12"]["forward"] == Way("3:B2", 1)


def test_there_is_nothing_below_the_first_and_above_the_third_track() -> None:
    track = on(*SLAM)
    assert track.neighbours["1:A1"]["backward"] is None
    assert track.neighbours["3:B12"]["forward"] == OVER_THE_TOP
    assert list(track.rear["1:A1"]) == []
    assert list(track.front["3:B12"]) == []
    assert list(track.adjacent["3:B12"]) == ["backward_right", "backward", "backward_left"]


def test_a_leap_may_end_on_the_next_track_or_past_the_finish() -> None:
    low = on("forbidden_foundry", "kaldheira", "estengaard")
    high = on("kaldheira", "estengaard", "forbidden_foundry")
    assert low.ways["1:A11"]["forward"] == Way("2:A3", 1, ("2:A1",))
    assert high.ways["3:A11"]["forward"] == Way("", 1, ())
    assert high.ways["3:D10"]["forward"] == Way("", 1, ("3:D12",))


def test_each_track_of_a_grand_slam_keeps_its_own_fields() -> None:
    track = on(*SLAM)
    assert track.terrain["1:B4"] == "lava"
    assert track.terrain["2:D6"] == "pentagram"
    assert track.terrain["3:D6"] == "ice"
    assert "1:D6" in track.special
    assert track.starts == ("1:A1", "1:C1", "1:E1")
