"""ABMS20, Section 4.1, proof of Proposition 4.3: mistakes of weighted majority and its discount."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import floor

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


SHORT = tuple((k, 2, beta, rounds) for k in (1, 2, 3) for beta in BETAS for rounds in range(5))


def mistakes_by_listing(experts: int, lives: int, beta: Fraction, rounds: int, *, ties: bool = True,
                        ) -> tuple[int, ...]:
    """Return the most mistakes for each number of the best expert's, every expert by itself; -1: it has more."""
    weight = [beta**m for m in range(rounds + 1)]
    reached = {((0,) * experts, 0)}
    for _ in range(rounds):
        later = set()
        for (wrong, made), errs in product(reached, product((0, 1), repeat=experts)):
            lead = sum(weight[m] if e else -weight[m] for m, e in zip(wrong, errs, strict=True))
            mistake = lead > 0 or ties and lead == 0
            later.add((tuple(m + e for m, e in zip(wrong, errs, strict=True)), made + mistake))
        reached = later
    return tuple(max((made for wrong, made in reached if min(wrong) <= allowed), default=-1)
                 for allowed in range(lives + 1))


@check("ABMS20-4.3.eq-wm", grade="exhaustive",
       quantifier="one to three experts, the best with at most 0, 1, 2 mistakes, beta = 1/4, 1/2, 3/4, up to four "
                  "rounds: all predictions and labels, every expert by itself; a tie is a mistake",
       says="{the most forced mistakes by the search} equals {the most by listing}")
@sabotage("a tie is no mistake", lambda *case: mistakes_by_listing(*case, ties=False))
@sabotage("a round less", lambda k, d, beta, rounds: worst_mistakes(k, d, beta, max(0, rounds - 1)))
@judged("==")
def worst_mistakes_are_those_of_all_predictions(most=worst_mistakes):
    for case in SHORT:
        yield case, most(*case), mistakes_by_listing(*case)

def refutes_worst_mistakes_are_those_of_all_predictions(most, k, d, beta, rounds):

    @cache
    def forced(wrong: tuple[int, ...], left: int, allowed: int) -> int:
        if min(wrong) > allowed:
            return -rounds - 1
        if not left:
            return 0
        options = []
        for errs in product((0, 1), repeat=k):
            share = sum(beta**m * (1 if e else -1) for m, e in zip(wrong, errs, strict=True))
            after = tuple(m + e for m, e in zip(wrong, errs, strict=True))
            options.append((share >= 0) + forced(after, left - 1, allowed))
        return max(options)

    return any(value != max(-1, forced((0,) * k, rounds, allowed))
               for allowed, value in enumerate(most(k, d, beta, rounds)))


EVEN = tuple(product((1, 2, 3, 4, 5, 6, 7, 9, 13, 31), range(4)))


def even_mistakes_by_listing(experts: int, lives: int) -> int:
    """Return the mistakes of the adversary that splits evenly, every expert by itself."""
    wrong, forced = [0] * experts, -1
    while min(wrong) <= lives:
        places = {m: [i for i, made in enumerate(wrong) if made == m] for m in set(wrong)}
        for equal in places.values():
            for i in equal[len(equal) // 2:]:
                wrong[i] += 1
        forced += 1
    return forced


@check("ABMS20-4.3.eq-wm", grade="exhaustive",
       quantifier="1 to 7, 9, 13 and 31 experts, the best with at most 0 to 3 mistakes; every expert by itself",
       says="{the mistakes forced by even splits} equal {those by listing}")
@sabotage("half of an odd number, rounded down", lambda k, d: even_mistakes_by_listing(max(1, k & ~1), d))
@sabotage("the round after which no expert is left counts", lambda k, d: even_split_run(k, d) + 1)
@judged("==")
def even_splits_force_as_many_mistakes(run=even_split_run):
    for case in EVEN:
        yield case, run(*case), even_mistakes_by_listing(*case)

def refutes_even_splits_force_as_many_mistakes(run, k, d):
    return run(k, d) != evenly(k, d)


BITS = tuple((k, d, bits) for k in (1, 2, 3, 7, 16, 1000) for d in (1, 2, 5) for bits in (1, 3))


def entropy_allows(mistakes: Fraction, k: int, d: int) -> bool:
    """Decide ``M (1 - H(d/M)) <= log k``, for M = p/q: ``2^p d^(dq) (p - dq)^(p - dq) q^(dq) <= k^q p^p``."""
    p, q = mistakes.as_integer_ratio()
    return 2**p * d ** (d * q) * (p - d * q) ** (p - d * q) * q ** (d * q) <= k**q * p**p


@check("ABMS20-4.3.eq-wm", grade="exact", quantifier="k = 1, 2, 3, 7, 16, 1000, d = 1, 2, 5, to 1 and 3 bits: in "
       "integers; d = 0 with k = 1 to 8 and no discount",
       says="the least bound M is that of the entropy, rounded up by less than 2^-bits, and beta is d/(M - d)")
@sabotage("beta = d/M", lambda k, d, bits: (d / best_discount(k, d, bits)[1], best_discount(k, d, bits)[1]))
@sabotage("a bit less", lambda k, d, bits: best_discount(k, d, max(1, bits - 1)))
@sabotage("rounded down", lambda k, d, bits: (lambda low: (d / (low - d) if d else Fraction(0), low))(
    best_discount(k, d, bits)[1] - Fraction(1, 2**bits)))
@judged("==")
def least_bound_is_that_of_the_entropy(best=best_discount):
    for k, d, bits in BITS:
        beta, most = best(k, d, bits)
        below = max(most - Fraction(1, 2**bits), Fraction(2 * d))  # below 2 d the entropy falls again
        nearly = entropy_allows(below, k, d), entropy_allows(most, k, d)
        yield (k, d, bits), (beta, *nearly), (d / (most - d), True, False)
    for k in range(1, 9):
        beta, most = best(k, 0, 9)
        p = floor(most * 64)
        yield (k, 0, 9), (beta, 2**p <= k**64 < 2 ** (p + 1)), (0, True)

def refutes_least_bound_is_that_of_the_entropy(best, witness):
    from math import log

    k, d, bits = witness
    beta, most = best(*witness)
    if not d:
        return beta != 0 or abs(float(most) - log(k, 2)) > 1e-9
    low, high = 2.0 * d, 99.0 * (d + log(k, 2) + 1)
    for _ in range(99):
        middle = (low + high) / 2
        rest = middle - d
        spent = middle * log(2) + d * log(d) + rest * log(rest) - middle * log(middle)
        low, high = (middle, high) if spent <= log(k) else (low, middle)
    return beta != d / (most - d) or not -1e-6 < float(most) - low < 2.0**-bits + 1e-6
