"""A tournament's page: one HTML file to publish or print, which needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from clients.cli.tournament.plan import Round, Seats, Tournament
from clients.cli.tournament.scores import Row

_STYLE = """
body { font: 11pt/1.45 serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2em .6em; border-bottom: 1px solid #bbb; }
td.n, th.n { text-align: right; } section { break-inside: avoid; } h2 { font-size: 1.15em; margin-top: 1.6em; }
@page { margin: 18mm; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page_of(plan: Tournament, rows: Sequence[Row]) -> str:
    """Return a tournament's page: its table, then its rounds, the latest first."""
    body = "\n".join((_standings(plan, rows), *_rounds(plan)))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(plan.name)}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n<style>{_STYLE}</style></head>\n'
        f"<body>\n<h1>{escape(plan.name)}</h1>\n{body}\n</body></html>\n"
    )


def _standings(plan: Tournament, rows: Sequence[Row]) -> str:
    numbers = ("Points", "Buchholz", "Sonneborn-Berger", "Won", "Played")
    head = "".join(f'<th class="n">{name}</th>' for name in numbers)
    lines = "\n".join(
        f'<tr><td class="n">{row.rank}</td><td>{escape(row.player)}</td>'
        + "".join(f'<td class="n">{value:g}</td>' for value in row[2:])
        + "</tr>"
        for row in rows
    )
    after = f"after {len(plan.rounds)} of {plan.length} rounds"
    return f'<h2>Table {after}</h2>\n<table><tr><th class="n">Rank</th><th>Player</th>{head}</tr>\n{lines}\n</table>'


def _rounds(plan: Tournament) -> Iterator[str]:
    for number, round_ in reversed([*enumerate(plan.rounds, 1)]):
        tables = "\n".join(_line(place, table) for place, table in enumerate(round_.tables, 1))
        head = '<th class="n">Table</th><th>Players, by seat</th><th>Result</th><th>Game</th>'
        yield (
            f"<section><h2>Round {number}</h2>\n<table><tr>{head}</tr>\n{tables}\n</table>{_others(round_)}</section>"
        )


def _line(place: int, table: Seats) -> str:
    cells = (", ".join(table.players), result_of(table), table.game)
    return f'<tr><td class="n">{place}</td>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def result_of(table: Seats) -> str:
    """Return a table's outcome in words."""
    if table.winners is None:
        return "not over"
    absent = f"; absent: {', '.join(table.absent)}" if table.absent else ""
    if not table.winners:
        return f"no result{absent}"
    if len(table.winners) == len(table.players):
        return "shared by all"
    return f"won by {', '.join(table.winners)}{absent}"


def _others(round_: Round) -> str:
    sentences = [f"{escape(round_.bye)} has a bye."] if round_.bye else []
    sentences += [f"Away: {escape(', '.join(round_.away))}."] if round_.away else []
    return f"\n<p>{' '.join(sentences)}</p>" if sentences else ""
