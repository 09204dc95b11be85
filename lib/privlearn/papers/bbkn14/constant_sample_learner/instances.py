"""BBKN14, Section 4.2: instances of the page constant-sample-learner, and wrong noisy learners of points."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from privlearn.exact.fractions import EIGHTH, HALF, QUARTER, TENTH
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, independent, pure
from privlearn.learners.points import ZERO, consistent_point, flipped
from privlearn.learners.points.privacy import concept_table
from privlearn.learning import grid_distributions
from privlearn.mechanisms import all_databases, labelled_rows, multiset_databases

TWENTIETHS = tuple(Fraction(k, 20) for k in range(1, 20))


def starred_databases(points: int, rows: int) -> Iterator[tuple[int, Any]]:
    """Every database of at most ``rows`` labelled rows and stars over at most ``points`` points, as tuples."""
    for size, m in product(range(1, points + 1), range(rows + 1)):
        yield from ((size, database) for database in all_databases([None, *labelled_rows(size)], m))


def distributions_up_to_symmetry(size: int, denominator: int) -> list[tuple[Fraction, ...]]:
    """Return the grid distributions with the points other than the target, point 0, in order of mass."""
    return [d for d in grid_distributions(size, denominator) if list(d[1:]) == sorted(d[1:])]


TWO_FIFTHS = Fraction(2, 5)
ALPHAS = (EIGHTH, QUARTER, TWO_FIFTHS)
EIGHTH_OF_ALPHA = {"alpha / 8": r"\alpha/8"}  # as the page writes it
GRIDS = ((3, 24), (4, 24), (6, 12))  # (T, common denominator) of the distributions
Distribution = tuple[Fraction, ...]


def sweep() -> Iterator[tuple[Distribution, Fraction]]:
    """Yield every grid distribution, up to the order of the points without target, with every alpha."""
    for size, unit in GRIDS:
        yield from product(distributions_up_to_symmetry(size, unit), ALPHAS)


def played_by_hand(distribution: Distribution, *, rows: int, keep: Fraction, abort: Fraction, noise: Fraction,
                   alpha: Fraction, inclusive: bool) -> Fraction:
    """Return the failure for target 0 from the definitions: every set of flips, and how often a row (0, 1) is kept."""
    size, seen = len(distribution), 1 - (1 - keep * distribution[0]) ** rows
    total = Fraction(0)
    for flips in product((0, 1), repeat=size):
        chance = noise ** sum(flips) * (1 - noise) ** (size - sum(flips))
        for missed, weight in ((0, seen), (1, 1 - seen)):
            wrong = sum(w for x, w in enumerate(distribution) if flips[x] != (missed and x == 0))
            total += chance * weight * (wrong > alpha or (inclusive and wrong == alpha))
    return abort + (1 - abort) * total


PRIVACY_ALPHAS = (HALF, QUARTER, TENTH)


def kept_patterns(database, keep: Fraction) -> Iterator[tuple[Any, Fraction]]:
    """Yield every subset of the rows with the probability that it is the one kept."""
    for size in range(len(database) + 1):
        share = keep**size * (1 - keep) ** (len(database) - size)
        yield from ((rows, share) for rows in combinations(database, size))


def by_hand(database, size: int, rates: dict[str, Fraction], outcome) -> Fraction:
    """Return A2's probability of one outcome straight from its description, with code of its own."""
    keep, mu = rates["keep"], rates["noise"]
    total = Fraction(0)
    for picks in product((0, 1), repeat=len(database)):
        chance = keep ** sum(picks) * (1 - keep) ** (len(picks) - sum(picks))
        rows = [row for row, pick in zip(database, picks, strict=True) if pick and row is not None]
        bad = any(a[1] != b[1] if a[0] == b[0] else a[1] + b[1] == 2 for a in rows for b in rows)
        if bad or outcome is None:
            total += chance * (bad and outcome is None)
            continue
        concept = [int((x, 1) in rows) for x in range(size)]
        for x in range(size):
            chance *= mu if outcome[x] != concept[x] else 1 - mu
        total += chance
    return (1 - rates["abort"]) * total + (rates["abort"] if outcome is None else 0)


PointRows = tuple[Any, ...]


def alphabet(size: int) -> list[Any]:
    return [None, *labelled_rows(size)]


def bases() -> Iterator[tuple[int, PointRows]]:
    """Yield T and the m - 1 rows that two neighbours share, for T <= 3 and m <= 4."""
    for size, others in product(range(1, 4), range(4)):
        yield from ((size, base) for base in multiset_databases(alphabet(size), others))


@cache
def outcome_law(rows: PointRows, size: int, keep: Fraction, abort: Fraction, noise: Fraction) -> dict[Any, Fraction]:
    """Return A2's whole law from the closed form of its concept."""
    law: dict[Any, Fraction] = {}
    chances = [noise**flips * (1 - noise) ** (size - flips) for flips in range(size + 1)]
    for concept, mass in concept_table(rows, size=size, keep=keep, abort=abort).items():
        if concept is None:
            law[None] = mass
            continue
        for h in product((0, 1), repeat=size):
            flips = sum(bit != (x == concept) for x, bit in enumerate(h))
            law[h] = law.get(h, 0) + mass * chances[flips]
    return law


def laws_around(size: int, base: PointRows, rates: dict[str, Fraction]) -> tuple[dict[Any, Fraction], dict[Any, Any]]:
    """Return A2's law on the base (row i is not in S) and, for each possible row i, on the base with that row."""
    without = outcome_law(base, size, *rates.values())
    return without, {row: outcome_law((*base, row), size, *rates.values()) for row in alphabet(size)}


def surely_kept(whole: Fraction, without: Fraction, keep: Fraction) -> Fraction:
    """Return the probability given that row i is in S, from the whole one and the one given that it is not."""
    return (whole - (1 - keep) * without) / keep


def broken_noise_only_at_ones(concept: int | None, *, size: int, rate: Number) -> Law:
    """Flip only the value at the concept's point: a 1 is never invented."""
    if concept is None:
        return pure(None)
    coin = bernoulli(rate)
    return independent([coin.map(lambda bit: 1 - bit) if x == concept else pure(0) for x in range(size)])


def broken_noisy_learner_only_at_ones(database, *, size: int, noise: Number) -> Law:
    """A1 with :func:`broken_noise_only_at_ones`."""
    return broken_noise_only_at_ones(consistent_point(database, size=size), size=size, rate=noise)


def literal_consistent_point(rows, *, size: int) -> int | None:
    """Return ``None`` also where every point is labelled 0: no *point* is consistent then."""
    concept = consistent_point(rows, size=size)
    exhausted = concept == ZERO and len({row[0] for row in rows if row is not None}) == size
    return None if exhausted else concept


def literal_noisy_learner(database, *, size: int, noise: Number) -> Law:
    """A1 with :func:`literal_consistent_point`: not wrong, but another algorithm."""
    return flipped(literal_consistent_point(database, size=size), size=size, rate=noise)


def _kept_rows(database, keep: Number) -> Law:
    coin = bernoulli(keep)
    return fold((), tuple(database), lambda rows, row: coin.map(lambda bit: (*rows, row) if bit else rows))


def literal_improper_learner(database, *, size: int, keep: Number, abort: Number, noise: Number) -> Law:
    """A2 that runs :func:`literal_noisy_learner` on the rows kept."""
    run = _kept_rows(database, keep).then(lambda rows: literal_noisy_learner(rows, size=size, noise=noise))
    return bernoulli(abort).then(lambda bit: pure(None) if bit else run)


def broken_improper_learner_noise_only_at_ones(database, *, size: int, keep: Number, abort: Number,
                                               noise: Number) -> Law:
    """A2 with :func:`broken_noise_only_at_ones`."""
    run = _kept_rows(database, keep).then(lambda rows: broken_noisy_learner_only_at_ones(rows, size=size, noise=noise))
    return bernoulli(abort).then(lambda bit: pure(None) if bit else run)
