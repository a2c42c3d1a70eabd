"""A set-up is either refused, or can be played on from where it stands."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules import canonical, decider
from games.kit.rules.decider import Accepted, Decision
from games.kit.rules.edition import EditionError
from games.shogun import SHOGUN
from games.shogun.rules.data import EDITION, PROVINCE
from games.shogun.rules.steps import TurnUpOffer
from games.shogun.rules.table import Options, ShogunTable, setup
from titles.checks.drawing import draw
from titles.checks.walk import SeededDraws, set_up, walk

TABLES = [
    canonical.encode(turn.accepted.table)
    for seats, options in ((3, "{}"), (4, '{"side": "moon", "tower": "table"}'), (5, '{"start": "preset"}'))
    for turn in walk(SHOGUN, set_up(SHOGUN, seats, options).table, seed=3)
]
NUMBERS = (0, 1, 2, 3, 5, -1, 99, 10**12)
WORDS = ("", "mino", "kazusa", "chest_3", "E7", "winter", "march_a", "tax_bonus", "castle")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to every value inside, lists included."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [leaf for key, inner in inside for leaf in leaves(inner, (*path, key))]
    return below if isinstance(value, dict) else [*below, path]


def spoil(table: Any, source: random.Random) -> None:
    """Change one value somewhere."""
    *way, last = source.choice([path for path in leaves(table) if path[0] != "edition"])
    holder = table
    for key in way:
        holder = holder[key]
    old = holder[last]
    if isinstance(old, bool):
        holder[last] = not old
    elif isinstance(old, int):
        holder[last] = source.choice((*NUMBERS, old + 1, old - 1))
    elif isinstance(old, str):
        holder[last] = source.choice(WORDS)
    else:
        holder[last] = old[:-1] if source.random() < 0.5 else [*old, *old[:1]]


def play_on(table: ShogunTable, source: random.Random) -> None:
    """Play some random moves; every table on the way keeps the invariants and can be shown."""
    table = decider.begin(SHOGUN.rules, table).table
    for _ in range(40):
        step = decider.waiting(SHOGUN.rules, table)
        if step is None:
            return
        actor = source.choice(step.seats(table)) if isinstance(step, Decision) else decider.CHANCE
        legal = list(decider.legal(SHOGUN.rules, table, actor)) if actor else []
        move = source.choice(legal) if legal else decider.draw(SHOGUN.rules, table, SeededDraws(source))
        assert move is not None, f"{step} offers nothing"
        ruling = decider.decide(SHOGUN.rules, table, actor, move)
        assert isinstance(ruling, Accepted)
        table = ruling.table
        assert list(SHOGUN.rules.invariants(table)) == []
    assert draw(SHOGUN, table, 1)


@given(st.randoms(use_true_random=False))
def test_a_spoilt_table_is_refused_or_can_be_played(source: random.Random) -> None:
    for _ in range(8):
        table = json.loads(source.choice(TABLES))
        spoil(table, source)
        try:
            accepted = canonical.read(SHOGUN.rules, json.dumps(table), EDITION)
        except canonical.BadTableError:
            continue
        play_on(accepted, source)


def test_a_misspelt_field_of_a_table_is_refused() -> None:
    table = setup(3, Options(start="preset", lineups="ABC"), EDITION).opens(TurnUpOffer(1))
    for path in ((), ("seats", 0), ("lands", 0), ("agenda", 0)):
        spelt = json.loads(canonical.encode(table))
        holder = spelt
        for key in path:
            holder = holder[key]
        holder["armys"] = 1
        with pytest.raises(canonical.BadTableError, match="armys"):
            canonical.read(SHOGUN.rules, json.dumps(spelt), EDITION)


def test_a_misspelt_field_of_an_edition_is_refused() -> None:
    for path in ((), ("sun",), ("moon", "borders", 0), ("sun", "regions", 0), ("tower",)):
        board = json.loads(EDITION.text)
        holder = board
        for key in path:
            holder = holder[key]
        holder["sources"] = "printed"
        with pytest.raises(EditionError, match="sources"):
            EDITION.read(json.dumps(board))


def test_a_border_joins_two_provinces_and_eight_different_ones_are_reserved() -> None:
    board = json.loads(EDITION.text)
    board["sun"]["borders"][0]["b"] = board["sun"]["borders"][0]["a"]
    with pytest.raises(EditionError, match="joins two provinces"):
        EDITION.read(json.dumps(board))
    board = json.loads(EDITION.text)
    board["sun"]["reserved"].append(board["sun"]["reserved"][0])
    with pytest.raises(EditionError, match="8 reserved provinces, not 9"):
        EDITION.read(json.dumps(board))


def test_the_sun_side_lies_up_unless_a_table_says_otherwise() -> None:
    spelt = json.loads(TABLES[0])
    del spelt["side"]
    assert canonical.read(SHOGUN.rules, json.dumps(spelt), EDITION).side == "sun"


def test_a_table_that_says_nothing_of_its_start_began_with_the_draft() -> None:
    spelt = json.loads(canonical.encode(setup(3, Options(), EDITION)))
    del spelt["start"]
    assert canonical.read(SHOGUN.rules, json.dumps(spelt), EDITION).start == "draft"


def test_a_misspelt_option_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="towers"):
        msgspec.json.decode('{"towers": "table"}', type=Options)


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (2, Options(), "three to five"),
        (6, Options(), "three to five"),
        (3, Options(colours=("red", "red", "blue")), "colour"),
        (3, Options(colours=("red", "blue")), "colour"),
        (3, Options(colours=("red", "blue", "purple", "red")), "colour"),
        (3, Options(colours=("red", "blue", "pink")), "colour"),
        (3, Options(oldest=4), "oldest"),
        (3, Options(start="preset", side="moon"), "sun side"),
        (3, Options(start="preset", lineups="ABB"), "line-ups"),
        (3, Options(lineups="ABC"), "line-ups"),
    ],
)
def test_options_that_do_not_fit_are_refused(players: int, options: Options, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        setup(players, options, EDITION)


def test_a_game_is_played_on_the_board_of_its_edition() -> None:
    """Owners of the game can correct the moon side: here no ship sails, and Mino is reserved instead of Echigo."""
    board = json.loads(EDITION.text)
    board["moon"]["borders"] = [border for border in board["moon"]["borders"] if not border["sea"]]
    board["moon"]["reserved"][1] = "mino"
    edition = EDITION.read(json.dumps(board))
    table = setup(3, Options(side="moon"), edition)
    assert "iyo" not in table.neighbours("aki")
    assert "echigo" in table.deck
    assert "mino" not in table.deck
    assert "iyo" in setup(3, Options(side="moon"), EDITION).neighbours("aki")
    for turn in walk(SHOGUN, table, seed=5):
        assert turn.accepted.table.edition == edition


@pytest.mark.parametrize(
    ("part", "value", "says"),
    [
        ("reserved", list(PROVINCE), "8 reserved"),
        ("reserved", ["mino"] * 8, "8 reserved"),
        ("reserved", ["atlantis"] * 8, "unknown"),
        ("borders", [{"a": "mino", "b": "mino"}], "joins two"),
        ("borders", [{"a": "mino", "b": "hida"}, {"a": "hida", "b": "mino", "sea": True}], "named once"),
        ("borders", [{"a": "mino", "b": "atlantis"}], "unknown"),
        ("regions", [], "share out"),
        ("regions", [{"id": "all", "provinces": list(PROVINCE)}], "regions of a side"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_no_edition(part: str, value: list[Any], says: str) -> None:
    board = json.loads(EDITION.text)
    board["sun"][part] = value
    with pytest.raises(EditionError, match=says):
        EDITION.read(json.dumps(board))


def test_line_ups_need_their_provinces() -> None:
    board = json.loads(EDITION.text)
    board["sun"]["reserved"][0] = "mino"
    with pytest.raises(ValueError, match="mino"):
        setup(3, Options(start="preset"), EDITION.read(json.dumps(board)))
    setup(4, Options(start="preset"), EDITION.read(json.dumps(board)))
