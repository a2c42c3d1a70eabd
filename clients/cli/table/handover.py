"""Several seats at one terminal: what one of them may see is shown once the others have looked away."""

from __future__ import annotations

from collections.abc import Sequence

from clients.cli.screen.input_lines import Interrupted, Lines, is_terminal
from clients.cli.screen.markup import escape
from clients.cli.screen.output import Output
from gunbai.record.v1.entry_pb2 import Item
from gunbai.referee.v1.ruling_pb2 import EntrySentences
from gunbai_client import Seat
from gunbai_client.blocking.watch_stream import Said
from gunbai_client.reasons import HiddenFacts
from gunbai_record.chain import type_name
from gunbai_record.messages import is_of_title


class Handover:
    """The players of several seats at one terminal, and which of them it faces."""

    def __init__(self, output: Output, lines: Lines, seats: Sequence[Seat], title: str) -> None:
        self.output, self.lines, self.title = output, lines, title
        self.seats = [seat for seat in seats if seat.number]
        self.facing = 0
        """The seat for which the screen was cleared; 0 before the first, and once another was asked in the open."""
        self.start = 0
        """How many entries the players had seen before they sat down."""
        self.told: dict[int, int] = {}
        """How many entries each seat had been told when it was asked last."""

    @property
    def is_shared(self) -> bool:
        """Whether people share the screen; a pipe has no onlookers."""
        return len(self.seats) > 1 and is_terminal(self.output)

    def is_due(self, seat: Seat) -> bool:
        """Return whether the screen has to change hands before a seat is asked: now only it may see its view."""
        if not self.is_shared or self.facing == seat.number:
            return False
        other = next(player for player in self.seats if player.number != seat.number)
        try:
            other.gunbai.view(seat.game, seat=seat.number)
        except HiddenFacts:
            return True
        self.facing = 0
        return False

    def to(self, seat: Seat, player: str) -> bool:
        """Clear the screen and wait for the player of a seat; return whether they take it, and do not leave."""
        self.output.clear()
        self.lines.forget()
        self.output.show(f"[bold]{escape(player)}'s turn.[/] Press Enter when only {escape(player)} sees the screen.")
        while True:
            try:
                line = self.lines.read((), lambda: False)
            except Interrupted:
                continue
            if line is not None:
                self.facing = seat.number
            return line is not None

    def shown_to_all(self, said: Said) -> Said:
        """Return an entry without what only one seat may know, if others look on."""
        if not self.is_shared:
            return said
        sentences, entry = EntrySentences(), said.entry
        sentences.CopyFrom(said.sentences)
        if self._is_secret(entry.command):
            sentences.command = ""
        for place, event in enumerate(entry.events[: len(sentences.events)]):
            if self._is_secret(event):
                sentences.events[place] = ""
        return said._replace(sentences=sentences)

    def _is_secret(self, item: Item) -> bool:
        """Return whether only one seat may see an item: it has a salt, and is no name of a player."""
        return bool(item.salt) and is_of_title(self.title, type_name(item.open.type_url))
