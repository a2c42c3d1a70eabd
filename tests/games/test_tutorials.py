"""The law of tutorials: in the game with the seed each lesson is reached, and what it says is there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from games.kit.rules.decider import Refusal, asked_seats, decide, legal
from games.kit.title import Title
from games.kit.words.tutorial import HOOK, PARTS, Lesson, Tutorial
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.clauses import clauses_of
from gunbai_record.plain import as_message
from gunbai_record.text.languages import LANGUAGES
from lab.recorded_games import AT, NAME, SECRET, begun
from referee.game.entries import packed
from referee.game.game import Game
from referee.game.judge import Command, Refused, judge
from referee.game.lifecycle import create_game
from referee.game.titles import finished
from titles.catalogue import TITLES, newest
from titles.checks.drawing import draw

LEARNER = 1
LEAST, MOST = 6, 12
"""How many lessons a tutorial has."""
ON_PAGES = {"en", "cs", "pl"}
each_title = pytest.mark.parametrize("title", [pytest.param(newest(name), id=name) for name in TITLES])
each_player = pytest.mark.parametrize("player", range(3))
"""Three ways to play the same game."""


class Shown(NamedTuple):
    """A lesson, and the table when it is shown."""

    lesson: Lesson
    table: Any


def find_tutorial(title: Title[Any]) -> Tutorial:
    assert title.words.tutorial is not None
    return title.words.tutorial


def begin(title: Title[Any]) -> Game:
    tutorial = find_tutorial(title)
    terms = life.CreateGame(
        title=title.name, seats=tutorial.seats, seed=tutorial.seed, options_json=tutorial.options,
        chance_source=life.CHANCE_SOURCE_REFEREE,
    )  # fmt: skip
    return begun(create_game(finished(), terms, NAME, SECRET, AT).game, [])[0]


def play_tutorial(title: Title[Any], player: int) -> Iterator[Shown]:
    """Yield the lessons that are shown while the learner does what they ask for, and the others play anything."""
    game, lessons, rng = begin(title), [*find_tutorial(title).lessons], random.Random(player)
    while lessons and not game.over:
        seat = rng.choice(asked_seats(title.rules, game.table))
        moves = list(legal(title.rules, game.table, seat))
        while lessons and seat == LEARNER and not lessons[0].when:
            yield Shown(lessons.pop(0), game.table)
        wanted = [move for move in moves if lessons and seat == LEARNER and isinstance(move, lessons[0].when)]
        if wanted:
            yield Shown(lessons.pop(0), game.table)
        move = as_message(rng.choice(wanted or moves))
        ruling = judge(game, Command(seat, f"at {game.version}", game.version, packed(move), move, b""), AT)
        assert not isinstance(ruling, Refused), ruling
        game = ruling.game
    for lesson in lessons:
        assert not lesson.when, f"{lesson.name} is not reached"
        yield Shown(lesson, game.table)


@each_title
@each_player
def test_each_lesson_is_reached(title: Title[Any], player: int) -> None:
    shown = [lesson for lesson, _ in play_tutorial(title, player)]
    assert shown == [*find_tutorial(title).lessons]
    assert LEAST <= len(shown) <= MOST


@each_title
def test_a_lesson_points_at_a_part_of_the_table_or_at_something_in_its_picture(title: Title[Any]) -> None:
    missing = {
        lesson.name: lesson.at
        for lesson, table in play_tutorial(title, player=0)
        if lesson.at not in PARTS and not re.search(rf' data-spot="{lesson.at}:', draw(title, table, LEARNER))
    }
    assert missing == {}


@each_title
def test_a_move_to_try_is_refused_by_the_clause_of_its_lesson(title: Title[Any]) -> None:
    clauses, tried = clauses_of(title.rules.protos[3]), 0
    for player in range(3):
        for lesson, table in play_tutorial(title, player):
            if lesson.breaks is not None:
                refused = decide(title.rules, table, LEARNER, lesson.breaks)
                assert isinstance(refused, Refusal)
                assert clauses[refused.clause].number == lesson.clause
                tried += 1
    assert tried >= 1


@each_title
def test_a_lesson_cites_a_clause_and_its_text_is_in_each_language(title: Title[Any]) -> None:
    tutorial = find_tutorial(title)
    numbers = {clause.number for clause in clauses_of(title.rules.protos[3]).values()}
    assert {lesson.clause for lesson in tutorial.lessons} <= numbers
    assert {*tutorial.texts} == ON_PAGES & LANGUAGES.keys()
    for texts in tutorial.texts.values():
        assert {*texts.templates} == {HOOK, *(lesson.name for lesson in tutorial.lessons)}
        assert 20 < len(texts(HOOK)) <= 60


@each_title
def test_the_learner_makes_the_first_move_of_the_game_with_the_seed(title: Title[Any]) -> None:
    game = begin(title)
    assert LEARNER in asked_seats(title.rules, game.table)
