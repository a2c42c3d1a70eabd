"""What a move is said to bring before it is chosen: laps, pushes, and nothing that hidden cards decide."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from games.kit.rules.decider import waiting
from games.titan_race import TITAN_RACE
from games.titan_race.rules.data import EDITION, Layout, heading
from games.titan_race.rules.steps import ChooseAction, PerformDie
from games.titan_race.rules.steps.walk import Pace
from games.titan_race.rules.table import RaceTable
from games.titan_race.words.foreseen import edition_of, effects_of, foreseen
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from gunbai.titan_race.v1.view_pb2 import View
from tests.games.titan_race.race import race, titan
from titles.checks.walk import set_up, walk

PLAYERS = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dan"}
FORETOLD = cmd.Move | cmd.ChooseStart | cmd.PlaceTrap | cmd.Strike | cmd.UseAbility | cmd.PlayCard
HARM = {f"{own}{kind}" for own in ("", "own_") for kind in ("hurt", "knocked_out", "spared", "hit")} | {
    "sprung",
    "wasted",
    "destroyed",
}
SLAMS = (("kaldheira", "forbidden_foundry", "ban_kogu"), ("dead_lagoon", "anglieh", "estengaard"))
SLAM = '{"tracks": ["forbidden_foundry", "estengaard", "kaldheira"]}'


def sentence_of(table: RaceTable, move: Any, language: str = "") -> str:
    words = TITAN_RACE.words.languages[language] if language else TITAN_RACE.words.english
    return words.sentence(move, PLAYERS, lambda: TITAN_RACE.rules.view(table, table.mover.seat))


def forward(steps: int) -> cmd.Move:
    return cmd.Move(path=(heading("forward"),) * steps)


def test_a_move_over_the_line_completes_a_lap() -> None:
    table = race(titan("rassik", "A11"), titan("kraken", "E5"), titan("grinder", "C3"))
    assert sentence_of(table, forward(2)) == "Move 2 fields forward: completes a lap."
    assert sentence_of(table, forward(2), "pl") == "Ruch: 2 pola do przodu – kończy okrążenie."
    assert sentence_of(race(titan("rassik", "C1"), titan("kraken", "E5"), titan("grinder", "A3")), forward(1)) == (
        "Move 1 field forward."
    )


def test_the_third_lap_wins_the_race() -> None:
    table = race(titan("rassik", "A11", laps=2), titan("kraken", "A1"), titan("grinder", "C3"))
    assert sentence_of(table, forward(2)) == "Move 2 fields forward: completes a lap, wins the race."


def test_a_push_says_who_is_pushed_where_and_whom_they_push() -> None:
    table = race(titan("rassik", "A3"), titan("kraken", "A7"), titan("grinder", "A11"))
    assert sentence_of(table, forward(2)) == (
        "Move 2 fields forward: pushes Kraken of Bob to A11, Kraken pushes Grinder of Cid to A3 (special field), "
        "Grinder completes a lap, Kraken loses 2 life."
    )
    assert sentence_of(table, forward(2), "pl") == (
        "Ruch: 2 pola do przodu – popycha tytana: Kraken (Bob) na pole A11, "
        "Kraken popycha tytana: Masakrator (Cid) na pole A3 (pole specjalne), Masakrator kończy okrążenie, "
        "Kraken traci 2 punkty życia."
    )


def test_abilities_cards_and_starts_say_it_too() -> None:
    table = race(titan("ragnarok", "A11"), titan("kraken", "C11"), titan("grinder", "C3"), hands={1: ("TRC04",)})
    shove = cmd.UseAbility(titan="kraken", direction=heading("forward"))
    assert sentence_of(table, shove).endswith("Kraken of Bob, forward: to C1, Kraken completes a lap.")
    assert (
        sentence_of(table, cmd.PlayCard(card="TRC04"))
        == "Play Speed Potion: completes a lap, ends on A3 (special field)."
    )
    crowd = race(titan("ragnarok"), titan("kraken", "A1"), titan("grinder", "C1"), titan("slaugg", "E1"))
    assert sentence_of(crowd, cmd.ChooseStart(field="A1")) == "Start on A1: pushes Kraken of Bob to A3 (special field)."


def test_a_titan_that_slides_or_stops_says_where_it_ends() -> None:
    ice = race(titan("rassik", "D2"), titan("kraken", "E5"), titan("grinder", "C3"), track="estengaard")
    assert sentence_of(ice, forward(1)) == "Move 1 field forward: ends on D8."
    assert sentence_of(ice, forward(1), "pl") == "Ruch: 1 pole do przodu – kończy na polu D8."


def test_what_a_hidden_card_can_prevent_is_not_said() -> None:
    """Kraken at its last life stops on the lava of C5, unless a card saves it."""
    weak = race(titan("rassik", "C1"), titan("kraken", "C3", life=1), titan("grinder", "E1"))
    assert sentence_of(weak, forward(2)) == (
        "Move 2 fields forward: pushes Kraken of Bob to C5 (lava), pushes Kraken to C9, "
        "Kraken loses 1 life and is knocked out, Rassik loses 1 life."
    )
    assert sentence_of(weak.but_at(2, hand=("TRC02",)), forward(2)) == "Move 2 fields forward: pushes Kraken of Bob."


def test_spikes_that_may_stop_who_pushes_are_minded() -> None:
    pusher = race(titan("rassik", "C9", life=1), titan("kraken", "C11"), titan("grinder", "E1"))
    pushed = "Move 2 fields forward: pushes Kraken of Bob to C3, Kraken completes a lap"
    assert sentence_of(pusher, forward(2)) == f"{pushed}, Rassik completes a lap, Kraken loses 1 life."
    assert sentence_of(pusher.but_at(2, hand=("TRC03",)), forward(2)) == f"{pushed}."


def test_a_card_of_which_the_rules_are_not_known_is_only_named() -> None:
    table = race(titan("rassik", "A11"), titan("kraken", "E5"), titan("grinder", "C3"))
    view = cast("View", TITAN_RACE.rules.view(table, 1))
    assert [foreseen(cmd.PlayCard(card=card), view) for card in ("TRC02", "TRC99")] == [(), ()]
    assert foreseen(forward(2), View()) == foreseen(forward(2), None) == ()


def test_the_tracks_are_those_that_are_seen() -> None:
    for tracks in SLAMS:
        table = race(titan("rassik", "1:A11"), titan("kraken", "1:E5"), titan("grinder", "1:C3"), track=tracks)
        seen = edition_of(cast("View", TITAN_RACE.rules.view(table, 1))).data
        shown, printed = ([lots(data.layout(track)) for track in tracks] for data in (seen, EDITION.data))
        assert shown == printed


def lots(layout: Layout) -> list[set[object]]:
    drawn = tuple(field for pentagram in layout.pentagrams for field in pentagram)
    ramps = tuple((ramp.field, ramp.direction) for ramp in layout.super_ramps)
    lots = (layout.special, layout.lava, layout.pirates, layout.statues, layout.ice, drawn, layout.multi_ramps, ramps)
    return [set(lot) for lot in lots]


@pytest.mark.parametrize(
    ("seats", "options"), [(2, "{}"), (3, '{"tracks": ["estengaard"]}'), (4, '{"tracks": ["dead_lagoon"]}'), (6, SLAM)]
)
def test_what_was_foreseen_happens(seats: int, options: str) -> None:
    """A player who is asked before the end of a move sees its effects up to there; nothing else may differ."""
    met = 0
    for turn in walk(TITAN_RACE, set_up(TITAN_RACE, seats, options).table, 5):
        before, after = cast("RaceTable", turn.before), cast("RaceTable", turn.accepted.table)
        if not isinstance(turn.move, FORETOLD):
            continue
        every = foreseen(turn.move, cast("View", TITAN_RACE.rules.view(before, turn.actor)))
        effects = [effect for effect in every if effect.kind not in {"own_end", *HARM}]
        came = [*effects_of(turn.accepted.events, before.mover.id)]
        pairs = [*zip(effects, came, strict=False)]
        met += len(pairs)
        assert [pair for pair in pairs if pair[0][:-1] != pair[1][:-1]] == []
        if not any(isinstance(step, Pace) for step in after.agenda):
            assert len(effects) <= len(came)
            assert [one for one, other in pairs if one.field not in {"", other.field}] == []
            ends = {effect.field for effect in every if effect.kind == "own_end"}
            assert ends <= {"", after.titan(before.mover.id).field}
    assert met > 5


@pytest.mark.parametrize(
    ("seats", "options"), [(2, "{}"), (3, '{"tracks": ["dead_lagoon"]}'), (5, '{"tracks": ["ban_kogu"]}'), (6, SLAM)]
)
@pytest.mark.parametrize("seed", range(3))
def test_the_lives_that_are_settled_are_lost_whatever_cards_are_played(seats: int, options: str, seed: int) -> None:
    owed, down, met = Counter[str](), set[str](), 0
    for turn in walk(TITAN_RACE, set_up(TITAN_RACE, seats, options).table, seed):
        before, after = cast("RaceTable", turn.before), cast("RaceTable", turn.accepted.table)
        if isinstance(turn.move, FORETOLD):
            every = foreseen(turn.move, cast("View", TITAN_RACE.rules.view(before, turn.actor)))
            owed = Counter({effect.titan: effect.life for effect in every if effect.life})
            down = {effect.titan for effect in every if effect.kind.endswith("knocked_out")}
            met += owed.total()
        lost = Counter(event.titan for event in turn.accepted.events if isinstance(event, ev.LifeLost))
        owed, down = owed - lost, {seat for seat in down if not after.titan(seat).knocked_out}
        if isinstance(waiting(TITAN_RACE.rules, after), ChooseAction | PerformDie | None):
            assert (owed, down) == (Counter(), set()), turn.move
    assert met > 10


def test_lives_are_said_only_where_no_card_can_save_them() -> None:
    board = (titan("rassik", "A3"), titan("kraken", "A5"), titan("grinder", "E1"))
    pushed = "Move 1 field forward: pushes Kraken of Bob to A7"
    assert sentence_of(race(*board), forward(1)) == f"{pushed}, Kraken loses 1 life."
    assert sentence_of(race(*board, hands={2: ("TRC08",)}), forward(1)) == f"{pushed}."
    assert sentence_of(race(*board, hands={2: ("TRC08",)}, round=1), forward(1)) == f"{pushed}, Kraken loses 1 life."
    special = (titan("rassik", "A9"), titan("kraken", "A11"), titan("grinder", "E1"))
    assert sentence_of(race(*special), forward(2)).endswith(
        "to A3 (special field), Kraken completes a lap, Rassik completes a lap."
    )
    pirates = race(titan("rassik", "C1"), titan("kraken", "E7"), titan("grinder", "A1"), track="dead_lagoon")
    steps = cmd.Move(path=(heading("forward_right"), heading("forward")))
    assert sentence_of(pirates, steps).endswith(": loses 1 life.")
    assert "life" not in sentence_of(pirates.but_at(1, hand=("TRC01",)), steps)


def test_what_a_swap_a_shove_and_a_bounce_lead_to_is_said() -> None:
    swap = race(titan("kraken", "A3"), titan("rassik", "B4"), titan("grinder", "E1"))
    assert sentence_of(swap, cmd.UseAbility(titan="rassik")) == (
        "Use Swap on Rassik of Bob: Rassik moves to A3 (special field), Kraken ends on B4 (lava), loses 1 life."
    )
    shove = race(titan("ragnarok", "C3"), titan("kraken", "B4", life=1), titan("grinder", "E1"))
    assert sentence_of(shove, cmd.UseAbility(titan="kraken", direction=heading("forward_right"))) == (
        "Use Shove on Kraken of Bob, forward right: to C5 (lava), Kraken loses 1 life and is knocked out."
    )
    bounce = race(titan("rassik", "C3"), titan("kraken", "C1"), titan("grinder", "E1"), traps=("D4",))
    assert sentence_of(bounce, cmd.UseAbility(direction=heading("forward_right"))) == (
        "Use Bounce, forward right: ends on D4 (trap), loses 1 life."
    )


def test_damage_says_whom_it_costs_a_life_and_that_a_titan_on_the_ground_loses_none() -> None:
    hands: dict[int, tuple[str, ...]] = {1: ("TRC09", "TRC07"), 3: ("TRC01",)}
    down, armed = titan("kraken", "C9", life=0, state="down"), titan("grinder", "D8")
    table = race(titan("slaugg", "C7"), down, armed, titan("rassik", "B8"), hands=hands, traps=("C5",))
    assert sentence_of(table, cmd.PlayCard(card="TRC09")) == (
        "Play Bomb: the trap on C5 is destroyed, Rassik of Dan loses 1 life, "
        "Kraken of Bob is already knocked out and loses no life, Grinder of Cid is hit."
    )
    assert sentence_of(table, cmd.UseAbility()).startswith("Use Breath: Rassik of Dan loses 1 life, ")
    fireball = "Play Fireball on C9, where Kraken of Bob is: Kraken is already knocked out and loses no life."
    assert sentence_of(table, cmd.PlayCard(card="TRC07", field="C9")) == fireball
    assert sentence_of(table, cmd.Strike(field="B8")) == (
        "Deal 1 damage on B8, where Rassik of Dan is: Rassik loses 1 life."
    )
    assert sentence_of(table, cmd.Strike(field="D8")) == "Deal 1 damage on D8, where Grinder of Cid is."
    assert sentence_of(table, cmd.PlayCard(card="TRC07", field="C9"), "pl").endswith(
        "gdzie jest Kraken (Bob) – Kraken leży po nokaucie i nie traci życia."
    )


def test_a_trap_that_goes_off_at_once_says_so() -> None:
    table = race(
        titan("grinder", "C7"), titan("kraken", "C9"), titan("rassik", "D6"), hands={1: ("TRC01",), 3: ("TRC02",)}
    )
    assert sentence_of(table, cmd.UseAbility(field="C9")) == (
        "Use Lay trap on C9, where Kraken of Bob is: it goes off at once, Kraken loses 1 life."
    )
    assert (
        sentence_of(table, cmd.PlaceTrap(field="D6"))
        == "Place a trap on D6, where Rassik of Cid is: it goes off at once."
    )
    assert (
        sentence_of(table, cmd.PlaceTrap(field="C5"))
        == "Place a trap on C5: it goes off at once on the lava and is lost."
    )
    assert sentence_of(table, cmd.PlayCard(card="TRC01", field="B8")) == "Play Surprise Trap on B8."
    assert (
        sentence_of(table, cmd.PlaceTrap(field="C5"), "pl")
        == "Umieścić pułapkę na polu C5 – pułapka przepada na lawie."
    )
