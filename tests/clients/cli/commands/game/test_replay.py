"""`gunbai game replay`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from clients.cli.commands.game import replay
from clients.cli.screen.viewer import ViewedPlace
from clients.render.raster import NEEDED
from tests.clients.cli.command_run import Run


def test_positions_are_replayed_as_text_and_as_pictures(run: Run, finished: str, tmp_path: Path) -> None:
    replayed = run("game", "replay", f"{finished}@6", "--to", "7")
    assert "blue: small figure, off the board" in replayed.out
    beyond = run("game", "replay", f"{finished}@999")
    assert beyond.code == 2
    assert "@999 has no positions to show: its versions are " in " ".join(beyond.err.replace("│", " ").split())
    written = run("game", "replay", finished, "--to", "8", "--svg", str(tmp_path / "frames"), "--json").json
    assert len(written) == 5
    for path in written:
        assert ET.parse(path).getroot().tag.endswith("svg")


def test_a_folder_is_called_by_its_name_whatever_is_in_it(run: Run, finished: str, tmp_path: Path) -> None:
    folder = tmp_path / "[red]x[/blue]"
    assert (
        f"Wrote 1 picture to {folder}." in run("game", "replay", f"{finished}@5", "--to", "5", "--svg", str(folder)).out
    )


def test_a_game_is_written_as_a_page_of_its_own(run: Run, finished: str, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    assert run("game", "replay", finished, "--animate", str(file), "--json").json["file"] == str(file)
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.endswith("</html>\n")
    assert run("game", "replay", f"{finished}@6", "--animate", str(file)).code == 2
    assert run("game", "replay", finished, "--animate", "game.mp4").code == 2


def test_a_game_is_written_as_a_moving_picture(run: Run, finished: str, tmp_path: Path) -> None:
    for name in NEEDED:
        pytest.importorskip(name)
    from PIL import Image

    file = tmp_path / "game.gif"
    assert run("game", "replay", f"{finished}@6", "--to", "7", "--animate", str(file)).code == 0
    with Image.open(file) as moving:
        assert (moving.format, getattr(moving, "n_frames", 1), moving.width) == ("GIF", 2, 600)


def test_that_hidden_things_stay_hidden_is_said_on_the_first_screen_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = run("new", "liars_dice", "--bots", "1", "--start", "--player", "Ann", "--json").json["info"]["game"]
    assert run("game", "abandon", game).code == 0
    screens: dict[int, str] = {}

    def look(place: ViewedPlace, _: str) -> None:
        for version in place.versions:
            place.go(version)
            screens[version] = "\n".join(place.lines(80))

    monkeypatch.setattr(replay, "is_terminal", lambda _: True)
    monkeypatch.setattr(replay, "view", look)
    assert run("game", "replay", game).code == 0
    assert len(screens) > 1
    assert [version for version, text in screens.items() if "Hidden facts" in text] == [min(screens)]
