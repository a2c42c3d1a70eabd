"""Disputes on the page: opened and discussed by seats, settled by the dealer, read and printed by all."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import quote, unquote

from clients.render.dispute_page import POLICY
from gunbai_client import Gunbai, Seat
from tests.clients.web.http_requests import answer, cookies, posted, sent

CLAIM = "The figure <b>stood</b> elsewhere."


def test_a_dispute_is_opened_discussed_and_printed(pages: str, seats: list[Seat]) -> None:
    game = seats[0].game
    ann, bob = (cookies(game, seat) for seat in seats)
    ruling = seats[0].submit(seats[0].legal().commands[0].command)
    version = str(ruling.accepted.entries[0].version)
    status, text = posted(pages, f"/games/{game}/disputes", ann, version=version, claim=CLAIM)
    assert (status, "&lt;b&gt;stood" in text) == (200, True)
    status, text = posted(pages, f"/games/{game}/disputes/1/say", bob, text="It did not.")
    assert (status, "It did not." in text) == (200, True)
    assert "Dispute 1" in answer(f"{pages}/games/{game}/disputes")[2]
    _, headers, text = answer(f"{pages}/games/{game}/disputes/1/page")
    assert headers["content-security-policy"] == POLICY
    assert "It did not." in text
    assert "&lt;b&gt;stood" in text
    _, _, text = answer(f"{pages}/games/{game}/disputes/1/page", headers={"accept-language": "cs"})
    assert f"<h1>Spor 1 ve hře {game}</h1>" in text


def test_a_dispute_says_who_acts_next_and_how(pages: str, seats: list[Seat]) -> None:
    game = seats[0].game
    asked = next(seat for seat in seats if seat.legal().commands)
    other = next(seat for seat in seats if seat is not asked)
    version = str(asked.submit(asked.legal().commands[0].command).accepted.entries[0].version)
    player = ("Ann", "Bob")[asked.number - 1]
    _, text = posted(pages, f"/games/{game}/disputes", cookies(game, other), version=version, claim=CLAIM)
    assert f"Next: {player} answers" in text
    assert f"<h1>{('Bob', 'Ann')[asked.number - 1]} disputes {player}&#39;s move</h1>" in text
    assert f">{player}&#39;s move {version}</a>: " in text
    assert f'src="/games/{game}@{version}.svg"' in text
    assert f'name="version" value="{int(version) - 1}"><button class="main">Ask to take the move back' in text
    _, text = posted(pages, f"/games/{game}/disputes/1/say", cookies(game, asked), text="It did not.")
    assert "Next: the players agree on what to do" in text
    stranger = answer(f"{pages}/games/{game}/disputes/1")[2]
    assert "Print or save" in stranger
    assert "Ask to take" not in stranger
    assert "<textarea" not in stranger


def test_a_refusal_is_disputed_with_the_receipt_that_the_page_was_given(pages: str, seats: list[Seat]) -> None:
    game, second = seats[0].game, cookies(seats[0].game, seats[1])
    legal = seats[0].legal()
    _, listed, _ = answer(f"{pages}/games/{game}/choices?seat=1", headers=cookies(game, seats[0]))
    assert listed["content-type"] == "application/json"
    refused = seats[1].submit(legal.commands[0].command, expected_version=legal.version, receipt=True).refused
    assert refused.clause
    receipt = quote(_written(refused.receipt.SerializeToString()))
    assert (
        "its signed receipt is the proof"
        in answer(f"{pages}/games/{game}/disputes?receipt={receipt}", headers=second)[2]
    )
    status, text = posted(
        pages,
        f"/games/{game}/disputes",
        second,
        receipt=_written(refused.receipt.SerializeToString()),
        claim="It was my turn.",
    )
    assert (status, refused.clause in text) == (200, True)


def test_the_last_refusals_of_the_visitor_are_offered_with_their_receipts(pages: str, seats: list[Seat]) -> None:
    game, second = seats[0].game, cookies(seats[0].game, seats[1])
    assert "Or dispute a refusal" not in answer(f"{pages}/games/{game}/disputes", headers=second)[2]
    legal = seats[0].legal()
    refused = seats[1].submit(legal.commands[0].command, expected_version=legal.version).refused
    text = answer(f"{pages}/games/{game}/disputes", headers=second)[2]
    assert f"Refused by {refused.clause}." in text
    assert "Or dispute a refusal" not in answer(f"{pages}/games/{game}/disputes", headers=cookies(game, seats[0]))[2]
    receipt = unquote(text.partition("?receipt=")[2].partition('"')[0])
    # Who holds both seats speaks as the one that the receipt names.
    both = cookies(game, *seats)
    status, text = posted(pages, f"/games/{game}/disputes", both, receipt=receipt, claim="It was my turn.")
    assert (status, "<h1>Bob disputes a refusal</h1>" in text, refused.clause in text) == (200, True, True)


def _written(raw: bytes) -> str:
    return b64encode(raw).decode()


def test_a_dealer_settles_a_dispute(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="dealer", options={"starting_player": "red"})
    players = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    game = made.info.game
    gunbai.holding(made.host_token).start(game)
    asked_seat = next(player for player in players if player.legal().commands)
    ruling = asked_seat.submit(asked_seat.legal().commands[0].command)
    version = str(ruling.accepted.entries[0].version)
    posted(pages, f"/games/{game}/disputes", cookies(game, asked_seat), version=version, claim="Wrong.")
    dealer = cookies(game, dealer=made.dealer_token)
    status, text = posted(pages, f"/games/{game}/disputes/1/settle", dealer, reason="All is well.")
    assert (status, "The ruling stands: All is well." in text) == (200, True)


def test_nobody_without_a_seat_opens_a_dispute_and_a_receipt_that_is_none_is_refused(
    pages: str, seats: list[Seat]
) -> None:
    game = seats[0].game
    assert posted(pages, f"/games/{game}/disputes", version="3", claim="Mine.")[0] == 403
    assert posted(pages, f"/games/{game}/disputes", cookies(game, seats[0]), receipt="???", claim="Mine.")[0] == 400
    assert sent(pages, f"/games/{game}/disputes", {})[0] in {400, 403}
