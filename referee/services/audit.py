"""The Audit service: why a command was accepted or refused, and proof of what happened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

from google.protobuf.any_pb2 import Any as AnyMessage

from games.kit.rules.decider import CHANCE, Refusal, decide
from gunbai.record.v1 import entry_pb2 as record
from gunbai.record.v1.head_pb2 import SignedHead
from gunbai.referee.v1 import audit_pb2 as pb
from gunbai.referee.v1 import audit_pb2_grpc
from gunbai.referee.v1.game_pb2 import Provenance
from gunbai.rules.v1.clauses_pb2 import Clause, HouseRuling
from gunbai_record.plain import Content, as_plain
from referee.access.accept_language import Negotiation
from referee.access.callers import Caller, Callers, check_watching
from referee.access.fields import check_command_field
from referee.access.page_tokens import PageRequest
from referee.access.peers import Context
from referee.errors import GameNotStarted, InvalidField
from referee.game.entries import packed
from referee.game.game import Game
from referee.game.judge import order_of
from referee.game.refusals import refused_of
from referee.game.translator import Translator
from referee.game.versions import under
from referee.proof.identity import Identity
from referee.proof.verification import Progress, verify
from referee.records.games import Games
from referee.records.log_leaves import misfit_of_leaves, misfit_of_verdicts
from referee.records.openness import open_common, open_secrets
from referee.records.papers import papers_of
from referee.records.refusal_log import Refusals
from referee.records.transparency import Transparency
from referee.records.workers import Work, Workers
from referee.services.prompts import asks_for_actor
from referee.services.ruling_list import put_in_words, rulings_after, sign_receipts
from referee.services.verifying import Verifying, entries_for_worker
from store.contract import Leaf


class AuditServicer(audit_pb2_grpc.AuditServicer):
    """The Audit service."""

    def __init__(
        self,
        games: Games,
        callers: Callers,
        refusals: Refusals,
        identity: Identity,
        *,
        log: Transparency,
        verifying: Workers,
    ) -> None:
        self._games, self._callers, self._refusals, self._identity, self._log = games, callers, refusals, identity, log
        self._verifying = verifying

    async def Adjudicate(self, request: pb.AdjudicateRequest, context: Context) -> pb.AdjudicateResponse:
        newest, caller = await self._reader(request.game, context)
        check_command_field(request.command)
        actor = actor_of(request.actor, newest)
        game = await self._games.position(request.game, request.version)
        if request.rules_version:
            book = self._games.titles.rulebook(game.charter.rulebook.name, request.rules_version)
            game = under(game, book)
        hidden = await asks_for_actor(self._games, newest, game, caller, actor)
        translator = await Negotiation(context).translator(game.charter.rulebook)
        return adjudicated(self._games, game, actor, request.command, translator, withhold=hidden)

    async def VerifyGame(self, request: pb.VerifyGameRequest, context: Context) -> AsyncIterator[pb.VerifyGameResponse]:
        with self._callers.stream(context):
            game, _ = await self._reader(request.game, context)
            ancestors = await self._games.ancestors(game)
            secrets = await open_secrets(self._games.store, game, ancestors)
            common = await open_common(self._games.game, game, ancestors)
            entries = entries_for_worker(self._games.store, game, asyncio.get_running_loop())
            open_to_all, book = await self._games.opened(game), game.charter.rulebook
            translator = await Negotiation(context).translator(book) if book.served else None
            earlier = await papers_of(self._games.store, game.id)
            leaves = await self._log.of(game.id)
            later = await papers_of(self._games.store, game.id)
            verdicts = misfit_of_verdicts(leaves, earlier.disputes, later.disputes)

            def verified(work: Work, progress: Progress) -> pb.Verification:
                record = [*work.pieces(entries)]
                report = verify(self._games.titles, record, secrets, progress, common)
                report = with_leaves(report, leaves, verdicts or misfit_of_leaves(game, leaves, record))
                if not open_to_all:
                    # The differing values may be what the caller may not know.
                    report.expected = report.found = ""
                if translator is not None:
                    translator.say_verified(report)
                return report

            async with aclosing(Verifying(self._verifying, game.version).responses(verified)) as responses:
                async for response in responses:
                    yield response

    async def ListClauses(self, request: pb.ListClausesRequest, context: Context) -> pb.ListClausesResponse:
        self._callers.stranger(context)
        paging = PageRequest(request)
        book = self._games.titles.rulebook(request.title, request.rules_version)
        translator = await Negotiation(context).translator(book)
        page, token = paging.of([*book.clauses.values(), *book.house_rulings])
        return pb.ListClausesResponse(
            clauses=[translator.clause(clause) for clause in page if isinstance(clause, Clause)],
            house_rulings=[translator.house_ruling(ruling) for ruling in page if isinstance(ruling, HouseRuling)],
            next_page_token=token,
            rulebook=translator.rulebook,
        )

    async def ListRulings(self, request: pb.ListRulingsRequest, context: Context) -> pb.ListRulingsResponse:
        game, caller = await self._reader(request.game, context)
        paging = PageRequest(request)
        await self._refusals.written()
        page = await rulings_after(
            self._games, game, caller, paging.place, paging.size, refused_only=request.refused_only
        )  # fmt: skip
        page.next_page_token = paging.token(page.next_page_token)
        if request.receipts:
            sign_receipts(page, game.id, self._identity)
        put_in_words(page, game, await Negotiation(context).translator(game.charter.rulebook))
        return page

    async def GetHead(self, request: pb.GetHeadRequest, context: Context) -> pb.GetHeadResponse:
        game, _ = await self._reader(request.game, context)
        if game.charter.provenance:
            return pb.GetHeadResponse(signed_head=head_of_import(game, request.version))
        at = await self._games.outline(game.id, request.version) if request.version else game
        return pb.GetHeadResponse(signed_head=self._identity.signed_head(game.id, at.version, at.digest))

    async def _reader(self, game: str, context: Context) -> tuple[Game, Caller]:
        """Return the game at its head, and the caller. Raises GamePrivate if they may not watch it."""
        caller = await self._callers.caller(context, game)
        newest = await self._games.game(game)
        check_watching(newest, caller)
        return newest, caller


def with_leaves(report: pb.Verification, leaves: Sequence[Leaf], problem: str) -> pb.Verification:
    """Return a report with the number of the game's leaves in the log of all games, failed if they have a problem."""
    report.leaves = len(leaves)
    if report.verdict != pb.VERDICT_FAILED and problem:
        return pb.Verification(verdict=pb.VERDICT_FAILED, entries=report.entries, linked=report.linked, problem=problem)
    return report


def head_of_import(game: Game, version: int) -> SignedHead:
    """Return an imported game's head as its original service signed it. Raises InvalidField without one.

    This service signs none: it did not referee the game, whose id is another's.
    """
    signed = Provenance.FromString(game.charter.provenance).header.signed_head
    if version not in {0, game.version}:
        raise InvalidField("version", f"an imported game has a signed head only at its end, version {game.version}")
    if not signed.note:
        raise InvalidField("game", "the imported record has no signed head")
    return signed


def actor_of(actor: record.Actor, game: Game) -> int:
    """Return the seat, or chance, that would give a command. Raises InvalidField."""
    if actor.kind == record.ACTOR_KIND_CHANCE:
        return CHANCE
    if actor.kind != record.ACTOR_KIND_SEAT or not 1 <= actor.seat <= game.charter.seats:
        raise InvalidField("actor", f"expected chance, or a seat from 1 to {game.charter.seats}")
    return actor.seat


def adjudicated(
    games: Games, game: Game, actor: int, command: AnyMessage, translator: Translator, *, withhold: bool
) -> pb.AdjudicateResponse:
    """Return the ruling that a command, or a seat's order, would get.

    Raises UnknownCommand, ForeignCommand, UnparsableCommand, or GameNotStarted before the start; for an order,
    InvalidField, or GameOver if the game is decided.
    """
    title, players = game.charter.rulebook.title, translator.players(game.sittings)
    move = games.titles.parse(game.charter.rulebook, command)
    if not game.started:
        raise GameNotStarted(game.id, f"it had not begun at version {game.version}")
    sentence = translator.packed(command, players)
    events: Sequence[Content] = order_of(game, actor, move)
    if not events:
        ruling = decide(title.rules, game.table, actor, as_plain(move))
        if isinstance(ruling, Refusal):
            refused = refused_of(game, ruling, translator)
            return pb.AdjudicateResponse(refused=refused, version=game.version, sentence=sentence)
        events = () if withhold else ruling.events
    accepted = pb.Acceptable(
        events=map(packed, events),
        events_withheld=withhold and not events,
        sentences=translator.event_sentences(events, players, game.table),
    )
    return pb.AdjudicateResponse(accepted=accepted, version=game.version, sentence=sentence)
