"""BBKN14, Section 3.1: Theorem 3.6 as a linear program over all mechanisms."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions.representation.minimality import hard_pairs
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Logarithm, Value, exp, formula, ln
from privlearn.exact.fractions import HALF
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import optimal_failure, packing_success
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import full_success, unsymmetrised_success

NAMES = {"hypotheses": r"|\mathcal H|", "epsilon": r"\eps"}


@formula("at least", tex=NAMES, corners={
    "hypotheses": (2, 5), "epsilon": (Logarithm(Fraction(9, 4)),), "m": (0, 3), "beta": (Fraction(1, 3),)})
def wrong_answers(hypotheses: int, epsilon: Value, m: int, beta: Value) -> Value:
    """Return what the other hypotheses keep on the database of one, which is at most the failure."""
    return (hypotheses - 1) * exp(-epsilon * m) * (1 - beta)


CORNERS = {"hypotheses": (2, 3, 10**6), "beta": (Fraction(1, 10**6), HALF),
           "epsilon": (Logarithm(HALF), Logarithm(Fraction(1001, 1000)), Logarithm(Fraction(4)))}


@formula("at least", where=("epsilon > 0",), tex=NAMES, corners=CORNERS)
def packing_rows(hypotheses: int, beta: Value, epsilon: Value) -> Value:
    """Return the number of rows below which no private mechanism tells so many hypotheses apart."""
    return 1 / epsilon * ln((hypotheses - 1) * (1 - beta) / beta)


@formula("at least", where=("hypotheses >= 3", "beta <= 1 / 2", "epsilon > 0"), corners=CORNERS,
         tex=NAMES | {"ln(1 / beta)": r"\ln(1/\beta)"}, loose={"epsilon > 0": "no mechanism has a ratio below 1"})
def packing_rows_in_brief(hypotheses: int, beta: Value, epsilon: Value) -> Value:
    """Return a number that is at most :func:`packing_rows`, with the terms of the printed bound."""
    return 3 / 8 * ((ln(hypotheses) + ln(1 / beta)) / epsilon)


claim("BBKN14-3.6", kind="theorem", formulas=(wrong_answers, packing_rows, packing_rows_in_brief),
      title="Learning with an alpha-minimal class needs (log |H| + log 1/beta) / epsilon samples, up to a constant",
      uses=("BBKN14-2.1.group", "BBKN14-2.2", "BBKN14-2.5", "BBKN14-3.5", "BBKN14-3.6.witness",
            "BBKN14-3.6.averaging", "BBKN14-3.6.eq-pair", "BBKN14-3.6.eq-sum", "BBKN14-3.6.solve"),
      erratum_kind="false", repaired=True,
      erratum="The printed bound needs beta bounded away from 1 - 1/|H|: the uniform learner with no sample at all "
              "fails with probability exactly 1 - 1/|H|, and Definition 2.2 allows every beta below 1. Repaired: "
              "the explicit inequality of the proof, which always holds; for |H| >= 3 and beta <= 1/2 the printed "
              "bound follows with the constant 3/8. (The hard databases consist of labelled examples; the proof writes "
              "X_d^m for them.)")


def hard_databases(name: str, size: int, rows: int) -> list[tuple[Any, ...]]:
    """Return, for each hypothesis, one labelled row of its hard pair, repeated; rows of different hypotheses differ."""
    hypotheses, concepts = {
        "points": lambda: (point_functions(size),) * 2,
        "segments": lambda: (initial_segments(size),) * 2,
        "lines": lambda: (projective_plane_lines(size), point_functions(size * size + size + 1)),
    }[name]()
    supports = [[(x, pair.concept[x]) for x, q in enumerate(pair.distribution) if q]
                for pair in hard_pairs(hypotheses, concepts)]
    return [(row,) * rows for row in distinct_representatives(supports)]


def distinct_representatives(sets: list[list[Any]]) -> list[Any]:
    """Return one element of each set, all different, by augmenting paths."""
    owner: dict[Any, int] = {}

    def place(k: int, tried: set[Any]) -> bool:
        for element in sets[k]:
            if element not in tried:
                tried.add(element)
                if element not in owner or place(owner[element], tried):
                    owner[element] = k
                    return True
        return False

    if not all(place(k, set()) for k in range(len(sets))):
        raise ValueError("sets must have distinct representatives")
    return [next(element for element, k in owner.items() if k == j) for j in range(len(sets))]


INSTANCES = (("points", 2), ("points", 3), ("points", 5), ("points", 8), ("segments", 2), ("segments", 4), ("lines", 2))


@cache
def least_failure(name: str, size: int, rows: int, ratio: Fraction) -> Fraction:
    """Return the certified optimum over all mechanisms constrained on the hard databases only."""
    outputs = range(len(databases := hard_databases(name, size, rows)))
    distances = {(left, right): hamming_distance(left, right)
                 for left in databases for right in databases if left != right}
    tasks = [{(database, other): 1 for other in outputs if other != h} for h, database in enumerate(databases)]
    return optimal_failure(databases, outputs, distances, ratio, tasks).value


@check("BBKN14-3.6", grade="certified",
       quantifier="all mechanisms on the hard databases of points (T = 2, 3, 5, 8), initial segments (T = 2, 4) and "
                  "lines of the Fano plane; m = 1, 2, 3; e^epsilon = 2, 3/2",
       says="{the best success of any mechanism} equals {e^(epsilon m)/(e^(epsilon m) + N - 1)}")
@sabotage("the failure is claimed to be at most (N-1) / (2 (r^m + N-1))",
          lambda count, group: 1 - (count - 1) / (2 * (group + count - 1)))
@sabotage("N in place of N - 1", lambda count, group: group / (group + count))
@judged("==")
def optimum_over_all_mechanisms_is_the_closed_form(success=packing_success):
    for (name, size), rows, ratio in product(INSTANCES, (1, 2, 3), (Fraction(2), Fraction(3, 2))):
        best = 1 - least_failure(name, size, rows, ratio)
        yield (name, size, rows, ratio), best, success(len(hard_databases(name, size, rows)), ratio**rows)

def refutes_optimum_over_all_mechanisms_is_the_closed_form(success, name, size, rows, ratio):
    count = {"points": size, "segments": size + 1, "lines": size * size + size + 1}[name]
    # p on the right answer and q on each other one: p <= R q and p + (N - 1) q = 1, both tight
    q = 1 / (ratio**rows + count - 1)
    return success(count, ratio**rows) != 1 - (count - 1) * q


TINY = Fraction(1, 10**6)
GRID = tuple((count, ratio, rows, beta) for count in (2, 3, 4, 7, 64, 1024) for ratio in (Fraction(9, 4), Fraction(4))
             for rows in range(13) for beta in [Fraction(k, 20) for k in range(1, 20)] + [Fraction(1, 2**20)])


@check("BBKN14-3.6", against="optimum", grade="certified",
       quantifier="N = 2, 3, 4, 7, 64, 1024; e^epsilon = 9/4, 4; m = 0..12; beta = 1/20..19/20, 2^-20; and, for each "
                  "(N, e^epsilon, m), beta a millionth part above and 1/1000 below the least failure",
       says="(N - 1) e^(-epsilon m) (1 - beta) <= beta holds exactly where the least failure is at most beta")
@judged("==")
def printed_inequality_is_the_program(others=wrong_answers):
    for count, ratio, rows, beta in GRID:
        least = 1 - packing_success(count, ratio**rows)
        for b in (beta + Fraction(1, 10**9), least * (1 + TINY), least * Fraction(999, 1000)):
            yield (count, ratio, rows, b), is_at_most(others(count, Logarithm(ratio), rows, b), b), least <= b

def refutes_printed_inequality_is_the_program(others, count, ratio, rows, beta):
    p = ratio**rows / (ratio**rows + count - 1)  # the best mechanism: a learner exists iff its failure is at most beta
    return is_at_most(others(count, Logarithm(ratio), rows, beta), beta) != (1 - p <= beta)


def best_mechanisms() -> Iterator[tuple[int, int, Fraction, Fraction]]:
    """Yield (N, m, e^epsilon, least failure): by the program, and in closed form."""
    for (name, size), rows, ratio in product(INSTANCES, (1, 2, 3), (Fraction(2), Fraction(3, 2))):
        yield len(hard_databases(name, size, rows)), rows, ratio, least_failure(name, size, rows, ratio)
    yield from ((count, rows, ratio, Fraction(count - 1) / (ratio**rows + count - 1)) for count, rows, ratio in (
        *product((2, 3, 10**6), (1, 1000), (Fraction(1001, 1000), Fraction(4))), (2, 0, Fraction(2)),
        (3, 0, Fraction(2)), (3, 1, Fraction(2)), (3, 0, HALF), (3, 1000, Fraction(1000))))


@check("BBKN14-3.6", grade="certified",
       quantifier="the best mechanisms on the hard databases of points, initial segments and lines, m = 1, 2, 3, by "
                  "the program; in closed form N = 2, 3, 10^6, m = 0, 1, 1000; beta a millionth part above the "
                  "failure, and for the shorter bound, N >= 3 and beta <= 1/2, the failure",
       says="{the bounds on the rows for this failure} are at most {the mechanism's rows}")
@judged("<=")
def best_mechanism_has_the_rows(bounds=(packing_rows, packing_rows_in_brief)):
    for place, (count, rows, ratio, failure) in product((0, 1), best_mechanisms()):
        entry = count, failure * (1 + TINY * (place == 0)), Logarithm(ratio)
        if bounds[place].holds_for(*entry):
            yield (place, rows, *entry), bounds[place](*entry), rows

def refutes_best_mechanism_has_the_rows(bounds, place, rows, count, beta, epsilon) -> bool:
    q = 1 / (epsilon.of**rows + count - 1)  # name each wrong one with probability q, the right one R times as often
    return (count - 1) * q <= beta and not is_at_most(bounds[place](count, beta, epsilon), rows)


@check("BBKN14-3.6", grade="certified",
       quantifier="all private proper learners of points on all labelled databases; T = 2, 3, 4, 5, m = 0..4, "
                  "e^epsilon = 2, 3/2",
       says="{the best learner's success} is at most {e^(epsilon m)/(e^(epsilon m) + T - 1)}")
@sabotage("the exponent loses a factor 2", lambda count, group: packing_success(count, max(Fraction(1), group / 2)))
def no_learner_beats_the_closed_form(success=packing_success) -> Verdict:
    return judge("<=", (((size, rows, ratio), full_success(size, rows, ratio), success(size, ratio**rows))
                        for size in (2, 3, 4, 5) for rows in range(5) for ratio in (Fraction(2), Fraction(3, 2))))

def refutes_no_learner_beats_the_closed_form(success, size, rows, ratio):
    # without symmetry, on the hard databases and all between them: the same optimum as a program over databases
    return unsymmetrised_success(size, rows, ratio) > success(size, ratio**rows)


@check("BBKN14-3.6", grade="certified",
       quantifier="all mechanisms on all multisets of labelled rows, with and without symmetry; T = 2, 3 with m = 1, "
                  "2, 3 and T = 4 with m = 1, 2; e^epsilon = 2, 3/2",
       says="{the best success with symmetry} equals {the best success without symmetry}")
@sabotage("one row more", lambda size, rows, ratio: full_success(size, rows + 1, ratio))
def symmetry_loses_nothing(value=full_success) -> Verdict:
    return judge("==", (((size, rows, ratio), value(size, rows, ratio), unsymmetrised_success(size, rows, ratio))
                        for size, rows in ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2))
                        for ratio in (Fraction(2), Fraction(3, 2))))

def refutes_symmetry_loses_nothing(value, witness):
    size, rows, ratio = witness
    best = unsymmetrised_success(*witness)
    known = best == packing_success(size, ratio**rows) if ratio ** (rows - 1) <= size - 1 else best > 0
    return known and value(*witness) != best


@check("BBKN14-3.6", grade="exact", quantifier="N = 1..64; the uniform learner, m = 0",
       says="{the least failure without any row} equals {1 - 1/N}")
@sabotage("never below failure 1", lambda count, group: Fraction(0))
@sabotage("N in place of N - 1", lambda count, group: group / Fraction(group + count))
def no_sample_is_needed_from_this_failure_on(success=packing_success) -> Verdict:
    return judge("==", ((count, 1 - success(count, 1), 1 - Fraction(1, count)) for count in range(1, 65)))

def refutes_no_sample_is_needed_from_this_failure_on(success, count):
    uniform = [Fraction(1, count)] * count
    return 1 - success(count, 1) != sum(uniform[1:], Fraction(0))
