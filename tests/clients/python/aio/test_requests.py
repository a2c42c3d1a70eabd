"""Every call of the client: the request that it sends with the fewest arguments, and with all that it may be given."""

from __future__ import annotations

import inspect
import re
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message

from gunbai.infludance_duel.v1 import commands_pb2 as cmd
from gunbai.record.v1.clocks_pb2 import ClockTerms
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT, Actor
from gunbai.record.v1.irregularities_pb2 import REMEDY_STANDS, RuleIrregularity
from gunbai.record.v1.lifecycle_pb2 import (
    CHANCE_SOURCE_COMMITTED,
    CHANCE_SOURCE_DEALER,
    STALLED_RULE_LOSES,
    TakeBack,
)
from gunbai.record.v1.log_pb2 import LEAF_KIND_ENDED, KeyReplacement
from gunbai.record.v1.results_pb2 import RESULT_BASIS_ADJUDICATION, Agree, AnnounceAbsence, Concede, DecideGame
from gunbai.referee.v1 import (
    arbiter_pb2,
    audit_pb2,
    disputes_pb2,
    lobby_pb2,
    log_pb2,
    questions_pb2,
    record_pb2,
    referee_pb2,
    results_pb2,
)
from gunbai.referee.v1.game_pb2 import GAME_STATUS_FINISHED, GameInfo, Result
from gunbai.referee.v1.lobby_pb2 import GAME_ORDER_NEWEST, GAME_ORDER_OLDEST
from gunbai_client import aio
from gunbai_client.aio.disputes import Disputes
from gunbai_client.aio.log import TransparencyLog
from gunbai_client.aio.questions import Questions
from gunbai_client.new_game import NewTokens
from gunbai_record.messages import packed
from tests.clients.python.scripted import scripted

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
SEATED = Actor(kind=ACTOR_KIND_SEAT, seat=1)
SMALL = cmd.ChooseFigure(figure=cmd.FIGURE_SMALL)
RULING = RuleIrregularity(clause="3", done="It was late.", remedy=REMEDY_STANDS)
DECISION = DecideGame(basis=RESULT_BASIS_ADJUDICATION, winners=[1], reason="So.")
AGREED = Agree()
INFO = GameInfo(
    game="g", title="liars_dice", head=3, head_digest=bytes(32), status=GAME_STATUS_FINISHED, result=Result()
)
VERDICT = audit_pb2.VerifyGameResponse(verification=audit_pb2.Verification(entries=3))
SHOWN: dict[str, Any] = {
    "GetGame": [lobby_pb2.GetGameResponse(info=INFO)],
    "GetView": [record_pb2.GetViewResponse(expected_version=5)],
}
"""What the service answers to the calls that another call may begin with."""
CLOCK = ClockTerms(bank_seconds=60)
FRESH = "made anew"
"""What stands for an id, a token or bytes that the client makes for one call."""
MADE: dict[str, tuple[str, object]] = {
    **dict.fromkeys(("request_id", "command_id"), (r"[0-9a-f]{32}", FRESH)),
    **dict.fromkeys(("token", "dealer_token", "spectator_token", "bot_token"), (r"[A-Za-z0-9_-]{43}", FRESH)),
    "entropy": (r"(?s).{32}", FRESH.encode()),
    "signature": (r"(?s).{64}", FRESH.encode()),
}
TOKENS: dict[str, Any] = dict.fromkeys(("token", "dealer_token", "spectator_token", "bot_token"), FRESH)
GIVEN_TOKENS: dict[str, Any] = {"token": "h", "dealer_token": "d", "spectator_token": "s", "bot_token": "b"}
GAME: dict[str, Any] = {"game": "g"}
ID: dict[str, Any] = {"request_id": FRESH}
ONCE: dict[str, Any] = {"command_id": FRESH}
TERMS: dict[str, Any] = {
    "share_seconds": 9,
    "private": True,
    "label": "club",
    "played_on": "2026",
    "tags": ["a", "b"],
    "invited_only": True,
    "reissue_seconds": 8,
    "arbiter": b"key",
    "clock": CLOCK,
}


class Call(NamedTuple):
    """A call with the fewest arguments, and the request that it sends at last."""

    given: tuple[Any, ...]
    request: Message
    options: Mapping[str, Any] = MappingProxyType({})
    """What it may be given besides."""
    fields: Mapping[str, Any] | None = None
    """What the request has then, where that is not the options by their names."""
    first: Message | None = None
    """What is asked first, when nothing else is given."""

    @property
    def full(self) -> Message:
        """The request with all options."""
        changed = self.options if self.fields is None else self.fields
        made = type(self.request)()
        made.CopyFrom(self.request)
        for name in changed:
            made.ClearField(name)
        made.MergeFrom(type(made)(**changed))
        return made


LOOK, OPENED = lobby_pb2.GetGameRequest(**GAME), record_pb2.GetViewRequest(**GAME)
CHANCE = {"chance_source": CHANCE_SOURCE_DEALER, "stalled": STALLED_RULE_LOSES}
CALLS: dict[str, Call] = {
    "Gunbai.titles": Call((), lobby_pb2.ListTitlesRequest(page_size=200)),
    "Gunbai.title": Call(("t",), lobby_pb2.GetTitleRequest(title="t"), {"rules_version": 2}),
    "Gunbai.create": Call(
        ("t",),
        lobby_pb2.CreateGameRequest(title="t", chance_source=CHANCE_SOURCE_COMMITTED, **TOKENS),
        {
            "seats": 2,
            "options": {"a": 1},
            "edition": '{"b":2}',
            "table": "{}",
            "chance": "dealer",
            "stalled": "loses",
            "rules_version": 3,
            "tokens": NewTokens("h", "d", "s", "b"),
            **TERMS,
        },
        {
            "seats": 2,
            "options_json": '{"a": 1}',
            "edition_json": '{"b":2}',
            "table_json": "{}",
            "rules_version": 3,
            **CHANCE,
            **GIVEN_TOKENS,
            **TERMS,
        },
    ),
    "Gunbai.game": Call(("g",), LOOK),
    "Gunbai.games": Call(
        (),
        lobby_pb2.ListGamesRequest(page_size=200, order_by=GAME_ORDER_NEWEST),
        {"order": "oldest", "player": "Ann"},
        {"order_by": GAME_ORDER_OLDEST, "player": "Ann"},
    ),
    "Gunbai.join": Call(
        ("g", "Ann"),
        lobby_pb2.JoinGameRequest(player="Ann", token=FRESH, entropy=FRESH.encode(), **GAME),
        {"seat": 2, "key": KEY, "entropy": b"dice", "token": "t", "invitation": "2-x"},
        {
            "seat": 2,
            "public_key": KEY.public_key().public_bytes_raw(),
            "entropy": b"dice",
            "token": "t",
            "invitation": "2-x",
        },
    ),
    "Gunbai.invitations": Call(("g",), lobby_pb2.GetInvitationsRequest(**GAME)),
    "Gunbai.free": Call(("g", 2), lobby_pb2.FreeSeatRequest(seat=2, **GAME, **ID), {"request_id": "r"}),
    "Gunbai.reissue": Call(
        ("g", 2, KEY),
        lobby_pb2.ReissueTokenRequest(
            seat=2, token=FRESH, request_id=FRESH, expected_version=1, signature=FRESH.encode(), **GAME
        ),
        {"token": "t", "request_id": "r", "seed": b"s"},
        {"token": "t", "request_id": "r"},
    ),
    "Gunbai.announce_reissue": Call(
        ("g", 2, b"hash"),
        lobby_pb2.AnnounceReissueRequest(seat=2, token_hash=b"hash", **GAME, **ID),
        {"request_id": "r"},
    ),
    "Gunbai.start": Call(("g",), lobby_pb2.StartGameRequest(**GAME)),
    "Gunbai.abandon": Call(("g",), lobby_pb2.AbandonGameRequest(**GAME), {"reason": "rain"}),
    "Gunbai.fork": Call(
        ("g", 3),
        referee_pb2.ForkGameRequest(version=3, **GAME, **TOKENS),
        {
            "chance": "dealer",
            "stalled": "loses",
            "consents": ["x", "y"],
            "tokens": NewTokens("h", "d", "s", "b"),
            **TERMS,
        },
        {"consents": ["x", "y"], **CHANCE, **GIVEN_TOKENS, **TERMS},
    ),
    "Gunbai.entries": Call(
        ("g",),
        record_pb2.ReadEntriesRequest(**GAME),
        {"after": 2, "up_to": 5},
        {"after_version": 2, "up_to_version": 5},
    ),
    "Gunbai.entries_in_words": Call(
        ("g",),
        record_pb2.ReadEntriesRequest(sentences=True, **GAME),
        {"after": 2, "up_to": 5},
        {"after_version": 2, "up_to_version": 5},
    ),
    "Gunbai.replay": Call(
        ("g",),
        record_pb2.ReplayGameRequest(from_version=1, to_version=3, **GAME),
        {"first": 2, "last": 9, "views": True, "pictures": True, "sentences": True, "tables": True},
        {"from_version": 2, "to_version": 9, "views": True, "pictures": True, "sentences": True, "tables": True},
        first=LOOK,
    ),
    "Gunbai.watch": Call(("g",), record_pb2.WatchGameRequest(**GAME), {"after": 2}, {"after_version": 2}),
    "Gunbai.updates": Call(
        ("g",),
        record_pb2.WatchGameRequest(**GAME),
        {"after": 2, "sentences": True},
        {"after_version": 2, "sentences": True},
    ),
    "Gunbai.view": Call(("g",), OPENED, {"version": 2}),
    "Gunbai.table": Call(("g",), record_pb2.GetTableRequest(**GAME), {"version": 2, "guess": True}),
    "Gunbai.picture": Call(("g",), record_pb2.DrawPositionRequest(**GAME), {"version": 2}),
    "Gunbai.export": Call(("g",), record_pb2.ExportRecordRequest(**GAME)),
    "Gunbai.legal": Call(("g",), referee_pb2.ListLegalCommandsRequest(**GAME), {"version": 2, "seat": 1}),
    "Gunbai.adjudicate": Call(
        ("g", SEATED, SMALL),
        audit_pb2.AdjudicateRequest(actor=SEATED, command=packed(SMALL), **GAME),
        {"version": 2, "rules_version": 3},
    ),
    "Gunbai.verify": Call(("g",), audit_pb2.VerifyGameRequest(**GAME)),
    "Gunbai.clauses": Call(("t",), audit_pb2.ListClausesRequest(title="t", page_size=200), {"rules_version": 2}),
    "Gunbai.rulings": Call(
        ("g",), audit_pb2.ListRulingsRequest(page_size=200, **GAME), {"refused_only": True, "receipts": True}
    ),
    "Gunbai.result_sheet": Call(("g",), results_pb2.GetResultSheetRequest(**GAME)),
    "Gunbai.confirm_result": Call(
        ("g", 2),
        results_pb2.ConfirmResultRequest(seat=2, digest=bytes(32), **GAME),
        {"signature": b"signed"},
        first=LOOK,
    ),
    "Gunbai.head": Call(("g",), audit_pb2.GetHeadRequest(**GAME), {"version": 2}),
    "Seat.legal": Call((), referee_pb2.ListLegalCommandsRequest(**GAME)),
    "Seat.view": Call((), OPENED, {"version": 2}),
    "Seat.watch": Call((), record_pb2.WatchGameRequest(**GAME), {"after": 2}, {"after_version": 2}),
    "Seat.updates": Call(
        (),
        record_pb2.WatchGameRequest(**GAME),
        {"after": 2, "sentences": True},
        {"after_version": 2, "sentences": True},
    ),
    "Seat.confirm_result": Call((), results_pb2.ConfirmResultRequest(seat=1, digest=bytes(32), **GAME), first=LOOK),
    "Seat.picture": Call((), record_pb2.DrawPositionRequest(**GAME), {"version": 2}),
    "Seat.submit": Call(
        (SMALL,),
        referee_pb2.SubmitRequest(expected_version=5, command=packed(SMALL), **GAME, **ONCE),
        {"expected_version": 7, "command_id": "c", "sentences": True, "receipt": True},
        first=OPENED,
    ),
    "Seat.concede": Call(
        (),
        referee_pb2.SubmitRequest(expected_version=5, command=packed(Concede()), sentences=True, **GAME, **ONCE),
        {"command_id": "c"},
        first=OPENED,
    ),
    "Seat.agree": Call(
        (AGREED,),
        referee_pb2.SubmitRequest(expected_version=3, command=packed(AGREED), sentences=True, **GAME, **ONCE),
        {"expected_version": 7, "command_id": "c"},
        first=LOOK,
    ),
    "Seat.announce_absence": Call(
        (2,),
        referee_pb2.SubmitRequest(
            expected_version=3, command=packed(AnnounceAbsence(absent_seat=2)), sentences=True, **GAME, **ONCE
        ),
        {"command_id": "c"},
        first=LOOK,
    ),
    "Seat.undo": Call(
        (3,),
        referee_pb2.SubmitRequest(
            expected_version=5, command=packed(TakeBack(version=3)), sentences=True, **GAME, **ONCE
        ),
        {"command_id": "c"},
        first=OPENED,
    ),
    "Seat.correct": Call(
        (SMALL, 4),
        referee_pb2.SubmitRequest(expected_version=4, corrects=4, command=packed(SMALL), **GAME, **ONCE),
        {"command_id": "c", "sentences": True, "receipt": True},
    ),
    "Seat.consent": Call(
        (3,),
        referee_pb2.ConsentToForkRequest(version=3, **GAME, **ID),
        {
            "chance": "dealer",
            "stalled": "loses",
            "share_seconds": 9,
            "private": True,
            "invited_only": True,
            "reissue_seconds": 90,
            "absence_seconds": 91,
            "arbiter": b"a" * 32,
            "clock": ClockTerms(decision_seconds=9),
        },
        {
            "share_seconds": 9,
            "private": True,
            "invited_only": True,
            "reissue_seconds": 90,
            "absence_seconds": 91,
            "arbiter": b"a" * 32,
            "clock": ClockTerms(decision_seconds=9),
            **CHANCE,
        },
    ),
    "Seat.leave": Call((), lobby_pb2.LeaveGameRequest(**GAME, **ID), {"request_id": "r"}),
    "Seat.veto_reissue": Call((), lobby_pb2.VetoReissueRequest(**GAME, **ID), {"request_id": "r"}),
    "Seat.remove_name": Call((), lobby_pb2.RemoveNameRequest(**GAME)),
    "Seat.take_back": Call(
        (3,),
        referee_pb2.ForkGameRequest(version=3, continues=True, **GAME, **TOKENS),
        {"label": "again", "tokens": NewTokens("h", "d", "s", "b")},
        {"label": "again", **GIVEN_TOKENS},
    ),
    "Seat.join": Call(
        ("branch",),
        lobby_pb2.JoinGameRequest(game="branch", seat=1, token=FRESH, entropy=FRESH.encode()),
        {"entropy": b"dice", "token": "t"},
    ),
    "Arbiter.rule": Call(
        (RULING,),
        arbiter_pb2.RuleIrregularityRequest(expected_version=3, command=packed(RULING), **GAME, **ONCE),
        {"expected_version": 7, "command_id": "c"},
        first=LOOK,
    ),
    "Arbiter.decide": Call(
        (DECISION,),
        arbiter_pb2.DecideGameRequest(expected_version=3, command=packed(DECISION), **GAME, **ONCE),
        {"expected_version": 7, "command_id": "c"},
        first=LOOK,
    ),
    "Disputes.open": Call(
        ("Wrong.",),
        disputes_pb2.OpenDisputeRequest(claim="Wrong.", **GAME, **ID),
        {"version": 6, "request_id": "r"},
    ),
    "Disputes.get": Call((1,), disputes_pb2.GetDisputeRequest(dispute=1, **GAME)),
    "Disputes.all": Call((), disputes_pb2.ListDisputesRequest(page_size=200, **GAME)),
    "Disputes.say": Call(
        (1, "Right."),
        disputes_pb2.AddStatementRequest(dispute=1, text="Right.", **GAME, **ID),
        {"inspection_allowed": True, "request_id": "r"},
    ),
    "Disputes.inspect": Call((1, "t"), disputes_pb2.InspectDisputeRequest(dispute=1, token="t", **GAME)),
    "Disputes.settle": Call(
        (1, "So."),
        disputes_pb2.SettleDisputeRequest(dispute=1, reason="So.", outcome=disputes_pb2.DISPUTE_OUTCOME_UPHELD, **GAME),
        {"correction_version": 8},
        {"correction_version": 8, "outcome": disputes_pb2.DISPUTE_OUTCOME_CORRECTED},
    ),
    "TransparencyLog.checkpoint": Call((), log_pb2.GetCheckpointRequest()),
    "TransparencyLog.inclusion": Call(("g",), log_pb2.ProveInclusionRequest(**GAME), {"kind": LEAF_KIND_ENDED}),
    "TransparencyLog.leaf": Call((4,), log_pb2.ProveLeafRequest(index=4), {"size": 9}),
    "TransparencyLog.consistency": Call((4,), log_pb2.ProveConsistencyRequest(old_size=4), {"new_size": 9}),
    "TransparencyLog.tile": Call((1, 2), log_pb2.ReadTileRequest(level=1, index=2), {"width": 3, "entries": True}),
    "TransparencyLog.replace_key": Call(
        ("g", KeyReplacement(reason="lost")),
        log_pb2.ReplaceKeyRequest(replacement=KeyReplacement(reason="lost"), **GAME),
    ),
    "TransparencyLog.key_replacements": Call((), log_pb2.ReadKeyReplacementsRequest()),
    "TransparencyLog.cosign": Call((4, "line\n"), log_pb2.AddCosignatureRequest(size=4, cosignature="line")),
    "Questions.entries": Call(
        ("g",),
        questions_pb2.SearchEntriesRequest(**GAME),
        {"after": 2, "up_to": 5, "seat": 1, "clause": "c", "event": "e"},
        {"after_version": 2, "up_to_version": 5, "seat": 1, "clause": "c", "event": "e"},
    ),
    "Questions.changes": Call(
        ("g",),
        questions_pb2.TraceValueRequest(**GAME),
        {"path": "a.b", "version": 5, "table": True, "after": 2},
        {"path": "a.b", "version": 5, "table": True, "after_version": 2},
    ),
    "Questions.positions": Call(
        ("g", "true"),
        questions_pb2.FindPositionsRequest(expression="true", **GAME),
        {"first": 2, "last": 5, "table": True, "one": True},
        {"from_version": 2, "to_version": 5, "table": True, "first_only": True},
    ),
    "Questions.luck": Call(
        ("g",),
        questions_pb2.MeasureLuckRequest(**GAME),
        {"after": 2, "up_to": 5},
        {"after_version": 2, "up_to_version": 5},
    ),
    "Questions.differences": Call(
        ("g",),
        questions_pb2.ComparePositionsRequest(**GAME),
        {"version": 2, "other_game": "h", "other_version": 3, "table": True},
    ),
}
PLACES: dict[str, Callable[[aio.Gunbai], Any]] = {
    "Gunbai": lambda gunbai: gunbai,
    "Seat": lambda gunbai: gunbai.seat("g", 1),
    "Arbiter": lambda gunbai: gunbai.arbiter("g"),
    "Disputes": lambda gunbai: gunbai.disputes("g"),
    "TransparencyLog": lambda gunbai: gunbai.log,
    "Questions": lambda gunbai: gunbai.questions,
}
WITHOUT_A_REQUEST = {
    *(f"Gunbai.{name}" for name in ("holding", "speaking", "forwarding", "seat", "arbiter", "disputes", "close")),
    *(f"Seat.{name}" for name in ("disputes", "remember", "request")),
}
OF_SEVERAL_REQUESTS = {
    *(f"Gunbai.{name}" for name in ("ask", "create_duplicates", "create_first_game", "tutorial")),
    *(f"Gunbai.{name}" for name in ("import_record", "my_games", "resumed")),
    *(f"Seat.{name}" for name in ("give_share", "play", "prompts")),
    "TransparencyLog.since",
}
"""Those that have tests of their own."""


def test_every_call_is_tried() -> None:
    kinds = (aio.Gunbai, aio.Seat, aio.Arbiter, Disputes, TransparencyLog, Questions)
    calls = {
        f"{kind.__name__}.{name}"
        for kind in kinds
        for name, member in vars(kind).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }
    assert calls == CALLS.keys() | WITHOUT_A_REQUEST | OF_SEVERAL_REQUESTS


def called(name: str) -> Callable[[aio.Gunbai, Any], Any]:
    """Return a call by its name, which takes a client and what is given besides."""
    place, _, method = name.partition(".")
    return lambda gunbai, options: getattr(PLACES[place](gunbai), method)(*CALLS[name].given, **options)


async def answered(answer: Any) -> Any:
    """Return what a call returns, or all that it yields."""
    return [item async for item in answer] if isinstance(answer, AsyncIterator) else await answer


def anew(request: Message) -> Message:
    """Return a request with `FRESH` in place of what was made for it."""
    for name, (form, fresh) in MADE.items():
        value = getattr(request, name, "")
        text = value.decode("latin-1") if isinstance(value, bytes) else value
        if re.fullmatch(form, text):
            setattr(request, name, fresh)
    return request


answering = partial(scripted, VerifyGame=[[VERDICT]], **SHOWN)


@pytest.mark.parametrize("name", CALLS)
async def test_what_is_not_given_to_a_call_is_left_to_the_service(name: str) -> None:
    async with answering() as (gunbai, script):
        assert await answered(called(name)(gunbai, {})) is not None
    *before, last = script.requests
    assert (before, anew(last)) == ([CALLS[name].first] if CALLS[name].first else [], CALLS[name].request)
    assert not {"authorization", "accept-language"} & script.metadata[0].keys()


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.options])
async def test_all_that_is_given_to_a_call_is_sent(name: str) -> None:
    async with answering() as (gunbai, script):
        assert await answered(called(name)(gunbai, CALLS[name].options)) is not None
    assert anew(script.requests[-1]) == CALLS[name].full


async def test_no_two_calls_have_the_same_id_or_token() -> None:
    made = []
    async with scripted() as (gunbai, script):
        for _ in range(2):
            await gunbai.free("g", 2)
            await gunbai.create("t", chance="referee")
    made = [getattr(message, "request_id", "") or getattr(message, "token", "") for message in script.requests]
    assert len({*made}) == 4
