"""The picture of King of Tokyo: the dice, the market, the monsters and their cards, and what the last move changed."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from games.king_of_tokyo import KING_OF_TOKYO
from games.king_of_tokyo.board.picture import CLOSED, PLACES, TALL
from games.king_of_tokyo.board.portraits import PORTRAITS
from games.king_of_tokyo.rules.data import CARDS, MONSTERS
from games.king_of_tokyo.rules.table import Held, TokyoTable, Turn
from games.kit.board.svg import Box
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai_record.plain import Plain
from tests.games.king_of_tokyo.positions import STOP, monster, play, rolled, table
from titles.checks.drawing import SVG, board, draw, outside, rings, texts
from titles.checks.walk import set_up

POSITION = table(
    monster(1, Held("mimic", copies="spiked_tail"), "made_in_a_lab", life=7, points=12, energy=3, place="city"),
    monster(2, "spiked_tail", Held("smoke_cloud", counters=2), poison=2, shrink=1),
    monster(3, life=0),
    turn=Turn(1, dice=("one", "two", "three", "energy", "attack", "heart", "heart"), rerolls=1),
    top_card="wings",
    lookers=(1,),
)


def lines(position: TokyoTable, reader: int | None = None, *events: Plain) -> list[str]:
    return board(draw(KING_OF_TOKYO, position, reader, events, {1: "Ada"}))


def test_rerolls_are_shown_while_dice_are_rolled_and_no_longer() -> None:
    rolling = rolled("1 2 3 e e h", monster(1), monster(2), rerolls=1)
    assert "Dice: 1 2 3 energy energy heart; rerolls left: 1" in lines(rolling)
    assert "rerolls left: 1" in texts(draw(KING_OF_TOKYO, rolling))
    stopped = play(rolling, STOP).table
    assert "Dice: 1 2 3 energy energy heart" in lines(stopped)
    assert "rerolls" not in draw(KING_OF_TOKYO, stopped)
    assert "no dice on the table" in texts(draw(KING_OF_TOKYO, table(monster(1), monster(2))))


def test_dice_that_are_being_rolled_show_no_face() -> None:
    rolling = rolled("1 2 3 e e h", monster(1), monster(2, "psychic_probe"), rerolls=1)
    thrown = play(rolling, (1, cmd.Reroll(dice=(2, 6))))
    drawn = draw(KING_OF_TOKYO, thrown.table, None, thrown.events)
    assert "Dice: 1 - 3 energy energy - (- is being rolled); rerolls left: 0" in board(drawn)
    assert texts(drawn).count("?") == 2
    stopped = play(rolling, STOP)
    probed = play(stopped.table, (2, cmd.ProbeDie(die=1)))
    assert "Dice: - 2 3 energy energy heart (- is being rolled)" in lines(probed.table, None, *probed.events)
    assert "Dice: 1 2 3 energy energy heart" in lines(stopped.table, None, *stopped.events)


def test_the_text_board_says_what_lies_on_the_table() -> None:
    assert lines(POSITION, 2) == [
        "King of Tokyo",
        "Turn of Ada, Gigazaur",
        "Tokyo City: Ada, Gigazaur; Tokyo Bay: closed",
        "Dice: 1 2 3 energy attack heart heart",
        "Market:",
        "  Apartment Building (costs 5 energy, acts at once): +3★",
        "  Corner Store (costs 3 energy, acts at once): +1★",
        "  Commuter Train (costs 4 energy, acts at once): +2★",
        "Deck: 59 cards; discarded: 0",
        "seat 1 (Ada), Gigazaur: life 7/10, points 12, energy 3, in Tokyo City",
        f"  Mimic as Spiked Tail: {CARDS['spiked_tail'].text}",
        f"  Made in a Lab: {CARDS['made_in_a_lab'].text}",
        "seat 2, Cyberbunny: life 10/10, points 0, energy 0, outside, 2 poison, 1 shrink",
        f"  Spiked Tail: {CARDS['spiked_tail'].text}",
        f"  Smoke Cloud [2]: {CARDS['smoke_cloud'].text}",
        "seat 3, Kraken: life 0/10, points 0, energy 0, out of the game; no cards",
    ]


def test_the_top_card_is_shown_to_those_who_have_looked_at_it() -> None:
    assert "Deck: 59 cards; discarded: 0; you have seen the top card: Wings (6)" in lines(POSITION, 1)
    seen = ev.TopCardSeen(seat=1, card="wings")
    for reader in (2, None):
        assert "Wings" not in draw(KING_OF_TOKYO, POSITION, reader, [seen])


def test_cards_are_drawn_with_cost_and_text() -> None:
    shown = "|".join(texts(draw(KING_OF_TOKYO, POSITION)))
    for words in ("Gigazaur", "Tokyo City", "Tokyo Bay (closed)", "Corner Store", "+1★", "/10", "2 poison, 1 shrink"):
        assert words in shown
    assert "Mimic as Spiked Tail" in shown


def test_the_last_move_marks_its_dice_counters_and_cards() -> None:
    landed = ev.DiceLanded(seat=1, dice=(2, 4), faces=(cmd.FACE_TWO, cmd.FACE_ENERGY))
    assert lines(POSITION, None, landed)[-1] == "Last move: die 2 (2), die 4 (energy)"
    assert rings(draw(KING_OF_TOKYO, POSITION, None, [landed])) == 2
    gained = ev.PointsGained(seat=1, points=2, card="corner_store")
    assert lines(POSITION, None, gained)[-1] == "Last move: Corner Store, points of Ada"
    assert rings(draw(KING_OF_TOKYO, POSITION, None, [gained])) == 2


def test_six_monsters_with_many_cards_and_dice_have_room() -> None:
    cards = [card for card, data in CARDS.items() if data.keep]
    monsters = [monster(seat, *cards[seat : seat + 12], poison=3, shrink=2) for seat in range(1, 7)]
    crowded = table(*monsters, turn=Turn(1, dice=("energy",) * 9), bay_open=True)
    assert outside(draw(KING_OF_TOKYO, crowded, players=dict.fromkeys(range(1, 7), "W" * 100))) == []


def test_the_end_shows_the_winner() -> None:
    won = draw(KING_OF_TOKYO, POSITION.but(ending="points", king=2), players={2: "Grace"})
    assert board(won)[1] == "King of Tokyo: Grace, Cyberbunny"
    assert texts(won).count("winner") == 1
    dead = draw(KING_OF_TOKYO, POSITION.but(ending="all_dead"))
    assert board(dead)[1] == "All monsters are dead: nobody has won"
    assert "winner" not in texts(dead)


def test_who_rolls_dice_again_points_at_those_kept_and_with_a_card_at_the_card_and_its_die() -> None:
    spots = KING_OF_TOKYO.board.spots
    assert spots(POSITION, cmd.Reroll(dice=(2, 3, 5))) == ("die:1", "die:4", "die:6", "die:7")
    assert spots(POSITION, cmd.Reroll(dice=(1, 2, 3, 4, 5, 6, 7))) == ()
    assert spots(POSITION, cmd.Reroll(dice=(3,), card="smoke_cloud")) == ("die:3", "card:smoke_cloud")
    assert spots(POSITION, cmd.TurnDie(die=2, face=cmd.FACE_ONE, card="stretchy")) == ("die:2", "card:stretchy")


def test_who_heals_others_points_at_their_seats() -> None:
    hearts = cmd.AssignHearts(patients=(cmd.Patient(seat=2, hearts=1), cmd.Patient(seat=3, hearts=2)))
    assert KING_OF_TOKYO.board.spots(POSITION, hearts) == ("seat:2", "seat:3")


def test_each_monster_has_a_portrait_of_its_own_in_its_panel_and_in_tokyo() -> None:
    assert PORTRAITS.keys() == MONSTERS.keys()
    assert len({portrait.drawing for portrait in PORTRAITS.values()}) == len(MONSTERS)
    drawn = draw(KING_OF_TOKYO, POSITION)
    seated = [PORTRAITS[name].drawing for name in MONSTERS][:3]
    assert [drawn.count(drawing) for drawing in seated] == [2, 1, 1], "the first one is in Tokyo, too"


def test_the_portraits_are_offered_until_everybody_has_a_monster() -> None:
    choosing = set_up(KING_OF_TOKYO, 2).table
    while choices := draw(KING_OF_TOKYO, choosing).count("data-choice"):
        assert choices == len(MONSTERS)
        seat = next(seat for seat in (1, 2) if not choosing.at(seat).name)
        choosing = play(choosing, (seat, cmd.ChooseMonster(monster=[*MONSTERS][seat]))).table
    assert [choosing.at(seat).name for seat in (1, 2)] == [*MONSTERS][1:3]


@pytest.mark.parametrize("places", [CLOSED, PLACES])
def test_a_monster_in_tokyo_is_seen_whole_above_the_name_of_its_player(places: dict[str, Box]) -> None:
    bay_open = places is PLACES
    there = table(monster(1, place="city"), monster(2, place="bay" if bay_open else "outside"), bay_open=bay_open)
    drawn = ET.fromstring(draw(KING_OF_TOKYO, there, players={1: "W" * 60}))
    for seat, place in ((1, "city"), *([(2, "bay")] if bay_open else [])):
        ground, (piece,) = places[place], drawn.findall(f".//*[@data-piece='monster:{seat}']")
        left, top = map(float, piece[0].get("transform", "").partition(")")[0].removeprefix("translate(").split())
        x, y = (float(piece[1].get(name, 0)) for name in "xy")
        assert ground.x <= left <= left + TALL <= ground.x + ground.width
        assert ground.y <= top <= top + TALL <= y, "the name is below the monster"
        assert x - ground.x < 20, "and at the left"


def test_nothing_is_below_the_dice_unless_they_can_be_rolled_again() -> None:
    rolling = rolled("1 2 3 e e h", monster(1), monster(2), rerolls=1)
    heights = []
    for position in (rolling, play(rolling, STOP).table):
        drawn = ET.fromstring(draw(KING_OF_TOKYO, position))
        (dice,) = (node for node in drawn if node.get("data-cells"))
        lowest = max(float(rect.get("y", 0)) + float(rect.get("height", 0)) for rect in dice.iter(f"{SVG}rect"))
        _, y, _, height = map(float, dice.get("data-box", "").split())
        heights.append(y + height - lowest)
    assert heights[0] > 20 > heights[1]


def test_the_cards_of_the_market_are_as_high_as_their_text() -> None:
    longest = max(CARDS, key=lambda card: len(CARDS[card].text))
    heights = []
    for first in ("corner_store", longest):
        offered = table(monster(1), monster(2), market=(first, "apartment_building", ""))
        drawn = ET.fromstring(draw(KING_OF_TOKYO, offered))
        cards = [part for part in drawn if any(inner.get("data-spot", "").startswith("card:") for inner in part)]
        heights.append({float(card.get("data-box", "").split()[3]) for card in cards})
    (low,), (high,) = heights
    assert low < high
    assert low <= 60
