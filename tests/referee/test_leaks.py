"""The leak gate over the wire: two games that differ only in a private message answer everybody else alike.

The worlds are those of `tests/games/leaks.py`. A dealer enters what chance shows, so that both games are played as
planned. Then every reader asks everything that can be asked. The answers must have equal contents and equal sizes,
without what differs between any two games: their ids, times, digests and tokens.
"""

from __future__ import annotations

import random
from itertools import takewhile, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import Chance, Refusal, Table
from games.kit.title import Title
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1.disputes_pb2 import (
    DISPUTE_OUTCOME_UPHELD,
    AddStatementRequest,
    OpenDisputeRequest,
    SettleDisputeRequest,
)
from gunbai_record.plain import Plain
from lab.toy import LANTERN_NIGHT
from lab.toy_service import DEALER, House, Match, bearer, open_house
from lab.variants import VARIANTS
from referee.game.titles import Titles
from tests.games.whispers import HOLES, WHISPERS
from tests.referee.reader_answers import alike, answers
from titles.catalogue import TITLES, newest
from titles.checks.drawing import is_for
from titles.checks.leaks import Moment, Twins, is_equal_to, owner_of, pairs, private_kinds, probes, still_hidden

TOYS = [(3, "{}")]
SECRETIVE = [title for title in (*map(newest, TITLES), LANTERN_NIGHT, WHISPERS) if private_kinds(title)]
LENGTHY = {"king_of_tokyo", "shogun"}
"""The titles whose smallest table takes long too; tests/games/test_leaks.py has them in process."""
LATEST = 150
"""The most moves of a game before the worlds part: all its rulings fit on a page."""
PROBES = 20
"""How many commands every reader tries out, at most."""
SPAN = 6
"""The most moves that are made after the worlds have parted."""
CALLS = {
    "view": "GetView",
    "question": "GetView",
    "picture": "DrawPosition",
    "legal list": "ListLegalCommands",
    "sentences": "ListLegalCommands",
    "refusals": "Adjudicate",
    "events": "ReadEntries",
    "entry in words": "ReadEntries",
}
"""The call by which a leak in a part of a title comes over the wire."""


class Reader(NamedTuple):
    """Somebody who must not learn in which of two worlds they are."""

    name: str
    tokens: tuple[str, ...]
    """Their token in each game."""
    seat: int = 0


def parted(title: Title[Any], seats: int, options: str) -> Twins:
    """Return two worlds that part early, by an outcome of chance if any is private, and are equal to all readers."""
    kinds = private_kinds(title, Chance) or private_kinds(title)
    for seed in range(60):
        for twins in pairs(title, seats, options, seed, {}):
            moments = list(takewhile(is_secret, twins.moments[:SPAN]))
            if moments and twins.kind in kinds and len(twins.shared) < LATEST:
                return twins._replace(moments=moments)
    raise AssertionError(f"no two worlds of {title.name} differ in a private message alone")


def is_secret(moment: Moment) -> bool:
    """Return whether a difference is hidden on the table, and the entry is sealed to all but one seat."""
    one, other = moment
    items = [item for move in moment for item in (move.message, *move.accepted.events) if not is_for(item, None)]
    owners = {owner_of(item) for item in items}
    return still_hidden([one.accepted.table, other.accepted.table]) and is_equal_to(moment, None) and len(owners) < 2


async def played(house: House, title: Title[Any], seats: int, options: str, twins: Twins) -> list[Match]:
    """Return two games that were played as the worlds go."""
    matches = [await house.start(title.name, seats, chance_source=DEALER, options_json=options) for _ in range(2)]
    steps = [((turn.actor, turn.move), (turn.actor, turn.move)) for turn in twins.shared]
    steps += [((one.actor, one.message), (other.actor, other.message)) for one, other in twins.moments]
    for number, step in enumerate(steps):
        for match, (actor, message) in zip(matches, step, strict=True):
            expected = (await match.view(actor)).expected_version
            ruling = await match.send(actor, match.request(message, expected, command_id=f"move {number}"))
            assert ruling.HasField("accepted"), ruling
    return matches


async def refused(matches: list[Match], title: Title[Any], twins: Twins) -> list[SignedReceipt]:
    """Try commands of the owner that the rules refuse in both games, first those that they refuse differently.

    Return the receipts of the first.
    """
    tables = [move.accepted.table for move in twins.moments[-1]]
    rulings = [
        (probe, [decider.decide(title.rules, table, twins.owner, probe) for table in tables])
        for probe in probes(title, tables[0], twins.owner, twins.words())
    ]
    both = [(one == other, probe) for probe, (one, other) in rulings if is_refusal(one) and is_refusal(other)]
    receipts = []
    for number, (_, probe) in enumerate(sorted(both, key=itemgetter(0))[:PROBES]):
        for match in matches:
            expected = (await match.view(twins.owner)).expected_version
            request = match.request(probe, expected, command_id=f"try {number}")
            request.receipt = not number
            ruling = await match.send(twins.owner, request)
            assert ruling.HasField("refused")
            receipts += [ruling.refused.receipt] if request.receipt else []
    return receipts


async def disputed(match: Match, owner: int, receipt: SignedReceipt | None) -> None:
    """Dispute the newest entry as another seat than the owner of what is private, and a refusal as this; settle it."""
    version = (await match.game()).head
    entry = OpenDisputeRequest(game=match.id, claim="No.", request_id="entry", version=version)
    claims = [(owner % match.seats + 1, entry)]
    if receipt is not None:
        claims.append((owner, OpenDisputeRequest(game=match.id, claim="No.", request_id="refusal", receipt=receipt)))
    for seat, request in claims:
        await match.house.disputes.OpenDispute(request, metadata=bearer(match.tokens[seat]))
    statement = AddStatementRequest(game=match.id, dispute=1, text="So.", request_id="so", inspection_allowed=True)
    await match.house.disputes.AddStatement(statement, metadata=bearer(match.tokens[owner]))
    verdict = SettleDisputeRequest(
        game=match.id, dispute=len(claims), outcome=DISPUTE_OUTCOME_UPHELD, reason="By the book."
    )
    await match.house.disputes.SettleDispute(verdict, metadata=bearer(match.dealer))


def is_refusal(ruling: object) -> bool:
    """Return whether the rules refuse a command."""
    return isinstance(ruling, Refusal)


def tried(title: Title[Any], table: Table, seat: int, twins: Twins, most: int) -> list[Plain]:
    """Return some commands that a seat tries out."""
    commands = list(probes(title, table, seat, twins.words()))
    return random.Random(1).sample(commands, min(most, len(commands)))


def readers_of(matches: list[Match], twins: Twins) -> list[Reader]:
    """Return everybody who must not learn of the difference: the dealer too, unless it is what they entered."""
    one, other = matches
    readers = [Reader("anybody", ("", "")), Reader("host", (one.host, other.host))]
    readers += [
        Reader(f"seat {seat}", (one.tokens[seat], other.tokens[seat]), seat)
        for seat in range(1, one.seats + 1)
        if seat != twins.owner
    ]
    if twins.moments[0].one.actor:
        readers.append(Reader("dealer", (one.dealer, other.dealer)))
    return readers


async def differing(
    folder: Path, title: Title[Any], seats: int, options: str, twins: Twins, *, most: int = PROBES
) -> set[str]:
    """Return the calls whose answers show a reader that there are two games."""
    table = twins.moments[-1].one.accepted.table
    shown: set[str] = set()
    async with open_house(folder, titles=Titles([title])) as house:
        matches = await played(house, title, seats, options, twins)
        receipts = await refused(matches, title, twins)
        for match, receipt in zip_longest(matches, receipts):
            await disputed(match, twins.owner, receipt)
        for reader in readers_of(matches, twins):
            commands = tried(title, table, reader.seat, twins, most)
            one, other = [
                {call: [alike(answer, match.id) for answer in got] for call, got in found_out.items()}
                for match, token in zip(matches, reader.tokens, strict=True)
                for found_out in [await answers(match, token, reader.seat, commands)]
            ]
            shown |= {call for call in one if one[call] != other[call]}
    return shown


async def check_worlds(folder: Path, title: Title[Any], seats: int, options: str, most: int) -> None:
    twins = parted(title, seats, options)
    assert await differing(folder, title, seats, options, twins, most=most) == set()


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(title, id=title.name, marks=[pytest.mark.long] if title.name in LENGTHY else [])
        for title in SECRETIVE
    ],
)
async def test_nobody_is_answered_otherwise_in_another_world(tmp_path: Path, title: Title[Any]) -> None:
    """At the smallest table with somebody beside the owner and the one who is asked."""
    seats, options = next(pair for pair in VARIANTS.get(title.name, TOYS) if pair[0] >= 3)
    await check_worlds(tmp_path, title, seats, options, 4)


@pytest.mark.long
@pytest.mark.parametrize("title", SECRETIVE, ids=lambda title: title.name)
async def test_nobody_at_a_full_table_is_answered_otherwise_in_another_world(tmp_path: Path, title: Title[Any]) -> None:
    seats, options = VARIANTS.get(title.name, TOYS)[-1]
    await check_worlds(tmp_path, title, seats, options, PROBES)


@pytest.mark.parametrize("hole", [hole for hole, (part, _) in HOLES.items() if part in CALLS])
async def test_a_hole_in_a_title_shows_over_the_wire(tmp_path: Path, hole: str) -> None:
    """The worlds are those of the title without holes: seat 2 rolls, and seat 1 is asked next, or has just nodded."""
    part, title = HOLES[hole]
    (twins,) = [twins for twins in pairs(WHISPERS, 3, "{}", 1, {}) if len(twins.shared) == 1]
    assert (twins.kind, twins.owner) == ("RollDie", 2)
    moments = twins.moments[: 6 if part == "events" else 5]
    assert CALLS[part] in await differing(tmp_path, title, 3, "{}", twins._replace(moments=moments))
