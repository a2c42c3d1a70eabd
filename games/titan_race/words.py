"""Commands, events and steps of Titan Race, told as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from games.phrasebook import Phrasebook
from games.titan_race import steps
from games.titan_race.data import CARDS, CAUSE, COLOUR, DIRECTION, FIELD_EFFECT, PART, TITAN
from gunbai.titan_race.v1 import commands_pb2 as cmd
from gunbai.titan_race.v1 import events_pb2 as ev

NAMES = {titan: board.name.rpartition("& ")[2] for titan, board in TITAN.items()}
"""The titans by the names that their riders call them."""

CARD_NAMES = {card.id: f"{card.name} ({card.id})" for card in CARDS}

CAUSES = {
    "push": "to the push",
    "trap": "to a trap",
    "lava": "to the lava",
    "pirates": "to the pirates",
    "blast": "to the blast",
    "die": "to the green die",
    "breath": "to the breath",
    "drain": "to the drain",
    "card": "to a card",
    "purple": "for purple",
    "pentagram": "for the pentagram",
}

HITTERS = {
    "blast": "The blast",
    "die": "The green die",
    "breath": "The breath",
    "drain": "The drain",
    "card": "The card",
}

PARTS = {
    "placing": "the placing",
    "copy": "the copying",
    "move": "the move",
    "trap": "the trap",
    "damage": "the damage",
    "cost": "the payment",
}

MISSED = {"pirates": "the pirates take no notice", "special": "no card is to be had"}


def _name(titan: str) -> str:
    return NAMES.get(titan, titan or "nobody")


def _card(card: str) -> str:
    return CARD_NAMES.get(card, card)


def _way(direction: int) -> str:
    return DIRECTION.word(direction).replace("_", " ")


def _path(path: Iterable[int]) -> str:
    return ", ".join(map(_way, path)) or "nowhere"


def _aim(move: cmd.UseAbility | cmd.PlayCard) -> str:
    model = move.model if isinstance(move, cmd.PlayCard) else ""
    parts = (
        f" as {_name(model)}" if model else "",
        f" on {_name(move.titan)}" if move.titan else "",
        f" on {move.field}" if move.field else "",
        f" {_way(move.direction)}" if move.direction else "",
    )
    return "".join(parts)


def _entered(event: ev.TitanEntered) -> str:
    leapt = f", leaping over {', '.join(event.leapt)}" if event.leapt else ""
    met = f", where {_name(event.met)} stands" if event.met else ""
    return f"{_name(event.titan)} comes to {event.field}{leapt}{met}."


def _part(part: int) -> str:
    return PARTS.get(PART.word(part), "nothing")


def _missed(effect: int) -> str:
    return MISSED.get(FIELD_EFFECT.word(effect), "nothing happens")


def _winners(seats: Iterable[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)


def _names(titans: Iterable[str]) -> str:
    return ", ".join(map(_name, titans)) or "nobody"


def _hitter(cause: str) -> str:
    return HITTERS.get(cause, "Something")


def _life(life: int) -> str:
    return f"{life} left" if life else "none left"


def _threat(cause: str) -> str:
    return CAUSES.get(cause, "to nothing")


def _lost(event: ev.LifeLost) -> str:
    return f"{_name(event.titan)} loses 1 life {_threat(CAUSE.word(event.cause))}, {_life(event.life)}."


WORDS = Phrasebook(
    lambda seat: f"seat {seat}",
    {
        # Commands
        cmd.ChooseTitan: lambda move: f"Take {_name(move.titan)}.",
        cmd.OrderTitans: lambda move: f"{_name(move.first)} goes first.",
        cmd.DealCard: lambda move: f"Seat {move.seat} is dealt {_card(move.card)}.",
        cmd.RollForFirst: "The die shows {colour}.",
        cmd.RollDice: "The dice show {colours}.",
        cmd.RerollDie: "The die shows {colour}.",
        cmd.StealCard: lambda move: f"Seat {move.seat} catches {_card(move.card)}.",
        cmd.ChooseDie: "Take the {colour} die.",
        cmd.ChooseStart: "Start on {field}.",
        cmd.CopyFace: "Use purple as {colour}.",
        cmd.Move: lambda move: f"Move {_path(move.path)}.",
        cmd.PlaceTrap: "Place the trap on {field}.",
        cmd.Strike: "Strike at {field}.",
        cmd.DeclineStrike: "Strike nobody.",
        cmd.PayLife: "Pay 1 life for purple.",
        cmd.UseAbility: lambda move: f"Use the ability{_aim(move)}.",
        cmd.PlayCard: lambda move: f"Play {_card(move.card)}{_aim(move)}.",
        cmd.DiscardCard: lambda move: f"Discard {_card(move.card)} unused.",
        cmd.UsePentagram: "Pay 1 life to roll the die again.",
        cmd.EndTurn: "End the turn.",
        cmd.Pass: "Let it happen.",
        cmd.PayPirates: lambda move: f"Give {_card(move.card)} to the pirates.",
        cmd.DefyPirates: "Give nothing to the pirates.",
        # Events
        ev.TitanChosen: lambda event: f"Seat {event.seat} takes {_name(event.titan)}.",
        ev.TitansOrdered: lambda event: f"Seat {event.seat} sends {_name(event.first)} before {_name(event.second)}.",
        ev.FirstDieRolled: "The die for the first player shows {colour}.",
        ev.OrderSettled: lambda event: f"The order of turns is {_names(event.titans)}.",
        ev.TurnBegan: lambda event: f"Round {event.round}: {_name(event.titan)}'s turn begins.",
        ev.AbilityReadied: lambda event: f"{_name(event.titan)}'s ability is ready again.",
        ev.TitanRecovered: lambda event: f"{_name(event.titan)} rises with {event.life} life.",
        ev.DiceRolled: "The dice show {colours}.",
        ev.DieChosen: lambda event: f"{_name(event.titan)} gets the {COLOUR.word(event.colour)} die.",
        ev.DieTakenUp: lambda event: f"{_name(event.titan)}'s die is taken up again.",
        ev.DieRerolled: lambda event: f"{_name(event.titan)}'s die shows {COLOUR.word(event.colour)}.",
        ev.TurnPassed: lambda event: f"{_name(event.titan)} lies there and passes.",
        ev.TurnEnded: lambda event: f"{_name(event.titan)}'s turn ends.",
        ev.DieActionBegun: lambda event: f"{_name(event.titan)} performs {COLOUR.word(event.colour)}.",
        ev.FaceCopied: lambda event: f"{_name(event.titan)} copies {COLOUR.word(event.colour)}.",
        ev.PartBegun: lambda event: f"{_name(event.titan)}: {_part(event.part)} begins.",
        ev.PartCompleted: lambda event: f"{_name(event.titan)}: {_part(event.part)} is done.",
        ev.PartDropped: lambda event: f"{_name(event.titan)}: {_part(event.part)} falls away.",
        ev.DieActionEnded: lambda event: f"{_name(event.titan)} has performed the die.",
        ev.TitanSetOut: lambda event: f"{_name(event.titan)} moves {_path(event.path)}.",
        ev.TitanVaulted: lambda event: f"{_name(event.titan)} leaps over {_name(event.over)}.",
        ev.MoveEnded: lambda event: f"{_name(event.titan)} has moved.",
        ev.TitanEntered: _entered,
        ev.LapCompleted: lambda event: f"{_name(event.titan)} completes a lap: {event.laps}.",
        ev.LapLost: lambda event: f"{_name(event.titan)} goes back a lap: {event.laps}.",
        ev.TitanPushed: lambda event: (
            f"{_name(event.by)} pushes {_name(event.titan)} {_way(event.direction)} by {event.steps}."
        ),
        ev.TitanShoved: lambda event: f"{_name(event.by)} moves {_name(event.titan)} {_way(event.direction)}.",
        ev.TitanBlocked: lambda event: f"{_name(event.titan)} can go no further.",
        ev.TitanThrownBack: lambda event: f"{_name(event.titan)} is thrown back to the start.",
        ev.TitansSwapped: lambda event: f"{_name(event.titan)} and {_name(event.other)} exchange fields.",
        ev.TitansHit: lambda event: f"{_hitter(CAUSE.word(event.cause))} hits {_names(event.titans)}.",
        ev.LifeThreatened: lambda event: (
            f"{_name(event.titan)} is about to lose 1 life {_threat(CAUSE.word(event.cause))}."
        ),
        ev.LifeLost: _lost,
        ev.LifeSpared: lambda event: f"{_name(event.titan)} is knocked out and loses nothing.",
        ev.SpikesStruck: lambda event: f"{_name(event.titan)}'s spikes turn on {_name(event.by)}.",
        ev.LossPrevented: lambda event: f"{_name(event.titan)} is shielded.",
        ev.LifeGained: lambda event: f"{_name(event.titan)} now has {event.life} life.",
        ev.TitanKnockedOut: lambda event: f"{_name(event.titan)} is knocked out.",
        ev.TrapPlaced: lambda event: f"{_name(event.titan)} places a trap on {event.field}.",
        ev.TrapSprung: lambda event: f"The trap on {event.field} goes off under {_name(event.titan)}.",
        ev.TrapDestroyed: "The trap on {field} is destroyed.",
        ev.PiratesBoarded: lambda event: f"Pirates on {event.field} demand a card or a life of {_name(event.titan)}.",
        ev.PiratesPaid: lambda event: f"Seat {event.seat} gives {_card(event.card)} to the pirates.",
        ev.PiratesStruck: lambda event: f"Pirates strike {_name(event.titan)}.",
        ev.StatueFired: lambda event: f"{_name(event.titan)} sets off the statue on {event.field}.",
        ev.EffectMissed: lambda event: f"{_name(event.titan)}: {_missed(event.effect)}.",
        ev.PentagramUsed: lambda event: f"{_name(event.titan)} uses the pentagram.",
        ev.SpecialReached: lambda event: f"{_name(event.titan)} finds a special card.",
        ev.CardDrawn: "A card comes to {seat}.",
        ev.CardSeen: lambda event: f"Seat {event.seat} sees {_card(event.card)}.",
        ev.DeckReshuffled: "The discard pile is shuffled and becomes the deck.",
        ev.CardPlayed: lambda event: f"Seat {event.seat} plays {_card(event.card)} for {_name(event.titan)}.",
        ev.CardPutAway: lambda event: f"{_card(event.card)} is put on the discard pile.",
        ev.CardDiscarded: lambda event: f"Seat {event.seat} discards {_card(event.card)} unused.",
        ev.TheftBegun: "A hand of {seat} reaches into the cards of {from_seat}.",
        ev.CardStolen: "A card of {from_seat} goes to {seat}.",
        ev.CardTaken: lambda event: f"Seat {event.seat} has taken {_card(event.card)}.",
        ev.CardMissed: lambda event: f"Seat {event.seat} has lost {_card(event.card)}.",
        ev.AbilityUsed: lambda event: f"{_name(event.titan)} uses its ability.",
        ev.RaceWon: lambda event: f"{_name(event.titan)} has won the race for {_winners(event.seats)}.",
        # Steps
        steps.ChooseTitan: "Which titan for {seat}?",
        steps.OrderTitans: "Which titan of {seat} goes first?",
        steps.DealCard: "A card is dealt to {seat}.",
        steps.DrawCard: "A card is drawn for {seat}.",
        steps.RollForFirst: "A die finds the first player.",
        steps.BeginTurn: lambda step: f"{_name(step.titan)}'s turn is to begin.",
        steps.RollDice: lambda step: f"All dice are rolled for {_name(step.titan)}'s turn.",
        steps.RollAgain: lambda step: f"All dice are rolled again for {_name(step.titan)}'s turn.",
        steps.ChooseDie: lambda step: f"{_name(step.titan)}: which die?",
        steps.ChooseAction: lambda step: f"{_name(step.titan)}: what comes next?",
        steps.PerformDie: lambda step: f"{_name(step.titan)} performs {step.face}: {', '.join(step.due)} to do.",
        steps.Stride: lambda step: f"{_name(step.titan)} has a step to take.",
        steps.Slide: lambda step: f"{_name(step.titan)} slides on.",
        steps.SpringTrap: lambda step: f"A trap on {step.field} waits for {_name(step.titan)}.",
        steps.MeetPirates: lambda step: f"Pirates on {step.field} wait for {_name(step.titan)}.",
        steps.FacePirates: lambda step: f"{_name(step.titan)}: a card for the pirates, or a life?",
        steps.FireStatue: lambda step: f"The statue on {step.field} is to fire.",
        steps.ReachSpecial: lambda step: f"{_name(step.titan)} has found a special field.",
        steps.LoseLife: lambda step: f"{_name(step.titan)} is to lose 1 life {_threat(step.cause)}.",
        steps.React: lambda step: f"{_name(step.titan)}: a reaction to 1 life lost {_threat(step.cause)}?",
        steps.EndMove: lambda step: f"{_name(step.titan)} is on the move.",
        steps.CompletePart: lambda step: f"{_name(step.titan)} has a part of its die in progress: {step.part}.",
        steps.StealCard: "A card is picked from the hand of {from_seat} for {seat}.",
        steps.TryLuck: lambda step: f"{_name(step.titan)}'s die is rolled again for luck.",
        steps.RerollDie: lambda step: f"{_name(step.titan)}'s die is rolled again.",
        steps.PutAway: lambda step: f"{_card(step.card)} is in effect.",
        steps.EndTurn: lambda step: f"{_name(step.titan)}'s turn is to end.",
    },
)
