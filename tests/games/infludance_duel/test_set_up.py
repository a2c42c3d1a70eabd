"""Set-ups of a duel that cannot be are refused with the reason; what fits is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.infludance_duel import INFLUDANCE_DUEL as TITLE
from games.infludance_duel.rules.data import EDITION
from games.infludance_duel.rules.invariants import invariants
from games.infludance_duel.rules.steps import ChooseMover, ShowToken, SpinMagazine
from games.infludance_duel.rules.table import DuelTable, Gunman, Options, setup
from games.infludance_duel.rules.view import view
from games.kit.rules import canonical

RED, BLUE = Gunman("small", "c1"), Gunman("small", "c5")
HOME = Gunman("small", home=True)
DUEL = setup(2, Options(starting_player="red"), EDITION).but(gunmen=(RED, BLUE), active=1)

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("only after both figures", {"gunmen": (Gunman(), BLUE)}),
    ("starting player is known", {"starter": 0}),
    ("third time ends", {"situations": ("c1-c5-red",) * 3}),
    ("the last of the situations", {"situations": ("c1-c5-red", "b1-c5-red")}),
    ("twelve of the edition", {"unfired": DUEL.unfired[1:]}),
    ("sorted order", {"unfired": DUEL.unfired[::-1]}),
    ("on a field of the board", {"gunmen": (Gunman("small", "c9"), BLUE)}),
    ("over its winning line, which ended", {"gunmen": (HOME, BLUE)}),
    ("over its winning line, which ended", {"gunmen": (Gunman("small", "c1", home=True), BLUE)}),
    ("is on the board while", {"gunmen": (Gunman("small"), BLUE)}),
    ("covered by both", {"gunmen": (RED, RED)}),
    ("has a winner", {"ending": "goal"}),
    ("winner's cowboy is over", {"ending": "goal", "winner": 1}),
]


@pytest.mark.parametrize(("sentence", "changes"), FAULTS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_cannot_be_is_named(sentence: str, changes: dict[str, Any]) -> None:
    faults = list(invariants(DUEL.but(**changes)))
    assert any(sentence in fault for fault in faults), faults


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"situations": ("b1-c5-red", "c1-c5-red")},
        {"phase": "end", "situations": ("b1-c5-red",)},
        {"ending": "goal", "winner": 1, "gunmen": (HOME, BLUE)},
        {"shot_used": True, "agenda": (ShowToken(1), SpinMagazine(1))},
        {"shot_used": True, "gunmen": (RED, Gunman("small", "c3")), "agenda": (ChooseMover(1, "c2", "c2"),)},
    ],
    ids=str,
)
def test_what_fits_is_accepted(changes: dict[str, Any]) -> None:
    assert list(invariants(DUEL.but(**changes))) == []


@pytest.mark.parametrize("row", ["", "gunmen.0"])
def test_a_misspelt_field_of_a_table_is_refused(row: str) -> None:
    written = json.loads(canonical.encode(DUEL))
    place = written
    for key in filter(None, row.split(".")):
        place = place[int(key) if key.isdigit() else key]
    place["fild"] = "c1"
    with pytest.raises(canonical.BadTableError, match="fild"):
        canonical.read(TITLE.rules, json.dumps(written), EDITION)


def test_a_cowboy_that_is_not_placed_and_one_over_its_winning_line_differ() -> None:
    table: DuelTable = DUEL.but(ending="goal", winner=1, gunmen=(HOME, BLUE))
    views = [view(position, None) for position in (table, setup(2, Options(), EDITION))]
    assert [[gunman.home for gunman in view.gunmen] for view in views] == [[True, False], [False, False]]
