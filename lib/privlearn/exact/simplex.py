"""From floating point to certificates: HiGHS proposes, rationals decide.

Where HiGHS has no build, :mod:`~privlearn.exact.dense_simplex` proposes, for programs of up to some hundred rows.

Used by :func:`~privlearn.exact.solver.solve` only.  The linear program behind a minimax program has one more
variable ``t``: minimise t subject to ``task . x - t <= 0``, ``x_i - r x_j <= 0``, ``sum over a block = 1``,
``x >= 0`` (t is free).

Floating point fails silently on badly scaled rows: with coefficients from 1 to 10^15 HiGHS can answer "Optimal" and be
wrong in the first digit.  So a proposal may leave out the ratio rows whose coefficient is far from 1; whatever was
proposed, the bounds are recomputed over *all* rows in rationals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.exact.balls import fmpq, fmpq_mat
from privlearn.exact.dense_simplex import dual_simplex, refuse_large
from privlearn.exact.minimax import Enclosure, MinimaxProgram, dominated_value
from privlearn.exact.rationals import as_fraction

highspy: Any
try:
    import highspy
except ImportError:  # no build for the browser
    highspy = None

LARGEST_BASIS = 700  # exact elimination beyond this size takes longer than the enclosure is worth
LARGEST_COEFFICIENTS = (2**49, 2**20)  # HiGHS refuses coefficients above 10^15; beyond 10^6 it becomes unreliable
NARROW = Fraction(1, 2**20)  # an enclosure of this width is not worth a second attempt


@dataclass(frozen=True)
class FloatSolution:
    """What the solver says: values, multipliers and basis, none of it trusted."""

    point: np.ndarray
    row_duals: np.ndarray
    basic_columns: tuple[int, ...]
    tight_rows: tuple[int, ...]
    status: str
    objective: float


def _row(program: MinimaxProgram, number: int) -> tuple[dict[int, Fraction], int]:
    """One row and its bound; in order: tasks, ratios (both <= 0), blocks (== 1); variable ``program.size`` is t."""
    tasks, one = len(program.tasks), Fraction(1)
    if number < tasks:
        return {**{i: as_fraction(w) for i, w in program.tasks[number].items()}, program.size: -one}, 0
    if number < tasks + len(program.ratios):
        i, j, r = program.ratios[number - tasks]
        return ({i: one, j: -r} if i != j else {i: one - r}), 0
    return dict.fromkeys(program.block_ranges()[number - tasks - len(program.ratios)], one), 1


def _float_rows(program: MinimaxProgram, largest: int | None = None) -> tuple[list[int], list[int], list[float]]:
    """All rows in floats: their lengths, and the variables and coefficients of one row after another.

    Ratio rows with a coefficient above ``largest`` or below its inverse are left empty, which keeps the numbering.
    """
    lengths: list[int] = []
    places: list[int] = []
    values: list[float] = []
    for task in program.tasks:
        lengths.append(len(task) + 1)
        places += (*task, program.size)
        values += (*(w.numerator / w.denominator for w in map(as_fraction, task.values())), -1.0)
    before, within, value = None, True, 0.0  # of the last ratio: most are one and the same number
    for i, j, r in program.ratios:
        if r is not before:
            before, within = r, largest is None or 1 <= r * largest <= largest * largest
            value = r.numerator / r.denominator
        if not within:
            lengths.append(0)
        elif i == j:
            lengths.append(1)
            places.append(i)
            values.append(float(1 - r))
        else:
            lengths.append(2)
            places += (i, j)
            values += (1.0, -value)
    for block in program.block_ranges():
        lengths.append(len(block))
        places += block
        values += [1.0] * len(block)
    return lengths, places, values


def float_solution(program: MinimaxProgram, largest: int | None = None, interior: bool = False) -> FloatSolution:
    """Solve the program with HiGHS in floating point, without the rows beyond ``largest``.

    ``interior``: by its interior point method, which finds no basis.
    """
    if highspy is None:
        return _dense_solution(program, largest)
    lengths, places, values = _float_rows(program, largest)
    n, m, blocks = program.size + 1, len(lengths), len(program.blocks)
    infinity = highspy.kHighsInf
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = n, m
    lp.col_cost_ = np.array([0.0] * (n - 1) + [1.0])
    lp.col_lower_ = np.array([0.0] * (n - 1) + [-infinity])
    lp.col_upper_ = np.full(n, infinity)
    lp.row_lower_ = np.array([-infinity] * (m - blocks) + [1.0] * blocks)
    lp.row_upper_ = np.array([0.0] * (m - blocks) + [1.0] * blocks)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *lengths])
    lp.a_matrix_.index_ = np.array(places)
    lp.a_matrix_.value_ = np.array(values)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("primal_feasibility_tolerance", 1e-10)
    solver.setOptionValue("dual_feasibility_tolerance", 1e-10)
    if interior:
        solver.setOptionValue("solver", "ipm")
        solver.setOptionValue("run_crossover", "off")
    solver.passModel(lp)
    solver.run()
    solution, basis = solver.getSolution(), solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    return FloatSolution(
        point=np.array(solution.col_value)[:-1],
        row_duals=np.array(solution.row_dual),
        basic_columns=tuple(i for i, status in enumerate(basis.col_status) if status == basic),
        tight_rows=tuple(i for i, status in enumerate(basis.row_status) if status != basic),
        status=solver.modelStatusToString(solver.getModelStatus()),
        objective=float(solver.getInfo().objective_function_value),
    )


def _dense_solution(program: MinimaxProgram, largest: int | None) -> FloatSolution:
    lengths, places, values = _float_rows(program, largest)
    m, n = len(lengths), program.size + 1
    refuse_large(m, n, len(program.blocks))
    dense = np.zeros((m, n))
    dense[np.repeat(np.arange(m), lengths), places] = values
    try:
        found = dual_simplex(dense, program.block_ranges())
    except (ArithmeticError, np.linalg.LinAlgError) as error:
        return FloatSolution(np.zeros(n - 1), np.zeros(m), (), (), str(error), 0.0)
    basic = sorted(found.basis.tolist())
    return FloatSolution(
        point=found.point[:-1],
        row_duals=-found.multipliers,
        basic_columns=tuple(column for column in basic if column < n),
        tight_rows=tuple(sorted({*range(m)} - {column - n for column in basic})),
        status="Optimal",
        objective=float(found.point[-1]),
    )


def best_enclosure(program: MinimaxProgram, bits: int, anchor: tuple[Fraction, ...] | None,
                   interior: bool = False) -> Enclosure:
    """Return the exact optimum from some proposal, else the best enclosure that the proposals prove.

    Raises
    ------
    ArithmeticError
        If no proposal leads to a certificate.
    """
    lower: Enclosure | None = None
    upper: Enclosure | None = None
    reason = "nothing is proposed"
    for largest in LARGEST_COEFFICIENTS:
        solution = float_solution(program, largest, interior)
        if solution.status != "Optimal":
            reason = f"the solver says {solution.status!r}"
            continue
        exact = None if interior else exact_from_basis(program, solution)
        if exact is not None:
            return exact
        try:
            found = rounded(program, solution, bits, anchor)
        except ArithmeticError as error:
            reason = str(error)
            continue
        lower = found if lower is None or found.lower > lower.lower else lower
        upper = found if upper is None or found.upper < upper.upper else upper
        if upper.upper - lower.lower <= NARROW:
            break
    if lower is None or upper is None:
        raise ArithmeticError(f"no proposal can be certified: {reason}")
    return replace(lower, upper=upper.upper, point=upper.point)


def exact_from_basis(program: MinimaxProgram, solution: FloatSolution) -> Enclosure | None:
    """Solve the proposed basis in rationals; ``None`` if it is too large, singular, or not optimal."""
    columns, tight = solution.basic_columns, solution.tight_rows
    size = len(columns)
    if size != len(tight) or size > LARGEST_BASIS or size == 0:
        return None
    place = {column: k for k, column in enumerate(columns)}
    matrix = fmpq_mat(size, size)
    rows = [_row(program, number) for number in tight]
    for k, (row, _) in enumerate(rows):
        for column, weight in row.items():
            if column in place:
                matrix[k, place[column]] = fmpq(weight.numerator, weight.denominator)
    right = fmpq_mat(size, 1, [fmpq(bound) for _, bound in rows])
    cost = fmpq_mat(size, 1, [fmpq(int(column == program.size)) for column in columns])
    try:
        primal, dual = matrix.solve(right), matrix.transpose().solve(cost)
    except ZeroDivisionError:
        return None
    point = [Fraction(0)] * (program.size + 1)
    for k, column in enumerate(columns):
        point[column] = as_fraction(primal[k, 0])
    multipliers = {row: -as_fraction(dual[k, 0]) for k, row in enumerate(tight)}
    return _enclosure_if_valid(program, tuple(point[:-1]), multipliers)


def _enclosure_if_valid(program: MinimaxProgram, point: tuple[Fraction, ...],
                        multipliers: dict[int, Fraction]) -> Enclosure | None:
    """Keep an exact primal and dual pair only if every sign is right and the two bounds meet."""
    tasks = len(program.tasks)
    nu = tuple(multipliers.get(k, Fraction(0)) for k in range(tasks))
    lam = {k - tasks: w for k, w in multipliers.items() if tasks <= k < tasks + len(program.ratios) and w}
    if not _is_feasible(program, point) or sum(nu) != 1 or min(nu) < 0 or min(lam.values(), default=0) < 0:
        return None
    lower, upper = lagrangian_bound(program, nu, lam), dominated_value(program, point)
    return Enclosure(lower, upper, point, nu, lam) if lower == upper else None


def _is_feasible(program: MinimaxProgram, point: tuple[Fraction, ...]) -> bool:
    if min(point) < 0 or any(sum(filter(None, point[block.start:block.stop])) != 1
                             for block in program.block_ranges()):
        return False
    return not any(True for _ in _broken_rows(program, point))


def _broken_rows(program: MinimaxProgram, point: Sequence[Fraction]) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the ratio rows that do not hold, compared in integers."""
    whole = [x.as_integer_ratio() for x in point]
    for i, j, r in program.ratios:
        (a, b), (c, d) = whole[i], whole[j]
        if a and a * d * r.denominator > r.numerator * c * b:  # x_i > r x_j
            yield i, j, r


def lagrangian_bound(program: MinimaxProgram, task_weights: tuple[Fraction, ...],
                     ratio_weights: dict[int, Fraction]) -> Fraction:
    """Return the lower bound that the multipliers prove (true for any non-negative multipliers)."""
    cost = [fmpq(0)] * program.size
    for weight, task in zip(task_weights, program.tasks, strict=True):
        if weight:
            w = fmpq(weight.numerator, weight.denominator)
            for i, loss in task.items():
                cost[i] += w * fmpq(loss.numerator, loss.denominator)
    for row, weight in ratio_weights.items():
        i, j, r = program.ratios[row]
        w = fmpq(weight.numerator, weight.denominator)
        cost[i] += w
        cost[j] -= w * fmpq(r.numerator, r.denominator)
    total = sum((min(cost[i] for i in block) for block in program.block_ranges()), fmpq(0))
    return as_fraction(total)


def rounded(program: MinimaxProgram, solution: FloatSolution, bits: int,
            anchor: tuple[Fraction, ...] | None = None) -> Enclosure:
    """Round the float solution to rationals that prove a lower and an upper bound.

    Raises
    ------
    ArithmeticError
        If the anchor (by default the uniform point) does not satisfy a ratio row strictly that needs mending.
    """
    tasks, unit = len(program.tasks), 2**bits
    duals = np.rint(np.maximum(0.0, -solution.row_duals[: tasks + len(program.ratios)]) * unit)
    total = int(duals[:tasks].sum())
    nu = tuple(Fraction(int(w), total) for w in duals[:tasks]) if total else (Fraction(1, tasks),) * tasks
    lam = {int(k): Fraction(int(duals[tasks + k]), total or unit) for k in np.flatnonzero(duals[tasks:])}
    point = _repaired(program, solution.point, unit, anchor)
    return Enclosure(lagrangian_bound(program, nu, lam), dominated_value(program, point), point, nu, lam)


def _repaired(program: MinimaxProgram, values: np.ndarray, unit: int,
              anchor: tuple[Fraction, ...] | None) -> tuple[Fraction, ...]:
    """Normalise the blocks and mix with the anchor by the least amount that mends every ratio row."""
    point: list[Fraction] = []
    uniform: list[Fraction] = []
    for block in program.block_ranges():
        whole = [int(max(0, round(float(values[i]) * unit))) for i in block]
        total = sum(whole)
        share = Fraction(1, len(block))
        point += [Fraction(w, total) if total else share for w in whole]
        uniform += [share] * len(block)
    middle = uniform if anchor is None else anchor
    mix = Fraction(0)
    for i, j, r in _broken_rows(program, point):
        excess, spare = point[i] - r * point[j], r * middle[j] - middle[i]
        if spare <= 0:
            raise ArithmeticError("the anchor does not satisfy the ratio rows strictly: cannot repair")
        mix = max(mix, excess / (excess + spare))
    return tuple((1 - mix) * p + mix * u for p, u in zip(point, middle, strict=True))
