"""What an actor is asked, and the version that an answer should expect."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from games.kit.rules.decider import Step
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import game_pb2
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai_record.plain import as_plain
from lab.recorded_games import played
from lab.share_games import asking, revealing
from lab.share_games import given as shares_given
from lab.toy import protos
from lab.toy_games import AT, NAME, bid, finished, seated, started
from lab.toy_service import ALL_TITLES
from referee.game.entries import moment, packed
from referee.game.game import Game
from referee.game.lifecycle import abandon_game
from referee.services.prompts import (
    example_of,
    expected_of,
    legal_commands,
    outcomes,
    prompt_of,
    share_due,
    sight_of,
    waiting_of,
)


@pytest.mark.parametrize("role", ["seat", "dealer", "bot"])
def test_who_plays_expects_the_version_of_the_question_while_the_game_runs(role: str) -> None:
    game = started().game
    assert expected_of(game, role, 1) == game.expected(1) == game.version
    for other in (seated().game, abandon_game(game, life.AbandonGame(), AT).game, finished().game):
        assert expected_of(other, role, 1) == 0


@pytest.mark.parametrize("role", ["host", "spectator", None])
def test_nobody_else_has_a_version_to_expect(role: str | None) -> None:
    assert expected_of(started().game, role, 1) == 0


def test_a_game_that_does_not_run_takes_no_command_of_a_seat() -> None:
    game = started().game
    translator = game.charter.rulebook.translator()
    assert legal_commands(game, 1, translator)
    for other in (seated().game, finished().game):
        assert legal_commands(other, 1, translator) == []


def test_what_the_rules_wait_for_is_said_with_its_clause_and_the_commands_that_answer_it() -> None:
    game = started(3).play(bid(2, 1)).game
    translator = game.charter.rulebook.translator()
    assert waiting_of(game, translator, sight_of(game, None)) == game_pb2.Waiting(
        step="LayBids", sentence=translator.question(cast("Step[Any]", game.step), {1: "player 1", 3: "player 3"}),
        clause="LN-1", seats=[1, 3], commands=["lantern_night.v1.Bid"],
    )  # fmt: skip
    assert waiting_of(seated().game, translator, sight_of(seated().game, None)) == game_pb2.Waiting()
    dealt = started(chance_source=life.CHANCE_SOURCE_DEALER).play(bid(1, 1), bid(2, 2)).game
    waiting = waiting_of(dealt, translator, sight_of(dealt, None))
    assert (waiting.step, waiting.chance, waiting.clause, [*waiting.seats]) == ("DrawLanterns", True, "LN-2", [])
    assert [*waiting.commands] == ["lantern_night.v1.DrawLanterns"]
    assert not waiting.HasField("share_due")


def test_a_share_is_due_from_the_seats_that_have_not_given_theirs() -> None:
    night = asking()
    game, given = night.game, shares_given(night, without=[2])
    due = game_pb2.ShareDue(game=NAME, outcome=1, seats=[2], deadline=moment(game.deadline))
    waiting = waiting_of(game, game.charter.rulebook.translator(), sight_of(game, None), given)
    assert share_due(game, given) == waiting.share_due == due
    due.seats[:] = [1, 2]
    assert share_due(game, []) == due
    revealed = revealing().game
    before = waiting_of(revealed, revealed.charter.rulebook.translator(), sight_of(revealed, None)).share_due
    assert before == game_pb2.ShareDue(game=NAME, seats=[1, 2], deadline=moment(revealed.deadline))
    assert share_due(started().game, []) is None


def test_a_legal_command_is_listed_with_its_sentence() -> None:
    game = started().game
    translator = game.charter.rulebook.translator()
    listed = legal_commands(game, 1, translator)
    bids = [protos.Bid(seat=1, light=light) for light in range(6)]
    sentences = [translator.sentence(as_plain(bid), {1: "player 1"}) for bid in bids]
    assert [(command.command, command.sentence) for command in listed][:6] == [
        *zip(map(packed, bids), sentences, strict=True)
    ]
    prompt = prompt_of(game, 1, translator)
    assert prompt == pb.Prompt(
        game=NAME, expected_version=game.version, waiting=waiting_of(game, translator, sight_of(game, None)),
        commands=listed, status=game_pb2.GAME_STATUS_RUNNING,
    )  # fmt: skip


def test_what_chance_may_show_is_listed_while_it_is_asked() -> None:
    night = started(chance_source=life.CHANCE_SOURCE_DEALER).play(bid(1, 1), bid(2, 2))
    translator = night.game.charter.rulebook.translator()
    assert len(outcomes(night.game, translator)) == 20
    example = example_of(night.game, translator)
    assert example is not None
    assert example in outcomes(night.game, translator)
    for other in (started().game, seated().game, finished().game, replace(night.game, status="appealed")):
        assert (outcomes(other, translator), example_of(other, translator)) == ([], None)


def test_a_question_is_said_to_its_reader_with_what_they_see() -> None:
    game, _ = played(ALL_TITLES, "shogun", 3, 1, options_json='{"start": "preset"}', until=planning)
    translator = game.charter.rulebook.translator()
    sentence_for = {reader: waiting_of(game, translator, sight_of(game, reader)).sentence for reader in (None, 1, 2)}
    assert sentence_for[None] == "All players plan their actions and bids."
    assert (
        sentence_for[1]
        == "All players plan their actions and bids; player 1 lays the next card on Castle (costs 3 chests)."
    )
    assert sentence_for[2] == sentence_for[1].replace("player 1", "player 2")
    assert prompt_of(game, 2, translator).waiting.sentence == sentence_for[2]


def planning(game: Game) -> bool:
    return type(game.step).__name__ == "PlanActions"
