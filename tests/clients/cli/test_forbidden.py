"""Commands that words name though no choice has them."""

from __future__ import annotations

import pytest
from google.protobuf.message import Message

from clients.cli.choices import Choices
from clients.cli.chooser import Chooser, Chosen, Mistaken
from clients.cli.forbidden import command_named, named_alone
from clients.cli.moves import Move
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai
from tests.clients.cli.ran import Run

CARDS = {"nova breath": {"nova_breath"}, "poison": {"poison_quills", "poison_spit"}}


@pytest.mark.parametrize(
    ("title", "line", "command"),
    [
        ("samurai_spirit", "fight", samurai.Fight()),
        ("samurai_spirit", "DEFEND", samurai.Defend()),
        ("king_of_tokyo", "sweep", tokyo.SweepMarket()),
        ("king_of_tokyo", "stop rolling", tokyo.StopRolling()),
        ("king_of_tokyo", "buy nova breath", tokyo.BuyCard(card="nova_breath")),
        ("king_of_tokyo", "buy from monster nova breath", tokyo.BuyFromMonster(card="nova_breath")),
        ("king_of_tokyo", "buy", None),
        ("king_of_tokyo", "buy poison", None),
        ("king_of_tokyo", "buy the moon", None),
        ("king_of_tokyo", "reroll", None),
        ("king_of_tokyo", "monster", None),
        ("king_of_tokyo", "!", None),
        ("no_title", "fight", None),
    ],
)
def test_a_command_is_named_by_its_words_and_a_thing(title: str, line: str, command: Message | None) -> None:
    assert command_named(title, line, lambda name: CARDS.get(name, ())) == command


def test_a_name_alone_is_that_command_and_no_word_of_another_row() -> None:
    sending = Move(samurai.Send(to_seat=2), "Send the raider to Bob, who can defend against it.")
    chooser = Chooser(Choices((Move(samurai.Confront(), "Confront the raider."), sending)))
    assert named_alone("samurai_spirit", chooser, "Defend") == Mistaken("'Defend' cannot be chosen now")
    assert named_alone("samurai_spirit", chooser, "confront") == Chosen(samurai.Confront())
    for line in ("send", "defend against", ""):
        assert named_alone("samurai_spirit", chooser, line) is None


def test_a_command_that_is_not_legal_is_answered_with_the_clause_that_forbids_it(run: Run, duel: str) -> None:
    played = run("play", duel, typed="shoot\nplace a1\nlarge\n").out
    assert "Refused by IN-3.10: " in played
    assert played.count("`gunbai clauses IN-3.10` explains the rule.") == 2
    assert "→ Ann chooses the large figure." in played
    refused = run("rulings", duel, "--refused", "--json").out
    assert "PlaceCowboy" not in refused
    assert run("play", duel, "--strict", typed="shoot\n").code == 2


def test_a_question_mark_looks_up_and_chooses_nothing(run: Run, duel: str) -> None:
    played = run("play", duel, typed="large?\nwhat c3?\n??\nquit\n").out
    assert "A large figure covers two neighbouring fields" in played
    assert "c3: red bullet " in played
    assert "search word" in played
    assert "→ Ann chooses" not in played
