"""Options, editions and tables of every title: a game is created, started and settled, or the request is refused.

An input is a byte for the title, one for the number of seats, and three texts with zero bytes between them: options,
edition, table.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.kit.rules import canonical
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.limits import MAX_SET_UP
from gunbai_record.player_names import Name
from referee.errors import RefereeError
from referee.game.judge import settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.titles import Titles, finished
from titles.catalogue import TITLES
from titles.checks.walk import set_up

NAMES = list(TITLES)
SECRET, GAME = bytes(range(32)), "fuzzfuzzfuzzfuzz"

_TITLES: Titles = finished()


def seeds() -> Iterator[bytes]:
    """Yield an ordinary set-up of each title, a begun table of it, and its own edition."""
    for number, name in enumerate(NAMES):
        title = _TITLES.rulebook(name).title
        seats = min(title.rules.seats)
        table = canonical.encode(set_up(title, seats, "{}").table).decode()
        yield _input(number, seats)
        yield _input(number, seats, table=table)
        yield _input(number, seats, edition=title.rules.edition.text)


def check(data: bytes) -> None:
    """Play an input until chance has answered. Raises whatever is no RefereeError."""
    number, seats, texts = data[:1], data[1:2], data[2:].split(b"\0", 3)
    options, edition, table = (text.decode("utf-8", "replace")[:MAX_SET_UP] for text in (*texts, b"", b"", b"")[:3])
    creation = life.CreateGame(
        title=NAMES[(*number, 0)[0] % len(NAMES)],
        seats=(*seats, 0)[0],
        options_json=options,
        edition_json=edition,
        table_json=table,
    )
    try:
        added = create_game(_TITLES, creation, GAME, SECRET, 1)
        for seat in range(1, creation.seats + 1):
            added = take_seat(added.game, life.TakeSeat(seat=seat), Name("fuzz", bytes(32)), 1)
        settled(start_game(added.game, 1))
    except RefereeError:
        return


def _input(number: int, seats: int, options: str = "{}", edition: str = "", table: str = "") -> bytes:
    return bytes([number, seats]) + b"\0".join(text.encode() for text in (options, edition, table))
