"""Why something happened, in games of the toy title: the clause of each event, and the event that changed a value."""

from __future__ import annotations

from typing import Any

import pytest

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.values import Change, changes
from lab.recorded_games import played
from lab.signed_orders import ARBITERS_KEY, conceded, ruled
from lab.toy import LANTERN_NIGHT, protos
from lab.toy_games import NAME, SECRET, TITLES, Night, bid, finished, started
from lab.toy_service import ALL_TITLES
from referee.game.fold import fold, followed
from referee.game.game import Game
from referee.game.titles import Titles
from referee.questions.explained import _overlap, blamed, clauses_of, names_in
from titles.catalogue import TITLES as CATALOGUE


def explained(night: Night, titles: Titles = TITLES) -> list[list[str]]:
    """Return the clauses of the events of each entry of a night."""
    secrets = {night.game.id: SECRET}
    base, clauses = None, []
    for entry in night.entries:
        game = fold(titles, [entry], secrets) if base is None else followed(base, entry, secrets)
        clauses.append(clauses_of(base, game, entry))
        base = game
    return clauses


def test_every_event_of_the_title_has_a_clause_and_the_records_own_have_none() -> None:
    night = finished()
    book = night.game.charter.rulebook
    numbers = {clause.number for clause in book.clauses.values()}
    for entry, clauses in zip(night.entries, explained(night), strict=True):
        own = [item.open.type_url in book.events for item in entry.events]
        if not entry.command.open.type_url.endswith("CloseGame"):
            assert [clause in numbers for clause in clauses] == own


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [("", "a.b", 1), ("a", "a", 1), ("a", "a.b", 1), ("a", "ab", 0), ("a.b", "a.c", 0), ("b", "a.c", 0)],
)
def test_paths_overlap_where_one_leads_to_the_other(one: str, other: str, overlap: int) -> None:
    assert _overlap(one, other) is _overlap(other, one) is bool(overlap)


def test_a_start_that_asks_for_shares_has_no_event_of_the_title() -> None:
    game, entries = played(TITLES, "lantern_night", 2, 1, chance_source=life.CHANCE_SOURCE_COMMITTED)
    start_entry = next(entry for entry in entries if entry.command.open.type_url.endswith("StartGame"))
    night = Night(game, tuple(entries))
    assert explained(night)[start_entry.version - 1] == [""]


def test_the_entry_that_closes_a_game_has_the_clause_that_ended_it() -> None:
    night = finished()
    assert night.game.result is not None
    last = explained(night)[-1]
    assert last[0] == night.game.charter.rulebook.clauses[night.game.result.clause].number


def test_a_game_that_its_rules_did_not_end_was_closed_by_no_clause() -> None:
    assert explained(conceded(started(), 1))[-1] == [""]


def test_each_event_of_a_finished_night_has_the_clause_that_it_follows_from() -> None:
    night = started().play(bid(1, 2), bid(2, 1)).play((2, protos.Withdraw()))
    kinds = [entry.command.open.type_url.rpartition(".")[2] for entry in night.entries]
    assert [*zip(kinds, explained(night), strict=True)][3:] == [
        ("StartGame", [""]),
        ("Bid", ["LN-1", "LN-1"]),
        ("Bid", ["LN-1", "LN-1", "LN-1"]),
        ("DrawLanterns", ["LN-2"]),
        ("Withdraw", ["LN-3", "LN-4"]),
    ]


def test_a_ruling_has_its_own_clause_with_every_event_and_a_closing_with_its_first() -> None:
    night = ruled(started(arbiter=ARBITERS_KEY).play(bid(1, 2)), purses=(9, 5))
    events = night.entries[-1].events
    assert explained(night)[-1] == ["LN-1"] * len(events)
    assert len(events) > 1
    closing = record.Entry()
    closing.CopyFrom(finished().entries[-1])
    closing.events.append(closing.events[0])
    assert clauses_of(finished().game, finished().game, closing) == ["LN-6", ""]


def test_of_several_events_the_last_that_changed_a_value_is_blamed_and_none_for_what_no_event_changed() -> None:
    night = started().play(bid(1, 2), bid(2, 1))
    entry = night.entries[5]
    base = fold(TITLES, night.entries[:5], {NAME: SECRET})

    def show(table: Any) -> Any:
        return LANTERN_NIGHT.rules.view(table, 2)

    made = [Change("has_bid.1", False, True), Change("own_bid", 0, 1), Change("lanterns_left", 5, 3)]
    assert [item.open.type_url.rpartition(".")[2] for item in entry.events] == ["BidLaid", "BidSealed", "BidsOpened"]
    assert [change.event for change in blamed(base, entry, made, "", show)] == [3, 3, 0]
    assert [change.event for change in blamed(base, entry, made, "purses", show)] == [0, 0, 0]


def test_the_last_event_that_changed_a_value_is_blamed() -> None:
    before = started()
    after = before.play(bid(1, 1))
    entry = after.entries[-1]

    def show(table: Any) -> Any:
        return LANTERN_NIGHT.rules.view(table, 1)

    made = list(changes(show(before.game.table), show(after.game.table)))
    blames = list(blamed(before.game, entry, made, "", show))
    assert made
    assert [blame.change for blame in blames] == made
    assert all(1 <= blame.event <= len(entry.events) for blame in blames)


def test_the_names_in_an_entry_are_those_of_its_open_items() -> None:
    entry = record.Entry(command=record.Item(sealed=bytes(32)), events=[started().entries[-1].events[0]])
    assert list(names_in(entry)) == ["GameStarted"]


def test_a_position_that_was_set_is_no_effect_of_a_clause() -> None:
    night = started()
    game: Game = night.game
    assert clauses_of(None, game, night.entries[0]) == [""] * len(night.entries[0].events)


@pytest.mark.parametrize("title", sorted(CATALOGUE))
def test_the_entry_that_asks_for_shares_before_the_start_has_no_clause(title: str) -> None:
    source = life.CHANCE_SOURCE_COMMITTED
    seats = ALL_TITLES.rulebook(title).title.rules.seats[0]
    game, entries = played(ALL_TITLES, title, seats, 1, begun_yet, chance_source=source)
    for entry, clauses in zip(entries, explained(Night(game, tuple(entries)), ALL_TITLES), strict=True):
        assert len(clauses) == len(entry.events)
        if entry.command.open.type_url.endswith("StartGame"):
            assert clauses == [""]


def begun_yet(game: Game) -> bool:
    """Return whether a game runs."""
    return game.status == "running"
