"""Pages of lists: their sizes, and their tokens, each of which belongs to its request's conditions (AIP-158)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias, TypeVar

from gunbai.referee.v1.audit_pb2 import ListClausesRequest, ListRulingsRequest
from gunbai.referee.v1.disputes_pb2 import ListDisputesRequest
from gunbai.referee.v1.lobby_pb2 import ListGamesRequest, ListTitlesRequest
from gunbai_record.numerals import is_whole
from store.contract import BadPageToken

USUAL_SIZE = 50
LARGEST_SIZE = 200

ListRequest: TypeAlias = (
    ListTitlesRequest | ListGamesRequest | ListClausesRequest | ListRulingsRequest | ListDisputesRequest
)

T = TypeVar("T")


class PageRequest:
    """The page that a request asks for."""

    def __init__(self, request: ListRequest) -> None:
        """Raise BadPageToken if the token is from another list, or from the same list under other conditions."""
        self.size = min(request.page_size or USUAL_SIZE, LARGEST_SIZE)
        self._mark = mark_of(request)
        self.place, dot, mark = request.page_token.rpartition(".")
        if request.page_token and not (dot and self.place and mark == self._mark):
            raise BadPageToken(request.page_token)

    def token(self, place: str) -> str:
        """Return the token of the page that begins after a place; "" if there is none."""
        return f"{place}.{self._mark}" if place else ""

    def of(self, items: Sequence[T]) -> tuple[Sequence[T], str]:
        """Return a page of items that never change, and the token of the next one."""
        if not is_whole(self.place or "0") or len(self.place) > 9:
            raise BadPageToken(self.place)
        first = int(self.place or 0)
        last = first + self.size
        return items[first:last], self.token(str(last) if last < len(items) else "")


def mark_of(request: ListRequest) -> str:
    """Return a mark of a list's conditions: it keeps clients from mixing up two lists, and proves nothing."""
    # It is not signed: anyone who makes a token up sees only what the list shows them anyway.
    conditions = type(request).FromString(request.SerializeToString())
    conditions.page_size, conditions.page_token = 0, ""
    content = conditions.SerializeToString(deterministic=True)
    return sha256(conditions.DESCRIPTOR.full_name.encode() + b"\0" + content).hexdigest()[:16]
