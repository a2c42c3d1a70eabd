"""Entries, games and rulings as sentences, made from the protocol messages alone."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from clients.cli import sentences
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, ruling_pb2
from gunbai_client.aio import packed


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (cmd.ChooseFigure(figure=cmd.FIGURE_SMALL), "Choose figure: figure small"),
        (cmd.EndTurn(), "End turn"),
        (cmd.PlaceCowboy(field="x" * 80), f"Place cowboy: field {'x' * 60}…"),
    ],
)
def test_a_message_is_its_name_and_its_fields(message: Message, sentence: str) -> None:
    assert sentences.message_sentence(packed(message)) == sentence


def test_an_unknown_message_and_a_sealed_item_are_shown_as_such() -> None:
    unknown = AnyMessage(type_url="type.googleapis.com/gunbai.chess.v1.MovePawn")
    assert sentences.message_sentence(unknown) == "Move pawn (a newer message than this client knows)"
    assert sentences.item_sentence(record.Item(sealed=bytes(32))) == "(sealed)"


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        (record.Actor(kind=record.ACTOR_KIND_SEAT, seat=2), "seat 2"),
        (record.Actor(kind=record.ACTOR_KIND_CHANCE), "chance"),
        (record.Actor(kind=record.ACTOR_KIND_HOST), "host"),
    ],
)
def test_an_actor_has_a_name(actor: record.Actor, name: str) -> None:
    assert sentences.actor_name(actor) == name


def test_a_refusal_shows_its_clause_and_the_values_at_fault() -> None:
    values = [ruling_pb2.NamedValue(name="heading", value="forward"), ruling_pb2.NamedValue(name="field")]
    refused = ruling_pb2.Refused(clause="IN-4.2", sentence="No.", values=values)
    assert sentences.refusal_line(refused) == (
        "[red]Refused[/] by [bold]IN-4.2[/]: No. (heading: forward, field: none)"
    )
    assert "gunbai clauses IN-4.2" in sentences.refusal_advice(refused)


def test_a_refusal_by_a_house_ruling_names_it() -> None:
    refused = ruling_pb2.Refused(clause="IN-6.8", sentence="No.", house_ruling="IN-A20")
    assert sentences.refusal_line(refused) == "[red]Refused[/] by [bold]IN-6.8[/] (house ruling IN-A20): No."


def test_a_result_names_the_ending_the_winners_and_the_scores() -> None:
    game = game_pb2.GameInfo(status=game_pb2.GAME_STATUS_RUNNING)
    assert sentences.result_sentence(game) == "running"
    game.status = game_pb2.GAME_STATUS_FINISHED
    game.result.CopyFrom(game_pb2.Result(ending="home", clause="IN-7.1", winners=[1, 2], scores=[3, 0]))
    game.seats.add(seat=1, player="Ann")
    assert sentences.result_sentence(game) == "home (IN-7.1); won by Ann, seat 2; scores 3, 0"


def test_the_board_is_the_description_of_the_picture() -> None:
    assert sentences.text_board("<svg><desc>a &lt; b\nc</desc></svg>") == "a < b\nc"
    assert not sentences.text_board("<svg/>")
