"""A fork leaves its parent at any version, shares what came before, and goes its own way with a secret of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.referee.v1 import game_pb2, referee_pb2
from gunbai.referee.v1.audit_pb2 import VERDICT_CONSISTENT, VERDICT_INCOMPLETE
from gunbai_record.chain import checked
from lab.toy import protos
from lab.toy_service import DEALER, House, Match, all_of, bearer, bids, failure, failure_of, open_house


async def on(match: Match) -> None:
    """Seat players at a branch and start it."""
    await match.seat_all(entropy=b"again")
    await match.begin()


async def finished(house: House, **options: Any) -> Match:
    """Return a game that is over."""
    match = await house.start(**options)
    await match.finish()
    return match


async def test_a_branch_shares_the_prefix_and_its_numbers_run_on(house: House) -> None:
    match = await finished(house)
    branch = await match.fork(7, label="what if")
    await on(branch)
    await branch.finish()
    trunk, entries = await match.entries(), await branch.entries()
    assert entries[:7] == trunk[:7]
    assert [entry.game for entry in entries[6:8]] == [match.id, branch.id]
    assert len(list(checked(entries))) == len(entries)
    fork = life.ForkGame.FromString(entries[7].command.open.value)
    assert (fork.parent, fork.parent_version, fork.parent_digest) == (match.id, 7, trunk[6].digest)
    game = await branch.game()
    assert (game.parent, game.parent_version, game.label) == (match.id, 7, "what if")
    assert game.status == game_pb2.GAME_STATUS_FINISHED
    verified = await branch.verify()
    assert verified.verdict == VERDICT_CONSISTENT
    assert (verified.entries, verified.adjudicated) == (len(entries), len(entries))


async def test_forks_of_forks_hold_together(house: House) -> None:
    trunk = await finished(house)
    family = [trunk]
    for depth in range(4):
        branch = await family[-1].fork((await family[-1].game()).head - depth % 3)
        await on(branch)
        await branch.finish()
        family.append(branch)
    for match in family:
        verified = await match.verify()
        assert verified.verdict == VERDICT_CONSISTENT, verified
    early = await family[-1].fork(6)
    assert (await early.game()).parent == family[-1].id
    await on(early)
    assert await early.holds()


async def test_a_branch_before_the_turn_of_chance_draws_anew(house: House) -> None:
    """The outcome is the branch's own, from its own secret: over several branches it differs."""
    match = await finished(house)
    drawn = set()
    for _ in range(8):
        branch = await match.fork(6)
        await on(branch)
        drawn.add((await branch.entries())[-1].command.open.value)
    assert len(drawn) > 1


async def test_a_branch_may_be_dealt_by_hand(house: House) -> None:
    match = await finished(house)
    branch = await match.fork(6, chance_source=DEALER)
    await on(branch)
    assert (await branch.view(1)).waiting.chance
    await branch.play((0, protos.DrawLanterns(lanterns=["pine", "wave"])))
    assert (await branch.view(1)).waiting.step == "MayObject"


async def test_a_running_game_without_hidden_facts_is_forked_by_anybody(house: House) -> None:
    match = await house.start()
    await match.play((1, protos.Ring()))
    branch = await match.fork(5)
    await on(branch)
    assert (await branch.view(1)).waiting.step == "LayBids"


async def test_a_running_game_with_hidden_facts_takes_every_seats_consent(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))

    one, two = await match.consents(5)
    for token, consents in ((match.host, []), (match.host, [one]), (match.tokens[1], [one, two]), ("", [one, two])):
        failed = await failure(match.fork(5, token, consents=consents))
        assert failed[:2] == ("PERMISSION_DENIED", "CONSENTS_MISSING")
    others = [(await match.consents(version, **terms))[1] for version, terms in OTHER_TERMS]
    for forged in (*others, "made up", two[:-4] + "AAAA"):
        failed = await failure(match.fork(5, match.host, consents=[one, forged]))
        assert (failed.code, failed.field) == ("INVALID_ARGUMENT", "consents")
    branch = await match.fork(5, match.host, consents=[one, two])
    await branch.follow(match)
    own = await branch.view(1)
    assert protos.View.FromString(own.view.value).own_bid == 3
    assert protos.View.FromString((await branch.view(2)).view.value).own_bid == 0
    entries = await branch.entries()
    assert entries[4].command.HasField("sealed")
    assert await branch.holds()
    assert (await match.fork(4)).id


OTHER_TERMS: list[tuple[int, dict[str, Any]]] = [(4, {}), (5, {"private": True}), (5, {"chance_source": DEALER})]


async def test_nobody_but_a_seat_consents(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    for token in (match.dealer, match.host):
        request = referee_pb2.ConsentToForkRequest(game=match.id, version=4)
        refused = await failure(house.referee.ConsentToFork(request, metadata=bearer(token)))
        assert refused.reason == "ROLE_NEEDED"


async def test_before_the_start_there_is_nothing_to_consent_to(house: House) -> None:
    match = await house.start()
    for version in (1, 3):
        request = referee_pb2.ConsentToForkRequest(game=match.id, version=version)
        refused = await failure(house.referee.ConsentToFork(request, metadata=bearer(match.tokens[1])))
        assert refused[:2] == ("FAILED_PRECONDITION", "GAME_NOT_STARTED")
    assert all(await match.consents(4))


async def test_a_consent_is_good_for_one_branch(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await house.start()
        await match.play(*bids(3))
        consents = await match.consents(5)
        raced = await all_of(*(match.fork(5, match.host, consents=consents) for _ in range(4)))
        failed = [failure_of(outcome) for outcome in raced if isinstance(outcome, grpc.aio.AioRpcError)]
        assert [failure[:2] for failure in failed] == [("ALREADY_EXISTS", "CONSENT_USED")] * 3
        (branch,) = [outcome for outcome in raced if isinstance(outcome, Match)]
        command = life.ForkGame.FromString((await branch.entries())[5].command.open.value)
        assert [len(consent) for consent in command.consents] == [16, 16]
    async with open_house(tmp_path) as house:
        again = match.at(house)
        fresh = await again.consents(5)
        for reused in (consents, [consents[0], fresh[1]], [fresh[0], consents[1]]):
            assert (await failure(again.fork(5, again.host, consents=reused))).reason == "CONSENT_USED"
        await again.fork(5, again.host, consents=fresh)


async def test_a_seat_of_a_branch_with_hidden_facts_is_its_holders(house: House) -> None:
    match, other = await house.start(), await house.start()
    await match.play(*bids(3))
    branch = await match.consented(5)
    assert [seat.held for seat in (await branch.game()).seats] == [True, True]
    for token in ("", branch.host):
        assert (await failure(branch.enter(token, player="Eve")))[:2] == ("PERMISSION_DENIED", "SEAT_HELD")
    assert (await failure(branch.enter(match.tokens[1], seat=2))).reason == "SEAT_HELD"
    assert (await failure(branch.enter(match.tokens[1], player="Eve"))).field == "player"
    for token in (match.host, other.tokens[1]):
        assert (await failure(branch.enter(token))).reason == "FOREIGN_TOKEN"
    joined = await branch.enter(match.tokens[2])
    assert (joined.seat, joined.info.seats[1].player) == (2, "player 2")
    assert (await failure(branch.enter(match.tokens[2]))).reason == "SEAT_TAKEN"
    assert (await failure(branch.view(match.tokens[1]))).reason == "FOREIGN_TOKEN"


async def test_when_the_parent_has_ended_a_held_seat_is_free(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    branch = await match.consented(5)
    twig = await house.start()
    await match.abandon()
    assert (await branch.enter("", player="Eve", seat=1)).seat == 1
    assert (await branch.enter(match.tokens[2])).seat == 2
    assert (await failure(branch.enter(twig.tokens[1], player="Eve"))).reason == "FOREIGN_TOKEN"


async def test_a_seat_of_a_branch_of_a_branch_waits_for_whatever_hides_facts(house: House) -> None:
    match = await house.start(seats=3)
    await match.play(*bids(3))
    branch = await match.consented(6)
    await branch.follow(match)
    twig = await branch.consented(7)
    await branch.abandon()
    assert (await failure(twig.enter("", player="Eve", seat=1))).reason == "SEAT_HELD"
    assert (await failure(twig.enter(match.tokens[1]))).reason == "FOREIGN_TOKEN"
    assert (await twig.enter(branch.tokens[1])).seat == 1
    await match.abandon()
    assert (await twig.enter("", player="Eve")).seat == 2


async def test_a_private_branch_with_hidden_facts_needs_no_other_invitation(house: House) -> None:
    match = await house.start(private=True)
    await match.play(*bids(3))
    branch = await match.consented(5)
    assert (await failure(branch.enter("", player="Eve"))).reason == "GAME_PRIVATE"
    await branch.follow(match)


async def test_an_ended_branch_is_verified_once_its_parent_is_open(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    branch = await match.consented(5)
    await branch.follow(match)
    await branch.finish()
    before = await branch.verify()
    assert before.verdict == VERDICT_INCOMPLETE
    gaps = [f"the secret of {match.id!r} has not been opened: chance, salts and positions were not recomputed"] * 2
    assert [unchecked.sentence for unchecked in before.unchecked] == gaps
    sealed = await branch.entries()
    await match.abandon()
    after = await branch.verify()
    assert after.verdict == VERDICT_CONSISTENT
    assert after.chance_recomputed
    opened = await branch.entries()
    assert [entry.digest for entry in opened] == [entry.digest for entry in sealed]
    assert not any(entry.command.HasField("sealed") for entry in opened)


async def test_what_cannot_be_forked_is_refused(house: House) -> None:
    match = await finished(house)
    head = (await match.game()).head
    assert (await failure(match.fork(3)))[:2] == ("FAILED_PRECONDITION", "GAME_NOT_STARTED")
    assert (await failure(match.fork(head + 1)))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")
    assert (await failure(match.fork(0))).field == "version"
    assert (await failure(match.fork(5, label="x" * 101))).field == "label"
    assert (await failure(match.fork(5, chance_source=9))).field == "chance_source"


async def test_an_abandoned_game_goes_on_in_a_branch(house: House) -> None:
    from gunbai.referee.v1 import lobby_pb2

    match = await house.start()
    await house.lobby.AbandonGame(lobby_pb2.AbandonGameRequest(game=match.id), metadata=bearer(match.host))
    branch = await match.fork((await match.game()).head)
    await on(branch)
    await branch.finish()
    assert await branch.holds()


async def test_a_finished_game_can_be_forked_at_its_very_end(house: House) -> None:
    match = await finished(house)
    branch = await match.fork((await match.game()).head)
    await on(branch)
    assert (await branch.game()).status == game_pb2.GAME_STATUS_FINISHED
    assert await branch.holds()
