"""The Audit service: who would give a command that is adjudicated, and the pages of the rulings given."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.kit.rules.decider import CHANCE
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import results_pb2 as results
from gunbai.record.v1.file_pb2 import FileHeader
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai.referee.v1.game_pb2 import Provenance
from lab.toy import plain, protos
from lab.toy_games import AT, TITLES, bid, finished, seated, started
from referee.errors import GameNotStarted, InvalidField, RecordDamaged, UnknownCommand
from referee.game.entries import packed
from referee.game.game import Game
from referee.records.games import Games
from referee.services.audit import actor_of, adjudicated, head_of_import, with_leaves
from referee.services.ruling_list import ListPlace, _given
from store.contract import BadPageToken, Leaf, RefusedMove
from store.memory import MemoryStore


def test_a_command_is_given_by_chance_or_by_a_seat_of_the_game() -> None:
    game = started(seats=2).game
    assert actor_of(record.Actor(kind=record.ACTOR_KIND_CHANCE), game) == CHANCE
    assert [actor_of(record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat), game) for seat in (1, 2)] == [1, 2]
    for seat in (0, 3):
        with pytest.raises(InvalidField, match="a seat from 1 to 2"):
            actor_of(record.Actor(kind=record.ACTOR_KIND_SEAT, seat=seat), game)
    with pytest.raises(InvalidField):
        actor_of(record.Actor(kind=record.ACTOR_KIND_HOST, seat=1), game)


def test_a_stored_refusal_that_cannot_be_read_is_damage() -> None:
    move = RefusedMove(game="g", version=7, at=AT, actor="seat 1", command_id="c", data=b"\xff", number=3)
    with pytest.raises(RecordDamaged, match="the stored ruling of refusal 3 cannot be read") as damaged:
        _given(move)
    assert (damaged.value.game, damaged.value.version) == ("g", 7)


def test_a_page_token_of_rulings_is_a_version_and_a_number() -> None:
    assert ListPlace.parse("") == ListPlace(0, 0)
    assert ListPlace.parse(ListPlace(7, 3).token()) == ListPlace(7, 3)
    assert ListPlace.parse(f"1.{'0' * 17}9") == ListPlace(1, 9)
    for wrong in ("7", "7.", ".3", "7.x", "-7.3", "7.٣", f"1.{'0' * 18}9"):
        with pytest.raises(BadPageToken):
            ListPlace.parse(wrong)


def test_a_report_has_the_leaves_of_the_game_and_fails_by_what_is_wrong_with_them() -> None:
    leaves = [Leaf("g", "created", 1, bytes(32))] * 2
    sound = pb.Verification(verdict=pb.VERDICT_CONSISTENT, entries=9, linked=8, adjudicated=7)
    verification = with_leaves(pb.Verification.FromString(sound.SerializeToString()), leaves, "")
    assert verification == pb.Verification(verdict=pb.VERDICT_CONSISTENT, entries=9, linked=8, adjudicated=7, leaves=2)
    wrong = with_leaves(sound, leaves, "it was changed")
    assert wrong == pb.Verification(verdict=pb.VERDICT_FAILED, entries=9, linked=8, problem="it was changed")
    failed = pb.Verification(verdict=pb.VERDICT_FAILED, problem="it is torn", bad_version=3)
    assert with_leaves(failed, leaves, "it was changed").problem == "it is torn"


def test_the_head_of_an_imported_game_is_the_one_in_its_file() -> None:
    signed = SignedHead(note="a note")
    game = finished().game

    def imported(head: SignedHead | None) -> Game:
        provenance = Provenance(header=FileHeader(signed_head=head)).SerializeToString()
        return replace(game, charter=replace(game.charter, provenance=provenance))

    assert [head_of_import(imported(signed), version) for version in (0, game.version)] == [signed, signed]
    for version in (1, game.version - 1, game.version + 1):
        with pytest.raises(InvalidField, match=f"version: an imported game .* only at its end, version {game.version}"):
            head_of_import(imported(signed), version)
    with pytest.raises(InvalidField, match="game: the imported record has no signed head"):
        head_of_import(imported(None), 0)


def test_a_command_is_adjudicated_with_its_events_unless_these_are_withheld() -> None:
    games, game = Games(MemoryStore(), TITLES), started().play(bid(2, 1)).game
    translator = game.charter.rulebook.translator()
    move, players = plain.Bid(seat=1, light=2), translator.players(game.sittings)
    events = [
        plain.BidLaid(seat=1),
        plain.BidSealed(seat=1, light=2),
        plain.BidsOpened(lights=(2, 1), winning_seat=1),
    ]
    sentence = translator.sentence(move, players)
    open_, hidden = (
        adjudicated(games, game, 1, packed(move), translator, withhold=withhold) for withhold in (False, True)
    )
    accepted = pb.Acceptable(
        events=map(packed, events), sentences=[translator.sentence(event, players) for event in events]
    )
    assert open_ == pb.AdjudicateResponse(accepted=accepted, version=game.version, sentence=sentence)
    withheld = pb.Acceptable(events_withheld=True)
    assert hidden == pb.AdjudicateResponse(accepted=withheld, version=game.version, sentence=sentence)
    refused = adjudicated(games, game, 1, packed(protos.Bid(seat=1, light=9)), translator, withhold=True)
    assert (refused.refused.clause, refused.version, refused.HasField("accepted")) == ("LN-1", game.version, False)
    concession = adjudicated(games, game, 2, packed(results.Concede()), translator, withhold=True).accepted
    conceded = results.SeatConceded(seat=2)
    assert concession == pb.Acceptable(events=[packed(conceded)], sentences=[translator.sentence(conceded, players)])
    with pytest.raises(GameNotStarted, match="it had not begun at version 3"):
        adjudicated(games, seated().game, 1, packed(move), translator, withhold=False)
    with pytest.raises(UnknownCommand):
        adjudicated(games, game, 1, packed(protos.BidLaid(seat=1)), translator, withhold=False)
