"""Folding the entries of a record gives the game that was live when they were written."""

from __future__ import annotations

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from lab.recorded_games import played
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, finished, started
from referee.errors import RecordDamaged
from referee.game.fold import fold, followed, is_own
from referee.game.lifecycle import abandon_game

SECRETS = {NAME: SECRET}


def test_every_prefix_of_a_record_folds_to_the_game_at_its_version() -> None:
    whole = finished()
    games = [fold(TITLES, whole.entries[:length], SECRETS) for length in range(1, len(whole.entries) + 1)]
    assert [game.version for game in games] == list(range(1, len(whole.entries) + 1))
    assert games[-1] == whole.game
    assert [followed(one, entry, {}) for one, entry in zip(games, whole.entries[1:], strict=False)] == games[1:]


def test_an_abandoned_game_folds_too() -> None:
    night = started().play(bid(2, 3))
    night = night.then(abandon_game(night.game, life.AbandonGame(reason="rain"), AT))
    assert fold(TITLES, night.entries, SECRETS) == night.game


def test_the_own_entries_of_a_record_are_distinguished_from_those_of_the_title() -> None:
    night = started().play(bid(1, 1))
    assert [is_own(entry) for entry in night.entries[1:]] == [True, True, True, False]


def test_an_entry_that_breaks_the_chain_is_named() -> None:
    entries = list(finished().entries)
    entries[5].at_micros += 1
    with pytest.raises(RecordDamaged) as damaged:
        fold(TITLES, entries, SECRETS)
    assert damaged.value.version == 6
    assert fold(TITLES, entries, SECRETS, trusted=True).version == len(entries)


def test_nothing_folds_to_no_game() -> None:
    with pytest.raises(RecordDamaged, match="has no entries") as empty:
        fold(TITLES, [], SECRETS)
    assert (empty.value.game, empty.value.version) == ("", 1)
    with pytest.raises(RecordDamaged):
        fold(TITLES, finished().entries[1:], SECRETS)
    assert fold(TITLES, created().entries, {}).secret == b""


def test_an_outcome_of_shared_chance_without_its_shares_is_damage() -> None:
    game, entries = played(TITLES, "lantern_night", 2, 1, chance_source=life.CHANCE_SOURCE_SHARED)
    outcome = next(entry for entry in entries if entry.actor.kind == record.ACTOR_KIND_CHANCE)
    del outcome.events[0]
    with pytest.raises(RecordDamaged, match="must begin with the shares that it was drawn from") as damaged:
        fold(TITLES, entries, {}, trusted=True)
    assert (damaged.value.game, damaged.value.version) == (game.id, outcome.version)
