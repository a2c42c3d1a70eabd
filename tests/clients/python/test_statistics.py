"""Statistics: games are grouped and counted; rates have intervals that hold what is true 95 times in 100."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from gunbai.referee.v1 import game_pb2 as pb
from gunbai_client.luck import Account, Luck
from gunbai_client.statistics import GROUPS, LEFT, ROW, TOP, Played, Rate, Row, Spread, picture, statistics


def game(players: Sequence[str], winners: Sequence[int], scores: Sequence[int] = (), **facts: Any) -> pb.GameInfo:
    """Return a finished game."""
    seats = [pb.Seat(seat=number, player=player) for number, player in enumerate(players, 1)]
    usual: dict[str, Any] = {"status": pb.GAME_STATUS_FINISHED, "title": "king_of_tokyo", "head": 100, "seats": seats}
    made = pb.GameInfo(**usual | facts)
    made.result.winners.extend(winners)
    made.result.scores.extend(scores)
    made.result.ending = "TWENTY_STARS"
    made.update_time.FromDatetime(datetime(2026, 5, 17, tzinfo=UTC))
    return made


NIGHT = [
    game(["Ann", "Bob"], [1], [20, 3]),
    game(["Bob", "Ann"], [2], [7, 20], head=200, played_on="2025-12"),
    game(["Ann", "Bob", "Cyd"], [1, 3], head=300),
    game(["Ann", "Bob"], [1], standing=pb.STANDING_CONSISTENT),
]


def rows(games: Sequence[pb.GameInfo], by: str) -> list[Row]:
    return statistics(map(Played, games), by)


def test_the_games_of_a_title_are_counted_with_what_the_first_seat_won() -> None:
    (row,) = rows(NIGHT, "title")
    assert (row.group, row.games, row.wins, row.luck) == ("king_of_tokyo", 3, None, None)
    assert row.first_seat == Rate(2, 3, (1 / 2 + 1 / 2 + 2 / 3) / 3)
    assert row.length == Spread(3, 200, 100, 300)
    assert row.score == Spread(4, 12.5, 3, 20)


def test_a_player_has_the_games_that_they_won_and_their_own_scores() -> None:
    ann, bob, cyd = rows(NIGHT, "player")
    assert (ann.group, ann.games, ann.wins) == ("Ann", 3, Rate(3, 3, (1 / 2 + 1 / 2 + 2 / 3) / 3))
    assert (ann.score, bob.score) == (Spread(2, 20, 20, 20), Spread(2, 5, 3, 7))
    assert (bob.wins and bob.wins.count, cyd.wins and cyd.wins.count, cyd.score) == (0, 1, None)


def test_a_game_that_all_win_or_lose_together_says_nothing_of_the_first_seat() -> None:
    (row,) = rows([game(["Ann", "Bob"], [1, 2]), game(["Ann", "Bob"], [])], "title")
    assert (row.games, row.first_seat, row.first_seat.interval) == (2, Rate(0, 0, 0.0), (0.0, 1.0))
    assert row.together == Rate(1, 2, 0)
    assert rows(NIGHT, "title")[0].together is None


def test_a_rate_as_json_has_its_interval_and_what_it_is_above_what_is_fair() -> None:
    low, high = Rate(1, 4, 0.5).interval
    assert Rate(1, 4, 0.5).facts == {
        "count": 1,
        "of": 4,
        "share": 0.25,
        "low": low,
        "high": high,
        "fair": 0.5,
        "advantage": -0.25,
        "advantage_low": low - 0.5,
        "advantage_high": high - 0.5,
    }
    nothing = Rate(0, 0, 0.5)
    assert (nothing.share, nothing.advantage, nothing.interval) == (0.0, 0.0, (0.0, 1.0))


def test_no_interval_reaches_beyond_all_or_none_of_the_games() -> None:
    for games in range(1, 100):
        assert Rate(0, games, 0.5).interval[0] >= 0
        assert Rate(games, games, 0.5).interval[1] <= 1


def test_the_date_of_a_game_is_that_of_its_record_or_that_of_its_end() -> None:
    assert [row.group for row in rows(NIGHT, "month")] == ["2025-12", "2026-05"]
    assert [(row.group, row.games) for row in rows(NIGHT, "year")] == [("2025", 1), ("2026", 2)]
    assert [row.group for row in rows(NIGHT, "seats")] == ["2 seats", "3 seats"]
    assert [row.group for row in rows(NIGHT, "label")] == ["no label"]


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        ("title", ["king_of_tokyo"]),
        ("player", ["Ann", "Bob"]),
        ("year", ["2026"]),
        ("month", ["2026-05"]),
        ("day", ["2026-05-17"]),
        ("seats", ["3 seats"]),
        ("ending", ["TWENTY_STARS"]),
        ("label", ["club night"]),
    ],
)
def test_a_game_is_in_groups_of_each_kind_and_only_players_win(by: str, groups: list[str]) -> None:
    table = rows([game(["Ann", "Bob", ""], [1], label="club night")], by)
    assert [row.group for row in table] == groups
    assert [row.wins is not None for row in table] == [by == "player"] * len(groups)


def test_days_come_in_their_order_and_other_groups_by_their_games() -> None:
    later = [game(["Ann", "Bob"], [1], played_on="2026-05-18", label="z") for _ in range(2)]
    nights = [*later, game(["Ann", "Bob"], [1], label="a")]
    assert [row.group for row in rows(nights, "day")] == ["2026-05-17", "2026-05-18"]
    assert [row.group for row in rows(nights, "label")] == ["z", "a"]
    assert statistics(map(Played, nights)) == rows(nights, "title")


@pytest.mark.parametrize("by", sorted(GROUPS))
def test_no_games_have_no_rows(by: str) -> None:
    assert rows([], by) == []


def test_the_luck_of_a_player_is_over_all_their_games_and_that_of_a_title_is_the_winners() -> None:
    lucks = {1: Luck(1, total=3, variance=4), 2: Luck(2, total=-1, variance=1)}
    games = [Played(info, Account(lucks, 2, 1.0)) for info in NIGHT[:2]]
    ann, bob = statistics(games, "player")
    assert ann.luck == pytest.approx((3 - 1) / 5**0.5)
    assert bob.luck == pytest.approx((3 - 1) / 5**0.5)
    assert statistics(games, "title")[0].luck == pytest.approx(2 / 5**0.5)
    one = Played(NIGHT[0], Account(lucks, 2, 1.0))
    assert [row.luck for row in statistics([one], "player")] == [1.5, -1.0]
    assert statistics([one], "title")[0].luck == 1.5


def test_a_seat_for_which_no_outcome_was_worth_anything_has_no_luck() -> None:
    measured = Played(NIGHT[0], Account({2: Luck(2, total=-1, variance=1)}, 1, 1.0))
    assert [row.luck for row in statistics([measured], "player")] == [None, -1.0]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_rate_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    # The figures are those of table I of R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, method 3.
    assert Rate(count, of, 0.5).interval == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("truth", [0.2, 0.5, 0.9])
def test_the_interval_of_a_rate_holds_the_truth_as_often_as_it_says(truth: float) -> None:
    rng, tries = random.Random(3), 3000
    held = 0
    for _ in range(tries):
        low, high = Rate(sum(rng.random() < truth for _ in range(60)), 60, truth).interval
        held += low <= truth <= high
    assert 0.93 < held / tries < 0.975


DRAWN = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 146" font-family="sans-serif">
<title>Games won by the first seat, by label, with 95% confidence intervals</title>
<rect width="720" height="146" fill="#fff"/>
<text x="8" y="18" font-size="14">Games won by the first seat; the mark is the fair share</text>
<path d="M190.0 40V130" stroke="#ddd"/><text x="190.0" y="36" font-size="11" text-anchor="middle">0%</text>
<path d="M284.0 40V130" stroke="#ddd"/><text x="284.0" y="36" font-size="11" text-anchor="middle">20%</text>
<path d="M378.0 40V130" stroke="#ddd"/><text x="378.0" y="36" font-size="11" text-anchor="middle">40%</text>
<path d="M472.0 40V130" stroke="#ddd"/><text x="472.0" y="36" font-size="11" text-anchor="middle">60%</text>
<path d="M566.0 40V130" stroke="#ddd"/><text x="566.0" y="36" font-size="11" text-anchor="middle">80%</text>
<path d="M660.0 40V130" stroke="#ddd"/><text x="660.0" y="36" font-size="11" text-anchor="middle">100%</text>
<text x="180" y="65" font-size="13" text-anchor="end">a name of 24 letters ...</text>
<g><title>a name of 24 letters ...: 1 of 4, 25.0% (4.6% to 69.9%)</title>
<path d="M211.4 61H518.7" stroke="#1f618d" stroke-width="3"/>
<path d="M425.0 52V70" stroke="#b03a2e" stroke-width="2"/>
<circle cx="307.5" cy="61" r="5" fill="#1f618d"/></g>
<text x="670" y="65" font-size="11">1/4</text>
<text x="180" y="91" font-size="13" text-anchor="end">&lt;a name &amp; its 25 letter…</text>
<g><title>&lt;a name &amp; its 25 letters&gt;: 3 of 3, 100.0% (43.9% to 100.0%)</title>
<path d="M396.1 87H660.0" stroke="#1f618d" stroke-width="3"/>
<path d="M425.0 78V96" stroke="#b03a2e" stroke-width="2"/>
<circle cx="660.0" cy="87" r="5" fill="#1f618d"/></g>
<text x="670" y="91" font-size="11">3/3</text>
<text x="180" y="117" font-size="13" text-anchor="end">nothing contested</text>
</svg>
"""


def test_the_picture_is_drawn_to_the_pixel() -> None:
    rates = {
        "a name of 24 letters ...": Rate(1, 4, 0.5),
        "<a name & its 25 letters>": Rate(3, 3, 0.5),
        "nothing contested": Rate(0, 0, 0.0),
    }
    assert picture([Row(name, 4, None, rate, None, None, None) for name, rate in rates.items()], "label") == DRAWN


def test_the_picture_of_players_shows_what_they_won() -> None:
    drawn = picture([Row("Ann", 4, Rate(3, 4, 0.5), Rate(1, 4, 0.5), None, None, None)], "player")
    assert "<title>Games won, by player, with 95% confidence intervals</title>" in drawn
    assert "Ann: 3 of 4" in drawn


def test_a_group_that_wins_or_loses_together_shows_how_often_it_won_and_no_fair_share() -> None:
    together = [game(["Ann", "Bob"], winners, title="samurai_spirit") for winners in ([1, 2], [], [1, 2])]
    drawn = picture(rows([*together, *NIGHT], "title"), "title")
    root = ET.fromstring(drawn)  # of our own making
    names = {"svg": "http://www.w3.org/2000/svg"}
    shown = {
        element.findtext("svg:title", "", names): len(element.findall("svg:path", names))
        for element in root.findall("svg:g", names)
    }
    assert shown["samurai_spirit: 2 of 3 together, 66.7% (20.8% to 93.9%)"] == 1
    assert sorted(shown.values()) == [1, 2]
    assert "Games won by the first seat, or by all together; the mark" in drawn


def test_the_picture_has_a_point_with_its_interval_for_each_group() -> None:
    table = rows([*NIGHT, game(["<Dee> & a name that is much too long", "Bob"], [1])], "player")
    root = ET.fromstring(picture(table, "player"))  # of our own making
    names = {"svg": "http://www.w3.org/2000/svg"}
    assert len(root.findall("svg:g", names)) == len(table)
    titles = [element.text or "" for element in root.findall("svg:g/svg:title", names)]
    assert any(title.startswith("Ann: 3 of 3, 100.0% (43.9% to 100.0%)") for title in titles)
    assert any("<Dee> &" in title for title in titles)
    assert "Games won by the first seat" in picture(rows(NIGHT, "title"), "title")
    assert ET.fromstring(picture([], "title")) is not None  # of our own making


def test_the_rows_of_the_picture_are_below_each_other_on_the_lines_of_its_scale() -> None:
    table = rows(NIGHT, "player")
    drawn = picture(table, "player")
    root = ET.fromstring(drawn)  # of our own making
    names = {"svg": "http://www.w3.org/2000/svg"}
    points = [int(element.attrib["cy"]) for element in root.findall("svg:g/svg:circle", names)]
    assert points == [TOP + ROW * number + ROW // 2 for number in range(len(table))]
    scale = [element.attrib["d"] for element in root.findall("svg:path", names)]
    assert scale[0] == f"M{LEFT}.0 {TOP - 8}V{TOP + ROW * len(table) + 4}"
    assert len(scale) == 6
    paths = [element.attrib["d"] for element in root.findall("svg:g/svg:path", names)]
    assert len(paths) == 2 * len(table)
