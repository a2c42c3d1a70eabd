"""What a title does not say of itself follows from its name, its clauses and its table."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import msgspec
import pytest

from games.kit.rules.decider import NO_COMPONENTS, BrokenLawError, NoOptions, Rules, Table, rows_alike
from games.kit.rules.edition import Edition
from games.kit.rules.open_table import open_table
from gunbai.rules.v1 import view_pb2
from lab.toy import LANTERN_NIGHT, Night, protos


class Heap(msgspec.Struct, frozen=True):
    """A row."""

    stones: int = 3


class Heaps(Table, frozen=True, kw_only=True):
    """A table."""

    rows = "heaps"

    edition: Edition[Any]
    heaps: tuple[Heap, ...]
    active: int = 1


PARTS = ("commands", "events", "view", "clauses")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a package with the stubs of a title."""
    for part in PARTS:
        monkeypatch.setitem(sys.modules, f"gunbai.titles.paper_lanterns.v1.{part}_pb2", protos)


def paper(**parts: Any) -> Rules[Night]:
    """Return the rules of a title that says nothing of itself but this."""
    unsaid: dict[str, Any] = {"name": "paper_lanterns", "protos": (), "code": "", "label": "", "seats_clause": ""}
    return dataclasses.replace(LANTERN_NIGHT.rules, **unsaid | parts)


@pytest.mark.usefixtures("installed")
def test_names_and_protos_follow_from_the_name_and_the_clauses() -> None:
    rules = paper()
    assert (rules.label, rules.code, rules.seats_clause) == ("Paper Lanterns", "LN", "LN-1")
    assert rules.protos == (protos,) * 4


@pytest.mark.usefixtures("installed")
def test_the_view_of_the_whole_table_is_of_no_title() -> None:
    assert paper(view=open_table).protos == (protos, protos, view_pb2, protos)


def test_a_title_without_stubs_is_an_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"gunbai\.titles"):
        paper()


def test_a_set_up_has_a_row_of_defaults_for_each_seat() -> None:
    table = rows_alike(Heaps, 3, NoOptions(), NO_COMPONENTS)
    assert table == Heaps(edition=NO_COMPONENTS, heaps=(Heap(), Heap(), Heap()), active=1)


def test_a_field_without_a_default_takes_a_set_up_of_its_own() -> None:
    with pytest.raises(BrokenLawError, match="Night needs a `setup`, or defaults: "):
        rows_alike(Night, 3, NoOptions(), NO_COMPONENTS)
