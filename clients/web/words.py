"""Entries, clauses and components as the scripts of pages take them: sentences, numbers, places in the rulebook."""

from __future__ import annotations

from typing import Any

from gunbai.referee.v1.audit_pb2 import ListClausesResponse
from gunbai.referee.v1.lobby_pb2 import GetTitleResponse
from gunbai.referee.v1.questions_pb2 import ExplainedEntry


def entry_in_words(explained: ExplainedEntry) -> dict[str, Any]:
    """Return an entry as sentences, each event with the number of its clause, or "" where it has none."""
    said, clauses = explained.sentences, list(explained.clauses)
    events = [
        {"sentence": sentence, "clause": clauses[number] if number < len(clauses) else ""}
        for number, sentence in enumerate(said.events)
    ]
    return {"version": said.version, "actor": said.actor, "command": said.command, "events": events}


def clauses_in_words(listed: ListClausesResponse) -> dict[str, Any]:
    """Return the clauses of a title by number, each with its sentence, its place and its house ruling, if any."""
    rulings = {
        each.number: {
            "question": each.question,
            "readings": list(each.readings),
            "chosen": each.chosen,
            "reason": each.reason,
            "place": each.place,
        }
        for each in listed.house_rulings
    }
    return {
        each.number: {"sentence": each.sentence, "place": each.place, "ruling": rulings.get(each.house_ruling)}
        for each in listed.clauses
    }


def components_in_words(title: GetTitleResponse) -> list[dict[str, str]]:
    """Return the components of a title, each with the id that commands have for it, and its name."""
    return [{"id": each.id, "name": each.name} for each in title.components]
