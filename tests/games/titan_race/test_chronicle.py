"""Whole random races are followed by their events alone, with the bookkeeping of the rules written a second time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.titan_race import TITAN_RACE
from games.titan_race.rules.data import CAUSE, COLOUR, DIRECTION, EDITION, FIELD_EFFECT, TITAN, TRACKS
from gunbai.titan_race.v1 import commands as cmd
from gunbai_record.plain import Plain
from titles.checks.walk import pick, set_up, walk

STEP = {
    "forward": (0, 2),
    "forward_right": (1, 1),
    "forward_left": (-1, 1),
    "backward": (0, -2),
    "backward_right": (1, -1),
    "backward_left": (-1, -1),
}
COSTS = ("purple", "pentagram")
SLAM = ("forbidden_foundry", "estengaard", "kaldheira")


class Chronicle:
    """What a watcher with pencil and paper knows of a race."""

    def __init__(self, seats: int, tracks: tuple[str, ...]) -> None:
        self.tracks, self.seats = tracks, range(1, seats + 1)
        self.owner: dict[str, int] = {}
        self.life: dict[str, int] = {}
        self.field: dict[str, str] = {}
        self.laps: Counter[str] = Counter()
        self.state: dict[str, str] = {}
        self.hand: Counter[int] = Counter()
        self.order: list[str] = []
        self.pool: list[str] = []
        self.die: dict[str, str] = {}
        self.traps: set[str] = set()
        self.turned: set[str] = set()
        self.round, self.place, self.mover = 1, -1, ""
        self.done: Counter[str] = Counter()
        self.owed: Counter[str] = Counter()
        self.threat = ""
        self.over = False

    def read(self, event: Plain) -> None:
        """Follow an event, if there is something to be said about it."""
        follow = getattr(self, f"on_{type(event).__name__}", None)
        if follow is not None:
            follow(event)

    def on_TitanChosen(self, event: Any) -> None:
        self.owner[event.titan], self.field[event.titan], self.state[event.titan] = event.seat, "", "upright"
        self.life[event.titan] = 4 if event.titan == "chtoolhoo" else 6

    def on_OrderSettled(self, event: Any) -> None:
        self.order = list(event.titans)
        seats = [self.owner[titan] for titan in self.order]
        first = seats[0]
        clockwise = [(first - 1 + step) % len(self.seats) + 1 for step in range(len(self.seats))]
        assert seats == clockwise * (len(seats) // len(clockwise))

    def on_TurnBegan(self, event: Any) -> None:
        self.place = (self.place + 1) % len(self.order)
        self.mover, self.done = event.titan, Counter()
        assert event.titan == self.order[self.place]
        assert event.round == self.round

    def on_AbilityReadied(self, event: Any) -> None:
        assert event.titan == self.mover
        self.turned.remove(event.titan)

    def on_TitanRecovered(self, event: Any) -> None:
        assert self.state[event.titan] == "resting"
        self.state[event.titan], self.life[event.titan] = "upright", TITAN[event.titan].life
        assert event.life == TITAN[event.titan].life

    def on_DiceRolled(self, event: Any) -> None:
        assert self.mover in (self.order[0], self.order[-1])
        assert self.mover not in self.turned
        self.pool, self.die = [COLOUR.word(colour) for colour in event.colours], {}
        assert len(self.pool) == len(self.order)

    def on_DieChosen(self, event: Any) -> None:
        self.pool.remove(COLOUR.word(event.colour))
        self.die[event.titan] = COLOUR.word(event.colour)
        self.done["die"] += 1
        assert self.done["die"] == 1

    def on_DieRerolled(self, event: Any) -> None:
        self.die[event.titan] = COLOUR.word(event.colour)
        self.done["action"] = 0

    def on_DieActionEnded(self, event: Any) -> None:
        self.done["action"] += 1
        assert self.done["action"] == 1

    def on_TurnPassed(self, event: Any) -> None:
        assert self.state[event.titan] == "down"
        self.state[event.titan] = "resting"

    def on_TurnEnded(self, event: Any) -> None:
        assert self.done["action"] or self.state[event.titan] != "upright"
        assert +self.owed == -self.owed == Counter()
        assert not self.threat

    def on_RoundEnded(self, event: Any) -> None:
        assert self.place + 1 == len(self.order)
        assert event.round == self.round
        self.round += 1

    def on_LapCompleted(self, event: Any) -> None:
        self.lap(event, 1)

    def on_LapLost(self, event: Any) -> None:
        self.lap(event, -1)

    def lap(self, event: Any, change: int) -> None:
        self.laps[event.titan] += change
        self.owed[f"line {event.titan}"] += change
        assert event.laps == self.laps[event.titan]

    def step(self, field: str, direction: str) -> tuple[str, int]:
        """Return the next field, and the lines that are crossed to it."""
        number, _, coordinate = field.rpartition(":")
        column, row = "ABCDEF".index(coordinate[0]), int(coordinate[1:])
        across, ahead = STEP[direction]
        crossed = (row + ahead - 1) // 12
        there = f"{'ABCDEF'[(column + across) % 6]}{(row + ahead - 1) % 12 + 1}"
        return (f"{int(number) + crossed}:{there}" if number else there), crossed

    def ground(self, field: str) -> str:
        """Return what lies on a field."""
        number, _, coordinate = field.rpartition(":")
        layout = EDITION.data.layout(self.tracks[int(number or 1) - 1])
        kinds = {"lava": layout.lava, "pirates": layout.pirates, "statue": layout.statues, "ice": layout.ice}
        return next((kind for kind, fields in kinds.items() if coordinate in fields), "")

    def is_special(self, field: str) -> bool:
        number, _, coordinate = field.rpartition(":")
        return coordinate in EDITION.data.layout(self.tracks[int(number or 1) - 1]).special

    def leap(self, field: str, direction: str) -> int:
        """Return over how many fields a step goes."""
        number, _, coordinate = field.rpartition(":")
        layout = EDITION.data.layout(self.tracks[int(number or 1) - 1])
        if coordinate in layout.multi_ramps and direction.startswith("forward"):
            return 1
        return 2 * any((ramp.field, ramp.direction) == (coordinate, direction) for ramp in layout.super_ramps)

    def on_TitanVaulted(self, event: Any) -> None:
        self.done[f"vault {event.titan}"] = 1

    def on_TitanEntered(self, event: Any) -> None:
        met = next((titan for titan, field in self.field.items() if field == event.field and titan != event.titan), "")
        assert event.met == met
        direction = DIRECTION.word(event.direction)
        if self.field[event.titan]:
            vaulted = self.done.pop(f"vault {event.titan}", 0)
            assert len(event.leapt) == (vaulted or self.leap(self.field[event.titan], direction))
            lines = 0
            for here, there in pairwise([self.field[event.titan], *event.leapt, event.field]):
                reached, crossed = self.step(here, direction)
                assert reached == there
                lines += crossed
            self.owed[f"line {event.titan}"] -= lines
        self.owed["push"] += bool(met)
        self.come(event.titan, event.field)

    def on_TitansSwapped(self, event: Any) -> None:
        here, there = self.field[event.titan], self.field[event.other]
        ways = [self.step(here, direction) for direction in STEP]
        crossed = next(crossed for field, crossed in ways if field == there)
        self.owed[f"line {event.titan}"] -= crossed
        self.owed[f"line {event.other}"] += crossed
        assert (event.field, event.other_field) == (there, here)
        self.come(event.titan, there)
        self.come(event.other, here)

    def come(self, titan: str, field: str) -> None:
        self.field[titan] = field
        ground = self.ground(field)
        self.owed[ground] += ground in ("lava", "pirates", "statue")
        self.owed["special"] += self.is_special(field)
        self.owed["trap"] += field in self.traps

    def on_TitanThrownBack(self, event: Any) -> None:
        assert len(self.tracks) == 3
        assert self.field[event.titan].startswith(("1:A1", "1:C1", "1:E1", "1:B2", "1:D2", "1:F2"))
        self.field[event.titan], self.laps[event.titan] = "", 0

    def on_TargetsHit(self, event: Any) -> None:
        hit = [target.titan or target.trap for target in event.targets]
        assert len(set(hit)) == len(hit)
        assert {target.trap for target in event.targets if target.trap} <= self.traps
        self.owed[CAUSE.word(event.cause)] += sum(bool(target.titan) for target in event.targets)

    def on_SpikesStruck(self, event: Any) -> None:
        assert self.state[event.by] == "upright"
        self.owed["card"] += 1

    def on_LifeThreatened(self, event: Any) -> None:
        seat = self.owner[event.titan]
        assert self.round > 1
        assert seat != self.owner[self.mover]
        assert self.hand[seat]
        self.threat = event.titan

    def on_LifeLost(self, event: Any) -> None:
        seat, cause = self.owner[event.titan], CAUSE.word(event.cause)
        free = self.round == 1 or seat == self.owner[self.mover] or not self.hand[seat] or cause in COSTS
        assert free != (self.threat == event.titan)
        self.threat = ""
        self.life[event.titan] -= 1
        assert event.life == self.life[event.titan] >= 0
        self.owed[cause] -= cause not in COSTS

    def on_LifeSpared(self, event: Any) -> None:
        assert self.state[event.titan] != "upright"
        self.owed[CAUSE.word(event.cause)] -= 1

    def on_LossPrevented(self, event: Any) -> None:
        self.threat = ""
        self.owed[CAUSE.word(event.cause)] -= 1

    def on_LifeGained(self, event: Any) -> None:
        cause = CAUSE.word(event.cause)
        most = {"colour": 1, "drain": 1, "card": 2}[cause]
        assert event.life == min(6, self.life[event.titan] + most) > self.life[event.titan]
        assert self.state[event.titan] == "upright"
        self.life[event.titan] = event.life
        if cause == "colour":
            assert self.die[event.titan] == EDITION.data.colours[event.titan] != "purple"

    def on_TitanKnockedOut(self, event: Any) -> None:
        assert self.life[event.titan] == 0
        assert self.state[event.titan] == "upright"
        self.state[event.titan] = "down"

    def on_TrapPlaced(self, event: Any) -> None:
        assert event.field not in self.traps
        self.traps.add(event.field)
        self.owed["trap"] += event.field in self.field.values()
        assert len(self.traps) <= 15

    def on_TrapSprung(self, event: Any) -> None:
        self.traps.remove(event.field)
        assert self.field[event.titan] == event.field

    def on_TrapDestroyed(self, event: Any) -> None:
        self.traps.remove(event.field)

    def on_PiratesPaid(self, event: Any) -> None:
        self.hand[event.seat] -= 1
        self.owed["pirates"] -= 1

    def on_StatueFired(self, event: Any) -> None:
        self.owed["statue"] -= 1
        assert self.field[event.titan] == event.field

    def on_SpecialReached(self, event: Any) -> None:
        self.owed["special"] -= 1

    def on_EffectMissed(self, event: Any) -> None:
        self.owed[FIELD_EFFECT.word(event.effect)] -= 1

    def on_CardDrawn(self, event: Any) -> None:
        self.hand[event.seat] += 1
        assert self.hand[event.seat] <= 2

    def on_CardStolen(self, event: Any) -> None:
        self.hand[event.seat] += 1
        self.hand[event.from_seat] -= 1

    def on_CardDiscarded(self, event: Any) -> None:
        self.use_card(event.seat)

    def on_CardPlayed(self, event: Any) -> None:
        self.use_card(event.seat)

    def on_ReactionPlayed(self, event: Any) -> None:
        assert event.seat != self.owner[self.mover]
        assert self.threat == event.titan
        self.hand[event.seat] -= 1
        self.threat = ""

    def use_card(self, seat: int) -> None:
        self.hand[seat] -= 1
        self.done["card"] += 1
        assert seat == self.owner[self.mover]
        assert self.done["card"] == 1
        assert self.round > 1
        assert not self.done["pentagram"]

    def on_PentagramUsed(self, event: Any) -> None:
        self.done["pentagram"] += 1
        assert self.done["action"] == 1

    def on_AbilityUsed(self, event: Any) -> None:
        assert event.titan == self.mover not in self.turned
        assert self.round > 1
        assert not self.done["pentagram"]
        assert self.state[event.titan] == "upright"
        self.turned.add(event.titan)

    def on_RaceWon(self, event: Any) -> None:
        assert self.laps[event.titan] == 3
        self.over = True


def eager(source: Random, legal: Sequence[Plain]) -> Plain:
    """Choose any move, but rather an ability, a card or a pentagram than the die, and seldom a discard."""
    lively = [move for move in legal if isinstance(move, cmd.UseAbility | cmd.PlayCard | cmd.UsePentagram)]
    eager_moves = [move for move in legal if not isinstance(move, cmd.DiscardCard)]
    return pick(source, lively if lively and source.random() < 0.6 else eager_moves)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("tracks", [*((track,) for track in TRACKS), SLAM], ids="-".join)
def test_the_events_of_a_race_add_up(tracks: tuple[str, ...], seats: int) -> None:
    chronicle = Chronicle(seats, tracks)
    for turn in walk(TITAN_RACE, set_up(TITAN_RACE, seats, json.dumps({"tracks": tracks})).table, seats, choose=eager):
        for event in turn.accepted.events:
            chronicle.read(event)
    assert chronicle.over
