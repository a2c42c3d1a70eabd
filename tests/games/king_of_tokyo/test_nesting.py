"""The agenda shows what is still to be done: damage, questions and the rest of the turn."""

from __future__ import annotations

import pytest

from games.king_of_tokyo import KING_OF_TOKYO as TITLE
from games.king_of_tokyo.rules.steps import (
    BuyCards,
    ChangeMimic,
    CountDice,
    EndTurn,
    FaceDamage,
    JudgeTurn,
    ResolveDice,
    UsePowers,
)
from games.king_of_tokyo.rules.table import ExtraTurn, Held, Monster
from games.kit.rules import decider
from gunbai.king_of_tokyo.v1 import commands as cmd
from gunbai.king_of_tokyo.v1 import events as ev
from tests.games.king_of_tokyo.positions import STOP, agenda, buying, monster, play, rolled, table
from tests.games.king_of_tokyo.test_random_play import entries

TURN = ["BuyCards", "EndTurn", "JudgeTurn"]


def test_a_turn_begins_with_an_empty_agenda_and_owes_its_phases() -> None:
    for before, _, ruling in entries(5, seed=3):
        started = [number for number, event in enumerate(ruling.events) if isinstance(event, ev.TurnStarted)]
        for number in started:
            folded = before
            for event in ruling.events[:number]:
                folded = TITLE.rules.evolve(folded, event)
            assert agenda(folded) in ([], ["StartTurn"])
            assert agenda(TITLE.rules.evolve(folded, ruling.events[number]))[0] == CountDice.__name__


def test_jets_wait_under_the_question_and_healing_stands_beside_it() -> None:
    """Jets in the city, Rapid Healing in the bay: defence, then the city's question, then the bay's."""
    city = monster(2, "jets", place="city")
    bay = monster(3, "rapid_healing", place="bay", life=5, energy=2)
    position = play(rolled("a a 1 2 2 h", monster(1), city, bay, monster(4), monster(5)), STOP).table
    rest = ["SettleDamage", "UseHearts", "TakeTokyo", *TURN]
    assert agenda(position) == ["Defend", "FaceDamage", "OfferYield", "FaceDamage", "OfferYield", *rest]
    position = play(position, (3, cmd.TakeDamage())).table
    assert agenda(position) == ["YieldTokyo", "FaceDamage", "OfferYield", *rest]
    waiting = position.agenda[-2]
    assert waiting == FaceDamage(2, 2, by=1, attack=True, waits=True)
    position = play(position, (2, cmd.YieldTokyo())).table
    assert agenda(position) == ["YieldTokyo", *rest]
    position = play(position, (3, cmd.StayInTokyo())).table
    assert agenda(position) == TURN
    assert [monster.place for monster in position.monsters[:3]] == ["city", "outside", "bay"]


def test_a_seized_card_opens_its_questions_inside_the_window_inside_the_buying() -> None:
    buyer = monster(1, Held("monster_batteries", counters=2), energy=3)
    position = play(
        buying(buyer, monster(2, "opportunist", energy=9)),
        (1, cmd.BuyCard(card="corner_store")),
        (0, cmd.TurnCard(card="mimic")),
        (2, cmd.SeizeCard(card="mimic")),
        (2, cmd.PlaceMimic(card="monster_batteries")),
    ).table
    assert agenda(position) == ["LoadBatteries", "RevealCard", "OfferCards", *TURN]


def test_an_interruption_leaves_the_agenda_as_it_was() -> None:
    start = rolled("a a 1 2 2 h", monster(1), monster(2, "wings", "rapid_healing", place="city", life=4, energy=6))
    position = play(start, (2, cmd.HealRapidly()), (2, cmd.SpreadWings())).table
    assert position.agenda == start.agenda
    assert decider.asked_seats(TITLE.rules, position) == (1,)


def test_only_monsters_with_a_power_of_any_time_may_use_one() -> None:
    position = rolled("a a 1 2 2 h", monster(1, "jets"), monster(2, "wings"), monster(3), monster(4, "rapid_healing"))
    assert UsePowers().seats(position) == (2, 4)
    assert UsePowers().seats(rolled("a a 1 2 2 h", monster(1, "jets"), monster(2))) == ()


def test_mimic_begins_with_nothing_of_its_own_on_what_it_copies() -> None:
    counters = monster(2, Held("smoke_cloud", counters=1, spent=True))
    placed = play(
        buying(monster(1, energy=8), counters, market=("mimic", "heal", "jets")),
        (1, cmd.BuyCard(card="mimic")),
        (1, cmd.PlaceMimic(card="smoke_cloud")),
    ).table
    assert placed.at(1).held("mimic") == Held("mimic", paid=8, copies="smoke_cloud", counters=3)


@pytest.mark.parametrize(
    "copy",
    [
        Held("mimic", paid=8, copies="herd_culler", spent=True),
        Held("mimic", paid=8, copies="smoke_cloud", counters=2),
        Held("mimic", paid=8, copies="even_bigger", life=2),
    ],
)
def test_nothing_of_the_copy_is_left_on_mimic_when_its_card_leaves_play(copy: Held) -> None:
    owner = monster(2, copy.copies, place="city", life=1)
    left = play(rolled("a 1 1 2 2 3", monster(1, copy), owner, monster(3)), STOP).table
    assert left.at(1).cards == (Held("mimic", paid=8),)


def test_a_copy_beside_its_card_gives_no_life_above_twelve() -> None:
    bigger = Held("even_bigger", life=2)
    buyer = monster(1, Held("mimic", copies="even_bigger", life=2), "parasitic_tentacles", life=12, energy=9)
    both = play(buying(buyer, monster(2, bigger, life=12)), (1, cmd.BuyFromMonster(card="even_bigger"))).table
    assert (both.at(1).life, both.at(1).most_life, both.at(2).life) == (12, 12, 10)


def test_a_copy_does_nothing_for_a_monster_that_dies_when_the_token_moves() -> None:
    owner = monster(1, Held("mimic", copies="even_bigger", life=2), life=2, energy=1)
    others = (monster(2, Held("even_bigger", life=2)), monster(3, "smoke_cloud"), monster(4))
    phases = (ChangeMimic(1), CountDice(1), ResolveDice(1), BuyCards(1), EndTurn(1), JudgeTurn(1))
    moved = play(table(owner, *others).opens(*phases), (1, cmd.MoveMimic(card="smoke_cloud")))
    assert [type(event) for event in moved.events[1:4]] == [ev.MimicPlaced, ev.MonsterShrank, ev.MonsterKilled]
    assert not any(isinstance(event, ev.CountersPlaced) for event in moved.events)
    assert not moved.table.at(1).life


def test_regeneration_heals_nobody_whose_hearts_all_go_to_counters() -> None:
    poisoned = rolled("h h 1 2 3 3", monster(1, "regeneration", life=5, poison=2), monster(2))
    assert play(poisoned, STOP, (1, cmd.AssignHearts(poison=2))).table.at(1).life == 5
    assert play(poisoned, STOP, (1, cmd.AssignHearts(poison=1))).table.at(1).life == 7


def test_a_heart_heals_a_patient_by_one() -> None:
    healer = rolled("h h 1 2 3 3", monster(1, "healing_ray", life=5), monster(2, life=5))
    assigned = play(healer, STOP, (1, cmd.AssignHearts(patients=(cmd.Patient(seat=2, hearts=1),)))).table
    assert (assigned.at(1).life, assigned.at(2).life) == (6, 6)


def test_damage_that_camouflage_has_cancelled_is_ignored_and_no_life_is_lost() -> None:
    hidden = rolled("a 1 1 2 2 3", monster(1), monster(2, "camouflage", place="city"))
    ruling = play(hidden, STOP, (0, cmd.ThrowDice(faces=(cmd.FACE_HEART,))))
    assert ev.DamageIgnored(seat=2, card="camouflage") in ruling.events
    assert not any(isinstance(event, ev.LifeLost) for event in ruling.events)


def test_a_monster_that_falls_does_not_feed_on_itself() -> None:
    tanks = buying(
        monster(1, "eater_of_the_dead", life=3, energy=4), monster(2), monster(3), market=("tanks", "heal", "jets")
    )
    ruling = play(tanks, (1, cmd.BuyCard(card="tanks")))
    assert [event.card for event in ruling.events if isinstance(event, ev.PointsGained)] == ["tanks"]


def test_of_two_extra_turns_each_may_be_declined() -> None:
    frozen = (ExtraTurn(1, 1), ExtraTurn(1, 2))
    declined = play(
        buying(monster(1), monster(2), extra_turns=frozen), (1, cmd.EndBuying()), (1, cmd.DeclineExtraTurn())
    )
    assert declined.table.extra_turns == frozen[1:]


def test_a_monster_that_has_left_the_game_keeps_its_name_and_its_points_alone() -> None:
    rich = Monster("kraken", 3, 7, 5, "city", (Held("jets"),), poison=1, shrink=1, wings=True)
    gone = TITLE.rules.evolve(table(monster(1), rich, monster(3)), ev.MonsterEliminated(seat=2))
    assert gone.at(2) == Monster("kraken", life=0, points=7)
    assert gone.discard == ("jets",)


def test_wings_that_were_sold_protect_until_the_next_turn_and_no_longer() -> None:
    flying = buying(monster(1), monster(2, wings=True))
    assert not play(flying, (1, cmd.EndBuying())).table.at(2).wings


@pytest.mark.parametrize(
    ("cards", "may_answer"),
    [
        ((Held("herd_culler"),), True),
        ((Held("herd_culler", spent=True),), False),
        (("plot_twist",), True),
        (("stretchy",), True),
        (("background_dweller",), True),
        (("jets", "telepath", "smoke_cloud"), False),
    ],
)
def test_who_has_a_card_for_it_may_answer_a_probe(cards: tuple[str | Held, ...], *, may_answer: bool) -> None:
    position = rolled("1 1 2 2 3 h", monster(1, *cards, energy=2), monster(2, "psychic_probe"))
    probed = play(position, STOP, (2, cmd.ProbeDie(die=1)), (0, cmd.ThrowDice(faces=(cmd.FACE_ONE,)))).table
    assert (agenda(probed)[0] == "AdjustDice") == may_answer


@pytest.mark.parametrize(("card", "faces"), [("stretchy", "1 1 2 2 3 h"), ("background_dweller", "1 1 2 2 h h")])
def test_who_cannot_pay_or_has_no_three_is_not_asked_after_a_probe(card: str, faces: str) -> None:
    position = rolled(faces, monster(1, card, energy=1), monster(2, "psychic_probe"))
    probed = play(position, STOP, (2, cmd.ProbeDie(die=1)), (0, cmd.ThrowDice(faces=(cmd.FACE_ONE,)))).table
    assert "AdjustDice" not in agenda(probed)


def test_a_death_outside_a_batch_counts_the_survivors_by_itself() -> None:
    poisoned = monster(1, life=1, poison=1)
    ruling = play(buying(poisoned, monster(2), monster(3)), (1, cmd.EndBuying()))
    kinds = [type(event) for event in ruling.events]
    assert kinds[2:5] == [ev.PoisonWorked, ev.LifeLost, ev.MonsterKilled]
    assert kinds[5:8] == [ev.MonsterEliminated, ev.TurnCutShort, ev.DamageSettled]


def test_the_rest_of_a_dead_monster_s_turn_falls_away() -> None:
    tanks = buying(monster(1, life=3, energy=4), monster(2), monster(3), market=("tanks", "heal", "jets"))
    position = play(tanks, (1, cmd.BuyCard(card="tanks"))).table
    assert agenda(position) == ["RevealCard", "OfferCards", "JudgeTurn"]


def test_nothing_is_owed_between_turns() -> None:
    assert decider.waiting(TITLE.rules, table(monster(1), monster(2))) == TITLE.rules.turn(
        table(monster(1), monster(2))
    )
