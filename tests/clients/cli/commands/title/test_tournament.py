"""`gunbai title tournament`."""

from __future__ import annotations

from tests.clients.cli.command_run import Run


def test_a_tournament_counts_what_a_level_won(run: Run) -> None:
    answer = run("title", "tournament", "liars_dice", "--level", "1", "--games", "2", "--cores", "1", "--json").json
    assert answer["title"] == "liars_dice"
    assert answer["games"] == 2
    assert answer["low"] <= answer["won"] / 2 <= answer["high"]


def test_a_title_that_is_not_there_is_named(run: Run) -> None:
    refused = run("title", "tournament", "chess")
    assert refused.code == 2
    assert "the titles are" in refused.err


def test_fewer_than_no_seats_or_processes_are_refused(run: Run) -> None:
    for option in ("--seats", "--cores"):
        assert run("title", "tournament", "liars_dice", option, "-1").code == 2


def test_deals_are_played_from_every_seat(run: Run) -> None:
    options = ("--level", "1", "--games", "4", "--same-deal", "--cores", "1", "--json")
    answer = run("title", "tournament", "liars_dice", *options).json
    assert (answer["deals"], answer["games"]) == (2, 4)
    assert answer["low"] <= answer["share"] <= answer["high"]


def test_a_deal_is_not_played_where_all_win_together_nor_alone(run: Run) -> None:
    assert run("title", "tournament", "samurai_spirit", "--same-deal").code == 2
    assert run("title", "tournament", "liars_dice", "--same-deal", "--games", "2").code == 2
