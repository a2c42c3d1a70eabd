"""The short forms of King of Tokyo: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from games.king_of_tokyo.rules.data import CARDS, MONSTERS
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai_record.plain import Plain

FORMS: dict[type[Plain], str] = {
    cmd.ChooseMonster: "play {monster}",
    cmd.Roll: "roll",
    cmd.MoveMimic: "move mimic {card}",
    cmd.KeepMimic: "keep mimic",
    cmd.PlaceMimic: "mimic {card}",
    cmd.LoadBatteries: "load {energy}",
    cmd.Reroll: "reroll {dice}[ with {card}]",
    cmd.TurnDie: "turn {die} {face}[ with {card}]",
    cmd.StopRolling: "stop",
    cmd.ProbeDie: "probe {die}",
    cmd.PassProbe: "no probe",
    cmd.DeclareDice: "keep dice",
    cmd.TakeDamage: "take damage",
    cmd.YieldTokyo: "yield",
    cmd.StayInTokyo: "stay",
    cmd.Patient: "{hearts} {seat}",
    cmd.AssignHearts: "hearts[ poison {poison}][ shrink {shrink}][ heal {patients}]",
    cmd.BuyCard: "buy {card}",
    cmd.SweepMarket: "sweep",
    cmd.LookAtTopCard: "look",
    cmd.BuyTopCard: "buy top",
    cmd.BuyFromMonster: "win over {card}",
    cmd.EndBuying: "done",
    cmd.SeizeCard: "seize {card}",
    cmd.PassCards: "pass",
    cmd.SellCard: "sell {card}",
    cmd.EndSelling: "keep cards",
    cmd.TakeExtraTurn: "extra turn",
    cmd.DeclineExtraTurn: "no extra turn",
    cmd.HealRapidly: "heal",
    cmd.SpreadWings: "wings",
    cmd.ThrowDice: "{faces}",
    cmd.TurnCard: "{card}",
    cmd.PeekCard: "{card}",
}

TEXTS = {"monster": tuple(MONSTERS), "card": tuple(CARDS)}

TURNS = (ev.TurnStarted,)
