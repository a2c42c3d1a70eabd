"""Commands that words name though no choice has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from clients.cli.table.choices import Choices
from clients.cli.table.chooser import Chooser, Chosen, Mistaken
from clients.cli.table.forbidden_moves import commands_at, commands_begun, commands_named, named_alone
from clients.cli.table.moves import Move
from games.kit.rules.canonical import encode
from games.samurai_spirit.rules.steps import ChooseAction
from gunbai.king_of_tokyo.v1 import commands_pb2 as tokyo
from gunbai.samurai_spirit.v1 import commands_pb2 as samurai
from tests.clients.cli.command_run import Run
from tests.games.king_of_tokyo.positions import monster, rolled
from tests.games.samurai_spirit.positions import in_turn_of

CARDS = {"nova breath": {"nova_breath"}, "poison": {"poison_quills", "poison_spit"}}
NO_REROLL = rolled("1 2 3 h e a", monster(1), monster(2))
OWN_TURN = in_turn_of(1, "kanbei kyuzo daisuke", ChooseAction(1))
SEATS = {"bob": {2}, "dora": {4}, "bo": {2, 3}, "": {2, 3}}


@pytest.mark.parametrize(
    ("title", "line", "command"),
    [
        ("samurai_spirit", "fight", samurai.Fight()),
        ("samurai_spirit", "DEFEND", samurai.Defend()),
        ("king_of_tokyo", "sweep", tokyo.SweepMarket()),
        ("king_of_tokyo", "stop rolling", tokyo.StopRolling()),
        ("king_of_tokyo", "buy nova breath", tokyo.BuyCard(card="nova_breath")),
        ("king_of_tokyo", "buy from monster nova breath", tokyo.BuyFromMonster(card="nova_breath")),
        ("samurai_spirit", "support bob", samurai.Support(to_seat=2)),
        ("samurai_spirit", "Heal Dora", samurai.Heal(healed_seat=4)),
        ("samurai_spirit", "transfer from Bob to Dora", samurai.Transfer(from_seat=2, to_seat=4)),
        ("samurai_spirit", "transfer dora to bob", samurai.Transfer(from_seat=4, to_seat=2)),
        ("samurai_spirit", "lend token from bob to dora", samurai.LendToken(from_seat=2, to_seat=4)),
        ("samurai_spirit", "lend bob to dora", samurai.LendToken(from_seat=2, to_seat=4)),
        ("king_of_tokyo", "reroll a", tokyo.Reroll(dice=[1])),
        ("king_of_tokyo", "Reroll dice 1 and 2.", tokyo.Reroll(dice=[1, 2])),
        ("king_of_tokyo", "reroll f, 2, 2", tokyo.Reroll(dice=[6, 2])),
    ],
)
def test_a_command_is_named_by_its_words_and_a_thing(title: str, line: str, command: Message) -> None:
    assert _named(title, line) == [command]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("king_of_tokyo", "buy"),
        ("king_of_tokyo", "buy poison"),
        ("king_of_tokyo", "buy the moon"),
        ("king_of_tokyo", "reroll"),
        ("king_of_tokyo", "monster"),
        ("king_of_tokyo", "!"),
        ("samurai_spirit", "support bo"),
        ("samurai_spirit", "support the village"),
        ("samurai_spirit", "bob"),
        ("samurai_spirit", "transfer from bob"),
        ("samurai_spirit", "transfer from bob to"),
        ("samurai_spirit", "transfer to bob"),
        ("samurai_spirit", "transfer from bo to dora"),
        ("king_of_tokyo", "reroll hearts"),
        ("king_of_tokyo", "reroll a heart"),
        ("king_of_tokyo", "reroll 0"),
        ("king_of_tokyo", "reroll 12"),
        ("no_title", "fight"),
    ],
)
def test_other_words_name_no_command(title: str, line: str) -> None:
    assert not _named(title, line)


def test_what_is_listed_in_a_legal_command_is_said_by_its_rows() -> None:
    assert not commands_named("king_of_tokyo", "reroll 9", lambda _: (), lambda _: (), {"Reroll"})
    assert commands_named("king_of_tokyo", "buy acid", lambda _: ("acid_attack",), lambda _: (), {"BuyCard"})


def test_commands_are_begun_by_their_words_alone_unless_rows_say_what_is_legal() -> None:
    assert commands_begun("king_of_tokyo", "reroll", ()) == [tokyo.Reroll()]
    assert commands_begun("king_of_tokyo", "buy", ()) == [tokyo.BuyCard(), tokyo.BuyFromMonster()]
    assert commands_begun("king_of_tokyo", "buy", {"BuyCard"}) == [tokyo.BuyFromMonster()]
    for line in ("yield", "buy jets", "nonsense", "!"):
        assert commands_begun("king_of_tokyo", line, ()) == []


def test_commands_that_were_begun_take_what_lies_on_the_board() -> None:
    begun = [tokyo.BuyCard(), tokyo.Reroll()]
    spots = ("die:1", "card:jets", "seat:2", "card:wings")
    assert commands_at(begun, spots) == [tokyo.BuyCard(card="jets"), tokyo.BuyCard(card="wings")]


def test_a_verb_at_the_wrong_time_is_answered_with_its_clause_and_place(run: Run) -> None:
    game = run("new", "king_of_tokyo", "--player", "Ann", "--bots", "1", "--start", "--json").json["info"]["game"]
    ran = run("play", game, typed="kraken\nbuy\nreroll\nmarket gigazaur\nnonsense\n")
    played = ran.out + ran.err
    assert "Refused by KT-7.2: " in played
    assert "Refused by KT-4.12: " in played
    assert "Czech rulebook, REXhry 2012: Buying cards. `rules KT-7.2` explains the rule." in played
    assert "`rules market` lists the rules with this word." in played
    assert played.count("lists the rules with this word") == 1


def test_a_command_to_a_seat_is_named_alone_as_that_to_every_other() -> None:
    assert _named("samurai_spirit", "support") == [samurai.Support(to_seat=2), samurai.Support(to_seat=3)]


def _named(title: str, line: str) -> list[Message]:
    return commands_named(title, line, lambda name: CARDS.get(name, ()), lambda name: SEATS.get(name, ()))


def test_a_name_alone_is_that_command_and_no_word_of_another_row() -> None:
    sending = Move(samurai.Send(to_seat=2), "Send the raider to Bob, who can defend against it.")
    chooser = Chooser(Choices((Move(samurai.Confront(), "Confront the raider."), sending)))
    assert named_alone("samurai_spirit", chooser, "Defend") == Mistaken("you cannot choose 'Defend' now")
    assert named_alone("samurai_spirit", chooser, "confront") == Chosen(samurai.Confront())
    for line in ("send", "defend against", ""):
        assert named_alone("samurai_spirit", chooser, line) is None


def test_a_command_that_is_not_legal_is_answered_with_the_clause_that_forbids_it(run: Run, duel: str) -> None:
    played = run("play", duel, typed="shoot\nplace a1\nlarge\n").out
    assert "Refused by IN-3.10: " in played
    assert played.count("`rules IN-3.10` explains the rule.") == 2
    assert "→ Ann chooses the large figure." in played
    refused = run("record", "rulings", duel, "--refused", "--json").out
    assert refused.count("PlaceCowboy") == 1
    disputed = run("play", duel, typed="dispute The board is free.\ndispute\nquit\n").out
    assert "Opened dispute 1." in disputed
    assert "type `dispute`, then what is wrong with the last refusal" in disputed
    assert "place a1" not in disputed
    shown = run("dispute", "show", duel, "1").out
    assert "The board is free." in shown
    assert "Refused by IN-3.10" in shown
    again = run("dispute", "open", duel, "I may.", "--seat", "1")
    assert (again.code, "already" in again.err) == (3, True)
    none = run("dispute", "open", duel, "I may.", "--seat", "2")
    assert (none.code, "seat 2 has no refused move" in none.err) == (2, True)
    assert run("play", duel, "--strict", typed="shoot\n").code == 2


def test_a_question_mark_looks_up_and_chooses_nothing(run: Run, duel: str) -> None:
    played = run("play", duel, typed="large?\nwhat c3?\n??\nquit\n").out
    assert "A large figure covers two neighbouring fields" in played
    assert "c3: red bullet " in played
    assert "search word" in played
    assert "→ Ann chooses" not in played


@pytest.mark.parametrize(
    ("changes", "typed", "clause"),
    [
        ({"boards": {1: {"token_with": 3}}}, "support bob\nsupport 3\nsupport\n", "SS-4.9"),
        ({"bound": ("no_support",)}, "support kyuzo\nsupport seat 2\nsupport\n", "SS-5.8"),
        ({"bound": ("must_pass",)}, "support bob\nsupport greedy\nsupport\n", "SS-5.11"),
    ],
)
def test_a_player_is_named_in_a_command_that_is_not_legal(
    run: Run, tmp_path: Path, changes: dict[str, Any], typed: str, clause: str
) -> None:
    table = in_turn_of(1, "kanbei kyuzo daisuke", ChooseAction(1), **changes)
    path = tmp_path / "table.json"
    path.write_bytes(encode(table))
    game = run("new", "samurai_spirit", "--seats", "3", "--table", str(path), "--chance", "referee", "--json")
    game = game.json["info"]["game"]
    for player in ("Ann", "Bob", "Greedy"):
        run("join", game, "--player", player)
    played = run("play", game, "--seat", "1", typed=typed).out
    assert played.count(f"Refused by {clause}: ") == typed.count("\n")


def test_a_move_that_answers_another_question_is_told_what_is_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(encode(NO_REROLL))
    words = ("--seats", str(NO_REROLL.players), "--table", str(path), "--chance", "referee", "--json")
    game = run("new", "king_of_tokyo", *words).json["info"]["game"]
    for player in ("Ann", "Bob"):
        run("join", game, "--player", player)
    played = run("play", game, "--seat", "1", typed="roll\nkeep\n").out
    assert "Refused by KT-4.4: " in played
    assert "KT-A69" not in played
    assert "The question is: " in played
    assert "nothing to keep here" in played
    assert "KT-12.6" not in played


@pytest.mark.parametrize(
    ("position", "typed", "clause"),
    [
        (("king_of_tokyo", NO_REROLL), "reroll a\nreroll 1 2\nreroll b, f\n", "KT-4.12"),
        (("samurai_spirit", OWN_TURN), "transfer from bob to ann\ntransfer kyuzo to 3\nlend bob to greedy\n", "SS-8.1"),
    ],
)
def test_dice_and_two_players_are_named_in_commands_that_are_not_legal(
    run: Run, tmp_path: Path, position: tuple[str, Any], typed: str, clause: str
) -> None:
    title, table = position
    path = tmp_path / "table.json"
    path.write_bytes(encode(table))
    words = ("--seats", str(table.players), "--table", str(path), "--chance", "referee", "--json")
    game = run("new", title, *words).json["info"]["game"]
    for player in ("Ann", "Bob", "Greedy")[: table.players]:
        run("join", game, "--player", player)
    played = run("play", game, "--seat", "1", typed=typed).out
    assert played.count(f"Refused by {clause}") == typed.count("\n")
