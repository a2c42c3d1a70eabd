"""The short forms of Samurai Spirit: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from games.samurai_spirit.rules.data import RAIDERS, SAMURAI
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev
from gunbai_record.plain import Plain

FORMS: dict[type[Plain], str] = {
    cmd.UseAbsentToken: "token {samurai}",
    cmd.LeaveAbsentTokens: "no token",
    cmd.IgnorePenalties: "ignore",
    cmd.AcceptPenalties: "accept",
    cmd.PutPenaltyFirst: "first {penalty}",
    cmd.DiscardDefender: "discard {raider}",
    cmd.Fight: "fight",
    cmd.Support: "support {to_seat}",
    cmd.Pass: "pass",
    cmd.Confront: "confront",
    cmd.Defend: "defend",
    cmd.Send: "send {to_seat}",
    cmd.Dismiss: "dismiss",
    cmd.Swap: "swap",
    cmd.FightAgain: "again",
    cmd.StopFighting: "stop",
    cmd.SkipKiai: "no kiai",
    cmd.BuildBarricade: "build",
    cmd.Heal: "heal {healed_seat}",
    cmd.Transfer: "transfer {from_seat} to {to_seat}",
    cmd.ScatterRaiders: "scatter",
    cmd.RepelIntruders: "repel",
    cmd.Strike: "strike {from_seat}",
    cmd.LendToken: "lend {from_seat} to {to_seat}",
    cmd.ScoutRaiders: "scout",
    cmd.ArrangeRaiders: "arrange {raiders}",
    cmd.DealSamurai: "{samurai}",
    cmd.CheckDeal: "enough {enough}",
    cmd.DrawFirstSamurai: "{seat}",
    cmd.TurnRaider: "{raider}",
    cmd.TurnIntruder: "{raider}",
    cmd.TurnFarm: "{penalty}",
    cmd.RemoveFamily: "{family}",
    cmd.WoundSamurai: "{wounded_seat}",
    cmd.HealSamurai: "{healed_seat}",
    cmd.Reinforce: "{raider}",
}

TEXTS = {"samurai": tuple(SAMURAI), "raider": tuple(RAIDERS), "raiders": tuple(RAIDERS)}

TURNS = (ev.TurnBegan,)
