"""ABMS20, Section 7, proof of Lemma 7.3: the event E_1 and the dimension of partial classes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, log
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, sabotage
from privlearn.concepts import ConceptClass, aggregate, all_functions
from privlearn.dimensions import vc_dimension
from privlearn.dimensions.sweeps import vc_of_all_classes
from privlearn.exact import log_bracket
from privlearn.learning.generalization import agnostic_rows, fair_coin_deviation
from privlearn.papers.abms20.closure_accuracy import claim

claim("ABMS20-7.3.eqE1", kind="inequality", uses=("ABMS20-3.9", "ABMS20-2.1.1.dudley"),
      step_of="ABMS20-7.3", title="Uniform convergence for partial compositions",
      erratum_kind="gap", repaired=True,
      erratum="E_1 is stated for G(H_1, ..., H_k) and used for G(h_1, .., h_{i-1}, c_i, .., c_k), which is not in "
              "this class when a learner is improper: H_1 = {0}, H_2 all functions on 4 points, G = and, h_1 = 1 has "
              "dimension 4 where the composed class has 0. Use the growth of H_i, ..., H_k instead. And (19) lacks a "
              "factor k^2 on ln(k/beta). For proper learners the first point does not arise.")


def partial_numbers(rule: int, earlier: int) -> np.ndarray:
    """Return for each class number on 4 points the number of {G(h_1, c) : c in the class}."""
    numbers, found = np.arange(1 << 16), np.zeros(1 << 16, dtype=np.int64)
    for f in range(16):
        image = sum((rule >> (2 * (earlier >> x & 1) + (f >> x & 1)) & 1) << x for x in range(4))
        found |= (numbers >> f & 1) << image
    return found


@check("ABMS20-7.3.eqE1", grade="exhaustive",
       quantifier="k = 2: all 65,535 classes H_2 on 4 points, all 16 functions h_1, all 16 rules: the dimension of "
                  "{G(h_1, c)} is at most VC(H_2), the largest n with 2^n <= C(n, <= VC(H_2))",
       says="{the VC dimension of the functions G(h_1, c)} is at most {VC(H_2)}")
@sabotage("h_1 may depend on the second concept",
          lambda rule, earlier: partial_numbers(rule, earlier) | partial_numbers(rule, 15 - earlier))
def partial_dimension_is_at_most_that_of_the_rest(partial=partial_numbers) -> Verdict:
    table = np.asarray(vc_of_all_classes(4))

    def cases() -> Iterator[Any]:
        for rule, earlier in product(range(16), repeat=2):
            gap = (table - table[partial(rule, earlier)])[1:]
            at = int(np.argmin(gap)) + 1
            yield (rule, earlier, at), int(table[at]) - int(gap[at - 1]), int(table[at])

    return counted(judge("<=", cases()), 65535 * 256)

def refutes_partial_dimension_is_at_most_that_of_the_rest(partial, rule, earlier, number):
    sizes = []
    for c in (number, int(partial(rule, earlier)[number])):
        members = [f for f in range(16) if c >> f & 1]
        sizes.append(max((s.bit_count() for s in range(16) if len({f & s for f in members}) == 1 << s.bit_count()),
                         default=-1))
    return sizes[1] > sizes[0]


@check("ABMS20-7.3.eqE1", grade="exact",
       quantifier="H_1 = {0}, H_2 all functions on 4 points, G = and, the improper h_1 = 1: the composed class has a "
                  "smaller dimension than the partial one",
       says="{the VC dimension of the composed class} is less than {the VC dimension of the partial class}")
@sabotage("the proper function 0", (0, 0, 0, 0))
def improper_functions_leave_the_composed_class(earlier: tuple[int, ...] = (1, 1, 1, 1)) -> Verdict:
    rest, zero = all_functions(4), ConceptClass.from_matrix([(0,) * 4])
    partial = aggregate(8, ConceptClass.from_matrix([earlier]), rest)
    return judge("<", (((earlier,), vc_dimension(aggregate(8, zero, rest)), vc_dimension(partial)),))

def refutes_improper_functions_leave_the_composed_class(earlier, witness):
    return len({tuple(a * b for a, b in zip(earlier, f, strict=True)) for f in product((0, 1), repeat=4)}) < 2


def printed_requirement(k: int, dimension: int, alpha: Fraction, beta: Fraction) -> int:
    """Return ``4 (k^2 VC + ln(k/beta)) / alpha^2``, the right side of (19) with the constant 4, rounded up."""
    return ceil(((log_bracket(k / beta) + k * k * dimension) * 4 / alpha**2).upper)


SHARES = tuple(product((5, 7, 9), (1, 3), (Fraction(1), Fraction(1, 2)), (Fraction(1, 10**100), Fraction(1, 10**200))))


@check("ABMS20-7.3.eqE1", grade="exact",
       quantifier="two concepts that differ on half of the mass, k = 5, 7, 9, alpha = 1, 1/2, beta = 10^-100, 10^-200, "
                  "and the number of rows of (19) for VC = 1 and 3, with the constant 4 that serves in Theorem 3.9",
       says="{beta/k} is less than {the probability that the error on the printed rows strays by alpha/k}",
       reason="For other constants k and beta have to be larger and smaller.")
@sabotage("with the factor k^2 on the logarithm", lambda k, dimension, alpha, beta: agnostic_rows(
    alpha / k, beta / k, dimension, 4))
def printed_requirement_is_too_small(printed=printed_requirement) -> Verdict:
    return judge("<", (((k, d, alpha, beta), beta / k, fair_coin_deviation(printed(k, d, alpha, beta), alpha / k))
                       for k, d, alpha, beta in SHARES))

def refutes_printed_requirement_is_too_small(printed, k, dimension, alpha, beta):
    """Hoeffding's bound, in logarithms."""
    return log(2) - 2 * printed(k, dimension, alpha, beta) * (alpha / k) ** 2 <= log(beta) - log(k)
