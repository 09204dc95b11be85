"""BBKN14, Lemma 3.9: how often the best mechanism and the exponential one name a target that k rows show."""

from fractions import Fraction
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, binomial_probabilities
from privlearn.exact.brackets import as_bracket
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.proper_points import exponential_point_failure
from privlearn.mechanisms.optima import target_probability

HITS = tuple(product((2, 3, 4, 1024), (0, 1, 3), (Fraction(1), Fraction(9, 4), Bracket(Fraction(3, 2), Fraction(2)))))


@check("BBKN14-3.9", grade="exact",
       quantifier="T = 2, 3, 4, 1024; 0, 1, 3 hits; e^epsilon = 1, 9/4, and both ends of a bracket from 3/2 to 2: the "
                  "target is named e^(epsilon k) times as often as every other answer, and these sum to one",
       says="the chance of the target with that of T - 2 answers e^(epsilon k) times as rare is 1")
@sabotage("one answer more", lambda size, hits, ratio: target_probability(size + 1, hits, ratio))
@sabotage("every answer names it as often without hits", lambda size, hits, ratio: target_probability(size, 0, ratio))
@judged("==")
def target_and_others_share_one(chance=target_probability):
    for size, hits, ratio in HITS:
        found, ends = as_bracket(chance(size, hits, ratio)), as_bracket(ratio)
        yield (size, hits, ratio), tuple(x + (size - 2) * x / r**hits for x, r in zip(
            (found.lower, found.upper), (ends.lower, ends.upper), strict=True)), (1, 1)

def refutes_target_and_others_share_one(chance, witness):
    size, hits, ratio = witness
    found, ends = as_bracket(chance(*witness)), as_bracket(ratio)
    odds = [Fraction(1) for _ in range(2)]
    for _ in range(hits):
        odds = [odds[0] * ends.lower, odds[1] * ends.upper]
    return [found.lower, found.upper] != [1 / (1 + Fraction(size - 2) / x) for x in odds]


SAMPLED = tuple(product((2, 4, 7), range(4), (Fraction(1), Fraction(3, 2)), (Fraction(0), Fraction(1, 3), Fraction(1))))


@check("BBKN14-3.9", grade="certified",
       quantifier="T = 2, 4, 7, at most 3 rows, mass 0, 1/3, 1 on the target, e^(epsilon/2) = 1, 3/2: the exponential "
                  "mechanism's law on every sample; both ends within 2^-100 of the exact failure, on either side",
       says="{the distance of either end from the failure on all samples} is at most {2^(-100)}")
@sabotage("one point more", lambda size, rows, root, mass: exponential_point_failure(size + 1, rows, root, mass))
@sabotage("twice the privacy loss",
          lambda size, rows, root, mass: exponential_point_failure(size, rows, root**2, mass))
@judged("<=")
def exponential_mechanism_on_the_family(failure=exponential_point_failure):
    for size, rows, root, mass in SAMPLED:
        exact, found = failure_on_samples(size, rows, root, mass), failure(size, rows, root, mass)
        yield (size, rows, root, mass), max(exact - found.lower, found.upper - exact), Fraction(1, 2**100)
        yield (size, rows, root, mass), max(found.lower - exact, exact - found.upper), 0


def failure_on_samples(size: int, rows: int, root: Fraction, mass: Fraction) -> Fraction:
    """Return the chance that the exponential mechanism does not name the target, sample by sample."""
    total = Fraction(0)
    for shown in product((0, 1), repeat=rows):
        chance = mass ** sum(shown) * (1 - mass) ** (rows - sum(shown))
        law = point_learner(size, root**2)(tuple((1, 1) if hit else (0, 0) for hit in shown)).exact() if chance else {}
        total += chance * sum(p for name, p in law.items() if name != 1)
    return total

def refutes_exponential_mechanism_on_the_family(failure, witness):
    size, rows, root, mass = witness
    found, exact = failure(*witness), Fraction(0)
    for hits in range(rows + 1):  # errors of the target, of point 0 and of any other answer
        weights = root**0, root**-rows, (size - 2) * root**-hits
        exact += binomial_probabilities(rows, mass)[hits] * (1 - weights[0] / sum(weights))
    return not found.lower <= exact <= found.upper or found.upper - found.lower > Fraction(1, 2**100)
