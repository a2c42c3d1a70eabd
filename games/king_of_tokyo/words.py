"""Commands, events and steps of King of Tokyo, told as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from games.king_of_tokyo import steps
from games.king_of_tokyo.data import CARDS, FACE, MONSTERS
from games.phrasebook import Phrasebook
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import events_pb2 as ev

FACE_WORDS = {"one": "1", "two": "2", "three": "3", "energy": "Energy", "attack": "Attack", "heart": "Heart"}


def _who(seat: int) -> str:
    return f"Seat {seat}" if seat else "The bank"


def _card(card: str) -> str:
    return CARDS[card].name if card in CARDS else card


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _faces(faces: Iterable[int]) -> str:
    return ", ".join(FACE_WORDS.get(FACE.word(face), "?") for face in faces) or "nothing"


def _by(card: str) -> str:
    return f" by {_card(card)}" if card else ""


def _reroll(move: cmd.Reroll) -> str:
    return f"Roll the dice {', '.join(map(str, move.dice))} again{_by(move.card)}."


def _assign(move: cmd.AssignHearts) -> str:
    uses = [f"{patient.hearts} for seat {patient.seat}" for patient in move.patients]
    uses += [f"{move.poison} against poison"] if move.poison else []
    uses += [f"{move.shrink} against shrinking"] if move.shrink else []
    return f"Use Hearts: {', '.join([*uses, 'the rest for oneself'])}."


def _turn_started(event: ev.TurnStarted) -> str:
    fewer = f", with {event.penalty} fewer dice" if event.penalty else ""
    return f"{_who(event.seat)}'s {'extra ' if event.extra else ''}turn starts{fewer}."


def _rerolled(event: ev.RerollCalled) -> str:
    return f"{_who(event.seat)} rolls the dice {', '.join(map(str, event.dice))} again{_by(event.card)}."


def _attacked(event: ev.MonstersAttacked) -> str:
    return f"{_who(event.seat)} attacks: {_hits(event.hits)}."


def _struck(event: ev.MonstersStruck) -> str:
    return f"{_who(event.seat)} deals damage{_by(event.card)}: {_hits(event.hits)}."


def _hits(hits: Iterable[ev.Hit]) -> str:
    return ", ".join(f"{hit.damage} to seat {hit.seat}{' (Jets wait)' if hit.waits else ''}" for hit in hits)


def _ignored(event: ev.DamageIgnored) -> str:
    return f"The damage to seat {event.seat} comes to nothing{_by(event.card)}."


def _lost(event: ev.LifeLost) -> str:
    return f"{_who(event.seat)} loses {event.life} life{f' by seat {event.by_seat}' if event.by_seat else ''}."


WORDS = Phrasebook(
    _who,
    {
        # Commands
        cmd.ChooseMonster: lambda move: f"Play {MONSTERS.get(move.monster, move.monster)}.",
        cmd.Roll: "Roll the dice.",
        cmd.MoveMimic: lambda move: f"Pay 1 energy to copy {_card(move.card)}.",
        cmd.KeepMimic: "Keep the copy.",
        cmd.PlaceMimic: lambda move: f"Copy {_card(move.card)}.",
        cmd.LoadBatteries: "Put {energy} energy on the batteries.",
        cmd.Reroll: _reroll,
        cmd.TurnDie: lambda move: f"Turn die {move.die} to {_faces([move.face])}{_by(move.card)}.",
        cmd.StopRolling: "Stop rolling.",
        cmd.ProbeDie: "Have die {die} rolled again.",
        cmd.PassProbe: "Leave the dice.",
        cmd.DeclareDice: "Declare the dice final.",
        cmd.TakeDamage: "Take the damage.",
        cmd.YieldTokyo: "Yield Tokyo.",
        cmd.StayInTokyo: "Stay in Tokyo.",
        cmd.AssignHearts: _assign,
        cmd.BuyCard: lambda move: f"Buy {_card(move.card)}.",
        cmd.SweepMarket: "Sweep the market for 2 energy.",
        cmd.LookAtTopCard: "Look at the top card.",
        cmd.BuyTopCard: "Buy the top card.",
        cmd.BuyFromMonster: lambda move: f"Buy {_card(move.card)} from its owner.",
        cmd.EndBuying: "Buy nothing more.",
        cmd.SeizeCard: lambda move: f"Seize {_card(move.card)}.",
        cmd.PassCards: "Leave the cards.",
        cmd.SellCard: lambda move: f"Sell {_card(move.card)}.",
        cmd.EndSelling: "Sell nothing more.",
        cmd.TakeExtraTurn: "Take the extra turn.",
        cmd.DeclineExtraTurn: "Decline the extra turn.",
        cmd.HealRapidly: "Pay 2 energy to heal 1.",
        cmd.SpreadWings: "Pay 2 energy to spread the wings.",
        cmd.ThrowDice: lambda move: f"The dice show {_faces(move.faces)}.",
        cmd.TurnCard: lambda move: f"The card is {_card(move.card)}.",
        cmd.PeekCard: lambda move: f"The top card is {_card(move.card)}.",
        # Events
        ev.MonsterChosen: lambda event: f"{_who(event.seat)} plays {MONSTERS.get(event.monster, event.monster)}.",
        ev.DeckReshuffled: "The discard pile becomes the deck.",
        ev.CardRevealed: lambda event: f"{_card(event.card)} is turned up in slot {event.slot}.",
        ev.StartRollCalled: "{seat} rolls for the start.",
        ev.StartDiceLanded: lambda event: f"{_who(event.seat)}'s dice show {_faces(event.faces)}.",
        ev.StartRollTied: "Tied for the start, rolling again: seats {seats}.",
        ev.FirstPlayerDecided: "{seat} starts.",
        ev.TurnStarted: _turn_started,
        ev.PointsGained: lambda event: f"{_who(event.seat)} gains {_many(event.points, 'point')}{_by(event.card)}.",
        ev.PointsLost: lambda event: f"{_who(event.seat)} loses {_many(event.points, 'point')}{_by(event.card)}.",
        ev.EnergyGained: lambda event: f"{_who(event.seat)} gains {event.energy} energy{_by(event.card)}.",
        ev.EnergyLost: lambda event: f"{_who(event.seat)} loses {event.energy} energy{_by(event.card)}.",
        ev.EnergyPaid: lambda event: f"{_who(event.seat)} pays {event.energy} energy to {_payee(event.to_seat)}.",
        ev.BatteriesUnloaded: lambda event: f"{_who(event.seat)} takes {event.energy} energy off {_card(event.card)}.",
        ev.MimicChangeOffered: "{seat} may change what Mimic copies.",
        ev.MimicKept: "{seat} keeps its copy.",
        ev.MimicTargetAsked: "{seat} chooses what Mimic copies.",
        ev.MimicPlaced: lambda event: f"{_who(event.seat)}'s Mimic copies {_card(event.card)}.",
        ev.MimicReturned: "{seat}'s Mimic copies nothing any more.",
        ev.DiceCounted: "{seat} will roll dice: {dice}, with rerolls: {rerolls}.",
        ev.RollCalled: "{seat} rolls the dice.",
        ev.RerollCalled: _rerolled,
        ev.DiceLanded: lambda event: f"{_who(event.seat)}'s dice show {_faces(event.faces)}.",
        ev.DieTurned: lambda event: (
            f"{_who(event.seat)} turns die {event.die} to {_faces([event.face])}{_by(event.card)}."
        ),
        ev.CardSpent: lambda event: f"{_who(event.seat)} has used {_card(event.card)} for this turn.",
        ev.CounterSpent: lambda event: f"{_who(event.seat)} takes a counter off {_card(event.card)}.",
        ev.RollingStopped: "{seat} stops rolling.",
        ev.ProbeOffered: "{seat} may have a die rolled again.",
        ev.ProbePassed: "{seat} leaves the dice.",
        ev.DieProbed: "{seat} has die {die} rolled again.",
        ev.ProbedDieLanded: lambda event: f"Die {event.die} shows {_faces([event.face])}.",
        ev.AdjustmentOffered: "{seat} may change its dice once more.",
        ev.DiceDeclared: "{seat} declares its dice final.",
        ev.DiceSettled: "{seat} resolves its dice, {place}: Attack {attack}, Heart {hearts}.",
        ev.ExtraTurnEarned: lambda event: f"{_who(event.seat)} earns an extra turn{_by(event.card)}.",
        ev.MonstersAttacked: _attacked,
        ev.MonstersStruck: _struck,
        ev.DefenceOffered: "{seat} may defend itself.",
        ev.DefenceEnded: "{seat} faces the damage.",
        ev.CamouflageCalled: "{seat} rolls {dice} dice for its camouflage.",
        ev.CamouflageLanded: lambda event: f"{_who(event.seat)}'s camouflage shows {_faces(event.faces)}.",
        ev.DamageIgnored: _ignored,
        ev.LifeLost: _lost,
        ev.PoisonGiven: "{seat} gets {counters} poison.",
        ev.ShrinkGiven: "{seat} gets {counters} shrinking.",
        ev.DamageSettled: "The damage is done.",
        ev.MonsterKilled: "{seat} has no life left.",
        ev.MonsterReturned: "{seat} returns as its child, with {life} life.",
        ev.MonsterEliminated: "{seat} is out of the game.",
        ev.BayClosed: "Tokyo Bay is closed.",
        ev.YieldOffered: "{seat} may yield Tokyo to {to_seat}.",
        ev.TokyoYielded: "{seat} leaves Tokyo.",
        ev.TokyoHeld: "{seat} stays in Tokyo.",
        ev.YieldForgone: "{seat} cannot yield any more.",
        ev.BurrowLeft: "{seat} leaves a burrow of {damage} damage.",
        ev.BurrowEntered: "{seat} falls into the burrow of {by_seat}.",
        ev.HeartsOffered: "{seat} chooses what its Hearts are used for.",
        ev.HeartsUsed: lambda event: f"{_who(event.seat)} uses {_many(event.hearts, 'Heart')}.",
        ev.LifeHealed: lambda event: f"{_who(event.seat)} heals {event.life}{_by(event.card)}.",
        ev.PoisonRemoved: "{seat} is rid of {counters} poison.",
        ev.ShrinkRemoved: "{seat} is rid of {counters} shrinking.",
        ev.TokyoTaken: "{seat} takes the {place} of Tokyo.",
        ev.MonsterDisplaced: "{seat} is thrown out of Tokyo.",
        ev.TokyoMissed: "{seat} stays outside.",
        ev.CardBought: lambda event: f"{_who(event.seat)} buys {_card(event.card)} for {event.price}.",
        ev.TopCardBought: lambda event: f"{_who(event.seat)} buys {_card(event.card)} off the deck for {event.price}.",
        ev.CardTakenOver: lambda event: (
            f"{_who(event.seat)} buys {_card(event.card)} from seat {event.from_seat} for {event.price}."
        ),
        ev.CardPutAway: lambda event: f"{_card(event.card)} is put away.",
        ev.CardDiscarded: lambda event: f"{_who(event.seat)} discards {_card(event.card)}.",
        ev.MonsterGrew: "{seat} grows by {life} life.",
        ev.MonsterShrank: "{seat} loses {life} life with its size.",
        ev.CountersPlaced: lambda event: f"{_many(event.counters, 'counter')} on {_card(event.card)}.",
        ev.BatteriesOffered: "{seat} loads its batteries.",
        ev.BatteriesLoaded: "{seat} puts {energy} energy on the batteries, and the bank as much.",
        ev.MarketSwept: "{seat} sweeps the market.",
        ev.TopCardLookedAt: "{seat} looks at the top card.",
        ev.TopCardSeen: lambda event: f"{_who(event.seat)} sees {_card(event.card)}.",
        ev.BuyingEnded: "{seat} buys nothing more.",
        ev.OpportunityOffered: "{seat} may seize what was turned up.",
        ev.OpportunityPassed: "{seat} leaves what was turned up.",
        ev.OpportunityClosed: "Nobody else takes what was turned up.",
        ev.SaleOffered: "{seat} may sell cards.",
        ev.CardSold: lambda event: f"{_who(event.seat)} sells {_card(event.card)} for {event.energy}.",
        ev.SaleEnded: "{seat} sells nothing more.",
        ev.EndOfTurnReached: "{seat} comes to the end of its turn.",
        ev.PoisonWorked: "{seat} is poisoned: {damage} damage.",
        ev.TurnEnded: "{seat}'s turn ends.",
        ev.ExtraTurnTaken: "{seat} takes its extra turn.",
        ev.ExtraTurnDeclined: "{seat} lets its extra turn go.",
        ev.WingsSpread: "{seat} spreads its wings.",
        ev.KingCrowned: "{seat} is king of Tokyo with 20 points!",
        ev.LastMonsterStood: "{seat} is king of Tokyo: the last monster alive!",
        ev.EverybodyDied: "No monster is left: everybody has lost.",
        # Steps
        steps.ChooseMonster: "{seat} chooses a monster.",
        steps.RevealCard: "A card is turned up in slot {slot}.",
        steps.RollForStart: "{seat} rolls for the start.",
        steps.ThrowForStart: "{seat}'s dice for the start are thrown.",
        steps.StartTurn: "{seat}'s turn starts.",
        steps.ChangeMimic: "{seat} may change what Mimic copies.",
        steps.CountDice: "{seat}'s dice are counted.",
        steps.RollDice: "{seat} rolls the dice.",
        steps.ThrowDice: "{seat}'s dice are thrown.",
        steps.RerollDice: "{seat} rolls dice again, or stops.",
        steps.ProbeDie: "{seat} may have a die rolled again.",
        steps.ThrowProbedDie: "Die {die} is thrown again.",
        steps.AdjustDice: "{seat} changes dice, or declares them final.",
        steps.ResolveDice: "{seat}'s dice are resolved.",
        steps.FaceDamage: "{damage} damage reaches {seat}.",
        steps.Defend: "{seat} defends itself, or takes the damage.",
        steps.RollCamouflage: "{seat}'s camouflage is put to {dice} dice.",
        steps.Fall: "{seat} falls.",
        steps.OfferYield: "{seat} is asked whether it yields.",
        steps.YieldTokyo: "{seat} yields Tokyo to {to_seat}, or stays.",
        steps.SettleDamage: "The survivors are counted.",
        steps.UseHearts: "{seat}'s Hearts are used.",
        steps.AssignHearts: lambda step: f"{_who(step.seat)} says what {_many(step.hearts, 'Heart')} do.",
        steps.TakeTokyo: "{seat} goes into Tokyo.",
        steps.BuyCards: "{seat} buys cards.",
        steps.PeekCard: "{seat} is shown the top card.",
        steps.PlaceMimic: "{seat} chooses what Mimic copies.",
        steps.LoadBatteries: "{seat} puts energy on its batteries.",
        steps.PutAwayCard: "The card is put away.",
        steps.OfferCards: "The cards just turned up are offered to Opportunists.",
        steps.SeizeCard: "{seat} seizes a card, or leaves them.",
        steps.SellCards: "{seat} sells cards.",
        steps.EndTurn: "{seat}'s turn comes to its end.",
        steps.JudgeTurn: "It is seen whether anybody is king.",
        steps.OfferExtraTurn: "{seat} takes the extra turn, or lets it go.",
        steps.UsePowers: "Whoever can may heal rapidly or spread wings.",
    },
)


def _payee(seat: int) -> str:
    return f"seat {seat}" if seat else "the bank"
