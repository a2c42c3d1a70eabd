"""What can be on the agenda of King of Tokyo: the phases of a turn, and what interrupts them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.king_of_tokyo.rules.data import CARDS, MARKET_SLOTS, MIMIC, MOST_DICE, Power
from games.king_of_tokyo.rules.steps import (
    AdjustDice,
    AssignHearts,
    BuyCards,
    ChangeMimic,
    CountDice,
    Defend,
    EndTurn,
    FaceDamage,
    JudgeTurn,
    LoadBatteries,
    OfferCards,
    OfferYield,
    PeekCard,
    PlaceMimic,
    ProbeDie,
    PutAwayCard,
    RerollDice,
    ResolveDice,
    RevealCard,
    RollCamouflage,
    RollDice,
    SeizeCard,
    SellCards,
    SettleDamage,
    TakeTokyo,
    ThrowDice,
    ThrowForStart,
    ThrowProbedDie,
    UseHearts,
    YieldTokyo,
)
from games.king_of_tokyo.rules.table import TokyoTable
from games.kit.rules.agenda import Fact, Grammar, Kind

MOST_COUNTED = 999
"""More energy, counters or damage than any game reaches; it keeps a made-up table from asking for endless lists."""

PHASES: tuple[Kind, ...] = (CountDice, ResolveDice, BuyCards, EndTurn, JudgeTurn)
HEARTS: tuple[Kind, ...] = (TakeTokyo, BuyCards)
BATCH: tuple[Kind, ...] = (FaceDamage, OfferYield, SettleDamage)
BOUGHT: tuple[Kind, ...] = (RevealCard, BuyCards)
OF_THE_ACTIVE: tuple[Kind, ...] = (
    *(ChangeMimic, CountDice, RollDice, ThrowDice, RerollDice, AdjustDice, ResolveDice),
    *(UseHearts, AssignHearts, TakeTokyo, BuyCards, PeekCard, SellCards, EndTurn),
)


def rolls_next(table: TokyoTable, step: ThrowForStart) -> bool:
    """Return whether it is the seat's turn to roll for the start."""
    return not table.starter and table.contenders[len(table.rolls)] == step.seat


def is_active(table: TokyoTable, step: BuyCards) -> bool:
    """Return whether the seat is that of the active monster, and the monster is alive."""
    return step.seat == table.turn.seat and table.active.life > 0


def is_judged(table: TokyoTable, step: JudgeTurn) -> bool:
    """Return whether the turn being judged is the current one."""
    return step.seat == table.turn.seat


def are_rolled(table: TokyoTable, step: ThrowDice) -> bool:
    """Return whether these dice exist."""
    return bool(step.dice) and set(step.dice) <= set(table.turn.every_die)


def owns_mimic(table: TokyoTable, step: ChangeMimic | PlaceMimic) -> bool:
    """Return whether the seat owns Mimic."""
    return table.at(step.seat).holds(MIMIC)


def can_probe(table: TokyoTable, step: ProbeDie | ThrowProbedDie) -> bool:
    """Return whether the seat can have a die rolled again."""
    return Power.PROBE in _powers(table, step.seat, step.card)


def owns_batteries(table: TokyoTable, step: LoadBatteries) -> bool:
    """Return whether the seat's card is loaded with energy."""
    return Power.BATTERIES in _powers(table, step.seat, step.card)


def is_left(table: TokyoTable, step: FaceDamage) -> bool:
    """Return whether damage is left, unless dice were rolled for it, and only for the seat's copies of Camouflage."""
    return (step.damage > 0 or step.rolled > 0) and step.rolled <= len(table.at(step.seat).copies(Power.CAMOUFLAGE))


def defends(table: TokyoTable, step: Defend) -> bool:
    """Return whether the packet of damage under the step reaches the same seat, which was asked for its defence."""
    packet = cast(FaceDamage, table.agenda[-2])
    return packet.seat == step.seat and packet.defended


def is_covered(table: TokyoTable, step: RollCamouflage) -> bool:
    """Return whether a die is rolled for each damage of the packet under the step, for a card of the seat."""
    packet, powers = cast(FaceDamage, table.agenda[-2]), _powers(table, step.seat, step.card)
    return packet.seat == step.seat and packet.damage == step.dice and Power.CAMOUFLAGE in powers


def is_attacked(table: TokyoTable, step: OfferYield | YieldTokyo) -> bool:
    """Return whether the active monster has attacked the seat."""
    return step.to_seat == table.turn.seat != step.seat


def is_offered(table: TokyoTable, step: SeizeCard) -> bool:
    """Return whether the cards are offered to a seat other than the active one."""
    offer = cast(OfferCards, table.agenda[-2])
    return step.slots == offer.slots and step.seat != table.turn.seat


def is_empty(table: TokyoTable, step: RevealCard) -> bool:
    """Return whether the slot is empty, and filled once."""
    return not table.market[step.slot - 1] and table.agenda.count(step) == 1


def _powers(table: TokyoTable, seat: int, card: str) -> Mapping[Power, int]:
    held = table.at(seat).find(card)
    return held.acts.powers if held else {}


AGENDA: Grammar[TokyoTable] = Grammar(
    under={
        ThrowForStart: (None,),
        ChangeMimic: (CountDice,),
        CountDice: (ResolveDice,),
        RollDice: (ResolveDice,),
        ThrowDice: (RerollDice, AdjustDice),
        RerollDice: (ResolveDice,),
        ProbeDie: (ResolveDice,),
        ThrowProbedDie: (ResolveDice,),
        AdjustDice: (ResolveDice,),
        ResolveDice: (BuyCards,),
        FaceDamage: (*BATCH, TakeTokyo, JudgeTurn),
        Defend: (FaceDamage,),
        RollCamouflage: (FaceDamage,),
        OfferYield: BATCH,
        YieldTokyo: BATCH,
        SettleDamage: (UseHearts, PutAwayCard, SellCards, *HEARTS, *PHASES),
        UseHearts: HEARTS,
        AssignHearts: HEARTS,
        TakeTokyo: (BuyCards,),
        BuyCards: (EndTurn,),
        PeekCard: (BuyCards,),
        PlaceMimic: BOUGHT,
        LoadBatteries: (*BOUGHT, CountDice),
        PutAwayCard: (*BOUGHT, JudgeTurn),
        RevealCard: (RevealCard, OfferCards),
        OfferCards: (BuyCards, JudgeTurn),
        SeizeCard: (OfferCards,),
        SellCards: (EndTurn,),
        EndTurn: (JudgeTurn,),
        JudgeTurn: (None,),
    },
    fields={
        "seat": lambda table: table.seats,
        "to_seat": lambda table: table.seats,
        "by": lambda table: (0, *table.seats),
        "asked": lambda table: table.seats,
        "card": lambda table: CARDS,
        "slot": lambda table: range(1, MARKET_SLOTS + 1),
        "slots": lambda table: range(1, MARKET_SLOTS + 1),
        "dice": lambda table: range(1, MOST_COUNTED + 1),
        "die": lambda table: table.turn.every_die,
        "hearts": lambda table: range(1, MOST_DICE + 1),
        "damage": lambda table: range(MOST_COUNTED + 1),
        "rolled": lambda table: range(MOST_COUNTED + 1),
        "attack": lambda table: (False, True),
        "waits": lambda table: (False, True),
        "defended": lambda table: (False, True),
    },
    facts=(
        Fact((ThrowForStart,), "the seat is the next to roll for the start", rolls_next),
        Fact(OF_THE_ACTIVE, "its seat is that of the active monster, and it is alive", is_active),
        Fact((JudgeTurn,), "its seat is that of the active monster", is_judged),
        Fact((RollDice,), "there are dice to roll", lambda table, step: bool(table.turn.dice)),
        Fact((ThrowDice,), "there are these dice", are_rolled),
        Fact((ChangeMimic, PlaceMimic), "the seat owns Mimic", owns_mimic),
        Fact((ProbeDie, ThrowProbedDie), "the seat owns a card that has a die rolled again", can_probe),
        Fact((LoadBatteries,), "the seat owns a card that is loaded with energy", owns_batteries),
        Fact((FaceDamage,), "there is damage, and the seat has the copies of Camouflage that were rolled for", is_left),
        Fact((Defend,), "the seat faces damage and was asked for its defence", defends),
        Fact((RollCamouflage,), "the seat is camouflaged and faces as much damage as dice are rolled", is_covered),
        Fact((OfferYield, YieldTokyo), "the active monster has attacked the seat", is_attacked),
        Fact((RevealCard,), "the slot is empty, and filled once", is_empty),
        Fact(
            (OfferCards,), "no more slots are named than there are", lambda table, step: len(step.slots) <= MARKET_SLOTS
        ),
        Fact((SeizeCard,), "the cards are offered to a seat that is not active", is_offered),
    ),
    over=lambda table: table.ending,
)
