"""The sentences of Shogun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kit.words.phrasebook import Phrasebook, Sentence, Speaker, offered, witnessed
from games.shogun.rules import steps
from games.shogun.rules.data import (
    ACTION,
    ACTIONS,
    BID,
    COLOURS,
    EDITION,
    EVENTS,
    PROVINCE,
    PROVINCES,
    SHORT_RECRUITS,
    SIX_ARMIES,
    SPACES,
    SPECIALS,
    TILES,
    WAR_CHESTS,
)
from games.shogun.words.entries import (
    Scoring,
    by_number,
    capital,
    card_lost,
    lapsed,
    settled,
    with_bonus,
    with_stores,
)
from games.shogun.words.foreseen import built_by, cost_of, land_of, lapse, plan_cost, rebels_in
from games.shogun.words.legend import LEGEND
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev
from gunbai.shogun.v1 import view_pb2
from gunbai_record.plain import Plain

EVENT_TEXTS = {
    "theatre_relief": "building a theatre removes a revolt marker",
    "neutral_farmers": "neutral provinces are defended by 2 farmers",
    "castle_defence": "a castle gives its defender 1 extra army",
    "temple_peace": "provinces with a temple cannot be attacked",
    "tax_max": "taxes yield at most 5 chests",
    "tax_min": "taxes yield at least 6 chests",
    "rice_min": "confiscating yields at least 4 rice",
    "rice_max": "confiscating yields at most 3 rice",
    "short_recruiting": "3 chests deploy 3 armies, 2 chests deploy 2",
}
SPECIAL_TEXTS = {
    "tax_bonus": "Taxes yield 1 extra chest",
    "rice_bonus": "Confiscating yields 1 extra rice",
    "six_armies": "Deploy 6 armies instead of 5",
    "attack_bonus": "1 extra army in a battle that you start",
    "defence_bonus": "1 extra army in a battle where you defend",
}
OPTIONS = {
    "side": ("Side of the board", 'The "sun" side or the "moon" side.'),
    "start": ("Start", 'Players choose their first provinces in a "draft" or get them from line-ups ("preset").'),
    "lineups": (
        "Line-ups",
        (
            "For a preset start: the letter of each seat's line-up, starting with seat 1. Leave "
            "empty to deal them at random."
        ),
    ),
    "tower": ("Tower", 'The tower is "simulated", or it stands on the "table" and the dealer enters what falls out.'),
    "oldest": ("Oldest player", "The seat that begins the draft."),
    "colours": ("Colours", "Each seat's colour, starting with seat 1. Leave empty for the order of the daimyo cards."),
    "overbid": (
        "Bids above the chests owned",
        'The bid is "refused", or it counts as the chests that the player owns ("capped").',
    ),
    "revolt_yield": (
        "Yield of an action that causes a revolt",
        'If the farmers win, the player\'s rice or chests are "kept" or "lost".',
    ),
}
CHOICES = {
    "side": {"sun": "sun", "moon": "moon"},
    "start": {"draft": "draft", "preset": "line-ups"},
    "tower": {"simulated": "simulated", "table": "on the table"},
    "colours": {colour: colour for colour in COLOURS},
    "overbid": {"refused": "refused", "capped": "counts as the chests owned"},
    "revolt_yield": {"kept": "kept", "lost": "lost"},
}
NAMES = {
    **{province.id: province.name for province in PROVINCES},
    **{action.id: action.name for action in ACTIONS},
    **{card: f"{chests} war chest{'' if chests == 1 else 's'}" for card, chests in WAR_CHESTS.items()},
    **{event.id: f"{event.id} ({EVENT_TEXTS[event.kind]})" for event in EVENTS},
    **SPECIALS,
    BID: "Bid",
}


def _neighbours(province: str) -> str:
    """Return which provinces are next to one, on the title's own board, and which of them three players leave out."""
    land, sea, reserved = (", ".join(map(name, group)) for group in neighbours(province))
    if province in EDITION.data.sun.reserved:
        return f"Not in the game with three players. {_next_to(land, sea)}"
    return f"{_next_to(land, sea)}{f' (not with three players: {reserved})' if reserved else ''}"


def _next_to(land: str, sea: str) -> str:
    return f"Next to {land}{f', by sea to {sea}' if sea else ''}" if land else f"By sea to {sea}"


def neighbours(province: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the neighbours of a province by land and by sea, and those that three players leave out (SH-2.3)."""
    side = EDITION.data.sun
    land, sea = (side.bordering(province, sea=sea) for sea in (False, True))
    return land, sea, tuple(neighbour for neighbour in (*land, *sea) if neighbour in side.reserved)


def name(card: str) -> str:
    """Return the name of a province, card or space."""
    return NAMES.get(card, card) or "nothing"


def planning(everybody: str, card: str, bid: str, complete: str) -> Sentence:
    """Return the question to a planning player, from templates of a seat and a space; all others get `everybody`."""

    def sentence(step: steps.PlanActions, say: Speaker) -> str:
        own = say.view.own if say.view is not None else None
        if own is None or not own.seat or say.view.players[own.seat - 1].sealed:
            return say.filled(everybody, step)
        template = card if own.next_space else complete
        values = {
            "seat": own.seat,
            "space": own.next_space,
            "cost": cost_of(own.next_space),
            "total": plan_cost(say.view),
            "owned": say.view.players[own.seat - 1].chests,
        }
        return say.filled(bid if own.next_space == BID else template, values)

    return sentence


def _plan(message: cmd.LayPlan | ev.PlanLaid, say: Speaker) -> str:
    laid = [f"{name(card)} on {name(space)}" for space, card in zip(SPACES, message.cards, strict=False) if card]
    return f"{say.seat(message.seat)} plans {say.list(laid)}."


def with_card(template: str) -> Sentence:
    """Return the sentence of an event that shows a province card, with the figures printed on it."""

    def sentence(event: ev.ProvinceOffered | ev.ProvinceDrawn, say: Speaker) -> str:
        card = PROVINCE[event.province]
        return say.filled(template, event, {"chests": card.chests, "rice": card.rice, "sites": card.sites})

    return sentence


def with_place(template: str) -> Sentence:
    """Return the question about a province just taken, with its figures and region if the board is seen."""

    def sentence(step: steps.PlaceGroup, say: Speaker) -> str:
        seen = view_pb2.Province() if say.view is None else land_of(step.province, say.view)
        figures = {"chests": seen.chests, "rice": seen.rice, "sites": seen.sites, "region": seen.region}
        return say.filled(template, step, figures)

    return sentence


def laid(move: cmd.LayCard, view: view_pb2.View | None) -> dict[str, Any]:
    """Return a card to lay, with the chests of its action, if the reader sees the space.

    A war chest card does nothing on an action (SH-6.5), and a province bids no chests (SH-8.2). An action that will
    lapse costs nothing (SH-9.5).
    """
    space = view.own.next_space if view is not None else ""
    chest, bid = move.card in WAR_CHESTS, space == BID
    lapses = None if view is None else lapse(move.card, space, view)
    return {
        "card": move.card,
        "cost": 0 if chest or lapses else cost_of(space),
        "full": lapses == clause.CLAUSE_10_2,
        "building": built_by(space) if lapses == clause.CLAUSE_10_3 else "",
        "idle": chest and bool(space) and not bid,
        "free": bid and not chest,
    }


def _lay(move: cmd.LayCard, say: Speaker) -> str:
    notes = (
        "[ (costs {cost:chest|chests})][full? (lapses: no site is free)][ (lapses: it already has a {building})]"
        "[idle? (no action there)][free? (bids no chests)]"
    )
    return say.filled(f"Lay {{card}}{notes}.", laid(move, say.view))


def _cubes(cubes: cmd.Cubes, say: Speaker) -> str:
    heaps = [
        f"{say.count(heap, 'army|armies')} of {say.seat(seat)}" for seat, heap in enumerate(cubes.armies, 1) if heap
    ]
    return say.list([*heaps, *([say.count(cubes.farmers, "farmer|farmers")] if cubes.farmers else [])])


LAPSES = {
    "chests": "it costs {cost:chest|chests}, and {seat} has fewer",
    "site": "no site is free",
    "building": "it already has a {building}",
    "tile": "no {building} tile is left",
    "tile_or_chests": "it needs a tile and {cost:chest|chests}, and one of them is missing",
    "armies": "{seat} has too few armies in their supply",
    "army": "{seat} has no armies in their supply",
    "force": "it needs 2 armies there",
    "target": "no neighbouring province can be entered",
    "force_or_target": "it needs 2 armies there and a neighbouring province that can be entered",
}
"""What an action may lack, by the names that `lapsed` returns."""


def place_of(special: str, view: view_pb2.View) -> int:
    """Return the place of a special card in the player order; 0 if it has none."""
    return next((number for number, place in enumerate(view.places, 1) if place.special == special), 0)


def usual_armies(view: view_pb2.View) -> int:
    """Return how many armies Deploy 5 deploys in this round without the special card (SH-10.8, SH-11.7)."""
    short = any(event.id == view.event and event.kind == "short_recruiting" for event in EVENTS)
    return SHORT_RECRUITS["deploy5"] if short else ACTION["deploy5"].armies


def _pick(move: cmd.PickSpecial, say: Speaker) -> str:
    place = 0 if say.view is None else place_of(move.special, say.view)
    return f"Take the special card {name(move.special)}{f', place {place} of the turn order' if place else ''}."


def deployed(move: cmd.DeploySix | cmd.DeployUsual, view: view_pb2.View | None) -> dict[str, int]:
    """Return how many armies a move deploys (0: the usual number, if unknown), and its cost."""
    usual = 0 if view is None else usual_armies(view)
    return {"armies": SIX_ARMIES if isinstance(move, cmd.DeploySix) else usual, "cost": cost_of("deploy5")}


def _deploy(move: cmd.DeploySix | cmd.DeployUsual, say: Speaker) -> str:
    template = "Deploy [{armies:army|armies}|the usual number of armies] for {cost:chest|chests}."
    return say.filled(template, deployed(move, say.view))


def faced(move: cmd.FaceRevolt, say: Speaker) -> Mapping[str, int]:
    """Return how many armies and farmers meet in a revolt that is offered; none otherwise."""
    if say.view is None or not isinstance(say.open_step, steps.FaceRevolts):
        return {"armies": 0, "farmers": 0}
    farmers = rebels_in(move.province, say.open_step.extra_farmers, say.view)
    return {"armies": land_of(move.province, say.view).armies, "farmers": farmers}


SCORING = Scoring(
    points="scores {points:point|points}",
    provinces="{provinces:province|provinces}",
    buildings="{buildings:building|buildings}",
    majorities="{points} for majorities ({won:id})",
    majority="{kind:id} in {region} {points}[tied?, tied[ with {rivals:seat}]]",
    kinds={"castle": "castles", "temple": "temples", "theatre": "theatres"},
)
AIM = (
    "Have the most points after two years. In spring, summer and autumn everyone secretly plans ten actions and a "
    "bid, with a province or war chest card for each, and carries them out in the order of the action cards. In "
    "winter you feed your provinces and score for provinces, buildings and, in each region, the most buildings of a "
    "kind."
)
DETAILS = {province: _neighbours(province) for province in PROVINCE}

ASIDES: frozenset[type[Plain]] = frozenset(
    {ev.OfferRefreshed, ev.EventDrawn, ev.MoveDeclined, ev.ReinforcementDeclined, ev.RevoltFaced}
)

LAPSED = "{seat} cannot carry out {action} in {province}"

WORDS = Phrasebook(
    {
        # Commands
        cmd.RefreshOffer: "Put both offered cards under the deck.",
        cmd.TakeProvince: "Take the card in slot {slot}.",
        cmd.DrawBlind: "Draw a card unseen.",
        cmd.PlaceGroup: "Place {armies:army|armies}.",
        cmd.LayCard: _lay,
        cmd.LeaveSpaceEmpty: "Leave the space empty.",
        cmd.TakeCardUp: "Take back the last card.",
        cmd.SealPlan: "Seal the plan.",
        cmd.LayPlan: _plan,
        cmd.ReopenPlan: "Reopen the plan.",
        cmd.PickSpecial: _pick,
        cmd.DeploySix: _deploy,
        cmd.DeployUsual: _deploy,
        cmd.MoveTo: "Move to {province}.",
        cmd.MoveArmies: "Move {armies:army|armies}.",
        cmd.StayPut: "Move no armies.",
        cmd.MarchTo: "March to {province}.",
        cmd.MarchArmies: "March with {armies:army|armies}[bonus? and use the attack bonus].",
        cmd.ReinforceDefence: "Use the defence bonus.",
        cmd.DeclineReinforcement: "Do not use the defence bonus.",
        cmd.FaceRevolt: offered(
            faced,
            "Resolve the revolt in {province}[armies?: {armies:army|armies} against {farmers:farmer|farmers}].",
        ),
        cmd.TurnUpProvince: "The card shows {province}.",
        cmd.DealLineups: "The line-ups are {lineups:by seat}.",
        cmd.DropCubes: "Out of the tower: {fallen}.",
        cmd.DropStrayCubes: "The tower releases {fallen} by itself.",
        cmd.TurnUpEvents: "The events of the year are {events}.",
        cmd.LayActionCards: "The first actions are {actions}.",
        cmd.LaySpecialCards: "The special cards are {specials}.",
        cmd.DrawEvent: "The event is {card}.",
        cmd.DrawDaimyo: "The drawn order is {seats}.",
        cmd.TurnUpAction: "The next action card is {action}.",
        cmd.DrawRevolts: "These provinces revolt: {provinces}.",
        cmd.Cubes: _cubes,
        # Events
        ev.ProvinceOffered: with_card(
            "{province} is offered in slot {slot} "
            "({chests:chest|chests}, {rice} rice, {sites:building site|building sites})."
        ),
        ev.OfferRefreshed: "{seat} puts both offered cards under the deck.",
        ev.ProvinceTaken: "{seat} takes {province}.",
        ev.BlindDrawChosen: "{seat} draws a card unseen.",
        ev.ProvinceDrawn: with_card(
            "{seat} draws {province} ({chests:chest|chests}, {rice} rice, {sites:building site|building sites})."
        ),
        ev.GroupPlaced: "{seat} places {armies:army|armies} in {province}.",
        ev.DraftEnded: "All army groups are placed; the cards left are neutral.",
        ev.LineupsDealt: "The line-ups are {lineups:by seat}.",
        ev.TowerFed: "{armies:army|armies} of each player and {farmers:farmer|farmers} are thrown into the tower.",
        ev.TrayCleared: "The cubes in the tray return to their supplies.",
        ev.EventsTurnedUp: "The events of the year are {events}.",
        ev.ActionCardsLaid: "The first actions are {actions}.",
        ev.SpecialCardsLaid: "The special cards are {specials}.",
        ev.CardLaid: "{seat} lays {card} on {space}.",
        ev.SpaceLeftEmpty: "{seat} leaves {space} empty.",
        ev.CardTakenUp: "{seat} takes back the card on {space}.",
        ev.PlanLaid: _plan,
        ev.PlanSealed: "{seat} seals the plan.",
        ev.PlanReopened: "{seat} reopens the plan.",
        ev.PlanningClosed: "All plans are sealed[; {empty}].",
        ev.EmptySpaces: "{seat} leaves {spaces} empty",
        ev.EventDrawn: "The event of the round is {card}.",
        ev.BidsShown: "{bids}.",
        ev.Bid: "{seat} bids {card}[ and pays {chests:chest|chests}]",
        ev.DaimyoDrawn: "The tied bidders pick in this order: {seats}.",
        ev.SpecialPicked: "{seat} takes the special card {special} and place {place} of the turn order.",
        ev.CardTurnedUp: "{seat} turns up {card} on {action}.",
        ev.EmptySpaceMet: "{seat} has no card on {action}.",
        ev.ActionLapsed: witnessed(
            lapsed,
            f"{LAPSED}: it is not possible.",
            **{name: f"{LAPSED}: {missing}." for name, missing in LAPSES.items()},
        ),
        ev.BuildingBuilt: "{seat} builds a {building} in {province} for {chests:chest|chests}.",
        ev.RevoltMarkerRemoved: "A revolt marker is removed from {province}.",
        ev.RevoltMarkerAdded: "A revolt marker is placed in {province}.",
        ev.RiceConfiscated: witnessed(
            with_bonus("rice_bonus"),
            "{seat} confiscates {rice} rice in {province}.",
            bonus="{seat} confiscates {rice} rice in {province}, 1 of it thanks to the special card {special}.",
        ),
        ev.TaxesCollected: witnessed(
            with_bonus("tax_bonus"),
            "{seat} collects {chests:chest|chests} in {province}.",
            bonus="{seat} collects {chests:chest|chests} in {province}, 1 of them thanks to the special card "
            "{special}.",
        ),
        ev.SixArmiesOffered: "{seat} may deploy 6 armies in {province}.",
        ev.ArmiesDeployed: "{seat} deploys {armies:army|armies} in {province} for {chests:chest|chests}.",
        ev.MoveOffered: "{seat} may move armies from {province}.",
        ev.MoveTargetChosen: "{seat} moves from {from_province} to {to_province}.",
        ev.MoveDeclined: "{seat} moves no armies.",
        ev.ArmiesMoved: "{seat} moves {armies:army|armies} from {from_province} to {to_province}.",
        ev.MarchOrdered: "{seat} must march from {province}.",
        ev.MarchTargetChosen: "{seat} marches from {from_province} to {to_province}.",
        ev.ActionFinished: "All players have carried out {action}.",
        ev.ActionCardTurnedUp: "The next action card is {action}.",
        ev.RoundEnded: "{season} ends.",
        ev.DaimyoTakenBack: "The daimyo cards go back to the players.",
        ev.ArmiesMarched: (
            "{seat} marches with {armies:army|armies} from {from_province} to attack {to_province}[bonus?, with 1 "
            "more from the supply]."
        ),
        ev.CastleManned: "{seat} gets 1 extra army for the castle in {province}.",
        ev.DefendersMustered: (
            "[{defender:seat} defends {province} with {armies:army|armies}"
            "|{province} is neutral and defended by {farmers:farmer|farmers}]."
        ),
        ev.ReinforcementOffered: "{seat} may reinforce {province}.",
        ev.DefenceReinforced: "{seat} adds 1 army with the defence bonus.",
        ev.ReinforcementDeclined: "{seat} does not use the defence bonus.",
        ev.CubesFell: "Thrown into the tower: {thrown}; fallen into the tray: {fallen}; left in the tower: {inside}.",
        ev.StrayCubesFell: "The tower releases {fallen} by itself.",
        ev.ProvinceConquered: settled(
            "{attacker:seat} conquers {province} (in the tray: {one} against {other}) "
            "and occupies it with {armies:army|armies}."
        ),
        ev.ProvinceDefended: settled(
            "{defender:seat} keeps {province} with {armies:army|armies} (in the tray: {one} against {other})."
        ),
        ev.ProvinceDevastated: settled(
            "Nobody wins the battle (in the tray: {one} against {other}); {province} becomes neutral and empty."
        ),
        ev.AttackRepelled: settled(
            "The farmers of {province} repel {attacker:seat} (in the tray: {one} against {other})."
        ),
        ev.ProvinceCardWon: witnessed(
            card_lost,
            "{seat} takes the card {province} from [{from_seat}|the neutral cards][, planned for {space}].",
            used="{seat} takes the card {province} from {from_seat}, already turned up on {space}.",
        ),
        ev.ProvinceCardGivenUp: witnessed(
            card_lost,
            "{seat} gives up the card {province}[, planned for {space}].",
            used="{seat} gives up the card {province}, already turned up on {space}.",
        ),
        ev.RevoltBegan: "The farmers of {province} revolt against {seat}.",
        ev.RevoltMustered: "{seat} fights {farmers:farmer|farmers} with {armies:army|armies} in {province}.",
        ev.RevoltPutDown: settled(
            "{seat} puts down the revolt in {province} (in the tray: {one} against {other}) "
            "and keeps {armies:army|armies} there."
        ),
        ev.RevoltSucceeded: settled(
            "{seat} loses {province} (in the tray: {one} against {other}); it becomes neutral and empty."
        ),
        ev.WinterCame: witnessed(
            with_stores("{rice} for {provinces:0 province|provinces} ({seat})"),
            "Winter comes with event card {card:id}[; rice lost: {rice_lost:by seat}][; {shortages}].",
            seen="Winter comes with event card {card:id}[; rice lost: {rice_lost:by seat}]; rice left: {stores:id}[; "
            "{shortages}].",
        ),
        ev.Shortage: "{seat} cannot supply {unsupplied:province|provinces}",
        ev.RevoltsDrawn: by_number(
            one="{seat} faces a revolt in {provinces}.", more="{seat} faces revolts in {provinces}."
        ),
        ev.RevoltChoiceOffered: "{seat} chooses which revolt to resolve first: {provinces}.",
        ev.RevoltFaced: "{seat} resolves the revolt in {province}.",
        ev.YearScored: SCORING.year,
        ev.SeatScore: SCORING.seat,
        ev.YearEnded: "The first year ends: all rice and revolt markers are removed.",
        ev.GameEnded: "The game ends. The shogun is {winners:seat}.",
        # Steps
        steps.TurnUpOffer: "Chance turns up a card for slot {slot}.",
        steps.ChooseProvince: "{seat} chooses an offered card or draws one unseen.",
        steps.TurnUpBlindDraw: "Chance shows the card that {seat} draws.",
        steps.PlaceGroup: with_place(
            "{seat} chooses an army group for {province}"
            "[ ({chests:chest|chests}, {rice} rice, {sites:building site|building sites}, region {region})]."
        ),
        steps.EndDraft: "The draft ends.",
        steps.DealLineups: "Chance deals the line-ups.",
        steps.FeedTower: "The first cubes are thrown into the tower.",
        steps.ClearTray: "The cubes in the tray return to their supplies.",
        steps.TurnUpEvents: "Chance turns up the events of the year.",
        steps.LayActionCards: "Chance lays out the action cards.",
        steps.LaySpecialCards: "Chance lays out the special cards.",
        steps.PlanActions: planning(
            "All players plan their actions and bids.",
            card="All players plan their actions and bids; {seat} lays the next card on {space}[ (costs "
            "{cost:chest|chests})][total?; the plan costs {total:chest|chests} so far, and {seat} owns {owned}].",
            bid="All players plan their actions and bids; {seat} bids next, with a province or with chests they own "
            "(SH-6.6)[total?; the plan costs {total:chest|chests} so far, and {seat} owns {owned}].",
            complete="All players plan their actions and bids; {seat} has a complete plan and can seal it[total?; it "
            "costs {total:chest|chests}, bid included, and {seat} owns {owned}].",
        ),
        steps.ChangePlan: "A player who has sealed their plan may reopen it.",
        steps.DrawEvent: "Chance draws the event of the round.",
        steps.ShowBids: "The bids are revealed.",
        steps.DrawDaimyo: "Chance draws the order of {tied:seat}, who bid the same.",
        steps.PickSpecial: "{seat} chooses a special card.",
        steps.CarryOutAction: "{seat} carries out {action}.",
        steps.DeploySix: "{seat} chooses whether to deploy 6 armies or the usual number in {province}.",
        steps.MoveAfterDeploying: "{seat} chooses whether to move armies from {province}.",
        steps.MoveArmies: "{seat} chooses how many armies to move from {origin} to {target}.",
        steps.March: "{seat} chooses where to march from {province}.",
        steps.MarchArmies: "{seat} chooses how many armies march from {origin} to {target}.",
        steps.MusterDefenders: "{province} is attacked by {attacker:seat}.",
        steps.ReinforceDefence: "{seat} chooses whether to use the defence bonus in {province}.",
        steps.MusterRevolt: "The farmers of {province} revolt against {seat}.",
        steps.ThrowCubes: "Chance shows which cubes the tower releases.",
        steps.SettleBattle: "The battle of {province} is decided.",
        steps.SettleRevolt: "The revolt in {province} is decided.",
        steps.FinishAction: "All players have carried out {action}.",
        steps.TurnUpAction: "Chance turns up the next action card.",
        steps.EndRound: "The round ends.",
        steps.DropStrayCubes: "Chance shows which cubes the tower releases by itself.",
        steps.LoseRice: "Winter comes.",
        steps.DrawRevolts: "Chance draws the provinces that revolt against {seat}.",
        steps.RaiseRevolts: "The revolts against {seat} come next: {provinces}.",
        steps.FaceRevolts: "{seat} chooses the next revolt to resolve, of those in {provinces}.",
        steps.ScoreYear: "The year is scored.",
        steps.EndYear: "The year ends.",
    },
    names=NAMES,
    aim=AIM,
    legend=LEGEND,
    details=DETAILS,
    texts={**{event.id: capital(EVENT_TEXTS[event.kind]) for event in EVENTS}, **SPECIAL_TEXTS},
    words={"building": {building: building for building in TILES}},
    options=OPTIONS,
    choices=CHOICES,
    facts={"owner": "owner: [{owner:seat}|nobody]", "taken_by": "taken by: {taken_by:seat}"},
)
