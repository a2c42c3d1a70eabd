"""A view of Samurai Spirit as SVG: village and piles, then each samurai with the line; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from games.kit.board.svg import Box, Portrait
from games.samurai_spirit.board.portraits import FACES
from games.samurai_spirit.rules.data import DIFFICULTIES, FAMILY_BONUSES, FARM_PENALTIES, PENALTIES, RAIDERS, SYMBOLS
from games.samurai_spirit.words.en import shown
from gunbai.samurai_spirit.v1 import events as ev
from gunbai.samurai_spirit.v1 import view_pb2

VILLAGE = Box(svg.MARGIN, svg.TOP, 344, 124)
CARD, FAN = (50, 70), 22
"""The size of a raider, and how much of the next one in a pile is visible."""
GROWN = 1.3
"""How large a page may draw cards."""
SPREAD = 1.05
"""How large a page may draw the village and the piles, which lie in one row, at least at first."""
PILES_TOP, PILES = svg.TOP + 20, {"Raiders": 396, "Intruders": 552, "Discard": 708}
IN_HAND = 864
PILE = 112
"""How wide a pile of three cards is, and the raiders in hand."""
ROWS_TOP, ROW = svg.TOP + 150, 120
PERSON, TOTAL, LEFT_SIDE, LINE = 78, 250, 294, 476
MOST_FARMS, MOST_FAMILIES = 6, 3
WOOD, RED, GREEN, BLUE, NIGHT = "#7a5c36", "#b3261e", "#3f6b3d", "#3d5a80", "#3a2430"
SYMBOL = {
    "hat": "M-9,5 L0,-7 L9,5 Z",
    "farm": "M-8,6 V-1 L0,-8 L8,-1 V6 Z",
    "doll": "M-6,7 L-3,-1 a4,4 0 1 1 6,0 L6,7 Z",
}
SHORT = {
    "fire": "fire",
    "wound": "wound",
    "ninja": "ninja",
    "no_defend": "no def.",
    "no_support": "no aid",
    "draw_left": "← draw",
    "draw_right": "draw →",
    "must_pass": "pass",
    "reinforce": "back",
    "no_talent": "no tal.",
    "discard_left": "discard",
}
ENDINGS = {
    "death": "[{samurai:id} of {player:id}|A samurai] is dead[: {score:id} points]",
    "village_lost": "The village is lost[: {score:id} points]",
    "village_saved": "The village is saved[: {score:id} points]",
}
HIT = {
    "barricades": (ev.BarricadeDestroyed, ev.BarricadeBuilt),
    "farms": (ev.FarmDestroyed,),
    "families": (ev.FamilyLost, ev.FamilyHelped),
}
"""The events that change each part of the village."""


def picture(view: view_pb2.View, caption: Caption) -> str:
    """Return the view as an SVG document."""
    return svg.frame(caption, page(view, caption))


def page(view: view_pb2.View, caption: Caption) -> svg.Page:
    """Return the words and the drawing of the view."""
    return svg.Page(
        status=status(view, caption),
        board=list(_board(view, caption)),
        marked=list(_marked(view, caption)),
        parts=_parts(view, caption),
        height=ROWS_TOP + ROW * len(view.samurai) + 8,
    )


def status(view: view_pb2.View, caption: Caption) -> str:
    """Return in a few words how the game stands."""
    if view.ending == "death":
        return caption.say(ENDINGS[view.ending], score=view.score, **_dead(view, caption))
    if view.ending:
        return caption.say(ENDINGS[view.ending], score=view.score)
    if not view.active_seat:
        return caption.say("Set-up")
    return caption.say(
        "Round {round} of 3: turn of {player:id}, {samurai:id}",
        round=view.round,
        player=caption.name(view.active_seat),
        samurai=_called(view.samurai[view.active_seat - 1], caption),
    )


def _dead(view: view_pb2.View, caption: Caption) -> dict[str, str]:
    """Return which samurai died and whose it was: from the last move, or the only one wounded that often (SS-8.23)."""
    died = {event.seat for event in caption.events if isinstance(event, ev.SamuraiDied)}
    died = died or {samurai.seat for samurai in view.samurai if samurai.animal and samurai.wounded}
    if len(died) != 1:
        return {"samurai": "", "player": ""}
    (seat,) = died
    return {"samurai": _called(view.samurai[seat - 1], caption), "player": caption.name(seat)}


def _called(samurai: view_pb2.Samurai, caption: Caption) -> str:
    return caption.word(samurai.samurai) if samurai.samurai else caption.say("not dealt")


# --- The text board ---


def _board(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield caption.say("level of difficulty: {difficulty}", difficulty=view.difficulty)
    yield from _text_village(view, caption)
    yield caption.say(
        "raiders from the top: [{raiders:id}|none]; intruders from the top: [{intruders:id}|none]",
        raiders=_text_pile(view.raiders, caption),
        intruders=_text_pile(view.intruders, caption),
    )
    yield caption.say("discarded: [{raiders:id}|none]", raiders=" ".join(view.discard))
    if view.in_hand:
        yield caption.say("in hand: {raiders:id}", raiders=_all_printed(view.in_hand, caption))
    if view.absent:
        yield _absent(view, caption)
    yield from (_text_samurai(caption, samurai) for samurai in view.samurai)


def _text_village(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the remains of the village, and the effects of farms and families at this difficulty."""
    level = DIFFICULTIES.get(view.difficulty)
    yield caption.say(
        "{barricades} of {limit} barricades, {farms} of {most_farms} farms, {families} of {most_families} families",
        barricades=view.barricades,
        limit=view.barricade_limit,
        farms=len(view.farms),
        most_farms=MOST_FARMS,
        families=len(view.families),
        most_families=MOST_FAMILIES,
    )
    if level and level.farm_penalties and view.farms:
        yield caption.say("each farm that is destroyed brings one of: {farms:id}", farms=_counted(view.farms, caption))
    if level and level.family_bonuses and view.families:
        bonuses = ", ".join(caption.word(FAMILY_BONUSES.word(family), "family") for family in view.families)
        yield caption.say("families help at the end of a round: {families:id}", families=bonuses)


def _counted(farms: Iterable[int], caption: Caption) -> str:
    """Return the farms' penalties in a few words, each with its number."""
    words = [_short(FARM_PENALTIES.word(penalty), caption) for penalty in farms]
    return ", ".join(f"{word} ×{words.count(word)}" if words.count(word) > 1 else word for word in dict.fromkeys(words))


def _short(word: str, caption: Caption) -> str:
    """Return a penalty in a word or two."""
    return caption.word(word, "mark")


def _printed(name: str, caption: Caption) -> str:
    """Return a raider with what is printed on it."""
    return shown(name, caption.word, caption.say("flames"))


def _all_printed(raiders: Iterable[str], caption: Caption) -> str:
    return ", ".join(_printed(raider, caption) for raider in raiders)


def _absent(view: view_pb2.View, caption: Caption) -> str:
    return caption.say("absent tokens: {samurai:id}", samurai=", ".join(map(caption.word, view.absent)))


def _text_pile(pile: Sequence[str], caption: Caption) -> str:
    """Return a pile from the top: runs of unknown raiders as their number."""
    runs: list[str] = []
    unknown = 0
    for raider in (*pile, "end"):
        if raider and unknown:
            runs.append(caption.say("{count} unknown", count=unknown))
            unknown = 0
        if not raider:
            unknown += 1
        elif raider != "end":
            runs.append(_printed(raider, caption))
    return ", ".join(runs)


def _text_samurai(caption: Caption, samurai: view_pb2.Samurai) -> str:
    lacking = [symbol for symbol in SYMBOLS if symbol not in {RAIDERS[raider].defence for raider in samurai.left_side}]
    return caption.say(
        "{who:id}, {samurai:id}, {state:id}: total {total}, kiai {kiai}; line: [{line:id}|empty]; "
        "left: [{left:id}|nothing][, lacks {lacking:id}]{notes:id}",
        who=caption.seat(samurai.seat),
        samurai=_called(samurai, caption),
        state=_state(samurai, caption),
        total=samurai.total,
        kiai=samurai.kiai,
        line=_all_printed(samurai.line, caption),
        left=", ".join(f"{caption.word(RAIDERS[raider].defence, 'symbol')} {raider}" for raider in samurai.left_side),
        lacking=", ".join(caption.word(symbol, "symbol") for symbol in lacking),
        notes="".join(f"; {note}" for note in _notes(samurai, caption)),
    )


def _state(samurai: view_pb2.Samurai, caption: Caption) -> str:
    return caption.say(
        "[animal?animal|human][wounded?, wounded][passed?, passed]",
        animal=samurai.animal,
        wounded=samurai.wounded,
        passed=samurai.passed,
    )


def _notes(samurai: view_pb2.Samurai, caption: Caption) -> list[str]:
    """Return where the support token is, which talents help, and which penalties bind."""
    notes = []
    if samurai.token_with_seat != samurai.seat:
        notes.append(caption.say("token with {player:id}", player=caption.name(samurai.token_with_seat)))
    if samurai.helpers:
        notes.append(caption.say("helped by {samurai:id}", samurai=", ".join(map(caption.word, samurai.helpers))))
    if samurai.bound:
        bound = ", ".join(_short(PENALTIES.word(penalty), caption) for penalty in samurai.bound)
        notes.append(caption.say("bound: {penalties:id}", penalties=bound))
    return notes


# --- The last move ---


def _marked(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    lying = {*view.in_hand, *view.raiders[:3], *view.intruders[:3], *view.discard[-3:]}
    lying |= {raider for samurai in view.samurai for raider in (*samurai.line, *samurai.left_side)}
    yield from (raider for raider in _marked_raiders(caption) if raider in lying)
    yield from (caption.say(part) for part in HIT if _is_hit(caption, part))
    yield from (caption.say("board of {player:id}", player=caption.name(seat)) for seat in _marked_boards(caption))


def _marked_raiders(caption: Caption) -> tuple[str, ...]:
    return svg.touched(caption.events, "raider", "raiders")


def _is_hit(caption: Caption, part: str) -> bool:
    return any(isinstance(event, HIT[part]) for event in caption.events)


def _marked_boards(caption: Caption) -> tuple[int, ...]:
    """Return the seats whose wounds or side changed, or that gave their token away or passed."""
    kinds = ev.WoundTaken | ev.SpiritAwakened | ev.SamuraiDied | ev.SamuraiHealed | ev.SamuraiPassed | ev.SupportGiven
    return svg.touched([event for event in caption.events if isinstance(event, kinds)], "seat")


# --- The drawing ---


def _parts(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    yield svg.part(VILLAGE, svg.grounded(*_village(view, caption)), least=0.9, most=SPREAD)
    yield from _piles(view, caption)
    for x, words in ((TOTAL, "total"), (LEFT_SIDE + 81, "left side"), (LINE + 25, "line")):
        yield svg.text(x, ROWS_TOP - 6, caption.say(words), svg.SMALL, anchor="middle", fill=svg.FAINT)
    yield from (_samurai(view, caption, samurai) for samurai in view.samurai)


def _village(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the barricades, farms and families left."""
    x, y = VILLAGE.x, VILLAGE.y
    yield svg.rect(VILLAGE, fill=svg.SHADE, edge=WOOD, corner=10)
    difficulty = caption.word(view.difficulty, "difficulty")
    yield svg.text(x + VILLAGE.width - 12, y + 112, difficulty, 12, anchor="end", fill=svg.FAINT)
    left = ("Barricades {left} of {most}", view.barricades, view.barricade_limit)
    yield _left(caption, left, (x + 14, y + 26))
    for number in range(view.barricade_limit):
        fill = WOOD if number < view.barricades else svg.PAPER
        yield svg.rect(Box(x + 166 + 18 * number, y + 12, 12, 18), fill=fill, edge=WOOD, corner=3)
    counts = (
        ("farm", ("Farms {left} of {most}", len(view.farms), MOST_FARMS), GREEN),
        ("doll", ("Families {left} of {most}", len(view.families), MOST_FAMILIES), BLUE),
    )
    for row, (symbol, left, paint) in enumerate(counts, 1):
        yield _left(caption, left, (x + 14, y + 26 + 38 * row))
        for number in range(left[2]):
            fill = paint if number < left[1] else svg.PAPER
            yield svg.shape(SYMBOL[symbol], (x + 176 + 28 * number, y + 22 + 38 * row), fill, 1.4, stroke=paint)
    for row, part in enumerate(HIT):
        if _is_hit(caption, part):
            yield svg.ring(Box(x + 8, y + 8 + 38 * row, VILLAGE.width - 16, 28))


def _left(caption: Caption, left: tuple[str, int, int], at: tuple[float, float]) -> str:
    """Return how many are left of something that can be lost."""
    return svg.text(*at, caption.say(left[0], left=left[1], most=left[2]), room=148)


def _piles(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the three piles from the top as far as they are known, and the raiders and tokens next to them."""
    piles = {"Raiders": view.raiders, "Intruders": view.intruders, "Discard": view.discard[::-1]}
    for name, pile in piles.items():
        words = svg.text(PILES[name], PILES_TOP - 8, f"{caption.say(name)} {len(pile)}", bold=True, room=118)
        yield svg.part(_pile_box(PILES[name]), words, *_pile(pile, caption, PILES[name]), most=SPREAD)
    if view.in_hand:
        words = svg.text(IN_HAND, PILES_TOP - 8, caption.say("In hand"), fill=RED, bold=True)
        hand = (_raider(IN_HAND + 56 * n, PILES_TOP, raider, caption) for n, raider in enumerate(view.in_hand[:2]))
        yield svg.part(_pile_box(IN_HAND), words, *hand, most=SPREAD)
    else:
        yield svg.part(_pile_box(IN_HAND), svg.slot(Box(IN_HAND, PILES_TOP, *CARD)), most=SPREAD)
    if view.absent:
        yield from _absent_tokens(view, caption, PILES["Raiders"], PILES_TOP + 94)


def _pile_box(x: float) -> Box:
    """Return the place of a pile, with the text above it."""
    return Box(x, PILES_TOP - 22, PILE, CARD[1] + 24)


def _absent_tokens(view: view_pb2.View, caption: Caption, x: float, y: float) -> Iterator[str]:
    for number, samurai in enumerate(view.absent):
        name = caption.word(samurai)
        words = name if number else caption.say("absent tokens: {samurai:id}", samurai=name)
        words += "," if number + 1 < len(view.absent) else ""
        shown = svg.text(x, y, words, 12, room=svg.WIDTH - svg.MARGIN - x)
        box = Box(x, y - 14, min(svg.width_of(words, 12), svg.WIDTH - svg.MARGIN - x), 20)
        yield svg.part(box, svg.group(svg.tip(name), shown, at_spot=spot("samurai", samurai)))
        x += box.width + 6


def _pile(pile: Sequence[str], caption: Caption, x: float) -> Iterator[str]:
    """Yield up to three cards of a pile, the top one in front on the left."""
    if not pile:
        yield svg.slot(Box(x, PILES_TOP, *CARD))
    for place in reversed(range(min(3, len(pile)))):
        yield _raider(x + FAN * place, PILES_TOP, pile[place], caption, covered=place > 0)


def _slot(x: float, y: float, symbol: str) -> str:
    middle = (x + CARD[0] / 2, y + CARD[1] / 2)
    return svg.slot(Box(x, y, *CARD), svg.shape(SYMBOL[symbol], middle, svg.LINE))


def _raider(x: float, y: float, name: str, caption: Caption, *, covered: bool = False) -> str:
    """Return a raider: its value, defence symbol, flames and penalties; face down if it is not known.

    A covered one has no words, of which only ends could be read.
    """
    box = Box(x, y, *CARD)
    if not name:
        return svg.back(box, NIGHT)
    raider = RAIDERS[name]
    penalties = enumerate(() if covered else reversed(raider.penalties))
    return svg.card(
        box,
        svg.text(x + 6, y + 22, raider.value, 20, bold=True),
        svg.shape(SYMBOL[raider.defence], (x + 37, y + 16), GREEN) if raider.defence else "",
        svg.shape(svg.FLAME, (x + 42, y + 34), RED, 0.8) if raider.flames else "",
        *(svg.text(x + 4, y + 64 - 13 * row, caption.say(SHORT[name]), svg.SMALL, fill=RED) for row, name in penalties),
        edge=svg.INK,
        thick=1,
        marked=name in _marked_raiders(caption),
        words=_printed(name, caption),
        at_spot=spot("raider", name),
    )


def _samurai(view: view_pb2.View, caption: Caption, samurai: view_pb2.Samurai) -> str:
    """Return a samurai's panel: the state, the total over the kiai number, the left side, the line."""
    box = Box(svg.MARGIN, ROWS_TOP + ROW * (samurai.seat - 1), svg.INNER, ROW - 10)
    top = box.y + svg.BAR + 6
    over = samurai.total > samurai.kiai
    return svg.panel(
        caption,
        samurai.seat,
        box,
        svg.part(
            Box(TOTAL - 40, top + 8, 80, 48),
            svg.text(TOTAL, top + 34, samurai.total, 30, bold=True, anchor="middle", fill=RED if over else svg.INK),
            svg.text(TOTAL, top + 52, caption.say("kiai {kiai}", kiai=samurai.kiai), anchor="middle"),
            svg.ring(Box(TOTAL - 36, top + 11, 72, 44)) if samurai.seat in _marked_boards(caption) else "",
            figure=True,
        ),
        _left_side(samurai, caption, top),
        *_line(samurai, caption, top),
        *_person(samurai, caption, top),
        role=_called(samurai, caption),
        note=_state(samurai, caption),
        won=view.ending == "village_saved",
        face=_face(samurai),
    )


def _face(samurai: view_pb2.Samurai) -> str:
    """Return the helmet of a samurai on the paint of the seat, once it is dealt."""
    face = FACES.get((samurai.samurai, samurai.animal))
    return svg.portrait(Portrait(svg.seat_paint(samurai.seat), face)) if face else ""


def _person(samurai: view_pb2.Samurai, caption: Caption, top: float) -> Iterator[str]:
    """Yield the wound and the notes on a board, if there are any."""
    notes, drawn = _notes(samurai, caption), []
    if samurai.wounded:
        drawn.append(svg.token((PERSON + 8, top + 14), 9, "!", RED))
        drawn.append(svg.text(PERSON + 24, top + 19, caption.say("wounded"), 12, fill=RED))
    for number, note in enumerate(notes):
        drawn.append(svg.text(PERSON, top + 36 + 16 * number, note, 12, fill=BLUE, room=TOTAL - PERSON - 34))
    if drawn:
        yield svg.part(Box(PERSON - 7, top - 2, TOTAL - PERSON - 22, CARD[1] + 6), *drawn)


def _left_side(samurai: view_pb2.Samurai, caption: Caption, top: float) -> str:
    """Return the left side, whose places stay next to each other."""
    defended = {RAIDERS[raider].defence: raider for raider in samurai.left_side}
    drawn, across = [], CARD[0] + 6
    for number, symbol in enumerate(SYMBOLS):
        x = LEFT_SIDE + across * number
        drawn.append(_raider(x, top, defended[symbol], caption) if symbol in defended else _slot(x, top, symbol))
    return svg.part(Box(LEFT_SIDE, top, across * len(SYMBOLS) - 6, CARD[1]), *drawn, most=GROWN)


def _step(samurai: view_pb2.Samurai) -> float:
    """Return the distance from one raider of a line to the next: smaller if there are many."""
    room = svg.WIDTH - svg.MARGIN - 14 - LINE - CARD[0]
    return min(CARD[0] + 6, room / max(1, len(samurai.line) - 1))


def _line(samurai: view_pb2.Samurai, caption: Caption, top: float) -> Iterator[str]:
    """Yield the raiders of the line."""
    step = _step(samurai)
    for place, raider in enumerate(samurai.line):
        x = LINE + step * place
        yield svg.part(Box(x, top, *CARD), _raider(x, top, raider, caption), most=GROWN)
