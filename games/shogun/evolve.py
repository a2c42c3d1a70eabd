"""How each event of Shogun changes the table."""

from __future__ import annotations

from collections.abc import Sequence

from games.decider import Evolve
from games.shogun.battle import farmers_defend, garrison, leave
from games.shogun.data import BID, BUILDINGS, SEASONS, SPACE, SPECIALS
from games.shogun.steps import (
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
    ReinforceDefence,
    ScoreYear,
    SettleBattle,
    SettleRevolt,
    ShowBids,
    ThrowCubes,
    TurnUpBlindDraw,
    TurnUpOffer,
)
from games.shogun.table import NO_CARDS, Land, ShogunTable, lined_up, no_cubes, some_cubes, together
from games.shogun.tower import Cubes, counted
from gunbai.shogun.v1 import events_pb2 as ev

evolve: Evolve[ShogunTable] = Evolve()


# --- Start provinces ---


@evolve.on(ev.ProvinceOffered)
def province_offered(table: ShogunTable, event: ev.ProvinceOffered) -> ShogunTable:
    offer = list(table.offer)
    offer[event.slot - 1] = event.province
    return _drawn(table, event.province).but(offer=tuple(offer))


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


@evolve.on(ev.ProvinceDrawn)
def province_drawn(table: ShogunTable, event: ev.ProvinceDrawn) -> ShogunTable:
    return _drawn(table, event.province).opens(PlaceGroup(event.seat, event.province))


def _drawn(table: ShogunTable, province: str) -> ShogunTable:
    """Return the table on which a card has left the deck."""
    if table.deck:
        return table.but(deck=tuple([card for card in table.deck if card != province]))
    return table.but(under=table.under[1:])


@evolve.on(ev.GroupPlaced)
def group_placed(table: ShogunTable, event: ev.GroupPlaced) -> ShogunTable:
    groups = list(table.seat(event.seat).groups)
    groups.remove(event.armies)
    after = table.with_land(Land(event.province, event.seat, event.armies))
    return after.with_seat(event.seat, groups=tuple(groups))


@evolve.on(ev.DraftEnded)
def draft_ended(table: ShogunTable, event: ev.DraftEnded) -> ShogunTable:
    return table.but(deck=(), under=(), offer=(), passed_over=())


@evolve.on(ev.LineupsDealt)
def lineups_dealt(table: ShogunTable, event: ev.LineupsDealt) -> ShogunTable:
    return lined_up(table, event.lineups)


@evolve.on(ev.TowerFed)
def tower_fed(table: ShogunTable, event: ev.TowerFed) -> ShogunTable:
    cubes = some_cubes(table.players, dict.fromkeys(table.everybody, event.armies), event.farmers)
    return _engage(table, cubes).opens(ThrowCubes(), ClearTray())


@evolve.on(ev.TrayCleared)
def tray_cleared(table: ShogunTable, event: ev.TrayCleared) -> ShogunTable:
    return leave(table, *table.everybody, farmers=True).but(year=1)


# --- Cards ---


@evolve.on(ev.EventsTurnedUp)
def events_turned_up(table: ShogunTable, event: ev.EventsTurnedUp) -> ShogunTable:
    return table.but(events=tuple(event.events))


@evolve.on(ev.ActionCardsLaid)
def action_cards_laid(table: ShogunTable, event: ev.ActionCardsLaid) -> ShogunTable:
    return table.but(row=tuple(event.actions))


@evolve.on(ev.SpecialCardsLaid)
def special_cards_laid(table: ShogunTable, event: ev.SpecialCardsLaid) -> ShogunTable:
    return table.but(specials=tuple(event.specials))


# --- Planning ---


@evolve.on(ev.CardLaid)
def card_laid(table: ShogunTable, event: ev.CardLaid) -> ShogunTable:
    return table.with_seat(event.seat, plan=(*table.seat(event.seat).plan, event.card))


@evolve.on(ev.SpaceLeftEmpty)
def space_left_empty(table: ShogunTable, event: ev.SpaceLeftEmpty) -> ShogunTable:
    return table.with_seat(event.seat, plan=(*table.seat(event.seat).plan, ""))


@evolve.on(ev.CardTakenUp)
def card_taken_up(table: ShogunTable, event: ev.CardTakenUp) -> ShogunTable:
    return table.with_seat(event.seat, plan=table.seat(event.seat).plan[:-1])


@evolve.on(ev.PlanLaid)
def plan_laid(table: ShogunTable, event: ev.PlanLaid) -> ShogunTable:
    return table.with_seat(event.seat, plan=tuple(event.cards))


@evolve.on(ev.PlanSealed)
def plan_sealed(table: ShogunTable, event: ev.PlanSealed) -> ShogunTable:
    return table.with_seat(event.seat, sealed=True)


@evolve.on(ev.PlanReopened)
def plan_reopened(table: ShogunTable, event: ev.PlanReopened) -> ShogunTable:
    return table.with_seat(event.seat, sealed=False)


@evolve.on(ev.PlanningClosed)
def planning_closed(table: ShogunTable, event: ev.PlanningClosed) -> ShogunTable:
    return table


# --- Event and player order ---


@evolve.on(ev.EventDrawn)
def event_drawn(table: ShogunTable, event: ev.EventDrawn) -> ShogunTable:
    left = tuple([card for card in table.events if card != event.card])
    return table.but(event=event.card, events=left).opens(ShowBids())


@evolve.on(ev.BidsShown)
def bids_shown(table: ShogunTable, event: ev.BidsShown) -> ShogunTable:
    for bid in event.bids:
        table = _turned_up(table, bid.seat, SPACE[BID])
        table = table.with_seat(bid.seat, chests=table.seat(bid.seat).chests - bid.chests)
    return table


@evolve.on(ev.DaimyoDrawn)
def daimyo_drawn(table: ShogunTable, event: ev.DaimyoDrawn) -> ShogunTable:
    return table.but(lots=(*table.lots, tuple(event.seats)))


@evolve.on(ev.SpecialPicked)
def special_picked(table: ShogunTable, event: ev.SpecialPicked) -> ShogunTable:
    places = list(table.places)
    places[event.place - 1] = event.seat
    return table.but(places=tuple(places))


# --- Actions ---


@evolve.on(ev.CardTurnedUp)
def card_turned_up(table: ShogunTable, event: ev.CardTurnedUp) -> ShogunTable:
    return _turned_up(table, event.seat, SPACE[event.action]).but(acted=table.acted + 1)


def _turned_up(table: ShogunTable, seat: int, space: int) -> ShogunTable:
    """Return the table on which the card of a space lies face up."""
    before = table.seat(seat)
    plan, shown = list(before.plan), list(before.shown)
    plan[space], shown[space] = "", plan[space]
    return table.with_seat(seat, plan=tuple(plan), shown=tuple(shown))


@evolve.on(ev.EmptySpaceMet)
def empty_space_met(table: ShogunTable, event: ev.EmptySpaceMet) -> ShogunTable:
    return table.but(acted=table.acted + 1)


@evolve.on(ev.ActionLapsed)
def action_lapsed(table: ShogunTable, event: ev.ActionLapsed) -> ShogunTable:
    return table


@evolve.on(ev.BuildingBuilt)
def building_built(table: ShogunTable, event: ev.BuildingBuilt) -> ShogunTable:
    land = table.its_land(event.province)
    built = land.but(buildings=(*land.buildings, BUILDINGS.word(event.building)))
    return _paid(table.with_land(built), event.seat, event.chests)


@evolve.on(ev.RevoltMarkerRemoved)
def revolt_marker_removed(table: ShogunTable, event: ev.RevoltMarkerRemoved) -> ShogunTable:
    land = table.its_land(event.province)
    return table.with_land(land.but(revolts=land.revolts - 1))


@evolve.on(ev.RevoltMarkerAdded)
def revolt_marker_added(table: ShogunTable, event: ev.RevoltMarkerAdded) -> ShogunTable:
    land = table.its_land(event.province)
    return table.with_land(land.but(revolts=land.revolts + 1))


@evolve.on(ev.RiceConfiscated)
def rice_confiscated(table: ShogunTable, event: ev.RiceConfiscated) -> ShogunTable:
    return table.with_seat(event.seat, rice=table.seat(event.seat).rice + event.rice)


@evolve.on(ev.TaxesCollected)
def taxes_collected(table: ShogunTable, event: ev.TaxesCollected) -> ShogunTable:
    return _paid(table, event.seat, -event.chests)


def _paid(table: ShogunTable, seat: int, chests: int) -> ShogunTable:
    """Return the table on which a seat has paid chests to the bank, or received them if they are negative."""
    return table.with_seat(seat, chests=table.seat(seat).chests - chests)


@evolve.on(ev.SixArmiesOffered)
def six_armies_offered(table: ShogunTable, event: ev.SixArmiesOffered) -> ShogunTable:
    return table.opens(DeploySix(event.seat, event.province))


@evolve.on(ev.ArmiesDeployed)
def armies_deployed(table: ShogunTable, event: ev.ArmiesDeployed) -> ShogunTable:
    supply = table.seat(event.seat).supply - event.armies
    after = table.with_armies(event.province, event.armies).with_seat(event.seat, supply=supply)
    return _paid(after, event.seat, event.chests)


@evolve.on(ev.MoveOffered)
def move_offered(table: ShogunTable, event: ev.MoveOffered) -> ShogunTable:
    return table.opens(MoveAfterDeploying(event.seat, event.province))


@evolve.on(ev.MoveTargetChosen)
def move_target_chosen(table: ShogunTable, event: ev.MoveTargetChosen) -> ShogunTable:
    return table.opens(MoveArmies(event.seat, event.from_province, event.to_province))


@evolve.on(ev.MoveDeclined)
def move_declined(table: ShogunTable, event: ev.MoveDeclined) -> ShogunTable:
    return table


@evolve.on(ev.ArmiesMoved)
def armies_moved(table: ShogunTable, event: ev.ArmiesMoved) -> ShogunTable:
    return table.with_armies(event.from_province, -event.armies).with_armies(event.to_province, event.armies)


@evolve.on(ev.MarchOrdered)
def march_ordered(table: ShogunTable, event: ev.MarchOrdered) -> ShogunTable:
    return table.opens(March(event.seat, event.province))


@evolve.on(ev.MarchTargetChosen)
def march_target_chosen(table: ShogunTable, event: ev.MarchTargetChosen) -> ShogunTable:
    return table.opens(MarchArmies(event.seat, event.from_province, event.to_province))


@evolve.on(ev.ActionFinished)
def action_finished(table: ShogunTable, event: ev.ActionFinished) -> ShogunTable:
    return table.but(position=table.position + 1, acted=0)


@evolve.on(ev.ActionCardTurnedUp)
def action_card_turned_up(table: ShogunTable, event: ev.ActionCardTurnedUp) -> ShogunTable:
    return table.but(row=(*table.row, event.action))


@evolve.on(ev.RoundEnded)
def round_ended(table: ShogunTable, event: ev.RoundEnded) -> ShogunTable:
    hands = tuple([seat.but(plan=(), sealed=False, shown=NO_CARDS) for seat in table.seats])
    season = SEASONS[SEASONS.index(table.season) + 1]
    places = table.places if season == "winter" else (0,) * len(SPECIALS)
    return table.but(
        seats=hands,
        season=season,
        event="",
        spent=(*table.spent, table.event),
        row=(),
        position=0,
        acted=0,
        specials=(),
        places=places,
        lots=(),
    )


# --- Battles ---


@evolve.on(ev.ArmiesMarched)
def armies_marched(table: ShogunTable, event: ev.ArmiesMarched) -> ShogunTable:
    marched = table.with_armies(event.from_province, -event.armies)
    after = _engage(_put(marched, event.seat, event.armies), _armies(table, event.seat, event.bonus))
    return after.opens(MusterDefenders(event.to_province, event.seat))


@evolve.on(ev.CastleManned)
def castle_manned(table: ShogunTable, event: ev.CastleManned) -> ShogunTable:
    return _engage(table, _armies(table, event.seat, 1))


@evolve.on(ev.DefendersMustered)
def defenders_mustered(table: ShogunTable, event: ev.DefendersMustered) -> ShogunTable:
    if event.defender:
        table = _put(table.with_armies(event.province, -event.armies), event.defender, event.armies)
    after = _engage(table, some_cubes(table.players, {}, event.farmers))
    return after.opens(ThrowCubes(), SettleBattle(event.province, event.attacker))


@evolve.on(ev.ReinforcementOffered)
def reinforcement_offered(table: ShogunTable, event: ev.ReinforcementOffered) -> ShogunTable:
    return table.opens(ReinforceDefence(event.seat, event.province))


@evolve.on(ev.DefenceReinforced)
def defence_reinforced(table: ShogunTable, event: ev.DefenceReinforced) -> ShogunTable:
    return _engage(table, _armies(table, event.seat, 1))


@evolve.on(ev.ReinforcementDeclined)
def reinforcement_declined(table: ShogunTable, event: ev.ReinforcementDeclined) -> ShogunTable:
    return table


@evolve.on(ev.CubesFell)
def cubes_fell(table: ShogunTable, event: ev.CubesFell) -> ShogunTable:
    inside = counted(event.inside)
    return table.but(engaged=no_cubes(table.players), tray=counted(event.fallen), tower=inside)


@evolve.on(ev.StrayCubesFell)
def stray_cubes_fell(table: ShogunTable, event: ev.StrayCubesFell) -> ShogunTable:
    fallen = counted(event.fallen)
    inside = tuple([a - b for a, b in zip(table.tower, fallen, strict=True)])
    return table.but(tower=inside, tray=together(table.tray, fallen))


@evolve.on(ev.ProvinceConquered)
def province_conquered(table: ShogunTable, event: ev.ProvinceConquered) -> ShogunTable:
    after = _fought(table, event.province, event.attacker, event.defender)
    land = after.land(event.province) or Land(event.province, event.attacker, 0)
    return garrison(after.with_land(land.but(owner=event.attacker)), event.province, event.armies)


@evolve.on(ev.ProvinceDefended)
def province_defended(table: ShogunTable, event: ev.ProvinceDefended) -> ShogunTable:
    after = _fought(table, event.province, event.attacker, event.defender)
    return garrison(after, event.province, event.armies)


@evolve.on(ev.ProvinceDevastated)
def province_devastated(table: ShogunTable, event: ev.ProvinceDevastated) -> ShogunTable:
    return _fought(table, event.province, event.attacker, event.defender).without_land(event.province)


@evolve.on(ev.AttackRepelled)
def attack_repelled(table: ShogunTable, event: ev.AttackRepelled) -> ShogunTable:
    return _fought(table, event.province, event.attacker, 0)


@evolve.on(ev.ProvinceCardWon)
def province_card_won(table: ShogunTable, event: ev.ProvinceCardWon) -> ShogunTable:
    return table.without_card(event.from_seat, event.province) if event.space else table


@evolve.on(ev.ProvinceCardGivenUp)
def province_card_given_up(table: ShogunTable, event: ev.ProvinceCardGivenUp) -> ShogunTable:
    return table.without_card(event.seat, event.province) if event.space else table


def _armies(table: ShogunTable, seat: int, armies: int) -> Cubes:
    return some_cubes(table.players, {seat: armies})


def _put(table: ShogunTable, seat: int, armies: int) -> ShogunTable:
    """Return the table with armies of a seat, come from the board, before the tower."""
    return table.but(engaged=together(table.engaged, _armies(table, seat, armies)))


def _engage(table: ShogunTable, cubes: Cubes) -> ShogunTable:
    """Return the table with cubes from the supplies and the stock before the tower."""
    seats = [
        seat.but(supply=seat.supply - armies) if armies else seat
        for seat, armies in zip(table.seats, cubes[:-1], strict=True)
    ]
    return table.but(seats=tuple(seats), farmers=table.farmers - cubes[-1], engaged=together(table.engaged, cubes))


def _fought(table: ShogunTable, province: str, attacker: int, defender: int) -> ShogunTable:
    """Return the table on which all who fought for a province have left the tray."""
    fighters = (attacker, defender) if defender else (attacker,)
    return leave(table, *fighters, farmers=farmers_defend(table, province))


# --- Revolts ---


@evolve.on(ev.RevoltBegan)
def revolt_began(table: ShogunTable, event: ev.RevoltBegan) -> ShogunTable:
    return table.opens(MusterRevolt(event.province, event.seat, taxed=True))


@evolve.on(ev.RevoltMustered)
def revolt_mustered(table: ShogunTable, event: ev.RevoltMustered) -> ShogunTable:
    after = _put(table.with_armies(event.province, -event.armies), event.seat, event.armies)
    after = _engage(after, some_cubes(table.players, {}, event.farmers))
    return after.opens(ThrowCubes(), SettleRevolt(event.province, event.seat, taxed=event.taxed))


@evolve.on(ev.RevoltPutDown)
def revolt_put_down(table: ShogunTable, event: ev.RevoltPutDown) -> ShogunTable:
    return garrison(leave(table, event.seat, farmers=True), event.province, event.armies)


@evolve.on(ev.RevoltSucceeded)
def revolt_succeeded(table: ShogunTable, event: ev.RevoltSucceeded) -> ShogunTable:
    return leave(table, event.seat, farmers=True).without_land(event.province)


# --- Winter ---


@evolve.on(ev.WinterCame)
def winter_came(table: ShogunTable, event: ev.WinterCame) -> ShogunTable:
    seats = [seat.but(rice=seat.rice - lost) for seat, lost in zip(table.seats, event.rice_lost, strict=True)]
    draws = [DrawRevolts(each.seat, each.revolts, each.extra_farmers) for each in event.shortages]
    return table.but(seats=tuple(seats)).opens(*draws, ScoreYear(), EndYear())


@evolve.on(ev.RevoltsDrawn)
def revolts_drawn(table: ShogunTable, event: ev.RevoltsDrawn) -> ShogunTable:
    return _revolts_to_come(table, event.seat, event.provinces, event.extra_farmers)


@evolve.on(ev.RevoltFaced)
def revolt_faced(table: ShogunTable, event: ev.RevoltFaced) -> ShogunTable:
    after = _revolts_to_come(table, event.seat, event.others, event.extra_farmers)
    return after.opens(MusterRevolt(event.province, event.seat, taxed=False, extra_farmers=event.extra_farmers))


def _revolts_to_come(table: ShogunTable, seat: int, provinces: Sequence[str], extra: int) -> ShogunTable:
    """Return the table on which a seat faces these revolts, choosing among them as long as there is a choice."""
    if len(provinces) > 1:
        return table.opens(FaceRevolts(seat, tuple(provinces), extra))
    return table.opens(MusterRevolt(provinces[0], seat, taxed=False, extra_farmers=extra))


@evolve.on(ev.YearScored)
def year_scored(table: ShogunTable, event: ev.YearScored) -> ShogunTable:
    for score in event.scores:
        gained = score.provinces + score.buildings + sum(majority.points for majority in score.majorities)
        table = table.with_seat(score.seat, points=table.seat(score.seat).points + gained)
    return table


@evolve.on(ev.YearEnded)
def year_ended(table: ShogunTable, event: ev.YearEnded) -> ShogunTable:
    return table.but(
        year=table.year + 1,
        season=SEASONS[0],
        seats=tuple([seat.but(rice=0) for seat in table.seats]),
        lands=tuple([land.but(revolts=0) for land in table.lands]),
        spent=table.spent + table.events,
        events=(),
        places=(0,) * len(SPECIALS),
    )


@evolve.on(ev.GameEnded)
def game_ended(table: ShogunTable, event: ev.GameEnded) -> ShogunTable:
    return table.but(winners=tuple(event.winners), spent=table.spent + table.events, events=())
