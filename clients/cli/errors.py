"""Exit codes, and what is printed for the errors that a user can expect."""

from __future__ import annotations

from typing import NamedTuple

FAILED, MISUSED, REJECTED, UNREACHABLE, INTERRUPTED = 1, 2, 3, 4, 130


class Failure(NamedTuple):
    """An expected error: its exit code, its sentence, and what to do about it ("" if there is no advice)."""

    code: int
    sentence: str
    advice: str = ""

    def show(self) -> None:
        """Print the failure to standard error."""
        from rich.console import Console
        from rich.markup import escape

        lines = f"[red]gunbai:[/] {escape(self.sentence)}"
        advice = f"\n{escape(self.advice)}" if self.advice else ""
        console = Console(stderr=True, highlight=False)
        # A terminal breaks lines at words; what a script reads is not broken.
        console.print(lines + advice, soft_wrap=not console.is_terminal)


def failure_of(error: Exception) -> Failure | None:
    """Return how an error is shown, or None for one that is a defect of the program."""
    from gunbai_client import GunbaiError, InvalidRequest, NotAllowed, RequestError, Unreachable

    notes = "\n".join(getattr(error, "__notes__", ()))
    match error:
        case Unreachable():
            advice = "Is the service running? Start one with `gunbai serve`, or set --target or GUNBAI_TARGET."
            return Failure(UNREACHABLE, str(error), "\n".join(filter(None, (advice, notes))))
        case NotAllowed():
            advice = "`gunbai new` and `gunbai join` save tokens; --token or GUNBAI_TOKEN overrides them."
            return Failure(REJECTED, str(error), advice)
        case InvalidRequest(clause=number) if number:
            advice = f"{number}: {error.sentence}\n`gunbai clauses {number}` explains the rule."
            return Failure(REJECTED, str(error), advice)
        case RequestError():
            return Failure(REJECTED, str(error), "\n".join(filter(None, (error.advice, notes))))
        case GunbaiError() | OSError():
            return Failure(FAILED, str(error), notes)
    return None
