"""Disputes of a game: seats open and discuss them, the dealer settles them, and all read and print them."""

from __future__ import annotations

from base64 import b64decode

from google.protobuf.message import DecodeError
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from clients.cli.dispute_page import POLICY, page_of
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import form_of, number_of
from clients.web.frame.responses import page
from clients.web.frame.speech import speech_of
from clients.web.frame.visitor import Visitor
from clients.web.parts.game_summary import card_of
from gunbai.record.v1.receipt_pb2 import SignedReceipt
from gunbai.referee.v1 import disputes_pb2 as pb
from gunbai_client.aio.disputes import Disputes
from gunbai_client.errors import InvalidRequest

OUTCOMES = {
    pb.DISPUTE_OUTCOME_UPHELD: "upheld",
    pb.DISPUTE_OUTCOME_CORRECTED: "corrected",
}


def _as(visitor: Visitor, role: str) -> Disputes:
    """Return the disputes of the game for the holder of a role."""
    return visitor.holding(role).disputes(visitor.game)


def _speaker(visitor: Visitor) -> Disputes:
    """Return the disputes for the first seat of the visitor, in whose name they speak."""
    return _as(visitor, str(next(iter(visitor.tokens.seats), "")))


async def listed(request: Request) -> Response:
    """Show the disputes of a game, and a form for another one."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    found = [each async for each in visitor.reader.disputes(visitor.game).all()]
    return page(
        request,
        "disputes.html",
        card=await card_of(request, visitor, info),
        disputes=found,
        own=visitor.tokens.seats,
        version=request.query_params.get("version", info.head),
        receipt=request.query_params.get("receipt", ""),
        outcomes=OUTCOMES,
    )


async def opened(request: Request) -> Response:
    """Open a dispute of an entry, or of a refusal by its receipt, and show it."""
    visitor, form = Visitor.of(request), await form_of(request)
    claim, receipt = form.get("claim", ""), _receipt(form.get("receipt", ""))
    if receipt is not None:
        made = await _speaker(visitor).open(claim, receipt=receipt)
    else:
        made = await _speaker(visitor).open(claim, version=number_of(form.get("version", ""), "version"))
    return RedirectResponse(f"/games/{visitor.game}/disputes/{made.number}", 303)


def _receipt(text: str) -> SignedReceipt | None:
    """Return the receipt of a refusal, as the page has it. Raises InvalidRequest."""
    if not text:
        return None
    try:
        return SignedReceipt.FromString(b64decode(text, validate=True))
    except (ValueError, DecodeError):
        raise InvalidRequest("receipt: not a receipt of this page", fields={"receipt": "not one"}) from None


async def shown(request: Request) -> Response:
    """Show a dispute: what is claimed, what was said, and the verdict."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    found = await visitor.reader.disputes(visitor.game).get(request.path_params["number"])
    return page(
        request,
        "dispute.html",
        card=await card_of(request, visitor, info),
        dispute=found.dispute,
        evidence=found.evidence,
        own=visitor.tokens.seats,
        settles=bool(visitor.tokens.of("dealer")) and not info.arbiter,
        outcomes=OUTCOMES,
    )


async def printed(request: Request) -> Response:
    """Return a dispute with its evidence as a page that is printed, or kept as a file."""
    visitor = Visitor.of(request)
    info = await visitor.reader.game(visitor.game)
    found = await visitor.reader.disputes(visitor.game).get(request.path_params["number"])
    return HTMLResponse(page_of(found, info, speech_of(request).tag), headers={"content-security-policy": POLICY})


async def said(request: Request) -> Response:
    """Add a statement of a seat of the visitor."""
    visitor, form, number = Visitor.of(request), await form_of(request), request.path_params["number"]
    await _speaker(visitor).say(number, form.get("text", ""), inspection_allowed="inspection_allowed" in form)
    return RedirectResponse(f"/games/{visitor.game}/disputes/{number}", 303)


async def settled(request: Request) -> Response:
    """Settle a dispute as the dealer."""
    visitor, form, number = Visitor.of(request), await form_of(request), request.path_params["number"]
    corrected = form.get("correction_version", "").strip()
    version = number_of(corrected, "correction_version") if corrected else 0
    await _as(visitor, "dealer").settle(number, form.get("reason", ""), correction_version=version)
    return RedirectResponse(f"/games/{visitor.game}/disputes/{number}", 303)


ROUTES = (
    Route(f"{GAME}/disputes", listed, name="disputes"),
    Route(f"{GAME}/disputes", opened, methods=["POST"]),
    Route(f"{GAME}/disputes/{{number:int}}", shown, name="dispute"),
    Route(f"{GAME}/disputes/{{number:int}}/page", printed, name="printed"),
    Route(f"{GAME}/disputes/{{number:int}}/say", said, methods=["POST"]),
    Route(f"{GAME}/disputes/{{number:int}}/settle", settled, methods=["POST"]),
)
