"""The checks of expectations, against a match that answers what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from google.protobuf.message import Message

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import events_pb2 as ev
from gunbai.infludance_duel.v1 import view_pb2
from gunbai.record.v1.entry_pb2 import Entry
from gunbai.referee.v1.game_pb2 import Result, Waiting
from gunbai.referee.v1.ruling_pb2 import NamedValue, Refused
from gunbai_record.cases import CaseError, CaseFailure, Judged, Match
from gunbai_record.cases.checks import check
from gunbai_record.cases.format import Case
from gunbai_record.cases.places import Place


class Fixed:
    """A match in one state."""

    started: Sequence[Message] = ()
    position = 0

    def fork(self, position: int) -> Match:
        raise NotImplementedError(position)

    def judge(self, actor: int, command: Message) -> Judged:
        raise NotImplementedError(actor, command)

    def waiting(self) -> Waiting:
        return Waiting(step="TakeStep", seats=[1], clause="IN-4.1")

    def view(self, seat: int | None) -> Message:
        return Entry(version=7, command_id="8", game="8.5") if seat == 9 else view_pb2.View(rows=seat or 5)

    def legal(self, seat: int) -> Sequence[Message]:
        return [cmd.Step(heading=cmd.HEADING_FORWARD)] if seat == 1 else []

    def result(self) -> Result | None:
        return Result(ending="home", clause="IN-7.1", winners=[1], scores=[1, 0])


PLACED = ev.CowboyPlaced(seat=1, field="c1")
STARTED = ev.TurnBegan(seat=2)
REFUSED = Refused(clause="IN-4.2", values=[NamedValue(name="heading", value="forward")])


def checked(**expected: Any) -> None:
    """Check a case with these expectations."""
    refused = REFUSED if "values" in expected else None
    case = msgspec.convert({"name": "A", "clause": "B", "title": "infludance_duel", "file": "a.toml", **expected}, Case)
    check(Place(case, "here"), case, Fixed(), Judged([PLACED, STARTED], refused))


@pytest.mark.parametrize(
    "expected",
    [
        {"events": ["CowboyPlaced", "TurnBegan"]},
        {"events_end": ["TurnBegan"]},
        {"events_end": ["CowboyPlaced", "TurnBegan"]},
        {"events_end": []},
        {"events_include": ["TurnBegan"]},
        {"events_include": ["CowboyPlaced", "TurnBegan"]},
        {"events_include": []},
        {"events": [{"event": "CowboyPlaced", "seat": 1, "field": "c1"}, {"like": "TurnBegan", "seat": 2}]},
        {"events_exclude": [{"event": "CowboyPlaced", "seat": 1}, "CowboyStepped"]},
        {"waits": {}},
        {"waits": {"clause": "IN-4.1", "chance": False}},
        {"views": {"9": {"version": 7, "command_id": "8"}}},
        {"views": {"9": {"version": "7", "command_id": 8}}},
        {"view": {"gunmen.0.exists": False, "gunmen.length": 0}},
        {"legal": [{"seat": 1, "command": "Step", "fields": {"heading": "HEADING_FORWARD"}}]},
        {"not_legal": [{"seat": 1, "command": "Step", "fields": {}}, {"seat": 1, "command": "EndTurn"}]},
        {"ended": {}},
        {"ended": {"clause": "IN-7.1", "scores": [1, 0], "remark": ""}},
        {"values": {}},
        {"events_exclude": [{"like": "TurnBegan", "seat": 1}]},
        {"waits": {"step": "TakeStep", "seats": [1]}},
        {"view": {"rows": 5}},
        {"views": {"2": {"rows": 2}}},
        {"legal": [{"seat": 1, "command": "Step"}]},
        {"not_legal": [{"seat": 2, "command": "Step"}]},
        {"ended": {"ending": "home", "winners": [1]}},
        {"values": {"heading": "forward"}},
    ],
)
def test_an_expectation_holds(expected: dict[str, Any]) -> None:
    checked(**expected)


@pytest.mark.parametrize(
    "expected",
    [
        {"events": ["TurnBegan", "CowboyPlaced"]},
        {"events_end": ["CowboyPlaced"]},
        {"events_end": ["TurnBegan", "CowboyPlaced", "TurnBegan"]},
        {"events": ["CowboyPlaced"]},
        {"events": []},
        {"events": ["CowboyPlaced", {"event": "TurnBegan"}]},
        {"events_include": ["TurnBegan", "CowboyPlaced"]},
        {"events_exclude": ["CowboyStepped", {"event": "CowboyPlaced", "seat": 1, "field": "c1"}]},
        {"waits": {"seats": [1, 2]}},
        {"views": {"9": {"version": 8}}},
        {"views": {"9": {"game": 8.5}}},
        {"legal": [{"seat": 1, "command": "Step", "fields": {}}]},
        {"legal": [{"seat": 1, "command": "EndTurn"}]},
        {"values": {"heading": "forward", "other": 1}},
        {"events_include": ["TurnBegan", "TurnBegan"]},
        {"events_exclude": ["TurnBegan"]},
        {"waits": {"chance": True}},
        {"view": {"rows": 4}},
        {"views": {"2": {"rows": 5}}},
        {"legal": [{"seat": 2, "command": "Step"}]},
        {"not_legal": [{"seat": 1, "command": "Step"}]},
        {"ended": {"scores": [0, 1]}},
        {"ended": False},
        {"values": {"heading": "back"}},
    ],
)
def test_an_expectation_that_does_not_hold_is_a_failure_with_its_place(expected: dict[str, Any]) -> None:
    with pytest.raises(CaseFailure, match=f"here, {next(iter(expected))}"):
        checked(**expected)


def test_a_failure_shows_what_was_expected_before_what_was_found() -> None:
    with pytest.raises(CaseFailure, match=r"expected \[TurnBegan\]\n    found    \[CowboyPlaced\("):
        checked(events=["TurnBegan"])
    with pytest.raises(CaseFailure, match="expected a game that is not over\n    found    "):
        checked(ended=False)
    with pytest.raises(CaseFailure, match=r"expected seat 2 may Step\(\)\n    found    \[\]"):
        checked(legal=[{"seat": 2, "command": "Step"}])
    with pytest.raises(CaseFailure, match=r"expected heading = back\n    found    {'heading': 'forward'}"):
        checked(values={"heading": "back"})
    with pytest.raises(
        CaseFailure, match=r"here, waits, step\n    expected End\n    found    Waiting\(step='TakeStep'"
    ):
        checked(waits={"step": "End"})
    with pytest.raises(CaseFailure, match=r"here, view, rows\n    expected 4\n    found    5"):
        checked(view={"rows": 4})
    step = r"\[.Step\(heading='HEADING_FORWARD'\).\]"
    with pytest.raises(CaseFailure, match=rf"expected seat 1 may not Step\(\)\n    found    {step}"):
        checked(not_legal=[{"seat": 1, "command": "Step"}])


@pytest.mark.parametrize(
    "pattern", [{"seat": 1}, {}, {"event": "TurnBegan", "like": "TurnBegan"}, {"event": "TurnBegan", "like": "x"}]
)
def test_a_pattern_names_an_event_in_one_way(pattern: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match=r"here, events: .* must name an event by either `event` or `like`"):
        checked(events=[pattern])


def test_a_path_of_a_view_that_does_not_exist_is_an_error_at_its_place() -> None:
    for path in ("nothing", "exists", "gunmen.0.figure"):
        with pytest.raises(CaseError, match=f"here, view, {path}: there is no"):
            checked(view={path: 1})
