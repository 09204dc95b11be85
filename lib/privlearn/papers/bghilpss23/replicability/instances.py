"""Laws, algorithms and distributions that the checks of this page share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.exact.fractions import HALF
from privlearn.laws import Law, choice, independent, pure, uniform
from privlearn.laws.correlated_sampling import WAITING, correlated
from privlearn.learners.points import improper_point_learner
from privlearn.learning import grid_distributions
from privlearn.learning.replicability import Algorithm, threshold_rule

Table = dict[int, Fraction]
Sampling = Callable[[Table, Table], Fraction]
Joint = Callable[[Sequence[Table]], Law]


@cache
def small_laws(outcomes: int, most: int) -> tuple[Table, ...]:
    """Return all laws on so many outcomes whose denominators are at most ``most``, each once."""
    found = {law for unit in range(1, most + 1) for law in grid_distributions(outcomes, unit)}
    return tuple({x: p for x, p in enumerate(law) if p} for law in sorted(found))


def pairs_of_laws(outcomes: int = 3, most: int = 6) -> Iterator[tuple[Table, Table]]:
    """Yield all unordered pairs of small laws, equal ones included."""
    laws = small_laws(outcomes, most)
    return ((left, right) for place, right in enumerate(laws) for left in laws[:place + 1])


def apart(left: Table, right: Table) -> Fraction:
    """Return the total variation distance as half of the sum of differences."""
    return sum((abs(left.get(x, Fraction(0)) - right.get(x, Fraction(0))) for x in {*left, *right}), Fraction(0)) / 2


def weighed_by_the_least(laws: Sequence[Table]) -> Law:
    """Readers take what both accept, else what they draw themselves: half of correlated sampling."""
    both = {x: min(law.get(x, Fraction(0)) for law in laws) for x in set().union(*laws)}
    rest = 1 - sum(both.values())
    return choice({(x,) * len(laws): mass for x, mass in both.items()} | {"apart": rest}).then(
        lambda drawn: independent([choice(law) for law in laws]) if drawn == "apart" else choice({drawn: 1}))


def by_the_first(laws: Sequence[Table]) -> Law:
    return correlated(laws[:1]).map(lambda x: x * len(laws))


def on_their_own(laws: Sequence[Table]) -> Law:
    return independent([choice(law) for law in laws])


def at_possible_outcomes(law: Table, rounds: Iterable[tuple[int, Fraction]]) -> Any:
    return next((x for x, _ in rounds if x in law), WAITING)


def in_full(law: Table) -> tuple[Fraction, ...]:
    return tuple(law.get(x, Fraction(0)) for x in range(3))


def two_halves(pairs: int, ratio: Fraction) -> tuple[Table, Table]:
    """Return two laws on ``2 pairs`` outcomes, one half ``ratio`` times as likely as the other, and the reverse."""
    heavy, light = ratio / (pairs * (1 + ratio)), 1 / (pairs * (1 + ratio))
    left = {x: heavy if x < pairs else light for x in range(2 * pairs)}
    return left, {x: left[2 * pairs - 1 - x] for x in left}


def bits(p: Fraction) -> dict[int, Fraction]:
    """Return the distribution of a bit that is 1 with probability p."""
    return {1: p, 0: 1 - p} if 0 < p < 1 else {int(p): Fraction(1)}


def algorithms(rows: int) -> dict[str, tuple[Algorithm, Law]]:
    """Return algorithms on bits, with the law of their coins: good ones, bad ones and some without coins."""
    return {"threshold": (threshold_rule, uniform(range(1, rows + 1))),
            "majority": (lambda database, _: int(2 * sum(database) > rows), pure(0)),
            "a row": (lambda database, place: database[place], uniform(range(rows))),
            "parity or nothing": (lambda database, coin: coin and sum(database) % 2, uniform((0, 1))),}


def cases(most: int, unit: int) -> Iterator[tuple[str, Fraction, int]]:
    """Yield names of algorithms, probabilities of a one, numbers of rows."""
    return ((name, Fraction(k, unit), rows) for rows in range(1, most + 1) for k in range(unit + 1)
            for name in algorithms(rows))


def point_learner(database: Any) -> Law:
    """Return the private learner of points on two points, with its largest alpha."""
    return improper_point_learner(database, size=2, alpha=HALF)


def labelled(p: Fraction) -> dict[Any, Fraction]:
    """Return the distribution of labelled rows on two points, of which the target is the one at 0, of mass p."""
    return {(0, 1): p, (1, 0): 1 - p}


def sequences(rows: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=rows))
