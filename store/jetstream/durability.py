"""Whether a stream keeps what it acknowledged, checked before a referee serves from it.

By default, a NATS server acknowledges messages that its disk may still lose: it syncs every two minutes.
`sync_interval: always` makes it sync first. Clients cannot see the setting; the server's monitoring port shows it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

from nats.js.api import StorageType, StreamInfo

REPLICAS = 3
"""How many servers have each message, so that one can be lost and two still agree."""
_SECONDS = 5.0
# The address may lead to anything, with an answer that does not end.
_LARGEST = 1 << 20


async def doubts(info: StreamInfo, monitors: Sequence[str] = ()) -> list[str]:
    """Return why acknowledged entries may be lost, in words; `monitors` are addresses such as http://host:8222."""
    config = info.config
    reasons = []
    if config.storage != StorageType.FILE:
        reasons.append("the stream is in memory, not in files")
    if (config.num_replicas or 1) < REPLICAS:
        reasons.append(f"the stream has {config.num_replicas} of the {REPLICAS} replicas that it needs")
    return reasons + await asyncio.to_thread(_unsynced, monitors, _servers(info))


def _servers(info: StreamInfo) -> set[str]:
    """Return the servers that have the stream; none outside a cluster."""
    cluster = info.cluster
    if cluster is None:
        return set()
    return {name for name in (cluster.leader, *(peer.name for peer in cluster.replicas or ())) if name}


def _unsynced(monitors: Sequence[str], servers: set[str]) -> list[str]:
    """Return which servers do not sync before they acknowledge, or did not say so."""
    reasons, heard = [], set[str]()
    for monitor in monitors:
        try:
            answer = _answer(monitor)
            heard.add(str(answer["server_name"]))
            if not answer["jetstream"]["config"].get("sync_always"):
                reasons.append(f"the server at {monitor} does not have `sync_interval: always`")
        except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
            reasons.append(f"the server at {monitor} does not say when it syncs: {error}")
    if silent := sorted(servers - heard):
        reasons.append(f"nothing says when these servers sync: {', '.join(silent)}; name their monitoring ports")
    if not monitors and not silent:
        reasons.append("nothing says when the server syncs; name its monitoring port")
    return reasons


def _answer(monitor: str) -> dict[str, Any]:
    if not monitor.startswith(("http://", "https://")):
        raise ValueError("not an address such as http://127.0.0.1:8222")
    request = Request(f"{monitor.rstrip('/')}/varz")  # noqa: S310  # its scheme was just compared
    with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310  # the same
        answer_read: dict[str, Any] = json.loads(answer.read(_LARGEST))
        return answer_read
