"""The languages that gunbai speaks: a module for each, named by its tag."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from gunbai_record.text.language import Language
from gunbai_record.text.negotiation import ENGLISH

_TAGS = sorted((module.name for module in iter_modules(__path__)), key=lambda tag: (tag != ENGLISH, tag))
LANGUAGES: Mapping[str, Language] = {tag: import_module(f"{__name__}.{tag}").LANGUAGE for tag in _TAGS}
"""Every language by its tag; English first."""
