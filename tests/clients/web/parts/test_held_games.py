"""What a visitor gets is theirs, or given back: no game is left that nobody owns, and no seat whose token is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clients.web.storage.browser_keys import BrowserKeys
from clients.web.storage.private_files import CannotStore
from gunbai.referee.v1.game_pb2 import GAME_STATUS_ABANDONED, GameInfo
from gunbai_client import Gunbai
from tests.clients.web.http_requests import KEPT, cookies, elsewhere, posted

LABEL = "A game that is given back"
TOO_LONG = "x" * 500


def fail(*_: object) -> None:
    """Fail as a full disk does."""
    raise CannotStore("No space left on device", "PAGES_CANNOT_STORE")


def games(gunbai: Gunbai, label: str) -> list[GameInfo]:
    """Return the games of a name."""
    return list(gunbai.games(label=label))


@pytest.mark.parametrize(
    ("broken", "form"),
    [
        ("clients.web.storage.bot_seats.write_private", {"player": "Ann", "bots": "1"}),
        ("clients.web.storage.browser_keys.BrowserKeys.keep", {"player": "Ann", "people": "1"}),
        ("", {"player": TOO_LONG, "people": "1"}),
    ],
    ids=["the bots cannot be stored", "the tokens cannot be stored", "the host's name is refused"],
)
def test_a_game_that_cannot_be_made_ready_is_abandoned(
    pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch, broken: str, form: dict[str, str]
) -> None:
    if broken:
        monkeypatch.setattr(broken, fail)
    label = f"{LABEL} {broken[-10:]}"
    status, text = posted(pages, "/new/infludance_duel", {"accept": "text/html"} | elsewhere(), label=label, **form)
    assert (status, "No space" in text) == (507 if broken else 400, False)
    assert {game.status for game in games(gunbai, label)} == {GAME_STATUS_ABANDONED}


def test_a_seat_whose_token_cannot_be_stored_is_free_again(
    pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gunbai.create("infludance_duel", seats=2, chance="referee").info.game
    monkeypatch.setattr(BrowserKeys, "keep", fail)
    assert posted(pages, f"/games/{game}/join", player="Ann")[0] == 507
    assert not any(seat.taken for seat in gunbai.game(game).seats)


def test_a_study_whose_token_cannot_be_stored_is_deleted(
    pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gunbai.create("infludance_duel", seats=2, chance="referee").info.game
    studies = Path(KEPT.name) / "studies"
    before = {path.name for path in studies.glob("*")}
    monkeypatch.setattr(BrowserKeys, "keep", fail)
    assert posted(pages, f"/games/{game}/studies", name="Why not?")[0] == 507
    assert {path.name for path in studies.glob("*")} == before


def test_a_branch_that_does_not_fit_into_its_study_is_abandoned(
    pages: str, gunbai: Gunbai, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = gunbai.create("infludance_duel", seats=2, chance="referee", options={"starting_player": "red"})
    for name in ("Ann", "Bob"):
        gunbai.join(made.info.game, name)
    gunbai.holding(made.host_token).start(made.info.game)
    own = cookies(made.info.game, host=made.host_token)
    _, text = posted(pages, f"/games/{made.info.game}/studies", own, name="Why not?")
    study = re.search(r"/studies/([a-z0-9]{16})", text)
    assert study is not None
    monkeypatch.setattr("clients.web.storage.study_files.MOST_BYTES", 1000)
    path = f"/studies/{study[1]}/notes"
    head = str(gunbai.game(made.info.game).head)
    assert posted(pages, path, own, version=head, text="So. " * 300, action="branch")[0] == 400
    assert [game.status for game in gunbai.games(parent=made.info.game)] == [GAME_STATUS_ABANDONED]
