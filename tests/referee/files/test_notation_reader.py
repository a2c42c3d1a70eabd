"""A game on paper, in the notation, becomes the record of the same moves, and a record is written down as one."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.descriptor import FieldDescriptor

from games.kit.rules import canonical
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai_record.notation.short_forms import ordinary_form, template
from gunbai_record.plain import Plain, message_type
from gunbai_record.record_file import RecordFileError, read
from gunbai_record.verify.entry_checks import opened
from lab.recorded_games import AT, NAME, SECRET, begun, played, played_on
from lab.title_parts import but
from lab.toy_service import ALL_TITLES
from lab.variants import VARIANTS
from referee.files.move_lists import MovesError, moves_of
from referee.files.notation_reader import record_of, recorded
from referee.files.notation_writer import notation_of
from referee.game.fold import fold
from referee.game.lifecycle import create_game
from referee.game.titles import Titles
from referee.proof.verification import verify
from tests.referee.game.test_clocks import BANK, EACH, called, moved, timed
from titles.catalogue import TITLES, newest
from tools.pages.notation import PAGE, written

ROOT = Path(__file__).parents[3]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
DICE = """\
Game: Liar's Dice
Players: Ada, Bob
Date: 2026-03-14
Options: spot_on yes

= 6 1 6 3 4 = 6 3 6 6 2   # both cups
1. Ada: bid 3 x 6
2. Bob: bid 5 x 6
3. Ada: spot on
"""
TOKYO = """\
Game: King of Tokyo
Players: Nora, Norbert

Nora: play Gigazaur
Norbert: play Kraken
= acid = jets = energize
Nora: roll = 1 1 attack attack heart 3
Norbert: roll = 1 2 3 heart energy energy
# Nora goes first.

1. Nora: roll = 1 1 attack energy energy energy
"""
SEEDS = 1_000
SLOW = {"shogun", "titan_race"}
"""The titles whose games take seconds."""


def entries_of(text: str, key: Ed25519PrivateKey | None = None) -> list[record.Entry]:
    """Return the entries of a game in the notation."""
    return list(read(io.BytesIO(record_of(ALL_TITLES, text, key)))[1])


def problem(text: str) -> str:
    """Return why there is no record of a text."""
    with pytest.raises(MovesError) as error:
        record_of(ALL_TITLES, text)
    return str(error.value)


def left(text: str) -> list[record.Entry]:
    """Return the entries of a game that is left after these moves."""
    return entries_of(f'{text}! abandoned "It was late."\n')


def moves(text: str) -> list[str]:
    """Return the moves and outcomes of a game that is left after them, as a list of moves has them."""
    return [*moves_of(ALL_TITLES, left(text))][1:-1]


def round_trip(title: str, seats: int, options: str, seed: int, titles: Titles = ALL_TITLES) -> str:
    """Check that a random game is the same moves and outcomes after its notation was read; return that."""
    _, entries = played(titles, title, seats, seed, options_json=options)
    text = notation_of(titles, entries)
    again = list(read(io.BytesIO(record_of(titles, text)))[1])
    assert [*moves_of(titles, again)] == [*moves_of(titles, entries)]
    return text


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=[pytest.mark.long] if title in SLOW else []) for title in sorted(TITLES)]
)
def test_a_game_is_read_as_the_moves_and_outcomes_of_which_it_was_written(title: str) -> None:
    seats, options = VARIANTS[title][0]
    text = round_trip(title, seats, options, 1)
    assert not [line for line in text.splitlines() if '{"' in line and not line.startswith("Options")]


@pytest.mark.long
@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_thousand_games_are_read_as_they_were_written(title: str) -> None:
    # The referee cannot draw what falls from a tower that stands on the table.
    variants = [variant for variant in VARIANTS[title] if '"tower": "table"' not in variant[1]]
    for seed in range(SEEDS):
        # Every tenth game is of another variant: those with many players take ten times as long.
        round_trip(title, *variants[seed // 10 % len(variants) if seed % 10 == 0 else 0], seed)


def test_a_game_without_forms_of_its_own_is_read_as_it_was_written() -> None:
    plain = Titles([but(newest("liars_dice"), forms={})])
    assert "player 1: make bid quantity 7 face 1" in round_trip("liars_dice", 2, "{}", 1, plain)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_form_names_fields_of_its_message(title: str) -> None:
    for kind, form in newest(title).words.forms.items():
        left_out = {name for name in kind.__struct_fields__ if f"{{{name}}}" not in form}
        assert left_out <= {"seat"}, f"{kind.__name__}: {form}"
        assert template(form)
        assert template(ordinary_form(message_type(kind).DESCRIPTOR)) or not kind.__struct_fields__


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_text_of_a_command_has_its_values(title: str) -> None:
    newest_title = newest(title)
    fields = {
        field.name for step in newest_title.rules.steps for kind in getattr(step, "takes", ()) for field in texts(kind)
    }
    assert {*newest_title.words.texts} == fields
    assert all(newest_title.words.texts.values())


def texts(kind: type[Plain]) -> list[Any]:
    """Return the fields of a message that are texts."""
    return [field for field in message_type(kind).DESCRIPTOR.fields if field.type == FieldDescriptor.TYPE_STRING]


def test_what_is_written_by_hand_is_read() -> None:
    assert [json.loads(line) for line in moves(DICE)] == [
        {"actor": "chance", "command": "ShakeCup", "fields": {"seat": 1, "dice": [6, 1, 6, 3, 4]}},
        {"actor": "chance", "command": "ShakeCup", "fields": {"seat": 2, "dice": [6, 3, 6, 6, 2]}},
        {"actor": 1, "command": "MakeBid", "fields": {"quantity": 3, "face": 6}},
        {"actor": 2, "command": "MakeBid", "fields": {"quantity": 5, "face": 6}},
        {"actor": 1, "command": "CallSpotOn", "fields": {}},
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. Ada: bid 3 x 6", "ada : BID 3, x, 6"),
        ("1. Ada: bid 3 x 6", "seat 1: make bid quantity 3 face 6"),
        ("1. Ada: bid 3 x 6", 'A: MakeBid {"quantity": 3, "face": 6}'),
        ("1. Ada: bid 3 x 6\n2. Bob: ", "Ada: bid 3 x 6;;\n\n# a pause\n17. Bob:\n  "),
        ("= 6 1 6 3 4 ", "= 1 1 1 1 1 corrected = 6 1 6 3 4 "),
        ("Liar's Dice", "liars_dice"),
        ("Ada, Bob", '"Ada", Bob'),
        ("Options: spot_on yes", 'Options: {"spot_on": true}'),
        ("\n", "\r\n"),
    ],
)
def test_the_same_may_be_written_in_several_ways(before: str, after: str) -> None:
    assert before in DICE
    corrected = [line for line in moves(DICE.replace(before, after)) if "[1, 1, 1, 1, 1]" not in line]
    assert corrected == moves(DICE)


def test_names_of_components_are_shortened_and_read_in_the_languages_of_the_title() -> None:
    kot = "Game: king of tokyo\nPlayers: Ada, Bob\n\nAda: play meka\nBob: play kraken = "
    for typed in ("acid_attack", "Acid Attack", "acid", 'TurnCard {"card": "acid_attack"}'):
        assert json.loads(moves(f"{kot}{typed}\n")[2])["fields"] == {"card": "acid_attack"}, typed
    assert "may mean: Acid Attack, " in problem(f"{kot}a\n")
    cards = "acid = burrow = wings\nAda: roll = "
    dice = {moves(f"{kot}{cards}{faces}\n")[-1] for faces in ("1 2 3 heart energy attack", "one 2 3 h e Útok")}
    assert len(dice) == 1


def test_the_headers_are_those_of_the_game() -> None:
    text = DICE.replace("Options", "Name: A night\nTags: club, final\nOptions")
    (line, *_) = notation_of(ALL_TITLES, left(text)).split("\n\n")
    assert line.splitlines() == [
        "Game: Liar's Dice",
        "Players: Ada, Bob",
        "Date: 2026-03-14",
        "Name: A night",
        "Tags: club, final",
        "Options: spot_on yes",
        "Rules: 1",
    ]


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("Shogun", "start preset, lineups ABC, oldest 2"),
        ("Titan Race", 'tracks ["dead_lagoon", "forbidden_foundry", "ban_kogu"]'),
        ("INFLUDANCE Duel", "board_side B"),
    ],
)
def test_the_options_of_a_game_are_words_where_they_can_be(title: str, options: str) -> None:
    players = "Ada, Bob" if "Duel" in title else "Ada, Bob, Cem"
    text = notation_of(ALL_TITLES, left(f"Game: {title}\nPlayers: {players}\nOptions: {options}\n\n"))
    assert f"\nOptions: {options}\n" in text


def test_a_game_may_begin_from_a_table() -> None:
    entries = left(DICE)
    table = canonical.encode(fold(ALL_TITLES, entries, {}).table).decode()
    text = f"Game: Liar's Dice\nPlayers: Ada, Bob\nTable: {table}\n\n"
    assert fold(ALL_TITLES, left(text), {}).table == fold(ALL_TITLES, entries, {}).table
    assert f"\nTable: {table}\n" in notation_of(ALL_TITLES, left(text))


@pytest.mark.parametrize(
    ("order", "basis", "winners"),
    [
        ("Bob: ! conceded", results.RESULT_BASIS_CONCESSION, (1,)),
        ("! conceded Ada", results.RESULT_BASIS_CONCESSION, (2,)),
        ("! agreed Ada Bob scores 3 4", results.RESULT_BASIS_AGREEMENT, (1, 2)),
        ('! adjudication won by nobody "Nobody saw it."', results.RESULT_BASIS_ADJUDICATION, ()),
        ('! forfeit of Bob won by Ada scores 1 0 "Went home."', results.RESULT_BASIS_FORFEIT, (1,)),
    ],
)
def test_a_game_may_be_decided_beside_the_rules(
    order: str, basis: results.ResultBasis.ValueType, winners: tuple[int, ...]
) -> None:
    entries = entries_of(f"{DICE}{order}\n", KEY)
    game = fold(ALL_TITLES, entries, {})
    assert game.result is not None
    assert (game.basis, game.result.winners) == (basis, winners)
    assert verify(ALL_TITLES, entries).verdict == VERDICT_CONSISTENT
    text = notation_of(ALL_TITLES, entries)
    assert notation_of(ALL_TITLES, entries_of(text)) == text


def test_a_ruling_on_an_irregularity_has_its_place_between_the_moves() -> None:
    begun = DICE.replace("3. Ada: spot on\n", "")
    table = json.loads(canonical.encode(fold(ALL_TITLES, left(begun)[:-1], {}).table))
    ruling = f'! ruled LD-4.1 Bob stands "The bid was too low, and nobody noticed." table {json.dumps(table, indent=1)}'
    entries = entries_of(f'{begun}{ruling}\n3. Ada: spot on\n! abandoned "It was late."\n')
    report = verify(ALL_TITLES, entries)
    assert report.verdict == VERDICT_CONSISTENT
    assert [entry.clause for entry in report.irregular_entries] == ["LD-4.1"]
    nobody = entries_of(f'{begun}{ruling.replace(" Bob", "")}\n3. Ada: spot on\n! abandoned "It was late."\n')
    assert [entry.clause for entry in verify(ALL_TITLES, nobody).irregular_entries] == ["LD-4.1"]
    text = notation_of(ALL_TITLES, entries)
    ruled = '! ruled LD-4.1 Bob stands "The bid was too low, and nobody noticed." table '
    assert next(line.partition("{")[0] for line in text.splitlines() if line.startswith("!")) == ruled
    assert notation_of(ALL_TITLES, entries_of(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "line 1, column 1: the header Game is missing"),
        ("Game: chess\nPlayers: A, B\n", "line 1, column 7: expected one of the titles: INFLUDANCE Duel, "),
        ("Game: Liar's Dice\n\n", "line 1, column 1: the header Players is missing"),
        ("Game: Liar's Dice\nReferee: Ada\n", "line 2, column 1: expected a header: Game, Players, "),
        ("Game: Liar's Dice\nGame: Shogun\n", "line 2, column 1: the header Game appears twice"),
        (DICE.replace("spot_on yes", "spot_on"), "line 4, column 10: expected options"),
        (DICE.replace("spot_on yes", "spot_on maybe"), "line 4, column 10: Expected `bool`"),
        (DICE.replace("= 6 1 6 3 4", "= 7 1 6 3 4"), "line 6, column 3: refused by LD-"),
        (DICE.replace("bid 5 x 6", "bid 2 x 6"), "line 8, column 9: refused by LD-3.3: "),
        (
            DICE.replace("bid 5 x 6", "bid five"),
            "line 8, column 13: cannot read 'five'; expected: quantity: a number",
        ),
        (DICE.replace("Bob: bid", "Cem: bid"), "line 8, column 4: 'Cem' is not a player; the players are Ada, Bob"),
        (DICE.replace("1. Ada: bid", "1. bid"), "line 7, column 4: first say who moves"),
        (DICE.replace("Bob: bid", "Bob: bid: bid"), "line 8, column 12: put a colon after the player"),
        (DICE.replace("bid 5 x 6", '"bid'), 'line 8, column 9: expected text in double quotes: "bid'),
        (DICE.replace("Bob: bid", '"Bob" Lee: bid'), 'line 8, column 4: expected a player in double quotes, not "'),
        (DICE.replace("bid 5 x 6", "MakeBid {"), "line 8, column 17: expected a JSON object"),
        (DICE.replace("bid 5 x 6", 'MakeBid {"x": 1}'), "line 8, column 9: Message type"),
        (DICE + "4. Bob: bid 1 x 1\n", "line 10, column 9: refused by LD-"),
        (DICE + "4. Bob: stop\n", "line 10, column 9: Bob cannot do 'stop' now. "),
        (DICE + "! castled\n", "line 10, column 1: expected one of ruled, conceded, agreed, abandoned, adjudication, "),
        (DICE + "! ruled LD-4.1\n", "line 10, column 1: write a ruling like this: "),
        (DICE + "! forfeit of Bob\n", "line 10, column 1: write a decision like this: ! forfeit [of PLAYERS]"),
        (DICE + "! conceded Cem\n", "line 10, column 12: 'Cem' is not a player"),
        (DICE, "after line 9, column 9: the game is not over; if the players stopped early, add ! abandoned"),
        (
            DICE.replace("Date", "Result: Bob\nDate") + "Bob: ! conceded\n",
            "line 3, column 9: the moves lead to this result: Ada",
        ),
        (
            DICE.replace("Date", "Result: Bib\nDate") + "Bob: ! conceded\n",
            "line 3, column 9: 'Bib' is not a player (did you mean Bob?); the players are Ada, Bob",
        ),
        (DICE.replace("Date", 'Result: "\\x"\nDate') + "Bob: ! conceded\n", "line 3, column 9: Invalid"),
        (
            "Game: Liars Dies\nPlayers: A, B\n",
            "line 1, column 7: expected one of the titles (did you mean Liar's Dice?): INFLUDANCE Duel, ",
        ),
        (
            DICE + "Bob: ! conceded\n5. Ada: bid 1 x 1\n",
            "line 11, column 9: the game ends before this, so nothing can follow",
        ),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line_and_column(text: str, expected: str) -> None:
    assert problem(text).startswith(expected), problem(text)


MISSPELLED = [
    # A word that is no value of its field is not understood, and what is like it is a value of that field.
    (
        "reroll 1 = atack",
        "line 12, column 12: cannot read 'atack' (did you mean attack?); expected: faces: 1, 2, ",
    ),
    (
        "reroll 1 = jets",
        "line 12, column 12: cannot read 'jets'; expected: faces: 1, 2, 3, energy, attack or ",
    ),
    ("reroll 1 2 = 1 hart", "line 12, column 16: cannot read 'hart' (did you mean heart?); expected: faces: "),
    ("stop; buy comuter", "line 12, column 11: cannot read 'comuter' (did you mean Commuter Train?); expected: "),
    ("stop; buy giant brian", "line 12, column 11: cannot read 'giant brian' (did you mean Giant Brain?); "),
    ("stop; buy kraken", "line 12, column 11: cannot read 'kraken'; expected: top; card: by name, "),
    ("stop; buy", "line 12, column 7: 'buy' is incomplete; expected after it: top; card: by name, "),
    ("stop; buy Made in the", "line 12, column 11: cannot read 'Made in the' (did you mean Made in a Lab?); "),
    (
        "stop; buy Made in the Lab",
        "line 12, column 11: cannot read 'Made in the Lab' (did you mean Made in a Lab?); ",
    ),
    ("stop please", "line 12, column 6: cannot read 'please'; expected nothing more"),
    (
        "rerol 1",
        "line 12, column 1: cannot read 'rerol 1' (did you mean reroll?); expected: reroll DICE [with CARD]; ",
    ),
    # As many dice are named as are thrown.
    ("reroll 1 2 3 = 1 1 1 2 2 2", "line 12, column 16: expected 3 dice, not 6"),
    ("reroll 1 2 3 = 1", "line 12, column 16: expected 3 dice, not 1"),
    # A name that exists and is not offered is said to be where it is.
    ("stop; buy giant brain", "line 12, column 7: refused by KT-7.8: "),
    # Who is meant, and where.
    (
        "3. Norra: roll",
        "line 12, column 4: 'Norra' is not a player (did you mean Nora?); the players are Nora, Norbert",
    ),
    ("Nor: roll", "line 12, column 1: 'Nor' is ambiguous: it can mean Nora or Norbert"),
    (
        "Norbert: concede",
        "line 12, column 10: Norbert cannot do 'concede' now. Nora ",
    ),
    ("! ruled", "line 12, column 1: write a ruling like this: ! ruled CLAUSE "),
    (
        '! ruled Ben corrected "A third reroll was taken back."',
        "line 12, column 9: King of Tokyo has no clause 'Ben'; write any other rule in double quotes",
    ),
    (
        '! ruled KT-412 Nora stands "x"',
        "line 12, column 9: King of Tokyo has no clause 'KT-412' (did you mean KT-4.12?); ",
    ),
    ('! ruled LD-3.3 Nora stands "x"', "line 12, column 9: King of Tokyo has no clause 'LD-3.3'"),
    ('! ruled "kt-4.99" Nora stands "x"', "line 12, column 1: clause: King of Tokyo has no clause KT-4.99"),
    ("! abandoned it was late", "line 12, column 16: cannot read 'was': write an end "),
    (
        '! abandoned "It was late" and dark',
        "line 12, column 27: cannot read 'and': write an end like this: ",
    ),
    (
        "! conceded Nora because of it",
        "line 12, column 17: cannot read 'because': write a concession like",
    ),
    ("! agreed Nora Tomas", "line 12, column 15: 'Tomas' is not a player; the players are Nora, Norbert"),
    ("! agreed Nora, scores: 12, many", "line 12, column 28: expected a number for each score, not 'many'"),
    ("! agreed", "line 12, column 1: write an agreement like this: ! agreed PLAYERS"),
    (
        '! forfeit Nora won by Norbert "x"',
        "line 12, column 11: cannot read 'Nora': write a decision like",
    ),
    ('! ruled KT-4.4 Nora Norbert stands "x"', "line 12, column 29: cannot read 'stands': write a ruling "),
    (
        '! ruled KT-4.4 Nora stands "x" y',
        "line 12, column 32: cannot read 'y': write a ruling like this: ",
    ),
    ('! abandoned "x" table {}', "line 12, column 17: a table can only follow a ruling"),
    (
        "! abandond",
        "line 12, column 1: expected one of ruled, conceded, agreed, abandoned, adjudication, forfeit, penalty",
    ),
]
"""What is written after the beginning of a game, and how its error begins."""


@pytest.mark.parametrize(("written", "expected"), MISSPELLED)
def test_what_is_misspelled_is_named_where_it_is_with_what_is_like_it(written: str, expected: str) -> None:
    assert problem(f"{TOKYO}{written}\n").startswith(expected), problem(f"{TOKYO}{written}\n")


def test_a_refusal_says_in_words_where_things_are_and_who_is_asked_what() -> None:
    assert "Kraken" not in problem(f"{TOKYO}stop; buy giant brain\n")
    again = problem(TOKYO.replace("= energize", "= jets"))
    assert "\nJets lies on the table: market\n" in again
    yields = problem(f"{TOKYO}Nora: yield\n")
    assert "\nNext: Nora chooses which dice to keep and rerolls the others, or stops.\n" in yields
    assert "YieldTokyo" not in yields
    assert "Norbert: concede" not in problem(f"{TOKYO}Norbert: concede\n")
    assert problem(f"{TOKYO}Norbert: concede\n").endswith("(did you mean `! conceded`?)")


def test_a_die_that_cannot_be_turned_is_refused_with_its_face_in_words() -> None:
    text = TOKYO.replace("= acid", "= plot twist")
    turned = "stop; buy plot twist = wings; done\nNorbert: roll = 1 1 1 2 2 3; stop; done\nNora: roll = 1 2 3 1 2 3\n"
    assert "(die: 7, face: Attack)" in problem(f"{text}{turned}turn 7 attack with plot twist\n")


def test_a_name_of_several_words_is_one_player_in_an_order() -> None:
    text = TOKYO.replace("Norbert", "Ann Lee")
    game = fold(ALL_TITLES, entries_of(f"{text}! conceded Ann Lee\n"), {})
    assert game.result is not None
    assert game.result.winners == (1,)
    agreed = fold(ALL_TITLES, entries_of(f"{text}! agreed Ann Lee, seat 1, scores: 12, 4\n"), {})
    assert agreed.result is not None
    assert (agreed.result.winners, agreed.result.scores) == ((1, 2), (12, 4))


@pytest.mark.parametrize(
    ("header", "problem_there"),
    [
        ("Date: last Saturday", "line 3, column 7: expected a date such as 1972-07-11, 1972-07 or 1972, not 'last "),
        ("Date: 2026-13-45", "line 3, column 7: expected a date such as "),
        ("Rules: 7", "line 3, column 8: expected a version of the rules: 1"),
        ("Rules: new", "line 3, column 8: expected a number: "),
        ("Tags: night, Night", "line 3, column 7: two tags are the same"),
        (f"Name: {'x' * 101}", "line 3, column 7: expected 0 to 100 characters, not 101"),
        ("Options: closing_bai city", "line 3, column 10: unknown option 'closing_bai'; the options are first_game, "),
        ("Options: closing_bay sea", "line 3, column 10: Invalid enum value"),
        ("Table: {x}", "line 3, column 8: expected JSON on one line: "),
        ("Table: {}", "line 3, column 8: "),
        ("Edition: []", "line 3, column 10: "),
    ],
)
def test_a_header_is_checked_as_for_a_game_that_is_created(header: str, problem_there: str) -> None:
    message = problem(f"Game: King of Tokyo\nPlayers: Nora, Norbert\n{header}\n\n")
    assert message.startswith(problem_there), message


def test_players_are_as_many_as_the_title_takes_and_have_names() -> None:
    alone = problem("Game: King of Tokyo\n\n# who?\n".replace("\n\n", "\nPlayers: Nora\n\n"))
    assert alone.startswith("line 2, column 10: King of Tokyo is played with 2, 3, 4, 5, 6 seats, not 1 (KT-1.1): Two")
    assert problem('Game: Shogun\nPlayers: A, B, ""\n\n').startswith("line 2, column 10: expected 1 to 100 characters")
    assert problem("Game: Shogun\nPlayers: A, A, B\n\nA: roll\n").startswith(
        "line 4, column 1: 'A' is ambiguous: it can mean seat 1 or seat 2"
    )


def test_a_game_without_moves_is_not_over_after_its_headers() -> None:
    message = problem("# On a menu.\nGame: King of Tokyo\nPlayers: Nora, Norbert\n")
    assert message.startswith("after line 3: the game is not over; if the players stopped early, add ! abandoned")
    assert '! abandoned "why", ! conceded PLAYER or ! agreed PLAYERS' in message


def test_an_error_has_its_place_and_the_table_before_a_refused_move_as_facts() -> None:
    with pytest.raises(MovesError) as error:
        record_of(ALL_TITLES, f"{TOKYO}stop; buy giant brain\n")
    facts = error.value.facts
    assert (facts["line"], facts["column"], facts["clause"]) == ("12", "7", "KT-7.8")
    assert json.loads(facts["table"])["market"] == ["acid_attack", "jets", "energize"]
    assert facts["table"] not in str(error.value)


def test_a_refused_move_says_how_the_ruling_on_it_is_written() -> None:
    message = problem(DICE.replace("bid 5 x 6", "bid 2 x 6"))
    assert '! ruled LD-3.3 PLAYER stands "what was done" table {...}' in message
    assert "`corrected` instead of `stands`" in message


@pytest.mark.parametrize(
    ("written", "waits"),
    [
        (
            "done",
            (
                "Nora chooses which dice to keep and rerolls the others, or stops.\n"
                "Write it like this: Nora: stop; reroll DICE "
            ),
        ),
        (
            "Norbert: roll",
            "Nora chooses which dice to keep and rerolls the others, or stops.\nWrite it like this: Nora: stop; ",
        ),
        (
            "= 1 1 1",
            (
                "Nora chooses which dice to keep and rerolls the others, or stops.\n"
                "Write it like this: Nora: stop; reroll "
            ),
        ),
        ("reroll 1 2\nstop", "Chance rolls Nora's dice.\nWrite it like this: = 2 dice\n"),
        ("stop; done; roll", "Norbert rolls the dice.\nWrite it like this: Norbert: roll\n"),
        (
            "Norbert: concede",
            "Nora chooses which dice to keep and rerolls the others, or stops. Write it like this: Nora: stop; ",
        ),
    ],
)
def test_a_move_for_which_nobody_is_asked_is_answered_with_what_the_rules_wait_for_and_no_ruling(
    written: str, waits: str
) -> None:
    message = problem(f"{TOKYO}{written}\n")
    assert f"Next: {waits}" in message or f" now. {waits}" in message
    assert "! ruled" not in message
    assert message.endswith(("Is something missing before this?", "(did you mean `! conceded`?)"))


def test_a_correction_against_the_rules_is_no_move_for_which_nobody_is_asked() -> None:
    assert "! ruled LD-" in problem(DICE.replace("= 6 1 6 3 4 ", "= 1 1 1 1 1 corrected = 7 1 6 3 4 "))


def test_values_without_the_word_of_their_move_are_answered_with_it_and_with_what_they_may_be() -> None:
    message = problem("Game: King of Tokyo\nPlayers: Maja, Ben\n\nMaja: The King\n")
    assert "cannot read 'The King' (did you mean `play King`?); expected: play MONSTER; monster: " in message
    assert "Gigazaur, " in message
    assert "(is " not in problem("Game: King of Tokyo\nPlayers: Maja, Ben\n\nMaja: Jets\n")


def test_a_clause_is_ruled_on_in_any_case_and_another_rule_in_quotes() -> None:
    rules_ruled = ("kt-4.12 Nora", '"the club\'s rule"', '"KT-4.12"')
    text = notation_of(ALL_TITLES, left(TOKYO + "".join(f'! ruled {clause} corrected "x"\n' for clause in rules_ruled)))
    orders = [line for line in text.splitlines() if line.startswith("! ruled")]
    assert [line.partition(" corrected")[0] for line in orders] == [
        "! ruled KT-4.12 Nora",
        '! ruled "the club\'s rule"',
        "! ruled KT-4.12",
    ]
    assert notation_of(ALL_TITLES, left(text.replace('! abandoned "It was late."\n', ""))) == text


def test_a_rule_of_one_word_is_written_in_quotes() -> None:
    text = notation_of(ALL_TITLES, left(f'{TOKYO}! ruled "FIDE-7.5" stands "x"\n'))
    assert '! ruled "FIDE-7.5" stands "x"' in text


def test_the_page_shows_the_forms_of_the_titles() -> None:
    assert written() == PAGE.read_text(encoding="utf-8")


def test_the_example_of_the_page_is_read() -> None:
    example, _ = re.findall(r"```text\n(Game: .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    text = notation_of(ALL_TITLES, entries_of(example))
    assert "3. Ada: spot on = 6 1 6 3 corrected = 6 1 6 4 = 6 3 6 6 2" in text


def test_the_whole_game_of_the_page_is_played_to_its_end() -> None:
    _, example = re.findall(r"```text\n(Game: .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    entries = entries_of(example)
    game = fold(ALL_TITLES, entries, {})
    assert (game.status, game.result.winners if game.result else ()) == ("finished", (2,))
    assert notation_of(ALL_TITLES, entries_of(notation_of(ALL_TITLES, entries))) == notation_of(ALL_TITLES, entries)


def test_a_clock_that_ends_the_game_is_a_forfeit_and_any_other_is_left_out() -> None:
    ended = notation_of(ALL_TITLES, called(timed(BANK), 101).entries)
    assert ended.endswith('\n! forfeit of seat 1 seat 2 won by nobody "Time was up."\n')
    went_on = notation_of(ALL_TITLES, called(moved(timed(EACH), 1, 20), 61).entries)
    assert went_on.partition("\n\n")[2].startswith("1. player 1: bid 1\n2. player 2: bid")
    assert "!" not in went_on


def test_a_branch_has_no_notation_of_its_own() -> None:
    with pytest.raises(RecordFileError, match="a branch begins in another game"):
        notation_of(ALL_TITLES, left(DICE)[1:])


def test_a_file_that_is_no_text_is_no_game(tmp_path: Path) -> None:
    file = tmp_path / "night.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MovesError, match="not UTF-8 text"):
        recorded(file)


def test_a_record_is_written_with_names_and_a_number_for_each_turn() -> None:
    text = notation_of(ALL_TITLES, entries_of(f"{TOKYO}reroll 4 = 3; stop; done\nNorbert: ! conceded\n"))
    assert text.partition("\n\n")[2] == (
        "Nora: play Gigazaur\n"
        "Norbert: play Kraken = Acid Attack = Jets = Energize\n"
        "Nora: roll = 1 1 attack attack heart 3\n"
        "Norbert: roll = 1 2 3 heart energy energy\n"
        "1. Nora: roll = 1 1 attack energy energy energy; reroll 4 = 3; stop; done\n"
        "! conceded Norbert\n"
    )


@pytest.mark.parametrize(
    "names",
    [
        ("seat 2", "seat 1"),
        ("nobody", "won"),
        ("Nobody", "seat 1"),
        ("bid 3 x 6", "spot on"),
        ("Bob, Jr.", "A:B"),
        ("# x", "= 1"),
        ("! abandoned", "corrected"),
        ('"Q"', 'a"b'),
        ("1.", "2. Ada"),
        ("Ada", "Ada"),
        ("Ada", "Ada B"),
        ("x; y", "{}"),
        ("C:\\n", "\\"),
        ("scores 3", "of"),
        ("challenge", "2"),
    ],
)
def test_players_of_any_name_are_who_they_were(names: tuple[str, str]) -> None:
    created = create_game(
        ALL_TITLES, life.CreateGame(title="liars_dice", seats=2, label='"Night" #1'), NAME, SECRET, AT
    )
    game, entries = played_on(*begun(created.game, [*created.entries], names=names), random.Random(1))
    again = list(read(io.BytesIO(record_of(ALL_TITLES, notation_of(ALL_TITLES, entries))))[1])
    read_again = fold(ALL_TITLES, again, opened(again))
    assert tuple(sitting.player for sitting in read_again.sittings) == names
    assert read_again.result == game.result
    assert life.CreateGame.FromString(again[0].command.open.value).label == '"Night" #1'
