"""The callers of a record file's game: anyone with the file can read it, even if the game was private."""

from __future__ import annotations

from referee.access.callers import Caller, Callers
from referee.access.peers import Context


class FileCallers(Callers):
    """Identifies everyone without a token as a spectator: seals in the file hide what its reader may not see."""

    async def caller(self, context: Context, game: str) -> Caller:
        caller = await super().caller(context, game)
        return caller if caller.role else caller._replace(role="spectator")
