"""A game without scripts: it is looked at and played by forms."""

from __future__ import annotations

import re
from random import Random

import pytest

from gunbai.referee.v1.game_pb2 import GameInfo
from gunbai_client import Gunbai, aio
from tests.clients.web.http_requests import Visitor, answer, hold, posted

MOVE = re.compile(r'<option value="([^"]+)"')
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def test_a_game_is_played_by_forms_alone(pages: str) -> None:
    visitor = Visitor(pages)
    url, text = visitor.sees("/play", title="infludance_duel", player="Ann", level="1")
    assert f'content="0; url={url}/plain"' in text
    choices, moves = Random(1), 0
    for _ in range(400):
        _, text = visitor.sees(f"{url}/plain")
        offered = MOVE.findall(text.partition('<select name="command"')[2].partition("</select>")[0])
        if not offered:
            if "won by" in text:
                break
            continue
        form = dict(HIDDEN.findall(text.partition('<form class="form panel"')[2].partition("</form>")[0]))
        visitor.sees(f"{url}/plain", **form, command=choices.choice(offered))
        moves += 1
    assert "won by" in text
    assert moves > 3


def test_a_refused_move_is_told_with_its_clause_above_the_choices(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("king_of_tokyo", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    first = seats[0].legal()
    held = {"cookie": f"gunbai-browser={hold(made.info.game, *seats)}"}
    _, _, text = answer(f"{pages}/games/{made.info.game}/plain", headers=held)
    forms = text.split('<form class="form panel"')[1:]
    given = MOVE.findall(forms[0])[0]
    # The same monster once more, for the other player.
    status, _ = posted(
        pages,
        f"/games/{made.info.game}/plain",
        held,
        seat="1",
        expected=str(first.expected_version),
        command=given,
        id="a" * 26,
    )
    assert status == 200
    second = seats[1].legal()
    status, text = posted(
        pages,
        f"/games/{made.info.game}/plain",
        held,
        seat="2",
        expected=str(second.expected_version),
        command=given,
        id="b" * 26,
    )
    assert status == 400
    assert re.search(r'role="alert"[^>]*>Refused by KT-[0-9.]+: ', text)


def test_an_older_position_is_looked_at_by_links(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    head = gunbai.holding(made.host_token).start(made.info.game).head
    _, _, text = answer(f"{pages}/games/{made.info.game}/plain?version={head - 1}")
    assert f'href="/games/{made.info.game}/plain?version={head - 2}"' in text
    assert f'src="/games/{made.info.game}@{head - 1}.svg"' in text
    assert "<select" not in text
    assert len(seats) == 2


def test_a_game_that_lost_entries_offers_no_moves(pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch) -> None:
    made = gunbai.create("king_of_tokyo", seats=2, chance="referee")
    seats = [gunbai.join(made.info.game, name) for name in ("Ann", "Bob")]
    gunbai.holding(made.host_token).start(made.info.game)
    held = {"cookie": f"gunbai-browser={hold(made.info.game, *seats)}"}
    read = aio.Gunbai.game

    async def went_back(self: aio.Gunbai, game: str) -> GameInfo:
        info = await read(self, game)
        info.went_back = True
        return info

    _, _, before = answer(f"{pages}/games/{made.info.game}/plain", headers=held)
    monkeypatch.setattr(aio.Gunbai, "game", went_back)
    _, _, after = answer(f"{pages}/games/{made.info.game}/plain", headers=held)
    assert [text.count('<select name="command"') for text in (before, after)] == [1, 0]
