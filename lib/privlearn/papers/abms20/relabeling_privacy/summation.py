"""ABMS20, proof of Lemma 5.3: the summation over the patterns; Section 2.1.3: the earlier transformation's loss."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import log
from typing import Any

from privlearn.checking import Verdict, all_hold, check, counted, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, classes_up_to_symmetry
from privlearn.exact import Bracket, exp_bracket, log_bracket, rational
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, exp, formula, ln, sqrt
from privlearn.laws import choice, worst_ratio
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.relabeling import error_count, relabel_law
from privlearn.learners.relabeling.extremal import (error_ratio, general_family, general_ratio, marker_score,
                                                    pattern_learner, relabel_all_then_learn, saturated_instance,
                                                    saturated_ratios)
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.abms20.relabeling_privacy import claim
from privlearn.papers.abms20.relabeling_privacy.instances import ROOT, all_branches, best_response, shown

FOUR_E = exp_bracket(1) * 4

claim("ABMS20-5.3.eq-final", kind="inequality", step_of="ABMS20-5.3", title="Summation over the patterns",
      uses=("ABMS20-5.3.eq-chain", "ABMS20-5.3.eq-A"),
      erratum_kind="misprint",
      erratum="B in the last line is A_RelabelAndLearn. Using the private algorithm's guarantee before the factor "
              "4e, the delta is delta instead of 4e delta.")


@check("ABMS20-5.3.eq-final", grade="certified",
       quantifier="4e <= e^x <= e^3 for x = 2.3863, and e^(x - 1/10000) <= 4e: ln(4e) to four digits",
       says="e^x is at least 4e and at most e^3, and x is at most ln(4e) + 1/10000",
       reason="e^3 is convenience: it is almost twice as large as 4e.")
@sabotage("e^2", Fraction(2))
@sabotage("e^2.39, not the least", Fraction(239, 100))
@judged("<=")
def four_e_is_at_most_e_cubed(exponent: Fraction = Fraction(23863, 10000)):
    yield "enough", FOUR_E, exp_bracket(exponent)
    yield "printed", exp_bracket(exponent), exp_bracket(3)
    yield "least", exp_bracket(exponent - Fraction(1, 10000)), FOUR_E

def refutes_four_e_is_at_most_e_cubed(exponent, side):
    gap = exponent - 1 - 2 * log(2)  # above ln(4e)
    return gap < 0 if side == "enough" else gap > 1 / 10000 if side == "least" else exponent > 3


@cache
def atoms() -> list[tuple[Any, dict[Any, list[Any]]]]:
    """For the instances with two answers: outcome (V, answer) -> [sum w_1 p_1, sum w_2 p_2, sum w_1 p_2] (e = 9/4)."""
    found = []
    for key, parts in all_branches():
        if key[3] == best_response.__name__:
            place = shown(key[1], key[2])
            table: dict[Any, list[Any]] = {}
            for h, b in parts.items():
                for answer in (0, 1):
                    sums = table.setdefault((h[place], answer), [rational(0)] * 3)
                    p = [b.answers[t].get(answer, 0) for t in (0, 1)]
                    for k, (s, t) in enumerate(((0, 0), (1, 1), (0, 1))):
                        sums[k] += b.weights[s] * p[t]
            found.append((key, table))
    return found


def end_cases(end, middle: int) -> Iterator[Any]:
    """Yield both inequalities at the worst event of the worst instance: P_1 <= middle <= slope P_2 + constant.

    Middle 1 is the sum of 4e w_2 (e^eps p_2 + delta), middle 2 that of w_1 (e^eps p_2 + delta).  All sides are sums
    over the outcomes of an event, so the worst event consists of the outcomes with a negative difference.
    """
    for base, group in groupby(atoms(), key=lambda atom: atom[0][4]):
        ratio, delta = (rational(v) for v in base)
        slope, constant = (rational(v) for v in end(Fraction(9), *base))
        factor, spare = (9 * ratio, 9 * delta) if middle == 1 else (ratio, delta)
        tight: dict[str, Any] = {}
        for key, table in group:
            for part, rest in (("first", spare), ("second", constant - spare)):
                gaps = [factor * s[middle] - s[0] if part == "first" else slope * s[1] - factor * s[middle]
                        for s in table.values()]
                least = rest + sum([gap for gap in gaps if gap < 0])
                if part not in tight or least < tight[part][0]:
                    event = tuple(o for o, gap in zip(table, gaps, strict=True) if gap < 0)
                    tight[part] = least, (key, event, part, middle)
        yield from ((witness, 0, gap) for gap, witness in tight.values())


def for_all_events(verdict: Verdict) -> Verdict:
    """Return the verdict on the worst event of each instance as one on both inequalities and all 16 events."""
    return covering(counted(verdict, 2 * len(atoms())), 2 * 16 * len(atoms()))


def refuted_end(end, witness) -> bool:
    """Tell whether the end is below the middle sum at the witness, the weights being computed from the definition."""
    (rows, first, second, _, (ratio, delta)), event, _, middle = witness
    points = [sorted({x for x, _ in (*given[0], *given[1])}) for given in (first, second)]
    common, v, truth = sorted({*points[0]} & {*points[1]}), first[1][0][0], (ratio + delta) / (1 + ratio)
    weights: list[dict[Any, Fraction]] = []
    for t, given in enumerate((first, second)):
        weights.append({tuple(h[x] for x in points[t]): Fraction(2, 3) ** sum(h[x] != y for x, y in given[0])
                        for h in rows})
    middle_sum, p_two = Fraction(0), Fraction(0)
    for h, weight in weights[1].items():
        value, label = h[points[1].index(v)], h[points[1].index(second[0][0][0])]
        inside = sum((truth if a == label else 1 - truth for u, a in event if u == value), Fraction(0))
        key = tuple(h[points[1].index(x)] for x in common)
        both = [sum(w for g, w in side.items() if tuple(g[points[t].index(x)] for x in common) == key)
                / sum(side.values()) for t, side in enumerate(weights)]
        share = weight / sum(weights[1].values())
        p_two += share * inside
        middle_sum += 9 * share * (ratio * inside + delta) if middle == 1 else (
            share * both[0] / both[1] * (ratio * inside + delta))
    slope, constant = end(Fraction(9), ratio, delta)
    return middle_sum > slope * p_two + constant


@check("ABMS20-5.3.eq-final", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), D, V, W of one row, neighbours in D or W, both "
                  "orders; randomised response with e^eps = 1, 3, delta = 1/100; all 16 events; e = 9/4",
       says="Pr_1 is at most the sum over the patterns, and this at most 4e e^epsilon Pr_2 + 4e delta",
       reason="The first end is an identity up to 4e <= e^3: the weights sum to 1.")
@verifier(refuted_end)
@sabotage("2e in place of 4e at the end", lambda four_e, ratio, delta: (four_e / 2 * ratio, four_e * delta))
def both_inequalities_for_every_event(end=lambda four_e, ratio, delta: (four_e * ratio, four_e * delta)) -> Verdict:
    return for_all_events(judge("<=", end_cases(end, 1)))


ORDINARY, EXP_PRIVATE = 1023, Fraction(3)


@cache
def family_law() -> dict[tuple[bool, bool], tuple[Fraction, Fraction]]:
    """Return the chances of (the special pattern is published, answer) on the two inputs of the family, e = 9/4.

    The private algorithm says by randomised response whether the point 0 occurs.
    """
    concepts, *inputs = general_family(ORDINARY)
    truth, found = EXP_PRIVATE / (1 + EXP_PRIVATE), []
    for data, rest in inputs:
        law = relabel_law(concepts, marker_score, data, rest, Fraction(9, 4))
        special = sum(p for (_, new), p in law.exact().items()
                      if sum(y << k for k, (_, y) in enumerate(new)) == ORDINARY)
        says = truth if data[1][0] == 0 else 1 - truth
        found.append({(s, a): Fraction(special if s else 1 - special) * (says if a else 1 - says)
                      for s in (True, False) for a in (True, False)})
    return {key: (found[0][key], found[1][key]) for key in found[0]}


def refuted_on_family(end, special: bool | str, answer: bool) -> bool:
    """Tell the same on the family, from its closed form: two weights of the special pattern, N or 2 N of the others."""
    one, two = (Fraction(2) / (2 + ORDINARY * Fraction(2, 3)), Fraction(2, 3) / (Fraction(2, 3) + 2 * ORDINARY))
    chances = [w * (Fraction(3, 4) if answer == first else Fraction(1, 4)) for w, first in (
        (one if special else 1 - one, True), (two if special else 1 - two, False))]
    slope, constant = end(Fraction(9), EXP_PRIVATE, Fraction(0))
    if special == "sharp":
        return slope * (1 - Fraction(1, 225)) * chances[1] + constant >= chances[0]
    return chances[0] >= slope * chances[1] + constant


@check("ABMS20-5.3.eq-final", grade="exhaustive",
       quantifier="the same instances and events: the private algorithm's guarantee first, then the factor; and the "
                  "whole law on the family of Lemma 5.3 with 1023 ordinary patterns, e^eps = 3, delta = 0, where Pr_1 "
                  "reaches neither the end with 4e = 9 nor the one with 4e - 1/25",
       says="Pr_1 is at most 4e e^epsilon Pr_2 + delta, on the family less, and more than (4e - 1/25) e^epsilon Pr_2",
       reason="Three points judge delta, as half of the factor would do there; the family judges the factor.")
@verifier(lambda end, witness: refuted_on_family(end, *witness[1:]) if witness[0] == "family" else refuted_end(
    end, witness))
@sabotage("half of delta", lambda four_e, ratio, delta: (four_e * ratio, delta / 2))
@sabotage("for 4e the ratio that the family reaches",
          lambda four_e, ratio, delta: (general_ratio(ORDINARY, Fraction(3, 2)) * ratio, delta))
@sabotage("one percent less than 4e", lambda four_e, ratio, delta: (four_e * ratio * Fraction(99, 100), delta))
def improved_order_keeps_delta(end=lambda four_e, ratio, delta: (four_e * ratio, delta)) -> Verdict:
    slope, constant = end(Fraction(9), EXP_PRIVATE, Fraction(0))
    first, second = family_law()[True, True]
    found: list[tuple[Any, Any, Any]] = [(("family", *key), one, slope * two + constant)
                                         for key, (one, two) in family_law().items()]
    found.append((("family", "sharp", True), slope * (1 - Fraction(1, 225)) * second + constant, first))
    return all_hold(judge("<", found), for_all_events(judge("<=", end_cases(end, 2))))


TINY = (Fraction(1, 100), Fraction(1, 10))
LEARNER_ROOT = Fraction(21, 20)  # e^{eps_0/2}
LEARNER, TELLER = Logarithm(LEARNER_ROOT**2), Logarithm(Fraction(1000))


@formula("at most", tex={"epsilon": r"\eps_0", "exp(1)": "e"}, corners={"epsilon": (TINY[0], LEARNER, TELLER)})
def loss_of_the_whole(epsilon: Value) -> Value:
    return epsilon + 2 * ln(1 + sqrt(exp(1)))


claim("ABMS20-2.1.3.bns", kind="remark", formulas=(loss_of_the_whole,),
      section="2.1.3 Technical overview",
      title="The earlier transformation is O(1)-private, however private its learner is",
      uses=("ABMS20-5.alg2", "ABMS20-3.alg1", "ABMS20-3.3"),
      note="Its sharp constant for the number of errors: eps_0 + 2 ln(1 + sqrt e), the second part being 1.948. "
           "Whether the transformation works for improper learners is open in the paper.")

SIZES = ((2, (1000, 10_000)), (4, (1000, 10_000)), (8, (1000, 10_000)))


def loss_ratio(points: int, epsilon: Fraction, repeats: int) -> Bracket:
    """Return the largest ratio of the answers' probabilities on the saturated instance, e^{1/2} as in the paper."""
    return max(saturated_ratios(points, ROOT, exp_bracket(-epsilon * repeats)).values(), key=lambda r: r.lower)


@check("ABMS20-2.1.3.bns", grade="certified",
       quantifier="k = 2, 4, 8 points (2^k patterns), eps_0 = 0.1 with R = 1000, 10,000 and eps_0 = 0.01 with R = "
                  "10,000: the ratio is within 1/1000 of its limit, which does not know eps_0",
       says="the largest ratio of an answer's probabilities is within 1/1000 of the ratio of relabelling alone",
       reason="The limit of e^loss: the loss itself differs by less, as the ratio is above 1.")
@sabotage("e^1: the exponential mechanism with a fixed set of behaviours", lambda n, root: root * root)
@sabotage("1: the loss goes to 0 with eps_0", lambda n, root: 1)
def loss_tends_to_the_relabelling_ratio(limit=error_ratio) -> Verdict:
    def cases(sign: int) -> Iterator[Any]:
        for k, repeats in SIZES:
            for epsilon in TINY:
                for r in repeats:
                    if epsilon * r >= 100:
                        gap = loss_ratio(k, epsilon, r) - limit((1 << k) - 1, ROOT)
                        yield (k, epsilon, r), gap * sign, Fraction(1, 1000)

    return all_hold(judge("<=", cases(1)), judge("<=", cases(-1)))

def refutes_loss_tends_to_the_relabelling_ratio(limit, k, epsilon, r):
    a, n, miss = exp_bracket(Fraction(-1, 2)).lower, 2**k - 1, exp_bracket(-epsilon * r).upper
    right = 1 / (1 + miss) ** k
    first, second = (1 + a) / (1 + a + n * a), a / (a + n * (1 + a))
    other = a / (1 + a + n * a), (1 + a) / (a + n * (1 + a))
    ratio = (first * right + other[0] * (1 - right)) / (second * right + other[1] * (1 - right))
    claimed = limit(n, ROOT)
    return abs(ratio - (claimed.lower if isinstance(claimed, Bracket) else claimed)) > Fraction(1, 1000)


BUILT = ((1, 1, Fraction(3, 2)), (1, 3, Fraction(3, 2)), (2, 1, Fraction(11, 10)), (2, 2, Fraction(2)),
         (3, 1, Fraction(3, 2)))


@check("ABMS20-2.1.3.bns", grade="exact",
       quantifier="the transformation run on the instance with (k, R, e^{eps_0/2}) = (1, 1, 3/2), (1, 3, 3/2), (2, "
                  "1, 11/10), (2, 2, 2), (3, 1, 3/2), e^{1/2} = 2: all ratios of probabilities are the closed form",
       says="{the ratio of an answer's probabilities} equals {the closed form of the ratio}")
@sabotage("each point counts once in the learner's score, not 2R times",
          lambda k, root, miss: saturated_ratios(k, root, Fraction(1, 2)))
@judged("==")
def whole_law_has_the_closed_form(ratios=saturated_ratios):
    for k, repeats, root in BUILT:
        concepts, common, left, right = saturated_instance(k, repeats)
        learner = pattern_learner(concepts, common, root**2)
        laws = [relabel_all_then_learn(concepts, error_count, learner, data, 4).exact() for data in (left, right)]
        formula = ratios(k, Fraction(2), root ** (-2 * repeats))
        for pattern, chance in laws[0].items():
            yield (k, repeats, root, pattern), chance / laws[1][pattern], formula[k - sum(pattern)]

def refutes_whole_law_has_the_closed_form(ratios, k, repeats, root, pattern):
    miss, chances = root ** (-2 * repeats), []
    for special, usual in ((Fraction(3, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(3, 2))):
        weights = [special if h == 2**k - 1 else usual for h in range(2**k)]
        number = sum(v << j for j, v in enumerate(pattern))
        chances.append(sum(w * miss ** (h ^ number).bit_count() for h, w in enumerate(weights)) / sum(weights))
    return chances[0] / chances[1] != ratios(k, Fraction(2), miss)[k - sum(pattern)]


LOW = exp_bracket(Fraction(1, 2), 40)  # a rational e^{1/2}, 40 bits
WIDEN = (LOW.upper / LOW.lower) ** 6  # scores up to 3: weights, hence probabilities, move by at most (upper/lower)^3


@cache
def audit() -> dict[int, tuple[Bracket, Any, int]]:
    """Return for 2 and 3 rows the largest ratio of probabilities over all classes and neighbours, and where it is."""
    found = {}
    for rows in (2, 3):
        databases = list(multiset_databases(labelled_rows(3), rows))
        pairs, best, witness = replace_one_unordered(databases), rational(0), None
        for c, _ in classes_up_to_symmetry(3):
            learner = cache(exponential_learner(c, LEARNER_ROOT**2))
            laws = {data: relabel_all_then_learn(c, error_count, learner, data, LOW.lower**2).masses()
                    for data in databases}
            for left, right in pairs:
                for outcome, p in laws[left].items():
                    if p > best * laws[right][outcome]:
                        best, witness = p / laws[right][outcome], (c.rows(), left, right, outcome)
        value = Fraction(int(best.numerator), int(best.denominator))
        found[rows] = Bracket(value / WIDEN, value * WIDEN), witness, len(pairs)
    return found


@check("ABMS20-2.1.3.bns", grade="certified",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all multisets of 2 and 3 rows, all replacements "
                  "and answers; the learner is the exponential mechanism with e^{eps_0} = 441/400; the saturated "
                  "instance with k = 12, eps_0 = 0.01, R = 10,000; two concepts that no row tells apart, e^{eps_0} = "
                  "1000",
       says="{the largest loss of an answer} is at most {epsilon_0 + 2 ln(1 + sqrt e)}",
       reason="The laws are computed for a rational e^{1/2} of 40 bits and widened by what the rest can change. Three "
              "points do not come near the bound (the largest ratio is 1.07); the saturated instance does.")
def loss_is_at_most_the_sharp_constant(bound=loss_of_the_whole) -> Verdict:
    cases = [((rows, *witness), log_bracket(value), bound(LEARNER)) for rows, (value, witness, _) in audit().items()]
    tight = (("saturated", 12), log_bracket(loss_ratio(12, TINY[0], 10_000)), bound(TINY[0]))
    told = (("told", 1000), log_bracket(ratio_of_the_teller()), bound(TELLER))
    pairs = sum(number for _, _, number in audit().values())
    return covering(counted(judge("<=", [*cases, tight, told]), 21 * pairs + 2), 255 * pairs + 2)

def refutes_loss_is_at_most_the_sharp_constant(bound, witness):
    if witness[0] == "told":
        return log(witness[1]) > float(as_bracket(bound(TELLER)).upper)
    if witness[0] == "saturated":  # the answer is the relabelled pattern, but for less than 10^-30
        a, n = exp_bracket(Fraction(-1, 2)).lower, 2 ** witness[1] - 1
        ratio = (1 + a) / (1 + a + n * a) / (a / (a + n * (1 + a)))
        return log(ratio * Fraction(9999, 10_000)) > float(as_bracket(bound(TINY[0])).upper)
    _, rows, left, right, outcome = witness
    chances = []
    for data in (left, right):
        seen = {tuple(h[x] for x, _ in data): exp_bracket(Fraction(-sum(h[x] != y for x, y in data), 2)).lower
                for h in rows}
        chance = Fraction(0)
        for labels, weight in seen.items():
            fits = [LEARNER_ROOT ** -sum(h[x] != y for (x, _), y in zip(data, labels, strict=True)) for h in rows]
            chance += weight / sum(seen.values()) * fits[outcome] / sum(fits)
        chances.append(chance)
    return log(chances[0] / chances[1] * Fraction(999, 1000)) > float(as_bracket(bound(LEARNER)).upper)


def ratio_of_the_teller() -> Fraction:
    """Return the largest ratio for a learner that tells by its answer, one of two alike on the rows, where a row is."""
    concepts = ConceptClass.from_matrix([[0, 0, 0], [0, 0, 1]])
    left, right = (relabel_all_then_learn(concepts, error_count, lambda rows: choice(
        {rows[0][0]: Fraction(1000, 1001), 1 - rows[0][0]: Fraction(1, 1001)}), ((x, 0),), 4) for x in (0, 1))
    return Fraction(worst_ratio(left, right)[0])
