"""The tokens that chance shows are distributed as if all twelve had been loaded face down before the first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import msgspec
import pytest

from games.infludance_duel import INFLUDANCE_DUEL
from games.infludance_duel.rules.data import AMMUNITION, CHAMBERS, EDITION
from games.infludance_duel.rules.steps import RevealTokens, ShowToken, SpinMagazine
from games.infludance_duel.rules.table import DuelTable, Options, setup
from games.kit.rules.edition import Edition
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev

World = tuple[tuple[str, ...], tuple[int, int]]
"""What the twelve chambers hold, red's six first, and where each magazine would stop."""

FEW_KINDS = {"good_shot": 1, "kicker": 0, "double_shot": 1, "blank": 10}
"""Few enough arrangements to list them all."""


def worlds() -> list[World]:
    """Return every way to load and spin, equally likely: each place of the two tokens that are no blanks."""
    loaded: list[tuple[str, ...]] = []
    for good, double in permutations(range(2 * CHAMBERS), 2):
        tokens = ["blank"] * (2 * CHAMBERS)
        tokens[good], tokens[double] = "good_shot", "double_shot"
        loaded.append(tuple(tokens))
    spins = [(red, blue) for red in range(CHAMBERS) for blue in range(CHAMBERS)]
    return list(product(loaded, spins))


def firing_order(world: World, seat: int, *, spun: bool) -> tuple[str, ...]:
    """Return the tokens of a seat as its magazine would fire them."""
    tokens, spins = world
    chambers = tokens[:CHAMBERS] if seat == 1 else tokens[CHAMBERS:]
    first = spins[seat - 1] if spun else 0
    return chambers[first:] + chambers[:first]


def revealed(world: World, shooters: Sequence[int]) -> tuple[Any, ...]:
    """Return what is seen in a world when seats shoot in this order: spins, tokens, and what is left at the end."""
    seen: list[Any] = []
    shot = Counter[int]()
    for seat in shooters:
        if not shot[seat]:
            seen.append((seat, world[1][seat - 1] + 1))
        seen.append(firing_order(world, seat, spun=True)[shot[seat]])
        shot[seat] += 1
    rest = tuple(firing_order(world, seat, spun=seat in shot)[shot[seat] :] for seat in (1, 2))
    return (*seen, rest)


def probability(table: DuelTable, shooters: Sequence[int], seen: Sequence[Any]) -> Fraction:
    """Return how likely the title finds it that this is seen."""
    chance, shown = Fraction(1), iter(seen)
    for seat in shooters:
        if not table.at(seat).spun:
            _, chamber = next(shown)
            spin = cmd.SpinMagazine(chamber=chamber)
            chance *= SpinMagazine(seat).probability(table, spin)
            table = INFLUDANCE_DUEL.rules.evolve(table, ev.MagazineSpun(seat=seat, chamber=chamber))
        token = AMMUNITION.value(next(shown))
        chance *= ShowToken(seat).probability(table, cmd.ShowToken(ammunition=token))
        table = INFLUDANCE_DUEL.rules.evolve(table, ev.TokenFired(seat=seat, ammunition=token))
    red, blue = next(shown)
    left = cmd.RevealTokens(red=tuple(map(AMMUNITION.value, red)), blue=tuple(map(AMMUNITION.value, blue)))
    return chance * RevealTokens().probability(table, left)


@pytest.mark.parametrize("shooters", [(), (1,), (2, 2), (1, 2, 1), (2, 1, 1, 2), (1,) * 6, (1, 2) * 6], ids=str)
def test_what_is_shown_is_as_likely_as_with_tokens_loaded_beforehand(shooters: tuple[int, ...]) -> None:
    edition = Edition(msgspec.structs.replace(EDITION.data, tokens=FEW_KINDS))
    table = setup(2, Options(starting_player="red"), edition)
    everything = worlds()
    for seen, count in Counter(revealed(world, shooters) for world in everything).items():
        assert probability(table, shooters, seen) == Fraction(count, len(everything))


def test_the_first_token_is_each_of_the_four_kinds_as_often() -> None:
    table = setup(2, Options(), EDITION)
    for kind in AMMUNITION.words:
        shown = cmd.ShowToken(ammunition=AMMUNITION.value(kind))
        assert ShowToken(1).probability(table, shown) == Fraction(1, 4)


def impossible() -> Iterator[cmd.RevealTokens]:
    blank = cmd.AMMUNITION_BLANK
    yield cmd.RevealTokens()
    yield cmd.RevealTokens(red=(blank,) * 6, blue=(blank,) * 6)
    yield cmd.RevealTokens(red=(blank,) * 3, blue=(blank,) * 9)
    yield cmd.RevealTokens(red=(77,) * 6, blue=(0,) * 6)  # a client sends any number


@pytest.mark.parametrize("outcome", list(impossible()), ids=str)
def test_tokens_that_cannot_be_left_are_impossible(outcome: cmd.RevealTokens) -> None:
    assert RevealTokens().probability(setup(2, Options(), EDITION), outcome) == 0
