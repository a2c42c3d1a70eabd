"""What the schema of a table says of a type: the sentences of its class, and those below its fields."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.game.table_schema import _described, _written


class Base(msgspec.Struct):
    """What others are made from."""

    light: int
    """How much there is."""
    plain: int = 0


class Bare(Base):  # noqa: D101  # it says nothing
    own: int = 0
    """What it has
    alone."""


WHOLE: dict[str, Any] = {
    "type": "object",
    "properties": {name: {"type": "integer"} for name in ("light", "plain", "own")},
}


def test_a_field_has_the_sentence_below_it_also_that_of_a_base_and_on_one_line() -> None:
    described = _described(WHOLE, Bare)
    assert described["properties"] == {
        "light": {"type": "integer", "description": "How much there is."},
        "plain": {"type": "integer"},
        "own": {"type": "integer", "description": "What it has alone."},
    }
    assert described["type"] == "object"


def test_a_class_has_its_sentence_and_none_if_it_says_nothing() -> None:
    assert _described(WHOLE, Base)["description"] == "What others are made from."
    assert _described(WHOLE, Bare)["description"] == ""


def test_a_type_that_json_has_no_form_for_is_a_mistake() -> None:
    with pytest.raises(NotImplementedError, match="complex"):
        _written(complex)
