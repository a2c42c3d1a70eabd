"""Commands, events and steps are sentences."""

from __future__ import annotations

from pathlib import Path

import games.king_of_tokyo
from games.king_of_tokyo.data import CARDS
from games.king_of_tokyo.languages import cs as czech
from games.king_of_tokyo.steps import BuyCards, Defend, EndTurn, JudgeTurn, RerollDice, ResolveDice, YieldTokyo
from games.king_of_tokyo.table import Turn
from games.king_of_tokyo.words import WORDS
from gunbai.king_of_tokyo.v1 import commands_pb2 as cmd
from gunbai.king_of_tokyo.v1 import events_pb2 as ev
from tests.games.king_of_tokyo.positions import monster, play, table


def test_sentences_name_cards_dice_and_seats() -> None:
    assert WORDS.sentence(cmd.Reroll(dice=[1, 3], card="telepath")) == "Reroll dice 1 and 3 with Telepath."
    assert WORDS.sentence(cmd.AssignHearts(poison=1, patients=[cmd.Patient(seat=2, hearts=1)])) == (
        "Use Hearts: 1 to heal seat 2, 1 to remove poison and the rest to heal."
    )
    hits, may_yield = [ev.Hit(seat=3, damage=4)], [ev.Yielding(seat=2, damage=3), ev.Yielding(seat=3)]
    assert (
        WORDS.sentence(ev.MonstersAttacked(seat=1, hits=hits, may_yield=may_yield))
        == "Seat 1 attacks: 4 damage to seat 3 and 3 damage to seat 2 unless they yield, with Jets."
    )
    assert WORDS.sentence(ev.EnergyPaid(seat=1, energy=2)) == "Seat 1 pays 2 energy to the bank."
    assert WORDS.question(YieldTokyo(2, 1)) == "Seat 2 chooses whether to yield Tokyo to seat 1."
    assert WORDS.question(Defend(2)) == "Seat 2 chooses whether to defend or to take the damage."


def test_czech_sentences_name_the_same() -> None:
    uses = cmd.AssignHearts(poison=1, shrink=2, patients=[cmd.Patient(seat=2, hearts=1)])
    assert czech.WORDS.sentence(uses) == ("Použít Léčení: 1 (hráč 2), 1 na jed, 2 na zmenšení a zbytek na sebe.")
    hits, may_yield = [ev.Hit(seat=3, damage=4)], [ev.Yielding(seat=2, damage=3), ev.Yielding(seat=3)]
    attack = ev.MonstersAttacked(seat=1, hits=hits, may_yield=may_yield)
    assert czech.WORDS.sentence(attack) == (
        "Hráč 1 útočí. Zranění: hráč 3 (4 body) a hráč 2 (3 body, pokud díky kartě Jets neustoupí)."
    )


def test_scribbles_are_said_too() -> None:
    assert WORDS.sentence(cmd.BuyCard(card="atlantis")) == "Buy atlantis."
    assert WORDS.sentence(cmd.TurnDie(die=9, face=99, card="")) == "Turn die 9 to 99."  # type: ignore[arg-type]  # no face


def test_the_readme_shows_a_turn_as_it_is_said() -> None:
    block = (Path(games.king_of_tokyo.__file__).parent / "README.md").read_text(encoding="utf-8").split("```\n")[1]
    seats = (monster(1, place="city"), monster(2, life=9), *map(monster, (3, 4, 5)))
    start = table(*seats, bay_open=True, turn=Turn(2, dice=("attack", "attack", "heart", "two", "one", "two")))
    owed = (RerollDice(2), ResolveDice(2), BuyCards(2), EndTurn(2), JudgeTurn(2))
    stopped = play(start.opens(*owed), (2, cmd.StopRolling()))
    stayed = play(stopped.table, (1, cmd.StayInTokyo()))
    said = [WORDS.sentence(event) for event in stopped.events]
    said += [f"    Seat 1: {WORDS.sentence(cmd.StayInTokyo())}", *map(WORDS.sentence, stayed.events)]
    assert block.splitlines() == said


def test_a_ruling_on_a_card_names_it_in_czech_as_a_sentence_does() -> None:
    words = czech.WORDS
    for card in CARDS.values():
        assert words.places[f"Card: {card.name}"] == f"Karta: {words.names[card.id]}"
        assert words.labels[card.text] == words.texts[card.id]
