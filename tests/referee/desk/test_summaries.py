"""The row of the catalogue for a game, at every moment of its life."""

from __future__ import annotations

from gunbai.record.v1 import lifecycle_pb2 as life
from referee.desk.summaries import summary_of
from referee.game.forks import fork_game
from referee.game.lifecycle import abandon_game, take_seat
from store.contract import Summary
from tests.referee.nights import AT, NAME, created, finished, named, started


def test_a_new_game_has_seats_without_players() -> None:
    assert summary_of(created(3).game) == Summary(
        game=NAME,
        title="lantern_night",
        status="open",
        seats=3,
        created_at=AT // 1000,
        changed_at=AT // 1000,
        players=("", "", ""),
        head=1,
    )


def test_players_are_named_as_they_sit_down() -> None:
    game = take_seat(created().game, life.TakeSeat(seat=2), named("Ada"), AT + 9_000).game
    row = summary_of(game)
    assert (row.players, row.head) == (("", "Ada"), 2)
    assert (row.created_at, row.changed_at) == (AT // 1000, AT // 1000 + 9)


def test_a_game_that_ended_has_its_status_and_its_winners() -> None:
    night = finished()
    assert night.game.result is not None
    row = summary_of(night.game)
    assert (row.status, row.winners) == ("finished", night.game.result.winners)
    assert row.winners
    abandoned = summary_of(abandon_game(started().game, life.AbandonGame(), AT).game)
    assert (abandoned.status, abandoned.winners) == ("abandoned", ())


def test_a_row_has_what_games_are_found_by() -> None:
    row = summary_of(created(label="night", played_on="1972-07", tags=["final", "Łódź"]).game)
    assert (row.label, row.played_on, row.tags, row.ending) == ("night", "1972-07", ("final", "Łódź"), "")
    assert summary_of(finished().game).ending == "dawn"


def test_a_private_game_is_not_listed_to_the_public() -> None:
    assert summary_of(created().game).public
    assert not summary_of(created(private=True).game).public


def test_a_branch_names_its_parent_and_where_it_left_it() -> None:
    parent = started().game
    branch = fork_game(
        parent, life.ForkGame(parent=NAME, chance_source=life.CHANCE_SOURCE_REFEREE), "branch", bytes(32), AT
    ).game
    row = summary_of(branch)
    assert (row.game, row.parent, row.parent_version) == ("branch", NAME, parent.version)
