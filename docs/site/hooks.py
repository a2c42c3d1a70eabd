"""The site's own hooks: the pages of the repository's root are pages of the site, and links to code are names of it."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
PAGES = {"README.md": "index.md"} | {name: name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "RIGHTS.md")}
"""The pages of the root, by the names that they have in the site."""
_FENCE = re.compile(r"^(```\w+) \w+$", re.MULTILINE)
"""The beginning of a block that a test finds by a second word, which the site's Markdown does not know."""
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?://|#)([^)#\s]+)(#[^)]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the root to those of the folder `docs`."""
    for source, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page whose links lead to pages of the site; a link to code becomes the name that it has."""
    name = page.file.src_uri
    markdown = _FENCE.sub(r"\1", markdown)
    folder = "" if name in PAGES.values() else "docs"
    return _LINK.sub(lambda link: _led(folder, link), markdown)


def _led(folder: str, link: re.Match[str]) -> str:
    """Return a link as the site has it; `folder` is that of the page in the repository."""
    target = posixpath.normpath(posixpath.join(folder, link[2]))
    if target in PAGES:
        return f"[{link[1]}]({PAGES[target]}{link[3] or ''})"
    if target.startswith("docs/") and target.endswith((".md", ".cfg")):
        return f"[{link[1]}]({target.removeprefix('docs/')}{link[3] or ''})"
    return link[1]
