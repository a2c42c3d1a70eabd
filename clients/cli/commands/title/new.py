"""`gunbai title new`: a package with a small working title, to be turned into another game."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from clients.cli.options.arguments import installed_titles
from clients.cli.screen.markup import escape
from clients.cli.screen.output import AsJson, Output
from gunbai_record.stubs import generate_title

SCAFFOLD = Path(__file__).parents[2] / "scaffold"
"""The package's files. Words in capitals stand for its names."""
SUFFIX = ".txt"
"""How the names of those files end, so that nothing takes them for gunbai's own."""
FEWEST, MOST = 2, 20
"""How many can play."""
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_SEATS = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")


def new(
    name: Annotated[str, typer.Argument(help="Name of the title: letters, digits, underscores.", metavar="NAME")],
    *,
    seats: Annotated[str, typer.Option("--seats", metavar="COUNT", help="Number of players, such as 2 or 2-6.")] = "2",
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help="Folder to write to.", show_default="gunbai-NAME")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a package with a small working title.

    The title has one decision, one chance step, and one case per rule.
    """
    if not _NAME.fullmatch(name) or len(name) > 40 or keyword.iskeyword(name):
        raise typer.BadParameter("use lower-case letters, digits and underscores, such as royal_ur", param_hint="NAME")
    if name in installed_titles(name):
        raise typer.BadParameter(f"gunbai already has a title {name}", param_hint="NAME")
    fewest, most = _seats(seats)
    target = folder or Path(f"gunbai-{name.replace('_', '-')}")
    if target.exists() and any(target.iterdir()):
        raise typer.BadParameter(f"{target} is not empty", param_hint="--folder")
    written = _write(target, name, fewest, most)
    output = Output(as_json)
    output.answer(
        {"folder": str(target), "files": written},
        *(f"  {escape(file)}" for file in written),
        f"Check it with `gunbai title check {escape(str(target))}`.",
    )


def _seats(text: str) -> tuple[int, int]:
    """Return the fewest and the most seats. Raises typer.BadParameter."""
    match = _SEATS.fullmatch(text)
    fewest, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not FEWEST <= fewest <= most <= MOST:
        problem = f"give a number from {FEWEST} to {MOST}, or a range such as 2-6"
        raise typer.BadParameter(problem, param_hint="--seats")
    return fewest, most


def _write(target: Path, name: str, fewest: int, most: int) -> list[str]:
    """Write the package with its stubs; return the files to change."""
    names = {
        "SEATS_END": str(most + 1),
        "SEATS_WORDS": f"{fewest} players" if fewest == most else f"{fewest} to {most} players",
        "SEATS": str(fewest),
        "CODE": code_of(name),
        "LABEL": name.replace("_", " ").title(),
        "DASHED": name.replace("_", "-"),
        "NameTable": f"{name.title().replace('_', '')}Table",
        "NAME": name,
    }
    written = []
    for source in sorted(SCAFFOLD.rglob(f"*{SUFFIX}")):
        file = filled(source.relative_to(SCAFFOLD).as_posix().removesuffix(SUFFIX), names)
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        (target / file).write_text(filled(source.read_text(encoding="utf-8"), names), encoding="utf-8")
        written.append(file)
    generate_title(target.resolve())
    return written


def filled(text: str, names: dict[str, str]) -> str:
    """Return a text with its names filled in."""
    return re.sub(rf"\b(?:{'|'.join(names)})\b|(?<=_)NAME\b", lambda match: names[match[0]], text)


def code_of(name: str) -> str:
    """Return the letters before the clause numbers: NM for nine_mens, NI for nim."""
    parts = name.split("_")
    return (parts[0][:2] if len(parts) == 1 else "".join(part[0] for part in parts if part[0].isalpha())).upper()
