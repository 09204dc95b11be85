"""ABMS20, Section 4.1, proof of Proposition 4.3: mistakes of weighted majority and its discount."""

from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import is_at_most
from privlearn.online.experts import best_discount, weighted_majority_bound
from privlearn.online.experts.majority import even_split_run, worst_mistakes
from privlearn.papers.abms20.many_unions import claim

claim("ABMS20-4.3.eq-wm", formulas=(weighted_majority_bound,), kind="inequality",
      section="4.1 Closure under unions, proof of 4.3", step_of="ABMS20-4.3",
      title="Weighted majority makes at most (log k + d log(1/beta)) / log(2/(1+beta)) mistakes",
      note="With beta = 0 the bound makes sense for d = 0 only.  The paper takes beta = 1/2; the best beta is d/(M - "
           "d), M the bound itself.")

BETAS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


split_evenly = cache(even_split_run)


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
                  "predictions and labels; the formula's instances, up to 2^98 experts with d = 400, against an "
                  "adversary that splits evenly",
       says="{the number of mistakes} is at most {(log k + d log(1/beta)) / log(2/(1+beta))}")
def mistakes_are_within_the_bound(bound=weighted_majority_bound) -> Verdict:
    large = [((k, d, beta, 0), split_evenly(k, d)) for k, d, beta in bound.instances()]
    return judge("<=", ((case, m, bound(*case[:3])) for case, m in (*large, *worst_cases())))

def refutes_mistakes_are_within_the_bound(bound, k, d, beta, rounds):

    @cache
    def most(wrong: tuple[int, ...], left: int) -> int:  # every round a mistake: half of the weight errs
        best, total, seen = 0, sum(beta**m for m in wrong), set()
        for errs in product((0, 1), repeat=k) if left else ():
            after = tuple(sorted(m + e for m, e in zip(wrong, errs, strict=True)))
            if min(after) <= d and 2 * sum(e * beta**m for m, e in zip(wrong, errs, strict=True)) >= total:
                seen.add(after)
        for after in seen:
            best = max(best, 1 + most(after, left - 1))
        return best

    return not is_at_most(most((0,) * k, rounds) if rounds else evenly(k, d), bound(k, d, beta))


def evenly(k: int, d: int) -> int:
    """Count the mistakes if half of the experts with as many mistakes err in every round, one more of an odd number."""
    counts, mistakes = {0: k}, -1
    while counts:
        after: dict[int, int] = {}
        for m, number in counts.items():
            after[m], after[m + 1] = after.get(m, 0) + number // 2, after.get(m + 1, 0) + (number + 1) // 2
        counts, mistakes = {m: number for m, number in after.items() if number and m <= d}, mistakes + 1
    return mistakes


TUNED = ((16, 1), (2, 1), (8, 2), (16, 4), (1024, 3), (10**4, 100))


@check("ABMS20-4.3.eq-wm", grade="certified", quantifier="(k, d) = (16,1), (2,1), (8,2), (16,4), (1024,3), (10^4,100): "
       "no multiple of 1/20 gives a bound smaller by 10^-4",
       says="{the bound for the best beta} is at most {the bound for another beta, plus 10^-4}")
@sabotage("always 1/2", lambda k, d: (Fraction(1, 2), weighted_majority_bound(k, d, Fraction(1, 2)).upper))
@judged("<=")
def best_discount_is_best(best=best_discount):
    for k, d in TUNED:
        least = weighted_majority_bound(k, d, best(k, d)[0])
        for beta in (Fraction(i, 20) for i in range(1, 20)):
            yield (k, d, beta), least, weighted_majority_bound(k, d, beta) + Fraction(1, 10**4)

def refutes_best_discount_is_best(best, k, d, beta):
    from math import log

    left, right = ((log(k) - d * log(b)) / log(2 / (1 + b)) for b in (float(best(k, d)[0]), float(beta)))
    return left > right + 1e-4
