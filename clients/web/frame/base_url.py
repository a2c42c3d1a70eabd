"""The address under which visitors know the pages, if it is not the one at which they are served."""

from __future__ import annotations

import re
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import Scope

PREFIX = re.compile(r"(?:/[A-Za-z0-9_.~-]+)*")
"""A part of a path that needs no escaping in an address, a cookie or a template."""


class BaseUrl(NamedTuple):
    """The parts of the address; "" for those taken from each request."""

    scheme: str = ""
    netloc: str = ""
    """The host, with its port unless it is the default one, as browsers send both."""
    prefix: str = ""
    """What precedes each page's path, without a trailing slash."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the parts of an address, such as https://games.example/gunbai. Raises ValueError."""
        parts = urlsplit(text)
        path = parts.path.rstrip("/")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"{text!r} is not a public address such as https://games.example/gunbai")
        if parts.query or parts.fragment or parts.username is not None or not PREFIX.fullmatch(path):
            raise ValueError(f"{text!r} can have only a scheme, a host, a port and a path of letters, digits and -._~")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        usual = parts.port in {None, {"http": 80, "https": 443}[parts.scheme]}
        return cls(parts.scheme, host if usual else f"{host}:{parts.port}", path)

    def __str__(self) -> str:
        """Return the address."""
        return f"{self.scheme}://{self.netloc}{self.prefix}/" if self.netloc else f"{self.prefix}/"

    @property
    def host(self) -> str:
        """The host without its port, as a request names it; "" if any is accepted."""
        return self.netloc.rpartition(":")[0] if re.search(r":[0-9]+\Z", self.netloc) else self.netloc

    def rewritten(self, scope: Scope) -> Scope:
        """Return a request as if it had come to this address, whatever a proxy made of it."""
        changed = {**scope, "root_path": self.prefix}
        if self.netloc:
            headers = MutableHeaders(raw=[*scope["headers"]])
            headers["host"] = self.netloc
            changed |= {"scheme": self.scheme, "headers": headers.raw}
        return changed


NOWHERE = BaseUrl()
"""The pages are at the address at which they are served."""
