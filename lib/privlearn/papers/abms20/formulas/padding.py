"""ABMS20, Section 4.2.2: a rule as a disjunction of conjunctions, both as padded majorities."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.concepts.majority_formulas import majority, minterms_of, rule_of_minterms
from privlearn.papers.abms20.formulas import claim
from privlearn.papers.abms20.formulas.instances import large_rules, rules

claim("ABMS20-4.2.2.dnf", kind="inequality", step_of="ABMS20-4.2.2.formula",
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


claim("ABMS20-4.2.2.and-maj", kind="inequality", step_of="ABMS20-4.2.2.formula",
      title="A conjunction of k values is their majority with k - 1 zeros")


def zeros(k: int) -> list[int]:
    """Return k - 1 zeros."""
    return [0] * (k - 1)


def ones(m: int) -> list[int]:
    """Return m - 1 ones."""
    return [1] * (m - 1)


def padded(values: tuple[int, ...], padding) -> int:
    """Return the majority of values and padding; even numbers, which only wrong paddings give, need more than half."""
    filled = [*values, *padding(len(values))]
    return majority(filled) if len(filled) % 2 else int(2 * sum(filled) > len(filled))


def of_padded(padding, simple: Callable[[tuple[int, ...]], int]) -> Iterator[Any]:
    """Yield (values, padded majority, simple value) for all inputs of at most 12 bits."""
    for k in range(1, 13):
        yield from ((values, padded(values, padding), simple(values)) for values in product((0, 1), repeat=k))


@check("ABMS20-4.2.2.and-maj", grade="exhaustive", quantifier="all inputs of at most 12 bits",
       says="the majority of k values and k - 1 zeros is 1 exactly if all values are 1")
@sabotage("k zeros", lambda k: [0] * k)
@sabotage("k - 1 ones", ones)
def majority_with_zeros_is_the_conjunction(padding=zeros) -> Verdict:
    return judge("==", of_padded(padding, min))

def refutes_majority_with_zeros_is_the_conjunction(padding, values):
    filled = [*values, *padding(len(values))]
    return (filled.count(1) > filled.count(0)) != all(values)


claim("ABMS20-4.2.2.or-maj", kind="inequality", step_of="ABMS20-4.2.2.formula",
      title="A disjunction of m values is their majority with m - 1 ones")


@check("ABMS20-4.2.2.or-maj", grade="exhaustive", quantifier="all inputs of at most 12 bits",
       says="the majority of m values and m - 1 ones is 1 exactly if some value is 1")
@sabotage("m - 1 zeros", zeros)
@sabotage("m - 2 ones and a zero", lambda m: [0, *[1] * (m - 2)] if m > 1 else [])
def majority_with_ones_is_the_disjunction(padding=ones) -> Verdict:
    return judge("==", of_padded(padding, max))

def refutes_majority_with_ones_is_the_disjunction(padding, values):
    filled = [*values, *padding(len(values))]
    return (filled.count(1) > filled.count(0)) != any(values)
