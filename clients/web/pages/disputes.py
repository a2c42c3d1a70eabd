"""A game's disputes: seats open and discuss them, the dealer settles them, and everyone can read and print them."""

from __future__ import annotations

from base64 import b64decode

from google.protobuf.message import DecodeError
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from clients.render.dispute_page import POLICY, Page
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_version, read_form
from clients.web.frame.responses import redirect, render
from clients.web.frame.text import find_catalogue, read_languages
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_summary import load_summary
from clients.web.parts.script_values import refusal_in_words
from gunbai.record.v1.entry_pb2 import ACTOR_KIND_SEAT
from gunbai.record.v1.lifecycle_pb2 import CHANCE_SOURCE_DEALER
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai.referee.v1.game_pb2 import GAME_STATUS_RUNNING, GameInfo
from gunbai_client.aio.disputes import Disputes
from gunbai_client.errors import InvalidRequest
from gunbai_record.errors import GunbaiError
from gunbai_record.receipts import receipt_of


def _explain_settling(info: GameInfo) -> str:
    """Return the catalogue key that says who settles the disputes of a game."""
    if info.arbiter:
        return "arbiter_settles"
    return "dealer_settles" if info.chance_source == CHANCE_SOURCE_DEALER else "players_settle"


MOST_REFUSALS = 5
"""How many refusals are offered to be disputed."""
OUTCOMES = {
    pb.DISPUTE_OUTCOME_UPHELD: "stands",
    pb.DISPUTE_OUTCOME_CORRECTED: "wrong",
}


def _act_as(visitor: Visitor, role: str) -> Disputes:
    """Return the game's disputes for the holder of a role."""
    return visitor.holding(role).disputes(visitor.game)


def _act_as_seat(visitor: Visitor) -> Disputes:
    """Return the disputes for the visitor's first seat, in whose name they speak."""
    return _act_as(visitor, str(next(iter(visitor.tokens.seats), "")))


async def list_disputes(request: Request) -> Response:
    """Show a game's disputes, and a form for another one."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    disputes = [dispute async for dispute in visitor.reader.disputes(visitor.game).all()]
    return render(
        request,
        "disputes.html",
        summary=await load_summary(request, visitor, info),
        disputes=disputes,
        own=visitor.tokens.seats,
        version=request.query_params.get("version", info.head),
        receipt=request.query_params.get("receipt", ""),
        refusals=await _list_refusals(visitor),
        outcomes=OUTCOMES,
        settling=_explain_settling(info),
    )


async def _list_refusals(visitor: Visitor) -> list[dict[str, str]]:
    """Return the last refusals that the seats of the visitor met, the newest first, each with its receipt."""
    met = list[dict[str, str]]()
    for seat in visitor.tokens.seats:
        given = visitor.acting(str(seat)).rulings(visitor.game, refused_only=True, receipts=True)
        async for ruling in given:
            if ruling.actor.seat == seat and ruling.refused.receipt.note:
                said = {"sentence": ruling.sentence, "at": ruling.judge_time.ToJsonString()}
                met.append(refusal_in_words(ruling.refused) | said)
    return sorted(met, key=lambda refusal: refusal["at"], reverse=True)[:MOST_REFUSALS]


async def open_dispute(request: Request) -> Response:
    """Open a dispute over an entry, or over a refusal by its receipt, and show it."""
    visitor, form = Visitor.of(request), await read_form(request)
    claim, receipt = form.get("claim", ""), _parse_receipt(form.get("receipt", ""))
    if receipt is not None:
        made = await _act_as(visitor, str(_read_seat(receipt))).open(claim, receipt=receipt)
    else:
        made = await _act_as_seat(visitor).open(claim, version=parse_version(form.get("version", ""), "version"))
    return redirect(request, f"/games/{visitor.game}/disputes/{made.number}")


def _parse_receipt(text: str) -> SignedReceipt | None:
    """Return a refusal's receipt from the page's text. Raises InvalidRequest."""
    if not text:
        return None
    try:
        return SignedReceipt.FromString(b64decode(text, validate=True))
    except (ValueError, DecodeError):
        raise InvalidRequest("receipt: not a receipt of this page", fields={"receipt": "not one"}) from None


def _read_seat(receipt: SignedReceipt) -> int:
    """Return the seat whose command a receipt says was refused. Raises InvalidRequest."""
    try:
        return receipt_of(receipt).seat
    except GunbaiError:
        raise InvalidRequest("receipt: not a receipt of this page", fields={"receipt": "not one"}) from None


async def show_dispute(request: Request) -> Response:
    """Show a dispute: the claim, the statements and the verdict."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    answer = await visitor.reader.disputes(visitor.game).get(request.path_params["number"])
    mover, settling = _find_mover(info, answer), _explain_settling(info)
    may_go_back = settling == "players_settle" and info.status == GAME_STATUS_RUNNING and answer.dispute.version > 1
    return render(
        request,
        "dispute.html",
        heading=_head(request, info, answer, mover),
        mover=mover,
        goes_back=bool(visitor.tokens.seats) and may_go_back,
        summary=await load_summary(request, visitor, info),
        dispute=answer.dispute,
        evidence=answer.evidence,
        own=visitor.tokens.seats,
        settles=bool(visitor.tokens.of("dealer")) and not info.arbiter,
        settling=settling,
        awaited=_find_awaited(answer, mover),
        outcomes=OUTCOMES,
    )


def _find_mover(info: GameInfo, answer: pb.GetDisputeResponse) -> str:
    """Return the player whose move is disputed; "" if it is nobody's."""
    actor = answer.evidence.entry.actor
    seats = info.seats if actor.kind == ACTOR_KIND_SEAT and not answer.evidence.given.HasField("refused") else ()
    return next((seat.player for seat in seats if seat.seat == actor.seat), "")


def _head(request: Request, info: GameInfo, answer: pb.GetDisputeResponse, mover: str) -> str:
    """Return the heading of a dispute: who disputes what."""
    say, dispute = find_catalogue(request), answer.dispute
    player = next((seat.player for seat in info.seats if seat.seat == dispute.seat), "")
    player = player or say("seat", seat=dispute.seat)
    if answer.evidence.given.HasField("refused"):
        return say("disputes_refusal", player=player)
    if not mover:
        return say("disputes_step", player=player, version=dispute.version)
    own = answer.evidence.entry.actor.seat == dispute.seat
    return say("disputes_own", player=player) if own else say("disputes_other", player=player, other=mover)


def _find_awaited(answer: pb.GetDisputeResponse, mover: str) -> str:
    """Return the player whose move is disputed, until they have answered; "" if nobody's answer is awaited."""
    dispute = answer.dispute
    heard = {dispute.seat, *(said.seat for said in dispute.statements)}
    return "" if answer.evidence.entry.actor.seat in heard else mover


async def print_dispute(request: Request) -> Response:
    """Return a dispute with its evidence as a page to print or save."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    dispute = await visitor.reader.disputes(visitor.game).get(request.path_params["number"])
    page = Page(dispute, info.title, accept_language=read_languages(request))
    return HTMLResponse(page.text, headers={"content-security-policy": POLICY})


async def add_statement(request: Request) -> Response:
    """Add a statement by one of the visitor's seats."""
    visitor, form, number = Visitor.of(request), await read_form(request), request.path_params["number"]
    await _act_as_seat(visitor).say(number, form.get("text", ""), inspection_allowed="inspection_allowed" in form)
    return redirect(request, f"/games/{visitor.game}/disputes/{number}")


async def settle(request: Request) -> Response:
    """Settle a dispute as the dealer."""
    visitor, form, number = Visitor.of(request), await read_form(request), request.path_params["number"]
    corrected = form.get("correction_version", "").strip()
    version = parse_version(corrected, "correction_version") if corrected else 0
    await _act_as(visitor, "dealer").settle(number, form.get("reason", ""), correction_version=version)
    return redirect(request, f"/games/{visitor.game}/disputes/{number}")


ROUTES = (
    Route(f"{GAME}/disputes", list_disputes, name="disputes"),
    Route(f"{GAME}/disputes", open_dispute, methods=["POST"]),
    Route(f"{GAME}/disputes/{{number:number}}", show_dispute, name="dispute"),
    Route(f"{GAME}/disputes/{{number:number}}/page", print_dispute, name="printed"),
    Route(f"{GAME}/disputes/{{number:number}}/say", add_statement, methods=["POST"]),
    Route(f"{GAME}/disputes/{{number:number}}/settle", settle, methods=["POST"]),
)
