"""The viewer of a replay at a terminal: it shows one position, and the arrow keys step through the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window

from clients.cli.screen.output import broken

LEAP = 10
"""How many positions Page Up and Page Down jump."""
AHEAD = 16
"""How many positions are fetched at once."""
HELP = "q quit  ← → step  PgUp PgDn ten  Home End  ↑ ↓ scroll  12 Enter: version 12"


class Screenful(NamedTuple):
    """What the screen shows of a version: what happened, and the board, as lines of markup."""

    version: int
    happened: Sequence[str]
    board: Sequence[str]


Fetch = Callable[[int, int], Iterable[Screenful]]
"""Returns the positions from one version to another."""


@dataclass
class ViewedPlace:
    """Where a person is in a game: the versions that can be shown, and the current one."""

    versions: range
    fetch: Fetch
    at: int
    typed: str = ""
    """The digits typed so far of a version."""
    above: int = 0
    """How many lines are scrolled off the top of the screen."""
    remark: str = ""
    """Why the version shown is not the one that was typed."""
    _fetched: dict[int, Screenful] = field(default_factory=dict)

    @property
    def shown(self) -> Screenful:
        """The position that is shown; it is fetched together with those after it."""
        if self.at not in self._fetched:
            last = min(self.at + AHEAD - 1, self.versions[-1])
            self._fetched |= {shown.version: shown for shown in self.fetch(self.at, last)}
        return self._fetched[self.at]

    def go(self, version: int) -> None:
        """Show a version from its top, or the nearest one that can be shown."""
        self.at = min(max(version, self.versions[0]), self.versions[-1])
        self.typed, self.remark, self.above = "", "", 0

    def step(self, by: int) -> None:
        """Move this many versions forward, or back if negative."""
        self.go(self.at + by)

    def type(self, digit: str) -> None:
        """Add a digit to the typed version."""
        self.typed = (self.typed + digit)[-9:]

    def enter(self) -> None:
        """Go to the version that was typed, or to the next."""
        wanted = int(self.typed) if self.typed else min(self.at + 1, self.versions[-1])
        self.go(wanted)
        if wanted != self.at:
            end = "first" if wanted < self.at else "last"
            self.remark = f"there is no version {wanted}; this is the {end}"

    def scroll(self, by: int) -> None:
        """Scroll by this many lines."""
        self.above = max(self.above + by, 0)

    def lines(self, width: int) -> list[str]:
        """Return what the screen shows, broken at words."""
        parts = [*self.shown.happened, "", *self.shown.board]
        every = [line.plain for part in parts for line in broken(part, width)]
        self.above = min(self.above, max(len(every) - 1, 0))
        return every[self.above :]

    def foot(self) -> str:
        """Return the status line: where the person is, and what they are typing."""
        where = f"version {self.at} of {self.versions[-1]}"
        beside = f"go to {self.typed}▏" if self.typed else self.remark
        return f"{where}   {beside}" if beside else where


def view(place: ViewedPlace, title: str, **terminal: Any) -> None:
    """Let a person step through a game until they leave."""
    application(place, title, **terminal).run()


def application(place: ViewedPlace, title: str, **terminal: Any) -> Application[None]:
    """Return the replay's screen."""

    def body() -> StyleAndTextTuples:
        return [("", "\n".join(place.lines(max(screen.output.get_size().columns, 20))))]

    screen: Application[None] = Application(
        layout=Layout(
            HSplit(
                (
                    Window(FormattedTextControl(lambda: [("bold", title)]), height=1),
                    Window(FormattedTextControl(body, focusable=True)),
                    Window(FormattedTextControl(lambda: [("reverse", f" {place.foot()} ")]), height=1),
                    Window(FormattedTextControl(lambda: [("", HELP)]), height=1),
                )
            )
        ),
        key_bindings=_keys(place),
        full_screen=True,
        **terminal,
    )
    return screen


def _keys(place: ViewedPlace) -> KeyBindings:
    keys = KeyBindings()
    for names, act in (
        (("right", " ", "n"), lambda: place.step(1)),
        (("left", "p", Keys.Backspace), lambda: place.step(-1)),
        (("pagedown",), lambda: place.step(LEAP)),
        (("pageup",), lambda: place.step(-LEAP)),
        (("home",), lambda: place.go(place.versions[0])),
        (("end",), lambda: place.go(place.versions[-1])),
        (("enter",), place.enter),
        (("down",), lambda: place.scroll(1)),
        (("up",), lambda: place.scroll(-1)),
    ):
        for name in names:
            keys.add(name)(_acting(act))
    for digit in "0123456789":
        keys.add(digit)(lambda event: place.type(event.data))
    for name in ("q", "escape", "c-c", "c-d"):
        keys.add(name)(lambda event: event.app.exit())
    return keys


def _acting(act: Callable[[], None]) -> Callable[[KeyPressEvent], None]:
    return lambda _: act()
