"""Sittings: whole commands that a person or a script types."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

import pytest
import typer
from google.protobuf.any_pb2 import Any as AnyMessage

from clients.cli.screen.input_lines import HasNews, Interrupted, Lines
from clients.cli.screen.output import Output
from clients.cli.table.feed import Empty, Feed
from clients.cli.table.sitting import Answer, Sitting, asking, whole_command
from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING, GameInfo, Waiting
from gunbai.referee.v1.record_pb2 import CaughtUp
from gunbai.referee.v1.referee_pb2 import LegalCommand, ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import EntrySentences, Ruling
from gunbai_client import Seat, StaleVersion
from gunbai_client.blocking.watch_stream import Said

TITLE = "infludance_duel"


class Keyboard:
    """Lines of a person, None for one at which news breaks in; then they leave."""

    ended = False

    def __init__(self, *typed: str | None) -> None:
        self.typed = [*typed, "quit"]

    def announce_end(self, ended: object) -> None:
        """Do nothing."""

    def discard(self) -> str:
        """Return what was typed too early: nothing."""
        return ""

    def read(self, words: Iterable[str], has_news: HasNews) -> str:
        """Return the next line. Raises Interrupted."""
        line = self.typed.pop(0)
        if line is None:
            raise Interrupted
        return line


class Asked:
    """A seat whose question stands, while others act: each time it is looked at there is a newer version."""

    number = 1
    gunbai = None

    def __init__(self, *places: int) -> None:
        self.places = iter(places)

    def legal(self) -> ListLegalCommandsResponse:
        """Return the question, put at the next of the versions."""
        shoot = AnyMessage()
        shoot.Pack(cmd.Shoot())
        return ListLegalCommandsResponse(
            seat=1,
            expected_version=next(self.places),
            waiting=Waiting(seats=[1], sentence="Ann steps.", clause="IN-3.3"),
            commands=[LegalCommand(command=shoot, sentence="Shoot.")],
        )

    def picture(self) -> str:
        """Return a picture with a board."""
        return "<svg><desc>Duel\na\nb\nc</desc></svg>"


def told(keyboard: Keyboard, seat: Asked, capsys: pytest.CaptureFixture[str], *happened: Said) -> str:
    """Return what a person reads who is asked as often as there are lines."""
    updates = iter([*happened, CaughtUp()])
    game = GameInfo(title=TITLE, status=GAME_STATUS_RUNNING)
    sitting = Sitting(Output(), cast("Lines", keyboard), [cast("Seat", seat)], game, strict=False, start=lambda: game)
    feed = cast(
        "Feed[Any]", SimpleNamespace(wake=None, has_news=lambda: False, next=lambda _=None: next(updates, CaughtUp()))
    )
    assert sitting.play(feed) is Answer.NONE
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_a_question_that_stands_while_others_act_is_not_put_again(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(Keyboard(None, None), Asked(4, 4, 4), capsys)
    assert [out.count(text) for text in ("Ann steps.", "1  Shoot.", "Duel")] == [1, 1, 1]


def test_who_acts_in_secret_again_and_again_is_told_of_once(capsys: pytest.CaptureFixture[str]) -> None:
    entries = [EntrySentences(version=number, actor="Bob", events=[""]) for number in (2, 3, 4)]
    entries.insert(2, EntrySentences(version=3, actor="Bob", events=["Bob takes a card."]))
    happened = (Said(Entry(version=sentences.version), sentences) for sentences in entries)
    out = told(Keyboard(), Asked(4), capsys, *happened)
    assert out.splitlines()[:3] == [
        "    2  Bob     Acts in secret.",
        "    3  Bob     Bob takes a card.",
        "    4  Bob     Acts in secret.",
    ]


def test_who_waits_while_others_act_in_secret_is_told_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    game = GameInfo(title=TITLE, status=GAME_STATUS_RUNNING)
    nobody = SimpleNamespace(
        number=1, legal=ListLegalCommandsResponse, gunbai=SimpleNamespace(game=lambda _: GameInfo(head=9))
    )
    acts = [
        EntrySentences(version=number, actor="Bob", events=["Bob acts." if number == 5 else ""])
        for number in range(2, 8)
    ]
    updates = iter([CaughtUp(), *(Said(Entry(version=act.version), act) for act in acts), None])

    def following(within: float | None = None) -> Any:
        if within is not None:
            raise Empty
        return next(updates)

    keyboard = cast("Lines", Keyboard())
    sitting = Sitting(Output(), keyboard, [cast("Seat", nobody)], game, strict=False, start=lambda: game)
    feed = SimpleNamespace(wake=None, has_news=lambda: False, next=following)
    assert sitting.play(cast("Feed[Any]", feed)) is Answer.GIVEN
    captured = capsys.readouterr()
    assert captured.out.count("Acts in secret.") == 2
    assert (captured.out + captured.err).count("Waiting for the other players") == 4


def test_another_question_is_put_after_news(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(Keyboard(None), Asked(4, 6), capsys)
    assert [out.count(text) for text in ("Ann steps.", "1  Shoot.")] == [2, 2]


class Late(Asked):
    """A seat whose question is decided, by a substitute, before its answer comes."""

    def submit(self, command: object) -> Ruling:
        """Raise StaleVersion."""
        raise StaleVersion(f"version 6 is asked, not 4: {command}")


def test_an_answer_that_came_too_late_is_said_not_to_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    printed = told(Keyboard("shoot"), Late(4, 6), capsys)
    assert printed.count("Too late, so not used") == 1
    assert printed.count("Ann steps.") == 2


def test_a_command_is_typed_by_its_name_and_fields_or_as_json() -> None:
    step = cmd.Step(heading=cmd.HEADING_FORWARD)
    assert whole_command(TITLE, 'Step {"heading": "HEADING_FORWARD"}') == step
    json = '{"@type": "type.googleapis.com/gunbai.infludance_duel.v1.Step", "heading": "HEADING_FORWARD"}'
    assert whole_command(TITLE, json) == step
    assert whole_command(TITLE, "EndTurn") == cmd.EndTurn()


def test_other_words_are_no_command() -> None:
    assert whole_command(TITLE, "Shooting") is None
    assert whole_command(TITLE, "end turn") is None


def test_json_without_its_type_says_what_is_missing() -> None:
    with pytest.raises(typer.BadParameter, match='it lacks "@type", the name of the command'):
        whole_command(TITLE, '{"heading": "HEADING_FORWARD"}')


@pytest.mark.parametrize("line", ['Jump {"to": 1}', '{"heading": 1}', "{", '{"@type": "gunbai.nothing.v1.Step"}'])
def test_a_command_that_is_none_says_so(line: str) -> None:
    with pytest.raises(typer.BadParameter):
        whole_command(TITLE, line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Gigazaur?", "what Gigazaur"),
        ("what Tokyo?", "what Tokyo"),
        ("rules life?", "rules life"),
        ("what?", "what"),
        ("what ?", "what ?"),
        ("??", "?"),
        ("large", "large"),
    ],
)
def test_a_question_mark_looks_up_what_stands_before_it(line: str, meant: str) -> None:
    assert asking(line) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("clauses IN-4.2", "rules IN-4.2"),
        ("gunbai title clauses infludance_duel --search 'of lava'", "rules of lava"),
        ("clauses IN-4.2 player's", "rules IN-4.2 player's"),
    ],
)
def test_the_command_that_prints_clauses_looks_them_up(line: str, meant: str) -> None:
    assert asking(line) == meant
