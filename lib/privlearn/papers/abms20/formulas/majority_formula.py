"""ABMS20, Section 4.2.2, equation (5): a rule as a majority of majorities."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, aggregate
from privlearn.concepts.majority_formulas import MajorityFormula, minterms_of, to_majority_formula
from privlearn.papers.abms20.formulas import claim
from privlearn.papers.abms20.formulas.instances import large_rules, rules
from privlearn.papers.by_definition import class_of

claim("ABMS20-4.2.2.formula", kind="inequality", section="4.2.2 Littlestone dimension, equation (5)",
      title="Every rule but 0 is a majority of 2m - 1 majorities of 2k - 1 literals and constants",
      uses=("ABMS20-2.def-G", "ABMS20-4.2.2.dnf", "ABMS20-4.2.2.and-maj", "ABMS20-4.2.2.or-maj", "ABMS20-4.2.2.eq4"),
      erratum_kind="step", repaired=True,
      erratum="The text fills up the outer majority with the all-zero function and the inner ones with the all-one "
              "function, which exchanges the two displayed identities.  That formula computes 1 - G(1 - v), the dual "
              "of G.  Among the rules of 1, 2, 3, 4 arguments other than 0 it is wrong for 1 of 3, 11 of 15, 239 of "
              '255 and 65,279 of 65,535: all but the self-dual ones.  Also, "can be written as" is an inclusion of '
              "classes, which is all that the proof needs, not an equality.  And the last step drops log m, maybe "
              "k, where only powers of log k and log d are to be hidden; the closure bound gives Theorem 2.1.",
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


@check("ABMS20-4.2.2.formula", grade="exact",
       quantifier="all rules of at most 4 arguments but 0; five seeded rules of 10",
       says="the majority of majorities has the truth table of the rule")
@verifier(lambda build, witness: truth_by_gates(build(*witness)) != witness[0])
@sabotage("the padding of the text: outer zeros, inner ones", as_printed)
@sabotage("inner ones only", lambda rule, k: replace(to_majority_formula(rule, k), inner=1))
def formula_computes_the_rule(build=to_majority_formula) -> Verdict:
    return judge("==", ((case, build(*case).rule(), case[0]) for case in (*rules(4), *large_rules())))


def dual(rule: int, arity: int) -> int:
    """Return the truth table of ``not G(not v)``."""
    last = (1 << arity) - 1
    return sum(1 << v for v in range(1 << arity) if not rule >> (last - v) & 1)


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all rules of at most 4 arguments but 0, with outer zeros and inner ones",
       says="the formula with the printed padding has the truth table of the dual rule 1 - G(1 - v)")
@verifier(lambda meant, witness: truth_by_gates(as_printed(*witness)) != meant(*witness))
@sabotage("the rule itself, as the text has it", lambda rule, k: rule)
def printed_padding_computes_the_dual(meant=dual) -> Verdict:
    return judge("==", ((case, printed_rule(*case), meant(*case)) for case in rules(4)))


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="k = 1, 2, 3, 4: rules but 0 for which the printed padding is wrong, counted; all but the "
                  "self-dual ones, 2^(2^k) - 1 - 2^(2^(k-1))",
       says="{the number of rules that come out wrong} equals {2^(2^k) - 1 - 2^(2^(k-1))}")
@verifier(
    lambda number, k: number(k) != sum(truth_by_gates(as_printed(rule, k)) != rule for rule in range(1, 1 << (1 << k))))
@sabotage("wrong for every rule but 0", lambda k: 2 ** 2**k - 1)
def printed_padding_is_right_for_self_dual_rules_only(number=lambda k: 2 ** 2**k - 1 - 2 ** 2 ** (k - 1)) -> Verdict:
    return judge("==", ((k, sum(printed_rule(rule, k) != rule for rule in range(1, 1 << (1 << k))), number(k))
                        for k in range(1, 5)))


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
       says="every function of G(H_1, H_2) is among the majorities of majorities")
@sabotage("outer zeros and inner ones", lambda formula, one, two: replace(formula, outer=0, inner=1).classes(one, two))
@judged("==")
def composed_class_is_inside_the_majorities(made=compose):
    for rule, one, two in pairs():
        formula = to_majority_formula(rule, 2)
        inside = set(made(formula, class_on_two(one), class_on_two(two)).rows())
        yield (rule, one, two), len(direct(rule, one, two) - inside), 0

def refutes_composed_class_is_inside_the_majorities(made, rule, one, two):
    first, second = ([f for f in range(4) if number >> f & 1] for number in (one, two))
    wanted = {tuple(rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1 for x in (0, 1)) for f in first for g in second}
    return not wanted <= set(made(to_majority_formula(rule, 2), class_on_two(one), class_on_two(two)).rows())


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="exclusive or: some pair of classes on 2 points has fewer functions G(h_1, h_2) than the "
                  "majorities have; the largest difference",
       says="{the number of functions G(h_1, h_2)} is less than {the number of majorities of majorities}")
@sabotage("the same functions in all minterms, which gives equality",
          lambda formula, one, two: aggregate(formula.rule(), one, two))
def inclusion_can_be_strict(made=compose) -> Verdict:
    formula = to_majority_formula(6, 2)
    found = [((6, one, two), len(direct(6, one, two)), len(made(formula, class_on_two(one), class_on_two(two))))
             for one, two in product(range(1, 16), repeat=2)]
    return judge("<", [max(found, key=lambda case: case[2] - case[1])])

def refutes_inclusion_can_be_strict(made, witness):
    formula = to_majority_formula(6, 2)
    return all(len(made(formula, class_on_two(one), class_on_two(two))) <= len(direct(6, one, two))
               for one, two in product(range(1, 16), repeat=2))


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all rules of at most 3 arguments but 0, with both paddings and with ones or zeros only; all inputs",
       says="evaluated gate after gate, the formula has the values that counting in each gate gives")
@sabotage("the inputs in reverse order", lambda formula, *values: formula.value(*values[::-1]))
@sabotage("the dual of the formula", lambda formula, *values: 1 - formula.value(*(1 - v for v in values)))
@judged("==")
def gate_after_gate_gives_the_same_values(value=MajorityFormula.value):
    for (rule, k), outer, inner in product(rules(3), (0, 1), (0, 1)):
        formula = replace(to_majority_formula(rule, k), outer=outer, inner=inner)
        table = truth_by_gates(formula)
        for number, values in enumerate(product((0, 1), repeat=k)):
            yield (rule, k, outer, inner, values), value(formula, *values), table >> number & 1

def refutes_gate_after_gate_gives_the_same_values(value, rule, k, outer, inner, values):
    formula = replace(to_majority_formula(rule, k), outer=outer, inner=inner)
    return value(formula, *values) != formula.rule() >> int("".join(map(str, values)), 2) & 1
