"""ABMS20, Section 4.2.2: an arbitrary rule as a majority of majorities (equation (5))."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

from privlearn.claims.by_definition import class_of
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.concepts import ConceptClass
from privlearn.concepts.aggregation import aggregate
from privlearn.concepts.majority_formulas import (
    MajorityFormula,
    majority,
    minterms_of,
    rule_of_minterms,
    to_majority_formula,
)

PAGE = "closure/formulas"
SECTION = "4.2.2 Littlestone dimension"


@cache
def large_rules() -> tuple[tuple[int, int], ...]:
    """Return five seeded rules of 10 arguments."""
    rng = Random(422)
    return tuple((rng.getrandbits(1 << 10), 10) for _ in range(5))


def rules(largest: int) -> Iterator[tuple[int, int]]:
    """Yield (rule, arity) for all rules but 0, fewest arguments first."""
    for k in range(1, largest + 1):
        yield from ((rule, k) for rule in range(1, 1 << (1 << k)))


claim("ABMS20-4.2.2.dnf", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-4.2.2.formula",
      title="A rule with m inputs of value 1 is a disjunction of m conjunctions of k literals, m at most 2^k",
      erratum="The rule that is identically 0 has no such form with m >= 1, and with m = 0 the later majority would "
              "have -1 arguments; its composed class is one constant function, of dimension 0.")


@check("ABMS20-4.2.2.dnf", grade="exhaustive",
       quantifier="all rules of at most 4 arguments but 0, 65,535 of them with 4; five seeded rules of 10",
       fingerprint=lambda terms: [tuple(terms(rule, 2)) for rule in range(1, 16)])
def disjunction_of_minterms_is_the_rule(terms=minterms_of) -> Verdict:
    return judge("==", ((case, rule_of_minterms(terms(*case), case[1]), case[0])
                        for case in (*rules(4), *large_rules())))


@disjunction_of_minterms_is_the_rule.verifier
def _(terms, witness):
    rule, k = witness
    chosen = [format(term, f"0{k}b") for term in terms(rule, k)]
    inputs = ["".join(bits) for bits in product("01", repeat=k)]
    return any(any(all(z == v for z, v in zip(term, given, strict=True)) for term in chosen)
               != bool(rule >> int(given, 2) & 1) for given in inputs)

disjunction_of_minterms_is_the_rule.sabotage("one minterm is dropped", lambda rule, k: minterms_of(rule, k)[1:])
disjunction_of_minterms_is_the_rule.sabotage("negated literals are exchanged with plain ones",
    lambda rule, k: [(1 << k) - 1 - term for term in minterms_of(rule, k)])


def zeros(k: int) -> list[int]:
    """Return k - 1 zeros."""
    return [0] * (k - 1)


def ones(m: int) -> list[int]:
    """Return m - 1 ones."""
    return [1] * (m - 1)


def padded(values: tuple[int, ...], padding: Callable) -> int:
    """Return the majority of values and padding; even numbers, which only wrong paddings give, need more than half."""
    filled = [*values, *padding(len(values))]
    return majority(filled) if len(filled) % 2 else int(2 * sum(filled) > len(filled))


def of_padded(padding: Callable, simple: Callable[[tuple[int, ...]], int]) -> Iterator[Any]:
    """Yield (values, padded majority, simple value) for all inputs of at most 12 bits."""
    for k in range(1, 13):
        yield from ((values, padded(values, padding), simple(values)) for values in product((0, 1), repeat=k))


claim("ABMS20-4.2.2.and-maj", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-4.2.2.formula",
      title="A conjunction of k values is their majority with k - 1 zeros")


@check("ABMS20-4.2.2.and-maj", grade="exhaustive", quantifier="all inputs of at most 12 bits",
       fingerprint=lambda padding: [padding(k) for k in range(1, 5)])
def majority_with_zeros_is_the_conjunction(padding=zeros) -> Verdict:
    return judge("==", of_padded(padding, min))


@majority_with_zeros_is_the_conjunction.verifier
def _(padding, values):
    filled = [*values, *padding(len(values))]
    return (filled.count(1) > filled.count(0)) != all(values)

majority_with_zeros_is_the_conjunction.sabotage("k zeros", lambda k: [0] * k)
majority_with_zeros_is_the_conjunction.sabotage("k - 1 ones", ones)


claim("ABMS20-4.2.2.or-maj", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-4.2.2.formula",
      title="A disjunction of m values is their majority with m - 1 ones")


@check("ABMS20-4.2.2.or-maj", grade="exhaustive", quantifier="all inputs of at most 12 bits",
       fingerprint=lambda padding: [padding(k) for k in range(1, 5)])
def majority_with_ones_is_the_disjunction(padding=ones) -> Verdict:
    return judge("==", of_padded(padding, max))


@majority_with_ones_is_the_disjunction.verifier
def _(padding, values):
    filled = [*values, *padding(len(values))]
    return (filled.count(1) > filled.count(0)) != any(values)

majority_with_ones_is_the_disjunction.sabotage("m - 1 zeros", zeros)
majority_with_ones_is_the_disjunction.sabotage("m - 2 ones and a zero", lambda m: [0, *[1] * (m - 2)] if m > 1 else [])


claim("ABMS20-4.2.2.formula", kind="inequality", section="4.2.2 Littlestone dimension, equation (5)", page=PAGE,
      title="Every rule but 0 is a majority of 2m - 1 majorities of 2k - 1 literals and constants",
      uses=("ABMS20-2.def-G", "ABMS20-4.2.2.dnf", "ABMS20-4.2.2.and-maj", "ABMS20-4.2.2.or-maj",
            "ABMS20-4.2.2.eq4"),
      erratum="The text fills up the outer majority with the all-zero function and the inner ones with the all-one "
              "function, which exchanges the two displayed identities.  That formula computes 1 - G(1 - v), the dual "
              "of G.  Among the rules of 1, 2, 3, 4 arguments other than 0 it is wrong for 1 of 3, 11 of 15, 239 of "
              "255 and 65,279 of 65,535: all but the self-dual ones.  Also, \"can be written as\" is an inclusion of "
              "classes, which is all that the proof needs, not an equality.",
      note="The bound on the dimension is computed stage by stage with the plan of the proof, on the same page.")


@cache
def printed_rule(rule: int, arity: int) -> int:
    """Return the truth table of the formula with the padding of the text."""
    return as_printed(rule, arity).rule()


def as_printed(rule: int, arity: int) -> MajorityFormula:
    """Return the formula with the padding of the text: outer zeros, inner ones."""
    return MajorityFormula(arity, minterms_of(rule, arity), outer=0, inner=1)


def truth_by_gates(formula: MajorityFormula) -> int:
    """Return the truth table of a formula, by counting in each gate."""
    table = 0
    for number, values in enumerate(product((0, 1), repeat=formula.arity)):
        gates = []
        for term in formula.minterms:
            literals = [int(c) for c in format(term, f"0{formula.arity}b")]
            inside = sum(v == z for v, z in zip(values, literals, strict=True)) + formula.inner * (len(values) - 1)
            gates.append(inside >= len(values))
        table |= (sum(gates) + formula.outer * (len(gates) - 1) >= len(gates)) << number
    return table


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all rules of at most 4 arguments but 0; five seeded rules of 10",
       fingerprint=lambda build: build(6, 2))
def formula_computes_the_rule(build=to_majority_formula) -> Verdict:
    return judge("==", ((case, build(*case).rule(), case[0]) for case in (*rules(4), *large_rules())))


@formula_computes_the_rule.verifier
def _(build, witness):
    return truth_by_gates(build(*witness)) != witness[0]

formula_computes_the_rule.sabotage("the padding of the text: outer zeros, inner ones", as_printed)
formula_computes_the_rule.sabotage("inner ones only", lambda rule, k: replace(to_majority_formula(rule, k), inner=1))


def dual(rule: int, arity: int) -> int:
    """Return the truth table of ``not G(not v)``."""
    last = (1 << arity) - 1
    return sum(1 << v for v in range(1 << arity) if not rule >> (last - v) & 1)


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all rules of at most 4 arguments but 0, with outer zeros and inner ones",
       fingerprint=lambda meant: [meant(rule, 2) for rule in range(1, 16)])
def printed_padding_computes_the_dual(meant=dual) -> Verdict:
    return judge("==", ((case, printed_rule(*case), meant(*case)) for case in rules(4)))


@printed_padding_computes_the_dual.verifier
def _(meant, witness):
    return truth_by_gates(as_printed(*witness)) != meant(*witness)

printed_padding_computes_the_dual.sabotage("the rule itself, as the text has it", lambda rule, k: rule)


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="k = 1, 2, 3, 4: rules but 0 for which the printed padding is wrong, counted; all but the self-dual "
                  "ones, 2^(2^k) - 1 - 2^(2^(k-1))",
       fingerprint=lambda number: [number(k) for k in range(1, 5)])
def printed_padding_is_right_for_self_dual_rules_only(
        number=lambda k: 2 ** 2**k - 1 - 2 ** 2 ** (k - 1)) -> Verdict:
    return judge("==", ((k, sum(printed_rule(rule, k) != rule for rule in range(1, 1 << (1 << k))), number(k))
                        for k in range(1, 5)))


@printed_padding_is_right_for_self_dual_rules_only.verifier
def _(number, k):
    return number(k) != sum(truth_by_gates(as_printed(rule, k)) != rule for rule in range(1, 1 << (1 << k)))

printed_padding_is_right_for_self_dual_rules_only.sabotage("wrong for every rule but 0", lambda k: 2 ** 2**k - 1)


@cache
def class_on_two(number: int) -> ConceptClass:
    """Return the class on 2 points with a number."""
    return class_of((2, number))


def compose(formula: MajorityFormula, one: ConceptClass, two: ConceptClass) -> ConceptClass:
    """Return the class of the formula."""
    return formula.classes(one, two)


def pairs() -> Iterator[tuple[int, int, int]]:
    """Yield (rule, number of a class on 2 points, number of another) for all rules of 2 arguments but 0."""
    return product(range(1, 16), range(1, 16), range(1, 16))


@cache
def direct(rule: int, one: int, two: int) -> frozenset[tuple[int, ...]]:
    """Return the rows of ``G(H_1, H_2)``."""
    return frozenset(aggregate(rule, class_on_two(one), class_on_two(two)).rows())


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all 225 ordered pairs of classes on 2 points, all 15 rules of 2 arguments but 0",
       fingerprint=lambda made: made(to_majority_formula(6, 2), class_of((2, 6)), class_of((2, 9))).rows())
def composed_class_is_inside_the_majorities(made=compose) -> Verdict:
    def cases() -> Iterator[Any]:
        for rule, one, two in pairs():
            formula = to_majority_formula(rule, 2)
            inside = set(made(formula, class_on_two(one), class_on_two(two)).rows())
            yield (rule, one, two), len(direct(rule, one, two) - inside), 0

    return judge("==", cases())


@composed_class_is_inside_the_majorities.verifier
def _(made, witness):
    rule, one, two = witness
    first, second = ([f for f in range(4) if number >> f & 1] for number in (one, two))
    wanted = {tuple(rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1 for x in (0, 1)) for f in first for g in second}
    return not wanted <= set(made(to_majority_formula(rule, 2), class_on_two(one), class_on_two(two)).rows())

composed_class_is_inside_the_majorities.sabotage(
    "outer zeros and inner ones", lambda formula, one, two: replace(formula, outer=0, inner=1).classes(one, two))


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="exclusive or: some pair of classes on 2 points has fewer functions G(h_1, h_2) than the majorities "
                  "have; the largest difference",
       fingerprint=lambda made: made(to_majority_formula(6, 2), class_of((2, 6)), class_of((2, 9))).rows())
def inclusion_can_be_strict(made=compose) -> Verdict:
    formula = to_majority_formula(6, 2)
    found = [((6, one, two), len(direct(6, one, two)), len(made(formula, class_on_two(one), class_on_two(two))))
             for one, two in product(range(1, 16), repeat=2)]
    return judge("<", [max(found, key=lambda case: case[2] - case[1])])


@inclusion_can_be_strict.verifier
def _(made, witness):
    formula = to_majority_formula(6, 2)
    return all(len(made(formula, class_on_two(one), class_on_two(two))) <= len(direct(6, one, two))
               for one, two in product(range(1, 16), repeat=2))

inclusion_can_be_strict.sabotage("the same functions in all minterms, which gives equality",
    lambda formula, one, two: aggregate(formula.rule(), one, two))
