"""Worlds that are equal to a reader look equal to them: the gate that every title passes, and holes that it finds."""

from __future__ import annotations

from typing import Any

import pytest

from games.kit.rules.decider import Chance, Decision
from games.kit.title import Title
from lab.toy import LANTERN_NIGHT
from lab.variants import VARIANTS
from tests.games.whispers import HOLES, OPEN_SECRET, UNSAID, WHISPERS
from titles.catalogue import TITLES, newest
from titles.checks.leaks import Finding, gate, private_kinds

TOYS: list[Title[Any]] = [LANTERN_NIGHT, WHISPERS]
ALL: list[Title[Any]] = [*map(newest, TITLES), *TOYS]
SECRETIVE = [
    pytest.param(title, VARIANTS.get(title.name, [(2, "{}"), (4, "{}")]), id=title.name)
    for title in ALL
    if private_kinds(title)
]


def never_hidden(finding: Finding) -> set[str]:
    """Return the private types that everybody could tell from another of their type, whenever they differed."""
    return set(finding.changed) - set(finding.hidden)


@pytest.mark.parametrize("moments_per_picture", [5, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize(("title", "variants"), SECRETIVE)
def test_nothing_shows_a_reader_what_only_another_seat_may_know(
    title: Title[Any], variants: list[tuple[int, str]], moments_per_picture: int
) -> None:
    finding = gate(title, variants, moments_per_picture=moments_per_picture)
    assert finding.leaks == []
    assert never_hidden(finding) == set()
    assert private_kinds(title, Chance) <= set(finding.changed)
    assert not private_kinds(title, Decision) or private_kinds(title, Decision) & set(finding.changed)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_a_title_that_hides_says_what_reveals(name: str) -> None:
    """Otherwise nothing could be taken back from the first secret on."""
    for title in TITLES[name].values():
        assert bool(title.rules.reveals) == bool(private_kinds(title))


def test_the_gate_is_for_every_title_with_private_messages() -> None:
    assert {"king_of_tokyo", "shogun", "titan_race"} <= {str(case.id) for case in SECRETIVE}


@pytest.mark.parametrize(("part", "title"), HOLES.values(), ids=HOLES)
def test_a_title_with_a_hole_is_found_out(part: str, title: Title[Any]) -> None:
    finding = gate(title, [(2, "{}"), (3, "{}")])
    assert part in {leak.part for leak in finding.leaks}
    assert {leak.kind for leak in finding.leaks} == {"RollDie"}


def test_an_event_that_opens_a_fact_is_one_that_the_title_names() -> None:
    assert {leak.part for leak in gate(UNSAID, [(2, "{}"), (3, "{}")]).leaks} == {"openings"}


def test_a_secret_that_is_no_secret_is_found_out() -> None:
    assert never_hidden(gate(OPEN_SECRET, [(2, "{}"), (3, "{}")])) == {"RollDie"}
