"""The titles by name and version, and the commands that a client may send."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import URL
from gunbai_record.plain import is_private
from lab.title_parts import but
from lab.toy import LANTERN_NIGHT, plain, protos
from referee.errors import ForeignCommand, TitleNotFound, TitleNotServed, UnknownCommand, UnparsableCommand
from referee.game.entries import packed
from referee.game.titles import Rulebook, Titles, finished

NEWER = but(LANTERN_NIGHT, rules_version=2)
OTHER = but(LANTERN_NIGHT, name="other_night", steps=())


def test_the_newest_rules_are_the_default_and_older_ones_stay() -> None:
    titles = Titles([NEWER, LANTERN_NIGHT])
    assert titles.rulebook("lantern_night").title is NEWER
    assert titles.rulebook("lantern_night", 1).title is LANTERN_NIGHT
    assert titles.versions("lantern_night") == [1, 2]
    for name, version in (("chess", 0), ("lantern_night", 3)):
        with pytest.raises(TitleNotFound):
            titles.rulebook(name, version)


def test_titles_are_listed_by_name_in_their_newest_version() -> None:
    assert [book.title for book in Titles([OTHER, LANTERN_NIGHT, NEWER])] == [NEWER, OTHER]


def test_a_command_is_parsed_by_its_type() -> None:
    titles = Titles([LANTERN_NIGHT, OTHER])
    book = titles.rulebook("lantern_night")
    assert titles.parse(book, packed(protos.Bid(seat=1, light=2))) == protos.Bid(seat=1, light=2)
    with pytest.raises(
        UnknownCommand, match=r"^command.type_url: 'chess.v1.Castle' is not a command: expected the full name of"
    ):
        titles.parse(book, AnyMessage(type_url=f"{URL}chess.v1.Castle"))
    with pytest.raises(UnknownCommand, match=f"'{'x' * 200}' is not a command"):
        titles.parse(book, AnyMessage(type_url="x" * 300))
    with pytest.raises(UnknownCommand):
        titles.parse(book, packed(protos.BidLaid(seat=1)))
    with pytest.raises(ForeignCommand):
        titles.parse(titles.rulebook("other_night"), packed(protos.Bid()))
    for value, problem in ((b"\xff", "not a lantern_night.v1.Bid"), (b"\x78\x01", "unknown field")):
        with pytest.raises(UnparsableCommand, match=problem) as unparsed:
            titles.parse(book, AnyMessage(type_url=f"{URL}lantern_night.v1.Bid", value=value))
        assert unparsed.value.field == "command.value"


UNCANONICAL = {
    "twice": b"\x08\x01\x10\x02\x08\x01\x10\x02",
    "in another order": b"\x10\x02\x08\x01",
    "a default": b"\x08\x01\x10\x00",
    "a number too long": b"\x08\x81\x00\x10\x02",
    "a number of 64 bits where 32 are declared": b"\x08\x81\x80\x80\x80\x10\x10\x02",
}


@pytest.mark.parametrize("value", UNCANONICAL.values(), ids=UNCANONICAL)
def test_a_command_comes_in_the_canonical_encoding(value: bytes) -> None:
    titles = Titles([LANTERN_NIGHT])
    book, sent = titles.rulebook("lantern_night"), AnyMessage(type_url=f"{URL}lantern_night.v1.Bid", value=value)
    with pytest.raises(UnparsableCommand, match="not in the canonical encoding") as refused:
        titles.parse(book, sent)
    assert refused.value.field == "command.value"
    assert titles.recorded(book, sent).light in {1, 2}  # type: ignore[attr-defined]  # a Bid
    with pytest.raises(UnparsableCommand, match=r"padded: \d+ bytes for a message of \d"):
        titles.recorded(book, AnyMessage(type_url=sent.type_url, value=sent.value * 1000))


def test_a_private_item_has_an_owner() -> None:
    book = Rulebook(LANTERN_NIGHT)
    assert is_private(plain.Bid)
    assert not is_private(plain.BidLaid)
    assert book.seat_of(packed(protos.Bid(seat=2))) == 2
    assert book.seat_of(packed(protos.BidSealed(seat=1))) == 1


def test_a_rulebook_has_the_house_rulings_of_its_title() -> None:
    assert (
        Rulebook(LANTERN_NIGHT).house_rulings
        == [ruling.message() for ruling in LANTERN_NIGHT.words.house_rulings]
        != []
    )


def test_of_a_title_that_is_not_served_the_record_is_known_and_nothing_of_its_rules() -> None:
    book = Titles([]).rulebook_of(life.CreateGame(title="chess", rules_version=3))
    assert (book.name, book.rules_version, book.served, book.hides) == ("chess", 3, False, True)
    assert (book.commands, book.events, book.private, book.clauses, book.languages) == (
        {},
        {},
        frozenset(),
        {},
        ("en",),
    )
    edition = book.edition(life.CreateGame(edition_digest="ab"))
    assert (edition.data, edition.text, edition.digest) == (None, "", "ab")
    table = book.first_table(life.CreateGame(), edition)
    assert (book.after(table, [record.Item()]), book.waits(table)) == (table, None)
    assert book.seat_of(packed(protos.Bid(seat=2))) == 0
    calls: list[Callable[[], object]] = [book.translator, lambda: book.title, lambda: book.table_schema]
    for ask in calls:
        with pytest.raises(TitleNotServed) as error:
            ask()
        assert (error.value.title, error.value.rules_version) == ("chess", 3)


def test_every_title_of_the_catalogue_is_there() -> None:
    assert "infludance_duel" in {book.title.name for book in finished()}


def test_no_clause_is_waited_by_when_nothing_is_waited_for() -> None:
    assert Rulebook(LANTERN_NIGHT).clause_of(None) == ""
