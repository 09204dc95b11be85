"""ABMS20, Section 3.2: the exponential mechanism (Algorithm 1, Proposition 3.13)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.laws import worst_ratio
from privlearn.mechanisms import from_scores
from privlearn.papers.abms20.private_preliminaries import claim

Scores = tuple[int, ...]


def minimising(scores: Scores) -> dict[int, Fraction]:
    """Return the law of the exponential mechanism that minimises, for e^(epsilon/2) = 2."""
    return from_scores({h: -s for h, s in enumerate(scores)}, 2).exact()


def maximising(scores: Scores) -> dict[int, Fraction]:
    """Return the law with the sign of the exponent flipped."""
    return from_scores(dict(enumerate(scores)), 2).exact()


claim("ABMS20-3.alg1", kind="algorithm", section="3.2, Algorithm 1", uses=("BBKN14-3.2",),
      title="The exponential mechanism, small scores preferred",
      note="Samples are drawn from the exact rational weights, with no floating-point step in between.")

VECTORS = list(product(range(5), repeat=3))


@check("ABMS20-3.alg1", grade="exact",
       quantifier="all score vectors in {0..4}^3, and 2^12 hypotheses with scores 0..4; e^epsilon = 4",
       says="the probability of each hypothesis of score q is proportional to e^(-epsilon q/2)")
@sabotage("the whole score in the exponent", lambda scores: minimising(tuple(2 * s for s in scores)))
@judged("==")
def law_is_proportional_to_exp_of_minus_half_the_score(mechanism=minimising):
    large = tuple(k * k % 5 for k in range(2**12))
    for scores in (*VECTORS, large):
        total = sum(2 ** (4 - s) for s in scores)
        law = mechanism(scores)
        yield scores[:3], [law[h] for h in range(len(scores))], [Fraction(2 ** (4 - s), total) for s in scores]

def refutes_law_is_proportional_to_exp_of_minus_half_the_score(mechanism, scores):
    law = mechanism(scores)
    return any(law[a] * 2 ** scores[a] != law[b] * 2 ** scores[b] for a in law for b in law)


@check("ABMS20-3.alg1", grade="exact", quantifier="all score vectors in {0..4}^3: the smallest score, e^epsilon = 4",
       says="{the largest probability} is at most {the probability of a hypothesis of least score}")
@sabotage("the sign of the exponent flipped", maximising)
def best_hypothesis_is_the_likeliest(mechanism=minimising) -> Verdict:
    return judge("<=", ((s, max(law.values()), law[s.index(min(s))]) for s in VECTORS for law in [mechanism(s)]))

def refutes_best_hypothesis_is_the_likeliest(mechanism, scores):
    law = mechanism(scores)
    return any(law[a] > law[b] for a in law for b in law if scores[b] == min(scores))


claim("ABMS20-3.13", kind="proposition", uses=("ABMS20-3.3", "ABMS20-3.alg1"),
      title="The exponential mechanism is epsilon-private, and misses the best score by Delta m with probability at "
            "most |H| exp(-epsilon Delta m / 2)",
      note="For scores in 0..m the exact worst ratio is below e^epsilon; the tail has the sharp form a/(1+a) with a "
           "= (|H| - 1) exp(-epsilon Delta m / 2), which is attained for integers Delta m up to m.")

SIZES = ((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (4, 2), (4, 3))


def closed_ratio(number: int, most: int) -> Fraction:
    """Return the worst ratio for ``number`` scores in ``0..most``, e^(epsilon/2) = 2."""
    rho = (number - 1) * Fraction(2) ** (most - 2)
    return (1 + 4 * rho) / (1 + rho)


def close_vectors(number: int, most: int) -> Iterator[tuple[Scores, Scores]]:
    """Yield pairs of score vectors in ``0..most`` that differ by at most 1 in each score; first score the worst."""
    for left in product(range(most + 1), repeat=number):
        for shift in product((-1, 0, 1), repeat=number):
            right = tuple(a + b for a, b in zip(left, shift, strict=True))
            if left[1:] == tuple(sorted(left[1:])) and min(right) >= 0 and max(right) <= most:
                yield left, right


def tried_ratio(number: int, most: int):
    """Return the largest ratio over all pairs of score vectors, from integer weights."""
    best = Fraction(1)
    for left, right in close_vectors(number, most):
        p, q = ([2 ** (most - s) for s in scores] for scores in (left, right))
        up, down = max(((a * sum(q), b * sum(p)) for a, b in zip(p, q, strict=True)), key=lambda f: Fraction(*f))
        if up * best.denominator > best.numerator * down:
            best = Fraction(up, down)
    return best


@check("ABMS20-3.13", grade="exhaustive",
       quantifier="K scores in 0..m, (K, m) = (2, 1..4), (3, 1..3), (4, 2), (4, 3), e^epsilon = 4: all score vectors "
                  "(up to order of the others), all changes by at most 1",
       says="{the closed form of the worst ratio} equals {the largest ratio over close score vectors}")
@sabotage("epsilon/2-private: the ratio e^(epsilon/2)", lambda number, most: Fraction(2))
@sabotage("the promise e^epsilon itself", lambda number, most: Fraction(4))
def worst_ratio_is_the_closed_form(ratio=closed_ratio) -> Verdict:
    return judge("==", ((size, ratio(*size), tried_ratio(*size)) for size in SIZES))

def refutes_worst_ratio_is_the_closed_form(ratio, size):
    found = [worst_ratio(minimising(a), minimising(b))[0] for a, b in close_vectors(*size)]
    return ratio(*size) != max(found)


@check("ABMS20-3.13", grade="exact",
       quantifier="K = 2..64, 2^10, 2^20, m = 1..40, 100: the closed form against e^epsilon = 4",
       says="{the closed form of the worst ratio} is less than {e^epsilon}")
@sabotage("epsilon/2-private", 2)
def closed_form_stays_below_e_to_the(bound: int = 4) -> Verdict:
    grid = product((*range(2, 65), 2**10, 2**20), (*range(1, 41), 100))
    return judge("<", ((size, closed_ratio(*size), bound) for size in grid))

def refutes_closed_form_stays_below_e_to_the(bound, number, most):
    left, right = (1, *[max(most - 1, 0)] * (number - 1)), (0, *[most] * (number - 1))
    p, q = ([Fraction(1, 2**s) for s in scores] for scores in (left, right))
    return q[0] / sum(q) >= bound * p[0] / sum(p)


def tail_bound(number: int, excess: int) -> Fraction:
    """Return ``|H| e^(-epsilon excess / 2)`` for e^(epsilon/2) = 2."""
    return Fraction(number, 2**excess)


def sharp_bound(number: int, most: int, excess: int) -> Fraction:
    """Return ``a/(1 + a)`` with ``a = (|H| - 1) e^(-epsilon excess / 2)``, and 0 for more than the largest score."""
    a = Fraction(number - 1, 2**excess)
    return a / (1 + a) if excess <= most else Fraction(0)


def largest_tail(number: int, most: int, excess: int) -> tuple[Fraction, Scores]:
    """Return the largest probability of missing the best score by ``excess``, and its scores."""
    def lost(scores: Scores) -> Fraction:
        law = minimising(scores)
        return sum((p for h, p in law.items() if scores[h] >= min(scores) + excess), Fraction(0))

    vectors = [s for s in product(range(most + 1), repeat=number) if s == tuple(sorted(s))]
    return max((lost(s), s) for s in vectors)


@check("ABMS20-3.13", grade="exact", quantifier="K = 2..5 scores in 0..m, m = 1..4, all excesses 1..m, all score "
       "vectors up to order, e^epsilon = 4",
       says="{the chance to miss the best score by t or more} is at most {|H| e^(-epsilon t/2)}")
@sabotage("the exponent without the half", lambda number, excess: tail_bound(number, 2 * excess))
def excess_has_probability_at_most(bound=tail_bound) -> Verdict:
    return judge("<=", (((scores, k), lost, bound(number, k)) for number in range(2, 6) for most in range(1, 5)
                        for k in range(1, most + 1) for lost, scores in [largest_tail(number, most, k)]))

def refutes_excess_has_probability_at_most(bound, scores, k):
    heavy = sum(Fraction(1, 2**s) for s in scores if s >= min(scores) + k)
    return heavy > bound(len(scores), k) * sum(Fraction(1, 2**s) for s in scores)


@check("ABMS20-3.13", grade="exact",
       quantifier="the same vectors, and the excess m + 1, which no score has",
       says="{a/(1 + a), a = (|H| - 1) e^(-epsilon t/2), and 0 for t > m} equals "
            "{the largest chance to miss the best score by t}")
@sabotage("|H| for |H| - 1", lambda number, most, excess: sharp_bound(number + 1, most, excess))
@sabotage("attained for Delta > 1 as well", lambda number, most, excess: sharp_bound(number, excess, excess))
def largest_tail_is_the_logistic_form(bound=sharp_bound) -> Verdict:
    return judge("==", (((number, most, k), bound(number, most, k), largest_tail(number, most, k)[0])
                        for number in range(2, 6) for most in range(1, 5) for k in range(1, most + 2)))

def refutes_largest_tail_is_the_logistic_form(bound, number, most, k):
    tails = [sum(2**-s for s in scores if s >= min(scores) + k) / sum(2**-s for s in scores)
             for scores in product(range(most + 1), repeat=number)]
    return abs(max(tails) - bound(number, most, k)) > 2**-40
