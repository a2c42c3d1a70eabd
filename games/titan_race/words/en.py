"""The sentences of Titan Race."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, TypeAlias

from games.kit.words.phrasebook import Phrasebook, Speaker, Telling, seen, witnessed
from games.titan_race.rules import steps
from games.titan_race.rules.data import (
    CARDS,
    CAUSE,
    COLOUR,
    EDITION,
    HAND_LIMIT,
    MOST_LIFE,
    PURPLE_TITAN,
    TERRAIN,
    TITAN,
    TITANS,
    TRACKS,
)
from games.titan_race.words.foreseen import Foretold, foreseen
from games.titan_race.words.legend import LEGEND
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai.titan_race.v1 import view_pb2
from gunbai_record.plain import Plain

TITAN_NAMES = {titan.id: titan.name.rpartition("& ")[2] for titan in TITANS}
CAUSES = {
    "push": "push",
    "trap": "a trap",
    "lava": "lava",
    "pirates": "pirates",
    "blast": "the fire of a statue",
    "die": "green die",
    "breath": "breath",
    "drain": "drain",
    "card": "special card",
    "purple": "the purple die",
    "pentagram": "the pentagram",
    "colour": "a die of its own colour",
}
PARTS = {
    "placing": "entering the track",
    "copy": "copying a face",
    "move": "moving",
    "trap": "placing a trap",
    "damage": "dealing damage",
    "cost": "paying a life",
}
ENTERED = {"special": "special field"}
EFFECTS = {
    "surprise_trap": "Places a trap on an adjacent field",
    "shield": "Prevents a loss of life",
    "spiked_armour": "The titan that pushes yours loses 1 life",
    "speed_potion": "2 fields forward",
    "spring_boots": "Leaps over a titan in front",
    "mimic_mask": "Uses the ability of an adjacent titan",
    "fireball": "1 damage on an adjacent field",
    "lightning": "1 damage to any other titan",
    "bomb": "1 damage on all adjacent fields",
    "healing_potion": "Gives 2 life, up to 6",
    "lucky_die": "Rolls the chosen die again",
    "thiefs_glove": "Takes a random card from a player with an adjacent titan",
    "gale": "Moves a titan behind yours back by 1 field",
}
ABILITIES = {
    "rassik": "Bounce: with a titan behind, 1 field forward, straight or diagonally",
    "ragnarok": "Shove: moves an adjacent titan 1 field in any direction",
    "kraken": "Swap: exchanges fields with an adjacent titan",
    "grinder": "Lay trap: places a trap on an adjacent field",
    "slaugg": "Breath: 1 damage on the three fields in front",
    "chtoolhoo": "Drain: below 6 life, takes 1 life from an adjacent titan",
}
REMARKS = {titan_id: f"{name} finished first" for titan_id, name in TITAN_NAMES.items()}
OPTIONS = {
    "tracks": (
        "Tracks",
        (
            'The track, or the three tracks of a Grand Slam from bottom to top: "kaldheira", "dead_lagoon", '
            '"forbidden_foundry", "anglieh", "ban_kogu", "estengaard".'
        ),
    ),
    "teams": ("Teams", "The team of each seat, starting with seat 1. Leave empty if everyone races alone."),
}
CHOICES = {"tracks": TRACKS}
AIM = (
    "Be the first to get a titan across the finish line: after three laps of one track, or at the end of the three "
    "tracks of a Grand Slam. On your turn, take a die from the pool and move as its colour says. You may also use your "
    "titan's ability once and play a card."
)
PURPLE_DIE = "gains and pays nothing with a purple die"
DETAILS = {
    titan.id: (
        f"{titan.life} life; "
        f"{PURPLE_DIE if titan.id == PURPLE_TITAN else f'gains 1 with a {EDITION.data.colours[titan.id]} die'}; "
        f"ridden by {titan.name.partition(' &')[0]}"
    )
    for titan in TITANS
}
"""What is printed on the titans, in the title's own edition."""


def legs(move: cmd.Move) -> list[ev.Segment]:
    """Return the straight segments of a move."""
    return [ev.Segment(direction=direction, steps=len([*steps])) for direction, steps in groupby(move.path)]


def standing_on(field: str, view: view_pb2.View | None) -> view_pb2.Titan | None:
    """Return the titan on a field; None if there is none, or without a view."""
    titans = view.titans if view is not None and field else ()
    return next((titan for titan in titans if titan.field == field), None)


EFFECTS_OF_MOVES = {
    "own_lap": "[{own:id} ]completes a lap",
    "lap": "{titan:id} completes a lap",
    "own_lap_lost": "[{own:id} ]loses a lap",
    "lap_lost": "{titan:id} loses a lap",
    "own_won": "[{own:id} ]wins the race",
    "won": "{titan:id} wins the race",
    "own_pushed": "[{own:id} ]pushes {titan:id}[ to {field:id}[ ({lying})]]",
    "pushed": "{by:id} pushes {titan:id}[ to {field:id}[ ({lying})]]",
    "shoved": "[to {field:id}[ ({lying})]]",
    "swapped": "{titan:id} moves to {field:id}[ ({lying})]",
    "own_end": "[[{own:id} ]ends on {field:id}[ ({lying})]]",
    "own_hurt": "[{own:id} ]loses {life} life",
    "hurt": "{titan:id} loses {life} life",
    "own_knocked_out": "[{own:id} ]loses {life} life and is knocked out",
    "knocked_out": "{titan:id} loses {life} life and is knocked out",
    "spared": "{titan:id} is already knocked out and loses no life",
    "hit": "{titan:id} is hit",
    "sprung": "it goes off at once",
    "wasted": "it goes off at once on the lava and is lost",
    "destroyed": "the trap on {field:id} is destroyed",
}
"""The effects of a move on the active titan ("own_") and on others; `own` is its name after another subject."""


def brought(
    move: Foretold, say: Speaker, templates: Mapping[str, str], with_player: Callable[[str, Speaker], str]
) -> str:
    """Return the certain effects of a move, with commas, from templates by kind.

    `with_player` names a titan with its player, the first time.
    """
    return ", ".join(filter(None, _brought(move, say, templates, with_player)))


def _brought(
    move: Foretold, say: Speaker, templates: Mapping[str, str], with_player: Callable[[str, Speaker], str]
) -> Iterator[str]:
    mover = "" if say.view is None else say.view.mover
    aimed = aimed_at(move, say.view)
    introduced, own = {mover, *aimed}, True
    for effect in foreseen(move, say.view):
        if effect.kind == "hit" and effect.titan in aimed:
            continue  # The sentence has just said so.
        values: dict[str, Any] = {"life": effect.life, "field": effect.field, "lying": lying_on(effect.field, say.view)}
        for role, titan in (("by", effect.by), ("titan", effect.titan)):
            values[role] = say.name(titan) if titan in introduced else with_player(titan, say)
            introduced.add(titan)
        yield say.filled(templates[effect.kind], {**values, "own": "" if own else say.name(mover)})
        own = effect.kind.startswith("own_")


def aimed_at(move: Foretold, view: view_pb2.View | None) -> tuple[str, ...]:
    """Return the titans that the sentence of a command names as its targets."""
    if isinstance(move, cmd.Move | cmd.ChooseStart):
        return ()
    standing = standing_on(move.field, view)
    return (*filter(None, [getattr(move, "titan", "")]), *([standing.id] if standing is not None else ()))


def lying_on(name: str, view: view_pb2.View | None) -> tuple[str, ...]:
    """Return what meets a titan that comes to a field: a trap, the ground, a card."""
    fields = () if view is None else view.fields
    field = next((field for field in fields if field.name == name), view_pb2.Field())
    obstacles = ("trap" if field.trap else "", TERRAIN.word(field.terrain), "special" if field.special else "")
    return tuple(filter(None, obstacles))


def _brings(move: Foretold, say: Speaker) -> str:
    """Return the effects of a move after a colon; "" for none."""
    effects = brought(move, say, EFFECTS_OF_MOVES, _with_player)
    return f": {effects}" if effects else ""


def _move(move: cmd.Move, say: Speaker) -> str:
    path = say.list(map(say.phrase, legs(move)))
    return f"Move {path}{_brings(move, say)}." if move.path else "Do not move."


def _target(move: cmd.PlaceTrap | cmd.Strike | cmd.UseAbility | cmd.PlayCard, say: Speaker) -> str:
    """Return the target of damage or a trap on a field, if the reader sees it."""
    titan = standing_on(move.field, say.view)
    return f", where {say.name(titan.id)} of {say.seat(titan.seat)} is" if titan is not None else ""


Harming: TypeAlias = ev.TargetsHit | ev.LifeThreatened | ev.LifeLost
"""The events that name what does harm."""


def rider_of(titan_id: str, view: view_pb2.View | None) -> int:
    """Return the seat of a titan; 0 without a view."""
    titans = () if view is None else view.titans
    return next((titan.seat for titan in titans if titan.id == titan_id), 0)


def _with_player(titan_id: str, say: Speaker) -> str:
    """Return a titan that is aimed at, with its player if the view shows one."""
    seat = rider_of(titan_id, say.view)
    return say.name(titan_id) + (f" of {say.seat(seat)}" if seat else "")


def _aim(move: cmd.UseAbility | cmd.PlayCard, say: Speaker) -> str:
    """Return the titan, the field and the direction of an effect."""
    titan = f" on {_with_player(move.titan, say)}" if move.titan else ""
    return f"{titan}{say.filled('[ on {field}]', move)}{_target(move, say)}{say.filled('[, {direction}]', move)}"


def _ability(titan_id: str) -> str:
    """Return the name of a titan's ability."""
    return ABILITIES[titan_id].partition(":")[0]


def _use(move: cmd.UseAbility, say: Speaker) -> str:
    ability = "the ability" if say.view is None else _ability(say.view.mover)
    return f"Use {ability}{_aim(move, say)}{_brings(move, say)}."


def _play(move: cmd.PlayCard, say: Speaker) -> str:
    return f"Play {say.name(move.card)}{say.filled('[ as {model}]', move)}{_aim(move, say)}{_brings(move, say)}."


FACES = {
    "yellow": "2 fields forward",
    "blue": "1 field forward and 1 along a diagonal, in any order",
    "brown": "3 fields along a diagonal",
    "red": "1 field forward, and a trap behind",
    "green": "2 fields along a diagonal, and 1 damage in front",
    "purple": "copies another face",
}
"""What each face of a die does (TR-5.2, TR-5.3, TR-5.4, TR-5.8)."""


def face_seen(
    move: cmd.ChooseDie | cmd.CopyFace, view: view_pb2.View | None, faces: Mapping[str, str]
) -> dict[str, Any]:
    """Return a face with its effect for the active titan: the text in `faces`, a cost in life, and a gain (TR-3.6).

    Without a view, or for a titan that is knocked out and passes, it is only the colour (TR-8.11).
    """
    colour = COLOUR.word(move.colour)
    titan = _acting(view)
    if titan is None:
        return {"colour": colour, "face": "", "cost": False, "gain": False}
    return {
        "colour": colour,
        "face": faces[colour],
        "cost": colour == "purple" and titan.id != PURPLE_TITAN,
        "gain": colour != "purple" and titan.colour == move.colour and titan.life < MOST_LIFE,
    }


def _acting(view: view_pb2.View | None) -> view_pb2.Titan | None:
    """Return the active titan if it can act; None without a view."""
    if view is None:
        return None
    return next(
        (titan for titan in view.titans if titan.id == view.mover and titan.state == view_pb2.STATE_UPRIGHT), None
    )


def _choose_die(move: cmd.ChooseDie, say: Speaker) -> str:
    notes = "[: {face:id}[cost?, and costs 1 life][gain?; gains 1 life]]"
    return say.filled(f"Choose the {{colour}} die{notes}.", face_seen(move, say.view, FACES))


def _copy_face(move: cmd.CopyFace, say: Speaker) -> str:
    return say.filled("Use purple as {colour}[: {face:id}].", face_seen(move, say.view, FACES))


def titan_seen(move: cmd.ChooseTitan, say: Speaker) -> dict[str, Any]:
    """Return an offered titan with its life and its colour, if they are known.

    The colour is from the title's own edition, and left out if a taken titan shows a different one.
    """
    if say.view is None:
        return {"titan": move.titan, "painted": "", "life": 0}
    own = EDITION.data.colours
    is_own = all(COLOUR.word(titan.colour) == own[titan.id] for titan in say.view.titans)
    return {"titan": move.titan, "painted": own[move.titan] if is_own else "", "life": TITAN[move.titan].life}


def last_life(move: cmd.PayLife, view: view_pb2.View) -> str:
    """Return "last" if the active titan pays its last life (TR-5.8, TR-8.8)."""
    titan = _acting(view)
    return "last" if titan is not None and titan.life == 1 else ""


def fitness(step: steps.ChooseDie, view: view_pb2.View) -> str:
    """Return "down" if the titan that gets the die is knocked out and passes (TR-8.11)."""
    down = any(titan.id == step.titan and titan.state == view_pb2.STATE_DOWN for titan in view.titans)
    return "down" if down else ""


def cause_seen(subject: Harming | steps.React, say: Speaker) -> dict[str, str]:
    """Return the card that threatens or takes a life as its cause, where it is seen: the last of those in play."""
    cause = subject.cause if isinstance(subject, steps.React) else CAUSE.word(subject.cause)
    cards = say.view.in_play if cause == "card" and say.view is not None else ()
    return {"cause": cards[-1].id} if cards else {}


def harmed(event: Harming, say: Speaker) -> Telling:
    """Tell the card that does harm."""
    return Telling(values=cause_seen(event, say))


def effect_missed(event: ev.EffectMissed, say: Speaker) -> Telling:
    """Tell that "pirates" spare a titan, or why no card is drawn: the "hand" is full, or the "deck" empty (TR-10.3)."""
    if event.effect == ev.FIELD_EFFECT_PIRATES:
        return Telling("pirates")
    if say.view is None:
        return Telling()
    player = say.view.players[rider_of(event.titan, say.view) - 1]
    return Telling("hand" if player.cards >= HAND_LIMIT else "deck", {"seat": player.seat})


ASIDES: frozenset[type[Plain]] = frozenset(
    {
        # Where a part of a procedure begins or ends
        ev.RoundEnded,
        ev.TurnEnded,
        ev.DieActionBegun,
        ev.PartBegun,
        ev.PartCompleted,
        ev.DieActionEnded,
        ev.MoveEnded,
        ev.LifeThreatened,
        ev.PiratesBoarded,
        ev.PiratesStruck,
        ev.SpecialReached,
        ev.TheftBegun,
        ev.DieTakenUp,
        ev.CardPutAway,
        # What the command of the same entry says, which all see who see the event
        ev.TitanChosen,
        ev.TitansOrdered,
        ev.DieChosen,
        ev.FaceCopied,
        ev.TitanSetOut,
        ev.TitanShoved,
        ev.TitanVaulted,
        ev.CardPlayed,
        ev.ReactionPlayed,
        ev.CardDiscarded,
        ev.PiratesPaid,
        ev.LuckTried,
        ev.PentagramUsed,
        ev.DieRerolled,
        ev.CardSeen,
        ev.CardTaken,
        # What the entering of the field says
        ev.TitanPushed,
    }
)
"""The events that a reader can skip: the rest of the entry, or a later entry, says the same."""

WORDS = Phrasebook(
    {
        # Commands
        cmd.ChooseTitan: lambda move, say: say.filled(
            "Choose {titan}[: [{painted}, ]{life} life].", titan_seen(move, say)
        ),
        cmd.OrderTitans: "{first} goes first.",
        cmd.DealCard: "The card dealt to {seat} is {card}.",
        cmd.RollForFirst: "The die for the starting titan shows {colour}.",
        cmd.RollDice: "The dice show {colours}.",
        cmd.RerollDie: "The die shows {colour}.",
        cmd.StealCard: "The card stolen by {seat} is {card}.",
        cmd.ChooseDie: _choose_die,
        cmd.ChooseStart: lambda move, say: f"Start on {move.field}{_brings(move, say)}.",
        cmd.CopyFace: _copy_face,
        cmd.Move: _move,
        cmd.PlaceTrap: lambda move, say: f"Place a trap on {move.field}{_target(move, say)}{_brings(move, say)}.",
        cmd.Strike: lambda move, say: f"Deal 1 damage on {move.field}{_target(move, say)}{_brings(move, say)}.",
        cmd.DeclineStrike: "Deal no damage.",
        cmd.PayLife: seen(
            last_life,
            "Pay 1 life for the purple die.",
            last="Pay 1 life for the purple die: it is the titan's last, so it is knocked out.",
        ),
        cmd.UseAbility: _use,
        cmd.PlayCard: _play,
        cmd.DiscardCard: "Discard {card} unused.",
        cmd.UsePentagram: "Pay 1 life to reroll the die.",
        cmd.EndTurn: "End the turn.",
        cmd.Pass: "Play no card.",
        cmd.PayPirates: "Give {card} to the pirates.",
        cmd.DefyPirates: "Give the pirates no card and lose 1 life.",
        # Events
        ev.TitanChosen: "{seat} chooses {titan}.",
        ev.TitansOrdered: "{seat} puts {first} before {second}.",
        ev.FirstDieRolled: "The die for the starting titan shows {colour}.",
        ev.OrderSettled: "The turn order is {titans}.",
        ev.TurnBegan: "{titan}'s turn in round {round} begins.",
        ev.AbilityReadied: "{titan} may use its ability again.",
        ev.TitanRecovered: "{titan} gets up with {life} life.",
        ev.DiceRolled: "The dice show {colours}.",
        ev.DieChosen: "{titan} takes the {colour} die.",
        ev.LuckTried: "{titan} rerolls the die.",
        ev.DieTakenUp: "{titan} rerolls the die on the pentagram.",
        ev.DieRerolled: "{titan}'s die shows {colour}.",
        ev.TurnPassed: "{titan} is already knocked out and passes.",
        ev.TurnEnded: "{titan}'s turn ends.",
        ev.RoundEnded: "Round {round} ends.",
        ev.DieActionBegun: "{titan} resolves the {colour} die.",
        ev.FaceCopied: "{titan} uses purple as {colour}.",
        ev.PartBegun: "{titan} begins {part}.",
        ev.PartCompleted: "{titan} completes {part}.",
        ev.PartDropped: "{titan} skips {part}.",
        ev.DieActionEnded: "{titan} completes the die action.",
        ev.TitanSetOut: "{titan} moves {segments}.",
        ev.Segment: "{steps:field|fields} {direction}",
        ev.TitanVaulted: "{titan} leaps over {over}.",
        ev.MoveEnded: "{titan} ends the move.",
        ev.TitanEntered: "{titan} enters {field}[ ({effects})][, leaping over {leapt}][ and pushes {met}].",
        ev.LapCompleted: "{titan} completes a lap and now has {laps:lap|laps}.",
        ev.LapLost: "{titan} loses a lap and now has {laps:lap|laps}.",
        ev.TitanPushed: "{by} pushes {titan} {direction} by {steps:field|fields}.",
        ev.TitanShoved: "{by} moves {titan} {direction}.",
        ev.TitanBlocked: "{titan} can move no further.",
        ev.TitanThrownBack: "{titan} is thrown back to the start.",
        ev.TitansSwapped: (
            "{titan} and {other} swap fields: {titan} moves to {field}[ ({effects})], "
            "{other} to {other_field}[ ({other_effects})]."
        ),
        ev.TargetsHit: witnessed(harmed, "[{by}'s ]{cause} hits {targets}."),
        ev.Target: "[{titan}|the trap on {trap}]",
        ev.LifeThreatened: witnessed(harmed, "{titan} is about to lose 1 life to [{by}'s ]{cause}."),
        ev.LifeLost: witnessed(harmed, "{titan} loses 1 life to [{by}'s ]{cause}: [{life}|none] left."),
        ev.LifeSpared: "{titan} is already knocked out and loses no life.",
        ev.SpikesStruck: "{titan}'s Spiked Armour hits {by}.",
        ev.LossPrevented: "{titan} loses no life, thanks to a Shield.",
        ev.LifeGained: "{titan} gains life and now has {life}.",
        ev.TitanKnockedOut: "{titan} is knocked out.",
        ev.TrapPlaced: "{titan} places a trap on {field}.",
        ev.TrapSprung: "{titan} springs the trap on {field}.",
        ev.TrapDestroyed: "The trap on {field} is destroyed.",
        ev.PiratesBoarded: "{titan} meets pirates on {field}; they demand a card or a life.",
        ev.PiratesPaid: "{seat} gives {card} to the pirates.",
        ev.PiratesStruck: "{titan} is attacked by pirates.",
        ev.StatueFired: "{titan} sets off the statue on {field}.",
        ev.EffectMissed: witnessed(
            effect_missed,
            "{titan} draws no card on the special field: its player's hand is full, or no card is left.",
            pirates="{titan} is already knocked out, and the pirates spare it.",
            hand="{titan} draws no card on the special field: the hand of {seat} is full.",
            deck="{titan} draws no card on the special field: none is left.",
        ),
        ev.PentagramUsed: "{titan} uses the pentagram.",
        ev.SpecialReached: "{titan} reaches a special field, which gives a card.",
        ev.CardDrawn: "{seat} draws a card.",
        ev.CardSeen: "{seat} sees {card}.",
        ev.DeckReshuffled: "The discard pile is shuffled into a new deck.",
        ev.CardPlayed: "{seat} plays {card} for {titan}.",
        ev.ReactionPlayed: "{seat} plays {card} for {titan}.",
        ev.CardPutAway: "{card} goes to the discard pile.",
        ev.CardDiscarded: "{seat} discards {card} unused.",
        ev.TheftBegun: "{seat} steals a card from {from_seat}.",
        ev.CardStolen: "{seat} takes a card from {from_seat}.",
        ev.CardTaken: "{seat} takes {card}.",
        ev.CardMissed: "{seat} loses {card}.",
        ev.AbilityUsed: lambda event, say: f"{say.name(event.titan)} uses {_ability(event.titan)}.",
        ev.RaceWon: "{titan} wins the race for {seats}.",
        # Steps
        steps.ChooseTitan: "{seat} chooses a titan.",
        steps.OrderTitans: "{seat} chooses which of their titans goes first.",
        steps.DealCard: "Chance deals a card to {seat}.",
        steps.DrawCard: "Chance draws a card for {seat}.",
        steps.RollForFirst: "Chance rolls the die for the starting titan.",
        steps.BeginTurn: "{titan}'s turn begins.",
        steps.RollDice: "Chance rolls all dice.",
        steps.RollAgain: "Chance rolls all dice again.",
        steps.ChooseDie: seen(
            fitness,
            "{seat} chooses a die for {titan}.",
            down="{seat} takes a die for {titan}, which is knocked out and passes.",
        ),
        steps.ChooseAction: "{seat} chooses what {titan} does next.",
        steps.PerformDie: "{seat} resolves the {face} die with {titan}; still to do: {due}.",
        steps.Stride: "{titan} takes a step.",
        steps.Slide: "{titan} slides on.",
        steps.SpringTrap: "{titan} springs the trap on {field}.",
        steps.MeetPirates: "{titan} meets pirates on {field}.",
        steps.FacePirates: "{seat} chooses whether to give the pirates a card or let {titan} lose a life.",
        steps.FireStatue: "{titan} sets off the statue on {field}.",
        steps.ReachSpecial: "{titan} reaches a special field.",
        steps.LoseLife: "{titan} is about to lose 1 life to [{by}'s ]{cause}.",
        steps.React: lambda step, say: say.filled(
            "{seat} chooses whether to play a card before {titan} loses 1 life to [{by}'s ]{cause}.",
            step,
            cause_seen(step, say),
        ),
        steps.DestroyTrap: "The trap on {field} is destroyed.",
        steps.EndMove: "{titan}'s move ends.",
        steps.CompletePart: "{titan} completes {part}.",
        steps.StealCard: "Chance picks one of {from_seat}'s cards for {seat}.",
        steps.TryLuck: "Chance rerolls {titan}'s die.",
        steps.RerollDie: "Chance rerolls {titan}'s die.",
        steps.PutAway: "{card} goes to the discard pile.",
        steps.EndTurn: "{titan}'s turn ends.",
    },
    names={
        **TITAN_NAMES,
        **{card.id: card.name for card in CARDS},
    },
    aim=AIM,
    legend=LEGEND,
    details=DETAILS,
    texts={**ABILITIES, **{card.id: EFFECTS[card.effect] for card in CARDS}},
    words={
        "cause": CAUSES,
        **dict.fromkeys(("part", "due"), PARTS),
        **dict.fromkeys(("effects", "other_effects", "lying"), ENTERED),
        "remark": REMARKS,
    },
    options=OPTIONS,
    choices=CHOICES,
)
