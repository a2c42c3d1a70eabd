"""A view of Samurai Spirit as SVG: village and piles, then each samurai with the line; a text board in <desc>."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.kit.board import svg
from games.kit.board.caption import Caption
from games.kit.board.spots import spot
from games.kit.board.svg import Box, Portrait
from games.samurai_spirit.board import raiders, village
from games.samurai_spirit.board.portraits import FACES
from games.samurai_spirit.rules.data import DIFFICULTIES, FAMILY_BONUSES, FARM_PENALTIES, PENALTIES, RAIDERS
from games.samurai_spirit.words.en import shown
from gunbai.samurai_spirit.v1 import events as ev
from gunbai.samurai_spirit.v1 import view_pb2

BARRICADES = Box(svg.MARGIN + 36, svg.TOP, village.WIDE, village.HIGH)
HOMES = BARRICADES._replace(x=svg.WIDTH - svg.MARGIN - 36 - village.WIDE)
CARD, GAP = (raiders.WIDE, raiders.HIGH), 6
"""The size of a raider, and the room between two."""
GROWN = 1.3
"""How large a page may draw cards."""
ROOM = 3 * CARD[0] + 2 * GAP
"""How wide a left side is, and a line: of more than three raiders, each covers the one before but for a strip."""
FAN = raiders.STRIP
"""How much of the next raider in a pile is visible."""
PILE = CARD[0] + 2 * FAN
"""How wide a pile of three cards is."""
PILES_TOP, PILES = svg.TOP + village.HIGH + 38, {"Raiders": 120, "Intruders": 330, "Discard": 540}
IN_HAND = 750
ROWS_TOP, ROW = PILES_TOP + CARD[1] + 46, CARD[1] + svg.BAR + 24
PERSON, TOTAL, LEFT_SIDE, LINE = 78, 258, 320, 620
MOST_FARMS, MOST_FAMILIES = 6, 3
NOTE_LINES = 3
"""How many lines a note on a board has at most."""
METER = 68
"""How wide the bar is that shows a total."""
RED, BLUE, NIGHT, KIAI = "#b3261e", "#3d5a80", "#3a2430", "#d99a1c"
SHORT = {
    "fire": "fire",
    "wound": "wound",
    "ninja": "ninja",
    "no_defend": "no def.",
    "no_support": "no aid",
    "draw_left": "draw",
    "draw_right": "draw",
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
    lacking = [
        symbol for symbol in raiders.SYMBOL if symbol not in {RAIDERS[raider].defence for raider in samurai.left_side}
    ]
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
    yield svg.part(BARRICADES, svg.grounded(*_barricades(view, caption)), least=0.7)
    yield svg.part(HOMES, svg.grounded(*_homes(view, caption)), least=0.7)
    yield svg.band(*_piles(view, caption))
    yield from _absent_tokens(view, caption, PILES["Raiders"], PILES_TOP + CARD[1] + 22)
    for x, words in ((TOTAL, "total"), (LEFT_SIDE + ROOM / 2, "left side"), (LINE + CARD[0] / 2, "line")):
        yield svg.text(x, ROWS_TOP - 6, caption.say(words), svg.SMALL, anchor="middle", fill=svg.FAINT)
    yield from (_samurai(view, caption, samurai) for samurai in view.samurai)


def _barricades(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the palisade with the barricades left, and the level of difficulty."""
    yield svg.group(village.palisade(view.barricades, view.barricade_limit), at=BARRICADES[:2])
    left = caption.say("Barricades {left} of {most}", left=view.barricades, most=view.barricade_limit)
    difficulty = caption.word(view.difficulty, "difficulty")
    yield _sign(BARRICADES.x + 12, left, 300)
    yield svg.text(
        BARRICADES.x + BARRICADES.width - 12,
        BARRICADES.y + village.LINE,
        difficulty,
        fill=village.WORDS,
        anchor="end",
    )
    if _is_hit(caption, "barricades"):
        yield svg.ring(_lower(BARRICADES, 8, BARRICADES.width - 8))


def _homes(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the farms and the families left."""
    farms, families = len(view.farms), len(view.families)
    yield svg.group(village.homes(farms, MOST_FARMS, families, MOST_FAMILIES), at=HOMES[:2])
    yield _sign(HOMES.x + 12, caption.say("Farms {left} of {most}", left=farms, most=MOST_FARMS), 240)
    end = HOMES.x + village.FARMS_END + 8
    yield _sign(end, caption.say("Families {left} of {most}", left=families, most=MOST_FAMILIES), 140)
    if _is_hit(caption, "farms"):
        yield svg.ring(_lower(HOMES, 8, village.FARMS_END - 2))
    if _is_hit(caption, "families"):
        yield svg.ring(_lower(HOMES, village.FARMS_END + 8, HOMES.width - 8))


def _sign(x: float, words: str, room: float) -> str:
    """Return how many are left of something that can be lost."""
    return svg.text(x, svg.TOP + village.LINE, words, 14, fill=village.WORDS, room=room)


def _lower(scene: Box, left: float, right: float) -> Box:
    """Return a piece of a scene below its words."""
    return Box(scene.x + left, scene.y + village.LINE + 10, right - left, scene.height - village.LINE - 18)


def _piles(view: view_pb2.View, caption: Caption) -> Iterator[str]:
    """Yield the three piles from the top as far as they are known, and the raiders and tokens next to them."""
    piles = {"Raiders": view.raiders, "Intruders": view.intruders, "Discard": view.discard[::-1]}
    for name, pile in piles.items():
        words = svg.text(PILES[name], PILES_TOP - 8, f"{caption.say(name)} {len(pile)}", bold=True, room=118)
        yield svg.part(_pile_box(PILES[name]), words, *_pile(pile, caption, PILES[name]))
    paint = {"fill": RED, "bold": True} if view.in_hand else {"fill": svg.FAINT}
    words = svg.text(IN_HAND, PILES_TOP - 8, caption.say("In hand"), **paint)
    hand = _fan(view.in_hand[:2], IN_HAND, PILES_TOP, caption, CARD[0] + GAP)
    yield svg.part(_pile_box(IN_HAND, 2 * CARD[0] + GAP), words, *(hand or [svg.slot(Box(IN_HAND, PILES_TOP, *CARD))]))


def _pile_box(x: float, width: float = PILE) -> Box:
    """Return the place of a pile, with the text above it."""
    return Box(x, PILES_TOP - 22, width, CARD[1] + 24)


def _absent_tokens(view: view_pb2.View, caption: Caption, x: float, y: float) -> Iterator[str]:
    for number, samurai in enumerate(view.absent):
        name = caption.word(samurai)
        words = name if number else caption.say("absent tokens: {samurai:id}", samurai=name)
        words += "," if number + 1 < len(view.absent) else ""
        shown = svg.text(x, y, words, 12, room=svg.WIDTH - svg.MARGIN - x)
        box = Box(x, y - 14, min(svg.width_of(words, 12), svg.WIDTH - svg.MARGIN - x), 20)
        yield svg.part(box, svg.group(svg.tip(name), shown, at_spot=spot("samurai", samurai)))
        x += box.width + 6


def _pile(pile: Sequence[str], caption: Caption, x: float) -> list[str]:
    """Return up to three cards of a pile, the top one in front on the right."""
    if not pile:
        return [svg.slot(Box(x, PILES_TOP, *CARD))]
    return _fan(pile[2::-1] if len(pile) > 2 else pile[::-1], x, PILES_TOP, caption, FAN)


def _fan(shown: Sequence[str], x: float, y: float, caption: Caption, step: float) -> list[str]:
    """Return raiders in a row, the last one whole in front; the rings of the last move lie on what is seen of them."""
    covers, last, rings = step < CARD[0], len(shown) - 1, []
    drawn = []
    for place, raider in enumerate(shown):
        covered = covers and place < last
        at = x + step * place, y
        drawn.append(_raider(at, raider, caption, covered=covered))
        if raider and raider in _marked_raiders(caption):
            rings.append(svg.ring(Box(*at, step if covered else CARD[0], CARD[1])))
    return drawn + rings


def _slot(x: float, y: float, symbol: str) -> str:
    middle = (x + CARD[0] / 2, y + CARD[1] / 2)
    return svg.slot(Box(x, y, *CARD), svg.shape(raiders.SYMBOL[symbol], middle, svg.LINE, 1.6))


def _raider(at: tuple[float, float], name: str, caption: Caption, *, covered: bool = False) -> str:
    """Return a raider: its value, defence symbol, flames, figure and penalties; face down if it is not known."""
    box = Box(*at, *CARD)
    if not name:
        return svg.back(box, NIGHT)
    raider = RAIDERS[name]
    words = tuple(caption.say(SHORT[penalty]) for penalty in raider.penalties)
    return svg.card(
        box,
        svg.group(raiders.drawn(name, words, covered=covered), at=at),
        fill=raiders.TINTS[raider.value],
        edge=svg.INK,
        thick=1,
        words=_printed(name, caption),
        at_spot=spot("raider", name),
    )


def _samurai(view: view_pb2.View, caption: Caption, samurai: view_pb2.Samurai) -> str:
    """Return a samurai's panel: the state, the total over the kiai number, the left side, the line."""
    box = Box(svg.MARGIN, ROWS_TOP + ROW * (samurai.seat - 1), svg.INNER, ROW - 10)
    top = box.y + svg.BAR + 6
    return svg.panel(
        caption,
        samurai.seat,
        box,
        _total(samurai, caption, top),
        *_person(samurai, caption, top),
        _left_side(samurai, caption, top),
        *_line(samurai, caption, top),
        role=_called(samurai, caption),
        note=_state(samurai, caption),
        won=view.ending == "village_saved",
        face=_face(samurai),
    )


def _total(samurai: view_pb2.Samurai, caption: Caption, top: float) -> str:
    """Return the total above the kiai number, with a bar that is full, and golden, once they are equal."""
    over, equal = samurai.total > samurai.kiai, samurai.total == samurai.kiai
    ink, paint = RED if over else svg.INK, RED if over else KIAI if equal else BLUE
    bar = Box(TOTAL - METER / 2, top + 58, METER, 8)
    full = METER * min(1, samurai.total / max(1, samurai.kiai))
    return svg.part(
        Box(TOTAL - 40, top + 8, 80, 60),
        svg.text(TOTAL, top + 34, samurai.total, 30, bold=True, anchor="middle", fill=ink),
        svg.text(TOTAL, top + 52, caption.say("kiai {kiai}", kiai=samurai.kiai), anchor="middle"),
        svg.rect(bar, fill=svg.LINE, corner=4),
        svg.rect(bar._replace(width=full), fill=paint, corner=4) if full else "",
        svg.ring(Box(TOTAL - 38, top + 11, 76, 56)) if samurai.seat in _marked_boards(caption) else "",
        figure=True,
    )


def _face(samurai: view_pb2.Samurai) -> str:
    """Return the helmet of a samurai on the paint of the seat, once it is dealt."""
    face = FACES.get((samurai.samurai, samurai.animal))
    return svg.portrait(Portrait(svg.seat_paint(samurai.seat), face)) if face else ""


def _person(samurai: view_pb2.Samurai, caption: Caption, top: float) -> Iterator[str]:
    """Yield the wound and the notes on a board, if there are any."""
    notes, drawn, y = _notes(samurai, caption), [], top + 4
    if samurai.wounded:
        drawn.append(svg.token((PERSON + 8, y + 9), 9, "!", RED))
        drawn.append(svg.text(PERSON + 24, y + 13, caption.say("wounded"), 12, fill=RED))
        y += 20
    lines = [line for note in notes for line in svg.wrapped(note, 12, TOTAL - PERSON - 32, NOTE_LINES)]
    for number, line in enumerate(lines):
        drawn.append(svg.text(PERSON, y + 13 + 16 * number, line, 12, fill=BLUE))
    if drawn:
        height = y - top + 16 * len(lines)
        yield svg.part(Box(PERSON - 7, top, TOTAL - PERSON - 22, height), *drawn)


def _left_side(samurai: view_pb2.Samurai, caption: Caption, top: float) -> str:
    """Return the left side, whose places stay next to each other."""
    defended = {RAIDERS[raider].defence: raider for raider in samurai.left_side}
    drawn: list[str] = []
    across = CARD[0] + GAP
    for number, symbol in enumerate(raiders.SYMBOL):
        x = LEFT_SIDE + across * number
        drawn += _fan([defended[symbol]], x, top, caption, across) if symbol in defended else [_slot(x, top, symbol)]
    return svg.part(Box(LEFT_SIDE, top, ROOM, CARD[1]), *drawn, most=GROWN)


def _line(samurai: view_pb2.Samurai, caption: Caption, top: float) -> Iterator[str]:
    """Yield the raiders of the line, the last one whole in front: what is covered of the others no longer counts."""
    if not samurai.line:
        return
    step = min(CARD[0] + GAP, (ROOM - CARD[0]) / max(1, len(samurai.line) - 1))
    yield svg.part(Box(LINE, top, ROOM, CARD[1]), *_fan(samurai.line, LINE, top, caption, step), most=GROWN)
