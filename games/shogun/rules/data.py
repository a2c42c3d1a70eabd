"""The components of Shogun, in print order: provinces, line-ups, actions, special and event cards, the supply table.

The constants are printed in the game. What the sources do not give, and had to be reconstructed, is data of an edition,
the `Board`: the borders, sea routes and reserved provinces of the moon side, and the behaviour of the cube tower. Each
part names its source, and owners of the printed game can play with an edition of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

import msgspec

from games.kit.rules.edition import Edition
from gunbai.shogun.v1 import events as ev

Source = Literal["printed", "public", "reconstructed"]
BoardSide = Literal["sun", "moon"]

ARMIES = 62  # SH-1.5
FARMERS = 20  # SH-1.5
TILES = {"castle": 28, "temple": 26, "theatre": 26}  # SH-1.5
START_CHESTS = {3: 18, 4: 15, 5: 12}  # SH-2.4
ARMY_GROUPS = {  # SH-3.1
    3: (5, 4, 4, 3, 3, 2, 2, 2, 2),
    4: (5, 4, 4, 3, 3, 2, 2, 2),
    5: (5, 4, 4, 3, 3, 2, 2),
}
FEED_ARMIES = 7  # SH-3.12
FEED_FARMERS = 10  # SH-3.12
BUILDINGS = ev.Building
SEASON_WORDS = ev.Season
SEASONS = SEASON_WORDS.words
YEARS = 2  # SH-1.1


class DaimyoCard(msgspec.Struct, frozen=True):
    """A player's card: the name of the daimyo and the colour of the armies."""

    name: str
    colour: str


DAIMYO = (
    DaimyoCard("Uesugi Kenshin", "blue"),
    DaimyoCard("Mori Motonari", "yellow"),
    DaimyoCard("Tokugawa Ieyasu", "red"),
    DaimyoCard("Takeda Shingen", "black"),
    DaimyoCard("Hashiba Hideyoshi", "purple"),
)
COLOURS = tuple(daimyo.colour for daimyo in DAIMYO)


class Province(msgspec.Struct, frozen=True):
    """A province card: the chests and rice that it yields, and its sites for buildings."""

    id: str
    name: str
    chests: int
    rice: int
    sites: int


PROVINCES = (
    Province("aki", "Aki", chests=4, rice=3, sites=2),
    Province("awa_boso", "Awa-Boso", chests=3, rice=4, sites=2),
    Province("awa_shikoku", "Awa-Shikoku", chests=4, rice=2, sites=2),
    Province("bingo", "Bingo", chests=3, rice=4, sites=2),
    Province("bitchu", "Bitchu", chests=5, rice=3, sites=2),
    Province("bizen", "Bizen", chests=4, rice=2, sites=1),
    Province("echigo", "Echigo", chests=5, rice=3, sites=2),
    Province("echizen", "Echizen", chests=4, rice=4, sites=2),
    Province("etchu", "Etchu", chests=7, rice=3, sites=3),
    Province("harima", "Harima", chests=4, rice=4, sites=2),
    Province("hida", "Hida", chests=4, rice=2, sites=2),
    Province("hitachi", "Hitachi", chests=3, rice=4, sites=1),
    Province("hoki", "Hoki", chests=6, rice=5, sites=2),
    Province("ise", "Ise", chests=5, rice=3, sites=2),
    Province("iwami", "Iwami", chests=7, rice=2, sites=1),
    Province("iyo", "Iyo", chests=3, rice=4, sites=3),
    Province("izu", "Izu", chests=6, rice=2, sites=3),
    Province("izumo", "Izumo", chests=3, rice=3, sites=3),
    Province("kaga", "Kaga", chests=4, rice=5, sites=3),
    Province("kai", "Kai", chests=5, rice=3, sites=1),
    Province("kazusa", "Kazusa", chests=5, rice=3, sites=3),
    Province("kii", "Kii", chests=5, rice=4, sites=2),
    Province("kozuke", "Kozuke", chests=3, rice=4, sites=2),
    Province("mikawa", "Mikawa", chests=6, rice=3, sites=1),
    Province("mimasaka", "Mimasaka", chests=7, rice=3, sites=1),
    Province("mino", "Mino", chests=3, rice=5, sites=1),
    Province("musashi", "Musashi", chests=6, rice=3, sites=2),
    Province("mutsu", "Mutsu", chests=4, rice=3, sites=2),
    Province("noto", "Noto", chests=5, rice=2, sites=2),
    Province("omi", "Omi", chests=3, rice=2, sites=3),
    Province("owari", "Owari", chests=6, rice=2, sites=2),
    Province("sagami", "Sagami", chests=3, rice=4, sites=3),
    Province("sanuki", "Sanuki", chests=6, rice=2, sites=1),
    Province("settsu", "Settsu", chests=7, rice=3, sites=1),
    Province("shima", "Shima", chests=4, rice=3, sites=1),
    Province("shimosa", "Shimosa", chests=5, rice=5, sites=1),
    Province("shimotsuke", "Shimotsuke", chests=6, rice=2, sites=3),
    Province("shinano", "Shinano", chests=6, rice=2, sites=3),
    Province("suruga", "Suruga", chests=7, rice=3, sites=2),
    Province("tajima", "Tajima", chests=4, rice=4, sites=1),
    Province("tamba", "Tamba", chests=7, rice=2, sites=1),
    Province("tosa", "Tosa", chests=6, rice=3, sites=2),
    Province("totomi", "Totomi", chests=6, rice=2, sites=2),
    Province("wakasa", "Wakasa", chests=6, rice=2, sites=2),
    Province("yamato", "Yamato", chests=5, rice=4, sites=2),
)
PROVINCE = {province.id: province for province in PROVINCES}
REGIONS = ("green", "red", "purple", "yellow", "brown")
RESERVED = 8  # SH-2.3

WAR_CHESTS = {"chest_0": 0, "chest_1": 1, "chest_2": 2, "chest_3": 3, "chest_4": 4}  # SH-2.4


class Lineup(msgspec.Struct, frozen=True):
    """One player's start provinces on the sun side, with the army groups in print order (SH-3.10)."""

    players: int
    letter: str
    provinces: str

    @property
    def armies(self) -> dict[str, int]:
        """Return how many armies start in each province."""
        return dict(zip(self.provinces.split(), ARMY_GROUPS[self.players], strict=True))


LINEUPS = (
    Lineup(3, "A", "suruga mino tamba musashi harima izu owari sagami tajima"),
    Lineup(3, "B", "yamato echizen shimotsuke shimosa ise hitachi awa_shikoku kaga kii"),
    Lineup(3, "C", "bizen omi hida etchu hoki bitchu bingo settsu shinano"),
    Lineup(4, "A", "yamato awa_shikoku kaga omi tamba kii settsu noto"),
    Lineup(4, "B", "kozuke hida ise echizen shinano etchu shimotsuke shima"),
    Lineup(4, "C", "mimasaka wakasa awa_boso harima bitchu hoki tajima kazusa"),
    Lineup(4, "D", "kai musashi mino mikawa bingo aki totomi sagami"),
    Lineup(5, "A", "sagami mimasaka harima kazusa izu awa_boso bizen"),
    Lineup(5, "B", "shimotsuke echizen tamba shimosa kozuke hitachi wakasa"),
    Lineup(5, "C", "mino hida iyo owari totomi mikawa tosa"),
    Lineup(5, "D", "hoki shinano bingo echigo aki izumo etchu"),
    Lineup(5, "E", "yamato kaga kii shima omi ise noto"),
)
LINEUP = {(lineup.players, lineup.letter): lineup for lineup in LINEUPS}


class Action(msgspec.Struct, frozen=True):
    """An action card: what it costs in chests, and what it builds or how many armies it deploys."""

    id: str
    name: str
    cost: int = 0
    builds: str = ""
    armies: int = 0


ACTIONS = (
    Action("castle", "Castle", cost=3, builds="castle"),  # SH-10.1
    Action("temple", "Temple", cost=2, builds="temple"),  # SH-10.1
    Action("theatre", "Theatre", cost=1, builds="theatre"),  # SH-10.1
    Action("rice", "Rice"),  # SH-10.5
    Action("tax", "Taxes"),  # SH-10.6
    Action("deploy5", "Deploy 5", cost=3, armies=5),  # SH-10.8
    Action("deploy3", "Deploy 3", cost=2, armies=3),  # SH-10.8
    Action("deploy1", "Deploy/Move 1", cost=1, armies=1),  # SH-10.9
    Action("march_a", "Battle/Move A"),  # SH-10.10
    Action("march_b", "Battle/Move B"),  # SH-10.10
)
ACTION = {action.id: action for action in ACTIONS}

BID = "bid"
SPACES = (*ACTION, BID)  # SH-6.1
SPACE = {space: number for number, space in enumerate(SPACES)}
FACE_UP_ACTIONS = 5  # SH-5.2

SPECIALS = {
    "tax_bonus": "+1 chest",  # SH-12.1
    "rice_bonus": "+1 rice",  # SH-12.1
    "six_armies": "6 armies instead of 5",  # SH-12.2
    "attack_bonus": "+1 army when attacking",  # SH-12.3
    "defence_bonus": "+1 army when defending",  # SH-12.4
}
SIX_ARMIES = 6  # SH-12.2


class EventCard(msgspec.Struct, frozen=True):
    """An event card: what it changes in an action round, its figure if it has one, and the rice that a winter loses."""

    id: str
    kind: str
    rice_loss: int
    figure: int = 0


EVENTS = (
    EventCard("E1", "theatre_relief", rice_loss=5),  # SH-11.1
    EventCard("E2", "theatre_relief", rice_loss=7),  # SH-11.1
    EventCard("E3", "neutral_farmers", rice_loss=3, figure=2),  # SH-11.2
    EventCard("E4", "castle_defence", rice_loss=2, figure=1),  # SH-11.3
    EventCard("E5", "castle_defence", rice_loss=6, figure=1),  # SH-11.3
    EventCard("E6", "temple_peace", rice_loss=3),  # SH-11.4
    EventCard("E7", "tax_max", rice_loss=0, figure=5),  # SH-11.5
    EventCard("E8", "tax_min", rice_loss=2, figure=6),  # SH-11.5
    EventCard("E9", "temple_peace", rice_loss=4),  # SH-11.4
    EventCard("E10", "rice_min", rice_loss=3, figure=4),  # SH-11.6
    EventCard("E11", "rice_max", rice_loss=4, figure=3),  # SH-11.6
    EventCard("E12", "short_recruiting", rice_loss=1),  # SH-11.7
)
EVENT = {event.id: event for event in EVENTS}
EVENTS_A_YEAR = 4  # SH-4.1
SHORT_RECRUITS = {"deploy5": 3, "deploy3": 2}  # SH-11.7


class SupplyRow(msgspec.Struct, frozen=True):
    """A row of the supply table: up to these unsupplied provinces, these revolts, each with extra farmers."""

    unsupplied: int
    revolts: int
    extra_farmers: int


SUPPLY_TABLE = (  # SH-16.4
    SupplyRow(1, revolts=1, extra_farmers=1),
    SupplyRow(2, revolts=1, extra_farmers=2),
    SupplyRow(4, revolts=2, extra_farmers=2),
    SupplyRow(6, revolts=2, extra_farmers=3),
    SupplyRow(99, revolts=3, extra_farmers=3),
)

PROVINCE_POINTS = 1  # SH-17.1
BUILDING_POINTS = 1  # SH-17.1
MAJORITY_POINTS = {"castle": 3, "temple": 2, "theatre": 1}  # SH-17.2


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two neighbouring provinces, by land or by a sea route."""

    a: str
    b: str
    sea: bool = False


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region of the board and its nine provinces."""

    id: str
    provinces: tuple[str, ...]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A side of the board: its regions, its borders, and the provinces that three players leave out."""

    regions: tuple[Region, ...]
    regions_source: Source
    borders: tuple[Border, ...]
    borders_source: Source
    reserved: tuple[str, ...]
    reserved_source: Source

    def __post_init__(self) -> None:
        """Raise ValueError unless the regions share out all provinces, borders join two, and eight are reserved."""
        if sorted(name for region in self.regions for name in region.provinces) != sorted(PROVINCE):
            raise ValueError("the regions of a side must share out all 45 provinces")
        if sorted(region.id for region in self.regions) != sorted(REGIONS):
            raise ValueError(f"the regions of a side are {REGIONS}")
        if unknown := {name for border in self.borders for name in (border.a, border.b)} - set(PROVINCE):
            raise ValueError(f"borders of unknown provinces: {sorted(unknown)}")
        pairs = {frozenset((border.a, border.b)) for border in self.borders}
        if len(pairs) != len(self.borders) or any(len(pair) == 1 for pair in pairs):
            raise ValueError("each border joins two provinces, and is named once")
        if unknown := set(self.reserved) - set(PROVINCE):
            raise ValueError(f"reserved provinces that are unknown: {sorted(unknown)}")
        if len(set(self.reserved)) != RESERVED or len(self.reserved) != RESERVED:
            raise ValueError(f"a side has {RESERVED} reserved provinces, not {len(self.reserved)}")

    @cached_property
    def region(self) -> dict[str, str]:
        """Return the region of each province."""
        return {name: region.id for region in self.regions for name in region.provinces}

    def bordering(self, province: str, *, sea: bool) -> tuple[str, ...]:
        """Return the neighbours of a province by land or by sea, in print order."""
        pairs = [{border.a, border.b} for border in self.borders if border.sea is sea]
        others = {other for pair in pairs if province in pair for other in pair - {province}}
        return tuple(name for name in PROVINCE if name in others)

    def provinces(self, players: int) -> tuple[str, ...]:
        """Return the provinces in the game, in print order (SH-2.2, SH-2.3)."""
        return tuple(self.neighbours(players))

    def neighbours(self, players: int) -> dict[str, tuple[str, ...]]:
        """Return the provinces in the game, each with its neighbours in the game (SH-10.11)."""
        return self._without_reserved if players == 3 else self._all

    @cached_property
    def _all(self) -> dict[str, tuple[str, ...]]:
        return self._ways(PROVINCE)

    @cached_property
    def _without_reserved(self) -> dict[str, tuple[str, ...]]:
        return self._ways([name for name in PROVINCE if name not in self.reserved])

    def _ways(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        ways: dict[str, list[str]] = {name: [] for name in names}
        for border in self.borders:
            if border.a in ways and border.b in ways:
                ways[border.a].append(border.b)
                ways[border.b].append(border.a)
        return {name: tuple(sorted(others)) for name, others in ways.items()}


class TowerModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tower (SH-13.5): it catches a thrown cube `caught` times in `of`, and n cubes loosen n in n + `hold`."""

    caught: int
    of: int
    hold: int
    source: Source

    def __post_init__(self) -> None:
        """Raise ValueError for figures that do not give probabilities."""
        if not 0 < self.caught < self.of or self.hold < 1:
            raise ValueError("a tower needs 0 < caught < of and hold >= 1")


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition of Shogun contains: both sides of the board, and the cube tower."""

    sun: Side
    moon: Side
    tower: TowerModel


def _borders() -> tuple[Border, ...]:
    land = (Border(a, b) for a, others in _LAND.items() for b in others.split())
    return (*land, *(Border(a, b, sea=True) for a, b in _SEA.items()))


def _regions(names: dict[str, str]) -> tuple[Region, ...]:
    return tuple(Region(region, tuple(provinces.split())) for region, provinces in names.items())


_SUN_REGIONS = {
    "green": "aki bingo bitchu bizen hoki iwami izumo mimasaka tajima",
    "red": "echizen harima hida mikawa mino omi owari tamba wakasa",
    "purple": "awa_shikoku ise iyo kii sanuki settsu shima tosa yamato",
    "yellow": "awa_boso izu kai kazusa musashi sagami shimosa suruga totomi",
    "brown": "echigo etchu hitachi kaga kozuke mutsu noto shimotsuke shinano",
}
_MOON_REGIONS = {
    "green": "aki bingo bitchu bizen hoki iwami izumo sanuki tajima",
    "red": "harima hida kai mikawa mimasaka mino omi shinano tamba",
    "purple": "awa_shikoku ise iyo kii owari settsu shima tosa yamato",
    "yellow": "awa_boso hitachi izu kazusa musashi sagami shimosa suruga totomi",
    "brown": "echigo echizen etchu kaga kozuke mutsu noto shimotsuke wakasa",
}
_LAND = {
    "aki": "bingo iwami",
    "awa_boso": "kazusa",
    "awa_shikoku": "iyo sanuki tosa",
    "bingo": "bitchu hoki iwami izumo",
    "bitchu": "bizen hoki mimasaka",
    "bizen": "harima mimasaka",
    "echigo": "etchu kozuke mutsu shinano",
    "echizen": "hida kaga mino omi wakasa",
    "etchu": "hida kaga noto shinano",
    "harima": "hoki mimasaka settsu tajima tamba",
    "hida": "kaga mino shinano",
    "hitachi": "mutsu shimosa shimotsuke",
    "hoki": "izumo mimasaka tajima",
    "ise": "kii mino omi owari shima yamato",
    "iwami": "izumo",
    "iyo": "sanuki tosa",
    "izu": "sagami suruga",
    "kaga": "noto",
    "kai": "musashi sagami shinano suruga totomi",
    "kazusa": "shimosa",
    "kii": "settsu yamato",
    "kozuke": "musashi mutsu shimosa shimotsuke shinano",
    "mikawa": "mino owari shinano totomi",
    "mino": "omi owari shinano",
    "musashi": "sagami shimosa shinano",
    "mutsu": "shimotsuke",
    "omi": "settsu tamba wakasa yamato",
    "sagami": "suruga",
    "settsu": "tamba yamato",
    "shimosa": "shimotsuke",
    "shinano": "totomi",
    "suruga": "totomi",
    "tajima": "tamba wakasa",
    "tamba": "wakasa",
}
_SEA = {
    "aki": "iyo",
    "awa_boso": "izu",
    "awa_shikoku": "kii",
    "harima": "sanuki",
    "izu": "shima",
    "kaga": "tajima",
}
_RESERVED = ("awa_boso", "echigo", "iwami", "izumo", "kazusa", "mutsu", "sanuki", "tosa")

EDITION = Edition(
    Board(
        sun=Side(
            regions=_regions(_SUN_REGIONS),
            regions_source="public",
            borders=_borders(),
            borders_source="public",
            reserved=_RESERVED,
            reserved_source="public",
        ),
        moon=Side(  # SH-2.6
            regions=_regions(_MOON_REGIONS),
            regions_source="public",
            borders=_borders(),
            borders_source="reconstructed",
            reserved=_RESERVED,
            reserved_source="reconstructed",
        ),
        # SH-13.3
        tower=TowerModel(caught=1, of=4, hold=36, source="reconstructed"),
    )
)
