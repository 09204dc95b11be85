"""FX15, Section 2.3: the agnostic upper bound of Theorem 2.5, and how tight the characterisation is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, exp, log
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.dimensions.probabilistic_representation import smallest_probabilistic_representation
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.minimax import Enclosure, is_enclosure
from privlearn.laws import Law, choice
from privlearn.learners import (
    agnostic_learner_rows,
    best_label_error,
    grid_distributions,
    learning_program,
    private_rows,
    representation_failure_bound,
    representation_learner_rows,
    representation_lower_rows,
    success_everywhere,
)
from privlearn.learners.private_sample_complexity import LearningProgram
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered

PAGE = "communication/representation-learning"
SECTION = "2.3 Representation dimension"
QUARTER, EIGHTH = Fraction(1, 4), Fraction(1, 8)
T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])

claim("FX15-2.5.agn", kind="theorem", section=SECTION, page=PAGE, uses=("FX15-2.2", "FX15-2.5.ub"),
      title="Agnostic private learning, with 1/epsilon^2 beside 1/(alpha epsilon)",
      note="Explicit: ceil(max(16/(alpha epsilon), 32/epsilon^2) ln(4K/delta)) samples. The representations are the "
           "classes themselves, which represent with error 0; boosting is Section 3 of the paper.")

AGNOSTIC: dict[str, ConceptClass] = {"T3": T3, "points on 2": point_functions(2)}
RATIOS = (Fraction(9, 4), Fraction(81, 64))
FREE = Fraction(4) ** 90  # e^alpha so large that privacy costs nothing
Game = tuple[str, Fraction, tuple[Fraction, ...]]  # class, ratio, distribution on labelled points


def as_rows(hypotheses: Any) -> list[tuple[int, ...]]:
    """Return each hypothesis as the labelled points (x, y) on which it errs: the target is then constant 0."""
    return [tuple(int(h[x] != y) for x in range(len(h)) for y in (0, 1)) for h in hypotheses]


def noisy_games() -> Iterator[Game]:
    """Yield all distributions with denominator 4 on labelled points; first a point labelled 1, the weaker privacy."""
    yield "T3", RATIOS[1], (Fraction(0), Fraction(1), Fraction(0), Fraction(0))
    yield from product(AGNOSTIC, RATIOS, grid_distributions(4, 4))


@check("FX15-2.5.agn", grade="certified",
       quantifier="T3 and the points on 2 points, epsilon = delta = 1/4, e^alpha = 9/4, 81/64: all 35 distributions "
                  "with denominator 4 on labelled points",
       reason="An exact rational upper bound on the failure (a moment bound): two thousand rows have too many "
              "multisets.",
       fingerprint=lambda rows: rows(3, RATIOS[0], QUARTER, QUARTER))
def agnostic_failure_is_at_most_delta(rows=agnostic_learner_rows) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, ratio, labelled in noisy_games():
            hypotheses = AGNOSTIC[name].rows()
            n = rows(len(hypotheses), ratio, QUARTER, QUARTER)
            limit = best_label_error(labelled, hypotheses) + QUARTER
            bound = representation_failure_bound(((Fraction(1), as_rows(hypotheses)),), (0,) * 4, labelled, n, ratio,
                                                 limit)
            yield (name, ratio, labelled, n), bound, QUARTER

    return judge("<=", cases())


@agnostic_failure_is_at_most_delta.verifier
def _(rows, witness):
    """All sequences of labelled points, one by one (the sabotages leave few rows)."""
    name, ratio, labelled, n = witness
    root = Fraction(3, 2) if ratio == RATIOS[0] else Fraction(9, 8)
    hypotheses, total = AGNOSTIC[name].rows(), Fraction(0)
    wrong = [labelled[1 - h[0]] + labelled[3 - h[1]] for h in hypotheses]
    for drawn in product([place for place in range(4) if labelled[place]], repeat=n):
        weight = [root ** -sum(h[place // 2] != place % 2 for place in drawn) for h in hypotheses]
        lost = sum((w for w, e in zip(weight, wrong, strict=True) if e > min(wrong) + QUARTER), Fraction(0))
        chance = Fraction(1)
        for place in drawn:
            chance *= labelled[place]
        total += chance * lost / sum(weight)
    return n == rows(len(hypotheses), ratio, QUARTER, QUARTER) and total > QUARTER

agnostic_failure_is_at_most_delta.sabotage(
    "a five-hundredth of the rows", lambda *case: max(1, agnostic_learner_rows(*case) // 500))


def without_square(size: int, ratio: Fraction, accuracy: Fraction, confidence: Fraction) -> int:
    """Return ``ceil(16/(alpha epsilon) ln(4K/delta))``: enough with a target, too few without."""
    return private_rows(16, 0, size, ratio, accuracy, confidence)


COINS = tuple((accuracy, Fraction(1, 2) + share * accuracy) for accuracy in (QUARTER, EIGHTH, Fraction(1, 16))
              for share in (Fraction(9, 16), Fraction(3, 4)))


def coin_failure(rows: int, heads: Fraction) -> Fraction:
    """Return the chance that the minority of ``rows`` tosses is the likelier side, a tie counting half."""
    h, t = heads.numerator, heads.denominator - heads.numerator
    term, total = t**rows, 0  # term: comb(rows, k) h^k t^(rows - k)
    for k in range((rows + 1) // 2):
        total, term = total + term, term * (rows - k) * h // ((k + 1) * t)
    return Fraction(2 * total + (0 if rows % 2 else term), 2 * heads.denominator**rows)


@check("FX15-2.5.agn", grade="exact",
       quantifier="the two functions on one point, e^alpha = 2^180, epsilon = 1/4, 1/8, 1/16: coins of bias 9/16 "
                  "epsilon and 3/4 epsilon, exact failure of the majority (at most 2000 tosses)",
       fingerprint=lambda rows: [rows(2, FREE, a, QUARTER) for a, _ in COINS])
def coins_are_told_apart_without_privacy(rows=agnostic_learner_rows) -> Verdict:
    """As good as no privacy: the mechanism follows the majority, so the failure is a binomial tail."""
    def cases() -> Iterator[Any]:
        for accuracy, heads in COINS:
            n = min(rows(2, FREE, accuracy, QUARTER), 2000)
            yield (accuracy, heads, n), coin_failure(n, heads), QUARTER

    return judge("<=", cases())


@coins_are_told_apart_without_privacy.verifier
def _(rows, witness):
    """Follow the law of the lead toss by toss; the wrong side errs by more than epsilon more."""
    accuracy, heads, n = witness
    lead, h, t = {0: 1}, heads.numerator, heads.denominator - heads.numerator  # in units of 1 / denominator^tosses
    for _ in range(n):
        after: dict[int, int] = {}
        for k, p in lead.items():
            after[k + 1] = after.get(k + 1, 0) + p * h
            after[k - 1] = after.get(k - 1, 0) + p * t
        lead = after
    lost = Fraction(2 * sum(p for k, p in lead.items() if k < 0) + lead.get(0, 0), 2 * heads.denominator**n)
    return n == rows(2, FREE, accuracy, QUARTER) and heads - (1 - heads) > accuracy and lost > QUARTER

coins_are_told_apart_without_privacy.sabotage("the 1/epsilon^2 term dropped", without_square)
coins_are_told_apart_without_privacy.sabotage("1/epsilon in place of 1/epsilon^2, and a hundredth of it",
    lambda size, ratio, accuracy, confidence: ceil(
    private_rows(0, 32, size, ratio, accuracy, confidence) / Fraction(100)))


claim("FX15-2.5.tight", kind="observation", section=SECTION, page=PAGE,
      uses=("FX15-2.2.scdp", "FX15-2.5.lb", "FX15-2.5.ub"),
      title="Upper and lower bounds agree up to logarithmic factors in epsilon and delta",
      note="What is checked: the exact sample complexity lies between both explicit bounds. For classes this small the "
           "lower bound is far below: it counts functions, which are few, in e^(alpha n). The exact value stands for "
           "all distributions.")

Instance = tuple[str, Fraction, Fraction]  # class, alpha, epsilon
TWO_POINTS = {"T3": T3, "all functions on 2 points": all_functions(2)}
FOUND: dict[Instance, int] = {  # by search; both sides of each number are proved below
    ("T3", Fraction(1), QUARTER): 7, ("T3", Fraction(1, 2), QUARTER): 13,
    ("all functions on 2 points", Fraction(1), QUARTER): 8,
    ("all functions on 2 points", Fraction(1, 2), QUARTER): 14,
    ("all functions on 2 points", Fraction(1), EIGHTH): 13,
}
CONFIDENCES = (Fraction(1, 10), QUARTER, Fraction(33, 100), Fraction(1, 2), Fraction(65, 100), Fraction(74, 100))


def deciding(accuracy: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return the distributions on two points that decide: eighths, and both sides of epsilon and 1 - epsilon."""
    near = [accuracy, accuracy + Fraction(1, 1000), 2 * accuracy]
    shares = {Fraction(k, 8) for k in range(9)} | set(near) | {1 - p for p in near}
    return [(p, 1 - p) for p in sorted(shares)]


@cache
def proved(instance: Instance, rows: int, generous: bool) -> tuple[LearningProgram, Enclosure]:
    """Solve the program at the upper (generous) or lower end of the ratio and verify the enclosure."""
    name, alpha, accuracy = instance
    ratio = exp_bracket(alpha, 40)
    built = learning_program(TWO_POINTS[name], rows, ratio.upper if generous else ratio.lower, accuracy,
                             deciding(accuracy))
    enclosure = built.solved(interior=True)
    if not is_enclosure(enclosure, built.program):
        raise ArithmeticError("the enclosure does not prove its bounds")
    return built, enclosure


def mechanism(instance: Instance, rows: int) -> Callable[[Any], Law]:
    """Return the best private mechanism on the deciding distributions."""
    built, enclosure = proved(instance, rows, False)
    return lambda database: choice(built.probabilities(enclosure.point, database))


def success_from_the_definition(instance: Instance, rows: int) -> Fraction:
    """Return the mechanism's success over all targets and hundredths, or 0 if it is not private: by enumeration."""
    name, alpha, accuracy = instance
    law, ratio = cache(lambda d: mechanism(instance, rows)(d).exact()), exp_bracket(alpha, 60).lower
    for left, right in replace_one_unordered(multiset_databases(labelled_rows(2), rows)):
        if any(p > ratio * law(right).get(h, 0) for h, p in law(left).items()):
            return Fraction(0)
    worst = Fraction(1)
    for f, p in product(TWO_POINTS[name].rows(), (Fraction(k, 100) for k in range(101))):
        good = [h for h in product((0, 1), repeat=2) if p * (h[0] != f[0]) + (1 - p) * (h[1] != f[1]) <= accuracy]
        tables = [law(((0, f[0]),) * k + ((1, f[1]),) * (rows - k)) for k in range(rows + 1)]
        worst = min(worst, sum((comb(rows, k) * p**k * (1 - p) ** (rows - k) * table.get(h, Fraction(0))
                                for k, table in enumerate(tables) for h in good), Fraction(0)))
    return worst


REASON = "(1/2, 1/8) for both classes and (1, 1/8) for T3 need larger programs, up to ten thousand variables."


@check("FX15-2.5.tight", grade="certified",
       quantifier="T3 with (alpha, epsilon) = (1, 1/4), (1/2, 1/4), all functions on 2 points also with (1, 1/8), "
                  "delta = 1/4: all private mechanisms with one row less",
       reason=REASON, fingerprint=lambda numbers: dict(numbers))
def one_row_less_is_not_enough(numbers=FOUND) -> Verdict:
    return judge("<", ((instance, 1 - proved(instance, n - 1, True)[1].lower, 1 - QUARTER)
                       for instance, n in sorted(numbers.items(), key=lambda item: item[1])))


@one_row_less_is_not_enough.verifier
def _(numbers, witness):
    return success_from_the_definition(witness, numbers[witness] - 1) >= 1 - QUARTER

one_row_less_is_not_enough.sabotage("8 rows for T3", {("T3", Fraction(1), QUARTER): 8})


@check("FX15-2.5.tight", grade="certified",
       quantifier="the same classes and parameters: a private mechanism for so many rows, ALL targets and ALL "
                  "distributions, by Bernstein coefficients",
       reason=REASON, fingerprint=lambda numbers: dict(numbers))
def so_many_rows_are_enough(numbers=FOUND) -> Verdict:
    return judge("<=", ((instance, 1 - QUARTER, success_everywhere(
        mechanism(instance, n), TWO_POINTS[instance[0]], n, instance[2], 2)) for instance, n in numbers.items()))


@so_many_rows_are_enough.verifier
def _(numbers, witness):
    return success_from_the_definition(witness, numbers[witness]) < 1 - QUARTER

so_many_rows_are_enough.sabotage("6 rows for T3", {("T3", Fraction(1), QUARTER): 6})


def explicit_bounds(instance: Instance) -> tuple[int, int]:
    """Return the best lower bound over some confidences, and the rows of the learner over the class itself."""
    name, alpha, accuracy = instance
    ratio = exp_bracket(alpha, 40)
    lower = max(representation_lower_rows(
        smallest_probabilistic_representation(TWO_POINTS[name], accuracy, confidence), ratio, 1 - QUARTER, confidence)
        for confidence in CONFIDENCES)
    return lower, representation_learner_rows(len(TWO_POINTS[name]), ratio.lower, accuracy, QUARTER)


def rows_of_the_chain(instance: Instance) -> int:
    """Return the least n with ``e^(alpha n) ln(1/delta) / (3/4) > k - 1`` for all listed delta, compared at e's end."""
    name, alpha, accuracy = instance
    return max(next(n for n in range(99) if exp_bracket(alpha * n).upper * log_bracket(1 / c).upper
                    > (1 - QUARTER) * (smallest_probabilistic_representation(TWO_POINTS[name], accuracy, c) - 1))
               for c in CONFIDENCES)


@check("FX15-2.5.tight", grade="certified",
       quantifier="the same classes and parameters: explicit lower bound, exact number, explicit upper bound; and the "
                  "runs of a learner with fewer rows are too few for a representation",
       reason=REASON, fingerprint=lambda bounds: [bounds(instance) for instance in FOUND])
def the_exact_number_lies_between_the_bounds(bounds=explicit_bounds) -> Verdict:
    def cases() -> Iterator[Any]:
        for instance, n in FOUND.items():
            lower, upper = bounds(instance)
            yield (*instance, "lower"), lower, n
            yield (*instance, "chain"), lower, rows_of_the_chain(instance)
            yield (*instance, "upper"), n, upper

    return judge("<=", cases())


@the_exact_number_lies_between_the_bounds.verifier
def _(bounds, witness):
    """A mechanism with fewer rows than the lower bound asks for, looked at on its own; or the chain in floats."""
    *instance, side = witness
    key = (instance[0], instance[1], instance[2])
    if side == "chain":  # with a row less than the lower bound enough functions are drawn, at every confidence
        least = [smallest_probabilistic_representation(TWO_POINTS[key[0]], key[2], c) for c in CONFIDENCES]
        return all(exp(key[1] * (bounds(key)[0] - 1)) * log(1 / c) * 4 / 3 > k - 1
                   for c, k in zip(CONFIDENCES, least, strict=True))
    return side == "lower" and bounds(key)[0] > FOUND[key] and success_from_the_definition(
        key, FOUND[key]) >= 1 - QUARTER

the_exact_number_lies_between_the_bounds.sabotage(
    "lower and upper bound swapped", lambda instance: explicit_bounds(instance)[::-1])
the_exact_number_lies_between_the_bounds.sabotage("a lower bound that asks for five rows more",
    lambda instance: (explicit_bounds(instance)[0] + 5, explicit_bounds(instance)[1]))
