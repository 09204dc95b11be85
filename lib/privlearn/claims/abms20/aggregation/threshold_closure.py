"""ABMS20, Section 2: Theorem 2.2, the threshold dimension of composed classes."""

from functools import cache
from itertools import combinations_with_replacement, product

from privlearn.claims import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.claims.abms20.aggregation import claim
from privlearn.claims.abms20.aggregation.halving_runs import rows_of
from privlearn.claims.abms20.aggregation.instances import (EVERY_PAIR, PAIRS, composed_rows, entries, entries_refuted,
                                                           flipped, judge_entries, mask_partitions, small_values, sweep,
                                                           thresholds_by_definition)
from privlearn.claims.abms20.aggregation.worst_pairs import worst_thresholds
from privlearn.concepts import named_rule
from privlearn.dimensions import threshold_dimension, vc_dimension
from privlearn.dimensions.composition import universal_class
from privlearn.dimensions.sweeps import RULES, largest_on_five_points, maximal_on_five_points, threshold_of_all_classes
from privlearn.dimensions.sweeps.simple_pairs import partitions

claim("ABMS20-2.2", kind="theorem", section="2 Main results; proof in 4.2.1",
      title="If all k classes have threshold dimension below t, the composed class has below 2^(4 k 4^k t)",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T", "ABMS20-4.2.1.colouring", "ABMS20-4.2.1.ramsey",
            "ABMS20-4.2.1.extract", "ABMS20-2.1.2.plan"),
      note="Long planted ladders are taken apart on the page of the proof.  The printed bound is far above every "
           "dimension that occurs on four points; what has force here are the exact values for threshold dimension "
           "at most 1, on all domains, and the tables.")


def printed_exponent(one: int, two: int) -> int:
    """Return the exponent ``4 k 4^k t`` for two classes of these threshold dimensions, ``t`` the larger one plus 1."""
    return 4 * 2 * 4**2 * (max(one, two) + 1)


@check("ABMS20-2.2", grade="exhaustive", quantifier=f"{EVERY_PAIR}; the number of binary digits against the exponent",
       fingerprint=lambda bound: [bound(a, b) for a in range(3) for b in range(3)])
@sabotage("below 2^(digits of T1 + T2)", lambda one, two: (one + two).bit_length())
def threshold_dimension_of_two_classes_is_below_the_bound(exponent=printed_exponent) -> Verdict:
    verdict = judge("<=", ((entry, value.bit_length(), exponent(*entry[1:3])) for entry, value in entries("threshold")))
    return counted(verdict, PAIRS) if verdict.holds else verdict

@threshold_dimension_of_two_classes_is_below_the_bound.verifier
def _(exponent, entry):
    rule, one, two, *pair = entry
    return thresholds_by_definition(composed_rows(rule, pair[0], pair[1])) >= 2 ** exponent(one, two)


@check("ABMS20-2.2", grade="exact", quantifier="every entry of the 16 extremal tables on 4 points",
       fingerprint=small_values)
@verifier(entries_refuted("threshold"))
@sabotage("the VC dimension", vc_dimension)
def threshold_tables_have_witnesses(solver=threshold_dimension) -> Verdict:
    return judge_entries("threshold", solver)


def largest_for_disjoint_sets(rule: int) -> int:
    """Return the threshold dimension of ``G(H1, H2)`` at most, for disjoint sets on any domain."""
    parts = 1
    while (value := threshold_dimension(universal_class(rule, 2, parts, flips=False))) >= parts:
        parts += 1  # a sequence of value + 1 <= parts pairs would fit into this class, so that then the value is final
    return value


@check("ABMS20-2.2", grade="exhaustive",
       quantifier="all pairs of classes of threshold dimension at most 1, on domains of every size, 8 rules; cut off "
                  "at 4 against the sweep of all pairs on 4 points",
       fingerprint=lambda largest: [largest(rule) for rule in RULES.values()])
@sabotage("never more than T1 + T2", lambda rule: min(2, largest_for_disjoint_sets(rule)))
def disjoint_sets_compose_on_all_domains_as_on_four_points(largest=largest_for_disjoint_sets) -> Verdict:
    return judge("==", ((rule, min(largest(rule), 4), max(
        sweep().entry(rule, "threshold", one, two)[0] for one, two in product((0, 1), repeat=2)))
        for rule in RULES.values()))

@disjoint_sets_compose_on_all_domains_as_on_four_points.verifier
def _(largest, rule):
    families = [sum(1 << f for f in (0, *parts)) for parts in mask_partitions(3)]
    best = max(thresholds_by_definition(composed_rows(rule, one, two, 3)) for one, two in product(families, repeat=2))
    return largest(rule) < best


@check("ABMS20-2.2", grade="exhaustive", quantifier="all 65,535 classes on 4 points, by threshold dimension",
       fingerprint=lambda bound: [bound(t) for t in range(5)])
@sabotage("negation changes nothing", lambda t: t)
def negation_adds_exactly_one_at_most(bound=lambda t: t + 1) -> Verdict:
    values = threshold_of_all_classes(4)[1:]
    complements = threshold_of_all_classes(4)[flipped(15)][1:]
    verdict = judge("==", ((t, int(complements[values == t].max()), bound(t)) for t in range(4)))
    return counted(verdict, len(values)) if verdict.holds else verdict

@negation_adds_exactly_one_at_most.verifier
def _(bound, t):
    rows = [tuple(int(j < i) for j in range(4)) for i in range(5)][: t + 2]  # complements of thresholds
    flipped_rows = [tuple(1 - v for v in row) for row in rows]
    pair = sorted((thresholds_by_definition(rows), thresholds_by_definition(flipped_rows)))
    return pair[1] > bound(pair[0])


@check("ABMS20-2.2", grade="exhaustive",
       quantifier="all pairs of partitions of 5 points with the empty set, 8 rules: the largest threshold dimension "
                  "is that on domains of every size",
       fingerprint=lambda value: [value(rule) for rule in RULES.values()])
@sabotage("never more than T1 + T2", lambda rule: min(2, largest_for_disjoint_sets(rule)))
def five_points_reach_all_there_is(value=largest_for_disjoint_sets) -> Verdict:
    return counted(judge("==", ((rule, value(rule), largest_on_five_points(rule, flips=False)[0])
                                for rule in RULES.values())), 52 * 52 * len(RULES))

@five_points_reach_all_there_is.verifier
def _(value, rule):
    families = [rows_of((0, *parts), 4) for parts in ((1, 2, 4, 8), (1, 2, 12), (3, 4, 8), (1, 6, 8))]
    composed = [{tuple(rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)) for f, g in product(*pair)}
                for pair in product(families, repeat=2)]
    return max(thresholds_by_definition(sorted(rows)) for rows in composed) > value(rule)


def of_three(rule: int) -> int:
    """Return the threshold dimension of ``G(H1, H2, H3)`` at most, for disjoint sets on any domain."""
    parts = 1
    while (value := threshold_dimension(universal_class(rule, 3, parts, flips=False))) >= parts:
        parts += 1
    return value


def three_rules() -> dict[str, int]:
    """Return AND, the majority and their negations."""
    return {name: named_rule(base, 3) ^ (255 * negated) for name, base, negated in (
        ("and", "and", 0), ("nand", "and", 1), ("majority", "majority", 0), ("not majority", "majority", 1))}


@cache
def best_of_triples(rule: int) -> int:
    """Return the largest threshold dimension over all triples of partitions of four points with the empty set."""
    table, families = threshold_of_all_classes(4), [(0, *parts) for parts in partitions(4)]
    best = 0
    for triple in combinations_with_replacement(families, 3):
        made = {sum((rule >> (4 * (f >> x & 1) + 2 * (g >> x & 1) + (h >> x & 1)) & 1) << x for x in range(4))
                for f, g, h in product(*triple)}
        best = max(best, int(table[sum(1 << f for f in made)]))
    return best


@check("ABMS20-2.2", grade="exhaustive",
       quantifier="k = 3, T(H_i) <= 1, domains of every size: AND, NAND, majority and its negation by the universal "
                  "class, against all triples of partitions of 4 points with the empty set",
       reason="OR and XOR of three reach more than is decided here.",
       fingerprint=lambda value: [value(rule) for rule in three_rules().values()])
@sabotage("the values of two classes", lambda rule: min(2, of_three(rule)))
def three_classes_of_disjoint_sets(value=of_three) -> Verdict:
    return judge("==", ((rule, value(rule), best_of_triples(rule)) for rule in three_rules().values()))

@three_classes_of_disjoint_sets.verifier
def _(value, rule):
    families = [rows_of((0, *parts), 4) for parts in ((1, 2, 4, 8), (1, 2, 12), (15,))]
    composed = [{tuple(rule >> (4 * u + 2 * v + w) & 1 for u, v, w in zip(f, g, h, strict=True))
                 for f, g, h in product(*triple)} for triple in product(families, repeat=3)]
    return max(thresholds_by_definition(sorted(rows)) for rows in composed) > value(rule)


@check("ABMS20-2.2", grade="exhaustive", parts=16,
       quantifier="all pairs of classes of threshold dimension at most 2 on 5 points (52 and 238 maximal ones), all "
                  "16 rules: the number of binary digits against the exponent",
       reason="The printed bound is far above the number of points.",
       fingerprint=lambda exponent: [exponent(a, b) for a in range(3) for b in range(3)])
@sabotage("below 2^(digits of T1 + T2)", lambda one, two: (one + two).bit_length())
def on_five_points_threshold_dimension_is_below_the_bound(exponent=printed_exponent, part: int = 0) -> Verdict:
    found = (((one, two), worst_thresholds(part, one, two)) for one, two in product((1, 2), repeat=2))
    verdict = judge("<=", (((part, *sizes, *pair), value.bit_length(), exponent(*sizes))
                           for sizes, (value, *pair) in found))
    pairs = sum(len(maximal_on_five_points("threshold", t)) for t in (1, 2)) ** 2
    return counted(verdict, pairs) if verdict.holds else verdict

@on_five_points_threshold_dimension_is_below_the_bound.verifier
def _(exponent, witness):
    rule, one, two, first, second = witness
    return thresholds_by_definition(composed_rows(rule, first, second, 5)) >= 2 ** exponent(one, two)


claim("ABMS20-2.1.2.inferior", kind="remark", section="2.1.2 Technical overview",
      title="The way through the Littlestone dimension bounds the threshold dimension worse, doubly exponentially "
            "in t", uses=("ABMS20-2.1", "ABMS20-2.2", "ABMS20-3.2"))


def indirect_and_direct(arity: int, t: int) -> tuple[int, int]:
    """Return the exponents ``4^k k^2 2^t`` and ``4 k 4^k t``."""
    return 4**arity * arity**2 * 2**t, 4 * arity * 4**arity * t


@check("ABMS20-2.1.2.inferior", grade="exact", quantifier="k = 1..4, t = 1..20",
       fingerprint=lambda both: [both(k, t) for k in range(1, 5) for t in range(1, 6)])
@sabotage("the two curves are exchanged", lambda k, t: indirect_and_direct(k, t)[::-1])
@judged("==")
def direct_bound_is_smaller_exactly_if_2_to_the_t_times_k_exceeds_4t(both=indirect_and_direct):
    for k, t in product(range(1, 5), range(1, 21)):
        indirect, direct = both(k, t)
        yield (k, t), direct < indirect, 4 * t < 2**t * k

@direct_bound_is_smaller_exactly_if_2_to_the_t_times_k_exceeds_4t.verifier
def _(both, witness):
    k, t = witness
    indirect, direct = both(k, t)
    ratio = 1  # of the two bounds' exponents, times 4 t
    for _ in range(t):
        ratio *= 2
    return (indirect > direct) != (ratio * k > 4 * t)
