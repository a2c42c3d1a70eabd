"""The picture of Samurai Spirit: the village, the piles, the samurai with their lines, and the last move."""

from __future__ import annotations

import re

import pytest

from games.kit.board import svg as drawing
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.board import raiders, village
from games.samurai_spirit.board.picture import FAN, SHORT
from games.samurai_spirit.rules.data import DIFFICULTIES, RAIDERS
from gunbai.samurai_spirit.v1 import events as ev
from tests.games.samurai_spirit.positions import in_turn_of
from titles.checks.drawing import board, draw, outside, rings, texts

FIVE = "daisuke kikuchiyo heihachi kyuzo gorobei"
POSITION = in_turn_of(
    2,
    FIVE,
    lines={1: ("R1-02", "R2-03"), 2: ("R1-06",)},
    boards={2: {"left": ("R1-03",), "wounded": True}, 3: {"passed": True}},
)


def test_the_text_board_has_a_line_for_each_samurai() -> None:
    lines = board(draw(SAMURAI_SPIRIT, POSITION, players={2: "Ada"}))
    assert lines[:2] == ["Samurai Spirit", "Round 1 of 3: turn of Ada, Kikuchiyo"]
    daisuke = "seat 1, Daisuke, human: total 3, kiai 8; line: R1-02 (1, hat, flames), R2-03 (2, ninja, hat); "
    assert f"{daisuke}left: nothing, lacks hat, farm, doll" in lines
    ada = "seat 2 (Ada), Kikuchiyo, human, wounded: total 1, kiai 10; line: R1-06 (1, wound, doll, flames); "
    assert f"{ada}left: hat R1-03, lacks farm, doll" in lines
    assert (
        "seat 3, Heihachi, human, passed: total 0, kiai 8; line: empty; left: nothing, lacks hat, farm, doll" in lines
    )


def test_the_text_board_says_what_farms_and_families_do_at_its_level() -> None:
    village, level = "7 of 7 barricades, 6 of 6 farms, 3 of 3 families", DIFFICULTIES["normal"]
    assert (village in board(draw(SAMURAI_SPIRIT, POSITION)), level.farm_penalties) == (True, False)
    shown = {
        level: board(draw(SAMURAI_SPIRIT, POSITION.but(difficulty=level)))[3:6]
        for level in ("normal", "hard", "heroic")
    }
    farms = (
        "each farm that is destroyed brings one of: a barricade lost ×2, a family lost, another farm lost, a wound ×2"
    )
    helps = "families help at the end of a round: heal a random samurai, add a barricade, discard the top intruder"
    assert [[line for line in lines if line in (farms, helps)] for lines in shown.values()] == [
        [helps],
        [farms, helps],
        [farms],
    ]


def test_the_raider_of_the_last_move_has_a_ring() -> None:
    events = [ev.RaiderConfronted(seat=2, raider="R1-06"), ev.TotalCompared(seat=2)]
    svg = draw(SAMURAI_SPIRIT, POSITION, None, events)
    assert board(svg)[-1] == "Last move: R1-06"
    assert rings(svg) == 1


def test_what_the_last_move_did_to_the_village_has_a_ring() -> None:
    events = [ev.BarricadeDestroyed(), ev.WoundTaken(seat=2)]
    svg = draw(SAMURAI_SPIRIT, POSITION, None, events, {2: "Ada"})
    assert board(svg)[-1] == "Last move: barricades, board of Ada"
    assert rings(svg) == 2


def test_seven_samurai_with_long_lines_have_room() -> None:
    raiders = list(RAIDERS)
    lines = {seat: raiders[10 * seat - 10 : 10 * seat] for seat in range(1, 8)}
    crowded = in_turn_of(2, f"{FIVE} kanbei katsushiro", lines=lines, boards={2: {"wounded": True}})
    assert outside(draw(SAMURAI_SPIRIT, crowded, players=dict.fromkeys(range(1, 8), "W" * 100))) == []


def test_the_text_board_says_that_piles_are_listed_from_the_top() -> None:
    piles = POSITION.but(raiders=(0, 0, "R1-12"), intruders=("R2-07", 0))
    line = next(line for line in board(draw(SAMURAI_SPIRIT, piles)) if line.startswith("raiders"))
    assert line == (
        "raiders from the top: 2 unknown, R1-12 (1, ninja, farm); intruders from the top: R2-07 (2, doll), 1 unknown"
    )


def test_the_end_names_the_samurai_who_died() -> None:
    over = POSITION.but(ending="death", agenda=())
    died = draw(SAMURAI_SPIRIT, over, None, [ev.SamuraiDied(seat=2)], {2: "Ada"})
    assert board(died)[1] == "Kikuchiyo of Ada is dead"
    assert board(draw(SAMURAI_SPIRIT, over))[1] == "A samurai is dead"
    fallen = over.but_at(4, animal=True, wounded=True)
    assert board(draw(SAMURAI_SPIRIT, fallen))[1] == "Kyuzo of seat 4 is dead"


def test_the_end_shows_whether_the_village_is_saved_and_the_score() -> None:
    lost = draw(SAMURAI_SPIRIT, POSITION.but(ending="village_lost", agenda=()))
    assert board(lost)[1] == "The village is lost"
    assert "winner" not in texts(lost)
    saved = draw(SAMURAI_SPIRIT, POSITION.but(ending="village_saved", agenda=()))
    assert board(saved)[1].startswith("The village is saved: ")
    assert texts(saved).count("winner") == 5


def test_lost_farms_have_burnt_down_and_lost_barricades_and_families_leave_a_trace() -> None:
    farms, families = POSITION.farms[:4], POSITION.families[:1]
    svg = draw(SAMURAI_SPIRIT, POSITION.but(farms=farms, families=families, barricades=3))
    assert "Barricades 3 of 7" in texts(svg)
    assert (svg.count(village.FARM), svg.count(village.BURNT)) == (4, 2)
    assert (svg.count(village.FAMILY), svg.count(village.GONE)) == (1, 2)
    assert svg.count(village.STANDING) * 4 == svg.count(village.BROKEN) * 3 > 0


@pytest.mark.parametrize("language", SAMURAI_SPIRIT.words.languages)
def test_every_penalty_has_a_sign_and_a_word_that_fits(language: str) -> None:
    printed = {penalty for raider in RAIDERS.values() for penalty in raider.penalties}
    assert set(raiders.SIGNS) == set(SHORT) == printed
    labels = SAMURAI_SPIRIT.words.languages[language].labels
    shown = [labels.get(word, word) for word in SHORT.values()]
    # Letters are squeezed, but not beyond recognition.
    assert [word for word in shown if drawing.width_of(word, drawing.PLAIN) > 1.3 * raiders.WORD_ROOM] == []


def test_each_value_has_a_raider_and_a_tint_on_which_its_signs_are_seen() -> None:
    values = {raider.value for raider in RAIDERS.values()}
    assert set(raiders.RAIDED) == set(raiders.TINTS) == values
    assert len(set(raiders.RAIDED.values())) == len(set(raiders.TINTS.values())) == len(values)
    for tint in raiders.TINTS.values():
        assert drawing.contrast(drawing.INK, tint) >= 4.5
        assert min(drawing.contrast(paint, tint) for paint in (raiders.FIELD, raiders.BURNING)) >= drawing.SEEN
    assert drawing.contrast(raiders.WORD, raiders.PLATE) >= 4.5
    assert drawing.contrast(village.WORDS, village.SKY) >= 4.5


def test_of_a_long_line_only_the_last_raider_is_whole() -> None:
    three, four = ("R1-01", "R2-01", "R1-04"), ("R1-01", "R2-01", "R1-04", "R1-06")
    short, long = (draw(SAMURAI_SPIRIT, in_turn_of(2, FIVE, lines={1: line})) for line in (three, four))
    assert texts(short).count("wound") == 2
    assert (texts(long).count("wound"), texts(long).count("no def.")) == (1, 0)
    places = [re.search(rf'data-box="([^"]*)"[^>]*><g[^>]*data-spot="raider:{three[0]}"', svg) for svg in (short, long)]
    assert [place and place[1].split()[2:] for place in places] == [["252", "112"]] * 2


def test_the_ring_of_a_covered_raider_lies_on_what_is_seen_of_it() -> None:
    piles = POSITION.but(discard=("R1-01", "R1-04", "R1-05"))
    svg = draw(SAMURAI_SPIRIT, piles, None, [ev.RaiderDismissed(seat=2, raider="R1-04")])
    assert re.findall(r'width="([0-9]+)"[^>]*data-mark', svg)[1:] == [str(FAN + 6)]


@pytest.mark.parametrize(("line", "share"), [(("R4-01",), 0.5), (("R4-01", "R4-02"), 1), (("R5-01", "R5-02"), 1)])
def test_a_bar_shows_how_near_a_total_is_to_the_kiai_number(line: tuple[str, ...], share: float) -> None:
    svg = draw(SAMURAI_SPIRIT, in_turn_of(2, FIVE, lines={1: line}))
    assert f'width="{68 * share:g}" height="8"' in svg
