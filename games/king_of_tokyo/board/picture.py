"""A view of King of Tokyo as SVG: Tokyo, the dice, the market, the monsters and their cards; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterator

from games.king_of_tokyo.board.portraits import PORTRAITS
from games.king_of_tokyo.rules import steps
from games.king_of_tokyo.rules.data import FACE, MONSTERS, PLACE
from games.king_of_tokyo.rules.table import BAY, CITY, OUTSIDE
from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from games.kit.board.svg import Box, Portrait
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai.king_of_tokyo.v1 import view_pb2

GAP = 12
TOKYO = Box(svg.MARGIN, svg.TOP, 456, 240)
PLACES = {CITY: TOKYO._replace(width=236), BAY: Box(TOKYO.x + 248, TOKYO.y, 208, TOKYO.height)}
CLOSED = {CITY: TOKYO._replace(width=402), BAY: Box(TOKYO.x + 414, TOKYO.y, 42, TOKYO.height)}
"""The places while the bay is closed."""
STREET = 50
"""The height of the ground in Tokyo, with the name of the monster that stands on it."""
TALL = 178
"""How large the monsters in Tokyo are."""
DIE, PITCH, DICE_ACROSS, DICE_IN_LINE = 92, 102, 3, 6
"""The size of a die, the distance between two, and how many lie in a row; on a narrow page all do."""
DICE = (svg.MARGIN + 520, svg.TOP + 8)
MARKET = Box(svg.MARGIN, svg.TOP + TOKYO.height + 42, (svg.INNER - 2 * GAP) / 3, 58)
EFFECT_LINE = 17
PANEL = (svg.INNER - GAP) / 2
COUNTER_LINE, CARD_LINE = svg.PORTRAIT + 4, 18
NIGHT, SKY, TOWERS, QUIET = "#1d2b53", "#dbe2ff", "#41548c", "#4a4d5c"
TOKENS = svg.PAINT["purple"]
KEEP, DISCARD, ENERGY, LIFE, POINTS = "#2d5f96", "#9c4420", "#2a7d40", "#c2185b", "#8f6a00"
CLAW = "M-7,-9 L-3,-9 L-6,9 Z M-1.5,-9 L2.5,-9 L-0.5,9 Z M4,-9 L8,-9 L5,9 Z"
SKYLINE = (
    "M0,0 v-34 h12 v-18 h12 v14 h10 v-34 h14 v22 h12 v-26 l7,-24 l7,24 v36 h14 v-24 h12 v30 h14 v-16 h12 v50 h-14 Z"
)
SCENE, TALLER = 126, 1.65
"""How wide the skyline and the waves are drawn, and roughly how much larger they are shown."""
WAVES = "M0,-22 q12,-14 24,0 t24,0 t24,0 t24,0 t24,0 v22 h-120 Z"
MARKS = {"energy": (svg.BOLT, ENERGY), "attack": (CLAW, "#b3261e"), "heart": (svg.HEART, LIFE)}
NUMBERS = {"one": "1", "two": "2", "three": "3"}
COUNTERS = {"points": (svg.STAR, POINTS), "life": (svg.HEART, LIFE), "energy": (svg.BOLT, ENERGY)}
"""A monster's counters with their marks."""
COUNTED = {
    "life": (ev.LifeLost, ev.LifeHealed, ev.MonsterReturned, ev.MonsterKilled),
    "points": (ev.PointsGained, ev.PointsLost),
    "energy": (ev.EnergyGained, ev.EnergyLost, ev.EnergyPaid),
}
"""The events that change each of a seat's counters."""
ROLLING = frozenset(step.__name__ for step in (steps.RollDice, steps.RerollDice))
"""The steps during which dice may be rolled (KT-4.4, KT-4.5)."""
THROWN = frozenset(step.__name__ for step in (steps.ThrowDice, steps.ThrowProbedDie))
"""The steps at which chance shows the turn's dice."""


def picture(view: view_pb2.View, caption: Caption) -> str:
    """Return the view as an SVG document."""
    return svg.frame(caption, page(view, caption))


def page(view: view_pb2.View, caption: Caption) -> svg.Page:
    """Return the words and the drawing of the view."""
    panels = _panels(view)
    return svg.Page(
        status=status(view, caption),
        board=list(_board(view, caption)),
        marked=list(_marked(view, caption)),
        parts=_parts(view, caption, panels),
        height=panels[-1].y + panels[-1].height + svg.MARGIN,
    )


def status(view: view_pb2.View, caption: Caption) -> str:
    """Return in a few words how the game stands."""
    if view.king:
        return caption.say("King of Tokyo: {who:id}", who=_who(view, caption, view.king))
    if view.ending:
        return caption.say("All monsters are dead: nobody has won")
    if not view.turn.seat:
        return caption.say("Before the first turn")
    who = _who(view, caption, view.turn.seat)
    return caption.say("[extra?Extra turn|Turn] of {who:id}", extra=view.turn.extra, who=who)


def _who(view: view_pb2.View, caption: Caption, seat: int) -> str:
    monster = view.monsters[seat - 1].name
    return f"{caption.name(seat)}, {monster}" if monster else caption.name(seat)


# --- The text board ---


def _board(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    bay = _inhabitant(view, caption, BAY) if view.bay_open else caption.say("closed")
    yield f"{_place_name(caption, CITY)}: {_inhabitant(view, caption, CITY)}; {_place_name(caption, BAY)}: {bay}"
    yield caption.say(
        "Dice: [{dice:id}|none][thrown? (- is being rolled)][rolling?; rerolls left: {rerolls}]",
        dice=" ".join(_face(face, caption) for face in _faces(view, caption)),
        thrown=_thrown(view),
        rolling=_is_rolling(view),
        rerolls=view.turn.rerolls,
    )
    market = [f"  {_market_words(card, caption)}" for card in view.market if card.id]
    yield caption.say("Market:[any?| empty]", any=bool(market))
    yield from market
    yield _piles(view, caption)
    for monster in view.monsters:
        yield _text_monster(caption, monster)
        yield from (f"  {_held_name(held, caption)}: {_effect(held, caption)}" for held in monster.cards)


def _is_rolling(view: view_pb2.View) -> bool:
    """Return whether the active monster may still roll dice: unused rerolls no longer count afterwards."""
    return not ROLLING.isdisjoint(view.owed)


def _thrown(view: view_pb2.View) -> bool:
    """Return whether chance is about to show the faces of the turn's dice (KT-4.4, KT-4.5, KT-4.10)."""
    return not THROWN.isdisjoint(view.owed[:1])


def _faces(view: view_pb2.View, caption: Caption) -> list[int]:
    """Return the faces of the dice, without those being rolled, whose old faces the view still has."""
    called = [event for event in caption.events if isinstance(event, ev.RerollCalled | ev.DieProbed)]
    rolled = svg.touched(called, "die", "dice") if _thrown(view) else ()
    return [0 if die in rolled else face for die, face in enumerate(view.turn.dice, 1)]


def _market_words(card: view_pb2.Card, caption: Caption) -> str:
    return caption.say(
        "{name:id} (costs {cost} energy, [keep?is kept|acts at once]): {text:id}",
        name=card.name,
        cost=card.cost,
        keep=card.keep,
        text=card.text,
    )


def _effect(held: view_pb2.HeldCard, caption: Caption) -> str:
    """Return a card's effect; for a copy, that of the copied card."""
    return caption.book.texts.get(held.copies, "") if held.copies else held.card.text


def _face(face: int, caption: Caption) -> str:
    word = FACE.word(face)
    return NUMBERS.get(word) or (caption.say(word) if word else "-")


def _place_name(caption: Caption, place: str) -> str:
    return caption.word(place, "place")


def _living(view: view_pb2.View, place: str) -> view_pb2.Monster | None:
    return next((monster for monster in view.monsters if monster.place == PLACE.value(place)), None)


def _inhabitant(view: view_pb2.View, caption: Caption, place: str) -> str:
    monster = _living(view, place)
    return _who(view, caption, monster.seat) if monster else caption.say("empty")


def _piles(view: view_pb2.View, caption: Caption) -> str:
    return caption.say(
        "Deck: {deck:0 card|cards}; discarded: {discarded}[; you have seen the top card: {top:id}]",
        deck=view.deck,
        discarded=len(view.discard),
        top=f"{view.top_card.name} ({view.top_card.cost})" if view.top_card.id else "",
    )


def _text_monster(caption: Caption, monster: view_pb2.Monster) -> str:
    return caption.say(
        "{who:id}, [{monster:id}|no monster yet]: life {life}/{most_life}, points {points}, energy {energy}, "
        "{place:id}[, {tokens:id}][cards?|; no cards]",
        who=caption.seat(monster.seat),
        monster=monster.name,
        life=monster.life,
        most_life=monster.most_life,
        points=monster.points,
        energy=monster.energy,
        place=_whereabouts(monster, caption),
        tokens=_tokens(monster, caption),
        cards=bool(monster.cards),
    )


def _whereabouts(monster: view_pb2.Monster, caption: Caption) -> str:
    if not monster.life:
        return caption.say("out of the game")
    place = PLACE.word(monster.place)
    return caption.say("outside") if place == OUTSIDE else caption.say("in {place}", place=place)


def _tokens(monster: view_pb2.Monster, caption: Caption) -> str:
    counters = {"{count} poison": monster.poison, "{count} shrink": monster.shrink}
    tokens = [caption.say(label, count=count) for label, count in counters.items() if count]
    return ", ".join([*tokens, *([caption.say("wings")] if monster.wings else [])])


def _held_name(held: view_pb2.HeldCard, caption: Caption) -> str:
    copied = caption.say(" as {card}", card=held.copies) if held.copies else ""
    return f"{held.card.name}{copied}{f' [{held.counters}]' if held.counters else ''}"


# --- The last move ---


def _marked(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    for die in _marked_dice(view, caption):
        yield caption.say("die {die} ({face:id})", die=die, face=_face(view.turn.dice[die - 1], caption))
    yield from (_place_name(caption, place) for place in PLACES if place in _marked_places(caption))
    cards = svg.touched(caption.events, "card")
    lying = [*view.market, *(held.card for monster in view.monsters for held in monster.cards)]
    yield from (card.name for card in lying if card.id in cards)
    for name in COUNTERS:
        for seat in _marked_counters(caption, name):
            yield caption.say("{counter:id} of {player:id}", counter=caption.say(name), player=caption.name(seat))


def _marked_dice(view: view_pb2.View, caption: Caption) -> list[int]:
    landed = [event for event in caption.events if isinstance(event, ev.DiceLanded | ev.DieTurned | ev.ProbedDieLanded)]
    return sorted(die for die in svg.touched(landed, "die", "dice") if 0 < die <= len(view.turn.dice))


def _marked_places(caption: Caption) -> set[str]:
    taken = [event for event in caption.events if isinstance(event, ev.TokyoTaken)]
    return {PLACE.word(place) for place in svg.touched(taken, "place")}


def _marked_counters(caption: Caption, counter: str) -> tuple[int, ...]:
    return svg.touched([event for event in caption.events if isinstance(event, COUNTED[counter])], "seat")


# --- The drawing ---


def _parts(view: view_pb2.View, caption: Caption, panels: list[Box]) -> Iterator[str]:
    yield svg.part(TOKYO, svg.grounded(*(_place(view, caption, place) for place in PLACES)), least=0.62)
    if view.turn.seat:
        yield _dice_part(view, caption)
    if any(card.id for card in view.market):
        yield from _market(view, caption)
    yield from _choices(view)
    yield from (_panel(view, caption, monster, box) for monster, box in zip(view.monsters, panels, strict=True))


def _place(view: view_pb2.View, caption: Caption, place: str) -> str:
    """Return a place of Tokyo, with the monster in it; the bay is pale while it is closed."""
    box, closed, monster = _box(view, place), place == BAY and not view.bay_open, _living(view, place)
    scene = SKYLINE if place == CITY else WAVES
    name = caption.say("{place}[closed? (closed)]", place=place, closed=closed)
    written = svg.text(box.x + 12, box.y + 24, name, 16, fill=SKY)
    if closed:
        middle = (box.x + box.width / 2, box.y + box.height / 2)
        lines = svg.wrapped(name, svg.PLAIN, box.height - 8, 2)
        first = 5 - 8 * (len(lines) - 1)
        words = (svg.text(0, first + 16 * row, line, fill=SKY, anchor="middle") for row, line in enumerate(lines))
        written = svg.turned(middle, *words)
    street = Box(box.x, box.y + box.height - STREET, box.width, STREET)
    across = max(1, round(box.width / (SCENE * TALLER)))
    stretch = box.width / (SCENE * across)
    return svg.element(
        "g",
        svg.rect(box, fill=QUIET if closed else NIGHT, corner=10),
        *(
            svg.shape(scene, (box.x + number * SCENE * stretch, street.y), TOWERS, stretch)
            for number in range(0 if closed else across)
        ),
        "" if closed else svg.path(_rounded_below(street), TOWERS),
        written,
        _inhabited(view, caption, monster, box) if monster else "",
        svg.ring(box, 12) if place in _marked_places(caption) else "",
    )


def _rounded_below(box: Box) -> str:
    """Return the outline of a box with round corners at the bottom."""
    across, down = svg.written(box.width), svg.written(box.height - 10)
    back = svg.written(20 - box.width)
    return f"M{svg.written(box.x)},{svg.written(box.y)} h{across} v{down} q0,10 -10,10 h{back} q-10,0 -10,-10 Z"


def _box(view: view_pb2.View, place: str) -> Box:
    """Return where a place lies: the closed bay is a strip."""
    return (PLACES if view.bay_open else CLOSED)[place]


def _choices(view: view_pb2.View) -> Iterator[str]:
    """Yield the portraits of the monsters while they are chosen (KT-2.1)."""
    if not all(monster.name for monster in view.monsters):
        yield from (svg.choice("monster", name, svg.portrait(PORTRAITS[name])) for name in MONSTERS)


def _inhabited(view: view_pb2.View, caption: Caption, monster: view_pb2.Monster, box: Box) -> str:
    """Return a monster whole above the ground, and its player's name on the ground."""
    paint, ground = svg.seat_paint(monster.seat), box.y + box.height - STREET
    name, most = caption.name(monster.seat), box.width - 16
    width = min(most, 28 + max(svg.width_of(name, 16, bold=True), svg.width_of(monster.name, 15)))
    label, ink = Box(box.x + 8, ground + 4, width, STREET - 10), svg.ink_on(paint)
    shown = _shown(monster)
    at = (box.x + (box.width - TALL) / 2, ground - TALL)
    return svg.element(
        "g",
        svg.group(shown.drawing, at=at, scale=TALL / svg.DRAWN) if shown else "",
        svg.rect(label, fill=paint, edge=svg.SHEET, thick=2, corner=10),
        svg.text(label.x + 14, label.y + 17, name, 16, bold=True, fill=ink, room=most - 28),
        svg.text(label.x + 14, label.y + 34, monster.name, 15, fill=ink, room=most - 28),
        data_piece=spot("monster", monster.seat),
    )


def _shown(monster: view_pb2.Monster) -> Portrait | None:
    """Return the portrait of a monster, once it is chosen."""
    return PORTRAITS.get(monster.monster)


def _dice_part(view: view_pb2.View, caption: Caption) -> str:
    """Return the dice with the text below them, three in a row, which a narrow page puts into one."""
    count = len(view.turn.dice)
    rows = -(-count // DICE_ACROSS)
    below = 30 if not count or _is_rolling(view) else 0
    box = Box(*DICE, DICE_ACROSS * PITCH, PITCH * rows + below)
    cells = (PITCH, DICE_ACROSS, DICE_ACROSS, max(count, DICE_IN_LINE))
    return svg.part(box, *_dice(view, caption), least=0.4, cells=cells)


def _dice(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the dice, green from the seventh on, with the remaining rerolls."""
    marked = _marked_dice(view, caption)
    for place, face in enumerate(_faces(view, caption)):
        x, y = DICE[0] + PITCH * (place % DICE_ACROSS), DICE[1] + PITCH * (place // DICE_ACROSS)
        drawn = _die(Box(x + 4, y + 4, DIE, DIE), face, caption, green=place > 5, marked=place + 1 in marked)
        yield svg.group(svg.group(svg.tip(_face(face, caption)), drawn, at_spot=spot("die", place + 1)))
    rerolls = caption.say(
        "[rolling?rerolls left: {rerolls}|[dice?|no dice on the table]]",
        rolling=_is_rolling(view),
        rerolls=view.turn.rerolls,
        dice=bool(view.turn.dice),
    )
    rows = -(-len(view.turn.dice) // DICE_ACROSS)
    if rerolls:
        yield svg.text(DICE[0] + 4, DICE[1] + 20 + PITCH * rows, rerolls, 16, fill=svg.FAINT)


def _die(box: Box, face: int, caption: Caption, *, green: bool, marked: bool) -> str:
    word, middle = FACE.word(face), (box.x + box.width / 2, box.y + box.height / 2)
    if word in MARKS:
        path, paint = MARKS[word]
        sign = svg.shape(path, middle, paint, 3, svg.tip(caption.say(word)))
    else:
        sign = svg.text(middle[0], middle[1] + 19, NUMBERS.get(word, "?"), 54, bold=True, anchor="middle")
    return svg.card(box, sign, edge=ENERGY if green else svg.INK, thick=5, marked=marked)


def _market(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    market = caption.say("Market")
    left = svg.MARGIN + max(80, svg.width_of(market, svg.LARGE, bold=True) + 12)
    yield svg.lines(
        svg.text(svg.MARGIN, MARKET.y - 12, market, svg.LARGE, bold=True),
        svg.text(left, MARKET.y - 12, _piles(view, caption), fill=svg.FAINT),
    )
    cards = svg.touched(caption.events, "card")
    height = _market_height(view)
    for place, card in enumerate(view.market):
        box = MARKET._replace(x=MARKET.x + place * (MARKET.width + GAP), height=height)
        yield svg.part(box, _card(card, box, caption, marked=card.id in cards) if card.id else svg.slot(box))


def _effect_lines(card: view_pb2.Card) -> list[str]:
    return svg.wrapped(card.text, svg.PLAIN, MARKET.width - 20, 2)


def _market_height(view: view_pb2.View) -> float:
    """Return how high the cards of the market are: as the one with the most lines needs."""
    return MARKET.height + EFFECT_LINE * (max((len(_effect_lines(card)) for card in view.market), default=1) - 1)


def _card(card: view_pb2.Card, box: Box, caption: Caption, *, marked: bool) -> str:
    x, y, paint = box.x, box.y, KEEP if card.keep else DISCARD
    kind = caption.say("[keep?KEEP|DISCARD]", keep=card.keep)
    return svg.card(
        box,
        svg.token((x + 20, y + 19), 13, card.cost, ENERGY, svg.tip(caption.say("cost"))),
        svg.text(
            x + 40, y + 24, card.name, 15, bold=True, room=box.width - 58 - svg.width_of(kind, svg.PLAIN, bold=True)
        ),
        svg.text(x + box.width - 10, y + 23, kind, svg.SMALL, fill=paint, bold=True, anchor="end"),
        *(svg.text(x + 10, y + 47 + EFFECT_LINE * row, line) for row, line in enumerate(_effect_lines(card))),
        edge=paint,
        thick=2,
        marked=marked,
        words=_market_words(card, caption),
        at_spot=spot("card", card.id),
    )


def _panels(view: view_pb2.View) -> list[Box]:
    """Return where the monsters' panels lie: two in a row, as tall as the taller one needs."""
    boxes: list[Box] = []
    y: float = MARKET.y + _market_height(view) + GAP + 6
    for first in range(0, len(view.monsters), 2):
        pair = view.monsters[first : first + 2]
        height = svg.BAR + COUNTER_LINE + CARD_LINE * max(len(monster.cards) for monster in pair) + 8
        boxes += [Box(svg.MARGIN + column * (PANEL + GAP), y, PANEL, height) for column in range(len(pair))]
        y += height + GAP
    return boxes


def _panel(view: view_pb2.View, caption: Caption, monster: view_pb2.Monster, box: Box) -> str:
    top, lines = box.y + svg.BAR + COUNTER_LINE + 12, CARD_LINE * len(monster.cards)
    held = (_held(held, caption, box, top + CARD_LINE * row) for row, held in enumerate(monster.cards))
    return svg.panel(
        caption,
        monster.seat,
        box,
        *_counters(monster, caption, box),
        *([svg.part(Box(box.x + 8, top - 14, box.width - 16, lines), *held, least=0.72)] if lines else []),
        role=monster.name or caption.say("no monster yet"),
        note=_whereabouts(monster, caption),
        won=monster.seat == view.king,
        out=not monster.life,
        face=svg.portrait(shown) if (shown := _shown(monster)) else "",
    )


def _counters(monster: view_pb2.Monster, caption: Caption, box: Box) -> Iterator[str]:
    values = {"points": monster.points, "life": monster.life, "energy": monster.energy}
    most = {"life": monster.most_life}
    yield from svg.figures(
        (box.x + 8 + (svg.SHIFT if monster.name else 0), box.y + svg.BAR + 6),
        *(
            svg.Figure(
                caption.say(name),
                values[name],
                *mark,
                most.get(name, 0),
                monster.seat in _marked_counters(caption, name),
            )
            for name, mark in COUNTERS.items()
        ),
    )
    if tokens := _tokens(monster, caption):
        room = Box(box.x + box.width - 180, box.y + svg.BAR + 4, 168, 28)
        yield svg.part(room, svg.text(room.x + room.width, room.y + 19, tokens, 12, fill=TOKENS, anchor="end"))


def _held(held: view_pb2.HeldCard, caption: Caption, box: Box, y: float) -> str:
    """Return a card in front of a monster, on one line: name, cost and effect."""
    x, name, effect = box.x + 14, _held_name(held, caption), _effect(held, caption)
    # A narrow page uses larger type.
    right = x + 1.25 * svg.width_of(name, 12, bold=True) + 6
    line = Box(x - 4, y - 12, box.width - 20, CARD_LINE - 2)
    return svg.element(
        "g",
        svg.tip(f"{name}: {effect}"),
        svg.text(x, y, name, 12, bold=True, fill=svg.FAINT if held.spent else svg.INK),
        svg.text(right, y, held.card.cost, 12, fill=svg.FAINT),
        svg.text(right + 24, y, effect, 12, fill=svg.PAINT["green"], room=box.x + box.width - right - 36),
        svg.ring(line) if held.card.id in svg.touched(caption.events, "card") else "",
        data_spot=spot("card", held.card.id),
    )
