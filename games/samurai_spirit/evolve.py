"""How each event of Samurai Spirit changes the table."""

from __future__ import annotations

from games.decider import Evolve
from games.samurai_spirit.data import (
    FAMILIES,
    FAMILY_BONUSES,
    FARM_PENALTIES,
    KIAI_EFFECTS,
    PENALTIES,
    PLUNDERERS,
    RAIDERS,
    SAMURAI,
)
from games.samurai_spirit.steps import (
    ArrangeRaiders,
    BreakDefence,
    CallAbsent,
    CallReinforcement,
    CheckDeal,
    ChooseAction,
    CloseRound,
    CompareTotal,
    DestroyFarm,
    DrawLeft,
    DrawOpponent,
    DrawReplacement,
    DrawRight,
    EndFight,
    EndKiai,
    EndPenalties,
    EndTurn,
    FaceIntruders,
    FailFamily,
    FailFarm,
    FailPeasants,
    FightAgain,
    GiveBonus,
    HealRandom,
    LoseFamily,
    LoseFamilyToFarm,
    MeetPenalties,
    MeetRaider,
    MeetReplacement,
    OfferKiai,
    OrderPenalties,
    PlaceTransfer,
    RepelForFamily,
    RepelIntruder,
    RevealIntruder,
    RevealRaider,
    ScatterRaider,
    SufferPenalty,
    TurnUpFamilies,
    WeighPenalties,
    WoundVillager,
)
from games.samurai_spirit.steps.use_kiai import offered
from games.samurai_spirit.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands_pb2 as cmd
from gunbai.samurai_spirit.v1 import events_pb2 as ev

evolve: Evolve[SamuraiTable] = Evolve()

# Set-up


@evolve.on(ev.SamuraiDealt)
def samurai_dealt(table: SamuraiTable, event: ev.SamuraiDealt) -> SamuraiTable:
    for seat, name in enumerate(event.samurai, 1):
        table = table.on_board(seat, id=name)
    return table.but(absent=tuple(name for name in table.absent if name not in event.samurai))


@evolve.on(ev.DealSetAside)
def deal_set_aside(table: SamuraiTable, event: ev.DealSetAside) -> SamuraiTable:
    aside = (table.deals_set_aside or 0) + 1
    enough_left = (aside + 1) * table.deal <= len(PLUNDERERS)
    return table.but(deals_set_aside=aside if enough_left else 0).opens(CheckDeal())


@evolve.on(ev.DealKept)
def deal_kept(table: SamuraiTable, event: ev.DealKept) -> SamuraiTable:
    return table


@evolve.on(ev.FirstSamuraiDrawn)
def first_samurai_drawn(table: SamuraiTable, event: ev.FirstSamuraiDrawn) -> SamuraiTable:
    return table.but(active=table.right_of(event.seat))


# The turn


@evolve.on(ev.TurnBegan)
def turn_began(table: SamuraiTable, event: ev.TurnBegan) -> SamuraiTable:
    seat = event.seat
    last = table.at(seat).last_raider
    absent = (CallAbsent(seat),) if table.absent else ()
    penalties = (MeetPenalties(seat, last.id),) if last and last.penalties else ()
    helpers = tuple(table.at(owner).id for owner in table.borrowed_by(seat))
    return table.but(active=seat, helpers=helpers).opens(*absent, *penalties, ChooseAction(seat), EndTurn(seat))


@evolve.on(ev.AbsentTokenUsed)
def absent_token_used(table: SamuraiTable, event: ev.AbsentTokenUsed) -> SamuraiTable:
    absent = tuple(name for name in table.absent if name != event.samurai)
    return table.but(absent=absent, helpers=(*table.helpers, event.samurai))


@evolve.on(ev.AbsentTokensLeft)
def absent_tokens_left(table: SamuraiTable, event: ev.AbsentTokensLeft) -> SamuraiTable:
    return table


@evolve.on(ev.TokenReturned)
def token_returned(table: SamuraiTable, event: ev.TokenReturned) -> SamuraiTable:
    return table.on_board(event.owner_seat, token_with=event.owner_seat)


@evolve.on(ev.TurnEnded)
def turn_ended(table: SamuraiTable, event: ev.TurnEnded) -> SamuraiTable:
    return table.but(helpers=(), bound=())


# Penalties


@evolve.on(ev.PenaltiesMet)
def penalties_met(table: SamuraiTable, event: ev.PenaltiesMet) -> SamuraiTable:
    weigh = WeighPenalties(event.seat, event.raider)
    owed = owed_penalties(event.seat, event.raider) if weigh.refuse_ignoring(table) else (weigh,)
    return table.opens(*owed, EndPenalties(event.seat))


def owed_penalties(seat: int, raider: str) -> tuple[OrderPenalties | SufferPenalty, ...]:
    """Return the steps of a raider's penalties: two different ones are put in order first (SS-5.15)."""
    penalties = RAIDERS[raider].penalties
    if len(set(penalties)) > 1:
        return (OrderPenalties(seat, raider),)
    return tuple(SufferPenalty(seat, penalty) for penalty in penalties)


@evolve.on(ev.PenaltiesIgnored)
def penalties_ignored(table: SamuraiTable, event: ev.PenaltiesIgnored) -> SamuraiTable:
    return table


@evolve.on(ev.PenaltiesAccepted)
def penalties_accepted(table: SamuraiTable, event: ev.PenaltiesAccepted) -> SamuraiTable:
    return table.opens(*owed_penalties(event.seat, event.raider))


@evolve.on(ev.PenaltyPutFirst)
def penalty_put_first(table: SamuraiTable, event: ev.PenaltyPutFirst) -> SamuraiTable:
    first = PENALTIES.word(event.penalty)
    in_order = sorted(RAIDERS[event.raider].penalties, key=lambda penalty: penalty != first)
    return table.opens(*(SufferPenalty(event.seat, penalty) for penalty in in_order))


@evolve.on(ev.PenaltySuffered)
def penalty_suffered(table: SamuraiTable, event: ev.PenaltySuffered) -> SamuraiTable:
    return table


@evolve.on(ev.PenaltyImpossible)
def penalty_impossible(table: SamuraiTable, event: ev.PenaltyImpossible) -> SamuraiTable:
    return table


@evolve.on(ev.SamuraiBound)
def samurai_bound(table: SamuraiTable, event: ev.SamuraiBound) -> SamuraiTable:
    return table.but(bound=(*table.bound, PENALTIES.word(event.penalty)))


@evolve.on(ev.NeighbourChallenged)
def neighbour_challenged(table: SamuraiTable, event: ev.NeighbourChallenged) -> SamuraiTable:
    left = event.penalty == cmd.PENALTY_DRAW_LEFT
    return table.opens(DrawLeft(event.seat) if left else DrawRight(event.seat))


@evolve.on(ev.ChallengerDrawn)
def challenger_drawn(table: SamuraiTable, event: ev.ChallengerDrawn) -> SamuraiTable:
    return table.without_top_raider(event.raider)


@evolve.on(ev.ReinforcementCalled)
def reinforcement_called(table: SamuraiTable, event: ev.ReinforcementCalled) -> SamuraiTable:
    return table.opens(CallReinforcement())


@evolve.on(ev.RaiderReinforced)
def raider_reinforced(table: SamuraiTable, event: ev.RaiderReinforced) -> SamuraiTable:
    unseen, raiders = table.unseen.shuffled((*table.raiders, event.raider))
    discard = tuple(raider for raider in table.discard if raider != event.raider)
    return table.but(unseen=unseen, raiders=raiders, discard=discard)


@evolve.on(ev.DefenceBroken)
def defence_broken(table: SamuraiTable, event: ev.DefenceBroken) -> SamuraiTable:
    return table.opens(BreakDefence(event.seat))


@evolve.on(ev.DefenderDiscarded)
def defender_discarded(table: SamuraiTable, event: ev.DefenderDiscarded) -> SamuraiTable:
    left = tuple(raider for raider in table.at(event.seat).left if raider != event.raider)
    return table.on_board(event.seat, left=left).discards(event.raider)


@evolve.on(ev.PenaltiesEnded)
def penalties_ended(table: SamuraiTable, event: ev.PenaltiesEnded) -> SamuraiTable:
    return table


@evolve.on(ev.ActionForfeited)
def action_forfeited(table: SamuraiTable, event: ev.ActionForfeited) -> SamuraiTable:
    return table


# The action


@evolve.on(ev.FightChosen)
def fight_chosen(table: SamuraiTable, event: ev.FightChosen) -> SamuraiTable:
    again = (EndFight(event.seat),) if table.has_talent(event.seat, "kikuchiyo") else ()
    return table.opens(DrawOpponent(event.seat), *again)


@evolve.on(ev.SupportGiven)
def support_given(table: SamuraiTable, event: ev.SupportGiven) -> SamuraiTable:
    return table.on_board(event.seat, token_with=event.to_seat)


@evolve.on(ev.SamuraiPassed)
def samurai_passed(table: SamuraiTable, event: ev.SamuraiPassed) -> SamuraiTable:
    return table.on_board(event.seat, passed=True)


@evolve.on(ev.RaiderSlippedPast)
def raider_slipped_past(table: SamuraiTable, event: ev.RaiderSlippedPast) -> SamuraiTable:
    return table.but(raiders=table.raiders[1:], intruders=(table.raiders[0], *table.intruders))


@evolve.on(ev.OpponentDrawn)
def opponent_drawn(table: SamuraiTable, event: ev.OpponentDrawn) -> SamuraiTable:
    return table.without_top_raider(event.raider).opens(MeetRaider(event.seat, event.raider))


@evolve.on(ev.RaiderConfronted)
def raider_confronted(table: SamuraiTable, event: ev.RaiderConfronted) -> SamuraiTable:
    return table.on_board(event.seat, line=(*table.at(event.seat).line, event.raider))


@evolve.on(ev.RaiderDefended)
def raider_defended(table: SamuraiTable, event: ev.RaiderDefended) -> SamuraiTable:
    return table.on_board(event.seat, left=(*table.at(event.seat).left, event.raider))


@evolve.on(ev.RaiderSent)
def raider_sent(table: SamuraiTable, event: ev.RaiderSent) -> SamuraiTable:
    # The step is replaced here, not closed before, since it knows who has sent the raider until now.
    met = table.agenda[-1]
    before = met.sent_by if isinstance(met, MeetRaider) else ()
    return table.closes().opens(MeetRaider(event.to_seat, event.raider, (*before, event.seat)))


@evolve.on(ev.RaiderDismissed)
def raider_dismissed(table: SamuraiTable, event: ev.RaiderDismissed) -> SamuraiTable:
    return table.discards(event.raider)


@evolve.on(ev.RaiderSwapped)
def raider_swapped(table: SamuraiTable, event: ev.RaiderSwapped) -> SamuraiTable:
    return table.but(raiders=(*table.raiders, event.raider)).opens(DrawReplacement(event.seat))


@evolve.on(ev.ReplacementDrawn)
def replacement_drawn(table: SamuraiTable, event: ev.ReplacementDrawn) -> SamuraiTable:
    return table.without_top_raider(event.raider).opens(MeetReplacement(event.seat, event.raider))


@evolve.on(ev.SamuraiOvercome)
def samurai_overcome(table: SamuraiTable, event: ev.SamuraiOvercome) -> SamuraiTable:
    return table


@evolve.on(ev.SecondFightOffered)
def second_fight_offered(table: SamuraiTable, event: ev.SecondFightOffered) -> SamuraiTable:
    return table.opens(FightAgain(event.seat))


@evolve.on(ev.SecondFightChosen)
def second_fight_chosen(table: SamuraiTable, event: ev.SecondFightChosen) -> SamuraiTable:
    return table.opens(DrawOpponent(event.seat))


@evolve.on(ev.FightingEnded)
def fighting_ended(table: SamuraiTable, event: ev.FightingEnded) -> SamuraiTable:
    return table


# Kiai


@evolve.on(ev.KiaiTriggered)
def kiai_triggered(table: SamuraiTable, event: ev.KiaiTriggered) -> SamuraiTable:
    samurai = table.at(event.seat)
    board = SAMURAI[samurai.id]
    effects = board.animal if samurai.animal else board.human
    offers = (OfferKiai(event.seat, effect, count) for effect, count in effects)
    return table.opens(*offers, EndKiai(event.seat))


@evolve.on(ev.KiaiOffered)
def kiai_offered(table: SamuraiTable, event: ev.KiaiOffered) -> SamuraiTable:
    return table.opens(offered(table, event.seat, KIAI_EFFECTS.word(event.effect), event.count))


@evolve.on(ev.KiaiFruitless)
def kiai_fruitless(table: SamuraiTable, event: ev.KiaiFruitless) -> SamuraiTable:
    return table


@evolve.on(ev.KiaiSkipped)
def kiai_skipped(table: SamuraiTable, event: ev.KiaiSkipped) -> SamuraiTable:
    return table


@evolve.on(ev.FirstRaiderDiscarded)
def first_raider_discarded(table: SamuraiTable, event: ev.FirstRaiderDiscarded) -> SamuraiTable:
    return table.on_board(event.seat, line=table.at(event.seat).line[1:]).discards(event.raider)


@evolve.on(ev.KiaiEnded)
def kiai_ended(table: SamuraiTable, event: ev.KiaiEnded) -> SamuraiTable:
    return table


@evolve.on(ev.RaiderTransferred)
def raider_transferred(table: SamuraiTable, event: ev.RaiderTransferred) -> SamuraiTable:
    giver, receiver = event.from_seat, event.to_seat
    without = table.on_board(giver, line=table.at(giver).line[:-1])
    return without.opens(PlaceTransfer(receiver, event.raider), CompareTotal(giver), CompareTotal(receiver))


@evolve.on(ev.TotalCompared)
def total_compared(table: SamuraiTable, event: ev.TotalCompared) -> SamuraiTable:
    return table


@evolve.on(ev.ScatteringBegan)
def scattering_began(table: SamuraiTable, event: ev.ScatteringBegan) -> SamuraiTable:
    return table.opens(*(ScatterRaider() for _ in range(event.count)))


@evolve.on(ev.RaiderScattered)
def raider_scattered(table: SamuraiTable, event: ev.RaiderScattered) -> SamuraiTable:
    return table.without_top_raider(event.raider).discards(event.raider)


@evolve.on(ev.RepellingBegan)
def repelling_began(table: SamuraiTable, event: ev.RepellingBegan) -> SamuraiTable:
    return table.opens(*(RepelIntruder() for _ in range(event.count)))


@evolve.on(ev.IntruderRepelled)
def intruder_repelled(table: SamuraiTable, event: ev.IntruderRepelled) -> SamuraiTable:
    place, *rest = table.intruders
    unseen = table.unseen.without(place, event.raider)
    return table.but(intruders=tuple(rest), unseen=unseen).discards(event.raider)


@evolve.on(ev.RaiderStruck)
def raider_struck(table: SamuraiTable, event: ev.RaiderStruck) -> SamuraiTable:
    return table.on_board(event.from_seat, line=table.at(event.from_seat).line[:-1]).discards(event.raider)


@evolve.on(ev.TokenLent)
def token_lent(table: SamuraiTable, event: ev.TokenLent) -> SamuraiTable:
    return table.on_board(event.from_seat, token_with=event.to_seat)


@evolve.on(ev.ScoutingBegan)
def scouting_began(table: SamuraiTable, event: ev.ScoutingBegan) -> SamuraiTable:
    unknown = [number for number in range(1, event.count + 1) if isinstance(table.raiders[number - 1], int)]
    arrange = (ArrangeRaiders(event.seat, event.count),) if event.count > 1 else ()
    return table.opens(*(RevealRaider(number) for number in unknown), *arrange)


@evolve.on(ev.RaiderRevealed)
def raider_revealed(table: SamuraiTable, event: ev.RaiderRevealed) -> SamuraiTable:
    unseen, raiders = table.turned_up(table.raiders, event.place, event.raider)
    return table.but(unseen=unseen, raiders=raiders)


@evolve.on(ev.RaidersArranged)
def raiders_arranged(table: SamuraiTable, event: ev.RaidersArranged) -> SamuraiTable:
    return table.but(raiders=(*event.raiders, *table.raiders[len(event.raiders) :]))


# Village and wounds


@evolve.on(ev.BarricadeDestroyed)
def barricade_destroyed(table: SamuraiTable, event: ev.BarricadeDestroyed) -> SamuraiTable:
    return table.but(barricades=table.barricades - 1)


@evolve.on(ev.BarricadeBuilt)
def barricade_built(table: SamuraiTable, event: ev.BarricadeBuilt) -> SamuraiTable:
    return table.but(barricades=table.barricades + 1)


@evolve.on(ev.FarmAttacked)
def farm_attacked(table: SamuraiTable, event: ev.FarmAttacked) -> SamuraiTable:
    return table.opens(DestroyFarm())


@evolve.on(ev.FarmDestroyed)
def farm_destroyed(table: SamuraiTable, event: ev.FarmDestroyed) -> SamuraiTable:
    index = table.farms.index(FARM_PENALTIES.word(event.penalty))
    return table.but(farms=table.farms[:index] + table.farms[index + 1 :])


@evolve.on(ev.VillagersAttacked)
def villagers_attacked(table: SamuraiTable, event: ev.VillagersAttacked) -> SamuraiTable:
    return table.opens(WoundVillager())


@evolve.on(ev.FamilyAttacked)
def family_attacked(table: SamuraiTable, event: ev.FamilyAttacked) -> SamuraiTable:
    return table.opens(LoseFamilyToFarm() if event.by_farm else LoseFamily())


@evolve.on(ev.FamilyLost)
def family_lost(table: SamuraiTable, event: ev.FamilyLost) -> SamuraiTable:
    lost = FAMILY_BONUSES.word(event.family)
    return table.but(families=tuple(family for family in table.families if family != lost))


@evolve.on(ev.WoundTaken)
def wound_taken(table: SamuraiTable, event: ev.WoundTaken) -> SamuraiTable:
    return table.on_board(event.seat, wounded=True)


@evolve.on(ev.SpiritAwakened)
def spirit_awakened(table: SamuraiTable, event: ev.SpiritAwakened) -> SamuraiTable:
    return table.on_board(event.seat, animal=True, wounded=False)


@evolve.on(ev.SamuraiDied)
def samurai_died(table: SamuraiTable, event: ev.SamuraiDied) -> SamuraiTable:
    return table.but(ending="death", agenda=())


@evolve.on(ev.SamuraiHealed)
def samurai_healed(table: SamuraiTable, event: ev.SamuraiHealed) -> SamuraiTable:
    return table.on_board(event.seat, wounded=False)


# The end of a round


@evolve.on(ev.VillageAbandoned)
def village_abandoned(table: SamuraiTable, event: ev.VillageAbandoned) -> SamuraiTable:
    return table.but(raiders=(), intruders=table.raiders + table.intruders)


@evolve.on(ev.RoundEnded)
def round_ended(table: SamuraiTable, event: ev.RoundEnded) -> SamuraiTable:
    seats = tuple(table.clockwise_from(table.active))
    return table.opens(
        *(FailPeasants(seat) for seat in seats if not table.at(seat).defends("hat")),
        *(FailFarm(seat) for seat in seats if not table.at(seat).defends("farm")),
        *(FailFamily(seat) for seat in seats if not table.at(seat).defends("doll")),
        *((TurnUpFamilies(),) if table.level.family_bonuses else ()),
        FaceIntruders(),
        CloseRound(),
    )


@evolve.on(ev.PeasantsUndefended)
def peasants_undefended(table: SamuraiTable, event: ev.PeasantsUndefended) -> SamuraiTable:
    return table


@evolve.on(ev.FarmUndefended)
def farm_undefended(table: SamuraiTable, event: ev.FarmUndefended) -> SamuraiTable:
    return table


@evolve.on(ev.FamilyUndefended)
def family_undefended(table: SamuraiTable, event: ev.FamilyUndefended) -> SamuraiTable:
    return table


@evolve.on(ev.FamiliesTurnedUp)
def families_turned_up(table: SamuraiTable, event: ev.FamiliesTurnedUp) -> SamuraiTable:
    return table.opens(*(GiveBonus(family) for family in FAMILIES if family in table.families))


@evolve.on(ev.FamilyHelped)
def family_helped(table: SamuraiTable, event: ev.FamilyHelped) -> SamuraiTable:
    match FAMILY_BONUSES.word(event.family):
        case "heal_random" if table.wounded():
            return table.opens(HealRandom())
        case "top_intruder_to_discard" if table.intruders:
            return table.opens(RepelForFamily())
    return table


@evolve.on(ev.IntrudersFaced)
def intruders_faced(table: SamuraiTable, event: ev.IntrudersFaced) -> SamuraiTable:
    return table.opens(*(RevealIntruder(number) for number in range(1, event.count + 1)))


@evolve.on(ev.IntruderRevealed)
def intruder_revealed(table: SamuraiTable, event: ev.IntruderRevealed) -> SamuraiTable:
    unseen, intruders = table.turned_up(table.intruders, event.place, event.raider)
    return table.but(unseen=unseen, intruders=intruders)


@evolve.on(ev.RoundPrepared)
def round_prepared(table: SamuraiTable, event: ev.RoundPrepared) -> SamuraiTable:
    unseen, raiders = table.unseen.shuffled((*table.all_raiders(), *table.entering(event.round)))
    samurai = tuple(samurai.rested() for samurai in table.samurai)
    fresh = table.but(round=event.round, samurai=samurai, unseen=unseen, raiders=raiders)
    return fresh.but(intruders=(), discard=(), deals_set_aside=None)


@evolve.on(ev.VillageLost)
def village_lost(table: SamuraiTable, event: ev.VillageLost) -> SamuraiTable:
    return table.but(ending="village_lost")


@evolve.on(ev.VillageSaved)
def village_saved(table: SamuraiTable, event: ev.VillageSaved) -> SamuraiTable:
    return table.but(ending="village_saved")
