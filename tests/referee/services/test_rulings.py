"""Commands are judged: a legal one is written, one against a clause is refused, anything else is an error."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.any_pb2 import Any as AnyMessage

from games.infludance_duel import INFLUDANCE_DUEL
from gunbai.record.v1 import entry_pb2 as record
from gunbai.referee.v1 import audit_pb2, lobby_pb2, referee_pb2, ruling_pb2
from gunbai.titan_race.v1 import commands_pb2 as titan_race
from gunbai_record.chain import checked, command_payload
from gunbai_record.limits import MAX_COMMAND
from lab.toy import PURSES, protos
from lab.toy_games import started
from lab.toy_service import DEALER, House, Match, all_of, bearer, bids, failure
from referee.access.callers import Caller
from referee.game.entries import packed
from referee.services.ruling_list import ListPlace, _as_seen, _fitting

URL = "type.googleapis.com/"


async def digest(match: Match) -> tuple[int, bytes]:
    """Return the head of a game, by which one sees that nothing was written."""
    game = await match.game()
    return game.head, game.head_digest


async def test_an_accepted_command_is_an_entry_and_chance_another(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    ruling = await match.submit(2, protos.Bid(light=1, seat=2))
    kinds = [entry.command.open.type_url.rpartition(".")[2] for entry in ruling.accepted.entries]
    actors = [(entry.actor.kind, entry.actor.seat) for entry in ruling.accepted.entries]
    assert kinds == ["Bid", "DrawLanterns"]
    assert actors == [(record.ACTOR_KIND_SEAT, 2), (record.ACTOR_KIND_CHANCE, 0)]
    assert not ruling.accepted.repeated_command
    assert [entry.version for entry in checked(await match.entries())] == [1, 2, 3, 4, 5, 6, 7]


async def test_a_command_that_breaks_a_rule_is_answered_with_the_clause(house: House) -> None:
    match = await house.start()
    before = await digest(match)
    ruling = await match.submit(1, protos.Bid(light=9, seat=1))
    assert (ruling.refused.clause, ruling.refused.sentence) == ("LN-1", "Nobody bids more than the purse holds.")
    assert {value.name: value.value for value in ruling.refused.values} == {"light": "9", "purse": "5"}
    assert ruling.refused.version == before[0]
    assert await digest(match) == before


async def test_who_is_not_asked_is_refused_by_a_clause(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3))
    again = await match.submit(1, protos.Bid(light=1, seat=1))
    assert again.refused.clause == "LN-6"


def test_what_was_refused_to_the_dealer_in_secret_is_shown_to_nobody_without_a_seat() -> None:
    given = audit_pb2.GivenRuling(
        actor=record.Actor(kind=record.ACTOR_KIND_CHANCE),
        command=record.Item(open=packed(protos.DrawLanterns()), salt=bytes(32)),
        refused=ruling_pb2.Refused(clause="LN-1", version=4),
    )
    seen = _as_seen(started().game, given, Caller("peer"), ())
    assert seen.command.HasField("sealed")
    assert seen.refused == ruling_pb2.Refused(version=4)


async def test_after_the_end_the_rules_refuse_by_their_clause(house: House) -> None:
    match = await house.start()
    await match.finish()
    before = await digest(match)
    ruling = await match.send(1, match.request(protos.Bid(light=1, seat=1), before[0]))
    assert ruling.refused.clause == "LN-6"
    assert await digest(match) == before


@pytest.mark.parametrize("text", ["a\x00b", "a\nb", "\x1b[31mred"])
async def test_a_command_id_is_printable(house: House, text: str) -> None:
    match = await house.start()
    request = match.request(protos.Bid(light=1, seat=1), 4, text)
    assert (await failure(match.send(1, request)))[:2] == ("INVALID_ARGUMENT", "INVALID_FIELD")


async def test_a_standing_power_is_used_while_another_is_asked(house: House) -> None:
    match = await house.start()
    await match.play(*bids(3), (1, protos.Ring()), (2, protos.Bid(light=1, seat=2)), (2, protos.Ring()))
    assert (await match.submit(1, protos.Ring())).refused.clause == "LN-5"


@pytest.mark.parametrize("before", ["", "/", "example.com/", "https://example.com/of/types/"])
async def test_only_the_name_in_the_url_of_a_command_counts(house: House, before: str) -> None:
    """The record has one spelling, so that a secret command is sealed and an id repeated however it was spelt."""
    match = await house.start()
    request = match.request(packed(protos.Bid(light=1, seat=1)), (await match.view(1)).expected_version)
    other = referee_pb2.SubmitRequest()
    other.CopyFrom(request)
    other.command.type_url = before + request.command.type_url.removeprefix(URL)
    first, again = await match.send(1, other), await match.send(1, request)
    assert first.accepted.entries[0].command.open.type_url == request.command.type_url
    assert first.accepted.entries[0].command.salt
    assert (again.accepted.entries, again.accepted.repeated_command) == (first.accepted.entries, True)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=b"\xff\xff\xff"), "UNPARSABLE_COMMAND"),
        (AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=b"\x7a\x01x"), "UNPARSABLE_COMMAND"),
        (AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=b"\x0b" * 60_000), "UNPARSABLE_COMMAND"),
        (AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=b"\x10\x01\x08\x01"), "UNPARSABLE_COMMAND"),
        (AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=b"\x08\x81\x00\x10\x01"), "UNPARSABLE_COMMAND"),
        (AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=bytes(MAX_COMMAND + 1)), "INVALID_FIELD"),
        (AnyMessage(type_url=URL + "lantern_night.v1.BidLaid"), "UNKNOWN_COMMAND"),
        (AnyMessage(type_url=URL + "gunbai.record.v1.CloseGame"), "UNKNOWN_COMMAND"),
        (AnyMessage(type_url=URL + "gunbai.record.v1.AbandonGame"), "UNKNOWN_COMMAND"),
        (AnyMessage(type_url=URL + "no.such.Thing"), "UNKNOWN_COMMAND"),
        (AnyMessage(type_url="x" * 10_000), "UNKNOWN_COMMAND"),
        (AnyMessage(), "INVALID_FIELD"),
        (packed(INFLUDANCE_DUEL.rules.steps[0].takes[0]()), "FOREIGN_COMMAND"),  # type: ignore[attr-defined]  # a step that takes one
        (packed(protos.Bid(light=1, seat=2)), "INVALID_FIELD"),
    ],
)
async def test_what_is_no_command_of_the_title_never_reaches_the_rules(
    house: House, command: AnyMessage, reason: str
) -> None:
    match = await house.start()
    before = await digest(match)
    failed = await failure(match.send(1, match.request(command, before[0])))
    assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", reason)
    assert failed.field.startswith("command")
    assert await digest(match) == before
    await match.finish()


@pytest.mark.parametrize("command_id", ["", "x" * 65])
async def test_a_command_has_an_id_of_its_own(house: House, command_id: str) -> None:
    match = await house.start()
    request = match.request(protos.Bid(light=1, seat=1), 4)
    request.command_id = command_id
    failed = await failure(match.send(1, request))
    assert (failed.code, failed.field) == ("INVALID_ARGUMENT", "command_id")


async def test_a_message_that_is_too_large_is_not_read(house: House) -> None:
    match = await house.start()
    huge = match.request(AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=bytes(2 * 1024 * 1024)), 4)
    assert (await failure(match.send(1, huge))).code == "RESOURCE_EXHAUSTED"
    await match.finish()


async def test_a_game_that_is_not_there_is_not_found(house: House) -> None:
    match = await house.start()
    request = match.request(protos.Bid(light=1, seat=1), 4)
    request.game = "nowhere"
    assert (await failure(match.send(1, request)))[:2] == ("PERMISSION_DENIED", "FOREIGN_TOKEN")
    for game in ("nowhere", "", "x" * 4_000, "'; drop table entries"):
        lost = await failure(house.lobby.GetGame(lobby_pb2.GetGameRequest(game=game)))
        assert (lost.code, lost.reason) == ("NOT_FOUND", "GAME_NOT_FOUND")


async def test_before_the_start_no_command_is_judged(house: House) -> None:
    match = await house.open()
    await match.seat_all()
    failed = await failure(match.send(1, match.request(protos.Bid(light=1, seat=1), 3)))
    assert failed[:2] == ("FAILED_PRECONDITION", "GAME_NOT_STARTED")


class TestTheExpectedVersion:
    """It names a position at or after which the question was put, and since which it has stood unanswered."""

    async def test_another_seats_answer_leaves_my_question_standing(self, house: House) -> None:
        match = await house.start()
        mine = (await match.view(2)).expected_version
        await match.play(*bids(3))
        assert (await match.view(2)).expected_version == mine
        ruling = await match.send(2, match.request(protos.Bid(light=1, seat=2), mine))
        assert ruling.HasField("accepted")

    async def test_any_version_since_the_question_will_do(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(3), (1, protos.Ring()))
        head = (await match.game()).head
        assert head > (await match.view(2)).expected_version
        assert (await match.send(2, match.request(protos.Bid(light=1, seat=2), head))).HasField("accepted")

    @pytest.mark.parametrize("expected", [0, 3, 99, 2**64 - 1])
    async def test_a_version_before_the_question_or_after_the_head_is_a_conflict(
        self, house: House, expected: int
    ) -> None:
        match = await house.start()
        failed = await failure(match.send(1, match.request(protos.Bid(light=1, seat=1), expected)))
        assert failed[:2] == ("ABORTED", "VERSION_CONFLICT")
        assert failed.facts["earliest"] == str((await match.view(1)).expected_version)
        assert failed.facts["head"] == "4"

    async def test_of_two_answers_to_one_question_one_stands(self, house: House) -> None:
        match = await house.start()
        expected = (await match.view(1)).expected_version
        requests = [match.request(protos.Bid(light=light, seat=1), expected) for light in range(5)]
        answers = await all_of(*(match.send(1, request) for request in requests))
        accepted = [answer for answer in answers if not isinstance(answer, Exception)]
        assert len(accepted) == 1
        assert accepted[0].HasField("accepted")
        assert (await match.game()).head == 5

    async def test_a_seat_that_has_acted_names_a_later_version(self, house: House) -> None:
        match = await house.start()
        before = (await match.view(1)).expected_version
        await match.play((1, protos.Ring()))
        late = match.request(protos.Bid(light=1, seat=1), before)
        assert (await failure(match.send(1, late))).reason == "VERSION_CONFLICT"


class TestTheCommandId:
    """The same id again returns the first ruling, forever; with another command it is an error."""

    async def test_a_repeated_command_gets_its_first_ruling(self, house: House) -> None:
        match = await house.start()
        await match.play(*bids(3))
        request = match.request(protos.Bid(light=1, seat=2), (await match.view(2)).expected_version)
        first = await match.send(2, request)
        await match.play((2, protos.Withdraw()))
        again = await match.send(2, request)
        assert again.accepted.repeated_command
        assert list(again.accepted.entries) == list(first.accepted.entries)
        await match.finish()
        assert (await match.send(2, request)).accepted.repeated_command

    async def test_a_repeat_is_recognised_with_another_expected_version(self, house: House) -> None:
        match = await house.start()
        request = match.request(protos.Ring(), 4)
        await match.send(1, request)
        request.expected_version = 5
        assert (await match.send(1, request)).accepted.repeated_command

    async def test_the_same_id_with_another_command_is_an_error(self, house: House) -> None:
        match = await house.start()
        await match.send(1, match.request(protos.Bid(light=1, seat=1), 4, "one"))
        for actor, move in ((1, protos.Bid(light=2, seat=1)), (2, protos.Bid(light=1, seat=2)), (2, protos.Ring())):
            failed = await failure(match.send(actor, match.request(move, 4, "one")))
            assert failed[:2] == ("ALREADY_EXISTS", "COMMAND_ID_REUSED")
        assert (await match.game()).head == 5

    async def test_a_command_sent_many_times_at_once_is_written_once(self, house: House) -> None:
        match = await house.start()
        request = match.request(protos.Bid(light=1, seat=1), 4)
        answers = await all_of(*(match.send(1, request) for _ in range(20)))
        assert sum(not answer.accepted.repeated_command for answer in answers) == 1
        assert {answer.accepted.entries[0].version for answer in answers} == {5}


class TestSignatures:
    """A seat that joined with a public key signs its commands, and the signature is in the record."""

    async def test_a_signed_command_stands_and_the_unsigned_and_the_forged_do_not(self, house: House) -> None:
        key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
        match = await house.open()
        await match.join(1, public_key=key.public_key().public_bytes_raw())
        await match.join(2)
        await match.begin()
        move = protos.Bid(light=1, seat=1)
        payload = command_payload(match.id, 4, "mine", "lantern_night.v1.Bid", move.SerializeToString())
        unsigned, forged, signed = (
            match.request(move, 4, "mine", signature) for signature in (b"", other.sign(payload), key.sign(payload))
        )
        assert (await failure(match.send(1, unsigned)))[:2] == ("PERMISSION_DENIED", "SIGNATURE_MISSING")
        assert (await failure(match.send(1, forged)))[:2] == ("PERMISSION_DENIED", "SIGNATURE_INVALID")
        ruling = await match.send(1, signed)
        assert ruling.accepted.entries[0].signature == key.sign(payload)
        await match.play((2, protos.Bid(light=0, seat=2)))
        assert await match.holds()

    async def test_others_cannot_try_their_guesses_of_a_secret_command_on_its_signature(self, house: House) -> None:
        """Check that what the others see of a signed bid does not let them test guesses."""
        key = Ed25519PrivateKey.generate()
        match = await house.open()
        await match.join(1, public_key=key.public_key().public_bytes_raw())
        await match.join(2)
        await match.begin()
        move = protos.Bid(light=1, seat=1)
        payload = command_payload(match.id, 4, "mine", "lantern_night.v1.Bid", move.SerializeToString())
        await match.send(1, match.request(move, 4, "mine", key.sign(payload)))
        for token in (match.tokens[2], match.host, ""):
            entries = await match.entries(token)
            assert len(list(checked(entries))) == len(entries)
            assert len(entries[-1].signature) == 32
        assert (await match.entries(match.tokens[1]))[-1].signature == key.sign(payload)
        await house.lobby.AbandonGame(
            lobby_pb2.AbandonGameRequest(game=match.id, reason="late"), metadata=bearer(match.host)
        )
        opened = (await match.entries())[4]
        assert opened.signature == key.sign(payload)
        assert await match.holds()

    async def test_a_signature_holds_for_one_version_only(self, house: House) -> None:
        key = Ed25519PrivateKey.generate()
        match = await house.open()
        await match.join(1, public_key=key.public_key().public_bytes_raw())
        await match.join(2)
        await match.begin()
        move = protos.Bid(light=1, seat=1)
        payload = command_payload(match.id, 3, "mine", "lantern_night.v1.Bid", move.SerializeToString())
        moved = match.request(move, 4, "mine", key.sign(payload))
        assert (await failure(match.send(1, moved))).reason == "SIGNATURE_INVALID"


class TestTheDealer:
    """Where the dealer resolves chance, what cannot have happened is refused by a clause."""

    async def test_the_dealer_enters_what_chance_showed(self, house: House) -> None:
        match = await house.start(chance_source=DEALER)
        await match.play(*bids(3, 1))
        assert (await match.view(1)).waiting.chance
        for wrong in (["fox", "fox"], ["fox"], ["fox", "unheard of"]):
            ruling = await match.submit(0, protos.DrawLanterns(lanterns=wrong))
            assert ruling.refused.clause == "LN-2"
        await match.play((0, protos.DrawLanterns(lanterns=["fox", "moon"])))
        assert (await match.view(1)).waiting.step == "MayObject"
        await match.play((2, protos.Withdraw()))
        assert await match.holds()

    async def test_a_seat_is_not_the_dealer_and_the_dealer_no_seat(self, house: House) -> None:
        match = await house.start(chance_source=DEALER)
        assert (await match.submit(0, protos.Ring())).refused.clause == "LN-6"
        await match.play(*bids(3, 1))
        assert (await match.submit(1, protos.DrawLanterns(lanterns=["fox", "moon"]))).refused.clause == "LN-6"

    async def test_a_game_of_the_referees_has_no_dealer(self, house: House) -> None:
        assert not (await house.start()).dealer


async def test_tokens_are_asked_for_and_checked(house: House) -> None:
    match, other = await house.start(), await house.start()
    request = match.request(protos.Bid(light=1, seat=1), 4)
    for metadata, expected in (
        ((), ("UNAUTHENTICATED", "TOKEN_MISSING")),
        (bearer("made up"), ("UNAUTHENTICATED", "TOKEN_UNKNOWN")),
        ((("authorization", "Basic abc"),), ("UNAUTHENTICATED", "TOKEN_UNKNOWN")),
        ((("authorization", "Bearer "),), ("UNAUTHENTICATED", "TOKEN_UNKNOWN")),
        (bearer(other.tokens[1]), ("PERMISSION_DENIED", "FOREIGN_TOKEN")),
        (bearer(match.host), ("PERMISSION_DENIED", "ROLE_NEEDED")),
    ):
        assert (await failure(house.referee.Submit(request, metadata=metadata)))[:2] == expected
    assert (await match.game()).head == 4


async def test_every_ruling_is_listed_the_refused_too(house: House) -> None:
    match = await house.start()
    await match.submit(1, protos.Bid(light=9, seat=1))
    await match.play(*bids(3))
    await match.submit(1, protos.Withdraw())
    await match.play((2, protos.Bid(light=1, seat=2)))

    async def listed(**page: object) -> audit_pb2.ListRulingsResponse:
        request = audit_pb2.ListRulingsRequest(game=match.id, **page)  # type: ignore[arg-type]  # fields by their names
        answer: audit_pb2.ListRulingsResponse = await house.audit.ListRulings(request, metadata=bearer(match.tokens[1]))
        return answer

    listing = (await listed()).rulings
    assert [given.accepted_version or given.refused.clause for given in listing] == [
        1, 2, 3, 4, "LN-1", 5, "LN-6", 6, 7,
    ]  # fmt: skip
    assert [given.refused.clause for given in (await listed(refused_only=True)).rulings] == ["LN-1", "LN-6"]
    for refused_only, size in ((False, 2), (True, 1)):
        paged: list[audit_pb2.GivenRuling] = []
        token = ""
        while token or not paged:
            page = await listed(page_size=size, page_token=token, refused_only=refused_only)
            assert len(page.rulings) <= size
            paged += page.rulings
            token = page.next_page_token
        assert paged == [given for given in listing if given.refused.clause or not refused_only]
    for token in ("x", "1", "1.x", "-1.2", "1." + "9" * 60):
        wrong = audit_pb2.ListRulingsRequest(game=match.id, page_token=token)
        assert (await failure(house.audit.ListRulings(wrong))).reason == "BAD_PAGE_TOKEN"


async def test_legal_commands_are_those_that_would_be_accepted(house: House) -> None:
    match = await house.start()
    answer = await match.legal(1)
    assert [legal.sentence for legal in answer.commands] == [
        "Bid 0.", "Bid 1.", "Bid 2.", "Bid 3.", "Bid 4.", "Bid 5.", "Ring the bell.",
    ]  # fmt: skip
    assert answer.waiting.sentence == "All seats bid."
    assert (answer.waiting.clause, list(answer.waiting.seats)) == ("LN-1", [1, 2])
    refused = house.referee.ListLegalCommands(referee_pb2.ListLegalCommandsRequest(game=match.id))
    assert (await failure(refused)).reason == "TOKEN_MISSING"


async def test_any_command_can_be_adjudicated_at_any_version(house: House) -> None:
    match = await house.start(chance_source=DEALER)
    await match.play((1, protos.Ring()))

    async def adjudicated(actor: int, move: AnyMessage, version: int = 0) -> audit_pb2.AdjudicateResponse:
        kind = record.ACTOR_KIND_SEAT if actor else record.ACTOR_KIND_CHANCE
        request = audit_pb2.AdjudicateRequest(
            game=match.id, version=version, actor=record.Actor(kind=kind, seat=actor), command=move
        )
        answer: audit_pb2.AdjudicateResponse = await house.audit.Adjudicate(request)
        return answer

    assert (await adjudicated(1, packed(protos.Ring()))).refused.clause == "LN-5"
    earlier = await adjudicated(1, packed(protos.Ring()), 4)
    assert [event.type_url.rpartition(".")[2] for event in earlier.accepted.events] == ["BellRung"]
    assert earlier.version == 4
    assert (await failure(adjudicated(1, packed(protos.Ring()), 3)))[:2] == ("FAILED_PRECONDITION", "GAME_NOT_STARTED")
    assert (await failure(adjudicated(1, packed(protos.Ring()), 77)))[:2] == ("NOT_FOUND", "VERSION_NOT_FOUND")
    assert (await failure(adjudicated(9, packed(protos.Ring())))).field == "actor"
    assert (await failure(adjudicated(1, AnyMessage()))).field == "command"
    long = AnyMessage(type_url=URL + "lantern_night.v1.Bid", value=bytes(MAX_COMMAND + 1))
    assert (await failure(adjudicated(1, long))).field == "command.value"
    assert (await match.game()).head == 5


async def test_clauses_are_listed_with_their_sentences_and_the_register_of_house_rulings(house: House) -> None:
    rules = await house.audit.ListClauses(audit_pb2.ListClausesRequest(title="lantern_night"))
    assert [clause.number for clause in rules.clauses] == [f"LN-{number}" for number in range(1, 8)]
    assert [clause.number for clause in rules.clauses if clause.house_ruling] == ["LN-1"]
    assert list(rules.house_rulings) == [PURSES.message()]
    unknown = house.audit.ListClauses(audit_pb2.ListClausesRequest(title="go"))
    assert (await failure(unknown)).reason == "TITLE_NOT_FOUND"


async def test_long_commands_are_shown_in_short_and_listed_on_pages_that_clients_can_take(house: House) -> None:
    match = await house.start("titan_race", 3)
    for _ in range(40):
        ruling = await match.submit(1, titan_race.ChooseTitan(titan="x" * 60_000))
        assert [len(named.value) for named in ruling.refused.values] == [1_001]
    token, listed = "", 0
    while token or not listed:
        request = audit_pb2.ListRulingsRequest(game=match.id, refused_only=True, page_size=200, page_token=token)
        page = await match.house.audit.ListRulings(request)
        assert page.ByteSize() < 1_100_000
        token, listed = page.next_page_token, listed + len(page.rulings)
    assert listed == 40


def test_a_page_has_one_ruling_at_least_and_no_more_than_a_message_carries(monkeypatch: pytest.MonkeyPatch) -> None:
    ruling = audit_pb2.GivenRuling(command_id="x" * 98)
    monkeypatch.setattr("referee.services.ruling_list.PAGE_BYTES", 250)
    assert ruling.ByteSize() == 100
    listed = [(ListPlace(number, 0), ruling) for number in range(5)]
    assert [_fitting(listed, size) for size in (1, 2, 3, 5)] == [1, 2, 2, 2]
    for most, fitting in ((99, 1), (199, 1), (200, 2), (201, 2)):
        monkeypatch.setattr("referee.services.ruling_list.PAGE_BYTES", most)
        assert _fitting(listed, 5) == fitting
