"""Short moves: which words of the languages of a title may stand for a value, and what the rules wait for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gunbai_record.messages import unpacked
from gunbai_record.verify.entry_checks import opened
from lab.recorded_games import played
from lab.toy_service import ALL_TITLES
from referee.files.game_words import _values
from referee.files.short_moves import due, ways_on
from referee.game.fold import followed, founded


def book(**words: str) -> Any:
    return SimpleNamespace(words={"Mood": words})


def test_a_value_has_its_single_words_of_every_language_once() -> None:
    english, czech = book(CALM="calm", LOUD="very loud"), book(CALM="klid", LOUD="hluk")
    assert _values([english, czech, english]) == {"CALM": ("calm", "klid"), "LOUD": ("hluk",)}


def test_one_word_may_stand_for_several_values() -> None:
    fields: Any = SimpleNamespace(words={"Mood": {"CALM": "fine"}, "Weather": {"SUNNY": "fine", "CALM": "still"}})
    assert _values([fields]) == {"CALM": ("fine", "still"), "SUNNY": ("fine",)}


@pytest.mark.parametrize("title", ["infludance_duel", "liars_dice", "samurai_spirit"])
def test_whatever_is_played_is_among_what_the_rules_wait_for_and_this_can_be_written(title: str) -> None:
    _, entries = played(ALL_TITLES, title, 2, 1)
    game = founded(ALL_TITLES, entries[0], opened(entries))
    for entry in entries[1:]:
        if entry.command.open.type_url in game.charter.rulebook.commands:
            actor = entry.actor.seat
            assert (actor, type(unpacked(entry.command.open))) in due(game)
            assert ways_on(game).startswith(f"player {actor}: " if actor else "= ")
        game = followed(game, entry, {})


def test_what_stands_for_a_value_is_written_in_capitals() -> None:
    _, entries = played(ALL_TITLES, "liars_dice", 2, 1)
    games = [founded(ALL_TITLES, entries[0], opened(entries))]
    for entry in entries[1:]:
        games.append(followed(games[-1], entry, {}))
    ways = {ways_on(game) for game in games if game.step is not None}
    assert {"= 5 dice", "= 1 die", "player 1: bid QUANTITY x FACE"} <= ways
