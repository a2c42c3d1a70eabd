"""Commands, events and steps are sentences."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import games.king_of_tokyo
from games.king_of_tokyo import KING_OF_TOKYO
from games.king_of_tokyo.rules.data import CARDS, MONSTERS
from games.king_of_tokyo.rules.steps import BuyCards, Defend, EndTurn, JudgeTurn, RerollDice, ResolveDice, YieldTokyo
from games.king_of_tokyo.rules.table import TokyoTable, Turn
from games.king_of_tokyo.words import cs as czech
from games.king_of_tokyo.words.en import WORDS
from games.kit.rules.decider import CHANCE, Actor
from games.kit.words.phrasebook import Phrasebook
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev
from gunbai_record.plain import Plain
from tests.games.king_of_tokyo.positions import STOP, buying, monster, play, rolled, table


def told(position: TokyoTable, move: tuple[Actor, Plain], book: Phrasebook = WORDS) -> list[str]:
    """Return what follows from a move, each event with what everybody saw before it."""
    sentences: list[str] = []
    before: Plain | None = None
    for event in play(position, move).events:
        sentences.append(book.sentence(event, sight=partial(KING_OF_TOKYO.rules.view, position, None), after=before))
        position, before = KING_OF_TOKYO.rules.evolve(position, event), event
    return sentences


def test_sentences_name_cards_dice_and_seats() -> None:
    assert WORDS.sentence(cmd.Reroll(dice=(1, 3), card="telepath")) == "Reroll dice 1 and 3 with Telepath."
    assert WORDS.sentence(cmd.AssignHearts(poison=1, patients=(cmd.Patient(seat=2, hearts=1),))) == (
        "Use Hearts: 1 to heal seat 2, 1 to remove poison and the rest to heal."
    )
    hits, may_yield = (ev.Hit(seat=3, damage=4),), (ev.Yielding(seat=2, damage=3), ev.Yielding(seat=3))
    assert (
        WORDS.sentence(ev.MonstersAttacked(seat=1, hits=hits, may_yield=may_yield))
        == "Seat 1 attacks: 4 damage to seat 3 and 3 damage to seat 2 unless they use Jets and yield."
    )
    assert WORDS.sentence(ev.EnergyPaid(seat=1, energy=2)) == "Seat 1 pays 2 energy to the bank."
    assert WORDS.question(YieldTokyo(2, 1)) == "Seat 2 chooses whether to yield Tokyo to seat 1."
    assert WORDS.question(Defend(2)) == "Seat 2 chooses whether to defend or to take the damage."


def test_czech_sentences_name_the_same() -> None:
    uses = cmd.AssignHearts(poison=1, shrink=2, patients=(cmd.Patient(seat=2, hearts=1),))
    assert czech.WORDS.sentence(uses) == ("Použít Léčení: 1 (hráč 2), 1 na jed, 2 na zmenšení a zbytek na sebe.")
    hits, may_yield = (ev.Hit(seat=3, damage=4),), (ev.Yielding(seat=2, damage=3), ev.Yielding(seat=3))
    attack = ev.MonstersAttacked(seat=1, hits=hits, may_yield=may_yield)
    assert czech.WORDS.sentence(attack) == (
        "Hráč 1 útočí. Zranění: hráč 3 (4 body) a hráč 2 (3 body, pokud s kartou Jets neustoupí)."
    )


def test_scribbles_are_said_too() -> None:
    assert (WORDS.sentence(cmd.Reroll()), czech.WORDS.sentence(cmd.Reroll())) == (
        "Reroll no dice.",
        "Přehodit žádné kostky.",
    )
    assert WORDS.sentence(cmd.BuyCard(card="atlantis")) == "Buy atlantis."
    assert WORDS.sentence(cmd.TurnDie(die=9, face=99, card="")) == "Turn die 9 to 99."


def test_the_readme_shows_a_turn_as_it_is_said() -> None:
    block = (Path(games.king_of_tokyo.__file__).parent / "README.md").read_text(encoding="utf-8").split("```\n")[1]
    seats = (monster(1, place="city"), monster(2, life=9), *map(monster, (3, 4, 5)))
    start = table(*seats, bay_open=True, turn=Turn(2, dice=("attack", "attack", "heart", "two", "one", "two")))
    owed = (RerollDice(2), ResolveDice(2), BuyCards(2), EndTurn(2), JudgeTurn(2))
    attack, stay = (2, cmd.StopRolling()), (1, cmd.StayInTokyo())
    stopped = play(start.opens(*owed), attack)
    sentences = told(start.opens(*owed), attack)
    sentences += [f"    Seat 1: {WORDS.sentence(cmd.StayInTokyo())}", *told(stopped.table, stay)]
    assert block.splitlines() == sentences


def test_the_dice_are_told_whole_once_they_are_rolled_and_each_gain_with_its_cause() -> None:
    sentences = told(rolled("2 2 2 e h a", monster(1, life=8), monster(2)), STOP)
    assert sentences == [
        "Seat 1 stops rolling.",
        "Seat 1 resolves the dice (outside Tokyo): 2, 2, 2, Energy, Heart and Attack.",
        "Seat 1 gains 2 points for 2, 2 and 2.",
        "Seat 1 gains 1 energy from the dice.",
        "Seat 1 uses 1 Heart.",
        "Seat 1 heals 1 with Hearts.",
        "Seat 1 takes Tokyo City.",
        "Seat 1 gains 1 point for entering Tokyo.",
    ]
    in_czech = told(rolled("2 2 2 e h a", monster(1, life=8), monster(2)), STOP, czech.WORDS)
    assert [sentence.removeprefix("Hráč 1 ") for sentence in in_czech] == [
        "přestává házet.",
        "vyhodnocuje kostky (mimo Tokio): 2, 2, 2, Energie, Léčení a Útok.",
        "získává 2 vítězné body za 2, 2 a 2.",
        "získává 1 energii z kostek.",
        "používá 1 Léčení.",
        "si léčí 1 život kostkami.",
        "ovládá Centrum Tokia.",
        "získává 1 vítězný bod za ovládnutí Tokia.",
    ]


def test_two_numbers_that_score_are_told_one_after_the_other_whatever_is_left_to_gain() -> None:
    seats = (monster(1, points=18), monster(2))
    sentences = told(rolled("1 1 1 3 3 3", *seats), STOP)
    assert [sentence for sentence in sentences if "gains" in sentence] == [
        "Seat 1 gains 1 point for 1, 1 and 1.",
        "Seat 1 gains 1 point for 3, 3 and 3.",
    ]


def test_a_turn_that_starts_in_tokyo_is_told_as_the_cause_of_its_points_and_a_card_by_its_name() -> None:
    start = buying(monster(1), monster(2, "urbavore", place="city"))
    sentences = told(start, (1, cmd.EndBuying()))
    assert "Seat 2 gains 2 points for starting the turn in Tokyo." in sentences
    assert "Seat 2 gains 1 point with Urbavore." in sentences


def test_hearts_at_full_life_are_told_to_heal_nothing() -> None:
    assert "Seat 1 uses 1 Heart; their life is already full." in told(
        rolled("h 1 1 2 3 e", monster(1), monster(2)), STOP
    )


def test_a_heart_in_tokyo_is_told_to_be_of_no_use() -> None:
    start = rolled("h h 1 2 3 e", monster(1, life=5, place="city"), monster(2))
    assert (
        "Seat 1 resolves the dice (Tokyo City): Heart, Heart, 1, 2, 3 and Energy; 2 Hearts cannot be used in Tokyo."
        in (told(start, STOP))
    )
    assert any(sentence.endswith("; 2 Léčení v Tokiu nelze použít.") for sentence in told(start, STOP, czech.WORDS))
    outside = told(rolled("h h 1 2 3 e", monster(1, life=5), monster(2)), STOP)
    assert "Seat 1 resolves the dice (outside Tokyo): Heart, Heart, 1, 2, 3 and Energy." in outside


def test_who_gains_less_than_the_rule_gives_is_told_that_there_are_no_more_than_20_points() -> None:
    start = buying(monster(1), monster(2, points=19, place="city"))
    sentences = told(start, (1, cmd.EndBuying()))
    gained = sentences.index("Seat 2 gains 1 point for starting the turn in Tokyo.")
    assert sentences[gained + 1] == "Seat 2 has 20 points, the maximum, and wins by surviving the turn."


def test_each_monster_is_said_to_differ_from_others_only_in_its_looks() -> None:
    assert {WORDS.details[monster] for monster in MONSTERS} == {"A monster; monsters differ only in how they look"}
    assert {czech.WORDS.details[monster] for monster in MONSTERS} == {"Příšera; příšery se liší jen vzhledem"}


def test_a_purchase_ends_with_the_market_that_it_leaves() -> None:
    start = buying(monster(1, energy=5), monster(2))
    bought = play(start, (1, cmd.BuyCard(card="corner_store")))
    sentences = told(bought.table, (CHANCE, cmd.TurnCard(card="jets")))
    assert sentences == [
        "Jets is revealed in slot 2.",
        "The market now has Apartment Building, Jets and Commuter Train.",
    ]


def test_what_happened_is_told_without_a_cause_where_the_position_is_not_known() -> None:
    assert WORDS.sentence(ev.PointsGained(seat=1, points=2)) == "Seat 1 gains 2 points."
    assert WORDS.sentence(ev.DiceSettled(seat=1, place=ev.PLACE_OUTSIDE, attack=2, hearts=1)) == (
        "Seat 1 resolves the dice (outside Tokyo): 2 Attacks and 1 Heart."
    )
    assert WORDS.sentence(ev.HeartsUsed(seat=1, hearts=1)) == "Seat 1 uses 1 Heart."
    assert WORDS.sentence(ev.OpportunityClosed()) == "No other monster buys a revealed card."


def test_a_ruling_on_a_card_names_it_in_czech_as_a_sentence_does() -> None:
    words = czech.WORDS
    for card in CARDS.values():
        assert words.places[f"Card: {card.name}"] == f"Karta: {words.names[card.id]}"
        assert words.labels[card.text] == words.texts[card.id]
