"""What the log makes of events: gains and losses stand out, and bookkeeping is left out."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from clients.web.parts.event_kinds import kind_of
from gunbai.king_of_tokyo.v1 import events_pb2 as tokyo
from gunbai.liars_dice.v1 import events_pb2 as dice
from gunbai.record.v1.entry_pb2 import Item
from gunbai.record.v1.lifecycle_pb2 import PlayerNamed
from gunbai.samurai_spirit.v1 import events_pb2 as samurai
from gunbai.shogun.v1 import events_pb2 as shogun
from gunbai_record.messages import packed

TOLD = [
    (tokyo.PointsGained(), "gain"),
    (tokyo.LifeLost(), "loss"),
    (tokyo.EnergyPaid(), "loss"),
    (tokyo.TurnEnded(), "last"),
    (tokyo.TokyoTaken(), ""),
    (dice.DieLost(), "loss"),
    (dice.DiceCounted(), ""),
    (samurai.FarmDestroyed(), "loss"),
    (shogun.ProvinceConquered(), "gain"),
    (shogun.GameEnded(), ""),
    (PlayerNamed(), "aside"),
]


@pytest.mark.parametrize(("event", "kind"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told_by_what_its_name_says_has_happened(event: Message, kind: str) -> None:
    assert kind_of(Item(open=packed(event)), aside=False) == kind


def test_an_aside_is_one_unless_it_is_a_gain_a_loss_or_the_end_of_a_turn() -> None:
    assert kind_of(Item(open=packed(tokyo.RollCalled())), aside=True) == "aside"
    assert kind_of(Item(open=packed(tokyo.LifeLost())), aside=True) == "loss"
    assert kind_of(Item(open=packed(tokyo.TurnEnded())), aside=True) == "last"


def test_a_sealed_event_is_of_no_kind() -> None:
    assert kind_of(Item(sealed=bytes(32)), aside=False) == ""
