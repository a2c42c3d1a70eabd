"""The picture of a race: every field, titan and trap is drawn, and the text board says the same."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from games.kit.board import svg
from games.kit.board.svg import width_of
from games.titan_race import TITAN_RACE
from games.titan_race.board.picture import ARROWHEAD, DIE, PART_MARKS, RIM, TAKEN
from games.titan_race.rules.table import RaceTable
from gunbai.titan_race.v1 import commands as cmd
from gunbai.titan_race.v1 import events as ev
from tests.games.titan_race.race import race, titan
from titles.checks.drawing import SVG, board, draw, outside, rings, texts

RACERS = (titan("kraken", "A5"), titan("grinder", "A7", life=2), titan("rassik"))
RACE = race(*RACERS, traps=("C3",), hands={1: ("TRC01",)})


def drawn(table: RaceTable, seat: int | None = None) -> ET.Element:
    return ET.fromstring(draw(TITAN_RACE, table, seat))


def titles(picture: ET.Element) -> list[str]:
    return [title.text or "" for title in picture.iter(f"{SVG}title")]


def test_every_field_of_every_track_is_a_hexagon() -> None:
    assert len(list(drawn(RACE).iter(f"{SVG}polygon"))) == 36
    slam = race(titan("kraken"), titan("grinder"), titan("rassik"), track=("kaldheira", "anglieh", "ban_kogu"))
    assert len(list(drawn(slam).iter(f"{SVG}polygon"))) == 108


def test_terrain_and_titans_are_named_where_they_are_as_sentences_name_them() -> None:
    named = titles(drawn(RACE))
    assert "B4 lava" in named
    assert "Kraken" in named
    assert not [words for words in named if "&" in words]


def test_a_field_names_who_stands_there_its_trap_and_its_ground() -> None:
    named = titles(drawn(race(*RACERS, traps=("C3", "B4", "A5"))))
    assert {"A3 special field", "C3 trap", "B4 trap, lava", "A5 Kraken, trap", "C5 lava", "B2"} <= {*named}


def test_the_name_of_the_line_meets_no_letter_of_a_column() -> None:
    written = {text.text: text for text in drawn(RACE).iter(f"{SVG}text")}
    name, letter = written["start and finish"], written["E"]
    assert (name.get("text-anchor"), name.get("y")) == ("end", letter.get("y"))
    begins = float(name.get("x", "")) - width_of("start and finish", svg.PLAIN, bold=True)
    assert begins > float(letter.get("x", "")) + width_of("E", svg.PLAIN) / 2


def test_cards_in_play_have_room() -> None:
    crowded = race(*RACERS, in_play=("TRC02", "TRC03", "TRC05", "TRC06"), discard=("TRC07",))
    assert outside(draw(TITAN_RACE, crowded)) == []


def test_only_the_own_cards_are_drawn_open() -> None:
    seen = [ev.CardDrawn(seat=1), ev.CardSeen(seat=1, card="TRC01")]
    assert "Surprise Trap" in draw(TITAN_RACE, RACE, 1, seen)
    assert "Surprise Trap" not in draw(TITAN_RACE, RACE, 2, seen)
    assert "Surprise Trap" not in draw(TITAN_RACE, RACE, None, seen)


def test_the_text_board_shows_titans_traps_and_terrain() -> None:
    lines = board(draw(TITAN_RACE, RACE))
    assert lines[2] == "1: Kaldheira: Lakes of Doom"
    assert lines[8] == " 7 Gr    .     ."
    assert lines[10] == " 5 Kr    l     l"
    assert lines[12] == " 3 !     x     ."
    assert "The race goes up, from below row 1." in lines
    assert "  Rassik (yellow, seat 3): at the start, lap 0, life 6, upright, ability ready" in lines


def test_the_text_board_shows_the_ground_under_titans_and_traps() -> None:
    lines = board(draw(TITAN_RACE, race(titan("kraken", "A3"), titan("grinder", "C5"), titan("rassik"), traps=("E5",))))
    assert (lines[10], lines[12]) == (" 5 .     Gr/l  x/l", " 3 Kr/!  .     .")


def test_the_text_board_tells_apart_where_ramps_lead() -> None:
    racers = (titan("kraken", "A3"), titan("grinder", "C3"), titan("rassik"))
    foundry = race(*racers, track=("forbidden_foundry",), traps=("E9",))
    lines = board(draw(TITAN_RACE, foundry))
    assert {" 9 .     .     x/<", " 8    >     .     !", " 4    .     .     <", " 3 Kr/>  Gr/^  !"} <= {*lines}
    (signs,) = (line for line in lines if line.startswith("Signs:"))
    assert signs.endswith(
        ", ^ multi-ramp (over 1 field forward or diagonally), < super-ramp (over 2 fields forward left), "
        "> super-ramp (over 2 fields forward right)"
    )
    assert not [line for line in board(draw(TITAN_RACE, RACE)) if "ramp" in line]
    assert {"A3 Kraken, super-ramp", "F4 super-ramp", "E7 multi-ramp"} <= {*titles(drawn(foundry))}


def test_a_row_of_a_grand_slam_says_on_which_track_it_is_and_a_titan_its_team() -> None:
    tracks = ("kaldheira", "anglieh", "ban_kogu")
    slam = race(titan("kraken", "2:A3"), titan("grinder"), titan("rassik"), track=tracks).but(teams=(1, 2, 1))
    lines = board(draw(TITAN_RACE, slam, players={3: "Ada"}))
    assert [line.partition("  ")[0] for line in lines if line.startswith("2: 3")] == ["2: 3 Kr"]
    assert "     A  B  C  D  E  F" in lines
    assert "  Rassik (yellow, Ada, team 1): at the start, lap 0, life 6, upright, ability ready" in lines


def test_the_headline_says_whose_turn_it_is_or_who_has_won() -> None:
    assert board(draw(TITAN_RACE, RACE, players={1: "Ada"}))[1].startswith("Round 2: turn of Kraken, Ada")
    won = RACE.with_titan("grinder", laps=3, field="").but(winner="grinder", turn=None)
    svg = draw(TITAN_RACE, won, players={2: "Grace"})
    assert board(svg)[1] == "Race won by Grinder: Grace"
    assert texts(svg).count("winner") == 1


def test_the_start_line_and_the_direction_of_the_race_are_drawn() -> None:
    assert "start and finish" in texts(draw(TITAN_RACE, RACE))
    assert titles(drawn(RACE)).count("direction of the race") == 1
    slam = race(titan("kraken"), titan("grinder"), titan("rassik"), track=("kaldheira", "anglieh", "ban_kogu"))
    assert {"start", "finish"} <= set(texts(draw(TITAN_RACE, slam)))
    assert titles(drawn(slam)).count("direction of the race") == 3


def spots(picture: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in picture.iter() if node.get("data-spot") == name]


@pytest.mark.parametrize(
    ("colour", "ends", "signs"),
    [
        ("yellow", 1, 0),
        ("blue", 2, 0),
        ("brown", 2, 0),
        ("red", 1, 1),
        ("green", 2, 1),
        ("purple", 0, 1),
    ],
)
def test_a_die_shows_where_it_leads_and_what_else_it_does(colour: str, ends: int, signs: int) -> None:
    die = spots(drawn(RACE.but(pool=(colour,))), f"die:{colour}")[-1]
    paths = [node.get("d") for node in die.iter(f"{SVG}path")]
    assert paths.count(ARROWHEAD) == ends
    assert len([path for path in paths if path in PART_MARKS.values()]) == signs


def test_a_die_in_the_pool_is_as_large_as_in_the_other_titles_and_a_taken_one_shows_the_same() -> None:
    taken = drawn(RACE.with_titan("kraken", die="blue").but(pool=("blue",)))
    sizes = sorted(float(rect.get("width", 0)) for die in spots(taken, "die:blue") for rect in die.iter(f"{SVG}rect"))
    assert sizes == [TAKEN, DIE]
    assert TAKEN >= 44


def test_a_pill_says_whether_the_ability_is_ready() -> None:
    used = race(titan("kraken", "A5", ready=False), titan("grinder", "A7"), titan("rassik"))
    shown = texts(draw(TITAN_RACE, used))
    assert (shown.count("used"), shown.count("ready")) == (1, 2)
    assert titles(drawn(used)).count("ability ready") == 2


def test_a_field_that_hurts_has_a_rim() -> None:
    fields = [node for node in drawn(RACE).iter() if (node.get("data-spot") or "").startswith("field:")]
    lava = [node for node in fields if "lava" in (node.findtext(f"{SVG}title") or "")]
    rims = [node for node in fields if any(path.get("stroke") == RIM["lava"] for path in node.findall(f"{SVG}path"))]
    assert rims == lava


def test_the_last_move_marks_fields_life_and_dice() -> None:
    moved = [ev.TitanEntered(titan="kraken", field="A5"), ev.LifeLost(titan="grinder", life=1)]
    assert board(draw(TITAN_RACE, RACE, None, moved))[-1] == "Last move: A5, life of Grinder"
    assert rings(draw(TITAN_RACE, RACE, None, moved)) == 2
    chosen = [ev.DieChosen(titan="kraken", colour=cmd.COLOUR_YELLOW)]
    assert board(draw(TITAN_RACE, RACE, None, chosen))[-1] == "Last move: die of Kraken"


def test_the_last_move_marks_who_is_on_turn_abilities_and_hands() -> None:
    for event, text in (
        (ev.TurnBegan(titan="kraken", round=2), "turn of Kraken"),
        (ev.AbilityUsed(titan="kraken"), "ability of Kraken"),
        (ev.CardDrawn(seat=1), "cards of seat 1"),
    ):
        svg = draw(TITAN_RACE, RACE, None, [event])
        assert (board(svg)[-1], rings(svg)) == (f"Last move: {text}", 1)
