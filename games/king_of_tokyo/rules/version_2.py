"""Version 2 of the rules of King of Tokyo: when questions end, the city next to a bay that closes, options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from games.king_of_tokyo.rules import RULES as RULES_1
from games.king_of_tokyo.rules import steps, table
from games.king_of_tokyo.rules.data import BAY_MONSTERS, Components, Power
from games.king_of_tokyo.rules.gains import reward
from games.king_of_tokyo.rules.invariants import invariants as invariants_1
from games.king_of_tokyo.rules.losses import end_copies, take_back
from games.king_of_tokyo.rules.powers.attack import attack, give_counters
from games.king_of_tokyo.rules.powers.copies import can_change
from games.king_of_tokyo.rules.powers.defence import can_defend, shield
from games.king_of_tokyo.rules.powers.dice import can_adjust, dice_of, rerolls_of
from games.king_of_tokyo.rules.powers.hearts import feed
from games.king_of_tokyo.rules.powers.purchase import refuse_price
from games.king_of_tokyo.rules.powers.turn_end import count_cards, is_last
from games.king_of_tokyo.rules.steps.buy_cards import BuyingMove
from games.king_of_tokyo.rules.steps.face_damage import count_survivors, leave, remaining
from games.king_of_tokyo.rules.steps.probe_die import AdjustMove
from games.king_of_tokyo.rules.steps.seize_card import SeizeMove, revealed
from games.king_of_tokyo.rules.steps.use_powers import PowerMove
from games.king_of_tokyo.rules.table import BAY, CITY
from games.kit.rules.change import Change
from games.kit.rules.decider import Play
from games.kit.rules.edition import Edition
from games.kit.rules.faults import first_faults
from games.kit.rules.revision import revised
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev


class Options(table.Options, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before the game."""

    one_die_at_least: bool = False
    """Shrink counters leave a die to roll (KT-4.3, KT-A69)."""
    quiet_entry: bool = False
    """A monster that enters an empty Tokyo City deals no damage by cards either (KT-5.11, KT-A70)."""
    hearts_first: bool = False
    """Hearts are used before the attack (KT-5.1, KT-A5)."""
    child_counters: bool = False
    """A monster that returns with It Has a Child gets the counters of the attack that killed it (KT-6.6, KT-A66)."""
    drop_empties_bay: bool = False
    """Drop from High Altitude also throws out the monster in Tokyo Bay (KT-14.4, KT-A32)."""
    underdog_every_turn: bool = False
    """Rooting for the Underdog scores at the end of every player's turn (KT-8.2, KT-A17)."""


class TokyoTable(table.TokyoTable, frozen=True, kw_only=True):
    """The complete state of a game."""

    one_die_at_least: bool = False
    """Whether a monster always rolls a die (KT-4.3)."""
    quiet_entry: bool = False
    """Whether cards deal no damage on the way into an empty city (KT-5.11)."""
    hearts_first: bool = False
    """Whether Hearts are used before the attack (KT-5.1)."""
    child_counters: bool = False
    """Whether a child has the counters of the attack that killed its parent (KT-6.6)."""
    drop_empties_bay: bool = False
    """Whether Drop from High Altitude empties both places (KT-14.4)."""
    underdog_every_turn: bool = False
    """Whether Rooting for the Underdog counts at the end of every turn (KT-13.38)."""


def invariants(table: TokyoTable) -> Iterator[str]:
    """Yield a sentence for everything that is impossible."""
    return first_faults(table, invariants_1, _contenders)


def _contenders(table: TokyoTable) -> Iterator[str]:
    if not table.starter and not all(table.at(seat).life for seat in table.contenders):
        yield "everyone who rolls for the start is alive (KT-1.10)"


def setup(seats: int, options: Options, edition: Edition[Components]) -> TokyoTable:
    """Return the table before the first choice. Raises ValueError for options that do not fit (KT-6.15, KT-15.1)."""
    before = table.setup(seats, options, edition)
    if options.closing_bay != "outside" and not before.bay_open:
        without = "in a first game" if options.first_game else f"with {seats} players"
        raise ValueError(f"{without} there is no Tokyo Bay that could close (KT-6.15)")
    return TokyoTable(
        **{name: getattr(before, name) for name in before.__struct_fields__},
        one_die_at_least=options.one_die_at_least,
        quiet_entry=options.quiet_entry,
        hearts_first=options.hearts_first,
        child_counters=options.child_counters,
        drop_empties_bay=options.drop_empties_bay,
        underdog_every_turn=options.underdog_every_turn,
    )


def _agreed(play: Play[table.TokyoTable]) -> TokyoTable:
    """Return the table with what the players agreed on."""
    return cast(TokyoTable, play.table)


class CountDice(steps.CountDice, frozen=True):
    """The number of dice and rerolls of the turn is set; without dice there is no roll (KT-4.3, KT-4.4)."""

    def resolve(self, play: Play[table.TokyoTable]) -> None:
        dice = max(int(_agreed(play).one_die_at_least), dice_of(play.table))
        play.emit(ev.DiceCounted(seat=self.seat, dice=dice, rerolls=rerolls_of(play.table)))


class ResolveDice(steps.ResolveDice, frozen=True):
    """Numbers and Energy count at once; the attack comes before the Hearts, or after them by agreement (KT-5.1)."""

    def resolve(self, play: Play[table.TokyoTable]) -> None:
        self.score(play)
        if not (_agreed(play).hearts_first and isinstance(play.table.agenda[-1], steps.UseHearts)):
            _attack(play, self.seat)


def _attack(play: Play[table.TokyoTable], seat: int) -> None:
    """Attack, or by agreement only take an empty city, for which Alpha Monster gets its point (KT-5.7, KT-5.11)."""
    enters = play.table.turn.dice.count("attack") and not (play.table.active.in_tokyo or play.table.in_place(CITY))
    if enters and _agreed(play).quiet_entry:
        reward(play, seat, Power.ALPHA)
    else:
        attack(play, seat)


class UseHearts(steps.UseHearts, frozen=True):
    """Hearts heal the monster, unless it can use them for something else (KT-5.17)."""

    def resolve(self, play: Play[table.TokyoTable]) -> None:
        super().resolve(play)
        if _agreed(play).hearts_first and not isinstance(play.table.agenda[-1], steps.AssignHearts):
            _attack(play, self.seat)


class AssignHearts(steps.AssignHearts, frozen=True):
    """The active monster says what each Heart is used for (KT-5.17)."""

    def answer(self, play: Play[table.TokyoTable], seat: int, move: cmd.AssignHearts) -> None:
        super().answer(play, seat, move)
        if _agreed(play).hearts_first:
            _attack(play, seat)


class FaceDamage(steps.FaceDamage, frozen=True):
    """A packet, the damage from one source, reaches a monster, which prevents it or loses life (KT-6.1, KT-6.2)."""

    def resolve(self, play: Play[table.TokyoTable]) -> None:
        super().resolve(play)
        if self.attack and _agreed(play).child_counters and _returns(play.table, self.seat):
            give_counters(play, self.seat, self.by)


def _returns(table: table.TokyoTable, seat: int) -> bool:
    """Return whether a monster has just been brought to its fall, and will return as its child (KT-6.14)."""
    return table.agenda[-1] == steps.Fall(seat) and bool(table.at(seat).copies(Power.CHILD))


class RollCamouflage(steps.RollCamouflage, frozen=True):
    """Chance shows a die for each point of damage; the rest may be met by another defence (KT-13.7, KT-6.3)."""

    def answer(self, play: Play[table.TokyoTable], outcome: cmd.ThrowDice) -> None:
        super().answer(play, outcome)
        packet, monster = cast(steps.FaceDamage, play.table.agenda[-1]), play.table.at(self.seat)
        rolls_again = packet.rolled < len(monster.copies(Power.CAMOUFLAGE))
        if not rolls_again and not shield(monster, packet.damage) and can_defend(monster):
            play.emit(ev.DefenceOffered(seat=self.seat))


class UsePowers(steps.UsePowers, frozen=True):
    """While a player is asked, owners of Rapid Healing or Wings may use them; the question remains (KT-1.11).

    It ends once nothing is left to do but decline.
    """

    def answer(self, play: Play[table.TokyoTable], seat: int, move: PowerMove) -> None:
        super().answer(play, seat, move)
        _end_idle(play)


class AdjustDice(steps.AdjustDice, frozen=True):
    """After a probe the active monster may change its dice with its cards, as long as it has such cards (KT-4.11)."""

    def answer(self, play: Play[table.TokyoTable], seat: int, move: AdjustMove) -> None:
        super().answer(play, seat, move)
        _end_idle(play)


class ThrowDice(steps.ThrowDice, frozen=True):
    """Chance shows the dice, after which there may be none left to adjust (KT-4.4, KT-4.11)."""

    def answer(self, play: Play[table.TokyoTable], outcome: cmd.ThrowDice) -> None:
        super().answer(play, outcome)
        _end_idle(play)


def _end_idle(play: Play[table.TokyoTable]) -> None:
    """End a question that a card opened if its seat can only decline (KT-4.11, KT-6.3, KT-12.6, KT-13.30)."""
    match play.table.agenda[-1:]:
        case (steps.Defend(seat),) if play.table.at(seat).wings or not can_defend(play.table.at(seat)):
            play.emit(ev.DefenceEnded(seat=seat))
        case (steps.AdjustDice(seat),) if not can_adjust(play.table):
            play.emit(ev.DiceDeclared(seat=seat))
        case (steps.ChangeMimic(seat),) if not can_change(play.table, seat):
            play.emit(ev.MimicKept(seat=seat))
        case (steps.SeizeCard(seat, slots),) if all(
            refuse_price(play.table, seat, card) for card in revealed(play.table, slots)
        ):
            play.emit(ev.OpportunityPassed(seat=seat))


class Fall(steps.Fall, frozen=True):
    """A monster without life returns as its child or leaves the game, and the bay may close (KT-6.10, KT-6.12)."""

    def resolve(self, play: Play[table.TokyoTable]) -> None:
        cards = [held.card for held in play.table.at(self.seat).cards]
        feed(play)
        leave(play, self.seat)
        take_back(play, end_copies(play, cards))  # This may bring Mimic's owner to its own fall.
        if play.table.bay_open and remaining(play.table) < BAY_MONSTERS:
            _close_bay(play)
        if not any(isinstance(step, steps.Fall | steps.SettleDamage) for step in play.table.agenda):
            count_survivors(play)


def _close_bay(play: Play[table.TokyoTable]) -> None:
    """Close the bay: its monster goes outside or, if that is agreed, to a city that nobody else takes (KT-6.15)."""
    table = play.table
    if table.closing_bay == CITY and table.in_place(BAY) and not table.in_place(CITY) and not _will_be_taken(table):
        play.emit(ev.BayLeftForCity(seat=table.in_place(BAY)))
    play.emit(ev.BayClosed(seat=play.table.in_place(BAY)))


def _will_be_taken(table: table.TokyoTable) -> bool:
    """Return whether the attacker from outside lives to take the empty city (KT-5.18, KT-5.20)."""
    attacks = any(isinstance(step, steps.TakeTokyo) for step in table.agenda)
    return attacks and table.active.life > 0 and table.turn.seat not in table.turn.returned


class BuyCards(steps.BuyCards, frozen=True):
    """The active monster buys, sweeps the market and looks at the deck, until it ends the phase (KT-7.1, KT-7.2)."""

    def answer(self, play: Play[table.TokyoTable], seat: int, move: BuyingMove) -> None:
        super().answer(play, seat, move)
        _empty_bay(play)


class SeizeCard(steps.SeizeCard, frozen=True):
    """The owner of Opportunist buys a card that has just been turned up, or leaves the cards (KT-13.30)."""

    def answer(self, play: Play[table.TokyoTable], seat: int, move: SeizeMove) -> None:
        super().answer(play, seat, move)
        _empty_bay(play)


def _empty_bay(play: Play[table.TokyoTable]) -> None:
    """Throw the monster in the bay out, if that is agreed, when a card has taken Tokyo (KT-14.4)."""
    taken = any(isinstance(event, ev.TokyoTaken) for event in play.events)
    if _agreed(play).drop_empties_bay and taken and (displaced := play.table.in_place(BAY)):
        play.emit(ev.MonsterDisplaced(seat=displaced))


class EndTurn(steps.EndTurn, frozen=True):
    """The cards of the end of the turn take effect, then the poison, which Wings prevent (KT-8.2, KT-8.3, KT-8.5)."""

    def resolve(self, play: Play[table.TokyoTable]) -> None:
        play.emit(ev.EndOfTurnReached(seat=self.seat))
        count_cards(play, self.seat)
        for other in play.table.clockwise(self.seat) if _agreed(play).underdog_every_turn else ():
            if is_last(play.table, other):
                reward(play, other, Power.UNDERDOG)
        if poison := play.table.at(self.seat).poison:
            play.emit(ev.PoisonWorked(seat=self.seat, damage=poison))


RULES = revised(
    RULES_1,
    changes=(
        Change(
            clause="KT-6.3",
            verdict="If damage is left after the Camouflage dice, a victim that can still defend itself is asked "
            "again. In version 1 it took the damage at once.",
            reason="Rapid Healing works at any time, and Wings until the damage is taken. The dice come before that.",
        ),
        Change(
            clause="KT-6.3",
            verdict="A defence ends with the last power that could help. In version 1 the victim was asked once more, "
            "although it could only take the damage.",
            reason="Nothing is left to decide.",
        ),
        Change(
            clause="KT-4.11",
            verdict="The dice are final once no card of the active monster can change them. In version 1 it "
            "was still asked to declare them, although it had no other choice.",
            reason="Nothing is left to decide.",
        ),
        Change(
            clause="KT-12.6",
            verdict="Mimic's token stays if its owner spends the energy for moving it on Rapid Healing or Wings. In "
            "version 1 the owner was still asked to keep the token, although there was no other choice.",
            reason="Nothing is left to decide.",
        ),
        Change(
            clause="KT-13.30",
            verdict="An Opportunist that spent its energy on Rapid Healing or Wings passes automatically. In version 1 "
            "it was still asked to pass, although it had no other choice.",
            reason="Nothing is left to decide.",
        ),
        Change(
            clause="KT-6.15",
            verdict='With closing_bay at "city", an attacker that kills the monster in Tokyo City takes the city. In '
            "version 1 the monster from the bay took it.",
            reason="Control of Tokyo: the killer takes control. The option is about a city that stays empty.",
        ),
        Change(
            clause="KT-6.10",
            verdict="When a copied card leaves, its copy ends before the bay closes. It ended later in version 1.",
            reason="The attacker can die when the copy ends, and then does not take the city.",
        ),
        Change(
            clause="KT-6.15",
            verdict='A game without Tokyo Bay cannot set closing_bay to "city". In version 1 it could.',
            reason="With up to four players, or in a first game, no bay can close.",
        ),
        Change(
            clause="KT-1.10",
            verdict="A set-up in which a dead monster rolls for the start is refused. In version 1 it was accepted.",
            reason="A dead monster is out of the game.",
        ),
    ),
    steps=(
        CountDice,
        ThrowDice,
        AdjustDice,
        ResolveDice,
        UseHearts,
        AssignHearts,
        FaceDamage,
        RollCamouflage,
        Fall,
        BuyCards,
        SeizeCard,
        EndTurn,
        UsePowers,
    ),
    options=Options,
    table=TokyoTable,
    setup=setup,
    invariants=invariants,
)
