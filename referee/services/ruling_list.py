"""Lists of rulings: accepted commands are entries, refused ones are in the log of refusals."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from google.protobuf.message import DecodeError

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai.referee.v1 import ruling_pb2 as rulings
from gunbai_record.chain import sealed
from gunbai_record.numerals import is_whole
from referee.access.audience import shown
from referee.access.callers import Caller
from referee.errors import RecordDamaged
from referee.game.entries import moment
from referee.game.game import Game
from referee.game.translator import Translator
from referee.proof.identity import Identity
from referee.records.games import Games
from store.contract import BadPageToken, RefusedMove

PAGE_BYTES = 1024 * 1024
"""A page of rulings ends before it exceeds this: by default, clients accept four times as much."""


class ListPlace(NamedTuple):
    """A place in the list: refusals come after the version at which they were judged, by number."""

    version: int
    refusal: int

    @classmethod
    def parse(cls, token: str) -> ListPlace:
        """Parse a page token. Raises BadPageToken."""
        version, dot, refusal = token.partition(".")
        if not token:
            return cls(0, 0)
        if not (dot and is_whole(version) and is_whole(refusal)):
            raise BadPageToken(token)
        return cls(int(version), int(refusal))

    def token(self) -> str:
        """Return the place's page token."""
        return f"{self.version}.{self.refusal}"


async def rulings_after(
    games: Games, game: Game, caller: Caller, token: str, size: int, *, refused_only: bool
) -> pb.ListRulingsResponse:
    """Return a page of rulings, in order; its token is bare. Raises BadPageToken."""
    after = ListPlace.parse(token)
    opened = await games.open_parts(game)
    listed = await _refused(games, game, caller, after, size, opened=opened)
    if not refused_only:
        entries = await games.entries(game.id, after.version, after.version + size + 1)
        listed += [(ListPlace(entry.version, 0), _accepted(game, entry, caller, opened)) for entry in entries]
    listed.sort(key=lambda given: given[0])
    page = listed[: _fitting(listed, size)]
    reached = ListPlace(
        max([after.version, *(place.version for place, _ in page if not place.refusal)]),
        max([after.refusal, *(place.refusal for place, _ in page)]),
    )
    return pb.ListRulingsResponse(
        rulings=[ruling for _, ruling in page],
        next_page_token=reached.token() if len(listed) > len(page) else "",
        dropped_refusals=await games.store.dropped_refusals(game.id),
    )


def put_in_words(page: pb.ListRulingsResponse, game: Game, translator: Translator) -> None:
    """Put a page's rulings in words, as they are shown to its reader."""
    players = translator.players(game.sittings)
    clauses = {clause.number: clause for clause in game.charter.rulebook.clauses.values()}
    for given in page.rulings:
        given.actor_name = translator.actor(given.actor, players)
        given.sentence = translator.item(given.command, players)
        if given.refused.clause in clauses:
            translator.say_refused(given.refused, clauses[given.refused.clause], players)


def sign_receipts(page: pb.ListRulingsResponse, game: str, identity: Identity) -> None:
    """Add a receipt to each refusal on a page whose command its reader sees."""
    for given in page.rulings:
        if given.refused.clause and given.command.HasField("open"):
            at, refused = given.judge_time.ToMicroseconds(), given.refused
            signed = identity.signed_receipt(
                game, refused.version, given.actor.seat, given.command, clause=refused.clause, at=at
            )
            refused.receipt.CopyFrom(signed)


def _fitting(listed: list[tuple[ListPlace, pb.GivenRuling]], size: int) -> int:
    """Return how many of these rulings fit on a page: at least one, and no more than a message should carry."""
    carried = 0
    for number, (_, ruling) in enumerate(listed[:size]):
        carried += ruling.ByteSize()
        if carried > PAGE_BYTES and number:
            return number
    return size


async def _refused(
    games: Games, game: Game, caller: Caller, after: ListPlace, size: int, *, opened: Container[str]
) -> list[tuple[ListPlace, pb.GivenRuling]]:
    """Return the refusals after a place, one more than fit on a page, in the order of their numbers."""
    listed, version = [], 0
    for move in await games.store.refusals(game.id, after.refusal, size + 1):
        version = max(version, move.version)
        listed.append((ListPlace(version, move.number), _as_seen(game, _given(move), caller, opened)))
    return listed


def _given(move: RefusedMove) -> pb.GivenRuling:
    try:
        return pb.GivenRuling.FromString(move.data)
    except DecodeError:
        raise RecordDamaged(
            move.game, move.version, f"the stored ruling of refusal {move.number} cannot be read"
        ) from None


def _accepted(game: Game, entry: record.Entry, caller: Caller, opened: Container[str]) -> pb.GivenRuling:
    return pb.GivenRuling(
        actor=entry.actor,
        judge_time=moment(entry.at_micros),
        command_id=entry.command_id,
        command=shown(game, entry, caller, opened).command,
        accepted_version=entry.version,
    )


def _as_seen(game: Game, given: pb.GivenRuling, caller: Caller, opened: Container[str]) -> pb.GivenRuling:
    """Return a refusal as the caller can see it: with hidden facts, another seat's shows neither command nor clause."""
    item, own = given.command, caller.role == "seat" and caller.seat == given.actor.seat
    if own or game.id in opened or not (item.salt or item.sealed):
        return given
    if item.salt:
        item.CopyFrom(sealed(item))
    given.ClearField("command_digest")
    given.refused.CopyFrom(rulings.Refused(version=given.refused.version))
    return given
