"""The row of the catalogue for a game, at every moment of its life."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.kit.rules.decider import Outcome
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_DEFAULT, ClockTerms
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.referee.v1.game_pb2 import Provenance
from lab.toy import CLAUSE_6
from lab.toy_games import AT, NAME, Night, created, finished, named, seated, started
from referee.game.forks import fork_game
from referee.game.lifecycle import abandon_game, take_seat
from referee.game.token_reissue import announce_reissue
from referee.records.summaries import summary_of, summary_of_unverified
from store.contract import Opening, Summary


def test_a_new_game_has_seats_without_players() -> None:
    assert summary_of(created(3).game) == Summary(
        game=NAME,
        title="lantern_night",
        status="open",
        seats=3,
        created_at=AT // 1000,
        changed_at=AT // 1000,
        players=("", "", ""),
        keys=("", "", ""),
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


def test_a_row_has_everything_by_which_a_game_is_listed() -> None:
    game = finished().game
    provenance = Provenance(attesting_key="one.example+01+key").SerializeToString()
    charter = replace(
        game.charter, label="Friday", played_on="1972", tags=("final",), private=True, parent="above",
        parent_version=4, holders=game.sittings, provenance=provenance, created_at=1_999_999,
    )  # fmt: skip
    ended = replace(game, charter=charter, absent=(2,), result=Outcome("dawn", CLAUSE_6, (2,)), changed_at=5_000_999)
    assert summary_of(ended) == Summary(
        game=NAME, title="lantern_night", status="finished", seats=2, created_at=1999, changed_at=5000, label="Friday",
        players=("player 1", "player 2"), keys=("", ""),
        ending="dawn", winners=(2,), played_on="1972", tags=("final",), absent=(2,),
        has_deadlines=False, held=True, standing="attested", public=False, parent="above", parent_version=4,
        head=game.version,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("night", "has"),
    [
        (created(), False),
        (created(chance_source=life.CHANCE_SOURCE_DEALER), False),
        (created(chance_source=life.CHANCE_SOURCE_COMMITTED), True),
        (created(chance_source=life.CHANCE_SOURCE_SHARED), True),
        (created(clock=ClockTerms(decision_seconds=60, expiry=EXPIRY_RULE_DEFAULT)), True),
        (seated(reissue_seconds=60), False),
    ],
)
def test_something_may_follow_by_itself_where_shares_clocks_or_notices_run(night: Night, *, has: bool) -> None:
    assert summary_of(night.game).has_deadlines is has
    if not has and night.game.charter.reissue_seconds:
        announcement = life.AnnounceReissue(seat=1, token_hash=bytes(32))
        assert summary_of(announce_reissue(night.game, announcement, "request", AT).game).has_deadlines


def test_of_a_record_that_is_not_verified_nothing_is_listed_that_it_says_of_itself() -> None:
    provenance = Provenance(header=FileHeader(game="elsewhere"), problem="it was altered")
    provenance.import_time.FromMilliseconds(7)
    opening = Opening(
        game="here", title="chess", secret=bytes(32), public=False, provenance=provenance.SerializeToString()
    )
    assert summary_of_unverified(opening) == Summary(
        game="here", title="chess", status="", seats=0, created_at=7, changed_at=7, standing="unverified", public=False
    )
