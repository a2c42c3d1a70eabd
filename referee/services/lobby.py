"""The Lobby service: titles, and games from creation to start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from google.protobuf.any_pb2 import Any as AnyMessage

from games.kit.words.tutorial import Tutorial
from gunbai.record.v1 import lifecycle_pb2 as life
from gunbai.record.v1.clocks_pb2 import EXPIRY_RULE_BOT
from gunbai.referee.v1 import lobby_pb2 as pb
from gunbai.referee.v1 import lobby_pb2_grpc
from gunbai_record.limits import LONGEST_REASON, MAX_ENTROPY
from gunbai_record.messages import packed
from gunbai_record.packages import package_of
from gunbai_record.plain import as_message, full_name
from gunbai_record.text.negotiation import lookup
from referee.access.accept_language import Negotiation, asked_for
from referee.access.allowed_names import composed, name_of
from referee.access.callers import Caller, Callers, check_host, check_reading, check_watching
from referee.access.consents import check_seat
from referee.access.fields import check_bytes, check_date, check_id, check_key, check_set_up, check_tags, check_text
from referee.access.invitations import check_invitation, invitations
from referee.access.page_tokens import PageRequest
from referee.access.peers import Context
from referee.access.tokens import check_token
from referee.errors import BrokenClause, InvalidField, InvitationMissing
from referee.game.absences import USUAL_ABSENCE
from referee.game.common_chance import Secrets, check_alike, secrets_of_sister
from referee.game.entries import Added
from referee.game.game import Game
from referee.game.judge import settled
from referee.game.lifecycle import Consent, abandon_game, create_game, is_crowded, start_game
from referee.game.titles import Rulebook, Titles
from referee.game.translator import Translator
from referee.records import wall_clock
from referee.records.changes import Changes
from referee.records.forgetting import name_removed
from referee.records.founding import founded, prepare, shared_chance
from referee.records.openness import shares_opened
from referee.records.seat_changes import (
    announced,
    check_reissuing,
    freed,
    left,
    reissued,
    seated,
    seated_before,
    vetoed,
)
from referee.services.game_list import filter_of, list_order, listed, say_results
from referee.services.game_messages import message_of, unverified_of

USUAL_TERMS = life.CreateGame(chance_source=life.CHANCE_SOURCE_COMMITTED, absence_seconds=USUAL_ABSENCE)
"""A new game's terms that a request leaves out; the newest rules have no number here."""
PRACTICE = "practice"
"""The tag of a game with a tutorial's seed."""


class LobbyServicer(lobby_pb2_grpc.LobbyServicer):
    """The Lobby service."""

    def __init__(self, changes: Changes, callers: Callers, *, page: str = "", seeded_games: bool = False) -> None:
        self._changes, self._games, self._callers, self._page = changes, changes.games, callers, page
        self._seeded_games = seeded_games
        self._titles: dict[tuple[str, int, str, str], pb.GetTitleResponse] = {}
        """The titles as clients see them, by name, rules version, language, and language of the tutorial."""

    async def ListTitles(self, request: pb.ListTitlesRequest, context: Context) -> pb.ListTitlesResponse:
        self._callers.stranger(context)
        titles = self._games.titles
        books, token = PageRequest(request).of([*titles])
        return pb.ListTitlesResponse(titles=[outline_of(titles, book) for book in books], next_page_token=token)

    async def GetTitle(self, request: pb.GetTitleRequest, context: Context) -> pb.GetTitleResponse:
        self._callers.stranger(context)
        book = self._games.titles.rulebook(request.title, request.rules_version)
        translator = await Negotiation(context).translator(book)
        spoken = _find_tutorial_language(book, asked_for(context))
        key = (book.title.name, book.title.rules_version, translator.language, spoken)
        if key not in self._titles:
            self._titles[key] = title_message(self._games.titles, book, translator, spoken)
        if not (request.with_protos or request.with_lessons):
            return self._titles[key]
        answer = pb.GetTitleResponse(file_descriptor_set=book.protos if request.with_protos else b"")
        answer.MergeFrom(self._titles[key])
        tutorial = book.title.words.tutorial
        if request.with_lessons and tutorial is not None:
            add_lessons(answer.tutorial, tutorial, translator)
        return answer

    async def CreateGame(self, request: pb.CreateGameRequest, context: Context) -> pb.CreateGameResponse:
        self._callers.founder(context)
        check_create(request, seeded_games=self._seeded_games or is_practice(request, self._games.titles))
        to_bot = request.clock.expiry == EXPIRY_RULE_BOT
        founding = prepare(request, request.chance_source, private=request.private, bot=to_bot)
        creation = life.CreateGame(
            title=request.title,
            rules_version=request.rules_version,
            seats=request.seats,
            options_json=request.options_json,
            edition_json=request.edition_json,
            table_json=request.table_json,
            chance_source=request.chance_source,
            private=request.private,
            label=request.label,
            share_seconds=request.share_seconds,
            stalled=request.stalled,
            played_on=request.played_on,
            tags=request.tags,
            invited_only=request.invited_only,
            reissue_seconds=request.reissue_seconds,
            absence_seconds=request.absence_seconds,
            arbiter=request.arbiter,
            clock=request.clock if request.HasField("clock") else None,
            seed=request.seed,
        )
        book = self._games.titles.rulebook(request.title, request.rules_version)
        translator = await Negotiation(context).translator(book)
        shared = await shared_chance(self._games, request, founding)
        founding = founding._replace(secret=shared.root)
        if request.duplicate_games:
            creation.duplicate.games[:] = request.duplicate_games
        if request.seed or request.duplicate_games:
            creation.chance_source = creation.chance_source or life.CHANCE_SOURCE_REFEREE

        def first(secret: bytes, at: int, before: AnyMessage | None) -> Added:
            # What a request leaves open stays as it was in an earlier one, or is the usual.
            usual = life.CreateGame.FromString(before.value) if before is not None else USUAL_TERMS
            creation.rules_version = creation.rules_version or usual.rules_version
            creation.chance_source = creation.chance_source or usual.chance_source
            creation.absence_seconds = creation.absence_seconds or usual.absence_seconds
            package = package_of(usual) if before is not None else book.package
            creation.distribution, creation.distribution_version = package
            secrets = secrets_of_sister(secret, founding.game) if request.duplicate_games else Secrets(secret)
            with clauses_said(translator):
                added = create_game(self._games.titles, creation, founding.game, secrets.own, at, common=secrets.common)
            if shared.first is not None:
                check_alike(shared.first, life.CreateGame.FromString(added.entries[0].command.open.value))
            return added

        game = await founded(self._games, founding, first, self._changes.create)
        return pb.CreateGameResponse(info=message_of(game), invitations=invitations(game, self._page))

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        caller = await self._callers.caller(context, request.game)
        if unverified := await self._games.unverified(request.game):
            check_reading(unverified, caller)
            return pb.GetGameResponse(info=unverified_of(unverified))
        game = await self._games.game(request.game)
        check_watching(game, caller)
        book = game.charter.rulebook
        translator = await Negotiation(context).translator(book) if book.served else None
        return pb.GetGameResponse(info=message_of(game, translator, went_back=await self._games.went_back(game)))

    async def ListGames(self, request: pb.ListGamesRequest, context: Context) -> pb.ListGamesResponse:
        self._callers.stranger(context)
        only, order, paging = filter_of(request), list_order(request.order_by), PageRequest(request)
        page = await self._games.store.games(only, paging.place, paging.size, order=order)
        rows = [await listed(self._games, summary, lost=summary.game in page.lost) for summary in page.summaries]
        await say_results(rows, Negotiation(context))
        return pb.ListGamesResponse(
            games=[row.game for row in rows],
            next_page_token=paging.token(page.next_page_token),
            damaged_games=[*page.astray, *(row.game.game for row in rows if row.damaged)],
        )

    async def JoinGame(self, request: pb.JoinGameRequest, context: Context) -> pb.JoinGameResponse:
        self._callers.newcomer(context)
        check_token("token", request.token)
        check_text("invitation", request.invitation, 64)
        command = life.TakeSeat(
            seat=request.seat,
            entropy=request.entropy,
            public_key=request.public_key,
            commitment=request.commitment,
        )
        request.player = composed(request.player)
        joined = await seated_before(self._games, request.game, command, request.player, request.token)
        if joined is None:
            player = await self._check_join(request, command, context)
            check_id("request_id", request.request_id, at_least=0)
            check_bytes("signature", request.signature, 64)
            self._callers.seating(context, request.game)
            joined = await seated(
                self._changes,
                request.game,
                command,
                player,
                request.token,
                invitation=request.invitation,
                consent=Consent(request.request_id, request.expected_version, request.signature),
            )
        return pb.JoinGameResponse(seat=joined.seat, info=message_of(joined.game))

    async def _check_join(self, request: pb.JoinGameRequest, command: life.TakeSeat, context: Context) -> str:
        """Check who asks for a seat and how, and fill in what a seat's holder left out; return the player's name.

        Raises TokenUnknown, TokenRevoked, TokenPending, ForeignToken, GameNotFound, GamePrivate, InvitationMissing,
        InvitationInvalid, SeatHeld or InvalidField.
        """
        branch, player = await self._callers.asked_for(context, request.game), request.player
        entrant = await self._callers.entrant(context, branch)
        # A branch that continues a game holds each seat for its player, whom a link cannot replace.
        if request.invitation and not branch.charter.continues:
            check_invitation(branch, command, request.invitation)
        elif not entrant.held_seat:
            check_watching(branch, entrant.caller)
            if branch.charter.invited_only or is_crowded(branch):
                raise InvitationMissing(branch.id)
        holder_name = ""
        if entrant.held_seat or branch.charter.continues or not await self._free_to_all(branch):
            holders = (await self._games.game(branch.charter.parent)).sittings
            holder_name = holders[entrant.held_seat - 1].player if entrant.held_seat else ""
            player = check_seat(branch, command, entrant.held_seat, player, holder_name)
        if not holder_name:  # the name of a holder may be older than the one form of names
            player = name_of("player", player)
        check_join(command)
        return player

    async def _free_to_all(self, branch: Game) -> bool:
        """Return whether nobody holds a branch's seats: it shares nothing that is still hidden."""
        return not branch.charter.holders or await shares_opened(self._games.game, branch)

    async def GetInvitations(self, request: pb.GetInvitationsRequest, context: Context) -> pb.GetInvitationsResponse:
        check_host(await self._callers.caller(context, request.game))
        game = await self._games.game(request.game)
        return pb.GetInvitationsResponse(invitations=invitations(game, self._page))

    async def FreeSeat(self, request: pb.FreeSeatRequest, context: Context) -> pb.FreeSeatResponse:
        await self._callers.host(context, request.game)
        check_id("request_id", request.request_id)
        game = await freed(self._changes, request.game, request.seat, request.request_id)
        return pb.FreeSeatResponse(info=message_of(game))

    async def LeaveGame(self, request: pb.LeaveGameRequest, context: Context) -> pb.LeaveGameResponse:
        caller = await self._callers.holder(context, request.game)
        check_id("request_id", request.request_id)
        game = await left(self._changes, request.game, caller, request.request_id)
        return pb.LeaveGameResponse(info=message_of(game))

    async def ReissueToken(self, request: pb.ReissueTokenRequest, context: Context) -> pb.ReissueTokenResponse:
        self._callers.newcomer(context)
        check_token("token", request.token)
        # Before anything else: who has no key must not learn from an error what a private game is like.
        check_reissuing(await self._games.game(request.game), request)
        check_id("request_id", request.request_id)
        check_bytes("signature", request.signature, 64)
        return pb.ReissueTokenResponse(info=message_of(await reissued(self._changes, request)))

    async def AnnounceReissue(self, request: pb.AnnounceReissueRequest, context: Context) -> pb.AnnounceReissueResponse:
        await self._callers.host(context, request.game)
        check_id("request_id", request.request_id)
        return pb.AnnounceReissueResponse(info=message_of(await announced(self._changes, request)))

    async def VetoReissue(self, request: pb.VetoReissueRequest, context: Context) -> pb.VetoReissueResponse:
        caller = await self._callers.holder(context, request.game)
        check_id("request_id", request.request_id)
        game = await vetoed(self._changes, request.game, caller, request.request_id)
        return pb.VetoReissueResponse(info=message_of(game))

    async def RemoveName(self, request: pb.RemoveNameRequest, context: Context) -> pb.RemoveNameResponse:
        caller = await self._callers.holder(context, request.game)
        return pb.RemoveNameResponse(info=message_of(await name_removed(self._changes, request.game, caller)))

    async def StartGame(self, request: pb.StartGameRequest, context: Context) -> pb.StartGameResponse:
        await self._callers.host(context, request.game)
        added = await self._changes.make(request.game, lambda game: settled(start_game(game, wall_clock.now())))
        return pb.StartGameResponse(info=message_of(added.game))

    async def AbandonGame(self, request: pb.AbandonGameRequest, context: Context) -> pb.AbandonGameResponse:
        by_operator = self._callers.is_operator(context)
        if not by_operator:
            await self._check_abandoning(request.game, await self._callers.writer(context, request.game))
        check_text("reason", request.reason, LONGEST_REASON)
        command = life.AbandonGame(reason=request.reason, by_operator=by_operator)
        added = await self._changes.make(
            request.game, partial(abandon_game, command=command, at=wall_clock.now())
        )  # fmt: skip
        return pb.AbandonGameResponse(info=message_of(added.game))

    async def _check_abandoning(self, game: str, caller: Caller) -> None:
        """Check that the host abandons a game, or any seat one that is too long to continue.

        Raises TokenMissing or RoleNeeded.
        """
        if caller.role == "seat" and self._changes.is_too_long(await self._games.game(game)):
            return
        check_host(caller)


def check_create(request: pb.CreateGameRequest, *, seeded_games: bool) -> None:
    """Check the fields of a request to create; it may name a seed only if seeded games are allowed.

    Raises InvalidField.
    """
    if request.seed and not seeded_games:
        raise InvalidField(
            "seed", "this service does not allow seeded games; its operator can allow them with --seeded-games"
        )
    check_text("label", request.label, 100)
    check_date("played_on", request.played_on)
    check_tags("tags", request.tags)
    check_key("arbiter", request.arbiter)
    check_set_up("options_json", request.options_json)
    check_set_up("edition_json", request.edition_json)
    check_set_up("table_json", request.table_json)


def is_practice(request: pb.CreateGameRequest, titles: Titles) -> bool:
    """Return whether a request names the seed of a tutorial, for a game that nobody can take for another one."""
    if not (request.seed and request.private and PRACTICE in request.tags):
        return False
    tutorial = titles.rulebook(request.title, request.rules_version).title.words.tutorial
    return tutorial is not None and request.seed == tutorial.seed


def check_join(command: life.TakeSeat) -> None:
    """Check the field lengths of a request to join. Raises InvalidField."""
    check_bytes("entropy", command.entropy, MAX_ENTROPY)
    check_key("public_key", command.public_key)


@contextmanager
def clauses_said(translator: Translator) -> Iterator[None]:
    """Put the clause of an error that cites one in a translator's words."""
    try:
        yield
    except BrokenClause as error:
        raise error.in_words(translator.book.clauses.get(error.clause, error.sentence)) from None


def outline_of(titles: Titles, book: Rulebook) -> pb.Title:
    """Return a title as lists show it."""
    title = book.title
    return pb.Title(
        name=title.name,
        label=title.label,
        code=title.code,
        rules_versions=titles.versions(title.name),
        seats_min=title.rules.seats[0],
        seats_max=title.rules.seats[-1],
        edition_digest=title.rules.edition.digest,
        cooperative=len(
            title.rules.sides(title.rules.setup(title.rules.seats[0], title.rules.options(), title.rules.edition))
        )
        == 1,
        distribution=book.package.distribution,
        distribution_version=book.package.version,
    )


def title_message(titles: Titles, book: Rulebook, translator: Translator, spoken: str) -> pb.GetTitleResponse:
    """Return a title with everything that its clients need, the hook of its tutorial in the language spoken."""
    return pb.GetTitleResponse(
        title=outline_of(titles, book),
        options_schema_json=translator.options_schema,
        edition_json=book.title.rules.edition.text,
        edition_schema_json=translator.edition_schema,
        table_schema_json=book.table_schema,
        commands=[*map(full_name, book.commands.values())],
        events=[*map(full_name, book.events.values())],
        clauses=len(book.clauses),
        components=list(_components(translator)),
        languages=book.languages,
        secret_messages=bool(book.private),
        command_forms=[translator.form(kind) for kind in book.commands.values()],
        aim=translator.book.aim,
        chance_commands=[*map(full_name, book.by_chance)],
        cover_svg=book.title.board.cover,
        board_words=[pb.BoardWord(word=word, meaning=meaning) for word, meaning in translator.book.legend.values()],
        tutorial=tutorial_message(book, spoken),
    )


def _find_tutorial_language(book: Rulebook, accepted: str) -> str:
    """Return the language of a tutorial for a caller, which the title itself may not speak; "" without one."""
    tutorial = book.title.words.tutorial
    return lookup(accepted, tutorial.texts) if tutorial is not None else ""


def tutorial_message(book: Rulebook, spoken: str) -> pb.Tutorial | None:
    """Return the terms of a title's tutorial, if it has one."""
    tutorial = book.title.words.tutorial
    if tutorial is None:
        return None
    return pb.Tutorial(
        seed=tutorial.seed,
        seats=tutorial.seats,
        options_json=tutorial.options,
        language=spoken,
        hook=tutorial.hook(spoken),
    )


def add_lessons(message: pb.Tutorial, tutorial: Tutorial, translator: Translator) -> None:
    """Add a tutorial's lessons in its language."""
    texts = tutorial.texts[message.language]
    for lesson in tutorial.lessons:
        added = message.lessons.add(name=lesson.name, text=texts(lesson.name), target=lesson.at, clause=lesson.clause)
        added.commands.extend(map(full_name, lesson.when))
        if lesson.breaks is not None:
            added.refused_move.CopyFrom(packed(as_message(lesson.breaks)))
            added.refused_sentence = translator.sentence(lesson.breaks, {})


def _components(translator: Translator) -> Iterator[pb.Component]:
    """Yield the components with a name or printed text, sorted by id."""
    names, texts, details = translator.book.names, translator.book.texts, translator.book.details
    for component in sorted({*names, *details}):
        yield pb.Component(
            id=component,
            name=names.get(component, component),
            text=texts.get(component, ""),
            details=details.get(component, ""),
        )
