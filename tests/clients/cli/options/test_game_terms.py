"""The terms of a game are the same options for a new game and for a branch."""

from __future__ import annotations

import inspect

import pytest
import typer

from clients.cli.commands.game.consent import consent
from clients.cli.commands.game.fork import fork
from clients.cli.commands.new import new
from clients.cli.options.game_terms import agreed_terms, clock_terms, described, parse_chance
from gunbai_client import Gunbai, Seat
from gunbai_client.terms import clock


def test_new_games_and_branches_take_all_terms_as_the_client_does() -> None:
    options, taken = inspect.signature(agreed_terms).parameters.keys(), agreed_terms().keys()
    more, terms = inspect.signature(described).parameters.keys(), described(tag=["night"]).keys()
    for command, call in ((new, Gunbai.create), (fork, Gunbai.fork)):
        assert options | more <= inspect.signature(command).parameters.keys()
        assert taken | terms <= inspect.signature(call).parameters.keys()
    assert options <= inspect.signature(consent).parameters.keys()
    assert taken <= inspect.signature(Seat.consent).parameters.keys()
    assert inspect.signature(new).parameters["chance"].default == "committed"
    assert inspect.signature(fork).parameters["chance"].default is None


def test_chance_is_named_in_any_letters() -> None:
    assert parse_chance(" Dealer ") == "dealer"
    with pytest.raises(typer.BadParameter, match="'luck' is not one of"):
        parse_chance("luck")


def test_clocks_have_a_time_for_each_decision_or_a_bank() -> None:
    assert clock_terms("", "default", 30) is None
    assert clock_terms("60", "default", 30) == clock(decision_seconds=60)
    bank = clock(bank_seconds=600, increment_seconds=5, expiry="bot", bot_seconds=30)
    assert clock_terms("600+5", "bot", 30) == bank
    for wrong in ("soon", "600+", "+5", "-60", "6.5"):
        with pytest.raises(typer.BadParameter, match=r"SECONDS or BANK\+INCREMENT"):
            clock_terms(wrong, "loses", 30)


def test_what_follows_when_time_is_up_takes_a_clock() -> None:
    with pytest.raises(typer.BadParameter, match="add --clock"):
        clock_terms("", "bot", 30)
