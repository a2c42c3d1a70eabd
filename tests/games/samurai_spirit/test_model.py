"""The title and a second implementation of its rules agree: who is asked what, and what follows, in any position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted, Chance, Decision
from games.kit.rules.pile import Pile
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.data import CHIEFS, DIFFICULTIES, LIEUTENANTS, PLUNDERERS, RAIDERS, SAMURAI, SYMBOLS
from games.samurai_spirit.rules.steps import RevealRaider
from games.samurai_spirit.rules.table import Options, SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.samurai_spirit.model import Asks, Model, Move, Turns
from tests.games.samurai_spirit.positions import without_known
from titles.checks.walk import SeededDraws

TAME = (cmd.Pass, cmd.SkipKiai, cmd.StopFighting, cmd.AcceptPenalties)
WILD = (cmd.Send, cmd.Swap, cmd.Dismiss, cmd.Transfer, cmd.Strike, cmd.LendToken, cmd.Confront)


def between_turns(source: random.Random) -> SamuraiTable:
    """Return a position in which much can happen: long lines near the kiai, lent tokens, a burnt village."""
    names = source.sample([*SAMURAI], source.randint(2, 7))
    agreed = Options(
        difficulty=source.choice(list[Any](DIFFICULTIES)),
        samurai=tuple(names),
        absent_tokens=source.random() < 0.3,
        round_starter=source.choice(["last_turn", "last_draw"]),
    )
    fresh = SAMURAI_SPIRIT.rules.setup(len(names), agreed, SAMURAI_SPIRIT.rules.edition)
    table = fresh.but(
        agenda=(),
        active=source.randint(1, len(names)),
        round=source.randint(1, 3),
        barricades=source.choice([0, 1, fresh.barricade_limit]),
        farms=tuple(sorted(source.sample(fresh.farms, source.randint(1, 6)))),
        families=tuple(family for family in fresh.families if source.random() < 0.8),
    )
    raiders = [*PLUNDERERS, *LIEUTENANTS * (table.round > 1), *CHIEFS * (table.round > 2)]
    source.shuffle(raiders)
    for seat in table.seats:
        table = with_board(source, table, seat, raiders)
    table = table.but(discard=tuple(raiders.pop() for _ in range(source.choice([0, 0, 1, 3]))))
    return with_piles(source, without_known(table.but(raiders=())))


def with_board(source: random.Random, table: SamuraiTable, seat: int, raiders: list[str]) -> SamuraiTable:
    """Return the table with something on the board of a seat, taken from the raiders."""
    animal = source.random() < 0.5
    table = table.but_at(
        seat,
        animal=animal,
        wounded=source.random() < (0.2 if animal else 0.6),
        token_with=source.choice([seat, seat, *table.seats]),
        passed=len(table.fighting()) > 1 and source.random() < 0.2,
    )
    line: list[str] = []
    left: list[str] = []
    short_of_kiai = source.choice([-2, 0, 1, 2, 3, 4, 6, 9])
    while sum(RAIDERS[raider].value for raider in line) < table.at(seat).kiai - short_of_kiai:
        line.append(raiders.pop())
    while not table.at(seat).passed and sum(RAIDERS[raider].value for raider in line) == table.at(seat).kiai:
        raiders.insert(0, line.pop())
    for symbol in SYMBOLS:
        fitting = [raider for raider in raiders if RAIDERS[raider].defence == symbol]
        if fitting and source.random() < 0.4:
            left.append(fitting[0])
            raiders.remove(fitting[0])
    return table.but_at(seat, line=tuple(line), left=tuple(left))


def with_piles(source: random.Random, table: SamuraiTable) -> SamuraiTable:
    """Return the table with a raider stack and intruders, a few of them known."""
    left = [number for number in range(table.round) for _ in table.unseen.pools[number]]
    source.shuffle(left)
    raiders: Pile = tuple(left.pop() for _ in range(source.choice([1, 1, 2, 3, 5, 9])) if left)
    intruders: Pile = tuple(left.pop() for _ in range(source.choice([0, 1, 3])) if left)
    table = table.but(raiders=raiders, intruders=intruders)
    for place in range(1, source.choice([1, 1, 2, 3])):
        if place <= len(raiders):
            shown = RevealRaider(place).draw(table, SeededDraws(source)).raider
            unseen, raiders = table.turned_up(table.raiders, place, shown)
            table = table.but(unseen=unseen, raiders=raiders)
    return table


def shows(table: SamuraiTable) -> dict[str, Any]:
    """Return all that lies on a table, in the form of the model."""
    model = Model.of(table)
    model.helpers, model.bound = {*table.helpers}, {*table.bound}
    return model.shows()


def as_move(move: Plain) -> Move:
    """Return a command as the model calls it."""
    values = ((name, getattr(move, name)) for name in move.__struct_fields__)
    words = (move.ENUMS[name].any_word(value) if name in move.ENUMS else value for name, value in values)
    return (type(move).__name__, *words)


def chosen(source: random.Random, legal: Sequence[Plain]) -> Plain:
    """Choose a move that makes things happen, mostly."""
    wild = [move for move in legal if isinstance(move, WILD)]
    lively = [move for move in legal if not isinstance(move, TAME)]
    return source.choice((wild if source.random() < 0.5 else lively if source.random() < 0.8 else []) or [*legal])


def moves(source: random.Random, start: SamuraiTable) -> Iterator[tuple[SamuraiTable, Plain]]:
    """Yield each table of a game and the move made on it; last, the table at the end and no move."""
    table = decider.begin(SAMURAI_SPIRIT.rules, start).table
    while (step := decider.waiting(SAMURAI_SPIRIT.rules, table)) is not None:
        if isinstance(step, Decision):
            (actor,) = step.seats(table)
            move = chosen(source, [*decider.legal(SAMURAI_SPIRIT.rules, table, actor)])
        else:
            assert isinstance(step, Chance)
            actor, move = CHANCE, step.draw(table, SeededDraws(source))
        yield table, move
        ruling = decider.decide(SAMURAI_SPIRIT.rules, table, actor, move)
        assert isinstance(ruling, Accepted)
        table = ruling.table
    yield table, cmd.Pass()


def play_both(seed: int) -> None:
    source = random.Random(seed)
    start = between_turns(source)
    assert list(SAMURAI_SPIRIT.rules.invariants(start)) == []
    model = Model.of(start)
    story = model.play()
    request = next(story, None)
    for table, move in moves(source, start):
        step = decider.waiting(SAMURAI_SPIRIT.rules, table)
        if step is None:
            assert (request, model.ending) == (None, table.ending)
            return
        assert model.shows() == shows(table)
        if isinstance(step, Decision):
            (seat,) = step.seats(table)
            assert request == Asks(seat, frozenset(map(as_move, decider.legal(SAMURAI_SPIRIT.rules, table, seat))))
        else:
            assert request == Turns(type(move).__name__)
        try:
            request = story.send(as_move(move))
        except StopIteration:
            request = None


@pytest.mark.parametrize("hundred", range(3))
def test_the_title_plays_as_the_model_does(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        play_both(seed)


@pytest.mark.long
@pytest.mark.parametrize("thousand", range(10))
def test_the_title_plays_many_games_as_the_model_does(thousand: int) -> None:
    for seed in range(1000 * thousand, 1000 * thousand + 1000):
        play_both(seed)
