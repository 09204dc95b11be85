"""FX15, Theorem 2.5: a representation gives a private learner, for every distribution."""

from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, exp
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.concepts import T3, ConceptClass, point_functions
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.concentration import sum_between
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.laws import Law, choice
from privlearn.learners.selection import (hashed_points, partitioned_points, representation_failure_bound,
                                          representation_failure_terms, representation_learner,
                                          representation_learner_rows)
from privlearn.learning import grid_distributions
from privlearn.learning.labelled import errors
from privlearn.mechanisms import (audit_pure, from_scores, labelled_rows, multiset_databases, refutes_pure,
                                  replace_one_unordered)
from privlearn.papers.fx15.representation_learning import claim
from privlearn.papers.hard_instances import TINY, log_of, log_wrong_choice, wrong_choice

RATIOS = (Fraction(81, 64), Fraction(32, 25) ** 2, Fraction(64, 25))  # epsilon about 0.24, 0.49, 0.94

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


def largest_set(branches: Branches) -> int:
    return max(len(hypotheses) for _, hypotheses in branches)


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


def broken_representation_learner(branches: Branches, ratio: Fraction) -> Callable[[Any], Law]:
    """Weigh by ``e^(epsilon q)`` instead of ``e^(epsilon q / 2)``."""
    draw = choice({k: weight for k, (weight, _) in enumerate(branches) if weight})
    return lambda database: draw.then(lambda k: from_scores({h: -errors(h, database) for h in branches[k][1]}, ratio))


def peeking_representation_learner(branches: Branches, ratio: Fraction) -> Callable[[Any], Law]:
    """Take the set with the best-fitting function: no longer independent of the sample."""
    def law(database) -> Law:
        best = min(range(len(branches)), key=lambda k: (min(errors(h, database) for h in branches[k][1]), k))
        return representation_learner(((Fraction(1), branches[best][1]),), ratio)(database)

    return law


@check("FX15-2.5.ub", grade="exhaustive",
       quantifier="T3, 4 points (both representations), e^alpha = 81/64, 1.6384, 64/25, 1 to 3 rows; 8 points, 1 and "
                  "2 rows, 64/25: all multisets, all replacements, all functions, the set averaged out",
       says="{the worst ratio of neighbouring laws} is at most {e^alpha}")
@verifier(lambda make, name, ratio, triple: refutes_pure(triple, make(REPRESENTATIONS[name][1], ratio), ratio))
@sabotage("weights e^(alpha q) instead of e^(alpha q / 2)", broken_representation_learner)
@sabotage("the set is chosen by its fit to the sample", peeking_representation_learner)
def the_mixture_is_private(make=representation_learner) -> Verdict:
    pairs: list[int] = []

    def cases() -> Iterator[Any]:
        for name, (concepts, branches) in REPRESENTATIONS.items():
            small = concepts.size < 8
            for ratio, rows in product(RATIOS if small else RATIOS[2:], (1, 2, 3) if small else (1, 2)):
                audit = audit_pure(make(branches, ratio), multiset_databases(labelled_rows(concepts.size), rows),
                                   replace_one_unordered)
                pairs.append(audit.pairs)
                yield (name, ratio, audit.witness), audit.exp_epsilon, ratio

    verdict = judge("<=", cases())
    return counted(verdict, sum(pairs))


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


TRIALS = tuple(product((40, 400, 4000, 8000), (QUARTER, Fraction(1, 10))))


Terms = Callable[..., tuple[Bracket, ...]]
LONG_RUN = 2, RATIOS[2], QUARTER, QUARTER, 640  # one bad function, 160 rows expected in its error


def exponents(terms: Terms) -> tuple[Bracket, Bracket]:
    """Return the exponents of the two deviations: of a good function upwards, of a bad one downwards."""
    _, up, down, _ = terms(*LONG_RUN)
    return -log_bracket(up, 96) / 160, -log_bracket(down, 96) / 160


def terms_with(up: Fraction) -> Terms:
    """Return the four terms with another exponent for the good function."""
    def terms(*case: Any) -> tuple[Bracket, ...]:
        right = representation_failure_terms(*case)
        return right[0], exp_bracket(-up * case[2] * case[4], 96), *right[2:]

    return terms


@check("FX15-2.5.ub", grade="certified",
       quantifier="n = 40, 400, 4000, 8000, epsilon = 1/4, 1/10: exact binomial tails; the exponents are no larger "
                  "than their moments prove for all n and epsilon, and above 1/37; delta/2 for the sets that miss; "
                  "e^(-alpha g/2) for the choice, g = epsilon n/8 the gap of the scores, both once for each bad "
                  "function, none and 16 of them",
       says="both tails are within their bounds, whose exponents the moments prove; the other terms are as stated")
@sabotage("exponent 1/30 for the good function", terms_with(Fraction(1, 30)))
@sabotage("exponent 1/36 for the good function: wrong only for small epsilon", terms_with(Fraction(1, 36)))
@sabotage("as many bad functions as functions", lambda k, *case: representation_failure_terms(k + 1, *case))
@sabotage("delta/4 for the sets that miss", lambda *case: (
    representation_failure_terms(*case)[0] / 2, *representation_failure_terms(*case)[1:]))
@judged("<=")
def deviations_are_as_rare_as_stated(terms=representation_failure_terms):
    """Pr[Bin(n, e/4) >= 3en/8] <= e^(-c e n), Pr[Bin(n, e) <= en/2] <= e^(-en/8), and c > 1/37."""
    up, down = exponents(terms)
    yield "37", Fraction(1, 37), up
    # E x^(+-Bin(n, p)) <= e^(-n p (1 - x^(+-1))): the bounds at x = 3/2 (upwards) and x = 2 (downwards)
    yield "up", up.lower, (log_bracket(Fraction(3, 2)) * Fraction(3, 8) - EIGHTH).upper
    yield "down", down.lower, (Fraction(1, 2) - log_bracket(2) / 2).upper
    for n, a in TRIALS:
        yield (n, a, "up"), sum_between(n, a / 4, ceil(3 * a * n / 8), n), terms(2, RATIOS[2], a, QUARTER, n)[1]
        yield (n, a, "down"), sum_between(n, a, 0, int(a * n / 2)), terms(2, RATIOS[2], a, QUARTER, n)[2]
    size, ratio, a, confidence, n = 17, *LONG_RUN[1:]
    missed, _, bad, chosen = terms(size, ratio, a, confidence, n)
    yield "alone", sum(term.upper for term in terms(1, ratio, a, confidence, n)[2:]), Fraction(0)  # no bad function
    yield "bad", abs(bad.upper / terms(*LONG_RUN)[2].lower - 16), Fraction(1, 10**9)
    yield "missed", confidence / 2, missed
    yield "chosen", 16 * ratio ** -int(a * n / 16) * (1 - Fraction(1, 10**9)), chosen
    yield "chosen", chosen, 16 * ratio ** -int(a * n / 16) * (1 + Fraction(1, 10**9))

def refutes_deviations_are_as_rare_as_stated(terms, witness):
    """One term of the tail alone exceeds the bound, in decimal logarithms; for the moments, at a small alpha."""
    if witness in ("alone", "bad"):
        few, many = (terms(size, *LONG_RUN[1:]) for size in (1, 17))
        return few[2].upper + few[3].upper > 0 or abs(float(many[2].lower) * exp(20) / 16 - 1) > 1e-9  # e^(-160/8)
    if witness in ("missed", "chosen", "37"):
        missed, good, _, chosen = (float(term.lower) for term in terms(17, *LONG_RUN[1:]))
        return (missed < 1 / 8 if witness == "missed" else good > exp(-160 / 37) if witness == "37" else
                abs(chosen * (8 / 5) ** 20 / 16 - 1) > 1e-9)  # 64/25 is the square of 8/5
    n, a, side = witness if isinstance(witness, tuple) else (10**8, Fraction(1, 1000), witness)
    mean, k = (a / 4, ceil(3 * a * n / 8)) if side == "up" else (a, int(a * n / 2))
    with localcontext() as context:
        context.prec = 60
        chance = Decimal(1)
        for j in range(k):
            chance *= Decimal(n - j) / (j + 1)
        p = Decimal(mean.numerator) / mean.denominator
        term = chance.ln() + k * p.ln() + (n - k) * (1 - p).ln()
        exponent = exponents(terms)[side == "down"].lower
        return bool(term > -Decimal(exponent.numerator) / exponent.denominator * Decimal(str(float(a * n))))


@cache
def crude_representations() -> Makes:
    """Return (1/2, 1/4)-representations: the two constants for every class."""
    return {name: (concepts, ((Fraction(1), ((0,) * concepts.size, (1,) * concepts.size)),))
            for name, (concepts, _) in REPRESENTATIONS.items()}


@check("FX15-2.5.ub", grade="certified",
       quantifier="epsilon = delta = 1/4: T3, 4 points (both representations), e^alpha = 81/64, 1.6384, 64/25, all "
                  "targets, all distributions with denominator 4; 8 points, 64/25, one target (by symmetry)",
       says="{a bound on the learner's failure} is at most {delta}",
       reason="An exact rational upper bound for each set (a moment bound) and the exact weights of the sets: a "
              "thousand rows have too many multisets.")
@sabotage("a (1/2, 1/4)-representation: the two constants", make=lambda: crude_representations())
@judged("<=")
def learner_fails_with_at_most_delta(makes=REPRESENTATIONS):
    for name, (concepts, branches) in makes.items():
        small = concepts.size < 8
        for ratio, target in product(RATIOS if small else RATIOS[2:], concepts.rows()[:None if small else 1]):
            n = representation_learner_rows(largest_set(branches), ratio, QUARTER, QUARTER)
            for weights in grid_distributions(concepts.size, 4, max_atoms=None if small else 3):
                bound = representation_failure_bound(branches, target, weights, n, ratio, QUARTER)
                yield (name, ratio, target, weights), bound, QUARTER

def refutes_learner_fails_with_at_most_delta(makes, name, _, target, weights):
    """Whatever is drawn and output, with too large a probability no function of the set is good enough."""
    hopeless = sum((weight for weight, hypotheses in makes[name][1] if min(
        sum(w for w, x, y in zip(weights, h, target, strict=True) if x != y) for h in hypotheses) > QUARTER),
        Fraction(0))
    return hopeless > QUARTER


LAWS = tuple(tuple(Fraction(w, sum(some)) for w in some)
             for some in ((1, 1, 1, 1), (4, 2, 1, 1), (3, 3, 2, 4), (9, 1, 1, 1)))


def reweighted(weights: tuple[Fraction, ...], wrong: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the weights after a round, in units of ``3^(-1/2)`` for each: three times as much where it was wrong."""
    return tuple(3 * w if bit else w for w, bit in zip(weights, wrong, strict=True))


@cache
def worst_majority(reweigh: Callable, law: tuple[Fraction, ...], rounds: int) -> Fraction:
    """Return the largest error of a majority, each round wrong on a quarter of the weight at most: all histories."""
    states = {(law, (0,) * len(law))}
    for _ in range(rounds):
        states = {(reweigh(weights, wrong), tuple(map(sum, zip(missed, wrong, strict=True))))
                  for weights, missed in states for wrong in product((0, 1), repeat=len(law))
                  if 4 * sum(w for w, bit in zip(weights, wrong, strict=True) if bit) <= sum(weights)}
    return max(sum((q for q, k in zip(law, missed, strict=True) if 2 * k >= rounds), Fraction(0))
               for _, missed in states)


@check("FX15-2.5.ub", grade="exhaustive",
       quantifier="four laws on four points, 1 to 11 rounds: all ways to be wrong on a quarter of the weight at most",
       says="{the square of the error of the majority} is at most {(3/4)^m for m rounds}")
@sabotage("the weights stay as they are", lambda weights, wrong: weights)
@judged("<=")
def majorities_of_many_rounds_are_accurate(reweigh=reweighted):
    for law, rounds in product(LAWS, range(1, 12)):
        yield (law, rounds), worst_majority(reweigh, law, rounds) ** 2, Fraction(3, 4) ** rounds

def refutes_majorities_of_many_rounds_are_accurate(reweigh, law, rounds):
    """Be wrong at the same two sets of points in turn: with these weights each is never more than a quarter."""
    for turns in product(product((0, 1), repeat=len(law)), repeat=2):
        weights, missed, light = law, [0] * len(law), True
        for i in range(rounds):
            wrong = turns[i % 2]
            light &= 4 * sum(w * bit for w, bit in zip(weights, wrong, strict=True)) <= sum(weights)
            weights, missed = reweigh(weights, wrong), list(map(sum, zip(missed, wrong, strict=True)))
        lost = sum(float(q) for q, k in zip(law, missed, strict=True) if 2 * k >= rounds)
        if light and lost > 1e-9 + 0.75 ** (rounds / 2):
            return True
    return False
