"""A view of Shogun as SVG: the map, the tower and the cards of the round, the players' boards; a text board in <desc>.

Neighbours by land touch on the map and no others do, whatever borders an edition has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from games.kit.board.svg import Box, Portrait
from games.shogun.board.land import PLACES, Outline, outlines
from games.shogun.board.portraits import crest
from games.shogun.rules.data import ACTION, BUILDINGS, EVENT, SEASON_WORDS, SPACES
from games.shogun.words.en import EVENT_TEXTS
from games.shogun.words.entries import most_of, points_of
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events as ev
from gunbai.shogun.v1 import view_pb2

MAP, SCALE = Box(0, 103, svg.WIDTH, 630), 0.93
ORDER = MAP.y + 114
"""Where the first place of the player order is."""
TOWER = Box(752, MAP.y + 510, 236, 112)
ACTIONS = Box(442, MAP.y + MAP.height + 4, 544, 64)
LEGEND = Box(svg.MARGIN, ACTIONS.y + 18, 410, 28)
PANELS = ACTIONS.y + ACTIONS.height + 8
"""Where the players' boards begin."""
NAMES_LEGIBLE = 1.08
"""The scale at which the names of the provinces can be read."""
COAST = 62
"""How much sea a page shows around the land."""
TINY = 10
"""The type size for two lines in the space of one."""
NAME = 70
"""The width within which the name of a province stays."""
BOARD, SPACE = 138, 86
SEA, SHALLOWS, LAND = "#c3d9e1", "#d8e7ea", "#f4ead2"
REGION = {"green": "#a9c99a", "red": "#e0a596", "purple": "#c3aed3", "yellow": "#e6d28a", "brown": "#cbb094"}
FARMER, REVOLT = svg.PAINT["green"], "#b3261e"
BUILDING_SHAPES = {
    "castle": "M-6,5 V-1 H-4 V-5 H-1 V-2 H1 V-5 H4 V-1 H6 V5 Z",
    "temple": "M-7,-1 Q0,-3 0,-7 Q0,-3 7,-1 H4 V5 H-4 V-1 Z",
    "theatre": "M-6,-5 H6 V1 Q6,6 0,6 Q-6,6 -6,1 Z",
}
BUILDING_PAINT = {"castle": "#5b6470", "temple": "#a8482c", "theatre": "#2f6f73"}
CHEST = "M-6,5 V-2 Q-6,-6 0,-6 Q6,-6 6,-2 V5 Z M-6,-1 H6 V0.6 H-6 Z"
RICE = "M0,7 V-2 M0,-1 Q-6,-2 -4,-7 Q0,-6 0,-1 Q0,-6 4,-7 Q6,-2 0,-1 M0,5 Q-5,4 -4,0 Q0,1 0,5 Q0,1 4,0 Q5,4 0,5"
ARMY = "M-6,-3 L0,-7 L6,-3 V4 L0,8 L-6,4 Z"
LAND_SIGN = "M-8,6 L-2,-6 L2,0 L4,-3 L8,6 Z"
CHEST_PAINT, RICE_PAINT = "#7a4d12", "#3f6b1d"
LETTERS = {"castle": "C", "temple": "T", "theatre": "H"}
SEASONS = {
    "spring": "Spring of year {year}",
    "summer": "Summer of year {year}",
    "autumn": "Autumn of year {year}",
    "winter": "Winter of year {year}",
}
RECALLED = frozenset({ev.YearScored})
"""The scorings of the years, of which the table has only the sums."""
MAP_FIELDS = ("province", "provinces", "from_province", "to_province")
"""The fields in which events name provinces."""


def picture(view: view_pb2.View, caption: Caption) -> str:
    """Return the view as an SVG document."""
    return svg.frame(caption, page(view, caption))


def page(view: view_pb2.View, caption: Caption) -> svg.Page:
    """Return the words and the drawing of the view."""
    pitch = _pitch(view, caption)
    return svg.Page(
        status=status(view, caption),
        board=list(_board(view, caption)),
        marked=list(_marked(view, caption)),
        parts=_parts(view, caption, pitch),
        height=PANELS + pitch * len(view.players) + 6,
    )


def status(view: view_pb2.View, caption: Caption) -> str:
    """Return in a few words how the game stands."""
    if view.winners:
        return caption.say("Won by {players:id}", players=", ".join(map(caption.name, view.winners)))
    if not view.year:
        return caption.say("Set-up")
    return caption.say(SEASONS[SEASON_WORDS.word(view.season)], year=view.year)


# --- The text board ---


def _board(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield caption.say("[sun?sun side|moon side]", sun=view.side == "sun")
    yield from _card_lines(view, caption)
    yield from _text_row(view, caption)
    yield from _text_tower(view, caption)
    for player in view.players:
        yield from _text_player(view, caption, player)
    yield from _text_buildings(view, caption)
    yield caption.say("Provinces: armies, C castle, T temple, H theatre, ! revolt marker")
    neutral = [province.name for province in view.provinces if not province.owner]
    yield caption.say("Neutral: [{provinces:id}|none]", provinces=", ".join(neutral))


def _card_lines(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    if view.event:
        yield caption.say("Event: {event:id}", event=_event(view.event, caption))
    for event in view.open_events:
        loss = EVENT[event].rice_loss
        yield caption.say(
            "Open: {event:id}, winter [-{rice} rice|loses no rice]", event=_event(event, caption), rice=loss
        )
    if view.offer:
        first, *second = map(caption.word, view.offer)
        yield caption.say(
            "Offer: {first:id}[ or {second:id}]; {deck:0 card|cards} in the deck",
            first=first,
            second="".join(second),
            deck=view.deck,
        )


def _event(event: str, caption: Caption) -> str:
    return f"{event}, {caption.say(EVENT_TEXTS[EVENT[event].kind])}"


def _text_row(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    if view.actions:
        names = [caption.word(action) for action in view.actions]
        marks = [f"({action})" if number < view.actions_done else action for number, action in enumerate(names)]
        unknown = ["?"] * (len(ACTION) - len(view.actions))
        yield caption.say(
            "Actions (those in parentheses are done): {actions:id}", actions=", ".join([*marks, *unknown])
        )
    if any(place.special or place.seat for place in view.places):
        places = (f"{number}. {_text_place(place, caption)}" for number, place in enumerate(view.places, 1))
        yield caption.say("Turn order and special cards: {places:id}", places="; ".join(places))


def _text_place(place: view_pb2.Place, caption: Caption) -> str:
    parts = (caption.name(place.seat) if place.seat else "", caption.word(place.special) if place.special else "")
    return ", ".join(filter(None, parts)) or "-"


def _text_tower(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    heaps = (("tower", view.tower), ("tray", view.tray), ("thrown", view.engaged))
    cubes = [
        caption.say("{heap:id}: [{cubes:id}|empty]", heap=caption.say(label), cubes=_cubes(heap, caption))
        for label, heap in heaps
    ]
    yield caption.say(
        "Cubes in {cubes:id}; stock: {farmers:0 farmer|farmers}", cubes="; ".join(cubes), farmers=view.farmers
    )


def _cubes(heap: cmd.Cubes, caption: Caption) -> str:
    """Return how many armies of each player, and how many farmers, are in a heap."""
    armies = [f"{caption.name(seat)} ({count})" for seat, count in enumerate(heap.armies, 1) if count]
    farmers = [caption.say("{farmers:0 farmer|farmers}", farmers=heap.farmers)] if heap.farmers else []
    return ", ".join([*armies, *farmers])


def _text_buildings(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the majorities of each region: each player's number of buildings, the most first."""
    for region in dict.fromkeys(province.region for province in view.provinces):
        held = [
            (BUILDINGS.word(building), province.owner)
            for province in view.provinces
            for building in province.buildings
            if province.region == region
        ]
        if held:
            owners = {kind: _owners(held, kind, caption) for kind in LETTERS}
            owners_in_words = "; ".join(
                f"{caption.word(kind, 'building')} {owned}" for kind, owned in owners.items() if owned
            )
            yield caption.say("Buildings in {region}: {buildings:id}", region=region, buildings=owners_in_words)


def _owners(held: Sequence[tuple[str, int]], kind: str, caption: Caption) -> str:
    counts = Counter(owner for building, owner in held if building == kind)
    return ", ".join(f"{caption.name(owner)} ({count})" for owner, count in counts.most_common())


def _text_player(view: view_pb2.View, caption: Caption, player: view_pb2.Player) -> Iterator[str]:
    who = f"{caption.seat(player.seat)}, {player.daimyo} ({caption.word(player.colour, 'colour')})"
    yield f"{who}: {_holdings(view, caption, player)}"
    own = [province for province in view.provinces if province.owner == player.seat]
    if own:
        yield f"  {', '.join(map(_text_province, own))}"
    if player.shown:
        yield caption.say("  shown: {cards:id}", cards=_text_cards(player.shown, caption))
    if player.face_down:
        yield caption.say("  face down: {spaces:id}", spaces=", ".join(map(caption.word, player.face_down)))
    if view.own.seat == player.seat and view.own.plan:
        yield caption.say("  own plan: {cards:id}", cards=_text_cards(view.own.plan, caption))
    if _plans(view, caption, player):
        yield caption.say("  the next card is laid on {space}", space=SPACES[len(view.own.plan)])
    for year, majorities in _scored(view, caption, player):
        yield f"  {year}"
        yield f"  {majorities}"


def _plans(view: view_pb2.View, caption: Caption, player: view_pb2.Player) -> bool:
    """Return whether the reading seat is being asked for a space's card (SH-6.1)."""
    own = view.own.seat == player.seat and player.seat in caption.asked_seats
    return own and bool(view.actions) and not (view.event or player.sealed) and len(view.own.plan) < len(SPACES)


def _holdings(view: view_pb2.View, caption: Caption, player: view_pb2.Player) -> str:
    return caption.say(
        "{points:0 point|points}, {chests:0 chest|chests}, {rice} rice, {supply} armies in supply, "
        "{provinces:0 province|provinces}[, groups {groups:id}][sealed?, plan sealed]",
        points=player.points,
        chests=player.chests,
        rice=player.rice,
        supply=player.supply,
        provinces=len(player.provinces),
        groups=" ".join(map(str, player.groups)),
        sealed=player.sealed and not view.event,
    )


def _text_province(province: view_pb2.Province) -> str:
    buildings = "".join(LETTERS[BUILDINGS.word(building)] for building in province.buildings)
    return f"{province.name} {province.armies}{f' {buildings}' if buildings else ''}{'!' * province.revolts}"


def _text_cards(cards: Iterable[view_pb2.LaidCard], caption: Caption) -> str:
    return ", ".join(f"{caption.word(laid.space)}: {caption.word(laid.card)}" for laid in cards)


def _scored(view: view_pb2.View, caption: Caption, player: view_pb2.Player) -> Iterator[tuple[str, str]]:
    """Yield what each year scored for a player, part by part (SH-17.5), and for which majorities (SH-17.2)."""
    scorings = [event for event in caption.recalled if isinstance(event, ev.YearScored)]
    newest = view.year if view.winners else view.year - 1
    for year, scoring in enumerate(scorings, newest + 1 - len(scorings)):
        for score in (score for score in scoring.scores if score.seat == player.seat):
            points = caption.say(
                "Year {year}: {provinces} for provinces + {buildings} for buildings + {majorities} for majorities "
                "= {points:0 point|points}",
                year=year,
                provinces=score.provinces,
                buildings=score.buildings,
                majorities=most_of(score),
                points=points_of(score),
            )
            yield points, _majorities(score, caption)


def _majorities(score: ev.SeatScore, caption: Caption) -> str:
    """Return a seat's majorities, region by region, including ties that bring no point (SH-17.3)."""
    regions = [
        caption.say(
            "{region} ({won:id})", region=region, won=", ".join(_majority(majority, caption) for majority in won)
        )
        for region, won in groupby(score.majorities, lambda majority: majority.region)
    ]
    return caption.say("majorities: [{majorities:id}|none]", majorities=", ".join(regions))


def _majority(majority: ev.Majority, caption: Caption) -> str:
    return caption.say(
        "{building} {points}[tied? tied]",
        building=BUILDINGS.word(majority.building),
        points=majority.points,
        tied=majority.tied,
    )


# --- The last move ---


def _marked(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield from (province.name for province in _marked_provinces(view, caption))
    for seat, space in _marked_spaces(caption):
        yield caption.say("{space} of {player:id}", space=space, player=caption.name(seat))
    for number in _marked_actions(view, caption):
        yield caption.say("action {action}", action=view.actions[number])
    yield from (caption.say("place {place}", place=place) for place in _marked_places(caption))
    if _is_thrown(caption):
        yield caption.say("cube tower")


def _marked_provinces(view: view_pb2.View, caption: Caption) -> list[view_pb2.Province]:
    touched = svg.touched(caption.events, *MAP_FIELDS)
    return [province for province in view.provinces if province.province in touched]


def _marked_spaces(caption: Caption) -> list[tuple[int, str]]:
    """Return the spaces where a card was laid, taken up or turned up."""
    turned = [(event.seat, event.action) for event in caption.events if isinstance(event, ev.CardTurnedUp)]
    kinds = ev.CardLaid | ev.SpaceLeftEmpty | ev.CardTakenUp
    return [*turned, *((event.seat, event.space) for event in caption.events if isinstance(event, kinds))]


def _marked_actions(view: view_pb2.View, caption: Caption) -> list[int]:
    turned = svg.touched([event for event in caption.events if isinstance(event, ev.ActionCardTurnedUp)], "action")
    return [number for number, action in enumerate(view.actions) if action in turned]


def _marked_places(caption: Caption) -> tuple[int, ...]:
    return svg.touched([event for event in caption.events if isinstance(event, ev.SpecialPicked)], "place")


def _is_thrown(caption: Caption) -> bool:
    return any(isinstance(event, ev.CubesFell | ev.StrayCubesFell) for event in caption.events)


# --- The map ---


def _parts(view: view_pb2.View, caption: Caption, pitch: float) -> Iterator[str]:
    shown = _land_box(view)
    yield svg.part(
        shown,
        svg.rect(shown, fill=SEA, corner=10),
        svg.grounded(svg.group(*_map(view, caption), at=(2, MAP.y + 6), scale=SCALE)),
        least=0.3,
        most=1.4,
        legible=NAMES_LEGIBLE,
    )
    yield svg.fold(
        _folded(view, caption),
        *_card_texts(view, caption),
        svg.band(*_order(view, caption)),
        svg.band(*_tower(view, caption)),
        svg.band(*_actions(view, caption)),
        svg.band(*_legend(LEGEND.x, LEGEND.y + 14, caption)),
    )
    yield from (_panel(view, caption, player, pitch) for player in view.players)


def _land_box(view: view_pb2.View) -> Box:
    """Return the part of the map with land, with a coast around it."""
    across, down = zip(*(PLACES[province.province] for province in view.provinces), strict=True)
    left, top = min(across) - COAST, min(down) - COAST
    width, height = max(across) + COAST - left, max(down) + COAST - top
    return Box(2 + SCALE * left, MAP.y + 6 + SCALE * top, SCALE * width, SCALE * height)


def _map(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    paints = {player.seat: svg.PAINT[player.colour] for player in view.players}
    land = outlines(tuple((province.province, *province.neighbours) for province in view.provinces))
    yield from _ground(land, SHALLOWS, 34)
    yield svg.element("g", *_routes(view), stroke=svg.FAINT, stroke_width=2, stroke_dasharray="5 5")
    yield from _ground(land, LAND, 12)
    for province in view.provinces:
        yield _province(province, land[province.province], paints.get(province.owner, ""), caption)
    for province in _marked_provinces(view, caption):
        yield svg.group(svg.ring_along(land[province.province].inner), at=PLACES[province.province])


def _ground(land: Mapping[str, Outline], paint: str, reach: float) -> Iterator[str]:
    """Yield what lies under the provinces and reaches a little further."""
    under = (svg.group(svg.polygon(outline.border, fill=paint), at=PLACES[name]) for name, outline in land.items())
    yield svg.element("g", *under, stroke=paint, stroke_width=reach, stroke_linejoin="round")


def _routes(view: view_pb2.View) -> Iterator[str]:
    """Yield the sea routes, each once."""
    for province in view.provinces:
        x1, y1 = PLACES[province.province]
        for other in province.sea_routes:
            if province.province < other:
                x2, y2 = PLACES[other]
                yield svg.element("line", x1=x1, y1=y1, x2=x2, y2=y2)


def _province(province: view_pb2.Province, outline: Outline, paint: str, caption: Caption) -> str:
    """Return a province: its name, armies and sites, chests and rice, and its revolts."""
    owned = svg.polygon(outline.inner, fill="none", edge=paint, thick=4, stroke_linejoin="round") if paint else ""
    return svg.group(
        svg.tip(_province_words(province, caption)),
        svg.polygon(outline.border, fill=REGION[province.region], edge=LAND, thick=2.5, stroke_linejoin="round"),
        owned,
        svg.group(svg.near(*_details(province, paint, caption)), at=outline.middle),
        svg.far(*_seen_from_far(province, outline, paint)),
        at=PLACES[province.province],
        at_spot=spot("province", province.province),
    )


def _details(province: view_pb2.Province, paint: str, caption: Caption) -> Iterator[str]:
    """Yield what is written in a province, and its signs."""
    yield svg.text(0, -16, province.name, 12, anchor="middle", squeezed=NAME)
    yield from _armies(province, paint)
    yield from _sites(province, caption)
    yield svg.detail(
        svg.shape(CHEST, (5, 20), CHEST_PAINT, 0.75),
        svg.text(11, 24, province.chests, svg.SMALL),
        svg.shape(RICE, (24, 20), RICE_PAINT, 0.75),
        svg.text(29, 24, province.rice, svg.SMALL),
    )
    if paint:
        yield svg.token((-29, 20), 7, province.owner, paint)
    yield from _revolts(province, caption)


def _seen_from_far(province: view_pb2.Province, outline: Outline, paint: str) -> Iterator[str]:
    """Yield the armies on the owner's colour: all that can be read on a small map."""
    if paint:
        yield svg.polygon(outline.border, fill=paint, edge=LAND, thick=2.5)
        x, y = outline.middle
        yield svg.text(x, y + 12, province.armies, 34, bold=True, anchor="middle", fill=svg.ink_on(paint))


def _province_words(province: view_pb2.Province, caption: Caption) -> str:
    """Return a province in words: its owner, armies, revolts and yields."""
    return caption.say(
        "{province:id}: [{owner:id}, armies: {armies}|neutral][, {buildings:id}][, revolt markers: {revolts}]; "
        "{chests} chests, {rice} rice, sites: {sites}, {region}",
        province=province.name,
        owner=caption.seat(province.owner) if province.owner else "",
        armies=province.armies,
        buildings=", ".join(caption.word(BUILDINGS.word(building), "building") for building in province.buildings),
        revolts=province.revolts,
        chests=province.chests,
        rice=province.rice,
        sites=province.sites,
        region=province.region,
    )


def _armies(province: view_pb2.Province, paint: str) -> Iterator[str]:
    if paint:
        yield svg.rect(Box(-35, -12, 29, 24), fill=paint, corner=3)
        yield svg.text(-20.5, 7, province.armies, 20, bold=True, anchor="middle", fill=svg.ink_on(paint))


def _sites(province: view_pb2.Province, caption: Caption) -> Iterator[str]:
    built = [BUILDINGS.word(building) for building in province.buildings]
    for site in range(province.sites):
        at = (3 + 13 * site, 1)
        kind = built[site] if site < len(built) else ""
        if kind:
            tip = svg.tip(caption.word(kind, "building"))
            yield svg.shape(BUILDING_SHAPES[kind], at, BUILDING_PAINT[kind], 1.05, tip)
        else:
            yield svg.circle(at, 2.8, fill="none", edge=svg.FAINT)


def _revolts(province: view_pb2.Province, caption: Caption) -> Iterator[str]:
    if province.revolts:
        yield svg.token((-12, 20), 8, province.revolts, REVOLT, svg.tip(caption.say("revolt markers")))


# --- The cards of the round, and the tower ---


def _folded(view: view_pb2.View, caption: Caption) -> str:
    """Return the line into which a narrow page folds cards, tower and signs: what matters of them most."""
    event, action = (view.event or next(iter(view.open_events), "")), ""
    if view.actions and view.actions_done < len(view.actions):
        action = f"{view.actions_done + 1}. {caption.word(view.actions[view.actions_done])}"
    return caption.say(
        "[{event:id}, winter -{rice} rice; ][{action:id}; ]tower: {cubes:id}",
        event=event,
        rice=EVENT[event].rice_loss if event else 0,
        action=action,
        cubes=" ".join(str(count) for count in (*view.tower.armies, view.tower.farmers) if count) or "-",
    )


def _card_texts(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the events and the offer as lines of text."""
    for number, line in enumerate(_card_lines(view, caption)):
        yield svg.lines(svg.text(svg.MARGIN, MAP.y + 26 + 18 * number, line, room=520))


def _order(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the places of the player order, if there is one yet."""
    paints = {player.seat: svg.PAINT[player.colour] for player in view.players}
    if any(place.seat or place.special for place in view.places):
        words = caption.say("Turn order")
        box = Box(svg.MARGIN, ORDER - 32, svg.width_of(words, svg.PLAIN), 24)
        yield svg.part(box, svg.text(box.x, box.y + 16, words, fill=svg.FAINT))
        yield from (_place(number, place, paints, caption) for number, place in enumerate(view.places, 1))


def _actions(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the row of action cards."""
    if view.actions:
        yield from (_action_card(view, caption, number) for number in range(len(ACTION)))


def _place(number: int, place: view_pb2.Place, paints: Mapping[int, str], caption: Caption) -> str:
    """Return a place of the player order, with its special card; an empty one is its number."""
    y, text = ORDER + 20 * (number - 1), _text_place(place, caption)
    taken = bool(place.seat or place.special)
    box = Box(svg.MARGIN, y - 10, 24 + (6 + min(280, svg.width_of(text, svg.PLAIN)) if taken else 0), 20)
    paint = paints.get(place.seat, svg.SHEET)
    drawn = svg.group(
        svg.tip(text),
        svg.token((svg.MARGIN + 12, y), 9.5, number, paint)
        + svg.circle((svg.MARGIN + 12, y), 9.5, fill="none", edge=svg.FAINT),
        svg.text(svg.MARGIN + 30, y + 5, text, room=280) if taken else "",
        svg.ring(box._replace(y=y - 8, height=16)) if number in _marked_places(caption) else "",
        at_spot=spot("special", place.special) if place.special else None,
    )
    return svg.part(box, drawn)


def _legend(x: float, y: float, caption: Caption) -> Iterator[str]:
    """Yield the meanings of the marks in a province."""
    built = [(path, BUILDING_PAINT[kind], caption.word(kind, "building")) for kind, path in BUILDING_SHAPES.items()]
    yields = [(CHEST, CHEST_PAINT, caption.say("chests")), (RICE, RICE_PAINT, caption.say("rice"))]
    signs = [(svg.shape(path, (8, 0), paint), words) for path, paint, words in (*yields, *built)]
    for sign, words in (*signs, (svg.token((8, 0), 8, "n", REVOLT), caption.say("revolt markers"))):
        box = Box(x, y - 10, 22 + svg.width_of(words, svg.SMALL), 20)
        yield svg.part(box, svg.group(sign, at=(x, y)), svg.text(x + 20, y + 4, words, svg.SMALL, fill=svg.FAINT))
        x += box.width + 6


def _action_words(box: Box, label: str, fill: str) -> Iterator[str]:
    """Yield what is on an action card: in two lines if one is too narrow, since its end sets it apart."""
    room = box.width - 10
    if svg.width_of(label, svg.SMALL) <= room:
        yield svg.text(box.x + 6, box.y + 18, label, svg.SMALL, fill=fill)
        return
    first, mark, last = label.partition("/") if "/" in label else label.rpartition(" ")
    yield svg.text(box.x + 6, box.y + 12, first + mark.strip(), TINY, fill=fill, room=room)
    yield svg.text(box.x + 6, box.y + 23, last, TINY, fill=fill, room=room)


def _action_card(view: view_pb2.View, caption: Caption, number: int) -> str:
    """Return an action card: done, the one in hand, to come, or face down."""
    box = Box(ACTIONS.x + 109 * (number % 5), ACTIONS.y + 2 + 33 * (number // 5), 103, 27)
    revealed, done = number < len(view.actions), number < view.actions_done
    now = number == view.actions_done and revealed
    label = f"{number + 1}. {caption.word(view.actions[number]) if revealed else '?'}"
    drawn = svg.card(
        box,
        *_action_words(box, label, fill=svg.FAINT if done else svg.INK),
        fill="#fff3c4" if now else svg.SHEET if revealed and not done else svg.SHADE,
        edge=svg.INK if now else svg.LINE,
        marked=number in _marked_actions(view, caption),
    )
    return svg.part(box, drawn)


def _tower(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the cubes in the tower, what has just been thrown and fallen, and the farmers in the stock."""
    stock = cmd.Cubes(farmers=view.farmers)
    heaps = [("Tower", view.tower), ("Tray", view.tray), ("Thrown", view.engaged), ("Stock", stock)]
    x = TOWER.x + 8
    for number, (label, cubes) in enumerate(heaps):
        y, words = TOWER.y + 10 + 27 * number, caption.say(label)
        count = sum(1 for count in (*cubes.armies, cubes.farmers) if count)
        if not count and label != "Tower":
            continue
        first = x + min(62, svg.width_of(words, svg.PLAIN)) + 10
        ring = svg.ring(Box(x, y + 2, first - x - 10, 20)) if label == "Tower" and _is_thrown(caption) else ""
        box = Box(x, y, first - x + 26 * count, 24)
        yield svg.part(box, svg.text(x, y + 16, words, room=62), ring, *_heaps(view, cubes, first, y))


def _heaps(view: view_pb2.View, cubes: cmd.Cubes, x: float, y: float) -> Iterator[str]:
    paints = [svg.PAINT[player.colour] for player in view.players]
    heaps = [*zip(paints, cubes.armies or (0,) * len(paints), strict=True), (FARMER, cubes.farmers)]
    lying = [(number, paint, count) for number, (paint, count) in enumerate(heaps) if count]
    for place, (number, paint, count) in enumerate(lying):
        left = x + 26 * place
        yield svg.element(
            "g",
            svg.rect(Box(left, y, 23, 22), fill=paint, corner=3),
            svg.text(left + 11.5, y + 16, count, anchor="middle", fill=svg.ink_on(paint)),
            data_piece=spot("cubes", f"{y:g}:{number}"),
            fill=svg.INK,
        )


# --- The players' boards ---


def _pitch(view: view_pb2.View, caption: Caption) -> float:
    """Return the height of the players' boards, including the gap below: that of the tallest."""
    most_lines = max(len(_lines_of(view, caption, player)) for player in view.players)
    return 20 * most_lines + (82 if view.winners else BOARD)


def _lines_of(view: view_pb2.View, caption: Caption, player: view_pb2.Player) -> list[tuple[str, bool]]:
    """Return the lines about scorings on a player's board, each with whether it stands out."""
    room = svg.INNER - 28
    return [
        line
        for year, majorities in _scored(view, caption, player)
        for line in ((year, True), *((text, False) for text in svg.wrapped(majorities, svg.PLAIN, room, 2)))
    ]


def _panel(view: view_pb2.View, caption: Caption, player: view_pb2.Player, pitch: float) -> str:
    """Return a player's board: the holdings, the scores of the years, and until the end of the game the spaces."""
    box = Box(svg.MARGIN, PANELS + pitch * (player.seat - 1), svg.INNER, pitch - 10)
    lines = (
        svg.text(box.x + 14, box.y + 78 + 20 * row, line, room=box.width - 28, bold=bold)
        for row, (line, bold) in enumerate(_lines_of(view, caption, player))
    )
    paint = svg.PAINT[player.colour]
    spaces = (_space(view, caption, player, number, box) for number in range(len(SPACES)))
    planned = caption.say("plan sealed") if player.sealed and not view.event else ""
    return svg.panel(
        caption,
        player.seat,
        box,
        *_figures(caption, player, box),
        svg.lines(*lines),
        *(() if view.winners else spaces),
        paint=paint,
        role=player.daimyo,
        note=planned,
        won=player.seat in view.winners,
        face=svg.portrait(Portrait(paint, crest(player.colour, svg.ink_on(paint), paint))),
    )


def _figures(caption: Caption, player: view_pb2.Player, box: Box) -> Iterator[str]:
    """Yield what a player has, the points first."""
    holdings = (
        ("points", player.points, svg.STAR, "#8f6a00"),
        ("chests", player.chests, CHEST, CHEST_PAINT),
        ("rice", player.rice, RICE, RICE_PAINT),
        ("armies in supply", player.supply, ARMY, svg.FAINT),
        ("provinces", len(player.provinces), LAND_SIGN, svg.FAINT),
    )
    shown = (svg.Figure(caption.say(words), count, mark, paint) for words, count, mark, paint in holdings)
    yield from svg.figures((box.x + 8 + svg.SHIFT, box.y + svg.BAR + 2), *shown)


def _space(view: view_pb2.View, caption: Caption, player: view_pb2.Player, number: int, box: Box) -> str:
    """Return a card on a board: an open one, one's own face down, or the back of another's; "" for an empty space."""
    space = SPACES[number]
    shown = {laid.space: laid.card for laid in player.shown}
    planned = {laid.space: laid.card for laid in view.own.plan} if view.own.seat == player.seat else {}
    card = shown.get(space) or planned.get(space) or ""
    back = not shown.get(space) and (space in planned or space in player.face_down)
    if not card and not back:
        return ""
    place = Box(box.x + 8 + SPACE * number, box.y + box.height - 48, SPACE - 2, 40)
    label = svg.text(place.x + 2, place.y - 6, caption.word(space), svg.SMALL, fill=svg.FAINT, room=SPACE + 8)
    lines = svg.wrapped(caption.word(card) if card else "", 12, place.width - 6, 2)
    first = place.y + 32 - 8 * len(lines)
    words = (
        svg.text(place.x + place.width / 2, first + 15 * row, line, 12, anchor="middle")
        for row, line in enumerate(lines)
    )
    whole = Box(place.x, place.y - 18, SPACE, 60)
    fill = "#d8c7a0" if back else "#fff8e6"
    laid = svg.card(place, *words, fill=fill, marked=(player.seat, space) in _marked_spaces(caption))
    return svg.part(whole, label, laid)
