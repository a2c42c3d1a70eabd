"""`gunbai game sheet`."""

from __future__ import annotations

from pathlib import Path

from clients.cli.account.keys import kept_key
from gunbai_client import connect
from tests.clients.cli.command_run import DUEL, Run


def test_a_sheet_is_made_signed_and_checked_at_the_service_and_with_the_record_alone(
    run: Run, address: str, tmp_path: Path
) -> None:
    key, other, sheet, file = (tmp_path / name for name in ("ann.pem", "eve.pem", "sheet.json", "duel.gunbai"))
    for path in (key, other):
        assert run("seat", "keygen", str(path)).code == 0
    with connect(address) as gunbai:
        made = gunbai.create(DUEL, seats=2, chance="referee")
        game = made.info.game
        ann, _ = gunbai.join(game, "Ann", key=kept_key(key)), gunbai.join(game, "Bob")
        gunbai.holding(made.host_token).start(game)
        assert "has no final result" in run("game", "sheet", game, str(sheet)).err
        assert ann.concede().HasField("accepted")
    assert "concession, won by seat 2; nobody has signed." in run("game", "sheet", game, str(sheet)).out
    assert "no seat of the game has this key" in run("game", "sheet", game, str(sheet), "--seat-key", str(other)).err
    assert "signed by seat 1." in run("game", "sheet", game, str(sheet), "--seat-key", str(key)).out
    assert run("record", "export", game, "--output", str(file)).code == 0
    without_service = run("game", "sheet", str(file), str(sheet)).out
    assert f"signed by seat 1. The keys of the seats come from {file}: `gunbai verify --key` says" in without_service
    # With --confirm the signatures on the file come to the service, which exports them with the record.
    assert "nobody has signed." in run("game", "sheet", game).out
    assert "nobody has signed." in run("game", "sheet", str(file)).out
    assert run("game", "sheet", str(file), "--confirm").code == 2
    assert "signed by seat 1." in run("game", "sheet", game, str(sheet), "--confirm").out
    assert "signed by seat 1." in run("game", "sheet", game).out
    assert run("record", "export", game, "--output", str(file)).code == 0
    assert "signed by seat 1. The keys of the seats come from" in run("game", "sheet", str(file)).out
    assert "consistent" in run("verify", str(file)).out
    sheet.write_text(sheet.read_text(encoding="utf-8").replace('"concession"', '"agreement"'), encoding="utf-8")
    refused = run("game", "sheet", game, str(sheet))
    assert (refused.code != 0, "its result is {" in refused.err) == (True, True)


def test_the_seats_of_a_user_confirm_by_the_key_that_was_saved_or_by_their_token(run: Run, tmp_path: Path) -> None:
    key = tmp_path / "ann.pem"
    assert run("seat", "keygen", str(key)).code == 0
    game = run("new", DUEL, "--json").json["info"]["game"]
    assert run("join", game, "--player", "Ann", "--seat-key", str(key)).code == 0
    assert run("join", game, "--player", "Bob").code == 0
    assert "has no final result" in run("game", "sheet", game, "--confirm").err
    assert run("game", "concede", game, "--seat", "1").code == 0
    confirmed = run("game", "sheet", game, "--confirm")
    assert "concession, won by seat 2; signed by seat 1; confirmed without a key by seat 2." in confirmed.out
    assert run("game", "sheet", game, "--confirm").out == confirmed.out
