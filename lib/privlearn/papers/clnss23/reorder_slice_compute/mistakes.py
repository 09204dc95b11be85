"""Wrong ways to slice, which several checks of this page must refuse."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from privlearn.laws import Law, choice, fold, pure
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.slicing import Cut, Step, cut_size, reorder_slice_compute


def sliced(database: Database, steps: Sequence[Step], ratio: Fraction, *, size: Callable[..., Law] = cut_size,
           removed: bool = True, told: bool = False) -> Law:
    """Slice with another law of sizes, with slices that stay in the database, or with their sizes among the answers."""
    def one_step(state: Any, step: Any) -> Law:
        rest, answers = state
        cut = step if isinstance(step, Cut) else step(tuple(answer[0] for answer in answers) if told else answers)
        rows = tuple(cut.order(rest))
        return size(cut.size, len(rows), ratio).then(lambda count: cut.compute(rows[:count]).map(
            lambda answer: (rows[count:] if removed else rest, (*answers, (answer, count) if told else answer))))

    return fold((database, ()), steps, one_step).map(lambda state: state[1])


def without_noise(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Slice with the public sizes themselves."""
    return sliced(database, steps, ratio, size=lambda size, rows, _: pure(min(size, rows)))


def at_most_one_more(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Slice with one bit of noise: the size or one row more."""
    return sliced(database, steps, ratio, size=lambda size, rows, r: choice({size: 1 - r, size + 1: r}).map(
        lambda count: min(count, rows)))


def less_noise(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Slice with noise that falls a little faster."""
    return sliced(database, steps, ratio, size=lambda size, rows, r: cut_size(size, rows, r * Fraction(99, 100)))


def kept(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Slice without removing the slice."""
    return sliced(database, steps, ratio, removed=False)


def sizes_told(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Slice, and publish the sizes."""
    return sliced(database, steps, ratio, told=True)


def turned(rows: Sequence[Any]) -> list[Any]:
    """Return the rows from the top if their number is odd, else from the bottom: adjacency is lost."""
    return sorted(rows, reverse=len(rows) % 2 == 1)


def out_of_order(database: Database, steps: Sequence[Step], ratio: Fraction) -> Law:
    """Slice in an order that does not preserve adjacency."""
    return reorder_slice_compute(database, [replace(step, order=turned) if isinstance(step, Cut) else step
                                            for step in steps], ratio)
