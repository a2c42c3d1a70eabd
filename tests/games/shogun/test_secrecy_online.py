"""Two games of the service that differ only in a hidden plan look the same to everybody else, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, record_pb2
from gunbai.shogun.v1 import commands_pb2 as cmd
from gunbai.shogun.v1 import view_pb2
from lab.toy_service import DEALER, House, Match, bearer, failure, house
from referee.game.entries import packed
from tests.games.shogun.positions import PLANS

OPTIONS = '{"start": "preset", "lineups": "ABC"}'
PLANNER, READERS = 2, (1, 3, "")
OPENING: list[tuple[int, Message]] = [
    (0, cmd.DropCubes(fallen=cmd.Cubes(armies=(1, 2, 3), farmers=4))),
    (0, cmd.TurnUpEvents(events=["E1", "E2", "E3", "E6"])),
    (0, cmd.LayActionCards(actions=["march_a", "castle", "temple", "theatre", "rice"])),
    (0, cmd.LaySpecialCards(specials=["tax_bonus", "rice_bonus", "six_armies", "attack_bonus", "defence_bonus"])),
]
ORDER: list[tuple[int, Message]] = [
    (0, cmd.DrawEvent(card="E6")),
    (1, cmd.PickSpecial(special="tax_bonus")),
    (2, cmd.PickSpecial(special="defence_bonus")),
    (3, cmd.PickSpecial(special="rice_bonus")),
    (1, cmd.MarchTo(province="hoki")),
]
SHORT = ("ise", "kii", "kaga", "chest_0", "shimosa", "hitachi", "yamato", "echizen", "chest_4", "shimotsuke", "chest_2")
LONG = (
    "awa_shikoku",
    "shimotsuke",
    "shimosa",
    "hitachi",
    "chest_4",
    "kii",
    "ise",
    "kaga",
    "yamato",
    "chest_1",
    "chest_2",
)


async def games(found: House) -> tuple[Match, Match]:
    """Return two games in which all begin to plan the first spring."""
    one, other = [await found.start("shogun", 3, chance_source=DEALER, options_json=OPTIONS) for _ in range(2)]
    await both((one, other), *[(actor, move, move) for actor, move in OPENING])
    return one, other


async def both(pair: tuple[Match, Match], *moves: tuple[int, Message, Message]) -> None:
    """Make a move in each game."""
    for actor, *twins in moves:
        for match, move in zip(pair, twins, strict=True):
            request = match.request(
                packed(move), (await match.view(actor)).expected_version, command_id=await name(match)
            )
            ruling = await match.send(actor, request)
            assert ruling.HasField("accepted"), ruling


async def name(match: Match) -> str:
    """Return a command's id that is the same in both games."""
    return f"after {(await match.view('')).version}"


async def check_alike(pair: tuple[Match, Match]) -> None:
    """Check that every reader but the planner gets the same of both games."""
    for reader in READERS:
        one, other = [await known(match, reader) for match in pair]
        for part in one:
            assert one[part] == other[part], part


async def known(match: Match, reader: int | str) -> dict[str, Any]:
    """Return everything that a reader gets of a game, without its name, its hours and its digests."""
    token = match.tokens[reader] if isinstance(reader, int) else reader
    view = await match.view(token)
    draw = record_pb2.DrawPositionRequest(game=match.id)
    drawn = await match.house.record.DrawPosition(draw, metadata=bearer(token))
    listing = audit_pb2.ListRulingsRequest(game=match.id, refused_only=True)
    refused = (await match.house.audit.ListRulings(listing, metadata=bearer(token))).rulings
    return {
        "view": view.view.value,
        "waiting": view.waiting,
        "expected": view.expected_version,
        "picture": drawn.svg.replace(match.id, ""),
        "entries": [shape(entry) for entry in await match.entries(token)],
        "refused": [(one.actor, one.command.open, one.refused, one.command.ByteSize()) for one in refused],
        "legal": (await match.legal(reader)).commands if isinstance(reader, int) else None,
    }


def shape(entry: record.Entry) -> tuple[Any, ...]:
    """Return what an entry shows but for times, digests and seals; its size with these."""
    items = [(item.WhichOneof("content"), item.open, item.ByteSize()) for item in (entry.command, *entry.events)]
    fixed = (entry.version, entry.actor, entry.expected_version, entry.command_id, len(entry.signature))
    return *fixed, items[1:] if entry.version == 1 else items, len(entry.SerializeToString())


def lay(card: str) -> cmd.LayCard:
    return cmd.LayCard(seat=PLANNER, card=card)


async def test_nothing_shows_that_a_board_is_as_it_was_before(tmp_path: Path) -> None:
    """A card laid and taken up again, a plan changed for the same: no digest comes twice."""
    async with house(tmp_path) as found:
        match, _ = await games(found)
        await match.play((PLANNER, lay("ise")), (PLANNER, cmd.TakeCardUp(seat=PLANNER)), (PLANNER, lay("ise")))
        await match.play(*[(PLANNER, cmd.LayPlan(seat=PLANNER, cards=SHORT))] * 2)
        digests = [entry.position_digest for entry in await match.entries()]
        assert len({*digests} - {b""}) == sum(map(bool, digests))


async def test_a_refused_card_is_not_shown(tmp_path: Path) -> None:
    """In one game the card lies already, in the other it belongs to somebody else."""
    async with house(tmp_path) as found:
        pair = await games(found)
        await both(pair, (PLANNER, lay("shimotsuke"), lay("kii")))
        rulings = [
            await match.submit(PLANNER, lay(card)) for match, card in zip(pair, ("shimotsuke", "mino"), strict=True)
        ]
        assert [ruling.refused.clause for ruling in rulings] == ["SH-6.2", "SH-6.3"]
        await check_alike(pair)


async def test_whole_plans_are_alike_until_their_cards_are_turned_up(tmp_path: Path) -> None:
    async with house(tmp_path) as found:
        pair = await games(found)
        plans = [cmd.LayPlan(seat=PLANNER, cards=plan) for plan in (SHORT, LONG)]
        await both(pair, (PLANNER, plans[0], plans[1]), (PLANNER, plans[1], plans[0]))
        await check_alike(pair)
        rest = [cmd.LayPlan(seat=seat, cards=PLANS[seat]) for seat in (1, 3)]
        await both(pair, *[(plan.seat, plan, plan) for plan in rest])
        await check_alike(pair)
        await both(pair, *[(actor, move, move) for actor, move in ORDER])
        await check_alike(pair)
        seen = view_pb2.View.FromString((await pair[0].view(3)).view.value)
        assert len(seen.players[PLANNER - 1].face_down) == 10


async def test_what_a_seat_answers_does_not_go_stale_by_anothers_cards(tmp_path: Path) -> None:
    async with house(tmp_path) as found:
        match, _ = await games(found)
        expected = (await match.view(1)).expected_version
        for card in SHORT[:4]:
            await match.play((PLANNER, lay(card)))
        plan = cmd.LayPlan(seat=1, cards=PLANS[1])
        assert (await match.send(1, match.request(plan, expected))).HasField("accepted")
        assert (await failure(match.send(1, match.request(plan, expected)))).code == "ABORTED"


async def test_nobody_tries_out_what_a_hidden_plan_would_bring(tmp_path: Path) -> None:
    """Who may still choose how many armies move on must not see the card that the next player then turns up."""
    async with house(tmp_path) as found:
        match, _ = await games(found)
        await match.play(*[(seat, cmd.LayPlan(seat=seat, cards=PLANS[seat])) for seat in (1, 2, 3)], *ORDER[:4])
        actor = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=1)
        asking = audit_pb2.AdjudicateRequest(game=match.id, actor=actor, command=packed(cmd.MarchTo(province="hoki")))
        answer = await found.audit.Adjudicate(asking, metadata=bearer(match.tokens[1]))
        assert answer.HasField("accepted")
        assert not answer.accepted.events
        table = record_pb2.GetTableRequest(game=match.id)
        for token in (*match.tokens.values(), match.host, ""):
            assert (await failure(found.record.GetTable(table, metadata=bearer(token)))).reason == "HIDDEN_FACTS"
