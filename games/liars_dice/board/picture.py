"""A view of Liar's Dice as SVG: a table with the bid and the cups, as the reader sees it; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.svg import Box
from games.liars_dice.board.dice import (
    CHALK,
    DEEP,
    HIDDEN,
    IVORY,
    OVER,
    SEAM,
    UNSHAKEN,
    cup_beside,
    cup_over,
    dice_in,
    die,
    grid,
)
from gunbai.liars_dice.v1 import events as ev
from gunbai.liars_dice.v1 import view_pb2

PLACE, GAP = (160, 108), 12
"""The size of a player's place at the table, and the room between two."""
PLATE = 24
"""How high the plate with a player's name is."""
BID = (348, 132)
"""The size of the place of the bid, in the middle of the table."""
MOST_DICE = 8
"""How many dice a bid is drawn as; beyond that, as a number and one die."""
PANEL = Box(svg.MARGIN, 0, (svg.INNER - 16) / 2, svg.BAR + 44)
LEFT_ROOM, LIFTED_ROOM = (64, 30), (152, 26)
"""The room for the dice that a player has left, and for those lifted last."""
BID_DIE, BID_LINE = 44, 17
NEAR_TWO = 4
"""From how many players on two of them sit before the bid."""
FELT, PALE = "#1a6478", "#d3e8ee"
ARROW = "M5,-7 L-5,0 L5,7 Z"


def picture(view: view_pb2.View, caption: Caption) -> str:
    """Return the view as an SVG document."""
    return svg.frame(caption, page(view, caption))


def page(view: view_pb2.View, caption: Caption) -> svg.Page:
    """Return the words and the drawing of the view."""
    return svg.Page(
        status=_status(view, caption),
        board=list(_board(view, caption)),
        marked=list(_marked(caption)),
        parts=_parts(view, caption),
        height=_below(view) + (len(view.cups) + 1) // 2 * (PANEL.height + GAP) + svg.MARGIN - GAP,
    )


def _status(view: view_pb2.View, caption: Caption) -> str:
    if view.winner:
        return caption.say("Won by {player:id}", player=caption.name(view.winner))
    return caption.say("Round {round}, turn of {player:id}", round=view.round, player=caption.name(view.active))


# --- The text board ---


def _board(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield f"{_bid(view, caption)}; {_agreed(view, caption)}"
    for cup in view.cups:
        yield f"{caption.seat(cup.seat)}: {_cup(cup, caption)}{_lifted(cup, caption)}"


def _bid(view: view_pb2.View, caption: Caption) -> str:
    if not view.HasField("bid"):
        return caption.say("Bid: none in this round")
    return caption.say(
        "Bid: {quantity:die|dice} showing {face}, by {player:id}",
        quantity=view.bid.quantity,
        face=view.bid.face,
        player=caption.name(view.bid.seat),
    )


def _agreed(view: view_pb2.View, caption: Caption) -> str:
    """Return the agreed options, and the number of dice."""
    return caption.say(
        "{dice:die|dice} in the game, [wild?ones are wild|ones are not wild][spot_on?, a bid may be called spot-on]",
        dice=sum(cup.dice for cup in view.cups),
        wild=view.ones_wild,
        spot_on=view.spot_on,
    )


def _cup(cup: view_pb2.Cup, caption: Caption) -> str:
    if not cup.dice:
        return caption.say("out")
    if not cup.shaken:
        return caption.say("{dice:die|dice}, not shaken", dice=cup.dice)
    return " ".join("?" if die == HIDDEN else str(die) for die in _under(cup))


def _under(cup: view_pb2.Cup) -> Sequence[int]:
    """Return a shaken cup as the reader sees it."""
    return cup.hand or (HIDDEN,) * cup.dice


def _lifted(cup: view_pb2.Cup, caption: Caption) -> str:
    return caption.say(" (lifted last: {dice:id})", dice=" ".join(map(str, cup.lifted))) if cup.lifted else ""


# --- The last move ---


def _marked(caption: Caption) -> Iterator[str]:
    if _bid_is_marked(caption):
        yield caption.say("the bid")
    yield from (caption.say("the cup of {player:id}", player=caption.name(seat)) for seat in _marked_cups(caption))


def _bid_is_marked(caption: Caption) -> bool:
    return any(isinstance(event, ev.BidMade) for event in caption.events)


def _marked_cups(caption: Caption) -> tuple[int, ...]:
    return svg.touched([event for event in caption.events if isinstance(event, (ev.CupShaken, ev.DieLost))], "seat")


# --- The drawing ---


def _parts(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield svg.mat(Box(svg.MARGIN, svg.TOP - 4, svg.INNER, _below(view) - svg.TOP - GAP), FELT)
    beyond, near = _sitting(view, caption)
    yield svg.band(*_places(view, caption, beyond, svg.TOP + 8), alone=True)
    yield svg.band(_bid_part(view, caption, svg.TOP + 8 + PLACE[1] + GAP), alone=True)
    yield svg.band(*_places(view, caption, near, svg.TOP + 8 + PLACE[1] + BID[1] + 2 * GAP), alone=True)
    for number, cup in enumerate(view.cups):
        x = PANEL.x + number % 2 * (PANEL.width + 16)
        yield _panel(view, caption, cup, PANEL._replace(x=x, y=_below(view) + number // 2 * (PANEL.height + GAP)))


def _below(view: view_pb2.View) -> float:
    """Return where the panels below the table begin."""
    return svg.TOP + 2 * PLACE[1] + BID[1] + 4 * GAP + 12


def _sitting(view: view_pb2.View, caption: Caption) -> tuple[list[int], list[int]]:
    """Return the seats on the far side of the bid and on the near side, from the left, clockwise around the table.

    The reader sits on the near side, at the left.
    """
    count = len(view.cups)
    first = caption.reader or 1
    clockwise = [(first - 1 + step) % count + 1 for step in range(count)]
    last = count if count < NEAR_TWO else count - 1
    return clockwise[1:last], [clockwise[0], *clockwise[last:]]


def _places(view: view_pb2.View, caption: Caption, seats: Sequence[int], y: float) -> Iterator[str]:
    """Yield the places of players side by side, in the middle of the table."""
    wide = PLACE[0] + GAP
    left = (svg.WIDTH - len(seats) * wide + GAP) / 2
    for number, seat in enumerate(seats):
        box = Box(left + number * wide, y, *PLACE)
        yield svg.part(box, svg.grounded(*_place(view, caption, view.cups[seat - 1], box)))


def _place(view: view_pb2.View, caption: Caption, cup: view_pb2.Cup, box: Box) -> Iterator[str]:
    """Yield a player's name, and the cup: over the dice that are hidden, next to those that are shown."""
    yield _plate(view, caption, cup, box)
    table = Box(box.x + 4, box.y + PLATE + 6, box.width - 8, box.height - PLATE - 8)
    paint = svg.seat_paint(cup.seat)
    if cup.dice and cup.shaken and not cup.hand:
        row = Box(table.x + 4, table.y + 48, table.width - 8, 26)
        yield svg.group(cup_over(paint), at=(table.x + (table.width - OVER) / 2, table.y))
        yield from dice_in(_under(cup), row, 24, caption, paint, middle=True)
    elif cup.dice:
        yield svg.group(cup_beside(paint), at=(table.x, table.y + 4))
        dice = _under(cup) if cup.shaken else (UNSHAKEN,) * cup.dice
        yield from dice_in(dice, Box(table.x + 60, table.y, table.width - 64, table.height), 30, caption, paint)
    else:
        words = caption.say("out")
        yield svg.text(box.x + box.width / 2, table.y + 40, words, 15, anchor="middle", fill=PALE)
    if cup.seat in _marked_cups(caption):
        yield _ring(table)


def _plate(view: view_pb2.View, caption: Caption, cup: view_pb2.Cup, box: Box) -> str:
    """Return the plate with a player's number and name, and an arrow if the player is to act."""
    paint = svg.seat_paint(cup.seat) if cup.dice else svg.PAINT["grey"]
    acts = cup.seat in caption.asked_seats
    plate, name, ink = Box(box.x + 2, box.y + 1, box.width - 4, PLATE), caption.name(cup.seat), svg.ink_on(paint)
    return svg.element(
        "g",
        svg.tip(caption.seat(cup.seat)),
        svg.rect(plate, fill=paint, edge=CHALK, thick=3 if acts else 1.5, corner=PLATE / 2),
        svg.token((plate.x + 13, plate.y + PLATE / 2), 9, cup.seat, svg.SHEET),
        svg.text(plate.x + 27, plate.y + 17, name, 14, bold=True, fill=ink, room=plate.width - 36 - 14 * acts),
        svg.shape(ARROW, (plate.x + plate.width - 15, plate.y + PLATE / 2), ink) if acts else "",
    )


def _ring(box: Box) -> str:
    """Return the ring of the last move on the felt, on which the usual green would not be seen."""
    return svg.rect(box, fill="none", edge=svg.GOLD, thick=3, corner=10, data_mark="")


# --- The bid ---


def _bid_part(view: view_pb2.View, caption: Caption, y: float) -> str:
    """Return the bid as dice, and in words with what the players agreed on."""
    box = Box((svg.WIDTH - BID[0]) / 2, y, *BID)
    room = box.width - 20
    bid, agreed = svg.wrapped(_bid(view, caption), 15, room, 2), svg.wrapped(_agreed(view, caption), svg.PLAIN, room, 2)
    top = box.y + (box.height - BID_DIE - 8 - BID_LINE * (len(bid) + len(agreed))) / 2
    shown, first = Box(box.x + 12, top, box.width - 24, BID_DIE), top + BID_DIE + 21
    texts = [(line, 15, CHALK, True) for line in bid] + [(line, svg.PLAIN, PALE, False) for line in agreed]
    words = (
        svg.text(box.x + box.width / 2, first + BID_LINE * row, line, size, anchor="middle", fill=fill, bold=bold)
        for row, (line, size, fill, bold) in enumerate(texts)
    )
    return svg.part(
        box,
        svg.grounded(
            svg.rect(box, fill=DEEP, edge=SEAM, thick=1.5, corner=14),
            *_bid_dice(view, shown, caption),
            *words,
            _ring(box) if _bid_is_marked(caption) else "",
        ),
    )


def _bid_dice(view: view_pb2.View, box: Box, caption: Caption) -> Iterator[str]:
    """Yield as many dice as were bid, as far as there is room for them, else their number and one die."""
    quantity, face = view.bid.quantity, view.bid.face
    if quantity <= MOST_DICE:
        yield from dice_in((face,) * quantity if quantity else (UNSHAKEN,), box, BID_DIE, caption, IVORY, middle=True)
        return
    middle, words = box.x + box.width / 2, f"{quantity} ×"
    yield svg.text(middle, box.y + 34, words, 34, anchor="end", fill=CHALK, bold=True)
    yield from dice_in((face,), box._replace(x=middle + 14), BID_DIE, caption, IVORY)


# --- The panels ---


def _panel(view: view_pb2.View, caption: Caption, cup: view_pb2.Cup, box: Box) -> str:
    """Return a panel: the dice that a player has left, then those seen when the cups were last lifted."""
    top = box.y + svg.BAR + 7
    return svg.panel(
        caption,
        cup.seat,
        box,
        _dice_left(cup, Box(box.x + 10, top, 26 + LEFT_ROOM[0], LEFT_ROOM[1]), caption),
        *([_lifted_last(cup, (box.x + 160, top + 2), caption)] if cup.lifted else []),
        note="" if cup.dice else caption.say("out"),
        won=cup.seat == view.winner,
        out=not cup.dice,
    )


def _dice_left(cup: view_pb2.Cup, box: Box, caption: Caption) -> str:
    """Return the dice that a player has left, drawn and counted."""
    paint = svg.seat_paint(cup.seat)
    places, size = grid(cup.dice, Box(box.x + 24, box.y, *LEFT_ROOM), 16)
    drawn = (svg.group(die(2, size, paint), at=at) for at in places)
    count = svg.text(box.x + 2, box.y + 22, cup.dice, 20, bold=True)
    return svg.part(box, svg.element("g", svg.tip(caption.say("dice left")), count, *drawn), figure=True)


def _lifted_last(cup: view_pb2.Cup, at: tuple[float, float], caption: Caption) -> str:
    """Return the dice that were seen when the cups were last lifted."""
    words = svg.text(at[0], at[1] + 17, caption.say("Lifted last:"), svg.PLAIN, fill=svg.FAINT)
    row = Box(at[0] + 84, at[1], *LIFTED_ROOM)
    dice = svg.grounded(*dice_in(cup.lifted, row, 26, caption, svg.seat_paint(cup.seat)))
    return svg.part(Box(*at, 84 + LIFTED_ROOM[0], LIFTED_ROOM[1]), words, dice, least=0.8)
