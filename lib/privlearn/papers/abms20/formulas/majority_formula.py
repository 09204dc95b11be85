"""ABMS20, Section 4.2.2: every rule is a formula of majorities, by padding, stage by stage."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb, log
from random import Random

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, aggregate, named_rule
from privlearn.concepts.majority_formulas import (MajorityFormula, majority, minterms_of, rule_of_minterms,
                                                  to_majority_formula)
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


@check("ABMS20-4.2.2.dnf", grade="exact",
       quantifier="all rules of at most 4 arguments but 0, 65,535 of them with 4; five seeded rules of 10",
       says="the disjunction of the minterms has the truth table of the rule")
@sabotage("one minterm is dropped", lambda rule, k: minterms_of(rule, k)[1:])
@sabotage("negated literals are exchanged with plain ones",
          lambda rule, k: [(1 << k) - 1 - term for term in minterms_of(rule, k)])
def disjunction_of_minterms_is_the_rule(terms=minterms_of) -> Verdict:
    return judge("==", ((case, rule_of_minterms(terms(*case), case[1]), case[0])
                        for case in (*rules(4), *large_rules())))

def refutes_disjunction_of_minterms_is_the_rule(terms, rule, k):
    chosen = [format(term, f"0{k}b") for term in terms(rule, k)]
    inputs = ["".join(bits) for bits in product("01", repeat=k)]
    return any(any(all(z == v for z, v in zip(term, given, strict=True)) for term in chosen)
               != bool(rule >> int(given, 2) & 1) for given in inputs)


@check("ABMS20-4.2.2.dnf", grade="exhaustive", quantifier="all rules of at most 4 arguments but 0",
       says="{the number of conjunctions} is at most {2^k}")
@verifier(lambda most, k: len([*product((0, 1), repeat=k)]) > most(k))
@judged("<=")
def conjunctions_are_at_most_as_many_as_inputs(most=most_minterms):
    for k in (1, 2, 3, 4):
        yield k, max(len(minterms_of(rule, k)) for rule in range(1, 1 << (1 << k))), most(k)


claim("ABMS20-4.2.2.and-maj", kind="inequality", step_of="ABMS20-4.2.2.formula", formulas=(zeros_of_a_conjunction,),
      title="A conjunction of k values is their majority with k - 1 zeros")


def paddings(bit: int, values: int) -> list[int]:
    """Return how many copies of a bit make the majority the conjunction (0) or disjunction (1) of so many values."""
    wanted = max if bit else min
    return [n for n in range((values + 1) % 2, 2 * values + 1, 2) if all(
        majority([*given, *[bit] * n]) == wanted(given) for given in product((0, 1), repeat=values))]


@check("ABMS20-4.2.2.and-maj", grade="exhaustive", quantifier="inputs of at most 12 bits, up to twice as many zeros",
       says="{the only number of zeros that makes the majority the conjunction} is {k - 1}")
@verifier(lambda zeros, k: not k - 2 < zeros(k) < k or (k + zeros(k)) % 2 != 1)  # k ones are the majority, k - 1 not
@judged("==")
def no_other_number_of_zeros_will_do(zeros=zeros_of_a_conjunction):
    for k in range(1, 13):
        yield k, paddings(0, k), [zeros(k)]


claim("ABMS20-4.2.2.or-maj", kind="inequality", step_of="ABMS20-4.2.2.formula", formulas=(ones_of_a_disjunction,),
      title="A disjunction of m values is their majority with m - 1 ones")


@check("ABMS20-4.2.2.or-maj", grade="exhaustive", quantifier="inputs of at most 12 bits, up to twice as many ones",
       says="{the only number of ones that makes the majority the disjunction} is {m - 1}")
@verifier(lambda ones, m: not m - 2 < ones(m) < m or (m + ones(m)) % 2 != 1)  # with a one the majority, alone not
@judged("==")
def no_other_number_of_ones_will_do(ones=ones_of_a_disjunction):
    for m in range(1, 13):
        yield m, paddings(1, m), [ones(m)]


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


@check("ABMS20-4.2.2.formula", grade="exact",
       quantifier="all rules of at most 4 arguments but 0; five seeded rules of 10",
       says="the majority of majorities has the truth table of the rule")
@verifier(lambda build, witness: truth_by_gates(build(*witness)) != witness[0])
@sabotage("the padding of the text: outer zeros, inner ones", as_printed)
@sabotage("inner ones only", lambda rule, k: replace(to_majority_formula(rule, k), inner=1))
def formula_computes_the_rule(build=to_majority_formula) -> Verdict:
    return judge("==", ((case, build(*case).rule(), case[0]) for case in (*rules(4), *large_rules())))


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


def pairs() -> Iterator[tuple[int, int, int]]:
    """Yield (rule, number of a class on 2 points, number of another) for all rules of 2 arguments but 0."""
    return product(range(1, 16), range(1, 16), range(1, 16))


@cache
def direct(rule: int, one: int, two: int) -> frozenset[tuple[int, ...]]:
    return frozenset(aggregate(rule, class_on_two(one), class_on_two(two)).rows())


@check("ABMS20-4.2.2.formula", grade="exhaustive",
       quantifier="all 225 ordered pairs of classes on 2 points, all 15 rules of 2 arguments but 0",
       says="every function of G(H_1, H_2) is among the majorities of majorities")
@sabotage("outer zeros and inner ones", lambda formula, one, two: replace(formula, outer=0, inner=1).classes(one, two))
@judged("==")
def composed_class_is_inside_the_majorities(made=MajorityFormula.classes):
    for rule, one, two in pairs():
        formula = to_majority_formula(rule, 2)
        inside = set(made(formula, class_on_two(one), class_on_two(two)).rows())
        yield (rule, one, two), len(direct(rule, one, two) - inside), 0

def refutes_composed_class_is_inside_the_majorities(made, rule, one, two):
    first, second = ([f for f in range(4) if number >> f & 1] for number in (one, two))
    wanted = {tuple(rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1 for x in (0, 1)) for f in first for g in second}
    return not wanted <= set(made(to_majority_formula(rule, 2), class_on_two(one), class_on_two(two)).rows())


@check("ABMS20-4.2.2.formula", grade="exhaustive", quantifier="exclusive or: some pair of classes on 2 points has "
       "fewer functions G(h_1, h_2) than the majorities have; the largest difference",
       says="{the number of functions G(h_1, h_2)} is less than {the number of majorities of majorities}")
@sabotage("the same functions in all minterms, which gives equality",
          lambda formula, one, two: aggregate(formula.rule(), one, two))
def inclusion_can_be_strict(made=MajorityFormula.classes) -> Verdict:
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
