"""The short forms of Titan Race: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from games.titan_race.rules.data import CARDS, FIELDS, TITAN
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai_record.plain import Plain

FORMS: dict[type[Plain], str] = {
    cmd.ChooseTitan: "take {titan}",
    cmd.OrderTitans: "first {first}",
    cmd.DealCard: "{card}",
    cmd.RollForFirst: "{colour}",
    cmd.RollDice: "{colours}",
    cmd.RerollDie: "{colour}",
    cmd.StealCard: "{card}",
    cmd.ChooseDie: "die {colour}",
    cmd.ChooseStart: "start {field}",
    cmd.CopyFace: "copy {colour}",
    cmd.Move: "move {path}",
    cmd.PlaceTrap: "trap {field}",
    cmd.Strike: "strike {field}",
    cmd.DeclineStrike: "no strike",
    cmd.PayLife: "pay life",
    cmd.UseAbility: "use[ {titan}][ at {field}][ facing {direction}]",
    cmd.PlayCard: "play {card}[ for {titan}][ at {field}][ facing {direction}][ as {model}]",
    cmd.DiscardCard: "discard {card}",
    cmd.UsePentagram: "pentagram",
    cmd.EndTurn: "end",
    cmd.Pass: "pass",
    cmd.PayPirates: "pay {card}",
    cmd.DefyPirates: "defy",
}

TEXTS = {
    "titan": tuple(TITAN),
    "first": tuple(TITAN),
    "model": tuple(TITAN),
    "card": tuple(card.id for card in CARDS),
    "field": FIELDS,
}

TURNS = (ev.TurnBegan,)
