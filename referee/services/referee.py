"""The Referee service: commands and their rulings, and games' branches."""

from __future__ import annotations

from collections.abc import AsyncIterator

from google.protobuf.any_pb2 import Any as AnyMessage

from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT
from gunbai.referee.v1 import referee_pb2 as pb
from gunbai.referee.v1 import referee_pb2_grpc
from gunbai.referee.v1 import ruling_pb2 as rulings
from gunbai_record.shares import SHARE_BYTES
from referee.access.accept_language import Negotiation
from referee.access.callers import Caller, Callers, check_seated, check_watching
from referee.access.consents import ConsentTerms, consent, further_terms, named_in, used
from referee.access.fields import (
    check_bytes,
    check_command_field,
    check_date,
    check_id,
    check_key,
    check_seat,
    check_size,
    check_tags,
    check_text,
)
from referee.access.invitations import invitations
from referee.access.peers import Context
from referee.calls.reception import Notes
from referee.calls.stopping import Stopping
from referee.errors import InvalidField, RoleNeeded
from referee.game.absences import USUAL_ABSENCE
from referee.game.entries import Added
from referee.game.forks import branch_chance, check_branched, fork_game, held_seats
from referee.game.game import Game, check_served
from referee.game.judge import Refused
from referee.game.refusals import refused_of
from referee.proof.identity import Identity
from referee.records import wall_clock
from referee.records.changes import Changes, Submit
from referee.records.founding import founded, prepare
from referee.records.provenance import branch_of
from referee.records.refusal_log import Refusals
from referee.records.takebacks import Proposals, check_proposer, proposal
from referee.services.entry_sentences import entries_in_words
from referee.services.game_messages import fill_accepted, message_of
from referee.services.play_stream import Context as StreamContext
from referee.services.play_stream import Playing
from referee.services.prompts import (
    asks_for_actor,
    example_of,
    expected_of,
    legal_commands,
    outcomes,
    sight_of,
    undoing,
    waiting_of,
)

USUAL_TERMS = life.ForkGame(absence_seconds=USUAL_ABSENCE)
"""A branch's terms that a request leaves out."""


class RefereeServicer(referee_pb2_grpc.RefereeServicer):
    """The Referee service."""

    def __init__(
        self,
        changes: Changes,
        callers: Callers,
        refusals: Refusals,
        identity: Identity,
        stopping: Stopping,
        *,
        submit: Submit,
        notes: Notes,
        page: str = "",
        heartbeat_seconds: float,
    ) -> None:
        self._changes, self._games, self._submit = changes, changes.games, submit
        self._notes = notes
        self._callers, self._refusals, self._page = callers, refusals, page
        self._identity, self._stopping, self._heartbeat_seconds = identity, stopping, heartbeat_seconds
        self._proposals = Proposals()

    async def Submit(self, request: pb.SubmitRequest, context: Context) -> pb.SubmitResponse:
        caller = await self._callers.player(context, request.game)
        response = pb.SubmitResponse()
        await self.rule(request, caller, response.ruling, Negotiation(context))
        return response

    async def rule(
        self, request: pb.SubmitRequest, caller: Caller, answer: rulings.Ruling, negotiation: Negotiation
    ) -> None:
        """Rule on a command from a unary call or a stream."""
        self._callers.quotas.command(caller.peer, (request.game, caller.role, caller.seat))
        check_seated(caller)
        check_submit(request)
        base = await self._games.game(request.game) if request.sentences else None
        ruling = await self._submit(caller.seat, request, since=caller.since, by_bot=caller.role == "bot")
        if isinstance(ruling, Refused):
            at = wall_clock.now()
            command = self._refusals.note(ruling, caller, request, at)
            translator = await negotiation.translator(ruling.game.charter.rulebook)
            refused = refused_of(ruling.game, ruling.refusal, translator)
            if request.receipt:
                signed = self._identity.signed_receipt(
                    request.game, refused.version, caller.seat, command, clause=refused.clause, at=at
                )
                refused.receipt.CopyFrom(signed)
            answer.refused.CopyFrom(refused)
            return
        fill_accepted(answer.accepted, ruling, caller, await self._games.open_parts(ruling.game))
        if request.sentences:
            translator = await negotiation.translator(ruling.game.charter.rulebook)
            says = await entries_in_words(self._games, ruling.game, translator, ruling.entries, base)
            answer.accepted.sentences.extend(map(says, answer.accepted.entries))

    async def ListLegalCommands(
        self, request: pb.ListLegalCommandsRequest, context: Context
    ) -> pb.ListLegalCommandsResponse:
        caller = await self._lister(request, context)
        newest = await self._games.game(request.game)
        check_watching(newest, caller)
        seat = request.seat or caller.seat
        named = bool(request.seat or request.version)
        if not named:
            await self._games.check_playable(newest)
        if request.seat:
            check_seat("seat", request.seat, newest.charter.seats)
        game = await self._games.position(request.game, request.version)
        if request.seat:
            await asks_for_actor(self._games, newest, game, caller, seat)
        translator = await Negotiation(context).translator(game.charter.rulebook)
        is_newest = game.version >= newest.version
        own = "" if request.seat else caller.role
        expected = expected_of(game, caller.role, seat) if is_newest and seat == caller.seat else 0
        if expected and named and await self._games.went_back(newest):
            expected = 0  # The position can be studied, but not played on.
        return pb.ListLegalCommandsResponse(
            commands=outcomes(game, translator) if own == "dealer" else legal_commands(game, seat, translator),
            expected_version=expected,
            waiting=waiting_of(
                game, translator, sight_of(game, caller.seat or None), self._games.held.of(game) if is_newest else ()
            ),
            version=game.version,
            seat=seat,
            example=example_of(game, translator) if own == "dealer" else None,
            take_back=undoing(game, seat, translator) if expected and caller.role == "seat" else None,
        )

    async def _lister(self, request: pb.ListLegalCommandsRequest, context: Context) -> Caller:
        """Return the caller who asks for legal commands; their own need a seat's or the dealer's token."""
        if request.seat:
            return await self._callers.caller(context, request.game)
        caller = await self._callers.player(context, request.game)
        self._callers.quotas.command(caller.peer, (request.game, caller.role, caller.seat))
        check_seated(caller)
        return caller

    async def GiveShare(self, request: pb.GiveShareRequest, context: Context) -> pb.GiveShareResponse:
        caller = await self._callers.player(context, request.game)
        self._callers.quotas.command(caller.peer, (request.game, caller.role, caller.seat))
        if caller.role != "seat":
            raise RoleNeeded("a seat's token")
        check_size("share", request.share, SHARE_BYTES)
        if request.next_commitment:
            check_size("next_commitment", request.next_commitment, SHARE_BYTES)
        given = life.SeatShare(seat=caller.seat, share=request.share, next_commitment=request.next_commitment)
        game = await self._changes.give_share(request.game, request.outcome, given)
        return pb.GiveShareResponse(info=message_of(game))

    async def Play(  # type: ignore[override]  # a coroutine that writes, where the stubs expect a generator
        self, requests: AsyncIterator[pb.PlayRequest], context: StreamContext
    ) -> None:
        with self._callers.stream(context):
            playing = Playing(
                self._games,
                self._callers,
                self.rule,
                context,
                self._notes,
                heartbeat_seconds=self._heartbeat_seconds,
            )
            await playing.run(requests, self._stopping)

    async def ForkGame(self, request: pb.ForkGameRequest, context: Context) -> pb.ForkGameResponse:
        caller = await self._callers.caller(context, request.game)
        self._callers.quotas.game(caller.peer)
        if request.continues:
            check_proposer(caller)
        check_watching(await self._games.game(request.game), caller)
        check_text("label", request.label, 100)
        check_date("played_on", request.played_on)
        check_tags("tags", request.tags)
        check_key("arbiter", request.arbiter)
        if not request.version:
            raise InvalidField("version", "expected the version to branch at")
        terms = await self._terms(request, caller)
        if request.continues:
            branch = await self._proposed(request, caller, terms)
            return pb.ForkGameResponse(info=message_of(branch), invitations=invitations(branch, self._page))
        hides = await self._games.hides(terms.game, terms.position)
        to_bot = request.clock.expiry == EXPIRY_RULE_BOT
        founding = prepare(request, terms.chance.source, private=terms.private, bot=to_bot)

        def first(secret: bytes, at: int, before: AnyMessage | None) -> Added:
            usual = life.ForkGame.FromString(before.value) if before is not None else USUAL_TERMS
            fork = life.ForkGame(
                parent=terms.game.recorded_id,
                chance_source=terms.chance.source,
                private=terms.private,
                label=request.label,
                share_seconds=terms.chance.share_seconds,
                stalled=terms.chance.stalled,
                played_on=request.played_on,
                tags=request.tags,
                invited_only=request.invited_only,
                reissue_seconds=request.reissue_seconds,
                absence_seconds=request.absence_seconds or usual.absence_seconds,
                arbiter=request.arbiter,
                clock=request.clock if request.HasField("clock") else None,
            )
            if before is not None and named_in(request.consents, before):
                fork.MergeFrom(life.ForkGame(consents=usual.consents, held_seats=usual.held_seats))
            elif hides:
                fork.consents.extend(used(self._identity, terms, caller, request.consents))
                fork.held_seats.extend(held_seats(terms.game))
            return branch_of(terms.game, fork_game(terms.position, fork, founding.game, secret, at))

        branch = await founded(self._games, founding, first, self._changes.branch)
        return pb.ForkGameResponse(info=message_of(branch), invitations=invitations(branch, self._page))

    async def _proposed(self, request: pb.ForkGameRequest, caller: Caller, terms: ConsentTerms) -> Game:
        """Return the branch where a game continues once its seats have consented."""
        charter = terms.game.charter
        to_bot = charter.clock is not None and bool(charter.clock.bot)
        founding = prepare(request, charter.chance_source, private=charter.private, bot=to_bot)

        def first(secret: bytes, at: int, before: AnyMessage | None) -> Added:
            if before is None:
                fork = proposal(terms.game, terms.position, caller)
                self._proposals.add(terms.game, caller.seat)
            else:
                fork = life.ForkGame.FromString(before.value)
            fork.label, fork.played_on, fork.tags[:] = request.label, request.played_on, request.tags
            added = fork_game(terms.position, fork, founding.game, secret, terms.game.later(at))
            return branch_of(terms.game, added)

        return await founded(self._games, founding, first, self._changes.branch)

    async def _terms(self, request: pb.ForkGameRequest | pb.ConsentToForkRequest, caller: Caller) -> ConsentTerms:
        """Return what a branch needs consents to; the position is in outline if it hides nothing."""
        game = await self._games.game(request.game)
        check_watching(game, caller)
        check_served(game)
        if not game.started:
            await self._games.check_playable(game)
        position = await self._games.outline(request.game, request.version)
        if position.sealed:
            position = await self._games.position(request.game, request.version)
        chance = branch_chance(position, request.chance_source, request.share_seconds, request.stalled)
        return ConsentTerms(game, position, chance, request.private or game.charter.private, further_terms(request))

    async def ConsentToFork(self, request: pb.ConsentToForkRequest, context: Context) -> pb.ConsentToForkResponse:
        caller = await self._callers.player(context, request.game)
        self._callers.quotas.call(caller.peer)
        if caller.role != "seat":
            raise RoleNeeded("a seat's token")
        check_id("request_id", request.request_id, at_least=0)
        check_key("arbiter", request.arbiter)
        terms = await self._terms(request, caller)
        check_branched(terms.position)
        given = consent(self._identity, terms, caller.seat, request.request_id)
        return pb.ConsentToForkResponse(consent=given)


def check_submit(request: pb.SubmitRequest) -> None:
    """Check a command's fields, but not the rules. Raises InvalidField."""
    check_id("command_id", request.command_id)
    check_command_field(request.command)
    check_bytes("signature", request.signature, 64)
