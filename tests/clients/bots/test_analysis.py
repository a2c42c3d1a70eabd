"""An analysis adds up, repeats itself, uses what the seats could know, and finds planted blunders."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from clients.bots.analysis import (
    CLOSER,
    Judge,
    Judged,
    Matter,
    Position,
    analysed,
    margin,
    mean,
    minus,
    shared_out,
    telling,
    totals,
)
from clients.bots.levels import Budget, greedy
from clients.bots.search import Search, after, useful
from games.kit.rules import canonical, decider
from games.kit.rules.chance import Zeros
from games.kit.rules.decider import CHANCE, Chance, Decision
from games.liars_dice.rules.table import Bid
from gunbai.king_of_tokyo.v1 import commands as tokyo
from gunbai.liars_dice.v1 import commands as dice
from gunbai_record.plain import Plain
from lab.variants import VARIANTS
from tests.games.infludance_duel.test_solution import late, oracle
from tests.games.king_of_tokyo.positions import buying, monster
from titles.catalogue import newest
from titles.checks.walk import SeededDraws, set_up, walk

FEW = Budget(playouts=16)


def game(name: str, seed: int = 2, skip: int = 20, count: int = 7) -> list[Position]:
    """Return some positions of a random game."""
    title, (seats, options) = newest(name), VARIANTS[name][0]
    turns = islice(walk(title, set_up(title, seats, options).table, seed), skip, skip + count)
    return [Position(skip + n, text(turn.before), turn.actor, turn.move) for n, turn in enumerate(turns)]


def text(table: Any) -> str:
    return canonical.encode(table).decode()


def matter(name: str) -> Matter:
    return Matter(name, newest(name).rules_version)


def check_sums(entries: Sequence[Judged]) -> None:
    """Check that each entry goes on from the one before, and that its parts and their totals add up."""
    assert all(one.after == other.before for one, other in pairwise(entries))
    for total in totals(entries):
        parts = total.begin + total.luck + total.own + total.others + total.rest
        assert parts == pytest.approx(total.end)
        assert total.own <= 0


@pytest.mark.parametrize("name", ["liars_dice", pytest.param("king_of_tokyo", marks=pytest.mark.long)])
def test_luck_choices_and_the_rest_add_up_and_a_seed_repeats_them(name: str) -> None:
    seen: list[tuple[int, int]] = []
    entries = analysed(matter(name), game(name), FEW, 1, closer=3, progress=lambda *now: seen.append(now))
    check_sums(entries)
    assert seen[-1] == (10, 10)
    assert sum(entry.closer for entry in entries) == 3
    told = telling(entries)
    assert all(judged.closer and judged.parts for judged in told)
    assert [judged.largest for judged in told] == sorted((judged.largest for judged in told), reverse=True)
    assert any(entry.luck for entry in entries)
    assert any(entry.choice for entry in entries)
    assert entries == analysed(matter(name), game(name), FEW, 1, closer=3)


def test_an_entry_is_told_with_what_there_are_figures_for_and_the_largest_change_first() -> None:
    still, small, large = (((share, -share),) * 4 for share in (0.0, 0.02, 0.3))
    even = ((0.5, 0.5),) * 4
    best = Judged(2, 1, even, even, choice=still, closer=True)
    lost = Judged(3, 1, even, even, choice=minus(still, small), better=dice.ChallengeBid(), closer=True)
    lucky = Judged(4, CHANCE, even, minus(even, large), luck=minus(still, large), closer=True)
    far = lucky._replace(version=5, closer=False)
    assert telling([best, lost, lucky, far]) == [lucky, lost]
    assert best.parts == []
    assert [(part.kind, [change.seat for change in part.changes]) for part in lost.parts] == [("choice", [1])]
    assert [(part.kind, [change.seat for change in part.changes]) for part in lucky.parts] == [("luck", [1, 2])]


def test_shares_add_up_to_one_victory_or_do_not() -> None:
    even, both = ((0.5, 0.5),) * 4, ((0.5, 0.7),) * 4
    assert shared_out([Judged(2, 1, even, even)])
    assert not shared_out([Judged(2, 1, even, even), Judged(3, 1, even, both)])


@pytest.mark.long
def test_the_number_of_cores_changes_no_analysis() -> None:
    alone, together = (analysed(matter("titan_race"), game("titan_race"), FEW, 1, cores=cores) for cores in (1, 2))
    assert alone == together


def test_what_a_seat_can_expect_does_not_depend_on_what_is_hidden_from_it() -> None:
    title = newest("liars_dice")
    place = next(position for position in game("liars_dice", count=20) if position.actor == 1)
    table = canonical.decode(title.rules, place.table, title.rules.edition)
    other = title.bots.guess(table, 1, SeededDraws(random.Random(5)))
    assert other != table
    assessments = [
        Judge(matter("liars_dice")).assess(place._replace(table=text(table_seen)), "1", FEW)
        for table_seen in (table, other)
    ]
    one, two = ([shares[0] for shares in assessment.worth] for assessment in assessments)
    assert one == two
    assert assessments[0].choice == assessments[1].choice


def test_of_one_reader_nothing_but_their_own_choices_is_judged() -> None:
    title, places = newest("liars_dice"), game("liars_dice")
    own_positions = [
        place._replace(
            table=text(title.bots.guess(canonical.decode(title.rules, place.table, title.rules.edition), 1, Zeros()))
        )
        for place in places
    ]
    entries = analysed(matter("liars_dice")._replace(readers=(1,)), own_positions, FEW, 1, closer=4)
    check_sums(entries)
    assert {entry.actor for entry in entries if entry.choice} == {1}
    assert not any(entry.exact for entry in entries)


@pytest.mark.parametrize("energy", [0, 3])
def test_a_look_that_was_not_taken_is_no_mistake(energy: int) -> None:
    table = buying(monster(1, "made_in_a_lab", energy=energy), monster(2))
    place = Position(1, text(table), 1, tokyo.EndBuying())
    judge, budget = Judge(matter("king_of_tokyo")), Budget(playouts=200)
    for seed in "abcd":
        assert judge.assess(place, seed, budget).better != tokyo.LookAtTopCard()
        choice = judge.choice(place, tokyo.LookAtTopCard(), seed, budget)
        assert (choice.better, mean(choice.choice)) == (None, (0.0, 0.0))


def test_who_looks_has_made_no_mistake_and_who_ends_with_a_victory_for_sale_has() -> None:
    table = buying(monster(1, "made_in_a_lab", energy=9, points=18), monster(2))
    ended, looked = (Position(1, text(table), 1, move) for move in (tokyo.EndBuying(), tokyo.LookAtTopCard()))
    judge, budget = Judge(matter("king_of_tokyo")), Budget(playouts=200)
    assert judge.choice(looked, tokyo.BuyCard(card="apartment_building"), "1", budget).better is None
    choice = judge.choice(ended, tokyo.LookAtTopCard(), "1", budget)
    assert choice.better == tokyo.LookAtTopCard()
    assert mean(choice.choice)[0] < -margin(choice.choice)[0] < 0


def test_a_solved_title_is_analysed_exactly(tmp_path: Path) -> None:
    title, table, source = newest("infludance_duel"), late(0), random.Random(0)
    places: list[Position] = []
    while (step := decider.waiting(title.rules, table)) is not None:
        if isinstance(step, Chance):
            seat, move = CHANCE, step.draw(table, SeededDraws(source))
        else:
            (seat,) = decider.asked_seats(title.rules, table)
            move = source.choice(list(decider.legal(title.rules, table, seat)))
        places.append(Position(len(places) + 1, text(table), seat, move))
        table = after(title, table, seat, move)
    places.append(Position(len(places) + 1, text(table)))
    heard = list[tuple[int, int]]()
    duel, closer = matter("infludance_duel"), len(places)
    entries = analysed(duel, places, FEW, 1, closer=closer, folder=tmp_path, progress=lambda *how: heard.append(how))
    check_sums(entries)
    (whole,) = {whole for _, whole in heard}
    assert whole > 2 * len(places) - 1
    assert [done for done, _ in heard] == [*range(1, whole + 1)]
    for entry in entries:
        assert mean(entry.rest) == pytest.approx((0, 0), abs=1e-9)
        assert margin(entry.after) == (0, 0)
        assert entry.exact == (entry.actor == CHANCE)
        assert (entry.better is not None) == (bool(entry.actor) and mean(entry.choice)[(entry.actor or 1) - 1] < -1e-9)


def test_what_a_substitute_chose_is_no_choice_of_its_seat_but_one_of_others() -> None:
    title, table = newest("infludance_duel"), late(0)
    (seat,) = decider.asked_seats(title.rules, table)
    move = next(iter(decider.legal(title.rules, table, seat)))
    places = [Position(1, text(table), seat, move, is_substituted=True)]
    places.append(Position(2, text(after(title, table, seat, move))))
    assert [judged.is_substituted for judged in analysed(matter("infludance_duel"), places, FEW)] == [True]
    own = Judged(2, 1, ((0.5, 0.5),) * 4, ((0.4, 0.6),) * 4, choice=((-0.1, 0.1),) * 4)
    for is_substituted, lost in ((False, (-0.1, 0)), (True, (0, -0.1))):
        first, other = totals([own._replace(is_substituted=is_substituted)])
        assert (first.own, first.others) == pytest.approx(lost)
        assert (other.own, other.others) == pytest.approx((0, 0.1))


def test_nothing_is_said_of_a_game_without_positions() -> None:
    assert analysed(matter("liars_dice"), [], FEW) == []
    assert totals([]) == []


class Blunder(NamedTuple):
    """A move that throws away much of what the seat could expect."""

    title: str
    table: Any
    seat: int
    move: Plain


def is_found(blunder: Blunder, budget: Budget) -> bool:
    """Return whether an analysis says of a blunder that a better move was there, beyond the margin of error."""
    title = newest(blunder.title)
    then = after(title, blunder.table, blunder.seat, blunder.move)
    places = [Position(1, text(blunder.table), blunder.seat, blunder.move), Position(2, text(then))]
    (entry,) = analysed(matter(blunder.title), places, budget, 1, closer=1)
    if entry.better is None or entry.better == blunder.move:
        return False
    lost, sure = (figure_of(entry.choice)[blunder.seat - 1] for figure_of in (mean, margin))
    return lost + sure < 0 and lost < -LOST


LOST = 0.02
"""What an analysis says of a blunder at least."""
PLANTED = 0.15
"""What a planted blunder loses of the victory at least, by the solution or a long search."""
AROUND = 10
"""How many entries before and after a blunder in a stretch of a game are analysed."""
LARGEST = 3
"""Among how many of the worst choices of a stretch a blunder has to be."""


def sure_losses(seeds: range) -> Iterator[Blunder]:
    """Yield doubts of bids that the dice of one's own cup already fulfil, which cost a die for sure (LD-4.5)."""
    title = newest("liars_dice")
    for seed in seeds:
        source = random.Random(seed)
        for turn in walk(title, set_up(title, 2).table, seed):
            cups: Any = turn.before
            if turn.actor and len(turn.legal) > 4 and cups.cups[turn.actor - 1].dice <= 3:
                hand = cups.cups[turn.actor - 1].hand
                face = source.choice(hand)
                bid = Bid(seat=3 - turn.actor, quantity=hand.count(face), face=face)
                yield Blunder("liars_dice", cups.but(bid=bid), turn.actor, dice.ChallengeBid())
                break


def lost_duels(seeds: range) -> Iterator[Blunder]:
    """Yield moves of late duels that lose what the solution knows."""
    title = newest("infludance_duel")
    for seed in seeds:
        table = late(seed)
        for move in decider.legal(title.rules, table, 1):
            if oracle().worth(after(title, table, 1, move), 1) < oracle().worth(table, 1) - PLANTED:
                yield Blunder("infludance_duel", table, 1, move)
                break


class Doubt(NamedTuple):
    """How long a move is searched before it is called a blunder, and what it loses of the victory at least."""

    playouts: int
    least: float = PLANTED


def random_blunders(name: str, wanted: int, doubt: Doubt) -> Iterator[Blunder]:
    """Yield random moves of random games that a long search finds far worse than the best one."""
    title, seed = newest(name), 0
    while wanted:
        seed += 1
        seats, options = VARIANTS[name][0]
        for turn in islice(walk(title, set_up(title, seats, options).table, seed), 30, None, 7):
            moves = useful(title, turn.before, turn.actor) if turn.actor else []
            step = decider.waiting(title.rules, turn.before)
            if not 1 < len(moves) <= 40 or not isinstance(step, Decision):
                continue
            bad = worst(name, turn.before, turn.actor, Random(seed), doubt)
            if bad is not None:
                yield Blunder(name, turn.before, turn.actor, bad)
                wanted -= 1
                break


def worst(name: str, table: Any, seat: int, source: Random, doubt: Doubt) -> Plain | None:
    """Return the move that a long search finds worst, if it is far worse than the best one."""
    title = newest(name)
    moves = useful(title, table, seat)
    search = Search(title, table, seat, moves, source)
    for _ in range(doubt.playouts):
        search.play()
    worth = {place: tried.total / tried.visits for place, tried in enumerate(search.tried())}
    lowest = min(worth, key=worth.__getitem__)
    if max(worth.values()) - worth[lowest] < doubt.least:
        return None
    forced = Search(title, table, seat, [moves[lowest]], source)
    for _ in range(doubt.playouts):
        forced.play()
    return moves[lowest] if max(worth.values()) - forced.shares_after()[0][seat - 1] >= doubt.least else None


def test_a_doubt_that_must_lose_is_a_blunder() -> None:
    planted = list(sure_losses(range(2)))
    assert len(planted) == 2
    assert all(is_found(blunder, Budget(playouts=160 // CLOSER)) for blunder in planted)


@pytest.mark.long
def test_four_of_five_planted_blunders_are_found() -> None:
    planted = [*sure_losses(range(20)), *lost_duels(range(60)), *random_blunders("king_of_tokyo", 10, Doubt(500))]
    assert len(planted) >= 50
    were_found = [is_found(blunder, Budget(playouts=120)) for blunder in planted]
    assert sum(were_found) >= 0.8 * len(planted)


class Stretch(NamedTuple):
    """Part of a game of bots of level 1, in which one move was replaced by the worst one."""

    title: str
    positions: Sequence[Position]
    planted: int
    """The version of the entry with that move."""


def stretches(name: str, seats: int, wanted: int, doubt: Doubt) -> Iterator[Stretch]:
    """Yield stretches of games, each with a move that a long search finds far worse than the best one."""
    seed = 0
    while wanted:
        seed += 1
        made = stretch(name, seats, seed, doubt)
        if made is not None:
            yield made
            wanted -= 1


def stretch(name: str, seats: int, seed: int, doubt: Doubt) -> Stretch | None:
    """Return the stretch of a game around its first blunder that can be planted after some moves, if there is one."""
    title, source = newest(name), Random(seed)
    table, places, planted = set_up(title, seats).table, list[Position](), 0
    begin = source.randrange(20, 80)
    while (step := decider.waiting(title.rules, table)) is not None and not (
        planted and len(places) >= planted + AROUND
    ):
        if isinstance(step, Chance):
            actor, move = CHANCE, step.draw(table, SeededDraws(source))
        else:
            actor = source.choice(decider.asked_seats(title.rules, table))
            moves = useful(title, table, actor)
            move = greedy(title, table, actor, moves, source) if len(moves) > 1 else moves[0]
            if len(moves) > 1 and not planted and len(places) >= begin:
                bad = worst(name, table, actor, source, doubt)
                move, planted = (move, 0) if bad is None else (bad, len(places) + 1)
        places.append(Position(len(places) + 1, text(table), actor, move))
        table = after(title, table, actor, move)
    places.append(Position(len(places) + 1, text(table)))
    return Stretch(name, places[max(0, planted - AROUND) :], planted + 1) if planted else None


def is_among_the_largest(planted: Stretch, budget: Budget) -> bool:
    """Return whether the planted move is one of the choices that an analysis of the stretch finds the worst."""
    entries = analysed(matter(planted.title), planted.positions, budget, 1, closer=LARGEST)
    lost = {entry.version: mean(entry.choice)[entry.actor - 1] for entry in entries if entry.choice and entry.actor}
    return planted.planted in sorted(lost, key=lost.__getitem__)[:LARGEST]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "doubt"),
    [
        ("liars_dice", 2, Doubt(300)),
        ("king_of_tokyo", 2, Doubt(300)),
        ("samurai_spirit", 3, Doubt(300, least=0.08)),
        ("titan_race", 2, Doubt(300, least=0.08)),
    ],
)
def test_four_of_five_blunders_planted_in_good_play_are_among_the_worst_choices(
    name: str, seats: int, doubt: Doubt
) -> None:
    were_among_the_largest = [
        is_among_the_largest(stretch, Budget(playouts=60)) for stretch in stretches(name, seats, 10, doubt)
    ]
    assert sum(were_among_the_largest) >= 8
