"""The runner and its checks: what a referee rules holds or fails, and a case that cannot be played is an error."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from google.protobuf.message import Message

from gunbai.referee.v1.ruling_pb2 import Refused
from gunbai_record.cases import CaseError, CaseFailure, Match, Setup, readable, run, runner
from gunbai_record.cases.format import read_text
from referee.cases.in_process_venue import InProcessVenue
from tests.record.cases.test_checks import PLACED, Fixed

TABLE_SET = """
[[case]]
name = "A case."
clause = "IN-2.3"
options = { starting_player = "red" }
moves = [{ actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_SMALL" } }]
"""


def played(addition: str = "", text: str = TABLE_SET) -> None:
    """Run a case of one move, with something added to it."""
    (case,) = readable(read_text(text + addition, "a.toml", folder="infludance_duel"))
    run(case, InProcessVenue())


@pytest.mark.parametrize(
    ("addition", "problem"),
    [
        ("events = ['FigureChose']", "at the end, events: infludance_duel has no message 'FigureChose'"),
        ("events = [{ seat = 1 }]", "at the end, events: {'seat': 1} must name an event by"),
        ("events = [{ like = 'FigureChosen', chair = 1 }]", 'has no field named "chair"'),
        ("view = { nothing = 1 }", "view, nothing: there is no 'nothing' in the fields"),
        ("views.3 = {}", "there is no seat 3: the game has 2 seats"),
        ("changes = { 'nobody.at' = 1 }", "changes.nobody.at: there is no 'nobody' in the fields"),
        ("options = { board_side = 'C' }", "Cannot overwrite a value"),
        ("changes = '{'", "changes: Expecting property name"),
        ("changes = '[]'", "changes: expected a JSON object"),
        ("table = '{'", "infludance_duel cannot be created: "),
    ],
)
def test_a_case_that_cannot_be_played_says_why(addition: str, problem: str) -> None:
    with pytest.raises(CaseError) as error:
        played(addition)
    assert problem in str(error.value)


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
def test_what_the_referee_does_not_do_fails_with_what_was_found(addition: str, place: str) -> None:
    with pytest.raises(CaseFailure) as failure:
        played(addition)
    message = str(failure.value)
    assert message.startswith("a.toml: 'A case.': ")
    assert f"{place}\n    expected " in message
    assert "\n    found    " in message
    assert ("found    a game that is not over" in message) == (place == "ended")


def test_a_refused_move_must_be_expected_by_its_clause_and_values() -> None:
    refused = TABLE_SET.replace("actor = 1", "actor = 2")
    played("refused = 'IN-3.9'", refused)
    with pytest.raises(CaseFailure, match=r"expected acceptance\n    found    the refusal IN-3\.9"):
        played(text=refused)
    with pytest.raises(CaseFailure, match=r"expected the refusal IN-3\.9\n    found    it was accepted, with \["):
        played("refused = 'IN-3.9'")
    with pytest.raises(CaseFailure, match=r"expected the refusal IN-2\.3\n    found    the refusal IN-3\.9"):
        played("refused = 'IN-2.3'", refused)
    with pytest.raises(CaseFailure, match="expected colour = green"):
        played("refused = 'IN-3.9'\nvalues = { colour = 'green' }", refused)


def test_a_refusal_is_shown_with_its_sentence_and_its_values_if_it_has_any() -> None:
    refused = Refused(clause="IN-3.9", sentence="Not you.")
    assert runner._refusal(refused) == "IN-3.9 (Not you.)"
    refused.values.add(name="actor", value="2")
    refused.values.add(name="field", value="a1")
    assert runner._refusal(refused) == "IN-3.9 (Not you.; actor = 2, field = a1)"


def test_a_move_that_fails_is_named_by_its_number() -> None:
    wrong = "{ actor = 2, command = 'ChooseFigure', fields = { figure = 'FIGURE_LARGE' } }"
    with pytest.raises(CaseFailure, match=r"before\[1\] \(ChooseFigure\)"):
        played(f"before = [{wrong}]")
    with pytest.raises(CaseFailure, match=r"move 1 \(ChooseFigure\)"):
        played(text=TABLE_SET.replace("actor = 1", "actor = 2"))


def test_changes_to_the_set_up_make_another_table() -> None:
    played('changes = \'{"side": "B"}\'\nview = { rows = 6 }')


TWO_MOVES = """
[[case]]
name = "A case."
clause = "IN-2.3"
options = { starting_player = "red" }
moves = [
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_SMALL" }, events = ["FigureChosen"] },
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_LARGE" } },
]
refused = "IN-3.9"
"""


def test_what_is_expected_of_a_move_is_checked_after_it_and_what_the_case_expects_after_the_last() -> None:
    played(text=TWO_MOVES)
    with pytest.raises(CaseFailure, match=r"'A case\.': move 1 \(ChooseFigure\), events\n    expected \[TurnBegan\]"):
        played(text=TWO_MOVES.replace('["FigureChosen"]', '["TurnBegan"]'))
    with pytest.raises(CaseFailure, match=r"'A case\.': move 2 \(ChooseFigure\)\n    expected the refusal IN-3\.8\n"):
        played(text=TWO_MOVES.replace("IN-3.9", "IN-3.8"))
    with pytest.raises(CaseFailure, match=r"before\[2\] \(ChooseFigure\)\n    expected acceptance"):
        played(text=TWO_MOVES.replace("moves =", "before =").replace('refused = "IN-3.9"', ""))


class Begun(Fixed):
    """A match, and the venue that has it, whose start had an event."""

    started: Sequence[Message] = (PLACED,)

    def open(self, setup: Setup) -> Match:
        assert setup.title == "infludance_duel"
        return self

    def table(self, setup: Setup) -> str:
        raise NotImplementedError(setup)


def test_a_case_without_moves_has_the_events_of_the_start() -> None:
    (case,) = readable(
        read_text("[[case]]\nname = 'A'\nclause = 'B'\nevents = ['CowboyPlaced']", "a.toml", "infludance_duel")
    )
    run(case, Begun())
    case.events = ()
    with pytest.raises(CaseFailure, match="at the end, events"):
        run(case, Begun())


def test_a_case_that_cannot_be_played_is_named_once() -> None:
    with pytest.raises(CaseError) as error:
        played("view = { nothing = 1 }")
    assert str(error.value).count("a.toml: 'A case.'") == 1


FORKED = """
[[case]]
name = "A case."
clause = "IN-2.3"
options = { starting_player = "red" }
moves = [
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_SMALL" }, waits = { seats = [2] } },
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_LARGE" }, refused = "IN-3.9" },
  { actor = 1, command = "ChooseFigure", fields = { figure = "FIGURE_LARGE" }, fork_at = 0, waits = { seats = [2] } },
  { actor = 2, command = "ChooseFigure", fields = { figure = "FIGURE_LARGE" }, fork_at = 1 },
]
view = { "gunmen.0.figure" = "FIGURE_SMALL", "gunmen.1.figure" = "FIGURE_LARGE" }
"""


def test_a_case_branches_at_an_earlier_position() -> None:
    played(text=FORKED)
    with pytest.raises(CaseFailure, match=r"view, gunmen\.0\.figure\n    expected 'FIGURE_SMALL'"):
        played(text=FORKED.replace("fork_at = 1", "fork_at = 3"))


@pytest.mark.parametrize(
    ("path", "there"), [("gunmen.seat=2", "true"), ("gunmen.seat=3", "false"), ("gunmen.0.fired.0", "false")]
)
def test_absence_in_a_view_can_be_expected(path: str, there: str) -> None:
    played(f"view = {{ '{path}.exists' = {there} }}")
    with pytest.raises(CaseFailure, match="exists"):
        played(f"view = {{ '{path}.exists' = {'false' if there == 'true' else 'true'} }}")


@pytest.mark.parametrize(
    "path", ["gunman.0", "gunmen.chair=1", "gunmen.0.chair", "starter.red", "0", "0.gunmen", "gunmen.0.0"]
)
def test_a_misspelt_path_is_no_absence(path: str) -> None:
    with pytest.raises(CaseError, match="there is no field"):
        played(f"view = {{ '{path}.exists' = false }}")


def test_an_event_can_be_excluded() -> None:
    played("events_exclude = ['CowboyPlaced', { like = 'FigureChosen', seat = 2 }]")
    with pytest.raises(CaseFailure, match="events_exclude"):
        played("events_exclude = [{ like = 'FigureChosen', seat = 1 }]")


CREATED = """
[[case]]
name = "A case."
clause = "TR-2.1"
title = "titan_race"
"""


@pytest.mark.parametrize(
    "addition",
    [
        "options = { tracks = ['nowhere'] }\nrefused_creation = 'TR-2.1'",
        "options = { tracks = ['nowhere'] }\nrefused_creation = true",
        "seats = 7\nrefused_creation = true",
        "table = '{'\nrefused_creation = true",
    ],
)
def test_a_refused_creation_can_be_expected(addition: str) -> None:
    played(addition, CREATED)


@pytest.mark.parametrize(
    ("addition", "expected"),
    [
        ("refused_creation = 'TR-2.1'", r"TR-2\.1\n    found    the game was created"),
        ("refused_creation = true", "a refused creation\n    found    the game was created"),
        ("seats = 7\nrefused_creation = 'TR-2.1'", r"TR-2\.1\n    found    TR-2\.10"),
        ("options = { nonsense = 1 }\nrefused_creation = 'TR-2.1'", r"TR-2\.1\n    found    no clause"),
        ("options = { tracks = ['nowhere'] }\nrefused_creation = 'TR-2.2'", r"TR-2\.2\n    found    TR-2\.1 "),
    ],
)
def test_another_creation_than_the_expected_fails(addition: str, expected: str) -> None:
    with pytest.raises(CaseFailure, match=f"refused_creation\n    expected {expected}"):
        played(addition, CREATED)


@pytest.mark.parametrize(
    "addition", ["seats = 7", "options = { tracks = ['nowhere'] }", "changes = { deck = [] }\npools = ['nothing']"]
)
def test_a_case_that_cannot_be_created_names_its_file_and_itself(addition: str) -> None:
    with pytest.raises(CaseError, match=r"^a\.toml: 'A case\.': "):
        played(addition, CREATED)
