"""The arbiter rules on what was done against the rules; the game goes on from the position that is set."""

from __future__ import annotations

from typing import Any

import pytest

from games.kit.rules import canonical
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as pb
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import sealed, type_name
from lab.signed_orders import ARBITERS_KEY, SALT, by_arbiter, position, ruled, ruling
from lab.toy import DrawLanterns, PayLight
from lab.toy_games import AT, NAME, SECRET, TITLES, bid, created, named, started
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.errors import InvalidField, VersionConflict
from referee.game.fold import fold
from referee.game.irregularities import position_item, rule_irregularity
from referee.game.lifecycle import create_game, take_seat
from referee.game.titles import finished

NIGHT = started(arbiter=ARBITERS_KEY).play(bid(1, 2))


def purses(night: Any) -> tuple[int, ...]:
    """Return what is in the purses."""
    held: tuple[int, ...] = night.game.table.purses
    return held


def test_the_game_goes_on_from_the_position_that_is_set() -> None:
    night = ruled(NIGHT, purses=(9, 5))
    assert purses(night) == (9, 5)
    assert night.game.asked_since == night.game.moved_at == night.game.version
    assert night.game.position() == night.entries[-1].position_digest
    assert night.play(bid(2, 4)).game.version > night.game.version


def test_what_the_rules_owe_on_that_position_follows_at_once() -> None:
    paid = ruled(NIGHT, bids=(None, None), agenda=(PayLight(2, 3),))
    assert purses(paid) == (5, 2)
    assert [type_name(event.open.type_url) for event in paid.entries[-1].events[2:]] == ["lantern_night.v1.LightPaid"]
    drawn = ruled(NIGHT, bids=(None, None), agenda=(DrawLanterns(2),))
    assert [entry.actor.kind for entry in drawn.entries[-2:]] == [record.ACTOR_KIND_ARBITER, record.ACTOR_KIND_CHANCE]


def test_pictures_show_nothing_from_before_a_position_that_is_set() -> None:
    night = started(arbiter=ARBITERS_KEY).play(bid(1, 1), bid(2, 2))
    stands = night.then(rule_irregularity(night.game, by_arbiter(night.game, ruling(None)), None))
    assert stands.game.recalled == night.game.recalled != ()
    assert ruled(night, purses=(9, 5)).game.recalled == ()
    assert fold(TITLES, ruled(night, purses=(9, 5)).entries, {NAME: SECRET}).recalled == ()


def test_the_position_is_sealed_to_all_where_the_title_has_secrets() -> None:
    entry = ruled(NIGHT).entries[-1]
    for caller in (Caller("peer"), Caller("peer", "seat", 1), Caller("peer", "dealer")):
        seen = shown(NIGHT.game, entry, caller, ())
        assert seen.command == entry.command
        assert seen.events[1] == sealed(entry.events[1])
    assert shown(NIGHT.game, entry, Caller("peer"), {NAME}) == entry


def test_the_position_is_open_where_the_title_has_no_secrets() -> None:
    titles = finished()
    creation = life.CreateGame(title="infludance_duel", seats=2)
    game = create_game(titles, creation, NAME, SECRET, AT).game
    item = position_item(game.charter.rulebook, canonical.encode(game.table), SALT)
    assert not item.salt


def test_what_was_hidden_before_a_ruling_is_hidden_after_it() -> None:
    hidden = NIGHT.then(rule_irregularity(NIGHT.game, by_arbiter(NIGHT.game, ruling(None)), None))
    assert (NIGHT.game.sealed, hidden.game.sealed) == (True, True)
    night = started(arbiter=ARBITERS_KEY)
    nothing = night.then(rule_irregularity(night.game, by_arbiter(night.game, ruling(None)), None))
    assert (night.game.sealed, nothing.game.sealed, ruled(night).game.sealed) == (False, False, True)


def test_the_game_goes_on_as_it_is_where_no_position_is_set() -> None:
    order = by_arbiter(NIGHT.game, ruling(None))
    night = NIGHT.then(rule_irregularity(NIGHT.game, order, None))
    assert (night.game.table, len(night.entries[-1].events)) == (NIGHT.game.table, 1)
    assert fold(TITLES, night.entries, {NAME: SECRET}) == night.game
    with pytest.raises(InvalidField, match="not the leaf"):
        rule_irregularity(NIGHT.game, order, position(NIGHT.game))
    with pytest.raises(InvalidField, match="not the leaf"):
        rule_irregularity(NIGHT.game, by_arbiter(NIGHT.game, ruling(position(NIGHT.game))), None)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"clause": ""}, "clause"),
        ({"clause": "LN-99"}, "clause"),
        ({"clause": "c" * 301}, "clause"),
        ({"done": ""}, "done"),
        ({"seat": 3}, "seat"),
        ({"remedy": pb.REMEDY_UNSPECIFIED}, "remedy"),
        ({"position": bytes(32)}, "position"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(changes: dict[str, Any], field: str) -> None:
    item = position(NIGHT.game)
    with pytest.raises(InvalidField) as error:
        rule_irregularity(NIGHT.game, by_arbiter(NIGHT.game, ruling(item, **changes)), item)
    assert error.value.field == field


def test_a_rule_of_the_event_is_named_in_words() -> None:
    item = position(NIGHT.game)
    order = by_arbiter(NIGHT.game, ruling(item, clause="house rules of the club, section 3"))
    assert rule_irregularity(NIGHT.game, order, item).game.version == NIGHT.game.version + 1


def _unsalted(item: Any) -> None:
    item.ClearField("salt")


def _of_another_type(item: Any) -> None:
    item.open.type_url = "type.googleapis.com/gunbai.record.v1.IrregularityRuled"


def _spaced(item: Any) -> None:
    text = pb.PositionSet.FromString(item.open.value).table_json
    item.open.value = pb.PositionSet(table_json=text.replace(",", ", ", 1)).SerializeToString()


def _impossible(item: Any) -> None:
    table = canonical.encode(NIGHT.game.table.but(left=()))
    item.open.value = pb.PositionSet(table_json=table.decode()).SerializeToString()


def _no_table(item: Any) -> None:
    item.open.value = pb.PositionSet(table_json="[" * 10_000).SerializeToString()


@pytest.mark.parametrize("spoil", [_unsalted, _of_another_type, _spaced, _impossible, _no_table])
def test_a_position_that_cannot_be_is_refused(spoil: Any) -> None:
    item = position(NIGHT.game)
    spoil(item)
    with pytest.raises(InvalidField):
        rule_irregularity(NIGHT.game, by_arbiter(NIGHT.game, ruling(item)), item)


def test_a_ruling_is_on_the_position_that_the_arbiter_saw() -> None:
    item = position(NIGHT.game)
    order = by_arbiter(NIGHT.game, ruling(item), expected_version=NIGHT.game.version - 1)
    with pytest.raises(VersionConflict):
        rule_irregularity(NIGHT.game, order, item)


def test_the_arbiter_does_not_play_and_their_key_has_its_size() -> None:
    with pytest.raises(InvalidField, match="this key belongs to the arbiter"):
        take_seat(created(arbiter=ARBITERS_KEY).game, life.TakeSeat(public_key=ARBITERS_KEY), named("x"), AT)
    with pytest.raises(InvalidField, match="a public key has 32 bytes, not 31"):
        created(arbiter=bytes(31))
