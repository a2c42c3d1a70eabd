"""The short forms of Shogun: how people write its moves while they play (docs/notation.md)."""

from __future__ import annotations

from games.shogun.rules.data import ACTION, EVENT, LINEUPS, PROVINCE, SPECIALS, WAR_CHESTS
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev
from gunbai_record.plain import Plain

FORMS: dict[type[Plain], str] = {
    cmd.RefreshOffer: "refresh",
    cmd.TakeProvince: "take {slot}",
    cmd.DrawBlind: "blind",
    cmd.PlaceGroup: "place {armies}",
    cmd.LayCard: "lay {card}",
    cmd.LeaveSpaceEmpty: "lay nothing",
    cmd.TakeCardUp: "take up",
    cmd.SealPlan: "seal",
    cmd.LayPlan: "plan {cards}",
    cmd.ReopenPlan: "reopen",
    cmd.PickSpecial: "pick {special}",
    cmd.DeploySix: "deploy six",
    cmd.DeployUsual: "deploy",
    cmd.MoveTo: "to {province}",
    cmd.MoveArmies: "move {armies}",
    cmd.StayPut: "stay",
    cmd.MarchTo: "march {province}",
    cmd.MarchArmies: "with {armies}[ bonus {bonus}]",
    cmd.ReinforceDefence: "reinforce",
    cmd.DeclineReinforcement: "no reinforcement",
    cmd.FaceRevolt: "face {province}",
    cmd.TurnUpProvince: "{province}",
    cmd.DealLineups: "{lineups}",
    cmd.DropCubes: "{fallen}",
    cmd.DropStrayCubes: "{fallen}",
    cmd.TurnUpEvents: "{events}",
    cmd.LayActionCards: "{actions}",
    cmd.LaySpecialCards: "{specials}",
    cmd.DrawEvent: "{card}",
    cmd.DrawDaimyo: "{seats}",
    cmd.TurnUpAction: "{action}",
    cmd.DrawRevolts: "{provinces}",
    cmd.Cubes: "{armies}[ farmers {farmers}]",
}

CARDS = (*PROVINCE, *WAR_CHESTS)
TEXTS = {
    "province": tuple(PROVINCE),
    "provinces": tuple(PROVINCE),
    "lineups": tuple(sorted({lineup.letter for lineup in LINEUPS})),
    "events": tuple(EVENT),
    "actions": tuple(ACTION),
    "action": tuple(ACTION),
    "specials": tuple(SPECIALS),
    "special": tuple(SPECIALS),
    "card": (*CARDS, *EVENT),
    "cards": CARDS,
}

TURNS = (ev.ActionCardTurnedUp,)
