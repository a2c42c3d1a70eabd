"""Two games of the service that differ only in what one seat may see are alike to everybody else, sizes included."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from games.kit.rules import decider
from games.kit.rules.decider import CHANCE, Accepted, Actor, Decision
from games.titan_race import TITAN_RACE
from games.titan_race.rules.steps import React
from games.titan_race.rules.steps.draw_card import TakeCard
from games.titan_race.rules.table import Options, RaceTable, setup
from gunbai.liars_dice.v1 import commands as dice
from gunbai.shogun.v1 import commands as shogun
from gunbai.shogun.v1 import view_pb2
from gunbai.titan_race.v1 import commands as race
from gunbai_record.plain import Plain
from lab.toy_service import DEALER, House, Match, open_house
from referee.game.entries import packed
from tests.games.shogun import first_spring
from tests.games.shogun.positions import PLANS
from tests.referee.reader_answers import alike, answers
from titles.checks.walk import SeededDraws, pick

HOLDER, OTHERS = 2, (1, 3, "")
"""The seat that knows more, and who must not: the other seats and spectators."""
SHIELD, FIREBALL = "TRC02", "TRC07"
MOVES = 110
Pair = tuple[Match, Match]


async def pair_of(house: House, title: str, options: str = "{}") -> Pair:
    """Return two games with a dealer, so that what chance shows is alike in both."""
    one, other = [await house.start(title, 3, chance_source=DEALER, options_json=options) for _ in range(2)]
    return one, other


async def both(pair: Pair, *moves: tuple[int, Plain, Plain]) -> None:
    """Make a move in each game, with ids that are the same in both."""
    for actor, *twins in moves:
        for match, move in zip(pair, twins, strict=True):
            view = await match.view(actor)
            request = match.request(packed(move), view.expected_version, command_id=f"after {view.version}")
            ruling = await match.send(actor, request)
            assert ruling.HasField("accepted"), ruling


async def refusal(match: Match, move: Plain) -> str:
    """Return the clause by which a move of the holder is refused."""
    request = match.request(move, (await match.view(HOLDER)).expected_version, command_id="refused")
    return (await match.send(HOLDER, request)).refused.clause


async def check_alike(pair: Pair) -> None:
    """Check that everybody but the holder is answered alike by all calls about both games."""
    for reader in OTHERS:
        seat = reader if isinstance(reader, int) else 0
        one, other = [
            {call: [alike(answer, match.id) for answer in given] for call, given in given_answers.items()}
            for match in pair
            for given_answers in [await answers(match, match.tokens[seat] if seat else "", seat, ())]
        ]
        assert {call for call in one if one[call] != other[call]} == set(), reader


async def a_cup(house: House) -> AsyncIterator[Pair]:
    """Under a cup lie other dice (LD-1.2)."""
    pair = await pair_of(house, "liars_dice")
    for seat, hand in {1: (2, 3, 4, 5, 6), 3: (4, 4, 4, 2, 2)}.items():
        shaken = dice.ShakeCup(seat=seat, dice=hand)
        await both(pair, (0, shaken, shaken))
        if seat < HOLDER:
            held = [dice.ShakeCup(seat=HOLDER, dice=faces) for faces in ((1, 1, 1, 1, 1), (6, 2, 5, 3, 4))]
            await both(pair, (0, held[0], held[1]))
    bid = dice.MakeBid(quantity=3, face=4)
    await both(pair, (1, bid, bid))
    one, other = [await match.view(HOLDER) for match in pair]
    assert one.view != other.view
    yield pair


def lay(card: str) -> shogun.LayCard:
    return shogun.LayCard(seat=HOLDER, card=card)


async def planning(house: House) -> Pair:
    """Return two games in which all begin to plan the first spring."""
    pair = await pair_of(house, "shogun", first_spring.OPTIONS)
    await both(pair, *[(actor, move, move) for actor, move in first_spring.OPENING])
    return pair


async def a_refused_card_of_a_plan(house: House) -> AsyncIterator[Pair]:
    """In one game the card lies already, in the other it belongs to somebody else."""
    pair = await planning(house)
    await both(pair, (HOLDER, lay("shimotsuke"), lay("kii")))
    cards = ("shimotsuke", "mino")
    clauses = [await refusal(match, lay(card)) for match, card in zip(pair, cards, strict=True)]
    assert clauses == ["SH-6.2", "SH-6.3"]
    yield pair


async def a_plan(house: House) -> AsyncIterator[Pair]:
    """Whole plans are alike until their cards are turned up."""
    pair = await planning(house)
    plans = [shogun.LayPlan(seat=HOLDER, cards=plan) for plan in (first_spring.SHORT, first_spring.LONG)]
    await both(pair, (HOLDER, plans[0], plans[1]), (HOLDER, plans[1], plans[0]))
    yield pair
    rest = [shogun.LayPlan(seat=seat, cards=PLANS[seat]) for seat in (1, 3)]
    await both(pair, *[(plan.seat, plan, plan) for plan in rest])
    yield pair
    await both(pair, *[(actor, move, move) for actor, move in first_spring.ORDER])
    seen = view_pb2.View.FromString((await pair[0].view(3)).view.value)
    assert len(seen.players[HOLDER - 1].face_down) == 10
    yield pair


def next_moves(one: RaceTable, other: RaceTable, source: random.Random) -> tuple[Actor, Plain, Plain]:
    """Return who moves next, and how in each game: alike, but for the first card that the holder is dealt."""
    step = decider.waiting(TITAN_RACE.rules, one)
    if isinstance(step, TakeCard):
        cards_of_both = [card for card in one.deck if card in other.deck and card not in {SHIELD, FIREBALL}]
        cards = (SHIELD, FIREBALL) if step.seat == HOLDER and not one.at(HOLDER).hand else (cards_of_both[0],) * 2
        deals = [race.DealCard(seat=step.seat, card=card) for card in cards]
        return CHANCE, deals[0], deals[1]
    if isinstance(step, Decision):
        (seat,) = step.seats(one)
        showing = (race.PlayCard, race.DiscardCard, race.PayPirates)
        move = pick(
            source, [move for move in decider.legal(TITAN_RACE.rules, one, seat) if not isinstance(move, showing)]
        )
        return seat, move, move
    assert isinstance(step, decider.Chance)
    outcome = step.draw(one, SeededDraws(source))
    return CHANCE, outcome, outcome


def after(table: RaceTable, actor: Actor, move: Plain) -> RaceTable:
    accepted = decider.decide(TITAN_RACE.rules, table, actor, move)
    assert isinstance(accepted, Accepted)
    table_after: RaceTable = accepted.table
    return table_after


def moves(source: random.Random, *, until_window: bool) -> Iterator[tuple[Actor, Plain, Plain]]:
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


async def a_hand_after_a_refusal(house: House) -> AsyncIterator[Pair]:
    """In one game the holder has no Fireball, in the other they hold it and it does not fit: two different refusals."""
    pair = await pair_of(house, "titan_race", '{"tracks": ["dead_lagoon"]}')
    await both(pair, *moves(random.Random(6), until_window=True))
    assert [await refusal(match, race.PlayCard(card=FIREBALL)) for match in pair] == ["TR-10.1", "TR-8.7"]
    yield pair


@pytest.mark.parametrize("scene", [a_cup, a_plan, a_refused_card_of_a_plan, a_hand_after_a_refusal])
async def test_games_that_differ_in_a_secret_are_alike_to_all_others(
    scene: Callable[[House], AsyncIterator[Pair]], tmp_path: Path
) -> None:
    async with open_house(tmp_path) as house:
        async for pair in scene(house):
            await check_alike(pair)
