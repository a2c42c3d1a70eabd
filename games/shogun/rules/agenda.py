"""What can be on the agenda of Shogun: an action, a battle, a revolt, or what is left of a winter."""

from __future__ import annotations

from games.kit.rules.agenda import Fact, Grammar, Kind
from games.shogun.rules.actions import may_deploy_six, may_enter
from games.shogun.rules.battle import is_quiet, may_reinforce
from games.shogun.rules.data import ACTION, SPACE, SUPPLY_TABLE
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
    PlaceGroup,
    RaiseRevolts,
    ReinforceDefence,
    ScoreYear,
    SettleBattle,
    SettleRevolt,
    ThrowCubes,
    TurnUpBlindDraw,
    TurnUpOffer,
    drafting,
)
from games.shogun.rules.table import ShogunTable

EXTRA_FARMERS = {row.extra_farmers for row in SUPPLY_TABLE}
REVOLTS: tuple[Kind, ...] = (DrawRevolts, ScoreYear)
"""What comes after the revolts of one player in winter."""


def is_drafting(table: ShogunTable, step: PlaceGroup | TurnUpBlindDraw) -> bool:
    """Return whether it is the seat's turn in the draft."""
    return any(daimyo.groups for daimyo in table.daimyo) and step.seat == drafting(table)


def is_fed(table: ShogunTable, step: ClearTray) -> bool:
    """Return whether the draft is over and the first year has not begun (SH-2.5)."""
    return not table.year and not table.offer and bool(table.lands)


def is_acting(table: ShogunTable, seat: int, province: str, *actions: str) -> bool:
    """Return whether a seat is carrying out one of these actions in its province."""
    if not table.acted or table.position >= len(table.row):
        return False
    action = table.row[table.position]
    return (
        action in actions
        and table.order[table.acted - 1] == seat
        and table.at(seat).shown[SPACE[action]] == province
        and table.owner(province) == seat
    )


def can_deploy_six(table: ShogunTable, step: DeploySix) -> bool:
    """Return whether the seat can deploy six armies in its province."""
    acting = is_acting(table, step.seat, step.province, "deploy5")
    return acting and may_deploy_six(table, step.seat, ACTION["deploy5"])


def can_move(table: ShogunTable, step: MoveArmies) -> bool:
    """Return whether armies are left to move on between these provinces of the seat."""
    acting = is_acting(table, step.seat, step.origin, "deploy1") and table.armies_in(step.origin) > 1
    return acting and step.target in table.neighbours(step.origin) and table.owner(step.target) == step.seat


def can_march(table: ShogunTable, step: March) -> bool:
    """Return whether armies can march from the province to a neighbour."""
    acting = is_acting(table, step.seat, step.province, "march_a", "march_b") and table.armies_in(step.province) > 1
    return acting and any(may_enter(table, step.seat, province) for province in table.neighbours(step.province))


def can_march_there(table: ShogunTable, step: MarchArmies) -> bool:
    """Return whether armies can march between these provinces."""
    acting = is_acting(table, step.seat, step.origin, "march_a", "march_b") and table.armies_in(step.origin) > 1
    return acting and step.target in table.neighbours(step.origin) and may_enter(table, step.seat, step.target)


def is_fought(table: ShogunTable, step: SettleBattle) -> bool:
    """Return whether the acting seat's armies, and all those of the province, are before the tower."""
    origins = [name for name in table.neighbours(step.province) if table.owner(name) == step.attacker]
    if not any(is_acting(table, step.attacker, name, "march_a", "march_b") for name in origins):
        return False
    owner = table.owner(step.province)
    return owner != step.attacker and table.engaged[step.attacker - 1] > 0 and are_engaged(table, owner, step.province)


def is_revolting(table: ShogunTable, step: SettleRevolt) -> bool:
    """Return whether all armies of a revolting province are before the tower."""
    if table.owner(step.province) != step.seat or not are_engaged(table, step.seat, step.province):
        return False
    if table.season == "winter":
        return not step.taxed and isinstance(table.agenda[0], EndYear)
    return step.taxed and is_acting(table, step.seat, step.province, "rice", "tax")


def are_engaged(table: ShogunTable, owner: int, province: str) -> bool:
    """Return whether the owner of a province, if it has one, has all its armies before the tower."""
    return not owner or (not table.armies_in(province) and table.engaged[owner - 1] > 0)


def draws_once(table: ShogunTable, step: DrawRevolts | RaiseRevolts | FaceRevolts) -> bool:
    """Return whether the seat has only one of these steps ahead of it."""
    winter = (other for other in table.agenda if isinstance(other, DrawRevolts | RaiseRevolts | FaceRevolts))
    return [other.seat for other in winter].count(step.seat) == 1


def can_draw(table: ShogunTable, step: DrawRevolts) -> bool:
    """Return whether the seat owns as many provinces as it draws revolts."""
    return step.revolts <= len(table.provinces_of(step.seat))


def can_revolt(table: ShogunTable, step: RaiseRevolts | FaceRevolts) -> bool:
    """Return whether the seat owns these provinces; it only chooses between several."""
    drawn = set(step.provinces)
    held = all(table.owner(name) == step.seat and table.armies_in(name) > 0 for name in drawn)
    fewest = 2 if isinstance(step, FaceRevolts) else 1
    return held and fewest <= len(drawn) == len(step.provinces)


AGENDA: Grammar[ShogunTable] = Grammar(
    under={
        TurnUpOffer: (PlaceGroup,),
        TurnUpBlindDraw: (None,),
        PlaceGroup: (None,),
        ClearTray: (None,),
        DeploySix: (None,),
        MoveAfterDeploying: (None,),
        MoveArmies: (None,),
        March: (None,),
        MarchArmies: (None,),
        ReinforceDefence: (ThrowCubes,),
        ThrowCubes: (ClearTray, SettleBattle, SettleRevolt),
        SettleBattle: (None,),
        SettleRevolt: (None, RaiseRevolts, *REVOLTS),
        DrawRevolts: REVOLTS,
        RaiseRevolts: REVOLTS,
        FaceRevolts: REVOLTS,
        ScoreYear: (EndYear,),
        EndYear: (None,),
    },
    fields={
        "seat": lambda table: table.seats,
        "attacker": lambda table: table.seats,
        "slot": lambda table: (1, 2),
        "province": lambda table: table.ground.provinces(table.players),
        "provinces": lambda table: table.ground.provinces(table.players),
        "origin": lambda table: table.ground.provinces(table.players),
        "target": lambda table: table.ground.provinces(table.players),
        "taxed": lambda table: (False, True),
        "revolts": lambda table: range(1, len(table.lands) + 1),
        "extra_farmers": lambda table: EXTRA_FARMERS,
    },
    facts=(
        Fact((TurnUpOffer,), "the slot is empty", lambda table, step: table.offer[step.slot - 1 : step.slot] == ("",)),
        Fact((TurnUpBlindDraw, PlaceGroup), "it is the seat's turn in the draft", is_drafting),
        Fact((TurnUpBlindDraw,), "two cards are offered", lambda table, step: "" not in table.offer),
        Fact((ClearTray,), "the tower is fed: after the draft, before the first year", is_fed),
        Fact((DeploySix,), "the seat can deploy six armies in the province now", can_deploy_six),
        Fact(
            (MoveAfterDeploying,),
            "the seat carries out the action in the province now",
            lambda table, step: is_acting(table, step.seat, step.province, "deploy1"),
        ),
        Fact((MoveArmies,), "armies of the seat can move there", can_move),
        Fact((March,), "armies of the seat can march from the province now", can_march),
        Fact((MarchArmies,), "armies of the seat can march there", can_march_there),
        Fact(
            (ReinforceDefence,),
            "the seat can reinforce the province with its defence bonus",
            lambda table, step: step.seat == table.owner(step.province) and may_reinforce(table, step.province),
        ),
        Fact((ThrowCubes,), "cubes wait before the tower", lambda table, step: not is_quiet(table)),
        Fact((SettleBattle,), "the armies of both sides are before the tower", is_fought),
        Fact((SettleRevolt,), "the armies of the province are before the tower", is_revolting),
        Fact((DrawRevolts, RaiseRevolts, FaceRevolts), "each player draws revolts once in a winter", draws_once),
        Fact((DrawRevolts,), "the seat owns so many provinces", can_draw),
        Fact((RaiseRevolts, FaceRevolts), "the seat owns the provinces, each named once", can_revolt),
        Fact((EndYear,), "it is winter", lambda table, step: table.season == "winter"),
    ),
    over=lambda table: table.winners,
)
