"""BBKN14, Section 4.2: what one example can change in algorithm A2, and the bound on its ratio that follows."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.learners.points import ZERO, consistent_point, improper_rates
from privlearn.mechanisms import labelled_rows
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import (EIGHTH_OF_ALPHA, PRIVACY_ALPHAS, PointRows,
                                                                       bases, by_hand, kept_patterns, laws_around,
                                                                       surely_kept)
from privlearn.papers.bbkn14.constant_sample_learner.ratios import giving_up_bound
from privlearn.papers.bbkn14.constant_sample_learner.subsampled_learner import pair_ratio


@formula("at most", corners={"alpha": PRIVACY_ALPHAS})
def final_bound(alpha: Value) -> Value:
    """Return the bound on A2's ratio with which the proof of Claim 4.3 ends."""
    return 8 / (4 - alpha) + 1


claim("BBKN14-4.3.final", kind="inequality", step_of="BBKN14-4.3", formulas=(final_bound,),
      title="8p/(alpha(1-p)) + 1 = 8/(4-alpha) + 1 is below 4",
      uses=("BBKN14-4.3.eq-bot", "BBKN14-4.3.eq-h", "BBKN14-4.3.eq4", "BBKN14-4.3.eq-flip"),
      note="Below 4 for every alpha < 4/3, so privacy does not need alpha < 1/2.")


@check("BBKN14-4.3.final", grade="exact",
       quantifier="alpha in {1/2, 1/4, 1/10}, m = 1, 2, 10 and 300 rows over two points, (0, 0) but for the last, (1, "
                  "1) against (0, 1)",
       says="{A2's ratio between two neighbours} is at most {8/(4 - alpha) + 1}")
@judged("<=")
def ratio_of_the_worst_pair_is_at_most_the_bound(bound=final_bound):
    for (alpha,), rows in product(bound.instances(), (1, 2, 10, 300)):
        yield (alpha, rows), pair_ratio(rows, alpha), bound(alpha)

def refutes_ratio_of_the_worst_pair_is_at_most_the_bound(bound, alpha, rows):
    p, kept, mu = alpha / 4, 1 - alpha / 4, alpha / 8
    without = mu * (1 - mu)  # the law of h = (0, 1) where the concept is zero
    left, right = kept * without + p * (1 - mu) ** 2, kept * without + p * kept ** (rows - 1) * mu**2
    return left > bound(alpha) * right


@check("BBKN14-4.3.final", grade="exact",
       quantifier="alpha = 1/40, ..., 20/40: the identity (for all alpha by degree), the bound 23/7 of its end 1/2 "
                  "(the left side grows with alpha), and 4",
       says="8p/(alpha(1 - p)) + 1 equals 8/(4 - alpha) + 1 and is at most 23/7, which is less than 4")
@sabotage("rows kept with probability alpha/2", lambda alpha: alpha / 2)
@sabotage("rows kept so often that the bound is exactly 4", lambda alpha: 3 * alpha / (8 + 3 * alpha))
def printed_bound_is_below_four(keep=lambda alpha: alpha / 4) -> Verdict:
    values = [(alpha, giving_up_bound(keep(alpha), alpha)) for alpha in (Fraction(k, 40) for k in range(1, 21))]
    return all_hold(judge("<", (((alpha, "4"), value, 4) for alpha, value in values)),
                    judge("<=", (((alpha, "end"), value, Fraction(23, 7)) for alpha, value in values)),
                    judge("==", (((alpha, "identity"), value, final_bound(alpha)) for alpha, value in values)))

def refutes_printed_bound_is_below_four(keep, alpha, link):
    p = keep(alpha)
    if link == "identity":
        return p * (4 - alpha) != alpha * (1 - p)
    return 8 * p >= 3 * alpha * (1 - p) if link == "4" else 56 * p > 16 * alpha * (1 - p)


@check("BBKN14-4.3.final", grade="exact",
       quantifier="alpha = 4/3, where the printed bound is exactly 4: below it holds, from there on not",
       says="the printed bound 8p/(alpha(1 - p)) + 1 is exactly 4")
@verifier(lambda alpha, witness: 3 * (4 - alpha) != 8)
@sabotage("alpha = 1", Fraction(1))
def printed_bound_reaches_four_at(alpha: Fraction = Fraction(4, 3)) -> Verdict:
    return judge("==", [((alpha, "4"), giving_up_bound(alpha / 4, alpha), 4)])


claim("BBKN14-4.3.eq4", kind="inequality", step_of="BBKN14-4.3",
      title="(4): a ratio of mixtures is at most the largest ratio of its parts", uses=("BBKN14-4.3.eq-h",))


@cache
def given(concept: int | None, h, noise: Fraction) -> Fraction:
    """Return the probability of the hypothesis given the concept before the noise."""
    if concept is None:
        return Fraction(0)
    flips = sum(bit != (x == concept) for x, bit in enumerate(h))
    return noise**flips * (1 - noise) ** (len(h) - flips)


@cache
def concept_pairs(size: int, base: PointRows, row) -> tuple[tuple[int | None, int | None], ...]:
    """Return the concepts with and without ``row`` for every subset R of the base whose rows do not contradict."""
    pairs = ((consistent_point((*rows, row), size=size), consistent_point(rows, size=size))
             for rows, _ in kept_patterns(base, HALF))
    return tuple((above, below) for above, below in pairs if below is not None)


def subset_ratios(size: int, base: PointRows, row, h, noise: Fraction) -> list[Fraction]:
    return [given(above, h, noise) / given(below, h, noise) for above, below in concept_pairs(size, base, row)]


@check("BBKN14-4.3.eq4", grade="exhaustive",
       quantifier="T <= 3, m <= 4, alpha in {1/2, 1/4}: all databases up to the order of rows, all labelled rows i, "
                  "all hypotheses, all subsets R of the other rows",
       says="{the ratio of row i kept to row i not kept} is at most {the largest ratio over the subsets R}")
@sabotage("the smallest ratio", min)
@sabotage("the plain average of the ratios", lambda ratios: sum(listed := list(ratios), Fraction(0)) / len(listed))
@judged("<=")
def mixture_is_at_most(join=max):
    for alpha, (size, base) in product((HALF, QUARTER), bases()):
        rates = improper_rates(alpha)
        without, around = laws_around(size, base, rates)
        for row, h in product(labelled_rows(size), product((0, 1), repeat=size)):
            left = surely_kept(around[row][h], without[h], rates["keep"]) / without[h]
            yield (alpha, size, base, row, h), left, join(subset_ratios(size, base, row, h, rates["noise"]))

def refutes_mixture_is_at_most(join, alpha, size, base, row, h):
    rates = improper_rates(alpha)
    p, without = rates["keep"], by_hand(base, size, rates, h)
    kept = (by_hand((*base, row), size, rates, h) - (1 - p) * without) / p
    surely = rates | {"keep": Fraction(1), "abort": Fraction(0)}
    parts = [(by_hand((*rows, row), size, surely, h), by_hand(rows, size, surely, h)) for rows, _ in
             kept_patterns(base, HALF)]
    return kept / without > join([a / b for a, b in parts if b])


def row_sets(points: int) -> Iterator[tuple[int, PointRows]]:
    """Yield all sets of labelled rows over at most so many points: A1 sees no more of any number of rows."""
    for size in range(1, points + 1):
        rows = labelled_rows(size)
        for pick in product((0, 1), repeat=len(rows)):
            yield size, tuple(row for row, bit in zip(rows, pick, strict=True) if bit)


@check("BBKN14-4.3.eq4", grade="exhaustive",
       quantifier="T <= 4, all sets of labelled rows that contradict each other, with every further row: 0 against 0",
       says="every hypothesis has probability 0 where the rows contradict each other")
@sabotage("a hypothesis has probability 1/16 there", Fraction(1, 16))
@judged("==")
def contradicting_subsets_contribute_nothing(share: Fraction = Fraction(0)):
    for size, rows in row_sets(4):
        if consistent_point(rows, size=size) is None:
            for row in labelled_rows(size):
                worst = max(given(consistent_point((*rows, row), size=size), h, Fraction(1, 16))
                            for h in product((0, 1), repeat=size))
                yield (size, rows, row), worst, share

def refutes_contradicting_subsets_contribute_nothing(share, size, rows, row):
    surely = {"keep": Fraction(1), "abort": Fraction(0), "noise": Fraction(1, 16)}
    return by_hand((*rows, row), size, surely, (0,) * size) != share


@formula("equals", tex=EIGHTH_OF_ALPHA, corners={"alpha": PRIVACY_ALPHAS})
def flip_ratio(alpha: Value) -> Value:
    """Return how much likelier one more row makes a hypothesis at most."""
    return (1 - alpha / 8) / (alpha / 8)


claim("BBKN14-4.3.eq-flip", kind="inequality", step_of="BBKN14-4.3", formulas=(flip_ratio,),
      title="One more example changes the law of one value: the ratio in (4) is at most (1 - alpha/8)/(alpha/8)",
      uses=("BBKN14-4.3.eq4", "BBKN14-A1"))


def subset_ratio(size: int, rows: PointRows, row, h, noise: Fraction) -> Fraction:
    """Return ``Pr[h | S = R + i] / Pr[h | S = R]`` for one R without contradiction."""
    above, below = consistent_point((*rows, row), size=size), consistent_point(rows, size=size)
    return given(above, h, noise) / given(below, h, noise)


@check("BBKN14-4.3.eq-flip", grade="exhaustive",
       quantifier="T <= 4, all sets R of labelled rows (so any number of rows) and all rows i labelled 1, alpha in "
                  "{1/2, 1/4, 1/10}: the largest ratio over all h, where R names zero and i does not contradict it",
       says="{the largest ratio of one more row} equals {(1 - alpha/8)/(alpha/8)}")
@sabotage("ratio 8/alpha, the rounder bound of the source, as an equality", lambda alpha: 8 / alpha)
@judged("==")
def largest_ratio_of_one_row(bound=flip_ratio):
    for alpha, (size, rows) in product(PRIVACY_ALPHAS, row_sets(4)):
        for x in range(size):
            if consistent_point(rows, size=size) == ZERO and (x, 0) not in rows:
                worst = max(subset_ratio(size, rows, (x, 1), h, alpha / 8) for h in product((0, 1), repeat=size))
                yield (alpha, size, rows, (x, 1)), worst, bound(alpha)

def refutes_largest_ratio_of_one_row(bound, alpha, size, rows, row):
    surely = {"keep": Fraction(1), "abort": Fraction(0), "noise": alpha / 8}
    h = tuple(int(x == row[0]) for x in range(size))
    return by_hand((*rows, row), size, surely, h) != bound(alpha) * by_hand(rows, size, surely, h)


@check("BBKN14-4.3.eq-flip", grade="exhaustive",
       quantifier="T <= 4, all sets R of labelled rows without contradiction, all rows i, all h, alpha = 1/4: at "
                  "most 1 unless i is labelled 1 and R names zero",
       says="no other row i raises the probability of a hypothesis")
@sabotage("at most 1/2", HALF)
@judged("<=")
def other_rows_do_not_raise_the_ratio(most: Fraction = Fraction(1)):
    for size, rows in row_sets(4):
        concept = consistent_point(rows, size=size)
        for row in labelled_rows(size):
            switches = concept == ZERO and row[1] == 1 and (row[0], 0) not in rows
            if concept is not None and not switches:
                worst = max(subset_ratio(size, rows, row, h, Fraction(1, 32))
                            for h in product((0, 1), repeat=size))
                yield (size, rows, row), worst, most

def refutes_other_rows_do_not_raise_the_ratio(most, size, rows, row):
    surely = {"keep": Fraction(1), "abort": Fraction(0), "noise": Fraction(1, 32)}
    return any(by_hand((*rows, row), size, surely, h) > most * by_hand(rows, size, surely, h)
               for h in product((0, 1), repeat=size))
