"""The components of Titan Race, in print order.

What the rulebook prints is a constant here. What its transcript does not give (five of the six titan colours, the field
lists of the tracks, which two tracks share a board, twelve of the thirteen cards) is reconstructed, and is part of the
edition, so that an owner of the printed game can play with what is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from games.kit.rules.edition import Edition
from games.kit.rules.forms import Printed
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai.titan_race.v1 import view_pb2
from gunbai_record.plain import EnumWords

COLOUR = cmd.Colour
DIRECTION = cmd.Direction
CAUSE = ev.Cause
PART = ev.Part
FIELD_EFFECT = ev.FieldEffect
STATE = EnumWords(view_pb2.State.items())
TERRAIN = EnumWords(view_pb2.Terrain.items())

LAPS_TO_WIN = 3
MOST_LIFE = 6
TRAPS = 15
HAND_LIMIT = 2
ROWS = 12
COLUMNS = "ABCDEF"
FIELDS = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS[1 - row % 2 :: 2])
START_FIELDS = ("A1", "C1", "E1")


def heading(direction: str) -> int:
    """Return the enum value of a direction, or the unspecified one for ""."""
    return DIRECTION.value(direction) if direction else cmd.DIRECTION_UNSPECIFIED


COLOURS = COLOUR.words
"""The faces of each of the six dice."""
FACES = Printed("the faces of a die", COLOURS)

PARTS = {
    "yellow": ("move",),
    "blue": ("move",),
    "brown": ("move",),
    "red": ("move", "trap"),
    "green": ("move", "damage"),
    "purple": ("copy", "cost"),
}
"""The parts of each face's action (TR-5.2, TR-5.3, TR-5.4, TR-5.8)."""

_LEFT, _RIGHT = "forward_left", "forward_right"

PATHS = {
    "yellow": (("forward", "forward"),),
    "blue": (("forward", _LEFT), ("forward", _RIGHT), (_LEFT, "forward"), (_RIGHT, "forward")),
    "brown": ((_LEFT,) * 3, (_RIGHT,) * 3),
    "red": (("forward",),),
    "green": ((_LEFT,) * 2, (_RIGHT,) * 2),
}
"""The moves of each face: the direction of each counted step (TR-5.2, TR-5.3, TR-5.4)."""


class TitanBoard(msgspec.Struct, frozen=True):
    """A titan, as its board and its ability card show it; it recovers with the life that it starts with (TR-2.3)."""

    id: str
    name: str
    life: int
    ability: str


TITANS = (
    TitanBoard("rassik", "Salah & Rassik", 6, "bounce"),
    TitanBoard("ragnarok", "Olaf & Ragnarok", 6, "shove"),
    TitanBoard("kraken", "Captain Brazlix & Kraken", 6, "swap"),
    TitanBoard("grinder", "She'ena & Grinder", 6, "lay_trap"),
    TitanBoard("slaugg", "Lord Greed & Slaugg", 6, "breath"),
    TitanBoard("chtoolhoo", "Ftag'hn & Chtóólhóó", 4, "drain"),
)
TITAN = {titan.id: titan for titan in TITANS}

PURPLE_TITAN = "chtoolhoo"
"""The one titan to which purple gives and costs nothing (TR-3.7, TR-5.11)."""

TRACKS = {
    "kaldheira": "Kaldheira: Lakes of Doom",
    "dead_lagoon": "Dead Man's Lagoon",
    "forbidden_foundry": "Fiery Chasm: Forbidden Foundry",
    "ban_kogu": "Ruins of Ban-Kogu",
    "anglieh": "Ang'lieh: Eye of the Fathomless Void",
    "estengaard": "Ice Plains of Estengaard",
}

TEAM_SIZES = {4: (2,), 6: (2, 3)}
"""The sizes of team that a number of players may form (TR-17.1)."""

REACTIONS = ("shield", "spiked_armour")
"""The effects of cards that are played in others' turns (TR-10.7)."""

EFFECTS = (
    "surprise_trap",
    "shield",
    "spiked_armour",
    "speed_potion",
    "spring_boots",
    "mimic_mask",
    "fireball",
    "lightning",
    "bomb",
    "healing_potion",
    "lucky_die",
    "thiefs_glove",
    "gale",
)
"""What a special card can do."""


Source = Literal["printed", "reconstructed"]
"""Where a part of an edition comes from: the printed game, or a reconstruction."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special card: its name, and which of the effects it has."""

    id: str
    name: str
    effect: str
    source: Source = "printed"


CARDS = (
    Card("TRC01", "Surprise Trap", "surprise_trap"),
    Card("TRC02", "Shield", "shield", "reconstructed"),
    Card("TRC03", "Spiked Armour", "spiked_armour", "reconstructed"),
    Card("TRC04", "Speed Potion", "speed_potion", "reconstructed"),
    Card("TRC05", "Spring Boots", "spring_boots", "reconstructed"),
    Card("TRC06", "Mimic Mask", "mimic_mask", "reconstructed"),
    Card("TRC07", "Fireball", "fireball", "reconstructed"),
    Card("TRC08", "Lightning", "lightning", "reconstructed"),
    Card("TRC09", "Bomb", "bomb", "reconstructed"),
    Card("TRC10", "Healing Potion", "healing_potion", "reconstructed"),
    Card("TRC11", "Lucky Die", "lucky_die", "reconstructed"),
    Card("TRC12", "Thief's Glove", "thiefs_glove", "reconstructed"),
    Card("TRC13", "Gale", "gale", "reconstructed"),
)
"""The thirteen cards; the kinds of some are known from reviews, but only the first is described in the rulebook."""


class Ramp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A super-ramp and the one diagonal in which it throws a titan."""

    field: str
    direction: str


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The special fields and the terrain of a track, by their coordinates."""

    track: str
    special: tuple[str, ...]
    lava: tuple[str, ...] = ()
    pirates: tuple[str, ...] = ()
    multi_ramps: tuple[str, ...] = ()
    super_ramps: tuple[Ramp, ...] = ()
    statues: tuple[str, ...] = ()
    pentagrams: tuple[tuple[str, ...], ...] = ()
    ice: tuple[str, ...] = ()
    source: Source = "printed"

    @property
    def terrain(self) -> tuple[str, ...]:
        """The fields with terrain, one entry for each thing that is on one."""
        ramps = tuple(ramp.field for ramp in self.super_ramps)
        drawn = tuple(field for pentagram in self.pentagrams for field in pentagram)
        return self.lava + self.pirates + self.multi_ramps + ramps + self.statues + drawn + self.ice


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition's data. Raises ValueError for components with which no game can be played."""

    name: str
    colours: dict[str, str]
    colours_source: Source
    """Where the colours come from, except purple, which is printed."""
    boards: tuple[tuple[str, str], ...]
    boards_source: Source
    """Where the information comes from which two tracks share a board."""
    layouts: tuple[Layout, ...]
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        """Refuse impossible components, naming the first fault."""
        for wrong in _faults(self):
            raise ValueError(wrong)

    def layout(self, track: str) -> Layout:
        """Return the layout of a track."""
        return next(layout for layout in self.layouts if layout.track == track)

    def board(self, track: str) -> int:
        """Return the number of the board on which a track is printed."""
        return next(number for number, sides in enumerate(self.boards) if track in sides)


def _faults(components: Components) -> Iterator[str]:
    if sorted(components.colours) != sorted(TITAN) or sorted(components.colours.values()) != sorted(COLOURS):
        yield f"each of the titans {', '.join(TITAN)} needs a colour of its own among {', '.join(COLOURS)}"
    if components.colours.get(PURPLE_TITAN) != "purple":
        yield f"{PURPLE_TITAN} is purple, as printed"
    if sorted(track for sides in components.boards for track in sides) != sorted(TRACKS):
        yield f"each of the tracks {', '.join(TRACKS)} must be one side of one board"
    if sorted(layout.track for layout in components.layouts) != sorted(TRACKS):
        yield f"each of the tracks {', '.join(TRACKS)} needs one layout"
    yield from _card_faults(components.cards)
    for layout in components.layouts:
        yield from _layout_faults(layout)


def _card_faults(cards: tuple[Card, ...]) -> Iterator[str]:
    if len({card.id for card in cards}) != len(EFFECTS) or len(cards) != len(EFFECTS):
        yield f"there are {len(EFFECTS)} cards, each with an id of its own"
    for card in cards:
        if not card.id:
            yield f"the card {card.name!r} has no id"
        if card.effect not in EFFECTS:
            yield f"the card {card.id} has no known effect: {card.effect!r} is not among {', '.join(EFFECTS)}"
        if any(card.id == printed.id and card.name != printed.name for printed in CARDS):
            yield f"the id {card.id} is that of another card than {card.name!r}, which needs one of its own"


def _layout_faults(layout: Layout) -> Iterator[str]:
    for field in (*layout.special, *layout.terrain):
        if field not in FIELDS:
            yield f"{layout.track} has no field {field!r}"
    for field, times in Counter(layout.terrain).items():
        if times > 1:
            yield f"{field} of {layout.track} has more than one terrain"
    for ramp in layout.super_ramps:
        if ramp.direction not in {"forward_left", "forward_right"}:
            yield f"the super-ramp on {ramp.field} leads {ramp.direction!r}, not forward_left or forward_right"
    if any(_circles(layout.ice, step) for step in _STEPS):
        yield f"the ice of {layout.track} closes a circle, on which a titan would slide forever"


_STEPS = ((0, 2), (1, 1), (-1, 1))
"""Columns and rows to the next field ahead, in the three directions; the ways back are the same lines."""


def _circles(ice: tuple[str, ...], step: tuple[int, int]) -> bool:
    """Return whether a titan on a field of ice would come back to it without leaving the ice (TR-13.6)."""
    return any(all(field in ice for field in _line(start, step)) for start in ice)


def _line(start: str, step: tuple[int, int]) -> Iterator[str]:
    field = start
    while True:
        yield field
        column, row = COLUMNS.index(field[0]) + step[0], int(field[1:]) + step[1]
        field = f"{COLUMNS[column % len(COLUMNS)]}{(row - 1) % ROWS + 1}"
        if field == start:
            return


# Reconstructed, except the purple of Chtóólhóó and Surprise Trap. Every worked example of the rulebook holds here.
EDITION = Edition(
    Components(
        name="reconstructed tracks, boards, colours and cards",
        colours={
            "rassik": "yellow",
            "ragnarok": "blue",
            "kraken": "brown",
            "grinder": "red",
            "slaugg": "green",
            "chtoolhoo": "purple",
        },
        colours_source="reconstructed",
        boards=(("kaldheira", "dead_lagoon"), ("forbidden_foundry", "anglieh"), ("ban_kogu", "estengaard")),
        boards_source="reconstructed",
        layouts=(
            Layout(
                "kaldheira",
                special=("A3", "D6", "F8", "C11"),
                lava=("B4", "C5", "E5", "F6", "A9", "E9", "B10", "D10"),
                source="reconstructed",
            ),
            Layout(
                "dead_lagoon",
                special=("C3", "F4", "E7", "A11"),
                pirates=("E3", "D4", "A5", "B8", "F8", "C9", "E11", "B12"),
                source="reconstructed",
            ),
            Layout(
                "forbidden_foundry",
                special=("E3", "B6", "F8", "C11"),
                multi_ramps=("C3", "E7", "D10", "A11"),
                super_ramps=(
                    Ramp("A3", "forward_right"),
                    Ramp("F4", "forward_left"),
                    Ramp("B8", "forward_right"),
                    Ramp("E9", "forward_left"),
                ),
                source="reconstructed",
            ),
            Layout(
                "ban_kogu",
                special=("C3", "E3", "F8", "B10"),
                statues=("A5", "D6", "F10", "C11"),
                source="reconstructed",
            ),
            Layout(
                "anglieh",
                special=("C3", "F4", "A7", "C11"),
                pentagrams=(
                    ("E5", "D6", "F6", "E7"),
                    ("A9", "B8", "B10", "C9"),
                    ("E9", "D10", "F10", "E11"),
                ),
                source="reconstructed",
            ),
            Layout(
                "estengaard",
                special=("C5", "F6", "A9", "E11"),
                ice=("D4", "A5", "D6", "F8", "E9", "C11"),
                source="reconstructed",
            ),
        ),
        cards=CARDS,
    )
)
