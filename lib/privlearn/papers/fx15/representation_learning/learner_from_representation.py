"""FX15, Theorem 2.5: a representation gives a private learner, for every distribution."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import T3, ConceptClass, point_functions
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
from privlearn.exact import Bracket
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.learners.selection import (hashed_points, partitioned_points, representation_failure_terms,
                                          representation_learner_rows)
from privlearn.learning import grid_distributions
from privlearn.papers.fx15.representation_learning import claim
from privlearn.papers.fx15.representation_learning.instances import RATIOS
from privlearn.papers.hard_instances import TINY, log_of, log_wrong_choice, wrong_choice

Branches = tuple[tuple[Fraction, tuple[Any, ...]], ...]
REPRESENTATIONS: dict[str, tuple[ConceptClass, Branches]] = {
    "T3, itself": (T3, ((Fraction(1), tuple(T3.rows())),)),
    "4 points, 7 hashes": (point_functions(4), hashed_points(2, 7)),
    "4 points, 32 blocks": (point_functions(4), partitioned_points(4, 32)),
    "8 points, 7 hashes": (point_functions(8), hashed_points(3, 7)),
}


claim("FX15-2.5.ub", kind="theorem",
      uses=("BBKN14-2.eq2.lower", "BBKN14-2.eq2.upper", "BBKN14-3.2", "FX15-1.kasi", "FX15-2.2.scdp", "FX15-2.4",
            "FX15-3.1app.boost"),
      title="A probabilistic representation gives a private learner: draw a set, run the exponential mechanism",
      note="Explicit: an (epsilon/4, delta/2)-representation by sets of at most K functions and ceil(max(16/alpha, 37) "
           "/epsilon ln(4K/delta)) samples. How a (1/4, 1/4)-representation is boosted to such a one, which gives the "
           "factor log(1/epsilon) and the log log term, is proved on the page. Where laws are exact, ratios "
           "e^alpha with rational roots.", formulas=(representation_learner_rows,))


def plain_miss(name: str, branches: Branches, accuracy: Fraction, target, weights) -> Fraction:
    """Return the weight of the sets without a function of error at most ``accuracy``."""
    return sum((weight for weight, hypotheses in branches if all(
        sum(w for w, a, b in zip(weights, target, h, strict=True) if a != b) > accuracy for h in hypotheses)),
        Fraction(0))


def patterns(size: int) -> list[tuple[Fraction, ...]]:
    """Return distributions on which many other points are too heavy to share the target's block.

    Up to symmetry the target is point 0; it and each of m other points weigh about 1/(m + 1).
    """
    return [tuple(Fraction(int(x <= m), m + 1) for x in range(size)) for m in range(1, size)]


Makes = dict[str, tuple[ConceptClass, Branches]]


@check("FX15-2.5.ub", grade="exact",
       quantifier="T3 by itself, 4 points by 7 hashes and by 32 blocks and 0, 8 points by 7 hashes: all targets, EVERY "
                  "distribution, by branch and bound over the sets; set by set all distributions with denominator 12 "
                  "(T3), 8 (4 points), 4 (8 points) and uniform ones",
       says="{the probability of a miss by more than 1/16} is at most {1/8}")
@sabotage("2 hashes instead of 7",
          make=lambda: {**REPRESENTATIONS, "4 points, 7 hashes": (point_functions(4), hashed_points(2, 2))})
@sabotage("8 blocks instead of 32",
          make=lambda: {**REPRESENTATIONS, "4 points, 32 blocks": (point_functions(4), partitioned_points(4, 8))})
@judged("<=")
def representations_are_good_enough(makes=REPRESENTATIONS):
    for name, (concepts, branches) in makes.items():
        places = grid_distributions(concepts.size, {2: 12, 4: 8, 8: 4}[concepts.size]) + patterns(concepts.size)
        targets = concepts.rows() if concepts.size < 8 else concepts.rows()[:1]  # one, by symmetry
        for target, weights in product(targets, places):
            yield (name, target, weights), plain_miss(name, branches, QUARTER / 4, target, weights), EIGHTH
        missed = miss_probability(ProbabilisticRepresentation(branches), concepts, QUARTER / 4)
        yield (name, targets[0], None), missed, EIGHTH

def refutes_representations_are_good_enough(makes, name, target, weights):
    """Add up the sets in which every function errs on points of mass more than 1/16, as bit masks."""
    laws = [weights] if weights else (tuple(Fraction(n, 8) for n in law) for law in product(
        range(9), repeat=len(target)) if sum(law) == 8)  # some distribution with denominator 8 is missed too often
    for law in laws:
        heavy = [(weight, [sum(int(64 * 105 * law[x]) for x in range(len(target)) if h[x] ^ target[x])
                           for h in hypotheses]) for weight, hypotheses in makes[name][1]]
        if sum(weight for weight, masses in heavy if min(masses) > 4 * 105) > EIGHTH:
            return True
    return False


GRID = tuple(product((1, 2, 3, 16, 2**10, 2**64), RATIOS, (QUARTER, Fraction(1, 10)), (QUARTER, Fraction(1, 100))))


@check("FX15-2.5.ub", grade="certified",
       quantifier="K = 1, 2, 3, 16, 2^10, 2^64, e^alpha = 81/64, 1.6384, 64/25, epsilon = 1/4, 1/10, delta = 1/4, "
                  "1/100: every representation, every target, EVERY distribution, by the four terms",
       says="{the sum of the four terms} is at most {delta}", against="derivation")
@judged("<=")
def four_terms_are_at_most_delta(rows=representation_learner_rows):
    for case in GRID:
        n = rows(*case)
        yield (*case, n), sum(representation_failure_terms(*case, n), Bracket(Fraction(0), Fraction(0))), case[3]

def refutes_four_terms_are_at_most_delta(rows, k, ratio, accuracy, confidence, n):
    """The same sum in decimal arithmetic with 50 digits."""
    with localcontext() as context:
        context.prec = 50
        a, d = (Decimal(q.numerator) / q.denominator for q in (accuracy, confidence))
        epsilon = (Decimal(ratio.numerator) / ratio.denominator).ln()
        good = (Decimal("1.5") * Decimal("1.5").ln() - Decimal("0.5")) / 4
        total = d / 2 + (-good * a * n).exp() + (k - 1) * ((-a * n / 8).exp() + (-epsilon * a * n / 16).exp())
    return n == rows(k, ratio, accuracy, confidence) and total > d


@check("FX15-2.5.ub", grade="certified",
       quantifier="the instances of the formula, K = 2, 10^100, e^alpha = 1.0001, 5/2, 2^180, epsilon = 1/100, 2/5, "
                  "delta = 1/2, 10^-100: with probability delta/2 all functions err everywhere; else one errs on mass "
                  "epsilon/4, all others on mass just above epsilon",
       says="{the failure beside delta/2, bounded from below} is at most {delta/2}")
@judged("<=")
def wrong_functions_are_named_rarely_enough(rows=representation_learner_rows):
    for size, ratio, accuracy, confidence in rows.instances():
        n = rows(size, ratio, accuracy, confidence)
        lost = wrong_choice(n, ratio, accuracy / 4, accuracy * (1 + TINY), size - 1)
        yield (size, ratio, accuracy, confidence), lost * (1 - confidence / 2), confidence / 2

def refutes_wrong_functions_are_named_rarely_enough(rows, size, ratio, accuracy, confidence):
    n = rows(size, ratio, accuracy, confidence)
    lost = log_wrong_choice(n, ratio, accuracy / 4, accuracy * (1 + TINY), size - 1)
    return lost + log_of(1 - confidence / 2) > log_of(confidence / 2)
