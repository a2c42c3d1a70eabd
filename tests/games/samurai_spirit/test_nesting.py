"""What happens inside something else is finished first, and the agenda shows all of it (SS-1.4)."""

from __future__ import annotations

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted
from games.samurai_spirit import SAMURAI_SPIRIT
from games.samurai_spirit.rules.steps import (
    ChooseAction,
    DrawLeft,
    EndPenalties,
    MeetRaider,
    OrderPenalties,
    SufferPenalty,
)
from games.samurai_spirit.rules.table import SamuraiTable
from gunbai.samurai_spirit.v1 import commands as cmd
from gunbai_record.plain import Plain
from tests.games.samurai_spirit.positions import in_turn_of


def after(table: SamuraiTable, *moves: tuple[int, Plain]) -> tuple[SamuraiTable, list[str]]:
    """Return the table after moves, and the names of the events of the last one."""
    names: list[str] = []
    for actor, move in moves:
        ruling = decider.decide(SAMURAI_SPIRIT.rules, table, actor, move)
        assert isinstance(ruling, Accepted), ruling
        table, names = ruling.table, [type(event).__name__ for event in ruling.events]
    return table, names


def agenda(table: SamuraiTable) -> list[str]:
    """Return the names of the steps, the next one first."""
    return [type(step).__name__ for step in reversed(table.agenda)]


def test_a_sent_raider_opens_a_kiai_whose_transfer_opens_a_kiai() -> None:
    """Heihachi sends a 6 to Daisuke, whose kiai gives a 5 to Kikuchiyo, whose kiai comes before Daisuke's ends."""
    table = in_turn_of(
        1,
        "heihachi daisuke kikuchiyo",
        MeetRaider(1, "R6-04"),
        lines={1: ["R5-04"], 2: ["R5-05"], 3: ["R5-06"]},
        boards={2: {"animal": True}},
    )
    table, _ = after(
        table,
        (1, cmd.Send(to_seat=2)),
        (2, cmd.Transfer(from_seat=1, to_seat=3)),
    )
    assert agenda(table) == ["Strike", "EndKiai", "OfferKiai", "EndKiai", "EndTurn"]
    assert decider.asked_seats(SAMURAI_SPIRIT.rules, table) == (3,)
    table, names = after(table, (3, cmd.Strike(from_seat=2)), (2, cmd.SkipKiai()))
    assert names[:4] == ["KiaiSkipped", "FirstRaiderDiscarded", "KiaiEnded", "TurnEnded"]
    assert [samurai.line for samurai in table.samurai] == [(), (), ("R5-04",)]


def test_a_wound_between_two_penalties_awakens_the_animal_and_its_kiai_before_the_second() -> None:
    table = in_turn_of(
        1,
        "gorobei heihachi daisuke",
        OrderPenalties(1, "R6-05"),
        EndPenalties(1),
        ChooseAction(1),
        lines={1: ["R6-06", "R6-05"]},
        boards={1: {"wounded": True}},
    )
    table, names = after(table, (1, cmd.PutPenaltyFirst(penalty=cmd.PENALTY_WOUND)))
    assert names[1:] == ["PenaltiesDue", "PenaltySuffered", "SpiritAwakened", "KiaiTriggered", "KiaiOffered"]
    assert agenda(table) == ["ScatterRaiders", "EndKiai", "SufferPenalty", "EndPenalties", "ChooseAction", "EndTurn"]
    table, names = after(table, (1, cmd.SkipKiai()))
    assert names == [
        "KiaiSkipped",
        "FirstRaiderDiscarded",
        "KiaiEnded",
        "PenaltySuffered",
        "SamuraiBound",
        "PenaltiesEnded",
    ]
    assert table.bound == ("no_talent",)


def test_a_kiai_on_an_arrow_is_finished_before_the_next_penalty() -> None:
    table = in_turn_of(
        1,
        "gorobei kikuchiyo daisuke",
        DrawLeft(2),
        SufferPenalty(1, "ninja"),
        EndPenalties(1),
        ChooseAction(1),
        lines={2: ["R5-04", "R1-01"]},
    )
    table, names = after(table, (CHANCE, cmd.TurnRaider(raider="R4-01")))
    assert names == ["ChallengerDrawn", "RaiderConfronted", "KiaiTriggered", "KiaiOffered"]
    assert agenda(table)[:3] == ["Strike", "EndKiai", "SufferPenalty"]


def test_death_leaves_nothing_owed() -> None:
    table = in_turn_of(
        1,
        "gorobei heihachi daisuke",
        OrderPenalties(1, "R6-05"),
        EndPenalties(1),
        ChooseAction(1),
        lines={1: ["R6-05"]},
        boards={1: {"animal": True, "wounded": True}},
    )
    table, names = after(table, (1, cmd.PutPenaltyFirst(penalty=cmd.PENALTY_WOUND)))
    assert names == ["PenaltyPutFirst", "PenaltiesDue", "PenaltySuffered", "SamuraiDied"]
    assert table.agenda == ()
    assert decider.waiting(SAMURAI_SPIRIT.rules, table) is None
