"""Databases, plans of slices and their laws, which the checks of this page share."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from privlearn.laws import Law, bernoulli, pure
from privlearn.mechanisms import randomised_response
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.slicing import Again, Compute, Cut, Step, ascending, descending, noisy_bit

Run = Callable[[Database, Sequence[Step], Fraction], Law]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Plan:
    """Steps with the r of their noise, and the ratios a and b of each slice's answers."""

    steps: tuple[Step, ...]
    ratio: Fraction
    answer: Fraction
    exchange: Fraction


def sets_of(points: int) -> list[Database]:
    """Return all sets of the points 0, 1, ..., as sorted tuples: each point is one row or none."""
    return [rows for size in range(points + 1) for rows in combinations(range(points), size)]


def one_row_apart(points: int) -> Iterator[tuple[Database, Database]]:
    """Yield every set of points that is not empty with every set that lacks one row of it."""
    for larger in sets_of(points):
        for place in range(len(larger)):
            yield larger, (*larger[:place], *larger[place + 1:])


def smallest_is_odd(rows: Database) -> bool:
    """Tell whether the smallest row of a slice is odd; of no row it is not."""
    return bool(rows) and min(rows) % 2 == 1


def who_is_there(points: int, exp_epsilon: int) -> Compute:
    """Return the answer that tells for every point, by randomised response, whether the slice has it.

    Its ratio is ``exp_epsilon`` for a row more, and the square of it for an exchange.
    """
    respond = randomised_response(Fraction(exp_epsilon, 1 + exp_epsilon))
    return lambda rows: respond(tuple(int(x in rows) for x in range(points)))


ODD = noisy_bit(smallest_is_odd, 2)


def leaking(compute: Compute, delta: Fraction) -> Compute:
    """Return the answer that publishes the slice itself with probability delta, else what it would be."""
    return lambda rows: bernoulli(delta).then(lambda leak: pure(rows) if leak else compute(rows))


def from_the_side_last_told(answers: tuple[int, ...]) -> Cut:
    """Return the next slice of a plan that goes on at the top once a bit was 1, else at the bottom."""
    return Cut(descending if answers[-1] else ascending, len(answers) % 2, ODD)


PLANS = {
    "who is there": Plan((Cut(ascending, 1, who_is_there(3, 30)),) * 2, Fraction(3, 4), Fraction(30), Fraction(900)),
    "emptiness": Plan((Cut(ascending, 0, noisy_bit(bool, 2)),) * 3, HALF, Fraction(2), Fraction(2)),
    "smallest odd": Plan((Cut(ascending, 1, ODD),) * 4, HALF, Fraction(2), Fraction(2)),
    "from both ends": Plan((Cut(ascending, 1, ODD), *(from_the_side_last_told,) * 2), HALF, Fraction(2), Fraction(2)),
}
DELAYED = {  # every slice is used at most twice: a and b are the squares of those of one answer
    "who is there, again": Plan((Cut(ascending, 1, who_is_there(2, 6)), Cut(ascending, 1, who_is_there(2, 6)),
                                 Again(0, who_is_there(2, 6))), Fraction(3, 4), Fraction(36), Fraction(36**2)),
    "smallest odd, again": Plan((Cut(ascending, 1, ODD), Cut(ascending, 1, ODD), Again(0, ODD), Again(1, ODD)), HALF,
                                Fraction(4), Fraction(4)),
}
SETS = "all sets of up to {} ordered points and all their rows"


@cache
def law_of(run: Run, name: str, database: Database) -> dict[Any, Fraction]:
    """Return the law of a plan on a database; several checks ask for it."""
    plan = (PLANS | DELAYED)[name]
    return run(database, plan.steps, plan.ratio).exact()


def excess(left: dict[Any, Fraction], right: dict[Any, Fraction], factor: Fraction) -> Fraction:
    """Return the largest ``left(E) - factor right(E)`` over events, for any factor of at least 0."""
    return sum((max(Fraction(0), mass - factor * right.get(answer, 0)) for answer, mass in left.items()), Fraction(0))
