"""A game over the service, with the referee's own chance: it ends, all plans are opened, and its record verifies."""

from __future__ import annotations

import random
from pathlib import Path

from games.kit.rules import canonical
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import audit_pb2, record_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import events_pb2 as ev
from gunbai.shogun.v1 import view_pb2
from lab.toy_service import House, Match, bearer, failure, open_house
from referee.game.entries import packed
from tests.games.shogun import first_spring
from tests.games.shogun.positions import PLANS, acting
from titles.checks.walk import pick

ON_THE_TABLE = '{"start": "preset", "tower": "table"}'
DEALER = life.CHANCE_SOURCE_DEALER
PLANNER = 2


async def play(match: Match, source: random.Random) -> None:
    """Give random commands until the game is over, taking cards up only where nothing else is left to do."""
    while seats := (await match.view("")).waiting.seats:
        seat = pick(source, seats)
        answer = await match.legal(seat)
        moves = [legal.command for legal in answer.commands if not legal.command.type_url.endswith("TakeCardUp")]
        command = pick(source, moves or [legal.command for legal in answer.commands])
        ruling = await match.send(seat, match.request(command, answer.expected_version))
        assert ruling.HasField("accepted"), ruling


def sealed(entries: list[record.Entry]) -> int:
    """Return how many items are sealed."""
    return sum(item.HasField("sealed") for entry in entries for item in (entry.command, *entry.events))


async def test_a_game_is_played_to_its_end_and_verified(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("shogun", 3, options_json='{"start": "preset"}')
        await play(match, random.Random(2))
        ended = view_pb2.View.FromString((await match.view("")).view.value)
        assert (ended.year, ended.season) == (2, ev.SEASON_WINTER)
        assert ended.winners
        entries = await match.entries()
        assert not sealed(entries)
        report = await match.verify()
        assert report.verdict == VERDICT_CONSISTENT, report
        assert report.chance_recomputed == sum(entry.actor.kind == record.ACTOR_KIND_CHANCE for entry in entries)


async def test_a_tower_on_the_table_is_refused_without_a_dealer(tmp_path: Path) -> None:
    """The model never throws in its place: neither from the options nor from a table, nor in a branch (SH-13.6)."""
    started = acting({}, ["tax"], tower_source="table")
    async with open_house(tmp_path) as house:
        for terms in ({"options_json": ON_THE_TABLE}, {"table_json": canonical.encode(started).decode()}):
            refused = await failure(house.open("shogun", 3, **terms))
            assert (refused.field, refused.facts["clause"]) == ("chance_source", "SH-13.6")
            assert (await house.open("shogun", 3, chance_source=DEALER, **terms)).dealer
        match = await house.start("shogun", 3, options_json=ON_THE_TABLE, chance_source=DEALER)
        head = (await match.game()).head
        assert (await failure(match.fork(head, chance_source=life.CHANCE_SOURCE_REFEREE))).field == "chance_source"
        assert (await match.fork(head, chance_source=DEALER)).dealer


async def test_the_dealer_enters_stray_cubes_while_the_next_card_is_awaited(tmp_path: Path) -> None:
    table = acting({}, ["tax"], tower_source="table")
    async with open_house(tmp_path) as house:
        text = canonical.encode(table).decode()
        match = await house.start("shogun", 3, table_json=text, chance_source=DEALER)
        assert (await match.view("")).waiting.step == "TurnUpAction"
        await match.play((0, cmd.DropStrayCubes(fallen=cmd.Cubes(armies=[1, 0, 2], farmers=1))))
        assert (await match.view("")).waiting.step == "TurnUpAction"
        assert await match.holds()


async def test_the_command_that_takes_a_card_up_again_is_listed_as_one_that_takes_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start("shogun", 3, options_json='{"start": "preset"}')
        answer = await match.legal(1)
        while not any(command.command.type_url.endswith("TakeCardUp") for command in answer.commands):
            assert not any(command.takes_back for command in answer.commands)
            await match.send(1, match.request(answer.commands[0].command, answer.expected_version))
            answer = await match.legal(1)
        undoing = [command.command.type_url for command in answer.commands if command.takes_back]
        assert [type_url.rpartition(".")[2] for type_url in undoing] == ["TakeCardUp"]


async def planning(house: House) -> Match:
    """Return a game with a dealer in which all begin to plan the first spring."""
    match = await house.start("shogun", 3, chance_source=DEALER, options_json=first_spring.OPTIONS)
    await match.play(*first_spring.OPENING)
    return match


def lay(card: str) -> cmd.LayCard:
    return cmd.LayCard(seat=PLANNER, card=card)


async def test_nothing_shows_that_a_board_is_as_it_was_before(tmp_path: Path) -> None:
    """A card laid and taken up again, a plan changed for the same: no digest comes twice."""
    async with open_house(tmp_path) as house:
        match = await planning(house)
        await match.play((PLANNER, lay("ise")), (PLANNER, cmd.TakeCardUp(seat=PLANNER)), (PLANNER, lay("ise")))
        await match.play(*[(PLANNER, cmd.LayPlan(seat=PLANNER, cards=first_spring.SHORT))] * 2)
        digests = [entry.position_digest for entry in await match.entries()]
        assert len({*digests} - {b""}) == sum(map(bool, digests))


async def test_what_a_seat_answers_does_not_go_stale_by_anothers_cards(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await planning(house)
        expected = (await match.view(1)).expected_version
        for card in first_spring.SHORT[:4]:
            await match.play((PLANNER, lay(card)))
        plan = cmd.LayPlan(seat=1, cards=PLANS[1])
        assert (await match.send(1, match.request(plan, expected))).HasField("accepted")
        assert (await failure(match.send(1, match.request(plan, expected)))).code == "ABORTED"


async def test_nobody_tries_out_what_a_hidden_plan_would_bring(tmp_path: Path) -> None:
    """Who may still choose how many armies move on must not see the card that the next player then turns up."""
    async with open_house(tmp_path) as house:
        match = await planning(house)
        await match.play(
            *[(seat, cmd.LayPlan(seat=seat, cards=PLANS[seat])) for seat in (1, 2, 3)], *first_spring.ORDER[:4]
        )
        actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1)
        asking = audit_pb2.AdjudicateRequest(game=match.id, actor=actor, command=packed(cmd.MarchTo(province="hoki")))
        answer = await house.audit.Adjudicate(asking, metadata=bearer(match.tokens[1]))
        assert answer.HasField("accepted")
        assert not answer.accepted.events
        table = record_pb2.GetTableRequest(game=match.id)
        for token in (*match.tokens.values(), match.host, ""):
            assert (await failure(house.record.GetTable(table, metadata=bearer(token)))).reason == "HIDDEN_FACTS"
