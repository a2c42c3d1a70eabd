"""The list of games: states with their numbers, and what each card leads to."""

from __future__ import annotations

import re

from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer, cookies


def chips(text: str) -> dict[str, str]:
    """Return the states that a list offers, with their numbers."""
    found = re.findall(r'<li><a class="button" href="[^"]*"[^>]*>([^<]+?)(?: <b>([^<]*)</b>)?</a>', text)
    return dict(found)


def acts(text: str) -> list[str]:
    """Return what the cards of a list lead to."""
    return re.findall(r'<span class="act[^"]*">([^<]+)</span>', text)


def test_the_states_have_the_numbers_of_games_that_match_and_each_card_says_what_it_leads_to(
    pages: str, gunbai: Gunbai
) -> None:
    free = gunbai.create("infludance_duel", seats=2, chance="referee", label="Counted 1")
    begun = gunbai.create("infludance_duel", seats=2, chance="referee", label="Counted 2")
    seats = [gunbai.join(begun.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(begun.host_token).start(begun.info.game)
    listed = f"{pages}/games?label=counted"
    text = answer(listed)[2]
    assert chips(text) == {"All": "", "Open": "1", "In progress": "1", "Finished": ""}
    assert sorted(acts(text)) == ["Take a seat", "Watch"]
    asked = seats[0].view().waiting.seats[0]
    own = answer(listed, headers=cookies(begun.info.game, seats[asked - 1]))[2]
    assert chips(own) == {"All": "", "Your turn": "1", "Open": "1", "In progress": "1", "Finished": ""}
    assert acts(own) == ["Your move", "Take a seat"]
    yours = answer(f"{pages}/games?state=yours", headers=cookies(begun.info.game, seats[asked - 1]))[2]
    assert acts(yours) == ["Your move"]
    assert re.search(r'state=yours" aria-current="page">Your turn', yours)
    seats[0].concede()
    assert sorted(acts(answer(listed)[2])) == ["Replay", "Take a seat"]
    assert f'href="/games/{free.info.game}"' in answer(f"{listed}&state=open")[2]
    assert acts(answer(f"{pages}/games?state=yours")[2]) == []


def test_one_field_finds_games_by_their_names_and_by_their_players(pages: str, gunbai: Gunbai) -> None:
    named = gunbai.create("infludance_duel", seats=2, chance="referee", label="Sought by Zwingli").info.game
    played = gunbai.create("liars_dice", seats=2, chance="referee", label="Another").info.game
    gunbai.join(played, "Zwingli")
    other = gunbai.create("liars_dice", seats=2, chance="referee", label="A third").info.game
    text = answer(f"{pages}/games?text=zwingli")[2]
    assert [f'href="/games/{game}"' in text for game in (named, played, other)] == [True, True, False]
    assert chips(text)["Open"] == "2"
    assert '<input type="search" name="text" value="zwingli"' in text
    text = answer(f"{pages}/games?text=zwingli&title=liars_dice")[2]
    assert [f'href="/games/{game}"' in text for game in (named, played)] == [False, True]
