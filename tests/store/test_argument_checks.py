"""Arguments that no engine takes: each is quoted, and what is just within the bounds is taken."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from store.argument_checks import (
    check_adopt,
    check_append,
    check_cosignature,
    check_create,
    check_follows,
    check_leaves_of,
    check_page,
    check_papers,
)
from store.contract import PAPER_BYTES, Cosignature, DuplicateCommand, Grant, Stored
from tests.store.store_values import entries, entry, leaf, opening, paper, papers, summary

Check = Callable[[], None]
HOST = Grant(b"t", "g", "host")
IMPORTED = replace(opening("g"), provenance=b"from")
UNCHECKED = replace(entry(3), command_id="c")

REFUSED: list[tuple[Check, str]] = [
    (lambda: check_create(opening(""), [], [], summary("")), "a game needs a name"),
    (
        lambda: check_create(replace(opening("g"), secret=bytes(31)), [], [], summary("g")),
        "a game's secret has 32 bytes, not 31",
    ),
    (
        lambda: check_create(replace(opening("g"), secret=bytes(33)), [], [], summary("g")),
        "a game's secret has 32 bytes, not 33",
    ),
    (
        lambda: check_create(opening("g", "p", 0), [], [], summary("g")),
        "a fork must name its parent and a version of it: Opening(game='g', title='titan_race', public=True, parent",
    ),
    (
        lambda: check_create(opening("g", "", 1), [], [], summary("g")),
        "a fork must name its parent and a version of it: Opening(game='g', title='titan_race', public=True)",
    ),
    (
        lambda: check_create(opening("g", "p", 2), entries(2, 2), [], summary("g")),
        "game 'g': entry 2 cannot follow entry 2",
    ),
    (lambda: check_create(opening("g"), [], [], summary("h")), "game 'g': data of game 'h'"),
    (
        lambda: check_adopt(opening("g"), [], summary("g")),
        "an imported log must have a provenance, and cannot be a fork: Opening(game='g', title='titan_race', ",
    ),
    (
        lambda: check_adopt(replace(opening("g", "p", 1), provenance=b"from"), [], summary("g")),
        "an imported log must have a provenance, and cannot be a fork: Opening(game='g', title='titan_race', ",
    ),
    (lambda: check_adopt(IMPORTED, [replace(HOST, game="h")], summary("g")), "game 'g': data of game 'h'"),
    (lambda: check_follows("g", 2, entry(4)), "game 'g': expected entry 3 without a command, not entry 4 with ''"),
    (lambda: check_follows("g", 2, entry(2)), "game 'g': expected entry 3 without a command, not entry 2 with ''"),
    (lambda: check_follows("g", 2, UNCHECKED), "game 'g': expected entry 3 without a command, not entry 3 with 'c'"),
    (lambda: check_append("g", 1, entries(1, 2), [], None), "game 'g': entry 1 cannot follow entry 1"),
    (lambda: check_append("g", 1, [entry(2), entry(2)], [], None), "game 'g': entry 2 cannot follow entry 2"),
    (lambda: check_append("g", 1, [], [HOST, replace(HOST, game="h")], None), "game 'g': data of game 'h'"),
    (lambda: check_append("g", 1, [], [], summary("h")), "game 'g': data of game 'h'"),
    (lambda: check_papers("g", 1, papers("g", 1, 1)), "game 'g': paper 1 cannot follow paper 1"),
    (lambda: check_papers("g", 1, [paper("g", 2), paper("g", 2)]), "game 'g': paper 2 cannot follow paper 2"),
    (lambda: check_papers("g", 0, [paper("h", 1)]), "game 'g': data of game 'h'"),
    (
        lambda: check_papers("g", 0, [paper("g", 1, bytes(PAPER_BYTES + 1))]),
        "game 'g': paper 1 has 8193 bytes, more than 8192",
    ),
    (lambda: check_leaves_of("g", [leaf("g"), leaf("h")]), f"{leaf('h')!r} is not a leaf of 32 bytes of game 'g'"),
    (
        lambda: check_leaves_of("g", [replace(leaf("g"), data=bytes(31))]),
        f"{replace(leaf('g'), data=bytes(31))!r} is not a leaf of 32 bytes of game 'g'",
    ),
    (
        lambda: check_cosignature(Cosignature(-1, "w", "l")),
        "a cosignature must have a size and name its witness: Cosignature(size=-1, witness='w', line='l')",
    ),
    (
        lambda: check_cosignature(Cosignature(1, "", "l")),
        "a cosignature must have a size and name its witness: Cosignature(size=1, witness='', line='l')",
    ),
    (lambda: check_page(0), "a page must show at least one row, not 0"),
]


@pytest.mark.parametrize(("check", "words"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_call_to_make_is_quoted(check: Check, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        check()


def test_what_is_just_within_the_bounds_is_taken() -> None:
    check_create(opening("g"), entries(1, 2), [HOST], summary("g"))
    check_create(opening("g", "p", 2), entries(3, 4), [], summary("g"))
    check_adopt(IMPORTED, [HOST], summary("g"))
    check_follows("g", 2, entry(3))
    check_append("g", 1, [], [], None)
    check_append("g", 1, entries(2, 4), [HOST], summary("g"))
    check_papers("g", 1, [paper("g", 2, bytes(PAPER_BYTES)), paper("g", 3)])
    check_leaves_of("g", [leaf("g"), leaf("g", 1)])
    check_cosignature(Cosignature(0, "w", ""))
    check_page(1)


def test_entries_of_one_call_answer_different_commands_or_none() -> None:
    check_append("g", 0, [Stored(1, "a", b""), Stored(2, "", b""), Stored(3, "", b""), Stored(4, "b", b"")], [], None)
    twice = [Stored(1, "a", b""), Stored(2, "b", b""), Stored(3, "a", b"")]
    with pytest.raises(DuplicateCommand) as duplicate:
        check_append("g", 0, twice, [], None)
    assert (duplicate.value.game, duplicate.value.command_id) == ("g", "a")
