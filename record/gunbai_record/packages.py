"""Packages that titles come from: the names and versions of distributions, as the first entry of a game has them."""

from __future__ import annotations

import re
from typing import NamedTuple

from gunbai.record.v1 import lifecycle_pb2 as life

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9.!+_-]{0,49}", re.ASCII)


class Package(NamedTuple):
    """A distribution, such as gunbai 1.0.0; without a name and a version, none that is known."""

    distribution: str = ""
    version: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether these are the name and the version of a distribution, or neither is said."""
        return self == UNKNOWN or bool(_NAME.fullmatch(self.distribution) and _VERSION.fullmatch(self.version))

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}".strip()


UNKNOWN = Package()


def package_of(created: life.CreateGame) -> Package:
    """Return the package that has the rules of a game."""
    return Package(created.distribution, created.distribution_version)
