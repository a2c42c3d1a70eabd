"""`gunbai seat reissue`."""

from __future__ import annotations

from pathlib import Path

from gunbai_record.tokens import hash_of
from tests.clients.cli.command_run import DUEL, Run


def joined(run: Run, *words: str) -> str:
    """Return a new duel whose first seat is taken, with the token saved."""
    game: str = run("new", DUEL, *words, "--json").json["info"]["game"]
    run("join", game, "--player", "Ann")
    return game


def lost(state: Path) -> None:
    """Lose the token of seat 1, and the seed beside it."""
    for path in [*state.rglob("1"), *state.rglob("1.seed")]:
        path.unlink()


def test_a_player_makes_a_token_and_the_host_gives_notice_of_it(run: Run, state: Path) -> None:
    game = joined(run, "--reissue-seconds", "3600")
    lost(state)
    made = run("seat", "reissue", game, "1", "--json").json
    (saved,) = state.rglob("1")
    assert made["token_hash"] == hash_of(saved.read_text()).hex()
    ran = run("seat", "reissue", game, "1")
    assert ran.out.startswith("You have a new token for seat 1.")
    assert f"gunbai seat reissue {game} 1 --token-hash {made['token_hash']}\n" in ran.out
    noticed = run("seat", "reissue", game, "1", "--token-hash", made["token_hash"])
    assert noticed.out.startswith("Seat 1 gets the new token unless its player vetoes that by 20")
    pending = run("game", "submit", game, "Step", "{}", "--seat", "1")
    assert pending.code == 3
    assert run("seat", "reissue", game, "1", "--json").json == made, "it is the same token that waits"


def test_a_token_that_works_is_kept_and_one_that_was_revoked_is_replaced(run: Run, state: Path) -> None:
    game = joined(run)
    (saved,) = state.rglob("1")
    ran = run("seat", "reissue", game, "1")
    assert (ran.code, "your token for this seat works" in ran.err) == (2, True)
    token = saved.read_text()
    run("seat", "free", game, "1")
    saved.write_text(token)
    made = run("seat", "reissue", game, "1", "--json").json
    assert made["token_hash"] == hash_of(saved.read_text()).hex() != hash_of(token).hex()


def test_what_is_no_hash_and_what_the_game_does_not_allow_is_refused(run: Run) -> None:
    game = joined(run)
    for wrong in ("nonsense", "aa", "aa" * 33, "aa " * 32):
        assert run("seat", "reissue", game, "1", "--token-hash", wrong).code == 2
    assert run("seat", "reissue", game, "1", "--token-hash", "aa" * 32).code == 3
