"""Notes: headers that are read as they are written, and lines of moves that are as long as they may be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as irregularities
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.record_file import RecordFileError
from lab.title_parts import but
from lab.toy_games import TITLES, bid, finished, started
from referee.files.notation_reader import _listed, _options
from referee.files.notation_writer import WIDTH, _headers, _Item, _label, _lines, _list, _ruling, _seats, notation_of
from referee.files.notation_writer import _option as written_option
from referee.files.notation_writer import _options as written_options
from referee.game.entries import packed
from referee.game.game import Game, Sitting
from referee.game.titles import Rulebook


@pytest.mark.parametrize(
    ("texts", "written"),
    [
        ([], ""),
        (["Ada", "Bob"], "Ada, Bob"),
        (["Ada Lovelace"], "Ada Lovelace"),
        (["A, B", 'the "fox"', "#1", "a\nb", "[x]"], r'"A, B", "the \"fox\"", "#1", "a\nb", "[x]"'),
        ([" Ada", "Bob ", ""], '" Ada", "Bob ", ""'),
        (["Łukasz", "Ž, Ž"], 'Łukasz, "Ž, Ž"'),
    ],
)
def test_a_list_of_names_is_read_as_it_is_written(texts: list[str], written: str) -> None:
    assert _list(texts) == written
    assert _listed(written) == texts


def test_a_list_is_read_from_json_and_with_spaces_too() -> None:
    assert _listed('["Ada", "B, C"]') == ["Ada", "B, C"]
    assert _listed("  Ada ,Bob  ") == ["Ada", "Bob"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (True, "yes"),
        (False, "no"),
        (7, "7"),
        ("preset", "preset"),
        ("yes", '"yes"'),
        ("No", '"No"'),
        ("17", '"17"'),
        ("two words", '"two words"'),
        ("", '""'),
        (None, "null"),
        (["a", "b"], '["a", "b"]'),
        ({"ž": 1}, '{"ž": 1}'),
    ],
)
def test_the_value_of_an_option_is_a_word_where_it_can_be(value: Any, written: str) -> None:
    assert written_option(value) == written
    if value is not None:
        assert _options(f"first {written}, second {written}") == {"first": value, "second": value}


def test_options_are_read_as_words_or_as_json() -> None:
    assert _options("") == {}
    assert _options('{"a": 1}') == {"a": 1}
    assert _options("a yes, b no, c 7, d word") == {"a": True, "b": False, "c": 7, "d": "word"}
    with pytest.raises(ValueError, match="expected options as `name value, name value`, not ', b'"):
        _options("a yes, b")


class Agreed(msgspec.Struct):
    """Options with their defaults."""

    purse: int = 5
    bell: bool = True


def test_options_are_written_where_they_are_not_as_by_default() -> None:
    assert written_options(Agreed, "") == written_options(Agreed, '{"purse": 5, "bell": true}') == ""
    assert written_options(Agreed, '{"purse": 9, "bell": false}') == "purse 9, bell no"
    assert written_options(Agreed, '{"new": "word"}') == "new word"


def seated(*players: str) -> Game:
    """Return a game with these players."""
    return replace(started(len(players)).game, sittings=tuple(Sitting(player, taken=True) for player in players))


@pytest.mark.parametrize(
    ("players", "labels"),
    [
        (("Ada", "Bob"), ["Ada", "Bob"]),
        (("Ada", "Ada"), ["seat 1", "seat 2"]),
        (("A: B", "x;y", "!", "#"), ['"A: B"', '"x;y"', '"!"', '"#"']),
        (("1st", "a=b", "{", 'the "fox"'), ['"1st"', '"a=b"', '"{"', r'"the \"fox\""']),
    ],
)
def test_a_player_is_called_by_a_name_that_is_read_as_one(players: tuple[str, ...], labels: list[str]) -> None:
    game = seated(*players)
    assert [_label(game, seat) for seat in range(1, len(players) + 1)] == labels


def test_each_turn_is_a_line_with_its_number_and_outcomes_follow_their_moves() -> None:
    items = [
        _Item(0, "= 6"), _Item(1, "bid 1"), _Item(0, "= 5"), _Item(1, "ring"), _Item(2, "bid 2"),
        _Item(0, "! agreed nobody", alone=True), _Item(2, "object"), _Item(0, "= 4"), _Item(1, "withdraw"),
    ]  # fmt: skip
    assert [*_lines(seated("Ada", "Bob"), items)] == [
        "   = 6", "1. Ada: bid 1 = 5; ring", "2. Bob: bid 2", "! agreed nobody", "   object = 4", "3. Ada: withdraw",
    ]  # fmt: skip
    assert [*_lines(seated("Ada", "Bob"), [])] == []


def test_a_line_has_a_hundred_characters_and_goes_on_in_the_next() -> None:
    begun = "1. Ada: bid 1"
    for length, lines in ((WIDTH, 1), (WIDTH + 1, 2)):
        rest = "x" * (length - len(begun) - 2)
        lines_written = [*_lines(seated("Ada", "Bob"), [_Item(1, "bid 1"), _Item(1, rest)])]
        assert lines_written == ([f"{begun}; {rest}"] if lines == 1 else [begun, f"   {rest}"])
    alone = "x" * 2 * WIDTH
    assert [*_lines(seated("Ada", "Bob"), [_Item(1, alone)])] == [f"1. Ada: {alone}"]


def test_the_headers_say_what_is_not_as_usual() -> None:
    night = finished()
    created = life.CreateGame.FromString(night.entries[0].command.open.value)
    assert [*_headers(created, night.game)] == [
        "Game: Lantern Night", "Players: player 1, player 2", "Rules: 1", "Result: player 2",
    ]  # fmt: skip


def test_a_ruling_is_written_with_its_clause_its_seat_and_its_remedy() -> None:
    ruling = irregularities.RuleIrregularity(clause="LN-1", done='a "bid"', remedy=irregularities.REMEDY_STANDS)
    game = seated("Ada", "Bob")
    assert _ruling(game, record.Entry(), ruling) == r'ruled LN-1 stands "a \"bid\""'
    ruling.seat, ruling.remedy, ruling.clause = 2, irregularities.REMEDY_CORRECTED, "house rule"
    assert _ruling(game, record.Entry(), ruling) == r'ruled "house rule" Bob corrected "a \"bid\""'
    ruling.position = bytes(32)
    item = record.Item(open=packed(irregularities.PositionSet(table_json='{"a":1}')))
    entry = record.Entry(version=7, events=[record.Item(), item])
    assert _ruling(game, entry, ruling).endswith(' table {"a":1}')
    entry.events[1].sealed = bytes(32)
    with pytest.raises(RecordFileError, match="the position in entry 7 is sealed"):
        _ruling(game, entry, ruling)


def test_a_move_that_is_sealed_is_not_written_down() -> None:
    night = started().play(bid(1, 2))
    hidden = record.Entry()
    hidden.CopyFrom(night.entries[-1])
    hidden.command.sealed = bytes(32)
    with pytest.raises(RecordFileError, match="entry 5 is sealed"):
        notation_of(TITLES, [*night.entries[:-1], hidden])
    hidden.CopyFrom(night.entries[-1])
    hidden.events[0].ClearField("open")
    hidden.events[0].sealed = bytes(32)
    with pytest.raises(RecordFileError, match="entry 5 is sealed"):
        notation_of(TITLES, [*night.entries[:-1], hidden])
    with pytest.raises(RecordFileError, match="a branch begins in another game"):
        notation_of(TITLES, [])


def test_a_seat_is_written_by_its_player_unless_that_is_another_word_or_name() -> None:
    assert _seats(seated("Ada", "Bob"), (1, 2)) == "Ada Bob"
    assert _seats(seated("Ann Lee", "Won"), (1, 2)) == "seat 1 seat 2"
    assert _seats(seated("Ann", "Ann"), (2,)) == "seat 2"
    assert _seats(seated("Ada", "Bob"), ()) == "nobody"


def test_a_number_is_before_each_turn_and_not_before_every_player() -> None:
    game = seated("Ada", "Bob")
    items = [_Item(1, "a"), _Item(2, "b", begins=True), _Item(1, "c"), _Item(2, "d"), _Item(2, "e", begins=True)]
    title = but(game.charter.rulebook.title, turns=(life.GameStarted,))
    charter = replace(game.charter, rulebook=Rulebook(title))
    assert [*_lines(replace(game, charter=charter), items)] == [
        "Ada: a",
        "1. Bob: b",
        "Ada: c",
        "Bob: d",
        "2. Bob: e",
    ]
