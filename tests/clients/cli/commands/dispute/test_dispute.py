"""`gunbai dispute`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.clients.cli.command_run import DUEL, Run


@pytest.fixture
def dealt(run: Run) -> str:
    """Return a duel with a dealer, in which the first seat has chosen a figure, as entry 5."""
    options = '{"starting_player": "red"}'
    game: str = run("new", DUEL, "--options", options, "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("game", "start", game).code in {0, 3}
    assert run("game", "submit", game, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1").code == 0
    return game


def test_a_dispute_is_opened_discussed_settled_printed_and_checked(run: Run, dealt: str, tmp_path: Path) -> None:
    opened = run("dispute", "open", f"{dealt}@5", "I meant <the small one> & said so.", "--seat", "1")
    assert f"Opened dispute 1 of {dealt}." in opened.out
    assert run("dispute", "say", dealt, "1", "The large one.", "--seat", "2").code == 0
    assert "(open)" in run("dispute", "list", dealt).out
    settled = run("dispute", "settle", dealt, "1", "A figure that was placed stays.")
    assert "(the ruling stands: A figure that was placed stays.)" in settled.out
    shown = run("dispute", "show", dealt, "1").out
    assert "Seat 2 says: The large one." in shown
    assert "Ruling: accepted. Ann chooses the large figure." in shown
    assert "IN-2.2 (Czech rulebook, Maty Moves: Set-up and aim): " in shown
    assert "Legal here: Choose the small figure." in shown
    page, file = tmp_path / "dispute.html", tmp_path / "duel.gunbai"
    assert run("dispute", "print", dealt, "1", "-o", str(page)).code == 0
    text = page.read_text("utf-8")
    assert "I meant &lt;the small one&gt; &amp; said so." in text
    assert "<the small one>" not in text
    assert run("record", "export", dealt, "-o", str(file)).code == 0
    checked = run("dispute", "check", str(page), str(file), "--json")
    assert checked.code == 3
    assert {finding["holds"] for finding in checked.json} == {None}
    key = run("record", "head", dealt, "--json").json["key"]
    checked = run("dispute", "check", str(page), str(file), "--key", key, "--json")
    assert checked.code == 0
    said_by_nobody = {"the claim", "statement 1", "the verdict"}
    assert {finding["paper"] for finding in checked.json if not finding["holds"]} == said_by_nobody
    checked = run("dispute", "check", str(page), str(file), "--key", key)
    assert "holds the creation in the log: index " in checked.out
    assert "holds the verdict in the log: index " in checked.out
    page.write_text(text.replace("A figure that was placed stays.", "A figure may be moved."), "utf-8")
    altered = run("dispute", "check", str(page), str(file), "--key", key)
    assert (altered.code, "FAILS the verdict in the log" in altered.out) == (1, True)


def test_a_refusal_is_disputed_with_its_receipt_and_the_page_proves_it(run: Run, duel: str, tmp_path: Path) -> None:
    receipt, page, file = tmp_path / "refusal.json", tmp_path / "dispute.html", tmp_path / "duel.gunbai"
    assert run("game", "submit", duel, "Shoot", "--seat", "1", "--receipt", str(receipt)).code == 1
    opened = run("dispute", "open", duel, "I may shoot.", "--seat", "1", "--receipt", str(receipt))
    assert opened.code == 0
    assert run("dispute", "print", duel, "1", "-o", str(page)).code == 0
    assert run("record", "export", duel, "-o", str(file)).code == 0
    key = json.loads(receipt.read_text("utf-8"))["key"]
    checks = ("dispute", "check", str(page), str(file), "--key", key)
    for language in ("cs-CZ", "de"):
        printed = run("dispute", "print", duel, "1", "-o", str(page), "--language", language)
        assert (printed.code, run(*checks).code) == (0, 0)
    checked = run(*checks)
    assert "holds the receipt: signed by gunbai: refused by IN-3.10" in checked.out
    page.write_text(page.read_text("utf-8").replace("IN-3.10", "IN-3.11"), "utf-8")
    altered = run("dispute", "check", str(page), str(file), "--key", key)
    assert altered.code == 1
    assert "FAILS the receipt" in altered.out


def test_nobody_settles_without_an_arbiter(run: Run, duel: str) -> None:
    run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1")
    assert run("dispute", "open", f"{duel}@5", "No.", "--seat", "1").code == 0
    assert run("dispute", "settle", duel, "1", "So be it.").code == 3


def test_an_entry_or_a_receipt_is_disputed_and_not_both(run: Run, duel: str, tmp_path: Path) -> None:
    (tmp_path / "receipt").write_text("{}")
    refused = run("dispute", "open", f"{duel}@4", "No.", "--seat", "1", "--receipt", str(tmp_path / "receipt"))
    assert refused.code == 2
    assert "name either an entry" in refused.err
    refused = run("dispute", "open", duel, "No.", "--seat", "1")
    assert refused.code == 2
    assert "seat 1 has no refused move" in refused.err


def test_what_is_no_private_key_is_refused(run: Run, duel: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    refused = run("dispute", "open", f"{duel}@4", "No.", "--seat", "1", "--seat-key", str(tmp_path / "key"))
    assert refused.code == 2
    assert "is not an unencrypted PEM private key" in refused.err


def test_an_arbiter_settles_with_the_key_that_rules(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "arbiter.pem"
    public = run("seat", "keygen", str(file)).out.strip()
    terms = ("--options", '{"starting_player": "red"}', "--chance", "referee", "--private")
    game = run("new", DUEL, *terms, "--arbiter", public, "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("game", "submit", game, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1").code == 0
    assert run("dispute", "open", f"{game}@5", "No.", "--seat", "1").code == 0
    assert run("dispute", "settle", game, "1", "It stands.").code == 3
    settled = run("dispute", "settle", game, "1", "It stands.", "--arbiter-key", str(file))
    assert "(the ruling stands: It stands.)" in settled.out


def test_the_arbiter_looks_with_every_consent_and_again_with_the_same_token(run: Run, tmp_path: Path) -> None:
    made = run("new", "liars_dice", "--seats", "2", "--chance", "dealer", "--json").json
    game, dealer = made["info"]["game"], ("--token", made["dealer_token"])
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    assert run("game", "start", game).code in {0, 3}
    shaken = run("game", "submit", game, "ShakeCup", '{"seat": 1, "dice": [1, 2, 3, 4, 5]}', *dealer, "--json")
    version = shaken.json["accepted"]["entries"][0]["version"]
    assert run("dispute", "open", f"{game}@{version}", "My cup was not shaken.", "--seat", "1").code == 0
    refused = run("dispute", "inspect", game, "1")
    assert (refused.code, "missing: 1, 2" in refused.err) == (3, True)
    for seat in ("1", "2"):
        assert run("dispute", "say", game, "1", "Look.", "--allow-inspection", "--seat", seat).code == 0
    page, table = tmp_path / "seen.html", tmp_path / "table.json"
    seen = run("dispute", "inspect", game, "1", "-o", str(page), "--table", str(table))
    assert (seen.code, "in dispute 1 of" in seen.out) == (0, True)
    assert "The arbiter saw the hidden facts" in page.read_text("utf-8")
    again = run("dispute", "inspect", game, "1", "--json").json
    assert json.loads(again["table_json"]) == json.loads(table.read_text("utf-8"))
    assert again["dispute"]["inspection"]
    pages, record, key = [page], tmp_path / "record.gunbai", run("record", "head", game, "--json").json["key"]
    for eyes in (("--seat", "1"), ("--seat", "2"), ("--token", made["dealer_token"]), ("--token", made["host_token"])):
        pages.append(tmp_path / f"{len(pages)}.html")
        assert run("dispute", "print", game, "1", "-o", str(pages[-1]), *eyes).code == 0
    assert run("record", "export", game, "-o", str(record)).code == 0
    for path in pages:
        checked = run("dispute", "check", str(path), str(record), "--key", key)
        assert (checked.code, "- the text of the page: not checked" in checked.out) in {(0, False), (3, True)}
    assert run("game", "abandon", game).code == 0
    assert run("record", "export", game, "-o", str(record)).code == 0
    for path in pages:
        assert run("dispute", "check", str(path), str(record), "--key", key).code == 0
    assert "The arbiter saw the hidden facts" in run("dispute", "show", game, "1").out


def test_the_clauses_of_the_events_of_an_entry_are_cited(run: Run) -> None:
    game = run("new", "liars_dice", "--seats", "2", "--chance", "dealer", "--json").json["info"]["game"]
    for player in ("Ann", "Bob"):
        assert run("join", game, "--player", player).code == 0
    typed = "1 2 3 4 5; 6 6 6 2 2\n5 6\nchallenge\n"
    assert run("play", game, typed=typed).code == 0
    said = run("record", "show", game).out
    version = re.findall(r"(\d+)  (?:Ann|Bob|chance) .*\n(?:\s+→.*\n)*?\s+→ \S+ loses", said)[0]
    assert run("dispute", "open", f"{game}@{version}", "Bob loses none.", "--seat", "2").code == 0
    assert run("game", "abandon", game).code == 0
    shown = run("dispute", "show", game, "1").out
    assert "LD-4.3 (" in shown
