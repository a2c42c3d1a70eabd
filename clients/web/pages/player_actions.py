"""Players' actions besides moves: conceding, continuing without an absent player, taking moves back together."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.bots.bot_players import bots_of
from clients.web.frame.paths import GAME
from clients.web.frame.request_data import parse_number, parse_version, read_form
from clients.web.frame.responses import redirect
from clients.web.frame.visitor import Visitor
from clients.web.parts.held_games import held, keep_seat
from gunbai.record.v1.results_pb2 import Agree, AgreedAbsence
from gunbai.referee.v1.game_pb2 import GAME_STATUS_OPEN, GameInfo
from gunbai.referee.v1.ruling_pb2 import Ruling
from gunbai_client.aio import Seat
from gunbai_client.errors import NotNow
from gunbai_client.takebacks import is_chance


async def concede(request: Request) -> Response:
    """Concede with one of the visitor's seats."""
    visitor, form = Visitor.of(request), await read_form(request)
    _check(await visitor.seat(parse_number(form.get("seat", ""), "seat")).concede())
    bots_of(request).wake(visitor.game)
    return redirect(request, f"/games/{visitor.game}")


async def announce_absence(request: Request) -> Response:
    """Report that a seat is away, as the visitor's first seat."""
    visitor, form = Visitor.of(request), await read_form(request)
    absent = parse_number(form.get("absent", ""), "absent")
    _check(await _first(visitor).announce_absence(absent))
    return redirect(request, f"/games/{visitor.game}")


async def go_on(request: Request) -> Response:
    """Agree with every seat of the visitor that the game continues without one that is away."""
    visitor, form = Visitor.of(request), await read_form(request)
    word = Agree(absence=AgreedAbsence(absent_seat=parse_number(form.get("absent", ""), "absent")))
    _check(await _first(visitor).agree(word))
    for number in visitor.tokens.seats[1:]:
        _check(await visitor.seat(number).agree(word))
    bots_of(request).wake(visitor.game)
    return redirect(request, f"/games/{visitor.game}")


def _first(visitor: Visitor) -> Seat:
    """Return the visitor's first seat, or one without a token, which is refused."""
    return visitor.seat(next(iter(visitor.tokens.seats), 1))


def _check(ruling: Ruling) -> None:
    """Check that something was accepted. Raises NotNow with the clause that forbids it."""
    if ruling.HasField("refused"):
        clause, sentence = ruling.refused.clause, ruling.refused.sentence
        raise NotNow(f"{clause}: {sentence}", "REFUSED", {"clause": clause, "sentence": sentence})


async def propose(request: Request) -> Response:
    """Propose to take back everything after a version: the visitor's seats and the bots consent at once.

    Bots refuse if dice or cards have been revealed since: a player who saw them would know too much. Raises NotNow.
    """
    visitor, form = Visitor.of(request), await read_form(request)
    version = parse_version(form.get("version", ""), "version")
    if any(bot.seat for bot in bots_of(request).list_at(visitor.game)):
        async for entry in visitor.reader.entries(visitor.game, version):
            if is_chance(entry):
                raise NotNow(f"bots refuse: dice or cards were revealed at version {entry.version}", "BOTS_DISAGREE")
    seats = visitor.tokens.seats
    proposer = visitor.seat(seats[0]) if seats else visitor.holding("host").seat(visitor.game)
    made = await proposer.take_back(version)
    async with held(request, visitor, made):
        answer = await _join_branch(request, visitor, made.info.game)
        await bots_of(request).consent(visitor.game, made.info.game, made.bot_token)
    return answer


async def consent(request: Request) -> Response:
    """Consent to a takeback with every seat of the visitor."""
    visitor, form = Visitor.of(request), await read_form(request)
    return await _join_branch(request, visitor, form.get("branch", ""))


async def _join_branch(request: Request, visitor: Visitor, branch: str) -> Response:
    """Take the visitor's seats in the branch that would continue the game, and show it."""
    for number in visitor.tokens.seats:
        await keep_seat(request, await visitor.seat(number).join(branch))
    return redirect(request, f"/games/{branch}")


async def list_takebacks(request: Request) -> Response:
    """Return a game's takebacks that wait for the consent of one of the visitor's seats."""
    visitor = Visitor.of(request)
    takebacks = [
        branch async for branch in visitor.reader.games(parent=visitor.game) if _waits(branch, visitor.tokens.seats)
    ]
    return JSONResponse([{"branch": branch.game, "version": branch.parent_version} for branch in takebacks])


def _waits(branch: GameInfo, seats: tuple[int, ...]) -> bool:
    missing = {seat.seat for seat in branch.seats if not seat.taken}
    return branch.continues and branch.status == GAME_STATUS_OPEN and not missing.isdisjoint(seats)


ROUTES = (
    Route(f"{GAME}/concede", concede, methods=["POST"]),
    Route(f"{GAME}/away", announce_absence, methods=["POST"]),
    Route(f"{GAME}/go-on", go_on, methods=["POST"]),
    Route(f"{GAME}/takeback", propose, methods=["POST"]),
    Route(f"{GAME}/consent", consent, methods=["POST"]),
    Route(f"{GAME}/takebacks", list_takebacks),
)
