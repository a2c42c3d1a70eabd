"""How a running game stands is told in lists, in the visitor's language."""

from __future__ import annotations

from gunbai_client import Gunbai
from tests.clients.web.http_requests import answer


def test_a_list_says_how_a_running_game_stands(pages: str, gunbai: Gunbai) -> None:
    made = gunbai.create("liars_dice", seats=2, chance="referee", label="How it stands")
    for name in ("Ann", "Bob"):
        gunbai.join(made.info.game, name)
    listed = f"{pages}/games?label=How+it+stands"
    assert '<span class="state">open</span>' in answer(listed)[2]
    gunbai.holding(made.host_token).start(made.info.game)
    assert "Round 1, turn of" in answer(listed)[2]
    assert "Kolo 1, na tahu je" in answer(listed, headers={"accept-language": "cs"})[2]
