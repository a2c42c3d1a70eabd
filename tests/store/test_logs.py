"""Logs: what is appended is read, whole, in order, once."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from store.contract import (
    KEPT_REFUSALS,
    Conflict,
    ConsentUsed,
    DuplicateCommand,
    DuplicateToken,
    Filter,
    GameExists,
    GameNotFound,
    Grant,
    Opening,
    Store,
    StoreClosed,
    Stored,
)
from tests.store.store_values import (
    SECRET,
    append,
    entries,
    entry,
    head_of,
    make,
    opening,
    refusal,
    row_of,
    summary,
    versions,
)


async def test_the_newest_version_is_known_without_asking(store: Store) -> None:
    assert store.newest("g") == 0
    await make(store, last=2)
    await store.append("g", 2, [entry(3)])
    assert store.newest("g") == 3
    await store.catch_up()
    await store.close()
    with pytest.raises(StoreClosed):
        await store.catch_up()


async def test_what_a_row_of_the_catalogue_forbids_is_not_written(store: Store) -> None:
    await make(store)
    await store.create(opening("b"), [entry(1)], [], summary("b", parent="g", held=True, status="running"))
    with pytest.raises(Conflict) as conflict:
        await store.append(
            "g", 1, [entry(2)], unless=[Filter(parent="g", status="open"), Filter(parent="g", held=True)]
        )
    assert conflict.value.head == 1
    await store.append("g", 1, [entry(2)], unless=[Filter(parent="b"), Filter(parent="g", status="open")])
    assert await head_of(store, "g") == 2


async def test_a_new_game_has_its_first_entries(store: Store) -> None:
    await store.create(opening("g"), [entry(1, "a"), entry(2, "b")], [], summary("g"))
    assert await store.read("g") == [entry(1, "a"), entry(2, "b")]
    assert await head_of(store, "g") == 2


async def test_a_game_can_begin_without_entries(store: Store) -> None:
    await make(store, last=0)
    assert await head_of(store, "g") == 0
    assert await store.read("g") == []


async def test_what_does_not_stand_in_the_log_is_kept_beside_it(store: Store) -> None:
    private = Opening(game="g", title="shogun", secret=SECRET, public=False)
    await store.create(private, entries(1, 1), [], summary("g"))
    assert await store.opening("g") == private


async def test_an_opening_never_shows_its_secret() -> None:
    assert repr(SECRET)[2:-1] not in repr(opening("g", "parent", 3))


async def test_entries_follow_the_expected_version(store: Store) -> None:
    await make(store)
    await store.append("g", 1, [entry(2)])
    await store.append("g", 2, entries(3, 5))
    assert await store.read("g") == entries(1, 5)


@pytest.mark.parametrize("data", [b"", b"\x00", bytes(range(256)), b"\xff" * 100_000])
async def test_entries_are_any_bytes(store: Store, data: bytes) -> None:
    await make(store)
    await store.append("g", 1, [Stored(2, "", data)])
    assert await store.read("g", after=1) == [Stored(2, "", data)]


@pytest.mark.parametrize(
    ("after", "upto", "expected"),
    [
        (0, None, [1, 2, 3, 4, 5]),
        (2, None, [3, 4, 5]),
        (2, 4, [3, 4]),
        (0, 0, []),
        (4, 2, []),
        (5, None, []),
        (3, 99, [4, 5]),
        (99, None, []),
        (0, 2**64 - 1, [1, 2, 3, 4, 5]),
        (2**64 - 1, None, []),
    ],
)
async def test_a_range_is_read(store: Store, after: int, upto: int | None, expected: list[int]) -> None:
    await make(store, last=5)
    assert versions(await store.read("g", after, upto)) == expected


@pytest.mark.parametrize("expected", [0, 1, 3, 2**63 - 2, 2**64 - 2])
async def test_another_version_than_the_head_conflicts(store: Store, expected: int) -> None:
    await make(store, last=2)
    with pytest.raises(Conflict) as conflict:
        await store.append("g", expected, [entry(expected + 1)])
    assert (conflict.value.game, conflict.value.expected, conflict.value.head) == ("g", expected, 2)
    assert await store.read("g") == entries(1, 2)


async def test_entries_that_do_not_follow_are_no_call_to_make(store: Store) -> None:
    await make(store)
    with pytest.raises(ValueError, match="entry 4 cannot follow entry 2"):
        await store.append("g", 1, [entry(2), entry(4)])
    assert await head_of(store, "g") == 1


async def test_what_belongs_to_another_game_is_no_call_to_make(store: Store) -> None:
    await make(store)
    with pytest.raises(ValueError, match="game 'g': data of game 'other'"):
        await store.append("g", 1, [entry(2)], summary=summary("other"))
    assert await head_of(store, "g") == 1


async def test_a_secret_has_32_bytes(store: Store) -> None:
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        await store.create(Opening(game="g", title="t", secret=b"short"), entries(1, 1), [], summary("g"))


async def test_a_game_is_made_once(store: Store) -> None:
    await make(store)
    with pytest.raises(GameExists, match="'g'"):
        await store.create(opening("g"), [entry(1, "", b"another")], [], summary("g", "shogun"))
    assert await store.read("g") == entries(1, 1)
    assert (await row_of(store, "g")).title == "titan_race"


async def test_a_command_is_found_by_its_id(store: Store) -> None:
    await make(store)
    await store.append("g", 1, [entry(2, "a"), entry(3), entry(4, "b")])
    assert await store.find("g", "b") == entry(4, "b")
    assert await store.find("g", "c") is None
    assert await store.find("g", "") is None
    assert sorted(await store.commands("g")) == ["a", "b"]


async def test_a_command_stands_once_in_a_log(store: Store) -> None:
    await make(store)
    await store.append("g", 1, [entry(2, "a")])
    with pytest.raises(DuplicateCommand) as duplicate:
        await store.append("g", 2, [entry(3), entry(4, "a")])
    assert (duplicate.value.game, duplicate.value.command_id) == ("g", "a")
    assert await head_of(store, "g") == 2


async def test_a_repeated_command_is_marked_as_such_although_its_version_is_stale(store: Store) -> None:
    await make(store)
    await store.append("g", 1, [entry(2, "a")])
    with pytest.raises(DuplicateCommand):
        await store.append("g", 1, [entry(2, "a")])


async def test_entries_written_together_answer_different_commands(store: Store) -> None:
    await make(store)
    with pytest.raises(DuplicateCommand):
        await store.append("g", 1, [entry(2, "a"), entry(3, "a")])
    assert await head_of(store, "g") == 1


async def test_no_two_games_are_made_with_one_consent(store: Store) -> None:
    async def branch(game: str, *consents: bytes) -> None:
        row = summary(game, parent="g", parent_version=1)
        await store.create(opening(game, "g", 1), entries(2, 2), [], row, consents=consents)

    await make(store)
    await branch("h", b"1", b"2")
    for consents in ([b"2"], [b"3", b"1"], [b"3", b"3"]):
        with pytest.raises(ConsentUsed, match="'g'"):
            await branch("i", *consents)
    await branch("i", b"3")
    assert set(await store.every_game()) == {"g", "h", "i"}


async def test_games_are_named_in_order_some_at_a_time(store: Store) -> None:
    for game in ("b", "a", "\N{GRINNING FACE}", "~", "\uffff"):
        await make(store, game)
    names = sorted(await store.every_game())
    assert await store.games_after() == names
    assert await store.games_after("a", 2) == names[1:3]
    assert await store.games_after("aa", 2) == names[1:3]
    assert await store.games_after(names[-1]) == []
    with pytest.raises(ValueError, match="at least one row"):
        await store.games_after("a", 0)


async def test_other_games_may_have_the_same_command_ids(store: Store) -> None:
    await make(store, "g")
    await make(store, "h")
    await store.append("g", 1, [entry(2, "a")])
    await store.append("h", 1, [entry(2, "a")])
    assert await store.find("h", "a") == entry(2, "a")


async def test_a_token_is_known_by_its_hash(store: Store) -> None:
    host, seat = Grant(b"host", "g", "host"), Grant(b"seat", "g", "seat", 2, 1)
    guest = Grant(b"guest", "g", "spectator", 0)
    await make(store, grants=[host, guest])
    await store.append("g", 1, [entry(2)], grants=[seat])
    assert await store.grant(b"seat") == seat
    assert await store.grant(b"foreign") is None
    assert await store.grant(b"host") == host == Grant(b"host", "g", "host", 0)
    assert await store.grant(b"guest") == guest


@pytest.mark.parametrize("tokens", [[b"used"], [b"new", b"used"], [b"twice", b"twice"]])
async def test_a_token_is_granted_once(store: Store, tokens: list[bytes]) -> None:
    await make(store, grants=[Grant(b"used", "g", "host")])
    with pytest.raises(DuplicateToken):
        await store.append("g", 1, [entry(2)], grants=[Grant(token, "g", "seat", 1) for token in tokens])
    with pytest.raises(DuplicateToken):
        await store.create(opening("h"), [], [Grant(token, "h", "host") for token in tokens], summary("h"))
    assert await head_of(store, "g") == 1
    assert await store.every_game() == ["g"]


async def test_grants_and_a_summary_need_no_entry_but_the_version(store: Store) -> None:
    await make(store, last=2)
    await store.append("g", 2, [], grants=[Grant(b"t", "g", "spectator")], summary=summary("g", status="finished"))
    with pytest.raises(Conflict):
        await store.append("g", 1, [], grants=[Grant(b"u", "g", "spectator")], summary=summary("g", status="lost"))
    assert await store.grant(b"t") == Grant(b"t", "g", "spectator")
    assert await store.grant(b"u") is None
    assert (await row_of(store, "g")).status == "finished"


async def test_refused_moves_are_kept_beside_the_log(store: Store) -> None:
    await make(store)
    for data in (b"one", b"two", b"three"):
        await store.add_refusal(refusal("g", data=data))
    first, second = await store.refusals("g", limit=2)
    assert (first.data, first.actor, first.at, first.version, first.command_id) == (b"one", "seat 1", 5, 1, "c")
    assert [refused.data for refused in await store.refusals("g", after=second.number)] == [b"three"]
    assert await store.read("g") == entries(1, 1)


async def test_a_hundred_refused_moves_are_listed_unless_more_are_asked_for(store: Store) -> None:
    await make(store)
    for number in range(101):
        await store.add_refusal(replace(refusal("g"), actor=f"seat {number % 2}"))
    assert len(await store.refusals("g")) == 100
    for more in (101, 2**70):
        assert len(await store.refusals("g", limit=more)) == 101
    assert await store.refusals("g", after=2**70) == []


async def test_of_each_actor_the_newest_refused_moves_are_kept_and_dropped_ones_counted(store: Store) -> None:
    await make(store)
    await make(store, "h")
    await asyncio.gather(
        *(store.add_refusal(refusal("g", data=b"%d" % number)) for number in range(KEPT_REFUSALS + 7)),
        store.add_refusal(replace(refusal("g"), actor="seat 2")),
        store.add_refusal(refusal("h")),
    )
    kept = await store.refusals("g", limit=1000)
    assert [move.data for move in kept if move.actor == "seat 1"] == [b"%d" % n for n in range(7, KEPT_REFUSALS + 7)]
    assert [move.actor for move in kept].count("seat 2") == 1
    assert [await store.dropped_refusals(game) for game in ("g", "h")] == [7, 0]
    await store.add_refusal(refusal("g", data=b"newest"))
    assert (await store.refusals("g", after=kept[-1].number))[-1].data == b"newest"


async def test_what_is_asked_of_no_game_is_not_found(store: Store) -> None:
    calls = [
        store.append("x", 0, [entry(1)]),
        store.append("x", 0, []),
        store.read("x"),
        store.find("x", "a"),
        anext(store.follow("x")),
        store.opening("x"),
        store.add_refusal(refusal("x")),
        store.refusals("x"),
        store.dropped_refusals("x"),
        store.rebuild([summary("x")]),
    ]
    for call in calls:
        with pytest.raises(GameNotFound, match="'x'"):
            await call


async def test_who_is_at_fault_alone_fails_alone(store: Store) -> None:
    await make(store)
    await make(store, "h")
    outcomes = await asyncio.gather(
        store.append("g", 1, [entry(2)]),
        store.append("g", 7, [entry(8)]),
        store.append("x", 0, [entry(1)]),
        store.append("h", 1, [entry(2)]),
        store.add_refusal(refusal("h")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, GameNotFound, type(None), type(None)]
    assert (await head_of(store, "g"), await head_of(store, "h"), len(await store.refusals("h"))) == (2, 2, 1)


async def test_a_closed_store_says_so(store: Store) -> None:
    await make(store)
    await store.close()
    await store.close()
    calls = [
        store.create(opening("h"), [], [], summary("h")),
        append(store, "g", 1, [entry(2)]),
        store.read("g"),
        store.find("g", "a"),
        anext(store.follow("g")),
        store.opening("g"),
        store.every_game(),
        store.grant(b""),
        store.add_refusal(refusal("g")),
        store.refusals("g"),
        store.dropped_refusals("g"),
        store.games(),
        store.rebuild([]),
        store.check_catalogue(),
        store.inspect(),
        store.commands("g"),
        store.head("g"),
        store.absences("Ann"),
    ]
    for call in calls:
        with pytest.raises(StoreClosed):
            await call


async def test_closing_answers_what_was_asked_before(store: Store) -> None:
    await make(store)
    appended = asyncio.ensure_future(store.append("g", 1, [entry(2)]))
    await asyncio.sleep(0)
    await store.close()
    await appended
