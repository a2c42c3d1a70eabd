"""Branches: the first entry of a game that leaves another at a version, written and folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1 import results_pb2 as results
from gunbai_record.chain import URL
from gunbai_record.chance import commitment, derive
from referee.errors import GameNotStarted, InvalidField
from referee.game.absences import absence_seconds
from referee.game.chance_shares import share_seconds, stalled_rule
from referee.game.entries import BY_HOST, Added, Deed, packed, write_first
from referee.game.game import Game, Sitting
from referee.game.lifecycle import arbiter_key, chartered, check_dealer, clock_terms, reissue_seconds, source_of
from referee.game.orders import check_undecided
from referee.game.own_turn import OwnTurn
from referee.game.time_control import Clock

FORK: Final = f"{URL}gunbai.record.v1.ForkGame"
_OF_THE_BRANCH = ("parent_version", "parent_digest", "commitment", "label", "played_on", "tags", "invited_only")
"""What a branch that continues a game has for itself."""
CONSENT_ID: Final = 16
"""The size of a consent's id in bytes."""


class BranchChance(NamedTuple):
    """A branch's chance: its source, and the terms for shares."""

    source: life.ChanceSource.ValueType
    share_seconds: int
    stalled: life.StalledRule.ValueType


def branch_chance(
    parent: Game,
    source: life.ChanceSource.ValueType,
    seconds: int,
    stalled: life.StalledRule.ValueType,
) -> BranchChance:
    """Return how chance works in a branch: as in the parent unless the request differs. Raises InvalidField."""
    charter = parent.charter
    source = source_of(source or charter.chance_source)
    inherited = charter if source == charter.chance_source else life.ForkGame()
    seconds = share_seconds(source, seconds or inherited.share_seconds)
    return BranchChance(source, seconds, stalled_rule(source, stalled or inherited.stalled))


def check_branched(parent: Game) -> None:
    """Check that a position may be branched. Raises GameNotStarted."""
    if not parent.started:
        raise GameNotStarted(parent.id, f"it had not started at version {parent.version}")


def fork_game(parent: Game, fork: life.ForkGame, game: str, secret: bytes, at: int) -> Added:
    """Return a new game that leaves `parent` at its version, with its first entry.

    `asked` is the command as far as the host fills it in: label, date, tags, source of chance, privacy, the consents
    with the seats' holders, and the branched game, which has the position from an ancestor if it branched off later.
    Raises GameNotStarted or InvalidField.
    """
    check_branched(parent)
    if fork.continues:
        _check_continuation(parent, fork)
    else:
        _check_consents(parent, fork)
    chance = branch_chance(parent, fork.chance_source, fork.share_seconds, fork.stalled)
    check_dealer(parent.charter.rulebook, parent.table, chance.source)
    command = life.ForkGame(
        parent=fork.parent,
        parent_version=parent.version,
        parent_digest=parent.digest,
        chance_source=chance.source,
        private=fork.private,
        commitment=commitment(secret),
        label=fork.label,
        consents=fork.consents,
        held_seats=fork.held_seats,
        share_seconds=chance.share_seconds,
        stalled=chance.stalled,
        played_on=fork.played_on,
        tags=fork.tags,
        arbiter=arbiter_key(fork.arbiter),
        invited_only=fork.invited_only,
        clock=clock_terms(fork),
        reissue_seconds=reissue_seconds(fork.reissue_seconds),
        absence_seconds=absence_seconds(fork.absence_seconds),
        continues=fork.continues,
    )
    deed = Deed(BY_HOST, parent.later(at), packed(command))
    entry = write_first(
        parent.charter.rulebook,
        game,
        secret,
        deed,
        life.GameForked(),
        version=parent.version + 1,
        previous=parent.digest,
    )
    return Added(game_forked(parent, entry, secret), (entry,))


def held_seats(parent: Game) -> list[life.HeldSeat]:
    """Return a game's seats with their keys, for a branch that keeps them for their holders."""
    return [
        life.HeldSeat(seat=number, public_key=sitting.public_key) for number, sitting in enumerate(parent.sittings, 1)
    ]


def consents_of(first: record.Entry) -> Sequence[bytes]:
    """Return the ids of the consents that a game's first entry names; none if it needed none."""
    if first.command.open.type_url != FORK:
        return ()
    return life.ForkGame.FromString(first.command.open.value).consents


def game_forked(parent: Game, entry: record.Entry, secret: bytes) -> Game:
    """Return the branch after its first entry: the parent's table, with all seats free."""
    fork = life.ForkGame.FromString(entry.command.open.value)
    charter = msgspec.structs.replace(
        parent.charter,
        **chartered(fork, entry),
        continues=fork.continues,
        parent=fork.parent,
        parent_version=fork.parent_version,
        # A branch draws from its own secret: shared chance would be known from the games that went on.
        sisters=(),
        common_commitment=b"",
        seed="",
        shares_sealed=parent.sealed,
        holders=tuple(Sitting(public_key=held.public_key, taken=True) for held in fork.held_seats),
    )
    # With keys from its own secret alone, the branch's end would let anybody test guesses at what the parent hides.
    inherited = parent.secret + parent.inherited if parent.sealed else b""
    return parent.noted(
        entry,
        charter=charter,
        secret=secret,
        common=b"",
        inherited=inherited,
        keys=derive(secret, inherited=inherited),
        status="open",
        sittings=(Sitting(),) * charter.seats,
        step=None,
        deadline=0,
        acted=(0,) * len(parent.acted),
        words=(),
        absences={},
        away=(),
        out=(),
        # A takeback must not give anybody time back; a branch of its own begins with full clocks.
        clock=Clock(parent.clock.left, used=parent.clock.used) if fork.continues and parent.clock is not None else None,
        late=(),
        with_bot=(),
        continued_by="",
        own_turn=OwnTurn(),
        result=None,
        basis=results.RESULT_BASIS_UNSPECIFIED,
        absent=(),
    )


def on_same_terms(game: Game) -> life.ForkGame:
    """Return the terms of a branch that continues a game: its own, with the same players."""
    charter = game.charter
    return life.ForkGame(
        parent=game.recorded_id,
        chance_source=charter.chance_source,
        private=charter.private,
        share_seconds=charter.share_seconds,
        stalled=charter.stalled,
        held_seats=held_seats(game),
        arbiter=charter.arbiter,
        clock=charter.clock.message() if charter.clock is not None else None,
        reissue_seconds=charter.reissue_seconds,
        absence_seconds=charter.absence_seconds,
        continues=True,
    )


def _check_continuation(parent: Game, fork: life.ForkGame) -> None:
    """Check that a branch continues a running game on its terms. Raises InvalidField, GameNotStarted or GameOver."""
    check_undecided(parent)
    # A branch draws anew, and its deal would no longer be that of the other games.
    if parent.charter.sisters and fork.parent == parent.recorded_id:
        raise InvalidField("continues", "a game with common chance allows no takeback")
    same = on_same_terms(parent)
    for field in life.ForkGame.DESCRIPTOR.fields:
        if field.name not in _OF_THE_BRANCH and getattr(fork, field.name) != getattr(same, field.name):
            raise InvalidField(field.name, "a game continues with the same seats on the same terms")


def _check_consents(parent: Game, fork: life.ForkGame) -> None:
    """Check that a branch has no consents, or one from each seat with its holder. Raises InvalidField."""
    if not fork.consents and not fork.held_seats:
        return
    seats = [*range(1, parent.charter.seats + 1)]
    if len(fork.consents) != len(seats):
        raise InvalidField("consents", f"expected one consent per seat ({len(seats)}), not {len(fork.consents)}")
    if len({*fork.consents}) != len(seats):
        raise InvalidField("consents", "two consents are the same: each seat gives its own")
    if any(len(consent) != CONSENT_ID for consent in fork.consents):
        raise InvalidField("consents", f"the id of a consent has {CONSENT_ID} bytes")
    if [held.seat for held in fork.held_seats] != seats:
        raise InvalidField("held_seats", f"expected the holders of seats 1 to {len(seats)}, in order")
    if fork.parent == parent.recorded_id and [*fork.held_seats] != held_seats(parent):
        raise InvalidField("held_seats", "each seat keeps the key it had in the parent")
