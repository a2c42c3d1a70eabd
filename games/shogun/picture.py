"""A view of Shogun as SVG: the map, the tower and the cards of the round, the players' boards; a text board in <desc>.

Land is drawn as what lies within reach of a province or of a border, so any edition's map gets a coast of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from games.shogun.data import ACTION, BUILDINGS, EVENT, SEASON_WORDS, SPACES
from games.shogun.words import EVENT_TEXTS, name
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import view_pb2

PLACES = {
    "aki": (46, 432), "awa_boso": (958, 367), "awa_shikoku": (302, 528), "bingo": (122, 397), "bitchu": (198, 395),
    "bizen": (274, 404), "echigo": (784, 40), "echizen": (519, 236), "etchu": (638, 126), "harima": (350, 376),
    "hida": (620, 201), "hitachi": (997, 166), "hoki": (198, 306), "ise": (548, 416), "iwami": (46, 362),
    "iyo": (146, 531), "izu": (882, 390), "izumo": (122, 313), "kaga": (544, 166), "kai": (784, 278),
    "kazusa": (986, 307), "kii": (426, 523), "kozuke": (818, 152), "mikawa": (654, 362), "mimasaka": (274, 336),
    "mino": (595, 278), "musashi": (874, 229), "mutsu": (952, 40), "noto": (594, 66), "omi": (502, 332),
    "owari": (578, 341), "sagami": (882, 306), "sanuki": (258, 468), "settsu": (432, 402), "shima": (582, 476),
    "shimosa": (963, 243), "shimotsuke": (918, 124), "shinano": (717, 208), "suruga": (806, 355),
    "tajima": (350, 292), "tamba": (426, 334), "tosa": (202, 591), "totomi": (730, 390), "wakasa": (443, 272),
    "yamato": (472, 462),
}  # fmt: skip
"""Where the provinces lie, roughly as in Japan."""
WIDTH, MAP_HEIGHT, BOARD_HEIGHT = 1044, 660, 112
SEA, LAND, PAPER, INK, FAINT = "#cfe0e6", "#efe4cb", "#fbf6ea", "#2d2620", "#8a7d6b"
REGION = {"green": "#a9c99a", "red": "#e0a596", "purple": "#c3aed3", "yellow": "#e6d28a", "brown": "#cbb094"}
PAINT = {"blue": "#2b5fa8", "yellow": "#c99a06", "red": "#b8342a", "black": "#33302e", "purple": "#7a3f8f"}
FARMER = "#3d7a3a"
BUILDING_SHAPES = {
    "castle": "M-6,5 V-1 H-4 V-5 H-1 V-2 H1 V-5 H4 V-1 H6 V5 Z",
    "temple": "M-7,-1 Q0,-3 0,-7 Q0,-3 7,-1 H4 V5 H-4 V-1 Z",
    "theatre": "M-6,-5 H6 V1 Q6,6 0,6 Q-6,6 -6,1 Z",
}
BUILDING_PAINT = {"castle": "#5b6470", "temple": "#a8482c", "theatre": "#2f6f73"}
LETTERS = {"castle": "C", "temple": "T", "theatre": "H"}


def picture(view: view_pb2.View) -> str:
    """Return the view as an SVG document, 800 px wide or more."""
    height = MAP_HEIGHT + BOARD_HEIGHT * len(view.players) + 12
    box = f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13" fill="{INK}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>Shogun: {escape(status(view))}</title>",
        f"<desc>{escape(text_board(view))}</desc>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<rect width="{WIDTH}" height="{MAP_HEIGHT}" fill="{SEA}"/>',
        *_map(view),
        *_cards(view),
        *_tower(view),
        *(line for player in view.players for line in _board(view, player)),
        "</svg>",
    ]
    return "\n".join(parts)


def text_board(view: view_pb2.View) -> str:
    """Return the view as lines of text."""
    lines = [f"{status(view)}, {view.side} side", *_card_lines(view), *_text_row(view), *_text_tower(view)]
    for player in view.players:
        lines += _text_player(view, player)
    neutral = [province.name for province in view.provinces if not province.owner]
    return "\n".join([*lines, f"Neutral: {', '.join(neutral) or 'none'}"])


def status(view: view_pb2.View) -> str:
    """Return how the game stands in a few words."""
    if view.winners:
        return f"Seat {' and seat '.join(map(str, view.winners))} won"
    if not view.year:
        return "Set-up"
    return f"{SEASON_WORDS.word(view.season).capitalize()} of year {view.year}"


def _text_row(view: view_pb2.View) -> Iterator[str]:
    if view.actions:
        marks = [f"({action})" if number < view.actions_done else action for number, action in enumerate(view.actions)]
        yield f"Actions: {' '.join(marks)}{' ?' * (len(ACTION) - len(view.actions))}"
    places = [f"{place.special or '-'}{f' (seat {place.seat})' if place.seat else ''}" for place in view.places]
    if any(place.special or place.seat for place in view.places):
        yield f"Places: {', '.join(places)}"


def _text_tower(view: view_pb2.View) -> Iterator[str]:
    heaps = (("tower", view.tower), ("tray", view.tray), ("thrown", view.engaged))
    told = [f"{label} {' '.join(map(str, cubes.armies))} and {cubes.farmers} farmers" for label, cubes in heaps]
    yield f"Cubes: {'; '.join(told)}; stock {view.farmers} farmers"


def _text_player(view: view_pb2.View, player: view_pb2.Player) -> Iterator[str]:
    yield f"Seat {player.seat} ({player.colour}): {_holdings(view, player)}"
    own = [province for province in view.provinces if province.owner == player.seat]
    if own:
        yield f"  {', '.join(map(_text_province, own))}"
    if player.shown:
        yield f"  shown: {_text_cards(player.shown)}"
    if player.face_down:
        yield f"  face down: {' '.join(player.face_down)}"
    if view.own.seat == player.seat and view.own.plan:
        yield f"  own plan: {_text_cards(view.own.plan)}"


def _text_province(province: view_pb2.Province) -> str:
    buildings = "".join(LETTERS[BUILDINGS.word(building)] for building in province.buildings)
    return f"{province.name} {province.armies}{f' {buildings}' if buildings else ''}{'!' * province.revolts}"


def _text_cards(cards: Iterable[view_pb2.LaidCard]) -> str:
    return ", ".join(f"{laid.space} {laid.card}" for laid in cards)


# --- The map ---


def _map(view: view_pb2.View) -> Iterator[str]:
    yield f'<g stroke="{LAND}" stroke-width="80" stroke-linecap="round">'
    for province in view.provinces:
        yield from (_line(province.province, other) for other in _once(province.province, province.neighbours))
        yield _line(province.province, province.province)
    yield f'</g><g stroke="{FAINT}" stroke-width="2" stroke-dasharray="5 5" opacity="0.9">'
    for province in view.provinces:
        yield from (_line(province.province, other) for other in _once(province.province, province.sea_routes))
    yield f'</g><g stroke="{FAINT}" stroke-width="1.2" opacity="0.6">'
    for province in view.provinces:
        yield from (_line(province.province, other) for other in _once(province.province, province.neighbours))
    yield "</g>"
    colours = {player.seat: player.colour for player in view.players}
    yield from (_province(province, colours.get(province.owner, "")) for province in view.provinces)
    yield from (_revolts(province) for province in view.provinces if province.revolts)


def _once(province: str, others: Iterable[str]) -> list[str]:
    return [other for other in others if province < other]


def _line(a: str, b: str) -> str:
    (x1, y1), (x2, y2) = PLACES[a], PLACES[b]
    return f'<line x1="{x1}" y1="{y1}" x2="{x2 + 0.01}" y2="{y2}"/>'


def _province(province: view_pb2.Province, colour: str) -> str:
    x, y = PLACES[province.province]
    edge = f'stroke="{PAINT[colour]}" stroke-width="3"' if colour else f'stroke="{FAINT}" stroke-width="1"'
    ink = INK if colour else "#5c5347"
    size = min(12, 110 / len(province.name))
    tip = f"{province.name}: {province.chests} chests, {province.rice} rice, {province.sites} sites, {province.region}"
    return (
        f'<g transform="translate({x} {y})"><title>{escape(tip)}</title>'
        f'<rect x="-36" y="-25" width="72" height="50" rx="9" fill="{REGION[province.region]}" {edge}/>'
        f'<text y="-11" text-anchor="middle" font-size="{size}" fill="{ink}">{escape(province.name)}</text>'
        f"{_armies(province, colour)}{_sites(province)}</g>"
    )


def _armies(province: view_pb2.Province, colour: str) -> str:
    if not colour:
        return f'<text x="-30" y="14" font-size="11" fill="#5c5347">{province.chests} / {province.rice}</text>'
    return (
        f'<rect x="-31" y="-4" width="22" height="22" rx="3" fill="{PAINT[colour]}"/>'
        f'<text x="-20" y="12" text-anchor="middle" font-size="14" font-weight="bold" fill="#fff">{province.armies}'
        f"</text>"
    )


def _sites(province: view_pb2.Province) -> str:
    built = [BUILDINGS.word(building) for building in province.buildings]
    marks = []
    for site in range(province.sites):
        x = 4 + 13 * site
        kind = built[site] if site < len(built) else ""
        if kind:
            path, paint = BUILDING_SHAPES[kind], BUILDING_PAINT[kind]
            marks.append(f'<path transform="translate({x} 8)" d="{path}" fill="{paint}"><title>{kind}</title></path>')
        else:
            marks.append(f'<circle cx="{x}" cy="8" r="2.5" fill="none" stroke="{FAINT}"/>')
    return "".join(marks)


def _revolts(province: view_pb2.Province) -> str:
    x, y = PLACES[province.province]
    return (
        f'<g transform="translate({x + 34} {y - 22})"><title>{province.revolts} revolt markers</title>'
        f'<circle r="9" fill="#c0392b" stroke="#fff"/>'
        f'<text y="4" text-anchor="middle" font-size="11" font-weight="bold" fill="#fff">{province.revolts}</text></g>'
    )


# --- The cards of the round, and the tower ---


def _cards(view: view_pb2.View) -> Iterator[str]:
    yield f'<text x="16" y="26" font-size="18" font-weight="bold">{escape(status(view))}</text>'
    for number, line in enumerate(_card_lines(view)):
        yield f'<text x="16" y="{48 + 17 * number}">{escape(line)}</text>'
    colours = {player.seat: player.colour for player in view.players}
    for number, place in enumerate(view.places):
        y = 146 + 22 * number
        yield f'<circle cx="26" cy="{y - 4}" r="9" fill="{PAINT[colours[place.seat]] if place.seat else "#fff"}"/>'
        yield f'<text x="26" y="{y}" text-anchor="middle" fill="{"#fff" if place.seat else INK}">{number + 1}</text>'
        yield f'<text x="42" y="{y}">{escape(name(place.special) if place.special else "-")}</text>'
    for number in range(len(ACTION)):
        yield _action_card(view, number)


def _card_lines(view: view_pb2.View) -> Iterator[str]:
    if view.event:
        yield f"Event: {_event(view.event)}"
    for event in view.open_events:
        yield f"Open: {_event(event)}, winter -{EVENT[event].rice_loss} rice"
    if view.offer:
        yield f"Offer: {' or '.join(name(card) for card in view.offer)}; {view.deck} cards in the deck"


def _event(event: str) -> str:
    return f"{event}, {EVENT_TEXTS[EVENT[event].kind]}"


def _action_card(view: view_pb2.View, number: int) -> str:
    x, y = 492 + 109 * (number % 5), 600 + 28 * (number // 5)
    known = number < len(view.actions)
    label = name(view.actions[number]) if known else "?"
    now = number == view.actions_done and known
    fill = "#fff3c4" if now else "#fff" if known else "#d9cfbb"
    opacity = 0.45 if number < view.actions_done else 1
    return (
        f'<g opacity="{opacity}"><rect x="{x}" y="{y}" width="106" height="25" rx="4" fill="{fill}" '
        f'stroke="{INK if now else FAINT}"/><text x="{x + 5}" y="{y + 17}" font-size="11">'
        f"{number + 1}. {escape(label)}</text></g>"
    )


def _tower(view: view_pb2.View) -> Iterator[str]:
    rows = (("Tower", view.tower), ("Tray", view.tray), ("Thrown", view.engaged))
    yield '<text x="830" y="478" font-weight="bold">Cube tower</text>'
    for number, (label, cubes) in enumerate(rows):
        y = 486 + 24 * number
        yield f'<text x="830" y="{y + 14}" fill="{INK}">{label}</text>'
        yield from _heaps(view, cubes, 884, y)
    yield f'<text x="830" y="578">Farmers in the stock: {view.farmers}</text>'
    yield f'<text x="16" y="{MAP_HEIGHT - 10}" font-size="11" fill="{FAINT}">neutral provinces: chests / rice</text>'


def _heaps(view: view_pb2.View, cubes: cmd.Cubes, x: int, y: int) -> Iterator[str]:
    paints = [PAINT[player.colour] for player in view.players]
    heaps = [*zip(paints, cubes.armies, strict=True), (FARMER, cubes.farmers)]
    for number, (paint, count) in enumerate(heaps):
        if count:
            left = x + 26 * number
            yield f'<rect x="{left}" y="{y}" width="20" height="20" rx="3" fill="{paint}"/>'
            yield f'<text x="{left + 10}" y="{y + 14}" text-anchor="middle" fill="#fff">{count}</text>'


# --- The players' boards ---


def _board(view: view_pb2.View, player: view_pb2.Player) -> Iterator[str]:
    y = MAP_HEIGHT + BOARD_HEIGHT * (player.seat - 1) + 10
    paint = PAINT[player.colour]
    crown = " has won" if player.seat in view.winners else ""
    yield f'<g transform="translate(10 {y})">'
    size = f'width="{WIDTH - 20}" height="{BOARD_HEIGHT - 10}"'
    yield f'<rect {size} rx="8" fill="#fff" stroke="{paint}" stroke-width="2"/>'
    yield f'<rect width="10" height="{BOARD_HEIGHT - 10}" rx="4" fill="{paint}"/>'
    yield (
        f'<text x="20" y="20" font-size="15" font-weight="bold" fill="{paint}">'
        f"Seat {player.seat}: {escape(player.daimyo)}{crown}</text>"
    )
    yield f'<text x="300" y="20">{escape(_holdings(view, player))}</text>'
    for number, space in enumerate(SPACES):
        yield _space(view, player, space, 20 + 91 * number)
    yield "</g>"


def _holdings(view: view_pb2.View, player: view_pb2.Player) -> str:
    parts = [
        f"{player.points} points",
        f"{player.chests} chests",
        f"{player.rice} rice",
        f"{player.supply} armies in supply",
        f"{len(player.provinces)} provinces",
    ]
    if player.groups:
        parts.append(f"groups {' '.join(map(str, player.groups))}")
    return ", ".join([*parts, *(["plan sealed"] if player.sealed and not view.event else [])])


def _space(view: view_pb2.View, player: view_pb2.Player, space: str, x: int) -> str:
    """A space of a board: an open card, one's own card face down, the back of another's, or nothing."""
    shown = {laid.space: laid.card for laid in player.shown}
    planned = {laid.space: laid.card for laid in view.own.plan} if view.own.seat == player.seat else {}
    card = shown.get(space) or planned.get(space) or ""
    back = not shown.get(space) and (space in planned or space in player.face_down)
    fill = "#c9b892" if back else "#fff8e6" if card else "none"
    dash = "" if card or back else ' stroke-dasharray="3 3"'
    return (
        f'<g transform="translate({x} 32)"><text y="9" font-size="11" fill="{FAINT}">{escape(name(space))}</text>'
        f'<rect y="15" width="86" height="44" rx="5" fill="{fill}" stroke="{FAINT}"{dash}/>'
        f'<text x="43" y="42" font-size="12" text-anchor="middle">{escape(name(card) if card else "")}</text></g>'
    )
