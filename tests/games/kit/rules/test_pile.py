"""Face-down piles with lazy faces behave exactly as piles that were shuffled beforehand."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.rules.pile import Pile, Unseen

Piles = tuple[tuple[str, ...], ...]


class Eager:
    """The same piles with real cards: every order that is still possible, with its probability."""

    def __init__(self, worlds: dict[Piles, Fraction]) -> None:
        self.worlds = worlds

    def moved(self, change: Callable[[Piles], Iterator[Piles]]) -> "Eager":
        """Replace each possible order by those, equally likely, that a shuffle or a move makes of it."""
        worlds: Counter[Piles] = Counter()
        for world, chance in self.worlds.items():
            outcomes = list(change(world))
            for outcome in outcomes:
                worlds[outcome] += chance / len(outcomes)  # type: ignore[assignment]  # Counter adds any number
        return Eager(dict(worlds))  # type: ignore[arg-type]  # and its values are fractions here

    def faces(self, pile: int, depth: int) -> dict[str, Fraction]:
        """Return the distribution of the card at a place."""
        faces: dict[str, Fraction] = {}
        for world, chance in self.worlds.items():
            faces[world[pile][depth]] = faces.get(world[pile][depth], Fraction(0)) + chance
        return faces

    def seen(self, pile: int, depth: int, card: str) -> "Eager":
        """Only the orders in which the card lies at the place, brought back to a total of one."""
        worlds = {world: chance for world, chance in self.worlds.items() if world[pile][depth] == card}
        return Eager({world: chance / sum(worlds.values()) for world, chance in worlds.items()})


def changed(piles: Sequence[Any], pile: int, content: Any) -> tuple[Any, ...]:
    """Return the piles with another content of one of them."""
    return (*piles[:pile], content, *piles[pile + 1 :])


def shuffled_eagerly(into: int, other: int) -> Callable[[Piles], Iterator[Piles]]:
    """Return two piles (or one) put together and shuffled."""

    def change(world: Piles) -> Iterator[Piles]:
        together = world[into] + (world[other] if other != into else ())
        emptied = changed(world, other, ())
        return (changed(emptied, into, order) for order in permutations(together))

    return change


def moved_eagerly(here: int, depth: int, there: int, height: int) -> Callable[[Piles], Iterator[Piles]]:
    """Return a card of one pile put unseen into another, at a given height."""

    def change(world: Piles) -> Iterator[Piles]:
        card = world[here][depth]
        without = changed(world, here, world[here][:depth] + world[here][depth + 1 :])
        yield changed(without, there, without[there][:height] + (card,) + without[there][height:])

    return change


def moved(piles: tuple[Pile, ...], here: int, depth: int, there: int, height: int) -> tuple[Pile, ...]:
    """Return the same with places."""
    place = piles[here][depth]
    without = changed(piles, here, piles[here][:depth] + piles[here][depth + 1 :])
    return changed(without, there, without[there][:height] + (place,) + without[there][height:])


@given(data=st.data(), cards=st.sampled_from(["a", "abc", "aabc", "abcde", "aabbc"]))
def test_lazy_piles_have_the_distribution_of_an_eager_shuffle(data: st.DataObject, cards: str) -> None:
    deck = tuple(cards)
    unseen, pile = Unseen().shuffled(deck)
    piles: tuple[Pile, ...] = (pile, (), ())
    eager = Eager({(deck, (), ()): Fraction(1)}).moved(shuffled_eagerly(0, 0))
    for _ in range(data.draw(st.integers(min_value=1, max_value=8), label="moves")):
        here = data.draw(st.sampled_from([number for number in range(3) if piles[number]]), label="pile")
        there = data.draw(st.integers(min_value=0, max_value=2), label="to")
        depth = data.draw(st.integers(min_value=0, max_value=len(piles[here]) - 1), label="depth")
        match data.draw(st.sampled_from(["turn", "move", "shuffle"])):
            case "turn":
                faces = eager.faces(here, depth)
                lazy = {card: unseen.probability((piles[here][depth],), (card,)) for card in deck}
                assert lazy == {card: faces.get(card, Fraction(0)) for card in deck}
                assert unseen.possible(piles[here][depth]) == tuple(sorted(faces))
                card = data.draw(st.sampled_from(sorted(faces)), label="card")
                unseen = unseen.without(piles[here][depth], card)
                piles = changed(piles, here, changed(piles[here], depth, card))
                eager = eager.seen(here, depth, card)
            case "move":
                height = data.draw(st.integers(min_value=0, max_value=len(piles[there]) - (here == there)), label="at")
                piles = moved(piles, here, depth, there, height)
                eager = eager.moved(moved_eagerly(here, depth, there, height))
            case "shuffle":
                together = piles[here] + (piles[there] if here != there else ())
                try:
                    unseen, pile = unseen.shuffled(together)
                except ValueError:  # a card would be reachable in two ways: no title does that, see below
                    continue
                piles = changed(changed(piles, there, ()), here, pile)
                eager = eager.moved(shuffled_eagerly(here, there))
    chances = {
        order: unseen.probability(tuple(place for pile in piles for place in pile), order)
        for order in permutations(deck)
    }
    assert sum(chances.values()) == 1
    assert {order: chance for order, chance in chances.items() if chance} == {
        sum(world, ()): chance for world, chance in eager.worlds.items()
    }


class Always:
    """Draws that always pick the member with a given index, as far as there are so many."""

    def __init__(self, index: int) -> None:
        self.index = index

    def pick(self, members: Sequence[Any]) -> Any:
        return members[min(self.index, len(members) - 1)]


def test_a_drawn_face_is_picked_from_the_pools_on_its_way() -> None:
    unseen, deck = Unseen().shuffled(("a", "b", "c"))
    unseen, reinforced = unseen.shuffled((*deck[:2], "x"))
    assert unseen.pools == (("a", "b", "c"), (0, 0, "x"))
    assert [unseen.drawn(reinforced[0], Always(index)) for index in range(3)] == ["a", "b", "x"]  # type: ignore[arg-type]  # only `pick` is used
    assert unseen.drawn("x", Always(0)) == "x"  # type: ignore[arg-type]  # only `pick` of Draws is used


def test_shuffling_places_of_one_pool_changes_nothing() -> None:
    unseen, deck = Unseen().shuffled(("a", "b", "c"))
    assert unseen.shuffled(deck[:2]) == (unseen, deck[:2])


def test_a_pool_that_lies_wholly_in_the_shuffle_is_merged() -> None:
    unseen, deck = Unseen().shuffled(("b", "a"))
    assert unseen.shuffled((*deck, "c")) == (Unseen((("a", "b", "c"),)), (0, 0, 0))


def test_cards_left_in_the_box_stay_possible_and_are_never_turned() -> None:
    unseen, deck = Unseen().shuffled(("a", "b", "c"))
    deck = deck[:2]
    for card in ("a", "b"):
        unseen, deck = unseen.without(deck[0], card), deck[1:]
    assert not deck
    assert tuple(unseen.cards()) == ("c",)


def test_an_emptied_pool_is_forgotten() -> None:
    unseen, deck = Unseen().shuffled(("a", "b"))
    assert unseen.without(deck[0], "a").without(deck[1], "b") == Unseen()


def test_two_of_one_kind_are_twice_as_likely() -> None:
    unseen, deck = Unseen().shuffled(("wood", "wood", "rice"))
    assert unseen.probability(deck[:1], ("wood",)) == Fraction(2, 3)
    assert unseen.probability(deck[:2], ("wood", "wood")) == Fraction(1, 3)


@pytest.mark.parametrize("cards", [("z",), ("a", "a"), ("a", "b", "c", "d"), ()])
def test_faces_that_cannot_show_have_no_probability(cards: tuple[str, ...]) -> None:
    unseen, deck = Unseen().shuffled(("a", "b", "c"))
    assert unseen.probability(deck[:2], cards) == 0


def test_a_face_that_cannot_lie_there_is_an_error() -> None:
    unseen, deck = Unseen().shuffled(("a", "b"))
    with pytest.raises(ValueError, match="'z' cannot lie at a place of 0"):
        unseen.without(deck[0], "z")


def test_a_shuffle_after_which_a_face_would_not_tell_its_pool_is_an_error() -> None:
    unseen, deck = Unseen().shuffled(("a", "b", "c", "d"))
    unseen, mixed = unseen.shuffled((*deck[:2], "x"))
    with pytest.raises(ValueError, match="reachable in two ways"):
        unseen.shuffled((mixed[0], deck[2]))


@pytest.mark.parametrize(
    ("pools", "pile", "fault"),
    [
        ((("a", "b"),), (0, 0, 0), "3 places refer to the pool 0, which has fewer cards"),
        ((("a", "b"),), (1,), "1 places refer to the pool 1, which has fewer cards"),
        ((("a", "b"),), (-1,), "1 places refer to the pool -1, which has fewer cards"),
        (((1,), (0,)), (), "the pool 0 lies in itself"),
        ((("b", "a"),), (), "is not sorted"),
        ((("a", "b"), (0, "c"), (0, 1)), (), "can be reached from the pool (0, 1) in two ways"),
        ((("a",),) * 101, (), "there are 101 pools"),
    ],
)
def test_pools_that_no_shuffle_makes_have_faults(pools: tuple[Pile, ...], pile: Pile, fault: str) -> None:
    assert any(fault in pool_faults for pool_faults in Unseen(pools).faults(pile))


def test_pools_that_shuffles_made_have_none() -> None:
    unseen, deck = Unseen().shuffled(("a", "b", "c", "d"))
    unseen, mixed = unseen.shuffled((*deck[:2], "x"))
    assert unseen.faults((*mixed, *deck[2:])) == []
    assert unseen.can_shuffle(mixed)
    assert not unseen.can_shuffle((mixed[0], deck[2]))
