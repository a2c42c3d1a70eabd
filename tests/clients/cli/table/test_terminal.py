"""`gunbai play`, `gunbai watch` and `gunbai game replay` at a real terminal, which tmux drives."""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

from clients.cli.account.tokens import DEALER, Tokens
from gunbai_client import Gunbai
from lab.patience import PATIENCE
from tests.clients.cli.command_run import Run
from titles.catalogue import TITLES

Terminal = Callable[..., str]

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is missing: apt-get install tmux")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Terminal]:
    """Yield a call of tmux with a server of its own, which ends with the test."""

    def call(*words: str) -> str:
        command = ("tmux", "-f", os.devnull, "-S", str(tmp_path / "socket"), *words)
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # our words

    yield call
    subprocess.run(("tmux", "-S", str(tmp_path / "socket"), "kill-server"), check=False, capture_output=True)


def shows(tmux: Terminal, words: str) -> None:
    """Wait until the terminal shows words."""
    given_up = time.monotonic() + PATIENCE
    while words not in (screen := tmux("capture-pane", "-p", "-t", "play")):
        assert time.monotonic() < given_up, screen
        time.sleep(0.05)


def lines_of(tmux: Terminal) -> list[str]:
    """Return what stands on the terminal and above it."""
    return tmux("capture-pane", "-p", "-J", "-t", "play", "-S", "-80").rstrip().split("\n")


def settled(tmux: Terminal) -> list[str]:
    """Return what the terminal shows when it asks for a line, or when the program has ended, and changes no more."""
    given_up, before = time.monotonic() + PATIENCE, [""]
    while (now := lines_of(tmux)) != before or now[-1] not in {">", "LEFT"}:
        assert time.monotonic() < given_up, "\n".join(now)
        before = now
        time.sleep(0.2)
    return now


def types(tmux: Terminal, line: str) -> None:
    """Type a line once the terminal asks for one."""
    settled(tmux)
    types_early(tmux, line)


def types_early(tmux: Terminal, line: str) -> None:
    """Type a line whether the terminal asks for one or not."""
    tmux("send-keys", "-t", "play", line, "Enter")


OPTION = re.compile(r" {0,3}(\d+|[a-z]{1,2})  \S")
THING = re.compile(r"(?:^|\s{2,})([a-z]) ")


def offered(screen: Sequence[str]) -> list[str]:
    """Return what can be typed according to the list that is shown last: nothing but what a person reads."""
    shown = list(takewhile(lambda line: not line.startswith(("> ", "Seat ")), reversed(screen[:-1])))[::-1]
    keys = [match[1] for line in shown for match in (OPTION.match(line),) if match]
    named = (after for line, after in pairwise(shown) if "Name them by" in line)
    return [*keys, *(key for line in named for key in THING.findall(line))]


def test_a_person_reads_what_happened_chooses_and_leaves(run: Run, duel: str, tmux: Terminal) -> None:
    del run
    play = shlex.join((sys.executable, "-m", "clients.cli", "play", duel))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{play}; cat")
    shows(tmux, "2  Choose the large figure.")
    types(tmux, "large")
    shows(tmux, "Ann chooses the large figure.")
    shows(tmux, "Seat 2, Bob:")
    types(tmux, "quit")
    shows(tmux, "The game is not over")


def test_an_error_of_two_lines_is_shown_whole_and_the_question_stays(run: Run, duel: str, tmux: Terminal) -> None:
    del run
    play = shlex.join((sys.executable, "-m", "clients.cli", "play", duel))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{play}; cat")
    shows(tmux, "2  Choose the large figure.")
    types(tmux, 'PlaceCowboy {"armies": 5}')
    shows(tmux, 'has no field named "armies"')
    shows(tmux, "Available Fields")
    types(tmux, "large")
    shows(tmux, "Ann chooses the large figure.")


def test_what_was_typed_while_others_were_asked_chooses_nothing(run: Run, duel: str, tmux: Terminal) -> None:
    play = shlex.join((sys.executable, "-m", "clients.cli", "play", duel, "--seat", "1"))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{play}; cat")
    shows(tmux, "2  Choose the large figure.")
    types(tmux, "small")
    shows(tmux, "Waiting for the other players")
    types_early(tmux, "1")
    assert run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_SMALL"}', "--seat", "2").code == 0
    shows(tmux, "Typed too early, so not used: 1")
    shows(tmux, "Place the cowboy on e1.")
    assert "cowboy" not in run("record", "show", duel).out


def test_a_person_steps_through_a_replay_with_the_arrow_keys(run: Run, duel: str, tmux: Terminal) -> None:
    assert run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1").code == 0
    replay = shlex.join((sys.executable, "-m", "clients.cli", "game", "replay", duel))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{replay}; cat")
    shows(tmux, "version 4 of 5")
    tmux("send-keys", "-t", "play", "Right")
    shows(tmux, "Ann chooses the large figure.")
    tmux("send-keys", "-t", "play", "Left")
    shows(tmux, "version 4 of 5")
    tmux("send-keys", "-t", "play", "5", "Enter")
    shows(tmux, "version 5 of 5")


def test_who_watches_sees_the_board_and_what_is_new_of_it(run: Run, duel: str, tmux: Terminal) -> None:
    watch = shlex.join((sys.executable, "-m", "clients.cli", "watch", duel))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{watch}; cat")
    shows(tmux, "up to date, chain intact")
    shows(tmux, "seat 2 (Bob), blue: no figure yet")
    assert run("game", "submit", duel, "ChooseFigure", '{"figure": "FIGURE_LARGE"}', "--seat", "1").code == 0
    shows(tmux, "Ann chooses the large figure.")
    shows(tmux, "│ seat 1 (Ann), red: large figure")


def dealt(run: Run, title: str, *seats: str) -> str:
    """Return a game at a real table that has begun."""
    words = ("new", title, "--seats", str(len(seats)), "--chance", "dealer", "--json")
    game: str = run(*words).json["info"]["game"]
    for player in seats:
        assert run("join", game, "--player", player).code == 0
    return game


def acts(run: Run, game: str, seat: str) -> None:
    """Have a seat take its first choice."""
    assert run("play", game, "--seat", seat, typed="1\n").code == 0


def up_to_the_tower(gunbai: Gunbai, game: str) -> None:
    """Play the set-up of Shogun to its end: cubes are thrown into the tower then."""
    tokens = Tokens(os.environ["GUNBAI_TARGET"])
    places = {number: gunbai.holding(tokens.find(game, number)).seat(game, number) for number in tokens.seats(game)}
    dealer = gunbai.holding(tokens.find(game, DEALER)).seat(game, 0)
    while (listed := dealer.legal()).commands or listed.waiting.seats:
        mover = dealer if listed.waiting.chance else places[listed.waiting.seats[0]]
        assert mover.submit(mover.legal().commands[0].command).HasField("accepted")


def test_two_people_at_one_terminal_do_not_see_each_others_dice(run: Run, tmux: Terminal) -> None:
    game = dealt(run, "liars_dice", "Ann", "Bob")
    play = shlex.join((sys.executable, "-m", "clients.cli", "play", game))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{play}; cat")
    shows(tmux, "You deal and play: you will see what the others hide.")
    shows(tmux, "numbers")
    types(tmux, "1 2 3 4 5; 6 6 6 2 2")
    shows(tmux, "Ann's turn. Press Enter when only Ann sees the screen.")
    assert not {"1 2 3 4 5", "6 6 6 2 2"} & {line.removeprefix("> ") for line in lines_of(tmux)}
    types(tmux, "")
    shows(tmux, "Your dice: 1 2 3 4 5.")
    types(tmux, "2 6")
    shows(tmux, "Bob's turn. Press Enter when only Bob sees the screen.")
    assert "1 2 3 4 5" not in "\n".join(lines_of(tmux))
    types(tmux, "")
    shows(tmux, "Your dice: 6 6 6 2 2.")
    screen = "\n".join(lines_of(tmux))
    assert re.search(r"Bids? 2 dice showing 6", screen), screen
    assert "1, 2, 3, 4 and 5" not in screen
    types(tmux, "quit")
    shows(tmux, "The game is not over")


def test_a_dealer_enters_a_turn_of_king_of_tokyo_as_it_is_printed(run: Run, tmux: Terminal) -> None:
    game = dealt(run, "king_of_tokyo", "Ann", "Bob")
    for seat, monster in (("1", "kraken"), ("2", "alienoid")):
        assert run("game", "submit", game, "ChooseMonster", f'{{"monster": "{monster}"}}', "--seat", seat).code == 0
    deal = shlex.join((sys.executable, "-m", "clients.cli", "game", "deal", game))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{deal}; cat")
    shows(tmux, "card: by name, or its first letters")
    types(tmux, "acid attack; wings")
    shows(tmux, "The card is Acid Attack.")
    shows(tmux, "The card is Wings.")
    types(tmux, "acid")
    shows(tmux, "Acid Attack cannot come up now. Acid Attack lies on the table: market")
    types(tmux, "alienoid")
    shows(tmux, "Alienoid cannot come up now. Bob has Alienoid")
    types(tmux, "wrong")
    shows(tmux, "The card is Wings. What should it be?")
    types(tmux, "jets")
    shows(tmux, "The card is Jets.")
    types(tmux, "alpha")
    shows(tmux, "The card is Alpha Monster.")
    assert run("game", "submit", game, "Roll", "--seat", "1").code == 0
    shows(tmux, "faces: 1, 2, 3, energy, attack or heart")
    types(tmux, "1 2 3 heart energy")
    shows(tmux, "expected 6 dice, not 5")
    types(tmux, "1 2 3 heart energy attack")
    shows(tmux, "The dice show 1, 2, 3, Heart, Energy and Attack.")
    types(tmux, "wrong 1 1 3 heart energy attack")
    shows(tmux, "The dice show 1, 1, 3, Heart, Energy and Attack.")
    types(tmux, "quit")
    shows(tmux, f"Come back with `gunbai game deal {game}`")


def test_what_was_typed_before_the_dealer_was_asked_enters_nothing(run: Run, tmux: Terminal) -> None:
    game = dealt(run, "king_of_tokyo", "Ann", "Bob")
    deal = shlex.join((sys.executable, "-m", "clients.cli", "game", "deal", game))
    assert run("game", "submit", game, "ChooseMonster", '{"monster": "kraken"}', "--seat", "1").code == 0
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"sleep 2; {deal}; cat")
    types_early(tmux, "acid attack")
    assert run("game", "submit", game, "ChooseMonster", '{"monster": "alienoid"}', "--seat", "2").code == 0
    shows(tmux, "Typed too early, so not used: acid attack")
    shows(tmux, "card: by name, or its first letters")
    types(tmux, "wings")
    shows(tmux, "The card is Wings.")
    assert "Acid Attack" not in run("record", "show", game).out


@pytest.mark.long
def test_a_dealer_enters_cards_and_cubes_of_shogun_as_they_are_printed(
    run: Run, gunbai: Gunbai, tmux: Terminal
) -> None:
    game = dealt(run, "shogun", "Ann", "Bob", "Cyd")
    deal = shlex.join((sys.executable, "-m", "clients.cli", "game", "deal", game))
    tmux("new-session", "-d", "-x", "100", "-y", "60", "-s", "play", f"{deal}; cat")
    shows(tmux, "province: by name, or its first letters")
    types(tmux, "kai; owa")
    shows(tmux, "The card shows Kai.")
    shows(tmux, "The card shows Owari.")
    types(tmux, "wrong Yamato")
    shows(tmux, "The card shows Yamato.")
    acts(run, game, "1")
    shows(tmux, "Chance turns up a card for slot 1.")
    types(tmux, "yam")
    shows(tmux, "Yamato cannot come up now. Yamato lies on the table: offer")
    types(tmux, "quit")
    shows(tmux, "Come back with")

    up_to_the_tower(gunbai, game)
    tmux("respawn-pane", "-k", "-t", "play", f"{deal}; cat")
    shows(tmux, "armies: numbers; farmers: a number; each after its word")
    types(tmux, "armies 8 0 0 farmers 6")
    shows(tmux, "Refused by SH-")
    types(tmux, "armies 5 3 2 farmers 6")
    shows(tmux, "Out of the tower: 5 armies of Ann, 3 armies of Bob, 2 armies of Cyd and 6 farmers.")


@pytest.mark.long
@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_whole_game_against_bots_is_played_by_reading_what_is_shown(run: Run, tmux: Terminal, title: str) -> None:
    bots = "1" if title == "infludance_duel" else "2"
    created = run("new", title, "--player", "Ann", "--bots", bots, "--level", "1", "--start", "--json").json["info"]
    play = shlex.join((sys.executable, "-m", "clients.cli", "play", created["game"]))
    tmux("new-session", "-d", "-x", "120", "-y", "60", "-s", "play", f"{play}; echo LEFT; cat")
    choices = random.Random(1)
    while (screen := settled(tmux))[-1] == ">":
        # Enter shows the list again, if a choice that was typed fits no longer.
        tmux("send-keys", "-t", "play", choices.choice(offered(screen) or [""]), "Enter")
    assert run("game", "show", created["game"], "--json").json["waiting"] == {}
    (over,) = [row for row in run("game", "list", "--title", title, "--json").json if row["game"] == created["game"]]
    assert over["status"] == "GAME_STATUS_FINISHED"
