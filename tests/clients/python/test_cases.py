"""Case files: what is wrong with one is told with its file, case and field; what does not hold, with both sides."""

from __future__ import annotations

import pytest

from gunbai_client.cases import CaseError, CaseFailure, run
from gunbai_client.cases.format import read_text
from referee.cases import InProcessVenue

TABLE_SET = """
[[case]]
name = "A case."
clause = "IN-2.3"
options = { starting_player = "red" }
moves = [{ actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_SMALL" } }]
"""


def played(addition: str = "", text: str = TABLE_SET) -> None:
    """Run a case of one move, with something added to it."""
    (case,) = read_text(text + addition, "a.toml", folder="infludance_duel")
    run(case, InProcessVenue())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[case", "a.toml: "),
        ("[[case]]\nclause = 'IN-1.1'", "a.toml: case 1 ('without a name'): Object missing required field `name`"),
        (TABLE_SET + "waits = { setp = 'X' }", "a.toml: case 1 ('A case.'): Object contains unknown field `setp`"),
        ("[start]\nmoves = []\n" + TABLE_SET, "a.toml: Object contains unknown field `moves`"),
        (TABLE_SET + "ended = true", "a.toml: case 1 ('A case.'): "),
        (TABLE_SET + "views.red = {}", "a.toml: 'A case.': views.red: a seat is a number, counted from 1"),
        (
            "[[case]]\nname = 'A'\nclause = 'B'\nrefused = 'B'",
            "a.toml: 'A': a refusal is expected, but no move is made",
        ),
    ],
)
def test_a_file_that_cannot_be_read_names_the_file_the_case_and_the_field(text: str, told: str) -> None:
    with pytest.raises(CaseError) as error:
        read_text(text, "a.toml", folder="infludance_duel")
    assert str(error.value).startswith(told)


def test_the_start_of_a_file_is_the_start_of_its_cases() -> None:
    start = "[start]\nseats = 2\noptions = { board_side = 'B' }\nchanges = { starter = 1, side = 'B' }\n"
    case, other = read_text(
        start + "[[case]]\nname = 'A'\nclause = 'C'\nchanges = { starter = 2 }\n" + TABLE_SET, "a.toml"
    )
    assert (case.seats, case.options, case.changes) == (2, {"board_side": "B"}, {"starter": 2, "side": "B"})
    assert (other.options, other.changes) == ({"starting_player": "red"}, {"starter": 1, "side": "B"})


@pytest.mark.parametrize(
    ("addition", "told"),
    [
        ("events = ['FigureChose']", "at the end, events: there is no message"),
        ("events = [{ seat = 1 }]", "at the end, events: {'seat': 1} names an event neither by"),
        ("events = [{ like = 'FigureChosen', chair = 1 }]", 'has no field named "chair"'),
        ("view = { nothing = 1 }", "view, nothing: there is no 'nothing' in the fields"),
        ("views.3 = {}", "there is no seat 3: the game has 2 seats"),
        ("changes = { 'nobody.at' = 1 }", "changes.nobody.at: there is no 'nobody' in the fields"),
        ("options = { board_side = 'C' }", "Cannot overwrite a value"),
        ("changes = '{'", "changes: Expecting property name"),
        ("changes = '[]'", "changes: this is no JSON object"),
        ("table = '{'", "infludance_duel cannot be set up so: "),
    ],
)
def test_a_case_that_cannot_be_played_says_why(addition: str, told: str) -> None:
    with pytest.raises(CaseError) as error:
        played(addition)
    assert told in str(error.value)


@pytest.mark.parametrize(
    "addition",
    [
        "events = ['FigureChosen']",
        "events = [{ event = 'FigureChosen', seat = 1, figure = 'FIGURE_SMALL' }]",
        "events = [{ like = 'FigureChosen', seat = 1 }]",
        "events_end = []",
        "events_include = [{ like = 'FigureChosen' }]",
        "waits = { step = 'ChooseFigure', seats = [2], chance = false }",
        "view = { board_side = 'A', rows = 5, 'gunmen.length' = 2, 'gunmen.seat=1.figure' = 'FIGURE_SMALL' }",
        "views.2 = { 'gunmen.0.colour' = 'red' }",
        "legal = [{ seat = 2, command = 'ChooseFigure' }]",
        "not_legal = [{ seat = 1, command = 'ChooseFigure' }]",
        "ended = false",
    ],
)
def test_what_the_referee_does_holds(addition: str) -> None:
    played(addition)


@pytest.mark.parametrize(
    ("addition", "place"),
    [
        ("refused = 'IN-2.3'", "move 1 (ChooseFigure)"),
        ("events = []", "events"),
        ("events = [{ event = 'FigureChosen', seat = 1 }]", "events"),
        ("events = [{ like = 'FigureChosen', seat = 2 }]", "events"),
        ("events_end = ['CowboyPlaced']", "events_end"),
        ("events_include = ['FigureChosen', 'FigureChosen']", "events_include"),
        ("waits = { seats = [1] }", "waits, seats"),
        ("view = { board_side = 'B' }", "view, board_side"),
        ("views.1 = { columns = 9 }", "views.1, columns"),
        ("legal = [{ seat = 1, command = 'ChooseFigure' }]", "legal"),
        ("not_legal = [{ seat = 2, command = 'ChooseFigure', fields = { figure = 'FIGURE_LARGE' } }]", "not_legal"),
        ("ended = {}", "ended"),
    ],
)
def test_what_the_referee_does_not_do_is_told_with_what_was_found(addition: str, place: str) -> None:
    with pytest.raises(CaseFailure) as failure:
        played(addition)
    told = str(failure.value)
    assert told.startswith("a.toml: 'A case.': ")
    assert f"{place}\n    expected " in told
    assert "\n    found    " in told


def test_a_refused_move_must_be_expected_by_its_clause_and_values() -> None:
    refused = TABLE_SET.replace("actor = 1", "actor = 2")
    played("refused = 'IN-3.9'", refused)
    with pytest.raises(CaseFailure, match=r"expected acceptance\n    found    the refusal IN-3\.9"):
        played(text=refused)
    with pytest.raises(CaseFailure, match=r"expected the refusal IN-2\.3\n    found    the refusal IN-3\.9"):
        played("refused = 'IN-2.3'", refused)
    with pytest.raises(CaseFailure, match="expected colour = green"):
        played("refused = 'IN-3.9'\nvalues = { colour = 'green' }", refused)


def test_changes_to_the_set_up_make_another_table() -> None:
    played('changes = \'{"side": "B"}\'\nview = { rows = 6 }')
