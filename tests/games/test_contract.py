"""What games/kit/rules/decider.py promises of every title, checked with random whole games."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest

from games.catalogue import TITLES, newest
from games.kit.rules import canonical, decider
from games.kit.rules.decider import CHANCE, Accepted, Chance, Decision, Refusal
from games.kit.rules.edition import EditionError
from games.kit.title import Title
from gunbai.rules.v1 import options_pb2 as rules
from gunbai_record.plain import as_plain
from lab.drawing import board, draw
from lab.variants import LONGEST, VARIANTS
from lab.walk import SeededDraws, Turn, set_up, walk
from tests.games.scribbles import scribble

CASES = [
    pytest.param(newest(name), seats, options, id=f"{name}-{seats}-{options}")
    for name in TITLES
    for seats, options in VARIANTS[name]
]
GAMES = 3
LONG_GAMES = 300


def games(title: Title[Any], seats: int, options: str, count: int) -> list[list[Turn]]:
    return [game(title, seats, options, seed) for seed in range(count)]


@lru_cache(maxsize=GAMES * len(CASES))
def game(title: Title[Any], seats: int, options: str, seed: int) -> list[Turn]:
    turns = list(islice(walk(title, set_up(title, seats, options).table, seed), LONGEST[title.name]))
    assert decider.waiting(title.rules, turns[-1].accepted.table) is None, f"unfinished after {len(turns)} entries"
    return turns


def clause_number(title: Title[Any], refused: Refusal) -> str:
    values = title.rules.protos[3].DESCRIPTOR.enum_types_by_name["Clause"].values_by_number
    number: str = values[refused.clause].GetOptions().Extensions[rules.clause].number
    return number


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_game_ends_with_an_outcome(title: Title[Any], seats: int, options: str) -> None:
    for turns in games(title, seats, options, GAMES):
        outcome = title.rules.outcome(turns[-1].accepted.table)
        assert outcome is not None
        assert set(outcome.winners) <= set(range(1, seats + 1))
        assert all(title.rules.outcome(turn.before) is None for turn in turns)


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_game_of_defaults_comes_to_its_end(title: Title[Any], seats: int, options: str) -> None:
    table, draws = set_up(title, seats, options).table, SeededDraws(random.Random(1))
    for _ in range(LONGEST[title.name]):
        step = decider.waiting(title.rules, table)
        if step is None:
            break
        asked = decider.asked(title.rules, table)
        seat = asked[0] if asked else CHANCE
        move = decider.default(title.rules, table, seat) if asked else decider.draw(title.rules, table, draws)
        assert move is not None
        accepted = decider.decide(title.rules, table, seat, move)
        assert isinstance(accepted, Accepted)
        table = accepted.table
    assert title.rules.outcome(table) is not None


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_seat_is_on_one_side_which_no_move_changes(title: Title[Any], seats: int, options: str) -> None:
    turns = game(title, seats, options, 0)
    sides = title.rules.sides(turns[0].before)
    assert sorted(seat for side in sides for seat in side) == [*range(1, seats + 1)]
    winners = set(title.rules.outcome(turns[-1].accepted.table).winners)  # type: ignore[union-attr]  # the game is over
    assert all(set(side) <= winners or not set(side) & winners for side in sides)
    assert title.rules.sides(turns[-1].accepted.table) == sides


@pytest.mark.long
@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_one_of_many_games_ends_and_breaks_no_invariant(title: Title[Any], seats: int, options: str) -> None:
    for turns in games(title, seats, options, LONG_GAMES):
        assert title.rules.outcome(turns[-1].accepted.table) is not None
        for turn in turns[:: max(1, len(turns) // 20)]:
            assert list(title.rules.invariants(turn.accepted.table)) == []


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_the_events_fold_to_the_table(title: Title[Any], seats: int, options: str) -> None:
    for turns in games(title, seats, options, 1):
        for turn in turns:
            table: Any = turn.before
            for event in turn.accepted.events:
                table = title.rules.evolve(table, event)
            assert table == turn.accepted.table


@pytest.mark.parametrize("name", TITLES)
def test_a_table_for_a_number_of_seats_that_cannot_play_is_refused(name: str) -> None:
    title = newest(name)
    for seats in (title.rules.seats[0] - 1, title.rules.seats[-1] + 1):
        rows = getattr(set_up(title, title.rules.seats[-1], "{}").table, title.rules.table.rows)
        table = set_up(title, title.rules.seats[-1], "{}").table.but(**{title.rules.table.rows: (rows * 2)[:seats]})
        with pytest.raises(canonical.BadTableError, match=f"not {seats} ") as refused:
            canonical.read(title.rules, canonical.encode(table), title.rules.edition)
        assert refused.value.clause == title.rules.seats_clause


@pytest.mark.parametrize("name", TITLES)
def test_a_misspelt_field_of_an_edition_is_refused(name: str) -> None:
    with pytest.raises(EditionError, match="dise"):
        newest(name).rules.edition.read('{"dise": 6}')


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_legal_list_is_what_is_accepted(title: Title[Any], seats: int, options: str) -> None:
    """The rest of the candidates is refused with a clause of the title."""
    for turns in games(title, seats, options, 1):
        for turn in turns[::3]:
            step = decider.waiting(title.rules, turn.before)
            if not isinstance(step, Decision):
                continue
            for move in step.candidates(turn.before, turn.actor):
                ruling = decider.decide(title.rules, turn.before, turn.actor, move)
                assert isinstance(ruling, Accepted) == (move in turn.legal)
                if isinstance(ruling, Refusal):
                    assert clause_number(title, ruling).startswith(f"{title.code}-")


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_a_table_is_its_canonical_json(title: Title[Any], seats: int, options: str) -> None:
    for turns in games(title, seats, options, 1):
        for turn in turns[::3]:
            table = turn.accepted.table
            assert canonical.read(title.rules, canonical.encode(table), title.rules.edition) == table


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_chance_shows_only_what_is_possible(title: Title[Any], seats: int, options: str) -> None:
    for turns in games(title, seats, options, 1):
        for turn in turns:
            step = decider.waiting(title.rules, turn.before)
            if isinstance(step, Chance):
                assert 0 < step.probability(turn.before, turn.move) <= 1


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_message_and_step_is_a_sentence(title: Title[Any], seats: int, options: str) -> None:
    for turns in games(title, seats, options, 1):
        for turn in turns:
            step = decider.waiting(title.rules, turn.before)
            assert step is not None
            for sentence in (
                title.words.english.question(step),
                *map(title.words.english.sentence, (turn.move, *turn.accepted.events)),
            ):
                assert sentence[:1].strip()
                assert sentence.endswith((".", "!", "?"))


@pytest.mark.parametrize("positions", [4, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_every_view_is_drawn_with_a_text_board(title: Title[Any], seats: int, options: str, positions: int) -> None:
    for turns in games(title, seats, options, 1):
        for turn in turns[:: max(1, len(turns) // positions)]:
            for seat in (None, *range(1, seats + 1)):
                svg = draw(title, turn.accepted.table, seat, turn.accepted.events)
                assert board(svg)[0] == title.label


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_whatever_anybody_sends_is_ruled_on(title: Title[Any], seats: int, options: str) -> None:
    """Any command, from any actor, filled with anything, is accepted or refused by a clause; nothing raises."""
    source = random.Random(1)
    commands = title.rules.protos[0]
    kinds = [getattr(commands, name) for name in commands.DESCRIPTOR.message_types_by_name]
    for turns in games(title, seats, options, 1):
        for turn in turns[:: max(1, len(turns) // 40)]:
            for kind in kinds:
                actor = source.choice([CHANCE, *range(1, seats + 2)])
                ruling = decider.decide(title.rules, turn.before, actor, as_plain(scribble(source, kind())))
                assert isinstance(ruling, Accepted) or clause_number(title, ruling)


@pytest.mark.parametrize(("title", "seats", "options"), CASES)
def test_after_the_end_everything_is_refused(title: Title[Any], seats: int, options: str) -> None:
    (turns,) = games(title, seats, options, 1)
    table = turns[-1].accepted.table
    for turn in turns:
        assert isinstance(decider.decide(title.rules, table, turn.actor, turn.move), Refusal)
    assert not any(list(decider.legal(title.rules, table, seat)) for seat in range(1, seats + 1))
