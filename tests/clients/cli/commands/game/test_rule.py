"""`gunbai game rule`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.cli.command_run import DUEL, Run


def test_an_arbiter_rules_and_the_record_verifies_except_for_that(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arbiter.pem"
    public = run("seat", "keygen", str(file)).out.strip()
    game = run("new", DUEL, "--chance", "referee", "--arbiter", public, "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    key = ("--arbiter-key", str(file))
    told = ("--clause", "IN-2.1", "--done", "The card was laid out of turn.")
    assert "sign this command" in run("game", "rule", game, *told).err
    assert run("game", "rule", game, *told, "--stands", *key).code == 0
    table = tmp_path / "table.json"
    assert run("record", "export", game, "--table", "-o", str(table)).code == 0
    table.write_text(json.dumps(json.loads(table.read_text("utf-8")), indent=2), encoding="utf-8")
    assert "The game continues" in run("game", "rule", game, *told, "--table", str(table), *key).out
    table.write_text("{", encoding="utf-8")
    assert "is not JSON" in run("game", "rule", game, *told, "--table", str(table), *key).err
    table.write_text("{}", encoding="utf-8")
    assert "table_json" in run("game", "rule", game, *told, "--table", str(table), *key).err
    why = ("--reason", "The club closes.", *key)
    assert (
        "an appeal is pending"
        in run("game", "decide", game, "adjudication", "--winner", "2", "--appeal-pending", *why).out
    )
    assert "the game is over" in run("game", "decide", game, "forfeit", "--seat", "1", "--winner", "2", *why).out
    audited = run("record", "audit", game).out
    assert f"ruled by the arbiter {public} under IN-2.1" in audited
    assert audited.startswith("consistent")


def test_what_a_correction_changes_is_told_value_by_value(run: Run, tmp_path: Path) -> None:
    words = ("new", "king_of_tokyo", "--player", "Ann", "--bots", "1", "--start", "--chance", "dealer", "--json")
    game = run(*words).json["info"]["game"]
    assert run("play", game, typed="kraken\nacid; wings; jets\n").code == 0
    table = tmp_path / "table.json"
    assert run("record", "export", game, "--table", "-o", str(table)).code == 0
    edited = json.loads(table.read_text("utf-8"))
    edited["monsters"][0]["energy"] = 2
    table.write_text(json.dumps(edited), encoding="utf-8")
    told = ("--clause", "KT-7.2", "--done", "Energy was miscounted.", "--seat", "1", "--table", str(table))
    change = "monsters.0.energy: 0 → 2"
    assert change in run("game", "rule", game, *told).out
    assert change in run("watch", game, "--no-follow").out
    assert change in run("play", game, "--seat", "1", typed="what\n").out
