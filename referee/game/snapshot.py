"""Snapshots: a game at a version as bytes, from which it can continue without folding what came before.

A snapshot is sealed with a key from the game's secret (AES-SIV, RFC 5297), because it holds the whole table and the
keys of chance: anyone who has the snapshot without the secret can neither read nor forge it. Its content is compared
with its entry before it is used.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from games.kit.rules import canonical
from games.kit.rules.canonical import BadTableError
from games.kit.rules.decider import waiting
from games.kit.rules.edition import Edition
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from referee.errors import TitleNotServed
from referee.game import game as games
from referee.game.game import Game
from referee.game.titles import Rulebook, Titles

_APART = frozenset({"table", "before_outcome", "step", "secret"})
"""The game's fields that a snapshot has in another form, or not at all."""


class BadSnapshotError(ValueError):
    """These bytes are not a snapshot of this game at this version, or disagree with its entry."""


class Restored(NamedTuple):
    """A snapshot's content: the game, and the digests of earlier versions that were kept with it."""

    game: Game
    digests: bytes


def snapshot(game: Game, digests: bytes = b"") -> bytes:
    """Return a game's snapshot at its version, with verified digests of earlier versions."""
    facts = {name: getattr(game, name) for name in Game.__struct_fields__ if name not in _APART}
    facts |= {"table": canonical.encode(game.table), "waits": game.step is not None, "digests": digests}
    facts["own_turn"] = game.own_turn.with_tables(canonical.encode)
    facts["before"] = canonical.encode(game.before_outcome) if game.before_outcome is not None else b""
    return _cipher(game.secret).encrypt(_encoder.encode(facts), _context(game.id, game.version))


def restored(titles: Titles, data: bytes, creation: record.Entry, entry: record.Entry, secret: bytes) -> Restored:
    """Return the game after an entry from a snapshot; `creation` is its record's first entry.

    The entry's position digest must be the table's. Raises BadSnapshotError.
    """
    try:
        opened = _cipher(secret).decrypt(data, _context(entry.game, entry.version))
        game, digests = _read(titles, opened, life.CreateGame.FromString(creation.command.open.value), secret)
    except (InvalidTag, msgspec.MsgspecError, BadTableError, ValueError, TitleNotServed) as error:
        raise BadSnapshotError(str(error) or type(error).__name__) from error
    if (game.id, game.version, game.digest) != (entry.game, entry.version, entry.digest):
        raise BadSnapshotError("it belongs to a different entry")
    if game.position() != entry.position_digest:
        raise BadSnapshotError("its table differs")
    return Restored(game, digests)


def _read(titles: Titles, opened: bytes, created: life.CreateGame, secret: bytes) -> Restored:
    book = titles.rulebook_of(created)
    edition = book.edition(created)

    def read_component(kind: Any, value: Any) -> Any:
        if kind is Rulebook and tuple(value) == (book.name, book.rules_version):
            return book
        if kind is not Rulebook and value == edition.digest:
            return edition
        raise ValueError(f"this game does not use {value!r}")

    facts = msgspec.msgpack.decode(opened, type=_facts(), dec_hook=read_component)
    table = canonical.decode(book.title.rules, facts.table, edition)
    before = canonical.decode(book.title.rules, facts.before, edition) if facts.before else None
    step = waiting(book.title.rules, table) if facts.waits else None
    facts.own_turn = facts.own_turn.with_tables(lambda read: canonical.decode(book.title.rules, read, edition))
    shared = {name: getattr(facts, name) for name in Game.__struct_fields__ if name not in _APART}
    return Restored(Game(**shared, table=table, before_outcome=before, step=step, secret=secret), facts.digests)


@cache
def _facts() -> Any:
    """Return the type of the sealed message."""
    kinds = get_type_hints(Game, vars(games))
    fields = [(name, kinds[name]) for name in Game.__struct_fields__ if name not in _APART]
    own = [("table", bytes), ("before", bytes), ("waits", bool), ("digests", bytes)]
    return msgspec.defstruct("Facts", [*fields, *own], kw_only=True)


msgspec.msgpack.Decoder(_facts())  # Before there are threads: see games.kit.rules.canonical.prepare.


def _named(value: Any) -> Any:
    """Encode hook for msgspec: a rulebook is its title and rules version, an edition its digest."""
    if isinstance(value, Rulebook):
        return value.name, value.rules_version
    if isinstance(value, Edition):
        return value.digest
    raise TypeError(f"a snapshot cannot hold a {type(value).__name__}")


_encoder = msgspec.msgpack.Encoder(enc_hook=_named)


def _cipher(secret: bytes) -> AESSIV:
    return AESSIV(HKDF(SHA256(), 64, None, b"gunbai snapshots 2").derive(secret))


def _context(game: str, version: int) -> list[bytes]:
    return [game.encode(), version.to_bytes(8, "big")]
