"""The Royal Game of Ur, some 4,600 years old, as it is commonly played after Irving Finkel."""

from __future__ import annotations

from games.kit.title import Title
from gunbai_ur.rules import RULES

UR = Title(RULES)
VERSIONS = (UR,)
