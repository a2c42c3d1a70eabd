"""What the rules settle about a choice before it is made, as far as its player sees: lapses, costs, rebels."""

from __future__ import annotations

from games.shogun.rules.actions import site_hindrance
from games.shogun.rules.battle import rising
from games.shogun.rules.bids import payable
from games.shogun.rules.data import ACTION, BID, BUILDINGS, WAR_CHESTS
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import view_pb2


def land_of(province: str, view: view_pb2.View) -> view_pb2.Province:
    """Return a province as the board shows it."""
    return next(land for land in view.provinces if land.province == province)


def cost_of(action: str) -> int:
    """Return the chests that an action costs; 0 for the bid."""
    return ACTION[action].cost if action in ACTION else 0


def built_by(action: str) -> str:
    """Return the kind of building that an action builds; "" for none."""
    return ACTION[action].builds if action in ACTION else ""


def lapse(card: str, space: str, view: view_pb2.View) -> clause.Clause.ValueType | None:
    """Return the clause that makes a card on a space certain to lapse; None if it may be carried out.

    Buildings leave a province only together with its card, so what stands on its sites is settled (SH-14.7, SH-9.6).
    """
    if card in WAR_CHESTS or not built_by(space):
        return None
    land = land_of(card, view)
    return site_hindrance(built_by(space), [BUILDINGS.word(building) for building in land.buildings], land.sites)


def plan_cost(view: view_pb2.View) -> int:
    """Return the chests that the viewing seat's plan costs as far as it is laid, with the bid."""
    chests = view.players[view.own.seat - 1].chests
    return sum(_cost(laid.card, laid.space, chests, view) for laid in view.own.plan)


def _cost(card: str, space: str, chests: int, view: view_pb2.View) -> int:
    if space == BID:
        return payable(card, chests)
    return 0 if card in WAR_CHESTS or lapse(card, space, view) else cost_of(space)


def rebels_in(province: str, extra: int, view: view_pb2.View) -> int:
    """Return how many farmers come from the stock if a province revolts next (SH-15.2)."""
    return rising(land_of(province, view).revolts, extra, view.farmers)
