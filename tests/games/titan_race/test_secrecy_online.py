"""Two games of the service that differ only in a card of one hand look the same to everybody else, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted, Actor, Decision
from games.titan_race import TITAN_RACE
from games.titan_race.rules.steps import React
from games.titan_race.rules.steps.draw_card import TakeCard
from games.titan_race.rules.table import Options, RaceTable, setup
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, record_pb2
from gunbai.titan_race.v1 import commands_pb2 as cmd
from lab.toy_service import DEALER, House, Match, bearer, house
from lab.walk import SeededDraws, pick
from referee.game.entries import packed

OPTIONS = '{"tracks": ["dead_lagoon"]}'
HOLDER, READERS = 2, (1, 3, "")
SHIELD, FIREBALL = "TRC02", "TRC07"
MOVES = 110


def next_moves(one: RaceTable, other: RaceTable, source: random.Random) -> tuple[Actor, Message, Message]:
    """Return who moves next, and how in each game: alike, but for the first card that the holder is dealt."""
    step = decider.waiting(TITAN_RACE.rules, one)
    if isinstance(step, TakeCard):
        kept = [card for card in one.deck if card in other.deck and card not in {SHIELD, FIREBALL}]
        cards = (SHIELD, FIREBALL) if step.seat == HOLDER and not one.at(HOLDER).hand else (kept[0],) * 2
        deals = [cmd.DealCard(seat=step.seat, card=card) for card in cards]
        return CHANCE, deals[0], deals[1]
    if isinstance(step, Decision):
        (seat,) = step.seats(one)
        showing = (cmd.PlayCard, cmd.DiscardCard, cmd.PayPirates)
        move = pick(
            source, [move for move in decider.legal(TITAN_RACE.rules, one, seat) if not isinstance(move, showing)]
        )
        return seat, move, move
    assert isinstance(step, decider.Chance)
    outcome = step.draw(one, SeededDraws(source))
    return CHANCE, outcome, outcome


def after(table: RaceTable, actor: Actor, move: Message) -> RaceTable:
    accepted = decider.decide(TITAN_RACE.rules, table, actor, move)
    assert isinstance(accepted, Accepted)
    table_after: RaceTable = accepted.table
    return table_after


async def received(match: Match, reader: int | str) -> dict[str, Any]:
    """Return everything that a reader receives about a game, without its name, its hours and its digests."""
    token = match.tokens[reader] if isinstance(reader, int) else reader
    view = await match.view(token)
    draw = record_pb2.DrawPositionRequest(game=match.id)
    drawn = await match.house.record.DrawPosition(draw, metadata=bearer(token))
    return {
        "view": view.view.value,
        "waiting": view.waiting,
        "picture": drawn.svg.replace(match.id, ""),
        "entries": [shape(entry) for entry in await match.entries(token)],
        "refused": [(one.actor, one.command.open, one.refused) for one in await refused(match, token)],
        "legal": (await match.legal(reader)).commands if isinstance(reader, int) else None,
    }


async def refused(match: Match, token: str) -> list[audit_pb2.GivenRuling]:
    """Return the refusals that are listed."""
    asked = audit_pb2.ListRulingsRequest(game=match.id, refused_only=True)
    return list((await match.house.audit.ListRulings(asked, metadata=bearer(token))).rulings)


def shape(entry: record.Entry) -> tuple[Any, ...]:
    items = [(item.WhichOneof("content"), item.open, item.ByteSize()) for item in (entry.command, *entry.events)]
    return entry.version, entry.actor, items[1:] if entry.version == 1 else items, len(entry.SerializeToString())


def moves(source: random.Random, *, until_window: bool) -> Iterator[tuple[Actor, Message, Message]]:
    """Yield the moves of both games, up to the holder's first window if that is asked for."""
    one = other = setup(3, Options(tracks=("dead_lagoon",)), TITAN_RACE.rules.edition)
    for _ in range(MOVES):
        step = decider.waiting(TITAN_RACE.rules, one)
        if until_window and isinstance(step, React) and step.seat == HOLDER:
            return
        actor, move, twin = next_moves(one, other, source)
        one, other = after(one, actor, move), after(other, actor, twin)
        yield actor, move, twin
    assert one.riders != other.riders
    assert not until_window


async def played(found: House, seed: int, *, until_window: bool = False) -> list[Match]:
    """Return two games that were played alike but for the holder's card."""
    games = [await found.start("titan_race", 3, chance_source=DEALER, options_json=OPTIONS) for _ in range(2)]
    for number, (actor, *pair) in enumerate(moves(random.Random(seed), until_window=until_window)):
        for match, move in zip(games, pair, strict=True):
            expected = (await match.view(1)).version
            ruling = await match.send(actor, match.request(packed(move), expected, command_id=f"move {number}"))
            assert ruling.HasField("accepted"), ruling
    return games


async def test_a_card_that_does_not_fit_a_window_is_refused_without_a_word_to_others(tmp_path: Path) -> None:
    """In one game the holder has no Fireball, in the other they hold it and it does not fit: two different refusals."""
    async with house(tmp_path) as found:
        games = await played(found, seed=6, until_window=True)
        rulings = [await match.submit(HOLDER, cmd.PlayCard(card=FIREBALL)) for match in games]
        assert [ruling.refused.clause for ruling in rulings] == ["TR-10.1", "TR-8.7"]
        for reader in READERS:
            one, other = [await received(match, reader) for match in games]
            assert one == other
            assert len(one["refused"]) == 1
