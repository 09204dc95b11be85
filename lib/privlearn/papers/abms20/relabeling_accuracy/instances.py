"""Small databases, classes and distributions on which the accuracy of relabelling is checked."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, lgamma, log, log1p
from typing import Any

from privlearn.concepts import Concept, classes_up_to_symmetry, initial_segments
from privlearn.dimensions import vc_dimension
from privlearn.exact import exp_bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.relabeling import error_count
from privlearn.learners.relabeling.accuracy import chosen_above_bracket

ALPHAS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))

Instance = tuple[int, int, int, tuple[int, ...]]  # VC, |D|, |S|, errors of the patterns above the least


@cache
def small_instances() -> tuple[Instance, ...]:
    """All classes on 3 points (up to symmetry), D of 1 to 4 rows, T of points that are not in D; each outcome once."""
    records = [(x, y) for x in range(3) for y in (0, 1)]
    found = set()
    for c, _ in classes_up_to_symmetry(3):
        dimension, concepts = vc_dimension(c), c.rows()
        for rows in range(1, 5):
            for data in combinations_with_replacement(records, rows):
                errors = {h: error_count(data, h) for h in concepts}
                present = {z[0] for z in data}
                free = [x for x in range(3) if x not in present]
                for size in range(min(2, len(free)) + 1):
                    for rest in combinations(free, size):
                        seen = {tuple(h[x] for x in (*sorted(present), *rest)): errors[h] for h in concepts}
                        low = min(seen.values())
                        found.add((dimension, rows, rows + size, tuple(sorted(v - low for v in seen.values()))))
    return tuple(sorted(found))


@cache
def crowd(alpha: Fraction, scored: int, rows: int, dimension: int) -> Fraction:
    """Return, rounded down, how often the choice is bad if few rows of D tell a crowd from the best function, 0.

    The others have the value 1 at one point, where D has ``floor(alpha |D|) + 1`` zeros, and at no more than
    ``dimension`` further points; counted are those with that many in T.  The rest of D is 0 at one other point.
    """
    wrong = alpha * scored // 1 + 1
    if alpha < 0 or wrong > scored:
        return Fraction(alpha < 0)  # even the best function is beyond a slack below 0
    many = max(comb(rows - scored, dimension), 1)
    return bracket_of(lambda: 1 / (1 + (ball(wrong) / 2).exp() / many)).lower


def crowd_is_beyond(alpha: Fraction, beta: Fraction, scored: int, rows: int, dimension: int) -> bool:
    """Tell by floating point whether the crowd is chosen with a chance above beta."""
    wrong, free = alpha * scored // 1 + 1, rows - scored
    if alpha < 0 or wrong > scored or beta >= 1:
        return alpha < 0 and beta < 1
    many = lgamma(free + 1) - lgamma(dimension + 1) - lgamma(free - dimension + 1) if free > dimension else 0
    return many - wrong / 2 > log(beta.numerator) - log(beta.denominator) - log1p(-float(beta))


tail = cache(chosen_above_bracket)
power = cache(exp_bracket)

# ---------------------------------------------------------------- all private maps on 3 points

CONCEPTS = tuple(initial_segments(3).rows())
FUNCTIONS = tuple(product((0, 1), repeat=3))
PAIRS = tuple(product(FUNCTIONS, CONCEPTS))
Masses = tuple[Fraction, ...]
SPLIT: Masses = (Fraction(1, 12), Fraction(5, 12), Fraction(1, 2))


def apart(f: Concept, h: Concept, masses: Masses) -> Fraction:
    """Return the mass of the points where two functions differ."""
    return sum((p for a, b, p in zip(f, h, masses, strict=True) if a != b), Fraction(0))


def seen_apart(f: Concept, h: Concept, word: tuple[int, ...]) -> Fraction:
    """Return the share of the rows where two functions differ."""
    return Fraction(sum(f[x] != h[x] for x in word), len(word))


def lemma_fails(bound, masses: Masses, alpha: Fraction, tau: Fraction,
                factor: Fraction) -> Callable[[Any, tuple[int, ...]], bool]:
    """Return the event: the pair (f, h bar) is fine with some concept h near h bar, and f is far from this h."""
    limit = cache(lambda seen: bound(seen, alpha, tau, factor))

    def happens(answer, word: tuple[int, ...]) -> bool:
        f, published = answer
        return any(apart(published, h, masses) <= alpha and seen_apart(published, h, word) <= 2 * alpha
                   and apart(f, h, masses) > limit(seen_apart(f, h, word)) for h in CONCEPTS)

    return happens


Sixths = tuple[int, ...]  # probabilities in sixths


def grid(points: int, parts: int = 6) -> list[Sixths]:
    """Return all distributions on the points with probabilities that are multiples of 1/parts, as multiples."""
    if points == 1:
        return [(parts,)]
    return [(k, *rest) for k in range(parts + 1) for rest in grid(points - 1, parts - k)]
