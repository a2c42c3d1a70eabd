"""Tournaments repeat their games, refuse what cannot be played, and say how sure their result is."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from clients.bots import tournament
from clients.bots.tournament import contest_of, deals, dealt, played, results, wilson
from games.kit.rules.chance import Draws


def test_a_game_of_a_tournament_is_repeated_by_its_number() -> None:
    contest = contest_of("liars_dice", level=1, others=0)
    assert played(contest, 3) == played(contest, 3)
    assert list(results(played, contest, [3, 4])) == [played(contest, 3), played(contest, 4)]
    assert contest.fair == 1 / 2


def test_a_deal_is_played_once_from_every_seat_and_repeated_by_its_number() -> None:
    contest = contest_of("liars_dice", level=1, others=0, seats=3)
    assert len(dealt(contest, 3)) == 3
    assert list(results(dealt, contest, [3])) == [dealt(contest, 3)]


def test_the_games_of_a_deal_have_the_same_outcomes_of_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the bots decide, an outcome is drawn from the same numbers."""
    firsts = list[object]()

    def first(title: Any, table: Any, bots: Any, source: random.Random, draws: Callable[[int], Draws]) -> Any:
        firsts.append([draws(ordinal).below(10**9) for ordinal in (1, 2)])
        return finished(title, table, bots, source, draws)

    finished = tournament._finished
    monkeypatch.setattr(tournament, "_finished", first)
    contest = contest_of("liars_dice", level=0, others=0)
    dealt(contest, 1)
    dealt(contest, 2)
    assert firsts[0] == firsts[1] != firsts[2] == firsts[3]


def test_what_deals_say_is_as_sure_as_their_means_are_alike() -> None:
    alike = deals([(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
    assert (alike.games, round(alike.share, 3), round(alike.low, 3)) == (6, 0.667, 0.34)
    assert alike.worth == pytest.approx(9.6)
    assert deals([(1.0, 0.0)] * 3).worth == float("inf")


def test_all_who_win_together_have_one_level() -> None:
    contest = contest_of("samurai_spirit", level=0, others=1, seats=3)
    assert contest.fair == 0
    assert played(contest, 1) in {0, 1}


@pytest.mark.parametrize(
    ("title", "seats", "options", "problem"),
    [
        ("chess", 0, "{}", "the titles are infludance_duel"),
        ("shogun", 2, "{}", "shogun can have 3, 4, 5 seats, not 2"),
        ("shogun", 3, '{"year": 3}', "invalid options"),
        ("shogun", 3, '{"start": "preset", "side": "moon"}', "sun side"),
    ],
)
def test_a_contest_that_cannot_be_played_is_refused(title: str, seats: int, options: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        contest_of(title, level=1, others=0, seats=seats, options=options)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785)],
)
def test_the_interval_is_that_of_wilson(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-4)


@pytest.mark.long
@pytest.mark.parametrize("name", ["infludance_duel", "liars_dice", "titan_race", "king_of_tokyo"])
def test_a_look_ahead_beats_random_play(name: str) -> None:
    contest = contest_of(name, level=1, others=0)
    first = random.Random(name).randrange(1000)
    won = sum(results(played, contest, range(first, first + 20)))
    assert wilson(won, 20).low > 0.5
