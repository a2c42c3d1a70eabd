"""The page of errors, written from the protos: every reason for which a call fails, by its status, with advice.

`make errors` writes docs/errors.md; `test_errors.py` compares it.
"""

from __future__ import annotations

from pathlib import Path

from grpc import StatusCode

from gunbai.referee.v1 import reasons_pb2 as pb
from gunbai_client.reasons import BY_REASON

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
HEAD = """# Errors

A call that does not reach the rules fails with one of these reasons; `make errors` writes this page from
[reasons.proto](../protos/gunbai/referee/v1/reasons.proto). The status of the call has a `google.rpc.ErrorInfo` with the
reason, the `domain` "gunbai" and the facts as metadata. In Python each reason is an exception of
`gunbai_client.reasons`, such as `SeatTaken`. A move against the rules is no error: it is a ruling, with its clause.
"""
ROW = "| {} | {} | {} |"


def page() -> str:
    """Return the text of the page."""
    found: dict[int, list[str]] = {}
    for value in pb.Reason.DESCRIPTOR.values[1:]:
        meant = value.GetOptions().Extensions[pb.failure]
        reason = value.name.removeprefix("REASON_")
        row = ROW.format(f"`{reason}`", BY_REASON[reason].__doc__, meant.advice)
        found.setdefault(meant.code, []).append(row)
    names = {code.value[0]: code.name for code in StatusCode}
    top = (ROW.format("reason", "meaning", "what to do"), ROW.format("---", "---", "---"))
    tables = ["\n".join((f"\n## {names[code]}\n", *top, *rows)) for code, rows in found.items()]
    return "\n".join((HEAD.rstrip(), *tables)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
