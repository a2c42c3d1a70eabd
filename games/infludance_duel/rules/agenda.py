"""What can be on the agenda of a duel: a shot that is being fired, or two cowboys that are shot onto one field."""

from __future__ import annotations

from games.infludance_duel.rules.board import Covered, covered
from games.infludance_duel.rules.steps import ChooseMover, ShowToken, SpinMagazine
from games.infludance_duel.rules.table import DuelTable
from games.kit.rules.agenda import Fact, Grammar


def is_shooting(table: DuelTable, step: ShowToken | SpinMagazine) -> bool:
    """Return whether the turn's one shot is being fired, from a magazine that has tokens left."""
    return table.shot_used and table.at(step.seat).left > 0


def is_spun_first(table: DuelTable, step: ShowToken) -> bool:
    """Return whether the magazine has been spun, or is about to be."""
    return bool(table.at(step.seat).spun) != (SpinMagazine(step.seat) in table.agenda)


def land_on_the_board(table: DuelTable, step: ChooseMover) -> bool:
    """Return whether both cowboys have room on the board where they land."""
    red, blue = landings(table, step)
    return table.grid.holds(red) and table.grid.holds(blue)


def meet(table: DuelTable, step: ChooseMover) -> bool:
    """Return whether the cowboys would cover the same field, and neither lands where the other is now."""
    red, blue = landings(table, step)
    free = not set(red) & set(table.gunmen[1].covers) and not set(blue) & set(table.gunmen[0].covers)
    return free and not set(red).isdisjoint(blue)


def landings(table: DuelTable, step: ChooseMover) -> tuple[Covered, Covered]:
    """Return the fields that each cowboy would cover."""
    red, blue = table.gunmen
    return covered(red.figure, step.red_field), covered(blue.figure, step.blue_field)


AGENDA: Grammar[DuelTable] = Grammar(
    under={
        ChooseMover: (None,),
        SpinMagazine: (ShowToken,),
        ShowToken: (None,),
    },
    fields={
        "seat": lambda table: (table.active,),
        "red_field": lambda table: table.grid.bullets,
        "blue_field": lambda table: table.grid.bullets,
    },
    facts=(
        Fact((SpinMagazine, ShowToken), "the shot of the turn is used and the magazine has tokens left", is_shooting),
        Fact((ShowToken,), "the magazine is spun once, before its first shot", is_spun_first),
        Fact((ChooseMover,), "the turn has had its step or its shot", lambda table, step: not table.begins),
        Fact((ChooseMover,), "both cowboys land on the board", land_on_the_board),
        Fact((ChooseMover,), "each cowboy could move without the other, and both would meet", meet),
    ),
    over=lambda table: table.ending,
)
