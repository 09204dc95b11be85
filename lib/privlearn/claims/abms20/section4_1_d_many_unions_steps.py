"""ABMS20, Section 4.1: lower bound, Figure 1, weighted majority and the contrast after Proposition 4.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.claims.by_definition import class_of, littlestone_by_definition
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import (
    is_mistake_tree,
    littlestone_dimension,
    littlestone_of_all_classes,
    mistake_tree,
    threshold_dimension,
    tree_depth,
)
from privlearn.dimensions.five_points import dimensions_on_five_points
from privlearn.exact import log2
from privlearn.online.free_extension import copies, extended_tree, free_extension
from privlearn.online.weighted_majority import (
    best_discount,
    even_split_run,
    rounds_possible,
    weighted_majority_bound,
    worst_mistakes,
)

PAGE = "closure/many-unions"
SECTION = "4.1 Closure under unions"

claim("ABMS20-4.3.lower", kind="proposition", section=SECTION, page=PAGE,
      title="There are k classes of dimension d whose union has dimension at least d + floor(log k)",
      uses=("FX15-2.5.ldim",),
      note="Of the k classes 2^floor(log k) are different copies, the others repeat one.  The bound is not the largest "
           "possible: two classes of dimension 1 reach 3 (Proposition 4.3).")


def extended_number(number: int, points: int, new: int, patterns: Sequence[int] | None = None) -> int:
    """Return the number of the free extension (or of the copies with some patterns only)."""
    every = range(1 << new) if patterns is None else patterns
    return sum(number << (b << points) for b in every)


def dimension_of(number: int, points: int) -> int:
    """Return the Littlestone dimension of a class on at most 5 points from the tables."""
    if points == 5:
        return dimensions_on_five_points(number)[0]
    return int(littlestone_of_all_classes(points)[number])


EXTENSIONS = ((3, 1), (2, 1), (2, 2), (3, 2), (2, 3), (1, 3), (1, 4))


@check("ABMS20-4.3.lower", grade="exhaustive",
       quantifier="all classes on 3 points with 1 and 2 new points, on 2 points with 1 to 3, on 1 point with 3 and 4; "
                  "the copy for every pattern",
       fingerprint=lambda extend: extend(9, 2, 2))
def extension_gains_one_for_each_new_point(extend=extended_number) -> Verdict:
    def cases() -> Iterator[Any]:
        for n, new in EXTENSIONS:
            for c in range(1, 1 << (1 << n)):
                d = dimension_of(c, n)
                parts = {dimension_of(extended_number(c, n, new, [b]), n + new) for b in range(1 << new)}
                yield (c, n, new), (dimension_of(extend(c, n, new), n + new), parts), (d + new, {d})

    return judge("==", cases())


def depth(functions: list[int], points: int) -> int:
    """Return the Littlestone dimension of functions, as integers, from the definition; -1 for none."""
    halves = [[[f for f in functions if f >> x & 1 == bit] for bit in (0, 1)] for x in range(points)]
    both = [pair for pair in halves if all(pair)]
    return max((1 + min(depth(half, points) for half in pair) for pair in both), default=min(len(functions), 1) - 1)


@extension_gains_one_for_each_new_point.verifier
def _(extend, witness):
    c, n, new = witness
    bits = [[f for f in range(1 << m) if number >> f & 1] for m, number in ((n, c), (n + new, extend(c, n, new)))]
    return depth(bits[1], n + new) != depth(bits[0], n) + new

extension_gains_one_for_each_new_point.sabotage("the last new point has one value only",
    lambda number, points, new: extended_number(number, points, new, range(1 << (new - 1))))


@check("ABMS20-4.3.lower", grade="exact",
       quantifier="64 thresholds on 64 points, 5 new points: 32 classes of dimension 6",
       fingerprint=lambda extend: extend(thresholds(1), 1).rows())
def thirty_two_copies_of_thresholds(extend=free_extension) -> Verdict:
    base = thresholds(6)
    whole = extend(base, 5)
    return judge("==", [("union", littlestone_dimension(whole), 11), *(
        (b, littlestone_dimension(copy), 6) for b, copy in enumerate(copies(base, 5)))])


@thirty_two_copies_of_thresholds.verifier
def _(extend, witness):
    return witness == "union" and len(extend(thresholds(6), 5)) < 2**11  # a tree of depth 11 has 2^11 leaves

thirty_two_copies_of_thresholds.sabotage(
    "four new points and a constant one", lambda c, new: copies(free_extension(c, new - 1), 1)[0])


claim("ABMS20-4.fig1", kind="example", section="4.1 Closure under unions, Figure 1", page=PAGE,
      title="The tree of the extended class: new points on top, a copy of the old tree at every node below",
      uses=("ABMS20-4.3.lower", "FX15-2.5.ldim"))


@check("ABMS20-4.fig1", grade="exhaustive",
       quantifier="all 15 classes on 2 points, 0 to 3 new points; 8 thresholds with 4 new points; every path",
       fingerprint=lambda build: build((0, 1, 0), thresholds(1), 2))
def figure_is_a_mistake_tree_of_the_extension(build=extended_tree) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, new in [*product([class_of((2, number)) for number in range(1, 16)], range(4)), (thresholds(3), 4)]:
            old = mistake_tree(c)
            tree = build(old, c, new)
            yield ((tuple(c.rows()), new), (is_mistake_tree(tree, free_extension(c, new)), tree_depth(tree)),
                   (True, tree_depth(old) + new))

    return judge("==", cases())


@figure_is_a_mistake_tree_of_the_extension.verifier
def _(build, witness):
    rows, new = witness
    c = ConceptClass.from_matrix(rows)
    every = [(*row, *bits) for bits in product((0, 1), repeat=new) for row in rows]

    def wrong(tree: Any, path: tuple[tuple[int, int], ...]) -> bool:
        if isinstance(tree, tuple):
            return any(wrong(tree[1 + label], (*path, (tree[0], label))) for label in (0, 1))
        shown = len(path) == littlestone_by_definition(c) + new
        return not shown or any(every[tree][x] != label for x, label in path)

    return wrong(build(mistake_tree(c), c, new), ())


@figure_is_a_mistake_tree_of_the_extension.sabotage("the first new point twice on every path")
def _():
    def build(tree: Any, concepts: ConceptClass, new: int) -> Any:
        right = extended_tree(tree, concepts, new)
        if new < 2:
            return right
        return (right[0], *((right[0], *below[1:]) for below in right[1:]))

    return build


claim("ABMS20-4.3.eq-wm", kind="inequality", section="4.1 Closure under unions, proof of 4.3", page=PAGE,
      step_of="ABMS20-4.3",
      title="Weighted majority makes at most (log k + d log(1/beta)) / log(2/(1+beta)) mistakes",
      note="With beta = 0 the bound makes sense for d = 0 only.  The paper takes beta = 1/2; the best beta is "
           "d/(M - d), M the bound itself.")

BETAS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


@cache
def worst_cases() -> tuple[tuple[tuple[int, int, Fraction, int], int], ...]:
    """Return ((k, d, beta, rounds), most mistakes), small cases first."""
    found = []
    for k, beta in [*product((1, 2, 3, 4), BETAS), (5, Fraction(1, 2)), (6, Fraction(1, 2))]:
        rounds = 10 if k <= 4 else 8
        found += [((k, d, beta, rounds), m) for d, m in enumerate(worst_mistakes(k, 2, beta, rounds))]
    return tuple(found)


@check("ABMS20-4.3.eq-wm", grade="exhaustive",
       quantifier="k <= 4 experts, d <= 2, beta = 1/4, 1/2, 3/4, 10 rounds; k = 5, 6, beta = 1/2, 8 rounds: all "
                  "predictions and labels; 10^4 experts with d = 100 against an adversary that splits evenly",
       reason="The run with 10^4 experts lasts 248 rounds: then all have 101 mistakes.",
       fingerprint=lambda growth: growth(Fraction(1, 2)))
def mistakes_are_within_the_bound(growth=lambda beta: 2 / (1 + beta)) -> Verdict:
    large = [((10**4, 100, beta, 0), even_split_run(10**4, 100)) for beta in BETAS]
    return judge("<=", ((case, growth(case[2]) ** m, case[0] / case[2] ** case[1])
                        for case, m in (*worst_cases(), *large)))


@mistakes_are_within_the_bound.verifier
def _(growth, witness):
    k, d, beta, rounds = witness

    def most(wrong: tuple[int, ...], left: int) -> int:  # every round a mistake: half of the weight errs
        best, total = 0, sum(beta**m for m in wrong)
        for errs in product((0, 1), repeat=k) if left else ():
            after = tuple(m + e for m, e in zip(wrong, errs, strict=True))
            if min(after) <= d and 2 * sum(e * beta**m for m, e in zip(wrong, errs, strict=True)) >= total:
                best = max(best, 1 + most(after, left - 1))
        return best

    return k <= 3 and growth(beta) ** most((0,) * k, min(rounds, 8)) > k / beta**d

mistakes_are_within_the_bound.sabotage("log(2/(1-beta)) in the denominator", lambda beta: 2 / (1 - beta))
mistakes_are_within_the_bound.sabotage("log(1/beta) in the denominator", lambda beta: 1 / beta**2)


@check("ABMS20-4.3.eq-wm", grade="exhaustive",
       quantifier="k <= 5 experts with at most 3 mistakes each, beta = 1/4, 1/2, 3/4: every round with a mistake",
       fingerprint=lambda shrink: shrink(Fraction(1, 4)))
def a_mistake_shrinks_the_total_weight(shrink=lambda beta: (1 + beta) / 2) -> Verdict:
    def cases() -> Iterator[Any]:
        for k, beta in product(range(1, 6), BETAS):
            weight = [beta.numerator**m * beta.denominator ** (4 - m) for m in range(5)]
            for state in (c for c in product(range(k + 1), repeat=4) if sum(c) == k):
                total = sum(c * w for c, w in zip(state, weight, strict=False))
                for after, wrong in rounds_possible((*state, 0), weight):
                    if 2 * wrong >= total:
                        left = sum(c * w for c, w in zip(after, weight, strict=True))
                        yield (state, after, beta), left, shrink(beta) * total

    return judge("<=", cases())


@a_mistake_shrinks_the_total_weight.verifier
def _(shrink, witness):
    before, after, beta = witness
    total, left = (sum((c * beta**m for m, c in enumerate(state)), Fraction(0)) for state in (before, after))
    return left > shrink(beta) * total and total - left >= (1 - beta) * total / 2

a_mistake_shrinks_the_total_weight.sabotage("(1 + 3 beta) / 4", lambda beta: (1 + 3 * beta) / 4)


@check("ABMS20-4.3.eq-wm", grade="certified", quantifier="beta = 1/2: 1 / log(4/3), 2.4094..., against the printed 3")
def one_half_gives_less_than_three(printed: Fraction = Fraction(3)) -> Verdict:
    return judge("<=", [("1/log(4/3)", 1 / log2(Fraction(4, 3)).bracket(), printed)])


@one_half_gives_less_than_three.verifier
def _(printed, witness):
    return bool(Fraction(4, 3) ** printed.numerator < 2**printed.denominator)

one_half_gives_less_than_three.sabotage("12/5, just too small", Fraction(12, 5))


TUNED = ((16, 1), (2, 1), (8, 2), (16, 4), (1024, 3), (10**4, 100))


@check("ABMS20-4.3.eq-wm", grade="certified",
       quantifier="(k, d) = (16,1), (2,1), (8,2), (16,4), (1024,3), (10^4,100): no multiple of 1/20 gives a bound "
                  "smaller by 10^-4", fingerprint=lambda best: best(16, 1))
def best_discount_is_best(best=best_discount) -> Verdict:
    def cases() -> Iterator[Any]:
        for k, d in TUNED:
            least = weighted_majority_bound(k, d, best(k, d)[0])
            for beta in (Fraction(i, 20) for i in range(1, 20)):
                yield (k, d, beta), least, weighted_majority_bound(k, d, beta) + Fraction(1, 10**4)

    return judge("<=", cases())


@best_discount_is_best.verifier
def _(best, witness):
    k, d, beta = witness
    from math import log

    left, right = ((log(k) - d * log(b)) / log(2 / (1 + b)) for b in (float(best(k, d)[0]), float(beta)))
    return left > right + 1e-4

best_discount_is_best.sabotage("always 1/2", lambda k, d: (Fraction(1, 2), weighted_majority_bound(k, d).upper))


claim("ABMS20-4.3.contrast", kind="example", section=SECTION, page=PAGE,
      title="For the threshold dimension a linear dependence on k is necessary: blocks of thresholds",
      uses=("ABMS20-2.def-T", "FX15-2.5.ldim"),
      erratum="Printed is Ldim where the threshold dimension T is meant: for t = 4 each block has Littlestone "
              "dimension 2, and the union 3, 3, 4 for k = 2, 3, 4, not 4 and 8, 12, 16.  With T in its place "
              "all is right.  Also "
              "\"(i-1) t < ji <= i t\" should read \"(i-1) t < j <= i t\".")

BLOCKS = ((2, 4), (3, 4), (4, 4), (16, 32))
Named = tuple[tuple[int, int, int], ConceptClass]


@cache
def staircases() -> tuple[Named, ...]:
    """Return ((k, t, i), block i) for i = 1..k, the union as i = 0: h_j is 1 on the points from j on."""
    found: list[Named] = []
    for k, t in BLOCKS:
        stairs = np.triu(np.ones((k * t, k * t), dtype=np.uint8))
        found.append(((k, t, 0), ConceptClass.from_matrix(stairs)))
        found += [((k, t, i), ConceptClass.from_matrix(stairs[(i - 1) * t:i * t])) for i in range(1, k + 1)]
    return tuple(found)


@check("ABMS20-4.3.contrast", grade="exact",
       quantifier="(k, t) = (2,4), (3,4), (4,4), (16,32): every block and the union",
       fingerprint=lambda steps: [steps(n) for n in range(1, 9)])
def threshold_dimensions_add_up(steps=lambda size: size) -> Verdict:
    return judge("==", ((name, threshold_dimension(c), steps(len(c))) for name, c in staircases()))


@threshold_dimensions_add_up.verifier
def _(steps, name):
    rows = dict(staircases())[name].rows()
    first = next(x for x in range(len(rows[0])) if rows[0][x])  # h_j is 1 on the first + j-th point, h_(j+1) is not
    chain = all(rows[i][first + j] == (i <= j) for i in range(len(rows)) for j in range(len(rows)))
    return chain and steps(len(rows)) != len(rows)

threshold_dimensions_add_up.sabotage("the union adds only a logarithm: t + log k",
    lambda size: size if size in (4, 32) else 32 + 4 if size == 512 else 4 + (size // 4).bit_length() - 1)


@check("ABMS20-4.3.contrast", grade="exact",
       quantifier="the same blocks and unions; the printed form, t and k t, is the sabotage",
       fingerprint=lambda logarithm: [logarithm(n) for n in range(1, 9)])
def littlestone_dimensions_are_logarithms(logarithm=lambda size: size.bit_length() - 1) -> Verdict:
    return judge("==", ((name, littlestone_dimension(c), logarithm(len(c))) for name, c in staircases()))


@littlestone_dimensions_are_logarithms.verifier
def _(logarithm, name):
    c = dict(staircases())[name]
    return littlestone_by_definition(c) != logarithm(len(c))

littlestone_dimensions_are_logarithms.sabotage("the printed Ldim(H_i) = t", lambda size: size)


