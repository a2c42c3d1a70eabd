"""Expressions about a position: what they mean, and where a mistake in one is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gunbai.king_of_tokyo.v1 import events_pb2 as cmd
from gunbai.king_of_tokyo.v1 import view_pb2
from referee.questions.expressions import LONGEST_EXPRESSION, ExpressionError, parsed

VIEW = view_pb2.View(
    monsters=[
        view_pb2.Monster(seat=1, life=3, monster="kraken"),
        view_pb2.Monster(seat=2, life=9, place=cmd.PLACE_CITY),
    ],
    lookers=[1, 2],
)
TABLE = {"deck": ["a", "b"], "turn": {"seat": 2}, "king": None, "life": 3, "done": True}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("monsters.0.life < 4", True),
        ("monsters.0.life<3", False),
        ("monsters.seat=2.life == 9", True),
        ("monsters.seat=2.life==9", True),
        ("9 == monsters.1.life", True),
        ("monsters.0.life <= 3 and monsters.0.life >= 3", True),
        ("monsters.0.life != 3 or monsters.1.life > 8", True),
        ("monsters.1.life > 8 or monsters.0.life == 0 and monsters.0.life != 3", True),
        ("(monsters.1.life > 8 or monsters.0.life == 0) and monsters.0.life != 3", False),
        ("not monsters.0.life < 3", True),
        ("not not bay_open", False),
        ("(not true) == false", True),
        ("monsters.0.monster == 'kraken'", True),
        (r"'\'' == '\u0027'", True),
        (r"""'"' == "\u0022" """, True),
        ('monsters.0.monster < "l"', True),
        ('monsters.1.place == "PLACE_CITY"', True),
        ("monsters.5.life < 100", False),
        ("monsters.5.life != 100", False),
        ("monsters.5.exists or monsters.0.exists", True),
        ("top_card == null", True),
        ("monsters.0 == null", False),
        ("top_card.name == monsters.9.name", False),
        ("len(monsters) == 2 and len(lookers) > 1", True),
        ("monsters.length == 2", True),
        ("monsters.0.life == -3", False),
        ("monsters.0.life < 3.5", True),
        ("true", True),
        ("true == (1 < 2)", True),
    ],
)
def test_an_expression_about_a_view_holds_or_not(text: str, *, holds: bool) -> None:
    assert parsed(text, VIEW.DESCRIPTOR).holds(VIEW) is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("life < 4 and done", True),
        ("len(deck) == 2", True),
        ("deck.1 == 'b'", True),
        ("deck.2 == 'b'", False),
        ("king == null", True),
        ("turn.nobody == null", True),
        ("null == turn.nobody", True),
        ("null != turn.nobody", False),
        ("turn.nobody != null", False),
        ("turn.nobody == turn.nobody", False),
        ("3 != turn.nobody", False),
        ("turn.nobody != 3", False),
        ("king != turn", True),
        ("turn == turn", True),
        ("deck <= deck", False),
        ("done >= done", False),
        ("life", False),
        ("life < 'x'", False),
        ("life != 'x'", True),
        ("deck < 3", False),
        ("nothing.there", False),
    ],
)
def test_an_expression_about_a_table_is_checked_only_where_it_is_asked(text: str, *, holds: bool) -> None:
    assert parsed(text).holds(TABLE) is holds


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("monsters.0.lief < 3", 12, "Monster has no field 'lief'"),
        ("1 < 2 and monsters.first.life > 2", 20, "not an element of a list"),
        ("monsters.0.life = 3", 17, "compare values with =="),
        ("monsters.0.life < 'three'", 17, "never equal"),
        ("monsters.0.place == 'CITY'", 21, "not a value of Place"),
        ("monsters.0.place < 3", 18, "never equal"),
        ("monsters == lookers and monsters < lookers", 34, "only numbers or strings"),
        ("monsters.0.life", 1, "this is a number"),
        ("not monsters", 5, "this is a list"),
        ("(monsters.0.life < 3", 21, r"the \( at column 1"),
        ("monsters.0.life < 3)", 20, "expected an operator"),
        ("monsters.0.life < 3 monsters.0.life", 21, "expected an operator"),
        ("1 < 2 < 3", 7, "cannot be chained"),
        ("monsters.0.life <", 18, "expected more: the expression ends here"),
        ("", 1, "expected more: the expression ends here"),
        ("and", 1, "a path or a value"),
        ("1 == not", 6, "expected a path or a value, not 'not'"),
        ("1 == or", 6, "expected a path or a value, not 'or'"),
        ("len(3) == 1", 5, "path of a list"),
        ("len(monsters == 1", 14, r"needs a \)"),
        ("monsters.0.life < 007", 19, "not a JSON number"),
        ("monsters.0.life < 1٠", 19, "no meaning"),
        ("1.٣ == 2", 1, "no meaning"),
        ("monsters.٠.life == 2", 10, "not an element of a list"),
        ("monsters.0.monster == 'kraken", 23, "lacks its closing quote"),
        ("monsters.0.monster == '\\q'", 23, "not a JSON string"),
        ("monsters.0.life < $", 19, "no meaning"),
        ("(" * 21 + "1 < 2" + ")" * 21, 21, "at most 20 levels deep"),
        ("not " * 21 + "1 < 2", 81, "at most 20 levels deep"),
        (" " * LONGEST_EXPRESSION + "1", LONGEST_EXPRESSION + 1, "has at most"),
    ],
)
def test_a_mistake_is_named_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(ExpressionError, match=problem) as raised:
        parsed(text, VIEW.DESCRIPTOR)
    assert raised.value.column == column
    assert str(raised.value).startswith(f"column {column}: ")


def test_the_paths_of_an_expression_are_listed_once_each_in_their_order() -> None:
    expression = parsed("len(monsters) > 1 and (monsters.0.life < 3 or monsters.0.life > 5)", VIEW.DESCRIPTOR)
    assert [path for path, _ in expression.paths] == ["monsters.length", "monsters.0.life"]


WORDS = st.sampled_from(
    [
        "monsters.0.life",
        "life",
        "<",
        "==",
        "=",
        "and",
        "or",
        "not",
        "(",
        ")",
        "len",
        "3",
        "'a'",
        "null",
        ".",
        "\\",
        "9e9",
        "1٠",
        "²",
        "monsters.٠",
    ]
)


def outcome(text: str, position: Any, view: Any) -> bool | int:
    """Return whether an expression holds, or the column of the mistake in it."""
    try:
        return parsed(text, view).holds(position)
    except ExpressionError as error:
        return error.column


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=40))
def test_any_text_is_an_expression_or_an_error_with_a_column(text: str) -> None:
    positions: list[tuple[Any, Any]] = [(VIEW, VIEW.DESCRIPTOR), (TABLE, None)]
    for position, view in positions:
        assert outcome(text, position, view) in {True, False, *range(1, len(text) + 2)}
