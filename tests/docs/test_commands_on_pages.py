"""Every `gunbai` command on a page exists, and takes the options that the page gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from typer.core import TyperGroup

from clients.cli import discovery
from tools import code

PAGES = {path.as_posix(): text for path, text in code.texts() if path.suffix == ".md"}
SOURCES = discovery.sources()
FENCED = re.compile(r"^```\w*[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^\s*(\$ )?(?:\.venv/bin/)?gunbai (.*?)(?: # .*)?$", re.MULTILINE)
SPAN = re.compile(r"`gunbai ([^`]+)`")
LONG_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
LABEL = re.compile(r"[a-z -]+ v?1")
"""What stands before something that is signed or hashed, such as `gunbai key proof v1`."""
PLACEHOLDERS = {"COMMAND", "NOUN", "VERB", "..."}


def given(page: str) -> Iterator[str]:
    """Yield what stands after `gunbai` in the commands of a page; in a block with prompts, other lines are output."""
    text = PAGES[page].replace("\\\n", " ")
    for block in FENCED.findall(text):
        lines = LINE.findall(block)
        has_prompts = any(prompt for prompt, _ in lines)
        yield from (command for prompt, command in lines if prompt or not has_prompts)
    yield from SPAN.findall(FENCED.sub("", text).replace("\n", " "))


@cache
def options_of(name: str, subcommand: str) -> frozenset[str]:
    """Return the options of a command, or of a subcommand of it."""
    command: Any = SOURCES[name].load()
    if isinstance(command, TyperGroup):
        command = command.commands[subcommand]
    return frozenset(option for param in command.params for option in (*param.opts, *param.secondary_opts)) | {"--help"}


def fault(command: str) -> str:
    """Return what is wrong with a command; "" for nothing."""
    words = re.split(r"[|;&<>'\"]| -- ", command)[0].split()
    if not words or words[0].startswith("-") or words[0] in PLACEHOLDERS or LABEL.fullmatch(command):
        return ""
    name = " ".join(words[:2]) if " ".join(words[:2]) in SOURCES else words[0]
    if name in discovery.NOUNS and (len(words) == 1 or words[1].startswith("-")):
        return ""
    if name not in SOURCES:
        return f"there is no `gunbai {' '.join(words[:2])}`"
    rest = words[len(name.split()) :]
    if isinstance(SOURCES[name].load(), TyperGroup) and not rest:
        return ""
    try:
        known_options = options_of(name, rest[0] if rest else "")
    except KeyError:
        return f"`gunbai {name}` has no {rest[0]}"
    unknown = {*LONG_OPTION.findall(" ".join(rest))} - known_options
    return f"`gunbai {name}` has no {', '.join(sorted(unknown))}" if unknown else ""


@pytest.mark.parametrize("page", sorted(PAGES))
def test_commands_on_a_page_exist_and_take_their_options(page: str) -> None:
    assert {command: fault(command) for command in given(page) if fault(command)} == {}
