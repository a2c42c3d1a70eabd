"""A case's set-up: its table with the changes, and the pools that follow them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from gunbai_record.cases.format import Case, Fields
from gunbai_record.cases.paths import NoSuchPathError, get, put
from gunbai_record.cases.places import Place
from gunbai_record.cases.venues import Setup, Venue


def setup_of(case: Case, venue: Venue) -> Setup:
    """Return what a case's game is created from. Raises CaseError."""
    texts = _json(case.options), _json(case.edition), _json(case.table)
    setup = Setup(case.title, case.seats, *texts, rules_version=case.rules_version)
    if not case.changes:
        return setup
    before = _object(Place(case, "table"), setup.table or venue.table(setup))
    table = deepcopy(before)
    for path, value in _object(Place(case, "changes"), case.changes).items():
        try:
            put(table, path, value)
        except NoSuchPathError as problem:
            raise Place(case, f"changes.{path}").error(problem) from None
    _follow(Place(case, "pools"), case.pools, before, table)
    return replace(setup, table=json.dumps(table))


def _follow(place: Place, pools: Sequence[str], before: Fields, table: Fields) -> None:
    """Remove from the pools each card that the changes put elsewhere, once for each time they do."""
    try:
        lists = [get(table, path) for path in pools]
    except NoSuchPathError as problem:
        raise place.error(problem) from None
    if not all(isinstance(listed, list) for listed in lists):
        raise place.error("each pool must be the path of a list")
    outside = Counter(_texts(table)) - Counter(_texts(lists))
    earlier = Counter(_texts(before)) - Counter(_texts([get(before, path) for path in pools]))
    for card in (outside - earlier).elements():
        holder = next((cards for cards in lists if card in cards), None)
        if holder is not None:
            holder.remove(card)


def _texts(value: Any) -> Iterator[str]:
    """Yield each text in a table or a part of it, as often as it occurs."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _object(place: Place, given: str | Fields) -> Fields:
    try:
        value = json.loads(given) if isinstance(given, str) else given
    except ValueError as problem:
        raise place.error(problem) from None
    if not isinstance(value, dict):
        raise place.error("expected a JSON object")
    return value


def _json(value: str | Fields) -> str:
    return value if isinstance(value, str) else json.dumps(value) if value else ""
