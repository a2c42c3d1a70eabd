"""The catalogue: what a list of games shows, and that it can be made again."""

from __future__ import annotations

import asyncio
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import astuple, replace

from store.contract import BadPageToken, Filter, Order, Store, Summary
from store.sqlite import SqliteStore, catalogue, queries
from tests.store.store_values import entries, entry, fork, make, opening, row_of, summary

ROWS = [
    summary(
        "a", "shogun", "finished", created_at=1, changed_at=9, players=("Ann", "Bob"), ending="Second tally",
        winners=(2,), label="Příliš žluťoučký", played_on="1972-07-11", tags=("final", "Łódź"),
    ),
    summary("b", "shogun", "running", created_at=2, players=("Émile", ""), public=False, label="ﬁnal"),
    summary("c", "titan_race", "running", created_at=3, players=("Joanna", "Bob"), played_on="1972-07"),
    summary("d", "titan_race", "open", created_at=3, players=("", "", ""), tags=("Final",), played_on="1972"),
    summary("e", "titan_race", "open", created_at=4, players=('a"b', "100%"), parent="c", parent_version=1),
]  # fmt: skip


async def fill(store: Store) -> None:
    for row in ROWS:
        made = opening(row.game, row.parent, row.parent_version, public=row.public)
        await store.create(made, entries(row.parent_version + 1, row.parent_version + 2), [], row)


async def names(store: Store, only: Filter) -> str:
    return "".join(row.game for row in (await store.games(only)).summaries)


async def test_a_row_is_what_was_written_with_the_head_of_the_log(store: Store) -> None:
    await make(store, last=2)
    finished = summary("g", status="finished", winners=(2, 1))
    await store.append("g", 2, [entry(3)], summary=replace(finished, head=99))
    assert await row_of(store, "g") == replace(finished, head=3)
    await store.append("g", 3, [entry(4)])
    assert (await store.games()).summaries == (replace(finished, head=4),)


def test_a_row_says_nothing_that_was_not_written() -> None:
    row = Summary(game="g", title="a_title", status="open", seats=2, created_at=1, changed_at=1)
    assert [value for value in astuple(row)[6:] if value] == ["refereed", True]
    assert row.public


async def test_a_forks_row_has_its_own_head(store: Store) -> None:
    await make(store, last=5)
    await fork(store, "f", "g", 3, last=3)
    assert (await row_of(store, "f")).head == 3


async def test_a_refused_append_leaves_the_row(store: Store) -> None:
    await make(store)
    with pytest.raises(Exception, match="version 5 was expected"):
        await store.append("g", 5, [entry(6)], summary=summary("g", status="finished"))
    assert (await row_of(store, "g")).status == "running"


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        (Filter(), "edcba"),
        (Filter(title="shogun"), "ba"),
        (Filter(status="open"), "ed"),
        (Filter(title="shogun", status="running"), "b"),
        (Filter(parent="c"), "e"),
        (Filter(public=True), "edca"),
        (Filter(public=False), "b"),
        (Filter(player="bob"), "ca"),
        (Filter(player="aNN"), "ca"),
        (Filter(player="émi"), "b"),
        (Filter(player='"'), "e"),
        (Filter(player="%"), "e"),
        (Filter(player='","'), ""),
        (Filter(player="＂"), "e"),
        (Filter(player="\\"), ""),
        (Filter(player=", "), ""),
        (Filter(player="[]"), ""),
        (Filter(player="EMIL"), "b"),
        (Filter(label="zlutoucky"), "a"),
        (Filter(label="PRI"), "a"),
        (Filter(label="final"), "b"),
        (Filter(label="%"), ""),
        (Filter(seats=3), "d"),
        (Filter(seats=2), "ecba"),
        (Filter(ending="second"), "a"),
        (Filter(winner="bob"), "a"),
        (Filter(winner="ann"), ""),
        (Filter(tags=("FINAL",)), "da"),
        (Filter(tags=("final", "lodz")), "a"),
        (Filter(tags=("fin",)), ""),
        (Filter(min_created_at=2, max_created_at=3), "dcb"),
        (Filter(max_created_at=0), ""),
        (Filter(min_changed_at=5), "ea"),
        (Filter(max_changed_at=4), "dcb"),
        (Filter(min_played_on="0001"), "dca"),
        (Filter(max_played_on="9999"), "dca"),
        (Filter(min_played_on="1972-07-11", max_played_on="1972-07-11"), "dca"),
        (Filter(min_played_on="1972-07-12"), "dc"),
        (Filter(max_played_on="1972-07-10"), "dc"),
        (Filter(min_played_on="1972-08"), "d"),
        (Filter(max_played_on="1972-06"), "d"),
        (Filter(min_played_on="1973"), ""),
        (Filter(max_played_on="1971-12-31"), ""),
        (Filter(player="bob", public=True, title="titan_race"), "c"),
        (Filter(title="go"), ""),
    ],
)
async def test_games_are_found_by_what_is_known_of_them(store: Store, only: Filter, expected: str) -> None:
    await fill(store)
    assert await names(store, only) == expected


@pytest.mark.parametrize("name", ['a"b', "c\\d", '"', "\\", 'A"B', "\\D"])
async def test_names_are_found_that_json_writes_otherwise(store: Store, name: str) -> None:
    row = summary("g", players=('a"b', "c\\d"), winners=(1, 2))
    await store.create(opening("g"), entries(1, 1), [], row)
    await make(store, "h")
    assert await names(store, Filter(player=name)) == await names(store, Filter(winner=name)) == "g"


async def test_games_are_found_by_whether_their_seats_give_shares(store: Store) -> None:
    await make(store, "a")
    await store.append("a", 1, [], summary=summary("a", has_deadlines=True))
    await make(store, "b")
    assert await names(store, Filter(has_deadlines=True)) == "a"
    assert await names(store, Filter(has_deadlines=False)) == "b"
    assert (await row_of(store, "a")).has_deadlines


async def test_games_in_which_a_player_gave_no_share_are_counted(store: Store) -> None:
    rows = [
        summary("a", status="voided", players=("Ann", "Bob"), absent=(2,)),
        summary("b", status="stalled", players=("Bob", "Bob"), absent=(1, 2), public=False),
        summary("c", status="voided", players=("Bob", "Ann"), absent=(2,)),
        summary("d", status="finished", players=('B"ob', "Bob")),
    ]
    for row in rows:
        await store.create(opening(row.game, public=row.public), entries(1, 1), [], row)
    counted = [await store.absences(player) for player in ("Bob", "Ann", "bob", 'B"ob', "", "[]")]
    assert counted == [2, 1, 0, 0, 0, 0]
    assert (await row_of(store, "b")).absent == (1, 2)


async def test_games_are_found_by_whether_their_seats_are_held(store: Store) -> None:
    await make(store, "p")
    for game, held in (("b", True), ("c", False)):
        row = summary(game, parent="p", parent_version=1, held=held)
        await store.create(opening(game, "p", 1), entries(2, 2), [], row)
    assert await names(store, Filter(parent="p", held=True)) == "b"
    assert await names(store, Filter(parent="p", held=False)) == "c"
    assert await names(store, Filter(held=None)) == "pcb"


@pytest.mark.parametrize("page_size", [1, 2, 3, 5, 9])
async def test_pages_show_each_game_once_newest_first(store: Store, page_size: int) -> None:
    await fill(store)
    seen: list[Summary] = []
    token = ""
    while True:
        page = await store.games(page_token=token, page_size=page_size)
        assert len(page.summaries) <= page_size
        seen += page.summaries
        token = page.next_page_token
        if not token:
            break
    assert [row.game for row in seen] == ["e", "d", "c", "b", "a"]


@pytest.mark.parametrize(
    ("order", "expected"), [("newest", "edcba"), ("oldest", "abcde"), ("changed", "aedcb"), ("played", "acdeb")]
)
@pytest.mark.parametrize("page_size", [1, 2, 5])
async def test_pages_keep_the_order_that_is_asked_for(
    store: Store, order: Order, expected: str, page_size: int
) -> None:
    await fill(store)
    seen, token = "", ""
    while True:
        page = await store.games(page_token=token, page_size=page_size, order=order)
        seen += "".join(row.game for row in page.summaries)
        token = page.next_page_token
        if not token:
            break
    assert seen == expected


async def test_a_game_that_changes_between_pages_is_shown_once_at_most(store: Store) -> None:
    await fill(store)
    page = await store.games(page_size=2, order="changed")
    await store.append("b", 2, [entry(3)], summary=replace(ROWS[1], changed_at=77))
    rest = await store.games(page_token=page.next_page_token, order="changed")
    assert [row.game for row in (*page.summaries, *rest.summaries)] == ["a", "e", "d", "c"]
    assert [row.game for row in (await store.games(page_size=1, order="changed")).summaries] == ["b"]


@pytest.mark.parametrize("token", ["x", ":", "1972-07-11", "1972-07-111:a", "1972_07:a"])
async def test_a_token_by_date_has_a_date(store: Store, token: str) -> None:
    with pytest.raises(BadPageToken):
        await store.games(page_token=token, order="played")


async def test_a_game_made_meanwhile_does_not_shift_the_pages(store: Store) -> None:
    await fill(store)
    page = await store.games(page_size=2)
    await store.create(opening("z"), entries(1, 1), [], summary("z", created_at=9))
    rest = await store.games(page_token=page.next_page_token)
    assert [row.game for row in rest.summaries] == ["c", "b", "a"]


@pytest.mark.parametrize("token", ["x", ":", "1:", ":a", "-1:a", "1.5:a", "9" * 30 + ":a", "1" * 16 + ":a", "²:a"])
async def test_a_page_token_is_one_that_was_given(store: Store, token: str) -> None:
    with pytest.raises(BadPageToken, match="is not a page token of this store") as bad:
        await store.games(page_token=token)
    assert bad.value.page_token == token


async def test_a_page_shows_fifty_games_unless_it_is_told_otherwise(store: Store) -> None:
    for number in range(51):
        await make(store, f"{number:02}", last=0)
    page = await store.games()
    assert [row.game for row in page.summaries] == [f"{number:02}" for number in range(50, 0, -1)]
    assert page.next_page_token == "1:01"
    last = await store.games(page_token=page.next_page_token)
    assert ([row.game for row in last.summaries], last.next_page_token) == (["00"], "")
    for more in (51, 2**70):
        page = await store.games(page_size=more)
        assert (len(page.summaries), page.next_page_token) == (51, "")


async def test_a_page_shows_at_least_one_game(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one row, not 0"):
        await store.games(page_size=0)
    with pytest.raises(ValueError, match="at least one row, not 0"):
        await store.refusals("g", limit=0)
    with pytest.raises(ValueError, match="at least one row, not -1"):
        await store.papers("g", limit=-1)


async def test_the_catalogue_is_replaced_as_a_whole(store: Store) -> None:
    await fill(store)
    await store.rebuild([summary("c", status="finished")])
    assert [(row.game, row.status) for row in (await store.games()).summaries] == [("c", "finished")]
    assert sorted(await store.every_game()) == ["a", "b", "c", "d", "e"]
    assert sorted(await store.check_catalogue()) == ["a", "b", "d", "e"]
    page = await store.games(page_size=1)
    assert (sorted(page.astray), page.private_astray) == (["a", "d", "e"], ("b",))


async def test_a_catalogue_of_games_that_are_not_there_replaces_nothing(store: Store) -> None:
    await fill(store)
    with pytest.raises(Exception, match="no game 'nobody'"):
        await store.rebuild([summary("c"), summary("nobody")])
    assert await names(store, Filter()) == "edcba"


async def test_a_catalogue_is_compared_without_being_held_in_memory(tmp_path: Path) -> None:
    file, games = tmp_path / "games.sqlite", [f"game-{number}" for number in range(1000)]
    async with await SqliteStore.open(file) as store:
        await asyncio.gather(
            *(store.create(opening(game), [], [], summary(game, players=("Ann" * 50, ""))) for game in games)
        )
        heads = store._heads.all()
        with closing(queries.connect(str(file))) as connection:
            tracemalloc.start()
            astray = catalogue.astray(connection, store._vault, heads)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
    assert astray.games == ()
    assert peak < 50 * len(games), "the name of a game alone has more"
