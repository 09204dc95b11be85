"""KLMNS20, Lemma 2.2: the utility of the exponential mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count, product
from typing import Any

from privlearn.claims.klmns20.section2_1_b_exponential import interior_scores
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact.search import least_integer
from privlearn.mechanisms import multiset_databases, run_law

BETAS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


def below_the_bound(gap: int, solutions: int, beta: Fraction, root: Fraction) -> bool:
    """Tell whether ``OPT - gap < OPT - (2/epsilon) ln(|F|/beta)``, for ``e^{epsilon/2} = root``."""
    return root**gap > solutions / beta


@cache  # many databases have the same scores
def bad_mass(too_far: Callable, scores: tuple[int, ...], beta: Fraction, root: Fraction) -> Fraction:
    """Return the probability of a solution that counts as bad, under the weights ``root ** score``."""
    best = max(scores)
    bad = sum((root**q for q in scores if too_far(best - q, len(scores), beta, root)), Fraction(0))
    return bad / sum(root**q for q in scores)


@check("KLMNS20-2.2", grade="exact",
       quantifier="interior point score: |X| = 3..6, all S with n <= 6; e^(epsilon/2) = 2, 3; beta = 1/2, 1/10, 1/100; "
                  "only cases in which some solution is below the bound",
       fingerprint=lambda too_far: [too_far(gap, 6, BETAS[1], Fraction(2)) for gap in range(8)])
def bad_solutions_have_probability_at_most_beta(too_far=below_the_bound) -> Verdict:
    met: set[Fraction] = set()

    def cases() -> Iterator[Any]:
        for size, rows in product(range(3, 7), range(7)):
            for database in multiset_databases(range(size), rows):
                scores = tuple(sorted(interior_scores(database, size).values()))
                for root, beta in product((Fraction(2), Fraction(3)), BETAS):
                    mass = bad_mass(too_far, scores, beta, root)
                    if mass:
                        met.add(beta)
                        yield (size, database, root, beta), mass, beta

    verdict = judge("<=", cases())
    if verdict.holds and met != set(BETAS):
        raise ValueError("beta must be met by a bad solution for each of its values")
    return verdict


@bad_solutions_have_probability_at_most_beta.verifier
def _(too_far, witness):
    size, database, root, beta = witness
    score = [min(sum(s <= x for s in database), sum(s >= x for s in database)) for x in range(size)]
    weights = [root**q for q in score]
    kept = sum(w for w, q in zip(weights, score, strict=True) if not too_far(max(score) - q, size, beta, root))
    return kept < (1 - beta) * sum(weights)

bad_solutions_have_probability_at_most_beta.sabotage("(1/epsilon) ln(|F|/beta) instead of (2/epsilon)",
    lambda gap, solutions, beta, root: root ** (2 * gap) > solutions / beta)


def least_bad_gap(too_far: Callable, solutions: int, beta: Fraction, root: Fraction) -> int:
    """Return the least gap that counts as bad."""
    return least_integer(lambda gap: too_far(gap, solutions, beta, root), 0)


@check("KLMNS20-2.2", grade="exact",
       quantifier="one good solution and |F| - 1 equal ones just below the bound, |F| = 2, 10, 1000, 2^20, 2^64; "
                  "e^(epsilon/2) = 101/100, 3/2, 2; beta = 1/2, 1/10, 1/100; nearly tight: the probability reaches "
                  "0.98 beta",
       fingerprint=lambda too_far: [too_far(gap, 2**20, BETAS[2], Fraction(101, 100)) for gap in range(1840, 1880)])
def one_good_solution_among_many_comes_out(too_far=below_the_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for solutions, root, beta in product((2, 10, 1000, 2**20, 2**64),
                                             (Fraction(101, 100), Fraction(3, 2), Fraction(2)), BETAS):
            gap = least_bad_gap(too_far, solutions, beta, root)
            bad = run_law([(1, gap), (solutions - 1, 0)], root).exact()[1]
            yield (solutions, root, beta), bad / beta, 1

    return judge("<=", cases())


@one_good_solution_among_many_comes_out.verifier
def _(too_far, witness):
    solutions, root, beta = witness
    good = next(root**gap for gap in count() if too_far(gap, solutions, beta, root))
    return (solutions - 1) * (1 - beta) > beta * good

one_good_solution_among_many_comes_out.sabotage("97 per cent of |F| inside the logarithm",
    lambda gap, solutions, beta, root: root**gap > Fraction(97, 100) * solutions / beta)
one_good_solution_among_many_comes_out.sabotage("1.99/epsilon instead of 2/epsilon",
    lambda gap, solutions, beta, root: below_the_bound(gap + gap // 199, solutions, beta, root))
