"""Places in a case make the messages of failures and errors."""

from __future__ import annotations

import pytest

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.infludance_duel.v1 import events_pb2 as ev
from gunbai_record.cases import CaseError, CaseFailure
from gunbai_record.cases.format import Case
from gunbai_record.cases.places import Place, message, sentence

PLACE = Place(Case(name="A", clause="IN-1.1", title="infludance_duel", file="a.toml"), "move 1")


def test_a_failure_shows_the_place_what_was_expected_and_what_was_found() -> None:
    with pytest.raises(CaseFailure) as failure:
        PLACE.at("view").fails(1, 2)
    assert str(failure.value) == "a.toml: 'A': move 1, view\n    expected 1\n    found    2"


def test_a_message_is_made_from_the_name_and_fields_of_a_case() -> None:
    step = message(PLACE, "Step", {"heading": "HEADING_FORWARD"})
    assert step == cmd.Step(heading=cmd.HEADING_FORWARD)
    assert sentence(step) == "Step(heading='HEADING_FORWARD')"


def test_a_message_is_shown_with_the_names_that_its_fields_have_in_the_proto() -> None:
    assert sentence(ev.ShotsMet(red_field="a1")) == "ShotsMet(red_field='a1')"


@pytest.mark.parametrize(("name", "fields"), [("Castle", {}), ("Step", {"to": 1})])
def test_an_unknown_message_or_field_is_an_error_with_its_place(name: str, fields: dict[str, object]) -> None:
    with pytest.raises(CaseError, match=r"^a\.toml: 'A': move 1: "):
        message(PLACE, name, fields)
