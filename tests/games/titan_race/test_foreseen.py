"""What a move is said to bring before it is chosen: laps, pushes, and nothing that hidden cards decide."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.kit.phrasebook import Phrasebook
from games.titan_race import TITAN_RACE
from games.titan_race.data import EDITION, Layout, heading
from games.titan_race.foreseen import edition_of, effects_of, foreseen
from games.titan_race.steps.walk import Pace
from games.titan_race.table import RaceTable
from gunbai.titan_race.v1 import commands_pb2 as cmd
from gunbai.titan_race.v1.view_pb2 import View
from tests.games.titan_race.race import race, titan
from tests.games.walk import set_up, walk

PLAYERS = {1: "Ann", 2: "Bob", 3: "Cid"}
FORETOLD = cmd.Move | cmd.ChooseStart | cmd.UseAbility | cmd.PlayCard
SLAMS = (("kaldheira", "forbidden_foundry", "ban_kogu"), ("dead_lagoon", "anglieh", "estengaard"))
SLAM = '{"tracks": ["forbidden_foundry", "estengaard", "kaldheira"]}'


def said(table: RaceTable, move: Any, language: str = "") -> str:
    words = cast("Phrasebook", TITAN_RACE.languages[language] if language else TITAN_RACE.words)
    return words.sentence(move, PLAYERS, lambda: TITAN_RACE.view(table, table.mover.seat))


def forward(steps: int) -> cmd.Move:
    return cmd.Move(path=[heading("forward")] * steps)


def test_a_move_over_the_line_completes_a_lap() -> None:
    table = race(titan("rassik", "A11"), titan("kraken", "E5"), titan("grinder", "C3"))
    assert said(table, forward(2)) == "Move 2 fields forward: completes a lap."
    assert said(table, forward(2), "pl") == "Ruch: 2 pola do przodu – kończy okrążenie."
    assert said(race(titan("rassik", "A5"), titan("kraken", "E5"), titan("grinder", "C3")), forward(2)) == (
        "Move 2 fields forward."
    )


def test_the_third_lap_wins_the_race() -> None:
    table = race(titan("rassik", "A11", laps=2), titan("kraken", "A1"), titan("grinder", "C3"))
    assert said(table, forward(2)) == "Move 2 fields forward: completes a lap, wins the race."


def test_a_push_says_who_is_pushed_where_and_whom_they_push() -> None:
    table = race(titan("rassik", "A3"), titan("kraken", "A7"), titan("grinder", "A11"))
    assert said(table, forward(2)) == (
        "Move 2 fields forward: pushes Kraken of Bob to A11, Kraken of Bob pushes Grinder of Cid to A3, "
        "Grinder of Cid completes a lap."
    )
    assert said(table, forward(2), "pl") == (
        "Ruch: 2 pola do przodu – popycha tytana: Kraken (Bob) na pole A11, "
        "Kraken (Bob) popycha tytana: Masakrator (Cid) na pole A3, Masakrator (Cid) kończy okrążenie."
    )


def test_abilities_cards_and_starts_say_it_too() -> None:
    table = race(titan("ragnarok", "A11"), titan("kraken", "C11"), titan("grinder", "C3"), hands={1: ("TRC04",)})
    shove = cmd.UseAbility(titan="kraken", direction=heading("forward"))
    assert said(table, shove).endswith("Kraken of Bob, forward: to C1, Kraken of Bob completes a lap.")
    assert said(table, cmd.PlayCard(card="TRC04")) == "Play Speed Potion: completes a lap, ends on A3."
    crowd = race(titan("ragnarok"), titan("kraken", "A1"), titan("grinder", "C1"), titan("slaugg", "E1"))
    assert said(crowd, cmd.ChooseStart(field="A1")) == "Start on A1: pushes Kraken of Bob to A3."


def test_a_titan_that_slides_or_stops_says_where_it_ends() -> None:
    ice = race(titan("rassik", "D2"), titan("kraken", "E5"), titan("grinder", "C3"), track="estengaard")
    assert said(ice, forward(1)) == "Move 1 field forward: ends on D8."
    assert said(ice, forward(1), "pl") == "Ruch: 1 pole do przodu – kończy na polu D8."


def test_what_a_hidden_card_can_prevent_is_not_said() -> None:
    """Kraken at its last life stops on the lava of C5, unless a card saves it."""
    weak = race(titan("rassik", "C1"), titan("kraken", "C3", life=1), titan("grinder", "E1"))
    assert said(weak, forward(2)) == ("Move 2 fields forward: pushes Kraken of Bob to C5, pushes Kraken of Bob to C9.")
    assert said(weak.but_at(2, hand=("TRC02",)), forward(2)) == "Move 2 fields forward: pushes Kraken of Bob."


def test_spikes_that_may_stop_who_pushes_are_minded() -> None:
    pusher = race(titan("rassik", "C9", life=1), titan("kraken", "C11"), titan("grinder", "E1"))
    pushed = "Move 2 fields forward: pushes Kraken of Bob to C3, Kraken of Bob completes a lap"
    assert said(pusher, forward(2)) == f"{pushed}, completes a lap."
    assert said(pusher.but_at(2, hand=("TRC03",)), forward(2)) == f"{pushed}."


def test_a_card_of_which_the_rules_are_not_known_is_only_named() -> None:
    table = race(titan("rassik", "A11"), titan("kraken", "E5"), titan("grinder", "C3"))
    view = cast("View", TITAN_RACE.view(table, 1))
    assert [foreseen(cmd.PlayCard(card=card), view) for card in ("TRC02", "TRC99")] == [(), ()]
    assert foreseen(forward(2), View()) == foreseen(forward(2), None) == ()


def test_the_tracks_are_those_that_are_seen() -> None:
    for tracks in SLAMS:
        table = race(titan("rassik", "1:A11"), titan("kraken", "1:E5"), titan("grinder", "1:C3"), track=tracks)
        seen = edition_of(cast("View", TITAN_RACE.view(table, 1))).data
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
        every = foreseen(turn.move, cast("View", TITAN_RACE.view(before, turn.actor)))
        told = [effect for effect in every if effect.kind != "own_end"]
        came = [*effects_of(turn.accepted.events, before.mover.id)]
        pairs = [*zip(told, came, strict=False)]
        met += len(pairs)
        assert [pair for pair in pairs if pair[0][:-1] != pair[1][:-1]] == []
        if not any(isinstance(step, Pace) for step in after.agenda):
            assert len(told) <= len(came)
            assert [one for one, other in pairs if one.field not in {"", other.field}] == []
            ends = {effect.field for effect in every if effect.kind == "own_end"}
            assert ends <= {"", after.titan(before.mover.id).field}
    assert met > 5
