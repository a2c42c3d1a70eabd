"""The search looks ahead from what a seat knows: it repeats itself, counts its playouts, and finds a win."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from clients.bots.search import FIRST, PRIOR, WIDTH, Search, useful
from games.infludance_duel.rules.table import Gunman
from games.kit.rules import decider
from games.kit.rules.decider import Decision
from gunbai.infludance_duel.v1 import commands as duel
from gunbai.king_of_tokyo.v1 import commands as tokyo
from gunbai_record.plain import Plain
from lab.title_parts import but
from lab.variants import VARIANTS
from titles.catalogue import TITLES, newest
from titles.checks.walk import set_up, walk

PLAYOUTS = 12


def question(name: str, seed: int = 2) -> tuple[Any, int, list[Plain]]:
    """Return a table of a random game at which a seat has several moves, the seat, and these."""
    title, (seats, options) = newest(name), VARIANTS[name][0]
    for turn in islice(walk(title, set_up(title, seats, options).table, seed), 20, None):
        moves = useful(title, turn.before, turn.actor) if turn.actor else []
        if len(moves) > 1 and isinstance(decider.waiting(title.rules, turn.before), Decision):
            return turn.before, turn.actor, moves
    raise LookupError(name)


def searched(name: str, seed: int) -> list[Any]:
    table, seat, moves = question(name)
    search = Search(newest(name), table, seat, moves, random.Random(seed))
    for _ in range(PLAYOUTS):
        search.play()
    return search.tried()


@pytest.mark.parametrize("name", TITLES)
def test_every_playout_tries_a_move_and_a_seed_repeats_them(name: str) -> None:
    tried = searched(name, 5)
    assert sum(share.visits - PRIOR for share in tried) == PLAYOUTS
    assert all(0 <= share.total <= share.visits for share in tried)
    assert searched(name, 5) == tried


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 4])
def test_where_several_are_asked_at_once_a_search_follows_each_of_them(seed: int) -> None:
    title, (seats, options) = newest("shogun"), VARIANTS["shogun"][0]
    for turn in islice(walk(title, set_up(title, seats, options).table, seed), 20, 300, 5):
        moves = useful(title, turn.before, turn.actor) if turn.actor else []
        if len(moves) > 1:
            search = Search(title, turn.before, turn.actor, moves, random.Random(1))
            for _ in range(60):
                search.play()
            assert sum(tried.visits - PRIOR for tried in search.tried()) == 60


def test_nobody_looks_ahead_by_taking_cards_up() -> None:
    title = newest("shogun")
    turns = walk(title, set_up(title, 3, '{"start": "preset"}').table, 1)
    planning = next(turn for turn in turns if any(type(move).__name__ == "TakeCardUp" for move in turn.legal))
    useful_moves = useful(title, planning.before, planning.actor)
    assert [type(move).__name__ for move in planning.legal if move not in useful_moves] == ["TakeCardUp"]


def rolling() -> tuple[Any, int, list[Plain]]:
    """Return a table of King of Tokyo on which dice can be rolled again, the seat, and its legal moves."""
    title = newest("king_of_tokyo")
    for turn in walk(title, set_up(title, 2).table, 1):
        table: Any = turn.before
        if tokyo.Reroll in map(type, turn.legal) and len(set(table.turn.dice)) < 5:
            return table, turn.actor, list(turn.legal)
    raise LookupError


def test_dice_that_show_the_same_are_rolled_again_alike() -> None:
    table, seat, legal = rolling()
    dice = table.turn.dice
    rolled = Counter(
        tuple(sorted(dice[die - 1] for die in move.dice)) for move in legal if isinstance(move, tokyo.Reroll)
    )
    rerolls = [move for move in useful(newest("king_of_tokyo"), table, seat) if isinstance(move, tokyo.Reroll)]
    assert len(rolled) < rolled.total()
    assert Counter(tuple(sorted(dice[die - 1] for die in move.dice)) for move in rerolls) == Counter(rolled.keys())
    assert all(made in useful(newest("king_of_tokyo"), table, seat, made) for made in legal)


def test_at_the_root_the_moves_that_look_best_are_tried_first() -> None:
    table, seat, _ = rolling()
    title = newest("king_of_tokyo")
    search = Search(title, table, seat, useful(title, table, seat), random.Random(1))
    looked = [share.total for share in search.tried()]
    for _ in range(9):
        search.play()
    tried = [place for place, share in enumerate(search.tried()) if share.visits > PRIOR]
    best = sorted(looked, reverse=True)[FIRST + int(WIDTH * 3) - 1]
    assert 1 < len(tried) <= FIRST + 3
    assert all(looked[place] >= best for place in tried)


def test_a_win_on_the_next_move_is_found() -> None:
    """Red evaluates c5 of side A from b5, whose red bullet shoots it over its winning line."""
    title = newest("infludance_duel")
    start = set_up(title, 2, '{"starting_player": "red"}').table
    red, blue = Gunman(figure="small", field="b5", spun=1), Gunman(figure="small", field="a1", spun=1)
    table = start.but(gunmen=(red, blue), active=1, starter=1)
    moves = useful(title, table, 1)
    search = Search(title, table, 1, moves, random.Random(1))
    for _ in range(PLAYOUTS):
        search.play()
    tried = search.tried()
    best = moves[max(range(len(moves)), key=lambda place: tried[place].visits)]
    assert isinstance(best, duel.Step)
    assert title.bots.evaluation(decided(title, table, best))[0] == 1


def decided(title: Any, table: Any, move: Plain) -> Any:
    ruling = decider.decide(title.rules, table, 1, move)
    assert isinstance(ruling, decider.Accepted)
    return ruling.table


def test_a_playout_plays_on_to_a_quiet_table() -> None:
    """In Samurai Spirit that is one at which a samurai is about to act, or the end of the game."""
    title, reached = newest("samurai_spirit"), []
    table, seat, moves = question("samurai_spirit")

    def evaluated(end: Any) -> tuple[float, ...]:
        reached.append(end)
        return tuple([0.5] * end.players)

    watched = but(title, evaluation=evaluated)
    search = Search(watched, table, seat, moves, random.Random(1))
    for _ in range(PLAYOUTS):
        reached.clear()
        search.play()
        assert title.bots.is_quiet(reached[-1]) or title.rules.outcome(reached[-1])


def test_the_farther_evaluations_lie_apart_the_longer_each_move_is_tried() -> None:
    title = newest("samurai_spirit")
    table, seat, moves = question("samurai_spirit")
    most = []
    for spread in (0.0, 100.0):
        search = Search(but(title, spread=spread), table, seat, moves, random.Random(1))
        for _ in range(PLAYOUTS * 3):
            search.play()
        most.append(max(tried.visits for tried in search.tried()))
    even = PRIOR + PLAYOUTS * 3 / len(moves)
    assert most[0] > most[1] == pytest.approx(even, abs=1)


def test_a_playout_ends_even_if_no_table_is_quiet() -> None:
    title = newest("samurai_spirit")
    table, seat, moves = question("samurai_spirit")
    restless = but(title, is_quiet=lambda table: False)
    search = Search(restless, table, seat, moves, random.Random(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clients.bots.search.MOST_MOVES", 3)
        search.play()
    assert 0 < search.shares()[0] < 1
