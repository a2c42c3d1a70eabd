"""The hooks of the site: READMEs become pages, links to code become the names of files, diagrams become pictures."""

from __future__ import annotations

import posixpath
import re
from itertools import count
from pathlib import Path
from typing import Any

import mermaidx
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
TITLES = sorted(path.parent.name for path in ROOT.glob("games/*/README.md"))
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "RIGHTS.md": "RIGHTS.md",
    "clients/python/README.md": "python-client.md",
    "clients/typescript/README.md": "typescript-client.md",
    "record/README.md": "auditing.md",
} | {f"games/{title}/README.md": f"titles/{title}.md" for title in TITLES}
"""The pages outside the folder `docs`, by the names that they have in the site."""
ICON = ROOT / "clients" / "web" / "static" / "icon.svg"
_SECOND_WORD = re.compile(r"^(```\w+) \w+$", re.MULTILINE)
"""The first line of a block that a test finds by its second word, which the site's Markdown does not know."""
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])+)\]\((?!https?://|#)([^)#\s]+)(#[^)]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages outside the folder `docs`, and the icon."""
    for source, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    files.append(File.generated(config, "icon.svg", content=ICON.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Return a page whose links lead to pages of the site, and whose diagrams are pictures."""
    name = page.file.src_uri
    source = next((source for source, of_site in PAGES.items() if of_site == name), f"docs/{name}")
    numbers = count(1)

    def drawn(diagram: re.Match[str]) -> str:
        return _drawn(diagram[1], f"diagrams/{page.file.name}-{next(numbers)}.svg", name, config, files)

    markdown = _LINK.sub(lambda link: _led(source, name, link), markdown)
    return _SECOND_WORD.sub(r"\1", _DIAGRAM.sub(drawn, markdown))


def _drawn(diagram: str, picture: str, name: str, config: Any, files: Any) -> str:
    """Draw a diagram on a white ground, which suits both themes; return the image, a link to itself."""
    drawing = mermaidx.render(diagram, theme="neutral").svg()
    drawing = drawing.replace("background-color: transparent", "background-color: white", 1)
    files.append(File.generated(config, picture, content=drawing))
    path = _relative(picture, name)
    return f"[![]({path})]({path})"


def _led(source: str, name: str, link: re.Match[str]) -> str:
    """Return a link of a page as the site has it: `source` is its path in the repository, `name` that in the site."""
    mark, words, path, anchor = link[1], link[2], link[3], link[4] or ""
    words = _LINK.sub(lambda inner: _led(source, name, inner), words)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    if target in PAGES:
        return f"{mark}[{words}]({_relative(PAGES[target], name)}{anchor})"
    if target.startswith("docs/") and (ROOT / target).suffix:
        return f"{mark}[{words}]({_relative(target.removeprefix('docs/'), name)}{anchor})"
    return words


def _relative(target: str, name: str) -> str:
    """Return the path from a page of the site to a file of it."""
    return posixpath.relpath(target, posixpath.dirname(name) or ".")
