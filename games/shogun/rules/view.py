"""What may be known of a table: everything but the cards that others have laid face down (SH-1.7, SH-6.9, SH-9.2)."""

from __future__ import annotations

from games.shogun.rules.cubes import Cubes
from games.shogun.rules.data import BUILDINGS, DAIMYO, PROVINCE, SEASON_WORDS, SPACES, TILES, Border
from games.shogun.rules.steps import is_planning
from games.shogun.rules.table import Daimyo, ShogunTable
from gunbai.shogun.v1 import commands_pb2, view_pb2


def view(table: ShogunTable, seat: int | None) -> view_pb2.View:
    """Return the view of a seat, or of a spectator."""
    return view_pb2.View(
        side=table.side,
        year=table.year,
        season=SEASON_WORDS.value(table.season),
        provinces=_provinces(table),
        players=[_player(table, number, daimyo) for number, daimyo in enumerate(table.daimyo, 1)],
        places=_places(table),
        actions=table.row,
        actions_done=table.position,
        event=table.event,
        open_events=table.events,
        spent_events=table.spent,
        offer=table.offer,
        deck=len(table.deck) + len(table.under),
        deck_bottom=table.under,
        tower=_cubes(table.tower),
        tray=_cubes(table.tray),
        engaged=_cubes(table.engaged),
        farmers=table.farmers,
        tiles=[view_pb2.Tiles(building=BUILDINGS.value(kind), left=table.tiles_left(kind)) for kind in TILES],
        winners=table.winners,
        own=None if seat is None else _own(table, seat),
    )


def _provinces(table: ShogunTable) -> list[view_pb2.Province]:
    by_land: dict[str, list[str]] = {name: [] for name in table.ground.provinces(table.players)}
    by_sea: dict[str, list[str]] = {name: [] for name in by_land}
    for border in table.ground.borders:
        if border.a in by_land and border.b in by_land:
            _join(by_sea if border.sea else by_land, border)
    return [_province(table, name, by_land[name], by_sea[name]) for name in by_land]


def _join(ways: dict[str, list[str]], border: Border) -> None:
    ways[border.a].append(border.b)
    ways[border.b].append(border.a)


def _province(table: ShogunTable, name: str, neighbours: list[str], sea_routes: list[str]) -> view_pb2.Province:
    card, land = PROVINCE[name], table.land(name)
    return view_pb2.Province(
        province=name,
        name=card.name,
        region=table.ground.region[name],
        owner=table.owner(name),
        armies=table.armies_in(name),
        buildings=[BUILDINGS.value(kind) for kind in land.buildings] if land else (),
        revolts=land.revolts if land else 0,
        sites=card.sites,
        chests=card.chests,
        rice=card.rice,
        neighbours=neighbours,
        sea_routes=sea_routes,
    )


def _player(table: ShogunTable, number: int, seat: Daimyo) -> view_pb2.Player:
    return view_pb2.Player(
        seat=number,
        colour=seat.colour,
        daimyo=next(daimyo.name for daimyo in DAIMYO if daimyo.colour == seat.colour),
        supply=seat.supply,
        chests=seat.chests,
        rice=seat.rice,
        points=seat.points,
        groups=seat.groups,
        provinces=table.provinces_of(number),
        sealed=seat.sealed,
        # Which spaces are empty is seen once everybody has sealed a plan (SH-6.9).
        face_down=() if is_planning(table) else [space for space, card in zip(SPACES, seat.plan, strict=False) if card],
        shown=_laid(seat.shown),
    )


def _laid(cards: tuple[str, ...]) -> list[view_pb2.LaidCard]:
    return [view_pb2.LaidCard(space=space, card=card) for space, card in zip(SPACES, cards, strict=False) if card]


def _cubes(cubes: Cubes) -> commands_pb2.Cubes:
    return commands_pb2.Cubes(armies=cubes[:-1], farmers=cubes[-1])


def _places(table: ShogunTable) -> list[view_pb2.Place]:
    specials = table.specials or ("",) * len(table.places)
    return [view_pb2.Place(special=special, seat=seat) for special, seat in zip(specials, table.places, strict=True)]


def _own(table: ShogunTable, seat: int) -> view_pb2.Own:
    plan = table.at(seat).plan
    following = SPACES[len(plan)] if is_planning(table) and len(plan) < len(SPACES) else ""
    return view_pb2.Own(seat=seat, plan=_laid(plan), next_space=following, hand=table.hand(seat))
