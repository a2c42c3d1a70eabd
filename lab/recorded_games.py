"""Whole records of any title, made without a service: the same secret, times and seed give the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from games.kit.rules import canonical, decider
from games.kit.rules.decider import Decision
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai_record.chain import command_payload, type_name
from gunbai_record.plain import as_message
from gunbai_record.player_names import Name
from gunbai_record.record_file import delimited, header
from gunbai_record.shares import GIVING, Shares
from gunbai_record.verify.entry_checks import opened
from lab.share_games import LENGTH, commitment, share
from referee.game.chance_shares import reveal_share
from referee.game.entries import packed
from referee.game.fold import followed, founded
from referee.game.game import Game
from referee.game.judge import Command, Refused, drawn_from, judge, settled
from referee.game.lifecycle import create_game, start_game, take_seat
from referee.game.titles import Titles

SECRET = bytes(range(32))
NAME = "recordrecordreco"
AT = 1_000_000


Record: TypeAlias = tuple[Game, list[record.Entry]]
"""A game and its entries."""


def to_the_end(_: Game) -> bool:
    """Stop nowhere before the end."""
    return False


def played(
    titles: Titles, title: str, seats: int, seed: int, until: Callable[[Game], bool] = to_the_end, **terms: Any
) -> tuple[Game, list[record.Entry]]:
    """Return a game of random legal commands, as far as `until` or the end, with its entries.

    `asked` are fields of `CreateGame`.
    """
    added = create_game(titles, life.CreateGame(title=title, seats=seats, **terms), NAME, SECRET, AT)
    game, entries = begun(added.game, [*added.entries])
    return played_on(game, entries, random.Random(seed), until)


def begun(
    game: Game, entries: list[record.Entry], keys: Sequence[Ed25519PrivateKey] = (), names: Sequence[str] = ()
) -> Record:
    """Return a game that was created or branched, after all seats were taken, with these keys and names."""
    source = game.charter.chance_source
    for seat in range(1, game.charter.seats + 1):
        key = keys[seat - 1].public_key().public_bytes_raw() if keys else b""
        if source in GIVING:
            given = life.TakeSeat(seat=seat, public_key=key, commitment=commitment(seat, source, game.id))
        else:
            given = life.TakeSeat(seat=seat, public_key=key, entropy=bytes([seat]) * 32)
        added = take_seat(game, given, Name(names[seat - 1] if names else f"player {seat}", bytes(32)), AT)
        game = added.game
        entries += added.entries
    added = settled(start_game(game, AT))
    entries += added.entries
    for seat in range(1, game.charter.seats + 1) if added.game.status == "revealing" else ():
        added = settled(reveal_share(added.game, life.RevealShare(seat=seat, share=share(seat)), AT))
        entries += added.entries
    return added.game, entries


def played_on(
    game: Game,
    entries: list[record.Entry],
    rng: random.Random,
    until: Callable[[Game], bool] = to_the_end,
    keys: Sequence[Ed25519PrivateKey] = (),
) -> Record:
    """Return a started game after random legal commands, signed with the keys of the seats if they have any."""
    chains = [Shares(game.id, seat, share(seat), LENGTH) for seat in range(1, game.charter.seats + 1)]
    for number in count(1):
        if game.over or until(game):
            break
        if game.deadline:
            added = settled(drawn_from(game, _shares_due(game, chains), AT))
        else:
            seat, move = _next_move(game, rng)
            ruling = judge(game, _command(game, seat, f"command {number}", move, keys), AT)
            assert not isinstance(ruling, Refused), ruling
            added = ruling
        game = added.game
        entries += added.entries
    return game, entries


def _next_move(game: Game, rng: random.Random) -> tuple[int, Message]:
    title, step = game.charter.rulebook.title, game.step
    assert isinstance(step, Decision)
    seat = rng.choice(step.seats(game.table))
    return seat, as_message(rng.choice(list(decider.legal(title.rules, game.table, seat))))


def _command(game: Game, seat: int, name: str, move: Message, keys: Sequence[Ed25519PrivateKey]) -> Command:
    sent, expected = packed(move), game.version
    payload = command_payload(game.id, expected, name, type_name(sent.type_url), sent.value)
    return Command(seat, name, expected, sent, move, keys[seat - 1].sign(payload) if keys else b"")


def _shares_due(game: Game, chains: Sequence[Shares]) -> list[life.SeatShare]:
    pairs = (
        next(pair for number in count() if (pair := chain.before(sitting.commitment, number)))
        for chain, sitting in zip(chains, game.sittings, strict=True)
    )
    return [
        life.SeatShare(seat=seat, share=given, next_commitment=following)
        for seat, (given, following) in enumerate(pairs, 1)
    ]


def tables_of(
    titles: Titles, entries: Sequence[record.Entry], ancestors: Mapping[str, bytes] = MappingProxyType({})
) -> dict[int, str]:
    """Return the canonical JSON of every position of a finished record, by version.

    `ancestors` are the secrets of those by their ids.
    """
    tables, game, secrets = {}, None, {**opened(entries), **ancestors}
    for entry in entries:
        game = founded(titles, entry, secrets) if game is None else followed(game, entry, secrets)
        if entry.position_digest:
            tables[entry.version] = canonical.encode(game.table).decode()
    return tables


def file_of(entries: Sequence[record.Entry]) -> bytes:
    """Return the record file of a game that was not branched."""
    last = entries[-1]
    return b"".join(map(delimited, (header(last.game, last.version), *entries)))
