"""BBKN14, our conventions: linear equations in fractions, and the simplex that proposes where HiGHS has no build."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

import numpy as np

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.dense_simplex import Proposal, dual_simplex
from privlearn.exact.elimination import RationalMatrix
from privlearn.exact.simplex import FloatSolution, _dense_solution, exact_from_basis, rounded

Rows = tuple[tuple[Any, ...], ...]


def by_elimination(rows: Rows, right: Rows) -> list[Fraction] | None:
    """Return the entries of X with ``rows X = right``, None if the matrix is singular."""
    size, wide = len(rows), len(right[0])
    try:
        return RationalMatrix(size, size, [x for row in rows for x in row]).solve(
            RationalMatrix(size, wide, [x for row in right for x in row])).entries()
    except ZeroDivisionError:
        return None


def determinant(rows: Rows) -> Fraction:
    """Return the determinant by Leibniz's sum over permutations."""
    found = Fraction(0)
    for order in permutations(range(len(rows))):
        sign = prod(1 if a < b else -1 for k, b in enumerate(order) for a in order[:k])
        found += sign * prod(row[place] for row, place in zip(rows, order, strict=True))
    return found


@cache
def equations() -> tuple[tuple[Rows, Rows], ...]:
    """Return all matrices of two rows with entries -1, 0, 2, and sparse ones of 3 and 4 rows drawn once and for all."""
    rng = Random("equations")
    found: list[tuple[Rows, Rows]] = [((a, b), ((1, 3), (Fraction(-2, 5), 7)))
                                      for a, b in product(product((-1, 0, 2), repeat=2), repeat=2)]
    for size in (3, 4) * 30:
        rows = tuple(tuple(Fraction(rng.randint(-4, 4), rng.randint(1, 3)) if rng.random() < 0.6 else Fraction(0)
                           for _ in range(size)) for _ in range(size))
        found.append((rows, tuple((Fraction(rng.randint(-9, 9), rng.randint(1, 5)),) for _ in range(size))))
    return tuple(found)


@check("BBKN14-0.conventions", grade="exact",
       quantifier="81 matrices of two rows with entries -1, 0, 2 and two right sides, 60 sparse ones of three and four "
                  "rows: the product of the matrix and the solution, by its definition; singular ones by Leibniz's sum",
       says="the solution of linear equations solves them, and is refused just where the determinant is 0",
       fingerprint=lambda solution: [solution(*case) for case in equations()])
@sabotage("the entries of the solution in reverse",
          lambda rows, right: (found := by_elimination(rows, right)) and found[::-1])
@sabotage("the equations transposed", lambda rows, right: by_elimination(tuple(zip(*rows, strict=True)), right))
@sabotage("0 where there is no solution",
          lambda rows, right: by_elimination(rows, right) or [Fraction(0)] * len(rows) * len(right[0]))
@judged("==")
def equations_are_solved(solution=by_elimination):
    for k, (rows, right) in enumerate(equations()):
        found, wide = solution(rows, right), len(right[0])
        yield (k, "regular"), found is not None, determinant(rows) != 0
        if found is not None:
            columns = [found[side::wide] for side in range(wide)]
            yield (k, "solved"), [[sum(a * x for a, x in zip(row, column, strict=True)) for column in columns]
                                  for row in rows], [list(row) for row in right]

def refutes_equations_are_solved(solution, witness):
    rows, right = equations()[witness[0]]
    found, whole, wide = solution(rows, right), determinant(rows), len(right[0])
    if whole == 0 or found is None:
        return (whole == 0) != (found is None)
    for place, side in product(range(len(rows)), range(wide)):  # Cramer's rule
        changed = tuple((*row[:place], value[side], *row[place + 1:]) for row, value in zip(rows, right, strict=True))
        if found[place * wide + side] != determinant(changed) / whole:
            return True
    return False


@cache
def programs() -> tuple[MinimaxProgram, ...]:
    """Return games, and best private mechanisms on paths of databases, drawn once and for all."""
    rng, found = Random("programs"), []
    for size in (1, 2, 3, 5, 8, 12, 20):
        found.append(MinimaxProgram((size,), tuple(
            {i: Fraction(rng.randint(-3, 9), rng.randint(1, 4)) for i in range(size) if rng.random() < 0.7}
            for _ in range(size + 2))))
    for databases, ratio in ((1, 2), (2, 2), (3, Fraction(3, 2)), (4, Fraction(11, 10)), (5, 1), (6, 10)):
        outputs = 4
        pairs = [(a, b) for a in range(databases) for b in range(databases) if abs(a - b) == 1]
        found.append(MinimaxProgram((outputs,) * databases, tuple(
            {a * outputs + o: Fraction(1) for o in rng.sample(range(outputs), 2)} for a in range(databases)), tuple(
                (a * outputs + o, b * outputs + o, Fraction(ratio)) for a, b in pairs for o in range(outputs))))
    close = [1 + Fraction(k, 10**8) for k in range(4)]  # the costs that are raised end elsewhere than the true ones
    for sizes in ((2,), (4,), (3, 4)):
        whole = tuple(place for size in sizes for place in range(size))
        found.append(MinimaxProgram(sizes, ({0: Fraction(0)}, {i: close[-place - 1] for i, place in enumerate(whole)},
                                            {i: close[place] / 2 for i, place in enumerate(whole)})))
    return tuple(found)


def in_floats(program: MinimaxProgram) -> np.ndarray:
    """Return the rows of the program: tasks less the bound, ratios, blocks."""
    size, blocks = program.size, program.block_ranges()
    table = np.zeros((len(program.tasks) + len(program.ratios) + len(blocks), size + 1))
    for row, task in enumerate(program.tasks):
        table[row, size] = -1
        for i, loss in task.items():
            table[row, i] = float(loss)
    for row, (i, j, ratio) in enumerate(program.ratios, len(program.tasks)):
        table[row, i] += 1
        table[row, j] -= float(ratio)
    for row, block in enumerate(blocks, len(table) - len(blocks)):
        table[row, list(block)] = 1
    return table


def solutions(propose, program: MinimaxProgram) -> tuple[Any, Any]:
    """Return the enclosure that the proposed basis proves, or None, and the one by its point and its multipliers."""
    table = in_floats(program)
    found = propose(table, program.block_ranges())
    basis, width = sorted(found.basis.tolist()), table.shape[1]
    solution = FloatSolution(found.point[:-1], -found.multipliers, tuple(k for k in basis if k < width), tuple(
        sorted({*range(len(table))} - {k - width for k in basis})), "Optimal", float(found.point[-1]))
    return exact_from_basis(program, solution), rounded(program, solution, 40, None)


@check("BBKN14-0.conventions", grade="certified",
       quantifier="seven games of 1 to 20 columns, best private mechanisms on paths of 1 to 6 databases, three with "
                  "losses 10^-8 apart: the enclosure by the basis, by separate code, and HiGHS's; the one by point and "
                  "multipliers is narrower than 2^-20",
       says="the basis that our simplex proposes proves the optimum that HiGHS's leads to",
       fingerprint=lambda propose: [propose(in_floats(p), p.block_ranges()).basis.tolist() for p in programs()])
@sabotage("the slack of another row is in the basis", lambda rows, blocks: (lambda found: found._replace(
    basis=np.array([*found.basis[:-1], (found.basis[-1] + 1) % sum(rows.shape)])))(dual_simplex(rows, blocks)))
@sabotage("the basis with which it begins", lambda rows, blocks: Proposal(
    np.array([rows.shape[1] - 1, *range(rows.shape[1] + 1, sum(rows.shape) - len(blocks)), *(b[0] for b in blocks)]),
    *dual_simplex(rows, blocks)[1:]))
@judged("==")
def our_simplex_proves_the_optimum(propose=dual_simplex):
    for k, program in enumerate(programs()):
        exact, near = solutions(propose, program)
        yield (k, "proved"), exact is not None and exact.lower == exact.upper and is_enclosure(exact, program), True
        yield (k, "value"), exact and exact.lower, solve(program).value
        yield (k, "near"), is_enclosure(near, program) and near.upper - near.lower < Fraction(1, 2**20), True

def refutes_our_simplex_proves_the_optimum(propose, witness):
    program = programs()[witness[0]]
    exact, near = solutions(propose, program)
    best = solve(program).value
    proved = exact is not None and exact.upper == best == exact.lower and max(
        sum(loss * exact.point[i] for i, loss in task.items()) for task in program.tasks) == best
    return not proved or near.upper - near.lower >= Fraction(1, 2**20)


def without(program: MinimaxProgram, largest: int | None) -> MinimaxProgram:
    """Return the program without the ratios above ``largest``."""
    return program if largest is None else MinimaxProgram(program.blocks, program.tasks, tuple(
        ratio for ratio in program.ratios if ratio[2] <= largest))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="the same programs with all ratios: the enclosure by the proposed basis, and by the point and the "
                  "multipliers within 2^-20; with those up to 1 alone: the objective in floats, to 10^-9",
       says="without HiGHS a program gets a basis that proves its optimum, also where large ratios are left out",
       fingerprint=lambda propose: [(found.tight_rows, found.objective) for p in programs()
                                    for found in (propose(p, None), propose(p, 1))])
@sabotage("a tight row is left out", lambda program, largest: replace(
    (found := _dense_solution(program, largest)), tight_rows=found.tight_rows[:-1]))
@sabotage("no ratio is left out", lambda program, largest: _dense_solution(program, None))
@judged("==")
def programs_are_solved_without_highs(propose=_dense_solution):
    for k, program in enumerate(programs()):
        found = propose(program, None)
        exact, near = exact_from_basis(program, found), rounded(program, found, 40, None)
        yield (k, "proved"), (found.status, exact is not None and exact.lower), ("Optimal", solve(program).value)
        yield (k, "near"), is_enclosure(near, program) and near.upper - near.lower < Fraction(1, 2**20), True
        few = propose(program, 1)
        yield (k, "few"), abs(few.objective - float(solve(without(program, 1)).value)) < 1e-9, True

def refutes_programs_are_solved_without_highs(propose, k, kind):
    program = programs()[k]
    if kind == "few":
        return abs(propose(program, 1).objective - float(solve(without(program, 1)).upper)) >= 1e-9
    found = propose(program, None)
    exact, near = exact_from_basis(program, found), rounded(program, found, 40, None)
    worst = exact and max(sum(loss * exact.point[i] for i, loss in task.items()) for task in program.tasks)
    return found.status != "Optimal" or worst != solve(program).upper or near.upper - near.lower >= Fraction(1, 2**20)
