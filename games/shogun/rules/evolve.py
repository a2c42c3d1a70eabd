"""How each event of Shogun changes the table, in play order, under the step that emits it."""

from __future__ import annotations

from games.kit.rules.decider import Evolve
from games.shogun.rules.cubes import Cubes, apart, counted, no_cubes, some_cubes, together
from games.shogun.rules.data import BID, BUILDINGS, SEASON_WORDS, SEASONS, SPACE
from games.shogun.rules.steps import (
    ClearTray,
    DeploySix,
    DrawRevolts,
    EndYear,
    FaceRevolts,
    March,
    MarchArmies,
    MoveAfterDeploying,
    MoveArmies,
    MusterDefenders,
    MusterRevolt,
    PlaceGroup,
    RaiseRevolts,
    ReinforceDefence,
    ScoreYear,
    SettleBattle,
    SettleRevolt,
    ShowBids,
    ThrowCubes,
    TurnUpBlindDraw,
    TurnUpOffer,
)
from games.shogun.rules.table import NO_CARDS, NO_PLACES, Land, ShogunTable, lined_up
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev

evolve: Evolve[ShogunTable] = Evolve()


# TurnUpOffer


@evolve.on(ev.ProvinceOffered)
def province_offered(table: ShogunTable, event: ev.ProvinceOffered) -> ShogunTable:
    offer = list(table.offer)
    offer[event.slot - 1] = event.province
    return _drawn(table, event.province).but(offer=tuple(offer))


# ChooseProvince


@evolve.on(ev.OfferRefreshed)
def offer_refreshed(table: ShogunTable, event: ev.OfferRefreshed) -> ShogunTable:
    return table.but(under=table.under + table.offer, offer=("", ""), passed_over=())


@evolve.on(ev.ProvinceTaken)
def province_taken(table: ShogunTable, event: ev.ProvinceTaken) -> ShogunTable:
    offer = list(table.offer)
    offer[event.slot - 1] = ""
    after = table.but(offer=tuple(offer), passed_over=())
    return after.opens(TurnUpOffer(event.slot), PlaceGroup(event.seat, event.province))


@evolve.on(ev.BlindDrawChosen)
def blind_draw_chosen(table: ShogunTable, event: ev.BlindDrawChosen) -> ShogunTable:
    after = table.but(passed_over=(*table.passed_over, event.seat))
    return after.opens(TurnUpBlindDraw(event.seat))


# TurnUpBlindDraw


@evolve.on(ev.ProvinceDrawn)
def province_drawn(table: ShogunTable, event: ev.ProvinceDrawn) -> ShogunTable:
    return _drawn(table, event.province).opens(PlaceGroup(event.seat, event.province))


def _drawn(table: ShogunTable, province: str) -> ShogunTable:
    """Return the table after a card has left the deck."""
    deck = tuple([card for card in table.deck if card != province])
    under = tuple([card for card in table.under if card != province])
    return table.but(deck=deck, under=under)


# PlaceGroup


@evolve.on(ev.GroupPlaced)
def group_placed(table: ShogunTable, event: ev.GroupPlaced) -> ShogunTable:
    groups = list(table.at(event.seat).groups)
    groups.remove(event.armies)
    after = table.with_land(Land(event.province, event.seat, event.armies))
    return after.but_at(event.seat, groups=tuple(groups))


# EndDraft


@evolve.on(ev.DraftEnded)
def draft_ended(table: ShogunTable, event: ev.DraftEnded) -> ShogunTable:
    return table.but(deck=(), under=(), offer=(), passed_over=())


# DealLineups


@evolve.on(ev.LineupsDealt)
def lineups_dealt(table: ShogunTable, event: ev.LineupsDealt) -> ShogunTable:
    return lined_up(table, event.lineups)


# FeedTower


@evolve.on(ev.TowerFed)
def tower_fed(table: ShogunTable, event: ev.TowerFed) -> ShogunTable:
    cubes = some_cubes(table.players, dict.fromkeys(table.seats, event.armies), event.farmers)
    return _engage(table, cubes).opens(ThrowCubes(), ClearTray())


# ClearTray


@evolve.on(ev.TrayCleared)
def tray_cleared(table: ShogunTable, event: ev.TrayCleared) -> ShogunTable:
    return _lose(table, event.cubes).but(year=1)


# TurnUpEvents


@evolve.on(ev.EventsTurnedUp)
def events_turned_up(table: ShogunTable, event: ev.EventsTurnedUp) -> ShogunTable:
    return table.but(events=event.events)


# LayActionCards


@evolve.on(ev.ActionCardsLaid)
def action_cards_laid(table: ShogunTable, event: ev.ActionCardsLaid) -> ShogunTable:
    return table.but(row=event.actions)


# LaySpecialCards


@evolve.on(ev.SpecialCardsLaid)
def special_cards_laid(table: ShogunTable, event: ev.SpecialCardsLaid) -> ShogunTable:
    return table.but(specials=event.specials)


# PlanActions


@evolve.on(ev.CardLaid)
def card_laid(table: ShogunTable, event: ev.CardLaid) -> ShogunTable:
    return table.but_at(event.seat, plan=(*table.at(event.seat).plan, event.card))


@evolve.on(ev.SpaceLeftEmpty)
def space_left_empty(table: ShogunTable, event: ev.SpaceLeftEmpty) -> ShogunTable:
    return table.but_at(event.seat, plan=(*table.at(event.seat).plan, ""))


@evolve.on(ev.CardTakenUp)
def card_taken_up(table: ShogunTable, event: ev.CardTakenUp) -> ShogunTable:
    seat = table.at(event.seat)
    return table.but_at(event.seat, plan=seat.plan[:-1], changes=seat.changes + 1)


@evolve.on(ev.PlanLaid)
def plan_laid(table: ShogunTable, event: ev.PlanLaid) -> ShogunTable:
    seat = table.at(event.seat)
    # A plan where nothing was laid is no change (SH-6.11).
    return table.but_at(event.seat, plan=event.cards, changes=seat.changes + bool(seat.plan))


@evolve.on(ev.PlanSealed)
def plan_sealed(table: ShogunTable, event: ev.PlanSealed) -> ShogunTable:
    return table.but_at(event.seat, sealed=True)


evolve.unchanged_by(ev.PlanningClosed)


# ChangePlan


@evolve.on(ev.PlanReopened)
def plan_reopened(table: ShogunTable, event: ev.PlanReopened) -> ShogunTable:
    return table.but_at(event.seat, sealed=False, changes=table.at(event.seat).changes + 1)


# DrawEvent


@evolve.on(ev.EventDrawn)
def event_drawn(table: ShogunTable, event: ev.EventDrawn) -> ShogunTable:
    left = tuple([card for card in table.events if card != event.card])
    return table.but(event=event.card, events=left).opens(ShowBids())


# ShowBids


@evolve.on(ev.BidsShown)
def bids_shown(table: ShogunTable, event: ev.BidsShown) -> ShogunTable:
    for bid in event.bids:
        shown = _turn_up(table, bid.seat, BID).but_at(bid.seat, paid=bid.chests)
        table = _pay(shown, bid.seat, bid.chests)
    return table


# DrawDaimyo


@evolve.on(ev.DaimyoDrawn)
def daimyo_drawn(table: ShogunTable, event: ev.DaimyoDrawn) -> ShogunTable:
    return table.but(lots=(*table.lots, event.seats))


# PickSpecial


@evolve.on(ev.SpecialPicked)
def special_picked(table: ShogunTable, event: ev.SpecialPicked) -> ShogunTable:
    places = list(table.places)
    places[event.place - 1] = event.seat
    return table.but(places=tuple(places))


# CarryOutAction


@evolve.on(ev.EmptySpaceMet)
def empty_space_met(table: ShogunTable, event: ev.EmptySpaceMet) -> ShogunTable:
    return table.but(acted=table.acted + 1)


@evolve.on(ev.CardTurnedUp)
def card_turned_up(table: ShogunTable, event: ev.CardTurnedUp) -> ShogunTable:
    return _turn_up(table, event.seat, event.action).but(acted=table.acted + 1)


evolve.unchanged_by(ev.ActionLapsed)


@evolve.on(ev.BuildingBuilt)
def building_built(table: ShogunTable, event: ev.BuildingBuilt) -> ShogunTable:
    land = table.its_land(event.province)
    built = land.but(buildings=(*land.buildings, BUILDINGS.word(event.building)))
    return _pay(table.with_land(built), event.seat, event.chests)


@evolve.on(ev.RevoltMarkerRemoved)
def revolt_marker_removed(table: ShogunTable, event: ev.RevoltMarkerRemoved) -> ShogunTable:
    land = table.its_land(event.province)
    return table.with_land(land.but(revolts=land.revolts - 1))


@evolve.on(ev.RiceConfiscated)
def rice_confiscated(table: ShogunTable, event: ev.RiceConfiscated) -> ShogunTable:
    return table.but_at(event.seat, rice=table.at(event.seat).rice + event.rice)


@evolve.on(ev.TaxesCollected)
def taxes_collected(table: ShogunTable, event: ev.TaxesCollected) -> ShogunTable:
    return table.but_at(event.seat, chests=table.at(event.seat).chests + event.chests)


@evolve.on(ev.RevoltBegan)
def revolt_began(table: ShogunTable, event: ev.RevoltBegan) -> ShogunTable:
    revolt = MusterRevolt(event.province, event.seat, taxed=event.taxed, extra_farmers=event.extra_farmers)
    return table.opens(revolt)


@evolve.on(ev.RevoltMarkerAdded)
def revolt_marker_added(table: ShogunTable, event: ev.RevoltMarkerAdded) -> ShogunTable:
    land = table.its_land(event.province)
    return table.with_land(land.but(revolts=land.revolts + 1))


@evolve.on(ev.SixArmiesOffered)
def six_armies_offered(table: ShogunTable, event: ev.SixArmiesOffered) -> ShogunTable:
    return table.opens(DeploySix(event.seat, event.province))


@evolve.on(ev.ArmiesDeployed)
def armies_deployed(table: ShogunTable, event: ev.ArmiesDeployed) -> ShogunTable:
    supply = table.at(event.seat).supply - event.armies
    after = table.with_armies(event.province, event.armies).but_at(event.seat, supply=supply)
    return _pay(after, event.seat, event.chests)


@evolve.on(ev.MoveOffered)
def move_offered(table: ShogunTable, event: ev.MoveOffered) -> ShogunTable:
    return table.opens(MoveAfterDeploying(event.seat, event.province))


@evolve.on(ev.MarchOrdered)
def march_ordered(table: ShogunTable, event: ev.MarchOrdered) -> ShogunTable:
    return table.opens(March(event.seat, event.province))


def _turn_up(table: ShogunTable, seat: int, space: str) -> ShogunTable:
    """Return the table on which the card of a space lies face up."""
    place, before = SPACE[space], table.at(seat)
    plan, shown = list(before.plan), list(before.shown)
    plan[place], shown[place] = "", plan[place]
    return table.but_at(seat, plan=tuple(plan), shown=tuple(shown))


def _pay(table: ShogunTable, seat: int, chests: int) -> ShogunTable:
    """Return the table on which a seat has paid chests to the bank."""
    return table.but_at(seat, chests=table.at(seat).chests - chests)


# MoveAfterDeploying


@evolve.on(ev.MoveTargetChosen)
def move_target_chosen(table: ShogunTable, event: ev.MoveTargetChosen) -> ShogunTable:
    return table.opens(MoveArmies(event.seat, event.from_province, event.to_province))


evolve.unchanged_by(ev.MoveDeclined)


# MoveArmies


@evolve.on(ev.ArmiesMoved)
def armies_moved(table: ShogunTable, event: ev.ArmiesMoved) -> ShogunTable:
    return table.with_armies(event.from_province, -event.armies).with_armies(event.to_province, event.armies)


# March


@evolve.on(ev.MarchTargetChosen)
def march_target_chosen(table: ShogunTable, event: ev.MarchTargetChosen) -> ShogunTable:
    return table.opens(MarchArmies(event.seat, event.from_province, event.to_province))


# MarchArmies


@evolve.on(ev.ArmiesMarched)
def armies_marched(table: ShogunTable, event: ev.ArmiesMarched) -> ShogunTable:
    marched = _send(table, event.seat, event.from_province, event.armies)
    after = _engage(marched, some_cubes(table.players, {event.seat: int(event.bonus)}))
    return after.opens(MusterDefenders(event.to_province, event.seat))


# MusterDefenders


@evolve.on(ev.CastleManned)
def castle_manned(table: ShogunTable, event: ev.CastleManned) -> ShogunTable:
    return _engage(table, some_cubes(table.players, {event.seat: 1}))


@evolve.on(ev.DefendersMustered)
def defenders_mustered(table: ShogunTable, event: ev.DefendersMustered) -> ShogunTable:
    if event.defender:
        table = _send(table, event.defender, event.province, event.armies)
    after = _engage(table, some_cubes(table.players, {}, event.farmers))
    return after.opens(ThrowCubes(), SettleBattle(event.province, event.attacker))


@evolve.on(ev.ReinforcementOffered)
def reinforcement_offered(table: ShogunTable, event: ev.ReinforcementOffered) -> ShogunTable:
    return table.opens(ReinforceDefence(event.seat, event.province))


# ReinforceDefence


@evolve.on(ev.DefenceReinforced)
def defence_reinforced(table: ShogunTable, event: ev.DefenceReinforced) -> ShogunTable:
    return _engage(table, some_cubes(table.players, {event.seat: 1}))


evolve.unchanged_by(ev.ReinforcementDeclined)


# MusterRevolt


@evolve.on(ev.RevoltMustered)
def revolt_mustered(table: ShogunTable, event: ev.RevoltMustered) -> ShogunTable:
    sent = _send(table, event.seat, event.province, event.armies)
    after = _engage(sent, some_cubes(table.players, {}, event.farmers))
    return after.opens(ThrowCubes(), SettleRevolt(event.province, event.seat, taxed=event.taxed))


def _send(table: ShogunTable, seat: int, province: str, armies: int) -> ShogunTable:
    """Return the table on which armies have left a province and lie before the tower."""
    cubes = some_cubes(table.players, {seat: armies})
    return table.with_armies(province, -armies).but(engaged=together(table.engaged, cubes))


def _engage(table: ShogunTable, cubes: Cubes) -> ShogunTable:
    """Return the table on which cubes from the supplies and the stock lie before the tower."""
    return _supply(table, tuple([-count for count in cubes])).but(engaged=together(table.engaged, cubes))


def _supply(table: ShogunTable, cubes: Cubes) -> ShogunTable:
    """Return the table with more cubes in the supplies and the stock, or fewer where the number is negative."""
    for seat in table.seats:
        table = table.but_at(seat, supply=table.at(seat).supply + cubes[seat - 1])
    return table.but(farmers=table.farmers + cubes[-1])


# ThrowCubes


@evolve.on(ev.CubesFell)
def cubes_fell(table: ShogunTable, event: ev.CubesFell) -> ShogunTable:
    return table.but(engaged=no_cubes(table.players), tray=counted(event.fallen), tower=counted(event.inside))


# SettleBattle


@evolve.on(ev.ProvinceConquered)
def province_conquered(table: ShogunTable, event: ev.ProvinceConquered) -> ShogunTable:
    land = table.land(event.province) or Land(event.province, event.attacker, 0)
    after = _lose(table, event.lost).with_land(land.but(owner=event.attacker))
    return _return(after, event.attacker, event.province, event.armies)


@evolve.on(ev.ProvinceCardWon)
def province_card_won(table: ShogunTable, event: ev.ProvinceCardWon) -> ShogunTable:
    return table.without_card(event.from_seat, event.province) if event.space else table


@evolve.on(ev.ProvinceDefended)
def province_defended(table: ShogunTable, event: ev.ProvinceDefended) -> ShogunTable:
    return _return(_lose(table, event.lost), event.defender, event.province, event.armies)


@evolve.on(ev.ProvinceDevastated)
def province_devastated(table: ShogunTable, event: ev.ProvinceDevastated) -> ShogunTable:
    return _lose(table, event.lost).without_land(event.province)


@evolve.on(ev.ProvinceCardGivenUp)
def province_card_given_up(table: ShogunTable, event: ev.ProvinceCardGivenUp) -> ShogunTable:
    return table.without_card(event.seat, event.province) if event.space else table


@evolve.on(ev.AttackRepelled)
def attack_repelled(table: ShogunTable, event: ev.AttackRepelled) -> ShogunTable:
    return _lose(table, event.lost)


# SettleRevolt


@evolve.on(ev.RevoltPutDown)
def revolt_put_down(table: ShogunTable, event: ev.RevoltPutDown) -> ShogunTable:
    return _return(_lose(table, event.lost), event.seat, event.province, event.armies)


@evolve.on(ev.RevoltSucceeded)
def revolt_succeeded(table: ShogunTable, event: ev.RevoltSucceeded) -> ShogunTable:
    return _lose(table, event.lost).without_land(event.province)


def _lose(table: ShogunTable, lost: cmd.Cubes | None) -> ShogunTable:
    """Return the table on which cubes have gone from the tray back to the supplies and the stock."""
    cubes = counted(lost)
    return _supply(table, cubes).but(tray=apart(table.tray, cubes))


def _return(table: ShogunTable, seat: int, province: str, armies: int) -> ShogunTable:
    """Return the table on which armies of a seat have gone from the tray into its province."""
    cubes = some_cubes(table.players, {seat: armies})
    return table.with_armies(province, armies).but(tray=apart(table.tray, cubes))


# FinishAction


@evolve.on(ev.ActionFinished)
def action_finished(table: ShogunTable, event: ev.ActionFinished) -> ShogunTable:
    return table.but(position=table.position + 1, acted=0)


# TurnUpAction


@evolve.on(ev.ActionCardTurnedUp)
def action_card_turned_up(table: ShogunTable, event: ev.ActionCardTurnedUp) -> ShogunTable:
    return table.but(row=(*table.row, event.action))


# EndRound


@evolve.on(ev.RoundEnded)
def round_ended(table: ShogunTable, event: ev.RoundEnded) -> ShogunTable:
    for seat in table.seats:
        table = table.but_at(seat, plan=(), sealed=False, changes=0, shown=NO_CARDS, paid=0)
    return table.but(
        season=SEASON_WORDS.word(event.next_season),
        event="",
        spent=(*table.spent, table.event),
        row=(),
        position=0,
        acted=0,
        specials=(),
        lots=(),
    )


@evolve.on(ev.DaimyoTakenBack)
def daimyo_taken_back(table: ShogunTable, event: ev.DaimyoTakenBack) -> ShogunTable:
    return table.but(places=NO_PLACES)


# DropStrayCubes


@evolve.on(ev.StrayCubesFell)
def stray_cubes_fell(table: ShogunTable, event: ev.StrayCubesFell) -> ShogunTable:
    fallen = counted(event.fallen)
    return table.but(tower=apart(table.tower, fallen), tray=together(table.tray, fallen))


# LoseRice


@evolve.on(ev.WinterCame)
def winter_came(table: ShogunTable, event: ev.WinterCame) -> ShogunTable:
    for seat, lost in enumerate(event.rice_lost, 1):
        table = table.but_at(seat, rice=table.at(seat).rice - lost)
    draws = [DrawRevolts(shortage.seat, shortage.revolts, shortage.extra_farmers) for shortage in event.shortages]
    return table.opens(*draws, ScoreYear(), EndYear())


# DrawRevolts


@evolve.on(ev.RevoltsDrawn)
def revolts_drawn(table: ShogunTable, event: ev.RevoltsDrawn) -> ShogunTable:
    return table.opens(RaiseRevolts(event.seat, event.provinces, event.extra_farmers))


# RaiseRevolts


@evolve.on(ev.RevoltChoiceOffered)
def revolt_choice_offered(table: ShogunTable, event: ev.RevoltChoiceOffered) -> ShogunTable:
    return table.opens(FaceRevolts(event.seat, event.provinces, event.extra_farmers))


# FaceRevolts


@evolve.on(ev.RevoltFaced)
def revolt_faced(table: ShogunTable, event: ev.RevoltFaced) -> ShogunTable:
    revolt = MusterRevolt(event.province, event.seat, taxed=False, extra_farmers=event.extra_farmers)
    return table.opens(revolt, RaiseRevolts(event.seat, event.others, event.extra_farmers))


# ScoreYear


@evolve.on(ev.YearScored)
def year_scored(table: ShogunTable, event: ev.YearScored) -> ShogunTable:
    for score in event.scores:
        gained = score.provinces + score.buildings + sum(majority.points for majority in score.majorities)
        table = table.but_at(score.seat, points=table.at(score.seat).points + gained)
    return table


# EndYear


@evolve.on(ev.YearEnded)
def year_ended(table: ShogunTable, event: ev.YearEnded) -> ShogunTable:
    for seat in table.seats:
        table = table.but_at(seat, rice=0)
    return table.but(
        year=table.year + 1,
        season=SEASONS[0],
        lands=tuple([land.but(revolts=0) for land in table.lands]),
        spent=table.spent + table.events,
        events=(),
    )


@evolve.on(ev.GameEnded)
def game_ended(table: ShogunTable, event: ev.GameEnded) -> ShogunTable:
    return table.but(winners=event.winners, spent=table.spent + table.events, events=())
