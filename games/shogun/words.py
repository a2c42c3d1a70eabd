"""Commands, events and steps of Shogun, told as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from games.phrasebook import Phrasebook
from games.shogun import steps
from games.shogun.data import ACTIONS, BID, EVENTS, PROVINCES, SPACES, SPECIALS, WAR_CHESTS
from gunbai.rules.v1 import options_pb2 as rules
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev

EVENT_TEXTS = {
    "theatre_relief": "building a theatre removes a revolt marker",
    "neutral_farmers": "neutral provinces are defended by 2 farmers",
    "castle_defence": "a castle gives its defender 1 army more",
    "temple_peace": "provinces with a temple cannot be attacked",
    "tax_max": "taxes yield at most 5 chests",
    "tax_min": "taxes yield at least 6 chests",
    "rice_min": "rice yields at least 4",
    "rice_max": "rice yields at most 3",
    "short_recruiting": "3 chests deploy 3 armies, 2 chests deploy 2",
}
NAMES = {
    **{province.id: province.name for province in PROVINCES},
    **{action.id: action.name for action in ACTIONS},
    **{card: f"{chests} war chest{'' if chests == 1 else 's'}" for card, chests in WAR_CHESTS.items()},
    **{event.id: f"{event.id} ({EVENT_TEXTS[event.kind]})" for event in EVENTS},
    **SPECIALS,
    BID: "Bid",
    "": "nothing",
}


def name(card: str) -> str:
    """Return a province, card or space as it is called."""
    return NAMES.get(card, card)


def names(cards: Iterable[str]) -> str:
    """Return several of them with commas."""
    return ", ".join(map(name, cards)) or "nothing"


def _who(seat: int) -> str:
    return f"Seat {seat}" if seat else "nobody"


def _cubes(cubes: cmd.Cubes) -> str:
    heaps = [f"{_armies(armies)} of seat {seat}" for seat, armies in enumerate(cubes.armies, 1) if armies]
    return ", ".join([*heaps, *([_farmers(cubes.farmers)] if cubes.farmers else [])]) or "nothing"


def _plan(message: cmd.LayPlan | ev.PlanLaid) -> str:
    laid = [f"{name(card)} on {name(space)}" for space, card in zip(SPACES, message.cards, strict=False) if card]
    return f"{_who(message.seat)} plans {', '.join(laid) or 'nothing'}."


def _march(move: cmd.MarchArmies) -> str:
    return f"March with {_armies(move.armies)}{' and the attack bonus' if move.bonus else ''}."


def _armies(count: int) -> str:
    return f"{count} arm{'y' if count == 1 else 'ies'}"


def _farmers(count: int) -> str:
    return f"{count or 'no'} farmer{'' if count == 1 else 's'}"


def _seats(seats: Iterable[int]) -> str:
    return ", then ".join(map(_who, seats))


def _planning_closed(event: ev.PlanningClosed) -> str:
    empty = [f"{_who(each.seat)} leaves {names(each.spaces)} empty" for each in event.empty]
    return ". ".join(["All plans are sealed", *empty]) + "."


def _bids(event: ev.BidsShown) -> str:
    return "; ".join(f"{_who(bid.seat)} bids {name(bid.card)}" for bid in event.bids) + "."


def _lapsed(event: ev.ActionLapsed) -> str:
    reason = clause.Clause.DESCRIPTOR.values_by_number[event.clause].GetOptions().Extensions[rules.clause].sentence
    return f"{name(event.action)} in {name(event.province)} lapses for {_who(event.seat)}: {reason}"


def _marched(event: ev.ArmiesMarched) -> str:
    bonus = " and one more from the supply" if event.bonus else ""
    way = f"from {name(event.from_province)} against {name(event.to_province)}"
    return f"{_who(event.seat)} marches with {_armies(event.armies)}{bonus} {way}."


def _mustered(event: ev.DefendersMustered) -> str:
    if event.defender:
        return f"{_who(event.defender)} defends {name(event.province)} with {_armies(event.armies)}."
    return f"{name(event.province)} is neutral, defended by {_farmers(event.farmers)}."


def _fell(event: ev.CubesFell) -> str:
    return f"Thrown into the tower: {_cubes(event.thrown)}; fallen out: {_cubes(event.fallen)}."


def _winter(event: ev.WinterCame) -> str:
    short = [f"{_who(each.seat)} cannot supply {each.unsupplied}" for each in event.shortages]
    lost = ", ".join(map(str, event.rice_lost))
    return f"Winter by {event.card}: rice lost, seat by seat: {lost}. {'; '.join(short) or 'All are supplied'}."


def _scored(event: ev.YearScored) -> str:
    return "; ".join(map(_score, event.scores)) + "."


def _score(score: ev.SeatScore) -> str:
    majorities = sum(majority.points for majority in score.majorities)
    total = score.provinces + score.buildings + majorities
    return f"{_who(score.seat)} scores {total} ({score.provinces} + {score.buildings} + {majorities})"


def _won_card(event: ev.ProvinceCardWon) -> str:
    place = f", planned for {name(event.space)}" if event.space else ""
    source = _who(event.from_seat) if event.from_seat else "the neutral cards"
    return f"{_who(event.seat)} gets the card {name(event.province)} of {source}{place}."


def _given_up(event: ev.ProvinceCardGivenUp) -> str:
    place = f", planned for {name(event.space)}," if event.space else ""
    return f"The card {name(event.province)} of {_who(event.seat)}{place} goes to the neutral ones."


WORDS = Phrasebook(
    _who,
    {
        # Commands
        cmd.RefreshOffer: "Put both offered cards under the deck.",
        cmd.TakeProvince: "Take the card in slot {slot}.",
        cmd.DrawBlind: "Draw a card unseen.",
        cmd.PlaceGroup: lambda move: f"Place {_armies(move.armies)}.",
        cmd.LayCard: "{seat} lays {card}.",
        cmd.LeaveSpaceEmpty: "{seat} leaves the space empty.",
        cmd.TakeCardUp: "{seat} takes the last card up again.",
        cmd.SealPlan: "{seat} seals the plan.",
        cmd.LayPlan: _plan,
        cmd.ReopenPlan: "Reopen the plan.",
        cmd.PickSpecial: "Take the card {special}.",
        cmd.DeploySix: "Deploy 6 armies.",
        cmd.DeployUsual: "Deploy the usual number of armies.",
        cmd.MoveTo: "Move to {province}.",
        cmd.MoveArmies: lambda move: f"Move {_armies(move.armies)}.",
        cmd.StayPut: "Stay.",
        cmd.MarchTo: "March to {province}.",
        cmd.MarchArmies: _march,
        cmd.ReinforceDefence: "Use the defence bonus.",
        cmd.DeclineReinforcement: "Leave the defence bonus unused.",
        cmd.FaceRevolt: "Face the revolt in {province}.",
        cmd.TurnUpProvince: "The card shows {province}.",
        cmd.DealLineups: "The line-ups are {lineups}.",
        cmd.DropCubes: lambda outcome: f"Fallen out of the tower: {_cubes(outcome.fallen)}.",
        cmd.DropStrayCubes: lambda outcome: f"Dropped out of the resting tower: {_cubes(outcome.fallen)}.",
        cmd.TurnUpEvents: "The events of the year are {events}.",
        cmd.LayActionCards: "The first actions are {actions}.",
        cmd.LaySpecialCards: "The special cards are {specials}.",
        cmd.DrawEvent: "The event is {card}.",
        cmd.DrawDaimyo: lambda outcome: f"The lots fall on {_seats(outcome.seats)}.",
        cmd.TurnUpAction: "The next action card is {action}.",
        cmd.DrawRevolts: "The drawn provinces are {provinces}.",
        # Events
        ev.ProvinceOffered: "{province} is offered in slot {slot}.",
        ev.OfferRefreshed: "{seat} puts both offered cards under the deck.",
        ev.ProvinceTaken: "{seat} takes {province}.",
        ev.BlindDrawChosen: "{seat} draws unseen.",
        ev.ProvinceDrawn: "{seat} has drawn {province}.",
        ev.GroupPlaced: lambda event: f"{_who(event.seat)} puts {_armies(event.armies)} into {name(event.province)}.",
        ev.DraftEnded: "All groups are placed; the cards left are neutral.",
        ev.LineupsDealt: "The line-ups are dealt, seat by seat: {lineups}.",
        ev.TowerFed: "The tower is fed with {armies} armies of each player and {farmers} farmers.",
        ev.TrayCleared: "What fell out goes back to its supplies.",
        ev.EventsTurnedUp: "The events of the year are {events}.",
        ev.ActionCardsLaid: "The first five actions are {actions}.",
        ev.SpecialCardsLaid: "The special cards are laid: {specials}.",
        ev.CardLaid: "{seat} lays {card} on {space}.",
        ev.SpaceLeftEmpty: "{seat} leaves {space} empty.",
        ev.CardTakenUp: "{seat} returns to {space}.",
        ev.PlanLaid: _plan,
        ev.PlanSealed: "{seat} has sealed a plan.",
        ev.PlanReopened: "{seat} has reopened the plan.",
        ev.PlanningClosed: _planning_closed,
        ev.EventDrawn: "The event of the round is {card}.",
        ev.BidsShown: _bids,
        ev.DaimyoDrawn: lambda event: f"Equal bidders pick in the order {_seats(event.seats)}.",
        ev.SpecialPicked: "{seat} takes {special} on place {place}.",
        ev.CardTurnedUp: "{seat} turns up {card} on {action}.",
        ev.EmptySpaceMet: "{seat} has no card on {action}.",
        ev.ActionLapsed: _lapsed,
        ev.BuildingBuilt: "{seat} builds a {building} in {province} for {chests}.",
        ev.RevoltMarkerRemoved: "A revolt marker leaves {province}.",
        ev.RevoltMarkerAdded: "A revolt marker is put into {province}.",
        ev.RiceConfiscated: "{seat} gains {rice} rice in {province}.",
        ev.TaxesCollected: "{seat} collects {chests} chests in {province}.",
        ev.SixArmiesOffered: "{seat} may deploy 6 armies in {province}.",
        ev.ArmiesDeployed: lambda event: (
            f"{_who(event.seat)} deploys {_armies(event.armies)} in {name(event.province)} for {event.chests}."
        ),
        ev.MoveOffered: "{seat} may move armies on from {province}.",
        ev.MoveTargetChosen: "{seat} moves from {from_province} to {to_province}.",
        ev.MoveDeclined: "{seat} stays.",
        ev.ArmiesMoved: lambda event: (
            f"{_who(event.seat)} moves {_armies(event.armies)} "
            f"from {name(event.from_province)} to {name(event.to_province)}."
        ),
        ev.MarchOrdered: "{seat} must march from {province}.",
        ev.MarchTargetChosen: "{seat} marches from {from_province} to {to_province}.",
        ev.ActionFinished: "{action} is done.",
        ev.ActionCardTurnedUp: "The next action card is {action}.",
        ev.RoundEnded: "The {season} ends.",
        ev.ArmiesMarched: _marched,
        ev.CastleManned: "The castle of {province} gives {seat} one more army.",
        ev.DefendersMustered: _mustered,
        ev.ReinforcementOffered: "{seat} may reinforce {province}.",
        ev.DefenceReinforced: "{seat} adds an army by the defence bonus.",
        ev.ReinforcementDeclined: "{seat} leaves the defence bonus unused.",
        ev.CubesFell: _fell,
        ev.StrayCubesFell: lambda event: f"Dropped out of the resting tower: {_cubes(event.fallen)}.",
        ev.ProvinceConquered: lambda event: (
            f"{_who(event.attacker)} conquers {name(event.province)} and occupies it with {_armies(event.armies)}."
        ),
        ev.ProvinceDefended: lambda event: (
            f"{_who(event.defender)} holds {name(event.province)} with {_armies(event.armies)}."
        ),
        ev.ProvinceDevastated: lambda event: f"Nobody wins; {name(event.province)} is neutral and bare.",
        ev.AttackRepelled: lambda event: f"The farmers of {name(event.province)} are not overcome.",
        ev.ProvinceCardWon: _won_card,
        ev.ProvinceCardGivenUp: _given_up,
        ev.RevoltBegan: "The farmers of {province} rise against {seat}.",
        ev.RevoltMustered: lambda event: (
            f"{_armies(event.armies)} of {_who(event.seat)} face {_farmers(event.farmers)} in {name(event.province)}."
        ),
        ev.RevoltPutDown: lambda event: (
            f"{_who(event.seat)} puts the revolt in {name(event.province)} down; {_armies(event.armies)} stay."
        ),
        ev.RevoltSucceeded: "The farmers win; {province} is neutral and bare.",
        ev.WinterCame: _winter,
        ev.RevoltsDrawn: "{seat} faces revolts in {provinces}.",
        ev.RevoltFaced: "{seat} turns to {province}.",
        ev.YearScored: _scored,
        ev.YearEnded: "The first year ends: no rice and no revolt markers are left.",
        ev.GameEnded: lambda event: f"The game ends; the shogun is {' and '.join(map(_who, event.winners))}.",
        # Steps
        steps.TurnUpOffer: "A card is turned up for slot {slot} of the offer.",
        steps.ChooseProvince: "{seat} takes an offered card or draws unseen.",
        steps.TurnUpBlindDraw: "The card that {seat} drew is shown.",
        steps.PlaceGroup: "{seat} puts an army group into {province}.",
        steps.EndDraft: "The draft ends.",
        steps.DealLineups: "The line-ups are dealt.",
        steps.FeedTower: "The tower is fed.",
        steps.ClearTray: "The tray is cleared.",
        steps.TurnUpEvents: "The events of the year are turned up.",
        steps.LayActionCards: "The action cards are laid out.",
        steps.LaySpecialCards: "The special cards are laid out.",
        steps.PlanActions: "All plan their actions and bids.",
        steps.ChangePlan: "Who has sealed a plan may change it.",
        steps.DrawEvent: "The event of the round is drawn.",
        steps.ShowBids: "The bids are shown.",
        steps.DrawDaimyo: lambda step: f"Lots are drawn between {_seats(step.tied).replace(', then ', ', ')}.",
        steps.PickSpecial: "{seat} takes a special card.",
        steps.CarryOutAction: "{seat} carries out {action}.",
        steps.DeploySix: "{seat} deploys 6 armies or the usual number in {province}.",
        steps.MoveAfterDeploying: "{seat} may move armies on from {province}.",
        steps.MoveArmies: "{seat} says how many armies move from {origin} to {target}.",
        steps.March: "{seat} marches from {province}.",
        steps.MarchArmies: "{seat} says how many armies march from {origin} to {target}.",
        steps.MusterDefenders: "The defenders of {province} stand up.",
        steps.ReinforceDefence: "{seat} may use the defence bonus in {province}.",
        steps.MusterRevolt: "The farmers of {province} stand up against {seat}.",
        steps.ThrowCubes: "The cubes are thrown into the tower.",
        steps.SettleBattle: "The battle of {province} is decided.",
        steps.SettleRevolt: "The revolt in {province} is decided.",
        steps.FinishAction: "{action} is done by all.",
        steps.TurnUpAction: "The next action card is turned up.",
        steps.EndRound: "The round ends.",
        steps.DropStrayCubes: "Cubes may drop out of the resting tower.",
        steps.LoseRice: "Winter comes.",
        steps.DrawRevolts: "The provinces of {seat} in revolt are drawn.",
        steps.FaceRevolts: "{seat} says which revolt comes next: {provinces}.",
        steps.ScoreYear: "All score.",
        steps.EndYear: "The year ends.",
    },
    NAMES,
)
