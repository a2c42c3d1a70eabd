"""A quick model of Samurai Spirit, of three samurai on normal: what the trainer plays thousands of games with.

It is compiled when it is first called, and plays some hundred times as fast as the rules do. A village is a record.
Samurai are counted from 0, and raiders are the places of their cards in print order. Three things are simpler than in
the rules: a kiai is used by a rule of thumb, and a second one that it sets off waits for its end; nobody lends the
token of another; a raider that was sent on can only be confronted or defended against.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import njit

from games.samurai_spirit.bots import facts as known
from games.samurai_spirit.rules.data import IGNORED, RAIDERS, SAMURAI, SYMBOLS

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function, and keep the result for later runs if the environment says where.

    By default it is not kept: other modules' data is compiled in, and a change to it would not be noticed.
    """
    compiled_function: Callable[P, R] = njit(function, cache="NUMBA_CACHE_DIR" in os.environ)
    return compiled_function


SEATS, ROUNDS = 3, 3
CARDS = tuple(RAIDERS.values())
PLUNDERERS, CLASS = 52, 7
DEAL, BARRICADES, FARMS, FAMILIES = 21, 5, 6, 3
NOBODY, NONE = -1, -1
RUNNING, LOST, SAVED = 0, 1, 2

VALUE = np.array([raider.value for raider in CARDS])
SYMBOL = np.array([SYMBOLS.index(raider.defence) if raider.defence else NONE for raider in CARDS])
FLAMES = np.array([int(raider.flames) for raider in CARDS])
KINDS = (
    "fire", "wound", "ninja", "draw_left", "draw_right", "reinforce", "discard_left",
    "no_defend", "no_support", "must_pass", "no_talent",
)  # fmt: skip
FIRE, WOUND, NINJA, DRAW_LEFT, DRAW_RIGHT, REINFORCE, DISCARD_LEFT, NO_DEFEND, NO_SUPPORT, MUST_PASS, NO_TALENT = range(
    len(KINDS)
)
PENALTIES = np.array([([*map(KINDS.index, raider.penalties)] + [NONE, NONE])[:2] for raider in CARDS])
HEROES = tuple(SAMURAI)
HEIHACHI, DAISUKE, GOROBEI, KANBEI, KIKUCHIYO, KYUZO, KATSUSHIRO = range(len(HEROES))
KIAI_OF = np.array([[board.kiai_human, board.kiai_animal] for board in SAMURAI.values()])
IGNORED_BY = np.array([IGNORED.get(name, NONE) for name in HEROES])


def _shown(raider: str) -> list[float]:
    value, flames, symbols, values, penalties = known.KNOWN[raider]
    return [value, flames, *symbols, *values, *penalties]


SHOWN = np.array([_shown(raider) for raider in RAIDERS])
"""What each raider brings, in the order of Expected (games/samurai_spirit/bots/facts.py)."""
AT_VALUE, AT_FLAMES, AT_SYMBOLS, AT_VALUES, AT_PENALTIES = 0, 1, 2, 5, 11
COUNTED = SHOWN[:, AT_PENALTIES:].astype(int)
OTHERS = np.array([len(raider.penalties) > COUNTED[card].sum() for card, raider in enumerate(CARDS)])
"""Whether a raider has a penalty of a kind without a row of its own."""

PASSED, ROOM, ANIMAL, MISSING, WOUNDS = known.PASSED, known.ROOM, known.ANIMAL, known.MISSING, known.WOUNDS
DUE, SELF, TOKEN, PLACE, FIRST = known.DUE, known.SELF, known.TOKEN, known.PLACE, known.FIRST
DISMISSED, KIAI, OVERCOME, ANY_OTHER = known.DISMISSED, known.KIAI, known.OVERCOME, known.ANY_OTHER
OF_KIAI, OF_OVERCOME = np.array(known.OF_KIAI), np.array(known.OF_OVERCOME)
FACTS, NUMBERS, WIDTH = OVERCOME + len(OF_OVERCOME), 33, 24

VILLAGE = np.dtype(
    [
        ("round_number", np.int16),
        ("active", np.int16),
        ("ending", np.int16),
        ("barricades", np.int16),
        ("farms", np.int16),
        ("families", np.int16, FAMILIES),  # whether each is left
        ("hero", np.int16, SEATS),
        ("line", np.int16, (SEATS, 32)),
        ("length", np.int16, SEATS),
        ("total", np.int16, SEATS),
        ("left", np.int16, (SEATS, 3)),  # by symbol
        ("animal", np.int16, SEATS),
        ("wounded", np.int16, SEATS),
        ("passed", np.int16, SEATS),
        ("token", np.int16, SEATS),  # who holds it
        ("aroused", np.int16, SEATS),  # whose total is to be compared with the kiai
        ("bound", np.int16, len(KINDS)),  # by kind of penalty
        ("helps", np.int16, len(HEROES)),  # whose tokens help the active samurai
        ("stack", np.int16, 40),  # the top last
        ("stacked", np.int16),
        ("open", np.int16, 40),  # which of the stack are known
        ("intruders", np.int16, 40),
        ("intruding", np.int16),
        ("unmasked", np.int16, 40),  # which of the intruders are known
        ("discard", np.int16, 70),
        ("discarded", np.int16),
        ("box", np.int16, 40),  # unseen raiders that are out of the game
        ("boxed", np.int16),
        ("pool", np.int16, len(CARDS)),  # 1: lies face down, 2: may do so
        ("members", np.int16),
        ("entered", np.int16),  # how many of those that may do so do
        ("candidates", np.int16),
    ]
)
"""The record of a village."""


@compiled
def kiai(v: Any, seat: int) -> int:
    """Return the kiai number of the side that is up."""
    return KIAI_OF[v.hero[seat], v.animal[seat]]


@compiled
def has_talent(v: Any, seat: int, hero: int) -> bool:
    """Return whether a seat may use the talent of a samurai."""
    if seat == v.active and v.bound[NO_TALENT]:
        return False
    return v.hero[seat] == hero or (seat == v.active and v.helps[hero] == 1)


@compiled
def see(v: Any, raider: int) -> None:
    """Take a raider out of the pool of those that nobody has seen."""
    if v.pool[raider] == 1:
        v.members -= 1
    else:
        v.entered -= 1
        v.candidates -= 1
    v.pool[raider] = 0


@compiled
def take(v: Any) -> int:
    """Turn the top raider, and return it."""
    v.stacked -= 1
    raider = v.stack[v.stacked]
    if not v.open[v.stacked]:
        see(v, raider)
    return raider


@compiled
def slip(v: Any) -> None:
    """Put the top raider unseen to the intruders."""
    v.stacked -= 1
    v.intruders[v.intruding], v.unmasked[v.intruding] = v.stack[v.stacked], v.open[v.stacked]
    v.intruding += 1


@compiled
def discard(v: Any, raider: int) -> None:
    """Put a raider on the discard pile."""
    v.discard[v.discarded] = raider
    v.discarded += 1


@compiled
def repel(v: Any) -> None:
    """Discard the top intruder."""
    v.intruding -= 1
    if not v.unmasked[v.intruding]:
        see(v, v.intruders[v.intruding])
    discard(v, v.intruders[v.intruding])


@compiled
def fire(v: Any) -> None:
    """Burn a barricade, or else a farm."""
    if v.barricades:
        v.barricades -= 1
    elif v.farms:
        v.farms -= 1


@compiled
def wound(v: Any, seat: int) -> None:
    """Wound a samurai."""
    if not v.wounded[seat]:
        v.wounded[seat] = 1
    elif v.animal[seat]:
        v.ending = LOST
    else:
        v.animal[seat], v.wounded[seat] = 1, 0
        v.aroused[seat] = 1


@compiled
def lay(v: Any, seat: int, raider: int) -> None:
    """Put a raider at the end of a line; a samurai who is overcome lets the village burn."""
    v.line[seat, v.length[seat]] = raider
    v.length[seat] += 1
    v.total[seat] += VALUE[raider]
    if v.total[seat] > kiai(v, seat):
        fire(v)
    v.aroused[seat] = 1


@compiled
def unlay(v: Any, seat: int) -> int:
    """Take the last raider of a line, and return it."""
    v.length[seat] -= 1
    raider = v.line[seat, v.length[seat]]
    v.total[seat] -= VALUE[raider]
    return raider


@compiled
def can_defend(v: Any, seat: int, raider: int) -> bool:
    """Return whether a raider can go to the left side."""
    symbol = SYMBOL[raider]
    return symbol != NONE and v.left[seat, symbol] == NONE and not (seat == v.active and v.bound[NO_DEFEND])


@compiled
def arouse(v: Any) -> None:
    """Resolve every kiai that is due."""
    for _ in range(30):
        if v.ending:
            return
        seat = 0
        while seat < SEATS and not v.aroused[seat]:
            seat += 1
        if seat == SEATS:
            return
        v.aroused[seat] = 0
        if v.total[seat] == kiai(v, seat) and not v.passed[seat]:
            use_kiai(v, seat)
            if v.length[seat]:
                first = v.line[seat, 0]
                for place in range(1, v.length[seat]):
                    v.line[seat, place - 1] = v.line[seat, place]
                v.length[seat] -= 1
                v.total[seat] -= VALUE[first]
                discard(v, first)
            v.aroused[seat] = 1


@compiled
def use_kiai(v: Any, seat: int) -> None:
    """Use the effects of a kiai by rule of thumb."""
    hero, animal = v.hero[seat], v.animal[seat]
    if (hero == HEIHACHI or (hero == KYUZO and animal)) and v.barricades < BARRICADES:
        v.barricades += 1
    if hero == HEIHACHI and animal:
        heal(v)
    for _ in range(1 + animal):
        if hero == DAISUKE:
            transfer(v)
        if hero == KIKUCHIYO:
            strike(v)
    for _ in range(2 + animal):
        if hero == GOROBEI and v.stacked:
            discard(v, take(v))
        if hero == KANBEI and v.intruding:
            repel(v)
    if hero == KATSUSHIRO:
        for place in range(max(v.stacked - 2 - animal, 0), v.stacked):
            if not v.open[place]:
                see(v, v.stack[place])
                v.open[place] = 1


@compiled
def heal(v: Any) -> None:
    """Heal the samurai in the round who is nearest to death."""
    best = NOBODY
    for seat in range(SEATS):
        if v.wounded[seat] and not v.passed[seat] and (best == NOBODY or v.animal[seat] > v.animal[best]):
            best = seat
    if best != NOBODY:
        v.wounded[best] = 0


@compiled
def burden(v: Any, seat: int) -> int:
    """Return how much a samurai would be relieved without the last raider of the line."""
    if v.passed[seat] or not v.length[seat]:
        return -1
    raider = v.line[seat, v.length[seat] - 1]
    worth = VALUE[raider]
    if v.total[seat] > kiai(v, seat):
        worth += 10
    if VALUE[raider] % 2 != IGNORED_BY[v.hero[seat]]:
        for kind in PENALTIES[raider]:
            worth += (kind == FIRE) * 3 + (kind == WOUND) * (2 + 2 * v.animal[seat] + v.wounded[seat]) + (kind != NONE)
    return worth


@compiled
def strike(v: Any) -> None:
    """Discard the last raider of the line that needs it most."""
    best = NOBODY
    for seat in range(SEATS):
        if burden(v, seat) >= 0 and (best == NOBODY or burden(v, seat) > burden(v, best)):
            best = seat
    if best != NOBODY:
        discard(v, unlay(v, best))
        v.aroused[best] = 1


@compiled
def transfer(v: Any) -> None:
    """Have the last raider of a line go where it does more good, if it does."""
    best, giver, receiver = 0, NOBODY, NOBODY
    for source in range(SEATS):
        relief = burden(v, source)
        if relief < 0:
            continue
        raider = v.line[source, v.length[source] - 1]
        for other in range(SEATS):
            if other == source or v.passed[other]:
                continue
            room = kiai(v, other) - v.total[other]
            gain = relief - VALUE[raider]
            if can_defend(v, other, raider):
                gain += 8
            elif room == VALUE[raider]:
                gain += 6
            elif room < VALUE[raider]:
                gain -= 12
            else:
                gain -= 3
            if gain > best:
                best, giver, receiver = gain, source, other
    if giver != NOBODY:
        raider = unlay(v, giver)
        v.aroused[giver] = 1
        if can_defend(v, receiver, raider):
            v.left[receiver, SYMBOL[raider]] = raider
        else:
            lay(v, receiver, raider)


@compiled
def suffer(v: Any, seat: int, kind: int) -> None:
    """Carry a penalty out, or a wound in its place."""
    other = (seat + 1) % SEATS if kind == DRAW_LEFT else (seat + 2) % SEATS
    if kind == FIRE and (v.barricades or v.farms):
        fire(v)
    elif kind == NINJA and v.stacked:
        slip(v)
    elif kind in (DRAW_LEFT, DRAW_RIGHT) and v.stacked and not v.passed[other]:
        lay(v, other, take(v))
    elif kind == REINFORCE and v.discarded:
        reinforce(v)
    elif kind == DISCARD_LEFT and v.left[seat].max() != NONE:
        for symbol in (1, 2, 0):
            if v.left[seat, symbol] != NONE:
                discard(v, v.left[seat, symbol])
                v.left[seat, symbol] = NONE
                break
    elif kind >= NO_DEFEND:
        v.bound[kind] = 1
    else:
        wound(v, seat)
    arouse(v)


@compiled
def reinforce(v: Any) -> None:
    """Shuffle a raider of the discard pile into the stack."""
    place = np.random.randint(v.discarded)
    v.stack[v.stacked] = v.discard[place]
    v.open[v.stacked] = 1
    v.stacked += 1
    v.discarded -= 1
    v.discard[place] = v.discard[v.discarded]
    for place in range(v.stacked):
        if v.open[place]:
            v.pool[v.stack[place]] = 1
            v.members += 1
            v.open[place] = 0
    shuffle(v)


@compiled
def shuffle(v: Any) -> None:
    """Shuffle the raiders of the stack that nobody has seen."""
    for place in range(v.stacked - 1, 0, -1):
        other = np.random.randint(place + 1)
        if not v.open[place] and not v.open[other]:
            v.stack[place], v.stack[other] = v.stack[other], v.stack[place]


@compiled
def seed(number: int) -> None:
    """Begin with the draws of a number."""
    np.random.seed(number)


@compiled
def begin(v: Any, eased: int) -> None:
    """Set a game up, with so many plunderers less than there are."""
    heroes = np.random.permutation(len(HEROES))
    cards = np.random.permutation(PLUNDERERS)
    v.round_number, v.barricades, v.farms, v.active = 1, BARRICADES, FARMS, np.random.randint(SEATS)
    v.families[:] = 1
    v.left[:] = NONE
    v.stacked = DEAL - eased
    for seat in range(SEATS):
        v.hero[seat], v.token[seat] = heroes[seat], seat
    for place in range(PLUNDERERS):
        if place < v.stacked:
            v.stack[place] = cards[place]
        else:
            v.box[v.boxed] = cards[place]
            v.boxed += 1
        v.pool[cards[place]] = 1
    v.members = PLUNDERERS


@compiled
def next_round(v: Any) -> None:
    """Shuffle all raiders of the round, with those who join them."""
    v.round_number += 1
    for seat in range(SEATS):
        for place in range(v.length[seat]):
            discard(v, v.line[seat, place])
        for symbol in range(3):
            if v.left[seat, symbol] != NONE:
                discard(v, v.left[seat, symbol])
        v.length[seat], v.total[seat], v.passed[seat] = 0, 0, 0
    v.left[:] = NONE
    for place in range(v.intruding):
        discard(v, v.intruders[place])
    v.pool[:] = 0
    v.stacked, v.intruding, v.boxed = 0, 0, 0
    for place in range(v.discarded):
        v.stack[v.stacked] = v.discard[place]
        v.stacked += 1
        v.pool[v.discard[place]] = 1
    v.members, v.discarded = v.stacked, 0
    first = PLUNDERERS + CLASS * (v.round_number - 2)
    for place, card in enumerate(np.random.permutation(CLASS)):
        if place < SEATS:
            v.stack[v.stacked] = first + card
            v.stacked += 1
        else:
            v.box[v.boxed] = first + card
            v.boxed += 1
        v.pool[first + card] = 2
    v.entered, v.candidates = SEATS, CLASS
    v.open[:] = 0
    shuffle(v)


@compiled
def end_round(v: Any) -> None:
    """Carry the end of a round out."""
    for step in range(SEATS):
        seat = (v.active + step) % SEATS
        if v.left[seat, 0] == NONE:
            wound(v, seat)
    v.aroused[:] = 0
    if v.ending:
        return
    for seat in range(SEATS):
        if v.left[seat, 1] == NONE and v.farms:
            v.farms -= 1
        if v.left[seat, 2] == NONE and v.families.sum():
            lost = np.random.randint(v.families.sum())
            for family in range(FAMILIES):
                if v.families[family]:
                    if lost == 0:
                        v.families[family] = 0
                    lost -= 1
    if v.families[0] and v.wounded.sum():
        healed = np.random.randint(v.wounded.sum())
        for seat in range(SEATS):
            if v.wounded[seat]:
                if healed == 0:
                    v.wounded[seat] = 0
                healed -= 1
    if v.families[1] and v.barricades < BARRICADES:
        v.barricades += 1
    if v.families[2] and v.intruding:
        repel(v)
    for place in range(v.intruding):
        if FLAMES[v.intruders[place]]:
            fire(v)
    if not v.farms or not v.families.sum():
        v.ending = LOST
    elif v.round_number == ROUNDS:
        v.ending = SAVED
    else:
        next_round(v)


@compiled
def go_on(v: Any) -> None:
    """End the turn, and go on until a samurai is to act, or the game is over."""
    while not v.ending:
        for seat in range(SEATS):
            if v.token[seat] == v.active:
                v.token[seat] = seat
        v.bound[:] = 0
        v.helps[:] = 0
        if v.stacked and v.passed.sum() == SEATS:
            while v.stacked:
                slip(v)
        if not v.stacked:
            end_round(v)
            if v.ending:
                return
        v.active = (v.active + 1) % SEATS
        while v.passed[v.active]:
            v.active = (v.active + 1) % SEATS
        if begin_turn(v):
            return


@compiled
def begin_turn(v: Any) -> bool:
    """Carry out what comes before the action; return whether the samurai is to act."""
    seat = v.active
    for owner in range(SEATS):
        if owner != seat and v.token[owner] == seat:
            v.helps[v.hero[owner]] = 1
    if v.length[seat]:
        raider = v.line[seat, v.length[seat] - 1]
        if not has_talent(v, seat, KANBEI if VALUE[raider] % 2 else GOROBEI):
            for kind in PENALTIES[raider]:
                if kind != NONE and not v.ending:
                    suffer(v, seat, kind)
    return v.stacked > 0 and not v.ending


@compiled
def may_act(v: Any) -> bool:
    """Return whether the active samurai can do more than pass."""
    return v.total[v.active] <= kiai(v, v.active) and not v.bound[MUST_PASS]


@compiled
def may_support(v: Any, to: int) -> bool:
    """Return whether the active samurai can give the own token to a seat."""
    return v.token[v.active] == v.active and to != v.active and not v.passed[to] and not v.bound[NO_SUPPORT]


@compiled
def expect(v: Any, raider: int, at: Any) -> None:
    """Write down what a raider brings, or on average one that nobody has seen if it is NONE."""
    kinds = SHOWN.shape[1]
    for kind in range(kinds):
        at[kind] = SHOWN[raider, kind] if raider != NONE else 0.0
    of_all = v.members + v.entered
    if raider != NONE or not of_all:
        return
    share = v.entered / v.candidates if v.candidates else 0.0
    for card in range(SHOWN.shape[0]):
        if v.pool[card]:
            weight = (1.0 if v.pool[card] == 1 else share) / of_all
            for kind in range(kinds):
                at[kind] += weight * SHOWN[card, kind]


@compiled
def look_at(v: Any, places: Any, numbers: Any) -> None:
    """Write down the facts of each samurai and the numbers of the village (games/samurai_spirit/bots/facts.py)."""
    top, hidden = np.empty(SHOWN.shape[1]), np.empty(SHOWN.shape[1])
    expect(v, NONE, hidden)
    expect(v, v.stack[v.stacked - 1] if v.stacked and v.open[v.stacked - 1] else NONE, top)
    if not v.stacked:
        top[:] = 0.0
    places[:] = FACTS
    before = 0
    for step in range(SEATS):
        seat = (v.active + step) % SEATS
        count = look_at_one(v, seat, places[step])
        if not v.passed[seat]:
            look_at_fighter(v, seat, before, top, places[step], count)
            before += 1
    flames = 0.0
    for place in range(v.intruding):
        flames += FLAMES[v.intruders[place]] if v.unmasked[place] else hidden[AT_FLAMES]
    families = v.families.sum()
    numbers[:] = 0.0
    numbers[v.round_number - 1] = 1.0
    numbers[3] = v.stacked / 10
    numbers[4] = v.stacked / max(before, 1) / 5
    numbers[5 + before] = 1.0
    numbers[9] = v.intruding / 5
    numbers[10] = flames / 5
    numbers[11] = v.barricades / 5
    numbers[12] = v.farms / 6
    numbers[13 + families] = 1.0
    numbers[17] = top[AT_VALUE] - 2.5 if v.stacked else 0.0
    numbers[18] = top[AT_FLAMES]
    numbers[22] = v.barricades + v.farms - flames < 3
    for kind in range(AT_SYMBOLS, AT_VALUES):
        numbers[19 + kind - AT_SYMBOLS] = top[kind]
    for kind in range(AT_VALUES, SHOWN.shape[1]):
        numbers[23 + kind - AT_VALUES] = top[kind]


@compiled
def look_at_one(v: Any, seat: int, row: Any) -> int:
    """Write down what holds of a samurai in any case; return how much that is."""
    row[0] = PASSED if v.passed[seat] else ROOM + min(max(kiai(v, seat) - v.total[seat], -1), 9)
    count = 1
    if v.animal[seat]:
        row[count] = ANIMAL
        count += 1
    for symbol in range(3):
        if v.left[seat, symbol] == NONE:
            row[count] = MISSING + symbol
            count += 1
    row[count] = WOUNDS + min(2 * v.animal[seat] + v.wounded[seat], 3)
    row[count + 1] = SELF + v.hero[seat]
    count += 2
    if v.token[seat] == seat:
        row[count] = TOKEN
        count += 1
    return count


@compiled
def look_at_fighter(v: Any, seat: int, before: int, top: Any, row: Any, count: int) -> None:
    """Write down what holds of a samurai who has not passed."""
    length = v.length[seat]
    if length:
        last = v.line[seat, length - 1]
        if VALUE[last] % 2 != IGNORED_BY[v.hero[seat]]:
            for kind in range(ANY_OTHER):
                for _ in range(COUNTED[last, kind]):
                    row[count] = DUE + kind
                    count += 1
            if OTHERS[last]:
                row[count] = DUE + ANY_OTHER
                count += 1
    row[count] = PLACE + before
    count += 1
    if length:
        row[count] = FIRST + VALUE[v.line[seat, 0]] - 1
        count += 1
    if v.hero[seat] == KYUZO:
        for value in range(1, 7):
            for place in range(length):
                if VALUE[v.line[seat, place]] == value:
                    row[count] = DISMISSED + value - 1
                    count += 1
                    break
    room = kiai(v, seat) - v.total[seat]
    if room > 0:
        exactly, over = 0.0, 0.0
        for value in range(room, 7):
            if value == room:
                exactly = top[AT_VALUES + value - 1]
            else:
                over += top[AT_VALUES + value - 1]
        if exactly > OF_KIAI[0]:
            row[count] = KIAI + steps_to(exactly, OF_KIAI)
            count += 1
        if over > OF_OVERCOME[0]:
            row[count] = OVERCOME + steps_to(over, OF_OVERCOME)


@compiled
def steps_to(value: float, limits: Any) -> int:
    """Return how many of the limits after the first a value exceeds."""
    count = 0
    for place in range(1, len(limits)):
        count += value > limits[place]
    return count


@compiled
def chance(v: Any, w: Any) -> float:
    """Return how likely it seems that the village is saved, by weights: 1 or 0 once the game is over."""
    if v.ending:
        return 1.0 if v.ending == SAVED else 0.0
    places, numbers = np.empty((SEATS, WIDTH), np.int64), np.empty(NUMBERS)
    look_at(v, places, numbers)
    return chance_of(places, numbers, w)


@compiled
def chance_of(places: Any, numbers: Any, w: Any) -> float:
    """Return how likely it seems, from facts and numbers."""
    rows, bias, of_numbers, mix, mix_bias, mix_numbers, out, out_numbers, strength = w
    first, last = len(bias), len(mix_bias)
    shared, pooled, second = bias.copy(), np.zeros(first), mix_bias.copy()
    total = strength[0]
    for number in range(NUMBERS):
        value = numbers[number]
        if value:
            for row in range(first):
                shared[row] += value * of_numbers[number, row]
            for column in range(last):
                second[column] += value * mix_numbers[number, column]
            total += value * out_numbers[number]
    for step in range(SEATS):
        sums = shared.copy()
        for place in range(WIDTH):
            fact = places[step, place]
            if fact == FACTS:
                break
            for row in range(first):
                sums[row] += rows[fact, row]
        for row in range(first):
            pooled[row] += max(sums[row], 0.0)
    for row in range(first):
        for column in range(last):
            second[column] += pooled[row] * mix[row, column]
    for column in range(last):
        total += max(second[column], 0.0) * out[column]
    return 1.0 / (1.0 + np.exp(-total))


CONFRONT, DEFEND, DISMISS, SWAP, SEND = range(5)
"""How a raider is met; to send it to a seat is SEND and the seat."""
REPLIES = SEND + SEATS
FIGHT, PASS, SUPPORT = range(3)
"""What a samurai does; to support a seat is SUPPORT and the seat."""
ACTIONS = SUPPORT + SEATS


@compiled
def may_meet(v: Any, seat: int, raider: int, reply: int) -> bool:
    """Return whether the active samurai can meet a raider in some way; a seat that it was sent to only simply."""
    if reply == CONFRONT:
        return True
    if reply == DEFEND:
        return can_defend(v, seat, raider)
    if reply == DISMISS:
        return has_talent(v, seat, KYUZO) and is_in_line(v, seat, VALUE[raider])
    if reply == SWAP:
        return has_talent(v, seat, KATSUSHIRO) and v.stacked > 0
    to = reply - SEND
    return to != seat and not v.passed[to] and has_talent(v, seat, DAISUKE if VALUE[raider] % 2 else HEIHACHI)


@compiled
def is_in_line(v: Any, seat: int, value: int) -> bool:
    """Return whether a raider with a value is in the line."""
    is_there = False
    for place in range(v.length[seat]):
        is_there = is_there or VALUE[v.line[seat, place]] == value
    return is_there


@compiled
def meet(v: Any, seat: int, raider: int, reply: int) -> None:
    """Meet a raider in hand: what was sent or exchanged is defended against if that goes, and else confronted."""
    if reply == DISMISS:
        discard(v, raider)
        return
    if reply == SWAP:
        replacement = take(v)
        for place in range(v.stacked, 0, -1):
            v.stack[place], v.open[place] = v.stack[place - 1], v.open[place - 1]
        v.stack[0], v.open[0] = raider, 1
        v.stacked += 1
        raider = replacement
    if reply >= SEND:
        seat = reply - SEND
    would_defend = reply != CONFRONT and can_defend(v, seat, raider) and VALUE[raider] != kiai(v, seat) - v.total[seat]
    if would_defend or reply == DEFEND:
        v.left[seat, SYMBOL[raider]] = raider
    else:
        lay(v, seat, raider)
    arouse(v)


@compiled
def hide(v: Any) -> None:
    """Draw again what lies face down: the order of the stack, and which raider is on top."""
    shuffle(v)
    top = v.stacked - 1
    if top < 0 or v.open[top]:
        return
    drawn = np.random.randint(v.stacked + v.intruding + v.boxed)
    if drawn < v.stacked:
        if not v.open[drawn]:
            swap(v.stack, top, v.stack, drawn)
    elif drawn < v.stacked + v.intruding:
        if not v.unmasked[drawn - v.stacked]:
            swap(v.stack, top, v.intruders, drawn - v.stacked)
    elif v.pool[v.box[drawn - v.stacked - v.intruding]] == v.pool[v.stack[top]]:
        swap(v.stack, top, v.box, drawn - v.stacked - v.intruding)


@compiled
def swap(one: Any, place: int, other: Any, at: int) -> None:
    """Exchange two raiders."""
    raider = one[place]
    one[place] = other[at]
    other[at] = raider


@compiled
def best_reply(v: Any, raider: int, w: Any, scratch: Any) -> tuple[int, float]:
    """Return how the active samurai meets a raider best, and how likely it seems then that the village is saved."""
    best, reply = -1.0, CONFRONT
    for tried in range(REPLIES):
        if may_meet(v, v.active, raider, tried):
            scratch[0] = v
            meet(scratch[0], v.active, raider, tried)
            go_on(scratch[0])
            worth = round(chance(scratch[0], w), 9)
            if worth > best:
                best, reply = worth, tried
    return reply, best


@compiled
def may_do(v: Any, action: int) -> bool:
    """Return whether the active samurai may do something."""
    if action == PASS:
        return True
    return may_act(v) and (action == FIGHT or may_support(v, action - SUPPORT))


@compiled
def do(v: Any, action: int) -> None:
    """Support or pass, and go on."""
    if action == PASS:
        v.passed[v.active] = 1
    else:
        v.token[v.active] = action - SUPPORT
        slip(v)
    go_on(v)


@compiled
def look(v: Any, action: int, looks: int, w: Any, scratch: Any) -> float:
    """Return how likely it seems on average that the village is saved after an action."""
    total = 0.0
    for _ in range(looks):
        scratch[1] = v
        hide(scratch[1])
        if action == FIGHT:
            raider = take(scratch[1])
            total += best_reply(scratch[1], raider, w, scratch)[1]
        else:
            do(scratch[1], action)
            total += chance(scratch[1], w)
    return total / looks


@compiled
def fight(v: Any, w: Any, scratch: Any, looks: int, bold: float) -> None:
    """Fight, by the weights, and go on; whoever may fights again if that looks better."""
    again = has_talent(v, v.active, KIKUCHIYO)
    seat = v.active
    raider = take(v)
    reply, worth = best_reply(v, raider, w, scratch)
    if np.random.random() < bold:
        reply = np.random.randint(REPLIES)
        if not may_meet(v, seat, raider, reply):
            reply = DEFEND if can_defend(v, seat, raider) else CONFRONT
    meet(v, seat, raider, reply)
    if again and v.stacked and not v.ending:
        scratch[2] = v
        if look(scratch[2], FIGHT, looks, w, scratch) > worth:
            raider = take(v)
            meet(v, seat, raider, best_reply(v, raider, w, scratch)[0])
    go_on(v)


@compiled
def begin_later(v: Any, number: int) -> None:
    """Go to the beginning of a later round, with some losses."""
    while v.round_number < number:
        while v.stacked:
            discard(v, take(v))
        next_round(v)
    v.farms -= np.random.randint(4)
    v.families[np.random.randint(FAMILIES)] = np.random.randint(2)
    v.barricades -= np.random.randint(v.barricades + 1)
    for seat in range(SEATS):
        v.animal[seat], v.wounded[seat] = np.random.random() < 0.35, np.random.random() < 0.35


MOST_MOMENTS = 120
"""More actions than a game has."""


@compiled
def play(
    seed: int, w: Any, led: float, later: float, bold: float, looks: int, places: Any, numbers: Any, came: Any
) -> tuple[int, bool]:
    """Play a game, easier and later the more it is led; without looks by rule of thumb.

    Write down each table at which somebody acts, what the best action seemed to be worth and what the table was worth;
    return how many there were, and whether the village is saved.
    """
    np.random.seed(seed)
    scratch, villages = np.zeros(3, VILLAGE), np.zeros(1, VILLAGE)
    v = villages[0]
    begin(v, np.random.randint(int(10 * led) + 1))
    if np.random.random() < later:
        begin_later(v, 2 + np.random.randint(2))
    v.active = (v.active + 2) % SEATS
    go_on(v)
    count = 0
    while not v.ending and count < MOST_MOMENTS:
        look_at(v, places[count], numbers[count])
        action, best, worth = PASS, -1.0, 0.0
        if looks:
            worth = chance_of(places[count], numbers[count], w)
            for tried in range(ACTIONS):
                if may_do(v, tried):
                    worth_of = round(look(v, tried, looks if tried == FIGHT else 1 + looks // 4, w, scratch), 9)
                    if worth_of > best:
                        action, best = tried, worth_of
        elif may_act(v):
            action = FIGHT
        if looks:
            # The best of several looks better than it is, so it is examined once more.
            best = look(v, action, 2 * looks if action == FIGHT else looks, w, scratch)
        came[count, 0], came[count, 1] = best, worth
        count += 1
        if np.random.random() < bold:
            tried = np.random.randint(ACTIONS)
            action = tried if may_do(v, tried) else action
        if action != FIGHT:
            do(v, action)
        elif looks:
            fight(v, w, scratch, looks, bold / 2)
        else:
            meet_somehow(v)
    # A compiled village does not keep its array: without this last use, the memory would be freed during the game.
    return count, villages[0].ending == SAVED


@compiled
def meet_somehow(v: Any) -> None:
    """Fight, and meet the raider in the first way that goes and does no harm."""
    seat, raider = v.active, take(v)
    room = kiai(v, seat) - v.total[seat]
    reply = CONFRONT
    if room != VALUE[raider]:
        for tried in (DEFEND, DISMISS):
            if reply == CONFRONT and may_meet(v, seat, raider, tried):
                reply = tried
        for to in range(SEATS):
            if reply == CONFRONT and room < VALUE[raider] and may_meet(v, seat, raider, SEND + to):
                reply = SEND + to
    meet(v, seat, raider, reply)
    go_on(v)


@compiled
def play_all(
    first: int, games: int, w: Any, led: float, later: float, bold: float, looks: int, trust: float
) -> tuple[Any, Any, Any, int]:
    """Play games, and return the tables, what each of them teaches, and how many villages were saved."""
    most = games * MOST_MOMENTS
    places, numbers = np.empty((most, SEATS, WIDTH), np.int8), np.empty((most, NUMBERS), np.float32)
    targets = np.empty(most)
    of_game, of_numbers = np.empty((MOST_MOMENTS, SEATS, WIDTH), np.int64), np.empty((MOST_MOMENTS, NUMBERS))
    came = np.empty((MOST_MOMENTS, 2))
    end, saved = 0, 0
    for game in range(games):
        count, is_saved = play(first + game, w, led, later, bold, looks, of_game, of_numbers, came)
        saved += is_saved
        target = 1.0 if is_saved else 0.0
        worth = target
        for moment in range(count - 1, -1, -1):
            if looks:
                target = min(max(came[moment, 0] + trust * (target - worth), 0.0), 1.0)
                worth = came[moment, 1]
            targets[end + moment] = target
        places[end : end + count], numbers[end : end + count] = of_game[:count], of_numbers[:count]
        end += count
    return places[:end], numbers[:end], targets[:end], saved
