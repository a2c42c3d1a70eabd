"""The errors that the record and the client share.

GunbaiError
├── BrokenRecord           a record was not read back as it was written
├── RecordFileError        a file is not a record file, or is truncated (in gunbai_record.record_file)
├── UnknownMessageError    the client has no stubs for a message's type (in gunbai_record.messages)
└── the errors of calls to a service (in gunbai_client.errors)
"""

from __future__ import annotations

from collections.abc import Mapping


class GunbaiError(Exception):
    """The base class of all gunbai errors that a program may want to handle.

    If the service gave a reason, `reason` is its name, for example "SEAT_TAKEN", and `advice` says what to do about it.
    `facts` are its values, for example the game's head. `fields` are the invalid fields, each with its problem.
    """

    advice = ""

    def __init__(
        self,
        message: str,
        reason: str = "",
        facts: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.facts = dict(facts or {})
        self.fields = dict(fields or {})


class BrokenRecord(GunbaiError):
    """An entry does not fit the chain; `version` is the first such entry's."""

    def __init__(self, game: str, version: int, problem: str) -> None:
        super().__init__(f"the record of {game} is damaged at entry {version}: {problem}")
        self.game = game
        self.version = version
        self.problem = problem
