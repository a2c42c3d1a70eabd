"""What can be agreed before a game of Samurai Spirit, and what a set-up table must not show."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import canonical, decider
from games.decider import Step
from games.pile import Unseen
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.data import CHIEFS, LIEUTENANTS, PLUNDERERS, SAMURAI
from games.samurai_spirit.steps import (
    ArrangeRaiders,
    BeginTurn,
    ChooseAction,
    CloseRound,
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
from games.samurai_spirit.table import Options, Samurai, SamuraiTable
from tests.games.samurai_spirit.positions import careful, in_turn_of, options, without_known
from tests.games.walk import set_up, walk


@pytest.mark.parametrize(
    ("seats", "agreed", "fault"),
    [
        (3, Options(samurai=("kyuzo", "kanbei")), "must name 3 different ones"),
        (2, Options(samurai=("kyuzo", "kyuzo")), "must name 2 different ones"),
        (2, Options(samurai=("kyuzo", "toshiro")), "must name 2 different ones"),
        (4, Options(solo=True), "two or three samurai, not 4"),
        (3, Options(two_player_doll_check=True), "with two samurai, not with 3"),
    ],
)
def test_what_does_not_fit_cannot_be_agreed_upon(seats: int, agreed: Options, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        SAMURAI_SPIRIT.setup(seats, agreed, SAMURAI_SPIRIT.edition)


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("level", ["easy", "normal", "hard", "heroic"])
def test_every_set_up_is_sound(seats: int, level: Any) -> None:
    for chosen in ((), tuple(SAMURAI)[:seats]):
        table = SAMURAI_SPIRIT.setup(seats, Options(difficulty=level, samurai=chosen), SAMURAI_SPIRIT.edition)
        assert list(SAMURAI_SPIRIT.invariants(table)) == []


NAMES = "kyuzo heihachi gorobei"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
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
        ({"agenda": (EndTurn(2),)}, "EndTurn is owed by the active samurai 1, not by seat 2"),
        ({"agenda": (EndTurn(1), SufferPenalty(9, "fire"))}, "SufferPenalty names seat 9 or raider R1-01"),
        ({"agenda": (EndTurn(1), MeetRaider(1, "R1-01"))}, "exactly once: not so R1-01"),
        ({"agenda": (EndTurn(1), DestroyFarm(), EndKiai(1))}, "EndKiai cannot come right before DestroyFarm"),
        ({"agenda": (EndTurn(1), BeginTurn(1))}, "BeginTurn cannot come before EndTurn"),
        ({"agenda": (EndTurn(1), DestroyFarm()), "farms": ()}, "DestroyFarm cannot find what it needs"),
        ({"agenda": (EndTurn(1), SufferPenalty(1, "rain"))}, "SufferPenalty cannot find what it needs"),
        (
            {"agenda": (EndTurn(1), ScatterRaider(), ScatterRaider()), "raiders": (0,)},
            "ScatterRaider cannot find what it needs",
        ),
        (
            {"agenda": (EndTurn(1), RepelIntruder(), EndKiai(1)), "intruders": (0,)},
            "EndKiai cannot come right before RepelIntruder",
        ),
        ({"agenda": (EndTurn(1), ArrangeRaiders(1, 2))}, "ArrangeRaiders cannot find what it needs"),
        ({"agenda": (ChooseAction(1), EndTurn(1))}, "EndTurn must come after all others"),
        ({"agenda": (), "raiders": ()}, "no turn can be due"),
        ({"agenda": (), "active": 0}, "no turn can be due"),
        ({"agenda": (), "helpers": ("kikuchiyo",)}, "somebody is helped or bound between two turns"),
        ({"agenda": (CloseRound(),), "bound": ("no_talent",)}, "somebody is helped or bound out of a turn"),
        ({"agenda": (EndTurn(1), DealSamurai())}, "DealSamurai cannot come before EndTurn"),
        ({"agenda": (DrawFirstSamurai(),)}, "the first samurai must be drawn before the first turn, and only then"),
        ({"agenda": (DrawFirstSamurai(), DealSamurai()), "active": 0}, "must have been dealt, or be about to be"),
        ({"agenda": (CloseRound(), FailPeasants(9))}, "FailPeasants names seat 9"),
        ({"agenda": (CloseRound(),), "intruders": (0,)}, "CloseRound cannot find what it needs"),
        ({"agenda": (EndTurn(1), ChooseAction(2))}, "ChooseAction is owed by the active samurai 1, not by seat 2"),
        ({"helpers": ("heihachi",)}, "the token of a samurai in play who helps in this turn is not with the active"),
        ({"ending": "village_lost"}, "the village cannot be lost while farms and families are left"),
        ({"ending": "village_saved"}, "the village cannot be saved before the end of the last round"),
        ({"ending": "death"}, "EndTurn is owed after the end"),
        ({"raiders": (1,)}, "in the pool 1 must be those who join for round 2, and nobody else"),
        ({"round": 3, "raiders": (2,), "unseen": Unseen((PLUNDERERS, LIEUTENANTS, CHIEFS, (3,)))}, "lies in itself"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, Any], fault: str) -> None:
    table = in_turn_of(1, NAMES).but(**changes)
    with pytest.raises(canonical.BadTableError, match=fault):
        canonical.read(SAMURAI_SPIRIT, canonical.encode(table), SAMURAI_SPIRIT.edition)


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
    assert any(fault in broken for broken in SAMURAI_SPIRIT.invariants(table.but(samurai=(board, *table.samurai[1:]))))


def any_step(source: random.Random, seats: int) -> Step[SamuraiTable]:
    """Return a step with fields that may or may not make sense."""
    kind = source.choice(SAMURAI_SPIRIT.steps)
    values: dict[str, list[Any]] = {
        "seat": [*range(1, seats + 1), 9],
        "raider": ["R1-01", "R6-04", "R6-05", "R5-02", "no raider"],
        "penalty": ["fire", "discard_left", "draw_left", "reinforce", "no_talent", "rain"],
        "effect": ["heal", "transfer_last_card", "raider_stack_to_discard", "reorder_raider_stack", "rain"],
        "count": [0, 1, 2, 3],
        "place": [0, 1, 2, 3],
        "family": ["heal_random", "rain"],
        "sent_by": [(), (1,)],
    }
    return kind(*(source.choice(values[field]) for field in kind.__struct_fields__))


def disturbed(source: random.Random, table: SamuraiTable) -> SamuraiTable:
    """Return a table with another agenda, and with parts taken away."""
    agenda = tuple(any_step(source, len(table.samurai)) for _ in range(source.randrange(4)))
    bottom = source.choice([(), (EndTurn(max(table.active, 1)),), (CloseRound(),)])
    passed = source.choice([{}, {"passed": True}])
    table = table.on_board(source.choice(table.seats), **passed).but(agenda=bottom + agenda)
    lost = source.choice(["raiders", "intruders", "farms", "families", "helpers"])
    return without_known(table.but(**{lost: ()})) if source.random() < 0.5 else without_known(table)


def test_whatever_table_is_accepted_can_be_played_to_its_end() -> None:
    source, accepted = random.Random(3), 0
    for seed in range(4):
        start = set_up(SAMURAI_SPIRIT, 3, options(difficulty="hard", absent_tokens=seed % 2 == 1)).table
        for turn in walk(SAMURAI_SPIRIT, start, seed, careful):
            table = disturbed(source, turn.accepted.table)
            if not list(SAMURAI_SPIRIT.invariants(table)):
                accepted += 1
                last = decider.begin(SAMURAI_SPIRIT, table).table
                for following in walk(SAMURAI_SPIRIT, last, seed):
                    last = following.accepted.table
                assert SAMURAI_SPIRIT.outcome(last)
    assert accepted > 50
