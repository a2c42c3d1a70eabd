"""The packages that titles come from: the names and versions of distributions, as a game's first entry has them."""

from __future__ import annotations

import re
from typing import NamedTuple

from gunbai.record.v1 import lifecycle_pb2 as life

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.!+_-]{0,49}", re.ASCII)


class Package(NamedTuple):
    """A distribution, for example gunbai 1.0.0; unknown without a name and a version."""

    distribution: str = ""
    version: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the name and version are a distribution's, or both are empty."""
        return self == UNKNOWN or bool(_NAME.fullmatch(self.distribution) and _VERSION.fullmatch(self.version))

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}".strip()


UNKNOWN = Package()


def package_of(created: life.CreateGame) -> Package:
    """Return the package that has a game's rules."""
    return Package(created.distribution, created.distribution_version)
