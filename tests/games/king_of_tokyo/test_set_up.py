"""Set-ups that cannot be are refused with the reason; what fits is taken."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.rules.data import CARDS, EDITION, FACE
from games.king_of_tokyo.rules.invariants import invariants
from games.king_of_tokyo.rules.steps import (
    BuyCards,
    Defend,
    EndTurn,
    FaceDamage,
    Fall,
    JudgeTurn,
    OfferCards,
    PutAwayCard,
    RerollDice,
    ResolveDice,
    RevealCard,
    RollCamouflage,
    RollDice,
    SeizeCard,
    SettleDamage,
    ThrowDice,
    ThrowProbedDie,
)
from games.king_of_tokyo.rules.table import Burrow, ExtraTurn, Held, Monster, Options, Turn, setup
from games.king_of_tokyo.rules.version_2 import RULES as RULES_2
from games.kit.rules import canonical
from games.kit.rules.edition import EditionError
from tests.games.king_of_tokyo.positions import monster, table

ALIVE = (monster(1), monster(2))
PLAIN = table(*ALIVE)
HIDDEN = (monster(1), monster(2, "camouflage"))
FIVE = tuple(monster(seat) for seat in range(1, 6))
DEAD = tuple(monster(seat, life=0) for seat in (1, 2))


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_new_table_has_no_fault(seats: int) -> None:
    assert list(invariants(setup(seats, Options(), EDITION))) == []


def test_four_monsters_have_no_bay_to_leave_out() -> None:
    with pytest.raises(ValueError, match=r"KT-15\.1"):
        setup(4, Options(first_game=True), EDITION)


ROLLING = (JudgeTurn(1), EndTurn(1), BuyCards(1), ResolveDice(1), RerollDice(1))
OFFER = (JudgeTurn(1), EndTurn(1), BuyCards(1))
FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("each of the 66 cards is in one place: not so heal (KT-2.4)", {"discard": ("heal", "heal")}),
    ("each of the 66 cards", {"discard": ("corner_store",)}),
    ("there is no card with the id 'Heal', but such as 'jets' (KT-2.4)", {"discard": ("Heal",)}),
    ("only Keep cards", {"monsters": (monster(1, "heal"), monster(2))}),
    ("3 slots", {"market": ("heal", "tanks")}),
    ("a card is in every slot", {"market": ("heal", "", "tanks")}),
    ("a card is in every slot", {"market": ("", "heal", "tanks")}),
    ("a card is in every slot", {"market": ("heal", "tanks", "")}),
    ("what was paid for jets", {"monsters": (monster(1, Held("jets", paid=-1)), monster(2))}),
    ("what was paid for jets", {"monsters": (monster(1, Held("jets", life=1_000)), monster(2))}),
    ("known if somebody", {"top_card": "heal"}),
    ("only Mimic copies", {"monsters": (monster(1, Held("jets", copies="wings")), monster(2, "wings"))}),
    ("only Mimic copies", {"monsters": (monster(1, Held("mimic", copies="wings")), monster(2))}),
    ("only Mimic copies", {"monsters": (monster(1, Held("mimic", copies="mimic")), monster(2))}),
    ("holds one monster", {"monsters": (monster(1, place="city"), monster(2, place="city"))}),
    ("while it is closed", {"monsters": (monster(1, place="bay"), monster(2))}),
    ("open with 5", {"bay_open": True}),
    ("order in which they reached them", {"monsters": (monster(1, points=20), monster(2))}),
    ("order in which they reached them", {"summit": (1,)}),
    ("every seat", {"extra_turns": (ExtraTurn(3),)}),
    ('"end turn" has a wrong seat: 9', {"agenda": (JudgeTurn(1), EndTurn(9))}),
    ("at most 8 dice", {"turn": Turn(1, dice=("one",) * 9)}),
    ("at most 8 dice", {"turn": Turn(1, dice=("seven",))}),
    ("chosen a monster", {"monsters": (monster(1), Monster())}),
    ("still to roll for the start", {"starter": 0}),
    ("in somebody's turn", {"turn": Turn(), "agenda": (BuyCards(1),)}),
    ("two monsters are alive", {"monsters": (monster(1, life=0), monster(2, life=0))}),
    ("different ones", {"monsters": (monster(1), monster(1))}),
    ("different ones", {"monsters": (monster(1), Monster("godzilla"))}),
    ("the life of seat 2", {"monsters": (monster(1), monster(2, life=11))}),
    ("the points of seat 1", {"monsters": (monster(1, points=21), monster(2))}),
    ("from 0 to 999", {"monsters": (monster(1, energy=-1), monster(2))}),
    ("nobody rolls for the start", {"contenders": (1, 2)}),
    ("nobody rolls for the start", {"rolls": (3,)}),
    ("the first player is alive", {"last": 0, "starter": 2, "monsters": (monster(1), monster(2, life=0), monster(3))}),
    ("about to be rolled", {"turn": Turn(1, dice=("",))}),
    ("rerolls and penalties", {"turn": Turn(1, rerolls=1_000)}),
    ("a burrow holds damage", {"turn": Turn(1, burrows=(Burrow(2, 0),))}),
    ("extra turns are those of living", {"extra_turns": (ExtraTurn(3),), "monsters": (*ALIVE, monster(3, life=0))}),
    ("extra turns are those of living", {"extra_turns": (ExtraTurn(0),)}),
    ("with a king", {"king": 1}),
    ("with a king", {"ending": "boredom"}),
    ("nothing comes after the end", {"ending": "all_dead", "agenda": (JudgeTurn(1),)}),
    ("left the board", {"monsters": (monster(1), monster(2), monster(3, life=0, energy=1))}),
    ("left the board", {"monsters": (monster(1), monster(2), monster(3, life=0, place="city"))}),
    ("will be put away", {"played": "heal"}),
    ('"buy cards" cannot come right before "judge turn"', {"agenda": (JudgeTurn(1), BuyCards(1))}),
    ('"fall" is never on the agenda', {"agenda": (JudgeTurn(1), Fall(1))}),
    ('"judge turn" cannot come right before "judge turn"', {"agenda": (JudgeTurn(1), JudgeTurn(1))}),
    ("its seat is that of the active monster", {"agenda": (JudgeTurn(2),)}),
    ('"face damage" has a wrong damage: 1000', {"agenda": (JudgeTurn(1), FaceDamage(1, 1_000))}),
    ('"face damage" is due only if there is damage', {"agenda": (JudgeTurn(1), FaceDamage(1, 0))}),
    ('"face damage" is due only if there is damage', {"agenda": (JudgeTurn(1), FaceDamage(1, 1, rolled=1))}),
    ("faces damage and was asked", {"agenda": (JudgeTurn(1), FaceDamage(1, 2, defended=True), Defend(2))}),
    ("faces damage and was asked", {"agenda": (JudgeTurn(1), FaceDamage(2, 2), Defend(2))}),
    (
        "faces as much damage as dice",
        {"agenda": (JudgeTurn(1), FaceDamage(2, 2), RollCamouflage(2, "camouflage", 3)), "monsters": HIDDEN},
    ),
    ("reveal card", {"agenda": (*OFFER, OfferCards(()), RevealCard(4))}),
    ("the slot is empty, and filled once", {"agenda": (*OFFER, OfferCards((1,)), RevealCard(1))}),
    ("no more slots are named", {"agenda": (*OFFER, OfferCards((1, 2, 3, 1)))}),
    ("there are these dice", {"agenda": (*ROLLING, ThrowDice(1, (7,))), "turn": Turn(1, dice=("one",) * 6)}),
    ("seize card", {"agenda": (*OFFER, OfferCards((1,)), SeizeCard(1, (1,)))}),
    ("seize card", {"agenda": (*OFFER, OfferCards((1,)), SeizeCard(2, (2,)))}),
    ("will be put away", {"agenda": (JudgeTurn(1), PutAwayCard())}),
    ('"throw dice" cannot come right before "end turn"', {"agenda": (JudgeTurn(1), EndTurn(1), ThrowDice(1, (7,)))}),
    ("not in 'sea'", {"monsters": (monster(1, place="sea"), monster(2))}),
    *(("every seat that is named", {name: 3}) for name in ("starter", "last", "king")),
    *(("every seat that is named", {name: (3,)}) for name in ("contenders", "lookers", "summit")),
    *(("every seat that is named", {"turn": turn}) for turn in (Turn(3), Turn(1, burrows=(Burrow(3, 1),)))),
    *(("every seat that is named", {"turn": turn}) for turn in (Turn(1, returned=(3,)), Turn(1, harmers=(3,)))),
    ("known if somebody", {"lookers": (1,)}),
    ("only Mimic copies", {"monsters": (monster(1, Held("mimic", copies="heal")), monster(2, "wings"))}),
    *(
        ("what was paid for jets", {"monsters": (monster(1, held), monster(2))})
        for count in (-1, 1_000)
        for held in (Held("jets", paid=count), Held("jets", counters=count), Held("jets", life=count))
    ),
    (
        "holds one monster",
        {"monsters": (monster(1, place="bay"), monster(2, place="bay"), *FIVE[2:]), "bay_open": True},
    ),
    ("open with 5", {"monsters": (*FIVE[:4], monster(5, life=0)), "bay_open": True}),
    ("still to roll for the start", {"starter": 0, "contenders": (1, 2), "rolls": (3, 2)}),
    ("still to roll for the start", {"starter": 0, "contenders": (1, 1)}),
    ("still to roll for the start", {"starter": 0, "contenders": (0, 1)}),
    ("chosen a monster", {"monsters": (Monster(), Monster())}),
    ("about to be rolled", {"turn": Turn(1, dice=("", "")), "agenda": (*ROLLING, ThrowDice(1, (1,)))}),
    *(
        ("rerolls and penalties", changes)
        for count in (-1, 1_000)
        for changes in (
            {"turn": Turn(1, rerolls=count)},
            {"turn": Turn(1, penalty=count)},
            {"extra_turns": (ExtraTurn(1), ExtraTurn(2, count))},
        )
    ),
    ("a burrow holds damage", {"turn": Turn(1, burrows=(Burrow(2, 1), Burrow(2, 1_000)))}),
    ("order in which they reached them", {"monsters": (monster(1, points=20), monster(2)), "summit": (1, 1)}),
    *(("with a king", {"ending": ending}) for ending in ("points", "last_alive")),
    ("with a king", {"ending": "all_dead", "king": 1}),
    ("two monsters are alive", {"monsters": (monster(1, life=0), monster(2))}),
    (
        "two monsters are alive",
        {"monsters": (monster(1, life=0), monster(2, life=0)), "agenda": (JudgeTurn(1), SettleDamage())},
    ),
    ("the life of seat 1", {"monsters": (monster(1, life=-1), monster(2), monster(3))}),
    ("the life of seat 1", {"monsters": (monster(1, "even_bigger", life=13), monster(2))}),
    ("the points of seat 2", {"monsters": (monster(1), monster(2, points=-1))}),
    *(
        ("energy and counters of seat 2", {"monsters": (monster(1), monster(2, **{name: count}))})
        for name in ("energy", "poison", "shrink")
        for count in (-1, 1_000)
    ),
    *(
        ("left the board", {"monsters": (*ALIVE, gone)})
        for gone in (monster(3, "jets", life=0), monster(3, life=0, poison=1), monster(3, life=0, shrink=1))
    ),
]


@pytest.mark.parametrize(("sentence", "changes"), FAULTS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_cannot_be_is_named(sentence: str, changes: dict[str, Any]) -> None:
    faults = list(invariants(PLAIN.but(**changes)))
    assert any(sentence in fault for fault in faults), faults


def test_only_the_living_roll_for_the_start_by_version_2() -> None:
    """Version 1 took such a set-up, so its records hold."""
    dead = PLAIN.but(starter=0, last=0, turn=Turn(), contenders=(1, 3), monsters=(*ALIVE, monster(3, life=0)))
    assert list(invariants(dead)) == []
    assert list(RULES_2.invariants(dead)) == ["everyone who rolls for the start is alive (KT-1.10)"]
    assert list(RULES_2.invariants(dead.but(contenders=(1, 2)))) == []


PROBED: dict[str, Any] = {
    "agenda": (*ROLLING[:-1], ThrowProbedDie(2, "psychic_probe", 1)),
    "turn": Turn(1, dice=("one",) * 6),
    "monsters": (monster(1), monster(2, "psychic_probe")),
}


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": Turn(1, burrows=(Burrow(2, 999),))},
        {"agenda": (JudgeTurn(1), FaceDamage(2, 1))},
        {"agenda": (JudgeTurn(1), FaceDamage(2, 999))},
        {"agenda": (JudgeTurn(1), SettleDamage()), "monsters": (monster(1), monster(2, life=0))},
        {"agenda": (JudgeTurn(1), FaceDamage(2, 0, rolled=1)), "monsters": HIDDEN},
        PROBED,
        {"monsters": (monster(1, place="city"), monster(2, place="bay"), *FIVE[2:]), "bay_open": True},
        {"monsters": (monster(1, energy=999, poison=999, shrink=999), monster(2, Held("jets", paid=999, life=999)))},
        {"monsters": (monster(1, points=20), monster(2, points=20)), "summit": (2, 1)},
        {"monsters": (monster(1, life=0, points=20), *FIVE[1:])},
        {"turn": Turn(1, dice=("one",) * 8, rerolls=999, penalty=999), "extra_turns": (ExtraTurn(2, 999),)},
        {"turn": Turn(1, dice=(*FACE.words, "")), "agenda": (*ROLLING, ThrowDice(1, (7,)))},
        {"turn": Turn(1, dice=("", "")), "agenda": (*ROLLING[:-1], RollDice(1))},
        {"monsters": (monster(1, Held("mimic", copies="wings")), monster(2, "wings"))},
        {"ending": "points", "king": 1, "market": ("", "tanks", "heal"), "played": "energize"},
        {"ending": "last_alive", "king": 1, "monsters": (monster(1), DEAD[1])},
        {"ending": "all_dead", "monsters": DEAD},
        {"turn": Turn(1, burrows=(Burrow(2, 1),))},
        {"turn": Turn(), "last": 0},
        {"monsters": (monster(1, life=1), monster(2, life=1)), "agenda": (JudgeTurn(1), EndTurn(1))},
        {"monsters": (*FIVE, monster(6)), "bay_open": True},
        {"discard": tuple(card for card in CARDS if card not in PLAIN.market)},
    ],
    ids=[
        "a deep burrow",
        "one damage",
        "great damage",
        "the last one alive",
        "damage that Camouflage has prevented",
        "the first die is probed",
        "a monster in each place of Tokyo",
        "as much of everything as is counted",
        "two with 20 points",
        "one with 20 points that is dead",
        "eight dice",
        "each face, and a die that is thrown again",
        "dice that are about to be rolled",
        "a copy",
        "a king whose last purchase went no further",
        "the last alive",
        "nobody",
        "a burrow that is not deep",
        "a start that is decided",
        "a life each",
        "every monster",
        "no deck",
    ],
)
def test_what_comes_in_play_is_taken(changes: dict[str, Any]) -> None:
    assert list(invariants(PLAIN.but(**changes))) == []


def test_even_bigger_makes_room_for_twelve_life() -> None:
    assert list(invariants(table(monster(1, "even_bigger", life=12), monster(2)))) == []


@pytest.mark.parametrize("row", ["monsters.0", "monsters.0.cards.0", "turn", "turn.burrows.0", "extra_turns.0"])
def test_a_misspelt_field_of_a_table_is_refused(row: str) -> None:
    turn = Turn(1, burrows=(Burrow(2, 1),))
    position = table(monster(1, "jets"), monster(2), turn=turn, extra_turns=(ExtraTurn(2),))
    written = json.loads(canonical.encode(position))
    place = written
    for key in row.split("."):
        place = place[int(key) if key.isdigit() else key]
    place["lif"] = 1
    with pytest.raises(canonical.BadTableError, match="lif"):
        canonical.read(TITLE.rules, json.dumps(written), EDITION)


def test_another_printing_may_have_other_costs_and_energy() -> None:
    edition = EDITION.read('{"start_energy": 2, "costs": {"monster_batteries": 3}}')
    dealt = setup(2, Options(), edition)
    assert dealt.at(1).energy == 2
    assert dealt.price(1, "monster_batteries") == 3
    assert canonical.read(TITLE.rules, canonical.encode(dealt), edition) == dealt


def test_an_edition_names_cards_of_the_game() -> None:
    with pytest.raises(EditionError, match="atlantis"):
        EDITION.read('{"costs": {"atlantis": 3}}')


def test_a_seat_that_nobody_starts_from_yet_may_be_out() -> None:
    dead = table(*ALIVE, monster(3, life=0), starter=0, last=0, turn=Turn(), contenders=(1, 2))
    assert list(invariants(dead)) == []
