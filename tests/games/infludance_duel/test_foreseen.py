"""What a step is said to bring before it is chosen, and both fields of a large figure."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.infludance_duel import INFLUDANCE_DUEL
from games.infludance_duel.rules.data import EDITION, HEADINGS
from games.infludance_duel.rules.steps import ChooseMover, PlaceCowboy
from games.infludance_duel.rules.table import DuelTable, Options, setup
from games.infludance_duel.rules.table import Gunman as Shooter
from games.infludance_duel.words.foreseen import fields_of, foreseen, table_of
from games.kit.words.phrasebook import Phrasebook
from gunbai.infludance_duel.v1 import commands as cmd
from gunbai.infludance_duel.v1 import events as ev
from gunbai.infludance_duel.v1.commands_pb2 import FIGURE_LARGE
from gunbai.infludance_duel.v1.view_pb2 import Gunman, View
from gunbai_record.plain import Plain
from titles.checks.walk import set_up, walk

PLAYERS = {1: "Ann", 2: "Bob"}


def duel(red: Shooter, blue: Shooter, active: int = 1) -> DuelTable:
    table = setup(2, Options(starting_player="red"), EDITION)
    return table.but(gunmen=(red, blue), active=active)


def small(field: str) -> Shooter:
    return Shooter("small", field)


def large(field: str) -> Shooter:
    return Shooter("large", field)


def words(language: str = "") -> Phrasebook:
    return INFLUDANCE_DUEL.words.languages[language] if language else INFLUDANCE_DUEL.words.english


def sentence_of(table: DuelTable, move: Plain, language: str = "") -> str:
    return words(language).sentence(move, PLAYERS, lambda: INFLUDANCE_DUEL.rules.view(table, table.active or 1))


def seen(table: Any) -> View:
    return cast("View", INFLUDANCE_DUEL.rules.view(table, None))


def step(heading: str, field: str) -> cmd.Step:
    return cmd.Step(heading=HEADINGS.value(heading), evaluated_field=field)


@pytest.mark.parametrize(
    ("table", "move", "sentence"),
    [
        # c2 shows N and SE.
        (duel(small("b2"), small("c4")), step("right", "c2"), "you to c3, Bob to d3"),
        (duel(large("a2"), large("c4")), step("right", "c2"), "you to b3 and c3, Bob to d3 and e3"),
        # d2 shows no red bullet, and NE for blue.
        (duel(small("c2"), small("c4")), step("right", "d2"), "Bob to d5"),
        # c1 shows NW and S: blue leaves row 1 over its winning line.
        (duel(small("b1"), small("d1")), step("right", "c1"), "you to b2, Bob wins"),
        # c4 shows NW and S: red comes to the field that blue leaves.
        (duel(small("e3"), small("d4"), 2), step("right", "c4"), "you to c3, Ann to d4"),
    ],
)
def test_a_step_says_where_the_bullets_shoot_the_cowboys(table: DuelTable, move: cmd.Step, sentence: str) -> None:
    assert sentence_of(table, move).partition(": ")[2] == f"{sentence}."
    assert sentence_of(table, move).startswith(words().sentence(move).rstrip("."))


def test_a_step_is_told_in_czech() -> None:
    assert sentence_of(duel(small("b2"), small("c4")), step("right", "c2"), "cs") == (
        "Krok vpravo a vyhodnotit pole c2: vy na c3, Bob na d3."
    )


@pytest.mark.parametrize("side", ["A", "B"])
def test_what_is_foreseen_happens(side: str) -> None:
    kinds = set()
    for seed in range(8):
        for turn in walk(INFLUDANCE_DUEL, set_up(INFLUDANCE_DUEL, 2, f'{{"board_side": "{side}"}}').table, seed):
            if isinstance(turn.move, cmd.Step):
                effects = foreseen(turn.move, seen(turn.before))
                kinds |= {effect.kind for effect in effects}
                after = seen(turn.accepted.table)
                shot = {event.seat for event in turn.accepted.events if isinstance(event, ev.CowboyShot)}
                assert {effect.seat: effect.fields for effect in effects if effect.fields} == {
                    seat: tuple(after.gunmen[seat - 1].fields) for seat in shot
                }
                assert [effect.seat for effect in effects if effect.kind.endswith("won")] == [after.winner] * bool(
                    after.winner
                )
    assert {"own_shot", "shot", "own_stays", "stays"} <= kinds


def test_nobody_foresees_a_step_on_a_board_that_is_not_seen() -> None:
    assert foreseen(step("right", "c2"), None) == ()
    assert foreseen(step("right", "c2"), View()) == ()


@pytest.mark.parametrize("side", ["A", "B"])
def test_the_board_that_is_seen_is_the_one_that_is_played_on(side: str) -> None:
    table = set_up(INFLUDANCE_DUEL, 2, f'{{"board_side": "{side}"}}').table
    assert isinstance(table, DuelTable)
    assert table_of(seen(table)).grid == table.grid


def test_a_choice_of_cowboys_names_the_fields() -> None:
    table = duel(small("b3"), large("c5")).but(phase="end").opens(ChooseMover(1, "c4", "b4"))
    view = INFLUDANCE_DUEL.rules.view(table, 1)
    assert words().question(ChooseMover(1, "c4", "b4"), PLAYERS, lambda: view) == (
        "Ann chooses which cowboy moves: Ann to c4 or Bob to b4 and c4."
    )
    assert sentence_of(table, cmd.ChooseMover(seat=1)) == "Move Ann to c4."
    assert sentence_of(table, cmd.ChooseMover(seat=2)) == "Move Bob to b4 and c4."
    assert sentence_of(table, cmd.ChooseMover(seat=2), "cs") == "Pohne se Bob na pole b4 a c4."
    assert words().sentence(cmd.ChooseMover(seat=2), PLAYERS) == "Move Bob."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ev.CowboyPlaced(seat=1, field="c1"), "Ann places the cowboy on c1 and d1."),
        (ev.CowboyPlaced(seat=2, field="c5"), "Bob places the cowboy on c5."),
        (ev.CowboyStepped(seat=1, field="b1", evaluated_field="b1"), "Ann steps to b1 and c1, and evaluates b1."),
        (ev.CowboyShot(seat=1, field="b2"), "Ann is shot to b2 and c2."),
    ],
)
def test_a_large_figure_is_told_with_both_its_fields(event: Plain, sentence: str) -> None:
    view = INFLUDANCE_DUEL.rules.view(duel(large(""), small("")), None)
    assert words().sentence(event, PLAYERS, lambda: view) == sentence


@pytest.mark.parametrize(
    ("red", "blue", "sentence"),
    [
        (small(""), large(""), "Place the cowboy on b1."),
        (large(""), small(""), "Place the cowboy with its western field on b1."),
        (large("c1"), small(""), "Place the cowboy on b1."),
    ],
)
def test_who_places_a_cowboy_reads_how_their_own_figure_is_named(red: Shooter, blue: Shooter, sentence: str) -> None:
    table = duel(red, blue, 0).but(starter=1)
    assert sentence_of(table, cmd.PlaceCowboy(field="b1")) == sentence
    assert "no field is evaluated" in words().question(PlaceCowboy(1))


def test_the_tokens_are_counted_where_they_are_explained() -> None:
    for language in ("", "cs"):
        for kind, count in EDITION.data.tokens.items():
            assert words(language).details[kind].startswith(f"{count} ")
    assert "3 good shots, 3 kickers, 3 double shots and 3 blanks" in words().aim
    assert set(EDITION.data.tokens.values()) == {3}


def test_a_figure_that_is_not_chosen_covers_the_field_alone() -> None:
    assert fields_of(Gunman(), "b1") == ("b1",)
    assert fields_of(Gunman(figure=FIGURE_LARGE), "b1") == ("b1", "c1")
