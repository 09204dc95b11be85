"""ABMS20, Section 4.2.2: every rule is a formula of majorities, by padding, stage by stage."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb, log
from random import Random
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, aggregate, named_rule
from privlearn.concepts.majority_formulas import (MajorityFormula, majority, minterms_of, rule_of_minterms,
                                                  to_majority_formula)
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.composition import closure_bound
from privlearn.exact.formulas import Value, formula
from privlearn.online.boosting import majority_stages
from privlearn.papers.abms20.formulas import claim
from privlearn.papers.by_definition import class_of, littlestone_by_definition


@cache
def large_rules() -> tuple[tuple[int, int], ...]:
    rng = Random(422)
    return tuple((rng.getrandbits(1 << 10), 10) for _ in range(5))


def rules(largest: int) -> Iterator[tuple[int, int]]:
    """Yield (rule, arity) for all rules but 0, fewest arguments first."""
    for k in range(1, largest + 1):
        yield from ((rule, k) for rule in range(1, 1 << (1 << k)))


@formula("at most", corners={"k": (1, 2, 3, 4)})
def most_minterms(k: int) -> Value:
    """Return how many inputs of k bits a rule may have with value 1."""
    return 2**k


@formula("equals", corners={"k": (1, 2, 3, 6)})
def zeros_of_a_conjunction(k: int) -> Value:
    """Return how many zeros make the majority a conjunction of k values."""
    return k - 1


@formula("equals", corners={"m": (1, 2, 3, 6)})
def ones_of_a_disjunction(m: int) -> Value:
    """Return how many ones make the majority a disjunction of m values."""
    return m - 1


@formula("equals", where=("k >= 1",), corners={"k": (0, 1, 2, 3, 4)},
         loose={"k >= 1": "a rule has an argument"})
def rules_computed_wrongly(k: int) -> Value:
    """Return how many rules of k arguments other than 0 the formula with exchanged padding computes wrongly."""
    return 2 ** 2**k - 1 - 2 ** 2 ** (k - 1)


claim("ABMS20-4.2.2.dnf", kind="inequality", step_of="ABMS20-4.2.2.formula", formulas=(most_minterms,),
      title="A rule with m inputs of value 1 is a disjunction of m conjunctions of k literals, m at most 2^k",
      erratum_kind="gap",
      erratum="The rule that is identically 0 has no such form with m >= 1, and with m = 0 the later majority would "
              "have -1 arguments; its composed class is one constant function, of dimension 0.")


claim("ABMS20-4.2.2.and-maj", kind="inequality", step_of="ABMS20-4.2.2.formula", formulas=(zeros_of_a_conjunction,),
      title="A conjunction of k values is their majority with k - 1 zeros")


claim("ABMS20-4.2.2.or-maj", kind="inequality", step_of="ABMS20-4.2.2.formula", formulas=(ones_of_a_disjunction,),
      title="A disjunction of m values is their majority with m - 1 ones")


claim("ABMS20-4.2.2.formula", kind="inequality", formulas=(rules_computed_wrongly,),
      section="4.2.2 Littlestone dimension, equation (5)",
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


def dual(rule: int, arity: int) -> int:
    last = (1 << arity) - 1
    return sum(1 << v for v in range(1 << arity) if not rule >> (last - v) & 1)


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all rules of at most 4 arguments but 0, with outer zeros and inner ones",
       says="the formula with the printed padding has the truth table of the dual rule 1 - G(1 - v)")
@verifier(lambda meant, witness: truth_by_gates(as_printed(*witness)) != meant(*witness))
@sabotage("the rule itself, as the text has it", lambda rule, k: rule)
def printed_padding_computes_the_dual(meant=dual) -> Verdict:
    return judge("==", ((case, printed_rule(*case), meant(*case)) for case in rules(4)))


@check("ABMS20-4.2.2.formula", grade="exhaustive", quantifier="k = 1, 2, 3, 4: rules but 0 for which the printed "
       "padding is wrong, counted; all but the self-dual ones, 2^(2^k) - 1 - 2^(2^(k-1))",
       says="{the number of rules that come out wrong} equals {2^(2^k) - 1 - 2^(2^(k-1))}")
@verifier(
    lambda number, k: number(k) != sum(truth_by_gates(as_printed(rule, k)) != rule for rule in range(1, 1 << (1 << k))))
def printed_padding_is_right_for_self_dual_rules_only(number=rules_computed_wrongly) -> Verdict:
    return judge("==", ((k, sum(printed_rule(rule, k) != rule for rule in range(1, 1 << (1 << k))), number(k))
                        for k in range(1, 5)))


@cache
def class_on_two(number: int) -> ConceptClass:
    return class_of((2, number))


Rows = tuple[tuple[int, ...], ...]


class Rule(NamedTuple):
    """A rule as a truth table, two classes for a rule of two arguments, or none, and how the formula is made."""

    G: int
    k: int
    H_1: Rows = ()
    H_2: Rows = ()
    made: Callable[[int, int], MajorityFormula] = to_majority_formula


def a_conjunction_is_missing(rule: int, arity: int) -> MajorityFormula:
    return MajorityFormula(arity, minterms_of(rule, arity)[1:] or (0,))


def literals_are_exchanged(rule: int, arity: int) -> MajorityFormula:
    return MajorityFormula(arity, tuple((1 << arity) - 1 - term for term in minterms_of(rule, arity)))


@cache
def family() -> list[Rule]:
    """All rules of at most 4 arguments but 0, with all pairs of classes for 2; some of 5 to 12 arguments."""
    large = [*large_rules(), *((1 << v, k) for k in range(5, 13) for v in (0, 5, (1 << k) - 1))]
    on_two = [tuple(class_on_two(number).rows()) for number in range(1, 16)]
    return [*(Rule(*case) for case in (*rules(4), *large)),
            *(Rule(rule, 2, one, two) for rule in range(1, 16) for one, two in product(on_two, repeat=2))]


@cache
def paddings(bit: int, gate: Callable[..., int], values: int) -> list[int]:
    """Return how many copies of a bit make the majority of so many values a gate: their least or largest."""
    return [n for n in range((values + 1) % 2, 2 * values + 1, 2) if all(
        majority([*given, *[bit] * n]) == gate(given) for given in product((0, 1), repeat=values))]


@cache
def with_dimensions(rows: Rows) -> tuple[ConceptClass, int, int]:
    """Return a class, its Littlestone dimension and that of its negation."""
    c = ConceptClass.from_matrix(rows)
    return c, littlestone_dimension(c), littlestone_dimension(ConceptClass.from_matrix(1 - c.matrix))


@proof("ABMS20-4.2.2.formula", grade="exact",
       quantifier="all rules of at most 4 arguments but 0, 65,535 of them with 4; five seeded rules of 10; rules with "
                  "one 1 of 5 to 12 arguments, the formula up to 10; gates of at most 12 values, all inputs, up to "
                  "twice as many constants; all 225 ordered pairs of classes on 2 points, all 15 rules of 2 arguments",
       instances=family, start=Rule(13, 2, ((0, 0, 0), (0, 0, 1)), ((0, 1, 0), (0, 1, 1))),
       steps={"dnf/number": "{1; the number m of conjunctions} is at most {m; 2^k}",
              "dnf/table": "{the disjunction of the conjunctions} is {G}",
              "and-maj": "{the only number of constants that makes the majority the conjunction} is {k - 1}",
              "or-maj": "{the only number of constants that makes the majority the disjunction} is {m - 1}",
              "table": "{the majority of majorities} is {G}",
              "negation": "{the Littlestone dimensions of H_1, H_2} are {those of their negations}",
              "conclusion": "{the functions of G(H_1, H_2) that are no majority of majorities} are {none}"},
       wordless={"dimension": "an order; with constants it is computed stage by stage below"},
       hypotheses=(
           Hypothesis("m >= 1", {"G": 0}, ("dnf/number",)),
           Hypothesis("there is a conjunction for every input of value 1", {"made": a_conjunction_is_missing},
                      ("dnf/table", "table", "conclusion")),
           Hypothesis("the literals are x_j where v_j = 1", {"made": literals_are_exchanged},
                      ("dnf/table", "table", "conclusion")),
           Hypothesis("outer gates are filled up with ones, inner ones with zeros", {"made": as_printed},
                      ("and-maj", "or-maj", "table", "conclusion"))))
def rules_are_majorities_of_majorities(given: Rule, most=most_minterms, zeros=zeros_of_a_conjunction,
                                       ones=ones_of_a_disjunction) -> Iterator[Line]:
    G, k, m = given.G, given.k, given.G.bit_count()
    number_lines = k != 4 or 2**m - 1 == G  # what depends on k and m alone, once for k = 4
    if number_lines:
        yield Line("dnf/number", "<=", 1, m)
        yield Line("dnf/number", "<=", m, most(k))
    formula = given.made(G, k)
    if k <= 10:
        yield Line("dnf/table", "==", rule_of_minterms(formula.minterms, k), G)
    if number_lines:
        yield Line("and-maj", "==", paddings(formula.inner, min, k), [zeros(k)])
        if m <= 12:
            yield Line("or-maj", "==", paddings(formula.outer, max, m), [ones(m)])
    if k <= 10:
        yield Line("table", "==", formula.rule(), G)
    if given.H_1:
        (one, plain, negated), (two, *others) = map(with_dimensions, given[2:4])
        yield Line("negation", "==", (plain, others[0]), (negated, others[1]))
        inside = set(formula.classes(one, two).rows())
        yield Line("conclusion", "==", len({*aggregate(G, one, two).rows()} - inside), 0)


def refutes_rules_are_majorities_of_majorities(given: Rule, step: str, case: Any, most, zeros, ones) -> bool:
    """Tell whether a line is false, by counting in the gates."""
    G, k, H_1, H_2, made = given
    inputs = list(product((0, 1), repeat=k))
    m = sum(G >> v & 1 for v in range(len(inputs)))
    if step == "dnf/number":
        return m == 0 or len(inputs) > most(k)
    formula = made(G, k)
    if step.endswith("maj"):  # k ones are the majority, k - 1 are not; with a one m ones are it, alone they are not
        values, count, wrong = (k, zeros(k), formula.inner) if step[0] == "a" else (m, ones(m), 1 - formula.outer)
        return wrong == 1 or not values - 2 < count < values or (values + count) % 2 != 1
    if step == "dnf/table":
        return {format(v, f"0{k}b") for v in range(len(inputs)) if G >> v & 1} != {
            "".join(map(str, formula.literals(term))) for term in formula.minterms}
    if step == "table":
        return truth_by_gates(formula) != G
    wanted = {tuple(G >> (2 * a + b) & 1 for a, b in zip(f, g, strict=True)) for f in H_1 for g in H_2}
    return not wanted <= set(formula.classes(*map(ConceptClass.from_matrix, (H_1, H_2))).rows())


@check("ABMS20-4.2.2.formula", grade="exhaustive", quantifier="exclusive or: some pair of classes on 2 points has "
       "fewer functions G(h_1, h_2) than the majorities have; the largest difference",
       says="{the number of functions G(h_1, h_2)} is less than {the number of majorities of majorities}")
@sabotage("the same functions in all minterms, which gives equality",
          lambda formula, one, two: aggregate(formula.rule(), one, two))
def inclusion_can_be_strict(made=MajorityFormula.classes) -> Verdict:
    formula = to_majority_formula(6, 2)
    found = [((6, one, two), len(aggregate(6, class_on_two(one), class_on_two(two))),
              len(made(formula, class_on_two(one), class_on_two(two))))
             for one, two in product(range(1, 16), repeat=2)]
    return judge("<", [max(found, key=lambda case: case[2] - case[1])])

def refutes_inclusion_can_be_strict(made, witness):
    formula = to_majority_formula(6, 2)
    return all(len(made(formula, one, two)) <= len(aggregate(6, one, two))
               for one, two in product(map(class_on_two, range(1, 16)), repeat=2))


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


claim("ABMS20-2.1.1.plan", kind="remark", status="checked",
      reason="a plan of the proof, carried out on this page and the one before; the bounds of its stages are compared "
             "for two and three classes",
      section="2.1.1 Technical overview",
      title="Majorities first, then every rule as a formula of majorities: the bound of each stage",
      uses=("ABMS20-4.2.2.eq4", "ABMS20-4.2.2.dnf", "ABMS20-4.2.2.formula", "ABMS20-4.3"),
      note="Whether the exponential dependence on k is necessary is left open in the text; it is not: halving over "
           "k-tuples of experts gives a bound of about k d log k, the dashed line in the figure of the page.")


def balls(points: int, dimension: int) -> ConceptClass:
    """Return all functions with at most d ones: Littlestone dimension d."""
    return ConceptClass.from_matrix([row for row in product((0, 1), repeat=points) if sum(row) <= dimension])


CASES = ((2, 1, 7), (2, 2, 6), (3, 1, 7))  # arguments, dimension, points


@check("ABMS20-2.1.1.plan", grade="exact",
       quantifier="exclusive or of k = 2 (d = 1, 2) and k = 3 (d = 1) classes of functions with at most d ones on 6 "
                  "or 7 points: the exact dimension against the bound after the last stage",
       says="{the Littlestone dimension of the XOR} is at most {the bound after the last stage}",
       reason="The classes are explicit, not universal; the bound of the stages is far above the dimension, so this "
              "is no test of its constants.")
@sabotage("the bound is that of the parts", lambda k, m, d: (d,))
@judged("<=")
def stages_dominate_the_dimension(made=majority_stages):
    for k, d, points in CASES:
        part = balls(points, d)
        whole = aggregate(named_rule("xor", k), *[part] * k)
        yield (k, d, points), littlestone_by_definition(whole), made(k, 2 ** (k - 1), d)[-1]

def refutes_stages_dominate_the_dimension(made, witness):
    k, d, points = witness  # functions with at most k d ones: as many mistakes can be forced as there are ones allowed
    return made(k, 2 ** (k - 1), d)[-1] < min(k * d, points)


@check("ABMS20-2.1.1.plan", grade="exact", quantifier="exclusive or, k = 2, 3 and d = 1, 2: the stages against "
       "counting, the largest n with 2^n <= C(n, <=d)^k, which does without the detour",
       says="{the closure bound, or the bound of a stage} is at most {the bound of the next stage}")
@sabotage("the inner stage is skipped", lambda k, m, d: (majority_stages(k, m, d)[0], 0, *majority_stages(k, m, d)[2:]))
@sabotage("the outer stage is skipped", lambda k, m, d: (*majority_stages(k, m, d)[:3], majority_stages(k, m, d)[1]))
def stages_dominate_the_direct_bound(made=majority_stages) -> Verdict:
    return judge("<=", (((k, d, stage), low, high) for k, d in product((2, 3), (1, 2))
                        for found in [(closure_bound(*[d] * k), *made(k, 2 ** (k - 1), d)[1:])]
                        for stage, (low, high) in enumerate(zip(found, found[1:], strict=False))))

def refutes_stages_dominate_the_direct_bound(made, witness):
    """A number that its majority stage should allow, or that of the literals and gates, is above the stage."""
    def most(voters: int, n: int, e: int) -> bool:
        return n <= 2 * voters**2 * log(sum(comb(n, j) for j in range(e + 1)))

    k, d, stage = witness
    literals, inner, gates, outer = made(k, 2 ** (k - 1), d)
    n = max(n for n in range(1, 99) if 2**n <= sum(comb(n, j) for j in range(d + 1)) ** k)
    return (n > inner and most(2 * k - 1, n, literals), inner > gates,
            gates > outer and most(2**k - 1, gates, gates))[stage]
