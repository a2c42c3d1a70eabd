"""Bots of every level choose legal moves from what their seat knows; a seed and a number of playouts repeat them."""

from __future__ import annotations

from time import monotonic

import pytest

from clients.bots.levels import LEVELS, TREES, USUAL, Bot, Budget, Question, free_name
from games.king_of_tokyo.rules.table import Monster, Turn
from games.kit.rules import canonical, decider
from games.kit.rules.chance import Zeros
from games.kit.rules.decider import Accepted
from gunbai.king_of_tokyo.v1 import commands as tokyo
from gunbai_record.plain import Plain
from tests.clients.bots.test_search import question
from tests.games.king_of_tokyo.positions import STOP, buying, monster, play, rolled
from titles.catalogue import TITLES, newest

SOLVED = ("infludance_duel", 3)
"""The title and level at which a bot solves the whole game before it answers."""
TINY = Budget(playouts=TREES + 1)


def question_to(name: str) -> Question:
    table, seat, _ = question(name)
    title = newest(name)
    guess = canonical.encode(title.bots.guess(table, seat, Zeros())).decode()
    return Question(name, title.rules_version, "", guess, seat)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        pytest.param(name, level, marks=[pytest.mark.long] if (name, level) == SOLVED else [])
        for name in TITLES
        for level in LEVELS
    ],
)
def test_a_bot_chooses_a_legal_move_and_a_seed_repeats_it(name: str, level: int) -> None:
    table, seat, _ = question(name)
    with Bot(level, TINY, seed=4, cores=1) as one, Bot(level, TINY, seed=4, cores=1) as other:
        move = one.choose(question_to(name))
        assert move == other.choose(question_to(name))
    assert move is not None
    assert isinstance(decider.decide(newest(name).rules, table, seat, move), Accepted)


def test_a_search_knows_what_a_card_is_worth_and_a_greedy_bot_what_it_costs() -> None:
    """Eater of the Dead costs as much as Fire Breathing, and feeds its owner once between two, when all is over."""
    title, market = newest("king_of_tokyo"), ("eater_of_the_dead", "fire_breathing", "solar_powered")
    dice = ("one", "one", "two", "two", "three", "energy")
    position = buying(monster(1, energy=4), monster(2), market=market, turn=Turn(1, dice=dice))
    known = Question(title.name, title.rules_version, "", canonical.encode(position).decode(), 1)
    chosen = {level: set[str]() for level in LEVELS[1:3]}
    for level, cards in chosen.items():
        for seed in range(8):
            with Bot(level, Budget(playouts=100), seed, cores=1) as bot:
                move = bot.choose(known)
            assert isinstance(move, tokyo.BuyCard)
            cards.add(move.card)
    assert chosen == {1: {"eater_of_the_dead", "fire_breathing"}, 2: {"fire_breathing"}}


@pytest.mark.parametrize("level", [1, USUAL])
@pytest.mark.parametrize(
    ("monsters", "expected"),
    [
        ([monster(1), monster(2, place="city")], tokyo.StayInTokyo),
        ([monster(1), monster(2, place="city"), monster(3)], tokyo.StayInTokyo),
        ([monster(1), monster(2, life=8, points=18, place="city")], tokyo.StayInTokyo),
        ([monster(1), monster(2, life=3, place="city")], tokyo.YieldTokyo),
        ([monster(1), monster(2, life=3, place="city"), monster(3)], tokyo.YieldTokyo),
    ],
    ids=["fresh between two", "fresh among three", "a turn from 20 points", "weak between two", "weak among three"],
)
def test_a_bot_stays_in_tokyo_while_it_is_strong(level: int, monsters: list[Monster], expected: type[Plain]) -> None:
    title, position = newest("king_of_tokyo"), play(rolled("a 1 1 2 2 3", *monsters), STOP).table
    known = Question(title.name, title.rules_version, "", canonical.encode(position).decode(), 2)
    for seed in range(3):
        with Bot(level, seed=seed, cores=1) as bot:
            assert isinstance(bot.choose(known), expected)


def test_a_level_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="expected a level from 0 to 3, not 4"):
        Bot(4)


@pytest.mark.long
def test_the_number_of_cores_does_not_change_a_choice() -> None:
    with Bot(3, TINY, seed=4, cores=1) as alone, Bot(3, TINY, seed=4, cores=2) as together:
        assert alone.choose(question_to("liars_dice")) == together.choose(question_to("liars_dice"))


@pytest.mark.long
def test_fewer_playouts_than_trees_are_not_filled_up_by_time() -> None:
    begun = monotonic()
    with Bot(3, Budget(playouts=TREES - 1, seconds=120), seed=4, cores=2) as bot:
        assert bot.choose(question_to("liars_dice")) is not None
    assert monotonic() - begun < 120


@pytest.mark.long
def test_a_search_by_time_ends() -> None:
    with Bot(3, Budget(seconds=0.05), seed=4, cores=2) as bot:
        assert bot.choose(question_to("titan_race")) is not None


def test_bots_that_take_seats_one_by_one_have_different_names() -> None:
    assert [free_name(1, taken) for taken in ((), {"Greedy"}, {"Greedy", "Greedy 2", "Greedy 4", "Ann"})] == [
        "Greedy",
        "Greedy 2",
        "Greedy 3",
    ]
