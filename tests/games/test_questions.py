"""A question to whoever sees a position names the choices that there are, and says what rules others out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import pytest

from games.kit.rules import decider
from games.liars_dice.rules.steps import RaiseOrDoubt
from games.samurai_spirit.rules.steps import ChooseAction
from gunbai.liars_dice.v1 import view_pb2 as dice_view
from gunbai.samurai_spirit.v1 import view_pb2
from titles.catalogue import newest
from titles.checks.walk import set_up, walk

GAMES = 12
"""The most games of each number of seats in which a question is looked for."""


def questions_of(name: str, options: str = "{}", step: str = "") -> Iterator[tuple[str, str, set[str]]]:
    """Yield the questions to seats in random games, in general and as the seat reads them, with its legal commands."""
    title = newest(name)
    for seed, seats in product(range(GAMES), title.rules.seats):
        for turn in walk(title, set_up(title, seats, options).table, seed):
            waiting = decider.waiting(title.rules, turn.before)
            if turn.actor and waiting is not None and type(waiting).__name__ == step:
                yield (
                    title.words.english.question(waiting),
                    title.words.english.question(waiting, {}, partial(title.rules.view, turn.before, turn.actor)),
                    {type(move).__name__ for move in turn.legal},
                )


def all_said(sentences: set[str], expected: set[str]) -> bool:
    return all(any(part in sentence for sentence in sentences) for part in expected)


@pytest.mark.parametrize(
    ("name", "step", "options", "expected"),
    [
        ("king_of_tokyo", "RerollDice", "{}", {"rerolls the others, or stops.", "has no rerolls left"}),
        ("infludance_duel", "TakeStep", "{}", {"or shoots first.", "has been fired.", "no token left to fire."}),
        ("liars_dice", "RaiseOrDoubt", "{}", {"makes the first bid", "raises the bid or challenges it."}),
        ("liars_dice", "RaiseOrDoubt", '{"spot_on": true}', {"makes the first bid", "or calls it spot-on."}),
        (
            *("samurai_spirit", "ChooseAction", "{}"),
            {"Fight, Support or Pass.", "over the kiai", "forbids Support", "nobody else"},
        ),
        ("titan_race", "ChooseDie", "{}", {"chooses a die", "is knocked out and passes"}),
        (
            *("shogun", "PlanActions", '{"start": "preset"}'),
            {
                "lays the next card on",
                " on Castle (costs 3 chests).",
                "bids next, with",
                "can seal it.",
            },
        ),
    ],
)
def test_what_is_possible_is_asked_for(name: str, step: str, options: str, expected: set[str]) -> None:
    sentences: set[str] = set()
    for general, to_seat, _ in questions_of(name, options, step):
        sentences.add(to_seat)
        assert general.endswith(".")
        if all_said(sentences, expected):
            return
    assert all_said(sentences, expected), sentences


@pytest.mark.parametrize(
    ("name", "step", "named"),
    [
        ("infludance_duel", "TakeStep", {"Shoot": lambda sentence: "or shoots first" in sentence}),
        ("liars_dice", "RaiseOrDoubt", {"ChallengeBid": lambda sentence: "challenges" in sentence}),
        (
            *("samurai_spirit", "ChooseAction"),
            {
                "Fight": lambda sentence: "Fight" in sentence,
                "Support": lambda sentence: "Fight, Support or Pass" in sentence,
            },
        ),
    ],
)
def test_a_question_names_a_choice_if_and_only_if_it_is_legal(
    name: str, step: str, named: dict[str, Callable[[str], bool]]
) -> None:
    questions_asked = 0
    for _, sentence, legal in questions_of(name, step=step):
        questions_asked += 1
        assert {command: is_named(sentence) for command, is_named in named.items()} == {
            command: command in legal for command in named
        }, sentence
    assert questions_asked


def test_who_has_lent_their_token_is_asked_to_fight_or_pass() -> None:
    view = view_pb2.View(samurai=[view_pb2.Samurai(seat=1, kiai=9, token_with_seat=2), view_pb2.Samurai(seat=2)])
    question = newest("samurai_spirit").words.english.question(ChooseAction(1), {}, lambda: view)
    assert question == "Seat 1 chooses Fight or Pass; their own support token, which Support needs, is lent."


@pytest.mark.parametrize(
    ("hand", "language", "sentence"),
    [
        ((1, 3, 6, 4, 5), "", "Seat 1 makes the first bid of the round. Your dice: 1 3 6 4 5."),
        ((6,), "", "Seat 1 makes the first bid of the round. Your die: 6."),
        ((), "", "Seat 1 makes the first bid of the round."),
        ((1, 3), "cs", "Hráč 1 dává první sázku kola. Vaše kostky: 1 3."),
    ],
)
def test_who_bids_is_asked_with_the_dice_that_they_alone_see(
    hand: tuple[int, ...], language: str, sentence: str
) -> None:
    view = dice_view.View(cups=[dice_view.Cup(seat=1, dice=5, hand=hand), dice_view.Cup(seat=2, dice=5)])
    title = newest("liars_dice")
    words = title.words.languages[language] if language else title.words.english
    assert words.question(RaiseOrDoubt(1), {}, lambda: view) == sentence
