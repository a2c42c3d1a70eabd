"""Irregularities: the arbiter rules on a move against the rules, and sets the position where the game continues.

Nobody asks the rules whether that position could come about. It must have the form of a set-up, and the title's
invariants must accept it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from games.kit.rules import canonical
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import Table, begin
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import irregularities_pb2 as pb
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import URL, leaf_of
from gunbai_record.plain import Content
from gunbai_record.player_names import SALT_BYTES
from referee.errors import InvalidField
from referee.game.entries import Added, Deed, packed, write
from referee.game.game import Game, folded, has_salt, share_deadline
from referee.game.lifecycle import check_dealer
from referee.game.orders import arbiters_order, check_text, later
from referee.game.titles import Rulebook

POSITION: Final = f"{URL}gunbai.record.v1.PositionSet"


def position_item(book: Rulebook, table_json: bytes, salt: bytes) -> record.Item:
    """Return the item that sets a position; `salt` is used if the title has secret messages."""
    return set_position(table_json.decode(), salt if book.private else b"")


def set_position(table_json: str, salt: bytes) -> record.Item:
    """Return the item that sets a position, as the arbiter sent it."""
    item = record.Item(salt=salt)
    item.open.CopyFrom(packed(pb.PositionSet(table_json=table_json)))
    return item


def rule_irregularity(game: Game, deed: Deed, position: record.Item | None) -> Added:
    """Rule on an irregularity; `position` has the new table, None if it stays.

    Raises InvalidField, and whatever `arbiters_order` raises.
    """
    ruling = arbiters_order(game, deed, pb.RuleIrregularity)
    _check(game, ruling)
    if position is not None:
        _check_item(game, position)
    if ruling.position != (leaf_of(position) if position is not None else b""):
        raise InvalidField("position", "this is not the leaf of the new position")
    if position is None:
        return write(game, later(game, deed), [pb.IrregularityRuled()], partial(_set, game, table=game.table))
    begun = begin(game.charter.rulebook.title.rules, _table_of(game, position))
    events: list[Content | record.Item] = [pb.IrregularityRuled(), position, *begun.events]
    return write(game, later(game, deed), events, partial(_set, game, table=begun.table))


def irregularity_ruled(game: Game, entry: record.Entry) -> Game:
    """Return the game after a ruling on an irregularity; what follows a set position is the title's."""
    if len(entry.events) == 1:
        return _set(game, entry, game.table)
    table = _table_of(game, entry.events[1]) if game.charter.rulebook.served else game.table
    return _set(game, entry, folded(msgspec.structs.replace(game, table=table), entry.events[2:]))


def _set(game: Game, entry: record.Entry, table: Table) -> Game:
    step = game.charter.rulebook.waits(table)
    if len(entry.events) > 1:
        # A set position need not add up: points scored before it may not explain the score in it.
        game = msgspec.structs.replace(game, recalled=())
    return game.noted(
        entry,
        status="running",
        table=table,
        step=step,
        deadline=share_deadline(game, step, entry.at_micros),
        asked_since=entry.version,
        moved_at=entry.version,
        words=(),
        absences={},
        away=(),
        sealed=game.sealed or has_salt(game, entry),
        result=None,
        basis=results.RESULT_BASIS_UNSPECIFIED,
    )


def _check_item(game: Game, position: record.Item) -> None:
    if position.open.type_url != POSITION:
        raise InvalidField("position", "expected an item with PositionSet")
    if len(position.salt) != (SALT_BYTES if game.charter.rulebook.private else 0):
        raise InvalidField("salt", f"expected {SALT_BYTES} bytes if the title has secret messages, otherwise none")


def _table_of(game: Game, position: record.Item) -> Table:
    """Return the table that an item sets. Raises InvalidField."""
    charter = game.charter
    text = pb.PositionSet.FromString(position.open.value).table_json
    try:
        table: Table = canonical.read(charter.rulebook.title.rules, text, charter.edition, charter.seats)
    except BadTableError as error:
        raise InvalidField("table_json", str(error)) from None
    # One table must have one text, because the arbiter signs its leaf.
    if canonical.encode(table).decode() != text:
        raise InvalidField("table_json", "this is not the canonical JSON of a table")
    check_dealer(charter.rulebook, table, charter.chance_source)
    return table


def _check(game: Game, ruling: pb.RuleIrregularity) -> None:
    book = game.charter.rulebook
    check_text("clause", ruling.clause)
    check_text("done", ruling.done)
    if ruling.clause.startswith(f"{book.title.code}-") and ruling.clause not in book.numbers:
        raise InvalidField("clause", f"{book.title.label} has no clause {ruling.clause}")
    if ruling.seat:
        game.sitting(ruling.seat)
    if ruling.remedy not in {pb.REMEDY_STANDS, pb.REMEDY_CORRECTED}:
        raise InvalidField("remedy", "say whether the move stands or is corrected")
