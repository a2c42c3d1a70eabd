"""A view of Liar's Dice as SVG: the bid, and the cups with the dice that the reader may see; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.svg import Box
from gunbai.liars_dice.v1 import events as ev
from gunbai.liars_dice.v1 import view_pb2

BID = Box(svg.MARGIN, svg.TOP, 360, 88)
PANEL = Box(svg.MARGIN, BID.y + BID.height + 16, (svg.INNER - 16) / 2, 132)
BID_DIE, DIE, SMALL_DIE = 58, 36, 22
CUP = "#b98a56"
CUBE = "M-8,-8 H8 V8 H-8 Z"
HIDDEN = 0
"""A die whose face the reader may not see."""
UNSHAKEN = -1
"""A die that is not under its cup."""
LEFT, MIDDLE, RIGHT = -1, 0, 1
PIPS = {
    1: ((MIDDLE, MIDDLE),),
    2: ((LEFT, LEFT), (RIGHT, RIGHT)),
    3: ((LEFT, LEFT), (MIDDLE, MIDDLE), (RIGHT, RIGHT)),
    4: ((LEFT, LEFT), (LEFT, RIGHT), (RIGHT, LEFT), (RIGHT, RIGHT)),
    5: ((LEFT, LEFT), (LEFT, RIGHT), (MIDDLE, MIDDLE), (RIGHT, LEFT), (RIGHT, RIGHT)),
    6: ((LEFT, LEFT), (LEFT, MIDDLE), (LEFT, RIGHT), (RIGHT, LEFT), (RIGHT, MIDDLE), (RIGHT, RIGHT)),
}
"""The places of the pips, across and down; faces beyond six are shown as numbers."""


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
        height=PANEL.y + (len(view.cups) + 1) // 2 * (PANEL.height + 16) + svg.MARGIN,
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
    yield svg.part(BID, _bid_card(view, caption), least=0.75, most=1.35)
    right = BID.x + BID.width + 20
    yield svg.lines(
        svg.text(right, BID.y + 50, _agreed(view, caption), fill=svg.FAINT, room=svg.WIDTH - svg.MARGIN - right)
    )
    for number, cup in enumerate(view.cups):
        x, y = PANEL.x + number % 2 * (PANEL.width + 16), PANEL.y + number // 2 * (PANEL.height + 16)
        yield _panel(view, caption, cup, PANEL._replace(x=x, y=y))


def _bid_card(view: view_pb2.View, caption: Caption) -> str:
    """Return the bid: its number and its face large, then in words."""
    middle, left, shown = BID.y + BID.height / 2, BID.x + 16, []
    if view.HasField("bid"):
        quantity = f"{view.bid.quantity} ×"
        shown.append(svg.text(left, middle + 14, quantity, 40, bold=True))
        left += 24 * len(quantity)
        shown.append(_die((left, middle - BID_DIE / 2), view.bid.face, BID_DIE, caption))
        left += BID_DIE + 16
    words = svg.wrapped(_bid(view, caption), 15, BID.x + BID.width - 10 - left, 3)
    lines = (svg.text(left, middle + 6 + 19 * (row - (len(words) - 1) / 2), line, 15) for row, line in enumerate(words))
    return svg.card(BID, *shown, *lines, marked=_bid_is_marked(caption))


def _panel(view: view_pb2.View, caption: Caption, cup: view_pb2.Cup, box: Box) -> str:
    """Return a panel: the dice under the cup, then those seen when the cups were last lifted."""
    under, low = box.y + svg.BAR + 12, box.y + svg.BAR + 70
    dice, left = _under(cup) if cup.shaken else (UNSHAKEN,) * cup.dice, caption.say("dice left")
    row = Box(box.x + 70, under - 4, max(1, _most(view)) * (DIE + 6) + 2, DIE + 8)
    around = Box(row.x + 3, row.y + 3, len(dice) * (DIE + 6) - 4, row.height - 6)
    marked = cup.seat in _marked_cups(caption)
    ring = svg.ring(around) if marked else ""
    # A lost last die leaves no row: the number has the ring.
    figure = svg.Figure(left, cup.dice, CUBE, svg.PAINT["brown"], marked=marked and not dice)
    return svg.panel(
        caption,
        cup.seat,
        box,
        *svg.figures((box.x + 8, under), figure),
        *([svg.part(row, *_row((row.x + 4, under), dice, DIE, caption), ring, most=1.38)] if dice else []),
        *([_lifted_last(view, cup, (box.x + 14, low), caption)] if cup.lifted else []),
        note="" if cup.dice else caption.say("out"),
        won=cup.seat == view.winner,
        out=not cup.dice,
    )


def _most(view: view_pb2.View) -> int:
    """Return how many dice the longest row has: all rows have room for them, so that a page draws all dice alike."""
    return max(max(cup.dice, len(cup.lifted)) for cup in view.cups)


def _lifted_last(view: view_pb2.View, cup: view_pb2.Cup, at: tuple[float, float], caption: Caption) -> str:
    """Return the dice that were seen when the cups were last lifted."""
    words = svg.text(at[0], at[1] + 16, caption.say("Lifted last:"), svg.SMALL, fill=svg.FAINT)
    box = Box(*at, 76 + _most(view) * (SMALL_DIE + 6), SMALL_DIE)
    return svg.part(box, words, *_row((at[0] + 76, at[1]), cup.lifted, SMALL_DIE, caption), least=0.8)


def _row(at: tuple[float, float], dice: Sequence[int], size: float, caption: Caption) -> Iterator[str]:
    for place, face in enumerate(dice):
        yield _die((at[0] + place * (size + 6), at[1]), face, size, caption)


def _die(at: tuple[float, float], face: int, size: float, caption: Caption) -> str:
    """Return a die with its pips, or the cup over it."""
    box, middle = Box(*at, size, size), (at[0] + size / 2, at[1] + size / 2)
    if face == UNSHAKEN:
        return svg.slot(box)
    if face == HIDDEN:
        mark = svg.text(middle[0], middle[1] + 6, "?", svg.LARGE, anchor="middle", bold=True, fill=svg.ink_on(CUP))
        return svg.element("g", svg.rect(box, fill=CUP, edge=svg.INK, corner=6), mark, fill=svg.INK)
    if face not in PIPS:
        number = svg.text(middle[0], middle[1] + 5, face, svg.PLAIN, anchor="middle", bold=True)
        return svg.element("g", svg.rect(box, edge=svg.INK, corner=5), number, fill=svg.INK)
    pips = (
        svg.circle((middle[0] + across * size * 0.27, middle[1] + down * size * 0.27), size * 0.09, fill=svg.INK)
        for across, down in PIPS[face]
    )
    tip = svg.tip(caption.say("a die showing {face}", face=face))
    return svg.element("g", tip, svg.rect(box, edge=svg.INK, corner=5), *pips)
