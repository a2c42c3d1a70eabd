"""Entries and clauses as scripts take them."""

from __future__ import annotations

from clients.web.parts.script_values import clauses_in_words, commands_in_words, entry_in_words
from gunbai.king_of_tokyo.v1.commands_pb2 import Reroll
from gunbai.record.v1.entry_pb2 import Entry, Item
from gunbai.referee.v1 import audit_pb2
from gunbai.referee.v1.questions_pb2 import ExplainedEntry
from gunbai.referee.v1.referee_pb2 import ListLegalCommandsResponse
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_record.messages import packed

SEALED = Entry(events=[Item(sealed=bytes(32))] * 2)


def test_an_event_without_a_clause_has_none_and_a_sealed_entry_has_none_at_all() -> None:
    sentences = EntrySentences(version=7, actor="Ann", command="Roll.", events=["Two hearts.", "Three."])
    for clauses, expected in ((["KT-1", ""], ["KT-1", ""]), ([], ["", ""])):
        in_words = entry_in_words(ExplainedEntry(sentences=sentences, clauses=clauses, entry=SEALED))
        assert [event["clause"] for event in in_words["events"]] == expected
        assert (in_words["version"], in_words["actor"], in_words["command"]) == (7, "Ann", "Roll.")


def test_a_clause_that_the_rulebook_leaves_open_has_its_ruling() -> None:
    listed = audit_pb2.ListClausesResponse()
    listed.clauses.add(number="KT-1", sentence="Six dice.", place="page 2", house_ruling="KT-R1")
    listed.clauses.add(number="KT-2", sentence="Three rolls.", place="page 3")
    listed.house_rulings.add(number="KT-R1", question="How many?", readings=["6", "8"], chosen="6", reason="printed")
    in_words = clauses_in_words(listed)
    assert (in_words["KT-1"]["ruling"]["chosen"], in_words["KT-2"]) == (
        "6",
        {"sentence": "Three rolls.", "place": "page 3", "ruling": None},
    )


def rerolls(*named: list[int]) -> ListLegalCommandsResponse:
    """Return rerolls of dice, each of which points at the dice to keep."""
    listed = ListLegalCommandsResponse()
    for dice in named:
        legal = listed.commands.add(spots=[f"die:{die}" for die in (1, 2, 3) if die not in dice])
        legal.command.CopyFrom(packed(Reroll(dice=dice)))
    return listed


def test_a_command_that_points_at_what_it_leaves_alone_says_what_it_acts_on() -> None:
    listed = rerolls([1, 2, 3], [2, 3], [3], [1])
    # A card rerolls a die by pointing at it.
    with_card = packed(Reroll(dice=[1], card="smoke_cloud"))
    listed.commands.add(spots=["card:smoke_cloud", "die:1"], command=with_card)
    assert [command["rest"] for command in commands_in_words(listed)] == [
        ["die:1", "die:2", "die:3"],
        ["die:2", "die:3"],
        ["die:3"],
        ["die:1"],
        [],
    ]
