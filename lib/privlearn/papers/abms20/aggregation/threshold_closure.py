"""ABMS20, Section 2: Theorem 2.2, the threshold dimension of composed classes."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, named_rule
from privlearn.dimensions import threshold_dimension, vc_dimension
from privlearn.dimensions.composition import universal_class
from privlearn.dimensions.sweeps import (RULES, class_of_number, classes_up_to_renaming, dimensions_on_five_points,
                                         largest_on_five_points, maximal_on_five_points, threshold_of_all_classes)
from privlearn.dimensions.sweeps.pairs import combined_class
from privlearn.dimensions.sweeps.simple_pairs import partitions
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import (EVERY_PAIR, composed_rows, entries_refuted, flipped,
                                                           judge_entries, judge_values, mask_partitions, sweep,
                                                           thresholds_by_definition, values_refuted, worst_thresholds)
from privlearn.papers.abms20.aggregation.littlestone_closure import rows_of
from privlearn.papers.abms20.all_classes.logarithms import cells
from privlearn.papers.by_definition import certified_littlestone


@formula("equals", corners={"t": (0, 1, 2, 3)})
def negated_threshold_dimension(t: int) -> Value:
    """Return the largest threshold dimension of a class whose negation has threshold dimension t."""
    return t + 1


claim("ABMS20-2.2", kind="theorem", formulas=(negated_threshold_dimension,), section="2 Main results; proof in 4.2.1",
      title="If all k classes have threshold dimension below t, the composed class has below 2^(4 k 4^k t)",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T", "ABMS20-4.2.1.colouring", "ABMS20-4.2.1.ramsey",
            "ABMS20-4.2.1.extract", "ABMS20-2.1.2.plan"),
      note="The printed bound is far above every dimension that small domains have room for, so it is not compared "
           "with them: its number is judged in the steps of the proof, which runs on ladders.  Checked beside it "
           "are the exact values, for all pairs on four points, for threshold dimension at most 2 on five points, "
           "and for at most 1 on all domains.")


def threshold_value(points: int, rule: int, one: int, two: int) -> int:
    """Return the largest threshold dimension of a composition on 4 or 5 points, of classes with dimensions given.

    To negate an argument, or the value, is to raise a dimension by one: what AND, OR and XOR reach decides.
    """
    def conjunction(s: int, t: int) -> int:
        return 0 if 0 in (s, t) else max(s, t) if 1 in (s, t) else 4 if s == t == 2 else points

    if rule in (0b0110, 0b1001):  # XOR and its negation
        found = max(one, two) if 0 in (one, two) else 4 if one == two == 1 else points
        return min(points, found + rule % 2)
    if rule == 0b1110:  # OR; the negations that make it an AND would be too many
        return max(one, two) if 0 in (one, two) else 3 if one == two == 1 else points
    if rule.bit_count() in (1, 3):
        place = (rule if rule.bit_count() == 1 else 15 - rule).bit_length() - 1  # the value that is there once
        found = conjunction(one + 1 - place // 2, two + 1 - place % 2)
        return min(points, found + (rule.bit_count() == 3))
    return min(points, {0: 0, 15: 1, 0b1100: one, 0b0011: one + 1, 0b1010: two, 0b0101: two + 1}[rule])


def never_more_than_the_sum(points: int, rule: int, one: int, two: int) -> int:
    """Return the largest threshold dimension, cut off at ``T1 + T2`` (corrupted)."""
    return min(threshold_value(points, rule, one, two), one + two)


@check("ABMS20-2.2", grade="exhaustive",
       quantifier=f"{EVERY_PAIR}: the largest threshold dimension, for every T(H1), T(H2)",
       says="{the largest threshold dimension of G(H_1, H_2)} equals {the closed form in G, T(H_1) and T(H_2)}")
@verifier(lambda value, entry: values_refuted("threshold")(lambda *stated: value(4, *stated), entry))
@sabotage("never more than T1 + T2", never_more_than_the_sum)
@sabotage("NAND like AND", lambda points, rule, one, two: threshold_value(points, 8 if rule == 7 else rule, one, two))
def largest_threshold_dimension_of_two_classes_on_four_points(value=threshold_value) -> Verdict:
    return judge_values("threshold", lambda *entry: value(4, *entry))


@check("ABMS20-2.2", grade="exact", quantifier="every entry of the 16 extremal tables on 4 points",
       says="the entry's two classes and their composition have the threshold dimensions that the table states")
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


@check("ABMS20-2.2", grade="exhaustive", quantifier="all pairs of classes of threshold dimension at most 1, on domains "
       "of every size, 8 rules; cut off at 4 against the sweep of all pairs on 4 points",
       says="{the largest threshold dimension, cut off at 4} equals {the largest threshold dimension on 4 points}")
@verifier(lambda largest, rule: is_not_the_largest(min(largest(rule), 4), of_partitions(rule, 4)))
@sabotage("never more than T1 + T2", lambda rule: min(2, largest_for_disjoint_sets(rule)))
def disjoint_sets_compose_on_all_domains_as_on_four_points(largest=largest_for_disjoint_sets) -> Verdict:
    return judge("==", ((rule, min(largest(rule), 4), max(
        sweep().entry(rule, "threshold", one, two)[0] for one, two in product((0, 1), repeat=2)))
        for rule in RULES.values()))


def is_not_the_largest(stated: int, values: Iterable[int]) -> bool:
    """Tell whether one of the values is above what is stated, or none reaches it."""
    best = -1
    for value in values:
        best = max(best, value)
        if best > stated:
            return True
    return best < stated


def of_partitions(rule: int, points: int) -> Iterator[int]:
    """Yield the threshold dimension of two partitions with the empty set composed, for a first one of each kind."""
    families = [sum(1 << f for f in (0, *parts)) for parts in mask_partitions(points)]
    kinds = {tuple(sorted(part.bit_count() for part in parts)): sum(1 << f for f in (0, *parts))
             for parts in mask_partitions(points)}
    yield from (thresholds_by_definition(composed_rows(rule, one, two, points))
                for one, two in product(kinds.values(), families))


@check("ABMS20-2.2", grade="exhaustive", quantifier="all 65,535 classes on 4 points, by threshold dimension",
       says="{the largest threshold dimension of a negated class} equals {t + 1 for threshold dimension t}")
def negation_adds_exactly_one_at_most(bound=negated_threshold_dimension) -> Verdict:
    values = threshold_of_all_classes(4)[1:]
    complements = threshold_of_all_classes(4)[flipped(15)][1:]
    verdict = judge("==", ((t, int(complements[values == t].max()), bound(t)) for t in range(4)))
    return counted(verdict, len(values)) if verdict.holds else verdict

def refutes_negation_adds_exactly_one_at_most(bound, t):
    classes = [class_of_number(number, 4) for number in classes_up_to_renaming(4)[0][1:].tolist()]
    negated = (ConceptClass.from_matrix(1 - c.matrix) for c in classes if threshold_dimension(c, solver="plain") == t)
    return is_not_the_largest(bound(t), (threshold_dimension(c, solver="plain") for c in negated))


@check("ABMS20-2.2", grade="exhaustive", quantifier="all pairs of partitions of 5 points with the empty set, 8 rules: "
       "the largest threshold dimension is that on domains of every size",
       says="{the largest threshold dimension on any domain} equals {the largest threshold dimension on 5 points}")
@verifier(lambda value, rule: is_not_the_largest(value(rule), of_partitions(rule, 5)))
@sabotage("never more than T1 + T2", lambda rule: min(2, largest_for_disjoint_sets(rule)))
def five_points_reach_all_there_is(value=largest_for_disjoint_sets) -> Verdict:
    verdict = judge("==", ((rule, value(rule), largest_on_five_points(rule, flips=False)[0])
                           for rule in RULES.values()))
    return covering(counted(verdict, 7 * 52 * len(RULES)), 52 * 52 * len(RULES)) if verdict.holds else verdict


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


@check("ABMS20-2.2", grade="exhaustive", quantifier="k = 3, T(H_i) <= 1, domains of every size: AND, NAND, majority "
       "and its negation by the universal class, against all triples of partitions of 4 points with the empty set",
       says="{the threshold dimension of the universal class} equals {the largest dimension of the triples on 4 "
       "points}",
       reason="OR and XOR of three reach more than is decided here.")
@sabotage("the values of two classes", lambda rule: min(2, of_three(rule)))
def three_classes_of_disjoint_sets(value=of_three) -> Verdict:
    return judge("==", ((rule, value(rule), best_of_triples(rule)) for rule in three_rules().values()))

def refutes_three_classes_of_disjoint_sets(value, rule):
    families = [rows_of((0, *parts), 4) for parts in mask_partitions(4)]
    composed = ({tuple(rule >> (4 * u + 2 * v + w) & 1 for u, v, w in zip(f, g, h, strict=True))
                 for f, g, h in product(*triple)} for triple in combinations_with_replacement(families, 3))
    return is_not_the_largest(value(rule), (thresholds_by_definition(sorted(rows)) for rows in composed))


@check("ABMS20-2.2", grade="exhaustive", parts=16, quantifier="all pairs of classes of threshold dimension at most 2 "
       "on 5 points (52 and 238 maximal ones), all 16 rules: the largest threshold dimension",
       says="{the largest threshold dimension of G(H_1, H_2)} equals {the closed form in G, T(H_1) and T(H_2)}")
@sabotage("never more than T1 + T2", never_more_than_the_sum)
@sabotage("the values on four points", lambda points, rule, one, two: threshold_value(4, rule, one, two))
def largest_threshold_dimension_of_two_classes_on_five_points(value=threshold_value, part: int = 0) -> Verdict:
    found = (((one, two), worst_thresholds(part, one, two)) for one, two in product((1, 2), repeat=2))
    verdict = judge("==", (((part, *sizes, *pair), largest, value(5, part, *sizes))
                           for sizes, (largest, *pair) in found))
    pairs = sum(len(maximal_on_five_points("threshold", t)) for t in (1, 2)) ** 2
    return counted(verdict, pairs) if verdict.holds else verdict

def refutes_largest_threshold_dimension_of_two_classes_on_five_points(value, rule, one, two, first, second):
    stated = value(5, rule, one, two)
    if thresholds_by_definition(composed_rows(rule, first, second, 5)) > stated:
        return True
    pairs = product(*(maximal_on_five_points("threshold", t).tolist() for t in (one, two)))
    return is_not_the_largest(stated, (dimensions_on_five_points(combined_class(rule, a, b, 5))[2] for a, b in pairs))


@formula("at most", corners={"t": (1, 2, 3, 4, 5)})
def depth_below_thresholds(t: int) -> Value:
    """Return the largest Littlestone dimension of a class whose threshold dimension is below t."""
    return 2**t - 2


@formula("at most", corners={"d": (0, 1, 2, 4)}, tex={"d": r"\mathrm{LDim}"})
def thresholds_of_depth(d: int) -> Value:
    """Return the largest threshold dimension of a class of Littlestone dimension d."""
    return 2 ** (d + 1) - 1


claim("ABMS20-2.1.2.inferior", kind="remark", formulas=(depth_below_thresholds, thresholds_of_depth),
      section="2.1.2 Technical overview",
      title="The way through the Littlestone dimension bounds the threshold dimension worse, doubly exponentially "
            "in t", uses=("ABMS20-2.1", "ABMS20-2.2", "ABMS20-3.2"))


@check("ABMS20-2.1.2.inferior", grade="exhaustive", quantifier="all non-empty classes on 1 to 4 points, and all 2^32 - "
       "1 on 5 points, for every pair of dimensions",
       says="{the Littlestone dimension, or the threshold dimension,} is at most {2^t - 2, or 2^(LDim + 1) - 1}")
@judged("<=")
def dimensions_are_at_most_exponential_in_each_other(bounds=(depth_below_thresholds, thresholds_of_depth)):
    for place, depth, chain, many in cells():
        yield (*place, "depth"), depth, bounds[0](chain + 1), many
        yield (*place, "thresholds"), chain, bounds[1](depth)

def refutes_dimensions_are_at_most_exponential_in_each_other(bounds, points, number, side):
    concepts = class_of_number(number, points)
    depth, chain = certified_littlestone(concepts), threshold_dimension(concepts, solver="plain")
    return not is_at_most(*((depth, bounds[0](chain + 1)) if side == "depth" else (chain, bounds[1](depth))))


def indirect_and_direct(arity: int, t: int) -> tuple[int, int]:
    """Return the exponents ``4^k k^2 2^t`` and ``4 k 4^k t``."""
    return 4**arity * arity**2 * 2**t, 4 * arity * 4**arity * t


@check("ABMS20-2.1.2.inferior", grade="exact", quantifier="k = 1..4, t = 1..20",
       says="the direct bound is smaller than the indirect one exactly if 4 t < 2^t k")
@sabotage("the two curves are exchanged", lambda k, t: indirect_and_direct(k, t)[::-1])
@judged("==")
def direct_bound_is_smaller_exactly_if_2_to_the_t_times_k_exceeds_4t(both=indirect_and_direct):
    for k, t in product(range(1, 5), range(1, 21)):
        indirect, direct = both(k, t)
        yield (k, t), direct < indirect, 4 * t < 2**t * k

def refutes_direct_bound_is_smaller_exactly_if_2_to_the_t_times_k_exceeds_4t(both, k, t):
    indirect, direct = both(k, t)
    ratio = 1  # of the two bounds' exponents, times 4 t
    for _ in range(t):
        ratio *= 2
    return (indirect > direct) != (ratio * k > 4 * t)
