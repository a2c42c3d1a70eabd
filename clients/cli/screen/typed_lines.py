"""Lines that a person types at a terminal.

Prompt Toolkit reads them, with completion, a history, and a way to be interrupted when something happens in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.keys import Keys

from clients.cli.screen.input_lines import HasNews, Interrupted

ENTER = (Keys.ControlJ, Keys.ControlM)


class Typed:
    """Lines of a person at a terminal."""

    def __init__(self, **terminal: Any) -> None:
        self._session: PromptSession[str] = PromptSession(**terminal)
        self._begun = ""
        """The part of an interrupted line that was already typed."""

    def read(self, words: Iterable[str], has_news: HasNews) -> str | None:
        """Return the next line, or None at the end; `words` complete the typed text. Raises Interrupted.

        An interrupted line is erased, so that news can take its place.
        """
        self._session.app.erase_when_done = False
        try:
            line: str = self._session.prompt(
                "> ",
                completer=WordCompleter(sorted(words), ignore_case=True),
                complete_while_typing=False,
                default=self._begun,
                pre_run=lambda: self._leave() if has_news() else None,
            )
        except (EOFError, KeyboardInterrupt):
            return None
        except Interrupted:
            self._begun = self._session.default_buffer.text
            raise
        self._begun = ""
        return line.strip()

    def interrupt(self) -> None:
        """Have `read`, if it is waiting on another thread, raise Interrupted."""
        loop = self._session.app.loop
        if loop is not None:
            # The event loop of a line that has just ended is closed, and then nobody is waiting.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._leave)

    def discard(self) -> str:
        """Forget the lines that were typed before anybody asked for them, and return them; a line in progress stays."""
        terminal = self._session.app.input
        keys = [*get_typeahead(terminal), *terminal.read_keys()]
        ended = max((place for place, key in enumerate(keys, 1) if key.key in ENTER), default=0)
        store_typeahead(terminal, keys[ended:])
        return " ".join("".join(key.data for key in keys[:ended]).split())

    def forget(self) -> None:
        """Forget what was typed, for another person who types now."""
        self.discard()
        self._begun = ""
        self._session.history = self._session.default_buffer.history = InMemoryHistory()

    def announce_end(self, ended: Callable[[], None]) -> None:
        """Do nothing: a person can type until they leave."""

    def announce_lines(self, come: Callable[[], None]) -> None:
        """Do nothing: a person types only when asked."""

    @property
    def at_hand(self) -> bool:
        """Whether a line can be read: a person may always type one."""
        return True

    @property
    def ended(self) -> bool:
        """Whether no line can come: never at a terminal."""
        return False

    def _leave(self) -> None:
        app = self._session.app
        if app.is_running and not app.is_done:
            app.erase_when_done = True
            app.exit(exception=Interrupted())
