"""Texts of events beyond their fields, in any language: missing things, bonuses, cubes in the tray, majorities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from games.kit.words.phrasebook import Sentence, Speaker, Telling
from games.shogun.rules.cubes import counted
from games.shogun.rules.data import BUILDINGS
from games.shogun.words.foreseen import built_by, cost_of, land_of
from gunbai.shogun.v1 import clauses_pb2 as clause
from gunbai.shogun.v1 import commands as cmd
from gunbai.shogun.v1 import events as ev
from gunbai.shogun.v1 import view_pb2

MISSING: dict[int, str] = {
    clause.CLAUSE_9_5: "chests",
    clause.CLAUSE_10_2: "site",
    clause.CLAUSE_10_3: "building",
    clause.CLAUSE_10_4: "tile_or_chests",
    clause.CLAUSE_10_8: "armies",
    clause.CLAUSE_10_9: "army",
    clause.CLAUSE_10_12: "force_or_target",
}


def lapsed(event: ev.ActionLapsed, say: Speaker) -> Telling:
    """Return the missing thing of an action, from the clause that makes it lapse and the table before it."""
    missing = MISSING.get(event.clause, "")
    if say.view is not None and event.clause == clause.CLAUSE_10_4:
        missing = "chests" if _tiles_left(event.action, say.view) else "tile"
    if say.view is not None and event.clause == clause.CLAUSE_10_12:
        missing = "force" if land_of(event.province, say.view).armies < 2 else "target"
    return Telling(missing, {"cost": cost_of(event.action), "building": built_by(event.action)})


def _tiles_left(action: str, view: view_pb2.View) -> int:
    return next(tiles.left for tiles in view.tiles if BUILDINGS.word(tiles.building) == built_by(action))


def with_bonus(special: str) -> Callable[[ev.RiceConfiscated | ev.TaxesCollected, Speaker], Telling]:
    """Return how a yield is told: with or without the special card of its player (SH-12.1)."""

    def tells(event: ev.RiceConfiscated | ev.TaxesCollected, say: Speaker) -> Telling:
        held = say.view is not None and any((p.special, p.seat) == (special, event.seat) for p in say.view.places)
        return Telling("bonus" if held else "", {"special": special})

    return tells


def card_lost(event: ev.ProvinceCardWon | ev.ProvinceCardGivenUp, say: Speaker) -> Telling:
    """Return how the card of a lost province is told: whether it was turned up before (SH-9.6)."""
    loser = event.from_seat if isinstance(event, ev.ProvinceCardWon) else event.seat
    if say.view is None or not loser:
        return Telling()
    return Telling("used" if any(laid.space == event.space for laid in say.view.players[loser - 1].shown) else "")


def with_stores(store: str) -> Callable[[ev.WinterCame, Speaker], Telling]:
    """Return how winter is told: with the rice left and the provinces of each seat, from a template."""

    def tells(event: ev.WinterCame, say: Speaker) -> Telling:
        if say.view is None:
            return Telling()
        left = zip(say.view.players, event.rice_lost, strict=True)
        holdings = ({"seat": p.seat, "rice": p.rice - lost, "provinces": len(p.provinces)} for p, lost in left)
        return Telling("seen", {"stores": tuple(say.filled(store, holding) for holding in holdings)})

    return tells


def by_number(one: str, more: str) -> Sentence:
    """Return the sentence of an event for one province and for several."""

    def sentence(event: ev.RevoltsDrawn, say: Speaker) -> str:
        return say.filled(one if len(event.provinces) == 1 else more, event)

    return sentence


Settled: TypeAlias = (
    ev.ProvinceConquered
    | ev.ProvinceDefended
    | ev.ProvinceDevastated
    | ev.AttackRepelled
    | ev.RevoltPutDown
    | ev.RevoltSucceeded
)
"""How a battle or a revolt ended."""


def settled(template: str) -> Sentence:
    """Return the sentence of a battle or a revolt that is decided, with the cubes that `one` and `other` side had."""

    def sentence(event: Settled, say: Speaker) -> str:
        one, other = sides_in_tray(event)
        return say.filled(template, event, {"one": one, "other": other})

    return sentence


def sides_in_tray(event: Settled) -> tuple[cmd.Cubes, cmd.Cubes]:
    """Return the cubes in the tray that counted: of the attacker, or the owner in a revolt, and of the other side.

    They are what each side lost and what went back into the province (SH-14.5, SH-14.6, SH-15.3).
    """
    one, cubes_kept = _placed(event)
    *lost, farmers = counted(event.lost)
    armies = [(seat, left + cubes_kept.get(seat, 0)) for seat, left in enumerate(lost, 1)]
    return (
        cmd.Cubes(armies=tuple(left if seat == one else 0 for seat, left in armies)),
        cmd.Cubes(armies=tuple(left if seat != one else 0 for seat, left in armies), farmers=farmers),
    )


def _placed(event: Settled) -> tuple[int, dict[int, int]]:
    """Return the seat of the first side, and the armies of the tray that went into the province, by seat."""
    match event:
        case ev.RevoltPutDown():
            return event.seat, {event.seat: event.armies}
        case ev.RevoltSucceeded():
            return event.seat, {}
        case ev.ProvinceConquered():
            return event.attacker, {event.attacker: event.armies}
        case ev.ProvinceDefended():
            return event.attacker, {event.defender: event.armies}
        case _:
            return event.attacker, {}


class Scoring(NamedTuple):
    """The templates of a language for the score of a seat in a winter; the seat comes before them, capitalized."""

    points: str
    provinces: str
    buildings: str
    majorities: str
    """All points for majorities, with the majorities as `won`."""
    majority: str
    """A majority, with its `kind` of buildings and the `rivals` who have as many."""
    kinds: Mapping[str, str]

    def year(self, event: ev.YearScored, say: Speaker) -> str:
        """Return a sentence for what each seat scores."""
        return " ".join(f"{self.seat(score, say, event.scores)}." for score in event.scores)

    def seat(self, score: ev.SeatScore, say: Speaker, scores: Iterable[ev.SeatScore] = ()) -> str:
        """Return the score of a seat, compared with others, without parts that bring no points."""
        scored = f"{first(score.seat, say)} {say.filled(self.points, {'points': points_of(score)})}"
        parts = [
            *([say.filled(self.provinces, score)] if score.provinces else []),
            *([say.filled(self.buildings, score)] if score.buildings else []),
            *([self._majorities(score, say, scores)] if most_of(score) else []),
        ]
        return f"{scored}: {say.list(parts)}" if parts else scored

    def _majorities(self, score: ev.SeatScore, say: Speaker, scores: Iterable[ev.SeatScore]) -> str:
        won = "; ".join(
            self._majority(majority, say, rivals(majority, score.seat, scores)) for majority in scoring(score)
        )
        return say.filled(self.majorities, {"points": most_of(score), "won": won})

    def _majority(self, majority: ev.Majority, say: Speaker, tied: tuple[int, ...]) -> str:
        kind = self.kinds[BUILDINGS.word(majority.building)]
        return say.filled(self.majority, majority, {"kind": kind, "rivals": tied})


def capital(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def first(seat: int, say: Speaker) -> str:
    """Return a player's name as it is written, or the word for the seat as the first of a sentence."""
    return say.players.get(seat) or capital(say.place(seat))


def rivals(majority: ev.Majority, seat: int, scores: Iterable[ev.SeatScore]) -> tuple[int, ...]:
    """Return the other seats that have as many buildings of a kind in a region (SH-17.3)."""
    return tuple(
        score.seat
        for score in scores
        if score.seat != seat
        and any((rival.region, rival.building) == (majority.region, majority.building) for rival in score.majorities)
    )


def points_of(score: ev.SeatScore) -> int:
    """Return all points of a seat in a winter."""
    return score.provinces + score.buildings + most_of(score)


def most_of(score: ev.SeatScore) -> int:
    """Return the points of a seat for majorities in a winter."""
    return sum(majority.points for majority in score.majorities)


def scoring(score: ev.SeatScore) -> Iterator[ev.Majority]:
    """Yield the majorities of a seat that bring a point: theatres in a tie bring none (SH-17.3)."""
    return (majority for majority in score.majorities if majority.points)
