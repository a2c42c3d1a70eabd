"""How each event of Samurai Spirit changes the table, in play order, under the step that emits it first."""

from __future__ import annotations

from games.kit.rules.decider import Evolve
from games.samurai_spirit.rules import steps
from games.samurai_spirit.rules.data import FAMILY_BONUSES, FARM_PENALTIES, KIAI_EFFECTS, PENALTIES
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai.samurai_spirit.v1 import events as ev

evolve: Evolve[SamuraiTable] = Evolve()

# DealSamurai


@evolve.on(ev.SamuraiDealt)
def samurai_dealt(table: SamuraiTable, event: ev.SamuraiDealt) -> SamuraiTable:
    for seat, name in enumerate(event.samurai, 1):
        table = table.but_at(seat, id=name)
    return table.but(absent=tuple(name for name in table.absent if name not in event.samurai))


# CheckDeal


@evolve.on(ev.DealSetAside)
def deal_set_aside(table: SamuraiTable, event: ev.DealSetAside) -> SamuraiTable:
    return table.but(deals_set_aside=(table.deals_set_aside or 0) + 1)


@evolve.on(ev.DealKept)
def deal_kept(table: SamuraiTable, event: ev.DealKept) -> SamuraiTable:
    return table.but(raiders=(0,) * event.raiders)


# DrawFirstSamurai


@evolve.on(ev.FirstSamuraiDrawn)
def first_samurai_drawn(table: SamuraiTable, event: ev.FirstSamuraiDrawn) -> SamuraiTable:
    # The next turn is that of the active samurai's left neighbour.
    return table.but(active=table.right_of(event.seat))


# BeginTurn


@evolve.on(ev.TurnBegan)
def turn_began(table: SamuraiTable, event: ev.TurnBegan) -> SamuraiTable:
    seat = event.seat
    absent = (steps.CallAbsent(seat),) if event.may_call_absent else ()
    penalties = (steps.MeetPenalties(seat, event.raider),) if event.raider else ()
    began = table.but(active=seat, helpers=event.helpers)
    return began.opens(*absent, *penalties, steps.ChooseAction(seat), steps.EndTurn(seat))


# CallAbsent


@evolve.on(ev.AbsentTokenUsed)
def absent_token_used(table: SamuraiTable, event: ev.AbsentTokenUsed) -> SamuraiTable:
    absent = tuple(name for name in table.absent if name != event.samurai)
    return table.but(absent=absent, helpers=(*table.helpers, event.samurai))


evolve.unchanged_by(ev.AbsentTokensLeft)

# MeetPenalties


@evolve.on(ev.PenaltiesMet)
def penalties_met(table: SamuraiTable, event: ev.PenaltiesMet) -> SamuraiTable:
    return table.opens(steps.EndPenalties(event.seat))


@evolve.on(ev.IgnoringOffered)
def ignoring_offered(table: SamuraiTable, event: ev.IgnoringOffered) -> SamuraiTable:
    return table.opens(steps.WeighPenalties(event.seat, event.raider))


@evolve.on(ev.OrderAsked)
def order_asked(table: SamuraiTable, event: ev.OrderAsked) -> SamuraiTable:
    return table.opens(steps.OrderPenalties(event.seat, event.raider))


@evolve.on(ev.PenaltiesDue)
def penalties_due(table: SamuraiTable, event: ev.PenaltiesDue) -> SamuraiTable:
    return table.opens(*(steps.SufferPenalty(event.seat, PENALTIES.word(penalty)) for penalty in event.penalties))


# WeighPenalties

evolve.unchanged_by(ev.PenaltiesIgnored, ev.PenaltiesAccepted)

# OrderPenalties

evolve.unchanged_by(ev.PenaltyPutFirst)

# SufferPenalty

evolve.unchanged_by(ev.PenaltySuffered, ev.PenaltyImpossible)


@evolve.on(ev.BarricadeDestroyed)
def barricade_destroyed(table: SamuraiTable, event: ev.BarricadeDestroyed) -> SamuraiTable:
    return table.but(barricades=table.barricades - 1)


@evolve.on(ev.FarmAttacked)
def farm_attacked(table: SamuraiTable, event: ev.FarmAttacked) -> SamuraiTable:
    return table.opens(steps.DestroyFarm())


@evolve.on(ev.WoundTaken)
def wound_taken(table: SamuraiTable, event: ev.WoundTaken) -> SamuraiTable:
    return table.but_at(event.seat, wounded=True)


@evolve.on(ev.SpiritAwakened)
def spirit_awakened(table: SamuraiTable, event: ev.SpiritAwakened) -> SamuraiTable:
    return table.but_at(event.seat, animal=True, wounded=False)


@evolve.on(ev.SamuraiDied)
def samurai_died(table: SamuraiTable, event: ev.SamuraiDied) -> SamuraiTable:
    # The game ends at once, whatever was still owed (SS-8.23).
    return table.but(ending="death", agenda=())


@evolve.on(ev.KiaiTriggered)
def kiai_triggered(table: SamuraiTable, event: ev.KiaiTriggered) -> SamuraiTable:
    offers = (steps.OfferKiai(event.seat, KIAI_EFFECTS.word(use.effect), use.count) for use in event.uses)
    return table.opens(*offers, steps.EndKiai(event.seat))


@evolve.on(ev.RaiderSlippedPast)
def raider_slipped_past(table: SamuraiTable, event: ev.RaiderSlippedPast) -> SamuraiTable:
    return table.but(raiders=table.raiders[1:], intruders=(table.raiders[0], *table.intruders))


@evolve.on(ev.NeighbourChallenged)
def neighbour_challenged(table: SamuraiTable, event: ev.NeighbourChallenged) -> SamuraiTable:
    left = event.penalty == cmd.PENALTY_DRAW_LEFT
    return table.opens(steps.DrawLeft(event.seat) if left else steps.DrawRight(event.seat))


@evolve.on(ev.SamuraiBound)
def samurai_bound(table: SamuraiTable, event: ev.SamuraiBound) -> SamuraiTable:
    return table.but(bound=(*table.bound, PENALTIES.word(event.penalty)))


@evolve.on(ev.ReinforcementCalled)
def reinforcement_called(table: SamuraiTable, event: ev.ReinforcementCalled) -> SamuraiTable:
    return table.opens(steps.CallReinforcement())


@evolve.on(ev.DefenceBroken)
def defence_broken(table: SamuraiTable, event: ev.DefenceBroken) -> SamuraiTable:
    return table.opens(steps.BreakDefence(event.seat))


@evolve.on(ev.DefenderDiscarded)
def defender_discarded(table: SamuraiTable, event: ev.DefenderDiscarded) -> SamuraiTable:
    left = tuple(raider for raider in table.at(event.seat).left if raider != event.raider)
    return table.but_at(event.seat, left=left).discards(event.raider)


# DrawLeft, DrawRight


@evolve.on(ev.ChallengerDrawn)
def challenger_drawn(table: SamuraiTable, event: ev.ChallengerDrawn) -> SamuraiTable:
    return table.without_top_raider(event.raider)


@evolve.on(ev.RaiderConfronted)
def raider_confronted(table: SamuraiTable, event: ev.RaiderConfronted) -> SamuraiTable:
    return table.but_at(event.seat, line=(*table.at(event.seat).line, event.raider))


@evolve.on(ev.LastRaiderDrawn)
def last_raider_drawn(table: SamuraiTable, event: ev.LastRaiderDrawn) -> SamuraiTable:
    return table.but(last_draw=event.seat)


evolve.unchanged_by(ev.SamuraiOvercome)

# CallReinforcement


@evolve.on(ev.RaiderReinforced)
def raider_reinforced(table: SamuraiTable, event: ev.RaiderReinforced) -> SamuraiTable:
    unseen, raiders = table.unseen.shuffled((*table.raiders, event.raider))
    discard = tuple(raider for raider in table.discard if raider != event.raider)
    # The stack has a raider again, so the last one is still to be drawn (SS-9.11).
    return table.but(unseen=unseen, raiders=raiders, discard=discard, last_draw=0)


# EndPenalties

evolve.unchanged_by(ev.PenaltiesEnded, ev.ActionForfeited)

# ChooseAction


@evolve.on(ev.FightChosen)
def fight_chosen(table: SamuraiTable, event: ev.FightChosen) -> SamuraiTable:
    again = (steps.EndFight(event.seat),) if event.may_fight_again else ()
    return table.opens(steps.DrawOpponent(event.seat), *again)


@evolve.on(ev.SupportGiven)
def support_given(table: SamuraiTable, event: ev.SupportGiven) -> SamuraiTable:
    return table.but_at(event.seat, token_with=event.to_seat)


@evolve.on(ev.SamuraiPassed)
def samurai_passed(table: SamuraiTable, event: ev.SamuraiPassed) -> SamuraiTable:
    return table.but_at(event.seat, passed=True)


# DrawOpponent


@evolve.on(ev.OpponentDrawn)
def opponent_drawn(table: SamuraiTable, event: ev.OpponentDrawn) -> SamuraiTable:
    return table.without_top_raider(event.raider).opens(steps.MeetRaider(event.seat, event.raider))


# MeetRaider


@evolve.on(ev.RaiderDefended)
def raider_defended(table: SamuraiTable, event: ev.RaiderDefended) -> SamuraiTable:
    return table.but_at(event.seat, left=(*table.at(event.seat).left, event.raider))


@evolve.on(ev.RaiderSent)
def raider_sent(table: SamuraiTable, event: ev.RaiderSent) -> SamuraiTable:
    # The step on the agenda has the seats that sent the raider before.
    met = table.agenda[-1]
    before = met.sent_by if isinstance(met, steps.MeetRaider) else ()
    return table.replaces(steps.MeetRaider(event.to_seat, event.raider, (*before, event.seat)))


@evolve.on(ev.RaiderDismissed)
def raider_dismissed(table: SamuraiTable, event: ev.RaiderDismissed) -> SamuraiTable:
    return table.discards(event.raider)


@evolve.on(ev.RaiderSwapped)
def raider_swapped(table: SamuraiTable, event: ev.RaiderSwapped) -> SamuraiTable:
    return table.but(raiders=(*table.raiders, event.raider)).opens(steps.DrawReplacement(event.seat))


# DrawReplacement


@evolve.on(ev.ReplacementDrawn)
def replacement_drawn(table: SamuraiTable, event: ev.ReplacementDrawn) -> SamuraiTable:
    return table.without_top_raider(event.raider).opens(steps.MeetReplacement(event.seat, event.raider))


# EndFight


@evolve.on(ev.SecondFightOffered)
def second_fight_offered(table: SamuraiTable, event: ev.SecondFightOffered) -> SamuraiTable:
    return table.opens(steps.FightAgain(event.seat))


evolve.unchanged_by(ev.FightingEnded)

# FightAgain


@evolve.on(ev.SecondFightChosen)
def second_fight_chosen(table: SamuraiTable, event: ev.SecondFightChosen) -> SamuraiTable:
    return table.opens(steps.DrawOpponent(event.seat))


# EndTurn


@evolve.on(ev.TokenReturned)
def token_returned(table: SamuraiTable, event: ev.TokenReturned) -> SamuraiTable:
    return table.but_at(event.owner_seat, token_with=event.owner_seat)


@evolve.on(ev.TurnEnded)
def turn_ended(table: SamuraiTable, event: ev.TurnEnded) -> SamuraiTable:
    return table.but(helpers=(), bound=())


@evolve.on(ev.VillageAbandoned)
def village_abandoned(table: SamuraiTable, event: ev.VillageAbandoned) -> SamuraiTable:
    return table.but(raiders=(), intruders=table.raiders + table.intruders)


@evolve.on(ev.RoundEnded)
def round_ended(table: SamuraiTable, event: ev.RoundEnded) -> SamuraiTable:
    return table.opens(
        *map(steps.FailPeasants, event.without_hat_seats),
        *map(steps.FailFarm, event.without_farm_seats),
        *map(steps.FailFamily, event.without_doll_seats),
        *((steps.TurnUpFamilies(),) if event.families_help else ()),
        steps.FaceIntruders(),
        steps.CloseRound(),
    )


# OfferKiai


@evolve.on(ev.KiaiOffered)
def kiai_offered(table: SamuraiTable, event: ev.KiaiOffered) -> SamuraiTable:
    use = steps.USES[KIAI_EFFECTS.word(event.effect)]
    return table.opens(use(event.seat, event.count))


evolve.unchanged_by(ev.KiaiFruitless)

# BuildBarricade


@evolve.on(ev.BarricadeBuilt)
def barricade_built(table: SamuraiTable, event: ev.BarricadeBuilt) -> SamuraiTable:
    return table.but(barricades=table.barricades + 1)


evolve.unchanged_by(ev.KiaiSkipped)

# Heal


@evolve.on(ev.SamuraiHealed)
def samurai_healed(table: SamuraiTable, event: ev.SamuraiHealed) -> SamuraiTable:
    return table.but_at(event.seat, wounded=False)


# Transfer


@evolve.on(ev.RaiderTransferred)
def raider_transferred(table: SamuraiTable, event: ev.RaiderTransferred) -> SamuraiTable:
    giver, receiver = event.from_seat, event.to_seat
    without = table.but_at(giver, line=table.at(giver).line[:-1])
    placing = steps.PlaceTransfer(receiver, event.raider)
    return without.opens(placing, steps.CompareTotal(giver), steps.CompareTotal(receiver))


# ScatterRaiders


@evolve.on(ev.ScatteringBegan)
def scattering_began(table: SamuraiTable, event: ev.ScatteringBegan) -> SamuraiTable:
    return table.opens(*(steps.ScatterRaider() for _ in range(event.count)))


# RepelIntruders


@evolve.on(ev.RepellingBegan)
def repelling_began(table: SamuraiTable, event: ev.RepellingBegan) -> SamuraiTable:
    repelling = steps.RepelForFamily() if event.by_family else steps.RepelIntruder()
    return table.opens(*(repelling for _ in range(event.count)))


# Strike


@evolve.on(ev.RaiderStruck)
def raider_struck(table: SamuraiTable, event: ev.RaiderStruck) -> SamuraiTable:
    return table.but_at(event.from_seat, line=table.at(event.from_seat).line[:-1]).discards(event.raider)


# LendToken


@evolve.on(ev.TokenLent)
def token_lent(table: SamuraiTable, event: ev.TokenLent) -> SamuraiTable:
    return table.but_at(event.from_seat, token_with=event.to_seat)


# ScoutRaiders


@evolve.on(ev.ScoutingBegan)
def scouting_began(table: SamuraiTable, event: ev.ScoutingBegan) -> SamuraiTable:
    arrange = (steps.ArrangeRaiders(event.seat, event.count),) if event.may_arrange else ()
    return table.opens(*map(steps.RevealRaider, event.places), *arrange)


# CompareTotal

evolve.unchanged_by(ev.TotalCompared)

# ScatterRaider


@evolve.on(ev.RaiderScattered)
def raider_scattered(table: SamuraiTable, event: ev.RaiderScattered) -> SamuraiTable:
    return table.without_top_raider(event.raider).discards(event.raider)


# RepelIntruder


@evolve.on(ev.IntruderRepelled)
def intruder_repelled(table: SamuraiTable, event: ev.IntruderRepelled) -> SamuraiTable:
    place, *rest = table.intruders
    unseen = table.unseen.without(place, event.raider)
    return table.but(intruders=tuple(rest), unseen=unseen).discards(event.raider)


# RevealRaider


@evolve.on(ev.RaiderRevealed)
def raider_revealed(table: SamuraiTable, event: ev.RaiderRevealed) -> SamuraiTable:
    unseen, raiders = table.turned_up(table.raiders, event.place, event.raider)
    return table.but(unseen=unseen, raiders=raiders)


# ArrangeRaiders


@evolve.on(ev.RaidersArranged)
def raiders_arranged(table: SamuraiTable, event: ev.RaidersArranged) -> SamuraiTable:
    return table.but(raiders=(*event.raiders, *table.raiders[len(event.raiders) :]))


# EndKiai


@evolve.on(ev.FirstRaiderDiscarded)
def first_raider_discarded(table: SamuraiTable, event: ev.FirstRaiderDiscarded) -> SamuraiTable:
    return table.but_at(event.seat, line=table.at(event.seat).line[1:]).discards(event.raider)


evolve.unchanged_by(ev.KiaiEnded)

# DestroyFarm


@evolve.on(ev.FarmDestroyed)
def farm_destroyed(table: SamuraiTable, event: ev.FarmDestroyed) -> SamuraiTable:
    index = table.farms.index(FARM_PENALTIES.word(event.penalty))
    return table.but(farms=table.farms[:index] + table.farms[index + 1 :])


@evolve.on(ev.VillagersAttacked)
def villagers_attacked(table: SamuraiTable, event: ev.VillagersAttacked) -> SamuraiTable:
    return table.opens(steps.WoundVillager())


@evolve.on(ev.FamilyAttacked)
def family_attacked(table: SamuraiTable, event: ev.FamilyAttacked) -> SamuraiTable:
    return table.opens(steps.LoseFamilyToFarm() if event.by_farm else steps.LoseFamily())


# LoseFamilyToFarm, LoseFamily


@evolve.on(ev.FamilyLost)
def family_lost(table: SamuraiTable, event: ev.FamilyLost) -> SamuraiTable:
    lost = FAMILY_BONUSES.word(event.family)
    return table.but(families=tuple(family for family in table.families if family != lost))


# FailPeasants, FailFarm, FailFamily

evolve.unchanged_by(ev.PeasantsUndefended, ev.FarmUndefended, ev.FamilyUndefended)

# TurnUpFamilies


@evolve.on(ev.FamiliesTurnedUp)
def families_turned_up(table: SamuraiTable, event: ev.FamiliesTurnedUp) -> SamuraiTable:
    return table.opens(*(steps.GiveBonus(FAMILY_BONUSES.word(family)) for family in event.families))


# GiveBonus

evolve.unchanged_by(ev.FamilyHelped)


@evolve.on(ev.HealingBegan)
def healing_began(table: SamuraiTable, event: ev.HealingBegan) -> SamuraiTable:
    return table.opens(steps.HealRandom())


# FaceIntruders


@evolve.on(ev.IntrudersFaced)
def intruders_faced(table: SamuraiTable, event: ev.IntrudersFaced) -> SamuraiTable:
    return table.opens(*map(steps.RevealIntruder, range(1, event.count + 1)))


# RevealIntruder


@evolve.on(ev.IntruderRevealed)
def intruder_revealed(table: SamuraiTable, event: ev.IntruderRevealed) -> SamuraiTable:
    unseen, intruders = table.turned_up(table.intruders, event.place, event.raider)
    return table.but(unseen=unseen, intruders=intruders)


# CloseRound


@evolve.on(ev.RoundPrepared)
def round_prepared(table: SamuraiTable, event: ev.RoundPrepared) -> SamuraiTable:
    # Those who enter form a pool of their own: lieutenants before round 2, chiefs before round 3.
    entering = (event.round - 1,) * event.entering
    unseen, raiders = table.unseen.shuffled((*table.all_raiders(), *entering))
    samurai = tuple(samurai.rested() for samurai in table.samurai)
    fresh = table.but(round=event.round, samurai=samurai, unseen=unseen, raiders=raiders)
    # The next turn is that of the active samurai's left neighbour.
    before = table.right_of(event.first_seat)
    # Dolls are only checked in the first deal: from now on all raiders are shuffled together (SS-9.9, SS-11.3).
    return fresh.but(active=before, last_draw=0, intruders=(), discard=(), deals_set_aside=None)


@evolve.on(ev.VillageLost)
def village_lost(table: SamuraiTable, event: ev.VillageLost) -> SamuraiTable:
    return table.but(ending="village_lost")


@evolve.on(ev.VillageSaved)
def village_saved(table: SamuraiTable, event: ev.VillageSaved) -> SamuraiTable:
    return table.but(ending="village_saved")
