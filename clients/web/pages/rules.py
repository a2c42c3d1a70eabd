"""A title's rules on one page: every clause that the referee can cite, with house rulings, each at its own address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from clients.web.frame.request_data import parse_count
from clients.web.frame.responses import render
from clients.web.frame.visitor import Visitor
from clients.web.parts.script_values import texts_in_words
from clients.web.parts.title_tiles import load_tile
from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.rules.v1.clauses_pb2 import Clause


class Chapter(NamedTuple):
    """Clauses whose numbers begin alike, such as KT-6."""

    number: str
    heading: str
    """The place in the rulebook that most of them come from."""
    clauses: Sequence[Clause]


def group_clauses(listed: ListClausesResponse) -> list[Chapter]:
    """Return the clauses of a title in chapters, in their order."""
    return [
        _build_chapter(number, [*clauses])
        for number, clauses in groupby(listed.clauses, key=lambda clause: clause.number.rpartition(".")[0])
    ]


def _build_chapter(number: str, clauses: Sequence[Clause]) -> Chapter:
    [(heading, _)] = Counter(clause.place for clause in clauses).most_common(1)
    return Chapter(number, heading, clauses)


async def show_rules(request: Request) -> Response:
    """Show the rules of a title, by default the newest version."""
    visitor, title = Visitor.of(request), request.path_params["title"]
    version = parse_count(request.query_params, "version", 0)
    tile, listed = await load_tile(request, visitor, title), await visitor.reader.clauses(title, version)
    rulings = {ruling.number: ruling for ruling in listed.house_rulings}
    return render(
        request,
        "rules.html",
        tile=tile,
        version=version or tile.title.rules_versions[-1],
        rulebook=listed.rulebook,
        chapters=group_clauses(listed),
        rulings=rulings,
        components=texts_in_words(await visitor.gunbai.title(title, version)),
    )


ROUTES = (Route("/titles/{title}/rules", show_rules, name="rules"),)
