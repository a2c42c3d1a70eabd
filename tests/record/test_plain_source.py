"""Plain values are generated from what protos declare, and what no value can be is refused by its name."""

from __future__ import annotations

from typing import Any

import pytest

from gunbai_record.plain import as_message, as_plain
from gunbai_record.plain_source import NotPlainError
from lab.toy import compiled, values_of

HEAD = 'syntax = "proto3"; package {0}.v1;'


def made(name: str, text: str) -> Any:
    return values_of(compiled(HEAD.format(name) + text, f"{name}/v1/events.proto"))


def test_a_field_has_the_type_that_an_author_expects() -> None:
    plain = made(
        "lamp",
        """
        enum Hue { HUE_UNSPECIFIED = 0; HUE_DARK_RED = 1; }
        message Wick { int32 length = 1; }
        message Lit {
          bool high = 1; string room = 2; sint32 heat = 3; bytes mark = 4; optional uint32 seat = 5;
          Hue hue = 6; repeated Hue hues = 7; Wick wick = 8; repeated Wick wicks = 9;
        }
        """,
    )
    unlit = plain.Lit()
    assert (unlit.high, unlit.room, unlit.heat, unlit.mark) == (False, "", 0, b"")
    assert (unlit.seat, unlit.hue, unlit.hues, unlit.wick, unlit.wicks) == (None, 0, (), None, ())
    lit = plain.Lit(seat=0, hue=plain.HUE_DARK_RED, hues=(0, 1), wick=plain.Wick(), wicks=(plain.Wick(length=-3),))
    assert as_plain(as_message(lit)) == lit
    assert lit.ENUMS["hue"].word(lit.hue) == "dark_red"


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("oneof", "message Lit { oneof where { string room = 1; uint32 seat = 2; } }", r"Lit\.room is part of a oneof"),
        ("map", "message Lit { map<string, uint32> rooms = 1; }", "Lit has a nested map"),
        ("nested", "message Lit { message Wick {} Wick wick = 1; }", "Lit has a nested map, message or enum"),
        (
            "float",
            "message Lit { double heat = 1; }",
            r"Lit\.heat is a field of type 1, which a plain value cannot hold",
        ),
        ("keyword", "message Lit { uint32 from = 1; }", r"Lit\.from is a Python keyword"),
    ],
)
def test_what_no_value_can_be_is_refused_by_its_name(name: str, text: str, problem: str) -> None:
    with pytest.raises(NotPlainError, match=problem):
        made(f"lamp_{name}", text)
