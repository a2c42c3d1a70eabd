"""Positions are drawn, and commands, events and steps are told."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import games.king_of_tokyo
from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.picture import picture, text_board
from games.king_of_tokyo.steps import STEPS, BuyCards, Defend, EndTurn, JudgeTurn, RerollDice, ResolveDice, YieldTokyo
from games.king_of_tokyo.table import Held, Turn
from games.king_of_tokyo.view import view
from games.king_of_tokyo.words import WORDS
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import events_pb2 as ev
from tests.games.king_of_tokyo.positions import monster, play, table

SVG = "{http://www.w3.org/2000/svg}"
POSITION = table(
    monster(1, Held("mimic", copies="spiked_tail"), "made_in_a_lab", life=7, points=12, energy=3, place="city"),
    monster(2, "spiked_tail", Held("smoke_cloud", counters=2), poison=2, shrink=1),
    monster(3, life=0),
    turn=Turn(1, dice=("one", "two", "three", "energy", "attack", "heart", "heart"), rerolls=1),
    top_card="wings",
    lookers=(1,),
)


def test_the_text_board_says_what_lies_on_the_table() -> None:
    assert text_board(view(POSITION, 2)).splitlines() == [
        "Gigazaur's turn",
        "Tokyo City: Gigazaur; Tokyo Bay: closed",
        "Dice: 1 2 3 energy attack heart heart; rerolls left: 1",
        "Market: Apartment Building (5): +3★; Corner Store (3): +1★; Commuter Train (4): +2★",
        "Deck: 59 cards; discarded: 0",
        "1 Gigazaur: life 7/10, points 12, energy 3, city; Mimic as Spiked Tail, Made in a Lab",
        "2 Cyberbunny: life 10/10, points 0, energy 0, outside, 2 poison, 1 shrink; Spiked Tail, Smoke Cloud [2]",
        "3 Kraken: life 0/10, points 0, energy 0, out of the game; no cards",
    ]


def test_the_top_card_is_told_to_who_has_seen_it() -> None:
    assert "You have seen the top card: Wings (6)" in text_board(view(POSITION, 1))
    assert "Wings" not in picture(view(POSITION, 2))
    assert "Wings" not in picture(view(POSITION, None))


def test_the_picture_is_800_wide_and_shows_cards_with_cost_and_text() -> None:
    root = ET.fromstring(picture(view(POSITION, None)))
    assert root.get("viewBox", "").split()[2] == "800"
    texts = "|".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))
    for told in ("Gigazaur", "Tokyo City", "Tokyo Bay (closed)", "Corner Store", "+1★", "7/10", "poison 2 shrink 1"):
        assert told in texts
    assert "Mimic as Spiked Tail" in texts


def test_the_end_is_told() -> None:
    assert "Cyberbunny is king of Tokyo" in text_board(view(POSITION.but(ending="points", king=2), None))
    assert "Everybody is dead" in text_board(view(POSITION.but(ending="all_dead"), None))


def test_every_command_event_and_step_has_a_sentence() -> None:
    commands, events, _, _ = TITLE.protos
    parts = {"Patient", "Hit"}
    declared = {
        getattr(stubs, name)
        for stubs in (commands, events)
        for name in stubs.DESCRIPTOR.message_types_by_name
        if name not in parts
    }
    assert declared | set(STEPS) == set(WORDS.sentences)


def test_sentences_name_cards_dice_and_seats() -> None:
    assert WORDS.tell(cmd.Reroll(dice=[1, 3], card="telepath")) == "Roll the dice 1, 3 again by Telepath."
    assert WORDS.tell(cmd.AssignHearts(poison=1, patients=[cmd.Patient(seat=2, hearts=1)])) == (
        "Use Hearts: 1 for seat 2, 1 against poison, the rest for oneself."
    )
    hits = [ev.Hit(seat=2, damage=3, waits=True)]
    assert WORDS.tell(ev.MonstersAttacked(seat=1, hits=hits)) == "Seat 1 attacks: 3 to seat 2 (Jets wait)."
    assert WORDS.tell(ev.EnergyPaid(seat=1, energy=2)) == "Seat 1 pays 2 energy to the bank."
    assert WORDS.ask(YieldTokyo(2, 1)) == "Seat 2 yields Tokyo to Seat 1, or stays."
    assert WORDS.ask(Defend(2)) == "Seat 2 defends itself, or takes the damage."


def test_scribbles_are_told_too() -> None:
    assert WORDS.tell(cmd.BuyCard(card="atlantis")) == "Buy atlantis."
    assert WORDS.tell(cmd.TurnDie(die=9, face=99, card="")) == "Turn die 9 to ?."  # type: ignore[arg-type]  # no face


def test_the_turn_of_the_readme_is_told_so() -> None:
    block = (Path(games.king_of_tokyo.__file__).parent / "README.md").read_text(encoding="utf-8").split("```\n")[1]
    seats = (monster(1, place="city"), monster(2, life=9), *map(monster, (3, 4, 5)))
    start = table(*seats, bay_open=True, turn=Turn(2, dice=("attack", "attack", "heart", "two", "one", "two")))
    owed = (RerollDice(2), ResolveDice(2), BuyCards(2), EndTurn(2), JudgeTurn(2))
    stopped = play(start.opens(*owed), (2, cmd.StopRolling()))
    stayed = play(stopped.table, (1, cmd.StayInTokyo()))
    told = [WORDS.tell(event) for event in stopped.events]
    told += [f"    Seat 1: {WORDS.tell(cmd.StayInTokyo())}", *map(WORDS.tell, stayed.events)]
    assert block.splitlines() == told
