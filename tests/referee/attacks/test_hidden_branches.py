"""A branch gives away nothing that its running parent hides: two worlds that differ in it answer everybody else alike.

In both worlds seat 1 has bid in secret, 1 here and 4 there, when the game is branched with every seat's consent. Then
every reader but seat 1 asks everything that can be asked, of every game of the family.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from google.protobuf.message import Message

from gunbai.liars_dice.v1.commands_pb2 import ShakeCup
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1 import results_pb2 as results
from gunbai.referee.v1 import audit_pb2, game_pb2, lobby_pb2, record_pb2
from lab.signed_orders import ARBITERS_KEY
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, bearer, failure, serving
from referee.game.entries import packed
from store.contract import ANY_GAME, Filter, Page
from store.memory import MemoryStore
from tests.referee.reader_answers import alike, answers
from tests.referee.services.test_orders import deciding, ruling, signed

SEAT_2 = record.Actor(kind=record.ACTOR_KIND_SEAT, seat=2)
PROBES = [protos.Bid(light=light, seat=seat) for seat in (2, 3) for light in (0, 5, 6)]


class Family(NamedTuple):
    """A game, its branch, and the branch of that."""

    trunk: Match
    branch: Match
    twig: Match | None = None

    def games(self) -> list[Match]:
        """Return the games, the oldest first."""
        return [game for game in self if game is not None]


async def moved(match: Match, actor: int, move: Message, accepted: str = "accepted") -> None:
    """Submit a command, whose id is the same in both worlds, and expect this verdict."""
    head = (await match.game()).head
    request = match.request(move, (await match.view(actor)).expected_version, f"after {head}")
    assert (await match.send(actor, request)).WhichOneof("verdict") == accepted


async def planted(house: House, light: int, **terms: int) -> Family:
    """Return a running game in which seat 1 has bid in secret, and its branch, which goes on with the same players."""
    trunk = await house.start(seats=3)
    await moved(trunk, 1, protos.Bid(light=light, seat=1))
    branch = await trunk.consented(6, **terms)
    await branch.follow(trunk)
    return Family(trunk, branch)


async def running(house: House, light: int) -> Family:
    """Return a branch that goes on."""
    family = await planted(house, light)
    await moved(family.branch, 2, protos.Bid(light=2, seat=2))
    return family


async def refusing(house: House, light: int) -> Family:
    """Return a branch in which seat 1 was refused a second bid."""
    family = await planted(house, light)
    await moved(family.branch, 1, protos.Bid(light=light, seat=1), "refused")
    return family


async def dealt(house: House, light: int) -> Family:
    """Return a branch with a dealer of its own."""
    return await planted(house, light, chance_source=DEALER)


async def abandoned(house: House, light: int) -> Family:
    """Return a branch that was abandoned while its parent goes on."""
    family = await running(house, light)
    await family.branch.abandon()
    return family


async def twigged(house: House, light: int) -> Family:
    """Return a branch of a branch, both abandoned while the game goes on."""
    trunk, branch, _ = await running(house, light)
    twig = await branch.consented(8)
    await twig.follow(branch)
    await twig.abandon()
    await branch.abandon()
    return Family(trunk, branch, twig)


async def early_twig(house: House, light: int) -> Family:
    """Return a branch of a branch at a version of the trunk, abandoned while both others go on."""
    trunk, branch, _ = await running(house, light)
    twig = await branch.consented(6)
    await twig.follow(branch)
    await twig.abandon()
    return Family(trunk, branch, twig)


SCENES: list[Callable[[House, int], Awaitable[Family]]] = [
    planted, running, refusing, dealt, abandoned, twigged, early_twig
]  # fmt: skip


def tokens_of(game: Match) -> dict[str, str]:
    """Return the tokens of everybody who must not learn the secret of seat 1, by name."""
    seats = {f"seat {seat}": game.tokens[seat] for seat in (2, 3)}
    return {"anybody": "", "host": game.host, **({"dealer": game.dealer} if game.dealer else {}), **seats}


async def seen(family: Family, games: Iterable[Match]) -> dict[str, object]:
    """Return everything that everybody is answered, without what differs between any two games."""
    parts_by_call: dict[str, object] = {}
    names = {game.id: f"game {number}" for number, game in enumerate(family.games())}
    for game in games:
        for reader, token in tokens_of(game).items():
            answered = await answers(game, token, 2 if reader == "seat 2" else 3, PROBES)
            for call, of_readers in answered.items():
                parts = [str(alike(part, game.id)) for part in of_readers]
                for name, plain in names.items():
                    parts = [part.replace(name, plain) for part in parts]
                parts_by_call[f"{names[game.id]}: {call} by {reader}"] = parts
    return parts_by_call


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(
            scene, id=scene.__name__, marks=[] if scene in {planted, refusing, twigged} else [pytest.mark.long]
        )
        for scene in SCENES
    ],
)
async def test_nobody_learns_from_a_branch_what_its_parent_hides(
    house: House, scene: Callable[[House, int], Awaitable[Family]]
) -> None:
    low, high = await scene(house, 1), await scene(house, 4)
    one, other = await seen(low, low.games()), await seen(high, high.games())
    assert {call for call in one if one[call] != other[call]} == set()


def hidden(entries: Iterable[record.Entry]) -> bool:
    """Return whether anything in the entries is sealed."""
    return any(item.HasField("sealed") for entry in entries for item in (entry.command, *entry.events))


async def closed(game: Match, after: int) -> None:
    """Wait for the entry with which the service closes a game by itself, the next one after a version."""
    request = record_pb2.WatchGameRequest(game=game.id, after_version=after)
    watched = game.house.record.WatchGame(request)
    async for update in watched:
        if update.HasField("entries"):
            assert update.entries.entries[0].command.open.type_url.endswith("gunbai.record.v1.CloseGame")
            break
    watched.cancel()


async def refused_to_end(game: Match) -> bool:
    """Return whether a game cannot be abandoned, since a branch goes on that hides what both share."""
    request = lobby_pb2.AbandonGameRequest(game=game.id)
    error = await failure(game.house.lobby.AbandonGame(request, metadata=bearer(game.host)))
    return error.reason == "BRANCH_RUNNING"


async def test_a_game_is_not_abandoned_while_a_branch_hides_what_both_share(house: House) -> None:
    worlds = []
    for light in (1, 4):
        family = await running(house, light)
        assert await refused_to_end(family.trunk)
        worlds.append(await seen(family, family.games()))
    one, other = worlds
    assert {call for call in one if one[call] != other[call]} == set()


async def test_once_the_branch_has_ended_its_parent_can_be_abandoned(house: House) -> None:
    trunk, branch, _ = await running(house, 4)
    await branch.abandon()
    assert hidden(await branch.entries())
    await trunk.abandon()
    assert not hidden([*await branch.entries(), *await trunk.entries()])


async def test_a_game_waits_for_the_branches_of_its_branch(house: House) -> None:
    trunk, branch, _ = await running(house, 4)
    await branch.abandon()
    twig = await branch.consented(6)
    await twig.follow(branch)
    assert await refused_to_end(trunk)
    await twig.abandon()
    await trunk.abandon()
    assert not hidden(await twig.entries())


async def test_a_branch_that_the_catalogue_has_lost_is_waited_for_too(tmp_path: Path) -> None:
    store = MemoryStore()
    async with serving(store, tmp_path) as house:
        trunk, branch, _ = await running(house, 4)
        lost = store._catalogue.pop(branch.id)
        assert await refused_to_end(trunk)
        assert hidden(await trunk.entries())
        store._catalogue[branch.id] = lost
        await branch.abandon()
        await trunk.abandon()


class Looking(MemoryStore):
    """A store that can be stopped after it has listed the branches of a game; it notes where it writes."""

    def __init__(self) -> None:
        super().__init__()
        self.listed, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.written: list[str] = []

    async def games(self, only: Filter = ANY_GAME, *arguments: Any, **named: Any) -> Page:
        page = await super().games(only, *arguments, **named)
        if only.parent:
            self.listed.set()
            await self.may_go_on.wait()
        return page

    async def append(self, game: str, *arguments: Any, **named: Any) -> None:
        await super().append(game, *arguments, **named)
        self.written.append(game)


async def test_no_branch_begins_between_the_look_for_branches_and_the_end_of_the_game(tmp_path: Path) -> None:
    store = Looking()
    async with serving(store, tmp_path) as house:
        trunk = await house.start()
        await trunk.play((1, protos.Bid(light=4, seat=1)))
        branch = await trunk.consented(5)
        for seat in (1, 2):
            await branch.enter(trunk.tokens[seat])
        ending = asyncio.create_task(trunk.abandon())
        await store.listed.wait()
        beginning = asyncio.create_task(branch.begin())
        for _ in range(50):
            await trunk.game()
        store.may_go_on.set()
        await asyncio.gather(ending, beginning)
    assert store.written[-2:] == [trunk.id, branch.id]


async def test_after_its_last_move_a_game_is_closed_when_its_branches_have_ended(house: House) -> None:
    trunk = await house.start()
    await trunk.play((1, protos.Bid(light=4, seat=1)))
    branch = await trunk.consented(5)
    await branch.follow(trunk)
    await trunk.finish()
    assert (await trunk.game()).status == game_pb2.GAME_STATUS_RUNNING
    assert hidden(await trunk.entries())
    assert await refused_to_end(trunk)
    assert not (await trunk.view(1)).waiting.seats
    head = (await trunk.game()).head
    await branch.abandon()
    await closed(trunk, head)
    assert (await trunk.game()).status == game_pb2.GAME_STATUS_FINISHED
    assert not hidden([*await branch.entries(), *await trunk.entries()])


async def test_nobody_changes_the_result_of_a_game_that_waits_for_its_branches(house: House) -> None:
    """The rules have ended it: who conceded or agreed now, or was awarded it, would take the victory of another."""
    trunk = await house.start(arbiter=ARBITERS_KEY)
    await trunk.play((1, protos.Bid(light=4, seat=1)))
    branch = await trunk.consented(5)
    await branch.follow(trunk)
    await trunk.finish()
    view = await trunk.view(1)
    given = [results.Concede(), results.Agree(result=results.AgreedResult(winners=[1]))]
    calls: list[Awaitable[object]] = [trunk.send(1, trunk.request(order, view.expected_version)) for order in given]
    calls.append(house.arbiter.DecideGame(signed(deciding(trunk, view.version))))
    calls.append(house.arbiter.RuleIrregularity(signed(ruling(trunk, view.version))))
    calls.append(trunk.fork(6, trunk.tokens[1], continues=True))
    assert [(await failure(call)).reason for call in calls] == ["GAME_OVER"] * len(calls)
    await branch.abandon()
    await closed(trunk, view.version)
    done = await trunk.game()
    assert (done.status, done.head) == (game_pb2.GAME_STATUS_FINISHED, view.version + 1)
    assert await trunk.holds()


async def test_a_finished_branch_keeps_sealed_what_its_parent_hides(house: House) -> None:
    trunk = await house.start()
    await trunk.play((1, protos.Bid(light=4, seat=1)))
    branch = await trunk.consented(5)
    await branch.follow(trunk)
    await branch.finish()
    sealed = [[item.HasField("sealed") for item in (e.command, *e.events)] for e in await branch.entries()]
    assert sealed[4] == [True, False, True]
    assert any(map(any, sealed[7:]))
    assert any(entry.command.HasField("sealed") for entry in await branch.entries(branch.host))
    assert not (await branch.entries(branch.tokens[1]))[4].command.HasField("sealed")
    request = audit_pb2.AdjudicateRequest(game=branch.id, version=5, actor=SEAT_2, command=packed(protos.Ring()))
    assert (await failure(house.audit.Adjudicate(request, metadata=bearer(branch.host)))).reason == "HIDDEN_FACTS"
    await trunk.abandon()
    assert not any(entry.command.HasField("sealed") for entry in await branch.entries())


async def test_the_dealer_of_a_branch_is_not_shown_what_another_dealer_entered(house: House) -> None:
    worlds = []
    for face in (1, 4):
        trunk = await house.start("liars_dice", 3, chance_source=DEALER)
        for seat in (1, 2, 3):
            await moved(trunk, 0, ShakeCup(seat=seat, dice=[face if seat == 1 else 3] * 5))
        version = (await trunk.game()).head
        assert not any(entry.command.HasField("sealed") for entry in await trunk.entries(trunk.dealer))
        branch = await trunk.consented(version)
        await branch.follow(trunk)
        sealed = [entry.version for entry in await branch.entries(branch.dealer) if entry.command.HasField("sealed")]
        assert sealed == [version - 2, version - 1, version]
        worlds.append(await seen(Family(trunk, branch), [branch]))
    one, other = worlds
    assert {call for call in one if one[call] != other[call]} == set()
