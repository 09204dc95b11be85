"""ABMS20, Section 5: the proof of Lemma 5.5, on three functions, a distribution and a sample."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import privlearn.papers.abms20.relabeling_accuracy.population  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept
from privlearn.learners.relabeling.accuracy import population_bound
from privlearn.papers.abms20.relabeling_accuracy.instances import FUNCTIONS, Masses, apart, grid, seen_apart
from privlearn.papers.abms20.relabeling_accuracy.transfer import sum_of_errors


class Answered(NamedTuple):
    """The answer f, the published concept and the relabelling one, a distribution, and the rows of D."""

    f: Concept
    published: Concept
    h: Concept
    P: Masses
    D: tuple[tuple[int, int], ...]
    factor: Fraction
    alpha: Fraction = Fraction(0)
    tau: Fraction = Fraction(0)
    test_compares_with: str = "h bar"

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"published": "h bar", "factor": "e^(2 eps')"}


def measured(given: Answered) -> Answered:
    """Return the same with the least alpha and tau for which V and D are large enough and f is no overfit."""
    f, b, h, P, D, *_ = given
    word = tuple(x for x, _ in D)
    alpha = max(apart(b, h, P), seen_apart(b, h, word) - apart(b, h, P))
    return given._replace(alpha=alpha, tau=max(apart(f, b, P) / given.factor - seen_apart(f, b, word), Fraction(0)))


def start() -> Answered:
    """Four points: f is wrong at a point that D shows too rarely."""
    P = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8))
    return measured(Answered((1, 1, 0, 0), (0, 1, 0, 0), (0, 1, 0, 1), P, ((0, 0), (1, 1), (1, 1), (2, 0), (3, 1)),
                             Fraction(5, 4)))


@cache
def answered() -> tuple[Answered, ...]:
    """Return instances for all that three functions may differ in, all P, all D; and those that attain the bound."""
    data = [rows for n in (1, 2, 3) for rows in combinations_with_replacement([*product(range(3), (0, 1))], n)]
    found = []
    for apart_f in FUNCTIONS:
        for k, (apart_h, sixths) in enumerate(product(FUNCTIONS, grid(3))):
            b = FUNCTIONS[k % 8]
            f, h = (tuple(x ^ y for x, y in zip(b, other, strict=True)) for other in (apart_f, apart_h))
            found.append(measured(Answered(f, b, h, tuple(Fraction(n, 6) for n in sixths), data[k % len(data)],
                                           (Fraction(1), Fraction(3, 2), Fraction(4))[k % 3])))
    for seen, alpha, tau, factor in population_bound.instances():
        heavy, n = factor * (seen + 2 * alpha + tau), 300
        rows = tuple((x, 0) for x, share in enumerate((seen, 2 * alpha, 0, 1 - seen - 2 * alpha))
                     for _ in range(int(n * share)))
        found.append(Answered((1, 1, 0, 0), (0, 0, 0, 0), (0, 1, 1, 0), (heavy, Fraction(0), alpha, 1 - heavy - alpha),
                              rows, factor, alpha, tau))
    return tuple(found)


def concept_that_only_others_tell_apart(given: Answered) -> Concept:
    """Return a function that differs from the published one just where D has no row."""
    return tuple(y ^ (x not in dict(given.D)) for x, y in enumerate(given.published))


@proof("ABMS20-5.5", grade="exhaustive",
       quantifier="all three functions on 3 points up to a common exchange of values, all P with multiples of 1/6, all "
                  "D of 1 to 3 labelled rows in turn, e^(2 eps') = 1, 3/2, 4; on 4 points functions for which the "
                  "bound is attained, at the instances of the formula",
       instances=answered, start=start,
       steps={"eq7": "{error_P(h bar, h)} is at most {alpha}",
              "eq8": "{error_D(h bar, h)} is at most {error_P(h bar, h) + alpha}",
              "eq9-10": "{the average of the test over D} equals {error_D(f, h bar)}",
              "eq11-12": "{error_P(f, h bar)} is at most {e^(2 eps') (error_D(f, h bar) + tau)}",
              "eq-triangle/P": "{error_P(f, h)} is at most {error_P(f, h bar) + error_P(h bar, h)}",
              "eq-triangle/D": "{error_D(f, h bar)} is at most {error_D(f, h) + error_D(h, h bar)}",
              "conclusion": "{error_P(f, h)} is at most {e^(2 eps') (error_D(f, h) + 2 alpha + tau) + alpha}"},
       hypotheses=(
           Hypothesis("V is large", {"h": concept_that_only_others_tell_apart}, ("eq7", "conclusion")),
           Hypothesis("D is large", {"D": ((0, 0),)}, ("eq8", "eq11-12", "conclusion")),
           Hypothesis("relabelling and learning are private", {"tau": lambda given: given.tau / 2},
                      ("eq11-12", "conclusion")),
           Hypothesis("the test does not look at labels", {"test_compares_with": "the label"}, ("eq9-10",))))
def a_private_answer_does_not_overfit(given: Answered, sum_of=sum_of_errors, bound=population_bound) -> Iterator[Line]:
    f, b, h, P, D, factor, alpha, tau, compared = given
    word, by_label = tuple(x for x, _ in D), compared == "the label"
    yield Line("eq7", "<=", apart(b, h, P), alpha)
    yield Line("eq8", "<=", seen_apart(b, h, word), apart(b, h, P) + alpha)
    tested = Fraction(sum(f[x] != (y if by_label else b[x]) for x, y in D), len(D))
    yield Line("eq9-10", "==", tested, seen_apart(f, b, word))
    yield Line("eq11-12", "<=", apart(f, b, P), factor * (seen_apart(f, b, word) + tau))
    yield Line("eq-triangle/P", "<=", apart(f, h, P), sum_of(apart(f, b, P), apart(b, h, P)))
    yield Line("eq-triangle/D", "<=", seen_apart(f, b, word), sum_of(seen_apart(f, h, word), seen_apart(h, b, word)))
    yield Line("conclusion", "<=", apart(f, h, P), bound(seen_apart(f, h, word), alpha, tau, factor))


def refutes_a_private_answer_does_not_overfit(given: Answered, step: str, case: Any, sum_of, bound) -> bool:
    """Tell whether a line is false: the points at which functions differ, and the rows there."""
    differ = [{x for x, (u, v) in enumerate(zip(*pair, strict=True)) if u != v}
              for pair in ((given.f, given.published), (given.published, given.h), (given.f, given.h))]
    (fb, fb_D), (bh, bh_D), (fh, fh_D) = (
        (sum((given.P[x] for x in found), Fraction(0)), Fraction(sum(x in found for x, _ in given.D), len(given.D)))
        for found in differ)
    by_labels = Fraction(sum(given.f[x] ^ y for x, y in given.D), len(given.D))
    return {"eq7": bh > given.alpha, "eq8": bh_D - bh > given.alpha,
            "eq9-10": given.test_compares_with != "h bar" and fb_D != by_labels,
            "eq11-12": fb > given.factor * (fb_D + given.tau), "eq-triangle/P": fh > sum_of(fb, bh),
            "eq-triangle/D": fb_D > sum_of(fh_D, bh_D),
            "conclusion": fh > bound(fh_D, given.alpha, given.tau, given.factor)}[step]
