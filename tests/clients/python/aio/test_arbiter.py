"""The arbiter of the client: orders that are signed, whose positions have their leaf and, if needed, a salt."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gunbai.record.v1.irregularities_pb2 import REMEDY_STANDS, RuleIrregularity
from gunbai.record.v1.results_pb2 import RESULT_BASIS_ADJUDICATION, DecideGame
from gunbai.referee.v1.game_pb2 import GAME_STATUS_APPEALED, GAME_STATUS_DECIDED, GAME_STATUS_RUNNING
from gunbai_client import aio, connect

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
CLUB = RuleIrregularity(clause="the club's rule 3", done="The game was cut short.", remedy=REMEDY_STANDS)
LATE = DecideGame(basis=RESULT_BASIS_ADJUDICATION, winners=[1], reason="the club closes", appeal_pending=True)


async def test_an_arbiter_rules_and_decides_by_what_they_sign(address: str) -> None:
    async with aio.connect(address) as gunbai:
        public = KEY.public_key().public_bytes_raw()
        made = await gunbai.create("liars_dice", seats=2, arbiter=public)
        game = made.info.game
        start = await gunbai.table(game)
        for player in ("Ann", "Bob"):
            await gunbai.join(game, player)
        await gunbai.holding(made.host_token).start(game)
        arbiter = gunbai.arbiter(game, KEY)
        assert (await arbiter.decide(LATE)).info.status == GAME_STATUS_APPEALED
        ruled = await arbiter.rule(CLUB, command_id="on")
        assert (ruled.info.status, len(ruled.accepted.entries[0].events)) == (GAME_STATUS_RUNNING, 1)
        assert (await arbiter.rule(CLUB, command_id="on")).accepted.repeated_command
        position = (await arbiter.rule(CLUB, table=start)).accepted.entries[0].events[1]
        assert position.WhichOneof("content") == "sealed"
        LATE.appeal_pending = False
        assert (await arbiter.decide(LATE)).info.status == GAME_STATUS_DECIDED
        found = await gunbai.verify(game)
        assert [each.arbiter for each in found.irregular_entries] == [public, public]
        assert not found.problem


def test_seats_decide_and_dealers_correct_without_coroutines(address: str) -> None:
    from gunbai.liars_dice.v1.commands_pb2 import ShakeCup
    from gunbai.record.v1.results_pb2 import Agree, AgreedResult

    with connect(address) as gunbai:
        made = gunbai.create("liars_dice", seats=2, chance="dealer")
        seats = [gunbai.join(made.info.game, player) for player in ("Ann", "Bob")]
        gunbai.holding(made.host_token).start(made.info.game)
        dealer = gunbai.holding(made.dealer_token).seat(made.info.game)
        version = dealer.submit(ShakeCup(seat=1, dice=[1, 2, 3, 4, 5])).accepted.entries[0].version
        corrected = dealer.correct(ShakeCup(seat=1, dice=[1, 2, 3, 4, 6]), version).accepted
        assert corrected.entries[0].version == version + 1
        word = Agree(result=AgreedResult(winners=[2]))
        assert [seat.agree(word).HasField("accepted") for seat in seats] == [True, True]
        assert gunbai.game(made.info.game).result.winners == [2]
        other = gunbai.create("liars_dice", seats=2)
        ann, _ = [gunbai.join(other.info.game, player) for player in ("Ann", "Bob")]
        gunbai.holding(other.host_token).start(other.info.game)
        assert ann.concede().accepted.sentences[0].events == ["Ann concedes."]
