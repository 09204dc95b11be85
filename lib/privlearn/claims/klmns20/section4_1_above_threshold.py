"""KLMNS20, Section 4: why the authors decompose TreeLog, and AboveThreshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from privlearn.claims.klmns20.tree_instances import Database, additions, up_to_swaps
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, counted, judge
from privlearn.laws import Law, hockey_stick, worst_ratio
from privlearn.learners.interior_point import (
    class_law,
    embed,
    forward_factor,
    is_prefix,
    matched_hockey_stick,
    path_curve,
    path_law,
    unmatched_bound,
)
from privlearn.mechanisms import (
    above_threshold,
    above_threshold_failure,
    above_threshold_ratio,
    pattern_probability,
    printed_error,
)

PAGE = "thresholds/above-threshold"
SECTION = "4 Decomposing TreeLog"
BITS, SIZE = 3, 6
Released = Callable[[Database, int, Fraction], Law]
Labels = Callable[[Database, int, int, Fraction], dict[Any, tuple[Fraction, Fraction]]]

claim("KLMNS20-4.why", kind="remark", section=SECTION, page=PAGE,
      title="Why the authors decompose TreeLog: its stages hand on data that is not private",
      uses=("KLMNS20-alg1", "KLMNS20-2.adv", "KLMNS20-3.5", "KLMNS20-3.5r", "KLMNS20-3.6.view"),
      erratum="The remark says that standard composition theorems cannot be applied to TreeLog, because its steps "
              "share a state that is not private. The state is not, but the classes of matched paths are, and they "
              "are history enough: with them in the view the theorems apply (KLMNS20-3.6.view). Section 4 of the "
              "paper remains a valid second way.")


def path_and_levels(database: Database, stop: int, base: Fraction) -> Law:
    """Return the law of the last node of the path together with the inner database."""
    return path_law(database, BITS, stop, base).map(lambda node: (node, embed(database, BITS, node, stop)))


@check("KLMNS20-4.why", grade="exhaustive",
       quantifier="8 points, all databases of 6, all added points, up to exchanging the two subtrees of nodes; stop 1, "
                  "2; e^eps_p = 3/2, 2: the hockey stick of (path, D) at every finite ratio is 1 in both directions",
       fingerprint=lambda released: released((0, 0, 1, 2, 2, 5), 1, Fraction(2)).exact())
def path_and_inner_database_tell_everything(released: Released = path_and_levels) -> Verdict:
    def cases() -> Iterator[Any]:
        for stop, base in product((1, 2), (Fraction(3, 2), Fraction(2))):
            for small, _, large in additions(up_to_swaps(BITS, SIZE), BITS):
                tables = [released(s, stop, base).exact() for s in (small, large)]
                common = [outcome for outcome in tables[0] if outcome in tables[1]]
                ends = tuple(1 - sum((table[o] for o in common), Fraction(0)) for table in tables)
                yield (small, large, stop, base), ends, (1, 1)

    return judge("==", cases())


@path_and_inner_database_tell_everything.verifier
def _(released: Released, witness: Any) -> bool:
    small, large, stop, base = witness
    ratio = Fraction(10**100)  # so large that only outcomes impossible in the other world count
    left, right = released(small, stop, base), released(large, stop, base)
    return hockey_stick(left, right, ratio)[0] < 1 or hockey_stick(right, left, ratio)[0] < 1


@path_and_inner_database_tell_everything.sabotage("only the last node is released")
def _() -> Released:
    return lambda database, stop, base: path_law(database, BITS, stop, base)


@path_and_inner_database_tell_everything.sabotage("D without a further largest element in the larger database")
def _() -> Released:
    def released(database: Database, stop: int, base: Fraction) -> Law:
        cut = len(database) - SIZE
        return path_and_levels(database, stop, base).map(lambda told: told[1][:len(told[1]) - cut])

    return released


def classes_only(database: Database, x: int, stop: int, base: Fraction) -> dict[Any, tuple[Fraction, Fraction]]:
    """Return label -> (probability under S, under S + x), the label being the matched class."""
    return class_law(database, BITS, x, stop, base)


@check("KLMNS20-4.why", grade="exhaustive",
       quantifier="the same pairs; stop 1, 2; e^eps_p = 3/2, 2: the classes of matched paths keep the bounds of Claim "
                  "3.5 and, at g = 0, eps_p, 2 eps_p, of its reverse",
       fingerprint=lambda labels: labels((0, 0, 1, 2, 2, 5), 1, 1, Fraction(2)))
def classes_alone_are_private(labels: Labels = classes_only) -> Verdict:
    def cases() -> Iterator[Any]:
        for stop, base in product((1, 2), (Fraction(3, 2), Fraction(2))):
            factor, new = forward_factor(base, stop), unmatched_bound(base, stop)
            curve = {power: path_curve(base, base**power) for power in (0, 1, 2)}
            for small, x, _ in additions(up_to_swaps(BITS, SIZE), BITS):
                table = labels(small, x, stop, base)
                yield (small, x, stop, base), matched_hockey_stick(table, factor, forward=True), 0
                for power, bound in curve.items():
                    yield (small, x, stop, base), matched_hockey_stick(table, base**power), bound
                yield (small, x, stop, base), table.get(None, (Fraction(0), Fraction(0)))[1], new

    return judge("<=", cases())


@classes_alone_are_private.verifier
def _(labels: Labels, witness: Any) -> bool:
    small, x, stop, base = witness
    table = labels(small, x, stop, base)
    lost = sum(p for p, q in table.values() if q == 0)
    return lost > 0 or any(p > 2 * base * q for p, q in table.values())


@classes_alone_are_private.sabotage("D is released with the class")
def _() -> Labels:
    def labels(database: Database, x: int, stop: int, base: Fraction) -> dict[Any, tuple[Fraction, Fraction]]:
        table: dict[Any, tuple[Fraction, Fraction]] = {}
        larger = tuple(sorted((*database, x)))
        known = [node for node, _ in path_and_levels(database, stop, base).exact()]
        for world, points in enumerate((database, larger)):
            for (node, inner), mass in path_and_levels(points, stop, base).exact().items():
                label = next((k for k in known if is_prefix(k, node)), None)
                both = [*table.get((label, inner), (Fraction(0), Fraction(0)))]
                both[world] += mass
                table[label, inner] = both[0], both[1]
        return table

    return labels


E1, MIDDLE, SETTINGS = Fraction(5, 3), 2, ((Fraction(5, 3), Fraction(5, 3)), (Fraction(5, 3), Fraction(9, 7)))
Mechanism = Callable[[tuple[int, ...], int, Fraction, Fraction], Law]
MAP_LOGS = "e^e1, e^e2 = (5/3, 5/3), (5/3, 9/7), so e1, e2 = (0.51, 0.51), (0.51, 0.25)"

claim("KLMNS20-4.2", kind="theorem", section=SECTION, page=PAGE,
      title="AboveThreshold: one epsilon for any number of queries, error (8/epsilon) ln(2k/beta)",
      uses=("KLMNS20-2.1", "KLMNS20-2.sens"),
      note="With discrete noise: two-sided geometric in place of Laplace, the same ratios, and every law exact. The "
           "printed error is 2.3 to 3.3 times the error needed at beta = 1/10; a constant of 4 in place of 8 would "
           "pass. The privacy bound is approached as k and the distance of answers and threshold grow, not attained.")


def changes(k: int, steps: tuple[int, ...], most: int = 3) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all answers in ``0..most`` to k queries with all their changes by ``steps``, none of them trivial."""
    for answers in product(range(most + 1), repeat=k):
        for step in product(steps, repeat=k):
            if any(step):
                yield answers, tuple(f + d for f, d in zip(answers, step, strict=True))


def worst_cases(mechanism: Mechanism, settings: Any, steps: tuple[int, ...], reverse: bool) -> Iterator[Any]:
    """Yield for every setting and every k <= 3 the worst ratio over all answers and changes, with its witness."""
    for (e1, e2), k in product(settings, (1, 2, 3)):
        law = lru_cache(maxsize=None)(lambda answers, e1=e1, e2=e2: mechanism(answers, MIDDLE, e1, e2).exact())
        pairs = [pair[::-1] if reverse else pair for pair in changes(k, steps)]
        found = max(((worst_ratio(law(a), law(b)), a, b) for a, b in pairs), key=lambda case: case[0][0])
        (ratio, outcome), left, right = found
        yield (e1, e2, left, right, outcome), ratio, len(pairs)


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier=f"k = 1, 2, 3; all answers in 0..3, threshold 2, all monotone changes in {{0, 1}}^k; {MAP_LOGS}: e1 "
                  "+ e2 when a row is added, e2 when it is removed",
       fingerprint=lambda mechanism: mechanism((0, 2), 2, *SETTINGS[1]).exact())
def monotone_queries_cost_e1_plus_e2(mechanism: Mechanism = above_threshold) -> Verdict:
    up = list(worst_cases(mechanism, SETTINGS, (0, 1), False))
    down = list(worst_cases(mechanism, SETTINGS, (0, 1), True))
    verdict = all_hold(
        judge("<=", ((w, ratio, above_threshold_ratio(w[0], w[1], monotone=True)) for w, ratio, _ in up)),
        judge("<=", ((w, ratio, w[1]) for w, ratio, _ in down)))
    return counted(verdict, sum(pairs for *_, pairs in (*up, *down)))


@monotone_queries_cost_e1_plus_e2.verifier
def _(mechanism: Mechanism, witness: Any) -> bool:
    e1, e2, left, right, outcome = witness
    p, q = (mechanism(answers, MIDDLE, e1, e2).exact()[outcome] for answers in (left, right))
    return p > (e2 if left > right else e1 * e2) * q


@monotone_queries_cost_e1_plus_e2.sabotage("no noise to speak of on the threshold")
def _() -> Mechanism:
    return lambda answers, threshold, e1, e2: above_threshold(answers, threshold, 10**6, e2)


@monotone_queries_cost_e1_plus_e2.sabotage("half the noise on the queries")
def _() -> Mechanism:
    return lambda answers, threshold, e1, e2: above_threshold(answers, threshold, e1, e2**2)


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="k = 1, 2, 3; all answers in 0..3, threshold 2, all changes in {-1, 0, 1}^k; e^e1 = 5/3, query noise "
                  "with ratio 9/7, so e^e2 = 81/49, and with ratio 6/5: at most e1 + e2",
       fingerprint=lambda mechanism: mechanism((0, 2), 2, E1, Fraction(9, 7)).exact())
def general_queries_cost_e1_plus_e2_with_twice_the_noise(mechanism: Mechanism = above_threshold) -> Verdict:
    settings = ((E1, Fraction(9, 7)), (E1, Fraction(6, 5)))
    found = list(worst_cases(mechanism, settings, (-1, 0, 1), False))
    verdict = judge("<=", ((w, ratio, above_threshold_ratio(w[0], w[1], monotone=False)) for w, ratio, _ in found))
    return counted(verdict, sum(pairs for *_, pairs in found))


@general_queries_cost_e1_plus_e2_with_twice_the_noise.verifier
def _(mechanism: Mechanism, witness: Any) -> bool:
    e1, e2, left, right, outcome = witness
    p, q = (mechanism(answers, MIDDLE, e1, e2).exact()[outcome] for answers in (left, right))
    return p > e1 * e2**2 * q and max(abs(a - b) for a, b in zip(left, right, strict=True)) <= 1


@general_queries_cost_e1_plus_e2_with_twice_the_noise.sabotage("the noise that is enough for monotone queries")
def _() -> Mechanism:
    return lambda answers, threshold, e1, e2: above_threshold(answers, threshold, e1, e2**2)


def windowed(answers: tuple[int, ...], threshold: int, e1: Fraction, e2: Fraction, reach: int) -> dict[Any, Fraction]:
    """Return a part of every outcome's probability: the threshold noise in ``-reach..reach``, summed term by term."""
    table: dict[Any, Fraction] = dict.fromkeys([*range(len(answers)), None], Fraction(0))
    for rho in range(-reach, reach + 1):
        left = (e1 - 1) / (e1 + 1) * e1 ** -abs(rho)
        for i, answer in enumerate(answers):
            need = threshold + rho - answer
            up = e2 ** (1 - need) / (1 + e2) if need > 0 else 1 - e2**need / (1 + e2)
            table[i], left = table[i] + left * up, left * (1 - up)
        table[None] += left
    return table


REACH = 40


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="k = 2; all answers in 0..5, threshold 2; the same two settings: the closed form against the sum "
                  "over threshold noise in -40..40, below it by at most the noise left out",
       fingerprint=lambda mechanism: mechanism((0, 2), 2, *SETTINGS[1]).exact())
def closed_form_is_the_sum_of_its_series(mechanism: Mechanism = above_threshold) -> Verdict:
    def cases() -> Iterator[Any]:
        for e1, e2 in SETTINGS:
            outside = 2 * e1**-REACH / (e1 + 1)
            for answers in product(range(6), repeat=2):
                law, part = mechanism(answers, MIDDLE, e1, e2).exact(), windowed(answers, MIDDLE, e1, e2, REACH)
                yield (e1, e2, answers), max(law[o] - part[o] for o in part), outside
                yield (e1, e2, answers), max(part[o] - law[o] for o in part), 0

    return judge("<=", cases())


@closed_form_is_the_sum_of_its_series.verifier
def _(mechanism: Mechanism, witness: Any) -> bool:
    e1, e2, answers = witness
    noises = [{k: (e - 1) / (e + 1) * e ** -abs(k) for k in range(-60, 61)} for e in (e1, e2)]
    first = sum(p * q for rho, p in noises[0].items() for nu, q in noises[1].items()
                if answers[0] + nu >= MIDDLE + rho)
    return abs(mechanism(answers, MIDDLE, e1, e2).exact()[0] - first) > Fraction(1, 10**4)


@closed_form_is_the_sum_of_its_series.sabotage("above means strictly above")
def _() -> Mechanism:
    return lambda answers, threshold, e1, e2: above_threshold(answers, threshold + 1, e1, e2)


QUARTERS = (Fraction(9, 7), Fraction(2))  # e^(epsilon/4): epsilon = 1.005 and 2.77
UTILITY = tuple(product((1, 5, 50), (Fraction(1, 10), Fraction(1, 100)), QUARTERS))
ErrorBound = Callable[[int, Fraction, Fraction], int]


@check("KLMNS20-4.2", grade="exact",
       quantifier="k = 1, 5, 50; beta = 1/10, 1/100; e^(eps/4) = 9/7, 2: the worst probability of a wrong report, over "
                  "all sequences of queries, at the printed error",
       fingerprint=lambda error: [error(k, beta, c**4) for k, beta, c in UTILITY])
def failure_at_the_printed_error_is_at_most_beta(error: ErrorBound = printed_error) -> Verdict:
    return judge("<=", (((k, beta, c), above_threshold_failure(k, error(k, beta, c**4), c**2, c) / beta, 1)
                        for k, beta, c in UTILITY))


@failure_at_the_printed_error_is_at_most_beta.verifier
def _(error: ErrorBound, witness: Any) -> bool:
    k, beta, c = witness
    low = -error(k, beta, c**4) - 1  # k answers just below what may be reported above, threshold 0
    return sum(windowed((low,) * k, 0, c**2, c, 30)[i] for i in range(k)) > beta


@failure_at_the_printed_error_is_at_most_beta.sabotage("2 instead of 8: the error of the threshold noise alone")
def _() -> ErrorBound:
    return lambda k, beta, exp_epsilon: printed_error(k, beta, exp_epsilon) // 4


@failure_at_the_printed_error_is_at_most_beta.sabotage("half of it, without the factor k for the k queries")
def _() -> ErrorBound:
    return lambda k, beta, exp_epsilon: printed_error(1, beta, exp_epsilon) // 2


Failure = Callable[[int, int, Fraction, Fraction], Fraction]


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="k = 1, 2, 3; errors 0, 1; e^(eps/4) = 9/7, 2: all sequences of answers at most error + 1 from the "
                  "threshold, the largest probability of a wrong report",
       fingerprint=lambda failure: [failure(k, 1, Fraction(81, 49), Fraction(9, 7)) for k in (1, 2, 3)])
def the_worst_sequence_of_answers_is_known(failure: Failure = above_threshold_failure) -> Verdict:
    def cases() -> Iterator[Any]:
        for k, error, c in product((1, 2, 3), (0, 1), QUARTERS):
            found = max((wrong_report(answers, error, above_threshold(answers, 0, c**2, c).exact()), answers)
                        for answers in product(range(-error - 1, error + 2), repeat=k))
            yield (k, error, c, found[1]), found[0], failure(k, error, c**2, c)

    return judge("==", cases())


def wrong_report(answers: tuple[int, ...], error: int, law: dict[Any, Fraction]) -> Fraction:
    """Return the probability that an answer below ``-error`` is reported above, or one above ``error`` below."""
    def wrong(stop: int | None) -> bool:
        before = answers if stop is None else answers[:stop]
        return any(f > error for f in before) or (stop is not None and answers[stop] < -error)

    return sum((mass for stop, mass in law.items() if wrong(stop)), Fraction(0))


@the_worst_sequence_of_answers_is_known.verifier
def _(failure: Failure, witness: Any) -> bool:
    k, error, c, answers = witness
    fine = Fraction(0)  # all patterns of reports up to the first "above", one by one
    for stop in range(k + 1):
        told, bits = answers[:stop + 1], [False] * stop + [True] * (stop < k)
        if all(f >= -error if bit else f <= error for f, bit in zip(told, bits, strict=True)):
            fine += pattern_probability(told, bits, 0, c**2, c)
    return 1 - fine > failure(k, error, c**2, c)


@the_worst_sequence_of_answers_is_known.sabotage("only sequences that lie just below")
def _() -> Failure:
    return lambda k, error, e1, e2: 1 - pattern_probability([-error - 1] * k, [False] * k, 0, e1, e2)
