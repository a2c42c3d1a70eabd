"""The data for the scripts on a game's page: positions, entries, questions, clauses, commands."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from clients.web.frame.paths import GAME, POSITION
from clients.web.frame.request_data import parse_number, parse_version, read_json
from clients.web.frame.responses import stream_file
from clients.web.frame.visitor import Visitor
from clients.web.parts.script_values import (
    clauses_in_words,
    commands_in_words,
    decode_command,
    entry_in_words,
    ruling_in_words,
    texts_in_words,
    waiting_in_words,
)
from gunbai.record.v1.irregularities_pb2 import REMEDY_CORRECTED, RuleIrregularity
from gunbai.referee.v1.audit_pb2 import Verdict
from gunbai.referee.v1.questions_pb2 import ExplainedEntry
from gunbai_client.aio.case_files import case_of_entry

MOST_POSITIONS = 60
"""How many positions one request may load."""
MOST_ENTRIES = 500
"""How many entries one request may load."""
MOST_CHANGES = 12
"""How many values that a correction changed are told."""
FIXED = {"cache-control": "private, max-age=86400, immutable", "vary": "accept-language, cookie"}
"""The caching headers of a version, which never changes for a visitor with the same language and tokens."""


async def list_positions(request: Request) -> Response:
    """Return the pictures of a range of versions, as the visitor may see them."""
    visitor = Visitor.of(request)
    first, last = _read_range(request, MOST_POSITIONS)
    positions = visitor.reader.replay(visitor.game, first, last, pictures=True, seat=visitor.tokens.opened_seat)
    drawn = [{"version": position.version, "svg": position.picture.svg} async for position in positions]
    return JSONResponse(drawn, headers=FIXED)


async def list_entries(request: Request) -> Response:
    """Return the entries of a range of versions in words, with the clause of each event."""
    visitor = Visitor.of(request)
    first, last = _read_range(request, MOST_ENTRIES)
    entries = visitor.reader.questions.entries(visitor.game, first - 1, last)
    return JSONResponse([entry_in_words(entry, await _load_corrected(visitor, entry)) async for entry in entries])


async def _load_corrected(visitor: Visitor, explained: ExplainedEntry) -> list[str]:
    """Return which values a correction by the arbiter changed; nothing for other entries."""
    ruled, version = RuleIrregularity(), explained.entry.version
    if not explained.entry.command.open.Unpack(ruled) or ruled.remedy != REMEDY_CORRECTED:
        return []
    answer = await visitor.reader.questions.differences(visitor.game, version - 1, visitor.game, version)
    return [
        f"{difference.path}: {difference.old_json or '–'} → {difference.new_json or '–'}"
        for difference in answer.differences[:MOST_CHANGES]
    ]


def _read_range(request: Request, most: int) -> tuple[int, int]:
    """Return the first and the last version of a request, up to a limit. Raises InvalidRequest."""
    first, last = (parse_version(request.query_params.get(name, ""), name) for name in ("from", "to"))
    return first, min(last, first + most - 1)


async def show_question(request: Request) -> Response:
    """Return what the rules wait for at a version."""
    visitor = Visitor.of(request)
    version = parse_version(request.query_params.get("version", ""), "version")
    view = await visitor.reader.view(visitor.game, version, seat=visitor.tokens.opened_seat)
    return JSONResponse({"version": view.version, "waiting": waiting_in_words(view.waiting)})


async def list_choices(request: Request) -> Response:
    """Return the commands that a seat of the visitor may give now, each with where it points on the board.

    At a named version: those that any seat could give there, for trying out.
    """
    visitor, number = Visitor.of(request), parse_number(request.query_params.get("seat", ""), "seat")
    if "version" in request.query_params:
        version = parse_version(request.query_params["version"], "version")
        listed = await visitor.acting(str(number)).legal(visitor.game, version, seat=number)
    else:
        listed = await visitor.seat(number).legal()
    return JSONResponse(
        {
            "version": listed.version,
            "expected": listed.expected_version,
            "seat": listed.seat,
            "waiting": waiting_in_words(listed.waiting),
            "commands": commands_in_words(listed),
        }
    )


async def submit(request: Request) -> Response:
    """Submit a command by one of the visitor's seats, and return the ruling in words."""
    visitor, body = Visitor.of(request), await read_json(request)
    expected = parse_version(str(body.get("expected", "")), "expected")
    number = parse_number(str(body.get("seat", "")), "seat")
    command, command_id = decode_command(body.get("command", "")), str(body.get("id", ""))
    ruling = await visitor.seat(number).submit(command, expected_version=expected, command_id=command_id, receipt=True)
    if ruling.HasField("accepted"):
        request.app.state.bots.wake(visitor.game)
    return JSONResponse(ruling_in_words(ruling))


async def list_clauses(request: Request) -> Response:
    """Return a title's clauses and house rulings by number, in the visitor's language."""
    visitor = Visitor.of(request)
    listed = await visitor.reader.clauses(
        request.path_params["title"], parse_number(request.query_params.get("rules", ""), "rules")
    )
    headers = {"cache-control": "private, max-age=600", "vary": "accept-language, cookie"}
    return JSONResponse(clauses_in_words(listed), headers=headers)


async def verify(request: Request) -> Response:
    """Have the service check the record, and return how much is proven."""
    visitor = Visitor.of(request)
    answer = await visitor.reader.verify(visitor.game)
    return JSONResponse(
        {
            "verdict": Verdict.Name(answer.verdict).removeprefix("VERDICT_").lower(),
            "entries": answer.entries,
            "chance": answer.chance_recomputed,
            "problem": answer.problem,
            "bad_version": answer.bad_version,
            "linked": answer.linked,
            "judged": answer.adjudicated,
            "logged": answer.leaves,
            "unchecked": [unchecked.sentence for unchecked in answer.unchecked],
            "irregular": [
                {"version": entry.version, "clause": entry.clause, "sentence": entry.sentence}
                for entry in answer.irregular_entries
            ],
            "expected": answer.expected,
            "found": answer.found,
        }
    )


async def draw(request: Request) -> Response:
    """Return the picture of a position as a file."""
    visitor = Visitor.of(request)
    version, seat = request.path_params["version"], visitor.tokens.opened_seat
    svg = await visitor.reader.picture(visitor.game, version, seat=seat)
    return Response(svg, media_type="image/svg+xml", headers=FIXED)


async def save_case(request: Request) -> Response:
    """Return the case file of an entry: the position before it, its command, and what followed."""
    visitor = Visitor.of(request)
    version = request.path_params["version"]
    file = await case_of_entry(visitor.reader, visitor.game, version)
    disposition = {"content-disposition": f'attachment; filename="{visitor.game}-{version}.toml"'}
    return Response(file.text, media_type="application/toml", headers=disposition)


async def save_record(request: Request) -> Response:
    """Return the record file of a game as the visitor may see it."""
    visitor = Visitor.of(request)
    pieces = visitor.reader.export(visitor.game)
    return await stream_file(pieces, f"{visitor.game}.gunbai", "application/octet-stream")


async def list_components(request: Request) -> Response:
    """Return the components of a title that have a text, such as cards and powers, in the visitor's language."""
    version = parse_number(request.query_params.get("rules", ""), "rules")
    title = await Visitor.of(request).gunbai.title(request.path_params["title"], version)
    headers = {"cache-control": "private, max-age=600", "vary": "accept-language, cookie"}
    return JSONResponse(texts_in_words(title), headers=headers)


ROUTES = (
    Route(f"{POSITION}.svg", draw),
    Route(f"{POSITION}.toml", save_case),
    Route(f"{GAME}/positions", list_positions),
    Route(f"{GAME}/entries", list_entries),
    Route(f"{GAME}/question", show_question),
    Route(f"{GAME}/choices", list_choices),
    Route(f"{GAME}/commands", submit, methods=["POST"]),
    Route(f"{GAME}/verification", verify),
    Route(f"{GAME}/record", save_record),
    Route("/titles/{title}/clauses", list_clauses),
    Route("/titles/{title}/components", list_components),
)
