"""What can be agreed before a game of Samurai Spirit, and what a set-up table must not show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.kit.rules import canonical
from games.kit.rules.chance import distribution
from games.kit.rules.decider import Step
from games.kit.rules.pile import Unseen
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.data import CHIEFS, LIEUTENANTS, PLUNDERERS, SAMURAI
from games.samurai_spirit.rules.steps import (
    ArrangeRaiders,
    BeginTurn,
    ChooseAction,
    CloseRound,
    CompareTotal,
    DealSamurai,
    DestroyFarm,
    DrawFirstSamurai,
    EndKiai,
    EndTurn,
    FailPeasants,
    MeetRaider,
    RepelIntruder,
    ScatterRaider,
    SufferPenalty,
)
from games.samurai_spirit.rules.table import Options, Samurai, SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from tests.games.samurai_spirit.positions import in_turn_of


@pytest.mark.parametrize(
    ("seats", "agreed", "fault"),
    [
        (3, Options(samurai=("kyuzo", "kanbei")), "or 3 different ones of"),
        (2, Options(samurai=("kyuzo", "kyuzo")), "or 2 different ones of"),
        (2, Options(samurai=("kyuzo", "toshiro")), "or 2 different ones of"),
        (3, Options(samurai=("kyuzo", "", "kyuzo")), "or 3 different ones of .*, not kyuzo, none, kyuzo"),
        (4, Options(solo=True), "two or three samurai, not 4"),
        (3, Options(two_player_doll_check=True), "with two samurai, not with 3"),
    ],
)
def test_what_does_not_fit_cannot_be_agreed_upon(seats: int, agreed: Options, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        SAMURAI_SPIRIT.rules.setup(seats, agreed, SAMURAI_SPIRIT.rules.edition)


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "heroic"])
def test_every_set_up_is_sound(seats: int, level: Any) -> None:
    for chosen in ((), tuple(SAMURAI)[:seats], ("", *tuple(SAMURAI)[1:seats])):
        table = SAMURAI_SPIRIT.rules.setup(
            seats, Options(difficulty=level, samurai=chosen), SAMURAI_SPIRIT.rules.edition
        )
        assert list(SAMURAI_SPIRIT.rules.invariants(table)) == []


NAMES = "kyuzo heihachi gorobei"


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"barricades": 6}, "0 to 5 barricades, not 6"),
    ({"barricades": -1}, "0 to 5 barricades, not -1"),
    (
        {"farms": ("wound_random", "remove_farm")},
        "wound_random, remove_farm are not some of the edition's, sorted",
    ),
    ({"farms": ("remove_farm", "remove_farm")}, "farms remove_farm, remove_farm are not some of the edition's"),
    ({"families": ("add_barricade", "heal_random")}, "in the order of their bonuses"),
    ({"raiders": (0,) * 53}, "53 places refer to the pool 0"),
    ({"raiders": (7,)}, "1 places refer to the pool 7"),
    ({"raiders": ("R1-01", "R1-01")}, "exactly once: not so R1-01"),
    ({"discard": ("R9-99",)}, "exactly once: not so R9-99"),
    ({"active": 4}, "the active samurai must be a seat, .* not 4"),
    ({"round": 4}, "the round must be 1, 2 or 3, not 4"),
    ({"absent": ("kyuzo",)}, "the tokens kyuzo must be of different samurai, absent ones not in play"),
    ({"bound": ("fire",)}, "of fire, not all are penalties that bind for a turn"),
    ({"deals_set_aside": 0}, "two samurai only"),
    ({"agenda": (EndTurn(2),)}, '"end turn" is due only if its seat is that of the active samurai'),
    ({"agenda": (EndTurn(1), SufferPenalty(9, "fire"))}, '"suffer penalty" has a wrong seat: 9'),
    ({"agenda": (EndTurn(1), MeetRaider(1, "R1-01"))}, "exactly once: not so R1-01"),
    ({"agenda": (EndTurn(1), DestroyFarm(), EndKiai(1))}, '"end kiai" cannot come right before "destroy farm"'),
    ({"agenda": (EndTurn(1), BeginTurn(1))}, '"begin turn" is never on the agenda'),
    (
        {"agenda": (EndTurn(1), DestroyFarm()), "farms": ()},
        '"destroy farm" is due only if there is something',
    ),
    ({"agenda": (EndTurn(1), SufferPenalty(1, "rain"))}, '"suffer penalty" has a wrong penalty: .rain.'),
    (
        {"agenda": (EndTurn(1), ScatterRaider(), ScatterRaider()), "raiders": (0,)},
        '"scatter raider" is due only if there is something to turn or to draw',
    ),
    (
        {"agenda": (EndTurn(1), RepelIntruder(), EndKiai(1)), "intruders": (0,)},
        '"end kiai" cannot come right before "repel intruder"',
    ),
    ({"agenda": (EndTurn(1), ArrangeRaiders(1, 2))}, '"arrange raiders" is due only if the top raiders are known'),
    ({"agenda": (ChooseAction(1), EndTurn(1))}, '"choose action" cannot come last'),
    ({"agenda": (), "raiders": ()}, "no turn can be due"),
    ({"agenda": (), "active": 0, "raiders": ()}, "the raiders must be dealt, or be about to be dealt"),
    ({"agenda": (), "samurai": (Samurai(token_with=1),) * 3}, "no turn can be due: .* the samurai are not dealt"),
    ({"agenda": (), "helpers": ("kikuchiyo",)}, "somebody is helped or bound between two turns"),
    ({"agenda": (CloseRound(),), "bound": ("no_talent",)}, "somebody is helped or bound out of a turn"),
    ({"agenda": (EndTurn(1), DealSamurai())}, '"deal samurai" is never on the agenda'),
    ({"agenda": (DrawFirstSamurai(),)}, '"draw first samurai" is never on the agenda'),
    ({"active": 0}, '"end turn" is due only if its seat is that of the active samurai'),
    ({"agenda": (CloseRound(),), "active": 0}, "nothing is on the agenda before the samurai are dealt"),
    ({"agenda": (CloseRound(), FailPeasants(9))}, '"fail peasants" has a wrong seat: 9'),
    ({"agenda": (CloseRound(),), "intruders": (0,)}, '"close round" is due only if the intruders are known'),
    (
        {"agenda": (EndTurn(1), ChooseAction(2))},
        '"choose action" is due only if its seat is that',
    ),
    ({"last_draw": 2}, "seat 2 cannot have drawn the last raider, or it does not matter who has"),
    ({"last_draw": 2, "raiders": ()}, "seat 2 cannot have drawn the last raider, or it does not matter who has"),
    ({"last_draw": 9, "raiders": (), "round_starter": "last_draw"}, "seat 9 cannot have drawn the last raider"),
    ({"helpers": ("heihachi",)}, "the token of a samurai in play who helps in this turn is not with the active"),
    ({"ending": "village_lost"}, "the village cannot be lost while farms and families are left"),
    ({"ending": "village_saved"}, "the village cannot be saved before the end of the last round"),
    ({"ending": "death"}, 'nothing comes after the end, not even "end turn"'),
    ({"raiders": (1,)}, "in the pool 1 must be those who join for round 2, and nobody else"),
    ({"round": 3, "raiders": (2,), "unseen": Unseen((PLUNDERERS, LIEUTENANTS, CHIEFS, (3,)))}, "lies in itself"),
]
"""Changes to a table that make it impossible, and what is said about it."""


@pytest.mark.parametrize(("changes", "fault"), IMPOSSIBLE)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, Any], fault: str) -> None:
    table = in_turn_of(1, NAMES).but(**changes)
    with pytest.raises(canonical.BadTableError, match=fault):
        canonical.read(SAMURAI_SPIRIT.rules, canonical.encode(table), SAMURAI_SPIRIT.rules.edition)


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (Samurai(id="kyuzo", token_with=9), "a support token of a samurai in play is with nobody"),
        (Samurai(id="heihachi", token_with=1), "different ones of the seven"),
        (Samurai(id="kyuzo", token_with=1, left=("R1-13",)), "two raiders of one symbol, or one without a symbol"),
        (
            Samurai(id="kyuzo", token_with=1, left=("R1-01", "R1-02")),
            "lie two raiders of one symbol, or one without a symbol",
        ),
    ],
)
def test_a_board_that_cannot_be_is_refused(board: Samurai, fault: str) -> None:
    table = in_turn_of(1, NAMES)
    assert any(
        fault in broken for broken in SAMURAI_SPIRIT.rules.invariants(table.but(samurai=(board, *table.samurai[1:])))
    )


AT_THE_KIAI = {2: ["R5-01", "R3-01"]}
"""A line of 8: the kiai number of a human Heihachi."""


@pytest.mark.parametrize(
    ("steps", "board", "is_possible"),
    [
        ((), {}, False),
        ((ChooseAction(1),), {}, False),
        ((EndKiai(2),), {}, True),
        ((EndKiai(1),), {}, False),
        ((CompareTotal(2),), {}, True),
        ((), {"animal": True}, True),
        ((), {"passed": True}, True),
    ],
)
def test_a_total_equal_to_the_kiai_number_means_a_kiai_under_way(
    steps: tuple[Step[SamuraiTable], ...], board: dict[str, Any], *, is_possible: bool
) -> None:
    table = in_turn_of(1, NAMES, *steps, lines=AT_THE_KIAI, boards={2: board})
    assert (list(SAMURAI_SPIRIT.rules.invariants(table)) == []) == is_possible


def test_a_raider_was_sent_by_seats_of_the_table() -> None:
    by_a_neighbour = in_turn_of(1, NAMES, MeetRaider(1, "R1-01", sent_by=(2,)))
    by_nobody = in_turn_of(1, NAMES, MeetRaider(1, "R1-01", sent_by=(9,)))
    assert list(SAMURAI_SPIRIT.rules.invariants(by_a_neighbour)) == []
    assert list(SAMURAI_SPIRIT.rules.invariants(by_nobody)) != []


def test_nobody_who_has_passed_owes_anything_in_a_turn() -> None:
    owing = in_turn_of(1, NAMES, EndKiai(2), boards={2: {"passed": True}})
    assert list(SAMURAI_SPIRIT.rules.invariants(owing)) != []


def test_one_raider_is_not_put_in_order() -> None:
    two = in_turn_of(1, NAMES, ArrangeRaiders(1, 2), raiders=("R1-01", "R1-02"))
    one = in_turn_of(1, NAMES, ArrangeRaiders(1, 1), raiders=("R1-01", "R1-02"))
    assert list(SAMURAI_SPIRIT.rules.invariants(two)) == []
    assert list(SAMURAI_SPIRIT.rules.invariants(one)) != []


def test_enough_raiders_are_left_for_every_round_to_come() -> None:
    of_three = in_turn_of(1, NAMES, discard=LIEUTENANTS[3:])
    of_two = in_turn_of(1, NAMES, discard=LIEUTENANTS[2:])
    assert list(SAMURAI_SPIRIT.rules.invariants(of_three)) == []
    assert list(SAMURAI_SPIRIT.rules.invariants(of_two)) != []


def test_a_total_may_stay_at_the_kiai_number_at_the_end_of_a_round() -> None:
    table = in_turn_of(1, NAMES, lines=AT_THE_KIAI)
    assert list(SAMURAI_SPIRIT.rules.invariants(table.but(agenda=(CloseRound(),)))) == []


def test_whoever_has_chosen_keeps_the_samurai_and_the_rest_are_dealt_alike() -> None:
    table = SAMURAI_SPIRIT.rules.setup(3, Options(samurai=("", "heihachi", "")), SAMURAI_SPIRIT.rules.edition)
    dealt = distribution(lambda draws: tuple(DealSamurai().draw(table, draws).samurai))
    assert len(dealt) == 6 * 5
    assert {names[1] for names in dealt} == {"heihachi"}
    assert all(len(set(names)) == 3 for names in dealt)
    assert all(
        DealSamurai().probability(table, cmd.DealSamurai(samurai=names)) == chance for names, chance in dealt.items()
    )


@pytest.mark.parametrize("field", ["samurai.0", "unseen", "agenda.0"])
def test_a_misspelt_field_is_refused_wherever_it_is(field: str) -> None:
    table = msgspec.json.decode(canonical.encode(in_turn_of(1, NAMES)))
    place = table
    for key in field.split("."):
        place = place[int(key)] if key.isdecimal() else place[key]
    place["misspelt"] = 1
    with pytest.raises(canonical.BadTableError, match="misspelt"):
        canonical.read(SAMURAI_SPIRIT.rules, msgspec.json.encode(table), SAMURAI_SPIRIT.rules.edition)
