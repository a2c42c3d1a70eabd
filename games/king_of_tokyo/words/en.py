"""The sentences of King of Tokyo."""

from __future__ import annotations

from collections.abc import Sequence

from games.king_of_tokyo.rules import steps
from games.king_of_tokyo.rules.data import CARDS, FACE, MONSTERS, Power
from games.king_of_tokyo.rules.powers.scoring import scored
from games.king_of_tokyo.words.legend import LEGEND
from games.kit.words.phrasebook import Phrasebook, Speaker, Telling, offered, seen, witnessed
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai.king_of_tokyo.v1 import view_pb2
from gunbai_record.plain import Plain

FACES = {"one": "1", "two": "2", "three": "3", "energy": "Energy", "attack": "Attack", "heart": "Heart"}
PLACES = {"outside": "outside Tokyo", "city": "Tokyo City", "bay": "Tokyo Bay"}
OPTIONS = {
    "first_game": ("First game", "Five or six players play without Tokyo Bay."),
    "closing_bay": (
        "When Tokyo Bay closes",
        'Where the monster in Tokyo Bay goes if Tokyo City is empty: "outside" or "city".',
    ),
}
CHOICES = {"closing_bay": {"outside": "outside Tokyo", "city": "Tokyo City"}}


def rerolls_left(step: steps.RerollDice, view: view_pb2.View) -> str:
    """Return "spent" if the active monster has no rerolls left (KT-4.5)."""
    return "" if view.turn.rerolls else "spent"


def dice_shown(event: ev.DiceSettled, say: Speaker) -> Telling:
    """Tell what all "dice" finally show (KT-5.1), and that Hearts are "idle" for a monster in Tokyo (KT-5.17)."""
    if say.view is None:
        return Telling()
    return Telling("idle" if event.hearts and not event.heals else "dice", {"faces": _faces(say.view)})


def points_earned(event: ev.PointsGained, say: Speaker) -> Telling:
    """Tell why a monster gains points without a card: its "start" in Tokyo, its "entry" there or a number on "dice".

    See KT-9.1, KT-5.19 and KT-5.2. Numbers score in their order.
    """
    if event.card:
        return Telling()
    match say.after:
        case ev.TurnStarted():
            return Telling("start")
        case ev.TokyoTaken():
            return Telling("entry")
    return Telling() if say.view is None else _number_scored(event, say)


def _number_scored(event: ev.PointsGained, say: Speaker) -> Telling:
    dice = _faces(say.view)
    scores = [*scored(dice)]
    left = scores[1:] if isinstance(say.after, ev.PointsGained) else scores
    number = next((face for face, points in left if points == event.points), next((face for face, _ in left), ""))
    return Telling("dice", {"faces": tuple(face for face in dice if face == number)}) if number else Telling()


def hearts_wasted(event: ev.HeartsUsed, say: Speaker) -> Telling:
    """Tell whether the life of the monster is "full", so that Hearts cannot raise it (KT-6.9)."""
    if say.view is None:
        return Telling()
    monster = say.view.monsters[event.seat - 1]
    return Telling("full" if monster.life >= monster.most_life else "")


def deadly(move: cmd.BuyCard, say: Speaker) -> dict[str, int]:
    """Return the damage of a card to its buyer, if it is at least their life, and their life."""
    buyer = say.view.turn.seat if say.view is not None else 0
    life = say.view.monsters[buyer - 1].life if say.view is not None and buyer else 0
    damage = CARDS[move.card].powers.get(Power.DAMAGE_SELF, 0) if move.card in CARDS else 0
    return {"damage": damage if damage >= life > 0 else 0, "life": life}


def market_left(event: ev.OpportunityClosed, say: Speaker) -> Telling:
    """Tell which cards are in the "market" once nobody else buys one of them (KT-13.30)."""
    cards = () if say.view is None else tuple(card.id for card in say.view.market if card.id)
    return Telling("market", {"cards": cards}) if cards else Telling()


def _faces(view: view_pb2.View) -> tuple[str, ...]:
    return tuple(FACE.word(face) for face in view.turn.dice)


def _assign_hearts(move: cmd.AssignHearts, say: Speaker) -> str:
    uses = [say.phrase(patient) for patient in move.patients]
    uses += [f"{move.poison} to remove poison"] if move.poison else []
    uses += [f"{move.shrink} to remove shrinking"] if move.shrink else []
    return f"Use Hearts: {say.list([*uses, 'the rest to heal'])}."


def _some_dice(dice: Sequence[int], say: Speaker) -> str:
    return f"{'die' if len(dice) == 1 else 'dice'} {say.list(map(str, dice))}" if dice else "no dice"


def _reroll(move: cmd.Reroll, say: Speaker) -> str:
    return f"Reroll {_some_dice(move.dice, say)}{say.filled('[ with {card}]', move)}."


def _rerolled(event: ev.RerollCalled, say: Speaker) -> str:
    return f"{say.seat(event.seat)} rerolls {_some_dice(event.dice, say)}{say.filled('[ with {card}]', event)}."


def _thrown(outcome: cmd.ThrowDice, say: Speaker) -> str:
    return say.filled("The die shows {faces}." if len(outcome.faces) == 1 else "The dice show {faces}.", outcome)


def _attack(event: ev.MonstersAttacked, say: Speaker) -> str:
    waiting = [yielding for yielding in event.may_yield if yielding.damage]
    return f"{say.seat(event.seat)} attacks: {say.list(map(say.phrase, [*event.hits, *waiting]))}."


AIM = (
    "Be the first to reach 20 victory points, or the last monster alive. On your turn you roll the dice up to three "
    "times for points, energy, attacks and hearts, and may buy cards with energy. A monster in Tokyo attacks all the "
    "others, and they attack it."
)
DETAILS = {
    **{card.id: f"Costs {card.cost} energy; {'is kept' if card.keep else 'acts at once'}" for card in CARDS.values()},
    **dict.fromkeys(MONSTERS, "A monster; monsters differ only in how they look"),
}

ASIDES: frozenset[type[Plain]] = frozenset(
    {
        # Where a part of a procedure ends
        ev.DamageSettled,
        ev.EndOfTurnReached,
        ev.TurnEnded,
        # What the command says
        ev.StartRollCalled,
        ev.StartDiceLanded,
        ev.MimicKept,
        ev.RollCalled,
        ev.RerollCalled,
        ev.DiceLanded,
        ev.RollingStopped,
        ev.ProbePassed,
        ev.DiceDeclared,
        ev.TokyoHeld,
        ev.MarketSwept,
        ev.CardBought,
        ev.BuyingEnded,
        ev.OpportunityPassed,
        ev.SaleEnded,
    }
)

WORDS = Phrasebook(
    {
        # Commands
        cmd.ChooseMonster: "Play {monster}.",
        cmd.Roll: "Roll the dice.",
        cmd.MoveMimic: "Pay 1 energy to copy {card}.",
        cmd.KeepMimic: "Keep the copy.",
        cmd.PlaceMimic: "Copy {card}.",
        cmd.LoadBatteries: "Put {energy} energy on the card.",
        cmd.Reroll: _reroll,
        cmd.TurnDie: "Turn die {die} to {face}[ with {card}].",
        cmd.StopRolling: "Stop rolling.",
        cmd.ProbeDie: "Make the active monster reroll die {die}.",
        cmd.PassProbe: "Do not reroll any die.",
        cmd.DeclareDice: "Keep the dice as they are.",
        cmd.TakeDamage: "Take the damage.",
        cmd.YieldTokyo: "Yield Tokyo.",
        cmd.StayInTokyo: "Stay in Tokyo.",
        cmd.Patient: "{hearts} to heal {seat}",
        cmd.AssignHearts: _assign_hearts,
        cmd.BuyCard: offered(deadly, "Buy {card}[damage?: it deals you {damage} damage, and you have {life} life]."),
        cmd.SweepMarket: "Pay 2 energy to sweep the market.",
        cmd.LookAtTopCard: "Look at the top card of the deck.",
        cmd.BuyTopCard: "Buy the top card of the deck.",
        cmd.BuyFromMonster: "Buy {card} from its owner.",
        cmd.EndBuying: "Stop buying.",
        cmd.SeizeCard: "Buy {card}, just revealed.",
        cmd.PassCards: "Do not buy any revealed card.",
        cmd.SellCard: "Sell {card}.",
        cmd.EndSelling: "Stop selling.",
        cmd.TakeExtraTurn: "Take the extra turn.",
        cmd.DeclineExtraTurn: "Decline the extra turn.",
        cmd.HealRapidly: "Pay 2 energy to heal 1.",
        cmd.SpreadWings: "Pay 2 energy to spread your wings and take no damage this turn.",
        cmd.ThrowDice: _thrown,
        cmd.TurnCard: "The card is {card}.",
        cmd.PeekCard: "The top card is {card}.",
        # Events
        ev.MonsterChosen: "{seat} plays {monster}.",
        ev.DeckReshuffled: "The discard pile is shuffled into a new deck.",
        ev.CardRevealed: "{card} is revealed in slot {slot}.",
        ev.StartRollCalled: "{seat} rolls to go first.",
        ev.StartDiceLanded: "{seat} rolls {faces}.",
        ev.StartRollTied: "{seats} tie and roll again.",
        ev.FirstPlayerDecided: "{seat} goes first.",
        ev.TurnStarted: "{seat} starts [extra?an extra|a] turn[ with {penalty:die|dice} fewer].",
        ev.PointsGained: witnessed(
            points_earned,
            "{seat} gains {points:point|points}[ with {card}].",
            start="{seat} gains {points:point|points} for starting the turn in Tokyo.",
            entry="{seat} gains {points:point|points} for entering Tokyo.",
            dice="{seat} gains {points:point|points} for {faces}.",
        ),
        ev.SummitReached: "{seat} has 20 points, the maximum, and wins by surviving the turn.",
        ev.PointsLost: "{seat} loses {points:point|points}[ to {card}].",
        ev.EnergyGained: "{seat} gains {energy} energy[ with {card}| from the dice].",
        ev.EnergyLost: "{seat} loses {energy} energy[ to {card}].",
        ev.EnergyPaid: "{seat} pays {energy} energy to {to_seat}.",
        ev.BatteriesUnloaded: "{seat} takes {energy} energy from {card}.",
        ev.MimicChangeOffered: "{seat} may change the card that Mimic copies.",
        ev.MimicKept: "{seat} keeps the copy.",
        ev.MimicTargetAsked: "{seat} must choose the card that Mimic copies.",
        ev.MimicPlaced: "{seat}'s Mimic copies {card}.",
        ev.MimicReturned: "{seat}'s Mimic no longer copies anything.",
        ev.DiceCounted: "{seat} has {dice:die|dice} and {rerolls:reroll|rerolls}.",
        ev.RollCalled: "{seat} rolls the dice.",
        ev.RerollCalled: _rerolled,
        ev.DiceLanded: "{seat} rolls {faces}.",
        ev.DieTurned: "{seat} turns die {die} to {face}[ with {card}].",
        ev.CardSpent: "{seat} has now used {card} for this turn.",
        ev.CounterSpent: "{seat} removes a counter from {card}.",
        ev.RollingStopped: "{seat} stops rolling.",
        ev.ProbeOffered: "{seat} may reroll a die with {card}.",
        ev.ProbePassed: "{seat} does not reroll any die.",
        ev.DieProbed: "{seat} rerolls die {die} with {card}.",
        ev.ProbedDieLanded: "Die {die} shows {face}.",
        ev.AdjustmentOffered: "{seat} may change the dice once more.",
        ev.DiceDeclared: "{seat} keeps the dice as they are.",
        ev.DiceSettled: witnessed(
            dice_shown,
            "{seat} resolves the dice ({place}): {attack:Attack|Attacks} and {hearts:Heart|Hearts}.",
            dice="{seat} resolves the dice ({place}): {faces}.",
            idle="{seat} resolves the dice ({place}): {faces}; {hearts:Heart|Hearts} cannot be used in Tokyo.",
        ),
        ev.ExtraTurnEarned: "{seat} earns an extra turn[ with {card}].",
        ev.Hit: "{damage} damage to {seat}",
        ev.Yielding: "{damage} damage to {seat} unless they use Jets and yield",
        ev.MonstersAttacked: _attack,
        ev.MonstersStruck: "{seat} deals damage[ with {card}]: {hits}.",
        ev.DefenceOffered: "{seat} may defend against the damage.",
        ev.DefenceEnded: "{seat} stops defending.",
        ev.CamouflageCalled: "{seat} rolls {dice:die|dice} for {card}.",
        ev.CamouflageLanded: "{seat} rolls {faces} for {card}.",
        ev.DamageIgnored: "{seat} ignores the damage[ with {card}].",
        ev.LifeLost: "{seat} loses {life} life[ to {by_seat}].",
        ev.PoisonGiven: "{seat} gets {counters:poison counter|poison counters}.",
        ev.ShrinkGiven: "{seat} gets {counters:shrink counter|shrink counters}.",
        ev.DamageSettled: "All damage is resolved.",
        ev.MonsterKilled: "{seat} has no life left.",
        ev.MonsterReturned: "{seat} returns with {life} life.",
        ev.MonsterEliminated: "{seat} is eliminated.",
        ev.TurnCutShort: "The rest of the turn is skipped.",
        ev.BayLeftForCity: "{seat} moves from Tokyo Bay to Tokyo City.",
        ev.BayClosed: "Tokyo Bay closes.",
        ev.YieldOffered: "{seat} may yield Tokyo to {to_seat}.",
        ev.TokyoYielded: "{seat} yields Tokyo.",
        ev.TokyoHeld: "{seat} stays in Tokyo.",
        ev.YieldForgone: "{seat} can no longer yield Tokyo.",
        ev.BurrowLeft: "{seat} leaves a burrow: {damage} damage to the monster that takes the place.",
        ev.BurrowEntered: "{seat} falls into {by_seat}'s burrow: {damage} damage.",
        ev.HeartsOffered: "{seat} may choose how to use {hearts:Heart|Hearts}.",
        ev.HeartsUsed: witnessed(
            hearts_wasted,
            "{seat} uses {hearts:Heart|Hearts}.",
            full="{seat} uses {hearts:Heart|Hearts}; their life is already full.",
        ),
        ev.LifeHealed: "{seat} heals {life}[ with {card}| with Hearts].",
        ev.PoisonRemoved: "{seat} removes {counters:poison counter|poison counters}.",
        ev.ShrinkRemoved: "{seat} removes {counters:shrink counter|shrink counters}.",
        ev.TokyoTaken: "{seat} takes {place}.",
        ev.MonsterDisplaced: "{seat} is thrown out of Tokyo.",
        ev.TokyoMissed: "{seat} stays outside Tokyo.",
        ev.CardBought: "{seat} buys {card} for {price} energy.",
        ev.CardSeized: "{seat} buys {card} for {price} energy with Opportunist.",
        ev.TopCardBought: "{seat} buys {card} from the top of the deck for {price} energy.",
        ev.CardTakenOver: "{seat} buys {card} from {from_seat} for {price} energy.",
        ev.CardPutAway: "{card} goes to the discard pile.",
        ev.CardDiscarded: "{seat} discards {card}.",
        ev.MonsterGrew: "{seat} gains {life} life with {card}.",
        ev.MonsterShrank: "{seat} loses the {life} life that the card gave.",
        ev.CountersPlaced: "{seat} puts {counters:counter|counters} on {card}.",
        ev.BatteriesOffered: "{seat} may put energy on {card}.",
        ev.BatteriesLoaded: "{seat} puts {energy} energy on {card}, and the bank adds as much again.",
        ev.MarketSwept: "{seat} sweeps the market.",
        ev.TopCardLookedAt: "{seat} looks at the top card of the deck.",
        ev.TopCardSeen: "{seat} sees {card}.",
        ev.BuyingEnded: "{seat} stops buying.",
        ev.OpportunityOffered: "{seat} may buy the revealed cards.",
        ev.OpportunityPassed: "{seat} does not buy any revealed card.",
        ev.OpportunityClosed: witnessed(
            market_left, "No other monster buys a revealed card.", market="The market now has {cards}."
        ),
        ev.SaleOffered: "{seat} may sell cards.",
        ev.CardSold: "{seat} sells {card} for {energy} energy.",
        ev.SaleEnded: "{seat} stops selling.",
        ev.EndOfTurnReached: "{seat} reaches the end of the turn.",
        ev.PoisonWorked: "{seat} takes {damage} damage from poison.",
        ev.TurnEnded: "{seat}'s turn ends.",
        ev.ExtraTurnTaken: "{seat} takes the extra turn.",
        ev.ExtraTurnDeclined: "{seat} declines the extra turn.",
        ev.WingsSpread: "{seat} uses Wings and takes no damage this turn.",
        ev.KingCrowned: "{seat} reaches 20 points and is the King of Tokyo!",
        ev.LastMonsterStood: "{seat} is the last monster alive and is the King of Tokyo!",
        ev.EverybodyDied: "No monster is left alive: nobody wins.",
        # Steps
        steps.ChooseMonster: "{seat} chooses a monster; monsters differ only in how they look.",
        steps.RevealCard: "Chance reveals a card for slot {slot}.",
        steps.RollForStart: "{seat} rolls to go first.",
        steps.ThrowForStart: "Chance rolls {seat}'s dice.",
        steps.StartTurn: "{seat} starts [extra?an extra|a] turn.",
        steps.ChangeMimic: "{seat} chooses whether to change the card that Mimic copies.",
        steps.CountDice: "{seat}'s dice and rerolls are counted.",
        steps.RollDice: "{seat} rolls the dice.",
        steps.ThrowDice: "Chance rolls {seat}'s dice.",
        steps.RerollDice: seen(
            rerolls_left,
            "{seat} chooses which dice to keep and rerolls the others, or stops.",
            spent="{seat} has no rerolls left and stops, unless a card changes the dice.",
        ),
        steps.ProbeDie: "{seat} chooses whether to reroll a die with {card}.",
        steps.ThrowProbedDie: "Chance rolls die {die}.",
        steps.AdjustDice: "{seat} chooses whether to change the dice once more.",
        steps.ResolveDice: "{seat} resolves the dice.",
        steps.FaceDamage: "{seat} faces {damage} damage.",
        steps.Defend: "{seat} chooses whether to defend or to take the damage.",
        steps.RollCamouflage: "Chance rolls {dice:die|dice} for {seat}'s {card}.",
        steps.Fall: "{seat} has no life left.",
        steps.OfferYield: "{seat} is asked whether to yield Tokyo to {to_seat}.",
        steps.YieldTokyo: "{seat} chooses whether to yield Tokyo to {to_seat}.",
        steps.SettleDamage: "All damage is resolved.",
        steps.UseHearts: "{seat} uses {hearts:Heart|Hearts}.",
        steps.AssignHearts: "{seat} chooses how to use {hearts:Heart|Hearts}.",
        steps.TakeTokyo: "{seat} takes Tokyo.",
        steps.BuyCards: "{seat} chooses which cards to buy.",
        steps.PeekCard: "Chance shows {seat} the top card of the deck.",
        steps.PlaceMimic: "{seat} chooses the card that Mimic copies.",
        steps.LoadBatteries: "{seat} chooses how much energy to put on {card}.",
        steps.PutAwayCard: "The card goes to the discard pile.",
        steps.OfferCards: "The revealed cards are offered to the owners of Opportunist.",
        steps.SeizeCard: "{seat} chooses whether to buy a revealed card.",
        steps.SellCards: "{seat} chooses which cards to sell.",
        steps.EndTurn: "{seat} reaches the end of the turn.",
        steps.JudgeTurn: "The conditions for winning are checked.",
        steps.OfferExtraTurn: "{seat} chooses whether to take the extra turn.",
        steps.UsePowers: "Any player may use Rapid Healing or Wings.",
    },
    names={**{card.id: card.name for card in CARDS.values()}, **MONSTERS},
    texts={card.id: card.text for card in CARDS.values()},
    aim=AIM,
    legend=LEGEND,
    details=DETAILS,
    words={"face": FACES, "faces": FACES, "place": PLACES},
    seats={0: "the bank"},
    options=OPTIONS,
    choices=CHOICES,
    facts={"patient": "patient: {patient:seat}", "patients": "patients: {patients:seat}"},
)
