"""Entries, rulings and games as lines for a terminal."""

from __future__ import annotations

from datetime import datetime

import pytest
from rich.markup import render

from clients.cli.screen import sentences
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import game_pb2, ruling_pb2


def test_an_entry_is_laid_out_as_lines_and_what_is_sealed_is_shown_as_such() -> None:
    entry = ruling_pb2.EntrySentences(version=7, actor="[b]Ann", events=["Ann bids.", ""])
    assert list(sentences.entry_lines(entry)) == [
        "[dim]    7[/]  [bold]\\[b]Ann [/] (sealed)",
        "               [dim]→[/] Ann bids.",
        "               [dim]→[/] (sealed)",
    ]


def test_players_are_told_once_what_a_command_and_its_event_say_and_nothing_of_seals() -> None:
    entry = ruling_pb2.EntrySentences(
        version=7, actor="chance", command="A castle.", events=["A castle.", "", "Ann is."]
    )
    assert list(sentences.told_lines(entry)) == [
        "[dim]    7[/]  [bold]chance [/] A castle.",
        "               [dim]→[/] Ann is.",
    ]
    sealed = ruling_pb2.EntrySentences(version=8, actor="Ann", events=["", ""])
    assert list(sentences.told_lines(sealed, you=True)) == ["[dim]    8[/]  [bold]you    [/] Acts in secret."]


def test_players_are_told_each_time_that_something_happens() -> None:
    events = ["A penalty.", "A farm burns.", "A farm burns.", "A penalty."]
    entry = ruling_pb2.EntrySentences(version=7, actor="Ann", command="Pass.", events=events)
    lines = [line.split("[/] ", 1)[-1] for line in sentences.told_lines(entry)]
    assert lines[1:] == ["A penalty.", "A farm burns. [dim](×2)[/]", "A penalty."]


def test_players_are_not_told_where_parts_of_a_procedure_begin_and_end() -> None:
    entry = ruling_pb2.EntrySentences(
        version=7, actor="Ann", command="Move.", events=["The move begins.", "Ann moves.", "It ends."], asides=[0, 2]
    )
    assert [line.split("[/] ")[-1] for line in sentences.told_lines(entry)] == ["Move.", "Ann moves."]
    assert len(list(sentences.entry_lines(entry))) == 4


def test_the_column_of_actors_is_as_wide_as_the_longest_name() -> None:
    game = game_pb2.GameInfo(seats=[game_pb2.Seat(seat=1, player="Ann"), game_pb2.Seat(seat=2, player="Greedy 12")])
    room = sentences.actor_room(game)
    lines = sentences.told_lines(
        ruling_pb2.EntrySentences(version=7, actor="Ann", command="Go.", events=["Gone."]), room=room
    )
    assert list(lines) == ["[dim]    7[/]  [bold]Ann      [/] Go.", "                 [dim]→[/] Gone."]
    assert sentences.actor_room(game_pb2.GameInfo()) == sentences.ACTOR


def test_a_refusal_shows_its_clause_and_the_values_at_fault() -> None:
    values = [ruling_pb2.NamedValue(words="heading: forward"), ruling_pb2.NamedValue(words="field: none")]
    refused = ruling_pb2.Refused(clause="IN-4.2", sentence="No.", values=values)
    assert sentences.refusal_line(refused) == (
        "[red]Refused[/] by [bold]IN-4.2[/]: No. (heading: forward, field: none)"
    )
    assert "gunbai title clauses IN-4.2" in sentences.refusal_advice(refused)


def test_the_clause_of_a_service_styles_nothing_and_moves_no_cursor() -> None:
    hostile = "[red]\x1b[2J\n"
    refused = ruling_pb2.Refused(clause=hostile, sentence="No.", house_ruling=hostile)
    for line in (
        sentences.by_clause(hostile),
        sentences.refusal_line(refused),
        sentences.refusal_advice(refused),
        sentences.played_advice(refused),
    ):
        shown = render(line).plain
        assert "[red]" in shown, line
        assert not {"\x1b", "\n"} & {*shown}, line


def test_a_refusal_leads_to_the_house_ruling_of_its_clause_unless_another_question_is_asked() -> None:
    refused = ruling_pb2.Refused(clause="IN-6.8", sentence="No.", house_ruling="IN-A20")
    assert sentences.refusal_line(refused) == "[red]Refused[/] by [bold]IN-6.8[/]: No."
    assert "explains the rule and its house ruling IN-A20." in sentences.refusal_advice(refused)
    assert "explains the rule and its house ruling IN-A20." in sentences.played_advice(refused)
    refused.values.add(name="waits_for", value="TakeShot")
    assert sentences.played_advice(refused) == "[dim]`rules IN-6.8` explains the rule.[/]"


def test_deadlines_are_those_of_the_seats_that_are_asked_and_name_the_bot() -> None:
    game = game_pb2.GameInfo(seats=[game_pb2.Seat(seat=1, player="[b]Ann")])
    clocks = game_pb2.Clocks(seats=[game_pb2.SeatClock(seat=1), game_pb2.SeatClock(seat=2, bot=True)])
    assert list(sentences.clock_lines(clocks, game)) == []
    moment = datetime(2020, 11, 22, 20, 15, 3)  # noqa: DTZ001  # the clock on the wall
    for seat in clocks.seats:
        seat.deadline.FromDatetime(moment.astimezone())
    clocks.pause_expire_time.FromDatetime(moment.astimezone())
    assert list(sentences.clock_lines(clocks, game)) == [
        "[dim]\\[b]Ann has until 2020-11-22 20:15:03 UTC.[/]",
        "[dim]seat 2 has until 2020-11-22 20:15:03 UTC, and so does the seat's bot.[/]",
        "[dim]The clocks were paused until 2020-11-22 20:15:03 UTC.[/]",
    ]
    moment = datetime(9000, 11, 22, 20, 15, 3)  # noqa: DTZ001  # the clock on the wall
    clocks = game_pb2.Clocks()
    clocks.pause_expire_time.FromDatetime(moment.astimezone())
    assert list(sentences.clock_lines(clocks, game)) == ["[dim]The clocks are paused until 9000-11-22 20:15:03 UTC.[/]"]


@pytest.mark.parametrize(
    ("kind", "seat", "own"),
    [
        (record.ACTOR_KIND_SEAT, 1, [True, False]),
        (record.ACTOR_KIND_SUBSTITUTE, 1, [False, False]),
        (record.ACTOR_KIND_CHANCE, 0, [False, True]),
        (record.ACTOR_KIND_HOST, 0, [False, False]),
    ],
)
def test_what_a_substitute_does_is_not_said_of_the_player(
    kind: record.ActorKind.ValueType, seat: int, own: list[bool]
) -> None:
    entry = record.Entry(actor=record.Actor(kind=kind, seat=seat))
    assert [sentences.is_of(entry, seats) for seats in ([1], [0, 2])] == own


def test_a_result_names_the_ending_the_winners_and_the_scores() -> None:
    game = game_pb2.GameInfo(status=game_pb2.GAME_STATUS_RUNNING)
    assert sentences.result_sentence(game) == "running"
    went_back = game_pb2.GameInfo(status=game_pb2.GAME_STATUS_RUNNING, went_back=True)
    assert sentences.result_sentence(went_back) == "went back; continues only as a branch"
    went_back.status = game_pb2.GAME_STATUS_OPEN
    assert sentences.result_sentence(went_back) == "went back; create a new game"
    game.status = game_pb2.GAME_STATUS_FINISHED
    game.result.CopyFrom(game_pb2.Result(ending="home", clause="IN-7.1", winners=[1, 2], scores=[3, 0]))
    game.seats.add(seat=1, player="Ann")
    assert sentences.result_sentence(game) == "home (IN-7.1); won by Ann, seat 2; scores 3, 0"
    game.result.MergeFrom(game_pb2.Result(remark="fox", ending_words="Home", remark_words="the Fox"))
    assert sentences.result_sentence(game) == "Home (IN-7.1); won by Ann, seat 2; scores 3, 0; the Fox"


def test_a_result_says_whether_you_won_and_names_who_has_which_score() -> None:
    game = game_pb2.GameInfo(status=game_pb2.GAME_STATUS_FINISHED)
    game.result.CopyFrom(game_pb2.Result(ending="home", clause="IN-7.1", winners=[1, 2], scores=[3, 0], remark="fox"))
    for seat, player in ((1, "Ann"), (2, ""), (3, "Bob")):
        game.seats.add(seat=seat, player=player)
    won, scores = sentences.result_lines(game, (1,))
    assert (won, scores) == ("[bold]You and seat 2 won: home (IN-7.1); fox.[/]", "Scores: Ann 3, seat 2 0.")
    overtaken = game_pb2.GameInfo()
    overtaken.CopyFrom(game)
    overtaken.result.CopyFrom(game_pb2.Result(ending="alive", winners=[2], scores=[3, 0]))
    assert [*sentences.result_lines(overtaken, ())] == ["[bold]seat 2 won: alive.[/]"]
    first = [next(sentences.result_lines(game, own)) for own in ((3,), (), (1, 3))]
    assert [line.partition(":")[0] for line in first] == [
        "[bold]You lost; Ann and seat 2 won",
        "[bold]Ann and seat 2 won",
        "[bold]Ann and seat 2 won",
    ]
    game.result.CopyFrom(game_pb2.Result(ending="death", clause="SS-8.23"))
    assert list(sentences.result_lines(game, (1,))) == ["[bold]You lost; nobody won: death (SS-8.23).[/]"]
    assert list(sentences.result_lines(game, ())) == ["[bold]Nobody won: death (SS-8.23).[/]"]
    game.result.winners.append(1)
    game.status = game_pb2.GAME_STATUS_APPEALED
    assert list(sentences.result_lines(game, (1,))) == ["[bold]You won: death (SS-8.23).[/]", "An appeal is pending."]
    ended = game_pb2.GameInfo(status=game_pb2.GAME_STATUS_ABANDONED)
    assert list(sentences.result_lines(ended, ())) == ["[bold]abandoned[/]"]


def test_a_result_that_is_not_by_the_rules_has_no_clause_and_may_be_under_appeal() -> None:
    result = game_pb2.Result(ending="forfeit", winners=[2])
    game = game_pb2.GameInfo(status=game_pb2.GAME_STATUS_DECIDED, result=result)
    assert sentences.result_sentence(game) == "forfeit; won by seat 2"
    game.status = game_pb2.GAME_STATUS_APPEALED
    assert sentences.result_sentence(game) == "forfeit; won by seat 2; an appeal is pending"


def test_of_an_imported_game_origin_and_trust_are_said() -> None:
    game = game_pb2.GameInfo(standing=game_pb2.STANDING_REFEREED)
    assert (sentences.origin_of(game), sentences.origin_sentence(game)) == ("", "")
    game.provenance.import_time.seconds = 1
    game.provenance.header.game, game.standing = "night", game_pb2.STANDING_CONSISTENT
    assert sentences.origin_sentence(game) == "Imported from night, consistent"
    game.provenance.header.signed_head.key = "far"
    assert sentences.origin_sentence(game).endswith("consistent; signed by far, which the operator did not name")
    game.provenance.attesting_key, game.standing = "near", game_pb2.STANDING_ATTESTED
    assert (sentences.origin_of(game), sentences.origin_sentence(game)) == (
        "night, attested",
        "Imported from night, attested by near",
    )
    game.provenance.problem, game.provenance.bad_version = "it was altered", 7
    game.standing = game_pb2.STANDING_UNVERIFIED
    assert sentences.origin_sentence(game) == "Imported from night, NOT verified: entry 7: it was altered"
