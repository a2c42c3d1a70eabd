"""The checker of histories: whether what clients saw could have come from one log per game that only ever grows.

A history is what the clients of a service saw, by one clock, over any number of its stops and starts. It is
linearizable (Herlihy and Wing, 1990) if each call can be given a moment between its beginning and its end at which it
took effect. For a log that only grows, and calls that report its version, a few rules say so, and each is checked:

- A call is not behind a version that was acknowledged to, or seen by, a call that ended before it began.
- An entry is not seen before its command was sent.
- A version has one entry, whoever sees it, and the log has every entry that was acknowledged or seen.
- A command is accepted at one version, and is in the log once; one that was never accepted, and of which every call was
  answered, is not.

A call without an answer (cancelled, out of time, or cut off) may have taken effect or not, at any time after it began.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

Log = Sequence[tuple[str, bytes]]
"""The command id (empty for none) and the digest of each entry, from version 1 on."""


class Call(NamedTuple):
    """One call of a client: what it asked for, when it began and ended in seconds, and what it was answered."""

    name: str
    game: str
    began: float
    ended: float
    answered: bool = True
    version: int = 0
    """The last version in the answer; 0 if it has none: the call was refused, or there was no answer."""
    scope: str = ""
    """What `version` counts if it is not the head: such calls are compared with each other only."""
    again: bool = False
    """Whether this is the ruling on a command that was accepted before: the head may have gone on since."""
    command_id: str = ""
    entries: Mapping[int, bytes] = {}
    """The digests of the entries in the answer, by version. The first is that of the command, if there is one."""

    @property
    def accepted(self) -> int:
        """The version at which the command was accepted; 0 if it was not, or if this is no command."""
        return min(self.entries) if self.command_id and self.entries else 0


def violations(history: Sequence[Call], logs: Mapping[str, Log]) -> list[str]:
    """Return what is wrong with a history that ended with these logs, in words; nothing if it is linearizable."""
    games: dict[str, list[Call]] = defaultdict(list)
    for call in history:
        games[call.game].append(call)
    return [
        f"{game}: {problem}"
        for game, calls in games.items()
        for check in (behind, early, altered, repeated, undone)
        for problem in check(calls, logs[game])
    ]


def behind(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield the calls that are behind a version that an earlier one was answered."""
    for scope in {call.scope for call in calls}:
        dated = [call for call in calls if call.scope == scope and call.version]
        endings = iter(sorted(dated, key=lambda call: call.ended))
        reached, ending = 0, next(endings, None)
        for call in sorted(dated, key=lambda call: call.began):
            while ending is not None and ending.ended < call.began:
                reached, ending = max(reached, ending.version), next(endings, None)
            if call.version < reached and not call.again:
                yield f"{call.name} was answered version {call.version} after version {reached} had been answered"
    if (last := max((call.version for call in calls if not call.scope), default=0)) > len(log):
        yield f"version {last} was answered, and the log ends at {len(log)}"


def early(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield the calls that saw an entry whose command nobody had sent yet."""
    sent: dict[str, float] = {}
    for call in calls:
        if call.command_id:
            sent[call.command_id] = min(call.began, sent.get(call.command_id, call.began))
    by_version = {version: sent[command_id] for version, (command_id, _) in enumerate(log, 1) if command_id in sent}
    for call in calls:
        version = max((version for version in by_version if version <= call.version), default=0)
        if not call.scope and version and by_version[version] > call.ended:
            yield f"{call.name} was answered version {call.version} before the command of version {version} was sent"


def altered(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield the calls that saw another entry than the log has."""
    for call in calls:
        for version, digest in call.entries.items():
            if version <= len(log) and log[version - 1][1] != digest:
                yield f"{call.name} was answered another entry {version} than the log has"


def repeated(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield the commands that were accepted at two versions, or are in the log twice."""
    for command_id, number in Counter(command_id for command_id, _ in log if command_id).items():
        if number > 1:
            yield f"the log has command {command_id!r} {number} times"
    for command_id, versions in accepted(calls).items():
        if len(versions) > 1:
            yield f"command {command_id!r} was accepted at versions {sorted(versions)}"


def undone(calls: Sequence[Call], log: Log) -> Iterator[str]:
    """Yield the commands of which the log says something else than their answers."""
    accepted_at = accepted(calls)
    refused = (
        {call.command_id for call in calls} - {call.command_id for call in calls if not call.answered} - {*accepted_at}
    )
    for version, (command_id, _) in enumerate(log, 1):
        if command_id and command_id in refused:
            yield f"command {command_id!r} was refused each time, and is entry {version}"
    for command_id, versions in accepted_at.items():
        for version in versions:
            if version <= len(log) and log[version - 1][0] != command_id:
                yield f"command {command_id!r} was accepted at version {version}, which is that of another"


def accepted(calls: Iterable[Call]) -> dict[str, set[int]]:
    """Return the versions at which each command was accepted."""
    accepted_at: dict[str, set[int]] = defaultdict(set)
    for call in calls:
        if call.accepted:
            accepted_at[call.command_id].add(call.accepted)
    return accepted_at
