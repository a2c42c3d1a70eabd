"""Episodes as record files, which anyone can replay and verify.

The referee writes the files, through the entry point `seeded` in the group `gunbai.files`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import entry_points
from typing import cast

from google.protobuf.message import Message

from gunbai.record.v1.lifecycle_pb2 import CreateGame
from gunbai_learn.episode import Episode
from gunbai_record.errors import GunbaiError
from gunbai_record.plain import as_message

GROUP, NAME = "gunbai.files", "seeded"

Writer = Callable[[CreateGame, Sequence[str], Iterable[tuple[int, Message]]], bytes]


def record_of(episode: Episode, players: Sequence[str] = ()) -> bytes:
    """Return the record file of an episode, with the names of the players by seat.

    An unfinished episode becomes an abandoned game. The record is marked as a game from a seed. Raises GunbaiError if
    no installed package can write records.
    """
    terms = episode.terms
    creation = CreateGame(
        title=terms.title,
        rules_version=terms.rules_version,
        seats=terms.seats,
        options_json=terms.options,
        edition_json=terms.edition,
        seed=episode.seed,
    )
    names = players or [f"seat {seat}" for seat in range(1, terms.seats + 1)]
    return _writer()(creation, names, [(seat, as_message(move)) for seat, move in episode.moves])


def _writer() -> Writer:
    # A clone named gunbai next to the reader's script would hide the stubs that the writer needs.
    import gunbai_client.own_stubs  # noqa: F401  # it is imported for what it does

    for point in entry_points(group=GROUP, name=NAME):
        return cast("Writer", point.load())
    raise GunbaiError("no installed package writes records: install `gunbai`")
