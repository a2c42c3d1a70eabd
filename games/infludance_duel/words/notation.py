"""The short forms of INFLUDANCE Duel: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from games.infludance_duel.rules.board import name
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai_record.plain import Plain

FORMS: dict[type[Plain], str] = {
    cmd.DrawStarter: "{seat}",
    cmd.ChooseFigure: "take {figure}",
    cmd.PlaceCowboy: "place {field}",
    cmd.Step: "step {heading}[ evaluates {evaluated_field}]",
    cmd.PassStep: "no step",
    cmd.Shoot: "shoot",
    cmd.SpinMagazine: "chamber {chamber}",
    cmd.ShowToken: "{ammunition}",
    cmd.ChooseMover: "mover {seat}",
    cmd.EndTurn: "end",
    cmd.RevealTokens: "red {red} blue {blue}",
}

FIELDS = tuple(name(column, row) for row in range(1, 10) for column in range(1, 10))
TEXTS = {"field": FIELDS, "evaluated_field": FIELDS}

TURNS = (ev.TurnBegan,)
